/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "sched/cron_int.h"
#include "zones.h"

static struct cron
cron_of(const char *text)
{
	struct cron cron = { 0 };
	struct err err;

	if (cron_parse(text, &cron, &err) != RC_OK)
		fail_msg("\"%s\": %s", text, err.msg);
	return cron;
}

static const char *
shown(int64_t at_ms, char text[32])
{
	time_t t = (time_t)(at_ms / 1000);
	struct tm tm;

	if (at_ms == INT64_MAX)
		return "never";
	(void)gmtime_r(&t, &tm);
	(void)strftime(text, 32, "%Y-%m-%d %H:%M", &tm);
	return text;
}

/* The times must be exactly these; all in UTC. */
static void
check_next(const char *expr, const char *after, const char *const *expected)
{
	struct cron cron = cron_of(expr);
	int64_t now = at(after);
	char text[32];

	for (; *expected; expected++) {
		now = cron_next(&cron, now);
		if (strcmp(shown(now, text), *expected) != 0)
			fail_msg("%s after %s in %s: got %s, expected %s", expr, after,
			    getenv("TZ"), shown(now, text), *expected);
	}
}

#define NEXT(expr, after, ...) \
	check_next(expr, after, (const char *const[]){ __VA_ARGS__, NULL })

static void
numbers_lists_ranges_and_steps_are_understood(void **state)
{
	(void)state;
	live_in(UTC);
	NEXT("* * * * *", "2026-01-01 00:00", "2026-01-01 00:01", "2026-01-01 00:02");
	NEXT("*/15 * * * *", "2026-01-01 00:00", "2026-01-01 00:15", "2026-01-01 00:30",
	    "2026-01-01 00:45", "2026-01-01 01:00");
	NEXT("7 3 * * *", "2026-01-01 00:00", "2026-01-01 03:07", "2026-01-02 03:07");
	NEXT("0,30 6-7 * * *", "2026-01-01 00:00", "2026-01-01 06:00", "2026-01-01 06:30",
	    "2026-01-01 07:00", "2026-01-01 07:30", "2026-01-02 06:00");
	NEXT("10-30/10,59 0 * * *", "2026-01-01 00:00", "2026-01-01 00:10",
	    "2026-01-01 00:20", "2026-01-01 00:30", "2026-01-01 00:59",
	    "2026-01-02 00:10");
	NEXT("50/5 0 * * *", "2026-01-01 00:00", "2026-01-01 00:50", "2026-01-01 00:55",
	    "2026-01-02 00:50");
	NEXT(" 0\t0  1 * * ", "2026-01-01 00:00", "2026-02-01 00:00");
}

static void
months_and_days_have_names(void **state)
{
	(void)state;
	live_in(UTC);
	/* 1 March 2026 is a Sunday. */
	NEXT("0 0 * mar sun", "2026-01-01 00:00", "2026-03-01 00:00", "2026-03-08 00:00");
	NEXT("0 0 * MAR 7", "2026-01-01 00:00", "2026-03-01 00:00", "2026-03-08 00:00");
	NEXT("0 0 * 3 0", "2026-01-01 00:00", "2026-03-01 00:00", "2026-03-08 00:00");
	NEXT("0 0 * * mon-Fri", "2026-03-05 12:00", "2026-03-06 00:00",
	    "2026-03-09 00:00");
	NEXT("0 0 * * sat-sun", "2026-03-05 12:00", "2026-03-07 00:00",
	    "2026-03-08 00:00", "2026-03-14 00:00");
	NEXT("0 0 1 jan,jul *", "2026-01-01 00:00", "2026-07-01 00:00",
	    "2027-01-01 00:00");
}

static void
of_two_restricted_days_one_suffices(void **state)
{
	(void)state;
	live_in(UTC);
	NEXT("0 0 13 * fri", "2026-03-01 00:00", "2026-03-06 00:00", "2026-03-13 00:00",
	    "2026-03-20 00:00", "2026-03-27 00:00", "2026-04-03 00:00",
	    "2026-04-10 00:00", "2026-04-13 00:00");
	/* A star with a step is a star: both must match, as in crontab(5). */
	NEXT("0 0 */2 * fri", "2026-03-01 00:00", "2026-03-13 00:00", "2026-03-27 00:00",
	    "2026-04-03 00:00");
}

