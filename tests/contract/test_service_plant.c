/* SPDX-License-Identifier: Apache-2.0
 *
 * The plant through the service, on both back-ends: nodes from a list and from CSV files, and
 * tags.
 */
#include "service_lab.h"
#include "site.h"

#include <string.h>

#include "base/clock.h"

static json_t *
import_csv(struct lab *l, const char *csv)
{
	json_t *args = json_pack("{s:s}", "csv", csv);

	check_rc(ask_json(l, ROLE_ADMIN, "plant_node.import", args), RC_OK);
	json_decref(args);
	return l->answer.result;
}

static void
check_counts(const json_t *done, int added, int changed, size_t n_refused)
{
	assert_int_equal(int_of(done, "added"), added);
	assert_int_equal(int_of(done, "changed"), changed);
	assert_int_equal(json_array_size(json_object_get(done, "refused")), n_refused);
}

static const json_t *
refused_row(const json_t *done, size_t i)
{
	return json_array_get(json_object_get(done, "refused"), i);
}

static void
check_refused(const json_t *done, size_t i, int row, const char *why)
{
	assert_int_equal(int_of(refused_row(done, i), "row"), row);
	check_contains(text_of(refused_row(done, i), "why"), why);
}

/* Two ONUs of centro: 0/1:1 and 0/1:2. */
static void
open_with_onus(struct lab *l, void **state)
{
	static const enum purpose COLUMNS[] = { PURPOSES };
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct finish_result result;
	struct site_run run;

	site_make(b);
	site_start(b, &run, clock_wall_ms() - 1000, COLUMNS);
	run.finish.is_discovery = true;
	(void)site_row(&run, 1, 1, "HWTC00000001");
	(void)site_row(&run, 1, 2, "HWTC00000002");
	check_rc(
	    site_finish(b, s, &run, EXECUTION_ALL_CAME, clock_wall_ms(), &result), RC_OK);
	lab_open(l, state);
}

static void
a_file_in_spanish_is_read_as_a_spreadsheet_writes_it(void **state)
{
	struct lab l = { 0 };
	const json_t *page, *box;

	lab_open(&l, state);
	check_counts(
	    import_csv(&l,
		"\xEF\xBB\xBFTipo;C\xC3\xB3"
		"digo;Nombre;Cuelga de;Distancia "
		"(m);Latitud;Longitud;Direcci\xC3\xB3n\r\n"
		"Caja;C-2;\"Caja \"\"dos\"\"\";S-1;3200;-33,45;-70,66;Calle 5\r\n"
		";;;;;;;\r\n"
		"Splitter;S-1;Splitter uno;;2900;;;\r\n"),
	    2, 0, 0);
	assert_string_equal(json_string_value(json_array_get(
				json_object_get(l.answer.result, "unused"), 0)),
	    "Direcci\xC3\xB3n");
	page = ask(&l, "list", "{'list':'plant_nodes'}");
	box = row_of(page, "code", "C-2");
	assert_string_equal(text_of(box, "kind"), "box");
	assert_string_equal(text_of(box, "name"), "Caja \"dos\"");
	assert_string_equal(text_of(box, "parent_name"), "Splitter uno");
	assert_int_equal(int_of(box, "distance_m"), 3200);
	assert_true(json_real_value(json_object_get(box, "latitude")) < -33.4);
	lab_close(&l);
}

static void
what_is_known_by_its_code_is_changed_and_an_empty_cell_changes_nothing(void **state)
{
	struct lab l = { 0 };
	const json_t *box;

	lab_open(&l, state);
	check_counts(
	    import_csv(&l, "code,name,kind,distance_m\nC-1,One,box,3000\nC-2,,odf,\n"), 2,
	    0, 0);
	check_counts(
	    import_csv(&l, "kind\tcode\tname\tdistance_m\n\tC-1\t\t3100\n"), 0, 1, 0);
	box = row_of(ask(&l, "list", "{'list':'plant_nodes'}"), "code", "C-1");
	assert_string_equal(text_of(box, "name"), "One");
	assert_string_equal(text_of(box, "kind"), "box");
	assert_int_equal(int_of(box, "distance_m"), 3100);
	box = row_of(ask(&l, "list", "{'list':'plant_nodes'}"), "code", "C-2");
	assert_string_equal(text_of(box, "name"), "C-2");
	lab_close(&l);
}

