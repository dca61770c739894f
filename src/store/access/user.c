/* SPDX-License-Identifier: Apache-2.0 */
#include "store/access/user.h"

#include <assert.h>
#include <stdio.h>

#include "store/core/entity.h"
#include "store/db/query.h"

static enum rc
missing(struct user_id id, struct err *err)
{
	return err_set(err, RC_NOT_FOUND, "there is no user %lld", (long long)id.v);
}

/* ---- writing ------------------------------------------------------------- */

enum rc
store_user_put(
    struct db *db, struct user *user, const char *hash, int64_t now_ms, struct err *err)
{
	struct entity_update put = { &USER_ENTITY, user, ENTITY_ALL, now_ms,
		hash ? "password" : NULL, hash };
	int64_t id = user->id.v;
	enum rc rc = user_check(user, err);

	assert(hash || id != 0);
	if (rc != RC_OK)
		return rc;
	if (id == 0)
		rc = entity_insert_all(db, &put, &id, err);
	else
		rc = entity_update(db, &put, err);
	if (rc == RC_NOT_FOUND)
		return missing(user->id, err);
	if (rc == RC_CONFLICT)
		return err_set(
		    err, rc, "name: there is a user \"%s\" already", user->name);
	if (rc == RC_OK)
		user->id.v = id;
	return rc;
}

enum rc
store_user_delete(struct db *db, struct user_id id, struct err *err)
{
	static const char sql[] = "DELETE FROM users WHERE id = $1";
	enum rc rc = db_change(db, sql, DB_ARGS(id.v), err);

	return rc == RC_NOT_FOUND ? missing(id, err) : rc;
}

/* ---- reading ------------------------------------------------------------- */

enum rc
store_user_get(struct db *db, struct user_id id, struct arena *arena,
    struct user *ret_user, struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = entity_query(
	    db, &USER_ENTITY, "FROM users WHERE id = $1", DB_ARGS(id.v), &q, err);

	if (rc == RC_OK)
		rc = entity_first(&USER_ENTITY, q, arena, ret_user, err);
	return rc == RC_NOT_FOUND ? missing(id, err) : rc;
}

enum rc
store_user_list(struct db *db, store_user_row row, void *ctx, struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = entity_query(
	    db, &USER_ENTITY, "FROM users ORDER BY name", DB_NO_ARGS, &q, err);

	while (db_next(q, &rc, err)) {
		struct user u;

		rc = entity_from_row(&USER_ENTITY, q, &u, err);
		if (rc == RC_OK)
			rc = row(ctx, &u);
	}
	return rc;
}

enum rc
store_admins(struct db *db, struct user_id but, int64_t *ret_n, struct err *err)
{
	static const char sql[] = "SELECT count(*) FROM users "
				  "WHERE role = 'admin' AND enabled = 1 AND id <> $1";

	return db_query_int(db, sql, DB_ARGS(but.v), ret_n, err);
}

/* ---- logging in ---------------------------------------------------------- */

enum rc
store_user_login(
    struct db *db, const char *name, struct user_login *ret_login, struct err *err)
{
	static const char sql[] =
	    "SELECT id, enabled, password FROM users WHERE name = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	struct user_login login = { 0 };
	enum rc rc = db_query_first(db, sql, DB_ARGS(name), &q, err);

	if (rc != RC_OK && rc != RC_NOT_FOUND)
		return rc;
	if (rc == RC_OK) {
		login.user.v = db_int(q, 0);
		login.enabled = db_int(q, 1) != 0;
		(void)snprintf(login.hash, sizeof(login.hash), "%s", db_text(q, 2));
	}
	*ret_login = login;
	return RC_OK;
}

enum rc
store_user_logged_in(
    struct db *db, const struct user_login *login, int64_t now_ms, struct err *err)
{
	static const char sql[] = "UPDATE users SET last_login_ms = $2 "
				  "WHERE id = $1 AND password = $3 AND enabled = 1";
	enum rc rc = db_change(db, sql, DB_ARGS(login->user.v, now_ms, login->hash), err);

	return rc == RC_NOT_FOUND ? missing(login->user, err) : rc;
}
