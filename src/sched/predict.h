/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/predict.h - how the hour of one OLT will go: every run that is due in it, when
 * it will start and how long it will take, one at a time, as the desk runs them.
 *
 * A run waits for the one before it. A slot that comes while the run before of the same
 * node still waits or runs is skipped. The work fits when nothing is skipped and
 * everything starts within the time. Pure; any thread.
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
	int64_t duration_ms; /* with its chain */
};

enum {
	PREDICT_RUNS_MAX =
	    1000, /* that are listed: a node of a second has 3,600 an hour */
	PREDICT_WORDS_MAX = 160,
};

struct prediction {
	struct plan_run *runs; /* owned; by due time */
	size_t n_runs; /* listed */
	int64_t total; /* all that will run */
	int64_t skipped; /* slots that will find their node busy */
	int64_t beyond; /* runs that will start after the end */
	int64_t work_ms; /* that they take together */
	bool fits;
	char words[PREDICT_WORDS_MAX]; /* a sentence that says so */
};

/* All that is due from <= t < to. RC_NOMEM. Its owner calls prediction_fini. */
enum rc predict(const struct predict_node *nodes, size_t n, int64_t from_ms,
    int64_t to_ms, struct prediction *ret_prediction) MUST_CHECK;
void prediction_fini(struct prediction *p);

#endif
