/* SPDX-License-Identifier: Apache-2.0
 *
 * The catalogue through the service: rows of every kind, formulas tried out, and the whole
 * of it as a document; on both back-ends.
 */
#include "service_lab.h"

/* Slot in the upper byte, port in the lower, then the ONU from 1 on. */
#define A_FORMULA                                                 \
	"{'arcs':[{'fields':[{'part':'slot','shift':8,'bits':8}," \
	"{'part':'port','shift':0,'bits':8}]},{'part':'onu','min':1,'max':128}]}"

/* ---- rows of every kind ------------------------------------------------------------ */

static void
a_brand_and_its_model_are_made_changed_and_deleted(void **state)
{
	struct lab l = { 0 };
	json_t *row;

	lab_open(&l, state);
	row = ask(&l, "brand.add", "{'name':'Acme','description':'ours'}");
	assert_false(json_is_true(json_object_get(row, "is_builtin")));
	assert_string_equal(audited(&l, "brand").action, "create");
	row = ask(&l, "model.add",
	    "{'brand':'Acme','name':'A1','slots':2,'ports':16,'notes':'old'}");
	assert_string_equal(text_of(row, "brand_name"), "Acme");
	assert_string_equal(text_of(row, "technology"), "gpon");
	row = ask(&l, "model.change", "{'id':'A1','ports':8,'slots':null}");
	assert_int_equal(int_of(row, "ports"), 8);
	assert_true(json_object_get(row, "slots") != NULL);
	assert_string_equal(text_of(row, "notes"), "old");
	assert_true(audited(&l, "model").has_before);
	row = ask(&l, "model.duplicate", "{'id':'A1','name':'A2'}");
	assert_int_equal(int_of(row, "ports"), 8);
	(void)ask(&l, "model.delete", "{'id':'A1'}");
	check_rc(refused(&l, "model.get", "{'id':'A1'}"), RC_INVALID);
	check_contains(said(&l, "id"), "A1");
	(void)ask(&l, "brand.delete", "{'id':'Acme'}");
	check_rc(refused(&l, "model.get", "{'id':'A2'}"), RC_INVALID);
	assert_string_equal(audited(&l, "brand").action, "delete");
	lab_close(&l);
}

static void
every_wrong_field_of_a_row_is_named(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	check_rc(refused(&l, "brand.add", "{'description':5}"), RC_INVALID);
	assert_true(*said(&l, "name") && *said(&l, "description"));
	check_rc(refused(&l, "model.add", "{'name':'','slots':-1,'profile':'none'}"),
	    RC_INVALID);
	check_contains(said(&l, "brand"), "needs one");
	check_contains(said(&l, "name"), "1 to 64");
	check_contains(said(&l, "slots"), "0 to");
	check_contains(said(&l, "profile"), "none");
	check_rc(refused(&l, "oid.add",
		     "{'name':'x','oid':'1.3.x','purpose':'colour','transform':'{',"
		     "'invalid':{},'brand':'Nobody','model':'M','enabled':'maybe'}"),
	    RC_INVALID);
	assert_true(*said(&l, "oid"));
	check_contains(said(&l, "purpose"), "custom:name");
	check_contains(said(&l, "transform"), "not JSON");
	check_contains(said(&l, "invalid"), "list");
	check_contains(said(&l, "brand"), "Nobody");
	check_contains(said(&l, "model"), "brand");
	check_contains(said(&l, "enabled"), "true or false");
	check_rc(refused(&l, "oid.add",
		     "{'name':'x','oid':'1.3.6','purpose':'onu_rx',"
		     "'transform':{'mul':'ten'},'invalid':[1.5]}"),
	    RC_INVALID);
	check_contains(said(&l, "transform"), "transform.mul: expected a number");
	check_contains(said(&l, "invalid"), "invalid[0]: expected a whole number or a");
	check_rc(refused(&l, "formula.add", "{'name':'f','definition':{'arcs':3}}"),
	    RC_INVALID);
	check_contains(said(&l, "definition"), "arcs");
	check_rc(refused(&l, "state.add", "{'raw':'','meaning':'sad'}"), RC_INVALID);
	assert_true(*said(&l, "raw") && *said(&l, "label"));
	check_contains(said(&l, "meaning"), "online");
	check_rc(ask_as(&l, ROLE_OPERATOR, "brand.add", "{'name':'x'}"), RC_REFUSED);
	lab_close(&l);
}

