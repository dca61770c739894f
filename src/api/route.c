/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the route of a path. Both are compared segment by segment; paths are short.
 */
#include "api/route.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "service/service.h"

enum { SEGMENTS_MAX = 12, SEGMENT_MAX = 256 };

/* A decoded path. */
struct path {
	size_t n;
	char segments[SEGMENTS_MAX][SEGMENT_MAX];
};

/* ---- parsing a path ---------------------------------------------------------------- */

/* One segment, up to the slash or the end; false: not valid. */
static bool
read_segment(const char **at, char segment[SEGMENT_MAX])
{
	const char *p = *at;
	size_t n = 0;

	while (*p && *p != '/') {
		unsigned char c = (unsigned char)*p++;

		if (c == '%') {
			int high = units_hex_digit(*p),
			    low = high < 0 ? -1 : units_hex_digit(p[1]);

			if (low < 0)
				return false;
			c = (unsigned char)(high * 16 + low);
			p += 2;
		}
		if (c < 0x20 || c == 0x7f || n + 1 >= SEGMENT_MAX)
			return false;
		segment[n++] = (char)c;
	}
	segment[n] = '\0';
	*at = p;
	return true;
}

/* jansson does not accept invalid UTF-8 as text. */
static bool
is_utf8(const char *text)
{
	json_t *probe = json_string(text);
	bool is_right = probe != NULL;

	json_decref(probe);
	return is_right;
}

static bool
read_path(const char *text, struct path *path)
{
	path->n = 0;
	if (*text != '/')
		return false;
	while (*text == '/' && text[1]) {
		char *segment;

		if (path->n == SEGMENTS_MAX)
			return false;
		text++;
		segment = path->segments[path->n++];
		if (!read_segment(&text, segment) || !*segment || !is_utf8(segment))
			return false;
		if (strcmp(segment, ".") == 0 || strcmp(segment, "..") == 0)
			return false;
	}
	return true;
}

/* ---- comparing --------------------------------------------------------------------------- */

/* How well the path of a route fits: 0 not at all, more with each fixed segment. */
static int
fit(const char *pattern, const struct path *path, struct route_ids *ids)
{
	int points = 1;
	size_t i = 0, n_ids = 0;

	*ids = (struct route_ids){ 0 };
	while (*pattern == '/' && pattern[1]) {
		size_t n = strcspn(++pattern, "/");
		const char *segment = path->segments[i];

		if (i++ == path->n)
			return 0;
		if (*pattern == '{' && n_ids < ROUTE_IDS_MAX) {
			(void)snprintf(
			    ids->text[n_ids++], sizeof(ids->text[0]), "%s", segment);
		} else if (strlen(segment) == n && memcmp(segment, pattern, n) == 0) {
			points += 1 << (SEGMENTS_MAX - i);
		} else {
			return 0;
		}
		pattern += n;
	}
	return i == path->n ? points : 0;
}

/* The best pattern for the path; several routes may have it. NULL: no route fits. */
static const char *
best_pattern(const struct path *path)
{
	const char *best = NULL;
	struct route_ids ids;
	int most = 0;

	for (const struct route *r = routes(); r->method; r++) {
		int points = fit(r->path, path, &ids);

		if (points > most) {
			most = points;
			best = r->path;
		}
	}
	return best;
}

enum route_match
route_find(const char *method, const char *path, const struct route **ret_route,
    struct route_ids *ret_ids)
{
	const char *wanted = strcmp(method, "HEAD") == 0 ? "GET" : method;
	const char *pattern;
	struct path read;

	if (!read_path(path, &read))
		return ROUTE_BAD_PATH;
	pattern = best_pattern(&read);
	if (!pattern)
		return ROUTE_NO_PATH;
	for (const struct route *r = routes(); r->method; r++) {
		if (strcmp(r->path, pattern) == 0 && strcmp(r->method, wanted) == 0) {
			(void)fit(r->path, &read, ret_ids);
			*ret_route = r;
			return ROUTE_FOUND;
		}
	}
	return ROUTE_NO_METHOD;
}

const char *
route_allow(const char *path, char room[64])
{
	const char *pattern;
	struct path read;
	size_t n = 0;

	room[0] = '\0';
	if (!read_path(path, &read) || !(pattern = best_pattern(&read)))
		return room;
	for (const struct route *r = routes(); r->method; r++) {
		if (strcmp(r->path, pattern) == 0 && n < 64)
			n += (size_t)snprintf(
			    room + n, 64 - n, "%s%s", n ? ", " : "", r->method);
	}
	return room;
}

/* ---- rights ------------------------------------------------------------------------------ */

static enum role
role_of_operation(const char *name)
{
	for (const struct operation *o = service_operations(); o->name; o++) {
		if (strcmp(o->name, name) == 0)
			return o->role;
	}
	return ROLE_ADMIN; /* not possible: a test checks it */
}

bool
route_needs(const struct route *route, enum role *ret_role)
{
	switch (route->role) {
	case ROUTE_PUBLIC:
		return false;
	case ROUTE_VIEWER:
		*ret_role = ROLE_VIEWER;
		return true;
	case ROUTE_OPERATOR:
		*ret_role = ROLE_OPERATOR;
		return true;
	case ROUTE_ADMIN:
		*ret_role = ROLE_ADMIN;
		return true;
	case ROUTE_AS_OPERATION:
		*ret_role = role_of_operation(route->operation);
		return true;
	}
	return true;
}
