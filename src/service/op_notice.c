/* SPDX-License-Identifier: Apache-2.0
 *
 * A message before anything is wrong: the preview of a template, and the test of a channel,
 * which goes through template, outbox and courier as any message does. Both show a past
 * incident, or one that is made up.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "channel/document.h"
#include "channel/template.h"
#include "service/notify_int.h"
#include "service/onu_int.h"
#include "store/list/list.h"
#include "store/notify/outbox.h"
#include "store/notify/rows.h"
#include "tell/tell.h"

#define MINUTE_MS INT64_C(60000)

enum { TEXT_MAX = 128 * 1024, KEY_MAX = 64, TEST_EXPIRES_MS = 600000 };

/* ---- the data of an incident ------------------------------------------------------------- */

struct notice {
	const char *body; /* the template */
	enum template_kind kind;
	const char *language, *zone;
	int64_t incident; /* 0: made up */
	const char *target;
	int64_t now_ms;
};

static bool
is_spanish(const struct notice *n)
{
	return strcmp(n->language, "en") != 0;
}

static json_t *
made_up(const struct notice *n)
{
	bool es = is_spanish(n);
	const char *sentence = es
	    ? "Corte de fibra en el puerto 0/1/3 de la OLT Centro, a no más de 3,2 km."
	    : "Fibre cut on port 0/1/3 of the OLT Centro, not farther than 3.2 km.";

	return json_pack("{s:i, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:i, s:I, s:I, s:b, "
			 "s:i, s:i, s:i, s:s, s:s, s:s, s:s, s:i, "
			 "s:[{s:s, s:s, s:s}, {s:s, s:s, s:s}], s:b}",
	    "id", 0, "state", "open", "severity", "major", "kind", "outage", "title",
	    es ? "Corte de fibra" : "Fibre cut", "sentence", sentence, "cause",
	    es ? "corte de fibra" : "fibre cut", "cause_class", "fibre", "confidence", 92,
	    "since", (json_int_t)(n->now_ms - 2 * MINUTE_MS), "since_from",
	    (json_int_t)(n->now_ms - 2 * MINUTE_MS), "since_exact", 1, "affected", 61,
	    "affected_max", 61, "at_risk", 64, "place", "Centro, 0/1/3", "olt", "Centro",
	    "card", "0/1", "port", "0/1/3", "distance_m", 3200, "members", "serial",
	    "HWTC00000001", "description", "Cliente 1", "place", "0/1/3:1", "serial",
	    "HWTC00000002", "description", "Cliente 2", "place", "0/1/3:2", "test", 1);
}

/* What the cause rests on, what was like it, and how it ended. */
static void
make_up_more(json_t *data, const struct notice *n)
{
	bool es = is_spanish(n);
	json_t *more = json_pack("{s:s, s:[s], s:[{s:s, s:i}], s:[{s:i, s:I, s:i, s:s}], "
				 "s:i}",
	    "distance",
	    es ? "El corte está a no más de 3,2 km de la OLT."
	       : "The break is not farther than 3.2 km from the OLT.",
	    "evidence", es ? "61 sin luz" : "61 without light", "causes", "cause",
	    es ? "sin luz" : "no light", "count", 61, "similar", "id", 0, "since",
	    (json_int_t)(n->now_ms - 3 * 24 * 60 * MINUTE_MS), "duration", 5400,
	    "sentence",
	    es ? "Corte de fibra en el puerto 0/1/3 de la OLT Centro."
	       : "Fibre cut on port 0/1/3 of the OLT Centro.",
	    "repeat", 2);

	(void)json_object_update_missing(data, more);
	json_decref(more);
	if (n->kind != TEMPLATE_RESOLVED)
		return;
	(void)json_object_set_new(data, "duration", json_integer(5400));
	(void)json_object_set_new(data, "recovered", json_integer(58));
	(void)json_object_set_new(data, "left_over", json_integer(3));
}