static void
a_name_that_is_taken_is_a_conflict_at_its_field(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	check_rc(refused(&l, "brand.add", "{'name':'Huawei'}"), RC_CONFLICT);
	assert_true(*said(&l, "name"));
	check_rc(refused(&l, "oid.add",
		     "{'name':'x','oid':'1.3.6.1','purpose':'custom:x','formula':'no'}"),
	    RC_CONFLICT);
	check_contains(said(&l, "formula"), "no");
	(void)ask(&l, "olt.add", AN_OLT);
	check_rc(refused(&l, "brand.delete", "{'id':'Huawei'}"), RC_CONFLICT);
	check_contains(l.answer.message, "centro");
	lab_close(&l);
}

static void
columns_with_credentials_get_no_row(void **state)
{
	struct lab l = { 0 };
	const struct oid *never;
	char args[2048], text[OID_TEXT_MAX];
	size_t n;

	lab_open(&l, state);
	never = profile_set_never_read(l.profiles, &n);
	assert_true(n > 0);
	(void)snprintf(args, sizeof(args),
	    "{'name':'x','purpose':'custom:x','oid':'%s.1'}",
	    oid_format(never[0].arcs, never[0].n, text));
	check_rc(refused(&l, "oid.add", args), RC_INVALID);
	check_contains(said(&l, "oid"), "never read");
	lab_close(&l);
}

static void
a_changed_oid_reaches_the_olts_whose_jobs_ask_for_it(void **state)
{
	struct lab l = { 0 };
	char args[128];
	json_t *row;
	int64_t oid;
	int puts;

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	(void)ask(&l, "job.add", A_JOB);
	(void)ask(&l, "job.apply", "{'job':'levels','olt':'centro'}");
	oid = json_integer_value(json_array_get(
	    json_object_get(ask(&l, "job.get", "{'job':'levels'}"), "oids"), 0));
	puts = l.ops.puts;
	(void)snprintf(args, sizeof(args), "{'id':%lld,'enabled':false}", (long long)oid);
	row = ask(&l, "oid.change", args);
	assert_true(json_is_true(json_object_get(row, "is_edited")));
	assert_int_equal(l.ops.puts, puts + 1);
	(void)snprintf(args, sizeof(args), "{'id':%lld}", (long long)oid);
	check_rc(refused(&l, "oid.delete", args), RC_CONFLICT);
	check_contains(l.answer.message, "levels");
	(void)ask(&l, "oid.add",
	    "{'name':'mine','oid':'1.3.6.1.4.1.1','purpose':'custom:mine',"
	    "'transform':{'mul':0.1},'invalid':[-1]}");
	assert_string_equal(text_of(l.answer.result, "brand_name"), "Generic");
	/* As JSON, not as a text of it. */
	assert_int_equal(json_integer_value(json_array_get(
			     json_object_get(l.answer.result, "invalid"), 0)),
	    -1);
	assert_true(json_is_object(json_object_get(l.answer.result, "transform")));
	assert_int_equal(l.ops.puts, puts + 1);
	lab_close(&l);
}

static void
a_new_label_and_a_new_formula_reach_every_olt(void **state)
{
	struct lab l = { 0 };
	int puts;

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	puts = l.ops.puts;
	(void)ask(&l, "state.add",
	    "{'purpose':'run_state','raw':'7','label':'arriba','meaning':'online'}");
	assert_int_equal(l.ops.puts, puts + 1);
	(void)ask(&l, "formula.add", "{'name':'ix','definition':" A_FORMULA "}");
	assert_int_equal(l.ops.puts, puts + 2);
	/* Many at once: told once. */
	(void)ask(&l, "catalogue.import",
	    "{'catalogue':{'facho_catalogue':1,'states':["
	    "{'purpose':'run_state','raw':'8','label':'a'},"
	    "{'purpose':'run_state','raw':'9','label':'b'}]}}");
	assert_int_equal(int_of(l.answer.result, "added"), 2);
	assert_int_equal(l.ops.puts, puts + 3);
	lab_close(&l);
}

/* ---- formulas ------------------------------------------------------------------------ */

