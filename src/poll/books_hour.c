/* SPDX-License-Identifier: Apache-2.0 */
#include "poll/books_int.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "base/buf.h"
#include "model/plan.h"
#include "sched/predict.h"
#include "sched/quota.h"

enum { REPORT_MAX_BYTES = 4096 };

/* ---- trackers ---------------------------------------------------------------- */

static int64_t
pending_of(const struct tracker *t)
{
	int64_t pending = quota_pending(&t->q) - t->lost;

	return pending > 0 ? pending : 0;
}

static bool
is_open(const struct tracker *t)
{
	return (t->is_stored || t->q.required > 0) && t->q.status == QUOTA_IN_PROGRESS;
}

static void
tracker_put(struct books *b, struct tracker *t)
{
	t->q.pending = t->q.status == QUOTA_IN_PROGRESS ? pending_of(t) : 0;
	b->world.put_quota(b->world.ctx, &t->q);
	t->is_stored = true;
	t->is_dirty = false;
}

/* "08:00", as the site's clock shows it. */
static void
clock_words(int64_t at_ms, char words[8])
{
	time_t at = (time_t)(at_ms / 1000);
	struct tm tm;

	(void)localtime_r(&at, &tm);
	(void)strftime(words, 8, "%H:%M", &tm);
}

static void
add_violation(struct books *b, const struct tracker *t, enum severity severity,
    const char *name, int64_t now_ms)
{
	struct violation v = { .key = t->q.key,
		.period_end_ms = t->q.period_end_ms,
		.severity = severity,
		.created_ms = now_ms,
		.acked_by = "" };
	struct book_note note = { .level = severity >= SEVERITY_HIGH ? ENTRY_ERROR
								     : ENTRY_WARNING,
		.event = "quota_violation",
		.olt = t->q.key.olt,
		.at_ms = now_ms };
	struct buf report = BUF_INIT(REPORT_MAX_BYTES);
	char from[8], to[8];

	quota_report(&t->q, t->troubles, &report);
	v.report = note.details = buf_text(&report);
	clock_words(t->q.key.period_start_ms, from);
	clock_words(t->q.period_end_ms, to);
	b->world.add_violation(b->world.ctx, &v);
	book_note(b, &note,
	    "%s: %" PRId64 " of %" PRId64 " %s runs between %s and %s (%s)",
	    name ? name : "an OLT", t->q.completed, t->q.required,
	    task_type_name(t->q.key.type), from, to, severity_name(severity));
	buf_fini(&report);
}

void
tracker_close(struct books *b, struct tracker *t, const char *name, int64_t now_ms)
{
	enum severity severity;

	t->q.status = quota_judge(&t->q);
	if (quota_violates(&t->q, &severity))
		add_violation(b, t, severity, name, now_ms);
	tracker_put(b, t);
}

/* ---- an hour ----------------------------------------------------------------- */

struct book_hour *
book_hour_of(struct book_olt *o, int64_t due_ms)
{
	int64_t start = quota_period_of(due_ms);

	if (start == o->hour.start_ms)
		return &o->hour;
	return start == o->before.start_ms ? &o->before : NULL;
}

bool
book_hour_is_settled(const struct book_hour *h)
{
	for (int i = 0; i < TASK_TYPES; i++) {
		if (is_open(&h->trackers[i]) && pending_of(&h->trackers[i]) > 0)
			return false;
	}
	return true;
}

static void
move_plan(struct books *b, const struct book_olt *o, struct book_hour *h,
    enum plan_status status, int64_t now_ms)
{
	struct plan plan = { .olt = o->id,
		.period_start_ms = h->start_ms,
		.period_end_ms = h->start_ms + QUOTA_PERIOD_MS,
		.status = status,
		.completed = h->plan.completed,
		.failed = h->plan.failed,
		.created_ms = h->plan.created_ms,
		.updated_ms = now_ms };

