/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <string.h>

#include "store/access.h"
#include "store/db/db.h"

enum { NOTE_EVERY_MS = 60000 };

enum rc
store_token_add(
    struct db *db, struct token *token, char ret_text[TOKEN_TEXT_MAX], struct err *err)
{
	static const char sql[] =
	    "INSERT INTO tokens (user_id, name, role, created_ms, expires_ms, "
	    "token_hash) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id";
	struct db_stmt *q OWNED(db_done) = NULL;
	unsigned char hash[TOKEN_HASH_BYTES];
	char text[TOKEN_TEXT_MAX];
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	token_make(text, hash);
	db_bind_int(q, 1, token->user.v);
	db_bind_text(q, 2, token->name);
	db_bind_text(q, 3, role_name(token->role));
	db_bind_int(q, 4, token->created_ms);
	if (token->expires_ms)
		db_bind_int(q, 5, token->expires_ms);
	db_bind_blob(q, 6, hash, sizeof(hash));
	rc = db_first(q, err);
	if (rc == RC_CONFLICT)
		return err_set(
		    err, rc, "name: this user has a token \"%s\" already", token->name);
	if (rc != RC_OK)
		return rc;
	token->id.v = db_int(q, 0);
	memcpy(ret_text, text, sizeof(text));
	return RC_OK;
}

static enum rc
note_use(struct db *db, int64_t id, int64_t now_ms, struct err *err)
{
	static const char sql[] = "UPDATE tokens SET last_used_ms = $2 "
				  "WHERE id = $1 AND COALESCE(last_used_ms, 0) <= $3";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id);
	db_bind_int(q, 2, now_ms);
	db_bind_int(q, 3, now_ms - NOTE_EVERY_MS);
	return db_run(q, NULL, err);
}

static enum rc
refused(struct err *err)
{
	return err_set(
	    err, RC_REFUSED, "the token is unknown, revoked or expired; make a new one");
}

/* token id, user id, the two roles, when it was used */
static enum rc
roles_from_row(const struct db_stmt *q, enum role *ret_role, struct err *err)
{
	enum role of_token, of_user;

	if (!role_from_name(db_text(q, 2), &of_token) ||
	    !role_from_name(db_text(q, 3), &of_user))
		return err_set(err, RC_PROTOCOL, "a token has a role that is none");
	*ret_role = of_token < of_user ? of_token : of_user;
	return RC_OK;
}

enum rc
store_token_use(struct db *db, const char *text, int64_t now_ms, struct user_id *ret_user,
    enum role *ret_role, struct err *err)
{
	static const char sql[] =
	    "SELECT t.id, t.user_id, t.role, u.role, t.last_used_ms FROM tokens t "
	    "JOIN users u ON u.id = t.user_id "
	    "WHERE t.token_hash = $1 AND t.revoked_ms IS NULL AND u.enabled = 1 "
	    "AND (t.expires_ms IS NULL OR t.expires_ms > $2)";
	struct db_stmt *q OWNED(db_done) = NULL;
	unsigned char hash[TOKEN_HASH_BYTES];
	struct user_id user;
	enum role role = ROLE_VIEWER; /* the least, until the row says which */
	bool is_news;
	int64_t id;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	token_hash(text, hash);
	db_bind_blob(q, 1, hash, sizeof(hash));
	db_bind_int(q, 2, now_ms);
	rc = db_first(q, err);
	if (rc == RC_NOT_FOUND)
		return refused(err);
	if (rc == RC_OK)
		rc = roles_from_row(q, &role, err);
	if (rc != RC_OK)
		return rc;
	id = db_int(q, 0);
	user = (struct user_id){ db_int(q, 1) };
	is_news = db_int(q, 4) <= now_ms - NOTE_EVERY_MS;
	db_again(q);
	if (is_news)
		rc = note_use(db, id, now_ms, err);
	if (rc != RC_OK)
		return rc;
	*ret_user = user;
	*ret_role = role;
	return RC_OK;
}

enum rc
store_token_revoke(struct db *db, struct token_id id, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE tokens SET revoked_ms = $2 WHERE id = $1 AND revoked_ms IS NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id.v);
	db_bind_int(q, 2, now_ms);
	rc = db_run(q, &changed, err);
	if (rc == RC_OK && changed == 0)
		return err_set(
		    err, RC_NOT_FOUND, "there is no token %lld", (long long)id.v);
	return rc;
}

enum rc
store_token_list(
    struct db *db, struct user_id user, store_token_row row, void *ctx, struct err *err)
{
	static const char sql[] =
	    "SELECT id, name, role, created_ms, expires_ms, last_used_ms, revoked_ms "
	    "FROM tokens WHERE user_id = $1 ORDER BY name";
	struct db_stmt *q OWNED(db_done) = NULL;
	bool has_row;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, user.v);
	while ((rc = db_step(q, &has_row, err)) == RC_OK && has_row) {
		struct token t = { .id = { db_int(q, 0) },
			.user = user,
			.name = db_text(q, 1),
			.created_ms = db_int(q, 3),
			.expires_ms = db_int(q, 4),
			.last_used_ms = db_int(q, 5),
			.revoked_ms = db_int(q, 6) };

		if (!role_from_name(db_text(q, 2), &t.role))
			return err_set(
			    err, RC_PROTOCOL, "token %s has a role that is none", t.name);
		rc = row(ctx, &t);
		if (rc != RC_OK)
			break;
	}
	return rc;
}
