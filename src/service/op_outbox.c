/* SPDX-License-Identifier: Apache-2.0
 *
 * Messages: what became of each, sent again or dropped by people; and the code with which a
 * person shows that a Telegram chat is theirs.
 */
#include <string.h>

#include "base/clock.h"
#include "service/notify_int.h"
#include "store/list/list.h"
#include "store/notify/channel.h"
#include "store/notify/outbox.h"
#include "store/notify/rows.h"

/* ---- messages ----------------------------------------------------------------------------- */

static enum rc
add_try(void *ctx, const struct outbox_attempt *t)
{
	json_t *shown = json_pack("{s:I, s:o, s:I, s:o, s:s, s:s}", "n", (json_int_t)t->n,
	    "at", show_moment(t->at_ms), "took_ms", (json_int_t)t->took_ms, "code",
	    t->code ? json_integer(t->code) : json_null(), "error", t->error, "answer",
	    t->answer);

	return json_array_append_new(ctx, shown) == 0 ? RC_OK : RC_NOMEM;
}

static json_t *
show_message(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "outbox", id, err);
}

static const struct entity ENTITY_OF_MESSAGE = { "outbox", show_message };

static void
answer_message(struct ask *a, int64_t id)
{
	json_t *tries = json_array(), *document;
	struct err err = { 0 };
	const char *body = NULL;
	enum rc rc;

	answer_shown(a, &ENTITY_OF_MESSAGE, id);
	if (!ask_is_well(a)) {
		json_decref(tries);
		return;
	}
	rc = store_outbox_body(a->db, id, a->arena, &body, &err);
	if (rc == RC_OK)
		rc = store_outbox_attempts(a->db, id, add_try, tries, &err);
	if (rc != RC_OK) {
		(void)ask_fail_err(a, rc, &err);
		json_decref(tries);
		return;
	}
	document = json_loads(body, 0, NULL);
	(void)json_object_set_new(
	    a->answer->result, "document", document ? document : json_null());
	(void)json_object_set_new(a->answer->result, "tries", tries);
}

static int64_t
find_message(struct ask *a)
{
	static const struct find_place MESSAGES = { "outbox", "message", NULL,
		{ NULL, NULL } };

	return find_in(a, "outbox", &MESSAGES);
}

void
op_outbox_get(struct ask *a)
{
	int64_t id = find_message(a);

	if (args_are_right(a))
		answer_message(a, id);
}

static enum rc
retry(struct change *c, struct db *db, struct err *err)
{
	return store_outbox_retry(db, c->id, c->now_ms, err);
}

static enum rc
drop(struct change *c, struct db *db, struct err *err)
{
	return store_outbox_drop(db, c->id, err);
}

void
op_outbox_retry(struct ask *a)
{
	struct change c = { "retry", &ENTITY_OF_MESSAGE, find_message(a), retry, NULL,
		0 };

	if (args_are_right(a) && change_make(a, &c) == RC_OK)
		answer_message(a, c.id);
}

void
op_outbox_drop(struct ask *a)
{
	struct change c = { "drop", &ENTITY_OF_MESSAGE, find_message(a), drop, NULL, 0 };

	if (args_are_right(a) && change_make(a, &c) == RC_OK)
		answer_message(a, c.id);
}

/* ---- codes of Telegram ------------------------------------------------------------------------ */

struct link {
	struct telegram_link to;
	char code[TELEGRAM_CODE_MAX];
};

static enum rc
add_link(struct change *c, struct db *db, struct err *err)
{
	const struct link *l = c->ctx;

	return store_telegram_link_add(
	    db, &l->to, l->code, c->now_ms + TELEGRAM_CODE_MS, err);
}

/* The Telegram channel that is meant; what is wrong is kept. */
static int64_t
find_bot(struct ask *a, json_t **ret_shown)
{
	static const struct find_field TELEGRAM = { "kind", "telegram" };
	int64_t id = arg_given(a, "channel") ? find_in(a, "channel", &KIND_CHANNEL.place)
					     : find_row(a, "channels", &TELEGRAM, 1);
	const char *kind;

	if (!id) {
		arg_wrong(a, "channel", "there is no Telegram channel yet");
		return 0;
	}
	*ret_shown = show_row(a->db, "channels", id, NULL);
	kind = json_string_value(json_object_get(*ret_shown, "kind"));
	if (!kind || strcmp(kind, "telegram") != 0)
		arg_wrong(a, "channel", "a Telegram channel is expected");
	return id;
}

static void
answer_link(struct ask *a, const struct change *c, const json_t *channel)
{
	const struct link *l = c->ctx;
	const char *bot = json_string_value(
	    json_object_get(json_object_get(channel, "settings"), "bot"));
	json_t *url = bot && *bot ? json_sprintf("https://t.me/%s?start=%s", bot, l->code)
				  : json_null();

	ask_answer(a,
	    json_pack("{s:s, s:o, s:I, s:o}", "code", l->code, "url", url, "channel",
		(json_int_t)l->to.channel.v, "expires_at",
		show_moment(c->now_ms + TELEGRAM_CODE_MS)));
}

/* Who has the code acts as the contact's user: it is for that user, or an administrator. */
static void
check_whose(struct ask *a, int64_t contact)
{
	struct contact row = { 0 };
	struct err err = { 0 };
	enum rc rc =
	    store_notify_get(a->db, &CONTACT_ENTITY, contact, a->arena, &row, &err);

	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
	else if (a->who->role < ROLE_ADMIN && (!row.user || row.user != a->who->user.v))
		(void)ask_fail(a, RC_REFUSED,
		    "this contact is somebody else: only an administrator may link it");
}

void
op_contact_link(struct ask *a)
{
	int64_t contact = find_in(a, "id", &KIND_CONTACT.place);
	json_t *channel = NULL;
	struct link l = { .to = { { contact }, { find_bot(a, &channel) } } };
	struct change c = { "link", KIND_CONTACT.entity, contact, add_link, &l, 0 };

	if (args_are_right(a))
		check_whose(a, contact);
	if (ask_is_well(a)) {
		telegram_code_make(l.code);
		if (change_make(a, &c) == RC_OK)
			answer_link(a, &c, channel);
	}
	json_decref(channel);
}
