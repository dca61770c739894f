/* SPDX-License-Identifier: Apache-2.0
 *
 * The order inside the transaction: who is there, what they said, what happened,
 * the numbers for history; then the attempt, the node, the quota; the record last,
 * because it has the counts of all that, and because its UPDATE is the one that
 * notices if somebody ended the execution meanwhile.
 */
#include "store/finish.h"

#include <assert.h>
#include <math.h>

#include "base/vec.h"
#include "store/account.h"
#include "store/db/db.h"
#include "store/events.h"
#include "store/execution_int.h"
#include "store/known.h"
#include "store/presence.h"
#include "store/samples.h"

struct finishing {
	struct db *db;
	struct samples *samples;
	const struct finish *f;
	struct arena *arena;
	int64_t now_ms;
	struct known known;
	const struct finish_row **rows; /* the row of each known ONU, or NULL */
	bool *is_changed; /* one per known ONU */
	struct vec events;
	struct finish_result result;
	struct err *err;
};

static enum rc
no_memory(struct finishing *x)
{
	return err_set(x->err, RC_NOMEM, "no memory to finish an execution");
}

/* ---- who is there ------------------------------------------------------------ */

static enum rc
apply_discovery(struct finishing *x)
{
	const struct finish *f = x->f;
	struct discovery_row *rows =
	    arena_alloc(x->arena, (f->n_rows + 1) * sizeof(*rows));
	struct discovery_walk walk = { f->is_complete, f->n_rows, rows };
	struct presence p = { f->execution.olt, x->now_ms, &walk, &f->rules };
	struct discovery d;
	enum rc rc;

	if (!rows)
		return no_memory(x);
	for (size_t i = 0; i < f->n_rows; i++)
		rows[i] =
		    (struct discovery_row){ f->rows[i].position, f->rows[i].serial };
	rc = presence_apply(x->db, &p, x->arena, &x->known, &x->events, &d, x->err);
	if (rc != RC_OK)
		return rc;
	x->result.is_held = d.is_held;
	if (!d.is_held) {
		x->result.onus.fresh = d.n_new;
		x->result.onus.absent = d.n_absent;
	}
	return RC_OK;
}

/* ---- what they said ---------------------------------------------------------- */

static enum rc
match_rows(struct finishing *x)
{
	struct onu_finder *finder OWNED(onu_finder_free) =
	    onu_finder_new(x->known.onus, x->known.n);

	x->rows =
	    arena_alloc(x->arena, (x->known.n + 1) * sizeof(const struct finish_row *));
	x->is_changed = arena_alloc(x->arena, x->known.n + 1);
	if (!finder || !x->rows || !x->is_changed)
		return no_memory(x);
	for (size_t i = 0; i < x->f->n_rows; i++) {
		const struct finish_row *row = &x->f->rows[i];
		const struct onu *onu = onu_find_serial(finder, row->serial);

		if (!onu)
			onu = onu_find_position(finder, &row->position);
		if (onu)
			x->rows[onu - x->known.onus] = row;
		else
			x->result.n_unknown++;
	}
	return RC_OK;
}

static bool
event_of(enum purpose purpose, enum onu_event_kind *ret_kind)
{
	if (purpose == PURPOSE_RUN_STATE)
		*ret_kind = ONU_RUN_STATE;
	else if (purpose == PURPOSE_ADMIN_STATE)
		*ret_kind = ONU_ADMIN_STATE;
	else if (purpose == PURPOSE_DESCRIPTION)
		*ret_kind = ONU_DESCRIPTION;
	else
		return false;
	return true;
}

/* What was learnt for the first time has not changed. */
static enum rc
say_change(struct finishing *x, size_t i, enum purpose purpose,
    const struct value *before, const struct value *after)
{
	struct onu_event event = { .onu = x->known.onus[i].id,
		.at_ms = x->now_ms,
		.before = latest_text(before),
		.after = latest_text(after) };

	if (before->kind == VALUE_NULL || !event_of(purpose, &event.kind))
		return RC_OK;
	return events_add(&x->events, &event, x->err);
}

static enum rc
compare_value(struct finishing *x, size_t i, enum purpose purpose, const struct value *v)
{
	int place = latest_place(purpose);
	struct latest *latest = &x->known.latest[i];
	struct value now;
	enum rc rc;

	if (place < 0)
		return RC_OK;
	now = latest_typed(purpose, v);
	if (latest_is_same(&latest->at[place], &now))
		return RC_OK;
	rc = say_change(x, i, purpose, &latest->at[place], &now);
	if (purpose == PURPOSE_RUN_STATE)
		latest->run_since_ms = x->now_ms;
	latest->at[place] = now;
	x->is_changed[i] = true;
	return rc;
}

static enum rc
compare_values(struct finishing *x)
{
	for (size_t i = 0; i < x->known.n; i++) {
		const struct finish_row *row = x->rows[i];

		for (size_t c = 0; row && c < x->f->n_columns; c++) {
			enum rc rc = RC_OK;

			if (row->answered >> c & 1)
				rc = compare_value(
				    x, i, x->f->columns[c], &row->values[c]);
			if (rc != RC_OK)
				return rc;
		}
		x->result.n_updated += x->is_changed[i];
	}
	x->result.onus.changed = x->result.n_updated;
	return RC_OK;
}

