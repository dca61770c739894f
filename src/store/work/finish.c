/* SPDX-License-Identifier: Apache-2.0
 *
 * The order inside the transaction: who is there, what they said, what happened,
 * the numbers for history; then the attempt, the node, the quota; the record last,
 * because it has the counts of all that, and because its UPDATE is the one that
 * notices if somebody ended the execution meanwhile.
 */
#include "store/work/finish.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/vec.h"
#include "store/work/account_int.h"
#include "store/db/query.h"
#include "store/work/events_int.h"
#include "store/work/execution_int.h"
#include "store/value/onu_set.h"
#include "store/part/parts_history.h"
#include "store/part/port_figures.h"
#include "store/work/presence_int.h"
#include "store/history/samples.h"
#include "store/work/values_int.h"

struct finishing {
	struct db *db;
	struct samples *samples;
	const struct finish *f;
	struct arena *arena;
	int64_t now_ms;
	struct onu_set known;
	const struct finish_row **rows; /* the row of each known ONU, or NULL */
	struct value_column *columns; /* once the values are taken */
	struct vec events;
	struct finish_result result;
	struct execution stored; /* as it stood before */
	struct err *err;
};

static enum rc
no_memory(struct finishing *x)
{
	return err_set(x->err, RC_NOMEM, "no memory to finish an execution");
}

/* ---- who is there ------------------------------------------------------------ */

static enum rc
tell_present(struct finishing *x)
{
	struct position *present;

	if (!x->f->tells_present)
		return RC_OK;
	present = calloc(x->known.n + 1, sizeof(*present));
	if (!present)
		return no_memory(x);
	x->result.present = present;
	for (size_t i = 0; i < x->known.n; i++) {
		if (x->known.onus[i].is_present)
			present[x->result.n_present++] = x->known.onus[i].position;
	}
	return RC_OK;
}

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
	x->result.is_too_many = d.is_too_many;
	rc = tell_present(x);
	if (rc == RC_OK && !d.is_held) {
		x->result.onus.fresh = d.n_new;
		x->result.onus.absent = d.n_absent;
	}
	return rc;
}

/* ---- what they said ---------------------------------------------------------- */

static enum rc
match_rows(struct finishing *x)
{
	struct onu_finder *finder OWNED(onu_finder_free) =
	    onu_finder_new(x->known.onus, x->known.n);

	x->rows =
	    arena_alloc(x->arena, (x->known.n + 1) * sizeof(const struct finish_row *));
	if (!finder || !x->rows)
		return no_memory(x);
	for (size_t i = 0; i < x->f->n_rows; i++) {
		const struct finish_row *row = &x->f->rows[i];
		const struct onu *onu = onu_find_row(finder, row->serial, &row->position);

		if (onu)
			x->rows[onu - x->known.onus] = row;
		else
			x->result.n_unknown++;
	}
	return RC_OK;
}

static enum rc
take_values(struct finishing *x)
{
	struct values_run run = { x->db, x->f, x->arena, &x->known, x->rows, &x->events };
	enum rc rc = values_apply(&run, &x->columns, &x->result.n_updated, x->err);

	x->result.onus.changed = x->result.n_updated;
	return rc;
}

/* ---- the numbers ------------------------------------------------------------- */

/* A custom column has history when there is a number in it. */
static enum rc
find_metric(struct finishing *x, const struct value_column *column, struct metric *ret)
{
	const struct metric *metric = metric_of(column->asked->purpose);

	if (metric) {
		*ret = *metric;
		return RC_OK;
	}
	return samples_metric(
	    x->samples, x->db, column->name, column->has_reals ? 100 : 1, ret, x->err);
}

static bool
has_numbers(const struct value_column *column, size_t n)
{
	for (size_t i = 0; column->numbers && i < n; i++) {
		if (!isnan(column->numbers[i]))
			return true;
	}
	return false;
}

