/* SPDX-License-Identifier: Apache-2.0 */
#include "sched/uptime.h"

/* Allowed difference of two readings: some devices count in minutes, and clocks drift. */
#define SLACK_MS 60000
#define SLACK_SHARE 1000
/* The uptime never decreases, except by rounding to seconds. */
#define ROUNDING_MS 2000
/* 2^32 hundredths of a second. */
#define WRAP_MS (INT64_C(10) << 32)

static bool
is_near(int64_t a_ms, int64_t b_ms, int64_t slack_ms)
{
	return a_ms - b_ms <= slack_ms && b_ms - a_ms <= slack_ms;
}

bool
uptime_said(struct uptime *u, int64_t up_ms, int64_t now_ms)
{
	struct uptime before = *u;
	int64_t passed_ms = now_ms - before.seen_ms;
	int64_t slack_ms = SLACK_MS + passed_ms / SLACK_SHARE;
	/* How much lower it is than expected. */
	int64_t short_ms = before.up_ms + passed_ms - up_ms;

	bool is_less = short_ms > slack_ms || up_ms + ROUNDING_MS < before.up_ms;

	*u = (struct uptime){ .is_known = true, .up_ms = up_ms, .seen_ms = now_ms };
	return before.is_known && is_less && up_ms <= passed_ms + slack_ms &&
	    !is_near(short_ms, WRAP_MS, slack_ms);
}
