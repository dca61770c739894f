/* SPDX-License-Identifier: Apache-2.0 */
#include "store/notify/channel.h"

#include <stdio.h>
#include <string.h>

#include "store/db/query.h"
#include "store/secret/credential.h"
#include "store/secret/vault.h"

enum { HASH_TEXT_MAX = 2 * TOKEN_HASH_BYTES + 1 };

/* ---- the secret ---------------------------------------------------------------------------- */

enum rc
store_channel_secret_put(struct db *db, const struct vault *vault, struct channel_id id,
    const struct secret *secret, struct err *err)
{
	static const char sql[] = "UPDATE channels SET secret = $2 WHERE id = $1";
	struct vault_place place = { CHANNEL_SECRET_PLACE, id.v };
	struct vault_sealed sealed = { 0 };
	bool has_secret = !secret_is_empty(secret);
	enum rc rc;

	if (has_secret)
		vault_seal(vault, &place, secret, &sealed);
	rc = db_change(db, sql,
	    DB_ARGS(id.v, db_blob_of(has_secret ? sealed.bytes : NULL, sealed.len)), err);
	return rc == RC_NOT_FOUND
	    ? err_set(err, RC_NOT_FOUND, "there is no channel %lld", (long long)id.v)
	    : rc;
}

enum rc
store_channel_changed(struct db *db, struct channel_id id, struct err *err)
{
	static const char sql[] = "UPDATE channels SET state = 'ok', "
				  "failing_since_ms = NULL WHERE id = $1";

	return db_exec(db, sql, DB_ARGS(id.v), err);
}

/* ---- how it is ------------------------------------------------------------------------------- */

enum rc
store_channel_note(struct db *db, const struct channel_note *note, struct err *err)
{
	static const char well[] =
	    "UPDATE channels SET state = 'ok', last_ok_ms = $2, failing_since_ms = NULL "
	    "WHERE id = $1";
	static const char ill[] =
	    "UPDATE channels SET state = $3, last_error = $4, last_error_ms = $2, "
	    "failing_since_ms = COALESCE(failing_since_ms, $2) WHERE id = $1";

	if (note->health == CHANNEL_WELL)
		return db_exec(db, well, DB_ARGS(note->channel.v, note->at_ms), err);
	return db_exec(db, ill,
	    DB_ARGS(note->channel.v, note->at_ms,
		note->health == CHANNEL_OFF ? "off" : "failing",
		note->error ? note->error : ""),
	    err);
}

/* ---- bots -------------------------------------------------------------------------------------- */

/* False: no memory. */
static bool
bot_from_row(const struct db_stmt *q, struct arena *arena, struct telegram_bot *ret)
{
	const char *name = db_text(q, 1), *settings = db_text(q, 2);

	*ret = (struct telegram_bot){ .channel = { db_int(q, 0) },
		.name = arena_copy(arena, name, strlen(name)),
		.settings = arena_copy(arena, settings, strlen(settings)),
		.offset = db_int(q, 4),
		.updated_ms = db_int(q, 5) };
	return ret->name && ret->settings;
}

enum rc
store_telegram_bots(struct db *db, const struct vault *vault, struct arena *arena,
    struct telegram_bot ret_bots[TELEGRAM_BOTS_MAX], size_t *ret_n, struct err *err)
{
	static const char sql[] =
	    "SELECT c.id, c.name, c.settings, c.secret, s.update_offset, c.updated_ms "
	    "FROM channels c LEFT JOIN telegram_state s ON s.channel_id = c.id "
	    "WHERE c.kind = 'telegram' AND c.enabled = 1 AND c.secret IS NOT NULL "
	    "ORDER BY c.id LIMIT $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	size_t n = 0;
	enum rc rc = db_query(db, sql, DB_ARGS(TELEGRAM_BOTS_MAX), &q, err);

	while (db_next(q, &rc, err)) {
		struct vault_place place = { CHANNEL_SECRET_PLACE, db_int(q, 0) };
		size_t len = 0;
		const void *bytes = db_blob(q, 3, &len);

		if (!bot_from_row(q, arena, &ret_bots[n])) {
			rc = err_set(err, RC_NOMEM, "out of memory");
			break;
		}
		if (vault_unseal(vault, &place, bytes, len, &ret_bots[n].token, NULL) ==
		    RC_OK)
			n++;
	}
	for (size_t i = 0; rc != RC_OK && i < n; i++)
		secret_wipe(&ret_bots[i].token);
	if (rc == RC_OK)
		*ret_n = n;
	return rc;
}

enum rc
store_telegram_offset(
    struct db *db, struct channel_id channel, int64_t offset, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO telegram_state (channel_id, update_offset) "
	    "SELECT c.id, CAST($2 AS BIGINT) FROM channels c WHERE c.id = $1 "
	    "ON CONFLICT (channel_id) DO UPDATE SET update_offset = "
	    "excluded.update_offset "
	    "WHERE excluded.update_offset > telegram_state.update_offset";

	return db_exec(db, sql, DB_ARGS(channel.v, offset), err);
}

/* ---- links ---------------------------------------------------------------------------------------- */

/* Of random letters: too many to be guessed in ten minutes. */
void
telegram_code_make(char ret_code[TELEGRAM_CODE_MAX])
{
	struct secret random = { 0 };

	password_make(&random);
	(void)snprintf(
	    ret_code, TELEGRAM_CODE_MAX, "%.*s", TELEGRAM_CODE_MAX - 1, random.bytes);
	secret_wipe(&random);
}

