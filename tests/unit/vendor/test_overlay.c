/* SPDX-License-Identifier: Apache-2.0
 *
 * Profiles with the changes of users.
 */
#include <string.h>

#include "check.h"
#include "vendor/overlay.h"

static struct profile_set *set;
static struct overlays *overlays;

/* A shipped row. */
static struct overlay_row
shipped(const char *table, const char *name)
{
	return (struct overlay_row){ .profile = "huawei_smartax",
		.table = table,
		.name = name,
		.is_builtin = true };
}

static const struct overlay *
take(const struct overlay_question *q)
{
	const struct overlay *o = NULL;
	struct err err = { 0 };

	check_rc(overlays_take(overlays, q, &o, &err), RC_OK);
	return o;
}

static const struct overlay *
take_rows(const struct overlay_row *rows, size_t n)
{
	struct overlay_question q = {
		.base = profile_set_find(set, "huawei_smartax"), .n_rows = n, .rows = rows
	};

	return take(&q);
}

static void
rows_that_nobody_touched_are_the_profiles_own(void **state)
{
	const struct profile *base = profile_set_find(set, "huawei_smartax");
	struct overlay_row rows[] = { shipped("onu", "serial"),
		shipped("pon", "onu_count") };
	const struct overlay *o = take_rows(rows, 2);

	(void)state;
	assert_ptr_equal(o->profile, base);
	assert_int_equal(o->n_columns, 2);
	assert_ptr_equal(o->columns[1], profile_column(base, "pon", "onu_count"));
	assert_false(o->has_slow);
	assert_string_equal(o->problem, "");
	assert_ptr_equal(o->rows[0].column, profile_column(base, "onu", "serial"));
	assert_ptr_equal(o->rows[1].column, profile_column(base, "pon", "onu_count"));
	overlay_give(o);
}

static void
rows_of_another_profile_are_left_out(void **state)
{
	struct overlay_row row = shipped("onu", "serial");
	const struct overlay *o;

	(void)state;
	row.profile = "zte_c600";
	o = take_rows(&row, 1);
	assert_null(o->rows[0].column);
	assert_true(o->rows[0].is_foreign);
	assert_string_equal(o->rows[0].problem, "");
	overlay_give(o);
}

/* The level in hundredths, from another OID. */
static void
an_edited_row_replaces_its_column(void **state)
{
	const struct profile *base = profile_set_find(set, "huawei_smartax");
	struct overlay_row rows[2] = { shipped("onu", "rx_dbm"),
		shipped("onu", "serial") };
	const struct overlay *o;
	const struct column *c;

	(void)state;
	rows[0].oid = "1.3.6.1.4.1.2011.9.9.1";
	rows[0].purpose = "onu_rx";
	rows[0].formula = "ont";
	rows[0].transform = "{\"parse\":\"number\",\"mul\":0.1}";
	rows[0].invalid = "[-1]";
	rows[0].unit = "dBm";
	rows[0].is_edited = true;
	o = take_rows(rows, 2);
	assert_string_equal(o->rows[0].problem, "");
	c = o->rows[0].column;
	assert_non_null(c);
	assert_ptr_not_equal(o->profile, base);
	assert_ptr_equal(c, profile_column(o->profile, "onu", "rx_dbm"));
	assert_int_equal(c->oid.arcs[7], 9);
	assert_true(c->mul == 0.1);
	assert_int_equal(c->n_invalid, 1);
	assert_int_equal(c->cost, COST_FAST); /* the row is not slow any more */
	assert_string_equal(c->index->name, "ont");
	/* Everything else is the same, in the same place. */
	assert_int_equal(o->profile->n_columns, base->n_columns);
	assert_ptr_equal(o->rows[1].column, profile_column(o->profile, "onu", "serial"));
	assert_ptr_equal(profile_table(o->profile, "onu")->discovery, o->rows[1].column);
	assert_ptr_equal(o->rows[1].column->index, c->index);
	/* And the shipped profile is not changed. */
	assert_true(profile_column(base, "onu", "rx_dbm")->mul == 0.01);
	overlay_give(o);
}

