/* SPDX-License-Identifier: Apache-2.0
 *
 * The error messages for a wrong profile.
 */
#include "vendor_check.h"

#include "base/buf.h"

/* A complete profile. Each test replaces one part of it. */
static const char GOOD[] =
    "{\n"
    "\"format\": 1,\n"
    "\"id\": \"acme_x\",\n"
    "\"brand\": \"Acme\",\n"
    "\"title\": \"Acme X\",\n"
    "\"technologies\": [\"gpon\"],\n"
    "\"detect\": [{\"object_id_prefix\": \"1.3.6.1.4.1.99999\", \"confidence\": "
    "\"C\"}],\n"
    "\"models\": {\"1.3.6.1.4.1.99999.1\": \"X1\"},\n"
    "\"quirks\": {\"max_repetitions\": 10},\n"
    "\"never_read\": [\"1.3.6.1.4.1.99999.66\"],\n"
    "\"enums\": {\"run\": {\"1\": {\"label\": \"up\", \"state\": \"online\"}}},\n"
    "\"indexes\": {\"onu\": {\"arcs\": [{\"part\": \"port\"}, {\"part\": \"onu\"}],\n"
    "  \"confidence\": \"C\", \"source\": [\"me\"]}},\n"
    "\"tables\": {\"onu\": {\"kind\": \"onu\", \"index\": \"onu\", \"discovery\": "
    "\"serial\"}},\n"
    "\"columns\": [\n"
    "  {\"table\": \"onu\", \"name\": \"serial\", \"purpose\": \"serial\",\n"
    "   \"oid\": \"1.3.6.1.4.1.99999.1.1\", \"confidence\": \"C\", \"source\": "
    "[\"me\"]},\n"
    "  {\"table\": \"onu\", \"name\": \"rx\", \"purpose\": \"onu_rx\",\n"
    "   \"oid\": \"1.3.6.1.4.1.99999.1.2\", \"transform\": {\"mul\": 0.01},\n"
    "   \"invalid\": [0], \"confidence\": \"C\", \"source\": [\"me\"]},\n"
    "  {\"table\": \"onu\", \"name\": \"state\", \"purpose\": \"run_state\", \"enum\": "
    "\"run\",\n"
    "   \"oid\": \"1.3.6.1.4.1.99999.1.3\", \"confidence\": \"C\", \"source\": "
    "[\"me\"]}\n"
    "]}\n";

/* GOOD with the first `old` in it replaced. */
static char *
changed(const char *old, const char *new)
{
	struct buf out = BUF_INIT(65536);
	const char *at = strstr(GOOD, old);

	if (!at)
		fail_msg("\"%s\" is not in the profile", old);
	buf_add(&out, GOOD, (size_t)(at - GOOD));
	buf_puts(&out, new);
	buf_puts(&out, at + strlen(old));
	assert_true(buf_ok(&out));
	return out.data;
}

static enum rc
add(struct profile_set *set, const char *json, struct err *err)
{
	return profile_set_add(set, "x.json", json, strlen(json), err);
}

