/* SPDX-License-Identifier: Apache-2.0
 *
 * ledger/ledger_int.h - the parts of the ledger, for their own files.
 *
 *	ledger.c         stored data, and the OLTs
 *	event.c   counts events of the coordinator
 *	round.c   the tick: work for every OLT, in parts
 *	hour.c    one hour of one OLT: evaluation, plan
 *	tracker.c its trackers, one for each job
 *	node.c    required runs of the nodes of an OLT
 *	skip.c    skipped runs, logged once
 *	log.c     lines of the coordinator's log
 */
#ifndef FACHO_LEDGER_LEDGER_INT_H
#define FACHO_LEDGER_LEDGER_INT_H

#include "base/map.h"
#include "base/vec.h"
#include "ledger/ledger.h"
#include "sched/schedule.h"

struct predict_node; /* sched/predict.h */

/* Runs that are skipped, one after the other, for one reason. */
struct ledger_skips {
	int64_t n; /* 0: none is */
	int64_t first; /* how many the first line said */
	int64_t since_ms;
	char why[64];
};

struct ledger_node {
	struct node_id id;
	struct node_id master; /* 0: it is one itself */
	struct job_id job;
	char label[JOB_LABEL_MAX]; /* of its job's quotas */
	enum task_type type;
	bool runs; /* it is enabled, and everything above it */
	struct schedule schedule; /* its own, or its master's */
	int64_t
	    anchor_ms; /* a run of it, from which the others follow; INT64_MAX: none */
	int64_t priority;
	struct ledger_duration takes; /* lately */
	/* A run by schedule that waits or runs: for what time, and since when. 0: none */
	int64_t open_due_ms, open_started_ms;
	int64_t swept; /* slices of a sweep that is under way; -1: none is */
	struct ledger_skips skips; /* for a reason of its own */
};

struct tracker {
	struct quota q; /* required 0 and not stored: there is none */
	int64_t unowed; /* of the required, what the OLT's being disabled took away */
	int64_t lost; /* interrupted: neither made nor failed nor skipped */
	uint16_t troubles[TROUBLES];
	bool is_stored; /* the store has it */
	bool is_dirty; /* but not as it is now */
	bool was_at_risk; /* and it was said */
};

struct ledger_plan {
	bool is_active;
	bool is_dirty;
	int64_t created_ms;
	int64_t from_ms; /* runs due before it are of the plan before */
	int64_t told_ms; /* the store, how far it has come */
	int64_t total, completed, failed;
};

struct ledger_hour {
	int64_t start_ms; /* 0: none */
	int64_t unplanned_ms; /* its first plan begins here; 0: that was made */
	struct vec trackers; /* struct tracker, one for each job; none moves to another */
	struct ledger_plan plan;
};

struct ledger_olt {
	struct olt_id id;
	char *name; /* owned */
	bool enabled;
	struct ledger_skips skips; /* for a reason that is the OLT's */
	struct ledger_hour hour; /* under way */
	struct ledger_hour before; /* over, and not judged yet */
	struct vec waiting; /* struct tracker: of hours before, whose runs are not over */
	int64_t risk_ms; /* when it was last looked whether something is at risk */
	bool wants_plan; /* something has changed */
	bool is_urgent; /* in the list of those */
	size_t n_nodes;
	struct ledger_node *nodes; /* owned */
};

/* What was stored of an OLT for an hour. */
struct loaded {
	struct vec quotas; /* struct quota */
};

struct ledger {
	struct ledger_options options;
	struct ledger_ops ops;
	struct map *by_id; /* struct ledger_olt, owned */
	struct vec olts; /* struct olt_id, also of those that are gone since: the round */
	size_t round; /* where it goes on */
	struct vec urgent; /* struct olt_id */
	struct map *loaded; /* struct loaded, owned, by OLT: of loaded_hour_ms */
	int64_t loaded_hour_ms;
	struct vec old; /* struct quota: of former hours, to be judged */
	struct map *durations; /* int64_t, owned, by node: until the node is known */
	int64_t ticked_ms; /* the last round */
	int64_t minute; /* of the last row of figures */
	int64_t completed, delayed; /* at its end */
	int64_t first_event_ms; /* 0: there was none */
	int64_t entries; /* said so far, from a random number on */
};

/* ---- ledger.c ------------------------------------------------------------------- */

/* NULL: unknown OLT. */
struct ledger_olt *ledger_find(const struct ledger *b, struct olt_id id);
/* Its rows are to be written before those of others. */
void ledger_make_urgent(struct ledger *b, struct ledger_olt *o);

/* ---- ledger_node.c -------------------------------------------------------------- */

/* The nodes as they are now; data of earlier nodes with the same id is kept. NULL when
 * out of memory. */
struct ledger_node *ledger_nodes_new(struct ledger *b, const struct ledger_olt *old,
    const struct coordinator_olt *olt, int64_t now_ms);
