/* SPDX-License-Identifier: Apache-2.0 */
#include "api/rate_int.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "base/map.h"

struct client {
	TAILQ_ENTRY(client) link; /* the most recent client is first */
	char address[RATE_ADDRESS_MAX];
	int64_t thousandths; /* requests that are left */
	int64_t at_ms;
};

struct rate {
	int64_t per_second;
	pthread_mutex_t lock; /* guards all below */
	struct map *by_address;
	TAILQ_HEAD(client_list, client) clients;
};

struct rate *
rate_new(int per_second)
{
	struct rate *r = calloc(1, sizeof(*r));

	if (!r)
		return NULL;
	r->per_second = per_second;
	TAILQ_INIT(&r->clients);
	r->by_address = map_new();
	if (!r->by_address || pthread_mutex_init(&r->lock, NULL) != 0) {
		map_free(r->by_address);
		free(r);
		return NULL;
	}
	return r;
}

void
rate_free(struct rate *r)
{
	struct client *c;

	if (!r)
		return;
	while ((c = TAILQ_FIRST(&r->clients))) {
		TAILQ_REMOVE(&r->clients, c, link);
		free(c);
	}
	map_free(r->by_address);
	(void)pthread_mutex_destroy(&r->lock);
	free(r);
}

static void
forget(struct rate *r, struct client *c)
{
	(void)map_take(r->by_address, c->address, strlen(c->address));
	TAILQ_REMOVE(&r->clients, c, link);
	free(c);
}

/* NULL: no memory. */
static struct client *
add(struct rate *r, const char *address, int64_t now_ms)
{
	struct client *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	(void)snprintf(c->address, sizeof(c->address), "%s", address);
	c->thousandths = 2000 * r->per_second;
	c->at_ms = now_ms;
	if (map_add(r->by_address, c->address, strlen(c->address), c) != RC_OK) {
		free(c);
		return NULL;
	}
	TAILQ_INSERT_HEAD(&r->clients, c, link);
	if (map_count(r->by_address) > RATE_CLIENTS)
		forget(r, TAILQ_LAST(&r->clients, client_list));
	return c;
}

static bool
take_one(struct rate *r, struct client *c, int64_t now_ms)
{
	int64_t most = 2000 * r->per_second;

	if (now_ms > c->at_ms) {
		int64_t pause_ms = now_ms - c->at_ms < 60000 ? now_ms - c->at_ms : 60000;

		c->thousandths += pause_ms * r->per_second;
		c->at_ms = now_ms;
	}
	if (c->thousandths > most)
		c->thousandths = most;
	TAILQ_REMOVE(&r->clients, c, link);
	TAILQ_INSERT_HEAD(&r->clients, c, link);
	if (c->thousandths < 1000)
		return false;
	c->thousandths -= 1000;
	return true;
}

bool
rate_allows(struct rate *r, const char *address, int64_t now_ms)
{
	struct client *c;
	bool may;

	if (r->per_second <= 0)
		return true;
	pthread_mutex_lock(&r->lock);
	c = map_find(r->by_address, address, strnlen(address, RATE_ADDRESS_MAX - 1));
	if (!c)
		c = add(r, address, now_ms);
	may = !c || take_one(r, c, now_ms);
	pthread_mutex_unlock(&r->lock);
	return may;
}
