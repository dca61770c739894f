/* SPDX-License-Identifier: Apache-2.0
 *
 * service/live.h - how it is going, for those who ask often: metrics, health, live pages.
 *
 * Nothing here touches the database or waits for anybody: the engine's snapshot, the
 * writer's figures and the last count of the totals_cache (service/totals_cache_int.h) are looked at as they
 * are. That is what makes health worth asking for when the database is away.
 *
 * Any thread.
 */
#ifndef FACHO_SERVICE_LIVE_H
#define FACHO_SERVICE_LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/service.h"
#include "service/totals_cache_int.h"

/* At most a second old; NULL before the first. Give it back. */
const struct snapshot *service_snapshot(struct service *s);
void service_snapshot_release(struct service *s, const struct snapshot *snapshot);

/* NULL: there is none (yet). Give it back by count_release. */
const struct count *service_count(struct service *s);

/* How the writer does (store/core/writer.h). */
struct service_writer {
	uint64_t waiting, bound; /* pieces of work */
	uint64_t written, failed, refused, transactions, retries; /* since the start */
	bool is_away; /* the database does not take anything now */
	int64_t away_ms; /* since when; 0: it does */
};
struct service_writer service_writer(struct service *s);

int64_t service_started_ms(const struct service *s);

enum { HEALTH_REASONS = 4 };

struct service_health {
	bool is_live; /* the engine turns; if not, start the program again */
	bool is_ready; /* what is asked for can be done; if not, wait */
	size_t n_reasons; /* why it is not */
	const char *reasons[HEALTH_REASONS]; /* static sentences; nothing of anybody's */
};
struct service_health service_health(struct service *s, int64_t now_ms);

#endif
