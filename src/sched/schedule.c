/* SPDX-License-Identifier: Apache-2.0 */
#include "sched/schedule.h"

#include <stddef.h>

#include "model/job.h"

#define DAY_MS INT64_C(86400000)

enum rc
schedule_make(int64_t interval_ms, const char *cron, uint64_t key,
    struct schedule *ret_schedule, struct err *err)
{
	struct schedule s = { .phase = { interval_ms, key } };

	if (interval_ms < 0 || (interval_ms == 0 && !cron))
		return err_set(err, RC_INVALID, "neither an interval nor cron is given");
	if (interval_ms == 0) {
		enum rc rc = cron_parse(cron, &s.cron, err);

		if (rc != RC_OK)
			return rc;
	}
	*ret_schedule = s;
	return RC_OK;
}

static bool
is_by_cron(const struct schedule *s)
{
	return s->phase.interval_ms == 0;
}

int64_t
schedule_first(const struct schedule *s, int64_t enabled_ms)
{
	if (is_by_cron(s))
		return cron_next(&s->cron, enabled_ms);
	return phase_first(enabled_ms, s->phase.key);
}

enum rc
schedule_first_run(const struct job *job, struct olt_id olt, int64_t now_ms,
    int64_t *ret_ms, struct err *err)
{
	uint64_t key = (uint64_t)olt.v * 31 + (uint64_t)job->id.v;
	struct schedule schedule;
	enum rc rc = schedule_make(job->interval_ms, job->cron, key, &schedule, err);

	if (rc == RC_OK)
		*ret_ms = schedule_first(&schedule, now_ms);
	return rc;
}

int64_t
schedule_next(
    const struct schedule *s, int64_t due_ms, int64_t now_ms, int64_t *ret_skipped)
{
	if (!is_by_cron(s))
		return phase_next(&s->phase, due_ms, now_ms, ret_skipped);
	if (ret_skipped)
		*ret_skipped = 0;
	if (ret_skipped && due_ms && due_ms < now_ms) {
		int64_t from = due_ms < now_ms - DAY_MS ? now_ms - DAY_MS : due_ms;

		*ret_skipped = cron_count(&s->cron, from + 1, now_ms + 1);
	}
	return cron_next(&s->cron, due_ms > now_ms ? due_ms : now_ms);
}

/* No run is planned later than this, except a first run that was delayed. After a run
 * that was not a slot, slots within half an interval are left out. */
static int64_t
latest_plan(const struct schedule *s, int64_t now_ms)
{
	int64_t first_ms = schedule_first(s, now_ms);
	int64_t late_ms = now_ms + s->phase.interval_ms + s->phase.interval_ms / 2;

	return first_ms > late_ms ? first_ms : late_ms;
}

int64_t
schedule_resume(const struct schedule *s, const struct schedule_past *past,
    int64_t since_ms, int64_t now_ms)
{
	int64_t next_ms = past->next_run_ms;
	bool is_first = past->last_slot_ms == 0;

	if (next_ms == 0)
		return schedule_first(s, now_ms);
	if (next_ms > now_ms &&
	    (next_ms <= latest_plan(s, now_ms) ||
		(is_first && next_ms <= now_ms + SCHEDULE_FIRST_MAX_MS)))
		return next_ms;
	if (next_ms <= now_ms && next_ms >= since_ms && is_first && !past->last_run_ms)
		return now_ms + 1; /* next is always after now */
	return schedule_next(s, 0, now_ms, NULL);
}

int64_t
schedule_stepped(const struct schedule *s, int64_t next_ms, int64_t by_ms, int64_t now_ms)
{
	if (next_ms > latest_plan(s, now_ms - by_ms))
		return next_ms + by_ms;
	return schedule_next(s, 0, now_ms, NULL);
}

int64_t
schedule_count(const struct schedule *s, int64_t from_ms, int64_t to_ms)
{
	if (is_by_cron(s))
		return cron_count(&s->cron, from_ms, to_ms);
	return phase_count(&s->phase, from_ms, to_ms);
}

int64_t
schedule_runs(const struct schedule *s, int64_t next_run_ms, int64_t to_ms)
{
	if (next_run_ms >= to_ms)
		return 0;
	return 1 +
	    schedule_count(s, schedule_next(s, next_run_ms, next_run_ms, NULL), to_ms);
}

static bool
is_same_cron(const struct cron *a, const struct cron *b)
{
	return a->minutes == b->minutes && a->hours == b->hours && a->days == b->days &&
	    a->months == b->months && a->weekdays == b->weekdays &&
	    a->any_day == b->any_day && a->any_weekday == b->any_weekday;
}

bool
schedule_is_same(const struct schedule *a, const struct schedule *b)
{
	if (a->phase.interval_ms != b->phase.interval_ms)
		return false;
	return is_by_cron(a) ? is_same_cron(&a->cron, &b->cron)
			     : a->phase.key == b->phase.key;
}
