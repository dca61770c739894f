/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <math.h>

#include "sim/cpu_int.h"

static const struct cpu_model MODEL = {
	.knee = 4, .per_varbind_us = 10, .limit_pct = 80
};

enum { START_US = 1000000, SECOND_US = 1000000 };

static void
up_to_the_knee_every_answer_takes_the_same_time(void **state)
{
	(void)state;
	/* 20 ms and 50 varbinds of 10 us. */
	assert_int_equal(cpu_service_us(&MODEL, 20000, 50, 1), 20500);
	assert_int_equal(cpu_service_us(&MODEL, 20000, 50, 4), 20500);
}

static void
beyond_the_knee_throughput_falls(void **state)
{
	(void)state;
	/* Twice the knee: four times as long, so half as many per second. */
	assert_int_equal(cpu_service_us(&MODEL, 20000, 0, 8), 80000);
	assert_int_equal(cpu_service_us(&MODEL, 20000, 0, 5), 31250);
	for (uint32_t q = 4; q < 20; q++) {
		double now = q / (double)cpu_service_us(&MODEL, 20000, 0, q);
		double more = (q + 1) / (double)cpu_service_us(&MODEL, 20000, 0, q + 1);
		assert_true(more < now);
	}
}

static void
without_a_model_nothing_labours(void **state)
{
	struct cpu_model none = { 0 };
	struct cpu cpu = { .since_us = START_US };

	(void)state;
	assert_int_equal(cpu_service_us(&none, 20000, 1000, 100), 20000);
	cpu_advance(&cpu, &none, 100, START_US + SECOND_US);
	assert_true(cpu.pct == 0);
}

static void
the_knee_kept_up_for_a_minute_stays_under_the_limit(void **state)
{
	struct cpu cpu = { .since_us = START_US };

	(void)state;
	for (int i = 1; i <= 60; i++)
		cpu_advance(&cpu, &MODEL, 4, START_US + (int64_t)i * SECOND_US);
	assert_true(fabs(cpu.pct - 75) < 0.01);
	assert_int_equal(cpu.over_limit_us, 0);
}

static void
one_more_than_the_knee_goes_over_the_limit(void **state)
{
	struct cpu cpu = { .since_us = START_US, .pct = 75 };

	(void)state;
	/* From 75 to 80 on the way to 100: 1 - e^-t = 5 / 25, so t = 223 ms. */
	cpu_advance(&cpu, &MODEL, 5, START_US + 223000);
	assert_true(cpu.pct < 80);
	cpu_advance(&cpu, &MODEL, 5, START_US + SECOND_US);
	assert_true(cpu.pct > 80);
	assert_in_range(cpu.over_limit_us, 776000, 778000);
	assert_true(cpu.peak_pct == cpu.pct);
}

static void
the_time_over_the_limit_ends_when_it_cools_down(void **state)
{
	struct cpu cpu = { .since_us = START_US, .pct = 100, .peak_pct = 100 };

	(void)state;
	/* 100 e^-t = 80 at t = 0.2231 s, independent of the length of the step. */
	cpu_advance(&cpu, &MODEL, 0, START_US + 10 * SECOND_US);
	assert_in_range(cpu.over_limit_us, 223000, 223300);
	assert_true(cpu.pct < 0.01);
	assert_true(cpu.peak_pct == 100);
}

static void
many_small_steps_are_one_large_one(void **state)
{
	struct cpu small = { .since_us = START_US }, large = { .since_us = START_US };

	(void)state;
	for (int64_t us = 0; us <= 2 * SECOND_US; us += 1000)
		cpu_advance(&small, &MODEL, 6, START_US + us);
	cpu_advance(&large, &MODEL, 6, START_US + 2 * SECOND_US);
	assert_true(fabs(small.pct - large.pct) < 1e-6);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(up_to_the_knee_every_answer_takes_the_same_time),
		cmocka_unit_test(beyond_the_knee_throughput_falls),
		cmocka_unit_test(without_a_model_nothing_labours),
		cmocka_unit_test(the_knee_kept_up_for_a_minute_stays_under_the_limit),
		cmocka_unit_test(one_more_than_the_knee_goes_over_the_limit),
		cmocka_unit_test(the_time_over_the_limit_ends_when_it_cools_down),
		cmocka_unit_test(many_small_steps_are_one_large_one),
	};
	return CHECK_ALL(tests);
}
