/* SPDX-License-Identifier: Apache-2.0
 *
 * demo/past_int.h - shared by the parts of the demo's past: runs (past.c), hours
 * (hours.c) and the log (log.c).
 */
#ifndef FACHO_DEMO_PAST_INT_H
#define FACHO_DEMO_PAST_INT_H

#include "demo/past.h"
#include "demo/plant_int.h"
#include "model/coordinator.h"
#include "model/job.h"
#include "model/quota.h"
#include "store/db/db.h"
#include "store/history/samples.h"

enum { PAST_OLTS_MAX = 8, MINUTE_MS = 60000 };

#define HOUR_MS QUOTA_PERIOD_MS

struct past_node {
	struct node_id id;
	struct job_id job;
	enum task_type type;
	enum lane lane;
	enum standard_kind kind;
	char name[128]; /* of the job */
	char label[JOB_LABEL_MAX]; /* of its quotas */
	int64_t every_ms; /* its interval at that time */
	int64_t phase_ms;
	int64_t takes_ms; /* approximately */
};

struct past_olt {
	struct olt_id id;
	const char *name;
	struct demo_plant *plant; /* owned */
	size_t n_nodes;
	struct past_node nodes[STANDARD_KINDS];
	int64_t failures; /* in a row */
	/* Of the current hour, per node. */
	struct quota quotas[STANDARD_KINDS];
	uint16_t troubles[STANDARD_KINDS][TROUBLES];
	int64_t completed, failed, planned_ms;
};

struct past {
	const struct demo_past *ask;
	struct db *db;
	struct samples *samples;
	struct profile_set *profiles;
	struct arena *arena; /* of one run */
	struct past_olt olts[PAST_OLTS_MAX];
	int64_t last_execution, last_fence, n_entries;
	struct err *err;
};

/* A line of the coordinator's log; its key and OLT are filled in. (log.c) */
enum rc past_say(struct past *p, const struct past_olt *olt,
    const struct coordinator_entry *line) MUST_CHECK;
enum rc past_say_ended(struct past *p, const struct past_olt *o,
    const struct past_node *node, const struct execution *e) MUST_CHECK;
enum rc past_say_suspended(struct past *p, const struct past_olt *o, int64_t at_ms)
    MUST_CHECK;
enum rc past_say_back(struct past *p, const struct past_olt *o, int64_t at_ms) MUST_CHECK;

/* Its plan and required runs; then the results. (hours.c) */
enum rc past_hour_begin(struct past *p, struct past_olt *o, int64_t hour_ms) MUST_CHECK;
enum rc past_hour_end(struct past *p, struct past_olt *o, int64_t hour_ms) MUST_CHECK;
/* The pollers in each minute of an hour. */
enum rc past_hour_pollers(struct past *p, int64_t hour_ms, int64_t until_ms) MUST_CHECK;

/* The first slot of a node at or after this time. */
int64_t past_slot(const struct past_node *node, int64_t at_ms);

#endif
