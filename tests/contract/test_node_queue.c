/* SPDX-License-Identifier: Apache-2.0
 *
 * What every node queue owes its callers (coordinator/node_queue.h). A new implementation adds one
 * line to QUEUES.
 */
#include "check.h"

#include "base/vec.h"
#include "coordinator/local_queue.h"

#define START INT64_C(1700000000000)
#define LEASE 60000
#define LATE 1000
#define BOUND 20000

static enum rc
make_local(
    const struct node_queue_listener *listener, struct node_queue **ret, struct err *err)
{
	struct local_queue_options o = { .bound = BOUND,
		.lease_ms = LEASE,
		.late_after_ms = LATE,
		.first_token = 77 };

	return local_queue_new(&o, listener, ret, err);
}

static const struct {
	const char *name;
	enum rc (*make)(const struct node_queue_listener *listener,
	    struct node_queue **ret, struct err *err);
} QUEUES[] = {
	{ "local", make_local },
};

/* ---- a taker that writes down what it is told ---------------------------------- */

struct told {
	struct unit unit;
	struct node_queue_lease lease;
	bool is_lost;
};

struct taker {
	struct node_queue *queue;
	struct vec told; /* struct told */
	int64_t now;
	bool is_inside; /* a call other than a pump */
	bool ends_at_once; /* done from inside on_unit */
};

static void
on_unit(void *ctx, const struct unit *unit, const struct node_queue_lease *lease)
{
	struct taker *t = ctx;
	struct told *n = vec_add(&t->told);

	assert_non_null(n);
	assert_false(t->is_inside);
	*n = (struct told){ *unit, *lease, false };
	if (t->ends_at_once)
		check_rc(node_queue_done(t->queue, unit, lease->token, t->now), RC_OK);
}

static void
on_lost(void *ctx, const struct unit *unit)
{
	struct taker *t = ctx;
	struct told *n = vec_add(&t->told);

	assert_non_null(n);
	assert_false(t->is_inside);
	*n = (struct told){ .unit = *unit, .is_lost = true };
}

static void
set_room(struct taker *t, uint32_t all, uint32_t lane)
{
	struct node_queue_room room = { .all = all };

	for (int i = 0; i < LANES; i++)
		room.lane[i] = lane;
	node_queue_room(t->queue, &room);
}

/* The one that the tests run on now. */
static size_t which;

static int
setup(void **state)
{
	struct taker *t = calloc(1, sizeof(*t));
	struct node_queue_listener listener = { on_unit, on_lost, t };
	struct err err = { 0 };

	assert_non_null(t);
	t->told = (struct vec)VEC_INIT(struct told);
	t->now = START;
	check_rc(QUEUES[which].make(&listener, &t->queue, &err), RC_OK);
	*state = t;
	return 0;
}

static int
teardown(void **state)
{
	struct taker *t = *state;

	node_queue_free(t->queue);
	vec_fini(&t->told);
	free(t);
	return 0;
}

static struct unit
a_unit(int64_t id, int64_t olt)
{
	return (struct unit){ .id = { id },
		.kind = UNIT_SCHEDULED,
		.lane = LANE_POLLING,
		.olt = { olt },
		.node = { id },
		.priority = 40,
		.due_ms = START,
		.attempt = 1 };
}

static void
put(struct taker *t, struct unit unit)
{
	t->is_inside = true;
	check_rc(node_queue_put(t->queue, &unit, t->now), RC_OK);
	t->is_inside = false;
}

static int64_t
pump(struct taker *t)
{
	return node_queue_pump(t->queue, t->now);
}

static const struct told *
told(struct taker *t, size_t i)
{
	assert_true(i < t->told.n);
	return VEC_AT(&t->told, struct told, i);
}

static void
done(struct taker *t, size_t i)
{
	const struct told *n = told(t, i);

	t->is_inside = true;
	check_rc(node_queue_done(t->queue, &n->unit, n->lease.token, t->now), RC_OK);
	t->is_inside = false;
}

/* The ids that were told, in order. */
static void
check_order(struct taker *t, const int64_t *ids, size_t n)
{
	assert_int_equal(t->told.n, n);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(told(t, i)->unit.id.v, ids[i]);
}

#define CHECK_ORDER(t, ...)                                           \
	do {                                                          \
		const int64_t ids_[] = { __VA_ARGS__ };               \
		check_order(t, ids_, sizeof(ids_) / sizeof(ids_[0])); \
	} while (0)

