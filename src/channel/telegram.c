/* SPDX-License-Identifier: Apache-2.0
 *
 * A document as a message of a Telegram bot (core.telegram.org/bots/api).
 *
 * Styles are sent as entities, with offsets in UTF-16 units, and never with parse_mode: a
 * character of a customer's name cannot make a message invalid. The token is in the URL.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "channel/button_int.h"
#include "channel/document_int.h"
#include "channel/format_int.h"
#include "channel/request_int.h"
#include "channel/utf8_int.h"

enum {
	TEXT_MAX = 64 * 1024,
	ENTITIES_MAX = 100,
	BUTTONS_A_ROW = 2,
};

/* ---- text and entities ----------------------------------------------------------------- */

struct text {
	struct buf text;
	size_t units;
	json_t *entities;
};

static void
put(struct text *t, const char *text)
{
	buf_puts(&t->text, text);
	t->units += utf8_units(text);
}

static void
add_entity(struct text *t, const char *type, size_t from, const char *url)
{
	json_t *entity;

	if (t->units == from || json_array_size(t->entities) >= ENTITIES_MAX)
		return;
	entity = json_pack("{s:s, s:I, s:I}", "type", type, "offset", (json_int_t)from,
	    "length", (json_int_t)(t->units - from));
	if (url)
		(void)json_object_set_new(entity, "url", json_string(url));
	(void)json_array_append_new(t->entities, entity);
}

static void
put_run(struct text *t, const json_t *run)
{
	size_t from = t->units;
	const char *url = document_string(run, "url");

	put(t, document_string(run, "text"));
	if (json_is_true(json_object_get(run, "bold")))
		add_entity(t, "bold", from, NULL);
	if (json_is_true(json_object_get(run, "italic")))
		add_entity(t, "italic", from, NULL);
	if (strncmp(url, "http", 4) == 0)
		add_entity(t, "text_link", from, url);
}

static void
put_block(struct text *t, const json_t *document, const json_t *block)
{
	struct buf more = BUF_INIT(100);
	const json_t *run;
	size_t i;

	if (document_block_is_bullet(block))
		put(t, BULLET);
	if (document_block_more(block)) {
		size_t from = t->units;
		const char *url = document_string(document, "url");

		format_more(
		    &more, document_block_more(block), document_is_spanish(document));
		put(t, buf_text(&more));
		if (strncmp(url, "http", 4) == 0)
			add_entity(t, "text_link", from, url);
	}
	json_array_foreach(json_object_get(block, "runs"), i, run)
	{
		put_run(t, run);
	}
	buf_fini(&more);
}

/* Sent again; it is not known whether the first one was delivered. */
static void
put_repetition(struct text *t, bool is_spanish)
{
	size_t from;

	put(t, "\n");
	from = t->units;
	put(t, is_spanish ? "(puede repetirse)" : "(may be a repetition)");
	add_entity(t, "italic", from, NULL);
}

static enum rc
make_text(const struct encoding *e, struct text *t)
{
	json_t *fit = document_for_chat(e->document);
	const json_t *block;
	size_t i;

	*t = (struct text){ .text = BUF_INIT(TEXT_MAX), .entities = json_array() };
	if (!fit || !t->entities) {
		json_decref(fit);
		return RC_NOMEM;
	}
	json_array_foreach(json_object_get(fit, "blocks"), i, block)
	{
		if (i)
			put(t, "\n");
		put_block(t, fit, block);
	}
	if (e->row->may_repeat && e->row->act != OUTBOX_EDIT)
		put_repetition(t, document_is_spanish(fit));
	if (t->units == 0)
		put(t, "?"); /* Telegram refuses a message without text */
	json_decref(fit);
	return buf_ok(&t->text) ? RC_OK : RC_NOMEM;
}

/* ---- buttons ----------------------------------------------------------------------------- */

static json_t *
one_button(const struct encoding *e, enum button button)
{
	bool is_spanish = document_is_spanish(e->document);
	const char *url = document_string(e->document, "url");
	unsigned char key[BUTTON_KEY_BYTES];
	char data[BUTTON_DATA_MAX];

	/* Telegram accepts only addresses that it could reach. */
	if (button == BUTTON_DETAILS)
		return strncmp(url, "http", 4) == 0
		    ? json_pack("{s:s, s:s}", "text", button_text(button, is_spanish),
			  "url", url)
		    : NULL;
	button_key(&e->row->secret, key);
	button_sign(key, button, e->row->incident, e->row->address, data);
	return json_pack(
	    "{s:s, s:s}", "text", button_text(button, is_spanish), "callback_data", data);
}

