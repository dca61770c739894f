/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/words.h - the schedule of a job in words: "every 5 minutes", "every day at
 * 03:15".
 *
 * A phrase is a key with arguments, so that the web admin can translate it; words_say()
 * returns it in English. A cron expression without a matching phrase is shown unchanged.
 * words_times() returns the times. Pure; any thread.
 */
#ifndef FACHO_SCHED_WORDS_H
#define FACHO_SCHED_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "sched/schedule.h"

enum phrase_kind {
	PHRASE_EVERY_MS, /* number */
	PHRASE_EVERY_SECONDS, /* number; also for the following ones */
	PHRASE_EVERY_MINUTES,
	PHRASE_EVERY_HOURS,
	PHRASE_EVERY_DAYS,
	PHRASE_HOURLY_AT, /* minute */
	PHRASE_DAILY_AT, /* hour, minute */
	PHRASE_WEEKLY_AT, /* weekdays, hour, minute */
	PHRASE_MONTHLY_AT, /* number: the day; hour, minute */
	PHRASE_BY_CRON,
	PHRASE_NEVER, /* 31 February */
	PHRASE_KINDS,
};

struct phrase {
	enum phrase_kind kind;
	int64_t number;
	int hour, minute;
	uint32_t weekdays; /* bit 0: Sunday */
};

enum { WORDS_MAX = 128 };

struct phrase words_phrase(const struct schedule *s);

/* "schedule.every_minutes": the name of the phrase in a list of translations. */
const char *words_key(enum phrase_kind kind);

/* In English; cron is the text of the expression, used by PHRASE_BY_CRON. Returns
 * text. */
char *words_say(const struct phrase *phrase, const char *cron, char text[WORDS_MAX]);

/* The next n times after now_ms. Returns how many there are. */
size_t words_times(const struct schedule *s, int64_t now_ms, int64_t *times, size_t n);

#endif
