/* SPDX-License-Identifier: Apache-2.0
 *
 * The required runs of one job in one hour, and their results.
 */
#include "ledger/ledger_int.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/log.h"
#include "sched/predict.h"
#include "sched/quota.h"

enum {
	REPORT_MAX_BYTES = 4096,
	RISK_MS = 60000, /* between two checks for risks */
};

struct tracker *
tracker_find(const struct ledger_hour *h, struct job_id job)
{
	for (size_t i = 0; i < h->trackers.n; i++) {
		struct tracker *t = VEC_AT(&h->trackers, struct tracker, i);

		if (t->q.key.job.v == job.v)
			return t;
	}
	return NULL;
}

struct tracker *
tracker_of(struct ledger_hour *h, struct olt_id olt, struct job_id job, const char *label)
{
	struct tracker *t = tracker_find(h, job);

	if (t)
		return t;
	t = vec_add(&h->trackers);
	if (!t) {
		log_error("engine", "no memory for a quota");
		return NULL;
	}
	t->q.key = (struct quota_key){ olt, job, h->start_ms };
	t->q.period_end_ms = h->start_ms + QUOTA_PERIOD_MS;
	(void)snprintf(t->q.task_type, sizeof(t->q.task_type), "%s", label);
	return t;
}

int64_t
tracker_pending(const struct tracker *t)
{
	int64_t pending = quota_pending(&t->q) - t->lost;

	return pending > 0 ? pending : 0;
}

bool
tracker_is_open(const struct tracker *t)
{
	return (t->is_stored || t->q.required > 0) && t->q.status == QUOTA_IN_PROGRESS;
}

void
tracker_put(struct ledger *b, struct tracker *t)
{
	t->q.pending = t->q.status == QUOTA_IN_PROGRESS ? tracker_pending(t) : 0;
	b->ops.put_quota(b->ops.ctx, &t->q);
	t->is_stored = true;
	t->is_dirty = false;
}

/* ---- the end of the hour ------------------------------------------------------ */

void
clock_words(int64_t at_ms, char words[8])
{
	time_t at = (time_t)(at_ms / 1000);
	struct tm tm;

	(void)localtime_r(&at, &tm);
	(void)strftime(words, 8, "%H:%M", &tm);
}

static void
add_violation(struct ledger *b, const struct tracker *t, enum severity severity,
    const char *name, int64_t now_ms)
{
	struct violation v = { .key = t->q.key,
		.period_end_ms = t->q.period_end_ms,
		.severity = severity,
		.created_ms = now_ms,
		.acked_by = "" };
	struct ledger_note note = { .level = ENTRY_CRITICAL,
		.event = "QUOTA_VIOLATION",
		.olt = t->q.key.olt,
		.at_ms = now_ms };
	struct buf report = BUF_INIT(REPORT_MAX_BYTES);
	char from[8], to[8];

	memcpy(v.task_type, t->q.task_type, sizeof(v.task_type));
	quota_report(&t->q, t->troubles, &report);
	v.report = note.details = buf_text(&report);
	clock_words(t->q.key.period_start_ms, from);
	clock_words(t->q.period_end_ms, to);
	b->ops.add_violation(b->ops.ctx, &v);
	ledger_note(b, &note,
	    "%s: %" PRId64 " of %" PRId64 " %s runs between %s and %s (%s)",
	    name ? name : "an OLT", t->q.completed, t->q.required, t->q.task_type, from,
	    to, severity_name(severity));
	buf_fini(&report);
}

void
tracker_close(struct ledger *b, struct tracker *t, const char *name, int64_t now_ms)
{
	enum severity severity;

	t->q.status = quota_judge(&t->q);
	t->q.at_risk = false;
	if (quota_violates(&t->q, &severity))
		add_violation(b, t, severity, name, now_ms);
	tracker_put(b, t);
}

/* At this time the run has ended, or was replaced by the next one. INT64_MIN: no run will
 * come. */
static int64_t
deadline_of(const struct ledger *b, const struct ledger_olt *o, const struct tracker *t)
{
	const struct ledger_node *n =
	    ledger_nodes_of_job(o->nodes, o->n_nodes, t->q.key.job);
	int64_t next_ms = n ? ledger_node_next(n, t->q.period_end_ms) : INT64_MAX;

	return next_ms == INT64_MAX ? INT64_MIN : next_ms + b->options.grace_ms;
}

static bool
can_be_judged(const struct ledger *b, const struct ledger_olt *o, const struct tracker *t,
    int64_t now_ms)
{
	return tracker_pending(t) == 0 || now_ms >= deadline_of(b, o, t);
}

void
tracker_wait(struct ledger *b, struct ledger_olt *o, struct tracker *t, int64_t now_ms)
{
	struct tracker *waits = NULL;

	if (!can_be_judged(b, o, t, now_ms))
		waits = vec_add(&o->waiting);
	if (waits)
		*waits = *t;
	else
		tracker_close(b, t, o->name, now_ms);
}

