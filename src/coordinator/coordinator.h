/* SPDX-License-Identifier: Apache-2.0
 *
 * coordinator/coordinator.h - the coordinator: decides which node runs when on which
 * poller, and handles the results.
 *
 * All decisions about executions are made here, and nothing else: the coordinator has no
 * clock, no socket and no database. The engine (engine/engine.h) reports what happened
 * and when; the coordinator answers through struct coordinator_ops: start, stop, write a
 * record, probe an OLT, write to the log. Scenarios run the same code with a simulated
 * clock for simulated days (tests/scenario/).
 *
 *	timetable ─due─► unit ─put─► queue ─told─► poller: master, then its chain
 *	    ▲                          ▲                │ ended
 *	    └── next slot              └── retry later ◄┤ failed, attempts left
 *	                                                ▼
 *	                                 handed to the writer ─► stored: SUCCESS
 *
 * A unit holds its OLT and its poller while it communicates with the device; both are
 * free when its last execution has ended there. The writer's commit, which makes the
 * execution's state final, comes a little later.
 *
 * Rules beyond SPEC.md:
 *   - A slot is skipped and counted if an execution of its node still runs or waits to
 *     run; if that execution only waits for a retry, it ends as FAILED (its attempts
 *     count as exhausted) and the slot runs.
 *   - Every enabled OLT that has not answered for a while is probed, under its lock and
 *     without a poller (sched/health.h). The slots of an OLT that is not answering are
 *     skipped and counted; waiting retries and slices still run.
 *   - The slots of a suspended OLT are skipped and counted; when it is active again, its
 *     nodes run at their next slots, which are spread.
 *   - A run counts against its OLT's health if its last attempt had no answer
 *     (outcome.answered is false, independent of the trouble); a run that failed
 *     although the device answered shows that the device is alive. PARTIAL is an answer.
 *   - A manual run does not cause skipped slots, and a user may run a node of a
 *     suspended OLT, but not of a disabled one.
 *   - When a task is disabled, its current run may end; when it is removed, the run is
 *     stopped. Waiting manual runs of a disabled task are kept.
 *   - A sweep that is not complete at its next slot ends as PARTIAL; its chain runs
 *     after its last slice.
 *   - When the wall clock steps (detected by the difference to the monotonic clock), every
 *     node gets its next slot from the new time; missed slots are not repeated, and a slot
 *     that has already run runs without a slot number. A delayed first run keeps its
 *     distance.
 *   - After the first discovery of an OLT (it has ONUs, and had none) all its other
 *     tasks without results run at once.
 *   - A first run that became due while the message about its node was on the way runs as
 *     soon as the coordinator knows the node: it does not count as missed.
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

/* The wall clock for display and schedules, the monotonic one to detect steps. */
struct moment {
	int64_t wall_ms;
	int64_t mono_ms;
};

/* ---- rules ----------------------------------------------------------------- */

struct lane_rules {
	int32_t per_ten; /* number of every ten pollers that it may use; 10: all */
	int32_t reserved_per_ten; /* that no other lane may use */
	int64_t limit_ms; /* time limit of an execution; 0: of its type */
};

