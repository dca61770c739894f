/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/ledger_writer_int.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/log.h"
#include "base/tidy.h"
#include "base/vec.h"
#include "model/plan.h"
#include "ledger/phrasebook.h"
#include "store/ledger/coordinator.h"
#include "store/ledger/plan.h"
#include "store/ledger/quota.h"

enum {
	BATCH_BYTES_MAX = 64 * 1024 * 1024,
	MESSAGE_BYTES_MAX = 2048,
	BATCH_ROWS_MAX = 256, /* so that a write stays small */
	WAITING_MAX = 200, /* writes in the writer's queue above which hours wait */
};

enum row_kind {
	ROW_QUOTA,
	ROW_VIOLATION,
	ROW_PLAN,
	ROW_PLAN_MOVE,
	ROW_LOG,
	ROW_STATS,
};

struct row_to_write {
	enum row_kind kind;
	bool was_refused; /* by an error of this row: the others are written without it */
	union {
		struct quota quota;
		struct violation violation;
		struct plan plan;
		struct coordinator_entry entry;
		struct poller_stats stats;
	};
};

struct batch {
	struct arena *arena; /* for texts and runs */
	struct vec rows; /* struct row_to_write */
	int64_t now_ms;
};

struct ledger_writer {
	struct ledger_writer_options options;
	struct batch *batch; /* being filled; NULL: empty */
};

static void
batch_free(void *ctx)
{
	struct batch *b = ctx;

	if (!b)
		return;
	vec_fini(&b->rows);
	arena_free(b->arena);
	free(b);
}

/* ---- on the writer's thread ---------------------------------------------------- */

static enum rc
write_plan_move(struct db *db, const struct plan *plan, struct err *err)
{
	enum rc rc = store_plan_move(db, plan, err);

	return rc == RC_NOT_FOUND ? RC_OK : rc; /* it was never written */
}

static enum rc
write_row(const struct batch *b, struct row_to_write *row, struct db *db, struct err *err)
{
	switch (row->kind) {
	case ROW_QUOTA:
		return store_quota_put(db, &row->quota, b->now_ms, err);
	case ROW_VIOLATION:
		return store_violation_add(db, &row->violation, err);
	case ROW_PLAN:
		return store_plan_put(db, &row->plan, err);
	case ROW_PLAN_MOVE:
		return write_plan_move(db, &row->plan, err);
	case ROW_LOG:
		return store_log_add(db, &row->entry, 1, err);
	case ROW_STATS:
		return store_poller_stats_add(db, &row->stats, err);
	}
	return RC_OK;
}

/* A refused row aborts the transaction. The writer then tries each write separately, and
 * the second time this one omits the row. */
static enum rc
write_batch(void *ctx, struct db *db, struct err *err)
{
	struct batch *b = ctx;

	for (size_t i = 0; i < b->rows.n; i++) {
		struct row_to_write *row = VEC_AT(&b->rows, struct row_to_write, i);
		enum rc rc = row->was_refused ? RC_OK : write_row(b, row, db, err);

		if (rc == RC_OK)
			continue;
		if (rc != RC_CONFLICT && rc != RC_INVALID && rc != RC_NOT_FOUND)
			return rc;
		row->was_refused = true;
		return rc;
	}
	return RC_OK;
}

static void
say_failed(void *ctx, enum rc rc, const char *message)
{
	(void)ctx;
	if (rc != RC_OK && rc != RC_CANCELLED)
		log_warn("engine", "rows of the ledger were not written: %s", message);
}

/* ---- on the engine thread ------------------------------------------------------ */

struct ledger_writer *
ledger_writer_new(const struct ledger_writer_options *options)
{
	struct ledger_writer *c = calloc(1, sizeof(*c));

	if (c)
		c->options = *options;
	return c;
}

void
ledger_writer_free(struct ledger_writer *c)
{
	if (!c)
		return;
	batch_free(c->batch);
	free(c);
}

static struct batch *
batch_new(void)
{
	struct batch *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->rows = (struct vec)VEC_INIT(struct row_to_write);
	b->arena = arena_new(BATCH_BYTES_MAX);
	if (b->arena)
		return b;
	batch_free(b);
	return NULL;
}

void
ledger_writer_flush(struct ledger_writer *c)
{
	struct writer_work work = { write_batch, say_failed, batch_free, c->batch };

	if (!c->batch)
		return;
	c->batch = NULL;
	outbox_put(c->options.outbox, &work);
}

static struct row_to_write *
add(struct ledger_writer *c, enum row_kind kind)
{
	struct row_to_write *row;

	if (c->batch && c->batch->rows.n >= BATCH_ROWS_MAX)
		ledger_writer_flush(c);
	if (!c->batch)
		c->batch = batch_new();
	row = c->batch ? vec_add(&c->batch->rows) : NULL;
	if (row)
		row->kind = kind;
	else
		log_error("engine", "no memory for a row of the ledger");
	return row;
}

