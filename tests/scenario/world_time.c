/* SPDX-License-Identifier: Apache-2.0
 *
 * Events in the course of time: orders end, results are written, probes are answered, the
 * coordinator is called.
 */
#include "world_int.h"

#define WRITE_MS 20
#define UPTIME_WRAP (INT64_C(10) << 32) /* 2^32 hundredths of a second */
#define FIRST_GAP_MS 500 /* between two slices of a first pass */
#define ENOUGH 10 /* waiting results above which the engine holds dispatching */

int
happens_before(const void *a, const void *b)
{
	const struct happening *x = a, *y = b;

	if (x->at_mono_ms != y->at_mono_ms)
		return x->at_mono_ms < y->at_mono_ms ? -1 : 1;
	return x->number < y->number ? -1 : 1;
}

struct happening *
happens(
    struct world *w, int64_t in_ms, enum happening_kind kind, int64_t id, bool answered)
{
	struct happening *h = calloc(1, sizeof(*h));

	assert_non_null(h);
	*h = (struct happening){ .at_mono_ms = w->mono_ms + in_ms,
		.number = ++w->n_happenings,
		.kind = kind,
		.id = id,
		.answered = answered };
	check_rc(heap_reserve(&w->happenings, heap_count(&w->happenings) + 1), RC_OK);
	heap_add(&w->happenings, h);
	return h;
}

static const struct world_order *
order_of_const(const struct world *w, const struct story *s)
{
	return VEC_AT(&w->orders, struct world_order, s->order - 1);
}

/* The start of the next slice of a sweep. A late one is followed at once by the next. */
static int64_t
next_slice(const struct world *w, const struct story *s, const struct world_node *n)
{
	int64_t at_ms;

	if (!n->slice_every_ms)
		return w->wall_ms + n->slice_ms;
	if (order_of_const(w, s)->is_first)
		return w->wall_ms + FIRST_GAP_MS;
	at_ms = s->began_ms + (n->slices - s->slices_left + 1) * n->slice_every_ms;
	return at_ms > w->wall_ms ? at_ms : w->wall_ms + FIRST_GAP_MS;
}

static struct coordinator_outcome
outcome_of(const struct world *w, const struct world_olt *olt, struct story *s,
    const struct world_node *n, bool answered)
{
	struct coordinator_outcome c = { .state = EXECUTION_FAILED,
		.trouble = TROUBLE_TIMEOUT,
		.message = "no answer",
		.traffic = { .requests = 1, .timeouts = 1 } };

	if (!answered)
		return c;
	if (olt->result == EXECUTION_INTERRUPTED || (n->needs_onus && !olt->n_onus))
		return (struct coordinator_outcome){ .state = EXECUTION_INTERRUPTED,
			.trouble = TROUBLE_NOTHING_TO_ASK,
			.message = "no ONU is known yet" };
	c.state = olt->result;
	c.answered = true;
	c.trouble = c.state == EXECUTION_SUCCESS ? TROUBLE_NONE : TROUBLE_BAD_RESPONSE;
	c.message = c.state == EXECUTION_SUCCESS ? "" : "it speaks in tongues";
	c.traffic = (struct traffic){ .requests = 10, .varbinds = 1000 };
	c.onus.seen = olt->n_onus;
	if (s->slices_left > 1)
		c.resume_ms = next_slice(w, s, n);
	if (n->slices > 1)
		c.share = (struct share){ n->slices, n->slices - s->slices_left + 1 };
	s->slices_left--;
	return c;
}

static void
hand_over(struct world *w, struct execution_id id)
{
	int64_t *waits;

	if (!w->is_away) {
		happens(w, WRITE_MS, WRITTEN, id.v, true);
		return;
	}
	waits = vec_add(&w->unwritten);
	assert_non_null(waits);
	*waits = id.v;
	if (w->unwritten.n <= ENOUGH || w->is_holding)
		return;
	w->is_holding = true;
	coordinator_hold(w->coordinator, true, "store", world_moment(w));
}

/* A discovery updates the number of ONUs before its end is evaluated, as in the
 * engine. */
static void
discover(struct world *w, const struct world_node *n, bool answered)
{
	struct world_olt *o = olt_of(w, n->olt);

	if (n->coordinator.node.type != TASK_DISCOVERY || !answered ||
	    o->finds == o->n_onus)
		return;
	o->n_onus = o->finds;
	world_tell(w, o->id.v);
}

