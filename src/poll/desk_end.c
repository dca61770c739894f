/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of an order, and what becomes of its execution.
 */
#include "poll/desk_int.h"

#include <assert.h>
#include <stdio.h>

#include "poll/judge.h"
#include "sched/retry.h"

/* What came, before anything is decided. */
static void
take_outcome(struct desk *d, struct open *o, const struct desk_outcome *outcome)
{
	o->e.busy_ms += d->now.mono_ms - o->order_mono_ms;
	o->e.slices++;
	traffic_add(&o->e.traffic, &outcome->traffic);
	traffic_add(&o->attempt_traffic, &outcome->traffic);
	o->e.onus = outcome->onus;
	o->e.share = outcome->share;
	o->was_answered = o->was_answered || outcome->answered;
	snprintf(o->e.message, sizeof(o->e.message), "%s",
	    outcome->message ? outcome->message : "");
}

static bool
is_tried_again(const struct desk *d, const struct open *o, const struct desk_outcome *c)
{
	return c->state == EXECUTION_FAILED && o->e.attempts < o->e.max_attempts &&
	    retry_helps(c->trouble) && !d->is_stopping && task_is_on(o->task) &&
	    !o->host->health.suspended_ms;
}

static void
try_later(struct desk *d, struct open *o, enum trouble trouble)
{
	struct retry_rules rules = { o->task->retry_delay_ms, o->task->retry_grows };
	int64_t delay_ms = retry_delay_ms(&rules, o->e.attempts);
	struct desk_event event;

	if (execution_step(&o->e, EXECUTION_TRY_LATER, trouble, d->now.wall_ms) != RC_OK)
		assert(false && "there is an attempt left");
	o->unit = (struct unit){ .id = o->e.id,
		.kind = UNIT_RETRY,
		.lane = LANE_RETRY,
		.olt = o->host->id,
		.node = o->task->id,
		.with_chain = o->is_first && o->unit.with_chain,
		.priority = o->task->priority,
		.slot_ms = o->e.due_ms,
		.attempt = o->e.attempts + 1 };
	o->is_first = true; /* of the unit that it is from now on */
	o->is_slice = false;
	o->was_answered = false;
	open_later(d, o, d->now.wall_ms + delay_ms);
	event = event_of_open(d, DESK_RETRY, o);
	event.trouble = trouble;
	event.number = delay_ms;
	desk_say(d, &event, "%s: %s failed (%s) and is tried again in %lld s",
	    host_name(o->host), task_name(o->task), trouble_name(trouble),
	    (long long)delay_ms / 1000);
}

/* The sweep goes on later, as a unit of its own. */
static void
park(struct desk *d, struct open *o, int64_t resume_ms)
{
	struct desk_event event;

	o->unit = (struct unit){ .id = o->e.id,
		.kind = UNIT_SLICE,
		.lane = o->task->lane,
		.olt = o->host->id,
		.node = o->task->id,
		.with_chain = o->is_first && o->unit.with_chain,
		.priority = o->task->priority,
		.slot_ms = o->e.due_ms,
		.attempt = o->e.attempts };
	o->is_first = true;
	o->is_slice = true;
	open_later(d, o, resume_ms > d->now.wall_ms ? resume_ms : d->now.wall_ms);
	event = event_of_open(d, DESK_PAUSED, o);
	event.number = o->at_ms - d->now.wall_ms;
	desk_say(d, &event, "%s: %s goes on with its next ONUs in %lld s",
	    host_name(o->host), task_name(o->task), (long long)event.number / 1000);
}

static void
finish(struct desk *d, struct open *o, const struct desk_outcome *c)
{
	if (execution_step(&o->e, outcome_step(c->state), c->trouble, d->now.wall_ms) !=
	    RC_OK)
		assert(false && "SUCCESS has no trouble, PARTIAL and FAILED have one");
	if (c->state == EXECUTION_SUCCESS || c->state == EXECUTION_PARTIAL)
		o->task->has_brought = true;
	open_end(d, o);
}

static struct attempt
attempt_of(const struct desk *d, const struct open *o, const struct desk_outcome *c)
{
	struct attempt a = { .number = o->e.attempts,
		.trouble = c->trouble,
		.started_ms = o->attempt_ms,
		.finished_ms = d->now.wall_ms,
		.traffic = o->attempt_traffic };

	snprintf(a.message, sizeof(a.message), "%s", o->e.message);
	return a;
}

/* A sweep that would go on, but may not, ends with what it has. */
static struct desk_outcome
final_outcome(
    const struct desk *d, const struct open *o, const struct desk_outcome *outcome)
{
	struct desk_outcome c = *outcome;
	bool is_off = o->is_slot && !task_is_on(o->task);

	if (c.resume_ms == 0 || (!d->is_stopping && !is_off))
		return c;
	c.resume_ms = 0;
	c.state = EXECUTION_PARTIAL;
	c.trouble = is_off ? TROUBLE_JOB_DISABLED : TROUBLE_SHUTDOWN;
	c.message = is_off ? "the task was disabled before it was through"
			   : "the program ended before it was through";
	return c;
}

