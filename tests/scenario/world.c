/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "world.h"

#include "base/heap.h"
#include "base/map.h"

#define ENOUGH 10 /* results that wait before the engine holds dispatch */
#define WRITE_MS 20
#define PROBE_MS 50
#define PROBE_SILENT_MS 2000

/* ---- what is to happen ------------------------------------------------------------ */

enum happening_kind {
	ORDER_ENDS,
	WRITTEN,
	PROBED,
};

struct happening {
	int64_t at_mono_ms;
	uint64_t number; /* first come, first served */
	enum happening_kind kind;
	int64_t id; /* of the execution or the OLT */
	size_t order; /* ORDER_ENDS: which, counted from 1 */
	bool answered;
	size_t place;
};

static int
happens_before(const void *a, const void *b)
{
	const struct happening *x = a, *y = b;

	if (x->at_mono_ms != y->at_mono_ms)
		return x->at_mono_ms < y->at_mono_ms ? -1 : 1;
	return x->number < y->number ? -1 : 1;
}

/* An execution, in the database and in the engine. */
struct story {
	struct execution stored;
	bool is_stored;
	struct execution verdict; /* on its way to the database */
	bool has_verdict;
	size_t order; /* its last, counted from 1 */
	int64_t slices_left;
	bool is_parked; /* between two slices: the engine keeps what it has */
	bool is_over; /* for the desk: nothing may follow */
};

struct said {
	int64_t n, number;
	char text[256];
};

struct world {
	struct world_options options;
	struct desk *desk;
	struct broker *broker;
	int64_t mono_ms, wall_ms, next_tick_ms;
	int64_t last_execution;
	uint64_t random;
	struct map *olts, *nodes, *stories, *slots;
	struct heap happenings;
	uint64_t n_happenings, n_ticks;
	struct vec orders; /* struct world_order */
	struct said said[DESK_EVENT_KINDS];
	bool is_away, is_holding;
	enum rc store_says;
	struct vec unwritten; /* int64_t: verdicts that wait for the database */
	int64_t under_way; /* orders */
	void (*listener)(void *ctx, const struct desk_event *event);
	void *listener_ctx;
};

static struct happening *
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

static struct world_olt *
olt_of(const struct world *w, struct olt_id id)
{
	struct world_olt *o = map_find_u64(w->olts, (uint64_t)id.v);

	assert_non_null(o);
	return o;
}

static struct world_node *
node_of(const struct world *w, struct node_id id)
{
	struct world_node *n = map_find_u64(w->nodes, (uint64_t)id.v);

	assert_non_null(n);
	return n;
}

static struct story *
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

/* ---- the database ------------------------------------------------------------------- */

/* What is over stays as it is. */
static void
store(struct story *s, const struct execution *e)
{
	execution_check(e);
	if (s->is_stored)
		assert_false(execution_is_over(s->stored.state));
	s->stored = *e;
	s->is_stored = true;
}

/* A slot is used by one execution. */
static void
check_slot(struct world *w, const struct desk_order *o)
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
	if (o->slot_ms > n->desk.last_slot_ms)
		n->desk.last_slot_ms = o->slot_ms;
}

/* ---- the desk's world ------------------------------------------------------------------ */

static int64_t
duration(const struct world_olt *olt, const struct world_node *n)
{
	if (olt->is_silent)
		return olt->silent_ms;
	return n->duration_ms >= 0 ? n->duration_ms : olt->duration_ms;
}

static void
on_start(void *ctx, const struct desk_order *o)
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
	/* A lock lasts a minute; who sleeps longer has lost it. */
	assert_true(!olt->is_probed || w->mono_ms - olt->probed_mono_ms >= MINUTE);
	assert_true(olt->enabled && !olt->is_deleted && !n->is_deleted);
	assert_true(olt->suspended_ms == 0 || o->execution.asked_by[0]);
	assert_true(o->token >= olt->last_token);
	assert_int_equal(o->token, o->execution.fence);
	assert_int_equal(o->slot_ms, o->execution.due_ms);
	assert_true(o->limit_ms > 0);
	assert_true(++w->under_way <= w->options.pollers);
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
		.is_slice = o->is_slice };
	assert_int_equal(s->is_parked, o->is_slice);
	s->is_parked = false;
	if (!o->is_slice)
		s->slices_left = n->slices;
	s->order = w->orders.n;
	happens(w, duration(olt, n), ORDER_ENDS, o->execution.id.v, !olt->is_silent)
	    ->order = s->order;
}

