/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/write_int.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/tidy.h"
#include "model/oid.h"
#include "model/text.h"
#include "sched/schedule.h"
#include "store/work/execution.h"
#include "store/work/job.h"
#include "store/work/settle.h"

enum { NAME_MAX_BYTES = TEXT_NAME_BYTES };

enum write_kind {
	WRITE_RECORD,
	WRITE_SLICE,
	WRITE_NODE,
	WRITE_HEALTH,
	WRITE_LEARNT,
	WRITE_PROFILE,
	WRITE_COLUMN,
	WRITE_FALLS,
};

struct small_write {
	enum write_kind kind;
	struct olt_id olt;
	union {
		struct execution record;
		struct {
			struct execution_id id;
			int64_t next_ms;
			char message[EXECUTION_MESSAGE_MAX];
		} slice;
		struct {
			struct node_id id;
			int64_t next_run_ms, skipped;
		} node;
		struct {
			struct olt_health health;
			char why[EXECUTION_MESSAGE_MAX];
		} health;
		struct olt_learnt learnt;
		struct {
			char profile[NAME_MAX_BYTES];
			char brand[NAME_MAX_BYTES];
			char model[NAME_MAX_BYTES];
		} detected;
		struct {
			char oid[OID_TEXT_MAX];
			enum olt_column state;
			int64_t since_ms;
		} column;
		struct {
			struct port_fall at[WRITE_FALLS_MAX];
			size_t n;
			int64_t at_ms;
		} falls;
	};
};

/* ---- on the writer's thread ---------------------------------------------------- */

static enum rc
put_column(const struct small_write *a, struct db *db, struct err *err)
{
	struct olt_column_state column = { .olt = a->olt,
		.oid = a->column.oid,
		.state = a->column.state,
		.since_ms = a->column.since_ms };

	return store_olt_column_put(db, &column, NULL, err);
}

static enum rc
put_slice(const struct small_write *a, struct db *db, struct err *err)
{
	struct execution_slice slice = { a->slice.id, a->slice.next_ms,
		a->slice.message };

	return store_execution_slice(db, &slice, err);
}

/* Jobs for its brand or model apply to it from now on. */
static enum rc
put_profile(const struct small_write *a, struct db *db, struct err *err)
{
	struct olt_detected detected = { a->detected.profile, a->detected.brand,
		a->detected.model };
	struct settling settling = { .now_ms = clock_wall_ms(),
		.first_run = schedule_first_run };
	enum rc rc = store_olt_profile_put(db, a->olt, &detected, err);

	return rc == RC_OK ? store_olt_settle(db, a->olt, &settling, err) : rc;
}

static enum rc
put_small_write(void *ctx, struct db *db, struct err *err)
{
	struct small_write *a = ctx;

	switch (a->kind) {
	case WRITE_RECORD:
		return store_execution_record(db, &a->record, err);
	case WRITE_SLICE:
		return put_slice(a, db, err);
	case WRITE_NODE:
		return store_node_next(
		    db, a->node.id, a->node.next_run_ms, a->node.skipped, err);
	case WRITE_HEALTH:
		a->health.health.suspended_why = a->health.why;
		return store_olt_health_put(db, a->olt, &a->health.health, err);
	case WRITE_LEARNT:
		return store_olt_learnt_put(db, a->olt, &a->learnt, err);
	case WRITE_PROFILE:
		return put_profile(a, db, err);
	case WRITE_COLUMN:
		return put_column(a, db, err);
	case WRITE_FALLS:
		return store_port_counts_fell(
		    db, a->olt, a->falls.at, a->falls.n, a->falls.at_ms, err);
	}
	return RC_OK;
}

static void
say_failed(void *ctx, enum rc rc, const char *message)
{
	static const char *const WHAT[] = {
		[WRITE_RECORD] = "the record of an execution",
		[WRITE_SLICE] = "where a sweep stands",
		[WRITE_NODE] = "the next time of a node",
		[WRITE_HEALTH] = "the health of an OLT",
		[WRITE_LEARNT] = "what was learnt about an OLT",
		[WRITE_PROFILE] = "the profile of an OLT",
		[WRITE_COLUMN] = "what a column does",
		[WRITE_FALLS] = "that fewer ONUs are online",
	};
	const struct small_write *a = ctx;

	if (rc != RC_OK && rc != RC_CANCELLED)
		log_warn("engine", "%s was not written: %s", WHAT[a->kind], message);
}