/* ---- what it owes -------------------------------------------------------------- */

static void
a_unit_is_told_as_it_was_put_and_only_from_a_pump(void **state)
{
	struct taker *t = *state;
	struct unit u = a_unit(5, 7);

	u.with_chain = true;
	u.slot_ms = START;
	snprintf(u.asked_by, sizeof(u.asked_by), "ana");
	set_room(t, 1, 1);
	put(t, u);
	assert_int_equal(t->told.n, 0);
	pump(t);
	assert_int_equal(t->told.n, 1);
	assert_int_equal(told(t, 0)->unit.node.v, 5);
	assert_true(told(t, 0)->unit.with_chain);
	assert_int_equal(told(t, 0)->unit.slot_ms, START);
	assert_string_equal(told(t, 0)->unit.asked_by, "ana");
	assert_int_equal(told(t, 0)->lease.olt.v, 7);
	assert_true(told(t, 0)->lease.token >= 77);
	assert_int_equal(told(t, 0)->lease.expires_ms, START + LEASE);
}

static void
without_room_nothing_is_told_and_nothing_is_lost(void **state)
{
	struct taker *t = *state;

	put(t, a_unit(1, 1));
	pump(t);
	assert_int_equal(t->told.n, 0);
	assert_int_equal(node_queue_figures(t->queue).waiting, 1);
	set_room(t, 1, 1);
	pump(t);
	CHECK_ORDER(t, 1);
}

static void
units_are_told_in_their_order(void **state)
{
	struct taker *t = *state;
	struct unit manual = a_unit(1, 1), discovery = a_unit(2, 2), late = a_unit(4, 4),
		    later = a_unit(5, 5), retry = a_unit(6, 6), slice = a_unit(7, 7);

	manual.kind = UNIT_MANUAL;
	manual.lane = LANE_HIGH;
	discovery.priority = 90;
	discovery.lane = LANE_DISCOVERY;
	late.due_ms = START - 5000;
	later.due_ms = START - 9000;
	retry.kind = UNIT_RETRY;
	retry.lane = LANE_RETRY;
	slice.kind = UNIT_SLICE;
	put(t, slice);
	put(t, retry);
	put(t, a_unit(3, 3));
	put(t, discovery);
	put(t, late);
	put(t, later);
	put(t, manual);
	set_room(t, 100, 100);
	pump(t);
	CHECK_ORDER(t, 1, 5, 4, 2, 3, 6, 7);
}

/* Nothing happens to it but time. */
static void
a_unit_that_waits_becomes_late_by_itself(void **state)
{
	struct taker *t = *state;
	struct unit low = a_unit(1, 1), high = a_unit(2, 2), other = a_unit(3, 3);

	low.priority = 1;
	high.priority = 90;
	high.due_ms = START + 2000;
	put(t, low);
	put(t, high);
	t->now = START + 900;
	set_room(t, 1, 1);
	pump(t);
	CHECK_ORDER(t, 2);
	other.priority = 95;
	other.due_ms = START + 1500;
	put(t, other);
	t->now = START + 1501;
	set_room(t, 1, 1);
	pump(t);
	CHECK_ORDER(t, 2, 1);
}

static void
an_olt_has_one_unit_out_and_the_next_follows_in_the_same_pump(void **state)
{
	struct taker *t = *state;

	set_room(t, 100, 100);
	for (int64_t i = 1; i <= 3; i++)
		put(t, a_unit(i, 7));
	put(t, a_unit(9, 8));
	pump(t);
	CHECK_ORDER(t, 1, 9);
	pump(t);
	CHECK_ORDER(t, 1, 9);
	done(t, 0);
	pump(t);
	CHECK_ORDER(t, 1, 9, 2);
	done(t, 2);
	pump(t);
	CHECK_ORDER(t, 1, 9, 2, 3);
}

static void
a_busy_olt_does_not_hold_up_another(void **state)
{
	struct taker *t = *state;
	struct unit urgent = a_unit(2, 7);

	set_room(t, 100, 100);
	put(t, a_unit(1, 7));
	pump(t);
	urgent.due_ms = START - 60000;
	put(t, urgent);
	put(t, a_unit(3, 8));
	pump(t);
	CHECK_ORDER(t, 1, 3);
}