static const struct {
	const char *old, *new, *expected;
} MISTAKES[] = {
	{ "{\n", "[", "x.json: line " },
	{ "\"format\": 1,", "", "format: missing" },
	{ "\"format\": 1,", "\"format\": 2,",
	    "format: expected a whole number from 1 to 1" },
	{ "\"format\": 1,", "\"format\": 1, \"format\": 1,", "duplicate object key" },
	{ "\"format\": 1,", "\"format\": 1, \"colour\": 1,", "colour: unknown key" },
	{ "\"acme_x\"", "\"Acme X\"", "id: small letters" },
	{ "\"acme_x\"", "7", "id: expected a text" },
	{ "\"brand\": \"Acme\",", "", "brand: missing" },
	{ "[\"gpon\"]", "[7]", "technologies[0]: expected a text" },
	{ "[\"gpon\"]", "\"gpon\"", "technologies: expected an array" },
	{ "\"1.3.6.1.4.1.99999\"", "\"1.3..6\"", "detect[0].object_id_prefix: OID" },
	{ "\"1.3.6.1.4.1.99999\"", "\"1.3\"",
	    "detect[0].object_id_prefix: expected an OID of at least three numbers" },
	{ "\"object_id_prefix\": \"1.3.6.1.4.1.99999\",",
	    "\"descr_regex\": \"(unclosed\",", "detect[0].descr_regex: " },
	{ "\"object_id_prefix\": \"1.3.6.1.4.1.99999\",", "",
	    "detect[0]: a rule needs an object_id" },
	{ "\"X1\"", "7", "models.1.3.6.1.4.1.99999.1: expected a name" },
	{ "\"max_repetitions\": 10", "\"max_repetitions\": -1",
	    "quirks.max_repetitions: expected a whole number from 0 to 1000" },
	{ "\"max_repetitions\": 10", "\"maxrep\": 1", "quirks.maxrep: unknown key" },
	{ "\"1.3.6.1.4.1.99999.66\"", "\"1.3.6.1.4.1.99999.1\"",
	    "column serial of table onu lies in a never_read subtree" },
	{ "\"state\": \"online\"", "\"state\": \"fine\"",
	    "columns[2].enum.1.state: expected online, offline" },
	{ "\"indexes\": {\"onu\": {", "\"indexes\": {\"onu\": {\"other_rows\": 1,",
	    "indexes.onu.other_rows: expected true or false" },
	{ "{\"part\": \"port\"}", "{\"part\": \"harbour\"}",
	    "indexes.onu.arcs[0].part: \"harbour\": expected rack" },
	{ "{\"part\": \"port\"}", "{\"part\": \"onu\"}",
	    "indexes.onu.arcs[1]: \"onu\" comes twice" },
	{ "{\"part\": \"port\"}", "{}", "indexes.onu.arcs[0]: expected \"part\" or" },
	{ "{\"part\": \"port\"}", "{\"part\": \"port\", \"shift\": 3}",
	    "indexes.onu.arcs[0]: shift needs bits" },
	{ "{\"part\": \"port\"}", "{\"part\": \"port\", \"shift\": 30, \"bits\": 8}",
	    "indexes.onu.arcs[0]: shift and bits exceed 32" },
	{ "{\"part\": \"port\"}",
	    "{\"fields\": [{\"part\": \"slot\", \"shift\": 0, \"bits\": 8},"
	    " {\"part\": \"port\", \"shift\": 7, \"bits\": 8}]}",
	    "indexes.onu.arcs[0]: fields 0 and 1 overlap" },
	{ "{\"part\": \"port\"}", "{\"const\": 9, \"bits\": 3}",
	    "indexes.onu.arcs[0]: const does not fit its bits" },
	{ "{\"part\": \"port\"}", "{\"part\": \"port\", \"mul\": 0, \"count\": 3}",
	    "indexes.onu.arcs[0]: mul and count must not be 0" },
	{ "{\"part\": \"port\"}", "{\"any\": true, \"min\": 3}",
	    "indexes.onu.arcs[0]: such an arc has no other keys" },
	{ "\"arcs\": [{", "\"name_column\": \"serial\", \"arcs\": [{",
	    "indexes.onu: name_column and name_pattern go together" },
	{ "\"arcs\": [{",
	    "\"name_column\": \"serial\", \"name_pattern\": \"{onu}{port}\", \"arcs\": "
	    "[{",
	    "indexes.onu.name_pattern: expected a pattern like" },
	{ "\"arcs\": [{",
	    "\"name_column\": \"label\", \"name_pattern\": \"p{port}:{onu}\", \"arcs\": "
	    "[{",
	    "indexes.onu.name_column: no column \"label\" in table \"onu\"" },
	{ "\"kind\": \"onu\"", "\"kind\": \"onion\"", "tables.onu.kind: expected onu" },
	{ "\"index\": \"onu\", ", "", "columns[0].index: missing" },
	{ "\"index\": \"onu\", ", "\"index\": \"ont\", ",
	    "tables.onu.index: no index \"ont\" in this profile" },
	{ "\"discovery\": \"serial\"", "\"discovery\": \"sn\"",
	    "tables.onu.discovery: no column \"sn\" in this table" },
	{ "{\"table\": \"onu\", \"name\": \"serial\"",
	    "{\"table\": \"ont\", \"name\": \"serial\"",
	    "columns[0].table: no table \"ont\"" },
	{ "\"name\": \"rx\"", "\"name\": \"serial\"",
	    "columns[1].name: \"serial\" comes twice in table \"onu\"" },
	{ "\"oid\": \"1.3.6.1.4.1.99999.1.2\"", "\"oid\": \"1.3.6.1.4.1.99999.1.1\"",
	    "columns[1].oid: the same as column \"serial\"" },
	{ "\"oid\": \"1.3.6.1.4.1.99999.1.2\"", "\"oid\": \"1.3.6.x\"",
	    "columns[1].oid: OID \"1.3.6.x\": expected a number" },
	{ "\"oid\": \"1.3.6.1.4.1.99999.1.2\",", "", "columns[1].oid: missing" },
	{ "\"mul\": 0.01", "\"mul\": \"0.01\"",
	    "columns[1].transform.mul: expected a number" },
	{ "\"mul\": 0.01", "\"mul\": 0", "columns[1].transform.mul: expected a number" },
	{ "\"mul\": 0.01", "\"parse\": \"guess\"",
	    "columns[1].transform.parse: no such way to parse: \"guess\"" },
	{ "\"mul\": 0.01", "\"parse\": \"serial\"",
	    "columns[1]: purpose onu_rx needs a number" },
	{ "\"mul\": 0.01", "\"signed_bits\": 12",
	    "columns[1].transform.signed_bits: expected 8, 16 or 32" },
	{ "\"invalid\": [0]", "\"invalid\": [0.5]",
	    "columns[1].invalid[0]: expected a whole number or a text" },
	{ "\"purpose\": \"onu_rx\"", "\"purpose\": \"onu_xr\"",
	    "columns[1].purpose: no purpose \"onu_xr\"" },
	{ "\"purpose\": \"onu_rx\"", "\"purpose\": \"custom:My Rx\"",
	    "columns[1].purpose: a custom name has" },
	{ "\"purpose\": \"onu_rx\"", "\"purpose\": \"serial\"",
	    "columns[1].purpose: column \"serial\" has it already" },
	{ "\"enum\": \"run\"", "\"enum\": \"walk\"",
	    "columns[2].enum: no enum \"walk\" in \"enums\"" },
	{ "\"invalid\": [0], \"confidence\": \"C\"", "\"confidence\": \"D\"",
	    "columns[1].confidence: expected A, B or C" },
	{ "\"invalid\": [0],", "\"cost\": \"dear\",",
	    "columns[1].cost: expected \"fast\" or \"slow\"" },
	{ "\"invalid\": [0],", "\"type\": \"FLOAT\",", "columns[1].type: no type" },
	{ "\"invalid\": [0],", "\"getbulk\": 1,",
	    "columns[1].getbulk: expected true or false" },
	{ "\"source\": [\"me\"]},\n  {\"table\": \"onu\", \"name\": \"rx\"",
	    "\"note\": \"x\"},\n  {\"table\": \"onu\", \"name\": \"rx\"",
	    "columns[0].source: missing" },
};

