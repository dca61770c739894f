/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/unit/ledger/ledger_lab.h - a ledger with one OLT, and ops that remember what was
 * written. Its nodes run by cron, so that their slots are known.
 */
#ifndef FACHO_TESTS_BOOKS_LAB_H
#define FACHO_TESTS_BOOKS_LAB_H

#include "check.h"

#include <jansson.h>
#include <time.h>

#include "model/plan.h"
#include "ledger/ledger.h"

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)
/* 2026-01-01 08:00 UTC */
#define EIGHT (INT64_C(1767225600000) + 8 * HOUR)

enum { OLT = 7, ROWS = 256, LINES = 256 };

/* ---- ops that remember ------------------------------------------------------ */

struct seen_quota {
	struct quota q;
	int times;
};

struct seen_plan {
	struct plan plan;
	int64_t first_due_ms;
};

static struct seen {
	struct seen_quota quotas[ROWS]; /* the last of each key */
	int n_quotas;
	struct violation violations[ROWS];
	char reports[ROWS][1024];
	int n_violations;
	struct seen_plan plans[ROWS]; /* each new one */
	int n_plans;
	struct plan moved[ROWS]; /* and each update of them */
	int n_moved;
	struct coordinator_entry entries[LINES];
	char events[LINES][32], messages[LINES][256], details[LINES][1024];
	int n_entries;
	struct poller_stats stats[ROWS];
	int n_stats;
	bool is_full;
} seen;

static inline bool
has_room(void *ctx)
{
	(void)ctx;
	return !seen.is_full;
}

static inline struct seen_quota *
seen_of(const struct quota_key *key)
{
	for (int i = 0; i < seen.n_quotas; i++) {
		const struct quota_key *k = &seen.quotas[i].q.key;

		if (k->olt.v == key->olt.v && k->job.v == key->job.v &&
		    k->period_start_ms == key->period_start_ms)
			return &seen.quotas[i];
	}
	assert_true(seen.n_quotas < ROWS);
	return &seen.quotas[seen.n_quotas++];
}

static inline void
put_quota(void *ctx, const struct quota *quota)
{
	struct seen_quota *s = seen_of(&quota->key);

	(void)ctx;
	s->q = *quota;
	s->times++;
}

static inline void
add_violation(void *ctx, const struct violation *violation)
{
	(void)ctx;
	assert_true(seen.n_violations < ROWS);
	(void)snprintf(seen.reports[seen.n_violations], 1024, "%s", violation->report);
	seen.violations[seen.n_violations++] = *violation;
}

static inline void
put_plan(void *ctx, const struct plan *plan)
{
	(void)ctx;
	assert_true(seen.n_plans < ROWS);
	seen.plans[seen.n_plans].plan = *plan;
	seen.plans[seen.n_plans++].first_due_ms = plan->n_runs ? plan->runs[0].due_ms : 0;
}

static inline void
move_plan(void *ctx, const struct plan *plan)
{
	(void)ctx;
	assert_true(seen.n_moved < ROWS);
	seen.moved[seen.n_moved++] = *plan;
}

static inline void
log_entry(void *ctx, const struct coordinator_entry *entry)
{
	int i = seen.n_entries++;

	(void)ctx;
	assert_true(i < LINES);
	seen.entries[i] = *entry;
	(void)snprintf(seen.events[i], 32, "%s", entry->event);
	(void)snprintf(seen.messages[i], 256, "%s", entry->message);
	(void)snprintf(seen.details[i], 1024, "%s", entry->details ? entry->details : "");
}

static inline void
add_stats(void *ctx, const struct poller_stats *stats)
{
	(void)ctx;
	assert_true(seen.n_stats < ROWS);
	seen.stats[seen.n_stats++] = *stats;
}

static const struct ledger_ops WORLD = {
	.has_room = has_room,
	.put_quota = put_quota,
	.add_violation = add_violation,
	.put_plan = put_plan,
	.move_plan = move_plan,
	.log = log_entry,
	.stats = add_stats,
};

