/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <sodium.h>

#include "channel/button_int.h"
#include "channel/request_int.h"
#include "channel/template.h"

#define NOW_MS INT64_C(1614265330000)

struct made {
	struct outbox_claimed row;
	json_t *document;
	json_t *settings;
	struct request request;
	json_t *body; /* if it is JSON */
};

static void
begin(struct made *m, enum channel_kind kind)
{
	memset(m, 0, sizeof(*m));
	m->row = (struct outbox_claimed){ .id = 5,
		.key = "p5jXN8AQM9LWM0D4loKWxJek",
		.incident = 71,
		.target = { 9 },
		.channel = { 2 },
		.kind = kind,
		.channel_name = "c",
		.settings = "{}",
		.target_name = "NOC",
		.address = "-100123",
		.thread = "",
		.act = OUTBOX_SEND,
		.version = 4,
		.message_ref = "",
		.thread_ref = "",
		.created_ms = NOW_MS };
	assert_int_equal(secret_set(&m->row.secret, "123:TOKEN"), RC_OK);
	m->settings = json_object();
	request_init(&m->request);
}

/* A document of one template, with this place. */
static void
fill(struct made *m, const char *template_text, const char *place)
{
	struct template_view view = {
		.lang = "es", .zone = "America/La_Paz", .now_ms = NOW_MS
	};
	json_t *data = json_pack("{s:{s:i, s:s, s:s, s:s}}", "incident", "id", 71,
	    "place", place, "severity", "major", "url", "https://x.example/71");
	json_t *members = json_array();
	struct template *t = NULL;
	struct err err = { .msg = "" };

	for (int i = 0; i < 5000; i++)
		(void)json_array_append_new(
		    members, json_pack("{s:s}", "description", place));
	(void)json_object_set_new(json_object_get(data, "incident"), "members", members);
	check_rc(template_parse(template_text, &t, &err), RC_OK);
	check_rc(template_render(t, data, &view, &m->document, &err), RC_OK);
	(void)json_object_set_new(m->document, "buttons",
	    json_pack("[s, s, s, s]", "ack", "silence_1h", "look", "details"));
	(void)json_object_set(m->document, "data", data);
	template_free(t);
	json_decref(data);
}

static enum rc
encode(struct made *m, struct err *err)
{
	struct encoding e = { .row = &m->row,
		.document = m->document,
		.settings = m->settings,
		.now_ms = NOW_MS };
	enum rc rc = m->row.kind == CHANNEL_TELEGRAM
	    ? telegram_encode(&e, &m->request, err)
	    : m->row.kind == CHANNEL_EMAIL ? email_encode(&e, &m->request, err)
					   : webhook_encode(&e, &m->request, err);

	m->body = json_loads(buf_text(&m->request.body), 0, NULL);
	return rc;
}

static void
end(struct made *m)
{
	json_decref(m->body);
	json_decref(m->document);
	json_decref(m->settings);
	request_fini(&m->request);
}

static const char *
text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static const char *
header(const struct made *m, const char *name)
{
	for (size_t i = 0; i < m->request.n_headers; i++) {
		const char *text = buf_text(&m->request.headers[i]);

		if (strncmp(text, name, strlen(name)) == 0)
			return text + strlen(name) + 2;
	}
	return "";
}

/* ---- Telegram -------------------------------------------------------------------------- */

static void
check_entity(const struct made *m, size_t i, const char *type, int offset, int length)
{
	const json_t *e = json_array_get(json_object_get(m->body, "entities"), i);

	assert_string_equal(text_of(e, "type"), type);
	assert_int_equal(json_integer_value(json_object_get(e, "offset")), offset);
	assert_int_equal(json_integer_value(json_object_get(e, "length")), length);
}

