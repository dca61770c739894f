/* SPDX-License-Identifier: Apache-2.0
 *
 * A rotation writes the new key beside the old one (FILE.new), then the database,
 * then gives the new one its name. Whatever moment it is stopped at, one of the
 * two files opens the database: store_key_open tries both.
 */
#include "store/secret/key.h"

#include <errno.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/vec.h"
#include "store/db/query.h"
#include "store/core/settings.h"
#include "store/secret/vault.h"

static const char CHECK_KEY[] = "vault.check";
static const char CHECK_TEXT[] = "this is the key";
static const struct vault_place CHECK_PLACE = { "settings.vault.check", 0 };

enum { PATH_BYTES = 4096, HEX_BYTES = 2 * VAULT_SEALED_MAX + 1 };

/* ---- the check value ----------------------------------------------------- */

static enum rc
put_check(struct db *db, const struct vault *v, int64_t now_ms, struct err *err)
{
	char hex[HEX_BYTES];
	struct setting s = { CHECK_KEY, hex, now_ms, "" };
	struct vault_sealed sealed = { 0 };
	struct secret text;
	enum rc rc = secret_set(&text, CHECK_TEXT);

	if (rc != RC_OK)
		return rc;
	vault_seal(v, &CHECK_PLACE, &text, &sealed);
	(void)sodium_bin2hex(hex, sizeof(hex), sealed.bytes, sealed.len);
	return store_setting_put(db, &s, err);
}

static enum rc
check(const struct vault *v, const char *hex, struct err *err)
{
	unsigned char bytes[VAULT_SEALED_MAX];
	struct secret text = { 0 };
	size_t n = 0;

	if (sodium_hex2bin(bytes, sizeof(bytes), hex, strlen(hex), NULL, &n, NULL) != 0)
		return err_set(err, RC_PROTOCOL, "the check value of the key is damaged");
	return vault_unseal(v, &CHECK_PLACE, bytes, n, &text, err);
}

/* ---- opening ------------------------------------------------------------- */

static enum rc
open_and_check(
    const char *key_file, const char *hex, struct vault **ret_vault, struct err *err)
{
	struct vault *v OWNED(vault_close) = NULL;
	enum rc rc = vault_open(key_file, &v, err);

	if (rc == RC_OK)
		rc = check(v, hex, err);
	if (rc == RC_OK)
		*ret_vault = GIVE(v);
	return rc;
}

static enum rc
new_name(const char *key_file, char path[PATH_BYTES], struct err *err)
{
	if (snprintf(path, PATH_BYTES, "%s.new", key_file) >= PATH_BYTES)
		return err_set(err, RC_INVALID, "%s: the name is too long", key_file);
	return RC_OK;
}

static enum rc
give_name(const char *from, const char *to, struct err *err)
{
	if (rename(from, to) != 0)
		return err_set(
		    err, RC_IO, "%s cannot become %s: %s", from, to, strerror(errno));
	return RC_OK;
}

/* The database has a key: which of the two files is it? */
static enum rc
find_known(const char *key_file, const char *hex, struct vault **ret_vault,
    bool *ret_is_new, struct err *err)
{
	struct err other = { 0 };
	char new_file[PATH_BYTES];
	enum rc rc = open_and_check(key_file, hex, ret_vault, err);

	*ret_is_new = false;
	if (rc == RC_OK || new_name(key_file, new_file, NULL) != RC_OK)
		return rc;
	*ret_is_new = open_and_check(new_file, hex, ret_vault, &other) == RC_OK;
	if (*ret_is_new)
		return RC_OK;
	if (rc == RC_NOT_FOUND)
		return err_set(err, RC_REFUSED,
		    "%s is missing, and without it the secrets in the database cannot be "
		    "read: bring it back from its backup",
		    key_file);
	if (rc == RC_REFUSED && other.rc != RC_OK)
		return err_prefix(err, rc,
		    "%s is not the key of this database (or may be read by others): ",
		    key_file);
	return rc;
}

