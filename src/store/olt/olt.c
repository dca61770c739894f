/* SPDX-License-Identifier: Apache-2.0 */
#include "store/olt/olt.h"

#include <math.h>
#include <string.h>

#include "store/catalogue/catalogue_row.h"
#include "store/olt/olt_row.h"
#include "store/core/tx.h"

/* ---- reading ------------------------------------------------------------- */

static int64_t
or_none(const struct db_stmt *q, unsigned column)
{
	return db_is_null(q, column) ? -1 : db_int(q, column);
}

enum rc
olt_from_row(const struct db_stmt *q, struct olt *ret, struct err *err)
{
	struct olt o = { .id = { db_int(q, 0) },
		.name = db_text(q, 1),
		.brand = { db_int(q, 2) },
		.model = { db_int(q, 3) },
		.profile = db_text(q, 4),
		.address = db_text(q, 5),
		.port = (int32_t)db_int(q, 6),
		.v3_user = db_text(q, 8),
		.v3_context = db_text(q, 9),
		.v3_auth = db_text(q, 10),
		.v3_priv = db_text(q, 11),
		.description = db_text(q, 12),
		.site = db_text(q, 13),
		.has_location = !db_is_null(q, 14) && !db_is_null(q, 15),
		.enabled = db_int(q, 16) != 0,
		.overrides = { or_none(q, 17), or_none(q, 18), or_none(q, 19),
		    or_none(q, 20), db_text(q, 21) },
		.has_community = db_int(q, 22) != 0,
		.has_auth_key = db_int(q, 23) != 0,
		.has_priv_key = db_int(q, 24) != 0,
		.created_ms = db_int(q, 25),
		.updated_ms = db_int(q, 26),
		.deleted_ms = db_int(q, 27),
		.deleted_by = db_text(q, 28),
		.deleted_why = db_text(q, 29),
		.failures = db_int(q, 30),
		.suspended_ms = db_int(q, 31),
		.suspended_why = db_text(q, 32),
		.last_walk_ms = db_int(q, 33),
		.last_answer_ms = db_int(q, 34),
		.not_answering_ms = db_int(q, 35),
		.up_since_ms = db_int(q, 36) };

	if (o.has_location) {
		o.latitude = db_real(q, 14);
		o.longitude = db_real(q, 15);
	}
	if (!olt_version_from_name(db_text(q, 7), &o.version))
		return err_set(
		    err, RC_PROTOCOL, "OLT %s has an SNMP version that is none", o.name);
	*ret = o;
	return RC_OK;
}

bool
olt_keep_texts(struct arena *arena, struct olt *o)
{
	const char **texts[] = { &o->name, &o->profile, &o->address, &o->v3_user,
		&o->v3_context, &o->v3_auth, &o->v3_priv, &o->description, &o->site,
		&o->overrides.batch, &o->deleted_by, &o->deleted_why, &o->suspended_why };

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (!*texts[i])
			continue;
		*texts[i] = arena_copy(arena, *texts[i], strlen(*texts[i]));
		if (!*texts[i])
			return false;
	}
	return true;
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
	static const char sql[] = "SELECT " OLT_COLUMNS " FROM olts WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	struct olt o;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id.v);
	rc = db_first(q, err);
	if (rc == RC_NOT_FOUND)
		return olt_missing(id, err);
	if (rc == RC_OK)
		rc = olt_from_row(q, &o, err);
	if (rc == RC_OK && !olt_keep_texts(arena, &o))
		rc = err_set(err, RC_NOMEM, "out of memory");
	if (rc == RC_OK)
		*ret_olt = o;
	return rc;
}

enum rc
store_olt_list(
    struct db *db, enum olt_which which, store_olt_row row, void *ctx, struct err *err)
{
	static const char LIVE[] =
	    "SELECT " OLT_COLUMNS " FROM olts WHERE deleted_ms IS NULL ORDER BY name";
	static const char DELETED[] =
	    "SELECT " OLT_COLUMNS
	    " FROM olts WHERE deleted_ms IS NOT NULL ORDER BY name, id";
	struct db_stmt *q OWNED(db_done) = NULL;
	bool has_row;
	enum rc rc = db_prepare(db, which == OLTS_LIVE ? LIVE : DELETED, &q, err);

	if (rc != RC_OK)
		return rc;
	while ((rc = db_step(q, &has_row, err)) == RC_OK && has_row) {
		struct olt o;

		rc = olt_from_row(q, &o, err);
		if (rc == RC_OK)
			rc = row(ctx, &o);
		if (rc != RC_OK)
			break;
	}
	return rc;
}

/* ---- writing ------------------------------------------------------------- */

static void
bind_words(struct db_stmt *q, unsigned n, const char *text)
{
	db_bind_text(q, n, text ? text : "");
}

static void
bind_override(struct db_stmt *q, unsigned n, int64_t value)
{
	if (value < 0)
		db_bind_null(q, n);
	else
		db_bind_int(q, n, value);
}

