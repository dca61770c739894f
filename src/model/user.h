/* SPDX-License-Identifier: Apache-2.0
 *
 * model/user.h - users, and their roles, tokens and sessions. Plain values; text is
 * borrowed.
 */
#ifndef FACHO_MODEL_USER_H
#define FACHO_MODEL_USER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "model/ids.h"
#include "model/text.h"

enum { USER_NAME_MAX = TEXT_USER_NAME_MAX, TOKEN_NAME_MAX = TEXT_USER_NAME_MAX };

/* Each role includes the rights of those before it. */
enum role {
	ROLE_VIEWER,
	ROLE_OPERATOR, /* run, acknowledge, enable and disable */
	ROLE_ADMIN,
	ROLES,
};

struct entity_type;

struct user {
	struct user_id id; /* 0: not stored yet */
	const char *name; /* unique */
	enum role role;
	const char *full_name, *email, *language; /* NULL is "" */
	bool enabled;
	int64_t created_ms, updated_ms; /* read only, like the next */
	int64_t last_login_ms; /* 0: never */
};

/* Its table (model/entity.h). The rules for names are in user_check(). */
extern const struct entity_type USER_ENTITY;

struct token {
	struct token_id id;
	struct user_id user;
	const char *name; /* unique for its user */
	enum role role; /* limited by the role of its user */
	int64_t created_ms;
	int64_t expires_ms; /* 0: never */
	int64_t last_used_ms, revoked_ms; /* 0: never */
};

/* In the order of enum role. */
#define ROLE_CHOICES "viewer|operator|admin"

/* "operator": as stored and as in the API. */
const char *role_name(enum role role);
bool role_from_name(const char *name, enum role *ret_role);

/* RC_INVALID: err names the field. */
enum rc user_check(const struct user *user, struct err *err) MUST_CHECK;
enum rc token_check(const struct token *token, struct err *err) MUST_CHECK;

#endif