static void
entities_are_counted_in_utf16_units(void **state)
{
	struct made m;
	struct err err = { .msg = "" };

	(void)state;
	begin(&m, CHANNEL_TELEGRAM);
	fill(&m, "🔥 **{{place}}** [ver]({{url}})", "Ñandú 🇧🇴");
	check_rc(encode(&m, &err), RC_OK);
	assert_string_equal(text_of(m.body, "text"), "🔥 Ñandú 🇧🇴 ver");
	check_entity(&m, 0, "bold", 3, 10);
	check_entity(&m, 1, "text_link", 14, 3);
	assert_null(json_object_get(m.body, "parse_mode"));
	assert_int_equal(json_integer_value(json_object_get(m.body, "chat_id")), -100123);
	assert_string_equal(buf_text(&m.request.url),
	    "https://api.telegram.org/bot123:TOKEN/sendMessage");
	end(&m);
}

static void
hostile_names_and_thousands_of_members_fit(void **state)
{
	struct made m;
	struct err err = { .msg = "" };
	const char *text;

	(void)state;
	begin(&m, CHANNEL_TELEGRAM);
	fill(&m,
	    "**{{place}}**\n{{#members}}\n- "
	    "{{description}}\n{{/members}}\n[ver]({{url}})",
	    "<b>&\"Ñandú_*");
	check_rc(encode(&m, &err), RC_OK);
	text = text_of(m.body, "text");
	assert_true(strlen(text) < 700);
	check_contains(text, "<b>&\"Ñandú_*\n• <b>&\"Ñandú_*\n");
	check_contains(text, " más\nver");
	end(&m);
}

static void
a_mail_shows_hostile_names_as_typed_31(void **state)
{
	struct made m;
	struct err err = { .msg = "" };

	(void)state;
	begin(&m, CHANNEL_EMAIL);
	m.row.address = "noc@x.example";
	(void)json_object_set_new(m.settings, "host", json_string("mail.x.example"));
	(void)json_object_set_new(m.settings, "from", json_string("facho@x.example"));
	fill(&m,
	    "**{{place}}**\n{{#members}}\n- "
	    "{{description}}\n{{/members}}\n[ver]({{url}})",
	    "<b>&\"Ñandú_*");
	check_rc(encode(&m, &err), RC_OK);
	assert_true(m.request.body.len < 16 * 1024 && m.request.html.len < 16 * 1024);
	check_contains(buf_text(&m.request.body), "- <b>&\"Ñandú_*\n");
	check_contains(buf_text(&m.request.body), "y 4950 más");
	check_contains(buf_text(&m.request.html), "&lt;b&gt;&amp;&quot;Ñandú_*");
	assert_null(strstr(buf_text(&m.request.html), "<b>&amp;"));
	end(&m);
}

static void
a_button_is_signed_for_its_chat(void **state)
{
	unsigned char key[BUTTON_KEY_BYTES];
	struct made m;
	struct err err = { .msg = "" };
	const json_t *rows;
	const char *data;
	enum button button;
	int64_t incident;

	(void)state;
	begin(&m, CHANNEL_TELEGRAM);
	fill(&m, "x", "y");
	check_rc(encode(&m, &err), RC_OK);
	rows =
	    json_object_get(json_object_get(m.body, "reply_markup"), "inline_keyboard");
	assert_int_equal(json_array_size(rows), 2);
	data = text_of(json_array_get(json_array_get(rows, 0), 0), "callback_data");
	assert_true(strlen(data) < 64);
	button_key(&m.row.secret, key);
	assert_true(button_read(key, data, "-100123", &button, &incident));
	assert_int_equal(button, BUTTON_ACK);
	assert_int_equal(incident, 71);
	assert_false(button_read(key, data, "-100124", &button, &incident));
	assert_false(button_read(
	    key, "a.72.AAAAAAAAAAAAAAAAAAAAAA", "-100123", &button, &incident));
	assert_false(button_read(key, "", "-100123", &button, &incident));
	assert_false(button_read(key, "a.", "-100123", &button, &incident));
	assert_string_equal(text_of(json_array_get(json_array_get(rows, 1), 1), "url"),
	    "https://x.example/71");
	end(&m);
}

