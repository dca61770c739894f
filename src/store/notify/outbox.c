/* SPDX-License-Identifier: Apache-2.0
 *
 * One row is one decision to tell one target something. What a commit of unknown outcome
 * repeats finds its own traces: the key of a row, the token of a claim.
 */
#include "store/notify/outbox.h"

#include <assert.h>
#include <string.h>

#include "store/db/query.h"
#include "store/secret/vault.h"

/* Sent again at once, because the other end knows it (channel_knows_repetitions). */
#define KNOWS_REPETITIONS "channel_kind IN ('email', 'webhook')"
#define LEFT_BEHIND "state = 'sending' AND claimed_ms < $1"

/* May be sent now, or when it is due: tests also while the channel is switched off. A test
 * waits for nothing, and nothing waits for it: it has the number of no incident. */
#define READY                                                                            \
	"o.state IN ('queued', 'unsure') "                                               \
	"AND (o.is_test = 1 OR (t.enabled = 1 AND c.enabled = 1 AND c.state <> 'off')) " \
	"AND (o.is_test = 1 OR NOT EXISTS (SELECT 1 FROM outbox p "                      \
	"WHERE p.target_id = o.target_id "                                               \
	"AND p.incident_id = o.incident_id AND p.id < o.id AND p.is_test = 0 "           \
	"AND p.state IN ('queued', 'sending', 'unsure')))"
#define READY_TABLES                                     \
	"outbox o JOIN targets t ON t.id = o.target_id " \
	"JOIN channels c ON c.id = o.channel_id"

/* ---- adding -------------------------------------------------------------------------- */

static enum rc
find_key(struct db *db, const char *key, int64_t *ret_id, struct err *err)
{
	static const char sql[] = "SELECT id FROM outbox WHERE key = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(key), &q, err);

	if (rc == RC_OK || rc == RC_NOT_FOUND)
		*ret_id = rc == RC_OK ? db_int(q, 0) : 0;
	return rc == RC_NOT_FOUND ? RC_OK : rc;
}

enum rc
store_outbox_add(struct db *db, const struct outbox_new *add, int64_t now_ms,
    int64_t *ret_id, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO outbox (key, incident_id, target_id, channel_id, target_name, "
	    "channel_name, channel_kind, act, priority, body, version, not_before_ms, "
	    "expires_ms, is_test, created_ms) "
	    "SELECT CAST($1 AS TEXT), CAST($2 AS BIGINT), t.id, c.id, t.name, c.name, "
	    "c.kind, CAST($4 AS TEXT), CAST($5 AS BIGINT), CAST($6 AS TEXT), "
	    "CAST($7 AS BIGINT), CAST($8 AS BIGINT), CAST($9 AS BIGINT), "
	    "CAST($10 AS BIGINT), CAST($11 AS BIGINT) "
	    "FROM targets t JOIN channels c ON c.id = t.channel_id WHERE t.id = $3 "
	    "ON CONFLICT (key) DO NOTHING RETURNING id";
	enum rc rc;

	if (strlen(add->key) > OUTBOX_KEY_MAX || strlen(add->body) > OUTBOX_BODY_MAX)
		return err_set(err, RC_INVALID, "a message is too long for the outbox");
	rc = db_query_int(db, sql,
	    DB_ARGS(add->key, add->incident, add->target.v, outbox_act_name(add->act),
		(int64_t)add->priority, add->body, add->version, add->not_before_ms,
		db_or_null(add->expires_ms), add->is_test, now_ms),
	    ret_id, err);
	return rc == RC_NOT_FOUND ? find_key(db, add->key, ret_id, err) : rc;
}

enum rc
store_outbox_supersede(struct db *db, int64_t incident, struct target_id target,
    int64_t *ret_n, struct err *err)
{
	static const char sql[] = "UPDATE outbox SET state = 'dropped', last_error = "
				  "'replaced by a newer message' "
				  "WHERE target_id = $2 AND incident_id = $1 "
				  "AND state IN ('queued', 'unsure') AND is_test = 0";

	return db_exec_count(db, sql, DB_ARGS(incident, target.v), ret_n, err);
}

/* ---- results -------------------------------------------------------------------------- */

#define RESULT_COLUMNS                                                         \
	"o.id, o.incident_id, o.target_id, o.state, o.is_expired, o.is_test, " \
	"COALESCE(o.sent_ms, o.claimed_ms, o.created_ms)"

/* The one reader of RESULT_COLUMNS. */
static void
result_from_row(const struct db_stmt *q, struct outbox_result *ret)
{
	*ret = (struct outbox_result){ .id = db_int(q, 0),
		.incident = db_int(q, 1),
		.target = { db_int(q, 2) },
		.is_expired = db_int(q, 4) != 0,
		.is_test = db_int(q, 5) != 0,
		.at_ms = db_int(q, 6) };
	/* The schema allows no other words. */
	(void)outbox_state_from_name(db_text(q, 3), &ret->state);
}

enum rc
store_outbox_result(
    struct db *db, int64_t id, struct outbox_result *ret_result, struct err *err)
{
	static const char sql[] =
	    "SELECT " RESULT_COLUMNS " FROM outbox o WHERE o.id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(id), &q, err);

	if (rc == RC_OK)
		result_from_row(q, ret_result);
	return rc;
}

enum rc
store_outbox_results(
    struct db *db, int64_t flags, outbox_result_row row, void *ctx, struct err *err)
{
	static const char sql[] =
	    "SELECT " RESULT_COLUMNS " FROM told d JOIN outbox o ON o.id = "
	    "(SELECT MAX(x.id) FROM outbox x WHERE x.incident_id = d.incident_id "
	    "AND x.target_id = d.target_id AND x.is_test = 0) "
	    "WHERE (d.flags & $1) <> 0 AND o.state NOT IN ('queued', 'sending')";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(flags), &q, err);

	while (db_next(q, &rc, err)) {
		struct outbox_result result;

		result_from_row(q, &result);
		rc = row(ctx, &result);
	}
	return rc;
}