static enum rc
write_history(struct finishing *x)
{
	struct run_readings run = { x->f->execution.olt, x->now_ms, x->known.n, NULL };
	int64_t *ids = arena_alloc(x->arena, (x->known.n + 1) * sizeof(*ids));
	struct metric metric = { 0 };

	if (!ids)
		return no_memory(x);
	for (size_t i = 0; i < x->known.n; i++)
		ids[i] = x->known.onus[i].id.v;
	run.onus = ids;
	for (size_t c = 0; c < x->f->n_columns; c++) {
		const struct value_column *column = &x->columns[c];
		enum rc rc;

		if (!has_numbers(column, x->known.n))
			continue;
		rc = find_metric(x, column, &metric);
		if (rc == RC_OK)
			rc = samples_write(
			    x->samples, x->db, &run, &metric, column->numbers, x->err);
		if (rc != RC_OK)
			return rc;
	}
	return RC_OK;
}

/* ---- all of it --------------------------------------------------------------- */

/* Where the values of this run are kept. Since when an ONU is as it is depends on three of
 * them, whichever the run brings. */
static uint32_t
places_of(const struct finish *f)
{
	uint32_t since = values_places_of_since(), places = 0;

	for (size_t c = 0; c < f->n_columns; c++) {
		int place = latest_place(f->columns[c].purpose);

		if (place >= 0)
			places |= UINT32_C(1) << place;
	}
	return places & since ? places | since : places;
}

/* The column of the run with this purpose; NULL: it has none. */
static const struct value_column *
column_of(const struct finishing *x, enum purpose purpose)
{
	for (size_t c = 0; c < x->f->n_columns; c++) {
		if (x->f->columns[c].purpose == purpose)
			return &x->columns[c];
	}
	return NULL;
}

/* That the run read states, of how many ONUs, and when most were read before: a consumer
 * of the event of its end learns it from there. */
static enum rc
note_states(struct finishing *x)
{
	static const char sql[] =
	    "UPDATE executions SET states_read = states_read + $2, states_of = $3, "
	    "states_before_ms = COALESCE(states_before_ms, "
	    "(SELECT b.started_ms FROM executions b WHERE b.id = $5), "
	    "NULLIF(CAST($4 AS BIGINT), 0)) WHERE id = $1";
	const struct value_column *column = column_of(x, PURPOSE_RUN_STATE);
	int64_t n_present = 0;

	if (!column || column->n_came == 0)
		return RC_OK;
	for (size_t i = 0; i < x->known.n; i++)
		n_present += x->known.onus[i].is_present;
	return db_exec(x->db, sql,
	    DB_ARGS(x->f->execution.id.v, (int64_t)column->n_came, n_present,
		column->base.at_ms, column->base.execution.v),
	    x->err);
}

static enum rc
write_results(struct finishing *x)
{
	enum rc rc = onu_set_load(
	    x->db, x->f->execution.olt, places_of(x->f), x->arena, &x->known, x->err);

	if (rc == RC_OK && x->f->is_discovery)
		rc = apply_discovery(x);
	if (rc == RC_OK)
		rc = match_rows(x);
	if (rc == RC_OK)
		rc = take_values(x);
	if (rc == RC_OK)
		rc = events_write(
		    x->db, x->f->execution.olt, x->f->execution.id, &x->events, x->err);
	x->result.n_events = (int64_t)x->events.n;
	if (rc == RC_OK)
		rc = note_states(x);
	return rc == RC_OK ? write_history(x) : rc;
}

static enum rc
write_record(struct finishing *x)
{
	struct execution e = x->f->execution;

	e.onus.fresh = x->result.onus.fresh;
	e.onus.absent = x->result.onus.absent;
	/* Those of its pieces before this one, if it came in pieces. */
	e.onus.changed = x->result.onus.changed + x->stored.onus.changed;
	x->result.onus = e.onus;
	return execution_write(x->db, &e, &x->result.was_done, x->err);
}

static bool
is_piece(const struct finish *f)
{
	return f->execution.state == EXECUTION_RUNNING && f->n_rows > 0;
}

static bool
brings_results(const struct finish *f)
{
	return f->execution.state == EXECUTION_SUCCESS ||
	    f->execution.state == EXECUTION_PARTIAL || is_piece(f);
}