static enum rc
update_changed(struct finishing *x)
{
	struct brought by = { x->f->execution.id, x->now_ms };
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	if (x->result.n_updated == 0)
		return RC_OK;
	rc = known_prepare_latest(x->db, x->known.places, &q, x->err);
	for (size_t i = 0; rc == RC_OK && i < x->known.n; i++) {
		if (x->is_changed[i])
			rc = known_update_latest(q, &x->known, i, &by, x->err);
	}
	return rc == RC_OK ? db_bulk_end(q, x->err) : rc;
}

/* ---- the numbers ------------------------------------------------------------- */

static void
gather(const struct finishing *x, size_t c, double *numbers)
{
	for (size_t i = 0; i < x->known.n; i++) {
		const struct finish_row *row = x->rows[i];

		if (!row || !(row->answered >> c & 1) ||
		    !latest_number(&row->values[c], &numbers[i]))
			numbers[i] = NAN;
	}
}

static enum rc
write_history(struct finishing *x)
{
	struct run_readings run = { x->f->execution.olt, x->now_ms, x->known.n, NULL };
	int64_t *ids = arena_alloc(x->arena, (x->known.n + 1) * sizeof(*ids));
	double *numbers = arena_alloc(x->arena, (x->known.n + 1) * sizeof(*numbers));

	if (!ids || !numbers)
		return no_memory(x);
	for (size_t i = 0; i < x->known.n; i++)
		ids[i] = x->known.onus[i].id.v;
	run.onus = ids;
	for (size_t c = 0; c < x->f->n_columns; c++) {
		enum rc rc;

		if (!metric_of(x->f->columns[c]))
			continue;
		gather(x, c, numbers);
		rc = samples_write(
		    x->samples, x->db, &run, x->f->columns[c], numbers, x->err);
		if (rc != RC_OK)
			return rc;
	}
	return RC_OK;
}

/* ---- all of it --------------------------------------------------------------- */

/* Where the values of this run are kept. */
static uint32_t
places_of(const struct finish *f)
{
	uint32_t places = 0;

	for (size_t c = 0; c < f->n_columns; c++) {
		int place = latest_place(f->columns[c]);

		if (place >= 0)
			places |= UINT32_C(1) << place;
	}
	return places;
}

static enum rc
write_results(struct finishing *x)
{
	enum rc rc = known_load(
	    x->db, x->f->execution.olt, places_of(x->f), x->arena, &x->known, x->err);

	if (rc == RC_OK && x->f->is_discovery)
		rc = apply_discovery(x);
	if (rc == RC_OK)
		rc = match_rows(x);
	if (rc == RC_OK)
		rc = compare_values(x);
	if (rc == RC_OK)
		rc = update_changed(x);
	if (rc == RC_OK)
		rc = events_write(
		    x->db, x->f->execution.olt, x->f->execution.id, &x->events, x->err);
	x->result.n_events = (int64_t)x->events.n;
	return rc == RC_OK ? write_history(x) : rc;
}

static enum rc
write_record(struct finishing *x)
{
	struct execution e = x->f->execution;

	e.onus.fresh = x->result.onus.fresh;
	e.onus.absent = x->result.onus.absent;
	e.onus.changed = x->result.onus.changed;
	x->result.onus = e.onus;
	return execution_write(x->db, &e, &x->result.was_done, x->err);
}

static bool
brings_results(enum execution_state state)
{
	return state == EXECUTION_SUCCESS || state == EXECUTION_PARTIAL;
}

static enum rc
write_all(struct finishing *x)
{
	const struct execution *e = &x->f->execution;
	enum rc rc = execution_was_done(x->db, e, &x->result.was_done, x->err);

	if (rc != RC_OK || x->result.was_done)
		return rc;
	if (brings_results(e->state))
		rc = write_results(x);
	if (rc == RC_OK && brings_results(e->state))
		rc = store_parts_apply(
		    x->db, e->olt, &x->f->parts, x->now_ms, &x->result.n_parts, x->err);
	if (rc == RC_OK)
		rc = account_attempt(x->db, e, &x->f->attempt, x->err);
	if (rc == RC_OK && execution_is_over(e->state))
		rc = account_end(x->db, e, &x->f->node, x->err);
	return rc == RC_OK ? write_record(x) : rc;
}

enum rc
store_execution_finish_in(struct db *db, struct samples *samples,
    const struct finish *finish, struct finish_result *ret, struct err *err)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct finishing x = { .db = db,
		.samples = samples,
		.f = finish,
		.arena = arena,
		.now_ms = finish->execution.finished_ms,
		.events = EVENTS_INIT,
		.err = err };
	enum rc rc;

	assert(finish->n_columns <= FINISH_COLUMNS_MAX);
	execution_check(&finish->execution);
	if (!arena)
		return no_memory(&x);
	rc = write_all(&x);
	vec_fini(&x.events);
	if (rc == RC_OK)
		*ret = x.result;
	return rc;
}

enum rc
store_execution_finish(struct db *db, struct samples *samples,
    const struct finish *finish, struct finish_result *ret, struct err *err)
{
	struct finish_result result;
	enum rc rc = db_begin(db, err);

	if (rc == RC_OK)
		rc = store_execution_finish_in(db, samples, finish, &result, err);
	if (rc == RC_OK)
		rc = db_commit(db, err);
	if (rc != RC_OK) {
		db_rollback(db);
		samples_drop(samples);
		return rc;
	}
	samples_keep(samples);
	*ret = result;
	return RC_OK;
}
