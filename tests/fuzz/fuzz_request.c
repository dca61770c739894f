/* SPDX-License-Identifier: Apache-2.0
 *
 * Any bytes as a request: "METHOD PATH?QUERY", a line break, a body. The path is found or
 * not; the query and the body are read or refused with a message; and any body is passed
 * to every route that has one: it becomes arguments, or every wrong field has its
 * message.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "api/gather_int.h"
#include "base/moment.h"
#include "api/proxies_int.h"
#include "api/route.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* Up to a byte, or the end; NUL-terminated. The caller frees it. */
static char *
cut(const uint8_t **at, const uint8_t *end, int byte)
{
	size_t room = (size_t)(end - *at);
	const uint8_t *found = room ? memchr(*at, byte, room) : NULL;
	size_t n = found ? (size_t)(found - *at) : room;
	char *text = malloc(n + 1);

	assert(text);
	memcpy(text, *at, n);
	text[n] = '\0';
	*at += n + (found != NULL);
	return text;
}

static void
check_gathered(
    const struct route *route, const struct route_ids *ids, json_t *query, json_t *body)
{
	json_t *fields = json_object();
	json_t *args = gather(route, ids, query, body, fields);

	assert((args == NULL) == (json_object_size(fields) > 0));
	assert(!args || json_is_object(args));
	json_decref(args);
	json_decref(fields);
}

static void
give_to_all(const struct route_ids *ids, json_t *body)
{
	json_t *nothing = json_object();

	for (const struct route *r = routes(); r->method; r++) {
		if (r->request)
			check_gathered(r, ids, nothing, body);
	}
	json_decref(nothing);
}

static void
find(const char *method, const char *path, json_t *query, json_t *body)
{
	const struct route *route = NULL;
	struct route_ids ids = { 0 };
	char allowed[64];

	switch (route_find(method, path, &route, &ids)) {
	case ROUTE_FOUND:
		assert(route);
		check_gathered(route, &ids, query, body);
		return;
	case ROUTE_NO_METHOD:
		assert(*route_allow(path, allowed));
		return;
	case ROUTE_NO_PATH:
	case ROUTE_BAD_PATH:
		assert(!*route_allow(path, allowed));
		return;
	}
}

/* The same bytes as addresses. */
static void
read_addresses(const char *text)
{
	struct networks proxies = { 0 };
	char client[ADDRESS_TEXT_MAX];
	struct err err = { .msg = "" };
	int64_t ms;

	if (networks_read(text, &proxies, &err) != RC_OK)
		assert(*err.msg);
	client_address(&proxies, "192.0.2.1", text, client);
	assert(strlen(client) < sizeof(client));
	(void)last_word(text, client, sizeof(client));
	(void)moment_read(text, &ms);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	const uint8_t *at = data, *end = data + n;
	char *method = cut(&at, end, ' ');
	char *uri = cut(&at, end, '\n');
	char *mark = strchr(uri, '?');
	struct err err = { .msg = "" };
	json_t *query = NULL, *body = NULL;

	if (mark)
		*mark = '\0';
	if (query_read(mark ? mark + 1 : NULL, &query, &err) != RC_OK ||
	    body_read((const char *)at, (size_t)(end - at), &body, &err) != RC_OK)
		assert(*err.msg);
	if (query && body) {
		find(method, uri, query, body);
		give_to_all(&(struct route_ids){ { "1", "" } }, body);
	}
	read_addresses(uri);
	json_decref(query);
	json_decref(body);
	free(method);
	free(uri);
	return 0;
}
