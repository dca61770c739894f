/* SPDX-License-Identifier: Apache-2.0
 *
 * The next run of a node, as shown in lists and pages.
 */
#include "check.h"

#include "world.h"

enum { NODES_MAX = 8 };

static struct next
next_of(struct world *w, int64_t olt, int64_t node)
{
	struct coordinator_next nexts[NODES_MAX];
	size_t n =
	    coordinator_nexts(world_desk(w), (struct olt_id){ olt }, nexts, NODES_MAX);

	for (size_t i = 0; i < n; i++) {
		if (nexts[i].node.v == node)
			return nexts[i].next;
	}
	fail_msg("OLT %d has no node %d", (int)olt, (int)node);
	return (struct next){ 0 };
}

static struct next
next_of_olt(struct world *w, int64_t olt)
{
	struct coordinator_look look;

	assert_true(coordinator_look(world_desk(w), (struct olt_id){ olt }, &look));
	return look.next;
}

static void
is_next(struct next next, enum next_kind kind, int64_t at_ms)
{
	assert_string_equal(next_name(next.kind), next_name(kind));
	assert_int_equal(next.at_ms, at_ms);
}

/* With its next slot, which has its own place in the hour. */
static void
is_next_with_slot(const struct world *w, struct next next, enum next_kind kind)
{
	assert_string_equal(next_name(next.kind), next_name(kind));
	assert_in_range(next.at_ms, world_now(w) + 1, world_now(w) + 2 * HOUR);
}

/* The first of them takes a minute; the other becomes due in the meantime. */
static void
what_waits_says_for_which_run(void **state)
{
	struct world *w = *state;
	struct world_node *slow = world_node(w, 1, 1, HOUR);
	struct next other;

	slow->coordinator.node.next_run_ms = START + SECOND;
	slow->duration_ms = MINUTE;
	world_node(w, 1, 2, HOUR)->coordinator.node.next_run_ms = START + 10 * SECOND;
	world_tell(w, 1);
	is_next(next_of(w, 1, 1), NEXT_PLANNED, START + SECOND);
	is_next(next_of_olt(w, 1), NEXT_PLANNED, START + SECOND);
	world_pass(w, 30 * SECOND);
	is_next_with_slot(w, next_of(w, 1, 1), NEXT_RUNNING);
	other = next_of(w, 1, 2);
	is_next_with_slot(w, other, NEXT_WAITS_OLT);
	assert_int_equal(other.waits_for.v, world_order_of(w, 1, 0)->execution.v);
	is_next_with_slot(w, next_of_olt(w, 1), NEXT_WAITS_OLT);
	world_pass(w, 2 * MINUTE);
	/* The execution still has the reason why it waited. */
	assert_int_equal(
	    world_execution(w, world_order_of(w, 2, 0)->execution.v)->waited_on,
	    NEXT_WAITS_OLT);
	assert_int_equal(
	    world_execution(w, world_order_of(w, 2, 0)->execution.v)->waited_for.v,
	    world_order_of(w, 1, 0)->execution.v);
	assert_int_equal(
	    world_execution(w, world_order_of(w, 1, 0)->execution.v)->waited_on,
	    NEXT_UNKNOWN);
	is_next_with_slot(w, next_of(w, 1, 1), NEXT_PLANNED);
	is_next_with_slot(w, next_of(w, 1, 2), NEXT_PLANNED);
}

static void
what_waits_for_a_poller_says_so(void **state)
{
	struct world *w = world_new(&(struct world_options){ .pollers = 1 });

	(void)state;
	for (int64_t olt = 1; olt <= 2; olt++) {
		world_node(w, olt, olt, HOUR)->coordinator.node.next_run_ms =
		    START + olt * SECOND;
		world_olt(w, olt)->duration_ms = MINUTE;
	}
	world_tell_all(w);
	world_pass(w, 30 * SECOND);
	is_next_with_slot(w, next_of(w, 2, 2), NEXT_WAITS_POLLER);
	world_free(w);
}

