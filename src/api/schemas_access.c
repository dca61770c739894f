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

/* ---- login and logout -------------------------------------------------------------- */

static const struct field LOGIN[] = {
	{ "username", FIELD_TEXT, FIELD_MUST, 1, TEXT_USER_NAME_MAX },
	{ "password", FIELD_TEXT, FIELD_MUST | FIELD_SECRET, 0, TEXT_SECRET_MAX },
	{ NULL },
};

const struct schema SCHEMA_LOGIN = { "Login", NULL, LOGIN };

static const struct field LOGGED_IN[] = {
	{ "user", FIELD_THING, FIELD_MUST, .of = &SCHEMA_USER },
	{ "csrf", FIELD_TEXT, FIELD_MUST,
	    .help = "Send it in X-CSRF-Token with every change that uses the session "
		    "cookie." },
	{ "expires_at", FIELD_TIME, FIELD_MUST,
	    .help = "When the session ends if it is not used." },
	{ NULL },
};

const struct schema SCHEMA_LOGGED_IN = { "LoggedIn", NULL, LOGGED_IN };

static const struct field LOGGED_OUT[] = {
	{ "ended", FIELD_INT, FIELD_MUST, .help = "How many sessions ended." },
	{ NULL },
};

const struct schema SCHEMA_LOGGED_OUT = { "LoggedOut", NULL, LOGGED_OUT };

static const struct field ME[] = {
	{ "name", FIELD_TEXT, FIELD_MUST },
	{ "role", FIELD_TEXT, FIELD_MUST, .choices = ROLE_CHOICES,
	    .help = "The role of this request; the role of a token may be lower than the "
		    "role of its user." },
	{ "by", FIELD_TEXT, FIELD_MUST, .choices = "session|token|local" },
	{ "user", FIELD_THING, FIELD_MUST | FIELD_NULL, .of = &SCHEMA_USER },
	{ "csrf", FIELD_TEXT, FIELD_MUST | FIELD_NULL,
	    .help = "The CSRF token of this session, for a page that is loaded again." },
	{ "timezone", FIELD_TEXT, FIELD_MUST | FIELD_NULL,
	    .help = "The time zone of the site: \"America/Bogota\"." },
	{ "version", FIELD_TEXT, FIELD_MUST | FIELD_NULL,
	    .help = "The version of the program." },
	{ "warnings", FIELD_TEXTS, FIELD_MUST,
	    .help = "For administrators: plain_http (HTTP without TLS is open to other "
		    "machines), root (the program runs as root)." },
	{ NULL },
};

const struct schema SCHEMA_ME = { "Me", NULL, ME };

#define REVOKE_TOKENS                                             \
	{                                                         \
		"revoke_tokens", FIELD_BOOL, 0,                   \
		    .help = "Also revoke the tokens of the user." \
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
	    .help = "Required to change your own password." },
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
	    .help = "What the token is for." },
	{ "user", FIELD_REF, 0, .help = "The user of the token; default: you." },
	{ "role", FIELD_TEXT, 0, .choices = ROLE_CHOICES,
	    .help = "Default: the role of the user. It cannot be higher." },
	{ "expires_in", FIELD_DURATION, FIELD_NULL,
	    .help = "Like 90d; default: it does not expire." },
	{ NULL },
};

static const struct field TOKEN_MADE[] = {
	{ "token", FIELD_TEXT, FIELD_MUST,
	    .help = "The text of the token. It is shown only once." },
	{ NULL },
};

const struct schema SCHEMA_TOKEN_ADD = { "TokenAdd", NULL, TOKEN_ADD };
const struct schema SCHEMA_TOKEN_MADE = { "TokenMade", "tokens", TOKEN_MADE };
