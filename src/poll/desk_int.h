/* SPDX-License-Identifier: Apache-2.0
 *
 * poll/desk_int.h - what the files of the desk share.
 *
 *	desk.c         life, the tick, and what a person asks for
 *	desk_olt.c     OLTs and their tasks as they are told, and what a change means
 *	desk_slot.c    when a task is due, and what happens then
 *	desk_unit.c    a unit on its poller: master, chain, leases
 *	desk_end.c     an order's end, and the writer's word
 *	desk_open.c    executions that are not over, and how they end
 *	desk_health.c  is it there? silence, suspension and probes
 *	desk_rules.c   new rules while it works: pollers come and go
 *	desk_show.c    events, pollers, figures
 *	desk_next.c    what becomes of tasks next
 *
 * Each public function begins with desk_enter(), which sets desk.now and notices when
 * the clock has stepped, and ends with desk_pump() when something may have become
 * possible. Callbacks of the broker come from inside desk_pump() only.
 */
#ifndef FACHO_POLL_DESK_INT_H
#define FACHO_POLL_DESK_INT_H

#include <sys/queue.h>

#include "base/heap.h"
#include "base/map.h"
#include "base/vec.h"
#include "poll/desk.h"
#include "sched/figures.h"
#include "sched/schedule.h"
#include "sched/timetable.h"
#include "sched/uptime.h"

/* One small request each. So many may be silent at once, and still be found out soon. */
enum { PROBES_AT_ONCE = 1000 };
#define WHY_SUSPENDED "the OLT does not answer and was suspended"
#define WHY_NOT_ANSWERING "not answering"

struct run;

/* An OLT. */
struct host {
	struct olt_id id;
	char *name; /* owned */
	bool enabled;
	int64_t n_onus;
	struct health health;
	struct uptime uptime; /* by the monotonic clock */
	size_t *counted; /* the desk's figure that has it; NULL: none */
	size_t n_tasks, room_tasks;
	struct task **tasks; /* owned, in no order */
	uint64_t round; /* of desk_olt, to find the tasks that it did not name */
	TAILQ_HEAD(, open) opens; /* executions that are not over; owned by desk.opens */
	size_t in_probes;
	bool is_probing;
	int64_t probe_token;
	int64_t token; /* of the latest lease of it that we had */
};

/* A node of its workflow. */
struct task {
	struct node_id id, master; /* master 0: it is one */
	struct host *host;
	char *name; /* owned; of its job */
	struct job_id job;
	enum task_type type;
	enum lane lane;
	int64_t priority;
	bool enabled; /* of itself; task_is_on() looks at the OLT too */
	int64_t max_retries, retry_delay_ms;
	bool retry_grows;
	int64_t timeout_ms;
	bool has_schedule; /* false: a cron expression that nobody understands */
	struct schedule schedule;
	int64_t next_ms; /* as in the timetable; 0: not in it */
	int64_t last_slot_ms; /* the highest that was used */
	struct open *slot; /* its execution by schedule that is not over; NULL: none */
	bool reads_levels;
	bool has_brought; /* a run of it ended SUCCESS or PARTIAL */
	int64_t unit; /* under which it began last */
	uint64_t round;
};

/* Where an execution is that is not stored as over.
 *
 *	WAITING ──told──► RUNNING ──ended──► ENDED ──stored──► (gone)
 *	   ▲                 │ resume, retry
 *	   └──its moment── LATER
 *
 * WAITING   its unit is in the broker's queue
 * RUNNING   an order is under way; run is set
 * LATER     it waits for at_ms: a retry (PENDING) or a sweep's next slice (RUNNING)
 * ENDED     the device's part is over, the writer's is not; host and task are NULL
 * In all but ENDED it is in its host's list. Interrupted ones are gone at once. */
enum open_place {
	OPEN_WAITING,
	OPEN_RUNNING,
	OPEN_LATER,
	OPEN_ENDED,
};

