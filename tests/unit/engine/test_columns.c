/* SPDX-License-Identifier: Apache-2.0
 *
 * Converts the OIDs of a node to the columns of its OLT.
 */
#include <string.h>

#include "check.h"
#include "engine/columns_int.h"

static struct profile_set *set;
static struct overlays *overlays;
static const struct profile *huawei;

static const struct stored_oid OIDS[] = {
	{ .name = "serial",
	    .profile = "huawei_smartax",
	    .table = "onu",
	    .is_builtin = true,
	    .enabled = true },
	{ .name = "status",
	    .profile = "huawei_smartax",
	    .table = "onu",
	    .is_builtin = true,
	    .enabled = true },
	{ .name = "mine",
	    .oid = "1.3.6.1.4.1.9999.1",
	    .purpose = "custom:mine",
	    .formula = "ont" },
	{ .name = "serial",
	    .profile = "zte_c600",
	    .table = "onu",
	    .is_builtin = true,
	    .enabled = true },
};

static const struct overlay *
take(const struct loaded_words *words)
{
	struct loaded_olt site = { .olt = { .brand = { 10 }, .model = { 3 } },
		.words = words };
	struct loaded_node node = { .n_oids = sizeof(OIDS) / sizeof(OIDS[0]),
		.oids = OIDS };
	const struct overlay *o = NULL;
	struct err err = { 0 };

	check_rc(columns_take(overlays, huawei, &site, &node, &o, &err), RC_OK);
	return o;
}

static const char *
label_of(const struct overlay *o, int64_t code)
{
	struct snmp_value raw = { .type = SNMP_INTEGER, .i = code };
	struct value v = { 0 };

	check_rc(column_decode(
		     profile_column(o->profile, "onu", "status"), &raw, NULL, &v, NULL),
	    RC_OK);
	return v.text;
}

static void
disabled_ones_and_those_of_other_profiles_are_left_out(void **state)
{
	static const struct loaded_words NOTHING = { 0 };
	const struct overlay *o = take(&NOTHING);

	(void)state;
	assert_int_equal(o->n_columns, 2);
	assert_ptr_equal(o->profile, huawei);
	assert_string_equal(o->problem, "");
	overlay_give(o);
}

static void
labels_are_for_a_brand_a_profile_or_everybody(void **state)
{
	static const struct stored_label LABELS[] = {
		{ .purpose = "run_state", .raw = "1", .label = "for all", .profile = "" },
		{ .brand = { 10 },
		    .purpose = "run_state",
		    .raw = "2",
		    .label = "for Huawei",
		    .profile = "" },
		{ .brand = { 11 },
		    .purpose = "run_state",
		    .raw = "1",
		    .label = "for ZTE",
		    .profile = "" },
		{ .brand = { 10 },
		    .column = "onu.status",
		    .purpose = "run_state",
		    .raw = "3",
		    .label = "for its profile",
		    .profile = "huawei_smartax",
		    .is_builtin = true },
		{ .brand = { 10 },
		    .column = "onu.status",
		    .purpose = "run_state",
		    .raw = "3",
		    .label = "for another",
		    .profile = "huawei_mdu",
		    .is_builtin = true },
	};
	struct loaded_words words = { .n_labels = 5, .labels = LABELS };
	const struct overlay *o = take(&words);

	(void)state;
	assert_string_equal(label_of(o, 1), "for all");
	assert_string_equal(label_of(o, 2), "for Huawei");
	assert_string_equal(label_of(o, 3), "for its profile");
	overlay_give(o);
}

static void
formulas_are_for_a_model_too(void **state)
{
	static const struct stored_formula FORMULAS[] = {
		{ .brand = { 10 },
		    .name = "ont",
		    .profile = "",
		    .definition = "{\"arcs\":[{\"part\":\"onu\"}]}" },
		{ .brand = { 10 },
		    .model = { 3 },
		    .name = "ont",
		    .profile = "",
		    .definition = "{\"arcs\":[{\"part\":\"port\"},{\"part\":\"onu\"}]}" },
		{ .brand = { 10 },
		    .model = { 4 },
		    .name = "ont",
		    .profile = "",
		    .definition = "{}" },
	};
	struct loaded_words words = { .n_formulas = 3, .formulas = FORMULAS };
	const struct overlay *o = take(&words);

	(void)state;
	assert_string_equal(o->problem, "");
	assert_int_equal(o->columns[0]->index->n_arcs, 2);
	overlay_give(o);
}

static int
load(void **state)
{
	struct err err;

	(void)state;
	if (profile_set_load_builtin(&set, &err) != RC_OK)
		return -1;
	huawei = profile_set_find(set, "huawei_smartax");
	overlays = overlays_new(set);
	return huawei && overlays ? 0 : -1;
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
		cmocka_unit_test(disabled_ones_and_those_of_other_profiles_are_left_out),
		cmocka_unit_test(labels_are_for_a_brand_a_profile_or_everybody),
		cmocka_unit_test(formulas_are_for_a_model_too),
	};

	return cmocka_run_group_tests(tests, load, unload);
}