static void
tokens_of_an_olt_only_grow(void **state)
{
	struct taker *t = *state;
	struct node_queue_lease lease;
	int64_t last = 0;

	set_room(t, 100, 100);
	for (int64_t i = 0; i < 10; i++) {
		put(t, a_unit(i + 1, 7));
		pump(t);
		assert_true(told(t, (size_t)i)->lease.token > last);
		last = told(t, (size_t)i)->lease.token;
		done(t, (size_t)i);
		check_rc(node_queue_lock(t->queue, (struct olt_id){ 7 }, t->now, &lease),
		    RC_OK);
		assert_true(lease.token > last);
		last = lease.token;
		node_queue_unlock(t->queue, lease.olt, lease.token, t->now);
		/* Forgotten altogether, and back. */
		node_queue_remove(
		    t->queue, (struct olt_id){ 7 }, (struct node_id){ 0 }, NULL, NULL);
	}
}

static void
a_lease_that_runs_out_is_told_as_lost_and_its_unit_again(void **state)
{
	struct taker *t = *state;
	int64_t expires = 0;

	set_room(t, 2, 2);
	put(t, a_unit(1, 7));
	assert_int_equal(pump(t), START + LEASE);
	t->now = START + LEASE;
	pump(t);
	assert_int_equal(t->told.n, 3);
	assert_true(told(t, 1)->is_lost);
	assert_int_equal(told(t, 2)->unit.id.v, 1);
	assert_true(told(t, 2)->lease.token > told(t, 0)->lease.token);
	/* The first holder has nothing to say any more. */
	check_rc(node_queue_renew(t->queue, (struct olt_id){ 7 }, told(t, 0)->lease.token,
		     t->now, &expires),
	    RC_CONFLICT);
	check_rc(
	    node_queue_done(t->queue, &told(t, 0)->unit, told(t, 0)->lease.token, t->now),
	    RC_CONFLICT);
	assert_int_equal(expires, 0);
	done(t, 2);
	pump(t);
	assert_int_equal(t->told.n, 3);
	assert_int_equal(node_queue_figures(t->queue).expired, 1);
	assert_int_equal(node_queue_figures(t->queue).leased, 0);
}

static void
renewing_comes_too_late_after_the_end(void **state)
{
	struct taker *t = *state;
	int64_t expires = 0;

	set_room(t, 1, 1);
	put(t, a_unit(1, 7));
	pump(t);
	/* Not told as lost yet, but over. */
	check_rc(node_queue_renew(t->queue, (struct olt_id){ 7 }, told(t, 0)->lease.token,
		     START + LEASE, &expires),
	    RC_CONFLICT);
}

static void
a_lease_that_is_renewed_lasts(void **state)
{
	struct taker *t = *state;
	int64_t expires = 0;

	set_room(t, 2, 2);
	put(t, a_unit(1, 7));
	put(t, a_unit(2, 7));
	pump(t);
	for (int i = 0; i < 10; i++) {
		t->now += LEASE / 3;
		check_rc(node_queue_renew(t->queue, (struct olt_id){ 7 },
			     told(t, 0)->lease.token, t->now, &expires),
		    RC_OK);
		assert_int_equal(expires, t->now + LEASE);
		assert_int_equal(pump(t), expires);
	}
	CHECK_ORDER(t, 1);
}

static void
a_lock_without_a_unit_keeps_units_away_and_runs_out_too(void **state)
{
	struct taker *t = *state;
	struct node_queue_lease lease = { 0 }, second = { 0 };

	set_room(t, 2, 2);
	check_rc(node_queue_lock(t->queue, (struct olt_id){ 7 }, t->now, &lease), RC_OK);
	assert_int_equal(lease.expires_ms, START + LEASE);
	put(t, a_unit(1, 7));
	pump(t);
	assert_int_equal(t->told.n, 0);
	check_rc(
	    node_queue_lock(t->queue, (struct olt_id){ 7 }, t->now, &second), RC_BUSY);
	assert_int_equal(second.token, 0);
	node_queue_unlock(t->queue, (struct olt_id){ 7 }, lease.token + 1, t->now);
	pump(t);
	assert_int_equal(t->told.n, 0);
	node_queue_unlock(t->queue, (struct olt_id){ 7 }, lease.token, t->now);
	pump(t);
	CHECK_ORDER(t, 1);
	check_rc(
	    node_queue_lock(t->queue, (struct olt_id){ 7 }, t->now, &second), RC_BUSY);
	done(t, 0);
	check_rc(node_queue_lock(t->queue, (struct olt_id){ 7 }, t->now, &lease), RC_OK);
	put(t, a_unit(2, 7));
	t->now += LEASE;
	pump(t);
	CHECK_ORDER(t, 1, 2);
}

