/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "sched/schedule.h"
#include "zones.h"

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)
/* 2026-01-01 00:00 UTC */
#define NOW INT64_C(1767225600000)

static void
a_node_of_five_minutes_runs_twelve_times_in_every_hour(void **state)
{
	struct phase p = { .interval_ms = 5 * MINUTE };

	(void)state;
	for (p.key = 1; p.key <= 50; p.key++) {
		int64_t due = phase_next(&p, 0, NOW, NULL);

		for (int hour = 0; hour < 48; hour++) {
			int runs = 0;

			for (; due < NOW + (hour + 1) * HOUR; runs++)
				due = phase_next(&p, due, due + 1234, NULL);
			assert_int_equal(runs, 12);
			assert_int_equal(
			    phase_count(&p, NOW + hour * HOUR, NOW + (hour + 1) * HOUR),
			    12);
		}
	}
}

static void
the_phase_survives_whatever_a_run_takes(void **state)
{
	struct phase p = { .interval_ms = 10 * MINUTE, .key = 77 };
	int64_t first = phase_next(&p, 0, NOW, NULL), due = first, skipped = 0;
	unsigned seed = 5;

	(void)state;
	for (int i = 0; i < 10000; i++) {
		int64_t took = rand_r(&seed) % (25 * MINUTE), next, missed;

		next = phase_next(&p, due, due + took, &missed);
		assert_int_equal((next - first) % p.interval_ms, 0);
		assert_true(next > due + took && next - (due + took) <= p.interval_ms);
		assert_int_equal(missed, took / p.interval_ms);
		skipped += missed;
		due = next;
	}
	assert_int_equal((due - first) / p.interval_ms, 10000 + skipped);
}

static void
slots_that_were_overrun_are_counted_and_not_made_up_for(void **state)
{
	struct phase p = { .interval_ms = MINUTE, .key = 9 };
	int64_t due = phase_next(&p, 0, NOW, NULL), skipped = -1;

	(void)state;
	assert_int_equal(phase_next(&p, due, due, &skipped), due + MINUTE);
	assert_int_equal(skipped, 0);
	assert_int_equal(
	    phase_next(&p, due, due + 3 * MINUTE + 1, &skipped), due + 4 * MINUTE);
	assert_int_equal(skipped, 3);
	/* To the millisecond: the slot of exactly this time has begun, and is missed. */
	assert_int_equal(phase_next(&p, due, due + MINUTE, &skipped), due + 2 * MINUTE);
	assert_int_equal(skipped, 1);
	assert_int_equal(phase_next(&p, due, due + MINUTE - 1, &skipped), due + MINUTE);
	assert_int_equal(skipped, 0);
}

static void
time_spent_disabled_is_neither_replayed_nor_counted(void **state)
{
	struct phase p = { .interval_ms = MINUTE, .key = 9 };
	int64_t skipped = -1, next = phase_next(&p, 0, NOW + 1000 * HOUR, &skipped);

	(void)state;
	assert_int_equal(skipped, 0);
	assert_true(next > NOW + 1000 * HOUR && next <= NOW + 1000 * HOUR + MINUTE);
}

static void
a_clock_that_was_put_back_makes_no_slot_come_twice(void **state)
{
	struct phase p = { .interval_ms = MINUTE, .key = 9 };
	int64_t due = phase_next(&p, 0, NOW, NULL), skipped = -1;

	(void)state;
	assert_int_equal(phase_next(&p, due, due - HOUR, &skipped), due + MINUTE);
	assert_int_equal(skipped, 0);
}

static void
the_first_run_comes_after_a_minute_and_many_are_spread_over_the_next(void **state)
{
	int per_second[60] = { 0 };

	(void)state;
	for (uint64_t key = 1; key <= 600; key++) {
		int64_t first = phase_first(NOW, key) - NOW - MINUTE;

		assert_true(first >= 0 && first < MINUTE);
		per_second[first / SECOND]++;
	}
	for (int i = 0; i < 60; i++)
		assert_in_range(per_second[i], 8, 12);
}