static void
a_wrong_row_is_told_with_its_line_and_the_others_are_taken(void **state)
{
	struct lab l = { 0 };
	json_t *done;

	lab_open(&l, state);
	done = import_csv(&l,
	    "kind,code,name,parent,olt,latitude\n"
	    "box,A,Good,,,\n"
	    "\n"
	    "cupboard,B,Wrong kind,,,\n"
	    "box,C,No such parent,Z,,\n"
	    "box,D,No such OLT,,nowhere,\n"
	    "box,E,Too far north,,,95\n"
	    "box,A,Twice,,,\n"
	    "box,F,Round,G,,\n"
	    "box,G,and round,F,,\n"
	    "box,H,\"no end,,,\n");
	check_counts(done, 1, 0, 8);
	check_refused(done, 0, 4, "");
	assert_string_equal(text_of(refused_row(done, 0), "field"), "kind");
	check_refused(done, 1, 5, "\"Z\"");
	assert_string_equal(text_of(refused_row(done, 1), "field"), "parent");
	check_refused(done, 2, 6, "nowhere");
	check_refused(done, 3, 7, "-90 to 90");
	assert_string_equal(text_of(refused_row(done, 3), "field"), "latitude");
	check_refused(done, 4, 8, "another row has the same code");
	check_refused(done, 5, 9, "\"G\"");
	check_refused(done, 6, 10, "\"F\"");
	check_refused(done, 7, 11, "a quote has no end");
	lab_close(&l);
}

static void
onus_hang_on_a_box_by_serial_or_position_and_tags_are_set(void **state)
{
	struct lab l = { 0 };
	json_t *done;
	const json_t *box;

	open_with_onus(&l, state);
	done = import_csv(&l,
	    "code;olt;place;onus;tags\n"
	    "C-1;1;0/1;HWTC00000001 0/1:2;vip, hospital\n"
	    "C-2;1;0/1;0/1:9;\n"
	    "C-3;;;NOBODY00;\n");
	check_counts(done, 1, 0, 2);
	check_refused(done, 0, 3, "there is no ONU at \"0/1:9\" of that OLT");
	check_refused(done, 1, 4, "NOBODY00");
	box = row_of(ask(&l, "list", "{'list':'plant_nodes'}"), "code", "C-1");
	assert_int_equal(int_of(box, "onus"), 2);
	assert_int_equal(
	    site_ask(l.db, "SELECT COUNT(*) FROM entity_tags WHERE entity = 'node'"), 2);
	lab_close(&l);
}

static const json_t *
node_of(struct lab *l)
{
	return json_object_get(ask(l, "onu.get", "{'onu':'HWTC00000002'}"), "node");
}

static void
an_onu_shows_its_box_and_its_tags_which_people_set(void **state)
{
	struct lab l = { 0 };
	const json_t *tags;

	open_with_onus(&l, state);
	(void)ask(&l, "plant_node.add", "{'name':'Box','code':'C-1'}");
	assert_true(json_is_null(node_of(&l)));
	(void)ask(&l, "onu.node", "{'onu':'HWTC00000002','node':'C-1'}");
	assert_string_equal(text_of(node_of(&l), "name"), "Box");
	(void)ask(&l, "onu.node", "{'onu':'HWTC00000002','node':null}");
	assert_true(json_is_null(node_of(&l)));
	check_rc(
	    refused(&l, "onu.node", "{'onu':'HWTC00000002','node':'C-9'}"), RC_INVALID);
	(void)ask(&l, "onu.tag", "{'onu':'HWTC00000002','tags':['vip','hospital']}");
	tags = json_object_get(ask(&l, "onu.get", "{'onu':'HWTC00000002'}"), "tags");
	assert_int_equal(json_array_size(tags), 2);
	assert_string_equal(json_string_value(json_array_get(tags, 0)), "hospital");
	(void)ask(&l, "plant_node.tag", "{'node':'C-1','tags':['school']}");
	tags = json_object_get(ask(&l, "plant_node.get", "{'node':'C-1'}"), "tags");
	assert_string_equal(json_string_value(json_array_get(tags, 0)), "school");
	check_rc(
	    ask_as(&l, ROLE_OPERATOR, "onu.node", "{'onu':1,'node':null}"), RC_REFUSED);
	lab_close(&l);
}

