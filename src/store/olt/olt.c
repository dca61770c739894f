/* SPDX-License-Identifier: Apache-2.0 */
#include "store/olt/olt.h"

#include <math.h>

#include "store/catalogue/catalogue_row.h"
#include "store/olt/olt_row.h"
#include "store/core/tx.h"
#include "store/db/query.h"

/* ---- reading ------------------------------------------------------------- */

/* Both coordinates, or none. */
static void
settle_location(struct olt *o)
{
	o->has_location = !isnan(o->latitude) && !isnan(o->longitude);
	if (!o->has_location)
		o->latitude = o->longitude = 0;
}

enum rc
olt_from_row(
    const struct db_stmt *q, struct arena *arena, struct olt *ret, struct err *err)
{
	struct olt o = { .id = { 0 } };
	enum rc rc = arena ? entity_read(&OLT_ENTITY, q, arena, &o, err)
			   : entity_from_row(&OLT_ENTITY, q, &o, err);

	if (rc != RC_OK)
		return rc;
	settle_location(&o);
	*ret = o;
	return RC_OK;
}

enum rc
olt_missing(struct olt_id id, struct err *err)
{
	return err_set(err, RC_NOT_FOUND, "there is no OLT %lld", (long long)id.v);
}

enum rc
store_olt_get(struct db *db, struct olt_id id, struct arena *arena, struct olt *ret_olt,
    struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = entity_query(
	    db, &OLT_ENTITY, "FROM olts WHERE id = $1", DB_ARGS(id.v), &q, err);

	if (rc == RC_OK)
		rc = db_first(q, err);
	if (rc == RC_NOT_FOUND)
		return olt_missing(id, err);
	return rc == RC_OK ? olt_from_row(q, arena, ret_olt, err) : rc;
}

enum rc
store_olt_list(
    struct db *db, enum olt_which which, store_olt_row row, void *ctx, struct err *err)
{
	static const char LIVE[] = "FROM olts WHERE deleted_ms IS NULL ORDER BY name";
	static const char DELETED[] =
	    "FROM olts WHERE deleted_ms IS NOT NULL ORDER BY name, id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = entity_query(
	    db, &OLT_ENTITY, which == OLTS_LIVE ? LIVE : DELETED, DB_NO_ARGS, &q, err);

	while (db_next(q, &rc, err)) {
		struct olt o;

		rc = olt_from_row(q, NULL, &o, err);
		if (rc == RC_OK)
			rc = row(ctx, &o);
	}
	return rc;
}

/* ---- writing ------------------------------------------------------------- */

static enum rc
insert_workflow(struct db *db, int64_t olt, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO workflows (olt_id, created_ms, updated_ms) VALUES ($1, $2, $2)";

	return db_exec(db, sql, DB_ARGS(olt, now_ms), err);
}

static enum rc
insert(struct db *db, const struct olt *olt, int64_t now_ms, int64_t *ret_id,
    struct err *err)
{
	enum rc rc = entity_insert(db, &OLT_ENTITY, olt, now_ms, ret_id, err);

	return rc == RC_OK ? insert_workflow(db, *ret_id, now_ms, err) : rc;
}

/* As it is in the database: no location is no number. */
static struct olt
row_of(const struct olt *olt)
{
	struct olt row = *olt;

	if (!row.has_location)
		row.latitude = row.longitude = NAN;
	return row;
}

static entity_set
fields_of(const struct olt_put *how, const struct olt *row)
{
	struct olt before;

	if (!how->before)
		return ENTITY_ALL;
	before = row_of(how->before);
	return entity_changed(&OLT_ENTITY, &before, row);
}

static enum rc
write_olt(struct db *db, const struct olt *olt, const struct olt_put *how,
    int64_t *ret_id, struct err *err)
{
	struct olt row = row_of(olt);
	struct entity_update update = { &OLT_ENTITY, &row, fields_of(how, &row),
		how->now_ms };
	enum rc rc;

	*ret_id = olt->id.v;
	rc = catalogue_check_place(db, olt->brand, olt->model, err);
	if (rc != RC_OK)
		return rc;
	if (olt->id.v == 0)
		rc = insert(db, &row, how->now_ms, ret_id, err);
	else
		rc = entity_update(db, &update, err);
	if (rc == RC_NOT_FOUND)
		return olt_missing(olt->id, err);
	if (rc == RC_CONFLICT)
		return err_set(
		    err, rc, "name: there is an OLT \"%s\" already", olt->name);
	if (rc == RC_OK && how->secrets)
		rc = olt_write_secrets(
		    db, how->vault, (struct olt_id){ *ret_id }, how->secrets, err);
	return rc;
}

enum rc
store_olt_put(struct db *db, struct olt *olt, const struct olt_put *how, struct err *err)
{
	struct tx tx;
	int64_t id = 0;
	enum rc rc = olt_check(olt, err);

	if (rc != RC_OK)
		return rc;
	rc = tx_begin(db, &tx, err);
	if (rc == RC_OK)
		rc = write_olt(db, olt, how, &id, err);
	rc = tx_end(&tx, rc, err);
	if (rc == RC_OK)
		olt->id.v = id;
	return rc;
}

/* ---- deleting ------------------------------------------------------------ */

enum rc
store_olt_delete(
    struct db *db, struct olt_id id, const struct olt_deletion *deletion, struct err *err)
{
	static const char sql[] =
	    "UPDATE olts SET deleted_ms = $2, deleted_by = $3, deleted_why = $4 "
	    "WHERE id = $1 AND deleted_ms IS NULL";
	enum rc rc = db_change(db, sql,
	    DB_ARGS(id.v, deletion->at_ms, deletion->by ? deletion->by : "",
		deletion->why ? deletion->why : ""),
	    err);

	return rc == RC_NOT_FOUND ? olt_missing(id, err) : rc;
}

enum rc
store_olt_restore(struct db *db, struct olt_id id, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE olts SET deleted_ms = NULL, deleted_by = '', deleted_why = '', "
	    "updated_ms = $2 WHERE id = $1 AND deleted_ms IS NOT NULL";
	enum rc rc = db_change(db, sql, DB_ARGS(id.v, now_ms), err);

	if (rc == RC_CONFLICT)
		return err_set(err, rc,
		    "the name of OLT %lld has been taken by another meanwhile; rename "
		    "that one first",
		    (long long)id.v);
	if (rc == RC_NOT_FOUND)
		return err_set(
		    err, RC_NOT_FOUND, "there is no deleted OLT %lld", (long long)id.v);
	return rc;
}
