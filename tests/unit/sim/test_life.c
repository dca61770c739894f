/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <math.h>

#include "sim/life.h"

static const int64_t HOUR_US = INT64_C(3600) * 1000000;
static const int64_t WALL_MS = INT64_C(1780000000000);

static struct life
life_with(double churn_pct, double offline_pct, bool is_static)
{
	return (struct life){ .seed = 42,
		.start = { 1000000, WALL_MS },
		.is_static = is_static,
		.churn_pct = churn_pct,
		.offline_pct = offline_pct };
}

static struct moment
later(const struct life *life, int64_t us)
{
	return (
	    struct moment){ life->start.mono_us + us, life->start.wall_ms + us / 1000 };
}

static unsigned
count_down(const struct life *life, int64_t after_us)
{
	struct moment now = later(life, after_us);
	unsigned down = 0;

	for (uint32_t i = 0; i < 10000; i++)
		down += !life_of_onu(life, i, &now).is_online;
	return down;
}

static void
as_many_are_down_for_good_as_asked_for(void **state)
{
	struct life none = life_with(0, 0, true), some = life_with(0, 5, true);
	struct life all = life_with(0, 100, true);

	(void)state;
	assert_int_equal(count_down(&none, 0), 0);
	assert_int_equal(count_down(&all, 0), 10000);
	/* 500 of 10,000, within five standard deviations of 22. */
	assert_in_range(count_down(&some, 0), 390, 610);
}

static void
what_is_down_has_a_cause_and_a_date_in_the_past(void **state)
{
	struct life life = life_with(50, 20, false);
	struct moment now = later(&life, HOUR_US);
	unsigned los = 0, power = 0;

	(void)state;
	for (uint32_t i = 0; i < 10000; i++) {
		struct onu_life l = life_of_onu(&life, i, &now);
		assert_true(l.last_down_ms <= now.wall_ms);
		assert_true(l.last_up_ms <= now.wall_ms);
		if (l.is_online) {
			assert_true(l.last_up_ms >= l.last_down_ms);
			continue;
		}
		assert_true(l.last_up_ms < l.last_down_ms);
		los += l.cause == STATE_LOS_ONU;
		power += l.cause == STATE_POWER;
	}
	assert_true(los > 100);
	assert_true(power > 100);
}

static void
onus_go_down_and_come_back(void **state)
{
	struct life life = life_with(100, 0, false);
	unsigned changes = 0;

	(void)state;
	for (uint32_t i = 0; i < 100; i++) {
		bool was_online = true;
		/* Every ten seconds for an hour: no ONU is down for less than 30 s. */
		for (int64_t us = 0; us < HOUR_US; us += 10 * INT64_C(1000000)) {
			struct moment now = later(&life, us);
			bool is_online = life_of_onu(&life, i, &now).is_online;
			changes += was_online && !is_online;
			was_online = is_online;
		}
	}
	/* Each of them once an hour. */
	assert_in_range(changes, 99, 110);
}

static void
a_static_life_stands_still(void **state)
{
	struct life life = life_with(100, 5, true);
	struct moment now = later(&life, 0), then = later(&life, 7 * HOUR_US);

	(void)state;
	for (uint32_t i = 0; i < 100; i++) {
		struct onu_life a = life_of_onu(&life, i, &now);
		struct onu_life b = life_of_onu(&life, i, &then);
		assert_int_equal(a.is_online, b.is_online);
		assert_true(a.last_up_ms == b.last_up_ms);
		assert_true(life_level(&life, i, 1, -28, -14, &now) ==
		    life_level(&life, i, 1, -28, -14, &then));
		assert_true(life_counter(&life, i, 1, 1e6, &now) ==
		    life_counter(&life, i, 1, 1e6, &then));
	}
}

static void
levels_drift_slowly_within_their_bounds(void **state)
{
	struct life life = life_with(0, 0, false);

	(void)state;
	for (uint32_t i = 0; i < 50; i++) {
		double before = NAN, first = NAN, swing = 0;
		for (int64_t us = 0; us < HOUR_US; us += 10 * INT64_C(1000000)) {
			struct moment now = later(&life, us);
			double level = life_level(&life, i, 1, -28, -14, &now);
			assert_true(level >= -28 && level <= -14);
			if (us == 0)
				first = level;
			else
				assert_true(fabs(level - before) < 0.1);
			swing = fmax(swing, fabs(level - first));
			before = level;
		}
		assert_true(swing > 0.05);
	}
}

static void
counters_only_grow(void **state)
{
	struct life life = life_with(0, 0, false);

	(void)state;
	for (uint32_t i = 0; i < 50; i++) {
		uint64_t before = 0;
		for (int64_t s = 0; s < 100; s++) {
			struct moment now = later(&life, s * 1000000);
			uint64_t count = life_counter(&life, i, 1, 1e6, &now);
			assert_true(count >= before);
			before = count;
		}
	}
}

/* A week before and a week after the start, hour by hour. */
static void
counters_have_been_growing_before_and_grow_most_in_the_evening(void **state)
{
	struct life life = life_with(0, 0, false);
	double least = INFINITY, most = 0;
	uint64_t before = 0;

	(void)state;
	for (int64_t hour = -168; hour <= 168; hour++) {
		struct moment now = later(&life, hour * HOUR_US);
		uint64_t count = life_counter(&life, 7, 1, 1e6, &now);

		assert_true(count > before);
		if (before) {
			least = fmin(least, (double)(count - before));
			most = fmax(most, (double)(count - before));
		}
		before = count;
		assert_true(fabs(life_evening(&life, &now)) <= 1);
	}
	assert_true(most > 3 * least);
}

static void
serials_differ_and_are_well_formed(void **state)
{
	struct life life = life_with(0, 0, false), other = life_with(0, 0, false);
	char a[13], b[13], c[13];

	(void)state;
	other.seed = 43;
	life_serial(&life, "HWTC", 0, a);
	life_serial(&life, "HWTC", 1, b);
	life_serial(&other, "HWTC", 0, c);
	assert_string_not_equal(a, b);
	assert_string_not_equal(a, c);
	assert_int_equal(strlen(a), 12);
	assert_memory_equal(a, "HWTC", 4);
	assert_int_equal(strspn(a + 4, "0123456789ABCDEF"), 8);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_many_are_down_for_good_as_asked_for),
		cmocka_unit_test(what_is_down_has_a_cause_and_a_date_in_the_past),
		cmocka_unit_test(onus_go_down_and_come_back),
		cmocka_unit_test(a_static_life_stands_still),
		cmocka_unit_test(levels_drift_slowly_within_their_bounds),
		cmocka_unit_test(counters_only_grow),
		cmocka_unit_test(
		    counters_have_been_growing_before_and_grow_most_in_the_evening),
		cmocka_unit_test(serials_differ_and_are_well_formed),
	};
	return CHECK_ALL(tests);
}
