/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/schedule.h - the schedule of a node: by an interval (sched/phase.h) or by cron
 * (sched/cron_int.h). Pure; any thread.
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

/* From the fields of a job or a node: interval_ms, or cron if that is 0. key is the
 * node's id. */
enum rc schedule_make(int64_t interval_ms, const char *cron, uint64_t key,
    struct schedule *ret_schedule, struct err *err) MUST_CHECK;

/* The first run after it was enabled: phase_first(), or the next time of cron. */
int64_t schedule_first(const struct schedule *s, int64_t enabled_ms);

struct job;

/* The first run of a node of the job on the OLT: one minute later, and those enabled
 * together are spread over the following minute; with cron, its next time. RC_INVALID:
 * never. */
enum rc schedule_first_run(const struct job *job, struct olt_id olt, int64_t now_ms,
    int64_t *ret_ms, struct err *err) MUST_CHECK;

/* The maximum delay of a first run. */
#define SCHEDULE_FIRST_MAX_MS INT64_C(86400000)

/* The stored times of a node; 0: none. */
struct schedule_past {
	int64_t next_run_ms;
	int64_t last_run_ms; /* by schedule or by a user */
	int64_t last_slot_ms; /* by schedule; 0: none or unknown */
};

/* The next run of a node that was not known before, in a program that has been running
 * since since_ms: the stored time. Exceptions:
 *   - a time later than this schedule ever plans was written with a clock that
 *     was wrong: the next slot is used. Not for a first run, which may be a day later;
 *   - a past time was missed and is not repeated: the next slot is used. Not for a
 *     first run that became due after since_ms: its message was on the way
 *     here, and a daily node would otherwise start a day late. It runs at once. */
int64_t schedule_resume(const struct schedule *s, const struct schedule_past *past,
    int64_t since_ms, int64_t now_ms);

/* The clock was changed by by_ms and is now now_ms. The new time of a run planned for
 * next_ms: its next slot; a delayed first run keeps its distance. */
int64_t schedule_stepped(
    const struct schedule *s, int64_t next_ms, int64_t by_ms, int64_t now_ms);

/* As phase_next(). INT64_MAX: never. For cron at most one day is searched for missed
 * times. */
int64_t schedule_next(
    const struct schedule *s, int64_t due_ms, int64_t now_ms, int64_t *ret_skipped);

/* The number of slots with from <= t < to. */
int64_t schedule_count(const struct schedule *s, int64_t from_ms, int64_t to_ms);

/* The number of runs before to_ms if the next one is at next_run_ms, which need not be a
 * slot (for a first run). */
int64_t schedule_runs(const struct schedule *s, int64_t next_run_ms, int64_t to_ms);

bool schedule_is_same(const struct schedule *a, const struct schedule *b);

#endif