static void
ones_own_row_is_a_column_more(void **state)
{
	const struct profile *base = profile_set_find(set, "huawei_smartax");
	struct overlay_row rows[] = {
		{ .name = "My level",
		    .oid = "1.3.6.1.4.1.2011.7.7.1",
		    .purpose = "custom:my_level",
		    .formula = "ont" },
		{ .name = "sysUpTime",
		    .oid = "1.3.6.1.2.1.1.3.0",
		    .purpose = "chassis_uptime",
		    .transform = "{\"mul\":0.01}" },
		{ .name = "Light",
		    .oid = "1.3.6.1.4.1.2011.7.7.2",
		    .purpose = "port_tx" },
	};
	const struct overlay *o = take_rows(rows, 3);

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		assert_string_equal(o->rows[i].problem, "");
		assert_non_null(o->rows[i].column);
	}
	assert_int_equal(o->profile->n_columns, base->n_columns + 3);
	assert_string_equal(o->rows[0].column->table, "onu");
	assert_string_equal(o->rows[0].column->key, "my_level");
	assert_int_equal(o->rows[0].column->purpose, PURPOSE_CUSTOM);
	assert_true(o->rows[1].column->is_scalar);
	assert_string_equal(o->rows[1].column->table, "system");
	assert_string_equal(o->rows[2].column->table, "pon");
	assert_string_equal(o->rows[2].column->index->name, "pon");
	overlay_give(o);
}

/* hioso has no system table. */
static void
what_the_rows_of_ones_own_column_are_is_left_open(void **state)
{
	struct overlay_row rows[] = {
		{ .name = "open",
		    .oid = "1.3.6.1.2.1.2.2.1.2",
		    .purpose = "custom:open" },
		{ .name = "said",
		    .oid = "1.3.6.1.4.1.2011.7.7.1",
		    .purpose = "custom:said",
		    .formula = "ont" },
		{ .name = "slow",
		    .oid = "1.3.6.1.4.1.2011.7.7.3",
		    .purpose = "custom:slow",
		    .is_slow = true },
		{ .name = "scaled",
		    .oid = "1.3.6.1.4.1.2011.7.7.4",
		    .purpose = "custom:scaled",
		    .transform = "{\"mul\":0.1}" },
	};
	const struct overlay *o = take_rows(rows, 4);

	(void)state;
	for (size_t i = 0; i < 4; i++)
		assert_string_equal(o->rows[i].problem, "");
	assert_true(o->rows[0].column->any_index);
	assert_int_equal(o->rows[0].column->parse, PARSE_ANY);
	assert_false(o->rows[1].column->any_index);
	assert_false(o->rows[2].column->any_index);
	assert_int_equal(o->rows[3].column->parse, PARSE_NUMBER);
	overlay_give(o);
}

static void
a_generic_row_works_where_its_table_is_missing(void **state)
{
	struct overlay_row row = { .name = "sysUpTime",
		.oid = "1.3.6.1.2.1.1.3.0",
		.purpose = "chassis_uptime",
		.transform = "{\"mul\":0.01}" };
	struct overlay_question q = {
		.base = profile_set_find(set, "hioso"), .n_rows = 1, .rows = &row
	};
	const struct overlay *o = take(&q);
	struct snmp_value raw = { .type = SNMP_TIMETICKS, .u = 12345 };
	struct value v = { 0 };

	(void)state;
	assert_null(profile_table(q.base, "system"));
	assert_non_null(o->rows[0].column);
	assert_int_equal(profile_table(o->profile, "system")->kind, TABLE_SYSTEM);
	check_rc(column_decode(o->rows[0].column, &raw, NULL, &v, NULL), RC_OK);
	overlay_give(o);
}

