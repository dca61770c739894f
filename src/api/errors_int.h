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

/* Follows from the table: a route with {id} may say 404, one with a body 413, ... In
 * ascending order; how many. */
size_t route_errors(const struct route *route, int errors[ROUTE_ERRORS_MAX]);

/* Must there be a body? When a field of it must be. */
bool route_needs_body(const struct route *route);

/* "conflict": for programs. Of an unknown one "error". */
const char *status_code(int status);
/* "Somebody has it already, or changed it first.": for people. */
const char *status_words(int status);

#endif
