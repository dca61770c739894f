/* SPDX-License-Identifier: Apache-2.0
 *
 * coordinator/coordinator.h - the coordinator: who runs, when, on which poller, and what becomes of it.
 *
 * Everything that is decided about executions is decided here, and nothing is done here:
 * the coordinator has no clock, no socket and no database. The engine (engine/engine.h) tells it
 * what happened and when; the coordinator answers through struct coordinator_ops: start this, stop
 * that, write this record, probe that OLT, say this in the log. Scenarios drive the same
 * coordinator on a fake clock through simulated days (tests/scenario/).
 *
 *	timetable ─due─► unit ─put─► queue ─told─► poller: master, then its chain
 *	    ▲                          ▲                │ ended
 *	    └── next slot              └── retry later ◄┤ failed, attempts left
 *	                                                ▼
 *	                                 handed to the writer ─► stored: SUCCESS
 *
 * A unit holds its OLT and its poller while it talks to the device; both are free from
 * the moment its last execution has ended there, and the writer's commit, which makes
 * the execution's state final, comes a moment later.
 *
 * Rules beyond SPEC.md:
 *   - A slot that comes while an execution of its node is still open is skipped and
 *     counted when that one runs or waits to run; when it only waits for a retry, the
 *     old one ends FAILED (its attempts count as exhausted) and the slot runs.
 *   - Every enabled OLT that was not heard for a while is asked whether it is there,
 *     under its lock and on no poller (sched/health.h). The slots of one that is not
 *     answering are skipped and counted; retries and slices that wait are made.
 *   - A suspended OLT's slots are skipped and counted; coming back, its nodes run at
 *     their next slots, which are spread.
 *   - A run counts against its OLT's health when its last attempt was met with silence
 *     (outcome.answered is false, whatever the trouble is called); one that failed
 *     although the device spoke shows that the device is there. PARTIAL is an answer.
 *   - A manual run is no reason to skip a slot, and a person may run a node of a
 *     suspended OLT; of a disabled one he may not.
 *   - A disabled task's run under way may end; a removed task's is stopped. Manual runs
 *     of a task that is disabled while they wait stay.
 *   - A sweep whose next slot comes before it is through ends PARTIAL; its chain runs
 *     after its last slice.
 *   - When the wall clock steps (told by the difference to the monotonic one), every
 *     node gets its next slot from the new time; nothing is made up for, and a slot
 *     that has run already is run without a slot number rather than refused. A first
 *     run that somebody put off stays as far away as it was.
 *   - The first discovery of an OLT (it has ONUs, and had none) makes all its other
 *     tasks run now that have not brought anything yet.
 *   - A first run that became due while word of its node was on its way here runs as
 *     soon as the coordinator knows the node: it is the first, not one that was missed.
 *
 * Engine thread only.
 */
#ifndef FACHO_COORDINATOR_COORDINATOR_H
#define FACHO_COORDINATOR_COORDINATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "coordinator/node_queue.h"
#include "model/execution.h"
#include "model/job.h"
#include "model/next.h"
#include "model/unit.h"
#include "sched/health.h"

struct coordinator;

/* The wall clock for what is shown and scheduled, the monotonic one to notice steps. */
struct moment {
	int64_t wall_ms;
	int64_t mono_ms;
};

/* ---- rules ----------------------------------------------------------------- */

struct coordinator_lane {
	int32_t per_ten; /* of ten pollers it may hold; 10: any */
	int32_t reserved_per_ten; /* that no other lane may hold */
	int64_t limit_ms; /* time limit of an execution; 0: of its type */
};

struct coordinator_rules {
	int32_t pollers;
	struct coordinator_lane lanes[LANES];
	int64_t
	    polling_ms_per_1000; /* of the polling lane: per 1,000 ONUs, and at least so */
	int64_t late_after_ms;
	struct health_rules health;
};

#define COORDINATOR_RULES                                                               \
	{                                                                               \
		.pollers = 50,                                                        \
		.lanes = {                                                            \
			[LANE_HIGH] = { 10, 1, 0 },                                   \
			[LANE_DISCOVERY] = { 3, 0, 300000 },                          \
			[LANE_POLLING] = { 9, 0, 0 },                                 \
			[LANE_RETRY] = { 1, 0, 0 },                                   \
		},                                                                    \
		.polling_ms_per_1000 = 60000, .late_after_ms = 1000,                  \
		.health = HEALTH_RULES, \
	}

/* ---- what it asks for -------------------------------------------------------- */

/* Run one node once. */
struct coordinator_order {
	struct execution execution; /* RUNNING */
	int64_t slot_ms;
	int64_t token; /* the fence of its OLT's lease */
	int64_t limit_ms; /* it must have ended by then, from now */
	bool is_slice; /* go on with a sweep that began under the same execution */
	bool is_first; /* no run of the node has brought anything yet */
};

