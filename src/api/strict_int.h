/* SPDX-License-Identifier: Apache-2.0
 *
 * api/strict_int.h - detects ambiguous requests, which two programs could interpret in
 * different ways. If a proxy uses one of two lengths and we use the other, a second
 * request could be hidden (request smuggling). Such a request is refused, and its
 * connection is closed.
 *
 * libmicrohttpd parses the lines; the original text is not available. The checks use its
 * result: names, values, and their positions in its buffer.
 */
#ifndef FACHO_API_STRICT_INT_H
#define FACHO_API_STRICT_INT_H

#include <stdbool.h>
#include <stddef.h>

struct MHD_Connection;

/* Data of the first line, as libmicrohttpd passed it to the handler. */
struct strict_line {
	const char *url;
	size_t n_uri; /* with its query, up to the first NUL */
	const char *version;
};

/* The reason why a request is ambiguous, as a sentence; NULL: it is not ambiguous. A bare
 * LF after the last header is detected only if more bytes follow. */
const char *strict_problem(
    struct MHD_Connection *connection, const struct strict_line *line);

#endif
