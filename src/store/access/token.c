/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "store/access/access.h"
#include "store/db/query.h"

enum { NOTE_EVERY_MS = 60000 };

enum rc
store_token_add(
    struct db *db, struct token *token, char ret_text[TOKEN_TEXT_MAX], struct err *err)
{
	static const char sql[] =
	    "INSERT INTO tokens (user_id, name, role, created_ms, expires_ms, "
	    "token_hash) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id";
	unsigned char hash[TOKEN_HASH_BYTES];
	char text[TOKEN_TEXT_MAX];
	int64_t id = 0;
	enum rc rc;

	token_make(text, hash);
	rc = db_query_int(db, sql,
	    DB_ARGS(token->user.v, token->name, role_name(token->role), token->created_ms,
		db_or_null(token->expires_ms), db_blob_of(hash, sizeof(hash))),
	    &id, err);
	if (rc == RC_CONFLICT)
		return err_set(
		    err, rc, "name: this user has a token \"%s\" already", token->name);
	if (rc != RC_OK)
		return rc;
	token->id.v = id;
	memcpy(ret_text, text, sizeof(text));
	return RC_OK;
}

enum rc
store_token_note(struct db *db, struct token_id id, int64_t now_ms, struct err *err)
{
	static const char sql[] = "UPDATE tokens SET last_used_ms = $2 "
				  "WHERE id = $1 AND COALESCE(last_used_ms, 0) < $2";

	return db_exec(db, sql, DB_ARGS(id.v, now_ms), err);
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
	enum rc rc;

	token_hash(text, hash);
	rc = db_query_first(
	    db, sql, DB_ARGS(db_blob_of(hash, sizeof(hash)), now_ms), &q, err);
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
	enum rc rc = db_change(db, sql, DB_ARGS(id.v, now_ms), err);

	if (rc == RC_NOT_FOUND)
		return err_set(
		    err, RC_NOT_FOUND, "there is no token %lld", (long long)id.v);
	return rc;
}

enum rc
store_tokens_revoke(struct db *db, struct user_id user, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE tokens SET revoked_ms = $2 WHERE user_id = $1 AND revoked_ms IS NULL";

	return db_exec(db, sql, DB_ARGS(user.v, now_ms), err);
}