/* Of a stored one; NULL: the call has failed. */
static json_t *
stored(struct ask *a, const struct notice *n)
{
	const char *url = a->s->options.url;
	struct tell_view view = { .language = n->language,
		.zone = n->zone,
		.url = url ? url : "",
		.now_ms = n->now_ms,
		.is_open = n->kind != TEMPLATE_RESOLVED };
	struct err err = { 0 };
	json_t *data = NULL;
	enum rc rc = tell_preview(a->db, n->incident, &view, &data, &err);

	if (rc == RC_NOT_FOUND) {
		arg_wrong(
		    a, "incident", "there is no incident %lld", (long long)n->incident);
		(void)args_are_right(a);
	} else if (rc != RC_OK) {
		(void)ask_fail_err(a, rc, &err);
	} else {
		(void)json_object_set_new(data, "test", json_true());
	}
	return data;
}

/* What only one kind of message says is made up. */
static json_t *
made_up_kind(const struct notice *n, json_t *incident)
{
	bool es = is_spanish(n);

	switch (n->kind) {
	case TEMPLATE_CHANGED:
		return json_pack("{s:s}", "change",
		    es ? "La gravedad subió: antes leve, ahora grave."
		       : "The severity rose from minor to major.");
	case TEMPLATE_ACK_LAPSED:
		return json_pack("{s:s}", "change",
		    es ? "La atención venció." : "The acknowledgement lapsed.");
	case TEMPLATE_STORM:
		return json_pack("{s:i, s:i, s:i, s:i, s:b, s:{s:[O], s:i}}", "incidents",
		    37, "customers", 5210, "open", 12, "unacked", 3, "is_over", 0,
		    "largest", "items", incident, "total", 12);
	case TEMPLATE_CHANNEL_DEAD:
		return json_pack("{s:s, s:s, s:i}", "channel", "NOC", "error",
		    "Connection timed out", "waiting", 3);
	case TEMPLATE_OPENED:
	case TEMPLATE_RESOLVED:
	case TEMPLATE_TEST:
	case TEMPLATE_UNSTABLE:
		break;
	}
	return json_object();
}

/* {"incident": {...}, "target", "now"}; NULL: the call has failed. */
static json_t *
notice_data(struct ask *a, const struct notice *n)
{
	json_t *data = n->incident ? stored(a, n) : made_up(n), *all;

	if (!data)
		return NULL;
	if (!n->incident)
		make_up_more(data, n);
	all = made_up_kind(n, data);
	(void)json_object_set_new(all, "target", json_string(n->target));
	(void)json_object_set_new(all, "now", json_integer(n->now_ms));
	/* A rolling message is about no single one. */
	if (n->kind != TEMPLATE_STORM)
		(void)json_object_set(all, "incident", data);
	json_decref(data);
	if (!all)
		(void)ask_fail(a, RC_NOMEM, "out of memory");
	return all;
}

static int64_t
arg_incident(struct ask *a)
{
	return arg_int(a, "incident", (struct arg_range){ 1, INT32_MAX, 0 });
}

/* ---- rendering --------------------------------------------------------------------------- */

/* NULL: the call has failed. */
static json_t *
render(struct ask *a, const struct notice *n)
{
	struct template_view view = { n->kind, n->language, n->zone, n->now_ms };
	struct template *parsed OWNED(template_free) = NULL;
	json_t *data, *document = NULL;
	struct err err = { 0 };
	enum rc rc = template_parse(n->body, &parsed, &err);

	if (rc != RC_OK) {
		arg_wrong(a, "body", "%s", err.msg);
		(void)args_are_right(a);
		return NULL;
	}
	data = notice_data(a, n);
	if (!data)
		return NULL;
	rc = template_render(parsed, data, &view, &document, &err);
	tell_plain_lists(data);
	if (rc == RC_OK)
		(void)json_object_set_new(document, "data", json_incref(data));
	else
		(void)ask_fail_err(a, rc, &err);
	json_decref(data);
	return document;
}

/* ---- preview ------------------------------------------------------------------------------- */

static json_t *
show_names(void)
{
	json_t *all = json_array();
	size_t n;
	const struct template_name *names = template_names(&n);

	for (size_t i = 0; i < n; i++)
		(void)json_array_append_new(all,
		    json_pack("{s:s, s:s?, s:s, s:s}", "name", names[i].name, "list",
			names[i].list, "type", template_type_name(names[i].type), "help",
			names[i].help));
	return all;
}

