/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "channel/pace_int.h"

static void
pauses_grow_to_ten_minutes(void **state)
{
	static const int64_t S[] = { 2, 5, 15, 60, 300, 600, 600, 600 };

	(void)state;
	for (int64_t i = 0; i < 8; i++) {
		assert_int_equal(pace_pause_ms(i + 1, 20), S[i] * 1000);
		assert_int_equal(pace_pause_ms(i + 1, 0), S[i] * 800);
		assert_int_equal(pace_pause_ms(i + 1, 40), S[i] * 1200);
	}
}

/* 10 tokens, one a second: usual messages may take eight. */
static void
a_fifth_is_kept_for_critical_messages(void **state)
{
	struct bucket b;
	int usual = 0;
	int critical = 0;

	(void)state;
	bucket_init(&b, 1, 10, 0);
	while (bucket_wait_ms(&b, 0, false) == 0) {
		bucket_take(&b, 0);
		usual++;
	}
	assert_int_equal(usual, 8);
	while (bucket_wait_ms(&b, 0, true) == 0) {
		bucket_take(&b, 0);
		critical++;
	}
	assert_int_equal(critical, 2);
	assert_int_equal(bucket_wait_ms(&b, 0, true), 1001);
	assert_int_equal(bucket_wait_ms(&b, 1001, true), 0);
	assert_true(bucket_wait_ms(&b, 1001, false) > 1000);
	assert_int_equal(bucket_wait_ms(&b, 1000000, false), 0);
}

static void
no_rate_is_no_limit(void **state)
{
	struct bucket b;

	(void)state;
	bucket_init(&b, 0, 1, 0);
	for (int i = 0; i < 1000; i++) {
		assert_int_equal(bucket_wait_ms(&b, 0, false), 0);
		bucket_take(&b, 0);
	}
}

static void
a_failing_channel_is_tried_once_a_minute_and_dead_after_ten(void **state)
{
	struct circuit c = { 0 };
	int64_t now = 1000;
	int tries = 0;

	(void)state;
	for (int i = 0; i < CIRCUIT_FAILURES - 1; i++) {
		assert_int_equal(circuit_wait_ms(&c, now), 0);
		assert_false(circuit_bad(&c, now));
	}
	assert_int_equal(circuit_wait_ms(&c, now), 0);
	assert_false(circuit_bad(&c, now));
	assert_int_equal(circuit_wait_ms(&c, now), 60000);
	for (now += 60000; !c.is_dead; now += 60000) {
		assert_int_equal(circuit_wait_ms(&c, now), 0);
		circuit_try(&c, now);
		assert_int_equal(circuit_wait_ms(&c, now), 60000);
		if (circuit_bad(&c, now))
			break;
		tries++;
	}
	assert_int_equal(tries, 9);
	assert_int_equal(now, 601000);
	assert_false(circuit_bad(&c, now));
	assert_true(circuit_good(&c));
	assert_int_equal(circuit_wait_ms(&c, now), 0);
	assert_false(circuit_good(&c));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pauses_grow_to_ten_minutes),
		cmocka_unit_test(a_fifth_is_kept_for_critical_messages),
		cmocka_unit_test(no_rate_is_no_limit),
		cmocka_unit_test(
		    a_failing_channel_is_tried_once_a_minute_and_dead_after_ten),
	};

	return CHECK_ALL(tests);
}