static void
every_mistake_is_named_with_its_path(void **state)
{
	struct profile_set *set OWNED(profile_set_free) = builtin_set();
	size_t before = profile_set_count(set);

	(void)state;
	for (size_t i = 0; i < sizeof(MISTAKES) / sizeof(MISTAKES[0]); i++) {
		char *json OWNED(free) = changed(MISTAKES[i].old, MISTAKES[i].new);
		struct err err = { 0 };

		if (add(set, json, &err) != RC_INVALID)
			fail_msg("nobody minds: %s", MISTAKES[i].new);
		check_contains(err.msg, MISTAKES[i].expected);
		assert_true(strncmp(err.msg, "x.json: ", 8) == 0);
	}
	assert_int_equal(profile_set_count(set), before);
}

static void
all_mistakes_of_a_file_are_reported_at_once(void **state)
{
	struct profile_set *set OWNED(profile_set_free) = builtin_set();
	char *json OWNED(free) = changed("\"brand\": \"Acme\",\n\"title\": \"Acme X\",",
	    "\"brand\": 5, \"colour\": \"red\",");
	struct err err = { 0 };

	(void)state;
	check_rc(add(set, json, &err), RC_INVALID);
	check_contains(err.msg, "brand: expected a text");
	check_contains(err.msg, "title: missing");
	check_contains(err.msg, "colour: unknown key");
}

static void
when_there_are_too_many_the_rest_is_counted(void **state)
{
	struct profile_set *set OWNED(profile_set_free) = builtin_set();
	struct buf extra = BUF_INIT(8192);
	struct err err = { 0 };
	char *json OWNED(free) = NULL;

	(void)state;
	buf_puts(&extra, "\"format\": 1,");
	for (int i = 0; i < 100; i++)
		buf_printf(&extra, "\"nonsense%d\": 1,", i);
	json = changed("\"format\": 1,", buf_text(&extra));
	buf_fini(&extra);
	check_rc(add(set, json, &err), RC_INVALID);
	check_contains(err.msg, "nonsense0: unknown key; nonsense1: unknown key");
	check_contains(err.msg, "; and ");
	check_contains(err.msg, " more");
}

