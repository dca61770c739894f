/* SPDX-License-Identifier: Apache-2.0
 *
 * model/plan.h - the expected runs of one OLT in one hour, with predicted start and
 * duration.
 *
 *     ACTIVE ──hour over──────────► COMPLETED
 *        ├──hour over, none done──► ABORTED
 *        ├──something changed─────► SUPERSEDED  by the next plan of the same hour
 *        └──OLT disabled, deleted─► ABORTED
 *
 * An OLT has at most one ACTIVE plan per hour. Plain values; pointers are borrowed.
 */
#ifndef FACHO_MODEL_PLAN_H
#define FACHO_MODEL_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/execution.h"
#include "model/ids.h"

struct buf;

enum plan_status {
	PLAN_ACTIVE,
	PLAN_COMPLETED,
	PLAN_SUPERSEDED,
	PLAN_ABORTED,
	PLAN_STATUSES,
};

struct plan_run {
	struct node_id node;
	enum task_type type;
	int64_t due_ms; /* its slot */
	int64_t start_ms; /* predicted: the OLT may be busy with the previous run */
	int64_t duration_ms; /* predicted, of the node and its chain */
};

struct plan {
	struct plan_id id; /* 0: not stored yet */
	struct olt_id olt;
	int64_t period_start_ms, period_end_ms;
	enum plan_status status;
	bool fits; /* false: the runs do not fit in the hour */
	int64_t total; /* runs planned */
	int64_t completed, failed; /* of them, so far */
	int64_t created_ms; /* with OLT and hour the key of the plan */
	int64_t updated_ms;
	size_t n_runs; /* for a new plan; a stored plan has only runs_json */
	const struct plan_run *runs;
	const char *runs_json; /* as plan_runs_json() writes them */
};

/* The runs as a JSON list, in their order:
 * [{"node":7,"type":"get","due_ms":0,"start_ms":0,"duration_ms":1500},...] */
void plan_runs_json(const struct plan_run *runs, size_t n, struct buf *out);

/* The status of a plan whose hour is over. A plan without any completed run is not
 * COMPLETED. */
enum plan_status plan_ended(int64_t total, int64_t completed);

/* "SUPERSEDED": as stored and as in the API. */
const char *plan_status_name(enum plan_status status);
bool plan_status_from_name(const char *name, enum plan_status *ret_status);

#endif
