/* SPDX-License-Identifier: Apache-2.0 */
#include "store/onu/onu_values.h"

#include "base/arena.h"
#include "store/value/custom.h"
#include "store/db/query.h"
#include "store/value/onu_set.h"
#include "store/work/stamp_table.h"

struct telling {
	struct db *db;
	struct arena *arena;
	struct onu_set known; /* the one ONU */
	void (*found)(void *ctx, const struct onu_value *value);
	void *ctx;
	struct err *err;
};

/* The stamp of the OLT counts from when the ONU was there to be asked. */
static struct stamp
stamp_of(const struct telling *t, const struct stamp *own, const struct stamp *base)
{
	static const struct stamp NEVER = { 0 };

	if (own)
		return *own;
	return base->at_ms < t->known.onus[0].first_seen_ms ? NEVER : *base;
}

static void
tell(const struct telling *t, struct onu_value *value, const struct stamp *stamp)
{
	value->at_ms = stamp->at_ms;
	value->execution = stamp->execution;
	t->found(t->ctx, value);
}

static enum rc
tell_builtin(const struct telling *t)
{
	const struct latest *latest = &t->known.latest[0];
	struct value_column columns[LATEST_MAX] = { 0 };
	struct stamps own;
	enum rc rc;

	for (size_t i = 0; i < LATEST_MAX; i++)
		columns[i].name = purpose_info(latest_purpose(i))->name;
	rc = stamp_table_load(t->db, t->known.olt, columns, LATEST_MAX, t->err);
	if (rc != RC_OK)
		return rc;
	stamps_decode(latest->stamps, latest->stamps_len, &own);
	for (size_t i = 0; i < LATEST_MAX; i++) {
		struct onu_value value = { .purpose = latest_purpose(i),
			.value = *onu_set_value(&t->known, 0, i) };
		struct stamp stamp = stamp_of(
		    t, stamps_has(&own, i) ? &own.at[i] : NULL, &columns[i].base);

		tell(t, &value, &stamp);
	}
	return RC_OK;
}

static enum rc
tell_custom_row(const struct telling *t, const struct db_stmt *q)
{
	struct onu_value value = { .purpose = PURPOSE_CUSTOM, .custom = db_text(q, 2) };
	struct stamp base = { db_int(q, 0), { db_int(q, 1) } }, stamp;
	struct custom_value custom;

	if (!custom_from_row(q, 3, t->arena, &custom))
		return err_set(t->err, RC_NOMEM, "no memory for an ONU's values");
	value.value = custom.value;
	stamp = stamp_of(t, custom.has_stamp ? &custom.stamp : NULL, &base);
	tell(t, &value, &stamp);
	return RC_OK;
}

static enum rc
tell_custom(const struct telling *t)
{
	static const char sql[] =
	    "SELECT base_ms, base_execution, name, " CUSTOM_COLUMNS " FROM onu_custom "
	    "LEFT JOIN (SELECT olt_id AS base_olt, purpose AS base_purpose, "
	    "at_ms AS base_ms, execution_id AS base_execution FROM value_stamps) AS base "
	    "ON base_olt = olt_id AND base_purpose = 'custom:' || name "
	    "WHERE onu_id = $1 ORDER BY name";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(t->db, sql, DB_ARGS(t->known.onus[0].id.v), &q, t->err);

	while (db_next(q, &rc, t->err))
		rc = tell_custom_row(t, q);
	return rc;
}

enum rc
store_onu_values(struct db *db, struct onu_id onu,
    void (*found)(void *ctx, const struct onu_value *value), void *ctx, struct err *err)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct telling t = {
		.db = db, .arena = arena, .found = found, .ctx = ctx, .err = err
	};
	enum rc rc;

	if (!arena)
		return err_set(err, RC_NOMEM, "no memory for an ONU's values");
	rc = onu_set_load_onu(db, onu, arena, &t.known, err);
	if (rc == RC_OK)
		rc = tell_builtin(&t);
	return rc == RC_OK ? tell_custom(&t) : rc;
}

enum rc
store_onu_get(struct db *db, struct onu_id onu, struct arena *arena, struct onu *ret_onu,
    struct err *err)
{
	struct onu_set known;
	enum rc rc = onu_set_load_onu(db, onu, arena, &known, err);

	if (rc == RC_OK)
		*ret_onu = known.onus[0];
	return rc;
}
