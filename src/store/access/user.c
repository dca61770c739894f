/* SPDX-License-Identifier: Apache-2.0 */
#include "store/access/user.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "store/db/db.h"

#define USER_COLUMNS                                                                    \
	"id, name, role, full_name, email, language, enabled, created_ms, updated_ms, " \
	"last_login_ms"

/* The one reader of USER_COLUMNS: keep the two next to each other. */
static enum rc
user_from_row(const struct db_stmt *q, struct user *ret, struct err *err)
{
	struct user u = { .id = { db_int(q, 0) },
		.name = db_text(q, 1),
		.full_name = db_text(q, 3),
		.email = db_text(q, 4),
		.language = db_text(q, 5),
		.enabled = db_int(q, 6) != 0,
		.created_ms = db_int(q, 7),
		.updated_ms = db_int(q, 8),
		.last_login_ms = db_int(q, 9) };

	if (!role_from_name(db_text(q, 2), &u.role))
		return err_set(
		    err, RC_PROTOCOL, "user %s has a role that is none", u.name);
	*ret = u;
	return RC_OK;
}

static enum rc
missing(struct user_id id, struct err *err)
{
	return err_set(err, RC_NOT_FOUND, "there is no user %lld", (long long)id.v);
}

static bool
keep_texts(struct arena *arena, struct user *u)
{
	const char **texts[] = { &u->name, &u->full_name, &u->email, &u->language };

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		*texts[i] = arena_copy(arena, *texts[i], strlen(*texts[i]));
		if (!*texts[i])
			return false;
	}
	return true;
}

/* ---- writing ------------------------------------------------------------- */

/* $1 to $7. */
static void
bind_user(struct db_stmt *q, const struct user *u, int64_t now_ms)
{
	db_bind_text(q, 1, u->name);
	db_bind_text(q, 2, role_name(u->role));
	db_bind_text(q, 3, u->full_name ? u->full_name : "");
	db_bind_text(q, 4, u->email ? u->email : "");
	db_bind_text(q, 5, u->language ? u->language : "");
	db_bind_int(q, 6, u->enabled);
	db_bind_int(q, 7, now_ms);
}

static enum rc
insert(struct db *db, const struct user *u, const char *hash, int64_t now_ms,
    int64_t *ret_id, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO users (name, role, full_name, email, language, enabled, "
	    "created_ms, updated_ms, password) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8) RETURNING id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	bind_user(q, u, now_ms);
	db_bind_text(q, 8, hash);
	rc = db_first(q, err);
	if (rc == RC_OK)
		*ret_id = db_int(q, 0);
	return rc;
}

static enum rc
update(struct db *db, const struct user *u, const char *hash, int64_t now_ms,
    struct err *err)
{
	static const char sql[] =
	    "UPDATE users SET name = $1, role = $2, full_name = $3, email = $4, "
	    "language = $5, enabled = $6, updated_ms = $7, "
	    "password = COALESCE($8, password) WHERE id = $9";
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	bind_user(q, u, now_ms);
	db_bind_text(q, 8, hash);
	db_bind_int(q, 9, u->id.v);
	rc = db_run(q, &changed, err);
	return rc == RC_OK && changed == 0 ? missing(u->id, err) : rc;
}

enum rc
store_user_put(
    struct db *db, struct user *user, const char *hash, int64_t now_ms, struct err *err)
{
	int64_t id = user->id.v;
	enum rc rc = user_check(user, err);

	assert(hash || id != 0);
	if (rc != RC_OK)
		return rc;
	if (id == 0)
		rc = insert(db, user, hash, now_ms, &id, err);
	else
		rc = update(db, user, hash, now_ms, err);
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
	static const char sql[] = "SELECT " USER_COLUMNS " FROM users WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	struct user u;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id.v);
	rc = db_first(q, err);
	if (rc == RC_NOT_FOUND)
		return missing(id, err);
	if (rc == RC_OK)
		rc = user_from_row(q, &u, err);
	if (rc == RC_OK && !keep_texts(arena, &u))
		rc = err_set(err, RC_NOMEM, "out of memory");
	if (rc == RC_OK)
		*ret_user = u;
	return rc;
}

enum rc
store_user_list(struct db *db, store_user_row row, void *ctx, struct err *err)
{
	static const char sql[] = "SELECT " USER_COLUMNS " FROM users ORDER BY name";
	struct db_stmt *q OWNED(db_done) = NULL;
	bool has_row;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	while ((rc = db_step(q, &has_row, err)) == RC_OK && has_row) {
		struct user u;

		rc = user_from_row(q, &u, err);
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
