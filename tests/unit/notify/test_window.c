/* SPDX-License-Identifier: Apache-2.0
 *
 * Expected moments are calculated by hand from the rules of the zones. In 2026:
 * Santiago: UTC-3 until 5 April 03:00 UTC, UTC-4 until 6 September 04:00 UTC, then UTC-3.
 * Madrid: UTC+1 until 29 March 01:00 UTC, UTC+2 until 25 October 01:00 UTC, then UTC+1.
 */
#include "check.h"

#include "notify/window.h"

#define MINUTE INT64_C(60000)
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)
#define START INT64_C(1767225600000) /* 2026-01-01 00:00 UTC, a Thursday */

/* Days since 1 January 2026. */
enum { MARCH_29 = 87, APRIL_5 = 94, SEPTEMBER_6 = 248, OCTOBER_25 = 297 };

static struct window *
make(const struct window_spec *spec)
{
	struct window *w = NULL;
	struct err err = { 0 };

	if (window_new(spec, &w, &err))
		fail_msg("%s", err.msg);
	return w;
}

static struct window_view
at(const struct window *w, int64_t now_ms)
{
	struct window_view view;

	window_at(w, now_ms, &view);
	return view;
}

static void
once_is_from_until(void **state)
{
	struct window_spec spec = { .from_ms = START + HOUR,
		.until_ms = START + 2 * HOUR };
	struct window *w OWNED(window_free) = make(&spec);

	(void)state;
	assert_false(at(w, START + HOUR - 1).is_active);
	assert_int_equal(at(w, START).next_begin_ms, START + HOUR);
	assert_true(at(w, START + HOUR).is_active);
	assert_int_equal(at(w, START + HOUR).end_ms, START + 2 * HOUR);
	assert_false(at(w, START + 2 * HOUR).is_active);
	assert_int_equal(at(w, START + 2 * HOUR).last_end_ms, START + 2 * HOUR);
}

static void
ended_early_ends_then(void **state)
{
	struct window_spec spec = { .from_ms = START,
		.until_ms = WINDOW_NEVER,
		.rrule = "FREQ=DAILY",
		.length_s = 7200,
		.ended_ms = START + DAY + HOUR };
	struct window *w OWNED(window_free) = make(&spec);

	(void)state;
	assert_int_equal(at(w, START + DAY + HOUR / 2).end_ms, START + DAY + HOUR);
	assert_false(at(w, START + DAY + HOUR).is_active);
	assert_int_equal(at(w, START + DAY + HOUR).last_end_ms, START + DAY + HOUR);
	assert_false(at(w, START + 2 * DAY + HOUR / 2).is_active);
	assert_int_equal(at(w, START + 2 * DAY).next_begin_ms, WINDOW_NEVER);
}

/* The moment of the begin on that day, asked at noon UTC of the day before. */
static int64_t
begin_after(const struct window_spec *spec, int day)
{
	struct window *w OWNED(window_free) = make(spec);

	return at(w, START + (day - 1) * DAY + 12 * HOUR).next_begin_ms;
}

static void
a_weekly_window_keeps_its_local_hour_in_santiago(void **state)
{
	struct window_spec spec = { .from_ms = START + 3 * DAY + 5 * HOUR,
		.until_ms = WINDOW_NEVER,
		.rrule = "FREQ=WEEKLY;BYDAY=SU",
		.zone = "America/Santiago",
		.length_s = 7200 };

	(void)state;
	assert_int_equal(
	    begin_after(&spec, APRIL_5 - 7), START + (APRIL_5 - 7) * DAY + 5 * HOUR);
	assert_int_equal(begin_after(&spec, APRIL_5), START + APRIL_5 * DAY + 6 * HOUR);
	assert_int_equal(begin_after(&spec, SEPTEMBER_6 - 7),
	    START + (SEPTEMBER_6 - 7) * DAY + 6 * HOUR);
	assert_int_equal(
	    begin_after(&spec, SEPTEMBER_6), START + SEPTEMBER_6 * DAY + 5 * HOUR);
}