static void
months_end_when_they_do(void **state)
{
	(void)state;
	live_in(UTC);
	NEXT("0 12 31 * *", "2026-01-01 00:00", "2026-01-31 12:00", "2026-03-31 12:00",
	    "2026-05-31 12:00", "2026-07-31 12:00", "2026-08-31 12:00",
	    "2026-10-31 12:00", "2026-12-31 12:00", "2027-01-31 12:00");
	NEXT("59 23 31 12 *", "2026-01-01 00:00", "2026-12-31 23:59", "2027-12-31 23:59");
}

static void
leap_days_come_every_four_years_but_for_2100(void **state)
{
	(void)state;
	live_in(UTC);
	NEXT("0 0 29 2 *", "2026-01-01 00:00", "2028-02-29 00:00", "2032-02-29 00:00");
	NEXT("0 0 29 feb *", "2096-02-29 00:00", "2104-02-29 00:00");
	NEXT("* * 29 feb *", "2096-02-29 23:59", "2104-02-29 00:00");
}

static void
a_day_that_never_comes_is_never(void **state)
{
	(void)state;
	live_in(UTC);
	NEXT("0 0 31 2 *", "2026-01-01 00:00", "never");
	NEXT("* * 30 feb *", "2026-01-01 00:00", "never");
	NEXT("0 0 31 4,6,9,11 *", "2026-01-01 00:00", "never");
}

static void
seconds_and_milliseconds_do_not_hide_the_next_minute(void **state)
{
	struct cron every = cron_of("* * * * *"), daily = cron_of("0 3 * * *");
	int64_t three = at("2026-01-01 03:00");

	(void)state;
	live_in(UTC);
	assert_int_equal(cron_next(&every, three - 1), three);
	assert_int_equal(cron_next(&daily, three - 1), three);
	assert_int_equal(cron_next(&daily, three - 999), three);
	assert_int_equal(cron_next(&every, three + 1), three + 60000);
	assert_int_equal(cron_next(&every, three + 59999), three + 60000);
	assert_int_equal(cron_next(&daily, three), three + 24 * 3600000);
}

static void
the_zone_is_the_sites(void **state)
{
	(void)state;
	live_in(MADRID); /* +1, in summer +2 */
	NEXT("0 6 * * *", "2026-01-10 00:00", "2026-01-10 05:00");
	NEXT("0 6 * * *", "2026-07-10 00:00", "2026-07-10 04:00");
	live_in(KOLKATA); /* +5:30 */
	NEXT("0 6 * * *", "2026-01-10 00:00", "2026-01-10 00:30", "2026-01-11 00:30");
	NEXT("0 * * * *", "2026-01-10 00:00", "2026-01-10 00:30", "2026-01-10 01:30");
	live_in(NEW_YORK); /* -5: the evening is the next day in UTC */
	NEXT("0 20 31 1 *", "2026-01-10 00:00", "2026-02-01 01:00");
}

static void
what_falls_into_the_missing_hour_runs_right_after_it(void **state)
{
	(void)state;
	live_in(MADRID);
	NEXT("30 2 * * *", "2026-03-27 12:00", "2026-03-28 01:30", "2026-03-29 01:00",
	    "2026-03-30 00:30");
	/* All of them at once, and once only. */
	NEXT("*/10 2 * * *", "2026-03-29 00:00", "2026-03-29 01:00", "2026-03-30 00:00");
	NEXT("0,30 1-3 * * *", "2026-03-28 23:59", "2026-03-29 00:00", "2026-03-29 00:30",
	    "2026-03-29 01:00", "2026-03-29 01:30", "2026-03-29 23:00");
	live_in(NEW_YORK);
	NEXT("30 2 * * *", "2026-03-08 00:00", "2026-03-08 07:00", "2026-03-09 06:30");
	live_in(SANTIAGO); /* midnight does not exist */
	NEXT("0 0 * * *", "2026-09-05 12:00", "2026-09-06 04:00", "2026-09-07 03:00");
	NEXT("30 0 6 9 *", "2026-09-05 12:00", "2026-09-06 04:00", "2027-09-06 03:30");
	live_in(LORD_HOWE); /* a change of half an hour */
	NEXT("15 2 * * *", "2026-10-03 12:00", "2026-10-03 15:30", "2026-10-04 15:15");
	NEXT("45 2 * * *", "2026-10-03 12:00", "2026-10-03 15:45", "2026-10-04 15:45");
}