static void
a_good_profile_is_found_by_id_and_brand(void **state)
{
	struct profile_set *set OWNED(profile_set_free) = builtin_set();
	size_t before = profile_set_count(set);
	struct err err = { 0 };
	const struct profile *p;
	const struct column *c;

	(void)state;
	check_rc(add(set, GOOD, &err), RC_OK);
	assert_int_equal(profile_set_count(set), before + 1);
	p = profile_set_find(set, "ACME_x");
	assert_non_null(p);
	assert_ptr_equal(profile_set_find(set, "acme"), p);
	assert_int_equal(p->quirks.max_repetitions, 10);
	assert_int_equal(p->n_columns, 3);
	c = column_named(p, "onu", "rx");
	assert_int_equal(c->purpose, PURPOSE_ONU_RX);
	assert_string_equal(c->key, "onu_rx_dbm");
	assert_true(c->scale == 100);
	assert_int_equal(c->invalid[0], 0);
	assert_ptr_equal(c->index, index_named(p, "onu"));
	assert_true(c->getbulk);
	c = column_named(p, "onu", "state");
	assert_string_equal(c->labels[0].label, "up");
	assert_int_equal(c->labels[0].state, STATE_ONLINE);
}

static void
the_same_id_replaces_and_the_old_one_stays_readable(void **state)
{
	struct profile_set *set OWNED(profile_set_free) = builtin_set();
	char *json OWNED(free) = changed("\"Acme X\"", "\"Acme X, corrected\"");
	struct err err = { 0 };
	const struct profile *old;
	size_t n;

	(void)state;
	check_rc(add(set, GOOD, &err), RC_OK);
	old = profile_named(set, "acme_x");
	n = profile_set_count(set);
	check_rc(add(set, json, &err), RC_OK);
	assert_int_equal(profile_set_count(set), n);
	assert_string_equal(profile_named(set, "acme_x")->title, "Acme X, corrected");
	assert_string_equal(old->title, "Acme X"); /* it may still be in use */
}

static void
subtrees_never_to_be_read_are_collected_and_sorted(void **state)
{
	struct profile_set *set OWNED(profile_set_free) = builtin_set();
	struct oid mine = oid_of("1.3.6.1.4.1.99999.66");
	struct oid vsol = oid_of("1.3.6.1.4.1.37950.1.1.5.10.12.7.2");
	struct oid cdata = oid_of("1.3.6.1.4.1.17409.2.8.4.3.1.13");
	const struct oid *never;
	unsigned met = 0;
	size_t n = 0;

	(void)state;
	check_rc(add(set, GOOD, NULL), RC_OK);
	never = profile_set_never_read(set, &n);
	assert_int_equal(n, 4); /* V-SOL's, C-Data's two, ours */
	for (size_t i = 0; i < n; i++) {
		const struct oid *o = &never[i];

		met += oid_compare(o->arcs, o->n, mine.arcs, mine.n) == 0;
		met += oid_compare(o->arcs, o->n, vsol.arcs, vsol.n) == 0;
		met += oid_compare(o->arcs, o->n, cdata.arcs, cdata.n) == 0;
		if (i)
			assert_true(oid_compare(never[i - 1].arcs, never[i - 1].n,
					o->arcs, o->n) < 0);
	}
	assert_int_equal(met, 3);
}

static void
a_file_that_is_not_there_is_said_so(void **state)
{
	struct profile_set *set OWNED(profile_set_free) = builtin_set();
	struct err err = { 0 };

	(void)state;
	check_rc(profile_set_add_file(set, "/nonexistent/x.json", &err), RC_NOT_FOUND);
	check_contains(err.msg, "/nonexistent/x.json: No such file");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_mistake_is_named_with_its_path),
		cmocka_unit_test(all_mistakes_of_a_file_are_reported_at_once),
		cmocka_unit_test(when_there_are_too_many_the_rest_is_counted),
		cmocka_unit_test(a_good_profile_is_found_by_id_and_brand),
		cmocka_unit_test(the_same_id_replaces_and_the_old_one_stays_readable),
		cmocka_unit_test(subtrees_never_to_be_read_are_collected_and_sorted),
		cmocka_unit_test(a_file_that_is_not_there_is_said_so),
	};

	return CHECK_ALL(tests);
}