static void
an_hour_that_does_not_exist_begins_late_in_madrid(void **state)
{
	struct window_spec spec = { .from_ms = START + HOUR + 30 * MINUTE, /* 02:30 */
		.until_ms = WINDOW_NEVER,
		.rrule = "FREQ=DAILY",
		.zone = "Europe/Madrid",
		.length_s = 7200 };
	struct window *w OWNED(window_free) = make(&spec);
	int64_t begin_ms = START + MARCH_29 * DAY + HOUR; /* 03:00 local, after the gap */
	struct window_view view = at(w, begin_ms);

	(void)state;
	assert_int_equal(begin_after(&spec, MARCH_29), begin_ms);
	assert_false(at(w, begin_ms - 1).is_active);
	assert_true(view.is_active);
	assert_int_equal(view.end_ms, START + MARCH_29 * DAY + 2 * HOUR + 30 * MINUTE);
	assert_int_equal(
	    begin_after(&spec, MARCH_29 + 1), START + (MARCH_29 + 1) * DAY + 30 * MINUTE);
}

static void
a_window_inside_the_missing_hour_has_its_length_after_it(void **state)
{
	struct window_spec spec = { .from_ms = START + HOUR + 10 * MINUTE, /* 02:10 */
		.until_ms = WINDOW_NEVER,
		.rrule = "FREQ=DAILY",
		.zone = "Europe/Madrid",
		.length_s = 1800 };
	struct window *w OWNED(window_free) = make(&spec);
	int64_t begin_ms = START + MARCH_29 * DAY + HOUR;

	(void)state;
	assert_int_equal(at(w, begin_ms).end_ms, begin_ms + 30 * MINUTE);
}

/* The spans of a day, found minute by minute. */
static int
spans(const struct window *w, int64_t from_ms, int64_t until_ms)
{
	bool was = at(w, from_ms).is_active;
	int n = was;

	for (int64_t t = from_ms; t < until_ms; t += MINUTE) {
		bool is = at(w, t).is_active;

		n += is && !was;
		was = is;
	}
	return n;
}

static void
an_hour_that_comes_twice_counts_once(void **state)
{
	struct window_spec madrid = { .from_ms = START + HOUR + 15 * MINUTE, /* 02:15 */
		.until_ms = WINDOW_NEVER,
		.rrule = "FREQ=DAILY",
		.zone = "Europe/Madrid",
		.length_s = 1800 };
	struct window_spec santiago = { .from_ms = START + 2 * HOUR + 15 * MINUTE,
		.until_ms = WINDOW_NEVER, /* 23:15 */
		.rrule = "FREQ=DAILY",
		.zone = "America/Santiago",
		.length_s = 1800 };
	struct window *m OWNED(window_free) = make(&madrid);
	struct window *s OWNED(window_free) = make(&santiago);

	(void)state;
	assert_int_equal(spans(m, START + OCTOBER_25 * DAY - 2 * HOUR,
			     START + OCTOBER_25 * DAY + 6 * HOUR),
	    1);
	assert_true(at(m, START + OCTOBER_25 * DAY + 20 * MINUTE).is_active);
	assert_false(at(m, START + OCTOBER_25 * DAY + HOUR + 20 * MINUTE).is_active);
	/* 4 April, 23:15 local: 02:15 UTC, and again 03:15 UTC. */
	assert_int_equal(
	    spans(s, START + APRIL_5 * DAY, START + APRIL_5 * DAY + 6 * HOUR), 1);
	assert_true(at(s, START + APRIL_5 * DAY + 2 * HOUR + 20 * MINUTE).is_active);
	assert_false(at(s, START + APRIL_5 * DAY + 3 * HOUR + 20 * MINUTE).is_active);
}