static void
what_falls_into_the_hour_that_comes_twice_runs_once(void **state)
{
	(void)state;
	live_in(MADRID);
	NEXT("30 2 * * *", "2026-10-24 12:00", "2026-10-25 00:30", "2026-10-26 01:30");
	NEXT("0,30 2-3 * * *", "2026-10-24 23:00", "2026-10-25 00:00", "2026-10-25 00:30",
	    "2026-10-25 02:00", "2026-10-25 02:30", "2026-10-26 01:00");
	/* In the second of the two hours. */
	NEXT("45 2 * * *", "2026-10-25 01:20", "2026-10-26 01:45");
	live_in(NEW_YORK);
	NEXT("30 1 * * *", "2026-10-31 12:00", "2026-11-01 05:30", "2026-11-02 06:30");
	live_in(SANTIAGO);
	NEXT("30 23 * * *", "2026-04-04 12:00", "2026-04-05 02:30", "2026-04-06 03:30");
	NEXT("0 0 * * *", "2026-04-04 12:00", "2026-04-05 04:00", "2026-04-06 04:00");
	live_in(LORD_HOWE);
	NEXT("45 1 * * *", "2026-04-04 12:00", "2026-04-04 14:45", "2026-04-05 15:15");
}

static void
what_has_no_hour_is_never_silent_and_never_double(void **state)
{
	static const char *const ZONES[] = { UTC, MADRID, NEW_YORK, SANTIAGO, LORD_HOWE,
		NEWFOUNDLAND, KOLKATA };
	struct cron cron = cron_of("*/5 * * * *");

	(void)state;
	for (size_t i = 0; i < sizeof(ZONES) / sizeof(ZONES[0]); i++) {
		int64_t now = at("2026-01-01 00:00"), end = at("2027-01-01 00:00");

		live_in(ZONES[i]);
		for (; now < end; now += 300000)
			assert_int_equal(cron_next(&cron, now), now + 300000);
	}
}

/* Half past each hour, with a clock change of half an hour: one hour is short, one is
 * long. */
static void
minutes_are_those_of_the_wall_clock(void **state)
{
	(void)state;
	live_in(LORD_HOWE);
	NEXT("30 * * * *", "2026-10-03 14:10", "2026-10-03 15:00", "2026-10-03 15:30",
	    "2026-10-03 16:30");
	live_in(MADRID);
	NEXT("30 * * * *", "2026-03-29 00:00", "2026-03-29 00:30", "2026-03-29 01:30");
	NEXT("30 * * * *", "2026-10-25 00:00", "2026-10-25 00:30", "2026-10-25 01:30");
}

static void
an_expression_for_one_day_is_not_lost_when_the_clock_goes_back_over_midnight(void **state)
{
	(void)state;
	live_in(
	    NEWFOUNDLAND); /* 1 November 00:00 is at 02:30 UTC; 23:01 again at 02:31 */
	NEXT("0 * 1 11 *", "2026-10-31 00:00", "2026-11-01 02:30", "2026-11-01 03:30",
	    "2026-11-01 04:30");
	NEXT("30 * 1 11 *", "2026-11-01 02:30", "2026-11-01 04:00");
}

/* ---- comparison with a model that checks every minute ------------------------- */

static bool
names_wall(const struct cron *c, time_t wall)
{
	struct tm tm;
	bool day, weekday;

	(void)gmtime_r(&wall, &tm);
	day = c->days & 1U << tm.tm_mday;
	weekday = c->weekdays & 1U << tm.tm_wday;
	return c->minutes >> tm.tm_min & 1 && c->hours >> tm.tm_hour & 1 &&
	    c->months >> (tm.tm_mon + 1) & 1 &&
	    (c->any_day || c->any_weekday ? day && weekday : day || weekday);
}

