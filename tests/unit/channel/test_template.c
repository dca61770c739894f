/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "base/buf.h"
#include "channel/document.h"
#include "channel/template.h"

/* 2025-11-18 10:05:00 in La Paz, which is UTC-4 all the year. */
#define NOW_MS INT64_C(1763474700000)
#define MINUTE_MS INT64_C(60000)

static json_t *
data_of(void)
{
	return json_pack(
	    "{s:{s:i, s:s, s:s, s:s, s:s, s:s, s:i, s:I, s:I, s:b, s:i, s:i, "
	    "s:s, s:[s,s]}, s:s, s:I}",
	    "incident", "id", 71, "url", "https://facho.example/incidents/71", "state",
	    "open", "severity", "major", "sentence", "Fibra cortada.", "cause_class",
	    "fibre", "confidence", 92, "since", (json_int_t)(NOW_MS - 5 * MINUTE_MS),
	    "since_from", (json_int_t)(NOW_MS - 9 * MINUTE_MS), "since_exact", 1,
	    "affected", 61, "at_risk", 64, "place", "Centro 0/1/3", "evidence",
	    "47 sin luz", "3 avisaron", "target", "NOC", "now", (json_int_t)NOW_MS);
}

static json_t *
render(const char *text, const json_t *data, const char *lang)
{
	struct template_view view = { .kind = TEMPLATE_OPENED,
		.lang = lang,
		.zone = "America/La_Paz",
		.now_ms = NOW_MS };
	struct template *t = NULL;
	struct err err = { .msg = "" };
	json_t *document = NULL;

	if (template_parse(text, &t, &err) != RC_OK)
		fail_msg("%s", err.msg);
	check_rc(template_render(t, data, &view, &document, &err), RC_OK);
	check_rc(document_check(document, &err), RC_OK);
	template_free(t);
	return document;
}

/* The template with the data of data_of() must give this plain text. */
static void
check_text(const char *text, const char *expected)
{
	json_t *data = data_of();
	json_t *document = render(text, data, "es");
	struct buf b = BUF_INIT(100000);

	document_text(document, &b);
	assert_string_equal(buf_text(&b), expected);
	buf_fini(&b);
	json_decref(document);
	json_decref(data);
}

static void
values_sections_and_formats(void **state)
{
	(void)state;
	check_text("{{severity}} {{place}}", "grave Centro 0/1/3\n");
	check_text("{{incident.id}}: {{affected|number}}", "71: 61\n");
	check_text("desde {{since|time}}, {{since|ago}}", "desde 10:00, hace 5 min\n");
	check_text("{{confidence}} {{confidence|number}}", "casi seguro 92\n");
	check_text("{{#affected}}A{{/affected}}{{^affected}}B{{/affected}}", "A\n");
	check_text("{{#owner}}A{{/owner}}{{^owner}}B{{/owner}}", "B\n");
	check_text("{{evidence|list:1}}", "47 sin luz y 1 más\n");
	check_text("{{#evidence}}({{.}}){{/evidence}}", "(47 sin luz)(3 avisaron)\n");
	check_text("{{#evidence}}\n- {{text}}\n{{/evidence}}\nfin",
	    "- 47 sin luz\n- 3 avisaron\nfin\n");
}

static void
lines_without_text_are_left_out(void **state)
{
	(void)state;
	check_text("a\n{{owner}}\nb", "a\nb\n");
	check_text("a\n\n\n\nb\n\n", "a\n\nb\n");
	check_text("{{#owner}}\nx\n{{/owner}}\nb\r\n", "b\n");
}

static void
links_and_bold_text(void **state)
{
	json_t *data = data_of();
	json_t *document;
	char *json;

	(void)state;
	document =
	    render("**Ver {{id}}** [aquí]({{url}})[o](https://x.example/?q={{place}})",
		data, "es");
	json = json_dumps(
	    json_object_get(document, "blocks"), JSON_COMPACT | JSON_SORT_KEYS);
	assert_string_equal(json,
	    "[{\"kind\":\"line\",\"runs\":[{\"bold\":true,\"text\":\"Ver 71\"},"
	    "{\"text\":\" \"},"
	    "{\"text\":\"aquí\",\"url\":\"https://facho.example/incidents/71\"},"
	    "{\"text\":\"o\",\"url\":\"https://x.example/?q=Centro%200%2F1%2F3\"}]}]");
	free(json);
	json_decref(document);
	json_decref(data);
	check_text("a * b [c] \\*\\*d\\*\\*", "a * b [c] **d**\n");
}

