/* SPDX-License-Identifier: Apache-2.0 */
#include "store/oid.h"

#include <string.h>

#include "model/oid.h"
#include "model/purpose.h"
#include "store/oid_int.h"
#include "store/tx.h"

enum { GENERIC_BRAND = 1, NAME_MAX_BYTES = 64 };

static enum rc
missing(struct oid_id id, struct err *err)
{
	return err_set(err, RC_NOT_FOUND, "there is no OID %lld", (long long)id.v);
}

/* ---- checking ------------------------------------------------------------ */

static enum rc
check(const struct stored_oid *o, struct err *err)
{
	enum purpose purpose;
	struct oid parsed;
	enum rc rc;

	if (!o->name || !*o->name || strlen(o->name) > NAME_MAX_BYTES)
		return err_set(
		    err, RC_INVALID, "name: 1 to %d characters", NAME_MAX_BYTES);
	rc = oid_parse(o->oid ? o->oid : "", &parsed, err);
	if (rc != RC_OK)
		return err_prefix(err, rc, "oid: ");
	if (o->purpose && strncmp(o->purpose, "custom:", 7) == 0 && o->purpose[7])
		return RC_OK;
	if (!o->purpose || !purpose_from_name(o->purpose, &purpose) ||
	    purpose == PURPOSE_CUSTOM)
		return err_set(err, RC_INVALID,
		    "purpose: there is none of that name; one's own is custom:name");
	return RC_OK;
}

/* ---- reading ------------------------------------------------------------- */

struct stored_oid
oid_from_row(const struct db_stmt *q)
{
	return (struct stored_oid){ .id = { db_int(q, 0) },
		.brand = { db_int(q, 1) },
		.model = { db_int(q, 2) },
		.name = db_text(q, 3),
		.oid = db_text(q, 4),
		.purpose = db_text(q, 5),
		.formula = db_text(q, 6),
		.transform = db_text(q, 7),
		.unit = db_text(q, 8),
		.invalid = db_text(q, 9),
		.keep_previous = db_int(q, 10) != 0,
		.is_slow = db_int(q, 11) != 0,
		.enabled = db_int(q, 12) != 0,
		.profile = db_text(q, 13),
		.table = db_text(q, 14),
		.is_builtin = db_int(q, 15) != 0,
		.is_edited = db_int(q, 16) != 0 };
}

bool
oid_keep_texts(struct arena *arena, struct stored_oid *o)
{
	const char **texts[] = { &o->name, &o->oid, &o->purpose, &o->formula,
		&o->transform, &o->unit, &o->invalid, &o->profile, &o->table };

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		*texts[i] = arena_copy(arena, *texts[i], strlen(*texts[i]));
		if (!*texts[i])
			return false;
	}
	return true;
}

/* The first row of a statement that is bound; RC_NOT_FOUND without a sentence. */
static enum rc
read_first(
    struct db_stmt *q, struct arena *arena, struct stored_oid *ret_oid, struct err *err)
{
	struct stored_oid o;
	enum rc rc = db_first(q, err);

	if (rc != RC_OK)
		return rc;
	o = oid_from_row(q);
	if (!oid_keep_texts(arena, &o))
		return err_set(err, RC_NOMEM, "out of memory");
	*ret_oid = o;
	return RC_OK;
}

enum rc
store_oid_get(struct db *db, struct oid_id id, struct arena *arena,
    struct stored_oid *ret_oid, struct err *err)
{
	static const char sql[] =
	    "SELECT " OID_COLUMNS " FROM oids WHERE id = $1 AND deleted_ms IS NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id.v);
	rc = read_first(q, arena, ret_oid, err);
	return rc == RC_NOT_FOUND ? missing(id, err) : rc;
}

enum rc
store_oid_find(struct db *db, const struct oid_wanted *wanted, struct arena *arena,
    struct stored_oid *ret_oid, struct err *err)
{
	static const char sql[] =
	    "SELECT " OID_COLUMNS " FROM oids WHERE purpose = $4 AND enabled = 1 "
	    "AND deleted_ms IS NULL AND (profile = $3 OR profile = '' OR $3 = '') "
	    "AND ((brand_id = $1 AND (model_id IS NULL OR model_id = $2)) "
	    "OR (brand_id = 1 AND model_id IS NULL)) "
	    "ORDER BY CASE WHEN brand_id = $1 AND model_id = $2 THEN 0 "
	    "WHEN brand_id = $1 THEN 1 ELSE 2 END, "
	    "CASE WHEN profile = '' THEN 0 ELSE 1 END, id LIMIT 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, wanted->brand.v ? wanted->brand.v : GENERIC_BRAND);
	db_bind_int(q, 2, wanted->model.v);
	db_bind_text(q, 3, wanted->profile ? wanted->profile : "");
	db_bind_text(q, 4, wanted->purpose);
	rc = read_first(q, arena, ret_oid, err);
	if (rc == RC_NOT_FOUND)
		return err_set(err, rc, "no OID is known for %s", wanted->purpose);
	return rc;
}

