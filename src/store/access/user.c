/* SPDX-License-Identifier: Apache-2.0 */
#include "store/access/user.h"

#include <assert.h>
#include <stdio.h>

#include "store/core/entity.h"

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
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id.v);
	rc = db_run(q, &changed, err);
	return rc == RC_OK && changed == 0 ? missing(id, err) : rc;
}

/* ---- reading ------------------------------------------------------------- */

enum rc
store_user_get(struct db *db, struct user_id id, struct arena *arena,
    struct user *ret_user, struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = entity_select(db, &USER_ENTITY, "FROM users WHERE id = $1", &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id.v);
	rc = entity_first(&USER_ENTITY, q, arena, ret_user, err);
	return rc == RC_NOT_FOUND ? missing(id, err) : rc;
}

enum rc
store_user_list(struct db *db, store_user_row row, void *ctx, struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	bool has_row;
	enum rc rc = entity_select(db, &USER_ENTITY, "FROM users ORDER BY name", &q, err);

	if (rc != RC_OK)
		return rc;
	while ((rc = db_step(q, &has_row, err)) == RC_OK && has_row) {
		struct user u;

		rc = entity_from_row(&USER_ENTITY, q, &u, err);
		if (rc == RC_OK)
			rc = row(ctx, &u);
		if (rc != RC_OK)
			break;
	}
	return rc;
}

enum rc
store_admins(struct db *db, struct user_id but, int64_t *ret_n, struct err *err)
{
	static const char sql[] = "SELECT count(*) FROM users "
				  "WHERE role = 'admin' AND enabled = 1 AND id <> $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, but.v);
	rc = db_first(q, err);
	if (rc == RC_OK)
		*ret_n = db_int(q, 0);
	return rc;
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
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_text(q, 1, name);
	rc = db_first(q, err);
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
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, login->user.v);
	db_bind_int(q, 2, now_ms);
	db_bind_text(q, 3, login->hash);
	rc = db_run(q, &changed, err);
	return rc == RC_OK && changed == 0 ? missing(login->user, err) : rc;
}