static void
a_formula_is_tried_out_both_ways(void **state)
{
	struct lab l = { 0 };
	const json_t *position;

	lab_open(&l, state);
	/* Slot 2, port 5: 2 * 256 + 5. */
	(void)ask(&l, "formula.preview",
	    "{'definition':" A_FORMULA ",'index':'517.12',"
	    "'position':{'slot':1,'port':3,'onu':128}}");
	position = json_object_get(l.answer.result, "position");
	assert_int_equal(int_of(position, "slot"), 2);
	assert_int_equal(int_of(position, "port"), 5);
	assert_int_equal(int_of(position, "onu"), 12);
	assert_string_equal(text_of(position, "text"), "2/5:12");
	assert_string_equal(text_of(l.answer.result, "index"), "259.128");
	assert_int_equal(audited(&l, "formula").n, 0);
	lab_close(&l);
}

static void
a_formula_that_fails_says_why(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	check_rc(refused(&l, "formula.preview", "{'index':'1'}"), RC_INVALID);
	assert_true(*said(&l, "definition"));
	check_rc(refused(&l, "formula.preview", "{'definition':'{]','index':'1'}"),
	    RC_INVALID);
	assert_true(*said(&l, "definition"));
	check_rc(refused(&l, "formula.preview",
		     "{'definition':" A_FORMULA ",'index':'517.0','position':{'slot':1},"
		     "'name':'GPON'}"),
	    RC_INVALID);
	check_contains(said(&l, "index"), "2 arcs");
	check_contains(said(&l, "position"), "missing");
	assert_true(*said(&l, "name"));
	check_rc(refused(&l, "formula.preview",
		     "{'definition':" A_FORMULA ",'index':'a.b','position':{'wall':1}}"),
	    RC_INVALID);
	check_contains(said(&l, "index"), "dots");
	check_contains(said(&l, "position"), "wall");
	lab_close(&l);
}

static void
a_formula_that_shipped_can_be_tried_by_its_number(void **state)
{
	struct lab l = { 0 };
	char args[128];

	lab_open(&l, state);
	(void)ask(&l, "list",
	    "{'list':'formulas','filter':{'profile':'huawei_smartax','name':'ont'}}");
	(void)snprintf(args, sizeof(args), "{'formula':%lld,'index':'4194312192.3'}",
	    (long long)int_of(row_of(l.answer.result, "name", "ont"), "id"));
	/* 125 << 25 | 1 << 13: frame 0, slot 1, port 0. */
	(void)ask(&l, "formula.preview", args);
	assert_string_equal(
	    text_of(json_object_get(l.answer.result, "position"), "text"), "0/1/0:3");
	lab_close(&l);
}

/* ---- the document ----------------------------------------------------------------------- */

static void
what_people_made_goes_out_and_comes_back(void **state)
{
	struct lab l = { 0 };
	json_t *document, *args;

	lab_open(&l, state);
	(void)ask(&l, "brand.add", "{'name':'Acme'}");
	(void)ask(&l, "model.add", "{'brand':'Acme','name':'A1'}");
	(void)ask(
	    &l, "formula.add", "{'brand':'Acme','name':'ix','definition':" A_FORMULA "}");
	(void)ask(&l, "oid.add",
	    "{'brand':'Acme','model':'A1','name':'rx','oid':'1.3.6.1.4.1.9','purpose':"
	    "'onu_rx','formula':'ix','is_slow':true}");
	(void)ask(&l, "state.add",
	    "{'brand':'Acme','raw':'7','label':'Up','meaning':'online'}");
	document = json_deep_copy(ask(&l, "catalogue.export", "{}"));
	assert_int_equal(json_array_size(json_object_get(document, "brands")), 1);
	assert_int_equal(json_array_size(json_object_get(document, "oids")), 1);
	args = json_pack("{s:O}", "catalogue", document);
	check_rc(ask_json(&l, ROLE_ADMIN, "catalogue.import", args), RC_OK);
	assert_int_equal(int_of(l.answer.result, "kept"), 5);
	(void)ask(&l, "brand.delete", "{'id':'Acme'}");
	check_rc(ask_json(&l, ROLE_ADMIN, "catalogue.import", args), RC_OK);
	assert_int_equal(json_array_size(json_object_get(l.answer.result, "refused")), 0);
	assert_int_equal(int_of(l.answer.result, "added"), 5);
	assert_true(json_equal(ask(&l, "catalogue.export", "{}"), document));
	json_decref(args);
	json_decref(document);
	lab_close(&l);
}

