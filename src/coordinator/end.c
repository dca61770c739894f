/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of an order, and how its execution continues.
 */
#include "coordinator/coordinator_int.h"

#include <assert.h>
#include <stdio.h>

#include "sched/retry.h"

/* Add the results of the order to the execution. */
static void
take_outcome(struct coordinator *d, struct live_execution *o,
    const struct coordinator_outcome *outcome)
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
is_tried_again(const struct coordinator *d, const struct live_execution *o,
    const struct coordinator_outcome *c)
{
	return c->state == EXECUTION_FAILED && o->e.attempts < o->e.max_attempts &&
	    retry_helps(c->trouble) && !d->is_stopping && node_state_is_on(o->task) &&
	    !o->olt->health.suspended_ms;
}

static void
try_later(struct coordinator *d, struct live_execution *o, enum trouble trouble)
{
	struct retry_rules rules = { o->task->retry_delay_ms, o->task->retry_grows };
	int64_t delay_ms = retry_delay_ms(&rules, o->e.attempts);
	struct coordinator_event event;

	if (execution_step(&o->e, EXECUTION_TRY_LATER, trouble, d->now.wall_ms) != RC_OK)
		assert(false && "there is an attempt left");
	o->unit = (struct unit){ .id = o->e.id,
		.kind = UNIT_RETRY,
		.lane = LANE_RETRY,
		.olt = o->olt->id,
		.node = o->task->id,
		.with_chain = o->is_first && o->unit.with_chain,
		.priority = o->task->priority,
		.slot_ms = o->e.due_ms,
		.attempt = o->e.attempts + 1 };
	o->is_first = true; /* of its next unit */
	o->is_slice = false;
	o->was_answered = false;
	live_execution_later(d, o, d->now.wall_ms + delay_ms);
	event = event_of_live(d, COORDINATOR_RETRY, o);
	event.trouble = trouble;
	event.number = delay_ms;
	coordinator_say(d, &event, "%s: %s failed (%s) and is tried again in %lld s",
	    olt_state_name(o->olt), node_state_name(o->task), trouble_name(trouble),
	    (long long)delay_ms / 1000);
}

/* The sweep continues later, as a separate unit. */
static void
park(struct coordinator *d, struct live_execution *o, int64_t resume_ms)
{
	struct coordinator_event event;

	o->unit = (struct unit){ .id = o->e.id,
		.kind = UNIT_SLICE,
		.lane = o->task->lane,
		.olt = o->olt->id,
		.node = o->task->id,
		.with_chain = o->is_first && o->unit.with_chain,
		.priority = o->task->priority,
		.slot_ms = o->e.due_ms,
		.attempt = o->e.attempts };
	o->is_first = true;
	o->is_slice = true;
	live_execution_later(
	    d, o, resume_ms > d->now.wall_ms ? resume_ms : d->now.wall_ms);
	event = event_of_live(d, COORDINATOR_PAUSED, o);
	event.number = o->at_ms - d->now.wall_ms;
	coordinator_say(d, &event, "%s: %s goes on with its next ONUs in %lld s",
	    olt_state_name(o->olt), node_state_name(o->task),
	    (long long)event.number / 1000);
}

static void
finish(
    struct coordinator *d, struct live_execution *o, const struct coordinator_outcome *c)
{
	if (execution_step(
		&o->e, execution_step_to(c->state), c->trouble, d->now.wall_ms) != RC_OK)
		assert(false && "SUCCESS has no trouble, PARTIAL and FAILED have one");
	if (c->state == EXECUTION_SUCCESS || c->state == EXECUTION_PARTIAL)
		o->task->has_brought = true;
	live_execution_end(d, o);
}

static struct attempt
attempt_of(const struct coordinator *d, const struct live_execution *o,
    const struct coordinator_outcome *c)
{
	struct attempt a = { .number = o->e.attempts,
		.trouble = c->trouble,
		.started_ms = o->attempt_ms,
		.finished_ms = d->now.wall_ms,
		.traffic = o->attempt_traffic };

	snprintf(a.message, sizeof(a.message), "%s", o->e.message);
	return a;
}