static void
a_wrong_row_says_what_is_wrong_and_costs_itself_alone(void **state)
{
	static const struct {
		struct overlay_row row;
		const char *says;
	} WRONG[] = {
		{ { .name = "a", .oid = "1.3.x", .purpose = "serial" }, "oid" },
		{ { .name = "b", .oid = "", .purpose = "serial" }, "oid" },
		{ { .name = "c", .oid = "1.3.6.1.9", .purpose = "colour" }, "purpose" },
		{ { .name = "d",
		      .oid = "1.3.6.1.9",
		      .purpose = "onu_rx",
		      .transform = "{\"mul\":" },
		    "transform" },
		{ { .name = "e",
		      .oid = "1.3.6.1.9",
		      .purpose = "onu_rx",
		      .transform = "{\"mul\":\"x\"}" },
		    "transform.mul" },
		{ { .name = "f",
		      .oid = "1.3.6.1.9",
		      .purpose = "onu_rx",
		      .transform = "[1]" },
		    "transform" },
		{ { .name = "g",
		      .oid = "1.3.6.1.9",
		      .purpose = "onu_rx",
		      .invalid = "{}" },
		    "invalid" },
		{ { .name = "h",
		      .oid = "1.3.6.1.9",
		      .purpose = "onu_rx",
		      .formula = "spiral" },
		    "spiral" },
		{ { .name = "i",
		      .oid = "1.3.6.1.9",
		      .purpose = "run_state",
		      .transform = "{\"parse\":\"number\"}" },
		    "run_state" },
		{ { .name = "j",
		      .oid = "1.3.6.1.4.1.37950.1.1.5.10.12.7.2.1",
		      .purpose = "custom:x" },
		    "credentials" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
		struct overlay_row rows[2] = { WRONG[i].row, shipped("onu", "serial") };
		const struct overlay *o = take_rows(rows, 2);

		assert_null(o->rows[0].column);
		check_contains(o->rows[0].problem, WRONG[i].says);
		check_contains(o->rows[0].problem, WRONG[i].row.name);
		assert_non_null(o->rows[1].column);
		assert_string_equal(o->rows[1].problem, "");
		assert_int_equal(o->n_columns, 1);
		check_contains(o->problem, WRONG[i].says);
		overlay_give(o);
	}
}

static void
an_edited_formula_is_everybodys(void **state)
{
	/* Two plain arcs instead of the packed one. */
	static const struct overlay_formula FORMULAS[] = {
		{ "ont", "{\"arcs\":[{\"part\":\"port\"},{\"part\":\"onu\"}]}" },
		{ "mine",
		    "{\"arcs\":[{\"part\":\"slot\",\"mul\":1,\"count\":4294967296}]}" },
		{ "bad", "{\"arcs\":[{\"part\":\"elbow\"}]}" },
	};
	struct overlay_row rows[] = { shipped("onu", "serial"),
		{ .name = "slots",
		    .oid = "1.3.6.1.4.1.2011.7.1",
		    .purpose = "custom:heat",
		    .formula = "mine" },
		{ .name = "poor",
		    .oid = "1.3.6.1.4.1.2011.7.2",
		    .purpose = "custom:cold",
		    .formula = "bad" } };
	struct overlay_question q = { .base = profile_set_find(set, "huawei_smartax"),
		.n_rows = 3,
		.rows = rows,
		.n_formulas = 3,
		.formulas = FORMULAS };
	const struct overlay *o = take(&q);
	struct position at;

	(void)state;
	check_rc(
	    index_decode(o->rows[0].column->index, (uint32_t[]){ 7, 3 }, 2, &at), RC_OK);
	assert_int_equal(at.part[POS_PORT], 7);
	assert_int_equal(at.part[POS_ONU], 3);
	assert_ptr_equal(
	    profile_column(o->profile, "onu", "status")->index, o->rows[0].column->index);
	assert_string_equal(o->rows[1].column->table, "board");
	assert_null(o->rows[2].column);
	check_contains(o->rows[2].problem, "bad");
	check_contains(o->problem, "elbow");
	overlay_give(o);
}

static void
ones_own_labels_come_before_those_that_shipped(void **state)
{
	static const struct overlay_label LABELS[] = {
		{ "", "run_state", "1", "arriba", "online" },
		{ "onu.status", "run_state", "1", "en servicio", "online" },
		{ "onu.status", "run_state", "77", "perdida", "los" },
		{ "", "run_state", "Working", "arriba", "online" },
	};
	struct overlay_row rows[] = { shipped("onu", "status") };
	struct overlay_question q = { .base = profile_set_find(set, "huawei_smartax"),
		.n_rows = 1,
		.rows = rows,
		.n_labels = 4,
		.labels = LABELS };
	const struct overlay *o = take(&q);
	struct arena *arena = arena_new(0);
	struct value v = { 0 };

	(void)state;
	check_rc(
	    column_decode(o->rows[0].column,
		&(struct snmp_value){ .type = SNMP_INTEGER, .i = 1 }, arena, &v, NULL),
	    RC_OK);
	assert_string_equal(v.text, "en servicio");
	check_rc(
	    column_decode(o->rows[0].column,
		&(struct snmp_value){ .type = SNMP_INTEGER, .i = 77 }, arena, &v, NULL),
	    RC_OK);
	assert_string_equal(v.text, "perdida");
	assert_int_equal(v.state, STATE_LOS_ONU);
	/* 2 is as shipped. */
	check_rc(
	    column_decode(o->rows[0].column,
		&(struct snmp_value){ .type = SNMP_INTEGER, .i = 2 }, arena, &v, NULL),
	    RC_OK);
	assert_string_equal(v.text, "down");
	arena_free(arena);
	overlay_give(o);
}

static void
ones_own_state_speaks_the_profiles_words(void **state)
{
	struct overlay_row row = { .name = "other state",
		.oid = "1.3.6.1.4.1.2011.7.3",
		.purpose = "run_state",
		.formula = "ont" };
	const struct overlay *o = take_rows(&row, 1);
	const struct column *base =
	    profile_column(profile_set_find(set, "huawei_smartax"), "onu", "status");

	(void)state;
	assert_int_equal(o->rows[0].column->n_labels, base->n_labels);
	overlay_give(o);
}

static void
the_same_question_has_the_same_answer(void **state)
{
	struct overlay_row row = { .name = "x",
		.oid = "1.3.6.1.4.1.2011.7.4",
		.purpose = "custom:x",
		.formula = "ont" };
	const struct overlay *a = take_rows(&row, 1), *b = take_rows(&row, 1), *c;

	(void)state;
	assert_ptr_equal(a, b);
	row.unit = "m";
	c = take_rows(&row, 1);
	assert_ptr_not_equal(a, c);
	overlay_give(a);
	overlay_give(b);
	overlay_give(c);
}

static void
what_nobody_holds_goes_when_there_is_much(void **state)
{
	struct overlay_row row = { .name = "x",
		.oid = "1.3.6.1.4.1.2011.7.4",
		.purpose = "custom:x",
		.formula = "ont" };
	const struct overlay *held = take_rows(&row, 1);
	char name[16];

	(void)state;
	for (int i = 0; i < 1200; i++) {
		(void)snprintf(name, sizeof(name), "row%d", i);
		row.name = name;
		overlay_give(take_rows(&row, 1));
	}
	assert_string_equal(held->rows[0].column->name, "x");
	row.name = "x";
	assert_ptr_equal(take_rows(&row, 1), held);
	overlay_give(held);
	overlay_give(held);
}

static int
load(void **state)
{
	struct err err;

	(void)state;
	if (profile_set_load_builtin(&set, &err) != RC_OK)
		return -1;
	overlays = overlays_new(set);
	return overlays ? 0 : -1;
}

static int
unload(void **state)
{
	(void)state;
	overlays_free(overlays);
	profile_set_free(set);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_that_nobody_touched_are_the_profiles_own),
		cmocka_unit_test(rows_of_another_profile_are_left_out),
		cmocka_unit_test(an_edited_row_replaces_its_column),
		cmocka_unit_test(ones_own_row_is_a_column_more),
		cmocka_unit_test(what_the_rows_of_ones_own_column_are_is_left_open),
		cmocka_unit_test(a_generic_row_works_where_its_table_is_missing),
		cmocka_unit_test(a_wrong_row_says_what_is_wrong_and_costs_itself_alone),
		cmocka_unit_test(an_edited_formula_is_everybodys),
		cmocka_unit_test(ones_own_labels_come_before_those_that_shipped),
		cmocka_unit_test(ones_own_state_speaks_the_profiles_words),
		cmocka_unit_test(the_same_question_has_the_same_answer),
		cmocka_unit_test(what_nobody_holds_goes_when_there_is_much),
	};

	return cmocka_run_group_tests(tests, load, unload);
}
