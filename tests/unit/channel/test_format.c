/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "channel/format_int.h"
#include "channel/utf8_int.h"
#include "channel/zone_int.h"

static void
check(struct buf *b, const char *expected)
{
	assert_string_equal(buf_text(b), expected);
	buf_clear(b);
}

static void
numbers_and_distances(void **state)
{
	struct buf b = BUF_INIT(1000);

	(void)state;
	format_number(&b, 0, true);
	check(&b, "0");
	format_number(&b, 5210, true);
	check(&b, "5210");
	format_number(&b, 19200, true);
	check(&b, "19\u00a0200");
	format_number(&b, 5210, false);
	check(&b, "5,210");
	format_number(&b, -1234567, false);
	check(&b, "-1,234,567");
	format_number(&b, INT64_MIN, false);
	check(&b, "-9,223,372,036,854,775,808");
	format_km(&b, 3249, true);
	check(&b, "3,2 km");
	format_km(&b, 3250, false);
	check(&b, "3.3 km");
	format_km(&b, 40, false);
	check(&b, "0.0 km");
	buf_fini(&b);
}

static void
durations(void **state)
{
	struct buf b = BUF_INIT(1000);

	(void)state;
	format_duration(&b, 40);
	check(&b, "40 s");
	format_duration(&b, 3599);
	check(&b, "59 min");
	format_duration(&b, 3600);
	check(&b, "1 h");
	format_duration(&b, 7500);
	check(&b, "2 h 5 min");
	format_duration(&b, 3 * 86400 + 4 * 3600 + 59);
	check(&b, "3 d 4 h");
	format_ago(&b, 0, 300000, true);
	check(&b, "hace 5 min");
	format_ago(&b, 0, 300000, false);
	check(&b, "5 min ago");
	buf_fini(&b);
}

/* Santiago: UTC-3 in summer, UTC-4 in winter; 2026-04-05 03:00 UTC is the change. */
static void
times_are_those_of_the_zone(void **state)
{
	struct zone *z = zone_load("America/Santiago");
	const int64_t change = INT64_C(1775358000000);
	struct buf b = BUF_INIT(1000);

	(void)state;
	assert_non_null(z);
	format_time(&b, z, change - 60000, change + 60000 * 60, true);
	check(&b, "04/04 23:59");
	format_time(&b, z, change - 60000, change - 60000, true);
	check(&b, "23:59");
	format_time(&b, z, change + 60000, change + 60000, true);
	check(&b, "23:01");
	format_time(&b, z, change - 60000, change + 60000 * 60 * 2, false);
	check(&b, "4 Apr 23:59");
	format_time(&b, z, change - INT64_C(31536000000), change, true);
	check(&b, "05/04/2025 00:00");
	format_time(&b, NULL, change, change, true);
	check(&b, "03:00 UTC");
	zone_free(z);
	buf_fini(&b);
}

static void
a_zone_is_a_name_and_nothing_else(void **state)
{
	(void)state;
	assert_null(zone_load(""));
	assert_null(zone_load(NULL));
	assert_null(zone_load("/etc/passwd"));
	assert_null(zone_load("../../../etc/passwd"));
	assert_null(zone_load("America"));
	assert_null(zone_load("tzdata.zi"));
	assert_null(zone_load("Mars/Olympus"));
}

static void
characters_and_their_units(void **state)
{
	uint32_t c;

	(void)state;
	assert_int_equal(utf8_units("abc"), 3);
	assert_int_equal(utf8_units("Ñandú"), 5);
	assert_int_equal(utf8_units("🔥🇧🇴"), 6);
	assert_int_equal(utf8_units("\xff\xfe"), 2);
	assert_int_equal(utf8_cut("aÑb", 2), 1);
	assert_int_equal(utf8_cut("aÑb", 3), 3);
	assert_int_equal(utf8_next("€", &c), 3);
	assert_int_equal(c, 0x20AC);
	assert_true(utf8_is_valid("Ñandú 🔥"));
	assert_false(utf8_is_valid("\xC0\x80"));
	assert_false(utf8_is_valid("\xED\xA0\x80"));
	assert_false(utf8_is_valid("\xF4\x90\x80\x80"));
	assert_false(utf8_is_valid("\xE2\x82"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_and_distances),
		cmocka_unit_test(durations),
		cmocka_unit_test(times_are_those_of_the_zone),
		cmocka_unit_test(a_zone_is_a_name_and_nothing_else),
		cmocka_unit_test(characters_and_their_units),
	};

	return CHECK_ALL(tests);
}
