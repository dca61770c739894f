/* SPDX-License-Identifier: Apache-2.0
 *
 * The governor with simulated devices: no network, no clock.
 */
#include "check.h"
#include "snmpc/governor_int.h"

/* The time in which a device answers n varbinds with q requests in flight. */
typedef double (*device)(double varbinds, unsigned in_flight);

/* Only 20 ms of network delay. */
static double
distant(double varbinds, unsigned in_flight)
{
	(void)varbinds;
	(void)in_flight;
	return 20000;
}

/* One CPU that processes one request after the other. */
static double
single_file(double varbinds, unsigned in_flight)
{
	return in_flight * (5000 + varbinds * 200);
}

/* Two at a time are fast, more make it slow. */
static double
knee_at_two(double varbinds, unsigned in_flight)
{
	double q = in_flight > 2 ? in_flight / 2.0 : 1;

	return (20000 + varbinds * 50) * q * q;
}

static void
play(struct governor *g, device d, unsigned answers)
{
	for (unsigned i = 0; i < answers; i++) {
		uint32_t n = governor_varbinds(g);

		governor_answered(g,
		    &(struct governor_answer){ .epoch = g->epoch,
			.rtt_us = (int64_t)d(n, g->window),
			.varbinds = n,
			.bytes = n * 34 + 32,
			.was_full = true });
	}
}

static struct governor
fresh(uint32_t known_bytes)
{
	struct snmpc_limits l = snmpc_limits_default();
	struct governor g;

	l.answer_bytes_known = known_bytes;
	governor_init(&g, &l, NULL);
	return g;
}

static void
it_starts_with_one_request_of_a_packet(void **state)
{
	struct governor g = fresh(0);

	(void)state;
	assert_int_equal(g.window, 1);
	assert_int_equal(g.bytes, 1400);
	/* (1400 - 64) / 34 = 39.3 */
	assert_int_equal(governor_varbinds(&g), 39);
}

static void
a_distant_fast_device_gets_the_whole_window(void **state)
{
	struct governor g = fresh(0);

	(void)state;
	play(&g, distant, 12);
	assert_int_equal(g.window, 5);
	assert_int_equal(g.bytes, 1400);
}

static void
answers_grow_beyond_a_packet_only_where_that_is_known_to_work(void **state)
{
	struct governor g = fresh(8192);

	(void)state;
	play(&g, distant, 60);
	assert_int_equal(g.bytes, 8192);
}

static void
a_device_that_works_in_single_file_is_not_crowded(void **state)
{
	struct governor g = fresh(0);
	unsigned crowded = 0;

	(void)state;
	for (int i = 0; i < 400; i++) {
		play(&g, single_file, 1);
		crowded += g.window > 1;
	}
	/* It tries from time to time, and undoes the step each time. */
	assert_true(crowded < 60);
}

static void
it_settles_at_the_knee(void **state)
{
	struct governor g = fresh(0);
	unsigned at_two = 0;

	(void)state;
	play(&g, knee_at_two, 30);
	for (int i = 0; i < 300; i++) {
		play(&g, knee_at_two, 1);
		at_two += g.window == 2;
	}
	assert_true(at_two > 240);
}

static void
a_timeout_halves_the_window_once_for_requests_lost_together(void **state)
{
	struct governor g = fresh(0);
	uint32_t epoch;

	(void)state;
	play(&g, distant, 40);
	assert_int_equal(g.window, 5);
	epoch = g.epoch;
	governor_timed_out(&g, epoch);
	assert_int_equal(g.window, 2);
	governor_timed_out(&g, epoch);
	assert_int_equal(g.window, 2);
	governor_timed_out(&g, g.epoch);
	assert_int_equal(g.window, 1);
	governor_timed_out(&g, g.epoch);
	assert_int_equal(g.window, 1);
}

static void
it_recovers_from_a_timeout(void **state)
{
	struct governor g = fresh(0);

	(void)state;
	play(&g, distant, 40);
	governor_timed_out(&g, g.epoch);
	play(&g, distant, 20);
	assert_int_equal(g.window, 5);
}

