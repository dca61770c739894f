/* SPDX-License-Identifier: Apache-2.0
 *
 * Tokens: what programs come with. The text of one is in the answer that makes it, and
 * nowhere else.
 */
#include <string.h>

#include "base/units.h"
#include "service/access_int.h"
#include "store/access/access.h"
#include "store/access/user.h"

#define LIFE_MIN_MS ((int64_t)1000)
#define LIFE_MAX_MS ((int64_t)10 * 365 * 24 * 3600 * 1000)

struct entry {
	struct token token;
	int64_t expires_in_ms; /* 0: never */
	char text[TOKEN_TEXT_MAX]; /* made by the writer */
};

static json_t *
show_token(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "tokens", id, err);
}

static const struct entity ENTITY_TOKEN = { "token", show_token };

/* ---- in the writer's thread ------------------------------------------------------------ */

static enum rc
add(struct change *c, struct db *db, struct err *err)
{
	struct entry *e = c->ctx;
	struct token token = e->token;
	enum rc rc;

	token.created_ms = c->now_ms;
	token.expires_ms = e->expires_in_ms ? c->now_ms + e->expires_in_ms : 0;
	rc = store_token_add(db, &token, e->text, err);
	if (rc == RC_OK)
		c->id = token.id.v;
	return rc;
}

static enum rc
revoke(struct change *c, struct db *db, struct err *err)
{
	return store_token_revoke(db, (struct token_id){ c->id }, c->now_ms, err);
}

/* ---- what is given --------------------------------------------------------------------- */

/* Whose it will be, and by default with all of that user's rights. */
static void
take_user(struct ask *a, struct token *token)
{
	struct user u = { .role = ROLE_VIEWER };
	struct err err = { 0 };
	enum rc rc;

	token->user = arg_given(a, "user") ? find_user(a, "user") : a->who->user;
	if (!token->user.v) {
		arg_wrong(a, "user", "whose token is it to be?");
		return;
	}
	rc = store_user_get(a->db, token->user, a->arena, &u, &err);
	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
	token->role = u.role;
}

static void
take_name(struct ask *a, struct token *token)
{
	char user[UNITS_TEXT_MAX];
	struct err err = { 0 };

	token->name = arg_text(a, "name", "");
	if (token_check(token, &err) != RC_OK)
		arg_wrong_sentence(a, err.msg);
	(void)snprintf(user, sizeof(user), "%lld", (long long)token->user.v);
	if (token->user.v && *token->name &&
	    find_row(a, "tokens",
		(struct find_field[]){ { "name", token->name }, { "user", user } }, 2))
		arg_wrong(
		    a, "name", "this user has a token \"%.64s\" already", token->name);
}

/* ---- operations ------------------------------------------------------------------------ */

void
op_token_get(struct ask *a)
{
	struct token_id id = find_token(a, "token");

	if (args_are_right(a))
		answer_shown(a, &ENTITY_TOKEN, id.v);
}

void
op_token_add(struct ask *a)
{
	struct entry e = { 0 };
	struct change c = { "create", &ENTITY_TOKEN, 0, add, &e, 0 };

	take_user(a, &e.token);
	arg_role(a, &e.token.role);
	take_name(a, &e.token);
	e.expires_in_ms =
	    arg_ms(a, "expires_in", (struct arg_range){ LIFE_MIN_MS, LIFE_MAX_MS, 0 });
	if (args_are_right(a) && change_make(a, &c) == RC_OK)
		answer_shown(a, &ENTITY_TOKEN, c.id);
	if (ask_is_well(a) && a->answer->result)
		(void)json_object_set_new(
		    a->answer->result, "token", json_string(e.text));
	explicit_bzero(e.text, sizeof(e.text));
}

void
op_token_revoke(struct ask *a)
{
	struct token_id id = find_token(a, "token");
	struct change c = { "revoke", &ENTITY_TOKEN, id.v, revoke, NULL, 0 };

	if (args_are_right(a) && change_make(a, &c) == RC_OK)
		answer_shown(a, &ENTITY_TOKEN, id.v);
}
