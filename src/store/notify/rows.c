/* SPDX-License-Identifier: Apache-2.0 */
#include "store/notify/rows.h"

#include <jansson.h>
#include <string.h>

#include "model/limit.h"
#include "store/core/entity.h"
#include "store/core/tx.h"
#include "store/db/query.h"

static enum rc
missing(const struct entity_type *type, int64_t id, struct err *err)
{
	return err_set(
	    err, RC_NOT_FOUND, "there is no %s %lld", type->name, (long long)id);
}

/* A statement with the id of a row, and nothing else. */
static enum rc
run_for(struct db *db, const char *sql, int64_t id, int64_t *ret_changed, struct err *err)
{
	return db_exec_count(db, sql, DB_ARGS(id), ret_changed, err);
}

/* ---- reading ---------------------------------------------------------------------------- */

enum rc
store_notify_get(struct db *db, const struct entity_type *type, int64_t id,
    struct arena *arena, void *ret_row, struct err *err)
{
	struct buf rest = BUF_INIT(ENTITY_SQL_MAX);
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	buf_printf(&rest, "FROM %s WHERE id = $1", type->table);
	rc = entity_select(db, type, buf_text(&rest), &q, err);
	buf_fini(&rest);
	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id);
	rc = entity_first(type, q, arena, ret_row, err);
	return rc == RC_NOT_FOUND ? missing(type, id, err) : rc;
}

enum rc
store_notify_each(struct db *db, const struct entity_type *type, notify_row_fn row,
    void *ctx, struct err *err)
{
	_Alignas(max_align_t) char room[ENTITY_ROW_MAX];
	struct buf rest = BUF_INIT(ENTITY_SQL_MAX);
	struct db_stmt *q OWNED(db_done) = NULL;
	bool has_row;
	enum rc rc;

	buf_printf(&rest, "FROM %s ORDER BY %sid", type->table,
	    type == &ROUTE_ENTITY ? "place, " : "");
	rc = entity_select(db, type, buf_text(&rest), &q, err);
	buf_fini(&rest);
	if (rc != RC_OK)
		return rc;
	while ((rc = db_step(q, &has_row, err)) == RC_OK && has_row) {
		memset(room, 0, sizeof(room));
		rc = entity_from_row(type, q, room, err);
		if (rc == RC_OK)
			rc = row(ctx, room);
		if (rc != RC_OK)
			break;
	}
	return rc;
}

/* ---- writing ----------------------------------------------------------------------------- */

static enum rc
taken(const struct entity_type *type, const void *row, struct err *err)
{
	const struct entity_field *name = entity_find(type, "name");

	if (name)
		return err_set(err, RC_CONFLICT, "name: there is a %s \"%s\" already",
		    type->name, entity_text(name, row));
	if (type == &TEMPLATE_ENTITY)
		return err_set(err, RC_CONFLICT,
		    "kind: this set has a template of this kind and language already");
	return err_set(err, RC_CONFLICT, "what it refers to does not exist");
}

enum rc
store_notify_put(struct db *db, const struct notify_put *put, struct err *err)
{
	struct entity_update all = { put->type, put->row, put->fields, put->now_ms,
		put->who ? "who" : NULL, put->who };
	int64_t id = entity_id(put->row);
	enum rc rc = entity_check(put->type, put->row, err);

	if (rc != RC_OK)
		return rc;
	if (id == 0)
		rc = entity_insert_all(db, &all, &id, err);
	else
		rc = entity_update(db, &all, err);
	if (rc == RC_NOT_FOUND)
		return missing(put->type, id, err);
	if (rc == RC_CONFLICT)
		return taken(put->type, put->row, err);
	if (rc == RC_OK)
		entity_set_id(put->row, id);
	return rc;
}

/* ---- what uses a row --------------------------------------------------------------------- */

/* sql: the name of one that uses row $1. */
static enum rc
check_unused(
    struct db *db, const char *sql, int64_t id, const char *what, struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(id), &q, err);

	if (rc == RC_OK)
		return err_set(
		    err, RC_CONFLICT, "%s \"%s\" uses it", what, db_text(q, 0));
	return rc == RC_NOT_FOUND ? RC_OK : rc;
}

struct target_use {
	int64_t target;
	struct err *err;
};

static enum rc
look_for_target(void *ctx, const void *row)
{
	const struct target_use *use = ctx;
	const struct route_rule *route = row;
	json_t *ids = json_loads(route->targets, 0, NULL);
	bool is_used = false;

	for (size_t i = 0; i < json_array_size(ids); i++) {
		if (json_integer_value(json_array_get(ids, i)) == use->target)
			is_used = true;
	}
	json_decref(ids);
	return is_used
	    ? err_set(use->err, RC_CONFLICT, "the route \"%s\" uses it", route->name)
	    : RC_OK;
}

