/* SPDX-License-Identifier: Apache-2.0
 *
 * api/strict_int.h - requests that two programs could read in two ways. A proxy that takes one
 * of two lengths where we take the other lets a second request through unseen; so nobody
 * guesses what was meant: such a request is refused, and its connection ends.
 *
 * libmicrohttpd reads the lines; what it joins or leaves out cannot be seen any more. What
 * is looked at here is what it has made of them: names, values, and where in its buffer
 * they lie.
 */
#ifndef FACHO_API_STRICT_INT_H
#define FACHO_API_STRICT_INT_H

#include <stdbool.h>
#include <stddef.h>

struct MHD_Connection;

/* Of the first line, as libmicrohttpd gave it to the handler. */
struct strict_line {
	const char *url;
	size_t n_uri; /* with its query, up to the first NUL */
	const char *version;
};

/* What is ambiguous about a request, as a sentence; NULL: nothing. A bare LF behind the last
 * header is seen only if something follows. */
const char *strict_problem(
    struct MHD_Connection *connection, const struct strict_line *line);

#endif
