/* SPDX-License-Identifier: Apache-2.0
 *
 * model/execution.h - one run of one node on one OLT, with all its attempts.
 *
 *     PENDING ──start──► RUNNING ──all came──────────────► SUCCESS
 *      │   ▲                ├──────some came─────────────► PARTIAL
 *      │   └──try later─────┤
 *      │                    ├──────nothing usable────────► FAILED
 *      └──cancel─┐          └──────cancel──┐
 *                └──────► INTERRUPTED ◄────┘
 *
 * PENDING      queued_ms is set, finished_ms is 0; attempts < max_attempts
 * RUNNING      started_ms is set, finished_ms is 0; attempts counts this one
 * SUCCESS      no error
 * PARTIAL      something came; the error says what did not
 * FAILED       the error says why there is no usable result
 * INTERRUPTED  the error says who stopped it, or that there was nothing to ask;
 *              started_ms may be 0
 * A PENDING execution with earlier attempts may also be given up: then it is FAILED.
 * The last four have finished_ms set and do not change any more.
 *
 * A slot of a node runs once: it is identified by node and due_ms. Each start is under a
 * lock of the OLT, whose tokens only increase. A holder with an older token than the OLT
 * has seen has lost the lock and must not write a result (store/work/execution.h).
 *
 * execution_check() asserts all of the above; the store calls it before it writes. Plain
 * value; the time is an argument.
 */
#ifndef FACHO_MODEL_EXECUTION_H
#define FACHO_MODEL_EXECUTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rc.h"
#include "model/ids.h"
#include "model/lane.h"
#include "model/next.h"
#include "model/text.h"

enum task_type {
	TASK_DISCOVERY,
	TASK_GET,
	TASK_WALK,
	TASK_TABLE,
	TASK_BULK,
	TASK_TYPES,
};

/* In the order of enum task_type. */
#define TASK_TYPE_CHOICES "discovery|get|walk|table|bulk"

enum execution_state {
	EXECUTION_PENDING,
	EXECUTION_RUNNING,
	EXECUTION_SUCCESS,
	EXECUTION_PARTIAL,
	EXECUTION_FAILED,
	EXECUTION_INTERRUPTED,
	EXECUTION_STATES,
};

/* The cause of a failure. The names are part of the API. */
enum trouble {
	TROUBLE_NONE,
	TROUBLE_TIMEOUT,
	TROUBLE_UNREACHABLE,
	TROUBLE_AUTH,
	TROUBLE_NO_SUCH_OBJECT,
	TROUBLE_BAD_RESPONSE,
	TROUBLE_TOO_MUCH, /* it sends more than a limit allows */
	TROUBLE_DEADLINE,
	TROUBLE_STORE,
	TROUBLE_OLT_DISABLED,
	TROUBLE_OLT_SUSPENDED, /* it does not answer any more */
	TROUBLE_JOB_DISABLED,
	TROUBLE_USER, /* a user stopped it */
	TROUBLE_SHUTDOWN, /* the program was stopped cleanly */
	TROUBLE_RESTART, /* the program ended unexpectedly while it ran */
	TROUBLE_LOCK_LOST, /* another holder has the OLT's lock */
	TROUBLE_NOTHING_TO_ASK, /* nothing to read: for example no ONU is known yet */
	TROUBLES,
};

enum { EXECUTION_MESSAGE_MAX = 256, EXECUTION_NAME_MAX = TEXT_USER_NAME_BYTES };

/* Traffic of one attempt, or of all attempts. */
struct traffic {
	int64_t requests;
	int64_t retransmits;
	int64_t timeouts;
	int64_t varbinds;
	int64_t bytes;
	int64_t answers; /* with a measured round trip: not for requests sent again */
	int64_t rtt_us; /* sum of the round trips */
	int64_t rtt_max_us;
};

struct onu_counts {
	int64_t seen;
	int64_t ok;
	int64_t failed;
	int64_t absent;
	int64_t fresh; /* never seen before */
	int64_t changed;
};

/* Requested and answered items: ONUs, and columns of ports and parts. */
struct share {
	int64_t asked;
	int64_t answered;
};

struct execution {
	struct execution_id id;
	struct olt_id olt;
	struct node_id node; /* 0: started by a user, without a node */
	struct job_id job; /* 0: none */
	enum task_type type;
	enum lane lane; /* in which it waits, or waited last */
	enum execution_state state;
	enum trouble trouble;
	int32_t attempts; /* started so far */
	int32_t max_attempts;
	int64_t due_ms; /* the slot of its node; 0: started by a user */
	int64_t queued_ms;
	int64_t started_ms; /* of the first attempt; 0: not yet */
	int64_t finished_ms; /* 0: not yet */
	int64_t late_ms; /* delay of the start after the due time */
	/* For how long its last attempt has used the OLT so far, and in how many orders:
	 * a sweep has one for each slice. It is not the time from start to end: between
	 * slices the OLT is free. */
	int64_t busy_ms;
	int64_t slices;
	/* Why it could not start when it was due (one of the waiting kinds), and for
	 * which run it waited; NEXT_UNKNOWN: it started on time. */
	enum next_kind waited_on;
	struct execution_id waited_for;
	int32_t poller; /* counted from 1; 0: none */
	int64_t fence; /* token of the OLT's lock at its last start; 0: none yet */
	struct traffic traffic;
	struct onu_counts onus;
	struct share share;
	char asked_by[EXECUTION_NAME_MAX]; /* "" is the schedule */
	char message[EXECUTION_MESSAGE_MAX]; /* for users */
};

/* One attempt. It is a separate row, written when it ends. */
struct attempt {
	int32_t number; /* counted from 1 */
	enum trouble trouble;
	int64_t started_ms;
	int64_t finished_ms;
	struct traffic traffic;
	char message[EXECUTION_MESSAGE_MAX];
};

enum execution_step {
	EXECUTION_START,
	EXECUTION_TRY_LATER,
	EXECUTION_ALL_CAME,
	EXECUTION_SOME_CAME,
	EXECUTION_NOTHING_CAME,
	EXECUTION_GIVE_UP, /* no further attempt is made */
	EXECUTION_CANCEL,
	EXECUTION_STEPS,
};

/* Make one transition of the diagram. why is TROUBLE_NONE for START and ALL_CAME, and the
 * cause for all others. RC_CONFLICT: there is no such transition from this state, or no
 * attempt is left. RC_INVALID: the cause does not fit the step. On failure nothing is
 * changed. */
enum rc execution_step(struct execution *e, enum execution_step step, enum trouble why,
    int64_t now_ms) MUST_CHECK;

/* Asserts the rules above: a violation is a bug. */
void execution_check(const struct execution *e);

bool execution_is_over(enum execution_state state);

/* Does it count as completed? SUCCESS does, and PARTIAL with at least
 * EXECUTION_ENOUGH_PERCENT of the requested items. */
enum { EXECUTION_ENOUGH_PERCENT = 80 };
bool execution_is_made(enum execution_state state, struct share share);

/* "SUCCESS", "TIMEOUT", "discovery": as stored and as in the API. The reverse functions
 * return false for an unknown name. */
const char *execution_state_name(enum execution_state state);
const char *trouble_name(enum trouble trouble);
const char *task_type_name(enum task_type type);
bool execution_state_from_name(const char *name, enum execution_state *ret_state);
bool trouble_from_name(const char *name, enum trouble *ret_trouble);
bool task_type_from_name(const char *name, enum task_type *ret_type);

void traffic_add(struct traffic *sum, const struct traffic *more);

/* The step that leads from RUNNING to this state. */
enum execution_step execution_step_to(enum execution_state state);

#endif
