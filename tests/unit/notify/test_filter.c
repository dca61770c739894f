/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "notify/filter.h"

static const char *const TAGS[] = { "hospital", "VIP norte" };

static const struct notify_subject SUBJECT = {
	.incident = 71,
	.kind = "outage",
	.severity = INCIDENT_MAJOR,
	.cause_class = INCIDENT_FIBRE,
	.site = "Ñuñoa",
	.olt = "centro-1",
	.brand = "Huawei",
	.card = "0/1",
	.port = "0/1/3",
	.affected = 40,
	.tags = TAGS,
	.n_tags = 2,
	.minute = 23 * 60,
};

static bool
matches(const char *text)
{
	struct notify_filter *f OWNED(notify_filter_free) = NULL;
	struct err err = { 0 };

	if (notify_filter_parse(text, &f, &err))
		fail_msg("%s: %s", text, err.msg);
	return notify_filter_match(f, &SUBJECT);
}

static bool
holds(const char *field, const char *op, const char *value)
{
	char text[512];

	(void)snprintf(text, sizeof(text),
	    "[{\"field\":\"%s\",\"op\":\"%s\",\"value\":%s}]", field, op, value);
	return matches(text);
}

static void
an_empty_filter_matches_everything(void **state)
{
	(void)state;
	assert_true(matches("[]"));
	assert_true(matches(""));
	assert_true(matches(NULL));
	assert_true(notify_filter_match(NULL, &SUBJECT));
}

static void
each_field_is_compared_in_its_way(void **state)
{
	(void)state;
	assert_true(holds("kind", "=", "\"outage\""));
	assert_false(holds("kind", "!=", "\"outage\""));
	assert_true(holds("severity", ">=", "\"minor\""));
	assert_true(holds("severity", ">=", "\"major\""));
	assert_false(holds("severity", ">=", "\"critical\""));
	assert_true(holds("severity", "in", "[\"info\",\"major\"]"));
	assert_true(holds("cause_class", "!=", "\"power\""));
	assert_true(holds("olt", "in", "[\"norte\",\"CENTRO-1\"]"));
	assert_true(holds("olt", "contains", "\"centro\""));
	assert_false(holds("olt", "=", "\"centro\""));
	assert_true(holds("site", "=", "\"nunoa\"")); /* as in searches */
	assert_true(holds("brand", "=", "\"huawei\""));
	assert_true(holds("port", "contains", "\"0/1\""));
	assert_false(holds("port", "contains", "\"0/1/33\""));
	assert_false(holds("port", "contains", "\"0/\""));
	assert_true(holds("card", "=", "\"0/1\""));
	assert_true(holds("affected", ">=", "40"));
	assert_false(holds("affected", ">=", "41"));
	assert_true(holds("tag", "=", "\"Hospital\""));
	assert_false(holds("tag", "!=", "\"hospital\""));
	assert_true(holds("tag", "!=", "\"escuela\""));
	assert_true(holds("tag", "contains", "\"vip\""));
	assert_true(holds("hours", "=", "\"22:00-06:00\""));
	assert_false(holds("hours", "=", "\"08:00-23:00\"")); /* the end is not in it */
	assert_true(holds("hours", "!=", "\"08:00-20:00\""));
}

static void
all_conditions_must_hold(void **state)
{
	(void)state;
	assert_true(matches("[{\"field\":\"severity\",\"op\":\">=\",\"value\":\"major\"},"
			    "{\"field\":\"olt\",\"op\":\"=\",\"value\":\"centro-1\"}]"));
	assert_false(
	    matches("[{\"field\":\"severity\",\"op\":\">=\",\"value\":\"major\"},"
		    "{\"field\":\"olt\",\"op\":\"=\",\"value\":\"norte\"}]"));
}

static void
what_an_incident_has_not_equals_nothing(void **state)
{
	struct notify_subject s = SUBJECT;
	struct notify_filter *f OWNED(notify_filter_free) = NULL;
	struct notify_filter *g OWNED(notify_filter_free) = NULL;

	(void)state;
	s.port = "";
	check_rc(
	    notify_filter_parse(
		"[{\"field\":\"port\",\"op\":\"contains\",\"value\":\"0\"}]", &f, NULL),
	    RC_OK);
	check_rc(
	    notify_filter_parse(
		"[{\"field\":\"port\",\"op\":\"!=\",\"value\":\"0/1/3\"}]", &g, NULL),
	    RC_OK);
	assert_false(notify_filter_match(f, &s));
	assert_true(notify_filter_match(g, &s));
}