struct open {
	struct execution e;
	struct unit unit; /* the one that it waits or runs as; of a link: its master's */
	enum open_place place;
	struct host *host;
	struct task *task;
	struct run *run;
	bool is_slot; /* by schedule: it is its task's slot */
	bool is_first; /* of its unit, not a link of the chain */
	bool is_recorded; /* the store has heard of it */
	bool was_answered; /* in its last attempt */
	bool is_slice; /* its next order goes on with a sweep */
	int64_t attempt_ms; /* when the attempt began */
	int64_t order_mono_ms; /* when its order began; monotonic */
	struct traffic attempt_traffic; /* of its slices so far */
	int32_t unstored; /* verdicts of which the writer has not spoken */
	int64_t at_ms; /* LATER */
	size_t in_later;
	TAILQ_ENTRY(open) same_host;
};

/* A unit under way; one for each poller. */
struct run {
	int32_t number; /* of its poller, from 0 */
	int64_t born_mono_ms; /* when the poller came */
	bool is_busy;
	struct unit unit;
	int64_t token;
	int64_t started_ms;
	struct host *host;
	struct open *open; /* the order under way; NULL between two */
	bool chain_may_run;
	int64_t renew_ms;
	size_t in_renewals;
};

struct desk {
	struct desk_rules rules;
	struct desk_world world;
	struct broker *broker; /* borrowed */
	struct moment now;
	bool is_stopping, is_held;
	char why_held[64];

	struct map *hosts; /* owned struct host */
	struct map *tasks; /* struct task, owned by their hosts */
	struct map *opens; /* owned struct open */
	struct map
	    *spent; /* units that ran to their end under a lease that had run out */
	struct timetable *timetable;
	bool has_unplanned; /* a task fell out of the timetable for want of memory */
	struct heap later; /* of opens, by at_ms */
	struct heap renewals; /* of runs, by renew_ms */
	struct heap probes; /* of hosts that are to be asked, by next_probe_ms */
	size_t n_probing;
	/* Its verdict is about to be handed over, and no record of it may come before:
	 * what would end it now finds it when its moment comes. NULL: none. */
	const struct open *judged;
	struct vec fresh; /* int64_t: executions put since the last look at who waits */

	/* Pollers have numbers from 0. Those below rules.pollers are in the pool; one above
	 * that is busy leaves it at its end, and counts as one of the pool until then. */
	struct run **runs; /* room_pollers of them, owned; they stay where they are */
	struct desk_poller *pollers;
	int32_t *free_pollers; /* a stack of numbers in the pool */
	int32_t room_pollers;
	int32_t n_pollers; /* above them nobody is busy; at least rules.pollers */
	int32_t n_free, n_busy;
	int32_t held[LANES]; /* pollers that a lane holds */

	struct lateness lateness; /* monotonic moments, as all of sched/figures.h */
	struct busyness busyness;
	int64_t started_mono_ms, seen_mono_ms;
	enum saturation saturation;
	int64_t saturated_ms, held_ms; /* since when, by the wall clock; 0: not */
	int64_t calm_since_ms; /* monotonic; 0: it is not */
	int64_t completed, delayed, skipped, late_max_ms;
	size_t n_suspended, n_not_answering;
};

/* desk.c */
void desk_enter(struct desk *d, struct moment now);
void desk_pump(struct desk *d);

/* desk_olt.c */
struct host *host_find(const struct desk *d, struct olt_id olt);
struct task *task_find(const struct desk *d, struct node_id node);
void host_free(struct host *h);
/* It and its OLT are enabled. */
bool task_is_on(const struct task *t);

/* desk_slot.c */
/* It is due at next_ms; 0 or INT64_MAX: never. */
void task_plan(struct desk *d, struct task *t, int64_t next_ms);
/* The same, and the store is told. */
void task_move(struct desk *d, struct task *t, int64_t next_ms);
/* Of a task that was not there: by what the store knows of its times. */
void task_plan_stored(
    struct desk *d, struct task *t, const struct node *node, int64_t since_ms);
/* On, a master, and with a schedule. */
bool task_is_due_ever(const struct task *t);
void slots_due(struct desk *d);
/* The first discovery is over: what waited for it runs now. */
void slots_first(struct desk *d, struct host *h);
void slots_stepped(struct desk *d, int64_t by_ms);

