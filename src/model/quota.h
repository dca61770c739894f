/* SPDX-License-Identifier: Apache-2.0
 *
 * model/quota.h - required and completed runs of an OLT in an hour, and violations if
 * there were too few.
 *
 * A quota is for one OLT, one job and one clock hour. The rules for the required number,
 * at-risk mark and severity are in sched/. Completed, partial, failed and skipped runs
 * are counted by the store when they happen, so that the numbers and the executions are
 * consistent. Rows of older versions, which counted by type, have no job.
 *
 *     IN_PROGRESS ──hour over──► COMPLETED        all that were required
 *          │                ├──► PARTIAL          not all, but no violation
 *          │                ├──► QUOTA_NOT_MET    a violation
 *          │                └──► FAILED           not one
 *          └──OLT disabled─────► INTERRUPTED
 *
 * Plain values; text is borrowed.
 */
#ifndef FACHO_MODEL_QUOTA_H
#define FACHO_MODEL_QUOTA_H

#include <stdbool.h>
#include <stdint.h>

#include "model/execution.h"
#include "model/ids.h"
#include "model/job.h"

#define QUOTA_PERIOD_MS INT64_C(3600000)

enum quota_status {
	QUOTA_IN_PROGRESS,
	QUOTA_COMPLETED,
	QUOTA_PARTIAL,
	QUOTA_NOT_MET,
	QUOTA_FAILED,
	QUOTA_INTERRUPTED,
	QUOTA_STATUSES,
};

/* The key of a tracker. */
struct quota_key {
	struct olt_id olt;
	struct job_id job; /* 0: of an older version that counted by type */
	int64_t period_start_ms;
};

struct quota {
	struct quota_id id; /* 0: not stored yet */
	struct quota_key key;
	char task_type[JOB_LABEL_MAX]; /* the job's label: "get_descripcion" */
	int64_t period_end_ms;
	int64_t required;
	int64_t pending; /* required, and neither run nor missed yet */
	enum quota_status status;
	bool at_risk; /* in progress, and the remaining runs will not be enough */
	/* Counted by the store when an execution ends or a slot is skipped. */
	int64_t completed; /* execution_is_made(): SUCCESS, and PARTIAL with enough */
	int64_t partial; /* PARTIAL with too little: neither completed nor failed */
	int64_t failed;
	int64_t skipped;
	int64_t total_duration_ms; /* of completed, partial and failed */
};

/* Each is worse than those before it. */
enum severity {
	SEVERITY_LOW,
	SEVERITY_MEDIUM,
	SEVERITY_HIGH,
	SEVERITY_CRITICAL,
	SEVERITIES,
};

struct violation {
	struct violation_id id; /* 0: not stored yet */
	struct quota_key key; /* one per tracker */
	char task_type[JOB_LABEL_MAX]; /* as in the tracker */
	int64_t period_end_ms;
	enum severity severity;
	const char *report; /* JSON */
	int64_t created_ms;
	int64_t notified_ms; /* when a notification was delivered; 0: not yet */
	int64_t acked_ms; /* 0: not yet */
	const char *acked_by; /* "": nobody yet */
};

/* The start of the clock hour (UTC) of a time. */
int64_t quota_period_of(int64_t at_ms);

/* The average duration of the runs so far; 0: no run. */
int64_t quota_average_ms(const struct quota *q);

/* "QUOTA_NOT_MET", "HIGH": as stored and as in the API. The reverse functions return
 * false for an unknown name. */
const char *quota_status_name(enum quota_status status);
const char *severity_name(enum severity severity);
bool quota_status_from_name(const char *name, enum quota_status *ret_status);
bool severity_from_name(const char *name, enum severity *ret_severity);

#endif
