/* SPDX-License-Identifier: Apache-2.0
 *
 * Ten thousand nodes with random events, the same in each run. The world (world.h) checks
 * its rules at every event; at the end the events stop, and nothing may be left over.
 */
#include "check.h"

#include "world.h"

#include "sched/schedule.h"

enum { PER_OLT = 7 };

struct soak {
	struct world *w;
	int64_t olts;
};

static int64_t
node_number(int64_t olt, int64_t i)
{
	return olt * 10 + i;
}

/* Four masters, one with a chain of two and one sweep; 5 to 30 minutes. */
static void
populate(struct soak *s)
{
	for (int64_t o = 1; o <= s->olts; o++) {
		world_olt(s->w, o)->duration_ms =
		    (int64_t)world_random(s->w, 20 * SECOND);
		world_olt(s->w, o)->n_onus = (int64_t)world_random(s->w, 4096);
		for (int64_t i = 0; i < PER_OLT - 2; i++) {
			int64_t interval = (5 + (int64_t)world_random(s->w, 25)) * MINUTE;
			struct world_node *n =
			    world_node(s->w, o, node_number(o, i), interval);

			n->coordinator.node.priority = (int64_t)world_random(s->w, 100);
			n->coordinator.retry_grows = world_random(s->w, 2);
		}
		world_node(s->w, o, node_number(o, 0), 0)->coordinator.node.lane =
		    "discovery";
		world_node(s->w, o, node_number(o, 1), 0)->slices = 4;
		world_node(s->w, o, node_number(o, 1), 0)->slice_ms = MINUTE;
		for (int64_t i = PER_OLT - 2; i < PER_OLT; i++)
			world_link(s->w, node_number(o, 2), node_number(o, i), i);
	}
	world_tell_all(s->w);
}

static int64_t
any_olt(struct soak *s)
{
	return 1 + (int64_t)world_random(s->w, (uint64_t)s->olts);
}

static struct world_node *
any_node(struct soak *s, int64_t olt)
{
	return world_node(
	    s->w, olt, node_number(olt, (int64_t)world_random(s->w, PER_OLT)), 0);
}

/* ---- events --------------------------------------------------------------------- */

static void
silence(struct soak *s)
{
	struct world_olt *o = world_olt(s->w, any_olt(s));

	o->is_silent = !o->is_silent;
}

static void
other_answers(struct soak *s)
{
	static const enum execution_state RESULTS[] = { EXECUTION_SUCCESS,
		EXECUTION_PARTIAL, EXECUTION_FAILED };
	struct world_olt *o = world_olt(s->w, any_olt(s));

	o->result = RESULTS[world_random(s->w, 3)];
	o->duration_ms = (int64_t)world_random(s->w, 3 * MINUTE);
}

static void
switch_olt(struct soak *s)
{
	struct world_olt *o = world_olt(s->w, any_olt(s));

	o->enabled = !o->enabled;
	world_tell(s->w, o->id.v);
}

static void
switch_node(struct soak *s)
{
	struct world_node *n = any_node(s, any_olt(s));

	n->coordinator.node.enabled = !n->coordinator.node.enabled;
	world_tell(s->w, n->olt.v);
}

static void
other_interval(struct soak *s)
{
	struct world_node *n = any_node(s, any_olt(s));

	n->coordinator.node.interval_ms = (1 + (int64_t)world_random(s->w, 30)) * MINUTE;
	world_tell(s->w, n->olt.v);
}

/* Delete a node, or add it again. */
static void
remove_node(struct soak *s)
{
	struct world_node *n = any_node(s, any_olt(s));

	n->is_deleted = !n->is_deleted;
	n->coordinator.node.next_run_ms = 0;
	world_tell(s->w, n->olt.v);
}

static void
remove_olt(struct soak *s)
{
	struct world_olt *o = world_olt(s->w, any_olt(s));

	o->is_deleted = !o->is_deleted;
	o->failures = 0;
	o->suspended_ms = 0;
	world_tell(s->w, o->id.v);
}

/* It may be refused: the OLT may be disabled or deleted. */
static void
manual_runs(struct soak *s)
{
	for (int i = 0; i < 5; i++) {
		const struct world_node *n = any_node(s, any_olt(s));
		const struct world_olt *o = world_olt(s->w, n->olt.v);

		if (!n->is_deleted && !o->is_deleted && o->enabled)
			(void)world_run_now(
			    s->w, n->coordinator.node.id.v, world_random(s->w, 2));
	}
}

static void
interrupt(struct soak *s)
{
	for (int i = 0; i < 20; i++) {
		struct execution_id id = { world_last_execution(s->w) -
			(int64_t)world_random(s->w, 200) };
		enum rc rc = coordinator_interrupt(
		    world_desk(s->w), id, "ana", world_moment(s->w), NULL);

		assert_true(rc == RC_OK || rc == RC_NOT_FOUND);
	}
}

static void
revive(struct soak *s)
{
	struct olt_id id = { any_olt(s) };

	/* It may be deleted. */
	(void)!coordinator_olt_revive(world_desk(s->w), id, world_moment(s->w));
}