struct ledger_node *ledger_node_find(const struct ledger_olt *o, struct node_id id);
/* Its first run from this time on; INT64_MAX: none. */
int64_t ledger_node_next(const struct ledger_node *n, int64_t from_ms);
/* The clock was set by by_ms: every node has its next time by the new one. */
void ledger_nodes_step(struct ledger_olt *o, int64_t by_ms, int64_t now_ms);

/* A job has at most one node on an OLT; NULL: none. */
const struct ledger_node *ledger_nodes_of_job(
    const struct ledger_node *nodes, size_t n, struct job_id job);
/* The number of its runs due with from <= t < to; 0 for NULL. */
int64_t ledger_node_owes(const struct ledger_node *n, int64_t from_ms, int64_t to_ms);

/* The input for the prediction, from a time on: for a master its unit, without links that
 * sweep, which are separate. False: it is part of another unit, or does not run. */
bool ledger_node_work(const struct ledger_olt *o, const struct ledger_node *n,
    int64_t from_ms, struct predict_node *ret_work);

/* ---- ledger_tracker.c ----------------------------------------------------------- */

/* Of this job in the hour; NULL: none. */
struct tracker *tracker_find(const struct ledger_hour *h, struct job_id job);
/* The same, but it is created if necessary; NULL: out of memory, which is logged. */
struct tracker *tracker_of(
    struct ledger_hour *h, struct olt_id olt, struct job_id job, const char *label);
/* Required, not run and not lost. */
int64_t tracker_pending(const struct tracker *t);
/* Are runs required, and not evaluated yet? */
bool tracker_is_open(const struct tracker *t);
/* Tell the store. */
void tracker_put(struct ledger *b, struct tracker *t);
/* Evaluate a tracker and write it. name: of its OLT; NULL: unknown. */
void tracker_close(struct ledger *b, struct tracker *t, const char *name, int64_t now_ms);
/* "08:00", as the site's clock shows it. */
void clock_words(int64_t at_ms, char words[8]);
/* Report what is at risk; once a minute. */
void ledger_check_risk(struct ledger *b, struct ledger_olt *o, int64_t now_ms);

/* Runs may end after their hour, at the latest when the next one is due. Until then the
 * tracker waits to be evaluated. */
void tracker_wait(
    struct ledger *b, struct ledger_olt *o, struct tracker *t, int64_t now_ms);
/* One of those; NULL: there is none. */
struct tracker *tracker_find_waiting(
    const struct ledger_olt *o, struct job_id job, int64_t due_ms);
/* Is there one that can be evaluated now? */
bool trackers_are_due(const struct ledger *b, const struct ledger_olt *o, int64_t now_ms);
/* Evaluate those. all: do not wait any more. */
void trackers_close(struct ledger *b, struct ledger_olt *o, bool all, int64_t now_ms);

/* ---- ledger_hour.c -------------------------------------------------------------- */

void ledger_hour_fini(struct ledger_hour *h);
/* Start the current hour, if it has not started: the previous one waits to be evaluated.
 * from_ms: runs due before it are not required. */
void ledger_roll(struct ledger *b, struct ledger_olt *o, int64_t now_ms, int64_t from_ms);

/* The hour of a run due at this time; NULL: neither of the two. */
struct ledger_hour *ledger_hour_of(struct ledger_olt *o, int64_t due_ms);

/* Have all its runs ended? */
bool ledger_hour_is_settled(const struct ledger_hour *h);
/* Evaluate it, write and log the result, and remove it. */
void ledger_hour_close(
    struct ledger *b, struct ledger_olt *o, struct ledger_hour *h, int64_t now_ms);
/* The OLT is disabled or deleted. */
void ledger_hour_interrupt(
    struct ledger *b, struct ledger_olt *o, struct ledger_hour *h, int64_t now_ms);
/* Write what is not written yet. */
void ledger_hour_flush(
    struct ledger *b, struct ledger_olt *o, struct ledger_hour *h, int64_t now_ms);
void ledger_plan(struct ledger *b, struct ledger_olt *o, int64_t now_ms);
/* Predict the rest of its hour. The owner calls prediction_fini. RC_NOMEM. */
struct prediction;
enum rc ledger_predict(const struct ledger_olt *o, int64_t from_ms,
    struct prediction *ret_prediction) MUST_CHECK;

/* ---- ledger_skip.c -------------------------------------------------------------- */

/* A run was skipped. True: its own line is news; what else is to be said is said. */
bool ledger_skip(
    struct ledger *b, struct ledger_olt *o, const struct coordinator_event *event);
/* The OLT answers again or is not asked any more, or a task of it runs by schedule. */
void ledger_skips_over(
    struct ledger *b, struct ledger_olt *o, const struct coordinator_event *event);

/* ---- ledger_log.c --------------------------------------------------------------- */

void ledger_log_event(struct ledger *b, const struct coordinator_event *event);

struct ledger_note {
	enum entry_level level;
	const char *event;
	struct olt_id olt;
	int64_t at_ms;
	const char *details; /* JSON; NULL: none */
};
void ledger_note(struct ledger *b, const struct ledger_note *note, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

#endif