/* What a rotation has left undone is done. */
static enum rc
open_known(
    const char *key_file, const char *hex, struct vault **ret_vault, struct err *err)
{
	char new_file[PATH_BYTES];
	bool is_new = false;
	enum rc rc = find_known(key_file, hex, ret_vault, &is_new, err);

	if (rc != RC_OK || !is_new)
		return rc;
	rc = new_name(key_file, new_file, err);
	return rc == RC_OK ? give_name(new_file, key_file, err) : rc;
}

enum rc
store_key_fits(struct db *db, const char *key_file, struct err *err)
{
	struct vault *v OWNED(vault_close) = NULL;
	char *hex OWNED(free) = NULL;
	bool is_new;
	enum rc rc = store_setting_get(db, CHECK_KEY, &hex, err);

	if (rc == RC_NOT_FOUND)
		return RC_OK;
	return rc == RC_OK ? find_known(key_file, hex, &v, &is_new, err) : rc;
}

/* The first start: with the file that is there, or a new one. */
static enum rc
open_first(struct db *db, const char *key_file, int64_t now_ms, struct vault **ret_vault,
    struct err *err)
{
	struct vault *v OWNED(vault_close) = NULL;
	enum rc rc = vault_open(key_file, &v, err);

	if (rc == RC_NOT_FOUND) {
		rc = vault_create(key_file, err);
		if (rc == RC_OK || rc == RC_CONFLICT) /* another start was faster */
			rc = vault_open(key_file, &v, err);
	}
	if (rc == RC_OK)
		rc = put_check(db, v, now_ms, err);
	if (rc == RC_OK)
		*ret_vault = GIVE(v);
	return rc;
}

/* Inside the caller's transaction. */
static enum rc
open_in(struct db *db, const char *key_file, int64_t now_ms, struct vault **ret_vault,
    struct err *err)
{
	char *hex OWNED(free) = NULL;
	enum rc rc = store_setting_get(db, CHECK_KEY, &hex, err);

	if (rc == RC_OK)
		return open_known(key_file, hex, ret_vault, err);
	if (rc != RC_NOT_FOUND)
		return rc;
	return open_first(db, key_file, now_ms, ret_vault, err);
}

enum rc
store_key_open(struct db *db, const char *key_file, int64_t now_ms,
    struct vault **ret_vault, struct err *err)
{
	struct vault *v OWNED(vault_close) = NULL;
	enum rc rc = db_begin(db, err);

	if (rc == RC_OK)
		rc = open_in(db, key_file, now_ms, &v, err);
	if (rc == RC_OK)
		rc = db_commit(db, err);
	if (rc != RC_OK) {
		db_rollback(db);
		return rc;
	}
	*ret_vault = GIVE(v);
	return RC_OK;
}

/* ---- rotating ------------------------------------------------------------ */

/* Every place of a secret. A new one adds a line, and test_key.c finds it. */
static const struct {
	const char *column;
	const char *select;
	const char *update;
} PLACES[] = {
	{ "olts.community", "SELECT id, community FROM olts WHERE community IS NOT NULL",
	    "UPDATE olts SET community = $2 WHERE id = $1" },
	{ "olts.v3_auth_key",
	    "SELECT id, v3_auth_key FROM olts WHERE v3_auth_key IS NOT NULL",
	    "UPDATE olts SET v3_auth_key = $2 WHERE id = $1" },
	{ "olts.v3_priv_key",
	    "SELECT id, v3_priv_key FROM olts WHERE v3_priv_key IS NOT NULL",
	    "UPDATE olts SET v3_priv_key = $2 WHERE id = $1" },
	{ "channels.secret", "SELECT id, secret FROM channels WHERE secret IS NOT NULL",
	    "UPDATE channels SET secret = $2 WHERE id = $1" },
};