/* ---- claiming ------------------------------------------------------------------------ */

/* Claims whose holder has gone: what they sent may have arrived, or had not even begun.
 * So a message is repeated after each kill, and not for ever: it may be what kills. */
static enum rc
mark_unsure(struct db *db, int64_t now_ms, struct err *err)
{
	static const char note[] =
	    "INSERT INTO outbox_attempts (outbox_id, n, at_ms, error) "
	    "SELECT id, attempts + 1, claimed_ms, 'the program ended before the answer "
	    "came' "
	    "FROM outbox WHERE " LEFT_BEHIND " ON CONFLICT (outbox_id, n) DO NOTHING";
	static const char end[] =
	    "UPDATE outbox SET state = 'dead', attempts = attempts + 1, "
	    "last_error = 'it may have arrived, and was repeated often already' "
	    "WHERE " LEFT_BEHIND " AND attempts >= $2 AND NOT " KNOWS_REPETITIONS;
	static const char repeat[] =
	    "UPDATE outbox SET state = 'unsure', attempts = attempts + 1, may_repeat = "
	    "1, "
	    "last_error = 'the program ended before the answer came', "
	    "not_before_ms = CASE WHEN " KNOWS_REPETITIONS " THEN CAST($2 AS BIGINT) "
	    "ELSE CAST($2 AS BIGINT) + 60000 END "
	    "WHERE " LEFT_BEHIND;
	int64_t before_ms = now_ms - OUTBOX_CLAIM_MS;
	enum rc rc = db_exec(db, note, DB_ARGS(before_ms), err);

	if (rc == RC_OK)
		rc = db_exec(db, end, DB_ARGS(before_ms, OUTBOX_KILLS_MAX - 1), err);
	return rc == RC_OK ? db_exec(db, repeat, DB_ARGS(before_ms, now_ms), err) : rc;
}

static enum rc
mark_expired(struct db *db, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE outbox SET state = 'dead', is_expired = 1, "
	    "last_error = 'too old to be sent' "
	    "WHERE state IN ('queued', 'unsure') AND expires_ms <= $1";

	return db_exec(db, sql, DB_ARGS(now_ms), err);
}