/* Each piece has cost requests that those before it had not. */
static bool
is_known_piece(const struct finishing *x)
{
	return is_piece(x->f) &&
	    x->stored.traffic.requests == x->f->execution.traffic.requests;
}

static enum rc
write_parts(struct finishing *x)
{
	struct olt_id olt = x->f->execution.olt;
	struct parts parts = x->f->parts;
	enum rc rc;

	parts.uptime_ms = values_device_uptime(x->f);
	parts.execution = x->f->execution.id;
	rc = store_parts_apply(x->db, olt, &parts, x->now_ms, &x->result.n_parts, x->err);
	if (rc != RC_OK)
		return rc;
	return parts_history_write(
	    x->samples, x->db, &parts, olt, x->now_ms, x->arena, x->err);
}

/* From what ports count their ONUs as online, down or switched off. */
static void
look_at_states(const struct finishing *x, struct port_figures_run *run)
{
	static const enum purpose STATES[] = { PURPOSE_RUN_STATE, PURPOSE_ADMIN_STATE,
		PURPOSE_LAST_DOWN_CAUSE };

	run->has_states = x->f->is_discovery && !x->result.is_held;
	for (size_t i = 0; i < sizeof(STATES) / sizeof(STATES[0]); i++) {
		const struct value_column *column = column_of(x, STATES[i]);

		run->has_states |= column && column->is_changed;
		run->has_same_states |= column != NULL;
	}
}

static bool
has_port_traffic(const struct parts *parts)
{
	for (size_t i = 0; i < parts->n_ports; i++) {
		const struct port_row *row = &parts->ports[i];

		for (size_t v = 0; v < row->n_values; v++) {
			if (row->values[v].purpose == PURPOSE_TRAFFIC_IN ||
			    row->values[v].purpose == PURPOSE_TRAFFIC_OUT)
				return true;
		}
	}
	return false;
}

static enum rc
write_port_figures(struct finishing *x)
{
	struct port_figures_run run = { .olt = x->f->execution.olt,
		.now_ms = x->now_ms,
		.has_levels = column_of(x, PURPOSE_ONU_RX) && x->result.n_updated > 0,
		.is_over = execution_is_over(x->f->execution.state),
		.has_traffic = has_port_traffic(&x->f->parts) };

	look_at_states(x, &run);
	return port_figures_write(x->samples, x->db, &run, x->arena, x->err);
}

static enum rc
write_olt_values(struct finishing *x)
{
	struct olt_values_run run = { x->f->execution.olt, x->f->execution.id, x->now_ms,
		values_device_uptime(x->f), x->f->n_values, x->f->values };

	return olt_values_apply(
	    x->db, x->samples, &run, x->arena, &x->result.n_values, x->err);
}

static enum rc
write_all(struct finishing *x)
{
	const struct execution *e = &x->f->execution;
	enum rc rc =
	    execution_was_done(x->db, e, &x->stored, &x->result.was_done, x->err);

	x->result.was_done = x->result.was_done || (rc == RC_OK && is_known_piece(x));
	if (rc != RC_OK || x->result.was_done)
		return rc;
	if (brings_results(x->f))
		rc = write_results(x);
	if (rc == RC_OK && brings_results(x->f))
		rc = write_parts(x);
	if (rc == RC_OK && brings_results(x->f))
		rc = write_port_figures(x);
	if (rc == RC_OK && brings_results(x->f))
		rc = write_olt_values(x);
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
		.now_ms = finish_moment(finish),
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
	else
		free(x.result.present);
	return rc;
}

enum rc
store_execution_finish(struct db *db, struct samples *samples,
    const struct finish *finish, struct finish_result *ret, struct err *err)
{
	struct finish_result result = { 0 };
	enum rc rc = db_begin(db, err);

	if (rc == RC_OK)
		rc = store_execution_finish_in(db, samples, finish, &result, err);
	if (rc == RC_OK)
		rc = db_commit(db, err);
	if (rc != RC_OK) {
		db_rollback(db);
		samples_drop(samples);
		free(result.present);
		return rc;
	}
	samples_keep(samples);
	*ret = result;
	return RC_OK;
}