static json_t *
show_kinds(void)
{
	json_t *all = json_array();

	for (int i = 0; i < TEMPLATE_KINDS; i++)
		(void)json_array_append_new(
		    all, json_string(template_kind_name((enum template_kind)i)));
	return all;
}

static void
answer_preview(struct ask *a, const struct notice *n, json_t *document)
{
	struct buf text = BUF_INIT(TEXT_MAX), html = BUF_INIT(TEXT_MAX);
	json_t *chat = document_for_chat(document);

	document_text(document, &text);
	document_html(document, &html);
	if (chat && buf_ok(&text) && buf_ok(&html))
		ask_answer(a,
		    json_pack("{s:s, s:O, s:O, s:s, s:s, s:o, s:o}", "body", n->body,
			"document", document, "chat", chat, "text", buf_text(&text),
			"html", buf_text(&html), "names", show_names(), "kinds",
			show_kinds()));
	else
		(void)ask_fail(a, RC_NOMEM, "out of memory");
	json_decref(chat);
	buf_fini(&text);
	buf_fini(&html);
}

/* The stored template that is meant, if any. */
static void
load_template(struct ask *a, struct template_row *ret)
{
	struct err err = { 0 };
	int64_t id = arg_given(a, "id") ? find_in(a, "id", &KIND_TEMPLATE.place) : 0;
	enum rc rc = RC_OK;

	if (id)
		rc = store_notify_get(a->db, &TEMPLATE_ENTITY, id, a->arena, ret, &err);
	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
}

void
op_template_preview(struct ask *a)
{
	struct template_row stored = { .kind = "incident.opened", .language = "es" };
	struct notice n = { .target = "NOC", .now_ms = clock_wall_ms() };
	const char *kind;
	json_t *document;

	load_template(a, &stored);
	kind = arg_text(a, "kind", stored.kind);
	n.language = arg_text(a, "language", stored.language);
	n.zone = arg_text(a, "zone", a->s->options.timezone);
	n.zone = n.zone ? n.zone : "";
	n.incident = arg_incident(a);
	if (!template_kind_find(kind, &n.kind))
		arg_wrong(a, "kind", "there is no kind of message \"%.64s\"", kind);
	n.body = arg_text(a, "body", stored.body);
	arg_check_zone(a, n.zone);
	if (text_choice("es|en", n.language) < 0)
		arg_wrong(a, "language", "es or en is expected");
	if (!args_are_right(a))
		return;
	if (!n.body)
		n.body = template_shipped(n.kind, n.language);
	document = render(a, &n);
	if (document)
		answer_preview(a, &n, document);
	json_decref(document);
}

/* ---- test ---------------------------------------------------------------------------------- */

struct test {
	struct outbox_new message;
	char key[KEY_MAX];
};

static enum rc
queue(struct change *c, struct db *db, struct err *err)
{
	struct test *t = c->ctx;
	int64_t channel = c->id, id = 0;
	enum rc rc;

	/* A commit of unknown outcome is repeated with the same moment, and so the same key. */
	(void)snprintf(t->key, sizeof(t->key), "test.%" PRId64 ".%" PRId64,
	    t->message.target.v, c->now_ms);
	t->message.key = t->key;
	t->message.expires_ms = c->now_ms + TEST_EXPIRES_MS;
	rc = store_outbox_add(db, &t->message, c->now_ms, &id, err);
	if (rc == RC_OK && !id)
		return err_set(err, RC_CONFLICT, "target: it was deleted meanwhile");
	if (rc == RC_OK)
		t->message.version = id;
	c->id = channel;
	return rc;
}