static time_t
wall_at(time_t t)
{
	struct tm tm;

	(void)localtime_r(&t, &tm);
	return t + tm.tm_gmtoff;
}

/* Does it run at this minute? Local time has been at `latest` before. */
static bool
runs_at(const struct cron *c, time_t t, time_t latest)
{
	time_t wall = wall_at(t);

	if (wall <= latest)
		return false; /* it is the second time */
	for (time_t missing = latest + 60; missing < wall; missing += 60) {
		if (names_wall(c, missing))
			return true;
	}
	return names_wall(c, wall);
}

static struct cron
any_cron(unsigned *seed)
{
	struct cron c = { .months = 0x1FFE,
		.days = 0xFFFFFFFE,
		.weekdays = 0x7F,
		.any_day = true,
		.any_weekday = true };

	c.minutes = UINT64_C(5) << rand_r(seed) % 58;
	c.hours = 1U << rand_r(seed) % 4 | 1U << rand_r(seed) % 24 | 1U << 23;
	if (rand_r(seed) % 2) {
		c.any_weekday = false;
		c.weekdays = 1 | 1U << rand_r(seed) % 7;
	}
	if (rand_r(seed) % 3 == 0) {
		c.any_day = false;
		c.days = 1U << (rand_r(seed) % 8 + 1) | 1U << (rand_r(seed) % 8 + 24);
	}
	return c;
}

static void
check_days(const struct cron *c, const char *from, int minutes)
{
	time_t start = (time_t)(at(from) / 1000), latest = wall_at(start);
	int64_t next = cron_next(c, at(from));
	char text[32];

	for (int i = 1; i <= minutes; i++) {
		time_t t = start + (time_t)i * 60;
		bool runs = runs_at(c, t, latest);

		if (runs != (next == (int64_t)t * 1000))
			fail_msg("%s in %s: %s", shown((int64_t)t * 1000, text),
			    getenv("TZ"), runs ? "is missing" : "is too many");
		if (runs)
			next = cron_next(c, next);
		if (wall_at(t) > latest)
			latest = wall_at(t);
	}
}

static void
around_every_change_of_clocks_it_agrees_with_looking_at_every_minute(void **state)
{
	static const struct {
		const char *zone, *from;
	} CHANGES[] = {
		{ MADRID, "2026-03-28 00:00" },
		{ MADRID, "2026-10-24 00:00" },
		{ NEW_YORK, "2026-03-07 00:00" },
		{ NEW_YORK, "2026-10-31 00:00" },
		{ SANTIAGO, "2026-04-04 00:00" },
		{ SANTIAGO, "2026-09-05 00:00" },
		{ LORD_HOWE, "2026-04-03 12:00" },
		{ LORD_HOWE, "2026-10-02 12:00" },
		{ NEWFOUNDLAND, "2026-10-31 00:00" },
		{ KOLKATA, "2026-02-27 00:00" },
	};
	unsigned seed = 20260329;

	(void)state;
	for (size_t i = 0; i < sizeof(CHANGES) / sizeof(CHANGES[0]); i++) {
		live_in(CHANGES[i].zone);
		for (int n = 0; n < 20; n++) {
			struct cron c = any_cron(&seed);

			check_days(&c, CHANGES[i].from, 3 * 1440);
		}
	}
}

static void
moments_are_counted_from_and_up_to(void **state)
{
	struct cron cron = cron_of("*/5 * * * *"), daily = cron_of("30 2 * * *");
	int64_t hour = at("2026-03-29 01:00");

	(void)state;
	live_in(MADRID);
	assert_int_equal(cron_count(&cron, hour, hour + 3600000), 12);
	assert_int_equal(cron_count(&cron, hour + 1, hour + 3600000), 11);
	assert_int_equal(cron_count(&cron, hour, hour + 3600001), 13);
	assert_int_equal(cron_count(&cron, hour, hour), 0);
	assert_int_equal(cron_count(&daily, hour, hour + 3600000), 1);
	assert_int_equal(cron_count(&daily, hour - 3600000, hour), 0);
}