static void
hash_code(const char *code, char ret_text[HASH_TEXT_MAX])
{
	unsigned char hash[TOKEN_HASH_BYTES];

	token_hash(code, hash);
	for (size_t i = 0; i < sizeof(hash); i++)
		(void)snprintf(ret_text + 2 * i, 3, "%02x", hash[i]);
}

static enum rc
void_codes(struct db *db, const struct telegram_link *link, struct err *err)
{
	static const char sql[] =
	    "DELETE FROM telegram_links WHERE contact_id = $1 AND channel_id = $2";

	return db_exec(db, sql, DB_ARGS(link->contact.v, link->channel.v), err);
}

enum rc
store_telegram_link_add(struct db *db, const struct telegram_link *link, const char *code,
    int64_t expires_ms, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO telegram_links (code_hash, contact_id, channel_id, expires_ms) "
	    "VALUES ($1, $2, $3, $4)";
	char hash[HASH_TEXT_MAX];
	enum rc rc = void_codes(db, link, err);

	if (rc != RC_OK)
		return rc;
	hash_code(code, hash);
	return db_exec(
	    db, sql, DB_ARGS(hash, link->contact.v, link->channel.v, expires_ms), err);
}

static enum rc
find_code(struct db *db, const struct telegram_use *use, struct contact_id *ret_contact,
    struct err *err)
{
	static const char sql[] = "SELECT contact_id FROM telegram_links "
				  "WHERE code_hash = $1 AND channel_id = $2 "
				  "AND expires_ms > $3";
	char hash[HASH_TEXT_MAX];

	hash_code(use->code, hash);
	return db_query_int(
	    db, sql, DB_ARGS(hash, use->channel.v, use->now_ms), &ret_contact->v, err);
}

static enum rc
verify(struct db *db, const struct telegram_use *use, struct contact_id contact,
    struct err *err)
{
	static const char sql[] =
	    "INSERT INTO contact_addresses (contact_id, channel_id, address, "
	    "verified_ms) "
	    "VALUES ($1, $2, $3, $4) ON CONFLICT (contact_id, channel_id) DO UPDATE SET "
	    "address = excluded.address, verified_ms = excluded.verified_ms";

	return db_exec(
	    db, sql, DB_ARGS(contact.v, use->channel.v, use->chat, use->now_ms), err);
}

enum rc
store_telegram_link_use(struct db *db, const struct telegram_use *use,
    struct contact_id *ret_contact, struct err *err)
{
	struct contact_id contact = { 0 };
	enum rc rc = find_code(db, use, &contact, err);

	if (rc == RC_NOT_FOUND)
		return err_set(err, rc, "this code is wrong, was used, or is too old");
	if (rc == RC_OK)
		rc = verify(db, use, contact, err);
	if (rc == RC_OK)
		rc =
		    void_codes(db, &(struct telegram_link){ contact, use->channel }, err);
	if (rc == RC_OK)
		*ret_contact = contact;
	return rc;
}

enum rc
store_telegram_person(struct db *db, struct channel_id channel, const char *chat,
    struct telegram_person *ret_person, struct err *err)
{
	static const char sql[] =
	    "SELECT c.id, u.id, u.role, u.name, "
	    "CASE WHEN c.language <> '' THEN c.language ELSE u.language END "
	    "FROM contact_addresses a JOIN contacts c ON c.id = a.contact_id "
	    "JOIN users u ON u.id = c.user_id AND u.enabled = 1 "
	    "WHERE a.channel_id = $1 AND a.address = $2 AND a.verified_ms IS NOT NULL "
	    "ORDER BY c.id LIMIT 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	struct telegram_person person = { .role = ROLE_VIEWER };
	enum rc rc = db_query_first(db, sql, DB_ARGS(channel.v, chat), &q, err);

	if (rc != RC_OK)
		return rc;
	person.contact.v = db_int(q, 0);
	person.user.v = db_int(q, 1);
	(void)role_from_name(db_text(q, 2), &person.role); /* unknown: reads only */
	(void)snprintf(person.user_name, sizeof(person.user_name), "%s", db_text(q, 3));
	(void)snprintf(person.language, sizeof(person.language), "%.7s", db_text(q, 4));
	*ret_person = person;
	return RC_OK;
}

static enum rc
move_in(struct db *db, const char *sql, const struct telegram_move *move, struct err *err)
{
	return db_exec(db, sql, DB_ARGS(move->channel.v, move->from, move->to), err);
}

enum rc
store_telegram_move(struct db *db, const struct telegram_move *move, struct err *err)
{
	static const char targets[] = "UPDATE targets SET address = $3 "
				      "WHERE channel_id = $1 AND address = $2";
	static const char addresses[] = "UPDATE contact_addresses SET address = $3 "
					"WHERE channel_id = $1 AND address = $2";
	enum rc rc = move_in(db, targets, move, err);

	return rc == RC_OK ? move_in(db, addresses, move, err) : rc;
}

enum rc
store_address_unverify(
    struct db *db, struct channel_id channel, const char *address, struct err *err)
{
	static const char sql[] = "UPDATE contact_addresses SET verified_ms = NULL "
				  "WHERE channel_id = $1 AND address = $2";

	return db_exec(db, sql, DB_ARGS(channel.v, address), err);
}
