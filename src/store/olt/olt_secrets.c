/* SPDX-License-Identifier: Apache-2.0
 *
 * The secrets of an OLT in the database: sealed on their way in, opened on their way
 * out, and named nowhere else but in store/secret/key.c, which seals them anew.
 */
#include <assert.h>

#include "store/db/query.h"
#include "store/olt/olt_row.h"
#include "store/secret/vault.h"

enum { SECRETS = 3 };

static const char *const COLUMNS[SECRETS] = { "olts.community", "olts.v3_auth_key",
	"olts.v3_priv_key" };

static const struct secret *
secret_at(const struct olt_secrets *s, int i)
{
	const struct secret *all[SECRETS] = { &s->community, &s->auth_key, &s->priv_key };

	return all[i];
}

enum rc
olt_write_secrets(struct db *db, const struct vault *vault, struct olt_id id,
    const struct olt_secrets *secrets, struct err *err)
{
	static const char sql[] = "UPDATE olts SET community = $2, v3_auth_key = $3, "
				  "v3_priv_key = $4 WHERE id = $1";
	struct vault_sealed sealed[SECRETS];
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	assert(vault);
	db_bind_int(q, 1, id.v);
	for (int i = 0; i < SECRETS; i++) {
		struct vault_place place = { COLUMNS[i], id.v };

		if (secret_is_empty(secret_at(secrets, i)))
			continue;
		vault_seal(vault, &place, secret_at(secrets, i), &sealed[i]);
		db_bind_blob(q, (unsigned)i + 2, sealed[i].bytes, sealed[i].len);
	}
	return db_run(q, NULL, err);
}

enum rc
olt_unseal_row(const struct db_stmt *q, unsigned first, const struct vault *vault,
    struct olt_id id, struct olt_secrets *ret, struct err *err)
{
	struct secret *to[SECRETS] = { &ret->community, &ret->auth_key, &ret->priv_key };

	for (int i = 0; i < SECRETS; i++) {
		struct vault_place place = { COLUMNS[i], id.v };
		size_t n;
		const void *bytes = db_blob(q, first + (unsigned)i, &n);
		enum rc rc;

		if (!bytes)
			continue;
		rc = vault_unseal(vault, &place, bytes, n, to[i], err);
		if (rc != RC_OK)
			return rc;
	}
	return RC_OK;
}

enum rc
store_olt_secrets(struct db *db, const struct vault *vault, struct olt_id id,
    struct olt_secrets *ret_secrets, struct err *err)
{
	static const char sql[] = "SELECT " OLT_SECRET_COLUMNS " FROM olts WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	struct olt_secrets found = { 0 };
	enum rc rc = db_query_first(db, sql, DB_ARGS(id.v), &q, err);

	if (rc == RC_NOT_FOUND)
		return olt_missing(id, err);
	if (rc == RC_OK)
		rc = olt_unseal_row(q, 0, vault, id, &found, err);
	if (rc == RC_OK)
		*ret_secrets = found;
	olt_secrets_wipe(&found);
	return rc;
}
