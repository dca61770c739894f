/* SPDX-License-Identifier: Apache-2.0
 *
 * The values of an OLT are a few thousand at most: those before are read, the new ones are
 * written over them, and what is too many leaves.
 */
#include "store/part/olt_values.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/map.h"
#include "history/rate.h"
#include "store/value/custom.h"
#include "store/db/query.h"
#include "store/value/latest.h"
#include "store/part/olt_values_int.h"

/* Faster than any interface: beyond it a counter was started anew. */
#define FASTEST_PER_S 1.25e11

static enum rc
no_memory(struct applying_values *x)
{
	return err_set(x->err, RC_NOMEM, "no memory for the values of an OLT");
}

/* An index as text whose order is that of its numbers: each number is preceded by how
 * many digits it has. In the arena; NULL: no memory. Pure. */
static const char *
olt_value_order(const char *index, struct arena *arena)
{
	size_t n = strlen(index);
	char *order = arena_alloc(arena, 2 * n + 2);
	size_t to = 0;

	for (size_t at = 0; order && at < n;) {
		size_t digits = strcspn(index + at, ".");

		order[to++] = digits > 9 ? 'a' : (char)('0' + digits);
		memcpy(order + to, index + at, digits);
		to += digits;
		at += digits + (index[at + digits] == '.');
	}
	return order;
}

/* ---- what was there ------------------------------------------------------------ */

const char *
olt_value_key(struct arena *arena, const char *name, const char *index, size_t *ret_n)
{
	size_t n_name = strlen(name) + 1, n_index = strlen(index);
	char *key = arena_alloc(arena, n_name + n_index + 1);

	if (!key)
		return NULL;
	memcpy(key, name, n_name);
	memcpy(key + n_name, index, n_index);
	*ret_n = n_name + n_index;
	return key;
}

static enum rc
add_stored(struct applying_values *x, const struct db_stmt *q)
{
	struct stored_value *kept = arena_alloc(x->arena, sizeof(*kept));
	size_t n;
	const char *key = olt_value_key(x->arena, db_text(q, 0), db_text(q, 1), &n);
	enum rc rc;

	if (!kept || !key || !custom_from_row(q, 2, x->arena, &kept->value))
		return no_memory(x);
	rc = map_add(x->stored, key, n, kept);
	return rc == RC_OK ? RC_OK : no_memory(x);
}

static enum rc
load_stored(struct applying_values *x)
{
	static const char sql[] =
	    "SELECT name, idx, " CUSTOM_COLUMNS " FROM olt_values WHERE olt_id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(x->db, sql, DB_ARGS(x->run->olt.v), &q, x->err);

	while (db_next(q, &rc, x->err))
		rc = add_stored(x, q);
	return rc;
}

/* ---- rates --------------------------------------------------------------------- */

static double
rate_of(const struct applying_values *x, const struct custom_value *before,
    const struct value *v)
{
	int64_t uptime_ms =
	    x->run->uptime_ms > 0 ? x->run->uptime_ms : HISTORY_UPTIME_UNKNOWN;

	if (!before)
		return NAN;
	return latest_rate(&(struct latest_counted){ &before->value, v,
	    before->stamp.at_ms, x->run->now_ms, uptime_ms, FASTEST_PER_S });
}

/* ---- writing ------------------------------------------------------------------- */

static bool
is_counter(const struct value *v)
{
	return v->kind == VALUE_INT && v->counter_bits != 0;
}

static enum rc
bind_one(struct applying_values *x, struct db_stmt *q, const struct olt_value *v,
    const struct taken_value *taken)
{
	const char *order = olt_value_order(v->index, x->arena);

	if (!order)
		return no_memory(x);
	db_bind_text(q, 2, v->name);
	db_bind_text(q, 3, v->index);
	db_bind_text(q, 4, order);
	db_bind_text(q, 5, v->place ? v->place : "");
	db_bind_text(q, 6, v->oid ? v->oid : "");
	db_bind_text(q, 7, v->unit ? v->unit : "");
	custom_bind(q, 8, &v->value);
	db_bind_int(q, 13, is_counter(&v->value));
	db_bind_real(q, 14, is_counter(&v->value) ? taken->number : NAN);
	return db_bulk(q, x->err);
}

/* The number for history, and whether it is news. */
static bool
take(struct applying_values *x, const struct olt_value *v, struct taken_value *taken)
{
	struct stored_value *kept = map_find(x->stored, taken->key, taken->n_key);
	double number;

	taken->number = NAN;
	taken->is_whole = v->value.kind == VALUE_INT;
	if (v->value.kind == VALUE_NULL && v->keep_previous)
		return false;
	if (is_counter(&v->value)) {
		taken->number = rate_of(x, kept ? &kept->value : NULL, &v->value);
		taken->is_whole = false;
	} else if (v->value.kind != VALUE_STATE && latest_number(&v->value, &number))
		taken->number = number;
	x->changed += !kept || !latest_is_same(&kept->value.value, &v->value);
	return true;
}