struct coordinator_rules {
	int32_t pollers;
	struct lane_rules lanes[LANES];
	int64_t
	    polling_ms_per_1000; /* of the polling lane: per 1,000 ONUs, and the minimum */
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

/* ---- orders and events -------------------------------------------------------- */

/* Run one node once. */
struct coordinator_order {
	struct execution execution; /* RUNNING */
	int64_t slot_ms;
	int64_t token; /* token of its OLT's lease */
	int64_t limit_ms; /* time limit from now */
	bool is_slice; /* continue a sweep of the same execution */
	bool is_first; /* no run of the node had a result yet */
};

/* Events for users: the coordinator's log and live events. */
enum coordinator_event_kind {
	COORDINATOR_OLT_ADDED,
	COORDINATOR_OLT_ENABLED,
	COORDINATOR_OLT_DISABLED,
	COORDINATOR_OLT_SUSPENDED,
	COORDINATOR_OLT_NOT_ANSWERING, /* number: ms since its last answer */
	COORDINATOR_OLT_BACK,
	COORDINATOR_OLT_RESTARTED, /* number: its uptime in milliseconds */
	COORDINATOR_TASK_ADDED,
	COORDINATOR_TASK_REMOVED,
	COORDINATOR_TASK_ENABLED,
	COORDINATOR_TASK_DISABLED,
	COORDINATOR_INTERVAL_CHANGED,
	COORDINATOR_TASK_CHAINED, /* it now runs after another one */
	COORDINATOR_TASK_UNCHAINED,
	COORDINATOR_TASK_RUNS_NOW, /* after the first discovery: due_ms is its new time */
	COORDINATOR_QUEUED, /* it has to wait: the reason is in the message */
	COORDINATOR_STARTED,
	COORDINATOR_PAUSED, /* a sweep, until its next slice: no poller, OLT free */
	COORDINATOR_CONTINUED, /* its next slice has started */
	COORDINATOR_ENDED,
	COORDINATOR_RETRY, /* the time is in the message */
	COORDINATOR_SKIPPED,
	COORDINATOR_INTERRUPTED,
	COORDINATOR_SATURATED,
	COORDINATOR_RELIEVED,
	COORDINATOR_HELD, /* dispatch stopped: the store */
	COORDINATOR_RESUMED,
	COORDINATOR_CLOCK_STEPPED,
	COORDINATOR_LEASE_LOST,
	COORDINATOR_WALK_HELD, /* too many ONUs missing: not applied; from the engine */
	COORDINATOR_EVENT_KINDS,
};

const char *coordinator_event_name(
    enum coordinator_event_kind kind); /* live: "olt_suspended" */
const char *coordinator_event_type(
    enum coordinator_event_kind kind); /* in the log: "OLT_SUSPENDED" */

struct coordinator_event {
	enum coordinator_event_kind kind;
	int64_t at_ms;
	struct olt_id olt; /* 0: none */
	struct node_id node;
	struct execution_id execution;
	struct job_id job; /* of the node */
	enum task_type type;
	enum execution_state state; /* COORDINATOR_ENDED */
	bool is_made; /* COORDINATOR_ENDED: it counts as completed, execution_is_made() */
	enum trouble trouble;
	bool is_olts; /* COORDINATOR_SKIPPED: the reason is the OLT's, not the task's */
	int64_t number; /* slots skipped, delay of a retry in ms, ... */
	/* Of an execution (STARTED, ENDED, RETRY, INTERRUPTED): */
	int64_t due_ms; /* its slot, or the time of the request: defines its hour */
	int64_t duration_ms; /* from its first start until now; 0: not started */
	int64_t busy_ms, slices; /* as in the execution */
	struct share share; /* the same */
	bool by_hand; /* started by a user: it counts for no quota */
	const char *message; /* a sentence without secrets; borrowed */
	/* Parts of the message that are in no field above, for translations; without
	 * secrets, borrowed, NULL: none. Not in the engine's ring. */
	const char *task; /* its name */
	const char *why; /* "the OLT is suspended" */
};

struct coordinator_ops {
	/* Start an order; coordinator_ended follows, never from inside this call. It is
	 * called from inside most functions below, also from coordinator_ended, whose
	 * order is then already finished. */
	void (*start)(void *ctx, const struct coordinator_order *order);
	/* Stop its traffic now: coordinator_ended must not follow. Also called for a
	 * sweep between two slices, so that its data can be freed. */
	void (*stop)(void *ctx, struct execution_id execution, enum trouble why);
	/* Write a record without results: PENDING (only if it has to wait), RUNNING,
	 * INTERRUPTED; FAILED because a newer slot took over from a retry, or because its
	 * results cannot be stored; PARTIAL because a newer slot took over from a
	 * sweep. */
	void (*record)(void *ctx, const struct execution *execution);
	/* The next time of a node changed without a run. */
	void (*moved)(
	    void *ctx, struct node_id node, int64_t next_run_ms, int64_t skipped);
	/* Request sysUpTime once; coordinator_probed follows. */
	void (*probe)(void *ctx, struct olt_id olt);
	void (*health)(
	    void *ctx, struct olt_id olt, const struct health *health, const char *why);
	void (*say)(void *ctx, const struct coordinator_event *event);
	int64_t (*next_execution)(void *ctx); /* a new id */
	void *ctx;
};

/* ---- input --------------------------------------------------------- */

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
	/* Its highest slot in the store, 0: none or unknown. Used only if the coordinator
	 * does not know the node; needed if the clock was set back. */
	int64_t last_slot_ms;
};

