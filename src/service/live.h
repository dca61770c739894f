/* SPDX-License-Identifier: Apache-2.0
 *
 * service/live.h - the current state, for frequent requests: metrics, health, live pages.
 *
 * No function reads the database or waits: they use the engine's snapshot, the writer's
 * figures and the last count of the totals cache (service/totals_cache_int.h). Therefore
 * health also works if the database is not available.
 *
 * Any thread.
 */
#ifndef FACHO_SERVICE_LIVE_H
#define FACHO_SERVICE_LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/notify.h"
#include "service/service.h"
#include "service/totals_cache_int.h"
#include "watch/incident.h"

/* At most a second old; NULL before the first. Release it. */
const struct snapshot *service_snapshot(struct service *s);
void service_snapshot_release(struct service *s, const struct snapshot *snapshot);

/* NULL: none yet. Release it with count_release. */
const struct count *service_count(struct service *s);

/* The state of the writer (store/core/writer.h). */
struct service_writer {
	uint64_t waiting, bound; /* pieces of work */
	uint64_t written, failed, refused, transactions, retries; /* since the start */
	bool is_away; /* the database is not available */
	int64_t away_ms; /* since when; 0: available */
};
struct service_writer service_writer(struct service *s);

enum { SERVICE_CHANNELS = 64, SERVICE_CHANNEL_NAME = 128 };

struct service_channel {
	char name[SERVICE_CHANNEL_NAME];
	bool is_up; /* enabled, and its last message was delivered */
	double seconds; /* from a message to its delivery, mean of the last hour */
};

/* The watcher's figures (watcher/watcher.h). */
struct service_watch {
	int64_t open[WATCH_SEVERITIES][WATCH_CAUSE_CLASSES];
	int64_t opened, dismissed; /* since the start */
	int64_t looks_answered, looks_refused, looks_lost; /* the same */
	int64_t false_alarms; /* as people say, of those that are stored */
	double seconds; /* CPU time */
	int64_t judged_ms; /* when it last had judged everything; 0: it never did */
	int64_t outbox[OUTBOX_STATES]; /* messages that are stored */
	double outbox_age_s; /* of the oldest one that must be sent; 0: none */
	size_t n_channels;
	struct service_channel channels[SERVICE_CHANNELS];
};
struct service_watch service_watch(struct service *s);

/* The folder of a database that is a file; "" for others. */
void service_folder(const char *database, char *ret_folder, size_t room);
/* Is there too little room on the disk of this folder for the database? "" is none: false.
 * *ret_free: bytes that are free; may be NULL. */
bool service_disk_is_full(const char *folder, uint64_t *ret_free);

int64_t service_started_ms(const struct service *s);

enum { HEALTH_REASONS = 4 };

struct service_health {
	bool is_live; /* the engine's loop runs; if not, restart the program */
	bool is_ready; /* requests can be processed; if not, wait */
	size_t n_reasons; /* reasons if not */
	const char *reasons[HEALTH_REASONS]; /* static texts without data of users */
};
struct service_health service_health(struct service *s, int64_t now_ms);

#endif
