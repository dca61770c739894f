/* SPDX-License-Identifier: Apache-2.0 */
#include "store/catalogue/label.h"

#include <string.h>

#include "model/value.h"
#include "store/catalogue/catalogue_row.h"
#include "store/core/tx.h"
#include "store/catalogue/words.h"

const char LABEL_UNKNOWN[] = "UNKNOWN";

static enum rc
missing(struct label_id id, struct err *err)
{
	return err_set(
	    err, RC_NOT_FOUND, "there is no state label %lld", (long long)id.v);
}

static enum rc
taken(const char *raw, struct err *err)
{
	return err_set(
	    err, RC_CONFLICT, "raw: the value \"%s\" has a label already", raw);
}

static enum rc
check(const struct stored_label *l, struct err *err)
{
	enum state state;
	enum rc rc = catalogue_check_name("raw", l->raw, err);

	if (rc == RC_OK)
		rc = catalogue_check_name("label", l->label, err);
	if (rc == RC_OK)
		rc = catalogue_check_purpose(l->purpose, err);
	if (rc != RC_OK)
		return rc;
	if (l->meaning && *l->meaning && !state_from_name(l->meaning, &state))
		return err_set(err, RC_INVALID,
		    "meaning: there is no \"%.32s\"; online, offline, los_onu ... are",
		    l->meaning);
	return RC_OK;
}

/* ---- reading ------------------------------------------------------------- */

struct stored_label
label_from_row(const struct db_stmt *q)
{
	return (struct stored_label){ .id = { db_int(q, 0) },
		.brand = { db_int(q, 1) },
		.column = db_text(q, 2),
		.purpose = db_text(q, 3),
		.raw = db_text(q, 4),
		.label = db_text(q, 5),
		.meaning = db_text(q, 6),
		.profile = db_text(q, 7),
		.is_builtin = db_int(q, 8) != 0,
		.is_edited = db_int(q, 9) != 0 };
}

bool
label_keep_texts(struct arena *arena, struct stored_label *l)
{
	const char **texts[] = { &l->column, &l->purpose, &l->raw, &l->label, &l->meaning,
		&l->profile };

	return catalogue_keep_texts(arena, texts, sizeof(texts) / sizeof(texts[0]));
}

/* The first row of a statement that is bound. RC_NOT_FOUND without a sentence. */
static enum rc
read_first(struct db_stmt *q, struct arena *arena, struct stored_label *ret_label,
    struct err *err)
{
	struct stored_label l;
	enum rc rc = db_first(q, err);

	if (rc != RC_OK)
		return rc;
	l = label_from_row(q);
	if (!label_keep_texts(arena, &l))
		return err_set(err, RC_NOMEM, "out of memory");
	*ret_label = l;
	return RC_OK;
}

enum rc
store_label_get(struct db *db, struct label_id id, struct arena *arena,
    struct stored_label *ret_label, struct err *err)
{
	static const char sql[] = "SELECT " LABEL_COLUMNS " FROM state_labels "
				  "WHERE id = $1 AND deleted_ms IS NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id.v);
	rc = read_first(q, arena, ret_label, err);
	return rc == RC_NOT_FOUND ? missing(id, err) : rc;
}

static enum rc
unknown(const struct label_wanted *w, struct arena *arena, struct stored_label *ret_label,
    struct err *err)
{
	struct stored_label l = { .brand = w->brand,
		.column = w->column ? w->column : "",
		.purpose = w->purpose,
		.raw = w->raw,
		.label = LABEL_UNKNOWN,
		.meaning = "",
		.profile = "" };
	const char **texts[] = { &l.column, &l.purpose, &l.raw };

	if (!catalogue_keep_texts(arena, texts, sizeof(texts) / sizeof(texts[0])))
		return err_set(err, RC_NOMEM, "out of memory");
	*ret_label = l;
	return RC_OK;
}

enum rc
store_label_find(struct db *db, const struct label_wanted *wanted, struct arena *arena,
    struct stored_label *ret_label, struct err *err)
{
	static const char sql[] =
	    "SELECT " LABEL_COLUMNS " FROM state_labels WHERE (brand_id = $1 "
	    "OR brand_id = 1) AND purpose = $4 AND raw = $5 AND deleted_ms IS NULL "
	    "AND (profile = $2 OR profile = '' OR $2 = '') "
	    "AND (column_name = $3 OR column_name = '' OR $3 = '') "
	    "ORDER BY CASE WHEN brand_id = $1 THEN 0 ELSE 1 END, "
	    "CASE WHEN profile = '' THEN 0 ELSE 1 END, "
	    "CASE WHEN column_name = $3 THEN 0 ELSE 1 END, id LIMIT 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, catalogue_brand(wanted->brand));
	catalogue_bind_words(q, 2, wanted->profile);
	catalogue_bind_words(q, 3, wanted->column);
	db_bind_text(q, 4, wanted->purpose);
	db_bind_text(q, 5, wanted->raw);
	rc = read_first(q, arena, ret_label, err);
	return rc == RC_NOT_FOUND ? unknown(wanted, arena, ret_label, err) : rc;
}