static void
add_button(json_t *rows, json_t *button)
{
	size_t n = json_array_size(rows);
	json_t *row = n ? json_array_get(rows, n - 1) : NULL;

	if (!button)
		return;
	if (!row || json_array_size(row) >= BUTTONS_A_ROW) {
		row = json_array();
		(void)json_array_append_new(rows, row);
	}
	(void)json_array_append_new(row, button);
}

/* {"inline_keyboard": [[...]]}; NULL: no buttons. An edit without buttons removes them. */
static json_t *
make_keyboard(const struct encoding *e)
{
	const json_t *names = json_object_get(e->document, "buttons");
	json_t *rows = json_array();
	const json_t *name;
	enum button button;
	size_t i;

	json_array_foreach(names, i, name)
	{
		if (e->row->incident > 0 && json_is_string(name) &&
		    button_find(json_string_value(name), &button))
			add_button(rows, one_button(e, button));
	}
	if (json_array_size(rows) > 0 || e->row->act == OUTBOX_EDIT)
		return json_pack("{s:o}", "inline_keyboard", rows);
	json_decref(rows);
	return NULL;
}

/* ---- the request -------------------------------------------------------------------------- */

/* A number is sent as a number; "@channel" as text. */
static json_t *
id_of(const char *text)
{
	char *end;
	long long v = strtoll(text, &end, 10);

	return *text && !*end ? json_integer(v) : json_string(text);
}

static bool
is_edit(const struct outbox_claimed *row)
{
	return row->act == OUTBOX_EDIT && *row->message_ref;
}

static void
add_place(json_t *body, const struct outbox_claimed *row)
{
	if (is_edit(row)) {
		(void)json_object_set_new(body, "message_id", id_of(row->message_ref));
		return;
	}
	if (*row->thread)
		(void)json_object_set_new(body, "message_thread_id", id_of(row->thread));
	if (row->act == OUTBOX_REPLY && *row->thread_ref)
		(void)json_object_set_new(body, "reply_parameters",
		    json_pack("{s:o, s:b}", "message_id", id_of(row->thread_ref),
			"allow_sending_without_reply", 1));
}

static json_t *
make_body(const struct encoding *e, struct text *t)
{
	const json_t *sound = json_object_get(e->document, "sound");
	json_t *body = json_pack("{s:o, s:s, s:O, s:{s:b}}", "chat_id",
	    id_of(e->row->address), "text", buf_text(&t->text), "entities", t->entities,
	    "link_preview_options", "is_disabled", 1);
	json_t *keyboard = make_keyboard(e);

	if (!body) {
		json_decref(keyboard);
		return NULL;
	}
	add_place(body, e->row);
	if (!is_edit(e->row) && sound && !json_is_true(sound))
		(void)json_object_set_new(body, "disable_notification", json_true());
	if (keyboard)
		(void)json_object_set_new(body, "reply_markup", keyboard);
	return body;
}

enum rc
telegram_encode(const struct encoding *e, struct request *r, struct err *err)
{
	const char *api = document_string(e->settings, "api_url");
	struct text t;
	json_t *body = NULL;
	char *json = NULL;

	if (secret_is_empty(&e->row->secret))
		return err_set(err, RC_INVALID, "the channel has no bot token");
	if (!*e->row->address)
		return err_set(err, RC_INVALID, "the target has no chat");
	if (make_text(e, &t) == RC_OK)
		body = make_body(e, &t);
	json = body ? json_dumps(body, JSON_COMPACT) : NULL;
	json_decref(t.entities);
	buf_fini(&t.text);
	json_decref(body);
	if (!json)
		return err_set(err, RC_NOMEM, "out of memory");
	buf_puts(&r->body, json);
	free(json);
	buf_printf(&r->url, "%s/bot%s/%s", *api ? api : "https://api.telegram.org",
	    e->row->secret.bytes, is_edit(e->row) ? "editMessageText" : "sendMessage");
	buf_puts(request_add_header(r), "Content-Type: application/json");
	/* Only tests use another server. */
	r->allows_http = *api != '\0';
	return request_check(r, err);
}
