/* SPDX-License-Identifier: Apache-2.0
 *
 * Users, tokens, sessions.
 */
#include "api/schemas_int.h"
#include "model/text.h"
#include "model/user.h"

const struct schema SCHEMA_USER = { "User", "users" };
const struct schema SCHEMA_TOKEN = { "Token", "tokens" };
const struct schema SCHEMA_SESSION = { "Session", "sessions" };

/* ---- coming and going ------------------------------------------------------------------ */

static const struct field LOGIN[] = {
	{ "username", FIELD_TEXT, FIELD_MUST, 1, TEXT_USER_NAME_MAX },
	{ "password", FIELD_TEXT, FIELD_MUST | FIELD_SECRET, 0, TEXT_SECRET_MAX },
	{ NULL },
};

const struct schema SCHEMA_LOGIN = { "Login", NULL, LOGIN };

static const struct field LOGGED_IN[] = {
	{ "user", FIELD_THING, FIELD_MUST, .of = &SCHEMA_USER },
	{ "csrf", FIELD_TEXT, FIELD_MUST,
	    .help = "Goes into X-CSRF-Token with every change that comes with the "
		    "cookie." },
	{ "expires_at", FIELD_TIME, FIELD_MUST,
	    .help = "The session ends then, unless it is used." },
	{ NULL },
};

const struct schema SCHEMA_LOGGED_IN = { "LoggedIn", NULL, LOGGED_IN };

static const struct field LOGGED_OUT[] = {
	{ "ended", FIELD_INT, FIELD_MUST, .help = "How many sessions." },
	{ NULL },
};

const struct schema SCHEMA_LOGGED_OUT = { "LoggedOut", NULL, LOGGED_OUT };

static const struct field ME[] = {
	{ "name", FIELD_TEXT, FIELD_MUST },
	{ "role", FIELD_TEXT, FIELD_MUST, .choices = ROLE_CHOICES,
	    .help = "What counts for this request; a token's may be less than its "
		    "user's." },
	{ "by", FIELD_TEXT, FIELD_MUST, .choices = "session|token|local" },
	{ "user", FIELD_THING, FIELD_MUST | FIELD_NULL, .of = &SCHEMA_USER },
	{ "csrf", FIELD_TEXT, FIELD_MUST | FIELD_NULL,
	    .help = "Of this session, for a page that is loaded again." },
	{ "timezone", FIELD_TEXT, FIELD_MUST | FIELD_NULL,
	    .help = "Of the site: \"America/Bogota\"." },
	{ "version", FIELD_TEXT, FIELD_MUST | FIELD_NULL, .help = "Of the program." },
	{ "warnings", FIELD_TEXTS, FIELD_MUST,
	    .help = "For administrators: plain_http (it speaks HTTP without TLS to other "
		    "machines), root (it runs as root)." },
	{ NULL },
};

const struct schema SCHEMA_ME = { "Me", NULL, ME };

#define REVOKE_TOKENS                                                            \
	{                                                                        \
		"revoke_tokens", FIELD_BOOL, 0,                                  \
		    .help = "Revoke the user's tokens too; they stay otherwise." \
	}

static const struct field OWN_PASSWORD[] = {
	{ "old_password", FIELD_TEXT, FIELD_MUST | FIELD_SECRET, 0, TEXT_SECRET_MAX },
	{ "password", FIELD_TEXT, FIELD_MUST | FIELD_SECRET, TEXT_PASSWORD_MIN,
	    TEXT_SECRET_MAX },
	REVOKE_TOKENS,
	{ NULL },
};

const struct schema SCHEMA_OWN_PASSWORD = { "OwnPassword", NULL, OWN_PASSWORD };

/* ---- users -------------------------------------------------------------------------------- */

static const struct field USER_ADD[] = {
	{ "password", FIELD_TEXT, FIELD_MUST | FIELD_SECRET, TEXT_PASSWORD_MIN,
	    TEXT_SECRET_MAX },
	{ NULL },
};

static const struct field PASSWORD[] = {
	{ "old_password", FIELD_TEXT, FIELD_SECRET, 0, TEXT_SECRET_MAX,
	    .help = "Needed for one's own." },
	{ "password", FIELD_TEXT, FIELD_MUST | FIELD_SECRET, TEXT_PASSWORD_MIN,
	    TEXT_SECRET_MAX },
	REVOKE_TOKENS,
	{ NULL },
};

const struct schema SCHEMA_USER_ADD = { "UserAdd", NULL, USER_ADD,
	.entity = &USER_ENTITY };
const struct schema SCHEMA_USER_CHANGE = { "UserChange", .entity = &USER_ENTITY };
const struct schema SCHEMA_PASSWORD = { "Password", NULL, PASSWORD };

/* ---- tokens ------------------------------------------------------------------------------- */

static const struct field TOKEN_ADD[] = {
	{ "name", FIELD_TEXT, FIELD_MUST, 1, TEXT_USER_NAME_MAX,
	    .help = "What it is for." },
	{ "user", FIELD_REF, 0, .help = "Whose; one's own without." },
	{ "role", FIELD_TEXT, 0, .choices = ROLE_CHOICES,
	    .help = "The user's without; never more than the user's." },
	{ "expires_in", FIELD_DURATION, FIELD_NULL, .help = "Like 90d; never without." },
	{ NULL },
};

static const struct field TOKEN_MADE[] = {
	{ "token", FIELD_TEXT, FIELD_MUST, .help = "Its text, told this once." },
	{ NULL },
};

const struct schema SCHEMA_TOKEN_ADD = { "TokenAdd", NULL, TOKEN_ADD };
const struct schema SCHEMA_TOKEN_MADE = { "TokenMade", "tokens", TOKEN_MADE };