static enum health_asker
asker_of(const struct open *o)
{
	return o->e.asked_by[0] ? HEALTH_ASKED_BY_PERSON : HEALTH_ASKED_BY_PLAN;
}

/* What was not answered. One that began to answer and then fell silent may be gone. */
static int32_t
questions_missed(const struct desk_outcome *c)
{
	if (!c->answered)
		return c->state == EXECUTION_FAILED ? HEALTH_MISSES_OF_RUN : 0;
	return c->trouble == TROUBLE_TIMEOUT || c->trouble == TROUBLE_UNREACHABLE;
}

static void
decide(struct desk *d, struct open *o, const struct desk_outcome *c)
{
	if (c->resume_ms)
		park(d, o, c->resume_ms);
	else if (is_tried_again(d, o, c))
		try_later(d, o, c->trouble);
	else
		finish(d, o, c);
	o->unstored++;
}

/* The store dates the OLT's last answer by it. */
static bool
brings_result(const struct execution *e)
{
	return e->state == EXECUTION_SUCCESS || e->state == EXECUTION_PARTIAL;
}

void
desk_ended(struct desk *d, struct execution_id execution,
    const struct desk_outcome *outcome, struct moment now,
    struct desk_verdict *ret_verdict)
{
	struct open *o = open_find(d, execution);

	desk_enter(d, now);
	assert(o && o->place == OPEN_RUNNING && o->run->open == o);
	struct desk_outcome c = final_outcome(d, o, outcome);
	struct run *r = o->run;
	struct host *h = o->host;
	bool is_first = o->is_first, is_over;
	struct desk_verdict v = { .moves_next = o->is_slot && o->task->master.v == 0,
		.next_run_ms = o->task->next_ms };

	take_outcome(d, o, &c);
	if (!c.resume_ms)
		v.attempt = attempt_of(d, o, &c);
	decide(d, o, &c);
	v.execution = o->e;
	if (c.resume_ms)
		v.resume_ms = o->at_ms;
	*ret_verdict = v;
	is_over = o->place == OPEN_ENDED;
	if (is_first)
		r->chain_may_run = is_over && c.state != EXECUTION_FAILED;
	if (c.answered)
		host_answered(d, h, asker_of(o));
	if (c.answered && !brings_result(&o->e))
		host_heard(d, h);
	if (questions_missed(&c))
		host_missed(d, h, questions_missed(&c));
	if (!c.answered && is_over && c.state == EXECUTION_FAILED && !o->was_answered)
		host_silent(d, h, c.trouble);
	d->judged = o;
	run_next(d, r);
	d->judged = NULL;
	desk_pump(d);
}

/* ---- the writer's word --------------------------------------------------------- */

/* One that had nothing to ask has not run, for whoever counts. */
static void
say_ended(struct desk *d, const struct open *o)
{
	enum desk_event_kind kind =
	    o->e.state == EXECUTION_INTERRUPTED ? DESK_INTERRUPTED : DESK_ENDED;
	struct desk_event event = event_of_open(d, kind, o);
	const struct host *h = host_find(d, o->e.olt);
	const struct task *t = task_find(d, o->e.node);

	event.why = o->e.message;
	desk_say(d, &event, "%s: %s %s in %lld ms%s%s", host_name(h), task_name(t),
	    execution_state_name(o->e.state), (long long)event.duration_ms,
	    o->e.message[0] ? ": " : "", o->e.message);
}

/* Its results are refused: they are not there, so it has failed. */
static void
not_stored(struct desk *d, struct open *o, enum rc rc)
{
	o->e.state = EXECUTION_FAILED;
	o->e.trouble = TROUBLE_STORE;
	snprintf(o->e.message, sizeof(o->e.message),
	    "its results could not be stored: %s", rc_name(rc));
	d->world.record(d->world.ctx, &o->e);
	say_ended(d, o);
}

static void
conclude(struct desk *d, struct open *o, enum rc rc)
{
	struct desk_event lost = event_of_open(d, DESK_LEASE_LOST, o);

	if (rc == RC_CONFLICT) {
		lost.why = "the results came too late: it ended in another way";
		desk_say(d, &lost,
		    "%s: the results of %s came too late: it ended in another way",
		    host_name(host_find(d, o->e.olt)),
		    task_name(task_find(d, o->e.node)));
	} else if (rc != RC_OK) {
		not_stored(d, o, rc);
	} else {
		if (o->is_first && o->e.state != EXECUTION_FAILED &&
		    o->e.state != EXECUTION_INTERRUPTED)
			d->completed++;
		say_ended(d, o);
	}
	open_free(d, o);
}

void
desk_stored(struct desk *d, struct execution_id execution, enum rc rc, struct moment now)
{
	struct open *o = open_find(d, execution);

	desk_enter(d, now);
	/* What was interrupted meanwhile has had its end. */
	if (!o)
		return;
	/* Of earlier verdicts, before a retry, only an attempt may be missing. */
	o->unstored--;
	if (o->place == OPEN_ENDED && o->unstored == 0)
		conclude(d, o, rc);
}