static enum rc
take_each(struct applying_values *x, struct db_stmt *q)
{
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < x->run->n; i++) {
		const struct olt_value *v = &x->run->values[i];
		struct taken_value *taken = &x->taken[i];

		taken->key = olt_value_key(x->arena, v->name, v->index, &taken->n_key);
		if (!taken->key)
			return no_memory(x);
		/* The same one twice in a run: the first counts. */
		rc = map_add(x->by_key, taken->key, taken->n_key, taken);
		if (rc == RC_NOMEM)
			return no_memory(x);
		if (rc == RC_CONFLICT || !take(x, v, taken)) {
			rc = RC_OK;
			continue;
		}
		rc = bind_one(x, q, v, taken);
	}
	return rc == RC_OK ? db_bulk_end(q, x->err) : rc;
}

static enum rc
write_values(struct applying_values *x)
{
	static const char sql[] =
	    "INSERT INTO olt_values (olt_id, name, idx, idx_order, place, oid, unit, "
	    "kind, int_value, real_value, text_value, state, is_counter, rate, "
	    "first_seen_ms, at_ms, execution_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, "
	    "$9, $10, $11, $12, $13, $14, $15, $15, $16) "
	    "ON CONFLICT (olt_id, name, idx) DO UPDATE SET place = excluded.place, "
	    "oid = excluded.oid, unit = excluded.unit, kind = excluded.kind, "
	    "int_value = excluded.int_value, real_value = excluded.real_value, "
	    "text_value = excluded.text_value, state = excluded.state, "
	    "is_counter = excluded.is_counter, rate = excluded.rate, "
	    "at_ms = excluded.at_ms, execution_id = excluded.execution_id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(x->db, sql, &q, x->err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, x->run->olt.v);
	db_bind_int(q, 15, x->run->now_ms);
	db_bind_int(q, 16, x->run->execution.v);
	return take_each(x, q);
}

/* ---- ceilings ------------------------------------------------------------------ */

/* name NULL: of all names together. */
static enum rc
trim(struct applying_values *x, const char *name, int64_t most)
{
	static const char sql[] =
	    "DELETE FROM olt_values WHERE id IN (SELECT id FROM olt_values "
	    "WHERE olt_id = $1 AND (name = $2 OR CAST($2 AS TEXT) IS NULL) "
	    "ORDER BY at_ms DESC, id LIMIT 1000000 OFFSET $3)";

	return db_exec(x->db, sql, DB_ARGS(x->run->olt.v, name, most), x->err);
}

/* Only a run that brought something new can have brought too much. */
static enum rc
trim_all(struct applying_values *x)
{
	const char *last = NULL;
	enum rc rc = RC_OK;

	if (map_count(x->stored) + x->run->n <= OLT_VALUES_OF_NAME_MAX)
		return RC_OK;
	for (size_t i = 0; rc == RC_OK && i < x->run->n; i++) {
		const char *name = x->run->values[i].name;

		if (last && strcmp(last, name) == 0)
			continue;
		rc = trim(x, name, OLT_VALUES_OF_NAME_MAX);
		last = name;
	}
	return rc == RC_OK ? trim(x, NULL, OLT_VALUES_MAX) : rc;
}

/* ---- all of it ----------------------------------------------------------------- */

static enum rc
apply(struct applying_values *x, struct samples *samples)
{
	enum rc rc;

	x->taken = arena_alloc(x->arena, (x->run->n + 1) * sizeof(*x->taken));
	if (!x->taken || !x->stored || !x->by_key)
		return no_memory(x);
	rc = load_stored(x);
	if (rc == RC_OK)
		rc = write_values(x);
	if (rc == RC_OK)
		rc = trim_all(x);
	return rc == RC_OK ? olt_values_write_history(x, samples) : rc;
}

enum rc
olt_values_apply(struct db *db, struct samples *samples, const struct olt_values_run *run,
    struct arena *arena, int64_t *ret_changed, struct err *err)
{
	struct applying_values x = { .db = db, .run = run, .arena = arena, .err = err };
	enum rc rc;

	if (run->n == 0)
		return RC_OK;
	x.stored = map_new();
	x.by_key = map_new();
	rc = apply(&x, samples);
	map_free(x.stored);
	map_free(x.by_key);
	if (rc == RC_OK && ret_changed)
		*ret_changed = x.changed;
	return rc;
}

enum rc
olt_values_in_metrics(struct db *db, int64_t most,
    enum rc (*found)(void *ctx, const struct olt_value_metric *value), void *ctx,
    struct err *err)
{
	static const char sql[] =
	    "SELECT v.olt_id, v.name, v.idx, v.place, CASE WHEN v.kind = 'int' "
	    "THEN CAST(v.int_value AS DOUBLE PRECISION) ELSE v.real_value END, v.at_ms "
	    "FROM olt_values v JOIN olts l ON l.id = v.olt_id AND l.deleted_ms IS NULL "
	    "WHERE v.kind IN ('int', 'real') AND (v.name, v.oid) IN "
	    "(SELECT substr(purpose, 8), ltrim(oid, '.') FROM oids WHERE in_metrics = 1 "
	    "AND deleted_ms IS NULL AND purpose LIKE 'custom:%') "
	    "ORDER BY v.olt_id, v.name, v.idx_order LIMIT $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(most), &q, err);

	while (db_next(q, &rc, err)) {
		struct olt_value_metric v = { { db_int(q, 0) }, db_text(q, 1),
			db_text(q, 2), db_text(q, 3), db_real(q, 4), db_int(q, 5) };

		rc = found(ctx, &v);
	}
	return rc;
}