static void
every_mistake_has_its_sentence(void **state)
{
	static const struct {
		const char *text, *sentence;
	} MISTAKES[] = {
		{ "", "less than five fields" },
		{ "* * * *", "less than five fields" },
		{ "* * * * * *", "more than five fields" },
		{ "@daily", "less than five fields" },
		{ "60 * * * *", "minute: \"60\" is none; it may be 0 to 59" },
		{ "* 24 * * *", "hour: \"24\" is none; it may be 0 to 23" },
		{ "* * 0 * *", "day of month: \"0\" is none; it may be 1 to 31" },
		{ "* * 32 * *", "day of month: \"32\"" },
		{ "* * * 13 *",
		    "month: \"13\" is none; it may be 1 to 12 or jan to dec" },
		{ "* * * foo *", "month: \"foo\"" },
		{ "* * * * 8",
		    "day of week: \"8\" is none; it may be 0 to 7 or sun to sat" },
		{ "* * * * jan", "day of week: \"jan\"" },
		{ "jan * * * *", "minute: \"jan\"" },
		{ "99999999999999999999 * * * *", "minute: \"99999999999999999999\"" },
		{ "-5 * * * *", "minute: a value is missing" },
		{ "5- * * * *", "minute: a value is missing" },
		{ "1,,2 * * * *", "minute: a value is missing" },
		{ "1, * * * *", "minute: a value is missing" },
		{ "30-10 * * * *", "minute: \"30-10\" goes backwards" },
		{ "* * * * fri-mon", "day of week: \"fri-mon\" goes backwards" },
		{ "*/0 * * * *", "minute: the step behind \"/\" may be 1 to 59" },
		{ "*/60 * * * *", "minute: the step" },
		{ "*/ * * * *", "minute: the step" },
		{ "*/x * * * *", "minute: the step" },
		{ "*/-1 * * * *", "minute: the step" },
		{ "* */5/2 * * *", "hour: the step" },
		{ "*5 * * * *", "minute: \"*5\"" },
		{ "1-2-3 * * * *", "minute: \"2-3\"" },
		{ "1.5 * * * *", "minute: \"1.5\"" },
		{ "0x5 * * * *", "minute: \"0x5\"" },
		{ "* * L * *", "day of month: \"L\"" },
		{ "* * * * 5#2", "day of week: \"5#2\"" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(MISTAKES) / sizeof(MISTAKES[0]); i++) {
		struct cron cron = { .minutes = 7 };
		struct err err;

		if (cron_parse(MISTAKES[i].text, &cron, &err) != RC_INVALID)
			fail_msg("\"%s\" was taken", MISTAKES[i].text);
		assert_int_equal(cron.minutes, 7);
		assert_int_equal(strncmp(err.msg, "cron: ", 6), 0);
		check_contains(err.msg, MISTAKES[i].sentence);
		check_rc(cron_parse(MISTAKES[i].text, &cron, NULL), RC_INVALID);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_lists_ranges_and_steps_are_understood),
		cmocka_unit_test(months_and_days_have_names),
		cmocka_unit_test(of_two_restricted_days_one_suffices),
		cmocka_unit_test(months_end_when_they_do),
		cmocka_unit_test(leap_days_come_every_four_years_but_for_2100),
		cmocka_unit_test(a_day_that_never_comes_is_never),
		cmocka_unit_test(seconds_and_milliseconds_do_not_hide_the_next_minute),
		cmocka_unit_test(the_zone_is_the_sites),
		cmocka_unit_test(what_falls_into_the_missing_hour_runs_right_after_it),
		cmocka_unit_test(what_falls_into_the_hour_that_comes_twice_runs_once),
		cmocka_unit_test(what_has_no_hour_is_never_silent_and_never_double),
		cmocka_unit_test(minutes_are_those_of_the_wall_clock),
		cmocka_unit_test(
		    an_expression_for_one_day_is_not_lost_when_the_clock_goes_back_over_midnight),
		cmocka_unit_test(
		    around_every_change_of_clocks_it_agrees_with_looking_at_every_minute),
		cmocka_unit_test(moments_are_counted_from_and_up_to),
		cmocka_unit_test(every_mistake_has_its_sentence),
	};

	return CHECK_ALL(tests);
}
