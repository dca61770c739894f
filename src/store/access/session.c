/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdio.h>

#include "store/access/access.h"
#include "store/db/query.h"

enum { NOTE_EVERY_MS = 60000 };

void
session_csrf(const char *cookie, char ret_csrf[TOKEN_TEXT_MAX])
{
	token_derive(cookie, "csrf", ret_csrf);
}

enum rc
store_session_add(struct db *db, const struct session *session,
    struct session_texts *ret_texts, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO sessions (token_hash, csrf_hash, user_id, created_ms, "
	    "expires_ms, last_used_ms, address, agent) "
	    "VALUES ($1, $2, $3, $4, $5, $4, $6, $7)";
	unsigned char cookie[TOKEN_HASH_BYTES], csrf[TOKEN_HASH_BYTES];
	struct session_texts texts = { 0 };
	enum rc rc;

	token_make(texts.cookie, cookie);
	session_csrf(texts.cookie, texts.csrf);
	token_hash(texts.csrf, csrf);
	rc = db_exec(db, sql,
	    DB_ARGS(db_blob_of(cookie, sizeof(cookie)), db_blob_of(csrf, sizeof(csrf)),
		session->user.v, session->created_ms, session->expires_ms,
		session->address ? session->address : "",
		session->agent ? session->agent : ""),
	    err);
	if (rc == RC_OK)
		*ret_texts = texts;
	return rc;
}

static bool
is_csrf(const struct db_stmt *q, unsigned column, const char *text)
{
	unsigned char hash[TOKEN_HASH_BYTES];
	size_t n;
	const void *kept = db_blob(q, column, &n);

	token_hash(text, hash);
	return kept && n == sizeof(hash) && token_hash_is_same(kept, hash);
}

/* user id, name, role, when it was made and used */
static enum rc
bearer_from_row(
    const struct db_stmt *q, int64_t now_ms, struct bearer *ret, struct err *err)
{
	struct bearer b = { .user = { db_int(q, 0) },
		.created_ms = db_int(q, 3),
		.is_news = db_int(q, 4) <= now_ms - NOTE_EVERY_MS };

	if (!role_from_name(db_text(q, 2), &b.role))
		return err_set(err, RC_PROTOCOL, "a user has an unknown role");
	(void)snprintf(b.name, sizeof(b.name), "%s", db_text(q, 1));
	*ret = b;
	return RC_OK;
}

enum rc
store_session_use(struct db *db, const char *cookie, const char *csrf, int64_t now_ms,
    struct bearer *ret_bearer, struct err *err)
{
	static const char sql[] =
	    "SELECT s.user_id, u.name, u.role, s.created_ms, s.last_used_ms, s.csrf_hash "
	    "FROM sessions s JOIN users u ON u.id = s.user_id "
	    "WHERE s.token_hash = $1 AND s.expires_ms > $2 AND u.enabled = 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	unsigned char hash[TOKEN_HASH_BYTES];
	enum rc rc;

	token_hash(cookie, hash);
	rc = db_query_first(
	    db, sql, DB_ARGS(db_blob_of(hash, sizeof(hash)), now_ms), &q, err);
	if (rc == RC_NOT_FOUND)
		return err_set(err, RC_REFUSED, "the session has ended; log in again");
	if (rc != RC_OK)
		return rc;
	if (csrf && !is_csrf(q, 5, csrf))
		return err_set(err, RC_INVALID,
		    "the request did not come from a page of this session; reload it");
	return bearer_from_row(q, now_ms, ret_bearer, err);
}

enum rc
store_session_note(struct db *db, const char *cookie, int64_t now_ms, int64_t expires_ms,
    struct err *err)
{
	static const char sql[] =
	    "UPDATE sessions SET last_used_ms = $2, expires_ms = $3 "
	    "WHERE token_hash = $1 AND expires_ms > $2 AND last_used_ms < $2";
	unsigned char hash[TOKEN_HASH_BYTES];

	token_hash(cookie, hash);
	return db_exec(
	    db, sql, DB_ARGS(db_blob_of(hash, sizeof(hash)), now_ms, expires_ms), err);
}

enum rc
store_session_end(struct db *db, const char *cookie, struct err *err)
{
	static const char sql[] = "DELETE FROM sessions WHERE token_hash = $1";
	unsigned char hash[TOKEN_HASH_BYTES];
	enum rc rc;

	token_hash(cookie, hash);
	rc = db_change(db, sql, DB_ARGS(db_blob_of(hash, sizeof(hash))), err);
	if (rc == RC_NOT_FOUND)
		return err_set(err, rc, "there is no such session");
	return rc;
}

enum rc
store_sessions_end(struct db *db, struct user_id user, int64_t *ret_n, struct err *err)
{
	static const char sql[] = "DELETE FROM sessions WHERE user_id = $1";

	return db_exec_count(db, sql, DB_ARGS(user.v), ret_n, err);
}

enum rc
store_sessions_trim(struct db *db, struct user_id user, int64_t most, struct err *err)
{
	static const char sql[] =
	    "DELETE FROM sessions WHERE user_id = $1 AND token_hash NOT IN "
	    "(SELECT token_hash FROM sessions WHERE user_id = $1 "
	    "ORDER BY last_used_ms DESC, created_ms DESC LIMIT $2)";

	return db_exec(db, sql, DB_ARGS(user.v, most), err);
}

enum rc
store_sessions_sweep(struct db *db, int64_t now_ms, int64_t *ret_n, struct err *err)
{
	static const char sql[] = "DELETE FROM sessions WHERE expires_ms <= $1";

	return db_exec_count(db, sql, DB_ARGS(now_ms), ret_n, err);
}