/* A unit's lease is not a lock that somebody could give back. */
static void
unlocking_does_not_free_a_unit(void **state)
{
	struct taker *t = *state;

	set_room(t, 2, 2);
	put(t, a_unit(1, 7));
	put(t, a_unit(2, 7));
	pump(t);
	node_queue_unlock(
	    t->queue, (struct olt_id){ 7 }, told(t, 0)->lease.token, t->now);
	pump(t);
	CHECK_ORDER(t, 1);
}

static void
each_lane_is_told_what_it_has_room_for_and_manual_units_need_none(void **state)
{
	struct taker *t = *state;
	struct node_queue_room room = { .all = 4,
		.lane = { [LANE_POLLING] = 1, [LANE_DISCOVERY] = 1 } };
	struct unit manual = a_unit(9, 9), discovery = a_unit(8, 8), retry = a_unit(7, 7);

	manual.kind = UNIT_MANUAL;
	manual.lane = LANE_HIGH;
	discovery.lane = LANE_DISCOVERY;
	retry.lane = LANE_RETRY;
	retry.kind = UNIT_RETRY;
	for (int64_t i = 1; i <= 3; i++)
		put(t, a_unit(i, i));
	put(t, manual);
	put(t, discovery);
	put(t, retry);
	node_queue_room(t->queue, &room);
	pump(t);
	CHECK_ORDER(t, 9, 1, 8);
	/* What was told has taken its room. */
	pump(t);
	assert_int_equal(t->told.n, 3);
	room = (struct node_queue_room){ .all = 1, .lane = { [LANE_RETRY] = 5 } };
	node_queue_room(t->queue, &room);
	pump(t);
	CHECK_ORDER(t, 9, 1, 8, 7);
	assert_int_equal(node_queue_figures(t->queue).waiting_lane[LANE_POLLING], 2);
}

static void
the_first_of_an_olt_without_room_in_its_lane_lets_the_second_pass(void **state)
{
	struct taker *t = *state;
	struct node_queue_room room = { .all = 4, .lane = { [LANE_POLLING] = 4 } };
	struct unit discovery = a_unit(1, 7);

	discovery.lane = LANE_DISCOVERY;
	discovery.priority = 90;
	put(t, discovery);
	put(t, a_unit(2, 7));
	node_queue_room(t->queue, &room);
	pump(t);
	CHECK_ORDER(t, 2);
}

static void
a_unit_is_in_the_queue_once(void **state)
{
	struct taker *t = *state;
	struct unit u = a_unit(1, 7);

	put(t, u);
	check_rc(node_queue_put(t->queue, &u, t->now), RC_CONFLICT);
	set_room(t, 1, 1);
	pump(t);
	check_rc(node_queue_put(t->queue, &u, t->now), RC_CONFLICT);
	done(t, 0);
	put(t, u);
	assert_int_equal(node_queue_figures(t->queue).waiting, 1);
}

static void
the_queue_has_a_bound_and_counts_what_it_refuses(void **state)
{
	struct taker *t = *state;
	struct unit u;

	for (int64_t i = 1; i <= BOUND; i++)
		put(t, a_unit(i, i % 100));
	u = a_unit(BOUND + 1, 1);
	check_rc(node_queue_put(t->queue, &u, t->now), RC_BUSY);
	assert_int_equal(node_queue_figures(t->queue).waiting, BOUND);
	assert_int_equal(node_queue_figures(t->queue).refused, 1);
	set_room(t, 1, 1);
	pump(t);
	put(t, u);
}

static void
count_removed(void *ctx, const struct unit *unit)
{
	int64_t *sum = ctx;

	*sum += unit->id.v;
}

