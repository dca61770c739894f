/* SPDX-License-Identifier: Apache-2.0
 *
 * Past hours: plans, required runs, and their results.
 */
#include "demo/past_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "sched/quota.h"
#include "sim/life.h"
#include "store/ledger/coordinator.h"
#include "store/ledger/plan.h"
#include "store/ledger/quota.h"

enum {
	RUNS_MAX = 64, /* of one OLT in one hour */
	REPORT_MAX = 4096,
	POLLERS = 10,
	SEEN_AFTER_MS = 24 * 3600 * 1000, /* older violations are marked as seen */
};

/* ---- the plan ---------------------------------------------------------------------------- */

static int
by_due(const void *a, const void *b)
{
	int64_t x = ((const struct plan_run *)a)->due_ms;
	int64_t y = ((const struct plan_run *)b)->due_ms;

	return (x > y) - (x < y);
}

static size_t
list_runs(const struct past_olt *o, int64_t hour_ms, struct plan_run runs[RUNS_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < o->n_nodes; i++) {
		const struct past_node *node = &o->nodes[i];

		for (int64_t at = past_slot(node, hour_ms);
		     at < hour_ms + HOUR_MS && n < RUNS_MAX; at += node->every_ms)
			runs[n++] = (struct plan_run){ node->id, node->type, at, at,
				node->takes_ms };
	}
	qsort(runs, n, sizeof(runs[0]), by_due);
	return n;
}

static enum rc
put_plan(struct past *p, struct past_olt *o, int64_t hour_ms, const struct plan_run *runs,
    size_t n)
{
	struct plan plan = { .olt = o->id,
		.period_start_ms = hour_ms,
		.period_end_ms = hour_ms + HOUR_MS,
		.status = PLAN_ACTIVE,
		.fits = true,
		.total = (int64_t)n,
		.created_ms = hour_ms + 1000,
		.updated_ms = hour_ms + 1000,
		.n_runs = n,
		.runs = runs };

	o->planned_ms = plan.created_ms;
	return store_plan_put(p->db, &plan, p->err);
}

enum rc
past_hour_begin(struct past *p, struct past_olt *o, int64_t hour_ms)
{
	struct plan_run runs[RUNS_MAX] = { 0 };
	size_t n = list_runs(o, hour_ms, runs);

	o->completed = o->failed = 0;
	memset(o->troubles, 0, sizeof(o->troubles));
	for (size_t i = 0; i < o->n_nodes; i++) {
		const struct past_node *node = &o->nodes[i];

		o->quotas[i] = (struct quota){
			.key = { o->id, node->job, hour_ms },
			.period_end_ms = hour_ms + HOUR_MS,
		};
		memcpy(o->quotas[i].task_type, node->label, sizeof(node->label));
		for (size_t r = 0; r < n; r++)
			o->quotas[i].required += runs[r].node.v == node->id.v;
	}
	return put_plan(p, o, hour_ms, runs, n);
}

/* ---- results ---------------------------------------------------------------- */

static enum rc
say_violation(struct past *p, const struct past_olt *o, const struct quota *q,
    enum severity severity, const char *report)
{
	struct coordinator_entry line = { .at_ms = q->period_end_ms,
		.level = ENTRY_CRITICAL,
		.event = "QUOTA_VIOLATION",
		.details = report };
	time_t at = (time_t)(q->key.period_start_ms / 1000);
	char message[256], from[8];
	struct tm tm;

	(void)localtime_r(&at, &tm);
	(void)strftime(from, sizeof(from), "%H:%M", &tm);
	(void)snprintf(message, sizeof(message),
	    "%s: %lld of %lld %s runs in the hour from %s on (%s)", o->name,
	    (long long)q->completed, (long long)q->required, q->task_type, from,
	    severity_name(severity));
	line.message = message;
	return past_say(p, o, &line);
}

static enum rc
add_violation(struct past *p, const struct past_olt *o, const struct quota *q,
    const uint16_t troubles[TROUBLES], enum severity severity)
{
	struct buf report = BUF_INIT(REPORT_MAX);
	struct violation v = { .key = q->key,
		.period_end_ms = q->period_end_ms,
		.severity = severity,
		.created_ms = q->period_end_ms,
		.acked_by = "" };
	int64_t seen_ms = q->period_end_ms + HOUR_MS;
	enum rc rc;

	memcpy(v.task_type, q->task_type, sizeof(v.task_type));
	quota_report(q, troubles, &report);
	v.report = buf_text(&report);
	rc = store_violation_add(p->db, &v, p->err);
	if (rc == RC_OK && seen_ms < p->ask->now_ms - SEEN_AFTER_MS)
		rc = store_violation_ack(p->db, v.id, "admin", seen_ms, p->err);
	if (rc == RC_OK)
		rc = say_violation(p, o, q, severity, v.report);
	buf_fini(&report);
	return rc;
}

static enum rc
close_quota(struct past *p, struct past_olt *o, size_t node)
{
	struct quota *q = &o->quotas[node];
	enum severity severity;
	enum rc rc;

	q->status = quota_judge(q);
	rc = store_quota_put(p->db, q, q->period_end_ms, p->err);
	if (rc == RC_OK && quota_violates(q, &severity))
		rc = add_violation(p, o, q, o->troubles[node], severity);
	return rc;
}

enum rc
past_hour_end(struct past *p, struct past_olt *o, int64_t hour_ms)
{
	struct plan plan = { .olt = o->id,
		.period_start_ms = hour_ms,
		.period_end_ms = hour_ms + HOUR_MS,
		.status = plan_ended(o->completed + o->failed, o->completed),
		.completed = o->completed,
		.failed = o->failed,
		.created_ms = o->planned_ms,
		.updated_ms = hour_ms + HOUR_MS };
	enum rc rc = store_plan_move(p->db, &plan, p->err);

	for (size_t i = 0; i < o->n_nodes && rc == RC_OK; i++) {
		if (o->quotas[i].required > 0)
			rc = close_quota(p, o, i);
	}
	return rc;
}

/* ---- the pollers ------------------------------------------------------------------------- */

enum rc
past_hour_pollers(struct past *p, int64_t hour_ms, int64_t until_ms)
{
	char machine[64] = "";
	enum rc rc = RC_OK;

	(void)gethostname(machine, sizeof(machine) - 1);
	for (int64_t at = hour_ms; at < until_ms && rc == RC_OK; at += MINUTE_MS) {
		double draw = life_fraction(11, (uint64_t)(at / MINUTE_MS), 1);
		struct poller_stats stats = { .at_ms = at,
			.machine = machine,
			.total = POLLERS,
			.busy = draw > 0.7 ? 1 : 0,
			.busy_percent = 2 + 9 * draw,
			.completed = 1 + (int64_t)(draw * 3),
			.late_p50_ms = 4 + (int64_t)(draw * 20),
			.late_p99_ms = 30 + (int64_t)(draw * 60) };

		rc = store_poller_stats_add(p->db, &stats, p->err);
	}
	return rc;
}
