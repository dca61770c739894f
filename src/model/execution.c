/* SPDX-License-Identifier: Apache-2.0 */
#include "model/execution.h"

#include <assert.h>

#include "model/names_int.h"

static const char *const STATES[EXECUTION_STATES] = {
	[EXECUTION_PENDING] = "PENDING",
	[EXECUTION_RUNNING] = "RUNNING",
	[EXECUTION_SUCCESS] = "SUCCESS",
	[EXECUTION_PARTIAL] = "PARTIAL",
	[EXECUTION_FAILED] = "FAILED",
	[EXECUTION_INTERRUPTED] = "INTERRUPTED",
};

static const char *const NAMES[TROUBLES] = {
	[TROUBLE_NONE] = "",
	[TROUBLE_TIMEOUT] = "TIMEOUT",
	[TROUBLE_UNREACHABLE] = "UNREACHABLE",
	[TROUBLE_AUTH] = "AUTH",
	[TROUBLE_NO_SUCH_OBJECT] = "NO_SUCH_OBJECT",
	[TROUBLE_BAD_RESPONSE] = "BAD_RESPONSE",
	[TROUBLE_TOO_MUCH] = "TOO_MUCH",
	[TROUBLE_DEADLINE] = "DEADLINE",
	[TROUBLE_STORE] = "STORE",
	[TROUBLE_OLT_DISABLED] = "OLT_DISABLED",
	[TROUBLE_OLT_SUSPENDED] = "OLT_SUSPENDED",
	[TROUBLE_JOB_DISABLED] = "JOB_DISABLED",
	[TROUBLE_USER] = "USER",
	[TROUBLE_SHUTDOWN] = "SHUTDOWN",
	[TROUBLE_RESTART] = "RESTART",
	[TROUBLE_LOCK_LOST] = "LOCK_LOST",
	[TROUBLE_NOTHING_TO_ASK] = "NOTHING_TO_ASK",
};

static const char *const TASKS[TASK_TYPES] = {
	[TASK_DISCOVERY] = "discovery",
	[TASK_GET] = "get",
	[TASK_WALK] = "walk",
	[TASK_TABLE] = "table",
	[TASK_BULK] = "bulk",
};

const char *
execution_state_name(enum execution_state state)
{
	return STATES[state];
}

const char *
trouble_name(enum trouble trouble)
{
	return NAMES[trouble];
}

const char *
task_type_name(enum task_type type)
{
	return TASKS[type];
}

bool
execution_state_from_name(const char *name, enum execution_state *ret_state)
{
	int i;

	if (!name_find(STATES, EXECUTION_STATES, name, &i))
		return false;
	*ret_state = (enum execution_state)i;
	return true;
}

bool
trouble_from_name(const char *name, enum trouble *ret_trouble)
{
	int i;

	if (!name_find(NAMES, TROUBLES, name, &i))
		return false;
	*ret_trouble = (enum trouble)i;
	return true;
}

bool
task_type_from_name(const char *name, enum task_type *ret_type)
{
	int i;

	if (!name_find(TASKS, TASK_TYPES, name, &i))
		return false;
	*ret_type = (enum task_type)i;
	return true;
}

bool
execution_is_made(enum execution_state state, struct share share)
{
	if (state != EXECUTION_PARTIAL)
		return state == EXECUTION_SUCCESS;
	return share.answered > 0 &&
	    share.answered * 100 >= share.asked * EXECUTION_ENOUGH_PERCENT;
}

bool
execution_is_over(enum execution_state state)
{
	switch (state) {
	case EXECUTION_SUCCESS:
	case EXECUTION_PARTIAL:
	case EXECUTION_FAILED:
	case EXECUTION_INTERRUPTED:
		return true;
	case EXECUTION_PENDING:
	case EXECUTION_RUNNING:
	case EXECUTION_STATES:
		break;
	}
	return false;
}