/* "Probable box: name it?" A group that has a name is a box of a person's. */
static void
a_learnt_group_that_is_named_is_a_box(void **state)
{
	struct lab l = { 0 };
	const json_t *box;

	open_with_onus(&l, state);
	site_do(l.db,
	    "INSERT INTO plant_nodes (kind, code, name, olt_id, place, distance_m, "
	    "is_learnt, sure, created_ms, updated_ms) "
	    "VALUES ('group', '', '', 1, '0/1', 3200, 1, 75, 1, 1)");
	site_do(l.db,
	    "INSERT INTO onu_nodes (onu_id, node_id) SELECT 1, id FROM plant_nodes");
	box =
	    row_of(ask(&l, "list", "{'list':'plant_nodes','filter':{'is_learnt':true}}"),
		"kind", "group");
	assert_int_equal(int_of(box, "onus"), 1);
	(void)ask(&l, "plant_node.change", "{'node':1,'name':'Box 14','kind':'box'}");
	box = ask(&l, "plant_node.get", "{'node':1}");
	assert_true(json_is_false(json_object_get(box, "is_learnt")));
	assert_string_equal(text_of(box, "kind"), "box");
	assert_int_equal(int_of(box, "onus"), 1);
	lab_close(&l);
}

static void
a_list_is_taken_in_the_same_way(void **state)
{
	struct lab l = { 0 };
	const json_t *done;

	lab_open(&l, state);
	done = ask(&l, "plant_node.import",
	    "{'nodes':[{'code':'B','name':'Box','parent':'S'},"
	    "{'code':'S','name':'Splitter','kind':'splitter'},7,{'name':'Loose'}]}");
	check_counts(done, 3, 0, 1);
	check_refused(done, 0, 3, "an object is expected");
	lab_close(&l);
}

static void
a_file_that_cannot_be_read_at_all_is_refused_as_a_whole(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	check_rc(refused(&l, "plant_node.import", "{'csv':''}"), RC_INVALID);
	assert_string_equal(said(&l, "csv"), "the file is empty");
	check_rc(
	    refused(&l, "plant_node.import", "{'csv':'Caja 1;3200\\n'}"), RC_INVALID);
	check_contains(said(&l, "csv"), "the first line must name the columns");
	check_rc(refused(&l, "plant_node.import",
		     "{'csv':'code,c\xC3\xB3"
		     "digo\\n'}"),
	    RC_INVALID);
	check_contains(said(&l, "csv"), "twice");
	check_rc(
	    refused(&l, "plant_node.import", "{'csv':'code\\n','nodes':[]}"), RC_INVALID);
	check_rc(refused(&l, "plant_node.import", "{}"), RC_INVALID);
	check_rc(ask_as(&l, ROLE_OPERATOR, "plant_node.import", "{'csv':'code\\n'}"),
	    RC_REFUSED);
	lab_close(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(a_file_in_spanish_is_read_as_a_spreadsheet_writes_it),
		ON_EACH(
		    what_is_known_by_its_code_is_changed_and_an_empty_cell_changes_nothing),
		ON_EACH(a_wrong_row_is_told_with_its_line_and_the_others_are_taken),
		ON_EACH(onus_hang_on_a_box_by_serial_or_position_and_tags_are_set),
		ON_EACH(an_onu_shows_its_box_and_its_tags_which_people_set),
		ON_EACH(a_learnt_group_that_is_named_is_a_box),
		ON_EACH(a_list_is_taken_in_the_same_way),
		ON_EACH(a_file_that_cannot_be_read_at_all_is_refused_as_a_whole),
	};

	return CHECK_ALL(tests);
}
