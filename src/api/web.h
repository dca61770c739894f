/* SPDX-License-Identifier: Apache-2.0
 *
 * api/web.h - the web admin: files that were packed into the program when it was built.
 *
 * It is no part of the table of routes, and not in its document. A path that no route has
 * is the web's when a file is called so, or when it may be a page: which pages there are,
 * only the page itself knows, so all of them get index.html. What is below /api/ and
 * /metrics is never the web's.
 *
 * Files in /assets/ have names made of what is in them, and are kept by browsers for a year;
 * the others are asked for again each time (ETag, 304). Files are kept gzipped, and unpacked
 * bit by bit for the few who cannot take them so.
 *
 * Pure but for web_answer; any thread.
 */
#ifndef FACHO_API_WEB_H
#define FACHO_API_WEB_H

#include <stdbool.h>
#include <stddef.h>

#include "api/route.h"

/* Made by tools/pack.c. */
struct web_file {
	const char *path; /* "/assets/index-Bx3x9.js" */
	const char *version; /* a hash of what is in it */
	const unsigned char *gzip;
	size_t n_gzip, n_plain;
};

struct web_bundle {
	const struct web_file *files; /* none: the program was built without a web */
	size_t n;
};

/* Is it the web's to answer? path: as it came, and known to be readable (route_find). */
bool web_has(const struct web_bundle *bundle, const char *path);

/* The file for a path that the web has; NULL: there is no web. */
const struct web_file *web_find(const struct web_bundle *bundle, const char *path);

/* "text/html; charset=utf-8", by the end of its name. */
const char *web_type(const char *path);

/* Does a header Accept-Encoding take gzip? NULL: there was none. */
bool web_takes_gzip(const char *header);

/* What such paths go to; only GET. */
extern const struct route WEB_ROUTE;

#endif
