/* SPDX-License-Identifier: Apache-2.0
 *
 * coordinator/coordinator_int.h - shared by the files of the coordinator.
 *
 *	coordinator.c         start and end, the tick, and requests of users
 *	olt.c                 OLTs and their tasks, and the effects of changes
 *	slot.c                due tasks
 *	unit.c                a unit on its poller: master, chain, leases
 *	end.c                 the end of an order, and the result of the writer
 *	live_execution.c      executions that have not ended, and how they end
 *	health.c              missing answers, suspension and probes
 *	rules.c               changes of the rules and of the number of pollers
 *	show.c                events, pollers, figures
 *	next.c                next runs of tasks
 *
 * Each public function begins with coordinator_enter(), which sets coordinator.now and
 * detects steps of the clock, and ends with coordinator_pump() if a unit may have become
 * runnable. The queue calls back only from inside coordinator_pump().
 */
#ifndef FACHO_COORDINATOR_COORDINATOR_INT_H
#define FACHO_COORDINATOR_COORDINATOR_INT_H

#include <sys/queue.h>

#include "base/heap.h"
#include "base/map.h"
#include "base/vec.h"
#include "coordinator/coordinator.h"
#include "sched/figures.h"
#include "sched/schedule.h"
#include "sched/timetable.h"
#include "sched/uptime.h"

/* Each probe is one small request. With this number, many silent OLTs are still detected
 * soon. */
enum { PROBES_AT_ONCE = 1000 };
#define WHY_SUSPENDED "the OLT does not answer and was suspended"
#define WHY_NOT_ANSWERING "not answering"

struct running_unit;

/* An OLT. */
struct olt_state {
	struct olt_id id;
	char *name; /* owned */
	bool enabled;
	int64_t n_onus;
	struct health health;
	struct uptime uptime; /* by the monotonic clock */
	size_t *counted; /* the figure in which it is counted; NULL: none */
	size_t n_tasks, room_tasks;
	struct node_state **tasks; /* owned, not sorted */
	uint64_t round; /* of coordinator_olt, to find tasks missing in the call */
	TAILQ_HEAD(, live_execution)
	executions; /* executions that have not ended; owned by coordinator.executions */
	size_t in_probes;
	bool is_probing;
	int64_t probe_token;
	int64_t token; /* of its latest lease */
};

/* A node of its workflow. */
struct node_state {
	struct node_id id, master; /* master 0: it is a master */
	struct olt_state *olt;
	char *name; /* owned; of its job */
	struct job_id job;
	enum task_type type;
	enum lane lane;
	int64_t priority;
	bool enabled; /* only this task; node_state_is_on() also checks the OLT */
	int64_t max_retries, retry_delay_ms;
	bool retry_grows;
	int64_t timeout_ms;
	bool has_schedule; /* false: an invalid cron expression */
	struct schedule schedule;
	int64_t next_ms; /* as in the timetable; 0: not in it */
	int64_t last_slot_ms; /* the latest slot that was used */
	struct live_execution
	    *slot; /* its scheduled execution that has not ended; NULL: none */
	bool reads_levels;
	bool has_brought; /* one of its runs ended SUCCESS or PARTIAL */
	int64_t unit; /* the unit with which it last started */
	uint64_t round;
};

/* The place of an execution that is not yet stored as ended.
 *
 *	WAITING ──told──► RUNNING ──ended──► ENDED ──stored──► (gone)
 *	   ▲                 │ resume, retry
 *	   └──its moment── LATER
 *
 * WAITING   its unit is in the node queue
 * RUNNING   an order is running; run is set
 * LATER     it waits for at_ms: a retry (PENDING) or a sweep's next slice (RUNNING)
 * ENDED     the order has ended, but is not written yet; olt and task are NULL
 * In all places except ENDED it is in its olt's list. Interrupted ones are removed at
 * once. */
enum live_execution_place {
	LIVE_WAITING,
	LIVE_RUNNING,
	LIVE_LATER,
	LIVE_ENDED,
};

struct live_execution {
	struct execution e;
	struct unit unit; /* with which it waits or runs; of a link: its master's */
	enum live_execution_place place;
	struct olt_state *olt;
	struct node_state *task;
	struct running_unit *run;
	bool is_slot; /* scheduled: it is the slot of its task */
	bool is_first; /* of its unit: not a link of the chain */
	bool is_recorded; /* it is in the store */
	bool was_answered; /* in its last attempt */
	bool is_slice; /* its next order continues a sweep */
	int64_t attempt_ms; /* start of the attempt */
	int64_t order_mono_ms; /* start of its order; monotonic */
	struct traffic attempt_traffic; /* of its slices so far */
	int32_t unstored; /* verdicts without a result of the writer */
	int64_t at_ms; /* LATER */
	size_t in_later;
	TAILQ_ENTRY(live_execution) same_host;
};

