/* SPDX-License-Identifier: Apache-2.0 */
#include "model/user.h"

#include <string.h>

#include "model/entity.h"
#include "model/text.h"

#define AT(member) offsetof(struct user, member)

static const struct entity_field FIELDS[] = {
	{ "name", NULL, ENTITY_NAME, ENTITY_MUST | ENTITY_KEY, AT(name), 1,
	    USER_NAME_MAX },
	{ "role", NULL, ENTITY_CHOICE, 0, AT(role), .fallback = "viewer",
	    .choices = ROLE_CHOICES,
	    .option = { NULL, "ROLE",
		"add, change: viewer (read only), operator (also runs jobs, "
		"acknowledges, enables and disables) or admin (everything)." } },
	{ "full_name", NULL, ENTITY_NAME, 0, AT(full_name), 0, TEXT_USER_WORDS_MAX,
	    .option = { "full-name", "TEXT", "add, change: the full name." } },
	{ "email", NULL, ENTITY_NAME, 0, AT(email), 0, TEXT_USER_WORDS_MAX,
	    .option = { NULL, "ADDRESS", "add, change: the e-mail address." } },
	{ "language", NULL, ENTITY_NAME, 0, AT(language), 0, TEXT_USER_WORDS_MAX },
	{ "enabled", NULL, ENTITY_BOOL, 0, AT(enabled), .fallback = "true" },
	{ "created_ms", NULL, ENTITY_INT, ENTITY_COMPUTED, AT(created_ms) },
	{ "updated_ms", NULL, ENTITY_INT, ENTITY_COMPUTED, AT(updated_ms) },
	{ "last_login_ms", NULL, ENTITY_INT, ENTITY_COMPUTED, AT(last_login_ms) },
};

const struct entity_type USER_ENTITY = { "user", "users", sizeof(struct user), "name",
	.fields = FIELDS, .n_fields = sizeof(FIELDS) / sizeof(FIELDS[0]),
	.is_removed = true };

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

enum rc
user_check(const struct user *user, struct err *err)
{
	const char *name = user->name ? user->name : "";

	if (!*name || text_length(name) > USER_NAME_MAX || text_has_control(name) ||
	    strpbrk(name, " :"))
		return err_set(err, RC_INVALID,
		    "name: 1 to %d characters without blanks and colons", USER_NAME_MAX);
	for (size_t i = 0; i < USER_ENTITY.n_fields; i++) {
		const struct entity_field *f = &USER_ENTITY.fields[i];

		if (entity_is_text(f) &&
		    entity_check_text(f, entity_text(f, user), NULL) != RC_OK)
			return err_set(err, RC_INVALID,
			    "%s: at most %lld characters on one line", f->name,
			    (long long)f->max);
	}
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
