/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "sched/words.h"
#include "zones.h"

static struct schedule
schedule_of(int64_t interval_ms, const char *cron)
{
	struct schedule s = { 0 };

	check_rc(schedule_make(interval_ms, cron, 1, &s, NULL), RC_OK);
	return s;
}

static void
schedules_are_said_in_words(void **state)
{
	static const struct {
		int64_t interval_ms;
		const char *cron, *words, *key;
	} CASES[] = {
		{ 1500, NULL, "every 1500 milliseconds", "schedule.every_ms" },
		{ 1000, NULL, "every second", "schedule.every_seconds" },
		{ 30000, NULL, "every 30 seconds", "schedule.every_seconds" },
		{ 60000, NULL, "every minute", "schedule.every_minutes" },
		{ 90000, NULL, "every 90 seconds", "schedule.every_seconds" },
		{ 300000, NULL, "every 5 minutes", "schedule.every_minutes" },
		{ 3600000, NULL, "every hour", "schedule.every_hours" },
		{ 86400000, NULL, "every day", "schedule.every_days" },
		{ 172800000, NULL, "every 2 days", "schedule.every_days" },
		{ 0, "* * * * *", "every minute", "schedule.every_minutes" },
		{ 0, "*/5 * * * *", "every 5 minutes", "schedule.every_minutes" },
		{ 0, "0 * * * *", "every hour at minute 0", "schedule.hourly_at" },
		{ 0, "0,30 * * * *", "every 30 minutes", "schedule.every_minutes" },
		{ 0, "*/7 * * * *", "by cron: */7 * * * *", "schedule.by_cron" },
		{ 0, "5 * * * *", "every hour at minute 5", "schedule.hourly_at" },
		{ 0, "15 3 * * *", "every day at 03:15", "schedule.daily_at" },
		{ 0, "15 3 * * mon", "every Monday at 03:15", "schedule.weekly_at" },
		{ 0, "0 22 * * sat,sun", "every Saturday, Sunday at 22:00",
		    "schedule.weekly_at" },
		{ 0, "0 6 1 * *", "on day 1 of every month at 06:00",
		    "schedule.monthly_at" },
		{ 0, "0 6 1 * mon", "by cron: 0 6 1 * mon", "schedule.by_cron" },
		{ 0, "0 6,18 * * *", "by cron: 0 6,18 * * *", "schedule.by_cron" },
		{ 0, "0 6 * jan *", "by cron: 0 6 * jan *", "schedule.by_cron" },
		{ 0, "0 6 */2 * *", "by cron: 0 6 */2 * *", "schedule.by_cron" },
		{ 0, "0 6 31 2 *", "never", "schedule.never" },
	};

	(void)state;
	live_in(UTC);
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		struct schedule s = schedule_of(CASES[i].interval_ms, CASES[i].cron);
		struct phrase p = words_phrase(&s);
		char text[WORDS_MAX];

		assert_string_equal(words_say(&p, CASES[i].cron, text), CASES[i].words);
		assert_string_equal(words_key(p.kind), CASES[i].key);
	}
}

static void
every_phrase_has_a_key_and_words_that_fit(void **state)
{
	(void)state;
	for (enum phrase_kind k = PHRASE_EVERY_MS; k < PHRASE_KINDS; k++) {
		struct phrase p = { k, 2, 3, 4, 0x7F };
		char text[WORDS_MAX];

		assert_non_null(words_key(k));
		assert_true(strlen(words_say(&p, NULL, text)) > 0);
		assert_true(strlen(text) < WORDS_MAX - 1);
	}
}

static void
the_next_times_are_those_of_the_schedule(void **state)
{
	struct schedule s = schedule_of(0, "0 6 * * *");
	struct schedule never = schedule_of(0, "0 6 30 2 *");
	struct schedule interval = schedule_of(600000, NULL);
	int64_t times[5], now = at("2026-01-01 12:00");

	(void)state;
	live_in(UTC);
	assert_int_equal(words_times(&s, now, times, 3), 3);
	assert_int_equal(times[0], at("2026-01-02 06:00"));
	assert_int_equal(times[2], at("2026-01-04 06:00"));
	assert_int_equal(words_times(&never, now, times, 3), 0);
	assert_int_equal(words_times(&interval, now, times, 5), 5);
	assert_in_range(times[0], now + 1, now + 600000);
	for (int i = 1; i < 5; i++)
		assert_int_equal(times[i] - times[i - 1], 600000);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(schedules_are_said_in_words),
		cmocka_unit_test(every_phrase_has_a_key_and_words_that_fit),
		cmocka_unit_test(the_next_times_are_those_of_the_schedule),
	};

	return CHECK_ALL(tests);
}