/* SQLite has one writer: nobody else claims at the same time. */
static enum rc
take(struct db *db, const struct outbox_claim *claim, struct err *err)
{
#define TAKE                                                                     \
	"UPDATE outbox SET state = 'sending', claimed_by = $1, claimed_ms = $2 " \
	"WHERE id IN (SELECT o.id FROM " READY_TABLES " WHERE " READY            \
	" AND o.not_before_ms <= $2 ORDER BY o.priority, o.not_before_ms, o.id LIMIT $3"
	static const char sqlite[] = TAKE ")";
	static const char pgsql[] = TAKE " FOR UPDATE OF o SKIP LOCKED)";
#undef TAKE
	bool is_sqlite = strcmp(db_backend(db), "sqlite") == 0;

	return db_exec(db, is_sqlite ? sqlite : pgsql,
	    DB_ARGS(claim->token, claim->now_ms, (int64_t)claim->most), err);
}

#define CLAIMED_COLUMNS                                                           \
	"o.id, o.incident_id, o.target_id, o.channel_id, o.priority, o.version, " \
	"o.expires_ms, o.attempts, o.is_test, o.may_repeat, o.created_ms, "       \
	"c.updated_ms, "                                                          \
	"o.key, c.name, c.settings, t.name, t.thread, o.body, d.message_ref, "    \
	"d.thread_ref, COALESCE(NULLIF(t.address, ''), (SELECT a.address FROM "   \
	"contact_addresses a WHERE a.contact_id = t.contact_id "                  \
	"AND a.channel_id = o.channel_id), ''), c.kind, o.act, c.secret"

/* The one reader of CLAIMED_COLUMNS. False: no memory. */
static bool
claimed_from_row(const struct db_stmt *q, struct arena *arena, struct outbox_claimed *ret)
{
	enum { TEXTS_AT = 12, KIND_AT = 21, ACT_AT = 22 };
	struct outbox_claimed r = { .id = db_int(q, 0),
		.incident = db_int(q, 1),
		.target = { db_int(q, 2) },
		.channel = { db_int(q, 3) },
		.priority = (enum outbox_priority)db_int(q, 4),
		.version = db_int(q, 5),
		.expires_ms = db_int(q, 6),
		.attempts = db_int(q, 7),
		.is_test = db_int(q, 8) != 0,
		.may_repeat = db_int(q, 9) != 0,
		.created_ms = db_int(q, 10),
		.channel_updated_ms = db_int(q, 11) };
	const char **texts[] = { &r.key, &r.channel_name, &r.settings, &r.target_name,
		&r.thread, &r.body, &r.message_ref, &r.thread_ref, &r.address };

	for (unsigned i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		const char *text = db_text(q, TEXTS_AT + i);

		*texts[i] = text ? arena_copy(arena, text, strlen(text)) : "";
		if (!*texts[i])
			return false;
	}
	/* The schema allows no other words. */
	(void)channel_kind_from_name(db_text(q, KIND_AT), &r.kind);
	(void)outbox_act_from_name(db_text(q, ACT_AT), &r.act);
	*ret = r;
	return true;
}

/* One that cannot be opened is empty: the channel then says what is missing. */
static void
open_secret(const struct vault *vault, const struct db_stmt *q, struct outbox_claimed *r)
{
	enum { SECRET_AT = 23 };
	struct vault_place place = { CHANNEL_SECRET_PLACE, r->channel.v };
	size_t n = 0;
	const void *bytes = db_blob(q, SECRET_AT, &n);

	if (!bytes || !vault ||
	    vault_unseal(vault, &place, bytes, n, &r->secret, NULL) != RC_OK)
		secret_wipe(&r->secret);
}

static enum rc
read_claimed(struct db *db, const struct vault *vault, const struct outbox_claim *claim,
    struct arena *arena, struct outbox_claimed *rows, size_t *ret_n, struct err *err)
{
	static const char sql[] = "SELECT " CLAIMED_COLUMNS " FROM " READY_TABLES
				  " LEFT JOIN told d ON d.incident_id = o.incident_id "
				  "AND d.target_id = o.target_id "
				  "WHERE o.state = 'sending' AND o.claimed_by = $1 "
				  "ORDER BY o.priority, o.not_before_ms, o.id LIMIT $2";
	struct db_stmt *q OWNED(db_done) = NULL;
	size_t n = 0;
	enum rc rc =
	    db_query(db, sql, DB_ARGS(claim->token, (int64_t)claim->most), &q, err);