static void
a_name_can_never_become_markup(void **state)
{
	static const char NAME[] =
	    "<b>&\"Ñandú_* **x** [y](https://evil) {{url}}\n- z\x1b[31m\u202e";
	json_t *data = data_of();
	json_t *incident = json_object_get(data, "incident");
	json_t *document;
	const json_t *runs;

	(void)state;
	(void)json_object_set_new(incident, "place", json_string(NAME));
	(void)json_object_set_new(incident, "url", json_string("javascript:alert(1)"));
	document = render("{{place}} [a]({{url}})", data, "en");
	assert_int_equal(json_array_size(json_object_get(document, "blocks")), 1);
	runs = json_object_get(
	    json_array_get(json_object_get(document, "blocks"), 0), "runs");
	/* One text: the link leads nowhere, so it is plain text as well. */
	assert_string_equal(
	    json_string_value(json_object_get(json_array_get(runs, 0), "text")),
	    "<b>&\"Ñandú_* **x** [y](https://evil) {{url}} - z [31m  ");
	assert_null(json_object_get(json_array_get(runs, 1), "url"));
	assert_string_equal(json_string_value(json_object_get(document, "url")), "");
	json_decref(document);
	json_decref(data);
}

static void
a_long_list_is_counted_not_shown(void **state)
{
	json_t *data = data_of();
	json_t *members = json_array();
	json_t *document;
	const json_t *blocks;

	(void)state;
	for (int i = 0; i < 5000; i++)
		(void)json_array_append_new(members,
		    json_pack(
			"{s:s, s:s}", "serial", "HWTC0001", "description", "Ñandú <1>"));
	(void)json_object_set_new(json_object_get(data, "incident"), "members", members);
	document =
	    render("x\n{{#members}}\n- {{description}}\n  {{serial}}\n{{/members}}\ny",
		data, "es");
	blocks = json_object_get(document, "blocks");
	assert_int_equal(json_array_size(blocks), 1 + 2 * TEMPLATE_ITEMS + 1 + 1);
	assert_int_equal(json_integer_value(json_object_get(
			     json_array_get(blocks, 1 + 2 * TEMPLATE_ITEMS), "more")),
	    5000 - TEMPLATE_ITEMS);
	json_decref(document);
	(void)json_object_set_new(json_object_get(data, "incident"), "members",
	    json_pack("{s:[{s:s}], s:i}", "items", "serial", "A", "total", 12345));
	document = render("{{members|list:5}}", data, "es");
	assert_string_equal(
	    json_string_value(json_object_get(document, "title")), "A y 12\u00a0344 más");
	json_decref(document);
	json_decref(data);
}

/* ---- mistakes ----------------------------------------------------------------------- */

static void
check_refused(const char *text, const char *part)
{
	struct template *t = NULL;
	struct err err = { .msg = "" };

	check_rc(template_parse(text, &t, &err), RC_INVALID);
	assert_null(t);
	check_contains(err.msg, part);
}

static void
mistakes_are_told_with_line_and_name(void **state)
{
	(void)state;
	check_refused("a\n{{sentense}}", "line 2: unknown name \"sentense\"");
	check_refused("{{}}", "line 1: there is no name");
	check_refused("{{place", "line 1: {{ has no }}");
	check_refused("{{serial}}", "unknown name \"serial\"");
	check_refused("{{.}}", "unknown name \".\"");
	check_refused("a\n{{#members}}\nb", "line 2: the section \"members\" has no end");
	check_refused("{{/members}}", "has not begun");
	check_refused("{{#place}}{{#olt}}{{/place}}{{/olt}}", "{{/olt}} of line 1");
	check_refused("{{#place}}x\n{{/place}}", "on lines of their own");
	check_refused("{{#place}}\nx{{/place}}", "on lines of their own");
	check_refused("**a", "** has no end");
	check_refused("{{#place}}**a{{/place}}**", "ends outside");
	check_refused("{{affected|time}}", "not for \"affected\", which is a number");
	check_refused("{{affected|upper}}", "unknown format \"upper\"");
	check_refused("{{evidence|list:0}}", "unknown format");
	check_refused("{{evidence|list:999}}", "unknown format");
	check_refused("[a](ftp://x)", "a link leads to");
	check_refused("[a]({{place}})", "a link leads to");
	check_refused("[a](https://x{{#place}})", "no sections");
	check_refused(
	    "{{#place}}{{#olt}}{{#card}}{{#port}}x{{/port}}{{/card}}{{/olt}}{{/place}}",
	    "fourth section");
	check_refused("\xff", "UTF-8");
}