/* A sweep that would continue, but is not allowed to, ends with the values it has. */
static struct coordinator_outcome
final_outcome(const struct coordinator *d, const struct live_execution *o,
    const struct coordinator_outcome *outcome)
{
	struct coordinator_outcome c = *outcome;
	bool is_off = o->is_slot && !node_state_is_on(o->task);

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
asker_of(const struct live_execution *o)
{
	return o->e.asked_by[0] ? HEALTH_ASKED_BY_PERSON : HEALTH_ASKED_BY_PLAN;
}

/* The number of unanswered requests. A device that stopped answering during the run
 * counts as one. */
static int32_t
questions_missed(const struct coordinator_outcome *c)
{
	if (!c->answered)
		return c->state == EXECUTION_FAILED ? HEALTH_MISSES_OF_RUN : 0;
	return c->trouble == TROUBLE_TIMEOUT || c->trouble == TROUBLE_UNREACHABLE;
}

static void
decide(
    struct coordinator *d, struct live_execution *o, const struct coordinator_outcome *c)
{
	if (c->resume_ms)
		park(d, o, c->resume_ms);
	else if (is_tried_again(d, o, c))
		try_later(d, o, c->trouble);
	else
		finish(d, o, c);
	o->unstored++;
}

/* For these the store updates the OLT's last answer. */
static bool
brings_result(const struct execution *e)
{
	return e->state == EXECUTION_SUCCESS || e->state == EXECUTION_PARTIAL;
}

void
coordinator_ended(struct coordinator *d, struct execution_id execution,
    const struct coordinator_outcome *outcome, struct moment now,
    struct coordinator_verdict *ret_verdict)
{
	struct live_execution *o = live_execution_find(d, execution);

	coordinator_enter(d, now);
	assert(o && o->place == LIVE_RUNNING && o->run->open == o);
	struct coordinator_outcome c = final_outcome(d, o, outcome);
	struct running_unit *r = o->run;
	struct olt_state *h = o->olt;
	bool is_first = o->is_first, is_over;
	struct coordinator_verdict v = { .moves_next =
					     o->is_slot && o->task->master.v == 0,
		.next_run_ms = o->task->next_ms };

	take_outcome(d, o, &c);
	if (!c.resume_ms)
		v.attempt = attempt_of(d, o, &c);
	decide(d, o, &c);
	v.execution = o->e;
	if (c.resume_ms)
		v.resume_ms = o->at_ms;
	*ret_verdict = v;
	is_over = o->place == LIVE_ENDED;
	if (is_first)
		r->chain_may_run = is_over && c.state != EXECUTION_FAILED;
	if (c.answered)
		olt_state_answered(d, h, asker_of(o));
	if (c.answered && !brings_result(&o->e))
		olt_state_heard(d, h);
	if (questions_missed(&c))
		olt_state_missed(d, h, questions_missed(&c));
	if (!c.answered && is_over && c.state == EXECUTION_FAILED && !o->was_answered)
		olt_state_silent(d, h, c.trouble);
	d->judged = o;
	running_unit_next(d, r);
	d->judged = NULL;
	coordinator_pump(d);
}

/* ---- result of the writer ------------------------------------------------------- */

/* An execution that had nothing to request is reported as interrupted: it is not counted
 * as a run. */
static void
say_ended(struct coordinator *d, const struct live_execution *o)
{
	enum coordinator_event_kind kind = o->e.state == EXECUTION_INTERRUPTED
	    ? COORDINATOR_INTERRUPTED
	    : COORDINATOR_ENDED;
	struct coordinator_event event = event_of_live(d, kind, o);
	const struct olt_state *h = olt_state_find(d, o->e.olt);
	const struct node_state *t = node_state_find(d, o->e.node);

	event.why = o->e.message;
	coordinator_say(d, &event, "%s: %s %s in %lld ms%s%s", olt_state_name(h),
	    node_state_name(t), execution_state_name(o->e.state),
	    (long long)event.duration_ms, o->e.message[0] ? ": " : "", o->e.message);
}

/* The store refused its results: it has failed. */
static void
not_stored(struct coordinator *d, struct live_execution *o, enum rc rc)
{
	o->e.state = EXECUTION_FAILED;
	o->e.trouble = TROUBLE_STORE;
	snprintf(o->e.message, sizeof(o->e.message),
	    "its results could not be stored: %s", rc_name(rc));
	d->ops.record(d->ops.ctx, &o->e);
	say_ended(d, o);
}

static void
conclude(struct coordinator *d, struct live_execution *o, enum rc rc)
{
	struct coordinator_event lost = event_of_live(d, COORDINATOR_LEASE_LOST, o);

	if (rc == RC_CONFLICT) {
		lost.why = "the results came too late: it ended in another way";
		coordinator_say(d, &lost,
		    "%s: the results of %s came too late: it ended in another way",
		    olt_state_name(olt_state_find(d, o->e.olt)),
		    node_state_name(node_state_find(d, o->e.node)));
	} else if (rc != RC_OK) {
		not_stored(d, o, rc);
	} else {
		if (o->is_first && o->e.state != EXECUTION_FAILED &&
		    o->e.state != EXECUTION_INTERRUPTED)
			figures_completed(d, o);
		say_ended(d, o);
	}
	live_execution_free(d, o);
}

void
coordinator_stored(
    struct coordinator *d, struct execution_id execution, enum rc rc, struct moment now)
{
	struct live_execution *o = live_execution_find(d, execution);

	coordinator_enter(d, now);
	/* It was interrupted in the meantime and has already ended. */
	if (!o)
		return;
	/* If an earlier verdict, before a retry, was not written, only an attempt is
	 * missing. */
	o->unstored--;
	if (o->place == LIVE_ENDED && o->unstored == 0)
		conclude(d, o, rc);
}
