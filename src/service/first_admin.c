/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "service/access.h"
#include "service/passwords_int.h"
#include "store/access/audit.h"
#include "store/secret/credential.h"
#include "store/db/db.h"
#include "store/access/user.h"

static enum rc
see_one(void *ctx, const struct user *user)
{
	bool *is_there = ctx;

	(void)user;
	*is_there = true;
	return RC_OK;
}

static enum rc
choose(const char *given, struct secret *ret_password, struct err *err)
{
	const char *weakness;

	if (!given || !*given) {
		password_make(ret_password);
		return RC_OK;
	}
	if (secret_set(ret_password, given) != RC_OK)
		return err_set(err, RC_INVALID,
		    "the first password: at most %d characters", SECRET_MAX);
	weakness = password_weakness(given, "admin");
	if (weakness)
		return err_set(err, RC_INVALID, "the first password: %s", weakness);
	return RC_OK;
}

/* The program did it, and says so. */
static enum rc
write_down(struct db *db, struct user_id id, int64_t now_ms, struct err *err)
{
	struct audit line = { .at_ms = now_ms,
		.user_name = "facho",
		.address = "local",
		.action = "create",
		.entity = "user",
		.entity_id = id.v,
		.after = "{\"name\":\"admin\",\"role\":\"admin\"}" };

	return store_audit_add(db, &line, err);
}

static enum rc
make(struct db *db, const char *hash, int64_t now_ms, struct err *err)
{
	struct user admin = { .name = "admin", .role = ROLE_ADMIN, .enabled = true };
	enum rc rc = db_begin(db, err);

	if (rc == RC_OK)
		rc = store_user_put(db, &admin, hash, now_ms, err);
	if (rc == RC_OK)
		rc = write_down(db, admin.id, now_ms, err);
	if (rc == RC_OK)
		rc = db_commit(db, err);
	if (rc != RC_OK)
		db_rollback(db);
	return rc;
}

enum rc
service_first_admin(struct db *db, const char *given, int64_t now_ms,
    struct first_admin *ret_admin, struct err *err)
{
	struct first_admin first = { 0 };
	struct secret password = { 0 };
	char hash[PASSWORD_HASH_MAX];
	bool is_there = false;
	enum rc rc = store_user_list(db, see_one, &is_there, err);

	if (rc == RC_OK && !is_there) {
		rc = choose(given, &password, err);
		if (rc == RC_OK)
			rc = password_hash(&password, hash, err);
		if (rc == RC_OK)
			rc = make(db, hash, now_ms, err);
		first.is_new = true;
		if (!given || !*given)
			first.password = password;
	}
	if (rc == RC_OK)
		*ret_admin = first;
	secret_wipe(&password);
	secret_wipe(&first.password);
	return rc;
}
