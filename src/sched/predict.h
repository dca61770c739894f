/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/predict.h - predicts the hour of one OLT: every run that is due, with its start
 * and duration, one at a time, as the coordinator runs them.
 *
 * A run waits for the previous one. A slot is skipped if the previous run of the same
 * node still waits or runs. A sweep uses the OLT only during its slices; its next slot
 * ends it if it is not complete. The work fits if nothing is skipped, every sweep is
 * completed, and nothing starts much too late. Pure; any thread.
 */
#ifndef FACHO_SCHED_PREDICT_H
#define FACHO_SCHED_PREDICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/plan.h"
#include "sched/schedule.h"

/* One composite node. */
struct predict_node {
	struct node_id node;
	enum task_type type;
	const struct schedule *schedule;
	int64_t next_run_ms; /* INT64_MAX: never */
	int64_t priority;
	int64_t duration_ms; /* of the use of the OLT, with its chain */
	/* For a sweep: the number of slices; duration_ms is their sum, and they are
	 * spread over most of the time until the next slot. 0 or 1: no slices. */
	int64_t slices;
	int64_t slices_left; /* of a running sweep; 0: none */
	int64_t open_ms; /* remaining time of a run that waits or runs; 0: none */
	int64_t open_due_ms; /* due time of that run; 0 if it runs: it goes first */
	bool is_link; /* part of the run of its master */
};

enum {
	PREDICT_RUNS_MAX =
	    1000, /* that are listed: a node of a second has 3,600 an hour */
	PREDICT_WORDS_MAX = 200,
	PREDICT_SPREAD_PCT =
	    80, /* of the time until its next slot, as engine/sweep_int.h */
	PREDICT_LATE_MS =
	    300000, /* beyond the end, a run that starts so late is too late */
};

/* For one node, in the given order. */
struct predict_tally {
	int64_t made; /* runs that will be completed in time */
	int64_t missed; /* skipped, cut short or too late */
};

struct prediction {
	struct plan_run *runs; /* owned; by due time */
	size_t n_runs; /* listed */
	struct predict_tally *tallies; /* owned; one for each node */
	int64_t total; /* all runs */
	int64_t skipped; /* slots at which the node will be busy */
	int64_t cut; /* sweeps that will not be complete at their next slot */
	int64_t beyond; /* runs that will start much too late after the end */
	int64_t work_ms; /* sum of the durations */
	bool fits;
	char words[PREDICT_WORDS_MAX]; /* the result as a sentence */
};

/* All runs due with from <= t < to; running sweeps continue with their remaining slices.
 * RC_NOMEM. The owner calls prediction_fini. */
enum rc predict(const struct predict_node *nodes, size_t n, int64_t from_ms,
    int64_t to_ms, struct prediction *ret_prediction) MUST_CHECK;
void prediction_fini(struct prediction *p);

#endif
