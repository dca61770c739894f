/* SPDX-License-Identifier: Apache-2.0 */
#include "sched/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { ALL_HOURS = (1 << 24) - 1, ALL_MONTHS = 0x1FFE, ALL_WEEKDAYS = 0x7F };

static const struct {
	const char *key;
	const char *one, *many; /* only for phrases with a number */
	int64_t ms;
} PHRASES[PHRASE_KINDS] = {
	[PHRASE_EVERY_MS] = { "schedule.every_ms", "millisecond", "milliseconds", 1 },
	[PHRASE_EVERY_SECONDS] = { "schedule.every_seconds", "second", "seconds", 1000 },
	[PHRASE_EVERY_MINUTES] = { "schedule.every_minutes", "minute", "minutes", 60000 },
	[PHRASE_EVERY_HOURS] = { "schedule.every_hours", "hour", "hours", 3600000 },
	[PHRASE_EVERY_DAYS] = { "schedule.every_days", "day", "days", 86400000 },
	[PHRASE_HOURLY_AT] = { "schedule.hourly_at" },
	[PHRASE_DAILY_AT] = { "schedule.daily_at" },
	[PHRASE_WEEKLY_AT] = { "schedule.weekly_at" },
	[PHRASE_MONTHLY_AT] = { "schedule.monthly_at" },
	[PHRASE_BY_CRON] = { "schedule.by_cron" },
	[PHRASE_NEVER] = { "schedule.never" },
};

/* The largest unit in which it is a whole number. */
static struct phrase
every(int64_t ms)
{
	struct phrase p = { .kind = PHRASE_EVERY_MS, .number = ms };

	for (enum phrase_kind k = PHRASE_EVERY_MS; k <= PHRASE_EVERY_DAYS; k++) {
		if (ms % PHRASES[k].ms == 0) {
			p.kind = k;
			p.number = ms / PHRASES[k].ms;
		}
	}
	return p;
}

/* The position of the only bit that is set; -1: not exactly one is set. */
static int
only_bit(uint64_t bits)
{
	if (bits == 0 || (bits & (bits - 1)) != 0)
		return -1;
	return __builtin_ctzll(bits);
}

/* The step, from 0 on, that gives exactly these minutes and divides an hour; 0: none. */
static int
step_of(uint64_t minutes)
{
	for (int step = 1; step <= 30; step++) {
		uint64_t bits = 0;

		for (int m = 0; m < 60; m += step)
			bits |= UINT64_C(1) << m;
		if (60 % step == 0 && bits == minutes)
			return step;
	}
	return 0;
}

/* It is already known that it matches every day of every month. */
static struct phrase
every_day_phrase(const struct cron *c)
{
	struct phrase p = { .kind = PHRASE_BY_CRON,
		.hour = only_bit(c->hours),
		.minute = only_bit(c->minutes) };
	int step = step_of(c->minutes);

	if (c->hours == ALL_HOURS && step)
		return every(step * PHRASES[PHRASE_EVERY_MINUTES].ms);
	if (p.minute >= 0 && c->hours == ALL_HOURS)
		p.kind = PHRASE_HOURLY_AT;
	else if (p.minute >= 0 && p.hour >= 0)
		p.kind = PHRASE_DAILY_AT;
	return p;
}

static struct phrase
cron_phrase(const struct cron *c)
{
	struct phrase p = { .kind = PHRASE_BY_CRON,
		.number = only_bit(c->days),
		.hour = only_bit(c->hours),
		.minute = only_bit(c->minutes),
		.weekdays = c->weekdays };
	bool all_days =
	    c->any_day && only_bit(c->days) < 0 && __builtin_popcount(c->days) == 31;
	bool all_weekdays = c->any_weekday && c->weekdays == ALL_WEEKDAYS;

	if (cron_next(c, 0) == INT64_MAX)
		p.kind = PHRASE_NEVER;
	else if (c->months == ALL_MONTHS && all_days && all_weekdays)
		return every_day_phrase(c);
	else if (c->months != ALL_MONTHS || p.hour < 0 || p.minute < 0)
		return p;
	else if (all_days)
		p.kind = PHRASE_WEEKLY_AT;
	else if (all_weekdays && p.number > 0)
		p.kind = PHRASE_MONTHLY_AT;
	return p;
}

struct phrase
words_phrase(const struct schedule *s)
{
	return s->phase.interval_ms ? every(s->phase.interval_ms) : cron_phrase(&s->cron);
}

const char *
words_key(enum phrase_kind kind)
{
	return PHRASES[kind].key;
}

static void
say_every(const struct phrase *p, char text[WORDS_MAX])
{
	if (p->number == 1)
		(void)snprintf(text, WORDS_MAX, "every %s", PHRASES[p->kind].one);
	else
		(void)snprintf(text, WORDS_MAX, "every %" PRId64 " %s", p->number,
		    PHRASES[p->kind].many);
}

/* "every Monday, Tuesday at 03:15"; the week starts on Monday. */
static void
say_weekly(const struct phrase *p, char text[WORDS_MAX])
{
	static const char *const DAYS[] = { "Sunday", "Monday", "Tuesday", "Wednesday",
		"Thursday", "Friday", "Saturday" };
	size_t n = (size_t)snprintf(text, WORDS_MAX, "every");

	for (int i = 1; i <= 7; i++) {
		if (p->weekdays & 1U << i % 7)
			n += (size_t)snprintf(text + n, WORDS_MAX - n, "%s %s",
			    strchr(text, ' ') ? "," : "", DAYS[i % 7]);
	}
	(void)snprintf(text + n, WORDS_MAX - n, " at %02d:%02d", p->hour, p->minute);
}

char *
words_say(const struct phrase *phrase, const char *cron, char text[WORDS_MAX])
{
	switch (phrase->kind) {
	case PHRASE_EVERY_MS:
	case PHRASE_EVERY_SECONDS:
	case PHRASE_EVERY_MINUTES:
	case PHRASE_EVERY_HOURS:
	case PHRASE_EVERY_DAYS:
		say_every(phrase, text);
		break;
	case PHRASE_HOURLY_AT:
		(void)snprintf(
		    text, WORDS_MAX, "every hour at minute %d", phrase->minute);
		break;
	case PHRASE_DAILY_AT:
		(void)snprintf(text, WORDS_MAX, "every day at %02d:%02d", phrase->hour,
		    phrase->minute);
		break;
	case PHRASE_WEEKLY_AT:
		say_weekly(phrase, text);
		break;
	case PHRASE_MONTHLY_AT:
		(void)snprintf(text, WORDS_MAX,
		    "on day %" PRId64 " of every month at %02d:%02d", phrase->number,
		    phrase->hour, phrase->minute);
		break;
	case PHRASE_BY_CRON:
		(void)snprintf(text, WORDS_MAX, "by cron: %s", cron ? cron : "");
		break;
	case PHRASE_NEVER:
	case PHRASE_KINDS:
		(void)snprintf(text, WORDS_MAX, "never");
		break;
	}
	return text;
}

size_t
words_times(const struct schedule *s, int64_t now_ms, int64_t *times, size_t n)
{
	size_t found = 0;
	int64_t at = schedule_next(s, 0, now_ms, NULL);

	for (; found < n && at != INT64_MAX; at = schedule_next(s, 0, at, NULL))
		times[found++] = at;
	return found;
}