	while (db_next(q, &rc, err)) {
		if (!claimed_from_row(q, arena, &rows[n]))
			rc = err_set(err, RC_NOMEM, "out of memory");
		if (rc != RC_OK)
			break;
		open_secret(vault, q, &rows[n++]);
	}
	if (rc == RC_OK)
		*ret_n = n;
	for (size_t i = 0; rc != RC_OK && i < n; i++)
		outbox_claimed_wipe(&rows[i]);
	return rc;
}

void
outbox_claimed_wipe(struct outbox_claimed *claimed)
{
	secret_wipe(&claimed->secret);
}

enum rc
store_outbox_claim(struct db *db, const struct vault *vault,
    const struct outbox_claim *claim, struct arena *arena,
    struct outbox_claimed *ret_rows, size_t *ret_n, struct err *err)
{
	enum rc rc = mark_unsure(db, claim->now_ms, err);

	assert(claim->most <= OUTBOX_CLAIM_MAX);
	assert(strlen(claim->token) <= OUTBOX_TOKEN_MAX);
	if (rc == RC_OK)
		rc = mark_expired(db, claim->now_ms, err);
	if (rc == RC_OK)
		rc = take(db, claim, err);
	if (rc == RC_OK)
		rc = read_claimed(db, vault, claim, arena, ret_rows, ret_n, err);
	return rc;
}

enum rc
store_outbox_next(struct db *db, int64_t now_ms, int64_t *ret_ms, struct err *err)
{
	static const char sql[] =
	    "SELECT MIN(at_ms) FROM (SELECT MIN(o.not_before_ms) AS at_ms "
	    "FROM " READY_TABLES " WHERE " READY " UNION ALL "
	    "SELECT MIN(claimed_ms) + $1 FROM outbox WHERE state = 'sending') AS x";
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t at_ms;
	enum rc rc = db_query_first(db, sql, DB_ARGS(OUTBOX_CLAIM_MS + 1), &q, err);

	if (rc != RC_OK)
		return rc;
	at_ms = db_int(q, 0);
	if (!db_is_null(q, 0) && at_ms < now_ms)
		at_ms = now_ms;
	*ret_ms = db_is_null(q, 0) ? 0 : at_ms;
	return RC_OK;
}

/* ---- outcomes ------------------------------------------------------------------------- */

/* The row that an outcome was noted in. */
struct noted {
	int64_t attempts, incident, target;
	bool is_test;
	bool is_quota; /* about an incident of kind quota */
};

/* Nothing was noted: RC_OK if it was before, in a commit whose outcome was unknown. */
static enum rc
why_not(struct db *db, const struct outbox_outcome *o, struct err *err)
{
	static const char sql[] = "SELECT claimed_by FROM outbox WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(o->id), &q, err);

	if (rc == RC_NOT_FOUND)
		return err_set(
		    err, rc, "there is no message %lld in the outbox", (long long)o->id);
	if (rc == RC_OK && strcmp(db_text(q, 0), o->token) != 0)
		return err_set(err, RC_CONFLICT,
		    "message %lld was given to somebody else", (long long)o->id);
	return rc;
}

/* The row is ours to change. */
#define IS_OURS "id = $1 AND claimed_by = $2 AND state = 'sending'"

static enum rc
put_back(struct db *db, const struct outbox_outcome *o, struct err *err)
{
	static const char sql[] =
	    "UPDATE outbox SET state = $3, not_before_ms = $4 WHERE " IS_OURS;
	enum rc rc = db_change(db, sql,
	    DB_ARGS(o->id, o->token, outbox_state_name(o->state), o->not_before_ms), err);

	return rc == RC_NOT_FOUND ? why_not(db, o, err) : rc;
}

/* A text that the other end sent: cut, and never NULL. */
static void
bind_cut(struct db_stmt *q, unsigned n, const char *text)
{
	size_t len = text ? strnlen(text, OUTBOX_ANSWER_MAX) : 0;

	/* Not in the middle of a character. */
	if (len == OUTBOX_ANSWER_MAX)
		while (len > 0 && ((unsigned char)text[len] & 0xc0) == 0x80)
			len--;
	db_bind_text_n(q, n, text ? text : "", len);
}