/* Everything worth telling a person: the coordinator's log and live events. */
enum coordinator_event_kind {
	COORDINATOR_OLT_ADDED,
	COORDINATOR_OLT_ENABLED,
	COORDINATOR_OLT_DISABLED,
	COORDINATOR_OLT_SUSPENDED,
	COORDINATOR_OLT_NOT_ANSWERING, /* number: milliseconds since the first silence */
	COORDINATOR_OLT_BACK,
	COORDINATOR_OLT_RESTARTED, /* number: milliseconds that it has been up */
	COORDINATOR_TASK_ADDED,
	COORDINATOR_TASK_REMOVED,
	COORDINATOR_TASK_ENABLED,
	COORDINATOR_TASK_DISABLED,
	COORDINATOR_INTERVAL_CHANGED,
	COORDINATOR_TASK_CHAINED, /* it runs after another from now on */
	COORDINATOR_TASK_UNCHAINED,
	COORDINATOR_TASK_RUNS_NOW, /* the first discovery is over: due_ms is its new time */
	COORDINATOR_QUEUED, /* it has to wait: why is in the message */
	COORDINATOR_STARTED,
	COORDINATOR_PAUSED, /* a sweep, until its next slice: it holds neither poller nor OLT */
	COORDINATOR_CONTINUED, /* its next slice has begun */
	COORDINATOR_ENDED,
	COORDINATOR_RETRY, /* when is in the message */
	COORDINATOR_SKIPPED,
	COORDINATOR_INTERRUPTED,
	COORDINATOR_SATURATED,
	COORDINATOR_RELIEVED,
	COORDINATOR_HELD, /* dispatch stopped: the store */
	COORDINATOR_RESUMED,
	COORDINATOR_CLOCK_STEPPED,
	COORDINATOR_LEASE_LOST,
	COORDINATOR_WALK_HELD, /* too many ONUs were missing: not applied; the engine says so */
	COORDINATOR_EVENT_KINDS,
};

const char *coordinator_event_name(
    enum coordinator_event_kind kind); /* live: "olt_suspended" */
const char *coordinator_event_type(
    enum coordinator_event_kind kind); /* in the log: "OLT_SUSPENDED" */

struct coordinator_event {
	enum coordinator_event_kind kind;
	int64_t at_ms;
	struct olt_id olt; /* 0: of no OLT */
	struct node_id node;
	struct execution_id execution;
	struct job_id job; /* of the node */
	enum task_type type;
	enum execution_state state; /* COORDINATOR_ENDED */
	bool is_made; /* COORDINATOR_ENDED: it counts as done, execution_is_made() */
	enum trouble trouble;
	bool is_olts; /* COORDINATOR_SKIPPED: the reason is the OLT's, not the task's */
	int64_t number; /* slots skipped, delay of a retry in ms, ... */
	/* Of an execution (STARTED, ENDED, RETRY, INTERRUPTED): */
	int64_t due_ms; /* its slot, or when it was asked for: the hour it counts for */
	int64_t duration_ms; /* from its first start to now; 0: it did not start */
	int64_t busy_ms, slices; /* as the execution's */
	struct share share; /* the same */
	bool by_hand; /* a person asked for it: it counts for no quota */
	const char *message; /* a sentence without secrets; borrowed */
	/* What is in the sentence and in no field above, for whoever says it in another
	 * language; without secrets, borrowed, NULL: nothing. Not in the engine's ring. */
	const char *task; /* its name */
	const char *why; /* "the OLT is suspended" */
};

struct coordinator_ops {
	/* Begin; coordinator_ended follows, never from inside this call. Comes from inside most
	 * functions below: also of coordinator_ended, whose order has given up its place then. */
	void (*start)(void *ctx, const struct coordinator_order *order);
	/* Stop its traffic now: no coordinator_ended for it any more. A sweep between two slices
	 * is stopped too, so that what is kept of it can go. */
	void (*stop)(void *ctx, struct execution_id execution, enum trouble why);
	/* Write a record that brings no results: PENDING (only when it has to wait),
	 * RUNNING, INTERRUPTED; FAILED because a newer slot took over from a retry, or
	 * because its results cannot be stored; PARTIAL because a newer slot took over
	 * from a sweep. */
	void (*record)(void *ctx, const struct execution *execution);
	/* A node's next time moved without a run. */
	void (*moved)(
	    void *ctx, struct node_id node, int64_t next_run_ms, int64_t skipped);
	/* Ask sysUpTime once; coordinator_probed follows. */
	void (*probe)(void *ctx, struct olt_id olt);
	void (*health)(
	    void *ctx, struct olt_id olt, const struct health *health, const char *why);
	void (*say)(void *ctx, const struct coordinator_event *event);
	int64_t (*next_execution)(void *ctx); /* a new id */
	void *ctx;
};

