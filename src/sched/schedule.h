/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/schedule.h - when a node runs, by an interval (sched/phase.h) or by cron
 * (sched/cron_int.h): one value for those who do not care which. Pure; any thread.
 */
#ifndef FACHO_SCHED_SCHEDULE_H
#define FACHO_SCHED_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "model/ids.h"
#include "sched/cron_int.h"
#include "sched/phase.h"

struct schedule {
	struct phase phase; /* interval_ms 0: by cron */
	struct cron cron;
};

/* As of a job or a node: interval_ms, or cron when that is 0. key is the node's id. */
enum rc schedule_make(int64_t interval_ms, const char *cron, uint64_t key,
    struct schedule *ret_schedule, struct err *err) MUST_CHECK;

/* The first run after it was enabled: phase_first(), or the next moment of cron. */
int64_t schedule_first(const struct schedule *s, int64_t enabled_ms);

struct job;

/* When a node of the job on the OLT runs first: one minute later, and those enabled together
 * spread over the minute that follows; a job by cron when it says. RC_INVALID: never. */
enum rc schedule_first_run(const struct job *job, struct olt_id olt, int64_t now_ms,
    int64_t *ret_ms, struct err *err) MUST_CHECK;

/* A first run may be put off so far. */
#define SCHEDULE_FIRST_MAX_MS INT64_C(86400000)

/* What is stored of a node's times; 0: nothing. */
struct schedule_past {
	int64_t next_run_ms;
	int64_t last_run_ms; /* whoever asked for it */
	int64_t last_slot_ms; /* by schedule; or it is not known */
};

/* When a node runs that is told to somebody who did not know it and who has been there
 * since since_ms: when it was stored to. But
 *   - what lies farther ahead than this schedule ever plans was written by a clock that
 *     was wrong: the next slot. Unless it is the first run: that may be a day away;
 *   - what lies behind was missed and is not made up for: the next slot. Unless it is a
 *     first run that became due since since_ms: nobody was away then, it was on its way
 *     here, and without it a node by the day would begin a day late. It runs at once. */
int64_t schedule_resume(const struct schedule *s, const struct schedule_past *past,
    int64_t since_ms, int64_t now_ms);

/* The clock was set by by_ms, it is now_ms by the new one: when does it run that was to
 * run at next_ms? At its next slot; a first run that was put off keeps its distance. */
int64_t schedule_stepped(
    const struct schedule *s, int64_t next_ms, int64_t by_ms, int64_t now_ms);

/* As phase_next(). INT64_MAX: never. Of cron at most a day is looked at for what was
 * missed. */
int64_t schedule_next(
    const struct schedule *s, int64_t due_ms, int64_t now_ms, int64_t *ret_skipped);

/* How many slots there are, from <= t < to. */
int64_t schedule_count(const struct schedule *s, int64_t from_ms, int64_t to_ms);

/* How many runs there will be before to_ms when the next is at next_run_ms, which need
 * not be a slot (a first run is none). */
int64_t schedule_runs(const struct schedule *s, int64_t next_run_ms, int64_t to_ms);

bool schedule_is_same(const struct schedule *a, const struct schedule *b);

#endif