struct coordinator_olt {
	struct olt_id id;
	const char *name;
	bool enabled; /* it and its workflow */
	struct health_past
	    health; /* as stored; used only if the coordinator does not know the OLT */
	int64_t
	    n_onus; /* known ONUs, for the time limit; 0: before the first discovery */
	int64_t since_ms; /* start of the program (sched/schedule.h) */
	bool is_start; /* loaded at the start of the program: no event */
	size_t n_nodes;
	const struct coordinator_node *nodes; /* in any order */
};

/* The outcome of one order. */
struct coordinator_outcome {
	/* SUCCESS, PARTIAL, FAILED; INTERRUPTED: there was nothing to read, which is
	 * neither an answer nor a failure, of the run or of the OLT. */
	enum execution_state state;
	enum trouble trouble;
	const char *message;
	struct traffic traffic; /* of this order only */
	struct onu_counts onus; /* of the execution so far, including earlier slices */
	struct share share; /* of the whole execution: future slices are not answered */
	bool answered; /* the device answered at least once */
	/* For an incomplete sweep: continue at this time; else 0. It continues if the
	 * verdict is RUNNING; if the task was disabled in the meantime, it ends as
	 * PARTIAL. */
	int64_t resume_ms;
};

/* What the engine passes to the writer with the results. */
struct coordinator_verdict {
	/* Over; or PENDING again before a retry; or RUNNING between two slices. */
	struct execution execution;
	struct attempt attempt; /* number 0: not ended, between two slices */
	int64_t resume_ms; /* start of the next slice; 0: not a sweep, or ended */
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

/* Add or update an OLT: changes take effect now, and are logged. For a node that the
 * coordinator did not know, the next time is calculated by schedule_resume() from the
 * stored times. */
enum rc coordinator_olt(struct coordinator *d, const struct coordinator_olt *olt,
    struct moment now) MUST_CHECK;
/* Deleted. Its executions are interrupted. */
void coordinator_olt_gone(struct coordinator *d, struct olt_id olt, struct moment now);
/* A user ends the suspension. RC_NOT_FOUND. */
enum rc coordinator_olt_revive(
    struct coordinator *d, struct olt_id olt, struct moment now) MUST_CHECK;

/* Do what is due. Returns the wall time of the next action, at most one second from now.
 * Call it again then. It need not be called after the other functions below: they start
 * what has become possible. */
int64_t coordinator_tick(struct coordinator *d, struct moment now);

/* A user starts this node, enabled or not, with its chain unless alone. The caller
 * chooses the execution id (coordinator_ops.next_execution), so that it is known at once.
 * RC_NOT_FOUND: no such node; RC_REFUSED: its OLT is disabled; RC_BUSY: the queue is full
 * or dispatching has ended. The last two are recorded as INTERRUPTED. */
struct coordinator_manual {
	struct node_id node;
	struct execution_id execution;
	bool alone;
	const char *asked_by;
};
enum rc coordinator_run(struct coordinator *d, const struct coordinator_manual *manual,
    struct moment now, struct err *err) MUST_CHECK;

/* A user stops an execution, waiting or running. RC_NOT_FOUND: it is not open. */
enum rc coordinator_interrupt(struct coordinator *d, struct execution_id execution,
    const char *by, struct moment now, struct err *err) MUST_CHECK;

/* Communication with the device has ended for this order. *ret_verdict is to be written
 * with the results. The chain continues, or the poller and the OLT are free. */
void coordinator_ended(struct coordinator *d, struct execution_id execution,
    const struct coordinator_outcome *outcome, struct moment now,
    struct coordinator_verdict *ret_verdict);

/* The verdict was written (RC_OK), or cannot be written: then the execution has failed
 * with STORE; RC_CONFLICT: the store has another result for it, or another machine holds
 * the lock. Call it once for every verdict of coordinator_ended, in their order. */
void coordinator_stored(
    struct coordinator *d, struct execution_id execution, enum rc rc, struct moment now);

void coordinator_probed(
    struct coordinator *d, struct olt_id olt, bool answered, struct moment now);
/* The OLT has answered a request that the coordinator did not order: a live read of an
 * ONU. */
void coordinator_heard(struct coordinator *d, struct olt_id olt, struct moment now);
/* The uptime of the device, from any answer. True: it has restarted since the last one,
 * which is logged. Call it before the result of the same answer. */
bool coordinator_uptime(
    struct coordinator *d, struct olt_id olt, int64_t uptime_ms, struct moment now);

/* Change the rules. Current runs continue: if the pool shrinks, pollers are removed when
 * their run has ended, and nothing starts while more are busy than the new number. Probes
 * are planned again; slots and retries are not changed. A time limit applies to runs that
 * start from now on. RC_INVALID: no poller; RC_NOMEM. On failure the rules are not
 * changed. */
enum rc coordinator_rule(struct coordinator *d, const struct coordinator_rules *rules,
    struct moment now, struct err *err) MUST_CHECK;

/* Stop dispatching (true) until it is called with false: the queue of the writer is full,
 * or the database is unavailable. */
void coordinator_hold(
    struct coordinator *d, bool hold, const char *why, struct moment now);

/* The program is stopping: start nothing more, interrupt waiting executions; running ones
 * may end, or are interrupted by a second call with at_once. */
void coordinator_stop(struct coordinator *d, bool at_once, struct moment now);
/* The number of running orders. */
size_t coordinator_running(const struct coordinator *d);

/* ---- state for display -------------------------------------------------------- */

struct coordinator_poller {
	int32_t number; /* from 1 */
	bool is_leaving; /* no longer in the pool; removed when its run ends */
	bool is_busy;
	struct execution_id execution; /* current or last */
	struct node_id node;
	struct olt_id olt;
	int64_t since_ms; /* in this state */
	int64_t busy_ms, total_ms; /* since it was added */
	int64_t completed, delayed;
};

/* Pollers of a lane. */
struct lane_figures {
	int32_t held;
	int32_t most; /* that it may use */
	int32_t reserved; /* that no other lane may use */
};

struct coordinator_figures {
	int32_t total, busy; /* including those that will be removed */
	double busy_percent; /* of the last minute, or since the pool changed */
	size_t queue;
	size_t queue_lane[LANES];
	struct lane_figures lanes[LANES];
	bool is_saturated;
	const char *saturation; /* why; "" */
	int64_t saturated_ms; /* since when (wall clock); 0: not saturated */
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
	struct execution_id execution; /* current; 0: none, or a probe */
	struct next next; /* of the node that runs next, or runs now */
	uint32_t waiting; /* units of it in the queue */
	/* A task that reads levels will run or runs, and no levels were read yet. */
	bool lacks_levels;
	struct health health;
};
bool coordinator_look(
    const struct coordinator *d, struct olt_id olt, struct coordinator_look *ret);
/* The next run of each of its tasks, at most max. Returns the number. */
struct coordinator_next {
	struct node_id node;
	struct next next;
};
size_t coordinator_nexts(const struct coordinator *d, struct olt_id olt,
    struct coordinator_next *ret_nexts, size_t max);

#endif
