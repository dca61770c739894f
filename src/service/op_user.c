/* SPDX-License-Identifier: Apache-2.0
 *
 * Users. Only what is given is changed, and it is laid over the row in the transaction that
 * writes it: two administrators who change different things of a user at the same moment do
 * not undo each other's.
 */
#include <string.h>

#include "model/text.h"
#include "service/access_int.h"
#include "service/entity_int.h"
#include "service/passwords_int.h"
#include "store/access/access.h"
#include "store/access/user.h"

struct entry {
	struct ask *ask; /* of a change: its arguments are read again when it is made */
	struct user user; /* a new one */
	char hash[PASSWORD_HASH_MAX]; /* "": the password stays */
	bool revokes_tokens;
};

static json_t *
show_user(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "users", id, err);
}

const struct entity ENTITY_USER = { "user", show_user };

/* ---- what is given ------------------------------------------------------------------- */

static void
take_password(struct ask *a, const char *user, struct secret *ret_password)
{
	const char *weakness;

	arg_secret(a, "password", ret_password);
	weakness = password_weakness(ret_password->bytes, user);
	if (!arg_given(a, "password"))
		arg_wrong(a, "password", "a password is needed");
	else if (text_length(ret_password->bytes) < PASSWORD_MIN)
		arg_wrong(a, "password", "at least %d characters", PASSWORD_MIN);
	else if (weakness)
		arg_wrong(a, "password", "%s", weakness);
}

/* The name of a user that there is; NULL when it cannot be told. */
static const char *
name_of(struct ask *a, struct user_id id)
{
	json_t *shown = id.v ? ENTITY_USER.show(a->db, id.v, NULL) : NULL;
	const char *name = json_string_value(json_object_get(shown, "name"));
	const char *kept = name ? arena_printf(a->arena, "%s", name) : NULL;

	json_decref(shown);
	return kept;
}

void
arg_role(struct ask *a, enum role *role)
{
	const char *text = arg_text(a, "role", NULL);

	if (text && !role_from_name(text, role))
		arg_wrong(a, "role", "viewer, operator or admin");
}

static void
take_role(struct ask *a, void *row)
{
	struct user *u = row;

	arg_role(a, &u->role);
}

static const struct field_rule RULES[] = { { "role", take_role }, { NULL, NULL } };

/* u->id: whose name it may be already; 0: nobody's. */
static void
take_user(struct ask *a, struct user *u)
{
	struct err err = { 0 };
	int64_t other;

	entity_take_values(a, &USER_ENTITY, RULES, u);
	if (user_check(u, &err) != RC_OK)
		arg_wrong_sentence(a, err.msg);
	if (!arg_given(a, "name") || !*u->name)
		return;
	other = find_row(a, "users", (struct find_field[]){ { "name", u->name } }, 1);
	if (other && other != u->id.v)
		arg_wrong(a, "name", "there is a user \"%.64s\" already", u->name);
}

/* ---- writing, in the writer's thread --------------------------------------------------- */

/* Somebody must be left who can do everything. `after` is NULL when the user goes. */
static enum rc
keep_an_admin(struct db *db, struct user_id id, const struct user *after, struct err *err)
{
	struct user_id nobody = { 0 };
	int64_t all = 0, others = 0;
	enum rc rc = store_admins(db, nobody, &all, err);

	if (rc == RC_OK)
		rc = store_admins(db, id, &others, err);
	if (rc != RC_OK || others > 0 || all == 0)
		return rc;
	if (after && after->enabled && after->role == ROLE_ADMIN)
		return RC_OK;
	return err_set(err, RC_CONFLICT,
	    "this is the last administrator who is enabled: make another one first");
}

static enum rc
add(struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;
	struct user u = e->user;
	enum rc rc = store_user_put(db, &u, e->hash, c->now_ms, err);

	if (rc == RC_OK)
		c->id = u.id.v;
	return rc;
}

/* Whoever gets another password or is disabled has to log in again. */
static enum rc
change(struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;
	struct user_id id = { c->id };
	struct user u;
	struct retake again;
	enum rc rc = retake_begin(&again, e->ask, db, err);

	if (rc != RC_OK)
		return rc;
	rc = store_user_get(db, id, again.arena, &u, err);
	if (rc == RC_OK) {
		entity_take_values(&again.ask, &USER_ENTITY, RULES, &u);
		rc = retake_result(&again, err);
	}
	if (rc == RC_OK)
		rc = keep_an_admin(db, id, &u, err);
	if (rc == RC_OK)
		rc = store_user_put(db, &u, *e->hash ? e->hash : NULL, c->now_ms, err);
	if (rc == RC_OK && (*e->hash || !u.enabled))
		rc = store_sessions_end(db, id, NULL, err);
	if (rc == RC_OK && e->revokes_tokens)
		rc = store_tokens_revoke(db, id, c->now_ms, err);
	retake_end(&again);
	return rc;
}

static enum rc
log_out(struct change *c, struct db *db, struct err *err)
{
	return store_sessions_end(db, (struct user_id){ c->id }, NULL, err);
}