struct tracker *
tracker_find_waiting(const struct ledger_olt *o, struct job_id job, int64_t due_ms)
{
	int64_t period = quota_period_of(due_ms);

	for (size_t i = 0; i < o->waiting.n; i++) {
		struct tracker *t = VEC_AT(&o->waiting, struct tracker, i);

		if (t->q.key.job.v == job.v && t->q.key.period_start_ms == period)
			return t;
	}
	return NULL;
}

bool
trackers_are_due(const struct ledger *b, const struct ledger_olt *o, int64_t now_ms)
{
	for (size_t i = 0; i < o->waiting.n; i++) {
		if (can_be_judged(b, o, VEC_AT(&o->waiting, struct tracker, i), now_ms))
			return true;
	}
	return false;
}

void
trackers_close(struct ledger *b, struct ledger_olt *o, bool all, int64_t now_ms)
{
	for (size_t i = o->waiting.n; i-- > 0;) {
		struct tracker *t = VEC_AT(&o->waiting, struct tracker, i);

		if (!all && !can_be_judged(b, o, t, now_ms))
			continue;
		tracker_close(b, t, o->name, now_ms);
		*t = *VEC_AT(&o->waiting, struct tracker, o->waiting.n - 1);
		o->waiting.n--;
	}
}

/* ---- at risk ----------------------------------------------------------------- */

static void
say_at_risk(
    struct ledger *b, const struct ledger_olt *o, struct tracker *t, int64_t now_ms)
{
	char details[JOB_LABEL_MAX + 128];
	struct ledger_note note = { .level = ENTRY_WARNING,
		.event = "QUOTA_AT_RISK",
		.olt = o->id,
		.at_ms = now_ms,
		.details = details };

	t->was_at_risk = true;
	(void)snprintf(details, sizeof(details),
	    "{\"job\":%" PRId64 ",\"task_type\":\"%s\",\"completed\":%" PRId64
	    ",\"required\":%" PRId64 "}",
	    t->q.key.job.v, t->q.task_type, t->q.completed, t->q.required);
	ledger_note(b, &note,
	    "%s: %" PRId64 " of %" PRId64
	    " %s runs of this hour are made, and the others are at risk",
	    o->name, t->q.completed, t->q.required, t->q.task_type);
}

/* The unit in which a node is predicted: its own, or its master's. */
static const struct predict_tally *
totals_cache_of(
    const struct ledger_olt *o, const struct ledger_node *n, const struct prediction *p)
{
	struct predict_node work;
	size_t at = 0;
	const struct predict_tally *of_master = NULL;

	for (size_t i = 0; i < o->n_nodes; i++) {
		const struct ledger_node *other = &o->nodes[i];

		if (!ledger_node_work(o, other, 0, &work))
			continue;
		if (other == n)
			return &p->tallies[at];
		if (other->id.v == n->master.v)
			of_master = &p->tallies[at];
		at++;
	}
	return of_master;
}

/* Runs that will still be completed: waiting and running ones, and those of the
 * prediction. */
static int64_t
to_come(const struct ledger_olt *o, const struct tracker *t, const struct prediction *p,
    int64_t now_ms)
{
	const struct ledger_node *n =
	    ledger_nodes_of_job(o->nodes, o->n_nodes, t->q.key.job);
	const struct predict_tally *tally =
	    n && n->runs ? totals_cache_of(o, n, p) : NULL;
	int64_t pending = tracker_pending(t), later;

	if (!tally)
		return pending;
	later = ledger_node_owes(n, now_ms, t->q.period_end_ms);
	if (later > pending)
		later = pending;
	return pending - later + (tally->made < later ? tally->made : later);
}

static bool
has_open(const struct ledger_olt *o)
{
	for (size_t i = 0; i < o->hour.trackers.n; i++) {
		const struct tracker *t = VEC_AT(&o->hour.trackers, struct tracker, i);

		if (tracker_is_open(t))
			return true;
	}
	return false;
}

void
ledger_check_risk(struct ledger *b, struct ledger_olt *o, int64_t now_ms)
{
	struct vec *trackers = &o->hour.trackers;
	struct prediction p;

	if (o->enabled && now_ms >= o->risk_ms && now_ms - o->risk_ms < RISK_MS)
		return;
	o->risk_ms = now_ms;
	if (!has_open(o) || ledger_predict(o, now_ms, &p) != RC_OK)
		return;
	for (size_t i = 0; i < trackers->n; i++) {
		struct tracker *t = VEC_AT(trackers, struct tracker, i);

		bool at_risk = tracker_is_open(t) &&
		    quota_is_at_risk(&t->q, to_come(o, t, &p, now_ms));

		t->is_dirty = t->is_dirty || at_risk != t->q.at_risk;
		t->q.at_risk = at_risk;
		if (at_risk && !t->was_at_risk)
			say_at_risk(b, o, t, now_ms);
	}
	prediction_fini(&p);
}
