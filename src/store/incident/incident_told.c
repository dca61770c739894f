/* SPDX-License-Identifier: Apache-2.0 */
#include "store/incident/incident_told.h"

#include <string.h>

#include "store/db/query.h"

/* "" where there is none; NULL: no memory. */
static const char *
keep(struct arena *arena, const struct db_stmt *q, unsigned column)
{
	const char *text = db_text(q, column);

	return text && *text ? arena_copy(arena, text, strlen(text)) : "";
}

enum rc
store_incident_people(struct db *db, int64_t incident, struct arena *arena,
    struct incident_people *ret_people, struct err *err)
{
	static const char sql[] =
	    "SELECT acked_by, owner, note FROM incidents WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(incident), &q, err);

	*ret_people = (struct incident_people){ "", "", "" };
	if (rc != RC_OK)
		return rc == RC_NOT_FOUND ? RC_OK : rc;
	*ret_people = (struct incident_people){ keep(arena, q, 0), keep(arena, q, 1),
		keep(arena, q, 2) };
	if (!ret_people->acked_by || !ret_people->owner || !ret_people->note)
		return err_set(err, RC_NOMEM, "no memory for an incident");
	return RC_OK;
}

enum rc
store_incident_evidence(struct db *db, int64_t incident,
    enum rc (*row)(void *ctx, const struct watch_evidence *evidence), void *ctx,
    struct err *err)
{
	static const char sql[] =
	    "SELECT key, value, weight, at_ms FROM incident_evidence "
	    "WHERE incident_id = $1 ORDER BY weight DESC, key";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(incident), &q, err);

	while (db_next(q, &rc, err)) {
		struct watch_evidence evidence = { db_text(q, 0), db_text(q, 1),
			(int)db_int(q, 2), db_int(q, 3) };

		rc = row(ctx, &evidence);
	}
	return rc;
}

enum rc
store_incident_repeats(
    struct db *db, int64_t incident, int64_t since_ms, int64_t *ret_n, struct err *err)
{
	static const char sql[] =
	    "WITH RECURSIVE chain (id, before) AS ("
	    "SELECT id, repeat_of FROM incidents WHERE id = $1 AND closed_ms >= $2 "
	    "UNION SELECT i.id, i.repeat_of FROM incidents i JOIN chain c "
	    "ON i.id = c.before WHERE i.closed_ms >= $2) "
	    "SELECT CAST(COUNT(*) AS BIGINT) FROM chain";

	return db_query_int(db, sql, DB_ARGS(incident, since_ms), ret_n, err);
}

static enum rc
read_olt(struct db *db, struct olt_id olt, struct arena *arena,
    struct incident_labels *labels, struct err *err)
{
	static const char sql[] = "SELECT l.name, l.site, b.name FROM olts l "
				  "LEFT JOIN brands b ON b.id = l.brand_id "
				  "WHERE l.id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(olt.v), &q, err);

	if (rc != RC_OK)
		return rc == RC_NOT_FOUND ? RC_OK : rc;
	labels->olt = keep(arena, q, 0);
	labels->site = keep(arena, q, 1);
	labels->brand = keep(arena, q, 2);
	return labels->olt && labels->site && labels->brand
	    ? RC_OK
	    : err_set(err, RC_NOMEM, "no memory for an incident");
}

static enum rc
read_tags(struct db *db, const struct incident_root *root, struct arena *arena,
    struct incident_labels *labels, struct err *err)
{
	static const char sql[] =
	    "SELECT DISTINCT tag FROM entity_tags WHERE (entity = 'olt' AND "
	    "entity_id = $1) OR (entity = 'node' AND entity_id = $2) OR "
	    "(entity = 'onu' AND entity_id = $3) ORDER BY tag";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc =
	    db_query(db, sql, DB_ARGS(root->olt.v, root->node, root->onu.v), &q, err);

	while (labels->n_tags < INCIDENT_TAGS_MAX && db_next(q, &rc, err)) {
		labels->tags[labels->n_tags] = keep(arena, q, 0);
		if (!labels->tags[labels->n_tags++])
			return err_set(err, RC_NOMEM, "no memory for an incident");
	}
	return rc;
}

enum rc
store_incident_labels(struct db *db, const struct incident_root *root,
    struct arena *arena, struct incident_labels *ret_labels, struct err *err)
{
	enum rc rc;

	*ret_labels = (struct incident_labels){ .olt = "", .site = "", .brand = "" };
	rc = read_olt(db, root->olt, arena, ret_labels, err);
	return rc == RC_OK ? read_tags(db, root, arena, ret_labels, err) : rc;
}
