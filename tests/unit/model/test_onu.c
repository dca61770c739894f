/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "model/onu.h"

#define HOUR_MS INT64_C(3600000)
#define DAY_MS (24 * HOUR_MS)
#define NOW_MS INT64_C(1767225600000)

/* Online since it was first seen, twelve days ago. */
static struct onu_since
steady(void)
{
	return (struct onu_since){ .is_online = true,
		.seen_ms = NOW_MS - 12 * DAY_MS,
		.first_seen_ms = NOW_MS - 12 * DAY_MS };
}

static void
the_device_knows_longer_than_we_do(void **state)
{
	struct onu_since k = steady();

	(void)state;
	assert_int_equal(onu_since(&k), NOW_MS - 12 * DAY_MS);
	k.last_up_ms = NOW_MS - 40 * DAY_MS;
	k.last_down_ms = NOW_MS - 41 * DAY_MS;
	assert_int_equal(onu_since(&k), NOW_MS - 40 * DAY_MS);
	k.seen_ms = onu_since(&k); /* as it is stored then */
	assert_int_equal(onu_since(&k), NOW_MS - 40 * DAY_MS);
}

static void
a_device_that_denies_what_we_saw_is_not_believed(void **state)
{
	struct onu_since k = steady();

	(void)state;
	k.last_up_ms = NOW_MS - 40 * DAY_MS;
	k.seen_ms = NOW_MS - 2 * HOUR_MS; /* it was seen coming up since then */
	assert_int_equal(onu_since(&k), NOW_MS - 2 * HOUR_MS);
	k.last_up_ms = NOW_MS - 2 * HOUR_MS - 120000; /* between two of our readings */
	assert_int_equal(onu_since(&k), k.last_up_ms);
	k.last_up_ms = NOW_MS - HOUR_MS; /* later than we saw */
	assert_int_equal(onu_since(&k), NOW_MS - 2 * HOUR_MS);
}

static void
a_clock_that_is_wrong_is_not_believed(void **state)
{
	struct onu_since k = steady();

	(void)state;
	k.last_up_ms = DAY_MS; /* 1970 */
	assert_int_equal(onu_since(&k), k.seen_ms);
	k.last_up_ms = NOW_MS - 40 * DAY_MS;
	k.last_down_ms = NOW_MS - 39 * DAY_MS; /* then it would be down */
	assert_int_equal(onu_since(&k), k.seen_ms);
	k.is_online = false;
	assert_int_equal(onu_since(&k), k.last_down_ms);
	k.seen_ms = 0; /* never seen in this state */
	assert_int_equal(onu_since(&k), 0);
}

static void
a_drop_is_a_later_time_and_not_jitter(void **state)
{
	(void)state;
	assert_true(onu_has_dropped(1000000, 1060000));
	assert_false(onu_has_dropped(1000000, 1059999));
	assert_false(onu_has_dropped(1000000, 1000000));
	assert_false(onu_has_dropped(1000000, 500000)); /* its clock was set back */
	assert_false(onu_has_dropped(0, 1000000)); /* read for the first time */
	assert_false(onu_has_dropped(1000000, 0)); /* not told any more */
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_drop_is_a_later_time_and_not_jitter),
		cmocka_unit_test(the_device_knows_longer_than_we_do),
		cmocka_unit_test(a_device_that_denies_what_we_saw_is_not_believed),
		cmocka_unit_test(a_clock_that_is_wrong_is_not_believed),
	};

	return CHECK_ALL(tests);
}
