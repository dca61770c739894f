/* SPDX-License-Identifier: Apache-2.0 */
#include "sched/predict.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/vec.h"

struct cursor {
	const struct predict_node *node;
	int64_t due_ms; /* its next slot */
	int64_t busy_until_ms; /* its last run is open until then */
};

struct simulation {
	struct cursor *cursors; /* owned */
	size_t n;
	int64_t to_ms;
	int64_t free_ms; /* the OLT is, from then on */
	struct vec runs; /* struct plan_run */
};

static bool
is_before(const struct cursor *a, const struct cursor *b)
{
	if (a->due_ms != b->due_ms)
		return a->due_ms < b->due_ms;
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

		if (c->due_ms < s->to_ms && (!first || is_before(c, first)))
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

static enum rc
run_slot(struct simulation *s, struct cursor *c, struct prediction *p)
{
	int64_t start = c->due_ms > s->free_ms ? c->due_ms : s->free_ms;

	if (c->due_ms < c->busy_until_ms) {
		p->skipped++;
		return RC_OK;
	}
	s->free_ms = start + c->node->duration_ms;
	c->busy_until_ms = s->free_ms;
	p->total++;
	p->work_ms += c->node->duration_ms;
	if (start >= s->to_ms)
		p->beyond++;
	return list_run(s, c, start);
}

/* The slots of a node of a second are seen one by one, which is 3,600 steps. */
static enum rc
simulate(struct simulation *s, struct prediction *p)
{
	struct cursor *c;

	while ((c = next_due(s))) {
		enum rc rc = run_slot(s, c, p);

		if (rc != RC_OK)
			return rc;
		c->due_ms = schedule_next(c->node->schedule, c->due_ms, c->due_ms, NULL);
	}
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
	    " will start too late",
	    p->skipped, p->beyond);
}

static enum rc
place_cursors(struct simulation *s, const struct predict_node *nodes, int64_t from_ms)
{
	s->cursors = calloc(s->n ? s->n : 1, sizeof(*s->cursors));
	if (!s->cursors)
		return RC_NOMEM;
	for (size_t i = 0; i < s->n; i++) {
		int64_t due = nodes[i].next_run_ms;

		assert(nodes[i].duration_ms >= 0);
		if (due < from_ms)
			due = schedule_next(nodes[i].schedule, 0, from_ms - 1, NULL);
		s->cursors[i] = (struct cursor){ &nodes[i], due, 0 };
	}
	return RC_OK;
}

enum rc
predict(const struct predict_node *nodes, size_t n, int64_t from_ms, int64_t to_ms,
    struct prediction *ret_prediction)
{
	struct simulation s = { .n = n,
		.to_ms = to_ms,
		.free_ms = from_ms,
		.runs = VEC_INIT(struct plan_run) };
	struct prediction p = { 0 };
	enum rc rc = place_cursors(&s, nodes, from_ms);

	if (rc == RC_OK)
		rc = simulate(&s, &p);
	free(s.cursors);
	if (rc != RC_OK) {
		vec_fini(&s.runs);
		return rc;
	}
	p.runs = s.runs.data; /* its memory is ours now */
	p.n_runs = s.runs.n;
	p.fits = p.skipped == 0 && p.beyond == 0;
	say(&p, to_ms - from_ms);
	*ret_prediction = p;
	return RC_OK;
}

void
prediction_fini(struct prediction *p)
{
	free(p->runs);
	*p = (struct prediction){ 0 };
}