/* ---- on the engine thread ------------------------------------------------------ */

static struct small_write *
small_write_new(enum write_kind kind, struct olt_id olt)
{
	struct small_write *a = calloc(1, sizeof(*a));

	if (!a) {
		log_error("engine", "no memory for a note to the database");
		return NULL;
	}
	a->kind = kind;
	a->olt = olt;
	return a;
}

static struct writer_work
work_of(struct small_write *a)
{
	return (struct writer_work){ put_small_write, say_failed, free, a };
}

void
write_record(struct outbox *o, const struct execution *execution)
{
	struct small_write *a = small_write_new(WRITE_RECORD, execution->olt);
	struct writer_work work = work_of(a);

	if (!a)
		return;
	a->record = *execution;
	tidy(a->record.message);
	outbox_put(o, &work);
}

void
write_slice(struct outbox *o, struct olt_id olt, const struct write_slice *slice)
{
	struct small_write *a = small_write_new(WRITE_SLICE, olt);
	struct writer_work work = work_of(a);

	if (!a)
		return;
	a->slice.id = slice->id;
	a->slice.next_ms = slice->next_ms;
	if (slice->next_ms)
		(void)snprintf(a->slice.message, sizeof(a->slice.message),
		    "between slices: %zu of %zu ONUs asked", slice->asked, slice->n);
	outbox_put(o, &work);
}

void
write_node(struct outbox *o, struct node_id node, int64_t next_run_ms, int64_t skipped)
{
	struct small_write *a = small_write_new(WRITE_NODE, (struct olt_id){ 0 });
	struct writer_work work = work_of(a);

	if (!a)
		return;
	a->node.id = node;
	a->node.next_run_ms = next_run_ms;
	a->node.skipped = skipped;
	outbox_note(o, &work);
}

void
write_health(
    struct outbox *o, struct olt_id olt, const struct health *health, const char *why)
{
	struct small_write *a = small_write_new(WRITE_HEALTH, olt);
	struct writer_work work = work_of(a);

	if (!a)
		return;
	a->health.health = (struct olt_health){ .failures = health->failures,
		.suspended_ms = health->suspended_ms,
		.not_answering_ms = health->not_answering_ms,
		.last_answer_ms = health->last_answer_ms,
		.up_since_ms = health->up_since_ms };
	(void)snprintf(a->health.why, sizeof(a->health.why), "%s", why ? why : "");
	tidy(a->health.why);
	outbox_put(o, &work);
}

void
write_learnt(struct outbox *o, struct olt_id olt, const struct olt_learnt *learnt)
{
	struct small_write *a = small_write_new(WRITE_LEARNT, olt);
	struct writer_work work = work_of(a);

	if (!a)
		return;
	a->learnt = *learnt;
	outbox_note(o, &work);
}

void
write_profile(struct outbox *o, struct olt_id olt, const struct olt_detected *detected)
{
	struct small_write *a = small_write_new(WRITE_PROFILE, olt);
	struct writer_work work = work_of(a);

	if (!a)
		return;
	(void)snprintf(
	    a->detected.profile, sizeof(a->detected.profile), "%s", detected->profile);
	(void)snprintf(a->detected.brand, sizeof(a->detected.brand), "%s",
	    detected->brand ? detected->brand : "");
	(void)snprintf(a->detected.model, sizeof(a->detected.model), "%s",
	    detected->model ? detected->model : "");
	tidy(a->detected.model);
	outbox_put(o, &work);
}

void
write_column(struct outbox *o, struct olt_id olt, const char *oid, enum olt_column state)
{
	struct small_write *a = small_write_new(WRITE_COLUMN, olt);
	struct writer_work work = work_of(a);

	if (!a)
		return;
	(void)snprintf(a->column.oid, sizeof(a->column.oid), "%s", oid);
	a->column.state = state;
	a->column.since_ms = clock_wall_ms();
	outbox_note(o, &work);
}

void
write_falls(struct outbox *o, struct olt_id olt, const struct port_fall *falls, size_t n)
{
	struct small_write *a = small_write_new(WRITE_FALLS, olt);
	struct writer_work work = work_of(a);

	if (!a)
		return;
	a->falls.n = n < WRITE_FALLS_MAX ? n : WRITE_FALLS_MAX;
	for (size_t i = 0; i < a->falls.n; i++)
		a->falls.at[i] = falls[i];
	a->falls.at_ms = clock_wall_ms();
	outbox_note(o, &work);
}
