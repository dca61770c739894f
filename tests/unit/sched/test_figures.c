/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "sched/figures.h"

#define NOW INT64_C(5000000)

static void
nothing_is_not_late(void **state)
{
	struct lateness l = { 0 };

	(void)state;
	assert_int_equal(lateness_percentile(&l, 99, NOW), 0);
	assert_int_equal(lateness_count(&l, NOW), 0);
}

static void
small_figures_are_exact(void **state)
{
	struct lateness l = { 0 };

	(void)state;
	for (int i = 1; i <= 20; i++)
		lateness_add(&l, i, NOW);
	assert_int_equal(lateness_count(&l, NOW), 20);
	assert_int_equal(lateness_percentile(&l, 50, NOW), 10);
	assert_int_equal(lateness_percentile(&l, 99, NOW), 20);
	assert_int_equal(lateness_percentile(&l, 100, NOW), 20);
	assert_int_equal(lateness_percentile(&l, 5, NOW), 1);
}

static void
one_late_run_in_a_hundred_does_not_move_p50(void **state)
{
	struct lateness l = { 0 };

	(void)state;
	for (int i = 0; i < 97; i++)
		lateness_add(&l, 3, NOW);
	for (int i = 0; i < 3; i++)
		lateness_add(&l, 60000, NOW);
	assert_int_equal(lateness_percentile(&l, 50, NOW), 3);
	assert_in_range(lateness_percentile(&l, 99, NOW), 60000, 64199);
}

static void
no_figure_is_too_low_or_too_high_by_a_fourteenth(void **state)
{
	(void)state;
	for (int64_t late = 0; late < INT64_C(1) << 29; late += late / 50 + 1) {
		struct lateness l = { 0 };
		int64_t got;

		lateness_add(&l, late, NOW);
		got = lateness_percentile(&l, 99, NOW);
		assert_true(got >= late && got <= late + late / 14);
	}
}

static void
what_cannot_be_is_put_at_the_ends(void **state)
{
	struct lateness l = { 0 };

	(void)state;
	lateness_add(&l, -5, NOW);
	assert_int_equal(lateness_percentile(&l, 50, NOW), 0);
	lateness_add(&l, INT64_MAX, NOW);
	assert_true(lateness_percentile(&l, 99, NOW) >= 1 << 30);
}

static void
after_a_minute_it_is_forgotten(void **state)
{
	struct lateness l = { 0 };

	(void)state;
	lateness_add(&l, 500, NOW); /* its part began exactly now */
	lateness_add(&l, 7, NOW + 55000);
	assert_int_equal(lateness_count(&l, NOW + 59999), 2);
	assert_int_equal(lateness_count(&l, NOW + 60000), 1);
	assert_int_equal(lateness_percentile(&l, 99, NOW + 60000), 7);
	assert_int_equal(lateness_count(&l, NOW + 10 * 60000), 0);
}

static void
ten_minutes_of_use_keep_the_last_one(void **state)
{
	struct lateness l = { 0 };

	(void)state;
	for (int64_t t = 0; t < 600000; t += 100)
		lateness_add(&l, t < 300000 ? 20 : 5, NOW + t);
	assert_int_equal(lateness_count(&l, NOW + 599999), 600);
	assert_int_equal(lateness_percentile(&l, 99, NOW + 599999), 5);
}

static void
half_of_the_pollers_busy_is_fifty_percent(void **state)
{
	struct busyness b = { 0 };

	(void)state;
	assert_true(busyness_percent(&b, 10, NOW) == 0.0);
	busyness_set(&b, 5, NOW);
	assert_true(busyness_percent(&b, 10, NOW) == 50.0);
	assert_true(busyness_percent(&b, 10, NOW + 30000) == 50.0);
	assert_true(busyness_percent(&b, 10, NOW + 7 * 60000) == 50.0);
}

static void
busyness_is_over_the_last_minute(void **state)
{
	struct busyness b = { 0 };

	(void)state;
	busyness_set(&b, 10, NOW);
	busyness_set(&b, 0, NOW + 60000);
	assert_true(busyness_percent(&b, 10, NOW + 60000) == 100.0);
	/* Of the last 60 s, 30 were busy. */
	assert_true(busyness_percent(&b, 10, NOW + 90000) == 50.0);
	assert_true(busyness_percent(&b, 10, NOW + 120000) == 0.0);
	busyness_set(&b, 10, NOW + 120000);
	/* The newest part began 5 s ago: 5 of 55 s. */
	assert_int_equal((int)(busyness_percent(&b, 10, NOW + 125000) * 100), 909);
}

static void
many_short_runs_add_up(void **state)
{
	struct busyness b = { 0 };

	(void)state;
	for (int64_t t = 0; t < 120000; t += 10) {
		busyness_set(&b, 1, NOW + t);
		busyness_set(&b, 0, NOW + t + 4);
	}
	assert_int_equal((int)(busyness_percent(&b, 1, NOW + 120000) + 0.5), 40);
}

static void
saturation_has_three_conditions(void **state)
{
	static const struct {
		struct load load;
		enum saturation expected;
	} CASES[] = {
		{ { 10, 0, 0.0, 0 }, SATURATION_NONE },
		{ { 10, 7, 75.0, 20 }, SATURATION_NONE },
		{ { 10, 8, 80.0, 0 }, SATURATION_BUSY },
		{ { 10, 7, 75.1, 0 }, SATURATION_BUSY },
		{ { 10, 5, 50.0, 21 }, SATURATION_QUEUE },
		{ { 10, 10, 50.0, 1 }, SATURATION_ALL_BUSY },
		{ { 10, 10, 100.0, 0 }, SATURATION_BUSY },
		{ { 1, 1, 10.0, 0 }, SATURATION_NONE },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++)
		assert_int_equal(saturation_of(&CASES[i].load), CASES[i].expected);
	assert_string_equal(saturation_words(SATURATION_NONE), "");
	check_contains(saturation_words(SATURATION_BUSY), "75 %");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_not_late),
		cmocka_unit_test(small_figures_are_exact),
		cmocka_unit_test(one_late_run_in_a_hundred_does_not_move_p50),
		cmocka_unit_test(no_figure_is_too_low_or_too_high_by_a_fourteenth),
		cmocka_unit_test(what_cannot_be_is_put_at_the_ends),
		cmocka_unit_test(after_a_minute_it_is_forgotten),
		cmocka_unit_test(ten_minutes_of_use_keep_the_last_one),
		cmocka_unit_test(half_of_the_pollers_busy_is_fifty_percent),
		cmocka_unit_test(busyness_is_over_the_last_minute),
		cmocka_unit_test(many_short_runs_add_up),
		cmocka_unit_test(saturation_has_three_conditions),
	};

	return CHECK_ALL(tests);
}