static enum rc
add_attempt(struct db *db, const struct outbox_outcome *o, const struct noted *row,
    struct err *err)
{
	static const char sql[] =
	    "INSERT INTO outbox_attempts (outbox_id, n, at_ms, took_ms, code, error, "
	    "answer) VALUES ($1, $2, $3, $4, $5, $6, $7)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_args(q, DB_ARGS(o->id, row->attempts, o->at_ms, o->took_ms));
	db_bind(q, 5, db_or_null(o->code));
	bind_cut(q, 6, o->error);
	bind_cut(q, 7, o->answer);
	return db_run(q, NULL, err);
}

static bool
is_sent(const struct outbox_outcome *o)
{
	return o->state == OUTBOX_SENT || o->state == OUTBOX_CONFIRMED;
}

static void
bind_outcome(struct db_stmt *q, const struct outbox_outcome *o)
{
	db_bind_args(q, DB_ARGS(o->id, o->token, outbox_state_name(o->state)));
	bind_cut(q, 4, o->error);
	db_bind(q, 5, db_or_null(o->code));
	if (o->provider_id)
		bind_cut(q, 6, o->provider_id);
	if (o->state == OUTBOX_QUEUED || o->state == OUTBOX_UNSURE)
		db_bind_int(q, 7, o->not_before_ms);
	if (is_sent(o))
		db_bind_int(q, 8, o->at_ms + o->took_ms);
	if (o->state == OUTBOX_CONFIRMED)
		db_bind_int(q, 9, o->at_ms + o->took_ms);
	db_bind_int(q, 10, o->state == OUTBOX_UNSURE);
}

/* RC_NOT_FOUND: it is not ours. It says what the rest needs, so that an outcome takes few
 * questions: a database that is not in this process answers each of them later. */
static enum rc
update_row(
    struct db *db, const struct outbox_outcome *o, struct noted *ret_row, struct err *err)
{
	static const char sql[] =
	    "UPDATE outbox SET state = $3, attempts = attempts + 1, last_error = $4, "
	    "code = $5, provider_id = COALESCE($6, provider_id), "
	    "not_before_ms = COALESCE($7, not_before_ms), sent_ms = COALESCE(sent_ms, "
	    "$8), confirmed_ms = COALESCE(confirmed_ms, $9), "
	    "may_repeat = CASE WHEN $10 = 1 THEN 1 ELSE may_repeat END "
	    "WHERE " IS_OURS " RETURNING attempts, incident_id, target_id, is_test, "
	    "(SELECT COUNT(*) FROM incidents i WHERE i.id = outbox.incident_id "
	    "AND i.kind = 'quota')";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	bind_outcome(q, o);
	rc = db_first(q, err);
	if (rc == RC_OK)
		*ret_row = (struct noted){ db_int(q, 0), db_int(q, 1), db_int(q, 2),
			db_int(q, 3) != 0, db_int(q, 4) != 0 };
	return rc;
}

static enum rc
note_told(struct db *db, const struct outbox_outcome *o, const struct noted *row,
    struct err *err)
{
	static const char sql[] =
	    "UPDATE told SET sent_at_ms = $3, message_ref = COALESCE($4, message_ref), "
	    "thread_ref = CASE WHEN thread_ref = '' THEN COALESCE($4, '') "
	    "ELSE thread_ref END WHERE incident_id = $1 AND target_id = $2";

	return db_exec(db, sql,
	    DB_ARGS(row->incident, row->target, o->at_ms + o->took_ms, o->message_ref),
	    err);
}

/* The incident of kind quota stands for the open violations of its OLT: those that there were
 * when the message was written. */
static enum rc
note_violations(
    struct db *db, const struct outbox_outcome *o, int64_t incident, struct err *err)
{
	static const char sql[] =
	    "UPDATE violations SET notified_ms = $2 WHERE notified_ms IS NULL "
	    "AND acked_ms IS NULL AND severity IN ('HIGH', 'CRITICAL') "
	    "AND created_ms <= (SELECT created_ms FROM outbox WHERE id = $3) "
	    "AND olt_id = (SELECT olt_id FROM incidents WHERE id = $1 AND kind = "
	    "'quota')";

	return db_exec(db, sql, DB_ARGS(incident, o->at_ms + o->took_ms, o->id), err);
}