static void
a_larger_answer_that_gets_lost_is_not_tried_again_soon(void **state)
{
	struct governor g = fresh(8192);

	(void)state;
	while (g.bytes == 1400)
		play(&g, distant, 1);
	assert_int_equal(g.bytes, 2800);
	governor_timed_out(&g, g.epoch);
	assert_int_equal(g.bytes, 1400);
	play(&g, distant, 20);
	assert_int_equal(g.bytes, 1400);
}

static void
too_big_halves_the_answers(void **state)
{
	struct governor g = fresh(0);

	(void)state;
	governor_too_big(&g, 39);
	/* 39 * 34 / 2 + 64 = 727 */
	assert_int_equal(g.bytes, 727);
	assert_int_equal(governor_varbinds(&g), 19);
	for (int i = 0; i < 20; i++)
		governor_too_big(&g, governor_varbinds(&g));
	assert_int_equal(governor_varbinds(&g), 1);
}

static void
memory_is_used_within_todays_limits(void **state)
{
	struct snmpc_limits l = snmpc_limits_default();
	struct snmpc_memory m = {
		.in_flight = 9, .answer_bytes = 8192, .rtt_us = 20000, .varbind_bytes = 40
	};
	struct governor g;

	(void)state;
	governor_init(&g, &l, &m);
	assert_int_equal(g.window, 5);
	assert_int_equal(g.bytes, 1400);
	l.answer_bytes_known = 8192;
	governor_init(&g, &l, &m);
	assert_int_equal(g.bytes, 8192);
	m = governor_memory(&g);
	assert_int_equal(m.in_flight, 5);
	assert_int_equal(m.rtt_us, 20000);
	assert_int_equal(m.varbind_bytes, 40);
}

static void
nothing_is_remembered_of_a_device_that_never_answered(void **state)
{
	struct governor g = fresh(0);

	(void)state;
	assert_int_equal(governor_memory(&g).in_flight, 0);
}

static void
the_timeout_adapts_between_a_floor_and_the_setting(void **state)
{
	struct governor g = fresh(0);

	(void)state;
	assert_int_equal(governor_timeout_us(&g), 2000000);
	play(&g, distant, 60);
	assert_int_equal(governor_timeout_us(&g), 150000);
	for (int i = 0; i < 50; i++)
		governor_answered(&g,
		    &(struct governor_answer){
			.rtt_us = 1500000, .varbinds = 1, .bytes = 80 });
	assert_int_equal(governor_timeout_us(&g), 2000000);
}

static void
a_resent_request_teaches_no_round_trip(void **state)
{
	struct governor g = fresh(0);

	(void)state;
	governor_answered(&g,
	    &(struct governor_answer){ .epoch = g.epoch,
		.rtt_us = 900000,
		.varbinds = 39,
		.bytes = 1400,
		.was_resent = true });
	assert_int_equal(governor_timeout_us(&g), 2000000);
}

static void
fixed_limits_are_taken_as_they_are(void **state)
{
	struct snmpc_limits l = snmpc_limits_default();
	struct governor g;

	(void)state;
	l.fixed = true;
	l.in_flight = 3;
	governor_init(&g, &l, NULL);
	play(&g, single_file, 50);
	governor_timed_out(&g, g.epoch);
	assert_int_equal(g.window, 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_starts_with_one_request_of_a_packet),
		cmocka_unit_test(a_distant_fast_device_gets_the_whole_window),
		cmocka_unit_test(
		    answers_grow_beyond_a_packet_only_where_that_is_known_to_work),
		cmocka_unit_test(a_device_that_works_in_single_file_is_not_crowded),
		cmocka_unit_test(it_settles_at_the_knee),
		cmocka_unit_test(
		    a_timeout_halves_the_window_once_for_requests_lost_together),
		cmocka_unit_test(it_recovers_from_a_timeout),
		cmocka_unit_test(a_larger_answer_that_gets_lost_is_not_tried_again_soon),
		cmocka_unit_test(too_big_halves_the_answers),
		cmocka_unit_test(memory_is_used_within_todays_limits),
		cmocka_unit_test(nothing_is_remembered_of_a_device_that_never_answered),
		cmocka_unit_test(the_timeout_adapts_between_a_floor_and_the_setting),
		cmocka_unit_test(a_resent_request_teaches_no_round_trip),
		cmocka_unit_test(fixed_limits_are_taken_as_they_are),
	};

	return CHECK_ALL(tests);
}