/* ---- writing ------------------------------------------------------------- */

static void
bind_words(struct db_stmt *q, unsigned n, const char *text)
{
	db_bind_text(q, n, text ? text : "");
}

/* $1 to $13. */
static void
bind_oid(struct db_stmt *q, const struct stored_oid *o, int64_t now_ms)
{
	db_bind_int(q, 1, now_ms);
	db_bind_int(q, 2, o->brand.v ? o->brand.v : GENERIC_BRAND);
	if (o->model.v)
		db_bind_int(q, 3, o->model.v);
	db_bind_text(q, 4, o->name);
	db_bind_text(q, 5, o->oid);
	db_bind_text(q, 6, o->purpose);
	bind_words(q, 7, o->formula);
	bind_words(q, 8, o->transform);
	bind_words(q, 9, o->unit);
	bind_words(q, 10, o->invalid);
	db_bind_int(q, 11, o->keep_previous);
	db_bind_int(q, 12, o->is_slow);
	db_bind_int(q, 13, o->enabled);
}

static enum rc
insert(struct db *db, const struct stored_oid *oid, int64_t now_ms, int64_t *ret_id,
    struct err *err)
{
	static const char sql[] =
	    "INSERT INTO oids (created_ms, updated_ms, brand_id, model_id, name, oid, "
	    "purpose, formula, transform, unit, invalid, keep_previous, is_slow, "
	    "enabled) "
	    "VALUES ($1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) "
	    "RETURNING id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	bind_oid(q, oid, now_ms);
	rc = db_first(q, err);
	if (rc == RC_OK)
		*ret_id = db_int(q, 0);
	return rc;
}

static enum rc
update(struct db *db, const struct stored_oid *oid, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE oids SET updated_ms = $1, brand_id = $2, model_id = $3, name = $4, "
	    "oid = $5, purpose = $6, formula = $7, transform = $8, unit = $9, "
	    "invalid = $10, keep_previous = $11, is_slow = $12, enabled = $13, "
	    "is_edited = CASE WHEN builtin_key IS NULL THEN 0 ELSE 1 END "
	    "WHERE id = $14 AND deleted_ms IS NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	bind_oid(q, oid, now_ms);
	db_bind_int(q, 14, oid->id.v);
	rc = db_run(q, &changed, err);
	return rc == RC_OK && changed == 0 ? missing(oid->id, err) : rc;
}

enum rc
store_oid_put(struct db *db, struct stored_oid *oid, int64_t now_ms, struct err *err)
{
	int64_t id = oid->id.v;
	enum rc rc = check(oid, err);

	if (rc != RC_OK)
		return rc;
	if (id == 0)
		rc = insert(db, oid, now_ms, &id, err);
	else
		rc = update(db, oid, now_ms, err);
	if (rc == RC_CONFLICT)
		return err_set(err, rc,
		    "name: this brand and model have an OID \"%s\" already, or one of "
		    "them "
		    "is gone",
		    oid->name);
	if (rc == RC_OK)
		oid->id.v = id;
	return rc;
}

/* ---- deleting ------------------------------------------------------------ */

static enum rc
check_unused(struct db *db, struct oid_id id, struct err *err)
{
	static const char sql[] =
	    "SELECT j.name FROM job_oids u JOIN jobs j ON j.id = u.job_id "
	    "WHERE u.oid_id = $1 AND j.deleted_ms IS NULL ORDER BY j.name LIMIT 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id.v);
	rc = db_first(q, err);
	if (rc == RC_NOT_FOUND)
		return RC_OK;
	if (rc == RC_OK)
		return err_set(err, RC_CONFLICT, "job \"%s\" uses it", db_text(q, 0));
	return rc;
}

/* Marked and not removed: a row that shipped would come back, and jobs that are
 * deleted may still name it. The name is changed, so that it is free again. */
static enum rc
mark(struct db *db, struct oid_id id, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE oids SET deleted_ms = $2, name = name || ' (deleted ' || id || ')' "
	    "WHERE id = $1 AND deleted_ms IS NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id.v);
	db_bind_int(q, 2, now_ms);
	rc = db_run(q, &changed, err);
	return rc == RC_OK && changed == 0 ? missing(id, err) : rc;
}

enum rc
store_oid_delete(struct db *db, struct oid_id id, int64_t now_ms, struct err *err)
{
	struct tx tx;
	enum rc rc = tx_begin(db, &tx, err);

	if (rc == RC_OK)
		rc = check_unused(db, id, err);
	if (rc == RC_OK)
		rc = mark(db, id, now_ms, err);
	return tx_end(&tx, rc, err);
}