static enum rc
free_target(struct db *db, int64_t id, struct err *err)
{
	static const char drop[] =
	    "UPDATE outbox SET state = 'dropped', last_error = 'its target was deleted' "
	    "WHERE target_id = $1 AND state IN ('queued', 'unsure')";
	struct target_use use = { id, err };
	enum rc rc = store_notify_each(db, &ROUTE_ENTITY, look_for_target, &use, err);

	return rc == RC_OK ? run_for(db, drop, id, NULL, err) : rc;
}

/* One that ships would come back with the next start. */
static enum rc
check_own(struct db *db, int64_t id, struct err *err)
{
	static const char sql[] =
	    "SELECT 1 FROM limits WHERE id = $1 AND builtin_key IS NOT NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(id), &q, err);

	if (rc == RC_OK)
		return err_set(
		    err, RC_CONFLICT, "it ships with the program: disable it instead");
	return rc == RC_NOT_FOUND ? RC_OK : rc;
}

static enum rc
free_row(struct db *db, const struct entity_type *type, int64_t id, struct err *err)
{
	static const char of_channel[] =
	    "SELECT name FROM targets WHERE channel_id = $1 ORDER BY name LIMIT 1";
	static const char of_contact[] =
	    "SELECT name FROM targets WHERE contact_id = $1 ORDER BY name LIMIT 1";

	if (type == &CHANNEL_ENTITY)
		return check_unused(db, of_channel, id, "the target", err);
	if (type == &CONTACT_ENTITY)
		return check_unused(db, of_contact, id, "the target", err);
	if (type == &LIMIT_ENTITY)
		return check_own(db, id, err);
	return type == &TARGET_ENTITY ? free_target(db, id, err) : RC_OK;
}

static enum rc
remove_row(struct db *db, const struct entity_type *type, int64_t id, struct err *err)
{
	struct buf sql = BUF_INIT(ENTITY_SQL_MAX);
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc;

	buf_printf(&sql, "DELETE FROM %s WHERE id = $1", type->table);
	rc = entity_prepare(db, &sql, &q, err);
	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id);
	rc = db_run(q, &changed, err);
	return rc == RC_OK && changed == 0 ? missing(type, id, err) : rc;
}

enum rc
store_notify_delete(
    struct db *db, const struct entity_type *type, int64_t id, struct err *err)
{
	struct tx tx;
	enum rc rc = tx_begin(db, &tx, err);

	if (rc != RC_OK)
		return rc;
	rc = free_row(db, type, id, err);
	if (rc == RC_OK)
		rc = remove_row(db, type, id, err);
	return tx_end(&tx, rc, err);
}

/* ---- silences and maintenances ------------------------------------------------------------- */

static enum rc
has_ended(struct db *db, const struct notify_end *end, struct err *err)
{
	struct arena *arena = arena_new(0);
	_Alignas(max_align_t) char room[ENTITY_ROW_MAX];
	enum rc rc = arena ? store_notify_get(db, end->type, end->id, arena, room, err)
			   : err_set(err, RC_NOMEM, "out of memory");

	arena_free(arena);
	return rc == RC_OK ? err_set(err, RC_CONFLICT, "it has ended already") : rc;
}

enum rc
store_notify_end(struct db *db, const struct notify_end *end, struct err *err)
{
	static const char silence[] =
	    "UPDATE silences SET ended_ms = $2, ended_by = $3, updated_ms = $2 "
	    "WHERE id = $1 AND ended_ms IS NULL AND (until_ms IS NULL OR until_ms > $2)";
	static const char maintenance[] =
	    "UPDATE maintenances SET ended_ms = $2, ended_by = $3, updated_ms = $2 "
	    "WHERE id = $1 AND ended_ms IS NULL AND (until_ms IS NULL OR until_ms > $2)";
	bool is_silence = end->type == &SILENCE_ENTITY;
	enum rc rc = db_change(db, is_silence ? silence : maintenance,
	    DB_ARGS(end->id, end->now_ms, end->who), err);

	return rc == RC_NOT_FOUND ? has_ended(db, end, err) : rc;
}

enum rc
store_silences_of_admins(struct db *db, struct vec *ret_ids, struct err *err)
{
	static const char sql[] =
	    "SELECT s.id FROM silences s JOIN users u ON u.name = s.who "
	    "WHERE s.until_ms IS NULL AND u.role = 'admin'";
	struct db_stmt *q OWNED(db_done) = NULL;
	bool has_row;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	while ((rc = db_step(q, &has_row, err)) == RC_OK && has_row) {
		int64_t *id = vec_add(ret_ids);

		if (!id)
			return err_set(err, RC_NOMEM, "out of memory");
		*id = db_int(q, 0);
	}
	return rc;
}

enum rc
store_silence_hid(struct db *db, struct silence_id silence, struct err *err)
{
	static const char sql[] = "UPDATE silences SET hidden = hidden + 1 WHERE id = $1";

	return run_for(db, sql, silence.v, NULL, err);
}

/* ---- routes that ship ------------------------------------------------------------------------ */

static enum rc
count_routes(struct db *db, int64_t *ret_n, struct err *err)
{
	static const char sql[] = "SELECT count(*) FROM routes";

	return db_query_int(db, sql, DB_NO_ARGS, ret_n, err);
}

