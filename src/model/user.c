/* SPDX-License-Identifier: Apache-2.0 */
#include "model/user.h"

#include <string.h>

enum { TEXT_MAX_BYTES = 200 };

static const char *const ROLE_NAMES[ROLES] = { "viewer", "operator", "admin" };

const char *
role_name(enum role role)
{
	return ROLE_NAMES[role];
}

bool
role_from_name(const char *name, enum role *ret_role)
{
	for (int i = 0; i < ROLES; i++) {
		if (strcmp(ROLE_NAMES[i], name) == 0) {
			*ret_role = (enum role)i;
			return true;
		}
	}
	return false;
}

/* What would break a line of a log. */
static bool
has_control(const char *text)
{
	for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
		if (*p < ' ' || *p == 0x7f)
			return true;
	}
	return false;
}

static bool
fits(const char *text)
{
	return !text || strlen(text) <= TEXT_MAX_BYTES;
}

enum rc
user_check(const struct user *user, struct err *err)
{
	const char *name = user->name ? user->name : "";

	if (!*name || strlen(name) > USER_NAME_MAX || has_control(name) ||
	    strpbrk(name, " :"))
		return err_set(err, RC_INVALID,
		    "name: 1 to %d characters without blanks and colons", USER_NAME_MAX);
	if (!fits(user->full_name) || !fits(user->email) || !fits(user->language))
		return err_set(err, RC_INVALID,
		    "full_name, email, language: at most %d characters", TEXT_MAX_BYTES);
	return RC_OK;
}

enum rc
token_check(const struct token *token, struct err *err)
{
	const char *name = token->name ? token->name : "";

	if (!*name || strlen(name) > TOKEN_NAME_MAX || has_control(name))
		return err_set(err, RC_INVALID, "name: 1 to %d characters on one line",
		    TOKEN_NAME_MAX);
	return RC_OK;
}