static void
edits_and_replies_name_their_message(void **state)
{
	struct made m;
	struct err err = { .msg = "" };

	(void)state;
	begin(&m, CHANNEL_TELEGRAM);
	fill(&m, "x", "y");
	m.row.act = OUTBOX_EDIT;
	m.row.message_ref = "55";
	check_rc(encode(&m, &err), RC_OK);
	check_contains(buf_text(&m.request.url), "/editMessageText");
	assert_int_equal(json_integer_value(json_object_get(m.body, "message_id")), 55);
	end(&m);
	begin(&m, CHANNEL_TELEGRAM);
	fill(&m, "x", "y");
	m.row.act = OUTBOX_REPLY;
	m.row.thread_ref = "44";
	m.row.may_repeat = true;
	(void)json_object_set_new(m.document, "sound", json_false());
	check_rc(encode(&m, &err), RC_OK);
	assert_int_equal(json_integer_value(json_object_get(
			     json_object_get(m.body, "reply_parameters"), "message_id")),
	    44);
	assert_string_equal(text_of(m.body, "text"), "x\n(puede repetirse)");
	assert_true(json_is_true(json_object_get(m.body, "disable_notification")));
	end(&m);
}

static void
answers_of_telegram(void **state)
{
	struct answer a;

	(void)state;
	telegram_answer(200, "{\"ok\":true,\"result\":{\"message_id\":7}}", false, &a);
	assert_int_equal(a.kind, ANSWER_DONE);
	assert_string_equal(a.ref, "7");
	telegram_answer(
	    429, "{\"ok\":false,\"parameters\":{\"retry_after\":37}}", false, &a);
	assert_int_equal(a.kind, ANSWER_WAIT);
	assert_int_equal(a.wait_s, 37);
	assert_false(a.is_for_channel);
	telegram_answer(
	    400, "{\"parameters\":{\"migrate_to_chat_id\":-1001}}", false, &a);
	assert_int_equal(a.kind, ANSWER_MOVED);
	assert_string_equal(a.address, "-1001");
	telegram_answer(
	    400, "{\"description\":\"Bad Request: message is not modified\"}", true, &a);
	assert_int_equal(a.kind, ANSWER_DONE);
	telegram_answer(400,
	    "{\"description\":\"Bad Request: message to edit not found\"}", true, &a);
	assert_int_equal(a.kind, ANSWER_SEND);
	telegram_answer(
	    400, "{\"description\":\"Bad Request: chat not found\"}", false, &a);
	assert_int_equal(a.kind, ANSWER_DEAD);
	assert_string_equal(
	    a.error, "Telegram answered 400: Bad Request: chat not found");
	telegram_answer(403, "{}", false, &a);
	assert_int_equal(a.kind, ANSWER_BLOCKED);
	telegram_answer(401, "{}", false, &a);
	assert_int_equal(a.kind, ANSWER_REFUSED);
	telegram_answer(502, "<html>", false, &a);
	assert_int_equal(a.kind, ANSWER_RETRY);
	telegram_answer(200, "<html>", false, &a);
	assert_int_equal(a.kind, ANSWER_UNSURE);
}

/* ---- webhooks ------------------------------------------------------------------------------ */