static void
waiting_units_are_removed_by_olt_or_by_node_and_those_out_stay_out(void **state)
{
	struct taker *t = *state;
	struct unit twin = a_unit(5, 7);
	int64_t sum = 0;

	set_room(t, 1, 1);
	put(t, a_unit(1, 7));
	pump(t);
	for (int64_t i = 2; i <= 4; i++)
		put(t, a_unit(i, 7));
	twin.node.v = 4;
	put(t, twin);
	put(t, a_unit(6, 8));
	assert_int_equal(node_queue_remove(t->queue, (struct olt_id){ 7 },
			     (struct node_id){ 4 }, count_removed, &sum),
	    2);
	assert_int_equal(sum, 9);
	assert_int_equal(node_queue_remove(t->queue, (struct olt_id){ 7 },
			     (struct node_id){ 0 }, count_removed, &sum),
	    2);
	assert_int_equal(sum, 9 + 2 + 3);
	assert_int_equal(node_queue_remove(t->queue, (struct olt_id){ 99 },
			     (struct node_id){ 0 }, count_removed, &sum),
	    0);
	assert_int_equal(node_queue_figures(t->queue).waiting, 1);
	done(t, 0);
	set_room(t, 5, 5);
	pump(t);
	CHECK_ORDER(t, 1, 6);
}

static void
one_unit_is_withdrawn_alone(void **state)
{
	struct taker *t = *state;

	for (int64_t i = 1; i <= 3; i++)
		put(t, a_unit(i, 7));
	check_rc(node_queue_withdraw(t->queue, (struct execution_id){ 1 }), RC_OK);
	check_rc(node_queue_withdraw(t->queue, (struct execution_id){ 1 }), RC_NOT_FOUND);
	set_room(t, 1, 1);
	pump(t);
	CHECK_ORDER(t, 2);
	check_rc(node_queue_withdraw(t->queue, (struct execution_id){ 2 }), RC_NOT_FOUND);
	put(t, a_unit(1, 7));
	assert_int_equal(node_queue_figures(t->queue).waiting, 2);
}

static void
what_waits_can_be_seen_in_its_order(void **state)
{
	struct taker *t = *state;
	struct unit seen[3] = { 0 }, late = a_unit(3, 7), manual = a_unit(4, 8);

	assert_int_equal(node_queue_waiting(t->queue, seen, 3, t->now), 0);
	late.due_ms = START - 5000;
	manual.kind = UNIT_MANUAL;
	manual.lane = LANE_HIGH;
	put(t, a_unit(2, 7));
	put(t, late);
	put(t, a_unit(5, 7));
	put(t, manual);
	assert_int_equal(node_queue_waiting(t->queue, seen, 3, t->now), 3);
	assert_int_equal(seen[0].id.v, 4);
	assert_int_equal(seen[1].id.v, 3);
	assert_int_equal(seen[2].id.v, 2);
	assert_int_equal(node_queue_figures(t->queue).oldest_due_ms, START - 5000);
}

static void
a_listener_may_be_done_at_once(void **state)
{
	struct taker *t = *state;

	t->ends_at_once = true;
	set_room(t, 5, 5);
	for (int64_t i = 1; i <= 3; i++)
		put(t, a_unit(i, 7));
	pump(t);
	CHECK_ORDER(t, 1, 2, 3);
	assert_int_equal(node_queue_figures(t->queue).leased, 0);
}

static void
when_the_clock_jumps_leases_last_as_long_and_nothing_is_later(void **state)
{
	struct taker *t = *state;
	struct unit low = a_unit(2, 8), high = a_unit(3, 9);

	set_room(t, 1, 1);
	put(t, a_unit(1, 7));
	pump(t);
	low.priority = 1;
	high.priority = 90;
	put(t, low);
	put(t, high);
	t->now += 3600000;
	node_queue_stepped(t->queue, 3600000);
	set_room(t, 1, 1);
	assert_int_equal(pump(t), START + 3600000 + LEASE);
	CHECK_ORDER(t, 1, 3); /* by priority: neither is late */
	t->now -= 7200000;
	node_queue_stepped(t->queue, -7200000);
	assert_int_equal(pump(t), START - 3600000 + LEASE);
	done(t, 0);
	assert_int_equal(told(t, 1)->unit.due_ms, START + 3600000);
}