static void
order_ends(struct world *w, const struct happening *h)
{
	struct execution_id id = { h->id };
	struct story *s = story_of(w, id);
	struct world_order *order = order_of(w, s);
	struct coordinator_verdict verdict;

	/* It was stopped in the meantime, and may have started again. */
	if (h->order != s->order || order->ended_ms)
		return;
	struct world_node *n = node_of(w, order->node);
	struct coordinator_outcome outcome =
	    outcome_of(w, olt_of(w, order->olt), s, n, h->answered);
	order_over(w, s);
	discover(w, n, h->answered);
	coordinator_ended(w->coordinator, id, &outcome, world_moment(w), &verdict);
	execution_check(&verdict.execution);
	assert_int_equal(verdict.execution.id.v, id.v);
	assert_int_equal(
	    verdict.attempt.number == 0, verdict.execution.state == EXECUTION_RUNNING);
	if (verdict.execution.state == EXECUTION_RUNNING)
		assert_true(outcome.resume_ms);
	s->verdict = verdict.execution;
	s->has_verdict = true;
	s->is_parked = verdict.execution.state == EXECUTION_RUNNING;
	if (verdict.moves_next)
		n->coordinator.node.next_run_ms = verdict.next_run_ms;
	hand_over(w, id);
}

static void
written(struct world *w, struct execution_id id)
{
	struct story *s = story_of(w, id);
	enum rc says = w->store_says;

	/* It was interrupted, or started again, before the write. */
	if (s->has_verdict && says == RC_OK) {
		s->is_over = execution_is_over(s->verdict.state);
		s->has_verdict = false;
		story_store(s, &s->verdict);
		if (s->is_over)
			node_of(w, s->verdict.node)->coordinator.node.last_run_ms =
			    w->wall_ms;
	}
	coordinator_stored(w->coordinator, id, says, world_moment(w));
}

static void
happen(struct world *w, const struct happening *h)
{
	struct world_olt *olt;

	switch (h->kind) {
	case ORDER_ENDS:
		order_ends(w, h);
		break;
	case WRITTEN:
		written(w, (struct execution_id){ h->id });
		break;
	case PROBED:
		olt = olt_of(w, (struct olt_id){ h->id });
		olt->is_probed = false;
		if (h->answered && olt->up_mono_ms)
			olt->restarts += coordinator_uptime(w->coordinator, olt->id,
			    (w->mono_ms - olt->up_mono_ms) % UPTIME_WRAP,
			    world_moment(w));
		coordinator_probed(w->coordinator, olt->id, h->answered, world_moment(w));
		break;
	}
}

void
advance(struct world *w, int64_t to_mono_ms)
{
	assert_true(to_mono_ms >= w->mono_ms);
	w->wall_ms += to_mono_ms - w->mono_ms;
	w->mono_ms = to_mono_ms;
}

/* Figures that must always agree; expensive ones are checked less often. */
static void
check_figures(struct world *w)
{
	struct node_queue_figures b = node_queue_figures(w->queue);
	struct coordinator_figures f;

	assert_int_equal(coordinator_running(w->coordinator), w->under_way);
	assert_true(b.leased >= (size_t)w->under_way);
	/* After the pool was reduced, busy pollers above its size may end, and no more
	 * start. */
	if (w->under_way <= w->rules.pollers)
		w->most = w->rules.pollers;
	else if (w->under_way < w->most)
		w->most = w->under_way;
	if (w->n_ticks++ % 1000)
		return;
	f = coordinator_figures(w->coordinator, world_moment(w));
	assert_int_equal(f.busy, w->under_way);
	assert_in_range(f.total, w->rules.pollers, w->rules.pollers + f.busy);
	assert_int_equal(f.queue, b.waiting);
}

static void
tick(struct world *w)
{
	int64_t next_wall_ms = coordinator_tick(w->coordinator, world_moment(w));

	assert_true(next_wall_ms > w->wall_ms && next_wall_ms <= w->wall_ms + SECOND);
	w->next_tick_ms = w->mono_ms + (next_wall_ms - w->wall_ms);
	check_figures(w);
}

void
world_pass(struct world *w, int64_t ms)
{
	int64_t until = w->mono_ms + ms;

	for (;;) {
		struct happening *h = heap_first(&w->happenings);
		bool is_tick = !h || w->next_tick_ms <= h->at_mono_ms;
		int64_t at = is_tick ? w->next_tick_ms : h->at_mono_ms;

		if (at > until)
			break;
		advance(w, at > w->mono_ms ? at : w->mono_ms);
		if (is_tick) {
			tick(w);
			continue;
		}
		heap_remove(&w->happenings, h);
		happen(w, h);
		free(h);
	}
	advance(w, until);
}

void
world_sleep(struct world *w, int64_t ms)
{
	advance(w, w->mono_ms + ms);
}

void
world_step_clock(struct world *w, int64_t by_ms)
{
	w->wall_ms += by_ms;
}

void
world_database(struct world *w, bool is_away)
{
	w->is_away = is_away;
	if (is_away)
		return;
	for (size_t i = 0; i < w->unwritten.n; i++)
		happens(w, WRITE_MS, WRITTEN, *VEC_AT(&w->unwritten, int64_t, i), true);
	vec_clear(&w->unwritten);
	if (!w->is_holding)
		return;
	w->is_holding = false;
	coordinator_hold(w->coordinator, false, "store", world_moment(w));
}

void
world_store_says(struct world *w, enum rc rc)
{
	w->store_says = rc;
}