/* $2 to $22; $1 is the moment. */
static void
bind_olt(struct db_stmt *q, const struct olt *o)
{
	bind_words(q, 2, o->name);
	db_bind_int(q, 3, o->brand.v ? o->brand.v : 1);
	if (o->model.v)
		db_bind_int(q, 4, o->model.v);
	bind_words(q, 5, o->profile);
	bind_words(q, 6, o->address);
	db_bind_int(q, 7, o->port);
	db_bind_text(q, 8, olt_version_name(o->version));
	bind_words(q, 9, o->v3_user);
	bind_words(q, 10, o->v3_context);
	bind_words(q, 11, o->v3_auth);
	bind_words(q, 12, o->v3_priv);
	bind_words(q, 13, o->description);
	bind_words(q, 14, o->site);
	db_bind_real(q, 15, o->has_location ? o->latitude : NAN);
	db_bind_real(q, 16, o->has_location ? o->longitude : NAN);
	db_bind_int(q, 17, o->enabled);
	bind_override(q, 18, o->overrides.timeout_ms);
	bind_override(q, 19, o->overrides.retries);
	bind_override(q, 20, o->overrides.repetitions);
	bind_override(q, 21, o->overrides.in_flight);
	db_bind_text(q, 22, o->overrides.batch);
}

static enum rc
insert_workflow(struct db *db, int64_t olt, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO workflows (olt_id, created_ms, updated_ms) VALUES ($1, $2, $2)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, olt);
	db_bind_int(q, 2, now_ms);
	return db_run(q, NULL, err);
}

static enum rc
insert(struct db *db, const struct olt *olt, int64_t now_ms, int64_t *ret_id,
    struct err *err)
{
	static const char sql[] =
	    "INSERT INTO olts (created_ms, updated_ms, name, brand_id, model_id, "
	    "profile, address, port, snmp_version, v3_user, v3_context, v3_auth, "
	    "v3_priv, description, site, latitude, longitude, enabled, timeout_ms, "
	    "retries, repetitions, in_flight, batch) "
	    "VALUES ($1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, "
	    "$15, $16, $17, $18, $19, $20, $21, $22) RETURNING id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, now_ms);
	bind_olt(q, olt);
	rc = db_first(q, err);
	if (rc != RC_OK)
		return rc;
	*ret_id = db_int(q, 0);
	db_again(q); /* SQLite ends the statement only now */
	return insert_workflow(db, *ret_id, now_ms, err);
}

static enum rc
update(struct db *db, const struct olt *olt, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE olts SET updated_ms = $1, name = $2, brand_id = $3, model_id = $4, "
	    "profile = $5, address = $6, port = $7, snmp_version = $8, v3_user = $9, "
	    "v3_context = $10, v3_auth = $11, v3_priv = $12, description = $13, "
	    "site = $14, latitude = $15, longitude = $16, enabled = $17, "
	    "timeout_ms = $18, retries = $19, repetitions = $20, in_flight = $21, "
	    "batch = $22 WHERE id = $23 AND deleted_ms IS NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, now_ms);
	bind_olt(q, olt);
	db_bind_int(q, 23, olt->id.v);
	rc = db_run(q, &changed, err);
	return rc == RC_OK && changed == 0 ? olt_missing(olt->id, err) : rc;
}

static enum rc
write_olt(struct db *db, const struct olt *olt, const struct olt_put *how,
    int64_t *ret_id, struct err *err)
{
	enum rc rc;

	*ret_id = olt->id.v;
	rc = catalogue_check_place(db, olt->brand, olt->model, err);
	if (rc != RC_OK)
		return rc;
	if (olt->id.v == 0)
		rc = insert(db, olt, how->now_ms, ret_id, err);
	else
		rc = update(db, olt, how->now_ms, err);
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
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id.v);
	db_bind_int(q, 2, deletion->at_ms);
	bind_words(q, 3, deletion->by);
	bind_words(q, 4, deletion->why);
	rc = db_run(q, &changed, err);
	return rc == RC_OK && changed == 0 ? olt_missing(id, err) : rc;
}

enum rc
store_olt_restore(struct db *db, struct olt_id id, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE olts SET deleted_ms = NULL, deleted_by = '', deleted_why = '', "
	    "updated_ms = $2 WHERE id = $1 AND deleted_ms IS NOT NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id.v);
	db_bind_int(q, 2, now_ms);
	rc = db_run(q, &changed, err);
	if (rc == RC_CONFLICT)
		return err_set(err, rc,
		    "the name of OLT %lld has been taken by another meanwhile; rename "
		    "that one first",
		    (long long)id.v);
	if (rc == RC_OK && changed == 0)
		return err_set(
		    err, RC_NOT_FOUND, "there is no deleted OLT %lld", (long long)id.v);
	return rc;
}