static void
results_are_left_alone_on_failure(void **state)
{
	struct taker *t = *state;
	struct node_queue_lease lease = { .token = 5 };
	int64_t expires = 5;

	check_rc(node_queue_lock(t->queue, (struct olt_id){ 7 }, t->now, &lease), RC_OK);
	lease.token = 5;
	check_rc(
	    node_queue_lock(t->queue, (struct olt_id){ 7 }, t->now, &lease), RC_BUSY);
	assert_int_equal(lease.token, 5);
	check_rc(node_queue_renew(t->queue, (struct olt_id){ 7 }, 5, t->now, &expires),
	    RC_CONFLICT);
	check_rc(node_queue_renew(t->queue, (struct olt_id){ 9 }, 5, t->now, &expires),
	    RC_CONFLICT);
	assert_int_equal(expires, 5);
}

enum { MANY = 10000, OLTS = 700, POLLERS = 50 };

/* 10,000 units of 700 OLTs, 50 at a time, some lost and some given back on the way:
 * every one is done once, and none waits for ever. */
static void
of_ten_thousand_units_none_is_lost_doubled_or_starved(void **state)
{
	struct taker *t = *state;
	bool *is_done = calloc(MANY + 1, sizeof(bool));
	size_t n_done = 0, seen = 0;
	uint64_t seed = 3;

	assert_non_null(is_done);
	for (int64_t i = 1; i <= MANY; i++) {
		struct unit u = a_unit(i, i % OLTS + 1);

		seed = seed * UINT64_C(6364136223846793005) + 1;
		u.priority = (int64_t)(seed >> 58);
		u.due_ms = START + (int64_t)((seed >> 40) % 60000);
		u.kind = i % 9 == 0 ? UNIT_RETRY : i % 11 == 0 ? UNIT_SLICE : u.kind;
		put(t, u);
	}
	for (int round = 0; n_done < MANY && round < MANY; round++) {
		set_room(t, POLLERS, POLLERS);
		t->now += 500;
		pump(t);
		size_t end = t->told.n;

		if (end == seen) /* only leases of the dead are in the way */
			t->now += LEASE;
		for (; seen < end; seen++) {
			struct told n = *told(t, seen);

			seed = seed * UINT64_C(6364136223846793005) + 1;
			if (n.is_lost || (seed >> 40) % 50 == 0)
				continue; /* its holder died: told again later */
			assert_false(is_done[n.unit.id.v]);
			is_done[n.unit.id.v] = true;
			n_done++;
			done(t, seen);
		}
	}
	assert_int_equal(n_done, MANY);
	assert_int_equal(node_queue_figures(t->queue).waiting, 0);
	assert_int_equal(node_queue_figures(t->queue).done, MANY);
	free(is_done);
}

#define EACH(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		EACH(a_unit_is_told_as_it_was_put_and_only_from_a_pump),
		EACH(without_room_nothing_is_told_and_nothing_is_lost),
		EACH(units_are_told_in_their_order),
		EACH(a_unit_that_waits_becomes_late_by_itself),
		EACH(an_olt_has_one_unit_out_and_the_next_follows_in_the_same_pump),
		EACH(a_busy_olt_does_not_hold_up_another),
		EACH(tokens_of_an_olt_only_grow),
		EACH(a_lease_that_runs_out_is_told_as_lost_and_its_unit_again),
		EACH(renewing_comes_too_late_after_the_end),
		EACH(a_lease_that_is_renewed_lasts),
		EACH(a_lock_without_a_unit_keeps_units_away_and_runs_out_too),
		EACH(unlocking_does_not_free_a_unit),
		EACH(each_lane_is_told_what_it_has_room_for_and_manual_units_need_none),
		EACH(the_first_of_an_olt_without_room_in_its_lane_lets_the_second_pass),
		EACH(a_unit_is_in_the_queue_once),
		EACH(the_queue_has_a_bound_and_counts_what_it_refuses),
		EACH(waiting_units_are_removed_by_olt_or_by_node_and_those_out_stay_out),
		EACH(one_unit_is_withdrawn_alone),
		EACH(what_waits_can_be_seen_in_its_order),
		EACH(a_listener_may_be_done_at_once),
		EACH(when_the_clock_jumps_leases_last_as_long_and_nothing_is_later),
		EACH(results_are_left_alone_on_failure),
		EACH(of_ten_thousand_units_none_is_lost_doubled_or_starved),
	};

	int failed = 0;

	for (which = 0; which < sizeof(QUEUES) / sizeof(QUEUES[0]); which++)
		failed +=
		    cmocka_run_group_tests_name(QUEUES[which].name, tests, NULL, NULL);
	return failed;
}
