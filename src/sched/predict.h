/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/predict.h - how the hour of one OLT will go: every run that is due in it, when
 * it will start and how long it will take, one at a time, as the coordinator runs them.
 *
 * A run waits for the one before it. A slot that comes while the run before of the same
 * node still waits or runs is skipped. A sweep holds the OLT only while a slice of it is
 * asked; its next slot ends it if it is not through. The work fits when nothing is
 * skipped, every sweep gets through, and nothing starts much too late. Pure; any thread.
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
	int64_t duration_ms; /* that it holds the OLT, with its chain */
	/* A sweep: its duration is that of so many slices together, which are spread over
	 * most of the time until its next slot. 0 or 1: all at once. */
	int64_t slices;
	int64_t slices_left; /* of a sweep that is under way; 0: none is */
	int64_t open_ms; /* a run of it waits or runs, and takes so much more; 0: none */
	int64_t open_due_ms; /* for when that was; of one that runs 0: it goes first */
	bool is_link; /* it takes time, but is part of the run of its master */
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

/* Of one node, in the order in which they were given. */
struct predict_tally {
	int64_t made; /* runs that will come to their end in time */
	int64_t missed; /* skipped, cut short or too late */
};

struct prediction {
	struct plan_run *runs; /* owned; by due time */
	size_t n_runs; /* listed */
	struct predict_tally *tallies; /* owned; one for each node */
	int64_t total; /* all that will run */
	int64_t skipped; /* slots that will find their node busy */
	int64_t cut; /* sweeps that will not be through when their next slot comes */
	int64_t beyond; /* runs that will start after the end, and much too late */
	int64_t work_ms; /* that they take together */
	bool fits;
	char words[PREDICT_WORDS_MAX]; /* a sentence that says so */
};

/* All that is due from <= t < to; sweeps that began before go on with what is left of
 * them. RC_NOMEM. Its owner calls prediction_fini. */
enum rc predict(const struct predict_node *nodes, size_t n, int64_t from_ms,
    int64_t to_ms, struct prediction *ret_prediction) MUST_CHECK;
void prediction_fini(struct prediction *p);

#endif
