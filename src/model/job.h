/* SPDX-License-Identifier: Apache-2.0
 *
 * model/job.h - jobs (what to do) and nodes (where and when).
 *
 * A job is a template: a type, OIDs, and a default schedule. When it is applied to an OLT
 * it becomes a node of that OLT's workflow, and the node has the schedule. A node may be
 * chained to a master node of the same workflow; then it runs after the master and has no
 * schedule.
 *
 * Plain values; text is borrowed.
 */
#ifndef FACHO_MODEL_JOB_H
#define FACHO_MODEL_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/execution.h"
#include "model/ids.h"

struct entity_type;

/* The OLTs of a job. */
enum job_target {
	JOB_PICKED, /* OLTs chosen by users */
	JOB_FILTER, /* all OLTs of a brand, a model, a site, or a combination */
	JOB_ALL,
	JOB_TARGETS,
};

/* In the order of enum job_target. */
#define JOB_TARGET_CHOICES "picked|filter|all"

enum { JOB_LABEL_MAX = 64, JOB_OIDS_MAX = 200 };

/* Of an interval, a delay or a run. */
#define JOB_LONGEST_MS (INT64_C(31) * 24 * 3600 * 1000)

struct job {
	struct job_id id; /* 0: not stored yet */
	const char *name; /* unique among those that are not deleted */
	const char *description; /* NULL is "" */
	struct brand_id brand; /* 0: generic */
	enum task_type type;
	int64_t interval_ms; /* 0: by cron */
	const char *cron; /* five fields; NULL: by interval */
	int64_t priority; /* higher runs first */
	int64_t max_retries;
	int64_t retry_delay_ms;
	bool retry_grows; /* each delay is twice the one before */
	int64_t timeout_ms; /* 0: the lane's */
	const char *lane; /* "high", "discovery", "polling", "retry" */
	bool enabled;
	enum job_target target;
	struct brand_id target_brand; /* of JOB_FILTER; 0: any */
	struct model_id target_model; /* 0: any */
	const char *target_site; /* NULL: any */
	size_t n_oids;
	const int64_t *oids; /* rows of the catalogue, in order */
	/* Read only. The name of its quotas: set when the job is created, and not changed
	 * if the job is renamed. */
	const char *label;
	int64_t created_ms, updated_ms, deleted_ms; /* read only; 0: not deleted */
};

/* Its table (model/entity.h). Other rules are in job_check(). */
extern const struct entity_type JOB_ENTITY;

/* The overrides of a node; other fields are those of its job. */
struct node_overrides {
	int64_t interval_ms; /* 0: none */
	const char *cron; /* NULL: none */
	int64_t priority; /* -1: none */
};

/* A node with everything needed for scheduling; overrides are applied. */
struct node {
	struct node_id id;
	struct olt_id olt;
	struct job_id job;
	struct node_id master; /* 0: the node is a master */
	enum task_type type;
	bool enabled; /* and so are its job, its workflow and its OLT */
	int64_t interval_ms; /* 0: by cron */
	const char *cron; /* NULL: by interval */
	int64_t priority;
	const char *lane;
	int64_t next_run_ms, last_run_ms, last_success_ms, last_failure_ms; /* 0: none */
	int64_t failures; /* in a row */
	int64_t skipped;
};

bool job_target_from_name(const char *name, enum job_target *ret_target);

/* The label of a new job: its type and its name in lower case, words joined with "_",
 * without accents. If the name begins with the type, it is not repeated: "GET
 * Descripción" is get_descripcion, "Descripción" too, "Discovery" is discovery. */
void job_label(enum task_type type, const char *name, char label[JOB_LABEL_MAX]);

/* Validates user input. RC_INVALID: err names the field. Of cron only the syntax is
 * checked. */
enum rc job_check(const struct job *job, struct err *err) MUST_CHECK;

#endif