enum { N_PLACES = sizeof(PLACES) / sizeof(PLACES[0]) };

struct resealed {
	int64_t id;
	struct vault_sealed sealed;
};

struct keys {
	const struct vault *old, *new;
};

static enum rc
reseal(const struct keys *keys, const char *column, const struct db_stmt *q,
    struct vec *all, struct err *err)
{
	struct vault_place place = { column, db_int(q, 0) };
	struct resealed *r = vec_add(all);
	struct secret secret = { 0 };
	size_t n;
	const void *bytes = db_blob(q, 1, &n);
	enum rc rc;

	if (!r)
		return err_set(err, RC_NOMEM, "out of memory");
	rc = vault_unseal(keys->old, &place, bytes, n, &secret, err);
	if (rc != RC_OK)
		return rc;
	r->id = place.id;
	vault_seal(keys->new, &place, &secret, &r->sealed);
	secret_wipe(&secret);
	return RC_OK;
}

static enum rc
read_place(
    struct db *db, const struct keys *keys, size_t at, struct vec *all, struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, PLACES[at].select, DB_NO_ARGS, &q, err);

	while (db_next(q, &rc, err))
		rc = reseal(keys, PLACES[at].column, q, all, err);
	return rc;
}

static enum rc
write_place(struct db *db, size_t at, const struct vec *all, struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, PLACES[at].update, &q, err);

	for (size_t i = 0; rc == RC_OK && i < all->n; i++) {
		const struct resealed *r = VEC_AT(all, struct resealed, i);

		db_bind_int(q, 1, r->id);
		db_bind_blob(q, 2, r->sealed.bytes, r->sealed.len);
		rc = db_bulk(q, err);
	}
	return rc == RC_OK ? db_bulk_end(q, err) : rc;
}

static enum rc
rotate_all(struct db *db, const struct keys *keys, int64_t *ret_n, struct err *err)
{
	*ret_n = 0;
	for (size_t i = 0; i < N_PLACES; i++) {
		struct vec all = VEC_INIT(struct resealed);
		enum rc rc = read_place(db, keys, i, &all, err);

		if (rc == RC_OK)
			rc = write_place(db, i, &all, err);
		*ret_n += (int64_t)all.n;
		vec_fini(&all);
		if (rc != RC_OK)
			return rc;
	}
	return RC_OK;
}

static enum rc
rotate_in(struct db *db, const struct keys *keys, int64_t now_ms, int64_t *ret_n,
    struct err *err)
{
	enum rc rc = db_begin(db, err);

	if (rc == RC_OK)
		rc = rotate_all(db, keys, ret_n, err);
	if (rc == RC_OK)
		rc = put_check(db, keys->new, now_ms, err);
	if (rc == RC_OK)
		rc = db_commit(db, err);
	if (rc != RC_OK)
		db_rollback(db);
	return rc;
}

enum rc
store_key_rotate(
    struct db *db, const char *key_file, int64_t now_ms, int64_t *ret_n, struct err *err)
{
	struct vault *old OWNED(vault_close) = NULL;
	struct vault *new OWNED(vault_close) = NULL;
	struct keys keys;
	char new_file[PATH_BYTES];
	int64_t n = 0;
	enum rc rc = store_key_open(db, key_file, now_ms, &old, err);

	if (rc == RC_OK)
		rc = new_name(key_file, new_file, err);
	if (rc != RC_OK)
		return rc;
	(void)unlink(new_file); /* of a rotation that never came to the database */
	rc = vault_create(new_file, err);
	if (rc == RC_OK)
		rc = vault_open(new_file, &new, err);
	if (rc != RC_OK)
		return rc;
	keys = (struct keys){ old, new };
	rc = rotate_in(db, &keys, now_ms, &n, err);
	if (rc == RC_OK)
		rc = give_name(new_file, key_file, err);
	if (rc == RC_OK && ret_n)
		*ret_n = n;
	return rc;
}