/* ---- what it is told --------------------------------------------------------- */

/* One node as the coordinator needs it. Borrowed during the call. */
struct coordinator_node {
	struct node node;
	const char *name; /* of its job */
	const char *label; /* of its job's quotas */
	int64_t max_retries;
	int64_t retry_delay_ms;
	bool retry_grows;
	int64_t timeout_ms; /* 0: the lane's */
	bool is_sweep; /* run in slices */
	bool reads_levels; /* of ONUs */
	/* The highest slot of it in the store, 0: none or not known. Only looked at when
	 * the coordinator does not know the node; it matters when the clock was set back. */
	int64_t last_slot_ms;
};

struct coordinator_olt {
	struct olt_id id;
	const char *name;
	bool enabled; /* it and its workflow */
	struct health_past
	    health; /* as stored; only looked at when the coordinator does not know it */
	int64_t
	    n_onus; /* that are known: for the time limit; 0: it waits for a discovery */
	int64_t since_ms; /* the program has been there since (sched/schedule.h) */
	bool is_start; /* it was there before the program was: that it is, is no news */
	size_t n_nodes;
	const struct coordinator_node *nodes; /* in any order */
};

/* What came of one order. */
struct coordinator_outcome {
	/* SUCCESS, PARTIAL, FAILED; INTERRUPTED: there was nothing to ask, which is no
	 * answer and no failure, of the run or of the OLT. */
	enum execution_state state;
	enum trouble trouble;
	const char *message;
	struct traffic traffic; /* of this order alone */
	struct onu_counts onus; /* of the execution so far, earlier slices too */
	struct share share; /* of the whole execution: slices to come are not answered */
	bool answered; /* the device said anything at all */
	/* A sweep that is not through: go on at this moment; else 0. It goes on if the
	 * verdict is RUNNING; a task that was disabled meanwhile ends PARTIAL. */
	int64_t resume_ms;
};

/* What the engine hands to the writer with the results. */
struct coordinator_verdict {
	/* Over; or PENDING again before a retry; or RUNNING between two slices. */
	struct execution execution;
	struct attempt attempt; /* number 0: it goes on, between two slices */
	int64_t resume_ms; /* when the next of them begins; 0: it is no sweep, or over */
	bool moves_next;
	int64_t next_run_ms;
};

/* queue must be new, with the coordinator's own listener: coordinator_listener(). */
enum rc coordinator_new(const struct coordinator_rules *rules,
    const struct coordinator_ops *ops, struct coordinator **ret_coordinator,
    struct err *err) MUST_CHECK;
void coordinator_free(struct coordinator *d);
OWNED_BY(struct coordinator, coordinator_free);
struct node_queue_listener coordinator_listener(struct coordinator *d);
/* Borrowed; once, before anything else. */
void coordinator_use_queue(struct coordinator *d, struct node_queue *queue);

/* New, or changed: what differs from before takes effect now, and is said. The time of a
 * node that the coordinator did not know is what schedule_resume() makes of what is stored. */
enum rc coordinator_olt(struct coordinator *d, const struct coordinator_olt *olt,
    struct moment now) MUST_CHECK;
/* Deleted. Its executions are interrupted. */
void coordinator_olt_gone(struct coordinator *d, struct olt_id olt, struct moment now);
/* A person clears the suspension. RC_NOT_FOUND. */
enum rc coordinator_olt_revive(
    struct coordinator *d, struct olt_id olt, struct moment now) MUST_CHECK;

/* Do what is due. Returns the wall moment of the next thing to do, at most one second
 * from now. Call it again then; after the other functions below it is not needed at
 * once: they hand out by themselves what has become possible. */
int64_t coordinator_tick(struct coordinator *d, struct moment now);

/* A person wants this node to run, enabled or not, with its chain unless alone. The
 * execution id is the caller's (coordinator_ops.next_execution), so that he knows it at once.
 * RC_NOT_FOUND: no such node; RC_REFUSED: its OLT is disabled; RC_BUSY: the queue is
 * full or dispatch has ended. The last two are recorded, as INTERRUPTED. */
struct coordinator_manual {
	struct node_id node;
	struct execution_id execution;
	bool alone;
	const char *asked_by;
};
enum rc coordinator_run(struct coordinator *d, const struct coordinator_manual *manual,
    struct moment now, struct err *err) MUST_CHECK;

/* A person stops it, waiting or running. RC_NOT_FOUND: it is not open. */
enum rc coordinator_interrupt(struct coordinator *d, struct execution_id execution,
    const char *by, struct moment now, struct err *err) MUST_CHECK;