	b->world.move_plan(b->world.ctx, &plan);
	h->plan.is_dirty = false;
	h->plan.told_ms = now_ms;
	h->plan.is_active = status == PLAN_ACTIVE;
}

void
book_hour_flush(struct books *b, struct book_olt *o, struct book_hour *h, int64_t now_ms)
{
	for (int i = 0; i < TASK_TYPES; i++) {
		if (h->trackers[i].is_dirty)
			tracker_put(b, &h->trackers[i]);
	}
	if (h->plan.is_active && h->plan.is_dirty)
		move_plan(b, o, h, PLAN_ACTIVE, now_ms);
}

void
book_hour_close(struct books *b, struct book_olt *o, struct book_hour *h, int64_t now_ms)
{
	for (int i = 0; i < TASK_TYPES; i++) {
		if (is_open(&h->trackers[i]))
			tracker_close(b, &h->trackers[i], o->name, now_ms);
	}
	if (h->plan.is_active)
		move_plan(b, o, h, PLAN_COMPLETED, now_ms);
	*h = (struct book_hour){ 0 };
}

void
book_hour_interrupt(
    struct books *b, struct book_olt *o, struct book_hour *h, int64_t now_ms)
{
	for (int i = 0; i < TASK_TYPES; i++) {
		if (!is_open(&h->trackers[i]))
			continue;
		h->trackers[i].q.status = QUOTA_INTERRUPTED;
		tracker_put(b, &h->trackers[i]);
	}
	if (h->plan.is_active)
		move_plan(b, o, h, PLAN_ABORTED, now_ms);
}

static void
begin_hour(struct book_olt *o, int64_t start_ms, int64_t from_ms)
{
	int64_t owed[TASK_TYPES] = { 0 };

	o->hour = (struct book_hour){ .start_ms = start_ms, .unplanned_ms = from_ms };
	book_nodes_owe(o->nodes, o->n_nodes, from_ms, start_ms + QUOTA_PERIOD_MS, owed);
	for (int i = 0; i < TASK_TYPES; i++) {
		struct tracker *t = &o->hour.trackers[i];

		t->q = (struct quota){
			.key = { o->id, (enum task_type)i, start_ms },
			.period_end_ms = start_ms + QUOTA_PERIOD_MS,
			.required = owed[i],
		};
		t->is_dirty = owed[i] > 0;
	}
}

void
book_roll(struct books *b, struct book_olt *o, int64_t now_ms, int64_t from_ms)
{
	int64_t start = quota_period_of(now_ms);
	int64_t back = o->hour.start_ms - start;

	/* A clock that was put back a little comes to this hour again; one that was far
	 * ahead does not. */
	if (back == 0 || (back > 0 && back <= 2 * QUOTA_PERIOD_MS))
		return;
	if (o->before.start_ms)
		book_hour_close(b, o, &o->before, now_ms);
	if (o->hour.start_ms) {
		book_hour_flush(b, o, &o->hour, now_ms);
		o->before = o->hour;
	}
	begin_hour(o, start, from_ms > start ? from_ms : start);
	o->wants_plan = o->enabled;
}

/* ---- at risk ----------------------------------------------------------------- */

static int64_t
average_of(const struct book_olt *o, const struct tracker *t)
{
	int64_t average = quota_average_ms(&t->q);

	for (size_t i = 0; average == 0 && i < o->n_nodes; i++) {
		if (o->nodes[i].type == t->q.key.type)
			average = o->nodes[i].average_ms;
	}
	return average;
}

