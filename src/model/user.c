/* SPDX-License-Identifier: Apache-2.0 */
#include "model/user.h"

#include <string.h>

enum { NAME_MAX_BYTES = 64, TEXT_MAX_BYTES = 200 };

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

static bool
fits(const char *text)
{
	return !text || strlen(text) <= TEXT_MAX_BYTES;
}

enum rc
user_check(const struct user *user, struct err *err)
{
	const char *name = user->name ? user->name : "";

	if (!*name || strlen(name) > NAME_MAX_BYTES || strpbrk(name, " \t\r\n:"))
		return err_set(err, RC_INVALID,
		    "name: 1 to %d characters without blanks and colons", NAME_MAX_BYTES);
	if (!fits(user->full_name) || !fits(user->email) || !fits(user->language))
		return err_set(err, RC_INVALID,
		    "full_name, email, language: at most %d characters", TEXT_MAX_BYTES);
	return RC_OK;
}
