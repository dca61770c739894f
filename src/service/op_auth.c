/* SPDX-License-Identifier: Apache-2.0
 *
 * Logging in and out, and who is asking.
 */
#include <string.h>

#include "model/text.h"
#include "service/access_int.h"
#include "store/access/access.h"
#include "store/access/user.h"

enum { AGENT_MAX = 200, SESSIONS_MAX = 100 /* of one user; the oldest make room */ };

struct entrance {
	struct user_login login;
	struct session session;
	struct session_texts texts; /* made by the writer */
};

/* ---- in ------------------------------------------------------------------------------ */

/* In the writer's thread: the password that was right must still be the user's. */
static enum rc
enter(struct change *c, struct db *db, struct err *err)
{
	struct entrance *e = c->ctx;
	enum rc rc = store_user_logged_in(db, &e->login, c->now_ms, err);

	e->session.user = e->login.user;
	e->session.created_ms = c->now_ms;
	e->session.expires_ms = c->now_ms + SESSION_IDLE_MS;
	if (rc == RC_OK)
		rc = store_sessions_sweep(db, c->now_ms, NULL, err);
	if (rc == RC_OK)
		rc = store_sessions_trim(db, e->login.user, SESSIONS_MAX - 1, err);
	if (rc == RC_OK)
		rc = store_session_add(db, &e->session, &e->texts, err);
	return rc;
}

static void
answer_entrance(struct ask *a, const struct entrance *e)
{
	struct err err = { 0 };
	json_t *user = ENTITY_USER.show(a->db, e->login.user.v, &err);

	if (!user)
		(void)ask_fail_err(a, err.rc, &err);
	else
		ask_answer(a,
		    json_pack("{s:o, s:s, s:s, s:o}", "user", user, "csrf", e->texts.csrf,
			"session", e->texts.cookie, "expires_at",
			show_moment(e->session.expires_ms)));
}

static void
log_in(struct ask *a, const char *name, const struct secret *password, struct entrance *e)
{
	struct change c = { "login", &ENTITY_USER, 0, enter, e, 0 };
	struct caller known = *a->who;
	const struct caller *asked = a->who;
	struct err err = { 0 };
	enum rc rc = store_user_login(a->db, name, &e->login, &err);

	if (rc != RC_OK) {
		(void)ask_fail_err(a, rc, &err);
		return;
	}
	if (access_compare(a, name, password, e->login.hash, e->login.enabled) != RC_OK)
		return;
	/* From here on it is that user who acts. */
	known.name = name;
	known.user = e->login.user;
	c.id = e->login.user.v;
	a->who = &known;
	rc = change_make(a, &c);
	a->who = asked;
	if (rc == RC_OK)
		answer_entrance(a, e);
}

static void
take_agent(struct ask *a, struct entrance *e)
{
	const char *agent = arg_text(a, "agent", "");
	size_t n = strlen(agent);

	/* For people: the beginning will do, and no half character. */
	while (n > AGENT_MAX || (n < strlen(agent) && (agent[n] & 0xc0) == 0x80))
		n--;
	e->session.agent = arena_copy(a->arena, agent, n);
	e->session.address = a->who->address;
}

void
op_auth_login(struct ask *a)
{
	const char *name = arg_text(a, "username", "");
	struct entrance e = { 0 };
	struct secret password = { 0 };

	arg_secret(a, "password", &password);
	if (!*name || text_length(name) > USER_NAME_MAX)
		arg_wrong(a, "username", "1 to %d characters", USER_NAME_MAX);
	if (!arg_given(a, "password"))
		arg_wrong(a, "password", "a password is needed");
	take_agent(a, &e);
	if (args_are_right(a))
		log_in(a, name, &password, &e);
	secret_wipe(&password);
	explicit_bzero(&e, sizeof(e));
}

/* ---- out ----------------------------------------------------------------------------- */

static enum rc
leave(struct change *c, struct db *db, struct err *err)
{
	enum rc rc = store_session_end(db, c->ctx, err);

	return rc == RC_NOT_FOUND ? RC_OK : rc; /* somebody else has ended it: fine */
}

static enum rc
leave_everywhere(struct change *c, struct db *db, struct err *err)
{
	return store_sessions_end(db, (struct user_id){ c->id }, c->ctx, err);
}

void
op_auth_logout(struct ask *a)
{
	char cookie[TOKEN_TEXT_MAX];
	struct change c = { "logout", &ENTITY_USER, a->who->user.v, leave, cookie, 0 };

	if (!a->who->session || !a->who->user.v) {
		(void)ask_fail(a, RC_INVALID, "there is no session to end");
		return;
	}
	(void)snprintf(cookie, sizeof(cookie), "%s", a->who->session);
	if (change_make(a, &c) == RC_OK)
		ask_answer(a, json_pack("{s:i}", "ended", 1));
	explicit_bzero(cookie, sizeof(cookie));
}

void
op_auth_logout_everywhere(struct ask *a)
{
	int64_t n = 0;
	struct change c = { "logout", &ENTITY_USER, a->who->user.v, leave_everywhere, &n,
		0 };

	if (!a->who->user.v)
		(void)ask_fail(a, RC_INVALID, "%s is no user of ours and has no sessions",
		    a->who->name);
	else if (!access_is_token_of(a, a->who->user) && change_make(a, &c) == RC_OK)
		ask_answer(a, json_pack("{s:I}", "ended", (json_int_t)n));
}

/* ---- who ------------------------------------------------------------------------------ */

static const char *
came_by(const struct caller *who)
{
	if (!who->user.v)
		return "local";
	return who->session ? "session" : "token";
}

/* For those who can do something about it. */
static json_t *
show_warnings(const struct ask *a)
{
	const char *const *w = a->s->options.warnings;
	json_t *all = json_array();

	for (; w && *w && a->who->role >= ROLE_ADMIN; w++)
		(void)json_array_append_new(all, json_string(*w));
	return all;
}

/* The role is what counts for this request; a token's may be less than its user's. */
void
op_auth_me(struct ask *a)
{
	const struct caller *who = a->who;
	const struct service_options *site = &a->s->options;
	char csrf[TOKEN_TEXT_MAX] = "";
	struct err err = { 0 };
	json_t *user = json_null();

	if (who->user.v)
		user = ENTITY_USER.show(a->db, who->user.v, &err);
	if (!user) {
		(void)ask_fail_err(a, err.rc, &err);
		return;
	}
	if (who->session)
		session_csrf(who->session, csrf);
	ask_answer(a,
	    json_pack("{s:s, s:s, s:s, s:o, s:s?, s:s?, s:s?, s:o}", "name", who->name,
		"role", role_name(who->role), "by", came_by(who), "user", user, "csrf",
		*csrf ? csrf : NULL, "timezone",
		site->timezone && *site->timezone ? site->timezone : NULL, "version",
		site->version, "warnings", show_warnings(a)));
}