void
book_check_risk(struct books *b, struct book_olt *o, int64_t now_ms)
{
	int64_t work[TASK_TYPES] = { 0 }, all = 0;

	for (int i = 0; i < TASK_TYPES; i++) {
		const struct tracker *t = &o->hour.trackers[i];

		work[i] = is_open(t) ? pending_of(t) * average_of(o, t) : 0;
		all += work[i];
	}
	for (int i = 0; i < TASK_TYPES; i++) {
		struct tracker *t = &o->hour.trackers[i];
		char details[128];
		struct book_note note = { .level = ENTRY_WARNING,
			.event = "quota_at_risk",
			.olt = o->id,
			.at_ms = now_ms,
			.details = details };

		if (!is_open(t) || t->was_at_risk ||
		    !quota_is_at_risk(&t->q, average_of(o, t), all - work[i], now_ms))
			continue;
		t->was_at_risk = true;
		(void)snprintf(details, sizeof(details),
		    "{\"task_type\":\"%s\",\"completed\":%" PRId64
		    ",\"required\":%" PRId64 "}",
		    task_type_name(t->q.key.type), t->q.completed, t->q.required);
		book_note(b, &note,
		    "%s: %" PRId64 " of %" PRId64
		    " %s runs of this hour are made, and the others are at risk",
		    o->name, t->q.completed, t->q.required,
		    task_type_name(t->q.key.type));
	}
}

/* ---- the plan ---------------------------------------------------------------- */

/* The masters of the OLT that run; answers how many. */
static size_t
list_units(const struct book_olt *o, int64_t from_ms, struct predict_node *units)
{
	size_t n = 0;

	for (size_t i = 0; i < o->n_nodes; i++) {
		const struct book_node *node = &o->nodes[i];

		if (node->master.v || !node->runs)
			continue;
		units[n++] = (struct predict_node){ node->id, node->type, &node->schedule,
			book_node_next(node, from_ms), node->priority,
			book_unit_ms(o, node) };
	}
	return n;
}

static void
put_plan(struct books *b, struct book_olt *o, const struct prediction *p, int64_t from_ms,
    int64_t now_ms)
{
	struct plan plan = { .olt = o->id,
		.period_start_ms = o->hour.start_ms,
		.period_end_ms = o->hour.start_ms + QUOTA_PERIOD_MS,
		.status = PLAN_ACTIVE,
		.fits = p->fits,
		.total = p->total,
		.created_ms = now_ms,
		.updated_ms = now_ms,
		.n_runs = p->n_runs,
		.runs = p->runs };
	struct book_note note = { .level = ENTRY_WARNING,
		.event = "plan_does_not_fit",
		.olt = o->id,
		.at_ms = now_ms };
	char from[8], details[256];

	b->world.put_plan(b->world.ctx, &plan);
	o->hour.plan = (struct book_plan){ .is_active = true,
		.created_ms = now_ms,
		.from_ms = from_ms,
		.told_ms = now_ms };
	if (p->fits)
		return;
	clock_words(o->hour.start_ms, from);
	(void)snprintf(details, sizeof(details),
	    "{\"period_start_ms\":%" PRId64 ",\"total\":%" PRId64 ",\"work_ms\":%" PRId64
	    ",\"skipped\":%" PRId64 ",\"beyond\":%" PRId64 "}",
	    o->hour.start_ms, p->total, p->work_ms, p->skipped, p->beyond);
	note.details = details;
	book_note(b, &note, "%s: the hour from %s on: %s", o->name, from, p->words);
}

/* What is due from now on; at first, of the hour as far as it is owed. */
void
book_plan(struct books *b, struct book_olt *o, int64_t now_ms)
{
	struct predict_node *units = calloc(o->n_nodes ? o->n_nodes : 1, sizeof(*units));
	int64_t from = o->hour.unplanned_ms ? o->hour.unplanned_ms : now_ms;
	struct prediction p;
	size_t n;

	if (!units)
		return; /* it is wanted still, and made with the next round */
	n = list_units(o, from, units);
	if (predict(units, n, from, o->hour.start_ms + QUOTA_PERIOD_MS, &p) == RC_OK) {
		o->wants_plan = false;
		o->hour.unplanned_ms = 0;
		if (p.total > 0 || o->hour.plan.is_active)
			put_plan(b, o, &p, from, now_ms);
		prediction_fini(&p);
	}
	free(units);
}
