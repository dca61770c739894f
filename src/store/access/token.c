/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "store/access/access.h"
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

enum rc
store_token_note(struct db *db, struct token_id id, int64_t now_ms, struct err *err)
{
	static const char sql[] = "UPDATE tokens SET last_used_ms = $2 "
				  "WHERE id = $1 AND COALESCE(last_used_ms, 0) < $2";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id.v);
	db_bind_int(q, 2, now_ms);
	return db_run(q, NULL, err);
}

/* token id, user id, name, the two roles, when it was made and used */
static enum rc
bearer_from_row(
    const struct db_stmt *q, int64_t now_ms, struct bearer *ret, struct err *err)
{
	struct bearer b = { .token = { db_int(q, 0) },
		.user = { db_int(q, 1) },
		.created_ms = db_int(q, 5),
		.is_news = db_int(q, 6) <= now_ms - NOTE_EVERY_MS };
	enum role of_token, of_user;

	if (!role_from_name(db_text(q, 3), &of_token) ||
	    !role_from_name(db_text(q, 4), &of_user))
		return err_set(err, RC_PROTOCOL, "a token has an unknown role");
	b.role = of_token < of_user ? of_token : of_user;
	(void)snprintf(b.name, sizeof(b.name), "%s", db_text(q, 2));
	*ret = b;
	return RC_OK;
}

enum rc
store_token_use(struct db *db, const char *text, int64_t now_ms,
    struct bearer *ret_bearer, struct err *err)
{
	static const char sql[] =
	    "SELECT t.id, t.user_id, u.name, t.role, u.role, t.created_ms, "
	    "t.last_used_ms FROM tokens t JOIN users u ON u.id = t.user_id "
	    "WHERE t.token_hash = $1 AND t.revoked_ms IS NULL AND u.enabled = 1 "
	    "AND (t.expires_ms IS NULL OR t.expires_ms > $2)";
	struct db_stmt *q OWNED(db_done) = NULL;
	unsigned char hash[TOKEN_HASH_BYTES];
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	token_hash(text, hash);
	db_bind_blob(q, 1, hash, sizeof(hash));
	db_bind_int(q, 2, now_ms);
	rc = db_first(q, err);
	if (rc == RC_NOT_FOUND)
		return err_set(err, RC_REFUSED,
		    "the token is unknown, revoked or expired; make a new one");
	return rc == RC_OK ? bearer_from_row(q, now_ms, ret_bearer, err) : rc;
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
store_tokens_revoke(struct db *db, struct user_id user, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE tokens SET revoked_ms = $2 WHERE user_id = $1 AND revoked_ms IS NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, user.v);
	db_bind_int(q, 2, now_ms);
	return db_run(q, NULL, err);
}