static void
times_of_an_olt_that_is_off_or_silent_are_not_told(void **state)
{
	struct world *w = world_new(&(struct world_options){ .watch_ms = MINUTE });
	struct world_olt *o = world_olt(w, 1);

	(void)state;
	world_node(w, 1, 1, 5 * MINUTE)->coordinator.max_retries = 0;
	(void)world_link(w, 1, 2, 10);
	world_tell(w, 1);
	world_pass(w, 10 * MINUTE);
	assert_int_equal(next_of(w, 1, 1).kind, NEXT_PLANNED);
	is_next(next_of(w, 1, 2), NEXT_AFTER_MASTER, 0);
	o->is_silent = true;
	while (!o->not_answering_ms)
		world_pass(w, SECOND);
	is_next(next_of(w, 1, 1), NEXT_NOT_ANSWERING, 0);
	is_next(next_of_olt(w, 1), NEXT_NOT_ANSWERING, 0);
	while (!o->suspended_ms)
		world_pass(w, MINUTE);
	is_next(next_of(w, 1, 1), NEXT_SUSPENDED, 0);
	is_next(next_of_olt(w, 1), NEXT_SUSPENDED, 0);
	o->enabled = false;
	world_tell(w, 1);
	is_next(next_of(w, 1, 1), NEXT_OFF, 0);
	is_next(next_of_olt(w, 1), NEXT_OFF, 0);
	world_free(w);
}

static void
a_retry_and_a_slice_have_their_moments(void **state)
{
	struct world *w = *state;
	struct world_node *sweep = world_node(w, 2, 2, HOUR);

	world_node(w, 1, 1, HOUR)->coordinator.node.next_run_ms = START + SECOND;
	world_olt(w, 1)->is_silent = true;
	sweep->slices = 5;
	sweep->slice_ms = 10 * MINUTE;
	sweep->coordinator.is_sweep = true;
	sweep->coordinator.node.next_run_ms = START + SECOND;
	world_tell_all(w);
	world_pass(w, MINUTE);
	is_next(next_of(w, 1, 1), NEXT_RETRY, START + (1 + 5 + 120) * SECOND);
	is_next(next_of(w, 2, 2), NEXT_BETWEEN_SLICES, START + 10 * MINUTE + 2 * SECOND);
}

/* A day with OLTs that answer, stop answering and answer again, with too few pollers. */
static void
no_time_that_is_told_is_past(void **state)
{
	struct world *w =
	    world_new(&(struct world_options){ .pollers = 2, .watch_ms = MINUTE });

	(void)state;
	for (int64_t olt = 1; olt <= 6; olt++) {
		world_olt(w, olt)->duration_ms = 20 * SECOND;
		world_node(w, olt, olt * 10, MINUTE);
		world_node(w, olt, olt * 10 + 1, 5 * MINUTE);
	}
	world_tell_all(w);
	for (int64_t i = 0; i < 24 * 60 * 6; i++) {
		world_pass(w, 10 * SECOND + (int64_t)world_random(w, 900));
		world_olt(w, 1)->is_silent = i / 500 % 2;
		for (int64_t olt = 1; olt <= 6; olt++) {
			struct next next = next_of(w, olt, olt * 10);

			assert_true(!next.at_ms || next.at_ms > world_now(w));
			next = next_of_olt(w, olt);
			assert_true(!next.at_ms || next.at_ms > world_now(w));
		}
	}
	world_free(w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		IN_WORLD(what_waits_says_for_which_run),
		cmocka_unit_test(what_waits_for_a_poller_says_so),
		cmocka_unit_test(times_of_an_olt_that_is_off_or_silent_are_not_told),
		IN_WORLD(a_retry_and_a_slice_have_their_moments),
		cmocka_unit_test(no_time_that_is_told_is_past),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
