/* SPDX-License-Identifier: Apache-2.0
 *
 * api/errors_int.h - the errors of a route, and their descriptions.
 */
#ifndef FACHO_API_ERRORS_INT_H
#define FACHO_API_ERRORS_INT_H

#include <stdbool.h>
#include <stddef.h>

struct route;

enum { ROUTE_ERRORS_MAX = 16 };

/* Derived from the table: a route with {id} may return 404, one with a body 413, ... In
 * ascending order; returns how many. */
size_t route_errors(const struct route *route, int errors[ROUTE_ERRORS_MAX]);

/* Is a body required? It is if one of its fields is required. */
bool route_needs_body(const struct route *route);

/* "conflict": for programs. For an unknown status "error". */
const char *status_code(int status);
/* "The object was changed after it was read.": for users. */
const char *status_words(int status);

#endif