/* ---- an OLT whose nodes run by cron ----------------------------------------- */

static inline struct ledger *
open_books(void)
{
	struct ledger_options options = LEDGER_OPTIONS;
	struct ledger *b = NULL;
	struct err err;

	(void)setenv("TZ", "UTC0", 1);
	tzset();
	memset(&seen, 0, sizeof(seen));
	check_rc(ledger_new(&options, &WORLD, &b, &err), RC_OK);
	return b;
}

static inline struct coordinator_node
node_of(int64_t id, enum task_type type, const char *cron)
{
	return (struct coordinator_node){
		.node = { .id = { id },
		    .olt = { OLT },
		    .job = { id },
		    .type = type,
		    .enabled = true,
		    .cron = cron,
		    .priority = 40 },
		.name = "job",
		.label = task_type_name(type),
	};
}

static inline void
tell(struct ledger *b, const struct coordinator_node *nodes, size_t n, bool enabled,
    int64_t now)
{
	struct coordinator_olt olt = { .id = { OLT },
		.name = "norte-1",
		.enabled = enabled,
		.n_nodes = n,
		.nodes = nodes };

	check_rc(ledger_olt(b, &olt, now), RC_OK);
}

/* Advance the time in steps of a second, up to and including `to`. */
static inline void
pass(struct ledger *b, int64_t *now, int64_t to)
{
	struct coordinator_figures figures = { 0 };

	for (; *now < to; *now = *now + SECOND < to ? *now + SECOND : to)
		ledger_tick(b, &figures, *now);
	ledger_tick(b, &figures, *now + 600); /* its part of the round */
}

static inline void
end_run(struct ledger *b, const struct coordinator_node *node, int64_t due, int64_t now,
    enum execution_state state)
{
	struct coordinator_event e = { .kind = COORDINATOR_ENDED,
		.at_ms = now,
		.olt = { OLT },
		.node = node->node.id,
		.job = node->node.job,
		.execution = { 1 },
		.type = node->node.type,
		.state = state,
		.is_made = state == EXECUTION_SUCCESS,
		.trouble = state == EXECUTION_SUCCESS ? TROUBLE_NONE : TROUBLE_TIMEOUT,
		.due_ms = due,
		.duration_ms = 2 * SECOND,
		.busy_ms = 2 * SECOND,
		.slices = 1,
		.message = "it ended" };

	ledger_event(b, &e);
}

/* Was a tracker of this job written? */
static inline bool
is_told(int64_t job, int64_t hour)
{
	for (int i = 0; i < seen.n_quotas; i++) {
		const struct quota_key *k = &seen.quotas[i].q.key;

		if (k->job.v == job && k->period_start_ms == hour)
			return true;
	}
	return false;
}

/* The stored tracker of a job; fails if there is none. A job has the number of its
 * node. */
static inline struct quota
told(int64_t job, int64_t hour)
{
	struct quota_key key = { { OLT }, { job }, hour };
	int n = seen.n_quotas;
	struct seen_quota *s = seen_of(&key);

	if (seen.n_quotas != n)
		fail_msg("no tracker of job %d", (int)job);
	return s->q;
}

static inline int
count_entries(const char *event)
{
	int n = 0;

	for (int i = 0; i < seen.n_entries; i++)
		n += strcmp(seen.events[i], event) == 0;
	return n;
}

/* Four runs are due; this number of them succeeds, the others fail. */
static inline void
live_through_an_hour(struct ledger *b, const struct coordinator_node *node, int good)
{
	int64_t now = EIGHT - MINUTE;

	tell(b, node, 1, true, now);
	for (int i = 0; i < 4; i++) {
		int64_t due = EIGHT + i * 15 * MINUTE;

		pass(b, &now, due + 2 * SECOND);
		end_run(
		    b, node, due, now, i < good ? EXECUTION_SUCCESS : EXECUTION_FAILED);
	}
	pass(b, &now, EIGHT + HOUR + 15 * SECOND);
}

#endif
