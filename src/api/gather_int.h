/* SPDX-License-Identifier: Apache-2.0
 *
 * api/gather_int.h - converts the bytes of a request to the arguments of an operation.
 *
 * All external input is parsed here: JSON, the query, times. Error messages cannot
 * contain secrets, because they do not repeat values. Pure; any thread. Fuzzed by
 * tests/fuzz/fuzz_request.c.
 */
#ifndef FACHO_API_GATHER_INT_H
#define FACHO_API_GATHER_INT_H

#include <jansson.h>
#include <stddef.h>

#include "api/route.h"
#include "base/err.h"

enum { BODY_DEPTH_MAX = 16, QUERY_PAIRS_MAX = 64, QUERY_BYTES_MAX = 8192 };

/* Parses an object. Duplicate keys, more than BODY_DEPTH_MAX levels, numbers that do not
 * fit, NULs and invalid UTF-8 are refused. An empty body is an empty object.
 * RC_INVALID. */
enum rc body_read(const char *bytes, size_t n, json_t **ret_body, struct err *err)
    MUST_CHECK;

/* "a=1&b=x%20y": an object of texts. Duplicate names are refused. NULL: no query. */
enum rc query_read(const char *text, json_t **ret_query, struct err *err) MUST_CHECK;

/* All arguments of the operation. Errors are added to fields, by name. On success the
 * caller owns the arguments; NULL: there are errors. */
json_t *gather(const struct route *route, const struct route_ids *ids, json_t *query,
    json_t *body, json_t *fields);

#endif