/* The target of this channel that is meant; 0: the call has failed. */
static int64_t
find_target(struct ask *a, int64_t channel)
{
	char number[24];
	struct find_field of_channel[] = { { "channel", number } };
	int64_t id;
	json_t *shown;

	(void)snprintf(number, sizeof(number), "%" PRId64, channel);
	if (!arg_given(a, "target")) {
		id = find_row(a, "targets", of_channel, 1);
		if (!id)
			arg_wrong(a, "target", "this channel has no target yet");
		return id;
	}
	id = find_in(a, "target", &KIND_TARGET.place);
	shown = id ? show_row(a->db, "targets", id, NULL) : NULL;
	if (shown && json_integer_value(json_object_get(shown, "channel")) != channel)
		arg_wrong(a, "target", "this target has another channel");
	json_decref(shown);
	return id;
}

struct wanted_template {
	const struct target *target;
	const char *language, *kind;
	struct arena *arena;
	const char *body; /* found */
};

static enum rc
compare_template(void *ctx, const void *row)
{
	struct wanted_template *w = ctx;
	const struct template_row *t = row;

	if (strcmp(t->set, w->target->template_set) == 0 &&
	    strcmp(t->language, w->language) == 0 && strcmp(t->kind, w->kind) == 0)
		w->body = arena_copy(w->arena, t->body, strlen(t->body));
	return RC_OK;
}

/* As a message of the watcher would be: language, zone and template of the target. */
static enum rc
plan_test(struct ask *a, struct target *t, struct notice *n, struct err *err)
{
	struct wanted_template want = { t, NULL, template_kind_name(TEMPLATE_OPENED),
		a->arena, NULL };
	struct contact contact = { .language = "", .zone = "" };
	const char *site = a->s->options.timezone ? a->s->options.timezone : "";
	enum rc rc = RC_OK;

	if (t->contact)
		rc = store_notify_get(
		    a->db, &CONTACT_ENTITY, t->contact, a->arena, &contact, err);
	if (rc != RC_OK)
		return rc;
	n->kind = TEMPLATE_OPENED;
	n->target = t->name;
	n->language = *t->language ? t->language : contact.language;
	if (!*n->language)
		n->language = a->s->options.language ? a->s->options.language : "es";
	n->zone = *t->zone ? t->zone : *contact.zone ? contact.zone : site;
	want.language = n->language;
	if (*t->template_set)
		rc = store_notify_each(
		    a->db, &TEMPLATE_ENTITY, compare_template, &want, err);
	n->body = want.body ? want.body : template_shipped(n->kind, n->language);
	return rc;
}

static void
send_test(struct ask *a, int64_t channel, const struct target *target, json_t *document)
{
	char *body OWNED(free) = json_dumps(document, JSON_COMPACT);
	struct test t = { .message = { .target = target->id,
			      .act = OUTBOX_SEND,
			      .priority = OUTBOX_USUAL,
			      .body = body,
			      .is_test = true } };
	json_t *details = json_pack(
	    "{s:s, s:I}", "target", target->name, "id", (json_int_t)target->id.v);
	struct change c = { "test", KIND_CHANNEL.entity, channel, queue, &t, 0,
		.details = details };

	if (!body || !details)
		(void)ask_fail(a, RC_NOMEM, "out of memory");
	else if (change_make(a, &c) == RC_OK)
		ask_answer(a,
		    json_pack("{s:I, s:I}", "outbox", (json_int_t)t.message.version,
			"target", (json_int_t)target->id.v));
	else
		arg_wrong_in_answer(a);
	json_decref(details);
}

void
op_channel_test(struct ask *a)
{
	int64_t channel = find_in(a, "id", &KIND_CHANNEL.place), target = 0;
	struct target row = { 0 };
	struct notice n = { .incident = arg_incident(a), .now_ms = clock_wall_ms() };
	struct err err = { 0 };
	json_t *document;
	enum rc rc;

	if (channel)
		target = find_target(a, channel);
	if (!args_are_right(a))
		return;
	rc = store_notify_get(a->db, &TARGET_ENTITY, target, a->arena, &row, &err);
	if (rc == RC_OK)
		rc = plan_test(a, &row, &n, &err);
	if (rc != RC_OK) {
		(void)ask_fail_err(a, rc, &err);
		return;
	}
	document = render(a, &n);
	if (document) {
		(void)json_object_set_new(document, "is_test", json_true());
		(void)json_object_set_new(document, "sound", json_true());
		send_test(a, channel, &row, document);
	}
	json_decref(document);
}