/* desk_unit.c */
void unit_told(void *ctx, const struct unit *unit, const struct broker_lease *lease);
void unit_lost(void *ctx, const struct unit *unit);
void unit_room(struct desk *d);
struct desk_lane_figures unit_lane(const struct desk *d, enum lane lane);
/* The run's order is over: the chain goes on, or poller and OLT are free. */
void run_next(struct desk *d, struct run *r);
void leases_renew(struct desk *d);
int64_t order_limit(const struct desk *d, const struct task *t);

/* desk_open.c */
struct open *open_find(const struct desk *d, struct execution_id id);
/* NULL: out of memory. Not in any queue yet. */
struct open *open_new(struct desk *d, struct task *t, struct execution_id id);
/* In the broker's queue; false: it would not have it, and o is gone. */
bool open_put(struct desk *d, struct open *o);
void open_later(struct desk *d, struct open *o, int64_t at_ms);
/* One that waits for its moment does not wait any longer. */
void open_now(struct desk *d, struct open *o);
void opens_due(struct desk *d);
/* Records and says what has to wait after all. */
void opens_announce(struct desk *d);
/* Why one that waits in the queue has not begun. */
struct next open_waits(const struct desk *d, const struct open *o);
/* Out of whatever queue it is in. Not of one that runs. */
void open_withdraw(struct desk *d, struct open *o);
/* Its task's new slot is there. False: it runs or waits to run, and stays. */
bool open_make_way(struct desk *d, struct open *o);
/* Ends it INTERRUPTED, wherever it is; a run goes on with its chain or is over. */
void open_interrupt(
    struct desk *d, struct open *o, enum trouble why, const char *message);
/* Not over any more: out of its host's list; only the writer's word is missing. */
void open_end(struct desk *d, struct open *o);
void open_free(struct desk *d, struct open *o);
/* Interrupts those of the OLT, or of one task of it (NULL: all). */
enum open_which {
	OPEN_ALL, /* also what runs */
	OPEN_WAITING_ALL, /* all that do not run */
	OPEN_WAITING_SLOTS, /* of those, what the schedule asked for */
};
void opens_interrupt(struct desk *d, struct host *h, const struct task *t,
    enum open_which which, enum trouble why, const char *message);

/* desk_health.c */
/* A new one, as it was stored. */
void host_health(struct desk *d, struct host *h, const struct health_past *past);
/* It is gone. */
void host_not_counted(struct host *h);
void host_answered(struct desk *d, struct host *h, enum health_asker asker);
/* It has answered, and no result that the store is given says so. */
void host_heard(struct desk *d, const struct host *h);
/* So many questions had no answer. */
void host_missed(struct desk *d, struct host *h, int32_t questions);
/* A slot of it was skipped, because it is not answering. */
void host_skipped(struct desk *d, struct host *h);
/* It is disabled: nobody watches it any more. */
void host_let_go(struct desk *d, struct host *h);
void host_silent(struct desk *d, struct host *h, enum trouble trouble);
void host_revived(struct desk *d, struct host *h, const char *why);
/* The rules of health are others now. */
void host_ruled(struct desk *d, struct host *h);
void probes_due(struct desk *d);
/* Into the heap of probes, or out of it, as its health says. */
void probe_plan(struct desk *d, struct host *h);
void probe_end(struct desk *d, struct host *h);

/* desk_rules.c */
/* So many from now on. RC_NOMEM: it is as it was. */
enum rc pollers_resize(struct desk *d, int32_t pollers) MUST_CHECK;
/* That may begin something now. */
int32_t pollers_room(const struct desk *d);
/* Busy, and not in the pool any more. */
int32_t pollers_leaving(const struct desk *d);
struct run *poller_take(struct desk *d, const struct unit *unit);
void poller_give(struct desk *d, struct run *r);

/* desk_show.c */
void desk_say(struct desk *d, const struct desk_event *event, const char *fmt, ...)
    PRINTF_LIKE(3, 4);
/* With the ids of what it is about. */
struct desk_event event_of_task(enum desk_event_kind kind, const struct task *t);
struct desk_event event_of_open(
    const struct desk *d, enum desk_event_kind kind, const struct open *o);
const char *host_name(const struct host *h);
const char *task_name(const struct task *t);
void figures_started(struct desk *d, struct run *r, int64_t late_ms);
void figures_tick(struct desk *d);

#endif
