/* SPDX-License-Identifier: Apache-2.0 */
#include "store/incident/plant.h"

#include "store/core/entity.h"
#include "store/db/query.h"

static enum rc
missing(int64_t id, struct err *err)
{
	return err_set(
	    err, RC_NOT_FOUND, "there is no node %lld of the plant", (long long)id);
}

enum rc
store_plant_get(struct db *db, int64_t id, struct arena *arena,
    struct plant_node *ret_node, struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = entity_query(db, &PLANT_NODE_ENTITY,
	    "FROM plant_nodes WHERE id = $1", DB_ARGS(id), &q, err);

	if (rc == RC_OK)
		rc = entity_first(&PLANT_NODE_ENTITY, q, arena, ret_node, err);
	return rc == RC_NOT_FOUND ? missing(id, err) : rc;
}

/* A tree has no loop: no parent of the parent is the node itself. */
static enum rc
check_parents(struct db *db, const struct plant_node *node, struct err *err)
{
	static const char sql[] =
	    "WITH RECURSIVE above (id, depth) AS (SELECT CAST($1 AS BIGINT), 0 "
	    "UNION ALL SELECT p.parent_id, a.depth + 1 FROM plant_nodes p "
	    "JOIN above a ON p.id = a.id WHERE p.parent_id IS NOT NULL AND a.depth < 64) "
	    "SELECT CAST(COUNT(*) AS BIGINT) FROM above WHERE id = $2";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	if (!node->id.v || !node->parent)
		return RC_OK;
	rc = db_query_first(db, sql, DB_ARGS(node->parent, node->id.v), &q, err);
	if (rc == RC_OK && db_int(q, 0) > 0)
		rc = err_set(err, RC_CONFLICT, "parent: that node hangs on this one");
	return rc;
}

enum rc
store_plant_put(struct db *db, struct plant_node *node, int64_t now_ms, struct err *err)
{
	static const char own[] = "UPDATE plant_nodes SET is_learnt = 0, sure = 100 "
				  "WHERE id = $1";
	struct entity_update put = { &PLANT_NODE_ENTITY, node, ENTITY_ALL, now_ms };
	int64_t id = node->id.v;
	enum rc rc = entity_check(&PLANT_NODE_ENTITY, node, err);

	if (rc == RC_OK)
		rc = check_parents(db, node, err);
	if (rc != RC_OK)
		return rc;
	rc = id ? entity_update(db, &put, err) : entity_insert_all(db, &put, &id, err);
	if (rc == RC_NOT_FOUND)
		return missing(id, err);
	if (rc == RC_CONFLICT)
		return err_set(err, rc,
		    "code: it is taken by another node; or there is no such parent or "
		    "OLT");
	if (rc == RC_OK)
		rc = db_exec(db, own, DB_ARGS(id), err);
	if (rc == RC_OK)
		node->id.v = id;
	return rc;
}

enum rc
store_plant_delete(struct db *db, int64_t id, struct err *err)
{
	static const char sql[] = "DELETE FROM plant_nodes WHERE id = $1";
	static const char tags[] =
	    "DELETE FROM entity_tags WHERE entity = 'node' AND entity_id = $1";
	enum rc rc = db_exec(db, tags, DB_ARGS(id), err);

	if (rc == RC_OK)
		rc = db_exec(db, sql, DB_ARGS(id), err);
	return rc == RC_CONFLICT ? err_set(err, rc, "other nodes hang on this one") : rc;
}

enum rc
store_plant_link(
    struct db *db, int64_t node, const int64_t *onus, size_t n, struct err *err)
{
	static const char drop[] = "DELETE FROM onu_nodes WHERE node_id = $1";
	static const char put[] =
	    "INSERT INTO onu_nodes (onu_id, node_id) VALUES ($1, $2) "
	    "ON CONFLICT (onu_id) DO UPDATE SET node_id = excluded.node_id";
	enum rc rc = db_exec(db, drop, DB_ARGS(node), err);

	for (size_t i = 0; rc == RC_OK && i < n; i++)
		rc = db_exec(db, put, DB_ARGS(onus[i], node), err);
	return rc;
}

enum rc
store_plant_hang(struct db *db, int64_t onu, int64_t node, struct err *err)
{
	static const char drop[] = "DELETE FROM onu_nodes WHERE onu_id = $1";
	static const char put[] =
	    "INSERT INTO onu_nodes (onu_id, node_id) VALUES ($1, $2)";
	enum rc rc = db_exec(db, drop, DB_ARGS(onu), err);

	if (rc == RC_OK && node)
		rc = db_exec(db, put, DB_ARGS(onu, node), err);
	return rc;
}

enum rc
store_plant_of_onu(struct db *db, int64_t onu, int64_t *ret_node, struct err *err)
{
	static const char sql[] = "SELECT node_id FROM onu_nodes WHERE onu_id = $1";
	int64_t node = 0;
	enum rc rc = db_query_int(db, sql, DB_ARGS(onu), &node, err);

	if (rc != RC_OK && rc != RC_NOT_FOUND)
		return rc;
	*ret_node = node;
	return RC_OK;
}

enum rc
store_tags_get(struct db *db, const char *entity, int64_t id,
    void (*take)(void *ctx, const char *tag), void *ctx, struct err *err)
{
	static const char sql[] = "SELECT tag FROM entity_tags WHERE entity = $1 "
				  "AND entity_id = $2 ORDER BY tag";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(entity, id), &q, err);

	while (db_next(q, &rc, err))
		take(ctx, db_text(q, 0));
	return rc;
}

static enum rc
add_tag(struct db *db, const char *entity, int64_t id, const char *tag, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO entity_tags (entity, entity_id, tag) VALUES ($1, $2, $3) "
	    "ON CONFLICT (entity, entity_id, tag) DO NOTHING";

	return db_exec(db, sql, DB_ARGS(entity, id, tag), err);
}

enum rc
store_tags_set(struct db *db, const char *entity, int64_t id, const char *const *tags,
    size_t n, struct err *err)
{
	static const char sql[] =
	    "DELETE FROM entity_tags WHERE entity = $1 AND entity_id = $2";
	enum rc rc = db_exec(db, sql, DB_ARGS(entity, id), err);

	for (size_t i = 0; rc == RC_OK && i < n; i++)
		rc = add_tag(db, entity, id, tags[i], err);
	return rc;
}
