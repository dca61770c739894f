/* SPDX-License-Identifier: Apache-2.0 */
#include "model/user.h"

#include <string.h>

#include "model/text.h"

#define WORDS "at most %d characters on one line"

static const char *const ROLE_NAMES[ROLES] = { "viewer", "operator", "admin" };

const char *
role_name(enum role role)
{
	return ROLE_NAMES[role];
}

bool
role_from_name(const char *name, enum role *ret_role)
{
	int place = text_choice(ROLE_CHOICES, name);

	if (place >= 0)
		*ret_role = (enum role)place;
	return place >= 0;
}

static bool
fits(const char *text)
{
	return !text ||
	    (text_length(text) <= TEXT_USER_WORDS_MAX && !text_has_control(text));
}

enum rc
user_check(const struct user *user, struct err *err)
{
	const char *name = user->name ? user->name : "";

	if (!*name || text_length(name) > USER_NAME_MAX || text_has_control(name) ||
	    strpbrk(name, " :"))
		return err_set(err, RC_INVALID,
		    "name: 1 to %d characters without blanks and colons", USER_NAME_MAX);
	if (!fits(user->full_name))
		return err_set(err, RC_INVALID, "full_name: " WORDS, TEXT_USER_WORDS_MAX);
	if (!fits(user->email))
		return err_set(err, RC_INVALID, "email: " WORDS, TEXT_USER_WORDS_MAX);
	if (!fits(user->language))
		return err_set(err, RC_INVALID, "language: " WORDS, TEXT_USER_WORDS_MAX);
	return RC_OK;
}

enum rc
token_check(const struct token *token, struct err *err)
{
	const char *name = token->name ? token->name : "";

	if (!*name || text_length(name) > TOKEN_NAME_MAX || text_has_control(name))
		return err_set(err, RC_INVALID, "name: 1 to %d characters on one line",
		    TOKEN_NAME_MAX);
	return RC_OK;
}
