/* SPDX-License-Identifier: Apache-2.0
 *
 * Executes the requests of the coordinator, and checks the rules for each.
 */
#include "world_int.h"

#define PROBE_MS 50
#define PROBE_SILENT_MS 2000

/* ---- the database ------------------------------------------------------------------- */

struct story *
story_of(struct world *w, struct execution_id id)
{
	struct story *s = map_find_u64(w->stories, (uint64_t)id.v);

	if (s)
		return s;
	s = calloc(1, sizeof(*s));
	assert_non_null(s);
	check_rc(map_add_u64(w->stories, (uint64_t)id.v, s), RC_OK);
	return s;
}

/* An ended execution does not change. */
void
story_store(struct story *s, const struct execution *e)
{
	execution_check(e);
	if (s->is_stored)
		assert_false(execution_is_over(s->stored.state));
	s->stored = *e;
	s->is_stored = true;
}

/* A slot is used by one execution. */
static void
check_slot(struct world *w, const struct coordinator_order *o)
{
	uint64_t key = (uint64_t)o->execution.node.v << 44 ^ (uint64_t)o->slot_ms;
	void *mine = (void *)(uintptr_t)o->execution.id.v, *used;

	if (o->slot_ms == 0)
		return;
	used = map_find_u64(w->slots, key);
	if (used)
		assert_ptr_equal(used, mine);
	else
		check_rc(map_add_u64(w->slots, key, mine), RC_OK);
	struct world_node *n = node_of(w, o->execution.node);
	if (o->slot_ms > n->coordinator.last_slot_ms)
		n->coordinator.last_slot_ms = o->slot_ms;
}

/* ---- requests ---------------------------------------------------------------------- */

static int64_t
duration(const struct world_olt *olt, const struct world_node *n)
{
	if (olt->is_silent)
		return olt->silent_ms;
	return n->duration_ms >= 0 ? n->duration_ms : olt->duration_ms;
}

static void
on_start(void *ctx, const struct coordinator_order *o)
{
	struct world *w = ctx;
	struct world_olt *olt = olt_of(w, o->execution.olt);
	struct world_node *n = node_of(w, o->execution.node);
	struct story *s = story_of(w, o->execution.id);
	struct world_order *order = vec_add(&w->orders);

	assert_non_null(order);
	execution_check(&o->execution);
	assert_int_equal(o->execution.state, EXECUTION_RUNNING);
	assert_int_equal(olt->under_way.v, 0);
	/* A lock lasts a minute; after a longer sleep it is lost. */
	assert_true(!olt->is_probed || w->mono_ms - olt->probed_mono_ms >= MINUTE);
	assert_true(olt->enabled && !olt->is_deleted && !n->is_deleted);
	assert_true(olt->suspended_ms == 0 || o->execution.asked_by[0]);
	assert_true(o->token >= olt->last_token);
	assert_int_equal(o->token, o->execution.fence);
	assert_int_equal(o->slot_ms, o->execution.due_ms);
	assert_true(o->limit_ms > 0);
	assert_true(++w->under_way <= w->most);
	assert_false(s->is_over);
	check_slot(w, o);
	olt->last_token = o->token;
	olt->under_way = o->execution.id;
	*order = (struct world_order){ .execution = o->execution.id,
		.olt = olt->id,
		.node = o->execution.node,
		.slot_ms = o->slot_ms,
		.started_ms = w->wall_ms,
		.limit_ms = o->limit_ms,
		.attempt = o->execution.attempts,
		.poller = o->execution.poller,
		.lane = o->execution.lane,
		.late_ms = o->execution.late_ms,
		.is_slice = o->is_slice,
		.is_first = o->is_first };
	assert_int_equal(s->is_parked, o->is_slice);
	s->is_parked = false;
	if (!o->is_slice)
		s->slices_left = n->slices, s->began_ms = w->wall_ms;
	s->order = w->orders.n;
	happens(w, duration(olt, n), ORDER_ENDS, o->execution.id.v, !olt->is_silent)
	    ->order = s->order;
}

struct world_order *
order_of(struct world *w, struct story *s)
{
	return VEC_AT(&w->orders, struct world_order, s->order - 1);
}

void
order_over(struct world *w, struct story *s)
{
	struct world_order *order = order_of(w, s);

	olt_of(w, order->olt)->under_way.v = 0;
	order->ended_ms = w->wall_ms;
	w->under_way--;
}

static void
on_stop(void *ctx, struct execution_id execution, enum trouble why)
{
	struct world *w = ctx;
	struct story *s = story_of(w, execution);

	assert_true(why != TROUBLE_NONE && s->order > 0 && !s->is_over);
	if (order_of(w, s)->ended_ms == 0) {
		order_of(w, s)->was_stopped = true;
		order_over(w, s);
	} else {
		assert_true(s->is_parked);
	}
	s->is_parked = false;
}

static void
on_record(void *ctx, const struct execution *e)
{
	struct world *w = ctx;
	struct story *s = story_of(w, e->id);

	execution_check(e);
	assert_false(s->is_over);
	/* Its results are being written: only their refusal may follow. */
	if (s->has_verdict && execution_is_over(s->verdict.state))
		assert_int_equal(e->trouble, TROUBLE_STORE);
	s->is_over = execution_is_over(e->state);
	assert_false(s->is_over && s->is_parked);
	s->has_verdict = false;
	story_store(s, e);
}

static void
on_moved(void *ctx, struct node_id node, int64_t next_run_ms, int64_t skipped)
{
	struct world *w = ctx;
	struct world_node *n = node_of(w, node);

	n->coordinator.node.next_run_ms = next_run_ms;
	n->skipped += skipped;
}

static void
on_probe(void *ctx, struct olt_id olt)
{
	struct world *w = ctx;
	struct world_olt *o = olt_of(w, olt);

	assert_int_equal(o->under_way.v, 0);
	assert_true(!o->is_probed || w->mono_ms - o->probed_mono_ms >= MINUTE);
	assert_true(o->enabled && !o->is_deleted);
	assert_true(o->suspended_ms || w->rules.health.watch_ms);
	o->is_probed = true;
	o->probed_mono_ms = w->mono_ms;
	o->last_probe_ms = w->wall_ms;
	o->probes++;
	happens(
	    w, o->is_silent ? PROBE_SILENT_MS : PROBE_MS, PROBED, olt.v, !o->is_silent);
}

static void
on_health(void *ctx, struct olt_id olt, const struct health *health, const char *why)
{
	struct world *w = ctx;
	struct world_olt *o = olt_of(w, olt);

	assert_non_null(why);
	o->failures = health->failures;
	o->suspended_ms = health->suspended_ms;
	o->not_answering_ms = health->not_answering_ms;
	if (health->up_since_ms)
		o->up_since_ms = health->up_since_ms;
	if (health->last_answer_ms)
		o->last_answer_ms = health->last_answer_ms;
}

static void
on_say(void *ctx, const struct coordinator_event *event)
{
	struct world *w = ctx;
	struct said *s = &w->said[event->kind];

	s->n++;
	s->number = event->number;
	snprintf(s->text, sizeof(s->text), "%s", event->message);
	if (w->listener)
		w->listener(w->listener_ctx, event);
}

static int64_t
next_execution(void *ctx)
{
	struct world *w = ctx;

	return ++w->last_execution;
}

struct coordinator_ops
coordinator_world_of(struct world *w)
{
	return (struct coordinator_ops){ .start = on_start,
		.stop = on_stop,
		.record = on_record,
		.moved = on_moved,
		.probe = on_probe,
		.health = on_health,
		.say = on_say,
		.next_execution = next_execution,
		.ctx = w };
}