static void
a_slot_right_behind_the_first_run_is_left_out(void **state)
{
	struct phase p = { .interval_ms = 10 * MINUTE, .key = 3 };
	int64_t slot = phase_next(&p, 0, NOW, NULL), skipped = -1;

	(void)state;
	/* 4 minutes after it: too near. 6 minutes after it: it runs. */
	assert_int_equal(phase_next(&p, slot - 4 * MINUTE, slot - 4 * MINUTE, &skipped),
	    slot + 10 * MINUTE);
	assert_int_equal(skipped, 0);
	assert_int_equal(
	    phase_next(&p, slot - 6 * MINUTE, slot - 6 * MINUTE, &skipped), slot);
	assert_int_equal(skipped, 0);
	/* Slots that are left out are not missed. */
	assert_int_equal(phase_next(&p, slot - 4 * MINUTE, slot + 10 * MINUTE, &skipped),
	    slot + 20 * MINUTE);
	assert_int_equal(skipped, 1);
}

/* 500 OLTs with 7, 13 or 21 nodes each: the ids of the nodes of one job are in steps. */
static void
five_hundred_nodes_with_the_same_interval_are_spread_evenly(void **state)
{
	static const uint64_t STEPS[] = { 1, 2, 3, 5, 6, 7, 8, 10, 12, 13, 20, 21, 34 };

	(void)state;
	for (size_t s = 0; s < sizeof(STEPS) / sizeof(STEPS[0]); s++) {
		int per_bucket[50] = { 0 };

		for (uint64_t i = 0; i < 500; i++) {
			struct phase p = { 5 * MINUTE, 1000 + i * STEPS[s] };
			int64_t at = phase_next(&p, 0, NOW, NULL) - NOW - 1;

			per_bucket[at * 50 / (5 * MINUTE)]++;
		}
		for (int i = 0; i < 50; i++) {
			if (per_bucket[i] < 5 || per_bucket[i] > 17)
				fail_msg("steps of %d: %d of 500 in one fiftieth",
				    (int)STEPS[s], per_bucket[i]);
		}
	}
}

static void
the_nodes_of_one_olt_do_not_start_together(void **state)
{
	(void)state;
	for (uint64_t first = 1; first < 1000; first++) {
		for (uint64_t a = first; a < first + 7; a++) {
			for (uint64_t b = first; b < a; b++) {
				int64_t d = phase_spread(a, HOUR) - phase_spread(b, HOUR);

				assert_true(llabs(d) > 5 * MINUTE);
			}
		}
	}
}

static void
slots_are_counted_as_walking_them_counts_them(void **state)
{
	unsigned seed = 11;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		struct phase p = { (rand_r(&seed) % 600 + 1) * SECOND,
			(uint64_t)rand_r(&seed) };
		int64_t from = NOW + rand_r(&seed) % HOUR;
		int64_t to = from + rand_r(&seed) % (2 * HOUR), n = 0;

		for (int64_t t = phase_next(&p, 0, from - 1, NULL); t < to; n++)
			t = phase_next(&p, t, t, NULL);
		assert_int_equal(phase_count(&p, from, to), n);
	}
	assert_int_equal(phase_count(&(struct phase){ MINUTE, 1 }, NOW, NOW), 0);
	assert_int_equal(phase_count(&(struct phase){ MINUTE, 1 }, NOW + HOUR, NOW), 0);
}

static void
intervals_of_a_second_and_of_a_year_work_too(void **state)
{
	struct phase p = { SECOND, 12345 }, year = { 365 * 24 * HOUR, UINT64_MAX };

	(void)state;
	assert_int_equal(phase_count(&p, NOW, NOW + HOUR), 3600);
	assert_int_equal(phase_count(&year, NOW, NOW + 365 * 24 * HOUR), 1);
}

/* ---- schedules of both kinds ------------------------------------------------- */