static struct world_order *
order_of(struct world *w, struct story *s)
{
	return VEC_AT(&w->orders, struct world_order, s->order - 1);
}

static void
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
	/* Its results are on their way: their refusal is the one thing that may follow. */
	if (s->has_verdict && execution_is_over(s->verdict.state))
		assert_int_equal(e->trouble, TROUBLE_STORE);
	s->is_over = execution_is_over(e->state);
	assert_false(s->is_over && s->is_parked);
	s->has_verdict = false;
	store(s, e);
}

static void
on_moved(void *ctx, struct node_id node, int64_t next_run_ms, int64_t skipped)
{
	struct world *w = ctx;
	struct world_node *n = node_of(w, node);

	n->desk.node.next_run_ms = next_run_ms;
	n->skipped += skipped;
}

static void
on_probe(void *ctx, struct olt_id olt)
{
	struct world *w = ctx;
	struct world_olt *o = olt_of(w, olt);

	assert_int_equal(o->under_way.v, 0);
	assert_true(!o->is_probed || w->mono_ms - o->probed_mono_ms >= MINUTE);
	assert_true(o->enabled && !o->is_deleted && o->suspended_ms);
	o->is_probed = true;
	o->probed_mono_ms = w->mono_ms;
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
}

static void
on_say(void *ctx, const struct desk_event *event)
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

/* ---- what happens ------------------------------------------------------------------------ */

static struct desk_outcome
outcome_of(const struct world *w, const struct world_olt *olt, struct story *s,
    const struct world_node *n, bool answered)
{
	struct desk_outcome c = { .state = EXECUTION_FAILED,
		.trouble = TROUBLE_TIMEOUT,
		.message = "no answer",
		.traffic = { .requests = 1, .timeouts = 1 } };

	if (!answered)
		return c;
	c.state = olt->result;
	c.answered = true;
	c.trouble = c.state == EXECUTION_SUCCESS ? TROUBLE_NONE : TROUBLE_BAD_RESPONSE;
	c.message = c.state == EXECUTION_SUCCESS ? "" : "it speaks in tongues";
	c.traffic = (struct traffic){ .requests = 10, .varbinds = 1000 };
	c.onus.seen = olt->n_onus;
	if (s->slices_left > 1)
		c.resume_ms = w->wall_ms + n->slice_ms;
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
	desk_hold(w->desk, true, "store", world_moment(w));
}

static void
order_ends(struct world *w, const struct happening *h)
{
	struct execution_id id = { h->id };
	struct story *s = story_of(w, id);
	struct world_order *order = order_of(w, s);
	struct desk_verdict verdict;

	/* It was stopped meanwhile, and may have begun anew. */
	if (h->order != s->order || order->ended_ms)
		return;
	struct world_node *n = node_of(w, order->node);
	struct desk_outcome outcome =
	    outcome_of(w, olt_of(w, order->olt), s, n, h->answered);
	order_over(w, s);
	desk_ended(w->desk, id, &outcome, world_moment(w), &verdict);
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
		n->desk.node.next_run_ms = verdict.next_run_ms;
	hand_over(w, id);
}

static void
written(struct world *w, struct execution_id id)
{
	struct story *s = story_of(w, id);
	enum rc says = w->store_says;

	/* Interrupted, or begun anew, before the writer came to it. */
	if (s->has_verdict && says == RC_OK) {
		s->is_over = execution_is_over(s->verdict.state);
		s->has_verdict = false;
		store(s, &s->verdict);
	}
	desk_stored(w->desk, id, says, world_moment(w));
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
		desk_probed(w->desk, olt->id, h->answered, world_moment(w));
		break;
	}
}

static void
advance(struct world *w, int64_t to_mono_ms)
{
	assert_true(to_mono_ms >= w->mono_ms);
	w->wall_ms += to_mono_ms - w->mono_ms;
	w->mono_ms = to_mono_ms;
}