static void
errors_name_the_condition_and_the_field(void **state)
{
	static const struct {
		const char *text, *says;
	} CASES[] = {
		{ "nonsense", "not JSON" },
		{ "{}", "list of at most 32" },
		{ "[7]", "condition 1" },
		{ "[{\"field\":\"colour\",\"op\":\"=\",\"value\":1}]",
		    "field must be kind" },
		{ "[{\"op\":\"=\",\"value\":1}]", "field must be kind" },
		{ "[{\"field\":\"olt\",\"op\":\">=\",\"value\":\"a\"}]",
		    "operation of olt must be one of: = != in contains" },
		{ "[{\"field\":\"olt\",\"value\":\"a\"}]", "operation of olt" },
		{ "[{\"field\":\"severity\",\"op\":\"=\",\"value\":\"bad\"}]",
		    "severity must be info, minor, major or critical" },
		{ "[{\"field\":\"cause_class\",\"op\":\"in\",\"value\":[\"fibre\",\"x\"]}"
		  "]",
		    "cause_class must be" },
		{ "[{\"field\":\"olt\",\"op\":\"in\",\"value\":\"a\"}]",
		    "a list of 1 to" },
		{ "[{\"field\":\"olt\",\"op\":\"in\",\"value\":[]}]", "a list of 1 to" },
		{ "[{\"field\":\"olt\",\"op\":\"=\",\"value\":\"\"}]",
		    "olt must be a text" },
		{ "[{\"field\":\"affected\",\"op\":\">=\",\"value\":\"4\"}]",
		    "affected must be a number" },
		{ "[{\"field\":\"affected\",\"op\":\">=\",\"value\":-4}]",
		    "affected must be a number" },
		{ "[{\"field\":\"hours\",\"op\":\"=\",\"value\":\"22:00-24:00\"}]",
		    "hours must be hours like" },
		{ "[{\"field\":\"hours\",\"op\":\"=\",\"value\":\"2200-06:00\"}]",
		    "hours must be hours like" },
		{ "[{\"field\":\"olt\",\"op\":\"=\",\"value\":\"a\",\"x\":1}]",
		    "unknown member \"x\"" },
		{ "[{\"field\":\"olt\",\"op\":\"=\",\"value\":\"a\"},"
		  "{\"field\":\"tag\",\"op\":\"=\",\"value\":null}]",
		    "condition 2: tag" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		struct notify_filter *f = NULL;
		struct err err = { 0 };

		check_rc(notify_filter_parse(CASES[i].text, &f, &err), RC_INVALID);
		assert_null(f);
		check_contains(err.msg, CASES[i].says);
	}
}

static void
too_many_conditions_are_refused(void **state)
{
	struct buf text = BUF_INIT(100000);
	struct notify_filter *f = NULL;

	(void)state;
	buf_putc(&text, '[');
	for (int i = 0; i < 33; i++)
		buf_printf(&text, "%s{\"field\":\"olt\",\"op\":\"=\",\"value\":\"a\"}",
		    i ? "," : "");
	buf_putc(&text, ']');
	check_rc(notify_filter_parse(buf_text(&text), &f, NULL), RC_INVALID);
	buf_fini(&text);
}

static void
a_printed_filter_is_read_again(void **state)
{
	static const char TEXT[] =
	    "[{\"field\":\"olt\",\"op\":\"in\",\"value\":[\"a\\\"b\",\"Ñ\"]},"
	    "{\"field\":\"affected\",\"op\":\">=\",\"value\":12},"
	    "{\"field\":\"hours\",\"op\":\"!=\",\"value\":\"08:00-20:00\"}]";
	struct notify_filter *f OWNED(notify_filter_free) = NULL;
	struct buf out = BUF_INIT(1000);

	(void)state;
	check_rc(notify_filter_parse(TEXT, &f, NULL), RC_OK);
	assert_true(notify_filter_has_hours(f));
	notify_filter_print(f, &out);
	assert_string_equal(buf_text(&out), TEXT);
	buf_fini(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_filter_matches_everything),
		cmocka_unit_test(each_field_is_compared_in_its_way),
		cmocka_unit_test(all_conditions_must_hold),
		cmocka_unit_test(what_an_incident_has_not_equals_nothing),
		cmocka_unit_test(errors_name_the_condition_and_the_field),
		cmocka_unit_test(too_many_conditions_are_refused),
		cmocka_unit_test(a_printed_filter_is_read_again),
	};

	return CHECK_ALL(tests);
}