static void
a_row_that_cannot_come_in_is_named_and_the_others_do(void **state)
{
	struct lab l = { 0 };
	const json_t *refusal;

	lab_open(&l, state);
	check_rc(refused(&l, "catalogue.import", "{'catalogue':[]}"), RC_INVALID);
	assert_true(*said(&l, "catalogue"));
	check_rc(refused(&l, "catalogue.import",
		     "{'catalogue':{'facho_catalogue':1,'oids':[5]}}"),
	    RC_INVALID);
	(void)ask(&l, "catalogue.import",
	    "{'catalogue':{'facho_catalogue':1,'brands':[{'name':'B1'},{'name':''}],"
	    "'oids':[{'brand':'B1','name':'x','oid':'1.3.6','purpose':'none'}]}}");
	assert_int_equal(int_of(l.answer.result, "added"), 1);
	assert_int_equal(json_array_size(json_object_get(l.answer.result, "refused")), 2);
	refusal = json_array_get(json_object_get(l.answer.result, "refused"), 1);
	assert_string_equal(text_of(refusal, "list"), "oids");
	assert_true(*text_of(json_object_get(refusal, "fields"), "purpose"));
	lab_close(&l);
}

static void
an_imported_change_of_a_row_that_shipped_finds_it(void **state)
{
	struct lab l = { 0 };
	json_t *document, *args, *row;

	lab_open(&l, state);
	document =
	    json_deep_copy(ask(&l, "catalogue.export", "{'brand':'Huawei','all':true}"));
	row = json_array_get(json_object_get(document, "oids"), 0);
	assert_non_null(row);
	(void)json_object_set_new(row, "unit", json_string("furlong"));
	args = json_pack("{s:{s:i, s:[O]}, s:b}", "catalogue", "facho_catalogue", 1,
	    "oids", row, "replace", 1);
	check_rc(ask_json(&l, ROLE_ADMIN, "catalogue.import", args), RC_OK);
	assert_int_equal(int_of(l.answer.result, "changed"), 1);
	(void)ask(&l, "list", "{'list':'oids','filter':{'unit':'furlong'}}");
	assert_int_equal(int_of(l.answer.result, "count"), 1);
	assert_true(json_is_true(
	    json_object_get(row_of(l.answer.result, "unit", "furlong"), "is_edited")));
	json_decref(args);
	json_decref(document);
	lab_close(&l);
}

/* After the last row everything is loaded anew for the engine, in a query so long that it is
 * asked whether anybody still wants it. */
static void
many_imported_rows_reach_the_engine(void **state)
{
	struct lab l = { 0 };
	json_t *rows = json_array(), *args;

	lab_open(&l, state);
	(void)ask(&l, "brand.add", "{'name':'Acme'}");
	for (int i = 0; i < 1500; i++)
		(void)json_array_append_new(rows,
		    json_pack("{s:s, s:o, s:s}", "brand", "Acme", "raw",
			json_sprintf("%d", i), "label", "asleep"));
	args = json_pack(
	    "{s:{s:i, s:o}}", "catalogue", "facho_catalogue", 1, "states", rows);
	check_rc(ask_json(&l, ROLE_ADMIN, "catalogue.import", args), RC_OK);
	assert_int_equal(int_of(l.answer.result, "added"), 1500);
	json_decref(args);
	lab_close(&l);
}

/* ---- an OID is tried ----------------------------------------------------------------- */