enum rc
store_outbox_finish(struct db *db, const struct outbox_outcome *outcome, struct err *err)
{
	struct noted row = { 0 };
	enum rc rc;

	if (!outcome->was_tried)
		return put_back(db, outcome, err);
	rc = update_row(db, outcome, &row, err);
	if (rc == RC_NOT_FOUND)
		return why_not(db, outcome, err);
	if (rc == RC_OK)
		rc = add_attempt(db, outcome, &row, err);
	if (rc != RC_OK || !is_sent(outcome) || row.is_test)
		return rc;
	rc = note_told(db, outcome, &row, err);
	return rc == RC_OK && row.is_quota
	    ? note_violations(db, outcome, row.incident, err)
	    : rc;
}

enum rc
store_outbox_hold(struct db *db, struct channel_id channel, struct target_id target,
    int64_t until_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE outbox SET not_before_ms = $3 WHERE channel_id = $1 "
	    "AND (CAST($2 AS BIGINT) = 0 OR target_id = $2) AND not_before_ms < $3 "
	    "AND state IN ('queued', 'unsure')";

	return db_exec(db, sql, DB_ARGS(channel.v, target.v, until_ms), err);
}

enum rc
store_outbox_waiting(
    struct db *db, struct channel_id channel, int64_t *ret_n, struct err *err)
{
	static const char sql[] =
	    "SELECT CAST(COUNT(*) AS BIGINT) FROM outbox WHERE channel_id = $1 "
	    "AND state IN ('queued', 'sending', 'unsure')";

	return db_query_int(db, sql, DB_ARGS(channel.v), ret_n, err);
}

/* ---- people ------------------------------------------------------------------------------ */

enum rc
store_outbox_body(struct db *db, int64_t id, struct arena *arena, const char **ret_body,
    struct err *err)
{
	static const char sql[] = "SELECT body FROM outbox WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	const char *body;
	enum rc rc = db_query_first(db, sql, DB_ARGS(id), &q, err);

	if (rc != RC_OK)
		return rc;
	body = arena_copy(arena, db_text(q, 0), strlen(db_text(q, 0)));
	if (!body)
		return err_set(err, RC_NOMEM, "out of memory");
	*ret_body = body;
	return RC_OK;
}

enum rc
store_outbox_attempts(
    struct db *db, int64_t id, outbox_attempt_row row, void *ctx, struct err *err)
{
	static const char sql[] =
	    "SELECT n, at_ms, took_ms, code, error, answer FROM outbox_attempts "
	    "WHERE outbox_id = $1 ORDER BY n";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(id), &q, err);

	while (db_next(q, &rc, err)) {
		struct outbox_attempt attempt = { db_int(q, 0), db_int(q, 1),
			db_int(q, 2), db_int(q, 3), db_text(q, 4), db_text(q, 5) };

		rc = row(ctx, &attempt);
	}
	return rc;
}

/* Nothing was changed: why? */
static enum rc
explain(struct db *db, int64_t id, const char *why, struct err *err)
{
	static const char sql[] = "SELECT state FROM outbox WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(id), &q, err);

	if (rc == RC_NOT_FOUND)
		return err_set(
		    err, rc, "there is no message %lld in the outbox", (long long)id);
	return rc == RC_OK ? err_set(err, RC_CONFLICT, "%s", why) : rc;
}

enum rc
store_outbox_retry(struct db *db, int64_t id, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE outbox SET state = 'queued', not_before_ms = $2, expires_ms = NULL, "
	    "is_expired = 0 "
	    "WHERE id = $1 AND state IN ('queued', 'unsure', 'dead', 'dropped')";
	enum rc rc = db_change(db, sql, DB_ARGS(id, now_ms), err);

	return rc == RC_NOT_FOUND
	    ? explain(db, id, "this message is being sent, or was sent", err)
	    : rc;
}

enum rc
store_outbox_drop(struct db *db, int64_t id, struct err *err)
{
	static const char sql[] =
	    "UPDATE outbox SET state = 'dropped', last_error = 'dropped by a person' "
	    "WHERE id = $1 AND state IN ('queued', 'unsure', 'dead')";
	enum rc rc = db_change(db, sql, DB_ARGS(id), err);

	return rc == RC_NOT_FOUND
	    ? explain(db, id, "this message is being sent, was sent, or was dropped", err)
	    : rc;
}
