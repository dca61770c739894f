/* SPDX-License-Identifier: Apache-2.0 */
#include "api/keys_int.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "api/hash_int.h"
#include "base/map.h"

enum { NAME_MAX_BYTES = 256 + KEYS_TEXT_MAX };

struct entry {
	TAILQ_ENTRY(entry) link; /* the oldest is first */
	char name[NAME_MAX_BYTES]; /* caller and key */
	uint64_t hash; /* hash of method, path and body */
	int64_t at_ms;
	int status; /* 0: in progress */
	char *body; /* owned */
};

struct keys {
	pthread_mutex_t lock; /* guards all below */
	struct map *by_name;
	TAILQ_HEAD(entry_list, entry) entries;
};

struct keys *
keys_new(void)
{
	struct keys *k = calloc(1, sizeof(*k));

	if (!k)
		return NULL;
	TAILQ_INIT(&k->entries);
	k->by_name = map_new();
	if (!k->by_name || pthread_mutex_init(&k->lock, NULL) != 0) {
		map_free(k->by_name);
		free(k);
		return NULL;
	}
	return k;
}

static void
forget(struct keys *k, struct entry *e)
{
	(void)map_take(k->by_name, e->name, strlen(e->name));
	TAILQ_REMOVE(&k->entries, e, link);
	free(e->body);
	free(e);
}

void
keys_free(struct keys *k)
{
	struct entry *e;

	if (!k)
		return;
	while ((e = TAILQ_FIRST(&k->entries)))
		forget(k, e);
	map_free(k->by_name);
	(void)pthread_mutex_destroy(&k->lock);
	free(k);
}

static void
name_it(const struct keys_request *r, char name[NAME_MAX_BYTES])
{
	/* Neither of them can contain a line break, so the joined text is unambiguous. */
	(void)snprintf(name, NAME_MAX_BYTES, "%.250s\n%.128s", r->caller, r->key);
}

static uint64_t
hash_of(const struct keys_request *r)
{
	uint64_t h = hash_add(HASH_START, r->method, strlen(r->method) + 1);

	h = hash_add(h, r->path, strlen(r->path) + 1);
	return hash_add(h, r->body, r->n_body);
}

/* Entries are ordered by age, the oldest first. An entry in progress stays. */
static void
sweep(struct keys *k, int64_t now_ms)
{
	struct entry *e, *next;

	for (e = TAILQ_FIRST(&k->entries); e; e = next) {
		bool is_old = now_ms - e->at_ms >= KEYS_KEPT_MS;

		next = TAILQ_NEXT(e, link);
		if (!is_old && map_count(k->by_name) < KEYS_MAX)
			break;
		if (e->status)
			forget(k, e);
	}
}

static enum rc
add(struct keys *k, const struct keys_request *r, const char *name, int64_t now_ms)
{
	struct entry *e = calloc(1, sizeof(*e));

	if (!e)
		return RC_NOMEM;
	(void)snprintf(e->name, sizeof(e->name), "%s", name);
	e->hash = hash_of(r);
	e->at_ms = now_ms;
	if (map_add(k->by_name, e->name, strlen(e->name), e) != RC_OK) {
		free(e);
		return RC_NOMEM;
	}
	TAILQ_INSERT_TAIL(&k->entries, e, link);
	return RC_OK;
}

static enum rc
answer_again(
    const struct entry *e, const struct keys_request *r, int *ret_status, char **ret_body)
{
	char *body;

	if (e->hash != hash_of(r))
		return RC_INVALID;
	if (!e->status)
		return RC_CONFLICT;
	body = strdup(e->body);
	if (!body)
		return RC_NOMEM;
	*ret_status = e->status;
	*ret_body = body;
	return RC_NOT_FOUND;
}

enum rc
keys_begin(struct keys *k, const struct keys_request *request, int64_t now_ms,
    int *ret_status, char **ret_body)
{
	char name[NAME_MAX_BYTES];
	const struct entry *e;
	enum rc rc;

	name_it(request, name);
	pthread_mutex_lock(&k->lock);
	sweep(k, now_ms);
	e = map_find(k->by_name, name, strlen(name));
	rc = e ? answer_again(e, request, ret_status, ret_body)
	       : add(k, request, name, now_ms);
	pthread_mutex_unlock(&k->lock);
	return rc;
}

void
keys_end(struct keys *k, const struct keys_request *request, int status, const char *body,
    size_t n_body)
{
	char name[NAME_MAX_BYTES];
	struct entry *e;

	name_it(request, name);
	pthread_mutex_lock(&k->lock);
	e = map_find(k->by_name, name, strlen(name));
	if (e && body && n_body <= KEYS_BODY_MAX && status < 500)
		e->body = strndup(body, n_body);
	if (e && e->body)
		e->status = status;
	else if (e)
		forget(k, e);
	pthread_mutex_unlock(&k->lock);
}
