/* SPDX-License-Identifier: Apache-2.0 */
#include "sched/predict.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/vec.h"

struct cursor {
	const struct predict_node *node;
	struct predict_tally *tally;
	int64_t due_ms; /* its next slot */
	int64_t busy_until_ms; /* its last run is open until then */
	/* A running sweep: */
	int64_t slices_left;
	int64_t slice_due_ms;
	int64_t gap_ms;
	bool is_counted; /* it is due in the predicted time */
};

struct simulation {
	struct cursor *cursors; /* owned */
	size_t n;
	int64_t to_ms;
	int64_t free_ms; /* the OLT is free from then on */
	struct vec runs; /* struct plan_run */
};

static bool
is_sweep(const struct cursor *c)
{
	return c->node->slices > 1;
}

/* Its next slot, or the next slice of its sweep. */
static int64_t
moment_of(const struct cursor *c)
{
	if (c->slices_left > 0 && c->slice_due_ms < c->due_ms)
		return c->slice_due_ms;
	return c->due_ms;
}

static bool
is_before(const struct cursor *a, const struct cursor *b)
{
	int64_t x = moment_of(a), y = moment_of(b);

	if (x != y)
		return x < y;
	if (a->node->priority != b->node->priority)
		return a->node->priority > b->node->priority;
	return a->node->node.v < b->node->node.v;
}

/* NULL: nothing more is due before the end. */
static struct cursor *
next_due(struct simulation *s)
{
	struct cursor *first = NULL;

	for (size_t i = 0; i < s->n; i++) {
		struct cursor *c = &s->cursors[i];

		if (moment_of(c) < s->to_ms && (!first || is_before(c, first)))
			first = c;
	}
	return first;
}

static enum rc
list_run(struct simulation *s, const struct cursor *c, int64_t start_ms)
{
	struct plan_run *run;

	if (s->runs.n == PREDICT_RUNS_MAX)
		return RC_OK;
	run = vec_add(&s->runs);
	if (!run)
		return RC_NOMEM;
	*run = (struct plan_run){ c->node->node, c->node->type, c->due_ms, start_ms,
		c->node->duration_ms };
	return RC_OK;
}

/* ---- sweeps ------------------------------------------------------------------- */

static int64_t
slice_ms(const struct cursor *c)
{
	return c->node->duration_ms / c->node->slices;
}

/* It uses the OLT for the duration of one slice. If a slice is late, the slices that
 * should have run in the meantime follow at once. */
static void
run_slice(struct simulation *s, struct cursor *c)
{
	int64_t start = c->slice_due_ms > s->free_ms ? c->slice_due_ms : s->free_ms;

	/* Its next slot is earlier. */
	if (start >= c->due_ms) {
		c->slice_due_ms = c->due_ms;
		return;
	}
	s->free_ms = start + slice_ms(c);
	c->slice_due_ms += c->gap_ms;
	c->slices_left--;
	if (c->slices_left == 0)
		c->tally->made += c->is_counted;
}

/* The next slot is reached, and the sweep is not complete. */
static void
cut_short(struct cursor *c, struct prediction *p)
{
	if (c->slices_left == 0)
		return;
	c->slices_left = 0;
	c->tally->missed += c->is_counted;
	p->cut++;
}

/* A sweep that runs at the end continues until its next slot, if there is enough time. */
static void
end_sweep(const struct simulation *s, struct cursor *c, struct prediction *p)
{
	if (c->slices_left == 0 || !c->is_counted)
		return;
	if (c->slices_left * slice_ms(c) > c->due_ms - s->to_ms)
		cut_short(c, p);
	else
		c->tally->made++;
}

static void
begin_sweep(struct simulation *s, struct cursor *c, int64_t next_ms)
{
	int64_t start = c->due_ms > s->free_ms ? c->due_ms : s->free_ms;

	c->slices_left = c->node->slices;
	c->slice_due_ms = start;
	c->gap_ms = (next_ms - start) / 100 * PREDICT_SPREAD_PCT / c->node->slices;
	if (c->gap_ms < 0)
		c->gap_ms = 0;
	c->is_counted = true;
}

/* A sweep that started before: its remaining slices, spread over the remaining time. */
static void
resume_sweep(struct cursor *c, int64_t from_ms)
{
	c->slices_left = c->node->slices_left;
	c->slice_due_ms = from_ms;
	if (c->slices_left > 0 && c->due_ms != INT64_MAX)
		c->gap_ms =
		    (c->due_ms - from_ms) / 100 * PREDICT_SPREAD_PCT / c->slices_left;
}

/* ---- runs ----------------------------------------------------------------------- */

static void
count_run(struct simulation *s, struct cursor *c, struct prediction *p, int64_t start)
{
	int64_t next = schedule_next(c->node->schedule, c->due_ms, c->due_ms, NULL);
	int64_t end = start + c->node->duration_ms;

	p->total += !c->node->is_link;
	p->work_ms += c->node->duration_ms;
	p->beyond += start >= s->to_ms && start - c->due_ms >= PREDICT_LATE_MS;
	if (is_sweep(c))
		return;
	/* It may run until its next slot and a little longer. */
	if (next != INT64_MAX && end > next + PREDICT_LATE_MS && end > s->to_ms)
		c->tally->missed++;
	else
		c->tally->made++;
}