static void
a_schedule_is_by_interval_or_by_cron(void **state)
{
	struct schedule s = { .phase = { 1, 2 } };
	struct err err;
	int64_t skipped = -1;

	(void)state;
	live_in(UTC);
	check_rc(schedule_make(5 * MINUTE, NULL, 7, &s, &err), RC_OK);
	assert_int_equal(schedule_first(&s, NOW), phase_first(NOW, 7));
	assert_int_equal(
	    schedule_next(&s, 0, NOW, NULL), phase_next(&s.phase, 0, NOW, NULL));
	assert_int_equal(schedule_count(&s, NOW, NOW + HOUR), 12);

	check_rc(schedule_make(0, "*/20 * * * *", 7, &s, &err), RC_OK);
	assert_int_equal(schedule_first(&s, NOW), NOW + 20 * MINUTE);
	assert_int_equal(
	    schedule_next(&s, NOW, NOW + 61 * MINUTE, &skipped), NOW + 80 * MINUTE);
	assert_int_equal(skipped, 3);
	assert_int_equal(
	    schedule_next(&s, 0, NOW + 61 * MINUTE, &skipped), NOW + 80 * MINUTE);
	assert_int_equal(skipped, 0);
	assert_int_equal(schedule_next(&s, NOW + HOUR, NOW, &skipped), NOW + 80 * MINUTE);
	assert_int_equal(schedule_count(&s, NOW, NOW + HOUR), 3);
}

static void
a_schedule_that_is_none_is_refused_and_nothing_is_touched(void **state)
{
	struct schedule s = { .phase = { 1, 2 } };
	struct err err;

	(void)state;
	check_rc(schedule_make(0, NULL, 7, &s, &err), RC_INVALID);
	check_rc(schedule_make(-5, NULL, 7, &s, &err), RC_INVALID);
	check_rc(schedule_make(0, "61 * * * *", 7, &s, &err), RC_INVALID);
	check_contains(err.msg, "minute");
	assert_int_equal(s.phase.interval_ms, 1);
	assert_int_equal(s.phase.key, 2);
}

static void
schedules_can_be_compared(void **state)
{
	struct schedule a, b, c, d, e;

	(void)state;
	check_rc(schedule_make(MINUTE, NULL, 7, &a, NULL), RC_OK);
	check_rc(schedule_make(2 * MINUTE, NULL, 7, &b, NULL), RC_OK);
	check_rc(schedule_make(0, "0 3 * * *", 7, &c, NULL), RC_OK);
	check_rc(schedule_make(0, "0  03 * 1-12 *", 8, &d, NULL), RC_OK);
	check_rc(schedule_make(0, "1 3 * * *", 8, &e, NULL), RC_OK);
	assert_true(schedule_is_same(&a, &a));
	assert_false(schedule_is_same(&a, &b));
	assert_false(schedule_is_same(&a, &c));
	assert_true(schedule_is_same(&c, &d));
	assert_false(schedule_is_same(&c, &e));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_node_of_five_minutes_runs_twelve_times_in_every_hour),
		cmocka_unit_test(the_phase_survives_whatever_a_run_takes),
		cmocka_unit_test(slots_that_were_overrun_are_counted_and_not_made_up_for),
		cmocka_unit_test(time_spent_disabled_is_neither_replayed_nor_counted),
		cmocka_unit_test(a_clock_that_was_put_back_makes_no_slot_come_twice),
		cmocka_unit_test(
		    the_first_run_comes_after_a_minute_and_many_are_spread_over_the_next),
		cmocka_unit_test(a_slot_right_behind_the_first_run_is_left_out),
		cmocka_unit_test(
		    five_hundred_nodes_with_the_same_interval_are_spread_evenly),
		cmocka_unit_test(the_nodes_of_one_olt_do_not_start_together),
		cmocka_unit_test(slots_are_counted_as_walking_them_counts_them),
		cmocka_unit_test(intervals_of_a_second_and_of_a_year_work_too),
		cmocka_unit_test(a_schedule_is_by_interval_or_by_cron),
		cmocka_unit_test(
		    a_schedule_that_is_none_is_refused_and_nothing_is_touched),
		cmocka_unit_test(schedules_can_be_compared),
	};

	return CHECK_ALL(tests);
}