/* ---- writing ------------------------------------------------------------- */

/* By its name of today. */
static const char *
meaning_of(const struct stored_label *l)
{
	enum state state = STATE_NONE;

	if (l->meaning && !state_from_name(l->meaning, &state))
		return "";
	return state_name(state);
}

/* $1 to $7. */
static void
bind_label(struct db_stmt *q, const struct stored_label *l, int64_t now_ms)
{
	db_bind_int(q, 1, now_ms);
	db_bind_int(q, 2, catalogue_brand(l->brand));
	catalogue_bind_words(q, 3, l->column);
	db_bind_text(q, 4, l->purpose);
	db_bind_text(q, 5, l->raw);
	db_bind_text(q, 6, l->label);
	db_bind_text(q, 7, meaning_of(l));
}

static enum rc
insert(struct db *db, const struct stored_label *l, int64_t now_ms, int64_t *ret_id,
    struct err *err)
{
	static const char sql[] =
	    "INSERT INTO state_labels (created_ms, updated_ms, brand_id, column_name, "
	    "purpose, raw, label, meaning) VALUES ($1, $1, $2, $3, $4, $5, $6, $7) "
	    "RETURNING id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	bind_label(q, l, now_ms);
	rc = db_first(q, err);
	if (rc == RC_OK)
		*ret_id = db_int(q, 0);
	return rc;
}

static enum rc
update(struct db *db, const struct stored_label *l, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE state_labels SET updated_ms = $1, brand_id = $2, column_name = $3, "
	    "purpose = $4, raw = $5, label = $6, meaning = $7, "
	    "is_edited = CASE WHEN builtin_key IS NULL THEN 0 ELSE 1 END "
	    "WHERE id = $8 AND deleted_ms IS NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	bind_label(q, l, now_ms);
	db_bind_int(q, 8, l->id.v);
	rc = db_run(q, &changed, err);
	return rc == RC_OK && changed == 0 ? missing(l->id, err) : rc;
}

static enum rc
write_label(struct db *db, const struct stored_label *l, int64_t now_ms, int64_t *ret_id,
    struct err *err)
{
	enum rc rc = catalogue_check_place(db, l->brand, (struct model_id){ 0 }, err);

	if (rc != RC_OK)
		return rc;
	*ret_id = l->id.v;
	if (l->id.v == 0)
		rc = insert(db, l, now_ms, ret_id, err);
	else
		rc = update(db, l, now_ms, err);
	return rc == RC_CONFLICT ? taken(l->raw, err) : rc;
}

enum rc
store_label_put(
    struct db *db, struct stored_label *label, int64_t now_ms, struct err *err)
{
	struct tx tx;
	int64_t id = 0;
	enum rc rc = check(label, err);

	if (rc != RC_OK)
		return rc;
	rc = tx_begin(db, &tx, err);
	if (rc == RC_OK)
		rc = write_label(db, label, now_ms, &id, err);
	rc = tx_end(&tx, rc, err);
	if (rc == RC_OK)
		label->id.v = id;
	return rc;
}

/* ---- deleting and copying ------------------------------------------------ */

/* The value is changed, so that it may have another label. */
enum rc
store_label_delete(struct db *db, struct label_id id, int64_t now_ms, struct err *err)
{
	static const char sql[] = "UPDATE state_labels SET deleted_ms = $2, "
				  "raw = raw || ' (deleted ' || id || ')' "
				  "WHERE id = $1 AND deleted_ms IS NULL";
	int64_t changed = 0;
	enum rc rc = catalogue_run(db, sql, id.v, now_ms, &changed, err);

	return rc == RC_OK && changed == 0 ? missing(id, err) : rc;
}

enum rc
store_label_duplicate(struct db *db, struct label_id id, const char *raw, int64_t now_ms,
    struct label_id *ret_id, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO state_labels (brand_id, column_name, purpose, raw, label, "
	    "meaning, created_ms, updated_ms) SELECT brand_id, column_name, purpose, "
	    "CAST($2 AS TEXT), label, meaning, CAST($3 AS BIGINT), CAST($3 AS BIGINT) "
	    "FROM state_labels WHERE id = $1 AND deleted_ms IS NULL RETURNING id";
	struct catalogue_copy copy = { id.v, raw, now_ms };
	enum rc rc = catalogue_check_name("raw", raw, err);

	if (rc == RC_OK)
		rc = catalogue_copy(db, sql, &copy, &ret_id->v, err);
	if (rc == RC_NOT_FOUND)
		return missing(id, err);
	return rc == RC_CONFLICT ? taken(raw, err) : rc;
}