static void
midnight_does_not_exist_in_santiago_in_september(void **state)
{
	struct window_spec spec = { .from_ms = START + 3 * HOUR, /* 00:00 */
		.until_ms = WINDOW_NEVER,
		.rrule = "FREQ=DAILY",
		.zone = "America/Santiago",
		.length_s = 3 * 3600 };
	struct window *w OWNED(window_free) = make(&spec);
	int64_t begin_ms = START + SEPTEMBER_6 * DAY + 4 * HOUR; /* 01:00 local */

	(void)state;
	assert_int_equal(begin_after(&spec, SEPTEMBER_6), begin_ms);
	assert_int_equal(at(w, begin_ms).end_ms, START + SEPTEMBER_6 * DAY + 6 * HOUR);
}

static void
count_until_and_intervals_hold(void **state)
{
	struct window_spec spec = { .from_ms = START,
		.until_ms = WINDOW_NEVER,
		.rrule = "FREQ=DAILY;COUNT=3",
		.length_s = 3600 };
	struct window *three OWNED(window_free) = make(&spec);
	struct window *weeks OWNED(window_free) = NULL;
	struct window *until OWNED(window_free) = NULL;

	(void)state;
	assert_true(at(three, START + 2 * DAY).is_active);
	assert_false(at(three, START + 3 * DAY).is_active);
	spec.rrule = "FREQ=WEEKLY;INTERVAL=2";
	weeks = make(&spec);
	assert_false(at(weeks, START + 7 * DAY).is_active);
	assert_true(at(weeks, START + 14 * DAY).is_active);
	assert_true(at(weeks, START + 14 * 500 * DAY).is_active); /* years later */
	spec.rrule = "FREQ=DAILY;UNTIL=20260103T120000Z";
	until = make(&spec);
	assert_true(at(until, START + 2 * DAY).is_active);
	assert_false(at(until, START + 3 * DAY).is_active);
}