/* A running unit; one per poller. */
struct running_unit {
	int32_t number; /* of its poller, from 0 */
	int64_t born_mono_ms; /* when the poller was added */
	bool is_busy;
	struct unit unit;
	int64_t token;
	int64_t started_ms;
	struct olt_state *olt;
	struct live_execution *open; /* the running order; NULL between two */
	bool chain_may_run;
	int64_t renew_ms;
	size_t in_renewals;
};

struct coordinator {
	struct coordinator_rules rules;
	struct coordinator_ops ops;
	struct node_queue *queue; /* borrowed */
	struct moment now;
	bool is_stopping, is_held;
	char why_held[64];

	struct map *olts; /* owned struct olt_state */
	struct map *tasks; /* struct node_state, owned by their olts */
	struct map *executions; /* owned struct live_execution */
	struct map *spent; /* units that ended after their lease had expired */
	struct timetable *timetable;
	bool has_unplanned; /* out of memory: a task is not in the timetable */
	struct heap later; /* of executions, by at_ms */
	struct heap renewals; /* of runs, by renew_ms */
	struct heap probes; /* of olts to be probed, by next_probe_ms */
	size_t n_probing;
	/* The execution whose verdict is about to be passed to the writer. It cannot be
	 * interrupted now, because no record of it may be written before the verdict. If
	 * it must end, it ends when its retry or slice is due. NULL: none. */
	const struct live_execution *judged;
	struct vec fresh; /* int64_t: executions put since the last announcement */

	/* Pollers have numbers from 0. Those below rules.pollers are in the pool. A busy
	 * poller above that number is removed when its run ends, and counts as one of the
	 * pool until then. */
	struct running_unit *
	    *runs; /* room_pollers of them, owned; their addresses do not change */
	struct coordinator_poller *pollers;
	int32_t *free_pollers; /* a stack of numbers in the pool */
	int32_t room_pollers;
	int32_t n_pollers; /* none above this is busy; at least rules.pollers */
	int32_t n_free, n_busy;
	int32_t held[LANES]; /* pollers in use by each lane */

	struct lateness lateness; /* monotonic times, as in sched/figures.h */
	struct busyness busyness;
	int64_t started_mono_ms, seen_mono_ms;
	enum saturation saturation;
	int64_t saturated_ms, held_ms; /* since when, wall clock; 0: no */
	int64_t calm_since_ms; /* monotonic; 0: no */
	int64_t completed, delayed, skipped, late_max_ms;
	size_t n_suspended, n_not_answering;
};

/* coordinator.c */
void coordinator_enter(struct coordinator *d, struct moment now);
void coordinator_pump(struct coordinator *d);

/* olt.c */
struct olt_state *olt_state_find(const struct coordinator *d, struct olt_id olt);
struct node_state *node_state_find(const struct coordinator *d, struct node_id node);
void olt_state_free(struct olt_state *h);
/* It and its OLT are enabled. */
bool node_state_is_on(const struct node_state *t);

/* slot.c */
/* It is due at next_ms; 0 or INT64_MAX: never. */
void node_state_plan(struct coordinator *d, struct node_state *t, int64_t next_ms);
/* The same, and it is written to the store. */
void node_state_move(struct coordinator *d, struct node_state *t, int64_t next_ms);
/* For a new task: from its stored times. */
void node_state_plan_stored(struct coordinator *d, struct node_state *t,
    const struct node *node, int64_t since_ms);
/* Enabled, a master, and with a schedule. */
bool node_state_is_due_ever(const struct node_state *t);
void slots_due(struct coordinator *d);
/* The first discovery has ended: tasks that waited for it run now. */
void slots_first(struct coordinator *d, struct olt_state *h);
void slots_stepped(struct coordinator *d, int64_t by_ms);

/* unit.c */
void unit_told(void *ctx, const struct unit *unit, const struct node_queue_lease *lease);
void unit_lost(void *ctx, const struct unit *unit);
void unit_room(struct coordinator *d);
struct lane_figures unit_lane(const struct coordinator *d, enum lane lane);
/* The order has ended: the chain continues, or poller and OLT are free. */
void running_unit_next(struct coordinator *d, struct running_unit *r);
void leases_renew(struct coordinator *d);

