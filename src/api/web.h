/* SPDX-License-Identifier: Apache-2.0
 *
 * api/web.h - the web admin: files that are included in the program at build time.
 *
 * It is not part of the table of routes and not in the OpenAPI document. A path without a
 * route belongs to the web admin if it is the name of a file, or may be a page: only the
 * web admin itself knows its pages, so all of them get index.html. Paths below /api/ and
 * /metrics never belong to it.
 *
 * Files in /assets/ have a hash of their content in the name, and browsers cache them for
 * a year; the others are checked each time (ETag, 304). Files are stored with gzip, and
 * uncompressed in pieces for clients that do not support it.
 *
 * Pure except for web_answer; any thread.
 */
#ifndef FACHO_API_WEB_H
#define FACHO_API_WEB_H

#include <stdbool.h>
#include <stddef.h>

#include "api/route.h"

/* Made by tools/pack.c. */
struct web_file {
	const char *path; /* "/assets/index-Bx3x9.js" */
	const char *version; /* a hash of its content */
	const unsigned char *gzip;
	size_t n_gzip, n_plain;
};

struct web_bundle {
	const struct web_file *files; /* none: built without the web admin */
	size_t n;
};

/* Does the path belong to the web admin? path: as received, and already validated
 * (route_find). */
bool web_has(const struct web_bundle *bundle, const char *path);

/* The file for such a path; NULL: there is no web admin. */
const struct web_file *web_find(const struct web_bundle *bundle, const char *path);

/* "text/html; charset=utf-8", by its extension. */
const char *web_type(const char *path);

/* Does this header Accept-Encoding allow gzip? NULL: no header. */
bool web_takes_gzip(const char *header);

/* The route of such paths; only GET. */
extern const struct route WEB_ROUTE;

#endif
