/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/look_budget.h - when an OLT may be looked at (engine/engine.h: engine_look).
 *
 * A busy OLT is left alone.
 *
 * A look is an extra reading that nobody has scheduled, so it must cost little: at most
 * three a minute, and in any 24 hours at most 20, or more if all looks together are not
 * more than 2 % of the OLT's requests. The 24 hours are 24 counters of an hour each: the
 * oldest hour is forgotten as a whole.
 *
 * A plain value without a clock: times are monotonic milliseconds. All zero: new. Owner
 * only.
 */
#ifndef FACHO_SCHED_LOOK_BUDGET_H
#define FACHO_SCHED_LOOK_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

enum {
	LOOKS_A_MINUTE = 3,
	LOOKS_A_DAY = 20, /* at least */
	LOOK_BUDGET_HOURS = 24,
};

struct look_hour {
	int64_t number; /* of the hour since the start of the clock */
	uint32_t looks;
	uint64_t requests; /* of the OLT, looks included */
	uint64_t spent; /* of looks */
};

struct look_budget {
	int64_t last_ms[LOOKS_A_MINUTE]; /* of the last looks, oldest first; 0: none */
	struct look_hour hours[LOOK_BUDGET_HOURS];
};

enum look_limit {
	LOOK_ALLOWED,
	LOOK_MINUTE_IS_FULL,
	LOOK_DAY_IS_FULL,
};

/* What is known about the load of the OLT. Ages in milliseconds; -1: never. */
struct look_load {
	int64_t cpu_pct; /* of the busiest board, as last read */
	int64_t cpu_age_ms;
	int64_t slowed_age_ms; /* since the governor last reduced the rate */
	bool has_one_reader; /* the profile allows one request in flight */
	bool is_read; /* a run reads it now */
};

enum look_load_verdict {
	LOOK_LOAD_GOOD,
	LOOK_CPU_IS_BUSY,
	LOOK_ANSWERS_LATE,
	LOOK_HAS_A_READER,
};

enum look_load_verdict look_load_check(const struct look_load *load);

enum look_limit look_budget_check(const struct look_budget *b, int64_t now_ms);

/* A look begins. */
void look_budget_begin(struct look_budget *b, int64_t now_ms);

/* Requests were sent to the OLT, those of looks included; and requests of a look. */
void look_budget_asked(struct look_budget *b, uint64_t requests, int64_t now_ms);
void look_budget_spent(struct look_budget *b, uint64_t requests, int64_t now_ms);

#endif