static void
a_template_has_at_most_16_kb(void **state)
{
	char *text = malloc(TEMPLATE_MAX + 2);
	struct template *t = NULL;
	struct err err = { .msg = "" };

	(void)state;
	memset(text, 'a', TEMPLATE_MAX + 1);
	text[TEMPLATE_MAX + 1] = '\0';
	check_refused(text, "16 KB");
	text[TEMPLATE_MAX] = '\0';
	check_rc(template_parse(text, &t, &err), RC_OK);
	template_free(t);
	free(text);
}

/* ---- what ships --------------------------------------------------------------------- */

static void
all_shipped_templates_can_be_used(void **state)
{
	static const char *const LANGS[] = { "es", "en" };
	json_t *data = data_of();

	(void)state;
	for (int kind = 0; kind < TEMPLATE_KINDS; kind++) {
		enum template_kind found;

		assert_true(template_kind_find(
		    template_kind_name((enum template_kind)kind), &found));
		assert_int_equal(found, kind);
		for (int l = 0; l < 2; l++) {
			json_t *document =
			    render(template_shipped((enum template_kind)kind, LANGS[l]),
				data, LANGS[l]);

			assert_true(*json_string_value(
					json_object_get(document, "title")) != '\0');
			json_decref(document);
		}
	}
	json_decref(data);
}

static void
the_first_message_says_everything(void **state)
{
	(void)state;
	check_text(template_shipped(TEMPLATE_OPENED, "es"),
	    "Falla grave: Centro 0/1/3\n"
	    "Fibra cortada.\n"
	    "Causa: fibra (casi seguro).\n"
	    "Clientes sin servicio: 61 de 64.\n"
	    "Desde: 10:00 (hace 5 min).\n"
	    "- 47 sin luz\n"
	    "- 3 avisaron\n"
	    "Ver el incidente 71 (https://facho.example/incidents/71)\n");
}

static void
the_document_says_what_the_encoders_need(void **state)
{
	json_t *data = data_of();
	json_t *document = render("**{{place}}**\nb", data, "es");

	(void)state;
	assert_string_equal(
	    json_string_value(json_object_get(document, "type")), "incident.opened");
	assert_string_equal(
	    json_string_value(json_object_get(document, "title")), "Centro 0/1/3");
	assert_string_equal(
	    json_string_value(json_object_get(document, "severity")), "major");
	assert_int_equal(json_integer_value(json_object_get(document, "incident")), 71);
	assert_true(json_is_false(json_object_get(document, "is_test")));
	json_decref(document);
	json_decref(data);
}

static void
lists_in_lists_end_early(void **state)
{
	json_t *data = data_of();
	json_t *many = json_array();
	json_t *incident = json_object_get(data, "incident");
	json_t *document;

	(void)state;
	for (int i = 0; i < 50; i++)
		(void)json_array_append_new(many, json_string("x"));
	(void)json_object_set(incident, "evidence", many);
	(void)json_object_set(incident, "members", many);
	(void)json_object_set_new(incident, "causes", many);
	document =
	    render("{{#evidence}}{{#members}}{{#causes}}{{text}}{{/causes}}{{/members}}"
		   "{{/evidence}}",
		data, "es");
	assert_true(json_array_size(json_object_get(document, "blocks")) <= 1);
	json_decref(document);
	json_decref(data);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_sections_and_formats),
		cmocka_unit_test(lines_without_text_are_left_out),
		cmocka_unit_test(links_and_bold_text),
		cmocka_unit_test(a_name_can_never_become_markup),
		cmocka_unit_test(a_long_list_is_counted_not_shown),
		cmocka_unit_test(mistakes_are_told_with_line_and_name),
		cmocka_unit_test(a_template_has_at_most_16_kb),
		cmocka_unit_test(all_shipped_templates_can_be_used),
		cmocka_unit_test(the_first_message_says_everything),
		cmocka_unit_test(the_document_says_what_the_encoders_need),
		cmocka_unit_test(lists_in_lists_end_early),
	};

	return CHECK_ALL(tests);
}