static void
an_oid_is_tried_by_those_who_may_save_it_and_nothing_is_written(void **state)
{
	static const uint32_t INDEX[] = { 7, 1 };
	struct tried_row row = { .index = INDEX,
		.n_index = 2,
		.raw = { .type = SNMP_INTEGER, .i = -2150 },
		.problem = "",
		.value = { .kind = VALUE_REAL, .r = -21.5 },
		.place = "" };
	struct tried tried = { .message = "", .unit = "dBm", .n_rows = 1, .rows = &row };
	struct lab l = { 0 };
	const json_t *first;
	json_t *result;

	lab_open(&l, state);
	l.ops.tried = &tried;
	(void)ask(&l, "olt.add",
	    "{'name':'centro','address':'192.0.2.1','community':'s3cret'}");
	check_rc(ask_as(&l, ROLE_OPERATOR, "oid.try", "{'olt':'centro','oid':'1.3.6.1'}"),
	    RC_REFUSED);
	check_rc(
	    refused(&l, "oid.try", "{'oid':'1.3.x','purpose':'colour'}"), RC_INVALID);
	assert_true(*said(&l, "olt") && *said(&l, "oid") && *said(&l, "purpose"));
	assert_int_equal(l.ops.tries, 0);

	result =
	    ask(&l, "oid.try", "{'olt':'centro','oid':'1.3.6.1.4.1.9.1','unit':'dBm'}");
	assert_int_equal(l.ops.tries, 1);
	assert_string_equal(l.ops.tried_oid, "1.3.6.1.4.1.9.1");
	assert_string_equal(l.ops.tried_purpose, "custom:try");
	assert_string_equal(text_of(result, "outcome"), "ok");
	assert_string_equal(text_of(result, "unit"), "dBm");
	first = json_array_get(json_object_get(result, "rows"), 0);
	assert_string_equal(text_of(first, "index"), "7.1");
	assert_string_equal(text_of(first, "raw"), "-2150");
	assert_string_equal(text_of(first, "type"), "INTEGER");
	assert_string_equal(text_of(first, "owner"), "olt");
	assert_string_equal(audited(&l, "oid").action, "test");
	lab_close(&l);
}

static void
what_cannot_be_tried_says_why(void **state)
{
	struct tried silent = {
		.end = TRIED_FAILED, .rc = RC_TIMEOUT, .message = "no answer", .unit = ""
	};
	struct tried disabled = {
		.end = TRIED_FAILED, .rc = RC_CONFLICT, .message = "disabled", .unit = ""
	};
	struct tried none = { .end = TRIED_NO_OBJECT, .message = "", .unit = "" };
	struct lab l = { 0 };
	json_t *result;

	lab_open(&l, state);
	(void)ask(&l, "olt.add",
	    "{'name':'centro','address':'192.0.2.1','community':'s3cret'}");
	l.ops.tried = &silent;
	result = ask(&l, "oid.try", "{'olt':1,'oid':'1.3.6.1.4.1.9.1'}");
	assert_string_equal(text_of(result, "outcome"), "timeout");
	assert_string_equal(text_of(result, "message"), "no answer");
	l.ops.tried = &none;
	result = ask(&l, "oid.try", "{'olt':1,'oid':'1.3.6.1.4.1.9.1'}");
	assert_string_equal(text_of(result, "outcome"), "no object");
	check_contains(text_of(result, "message"), "does not have this object");
	l.ops.tried = &disabled;
	check_rc(
	    refused(&l, "oid.try", "{'olt':1,'oid':'1.3.6.1.4.1.9.1'}"), RC_CONFLICT);
	check_rc(refused(&l, "oid.try", "{'olt':1,'id':999999}"), RC_INVALID);
	lab_close(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(a_brand_and_its_model_are_made_changed_and_deleted),
		ON_EACH(every_wrong_field_of_a_row_is_named),
		ON_EACH(a_name_that_is_taken_is_a_conflict_at_its_field),
		ON_EACH(columns_with_credentials_get_no_row),
		ON_EACH(a_changed_oid_reaches_the_olts_whose_jobs_ask_for_it),
		ON_EACH(a_new_label_and_a_new_formula_reach_every_olt),
		ON_EACH(a_formula_is_tried_out_both_ways),
		ON_EACH(a_formula_that_fails_says_why),
		ON_EACH(a_formula_that_shipped_can_be_tried_by_its_number),
		ON_EACH(many_imported_rows_reach_the_engine),
		ON_EACH(what_people_made_goes_out_and_comes_back),
		ON_EACH(a_row_that_cannot_come_in_is_named_and_the_others_do),
		ON_EACH(an_imported_change_of_a_row_that_shipped_finds_it),
		ON_EACH(an_oid_is_tried_by_those_who_may_save_it_and_nothing_is_written),
		ON_EACH(what_cannot_be_tried_says_why),
	};

	return CHECK_ALL(tests);
}