static void
set_clock(struct soak *s)
{
	world_step_clock(s->w, (int64_t)world_random(s->w, 2 * HOUR) - HOUR);
}

/* Leases expire. */
static void
doze(struct soak *s)
{
	world_sleep(s->w, (int64_t)world_random(s->w, 2 * MINUTE));
}

static void
database(struct soak *s)
{
	world_database(s->w, true);
	world_pass(s->w, (int64_t)world_random(s->w, 2 * MINUTE));
	world_database(s->w, false);
}

static void
kill_it(struct soak *s)
{
	world_restart(s->w, (int64_t)world_random(s->w, MINUTE));
}

static const struct {
	void (*happens)(struct soak *s);
	uint64_t weight;
} FATES[] = {
	{ silence, 20 },
	{ other_answers, 20 },
	{ switch_olt, 8 },
	{ switch_node, 20 },
	{ other_interval, 20 },
	{ remove_node, 10 },
	{ remove_olt, 4 },
	{ manual_runs, 20 },
	{ interrupt, 10 },
	{ revive, 5 },
	{ set_clock, 2 },
	{ doze, 2 },
	{ database, 3 },
	{ kill_it, 2 },
};

static void
fate(struct soak *s)
{
	uint64_t sum = 0, at;
	size_t i = 0;

	for (size_t n = 0; n < sizeof(FATES) / sizeof(FATES[0]); n++)
		sum += FATES[n].weight;
	at = world_random(s->w, sum);
	for (; at >= FATES[i].weight; i++)
		at -= FATES[i].weight;
	FATES[i].happens(s);
}

/* ---- the end ---------------------------------------------------------------------- */

static void
make_peace(struct soak *s)
{
	for (int64_t o = 1; o <= s->olts; o++) {
		struct world_olt *olt = world_olt(s->w, o);

		olt->is_deleted = olt->is_silent = false;
		olt->enabled = true;
		olt->result = EXECUTION_SUCCESS;
		olt->duration_ms = 100;
		for (int64_t i = 0; i < PER_OLT; i++) {
			struct world_node *n = world_node(s->w, o, node_number(o, i), 0);

			n->is_deleted = false;
			n->coordinator.node.enabled = true;
		}
	}
	/* After all slots that were used before the clock was set back. */
	world_step_clock(s->w, 30 * DAY);
	world_tell_all(s->w);
}

/* Every slot of an hour has run or was counted, and earlier runs have ended. */
static void
check_peace(struct soak *s)
{
	int64_t from = world_now(s->w), to = from + HOUR;
	int64_t skipped[100];

	for (int64_t i = 0; i < 100; i++) {
		int64_t o = 1 + i * s->olts / 100;

		skipped[i] = world_node(s->w, o, node_number(o, 3), 0)->skipped;
	}
	world_pass(s->w, HOUR + MINUTE);
	for (int64_t i = 0; i < 100; i++) {
		int64_t o = 1 + i * s->olts / 100, node = node_number(o, 3);
		const struct world_node *n = world_node(s->w, o, node, 0);
		struct schedule schedule;

		check_rc(schedule_make(n->coordinator.node.interval_ms, NULL,
			     (uint64_t)node, &schedule, NULL),
		    RC_OK);
		assert_int_equal(world_slots(s->w, node, from, to),
		    schedule_count(&schedule, from, to));
		assert_int_equal(n->skipped, skipped[i]);
	}
	assert_int_equal(world_figures(s->w).suspended, 0);
	assert_int_equal(world_figures(s->w).nodes, s->olts * PER_OLT);
	assert_int_equal(world_figures(s->w).queue, 0);
	coordinator_stop(world_desk(s->w), false, world_moment(s->w));
	world_pass(s->w, MINUTE);
	assert_int_equal(coordinator_running(world_desk(s->w)), 0);
	assert_int_equal(world_count(s->w, EXECUTION_PENDING), 0);
	assert_int_equal(world_count(s->w, EXECUTION_RUNNING), 0);
	assert_int_equal(node_queue_figures(world_queue(s->w)).leased, 0);
}

static void
soak(int64_t olts, int32_t pollers, uint64_t seed, int steps)
{
	struct soak s = { .olts = olts };

	s.w = world_new(&(struct world_options){ .pollers = pollers, .seed = seed });
	populate(&s);
	world_pass(s.w, 5 * MINUTE);
	for (int i = 0; i < steps; i++) {
		fate(&s);
		world_pass(s.w, (int64_t)world_random(s.w, 20 * SECOND));
	}
	make_peace(&s);
	world_pass(s.w, 2 * HOUR);
	check_peace(&s);
	world_free(s.w);
}

static void
ten_thousand_nodes_survive_anything(void **state)
{
	(void)state;
	soak(1430, 150, 1, 400);
}

/* Few OLTs, so that all events happen to the same ones. */
static void
a_few_olts_survive_everything_at_once(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 20; seed++)
		soak(12, 3, seed, 800);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_few_olts_survive_everything_at_once),
		cmocka_unit_test(ten_thousand_nodes_survive_anything),
	};

	return CHECK_ALL(tests);
}