/* Our own JSON, which is complete. */
static const char *
copy_json(const struct ledger_writer *c, const char *text)
{
	const char *mine = text ? arena_copy(c->batch->arena, text, strlen(text)) : NULL;

	return mine ? mine : "{}";
}

static const char *
copy(const struct ledger_writer *c, const char *text)
{
	char *mine = text ? arena_copy(c->batch->arena, text, strlen(text)) : NULL;

	if (!mine)
		return "";
	tidy(mine);
	return mine;
}

static bool
has_room(void *ctx)
{
	const struct ledger_writer *c = ctx;
	struct outbox_figures f = outbox_figures(c->options.outbox);

	return f.waiting == 0 && f.writer.waiting < WAITING_MAX &&
	    f.writer.waiting < f.writer.bound / 2;
}

static void
put_quota(void *ctx, const struct quota *quota)
{
	struct row_to_write *row = add(ctx, ROW_QUOTA);

	if (row)
		row->quota = *quota;
}

static void
add_violation(void *ctx, const struct violation *violation)
{
	struct ledger_writer *c = ctx;
	struct row_to_write *row = add(c, ROW_VIOLATION);

	if (!row)
		return;
	row->violation = *violation;
	row->violation.report = copy_json(c, violation->report);
	row->violation.acked_by = "";
}

static void
put_plan(void *ctx, const struct plan *plan)
{
	struct ledger_writer *c = ctx;
	struct row_to_write *row = add(c, ROW_PLAN);
	struct plan_run *runs;

	if (!row)
		return;
	row->plan = *plan;
	runs = arena_alloc(c->batch->arena, (plan->n_runs + 1) * sizeof(*runs));
	if (runs && plan->n_runs)
		memcpy(runs, plan->runs, plan->n_runs * sizeof(*runs));
	row->plan.runs = runs;
	row->plan.n_runs = runs ? plan->n_runs : 0;
	row->plan.runs_json = NULL;
}

static void
move_plan(void *ctx, const struct plan *plan)
{
	struct row_to_write *row = add(ctx, ROW_PLAN_MOVE);

	if (!row)
		return;
	row->plan = *plan;
	row->plan.runs = NULL;
	row->plan.n_runs = 0;
	row->plan.runs_json = NULL;
}

static void
write_entry(struct ledger_writer *c, const struct coordinator_entry *entry)
{
	struct row_to_write *row = add(c, ROW_LOG);

	if (c->options.log)
		c->options.log(c->options.ctx, entry);
	if (!row)
		return;
	row->entry = *entry;
	row->entry.event = copy(c, entry->event);
	row->entry.message = copy(c, entry->message);
	row->entry.details = entry->details ? copy_json(c, entry->details) : NULL;
}

/* Add the English message, for users of other languages; NULL: out of memory. */
static char *
details_with_message(const struct coordinator_entry *entry)
{
	json_t *details = entry->details ? json_loads(entry->details, 0, NULL) : NULL;
	char *text;

	if (!json_is_object(details)) {
		json_decref(details);
		details = json_object();
	}
	(void)json_object_set_new(details, "message", json_string(entry->message));
	text = json_dumps(details, JSON_COMPACT);
	json_decref(details);
	return text;
}

static void
write_log(void *ctx, const struct coordinator_entry *entry)
{
	struct ledger_writer *c = ctx;
	struct coordinator_entry told = *entry;
	struct buf message = BUF_INIT(MESSAGE_BYTES_MAX);
	char *details;

	if (!c->options.book) {
		write_entry(c, entry);
		return;
	}
	phrasebook_line(c->options.book, entry, &message);
	details = details_with_message(entry);
	if (buf_ok(&message))
		told.message = buf_text(&message);
	if (details)
		told.details = details;
	write_entry(c, &told);
	free(details);
	buf_fini(&message);
}

static void
add_stats(void *ctx, const struct poller_stats *stats)
{
	struct ledger_writer *c = ctx;
	struct row_to_write *row = add(c, ROW_STATS);

	if (!row)
		return;
	row->stats = *stats;
	row->stats.machine = copy(c, stats->machine);
}

void
ledger_writer_speak(struct ledger_writer *c, const struct phrasebook *book)
{
	c->options.book = book;
}

struct ledger_ops
ledger_writer_ops(struct ledger_writer *c)
{
	return (struct ledger_ops){ .has_room = has_room,
		.put_quota = put_quota,
		.add_violation = add_violation,
		.put_plan = put_plan,
		.move_plan = move_plan,
		.log = write_log,
		.stats = add_stats,
		.ctx = c };
}