/* Figures that must agree at any time; those that cost more, now and then. */
static void
check_figures(struct world *w)
{
	struct broker_figures b = broker_figures(w->broker);
	struct desk_figures f;

	assert_int_equal(desk_running(w->desk), w->under_way);
	assert_true(b.leased >= (size_t)w->under_way);
	if (w->n_ticks++ % 1000)
		return;
	f = desk_figures(w->desk, world_moment(w));
	assert_int_equal(f.busy, w->under_way);
	assert_int_equal(f.total, w->options.pollers);
	assert_int_equal(f.queue, b.waiting);
}

static void
tick(struct world *w)
{
	int64_t next_wall_ms = desk_tick(w->desk, world_moment(w));

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

/* ---- life ------------------------------------------------------------------------------------ */

static void
begin(struct world *w)
{
	struct desk_rules rules = DESK_RULES;
	struct broker_local_options options = BROKER_LOCAL_OPTIONS;
	struct desk_world world = { .start = on_start,
		.stop = on_stop,
		.record = on_record,
		.moved = on_moved,
		.probe = on_probe,
		.health = on_health,
		.say = on_say,
		.next_execution = next_execution,
		.ctx = w };
	struct broker_listener listener;
	struct err err = { 0 };
	int64_t last_token = 0;
	size_t at = 0;
	struct world_olt *o;

	while ((o = map_next(w->olts, &at)))
		last_token = o->last_token > last_token ? o->last_token : last_token;
	rules.pollers = w->options.pollers;
	rules.health.stays = w->options.stays_suspended;
	options.first_token = last_token + 1;
	if (w->options.bound)
		options.bound = w->options.bound;
	check_rc(desk_new(&rules, &world, &w->desk, &err), RC_OK);
	listener = desk_listener(w->desk);
	check_rc(broker_local_new(&options, &listener, &w->broker, &err), RC_OK);
	desk_broker(w->desk, w->broker);
	w->next_tick_ms = w->mono_ms;
}

static void
end(struct world *w)
{
	struct happening *h;

	while ((h = heap_first(&w->happenings))) {
		heap_remove(&w->happenings, h);
		free(h);
	}
	desk_free(w->desk);
	broker_free(w->broker);
}

struct world *
world_new(const struct world_options *options)
{
	struct world *w = calloc(1, sizeof(*w));

	assert_non_null(w);
	w->options = *options;
	if (w->options.pollers == 0)
		w->options.pollers = 50;
	w->wall_ms = START;
	w->mono_ms = 1000000;
	w->random = options->seed + 1;
	w->olts = map_new();
	w->nodes = map_new();
	w->stories = map_new();
	w->slots = map_new();
	assert_true(w->olts && w->nodes && w->stories && w->slots);
	w->happenings = (struct heap)HEAP_INIT(struct happening, place, happens_before);
	w->orders = (struct vec)VEC_INIT(struct world_order);
	w->unwritten = (struct vec)VEC_INIT(int64_t);
	begin(w);
	return w;
}

static void
free_all(struct map *m)
{
	size_t at = 0;
	void *item;

	while ((item = map_next(m, &at)))
		free(item);
	map_free(m);
}

void
world_free(struct world *w)
{
	end(w);
	free_all(w->olts);
	free_all(w->nodes);
	free_all(w->stories);
	map_free(w->slots);
	heap_fini(&w->happenings);
	vec_fini(&w->orders);
	vec_fini(&w->unwritten);
	free(w);
}

int
world_setup(void **state)
{
	*state = world_new(&(struct world_options){ .pollers = 20 });
	return 0;
}

int
world_teardown(void **state)
{
	world_free(*state);
	return 0;
}

/* As store_executions_recover does: what was open is INTERRUPTED. */
static void
recover(struct world *w)
{
	size_t at = 0;
	struct story *s;

	while ((s = map_next(w->stories, &at))) {
		if (s->order > 0 && order_of(w, s)->ended_ms == 0) {
			order_of(w, s)->was_stopped = true;
			order_over(w, s);
		}
		s->has_verdict = false;
		s->is_over = true;
		if (!s->is_stored || execution_is_over(s->stored.state))
			continue;
		check_rc(execution_step(
			     &s->stored, EXECUTION_CANCEL, TROUBLE_RESTART, w->wall_ms),
		    RC_OK);
	}
}

void
world_restart(struct world *w, int64_t down_ms)
{
	size_t at = 0;
	struct world_olt *o;

	end(w);
	advance(w, w->mono_ms + down_ms);
	recover(w);
	vec_clear(&w->unwritten);
	w->is_holding = false;
	while ((o = map_next(w->olts, &at)))
		o->is_probed = false;
	begin(w);
	world_tell_all(w);
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
	desk_hold(w->desk, false, "store", world_moment(w));
}

void
world_store_says(struct world *w, enum rc rc)
{
	w->store_says = rc;
}

/* ---- OLTs and nodes -------------------------------------------------------------------------- */

struct world_olt *
world_olt(struct world *w, int64_t olt)
{
	struct world_olt *o = map_find_u64(w->olts, (uint64_t)olt);

	if (o)
		return o;
	o = calloc(1, sizeof(*o));
	assert_non_null(o);
	*o = (struct world_olt){ .id = { olt },
		.enabled = true,
		.duration_ms = SECOND,
		.silent_ms = 5 * SECOND,
		.result = EXECUTION_SUCCESS };
	snprintf(o->name, sizeof(o->name), "olt-%lld", (long long)olt);
	check_rc(map_add_u64(w->olts, (uint64_t)olt, o), RC_OK);
	return o;
}

struct world_node *
world_node(struct world *w, int64_t olt, int64_t node, int64_t interval_ms)
{
	struct world_node *n = map_find_u64(w->nodes, (uint64_t)node);

	if (n)
		return n;
	n = calloc(1, sizeof(*n));
	assert_non_null(n);
	(void)world_olt(w, olt);
	n->olt.v = olt;
	n->duration_ms = -1;
	snprintf(n->name, sizeof(n->name), "task-%lld", (long long)node);
	n->desk = (struct desk_node){ .name = n->name,
		.max_retries = 2,
		.retry_delay_ms = 120 * SECOND,
		.node = { .id = { node },
		    .olt = { olt },
		    .job = { 1 },
		    .type = TASK_GET,
		    .enabled = true,
		    .interval_ms = interval_ms,
		    .priority = 40,
		    .lane = "polling" } };
	check_rc(map_add_u64(w->nodes, (uint64_t)node, n), RC_OK);
	return n;
}

struct world_node *
world_link(struct world *w, int64_t master, int64_t node, int64_t priority)
{
	struct world_node *m = node_of(w, (struct node_id){ master });
	struct world_node *n = world_node(w, m->olt.v, node, m->desk.node.interval_ms);

	n->desk.node.master.v = master;
	n->desk.node.priority = priority;
	return n;
}

static size_t
nodes_of(const struct world *w, const struct world_olt *o, struct vec *ret)
{
	size_t at = 0;
	const struct world_node *n;

	while ((n = map_next(w->nodes, &at))) {
		struct desk_node *d;

		if (n->olt.v != o->id.v || n->is_deleted)
			continue;
		d = vec_add(ret);
		assert_non_null(d);
		*d = n->desk;
		d->node.enabled = n->desk.node.enabled && o->enabled;
	}
	return ret->n;
}

static void
tell(struct world *w, struct world_olt *o, const struct vec *nodes, bool is_start)
{
	struct desk_olt olt = { .id = o->id,
		.name = o->name,
		.enabled = o->enabled,
		.failures = o->failures,
		.suspended_ms = o->suspended_ms,
		.n_onus = o->n_onus,
		.is_start = is_start,
		.n_nodes = nodes->n,
		.nodes = nodes->data };

	if (o->is_deleted)
		desk_olt_gone(w->desk, o->id, world_moment(w));
	else
		check_rc(desk_olt(w->desk, &olt, world_moment(w)), RC_OK);
}

void
world_tell(struct world *w, int64_t olt)
{
	struct world_olt *o = olt_of(w, (struct olt_id){ olt });
	struct vec nodes = VEC_INIT(struct desk_node);

	nodes_of(w, o, &nodes);
	tell(w, o, &nodes, false);
	vec_fini(&nodes);
}

/* All nodes by OLT, so that ten thousand of them are gone through once. */
static int
by_olt(const void *a, const void *b)
{
	const struct desk_node *x = a, *y = b;

	if (x->node.olt.v != y->node.olt.v)
		return x->node.olt.v < y->node.olt.v ? -1 : 1;
	return x->node.id.v < y->node.id.v ? -1 : 1;
}

void
world_tell_all(struct world *w)
{
	struct vec all = VEC_INIT(struct desk_node);
	size_t at = 0;
	const struct world_node *n;
	struct world_olt *o;

	while ((n = map_next(w->nodes, &at))) {
		struct desk_node *d;

		o = olt_of(w, n->olt);
		if (n->is_deleted || o->is_deleted)
			continue;
		d = vec_add(&all);
		assert_non_null(d);
		*d = n->desk;
		d->node.enabled = n->desk.node.enabled && o->enabled;
	}
	if (all.n > 0)
		qsort(all.data, all.n, sizeof(struct desk_node), by_olt);
	for (size_t i = 0; i < all.n;) {
		const struct desk_node *first = VEC_AT(&all, struct desk_node, i);
		struct vec part = { .data = VEC_AT(&all, struct desk_node, i) };

		while (i < all.n &&
		    VEC_AT(&all, struct desk_node, i)->node.olt.v == first->node.olt.v) {
			part.n++;
			i++;
		}
		tell(w, olt_of(w, first->node.olt), &part, true);
	}
	vec_fini(&all);
}

int64_t
world_run_now(struct world *w, int64_t node, bool alone)
{
	struct desk_manual manual = { .node = { node },
		.execution = { next_execution(w) },
		.alone = alone,
		.asked_by = "ana" };
	struct err err = { 0 };

	check_rc(desk_run(w->desk, &manual, world_moment(w), &err), RC_OK);
	return manual.execution.v;
}

uint64_t
world_random(struct world *w, uint64_t below)
{
	w->random =
	    w->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (w->random >> 33) % below;
}

/* ---- what happened ----------------------------------------------------------------------------- */

int64_t
world_now(const struct world *w)
{
	return w->wall_ms;
}

struct moment
world_moment(const struct world *w)
{
	return (struct moment){ w->wall_ms, w->mono_ms };
}

size_t
world_n_orders(const struct world *w)
{
	return w->orders.n;
}

const struct world_order *
world_order(const struct world *w, size_t i)
{
	assert_true(i < w->orders.n);
	return VEC_AT(&w->orders, struct world_order, i);
}

const struct world_order *
world_order_of(const struct world *w, int64_t node, size_t i)
{
	for (size_t at = 0; at < w->orders.n; at++) {
		const struct world_order *o = world_order(w, at);

		if (o->node.v == node && i-- == 0)
			return o;
	}
	fail_msg("node %lld did not run that often", (long long)node);
	return NULL;
}

int64_t
world_runs(const struct world *w, int64_t node, int64_t from, int64_t to)
{
	int64_t n = 0;

	for (size_t i = 0; i < w->orders.n; i++) {
		const struct world_order *o = world_order(w, i);

		n += o->node.v == node && o->started_ms >= from && o->started_ms < to;
	}
	return n;
}

const struct execution *
world_execution(const struct world *w, int64_t execution)
{
	const struct story *s = map_find_u64(w->stories, (uint64_t)execution);

	assert_true(s && s->is_stored);
	return &s->stored;
}

int64_t
world_slots(const struct world *w, int64_t node, int64_t from, int64_t to)
{
	size_t at = 0;
	const struct story *s;
	int64_t n = 0;

	while ((s = map_next(w->stories, &at)))
		n += s->is_stored && s->stored.node.v == node &&
		    s->stored.due_ms >= from && s->stored.due_ms < to;
	return n;
}

int64_t
world_last_execution(const struct world *w)
{
	return w->last_execution;
}

int64_t
world_count(const struct world *w, enum execution_state state)
{
	size_t at = 0;
	const struct story *s;
	int64_t n = 0;

	while ((s = map_next(w->stories, &at)))
		n += s->is_stored && s->stored.state == state;
	return n;
}

int64_t
world_said(const struct world *w, enum desk_event_kind kind)
{
	return w->said[kind].n;
}

const char *
world_last(const struct world *w, enum desk_event_kind kind)
{
	return w->said[kind].text;
}

int64_t
world_last_number(const struct world *w, enum desk_event_kind kind)
{
	return w->said[kind].number;
}

struct desk *
world_desk(struct world *w)
{
	return w->desk;
}

struct broker *
world_broker(struct world *w)
{
	return w->broker;
}

struct desk_figures
world_figures(const struct world *w)
{
	return desk_figures(w->desk, world_moment(w));
}

void
world_listen(
    struct world *w, void (*say)(void *ctx, const struct desk_event *event), void *ctx)
{
	w->listener = say;
	w->listener_ctx = ctx;
}