/* The example of the specification. */
static void
a_webhook_is_signed_as_the_standard_says(void **state)
{
	struct made m;
	struct err err = { .msg = "" };

	(void)state;
	begin(&m, CHANNEL_WEBHOOK);
	fill(&m, "x", "y");
	m.row.address = "";
	assert_int_equal(
	    secret_set(&m.row.secret, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw old"),
	    RC_OK);
	(void)json_object_set_new(
	    m.settings, "url", json_string("https://x.example/hook"));
	(void)json_object_set_new(
	    m.settings, "body", json_string("{\"test\": 2432232314}"));
	check_rc(encode(&m, &err), RC_OK);
	assert_string_equal(header(&m, "webhook-id"), "msg_p5jXN8AQM9LWM0D4loKWxJek");
	assert_string_equal(header(&m, "webhook-timestamp"), "1614265330");
	check_contains(header(&m, "webhook-signature"),
	    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= v1,");
	end(&m);
}

static void
a_webhook_has_at_most_20_kb(void **state)
{
	struct made m;
	struct err err = { .msg = "" };
	const json_t *data;

	(void)state;
	begin(&m, CHANNEL_WEBHOOK);
	fill(&m, "{{place}}\n{{members|list:5}}", "<b>&\"Ñandú_*");
	m.row.address = "https://y.example/hook";
	check_rc(encode(&m, &err), RC_OK);
	assert_string_equal(buf_text(&m.request.url), "https://y.example/hook");
	assert_true(m.request.body.len <= 20 * 1024);
	assert_string_equal(text_of(m.body, "type"), "incident.opened");
	assert_string_equal(text_of(m.body, "timestamp"), "2021-02-25T15:02:10Z");
	data = json_object_get(m.body, "data");
	assert_string_equal(text_of(data, "title"), "<b>&\"Ñandú_*");
	assert_true(json_is_true(json_object_get(data, "is_cut")));
	assert_string_equal(
	    text_of(json_object_get(data, "incident"), "place"), "<b>&\"Ñandú_*");
	end(&m);
}

static void
a_body_of_ones_own_is_quoted(void **state)
{
	struct made m;
	struct err err = { .msg = "" };

	(void)state;
	begin(&m, CHANNEL_WEBHOOK);
	fill(&m, "{{place}}", "a\"b&c\\");
	m.row.address = "+59170000000";
	(void)json_object_set_new(
	    m.settings, "url", json_string("https://x.example/hook"));
	(void)json_object_set_new(m.settings, "body",
	    json_string(
		"{\"to\":\"{{address}}\",\"text\":\"{{title}}\",\"x\":\"{{no}}\"}"));
	check_rc(encode(&m, &err), RC_OK);
	assert_string_equal(text_of(m.body, "to"), "+59170000000");
	assert_string_equal(text_of(m.body, "text"), "a\"b&c\\");
	end(&m);
	begin(&m, CHANNEL_WEBHOOK);
	fill(&m, "{{place}}", "a\"b&c");
	m.row.address = "";
	(void)json_object_set_new(
	    m.settings, "url", json_string("http://x.example/hook"));
	check_rc(encode(&m, &err), RC_INVALID);
	(void)json_object_set_new(m.settings, "allow_http", json_true());
	(void)json_object_set_new(m.settings, "body", json_string("m={{title}}"));
	(void)json_object_set_new(
	    m.settings, "content_type", json_string("application/x-www-form-urlencoded"));
	request_fini(&m.request);
	request_init(&m.request);
	check_rc(encode(&m, &err), RC_OK);
	assert_string_equal(buf_text(&m.request.body), "m=a%22b%26c");
	end(&m);
}

static void
answers_of_webhooks(void **state)
{
	struct answer a;

	(void)state;
	webhook_answer(204, 0, &a);
	assert_int_equal(a.kind, ANSWER_DONE);
	webhook_answer(410, 0, &a);
	assert_int_equal(a.kind, ANSWER_GONE);
	webhook_answer(302, 0, &a);
	assert_int_equal(a.kind, ANSWER_DEAD);
	check_contains(a.error, "redirects are not followed");
	webhook_answer(429, 12, &a);
	assert_int_equal(a.kind, ANSWER_WAIT);
	assert_int_equal(a.wait_s, 12);
	assert_true(a.is_for_channel);
	webhook_answer(500, 0, &a);
	assert_int_equal(a.kind, ANSWER_RETRY);
	webhook_answer(401, 0, &a);
	assert_int_equal(a.kind, ANSWER_REFUSED);
	webhook_answer(400, 0, &a);
	assert_int_equal(a.kind, ANSWER_DEAD);
}

/* ---- mail ------------------------------------------------------------------------------------ */

static void
a_mail_has_an_identity_and_a_thread(void **state)
{
	struct made m;
	struct err err = { .msg = "" };

	(void)state;
	begin(&m, CHANNEL_EMAIL);
	fill(&m, "{{place}}", "Ñandú <b>\r\nBcc: x@y");
	m.row.address = "noc@isp.example";
	m.row.thread_ref = "<inc-71.1.t9@facho.example>";
	(void)json_object_set_new(m.settings, "host", json_string("mail.isp.example"));
	(void)json_object_set_new(m.settings, "from", json_string("facho@facho.example"));
	check_rc(encode(&m, &err), RC_OK);
	assert_string_equal(buf_text(&m.request.url), "smtp://mail.isp.example:587");
	assert_true(m.request.needs_tls);
	assert_string_equal(header(&m, "Message-ID"), "<inc-71.4.t9@facho.example>");
	assert_string_equal(header(&m, "In-Reply-To"), "<inc-71.1.t9@facho.example>");
	assert_string_equal(header(&m, "References"), "<inc-71.1.t9@facho.example>");
	assert_string_equal(header(&m, "Auto-Submitted"), "auto-generated");
	assert_string_equal(header(&m, "Date"), "Thu, 25 Feb 2021 15:02:10 +0000");
	check_contains(header(&m, "Subject"), "=?UTF-8?B?w5FhbmTDuiA8Yj4");
	for (size_t i = 0; i < m.request.n_headers; i++)
		assert_null(strstr(buf_text(&m.request.headers[i]), "\nBcc"));
	check_contains(buf_text(&m.request.html), "Ñandú &lt;b&gt;");
	end(&m);
}

static void
wrong_addresses_are_refused(void **state)
{
	static const char *const WRONG[] = { "", "a", "@b", "a@", "a@b@c", "a b@c",
		"<a@b>", "a@b\r\nRCPT TO:<c@d>", "a@b,c@d" };
	struct made m;
	struct err err = { .msg = "" };

	(void)state;
	begin(&m, CHANNEL_EMAIL);
	fill(&m, "x", "y");
	(void)json_object_set_new(m.settings, "host", json_string("mail.isp.example"));
	(void)json_object_set_new(m.settings, "from", json_string("facho@facho.example"));
	for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
		m.row.address = WRONG[i];
		check_rc(encode(&m, &err), RC_INVALID);
		json_decref(m.body);
		m.body = NULL;
	}
	end(&m);
}

static void
answers_of_mail_servers(void **state)
{
	struct answer a;

	(void)state;
	email_answer(250, "250 2.0.0 Ok: queued as 4F2\r\n", &a);
	assert_int_equal(a.kind, ANSWER_DONE);
	assert_string_equal(a.ref, "4F2");
	email_answer(451, "451 try later\r\n", &a);
	assert_int_equal(a.kind, ANSWER_RETRY);
	email_answer(550, "550 no such user\r\n", &a);
	assert_int_equal(a.kind, ANSWER_DEAD);
	assert_string_equal(a.error, "the mail server answered 550: 550 no such user");
	email_answer(535, "535 wrong\r\n", &a);
	assert_int_equal(a.kind, ANSWER_REFUSED);
}

static void
a_secret_is_never_in_a_text(void **state)
{
	struct secret s = { 0 };
	char text[] = "https://x/bot123:TOKEN/send 123:TOKEN";
	char cut[] = "no bot 123:TO"; /* a longer sentence was cut there */
	char number[] = "no bot 123";

	(void)state;
	assert_int_equal(secret_set(&s, "123:TOKEN"), RC_OK);
	request_redact(text, &s);
	assert_string_equal(text, "https://x/bot***/send ***");
	request_redact(cut, &s);
	assert_string_equal(cut, "no bot ***");
	request_redact(number, &s);
	assert_string_equal(number, "no bot 123");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(entities_are_counted_in_utf16_units),
		cmocka_unit_test(hostile_names_and_thousands_of_members_fit),
		cmocka_unit_test(a_mail_shows_hostile_names_as_typed_31),
		cmocka_unit_test(a_button_is_signed_for_its_chat),
		cmocka_unit_test(edits_and_replies_name_their_message),
		cmocka_unit_test(answers_of_telegram),
		cmocka_unit_test(a_webhook_is_signed_as_the_standard_says),
		cmocka_unit_test(a_webhook_has_at_most_20_kb),
		cmocka_unit_test(a_body_of_ones_own_is_quoted),
		cmocka_unit_test(answers_of_webhooks),
		cmocka_unit_test(a_mail_has_an_identity_and_a_thread),
		cmocka_unit_test(wrong_addresses_are_refused),
		cmocka_unit_test(answers_of_mail_servers),
		cmocka_unit_test(a_secret_is_never_in_a_text),
	};

	return sodium_init() < 0 ? 1 : CHECK_ALL(tests);
}
