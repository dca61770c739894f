/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "channel/document.h"

static json_t *
document_with(int items, const char *text)
{
	json_t *d = json_pack("{s:s, s:s, s:[{s:s, s:[{s:s, s:b}]}]}", "title", "t",
	    "lang", "es", "blocks", "kind", "line", "runs", "text", text, "bold", 1);
	json_t *blocks = json_object_get(d, "blocks");

	for (int i = 0; i < items; i++)
		(void)json_array_append_new(blocks,
		    json_pack("{s:s, s:s, s:i, s:[{s:s}]}", "kind", "bullet", "list",
			"members", "item", i, "runs", "text", "0123456789"));
	(void)json_array_append_new(blocks,
	    json_pack("{s:s, s:[{s:s, s:s}]}", "kind", "line", "runs", "text", "ver",
		"url", "https://x.example/?a=1&b=\"2\""));
	return d;
}

static void
everything_is_quoted_in_html(void **state)
{
	json_t *d = document_with(1, "<b>&\"Ñandú_*");
	struct buf b = BUF_INIT(10000);

	(void)state;
	document_html(d, &b);
	check_contains(buf_text(&b), "<div><b>&lt;b&gt;&amp;&quot;Ñandú_*</b></div>");
	check_contains(buf_text(&b), "<ul>\n<li>0123456789</li>\n</ul>");
	check_contains(buf_text(&b),
	    "<a href=\"https://x.example/?a=1&amp;b=&quot;2&quot;\">ver</a>");
	buf_fini(&b);
	json_decref(d);
}

static void
a_link_that_is_no_web_address_is_text(void **state)
{
	json_t *d = document_with(0, "x");
	json_t *block = json_array_get(json_object_get(d, "blocks"), 1);
	struct buf b = BUF_INIT(10000);

	(void)state;
	(void)json_object_set_new(json_array_get(json_object_get(block, "runs"), 0),
	    "url", json_string("javascript:alert(1)"));
	document_html(d, &b);
	assert_null(strstr(buf_text(&b), "javascript"));
	buf_clear(&b);
	document_text(d, &b);
	assert_string_equal(buf_text(&b), "x\nver\n");
	buf_fini(&b);
	json_decref(d);
}

/* Each item has 13 units: "• ", 10 characters, "\n". */
static void
items_go_before_fixed_parts(void **state)
{
	json_t *d = document_with(20, "Título");
	json_t *fit = document_fit(d, 100, 4096);
	struct buf b = BUF_INIT(10000);

	(void)state;
	document_text(fit, &b);
	assert_string_equal(buf_text(&b),
	    "Título\n- 0123456789\n- 0123456789\n- 0123456789\n- 0123456789\n- "
	    "0123456789\n"
	    "- 0123456789\ny 14 más\nver (https://x.example/?a=1&b=\"2\")\n");
	buf_fini(&b);
	json_decref(fit);
	json_decref(d);
}

static void
a_long_text_is_cut_and_the_link_stays(void **state)
{
	char text[9001];
	json_t *d;
	json_t *fit;
	struct buf b = BUF_INIT(100000);

	(void)state;
	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	d = document_with(5, text);
	fit = document_fit(d, 500, 4096);
	document_text(fit, &b);
	assert_true(strlen(buf_text(&b)) < 4200);
	check_contains(buf_text(&b), "xx…\n");
	check_contains(buf_text(&b), "ver (https");
	buf_fini(&b);
	json_decref(fit);
	json_decref(d);
}

static void
a_short_document_stays_as_it_is(void **state)
{
	json_t *d = document_with(3, "Título");
	json_t *fit = document_fit(d, 500, 4096);

	(void)state;
	assert_true(json_equal(d, fit));
	json_decref(fit);
	json_decref(d);
}

static void
what_is_not_a_document_is_refused(void **state)
{
	struct err err = { .msg = "" };
	json_t *d = document_with(0, "x");

	(void)state;
	check_rc(document_check(d, &err), RC_OK);
	(void)json_array_append_new(json_object_get(d, "blocks"), json_integer(3));
	check_rc(document_check(d, &err), RC_INVALID);
	check_contains(err.msg, "block 2");
	(void)json_object_del(d, "blocks");
	check_rc(document_check(d, &err), RC_INVALID);
	json_decref(d);
	check_rc(document_check(NULL, &err), RC_INVALID);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_is_quoted_in_html),
		cmocka_unit_test(a_link_that_is_no_web_address_is_text),
		cmocka_unit_test(items_go_before_fixed_parts),
		cmocka_unit_test(a_long_text_is_cut_and_the_link_stays),
		cmocka_unit_test(a_short_document_stays_as_it_is),
		cmocka_unit_test(what_is_not_a_document_is_refused),
	};

	return CHECK_ALL(tests);
}
