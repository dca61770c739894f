/* SPDX-License-Identifier: Apache-2.0
 *
 * The server: start and stop, and data shared by its parts.
 */
#include "api/server.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/hash_int.h"
#include "api/server_int.h"
#include "base/clock.h"
#include "base/log.h"

enum {
	WAITING = 256, /* in the queue of each pool */
	WAITERS_WAITING = 32, /* a device may take a minute */
	HASHERS = 4, /* the service limits how many of them hash at the same time */
	HASHERS_WAITING = 32,
};

static enum rc
start_pools(struct api *api, struct err *err)
{
	const struct api_limits *l = &api->options.limits;
	const struct {
		int threads;
		size_t capacity;
	} POOLS[EXCHANGE_PLACES] = {
		[EXCHANGE_READER] = { l->readers, WAITING },
		[EXCHANGE_LIST] = { l->lists, WAITING },
		[EXCHANGE_WORKER] = { l->workers, WAITING },
		[EXCHANGE_WAITER] = { l->waiters, WAITERS_WAITING },
		[EXCHANGE_HASHER] = { HASHERS, HASHERS_WAITING },
	};
	enum rc rc = RC_OK;

	for (int i = 0; i < EXCHANGE_PLACES && rc == RC_OK; i++) {
		if (POOLS[i].threads)
			rc = pool_start(
			    POOLS[i].threads, POOLS[i].capacity, &api->pools[i], err);
	}
	return rc;
}

static enum rc
start_parts(struct api *api, struct err *err)
{
	const struct api_limits *l = &api->options.limits;
	enum rc rc = start_pools(api, err);

	if (rc == RC_OK)
		rc = watchman_start(l->patience_ms, &api->watch, err);
	if (rc != RC_OK)
		return rc;
	rc = live_start(&api->options, &api->live, err);
	if (rc != RC_OK)
		return rc;
	api->rate = rate_new(l->rate);
	api->keys = keys_new();
	if (!api->rate || !api->keys)
		return err_set(err, RC_NOMEM, "no memory for the API");
	return listeners_open(api, err);
}

enum rc
api_start(const struct api_options *options, struct api **ret_api, struct err *err)
{
	struct api *api = calloc(1, sizeof(*api));
	enum rc rc;

	if (!api || pthread_mutex_init(&api->edits, NULL) != 0) {
		free(api);
		return err_set(err, RC_NOMEM, "no memory for the API");
	}
	api->options = *options;
	rc = networks_read(options->proxies ? options->proxies : "", &api->proxies, err);
	if (rc == RC_OK)
		rc = start_parts(api, err);
	if (rc != RC_OK) {
		api_free(api);
		return rc;
	}
	for (size_t i = 0; i < api->n_listeners; i++)
		log_info("api", "listening on %s", api->listeners[i].shown);
	*ret_api = api;
	return RC_OK;
}

enum rc
api_reload(struct api *api, struct err *err)
{
	return listeners_renew(api, err);
}

void
api_close(struct api *api)
{
	atomic_store(&api->is_closing, true);
	live_close(api->live);
}

void
api_stop(struct api *api, int64_t patience_ms)
{
	int64_t end_ms = clock_mono_ms() + patience_ms;
	struct timespec nap = { 0, 10 * 1000000L };

	if (api->is_stopped)
		return;
	api->is_stopped = true;
	api_close(api);
	listeners_quiet(api);
	while (atomic_load(&api->n_exchanges) > 0 && clock_mono_ms() < end_ms)
		(void)nanosleep(&nap, NULL);
	/* Suspended connections are resumed by the code that suspended them, before it
	 * ends. */
	for (int i = 0; i < EXCHANGE_PLACES; i++)
		pool_free(GIVE(api->pools[i]));
	listeners_close(api);
}

void
api_free(struct api *api)
{
	if (!api)
		return;
	api_stop(api, 0);
	live_free(api->live);
	watchman_free(api->watch);
	rate_free(api->rate);
	keys_free(api->keys);
	(void)pthread_mutex_destroy(&api->edits);
	free(api);
}

bool
api_is_closing(const struct api *api)
{
	return atomic_load(&api->is_closing);
}

struct service *
api_service(struct api *api)
{
	return api->options.service;
}

const char *
api_address(const struct api *api, size_t i)
{
	return i < api->n_listeners ? api->listeners[i].shown : NULL;
}

struct api_figures
api_figures(const struct api *api)
{
	struct api_figures f = { .requests = atomic_load(&api->requests),
		.refused_rate = atomic_load(&api->refused_rate),
		.refused_busy = atomic_load(&api->refused_busy),
		.cut = watchman_cut(api->watch),
		.connections = watchman_count(api->watch),
		.exchanges = (uint64_t)atomic_load(&api->n_exchanges) };

	for (size_t i = 0; i < sizeof(f.by_class) / sizeof(f.by_class[0]); i++)
		f.by_class[i] = atomic_load(&api->by_class[i]);
	return f;
}

/* ---- for the other files ------------------------------------------------------------------ */

const struct api_options *
api_options_of(const struct api *api)
{
	return &api->options;
}

struct live *
api_live(struct api *api)
{
	return api->live;
}

struct keys *
api_keys(struct api *api)
{
	return api->keys;
}

void
api_lock_edits(struct api *api)
{
	pthread_mutex_lock(&api->edits);
}

void
api_unlock_edits(struct api *api)
{
	pthread_mutex_unlock(&api->edits);
}

bool
api_allows(struct api *api, const char *address)
{
	bool may = rate_allows(api->rate, address, clock_mono_ms());

	if (!may)
		atomic_fetch_add(&api->refused_rate, 1);
	return may;
}

enum rc
api_hand_over(struct api *api, enum exchange_place place, const struct pool_work *work)
{
	enum rc rc = pool_put(api->pools[place], work);

	if (rc == RC_BUSY || rc == RC_REFUSED)
		atomic_fetch_add(&api->refused_busy, 1);
	return rc;
}

uint64_t
owner_of(const struct caller *caller)
{
	static const uint64_t NO_USER = UINT64_C(1) << 63;

	if (caller->user.v)
		return (uint64_t)caller->user.v;
	return NO_USER | hash_add(HASH_START, caller->address, strlen(caller->address));
}
