/* SPDX-License-Identifier: Apache-2.0
 *
 * The world: start, kill -9, and the actions of a user.
 */
#include "world_int.h"

static void
begin(struct world *w)
{
	struct local_queue_options options = LOCAL_QUEUE_OPTIONS;
	struct coordinator_ops world = coordinator_world_of(w);
	struct node_queue_listener listener;
	struct err err = { 0 };
	int64_t last_token = 0;
	size_t at = 0;
	struct world_olt *o;

	while ((o = map_next(w->olts, &at)))
		last_token = o->last_token > last_token ? o->last_token : last_token;
	w->most = w->rules.pollers;
	options.first_token = last_token + 1;
	if (w->options.bound)
		options.bound = w->options.bound;
	check_rc(coordinator_new(&w->rules, &world, &w->coordinator, &err), RC_OK);
	listener = coordinator_listener(w->coordinator);
	check_rc(local_queue_new(&options, &listener, &w->queue, &err), RC_OK);
	coordinator_use_queue(w->coordinator, w->queue);
	w->since_ms = w->wall_ms;
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
	coordinator_free(w->coordinator);
	node_queue_free(w->queue);
}

struct world *
world_new(const struct world_options *options)
{
	struct world *w = calloc(1, sizeof(*w));

	assert_non_null(w);
	w->options = *options;
	if (w->options.pollers == 0)
		w->options.pollers = 50;
	w->rules = (struct coordinator_rules)COORDINATOR_RULES;
	w->rules.pollers = w->options.pollers;
	w->rules.health.stays = w->options.stays_suspended;
	w->rules.health.watch_ms = w->options.watch_ms;
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

/* As store_executions_recover does: open executions become INTERRUPTED. */
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

struct coordinator_rules *
world_rules(struct world *w)
{
	return &w->rules;
}

void
world_rule(struct world *w)
{
	struct err err = { 0 };

	if (w->most < w->rules.pollers)
		w->most = w->rules.pollers;
	check_rc(
	    coordinator_rule(w->coordinator, &w->rules, world_moment(w), &err), RC_OK);
}

int64_t
world_run_now(struct world *w, int64_t node, bool alone)
{
	struct coordinator_manual manual = { .node = { node },
		.execution = { ++w->last_execution },
		.alone = alone,
		.asked_by = "ana" };
	struct err err = { 0 };

	check_rc(coordinator_run(w->coordinator, &manual, world_moment(w), &err), RC_OK);
	return manual.execution.v;
}

uint64_t
world_random(struct world *w, uint64_t below)
{
	w->random =
	    w->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (w->random >> 33) % below;
}