/* The new state of a step, and the states in which it is allowed. */
static const struct {
	bool from_pending, from_running, needs_reason;
	enum execution_state to;
} ARROWS[EXECUTION_STEPS] = {
	[EXECUTION_START] = { true, false, false, EXECUTION_RUNNING },
	[EXECUTION_TRY_LATER] = { false, true, true, EXECUTION_PENDING },
	[EXECUTION_ALL_CAME] = { false, true, false, EXECUTION_SUCCESS },
	[EXECUTION_SOME_CAME] = { false, true, true, EXECUTION_PARTIAL },
	[EXECUTION_NOTHING_CAME] = { false, true, true, EXECUTION_FAILED },
	[EXECUTION_GIVE_UP] = { true, false, true, EXECUTION_FAILED },
	[EXECUTION_CANCEL] = { true, true, true, EXECUTION_INTERRUPTED },
};

static bool
has_arrow(const struct execution *e, enum execution_step step)
{
	bool needs_attempt = step == EXECUTION_START || step == EXECUTION_TRY_LATER;

	if (needs_attempt && e->attempts >= e->max_attempts)
		return false;
	if (step == EXECUTION_GIVE_UP && e->attempts == 0)
		return false;
	return (e->state == EXECUTION_PENDING && ARROWS[step].from_pending) ||
	    (e->state == EXECUTION_RUNNING && ARROWS[step].from_running);
}

enum rc
execution_step(
    struct execution *e, enum execution_step step, enum trouble why, int64_t now_ms)
{
	if (!has_arrow(e, step))
		return RC_CONFLICT;
	if (ARROWS[step].needs_reason != (why != TROUBLE_NONE))
		return RC_INVALID;
	e->state = ARROWS[step].to;
	e->trouble = why;
	if (step == EXECUTION_START) {
		e->attempts++;
		if (e->started_ms == 0)
			e->started_ms = now_ms;
	}
	if (execution_is_over(e->state))
		e->finished_ms = now_ms;
	execution_check(e);
	return RC_OK;
}

void
execution_check(const struct execution *e)
{
	assert(e->queued_ms > 0 && e->max_attempts > 0);
	assert(e->attempts >= 0 && e->attempts <= e->max_attempts);
	assert((e->attempts > 0) == (e->started_ms > 0));
	assert(execution_is_over(e->state) == (e->finished_ms > 0));
	switch (e->state) {
	case EXECUTION_PENDING:
		assert(e->attempts < e->max_attempts);
		break;
	case EXECUTION_RUNNING:
		assert(e->attempts > 0 && e->trouble == TROUBLE_NONE);
		break;
	case EXECUTION_SUCCESS:
		assert(e->attempts > 0 && e->trouble == TROUBLE_NONE);
		break;
	case EXECUTION_PARTIAL:
	case EXECUTION_FAILED:
		assert(e->attempts > 0 && e->trouble != TROUBLE_NONE);
		break;
	case EXECUTION_INTERRUPTED:
		assert(e->trouble != TROUBLE_NONE);
		break;
	case EXECUTION_STATES:
		assert(e->state != EXECUTION_STATES);
	}
}

void
traffic_add(struct traffic *sum, const struct traffic *more)
{
	sum->requests += more->requests;
	sum->retransmits += more->retransmits;
	sum->timeouts += more->timeouts;
	sum->varbinds += more->varbinds;
	sum->bytes += more->bytes;
	sum->answers += more->answers;
	sum->rtt_us += more->rtt_us;
	if (more->rtt_max_us > sum->rtt_max_us)
		sum->rtt_max_us = more->rtt_max_us;
}

enum execution_step
execution_step_to(enum execution_state state)
{
	if (state == EXECUTION_SUCCESS)
		return EXECUTION_ALL_CAME;
	if (state == EXECUTION_INTERRUPTED)
		return EXECUTION_CANCEL;
	return state == EXECUTION_PARTIAL ? EXECUTION_SOME_CAME : EXECUTION_NOTHING_CAME;
}
