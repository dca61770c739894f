/* SPDX-License-Identifier: Apache-2.0
 *
 * Schemas of bodies, and their description.
 */
#include "check.h"

#include "api/schema.h"

static const struct field INNER[] = {
	{ "x", FIELD_INT, FIELD_MUST, 1, 3 },
	{ NULL },
};

static const struct schema SCHEMA_INNER = { "Inner", NULL, INNER };

static const struct field FIELDS[] = {
	{ "name", FIELD_TEXT, FIELD_MUST, 1, 5 },
	{ "kind", FIELD_TEXT, 0, .choices = "a|bb|c" },
	{ "port", FIELD_INT, FIELD_NULL, 1, 65535, .help = "Where." },
	{ "level", FIELD_REAL, 0, -90, 90 },
	{ "yes", FIELD_BOOL, 0 },
	{ "wait", FIELD_DURATION, 0 },
	{ "olt", FIELD_REF, 0 },
	{ "ids", FIELD_REFS, 0, 1, 2 },
	{ "inner", FIELD_THING, 0, .of = &SCHEMA_INNER },
	{ "inners", FIELD_THINGS, 0, .of = &SCHEMA_INNER },
	{ "secret", FIELD_TEXT, FIELD_SECRET },
	{ NULL },
};

static const struct schema SCHEMA = { "Thing", NULL, FIELDS };

/* The errors of a JSON text, as JSON; the test frees it. */
static char *
wrong(const char *text, bool is_whole)
{
	json_t *body = json_loads(text, 0, NULL), *fields = json_object();
	bool is_right;
	char *words;

	assert_non_null(body);
	is_right = schema_check(&SCHEMA, body, is_whole, fields);
	assert_int_equal(is_right, json_object_size(fields) == 0);
	words = json_dumps(fields, JSON_SORT_KEYS);
	json_decref(body);
	json_decref(fields);
	return words;
}

static void
check_wrong(const char *text, bool is_whole, const char *expected)
{
	char *words = wrong(text, is_whole);

	assert_string_equal(words, expected);
	free(words);
}

static void
what_is_right_is_right(void **state)
{
	(void)state;
	check_wrong("{\"name\":\"abcde\",\"kind\":\"bb\",\"port\":65535,\"level\":-90,"
		    "\"yes\":false,\"wait\":\"5m\",\"olt\":\"centro\",\"ids\":[1,\"b\"],"
		    "\"inner\":{\"x\":3},\"inners\":[{\"x\":1}]}",
	    true, "{}");
	check_wrong("{\"name\":\"a\",\"port\":null,\"wait\":500,\"olt\":5,\"level\":1.5}",
	    true, "{}");
	check_wrong("{}", false, "{}");
}

static void
every_wrong_field_is_named_at_once(void **state)
{
	(void)state;
	check_wrong("{\"port\": 0, \"kind\": \"b\", \"nmae\": 1}", true,
	    "{\"kind\": \"one of these is expected: a|bb|c\", "
	    "\"name\": \"it must be given\", "
	    "\"nmae\": \"there is no such field\", "
	    "\"port\": \"a whole number from 1 to 65535 is expected\"}");
}