/* live_execution.c */
struct live_execution *live_execution_find(
    const struct coordinator *d, struct execution_id id);
/* NULL: out of memory. Not in any queue yet. */
struct live_execution *live_execution_new(
    struct coordinator *d, struct node_state *t, struct execution_id id);
/* Put it into the node queue; false: the queue refused it, and o is freed. */
bool live_execution_put(struct coordinator *d, struct live_execution *o);
void live_execution_later(struct coordinator *d, struct live_execution *o, int64_t at_ms);
/* Ends the waiting of an execution that is LATER. */
void live_execution_now(struct coordinator *d, struct live_execution *o);
void live_executions_due(struct coordinator *d);
/* Records and logs executions that have to wait. */
void live_executions_announce(struct coordinator *d);
/* Why an execution in the queue has not started. */
struct next live_execution_waits(
    const struct coordinator *d, const struct live_execution *o);
/* The next slot of its task is due. False: it runs or waits to run, and stays. */
bool live_execution_make_way(struct coordinator *d, struct live_execution *o);
/* Ends it as INTERRUPTED, at any place; its unit continues with the chain or ends. */
void live_execution_interrupt(struct coordinator *d, struct live_execution *o,
    enum trouble why, const char *message);
/* It has ended: removed from its olt's list; only the result of the writer is missing. */
void live_execution_end(struct coordinator *d, struct live_execution *o);
void live_execution_free(struct coordinator *d, struct live_execution *o);
/* Interrupts those of the OLT, or of one task of it (NULL: all). */
enum live_execution_which {
	LIVE_ALL, /* also running ones */
	LIVE_WAITING_ALL, /* all that do not run */
	LIVE_WAITING_SLOTS, /* of those, scheduled ones */
};
void live_executions_interrupt(struct coordinator *d, struct olt_state *h,
    const struct node_state *t, enum live_execution_which which, enum trouble why,
    const char *message);

/* health.c */
/* A new OLT, with its stored health. */
void olt_state_health(
    struct coordinator *d, struct olt_state *h, const struct health_past *past);
/* The OLT was deleted. */
void olt_state_not_counted(struct olt_state *h);
void olt_state_answered(
    struct coordinator *d, struct olt_state *h, enum health_asker asker);
/* It has answered, and no stored result contains this. */
void olt_state_heard(struct coordinator *d, const struct olt_state *h);
/* This number of requests was not answered. */
void olt_state_missed(struct coordinator *d, struct olt_state *h, int32_t questions);
/* A slot of it was skipped, because it is not answering. */
void olt_state_skipped(struct coordinator *d, struct olt_state *h);
/* It is disabled: it is no longer watched. */
void olt_state_let_go(struct coordinator *d, struct olt_state *h);
void olt_state_silent(struct coordinator *d, struct olt_state *h, enum trouble trouble);
void olt_state_revived(struct coordinator *d, struct olt_state *h, const char *why);
/* The rules of health have changed. */
void olt_state_ruled(struct coordinator *d, struct olt_state *h);
void probes_due(struct coordinator *d);
/* Add it to the heap of probes or remove it, depending on its health. */
void probe_plan(struct coordinator *d, struct olt_state *h);
void probe_end(struct coordinator *d, struct olt_state *h);

/* rules.c */
/* Change the number of pollers. With RC_NOMEM nothing is changed. */
enum rc pollers_resize(struct coordinator *d, int32_t pollers) MUST_CHECK;
/* Pollers that may start a unit now. */
int32_t pollers_room(const struct coordinator *d);
/* Busy, and no longer in the pool. */
int32_t pollers_leaving(const struct coordinator *d);
struct running_unit *poller_take(struct coordinator *d, const struct unit *unit);
void poller_give(struct coordinator *d, struct running_unit *r);

/* show.c */
void coordinator_say(struct coordinator *d, const struct coordinator_event *event,
    const char *fmt, ...) PRINTF_LIKE(3, 4);
/* With the ids of its object. */
struct coordinator_event event_of_node(
    enum coordinator_event_kind kind, const struct node_state *t);
struct coordinator_event event_of_live(const struct coordinator *d,
    enum coordinator_event_kind kind, const struct live_execution *o);
const char *olt_state_name(const struct olt_state *h);
const char *node_state_name(const struct node_state *t);
void figures_started(struct coordinator *d, struct running_unit *r, int64_t late_ms);
/* A run has ended with values: count it, in total and for its poller. */
void figures_completed(struct coordinator *d, const struct live_execution *o);
void figures_tick(struct coordinator *d);

#endif