enum rc
store_routes_ship(struct db *db, struct target_id target, int64_t now_ms, struct err *err)
{
	static const struct route_rule ROUTES[] = {
		{ .place = 10,
		    .name = "Critical and major",
		    .enabled = true,
		    .filter =
			"[{\"field\":\"severity\",\"op\":\">=\",\"value\":\"major\"}]",
		    .delay_s = -1 },
		{ .place = 20,
		    .name = "The program itself",
		    .enabled = true,
		    .filter = "[{\"field\":\"cause_class\",\"op\":\"=\","
			      "\"value\":\"collector\"}]",
		    .delay_s = -1 },
	};
	char targets[32];
	int64_t n = 0;
	enum rc rc = count_routes(db, &n, err);

	(void)snprintf(targets, sizeof(targets), "[%lld]", (long long)target.v);
	for (size_t i = 0;
	     rc == RC_OK && n == 0 && i < sizeof(ROUTES) / sizeof(ROUTES[0]); i++) {
		struct route_rule route = ROUTES[i];
		struct notify_put put = { &ROUTE_ENTITY, &route, ENTITY_ALL, now_ms,
			NULL };

		route.targets = targets;
		rc = store_notify_put(db, &put, err);
	}
	return rc;
}

/* ---- addresses of contacts -------------------------------------------------------------------- */

static enum rc
put_address(struct db *db, struct contact_id contact, const struct contact_address *a,
    struct err *err)
{
	static const char sql[] =
	    "INSERT INTO contact_addresses (contact_id, channel_id, address) "
	    "VALUES ($1, $2, $3) ON CONFLICT (contact_id, channel_id) DO UPDATE SET "
	    "verified_ms = CASE WHEN contact_addresses.address = excluded.address "
	    "THEN contact_addresses.verified_ms END, address = excluded.address";
	enum rc rc = db_exec(db, sql, DB_ARGS(contact.v, a->channel.v, a->address), err);

	return rc == RC_CONFLICT ? err_set(err, rc, "addresses: there is no channel %lld",
				       (long long)a->channel.v)
				 : rc;
}

/* Those of channels that are not in the list any more. */
/* Texts are in the arena. */
static enum rc
read_addresses(struct db *db, struct contact_id contact, struct arena *arena,
    struct contact_address ret_addresses[NOTIFY_ADDRESSES_MAX], size_t *ret_n,
    struct err *err)
{
	static const char sql[] =
	    "SELECT channel_id, verified_ms, address FROM contact_addresses "
	    "WHERE contact_id = $1 ORDER BY channel_id LIMIT $2";
	struct db_stmt *q OWNED(db_done) = NULL;
	size_t n = 0;
	enum rc rc = db_query(db, sql, DB_ARGS(contact.v, NOTIFY_ADDRESSES_MAX), &q, err);

	while (db_next(q, &rc, err)) {
		const char *address = db_text(q, 2);

		ret_addresses[n] = (struct contact_address){ { db_int(q, 0) },
			arena_copy(arena, address, strlen(address)), db_int(q, 1) };
		if (!ret_addresses[n++].address)
			return err_set(err, RC_NOMEM, "out of memory");
	}
	if (rc == RC_OK)
		*ret_n = n;
	return rc;
}

static enum rc
remove_other_addresses(struct db *db, struct contact_id contact,
    const struct contact_address *addresses, size_t n, struct err *err)
{
	static const char sql[] =
	    "DELETE FROM contact_addresses WHERE contact_id = $1 AND channel_id = $2";
	struct contact_address stored[NOTIFY_ADDRESSES_MAX];
	struct arena *arena = arena_new(0);
	size_t n_stored = 0;
	enum rc rc = arena ? read_addresses(db, contact, arena, stored, &n_stored, err)
			   : err_set(err, RC_NOMEM, "out of memory");

	for (size_t i = 0; rc == RC_OK && i < n_stored; i++) {
		struct db_stmt *q OWNED(db_done) = NULL;
		bool stays = false;

		for (size_t k = 0; k < n; k++)
			stays |= addresses[k].channel.v == stored[i].channel.v;
		if (stays)
			continue;
		rc = db_prepare(db, sql, &q, err);
		if (rc != RC_OK)
			break;
		db_bind_int(q, 1, contact.v);
		db_bind_int(q, 2, stored[i].channel.v);
		rc = db_run(q, NULL, err);
	}
	arena_free(arena);
	return rc;
}

enum rc
store_contact_addresses_put(struct db *db, struct contact_id contact,
    const struct contact_address *addresses, size_t n, struct err *err)
{
	struct tx tx;
	enum rc rc = tx_begin(db, &tx, err);

	if (rc != RC_OK)
		return rc;
	rc = remove_other_addresses(db, contact, addresses, n, err);
	for (size_t i = 0; rc == RC_OK && i < n; i++)
		rc = put_address(db, contact, &addresses[i], err);
	return tx_end(&tx, rc, err);
}