static enum rc
take_away(struct change *c, struct db *db, struct err *err)
{
	struct user_id id = { c->id };
	enum rc rc = keep_an_admin(db, id, NULL, err);

	return rc == RC_OK ? store_user_delete(db, id, err) : rc;
}

/* ---- operations ------------------------------------------------------------------------ */

static void
finish(struct ask *a, struct change *c)
{
	if (change_make(a, c) == RC_OK)
		answer_shown(a, &ENTITY_USER, c->id);
}

void
op_user_get(struct ask *a)
{
	struct user_id id = find_user(a, "user");

	if (args_are_right(a))
		answer_shown(a, &ENTITY_USER, id.v);
}

void
op_user_add(struct ask *a)
{
	struct entry e = { .user = { .name = "unchanged" } };
	struct change c = { "create", &ENTITY_USER, 0, add, &e, 0 };
	struct secret password = { 0 };

	entity_init(&USER_ENTITY, &e.user);
	take_user(a, &e.user);
	if (!arg_given(a, "name"))
		arg_wrong(a, "name", "a user needs one");
	take_password(a, arg_text(a, "name", NULL), &password);
	if (args_are_right(a) && access_hash(a, &password, e.hash) == RC_OK)
		finish(a, &c);
	secret_wipe(&password);
}

void
op_user_change(struct ask *a)
{
	struct user as_it_would_be = { .id = find_user(a, "user"), .name = "unchanged" };
	struct entry e = { .ask = a };
	struct change c = { "update", &ENTITY_USER, as_it_would_be.id.v, change, &e, 0 };
	bool is_disabled;

	take_user(a, &as_it_would_be);
	is_disabled = arg_given(a, "enabled") && !as_it_would_be.enabled;
	if (args_are_right(a) &&
	    (!is_disabled || !access_is_token_of(a, as_it_would_be.id)))
		finish(a, &c);
}

static void
change_password(struct ask *a, struct user_id id, const struct secret *password)
{
	struct entry e = { .ask = a,
		.revokes_tokens = arg_truth(a, "revoke_tokens", false) };
	struct change c = { "password", &ENTITY_USER, id.v, change, &e, 0 };

	if (access_hash(a, password, e.hash) == RC_OK)
		finish(a, &c);
}

/* Whoever finds a page open must not be able to take it over: the old one is asked for, and
 * guessing it is like guessing a login. */
static enum rc
compare_old(struct ask *a, const struct secret *old)
{
	struct user_login login = { 0 };
	struct err err = { 0 };
	enum rc rc = store_user_login(a->db, a->who->name, &login, &err);

	if (rc != RC_OK)
		return ask_fail_err(a, rc, &err);
	rc = access_compare(a, a->who->name, old, login.hash, login.enabled);
	if (rc == RC_REFUSED) {
		/* Not a matter of rights: a field is wrong. */
		a->answer->rc = RC_OK;
		arg_wrong(a, "old_password", "this is not the password");
		(void)args_are_right(a);
	}
	return a->answer->rc;
}

/* One's own password: another one for it, with the old one. */
static void
change_own(struct ask *a)
{
	struct secret old = { 0 }, password = { 0 };

	arg_secret(a, "old_password", &old);
	take_password(a, name_of(a, a->who->user), &password);
	(void)arg_truth(a, "revoke_tokens", false);
	if (!arg_given(a, "old_password"))
		arg_wrong(a, "old_password", "the present password is needed");
	if (args_are_right(a) && compare_old(a, &old) == RC_OK)
		change_password(a, a->who->user, &password);
	secret_wipe(&old);
	secret_wipe(&password);
}

/* The old one is nobody's business here, but must not be nonsense either. */
static void
change_others(struct ask *a, struct user_id id)
{
	struct secret old = { 0 }, password = { 0 };

	arg_secret(a, "old_password", &old);
	take_password(a, name_of(a, id), &password);
	(void)arg_truth(a, "revoke_tokens", false);
	if (args_are_right(a))
		change_password(a, id, &password);
	secret_wipe(&old);
	secret_wipe(&password);
}

void
op_user_password(struct ask *a)
{
	struct user_id id = find_user(a, "user");

	if (access_is_token_of(a, id))
		return;
	if (id.v && id.v == a->who->user.v)
		change_own(a);
	else
		change_others(a, id);
}

void
op_auth_password(struct ask *a)
{
	if (!a->who->user.v)
		(void)ask_fail(a, RC_INVALID,
		    "%s is no user of ours: user.password changes one", a->who->name);
	else if (!access_is_token_of(a, a->who->user))
		change_own(a);
}

void
op_user_logout(struct ask *a)
{
	struct user_id id = find_user(a, "user");
	struct change c = { "logout", &ENTITY_USER, id.v, log_out, NULL, 0 };

	if (args_are_right(a) && !access_is_token_of(a, id))
		finish(a, &c);
}

void
op_user_delete(struct ask *a)
{
	struct user_id id = find_user(a, "user");
	struct change c = { "delete", &ENTITY_USER, id.v, take_away, NULL, 0 };

	if (args_are_right(a) && !access_is_token_of(a, id) &&
	    change_make(a, &c) == RC_OK)
		ask_answer(a, json_pack("{s:I}", "id", (json_int_t)id.v));
}
