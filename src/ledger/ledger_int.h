/* SPDX-License-Identifier: Apache-2.0
 *
 * ledger/ledger_int.h - shared by the files of the ledger.
 *
 *	ledger.c   stored data, and the OLTs
 *	event.c    counts events of the coordinator
 *	round.c    the tick: work for every OLT, in parts
 *	hour.c     one hour of one OLT: evaluation, plan
 *	tracker.c  its trackers, one for each job
 *	node.c     required runs of the nodes of an OLT
 *	skip.c     skipped runs, logged once
 *	log.c      lines of the coordinator's log
 */
#ifndef FACHO_LEDGER_LEDGER_INT_H
#define FACHO_LEDGER_LEDGER_INT_H

#include "base/map.h"
#include "base/vec.h"
#include "ledger/ledger.h"
#include "sched/schedule.h"

struct predict_node; /* sched/predict.h */

/* Consecutive skipped runs with the same reason. */
struct ledger_skips {
	int64_t n; /* 0: none */
	int64_t first; /* the number in the first line */
	int64_t since_ms;
	char why[64];
};

struct ledger_node {
	struct node_id id;
	struct node_id master; /* 0: it is a master */
	struct job_id job;
	char label[JOB_LABEL_MAX]; /* of its job's quotas */
	enum task_type type;
	bool runs; /* it and everything above it is enabled */
	struct schedule schedule; /* its own, or its master's */
	int64_t anchor_ms; /* one of its runs; defines the others. INT64_MAX: none */
	int64_t priority;
	struct ledger_duration takes; /* of the latest runs */
	/* A scheduled run that waits or runs: its due time and its start. 0: none */
	int64_t open_due_ms, open_started_ms;
	int64_t swept; /* completed slices of a running sweep; -1: none runs */
	struct ledger_skips skips; /* for reasons of the task */
};

struct tracker {
	struct quota q; /* required 0 and not stored: no tracker */
	int64_t unowed; /* required runs that were removed because the OLT was disabled */
	int64_t lost; /* interrupted: not completed, failed or skipped */
	uint16_t troubles[TROUBLES];
	bool is_stored; /* the store has it */
	bool is_dirty; /* changed since it was written */
	bool was_at_risk; /* and this was logged */
};

struct ledger_plan {
	bool is_active;
	bool is_dirty;
	int64_t created_ms;
	int64_t from_ms; /* earlier runs belong to the previous plan */
	int64_t told_ms; /* when its progress was last written */
	int64_t total, completed, failed;
};

struct ledger_hour {
	int64_t start_ms; /* 0: none */
	int64_t unplanned_ms; /* start of its first plan; 0: already made */
	struct vec trackers; /* struct tracker, one per job, in fixed order */
	struct ledger_plan plan;
};

struct ledger_olt {
	struct olt_id id;
	char *name; /* owned */
	bool enabled;
	struct ledger_skips skips; /* for reasons of the OLT */
	struct ledger_hour hour; /* the current one */
	struct ledger_hour before; /* ended, but not evaluated yet */
	struct vec waiting; /* struct tracker: of earlier hours, with open runs */
	int64_t risk_ms; /* time of the last check for risks */
	bool wants_plan; /* something has changed */
	bool is_urgent; /* it is in the list `urgent` */
	size_t n_nodes;
	struct ledger_node *nodes; /* owned */
};

/* The stored data of an OLT for an hour. */
struct loaded {
	struct vec quotas; /* struct quota */
};

struct ledger {
	struct ledger_options options;
	struct ledger_ops ops;
	struct map *by_id; /* struct ledger_olt, owned */
	struct vec olts; /* struct olt_id, also deleted ones: the order of the round */
	size_t round; /* the next one */
	struct vec urgent; /* struct olt_id */
	struct map *loaded; /* struct loaded, owned, by OLT: of loaded_hour_ms */
	int64_t loaded_hour_ms;
	struct vec old; /* struct quota: of earlier hours, to be evaluated */
	struct map *durations; /* int64_t, owned, by node: until the node is known */
	int64_t ticked_ms; /* of the last round */
	int64_t minute; /* of the last row of figures */
	int64_t completed, delayed; /* at the end of that minute */
	int64_t first_event_ms; /* 0: none yet */
	int64_t entries; /* number of entries, starting at a random number */
};

/* ---- ledger.c ------------------------------------------------------------------- */

/* NULL: unknown OLT. */
struct ledger_olt *ledger_find(const struct ledger *b, struct olt_id id);
/* Write its rows before those of others. */
void ledger_make_urgent(struct ledger *b, struct ledger_olt *o);

/* ---- node.c --------------------------------------------------------------------- */

/* The nodes as they are now; data of earlier nodes with the same id is kept. NULL when
 * out of memory. */
struct ledger_node *ledger_nodes_new(struct ledger *b, const struct ledger_olt *old,
    const struct coordinator_olt *olt, int64_t now_ms);
struct ledger_node *ledger_node_find(const struct ledger_olt *o, struct node_id id);
/* Its first run from this time on; INT64_MAX: none. */
int64_t ledger_node_next(const struct ledger_node *n, int64_t from_ms);
/* The clock was set by by_ms: calculate the next time of every node again. */
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

/* ---- tracker.c ------------------------------------------------------------------ */

/* The tracker of this job in the hour; NULL: none. */
struct tracker *tracker_find(const struct ledger_hour *h, struct job_id job);
/* The same, but it is created if necessary; NULL: out of memory, which is logged. */
struct tracker *tracker_of(
    struct ledger_hour *h, struct olt_id olt, struct job_id job, const char *label);
/* Required, not run and not lost. */
int64_t tracker_pending(const struct tracker *t);
/* Are runs required, and not evaluated yet? */
bool tracker_is_open(const struct tracker *t);
/* Write it to the store. */
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
/* One of the waiting trackers; NULL: none. */
struct tracker *tracker_find_waiting(
    const struct ledger_olt *o, struct job_id job, int64_t due_ms);
/* Can one of them be evaluated now? */
bool trackers_are_due(const struct ledger *b, const struct ledger_olt *o, int64_t now_ms);
/* Evaluate those that can be. all: do not wait any more. */
void trackers_close(struct ledger *b, struct ledger_olt *o, bool all, int64_t now_ms);

/* ---- hour.c --------------------------------------------------------------------- */

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

/* ---- skip.c --------------------------------------------------------------------- */

/* A run was skipped. True: a line for it must be logged; other lines are already
 * logged. */
bool ledger_skip(
    struct ledger *b, struct ledger_olt *o, const struct coordinator_event *event);
/* The OLT answers again or is not watched any more, or one of its tasks runs by
 * schedule. */
void ledger_skips_over(
    struct ledger *b, struct ledger_olt *o, const struct coordinator_event *event);

/* ---- log.c ---------------------------------------------------------------------- */

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
