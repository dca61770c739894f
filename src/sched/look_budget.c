/* SPDX-License-Identifier: Apache-2.0 */
#include "sched/look_budget.h"

#include <string.h>

enum {
	MINUTE_MS = 60000,
	HOUR_MS = 3600000,
	SHARE = 50, /* one of so many requests may be of a look: 2 % */
	CPU_BUSY_PCT = 85,
	CPU_COUNTS_MS = 15 * 60 * 1000, /* an older reading says nothing about now */
	SLOWED_COUNTS_MS = 60 * 1000,
};

/* The counter of the hour. That of a day before is replaced. */
static struct look_hour *
hour_at(struct look_budget *b, int64_t now_ms)
{
	int64_t number = now_ms / HOUR_MS;
	struct look_hour *h = &b->hours[number % LOOK_BUDGET_HOURS];

	if (h->number != number)
		*h = (struct look_hour){ .number = number };
	return h;
}

static struct look_hour
sum_of_day(const struct look_budget *b, int64_t now_ms)
{
	int64_t number = now_ms / HOUR_MS;
	struct look_hour sum = { 0 };

	for (int i = 0; i < LOOK_BUDGET_HOURS; i++) {
		const struct look_hour *h = &b->hours[i];

		if (h->number <= number - LOOK_BUDGET_HOURS)
			continue;
		sum.looks += h->looks;
		sum.requests += h->requests;
		sum.spent += h->spent;
	}
	return sum;
}

enum look_load_verdict
look_load_check(const struct look_load *load)
{
	if (load->cpu_pct >= CPU_BUSY_PCT && load->cpu_age_ms >= 0 &&
	    load->cpu_age_ms < CPU_COUNTS_MS)
		return LOOK_CPU_IS_BUSY;
	if (load->slowed_age_ms >= 0 && load->slowed_age_ms < SLOWED_COUNTS_MS)
		return LOOK_ANSWERS_LATE;
	if (load->has_one_reader && load->is_read)
		return LOOK_HAS_A_READER;
	return LOOK_LOAD_GOOD;
}

enum look_limit
look_budget_check(const struct look_budget *b, int64_t now_ms)
{
	struct look_hour day = sum_of_day(b, now_ms);

	if (b->last_ms[0] && now_ms - b->last_ms[0] < MINUTE_MS)
		return LOOK_MINUTE_IS_FULL;
	if (day.looks >= LOOKS_A_DAY && day.spent * SHARE >= day.requests)
		return LOOK_DAY_IS_FULL;
	return LOOK_ALLOWED;
}

void
look_budget_begin(struct look_budget *b, int64_t now_ms)
{
	memmove(b->last_ms, b->last_ms + 1, sizeof(b->last_ms) - sizeof(b->last_ms[0]));
	b->last_ms[LOOKS_A_MINUTE - 1] = now_ms;
	hour_at(b, now_ms)->looks++;
}

void
look_budget_asked(struct look_budget *b, uint64_t requests, int64_t now_ms)
{
	hour_at(b, now_ms)->requests += requests;
}

void
look_budget_spent(struct look_budget *b, uint64_t requests, int64_t now_ms)
{
	hour_at(b, now_ms)->spent += requests;
}