static enum rc
run_slot(struct simulation *s, struct cursor *c, struct prediction *p)
{
	int64_t start = c->due_ms > s->free_ms ? c->due_ms : s->free_ms;

	if (c->due_ms < c->busy_until_ms) {
		p->skipped++;
		c->tally->missed++;
		return RC_OK;
	}
	if (!is_sweep(c)) {
		s->free_ms = start + c->node->duration_ms;
		c->busy_until_ms = s->free_ms;
	}
	count_run(s, c, p, start);
	return c->node->is_link ? RC_OK : list_run(s, c, start);
}

static enum rc
step(struct simulation *s, struct cursor *c, struct prediction *p)
{
	int64_t next_ms;
	enum rc rc;

	if (moment_of(c) < c->due_ms) {
		run_slice(s, c);
		return RC_OK;
	}
	cut_short(c, p);
	next_ms = schedule_next(c->node->schedule, c->due_ms, c->due_ms, NULL);
	rc = run_slot(s, c, p);
	if (rc == RC_OK && is_sweep(c))
		begin_sweep(s, c, next_ms);
	c->due_ms = next_ms;
	return rc;
}

/* For a node with an interval of one second every slot is visited: 3,600 steps. */
static enum rc
simulate(struct simulation *s, struct prediction *p)
{
	struct cursor *c;

	while ((c = next_due(s))) {
		enum rc rc = step(s, c, p);

		if (rc != RC_OK)
			return rc;
	}
	for (size_t i = 0; i < s->n; i++)
		end_sweep(s, &s->cursors[i], p);
	return RC_OK;
}

static void
say(struct prediction *p, int64_t span_ms)
{
	int n = snprintf(p->words, sizeof(p->words),
	    "%" PRId64 " runs take %" PRId64 " s of %" PRId64 " s", p->total,
	    p->work_ms / 1000, span_ms / 1000);

	if (p->fits)
		return;
	(void)snprintf(p->words + n, sizeof(p->words) - (size_t)n,
	    ", which does not fit: %" PRId64 " more will be skipped, %" PRId64
	    " will start too late, %" PRId64 " will not get through",
	    p->skipped, p->beyond, p->cut);
}

static enum rc
place_cursors(struct simulation *s, const struct predict_node *nodes,
    struct predict_tally *tallies, int64_t from_ms)
{
	s->cursors = calloc(s->n ? s->n : 1, sizeof(*s->cursors));
	if (!s->cursors)
		return RC_NOMEM;
	for (size_t i = 0; i < s->n; i++) {
		struct cursor *c = &s->cursors[i];
		int64_t due = nodes[i].next_run_ms;

		assert(nodes[i].duration_ms >= 0);
		if (due < from_ms)
			due = schedule_next(nodes[i].schedule, 0, from_ms - 1, NULL);
		*c = (struct cursor){
			.node = &nodes[i], .tally = &tallies[i], .due_ms = due
		};
		if (is_sweep(c))
			resume_sweep(c, from_ms);
	}
	return RC_OK;
}

/* The one that has waited longest; NULL: none. */
static struct cursor *
next_open(const struct simulation *s)
{
	struct cursor *first = NULL;

	for (size_t i = 0; i < s->n; i++) {
		struct cursor *c = &s->cursors[i];

		if (c->node->open_ms == 0 || c->busy_until_ms || is_sweep(c))
			continue;
		if (!first || c->node->open_due_ms < first->node->open_due_ms)
			first = c;
	}
	return first;
}

/* First the runs that already run or wait. */
static void
run_open(struct simulation *s)
{
	struct cursor *c;

	while ((c = next_open(s))) {
		s->free_ms += c->node->open_ms;
		c->busy_until_ms = s->free_ms;
	}
}

enum rc
predict(const struct predict_node *nodes, size_t n, int64_t from_ms, int64_t to_ms,
    struct prediction *ret_prediction)
{
	struct simulation s = { .n = n,
		.to_ms = to_ms,
		.free_ms = from_ms,
		.runs = VEC_INIT(struct plan_run) };
	struct prediction p = { .tallies = calloc(n ? n : 1, sizeof(*p.tallies)) };
	enum rc rc = p.tallies ? place_cursors(&s, nodes, p.tallies, from_ms) : RC_NOMEM;

	if (rc == RC_OK) {
		run_open(&s);
		rc = simulate(&s, &p);
	}
	free(s.cursors);
	if (rc != RC_OK) {
		vec_fini(&s.runs);
		free(p.tallies);
		return rc;
	}
	p.runs = s.runs.data; /* the memory now belongs to p */
	p.n_runs = s.runs.n;
	p.fits = p.skipped == 0 && p.beyond == 0 && p.cut == 0;
	say(&p, to_ms - from_ms);
	*ret_prediction = p;
	return RC_OK;
}

void
prediction_fini(struct prediction *p)
{
	free(p->runs);
	free(p->tallies);
	*p = (struct prediction){ 0 };
}