static void
wrong_rules_and_zones_are_named(void **state)
{
	static const struct {
		const char *rrule, *zone, *says;
	} CASES[] = {
		{ "FREQ=SECONDLY", "", "FREQ must be DAILY" },
		{ "FREQ=HOURLY;INTERVAL=2", "", "FREQ must be DAILY" },
		{ "FREQ=WEEKLY;BYDAY=XX", "", "cannot be read" },
		{ "FREQ=WEEKLY;BYHOUR=3", "", "\"BYHOUR\" is not allowed" },
		{ "RSCALE=HEBREW;FREQ=YEARLY", "", "\"RSCALE\" is not allowed" },
		{ "nonsense", "", "\"nonsense\" is not allowed" },
		{ "FREQ=DAILY;INTERVAL=0", "", "cannot be read" },
		{ "FREQ=DAILY;COUNT=5000", "", "at most 1000" },
		{ "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "", "BYMONTHDAY needs" },
		{ "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "", "never begins" },
		{ "FREQ=MONTHLY;BYDAY=9MO", "", "never begins" },
		{ "FREQ=DAILY;UNTIL=20200101", "", "never begins" },
		{ "FREQ=DAILY", "Nowhere/Else", "unknown time zone \"Nowhere/Else\"" },
		{ "FREQ=DAILY", "../../etc/passwd", "unknown time zone" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		struct window_spec spec = { .from_ms = START,
			.until_ms = WINDOW_NEVER,
			.rrule = CASES[i].rrule,
			.zone = CASES[i].zone,
			.length_s = 3600 };
		struct window *w = NULL;
		struct err err = { 0 };

		check_rc(window_new(&spec, &w, &err), RC_INVALID);
		assert_null(w);
		check_contains(err.msg, CASES[i].says);
	}
}

static void
wrong_times_and_lengths_are_named(void **state)
{
	struct window_spec spec = { .from_ms = START, .until_ms = START };
	struct window *w = NULL;
	struct err err = { 0 };

	(void)state;
	check_rc(window_new(&spec, &w, &err), RC_INVALID);
	check_contains(err.msg, "until");
	spec = (struct window_spec){
		.from_ms = START, .until_ms = WINDOW_NEVER, .rrule = "FREQ=DAILY"
	};
	check_rc(window_new(&spec, &w, &err), RC_INVALID);
	check_contains(err.msg, "length");
	spec.from_ms = INT64_MAX - 1;
	check_rc(window_new(&spec, &w, &err), RC_INVALID);
	check_contains(err.msg, "from");
}

static void
any_moment_can_be_asked(void **state)
{
	struct window_spec spec = { .from_ms = START,
		.until_ms = WINDOW_NEVER,
		.rrule = "FREQ=DAILY",
		.zone = "Europe/Madrid",
		.length_s = WINDOW_LENGTH_MAX_S };
	struct window *w OWNED(window_free) = make(&spec);

	(void)state;
	assert_false(at(w, INT64_MIN).is_active);
	assert_false(at(w, 0).is_active);
	assert_true(at(w, START + 400 * DAY).is_active);
	(void)at(w, INT64_MAX);
}

static void
quiet_hours_hold_in_local_time(void **state)
{
	struct quiet *q OWNED(quiet_free) = NULL;
	struct window_view view;

	(void)state;
	check_rc(quiet_new("22:00", "07:00", "Europe/Madrid", &q, NULL), RC_OK);
	quiet_at(q, START + 20 * HOUR + 59 * MINUTE, &view);
	assert_false(view.is_active);
	assert_int_equal(view.next_begin_ms, START + 21 * HOUR);
	assert_int_equal(view.last_end_ms, START + 6 * HOUR);
	quiet_at(q, START + 21 * HOUR, &view);
	assert_true(view.is_active);
	assert_int_equal(view.end_ms, START + DAY + 6 * HOUR);
	/* The night of the change is an hour shorter. */
	quiet_at(q, START + MARCH_29 * DAY, &view);
	assert_int_equal(view.begin_ms, START + (MARCH_29 - 1) * DAY + 21 * HOUR);
	assert_int_equal(view.end_ms, START + MARCH_29 * DAY + 5 * HOUR);
}

static void
no_quiet_hours_and_wrong_ones(void **state)
{
	struct quiet *q = NULL;
	struct window_view view;
	struct err err = { 0 };

	(void)state;
	check_rc(quiet_new("", "", "", &q, NULL), RC_OK);
	assert_null(q);
	quiet_at(q, START, &view);
	assert_false(view.is_active);
	check_rc(quiet_new("22:00", "22:00", "", &q, NULL), RC_OK);
	assert_null(q);
	check_rc(quiet_new("22:00", "", "", &q, &err), RC_INVALID);
	check_contains(err.msg, "quiet hours");
	check_rc(quiet_new("25:00", "07:00", "", &q, &err), RC_INVALID);
	check_rc(quiet_new("22:00", "07:00", "X/Y", &q, &err), RC_INVALID);
	check_contains(err.msg, "unknown time zone");
}

static void
minutes_of_the_local_day(void **state)
{
	(void)state;
	assert_int_equal(window_minute("", START), 0);
	assert_int_equal(window_minute("America/Santiago", START), 21 * 60);
	assert_int_equal(window_minute("Europe/Madrid", START + 90 * MINUTE), 150);
	check_rc(window_zone_check("America/La_Paz", NULL), RC_OK);
	check_rc(window_zone_check("La Paz", NULL), RC_INVALID);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(once_is_from_until),
		cmocka_unit_test(ended_early_ends_then),
		cmocka_unit_test(a_weekly_window_keeps_its_local_hour_in_santiago),
		cmocka_unit_test(an_hour_that_does_not_exist_begins_late_in_madrid),
		cmocka_unit_test(
		    a_window_inside_the_missing_hour_has_its_length_after_it),
		cmocka_unit_test(an_hour_that_comes_twice_counts_once),
		cmocka_unit_test(midnight_does_not_exist_in_santiago_in_september),
		cmocka_unit_test(count_until_and_intervals_hold),
		cmocka_unit_test(wrong_rules_and_zones_are_named),
		cmocka_unit_test(wrong_times_and_lengths_are_named),
		cmocka_unit_test(any_moment_can_be_asked),
		cmocka_unit_test(quiet_hours_hold_in_local_time),
		cmocka_unit_test(no_quiet_hours_and_wrong_ones),
		cmocka_unit_test(minutes_of_the_local_day),
	};

	return CHECK_ALL(tests);
}