/* The device's part of an order is over. *ret_verdict is what to write with the
 * results. The chain goes on, or the poller and the OLT are free. */
void coordinator_ended(struct coordinator *d, struct execution_id execution,
    const struct coordinator_outcome *outcome, struct moment now,
    struct coordinator_verdict *ret_verdict);

/* The writer has it (RC_OK), or never will: then the execution has failed with STORE;
 * RC_CONFLICT: the store has another end of it, or another machine its lock. Once for
 * every verdict that coordinator_ended gave, in their order. */
void coordinator_stored(
    struct coordinator *d, struct execution_id execution, enum rc rc, struct moment now);

void coordinator_probed(
    struct coordinator *d, struct olt_id olt, bool answered, struct moment now);
/* It has answered a question that the coordinator did not ask for: a live read of an ONU. */
void coordinator_heard(struct coordinator *d, struct olt_id olt, struct moment now);
/* It says how long it has been up, in answer to anything. True: it has started anew since
 * it last said so, which is said. Comes before word of what it was an answer to. */
bool coordinator_uptime(
    struct coordinator *d, struct olt_id olt, int64_t uptime_ms, struct moment now);

/* Other rules from now on. Whoever runs goes on: of a pool that shrinks, pollers leave when
 * what they run is over, and nothing begins while more are busy than there shall be. Who is
 * asked whether it is there is planned anew; slots and retries stay as they are. A time
 * limit counts for what begins from now on. RC_INVALID: no poller; RC_NOMEM. On failure
 * the rules are as they were. */
enum rc coordinator_rule(struct coordinator *d, const struct coordinator_rules *rules,
    struct moment now, struct err *err) MUST_CHECK;

/* Hand out nothing (true) until told otherwise: the writer is full or away. */
void coordinator_hold(
    struct coordinator *d, bool hold, const char *why, struct moment now);

/* The end is near: hand out nothing more, interrupt what waits; what runs may end, or
 * is interrupted by a second call with at_once. */
void coordinator_stop(struct coordinator *d, bool at_once, struct moment now);
/* Orders under way. */
size_t coordinator_running(const struct coordinator *d);

/* ---- what can be seen -------------------------------------------------------- */

struct coordinator_poller {
	int32_t number; /* from 1 */
	bool is_leaving; /* it is not in the pool any more, and gone at its end */
	bool is_busy;
	struct execution_id execution; /* now, or last */
	struct node_id node;
	struct olt_id olt;
	int64_t since_ms; /* in this state */
	int64_t busy_ms, total_ms; /* since it came */
	int64_t completed, delayed;
};

/* Pollers of a lane. */
struct coordinator_lane_figures {
	int32_t held;
	int32_t most; /* that it may hold */
	int32_t reserved; /* that no other lane may hold */
};

struct coordinator_figures {
	int32_t total, busy; /* those that leave are among both */
	double busy_percent; /* of the last minute, or since the pool changed */
	size_t queue;
	size_t queue_lane[LANES];
	struct coordinator_lane_figures lanes[LANES];
	bool is_saturated;
	const char *saturation; /* why; "" */
	int64_t saturated_ms; /* since when, by the wall clock; 0: it is not */
	bool is_held;
	int64_t completed, delayed, skipped; /* since the start */
	int64_t late_p50_ms, late_p99_ms; /* of the last minute */
	int64_t late_max_ms;
	size_t nodes, olts, suspended;
	size_t not_answering; /* and not suspended */
	size_t retries_waiting;
	size_t sweeps_paused; /* between two slices */
};

struct coordinator_figures coordinator_figures(
    const struct coordinator *d, struct moment now);
/* As many as figures.total, by number; returns how many were written. */
size_t coordinator_pollers(
    const struct coordinator *d, struct coordinator_poller *ret, size_t max);
/* One OLT, for the snapshot. False: unknown OLT; then *ret is untouched. */
struct coordinator_look {
	bool is_enabled;
	bool is_busy;
	struct execution_id execution; /* under way; 0: none, or a probe */
	struct next next; /* of what runs, or waits to, first */
	uint32_t waiting; /* units of it in the queue */
	/* A task that reads levels will run, or does, and none has brought any yet. */
	bool lacks_levels;
	struct health health;
};
bool coordinator_look(
    const struct coordinator *d, struct olt_id olt, struct coordinator_look *ret);
/* What becomes of its tasks next, at most max of them. Returns how many. */
struct coordinator_next {
	struct node_id node;
	struct next next;
};
size_t coordinator_nexts(const struct coordinator *d, struct olt_id olt,
    struct coordinator_next *ret_nexts, size_t max);
/* The health of an OLT; NULL: unknown OLT. */
const struct health *coordinator_health(const struct coordinator *d, struct olt_id olt);

#endif