static void
each_type_has_its_sentence(void **state)
{
	static const struct {
		const char *text, *expected;
	} CASES[] = {
		{ "{\"name\":5}", "{\"name\": \"a text is expected\"}" },
		{ "{\"name\":\"\"}",
		    "{\"name\": \"at least 1 characters are expected\"}" },
		{ "{\"name\":\"abcdef\"}", "{\"name\": \"at most 5 characters\"}" },
		{ "{\"name\":null}", "{\"name\": \"null is not allowed\"}" },
		{ "{\"port\":1.0}", "{\"port\": \"a whole number is expected\"}" },
		{ "{\"port\":\"1\"}", "{\"port\": \"a whole number is expected\"}" },
		{ "{\"port\":65536}",
		    "{\"port\": \"a whole number from 1 to 65535 is expected\"}" },
		{ "{\"level\":90.5}",
		    "{\"level\": \"a number from -90 to 90 is expected\"}" },
		{ "{\"level\":\"x\"}", "{\"level\": \"a number is expected\"}" },
		{ "{\"yes\":1}", "{\"yes\": \"true or false is expected\"}" },
		{ "{\"wait\":\"soon\"}",
		    "{\"wait\": \"a time is expected, like 30s, 5m or 1h\"}" },
		{ "{\"wait\":-1}",
		    "{\"wait\": \"a time is expected, like 30s, 5m or 1h\"}" },
		{ "{\"olt\":0}", "{\"olt\": \"a name or a number is expected\"}" },
		{ "{\"olt\":\"\"}", "{\"olt\": \"a name or a number is expected\"}" },
		{ "{\"ids\":5}", "{\"ids\": \"a list is expected\"}" },
		{ "{\"ids\":[]}", "{\"ids\": \"a list of 1 to 2 is expected\"}" },
		{ "{\"ids\":[1,2,3]}", "{\"ids\": \"a list of 1 to 2 is expected\"}" },
		{ "{\"ids\":[1,{}]}",
		    "{\"ids[1]\": \"a name or a number is expected\"}" },
		{ "{\"inner\":[]}", "{\"inner\": \"an object is expected\"}" },
		{ "{\"inner\":{}}", "{\"inner.x\": \"it must be given\"}" },
		{ "{\"inners\":[{\"x\":1},{\"x\":4}]}",
		    "{\"inners[1].x\": \"a whole number from 1 to 3 is expected\"}" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++)
		check_wrong(CASES[i].text, false, CASES[i].expected);
}

static void
texts_of_a_query_become_what_the_field_is(void **state)
{
	json_t *n = field_from_text(&FIELDS[2], "17");
	json_t *yes = field_from_text(&FIELDS[4], "true");
	json_t *real = field_from_text(&FIELDS[3], "-1.5");
	json_t *none = field_from_text(&FIELDS[2], "17a");

	(void)state;
	assert_int_equal(json_integer_value(n), 17);
	assert_true(json_is_true(yes));
	assert_true(json_real_value(real) == -1.5);
	assert_string_equal(json_string_value(none), "17a");
	json_decref(n);
	json_decref(yes);
	json_decref(real);
	json_decref(none);
}

static void
the_description_says_the_same(void **state)
{
	json_t *d = schema_describe(&SCHEMA);
	json_t *properties = json_object_get(d, "properties");
	char *port = json_dumps(json_object_get(properties, "port"), JSON_SORT_KEYS);
	char *secret = json_dumps(json_object_get(properties, "secret"), JSON_SORT_KEYS);
	char *inners = json_dumps(json_object_get(properties, "inners"), JSON_SORT_KEYS);
	char *required = json_dumps(json_object_get(d, "required"), 0);

	(void)state;
	assert_string_equal(port,
	    "{\"description\": \"Where.\", \"maximum\": 65535, \"minimum\": 1, "
	    "\"type\": [\"integer\", \"null\"]}");
	assert_string_equal(secret, "{\"type\": \"string\", \"writeOnly\": true}");
	assert_string_equal(inners,
	    "{\"items\": {\"$ref\": \"#/components/schemas/Inner\"}, \"type\": "
	    "\"array\"}");
	assert_string_equal(required, "[\"name\"]");
	free(port);
	free(secret);
	free(inners);
	free(required);
	json_decref(d);
}

static void
the_fields_of_a_list_belong_to_a_row(void **state)
{
	static const struct schema ROW = { "Row", "executions", FIELDS };
	json_t *d = schema_describe(&ROW);
	json_t *late = json_object_get(json_object_get(d, "properties"), "late_ms");
	struct field f;

	(void)state;
	assert_non_null(late);
	assert_true(schema_find(&ROW, "started_at", &f));
	assert_int_equal(f.type, FIELD_TIME);
	assert_true(schema_find(&ROW, "port", &f));
	assert_int_equal(f.type, FIELD_INT);
	assert_false(schema_find(&ROW, "nothing", &f));
	assert_int_equal(f.type, FIELD_INT);
	json_decref(d);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_right_is_right),
		cmocka_unit_test(every_wrong_field_is_named_at_once),
		cmocka_unit_test(each_type_has_its_sentence),
		cmocka_unit_test(texts_of_a_query_become_what_the_field_is),
		cmocka_unit_test(the_description_says_the_same),
		cmocka_unit_test(the_fields_of_a_list_belong_to_a_row),
	};

	return CHECK_ALL(tests);
}
