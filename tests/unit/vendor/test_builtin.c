/* SPDX-License-Identifier: Apache-2.0
 *
 * The shipped profiles: complete, consistent, and without forbidden OIDs.
 */
#include "shared_check.h"

#include <jansson.h>

static struct profile_set *set;

static int
load(void **state)
{
	(void)state;
	set = builtin_set();
	return 0;
}

static int
unload(void **state)
{
	(void)state;
	profile_set_free(set);
	return 0;
}

static void
every_brand_of_the_fact_sheet_has_a_name_to_call_it_by(void **state)
{
	static const struct {
		const char *name, *id;
	} NAMES[] = {
		{ "huawei", "huawei_smartax" },
		{ "ZTE", "zte_c300_c320" },
		{ "c600", "zte_c600" },
		{ "fiberhome", "fiberhome_an5516" },
		{ "vsol", "vsol_v1600g" },
		{ "V-SOL", "vsol_v1600g" },
		{ "cdata", "cdata" },
		{ "C-Data", "cdata" },
		{ "nokia", "nokia_isam" },
		{ "bdcom", "bdcom" },
		{ "ubiquiti", "ubiquiti_ufiber" },
		{ "calix", "calix_exa" },
		{ "axos", "calix_axos" },
		{ "dasan", "dasan_dzs" },
		{ "raisecom", "raisecom" },
		{ "ubiquoss", "ubiquoss" },
		{ "eltex", "eltex_ltp_x" },
		{ "ltp-n", "eltex_ltp_n" },
		{ "zhone", "zhone_mxk" },
		{ "datacom", "datacom_dmos" },
		{ "parks", "parks" },
		{ "hsgq", "hsgq" },
		{ "hioso", "hioso" },
		{ "intelbras", "intelbras_8820" },
		{ "tp-link", "tplink_deltastream" },
		{ "gcom", "gcom_epon" },
		{ "photon", "photon_12170" },
		{ "huawei_mdu", "huawei_mdu" },
		{ "fd11xx", "cdata_fd11xx" },
		{ "Standard MIBs", "standard_mibs" },
	};

	(void)state;
	assert_int_equal(profile_set_count(set), 30);
	for (size_t i = 0; i < sizeof(NAMES) / sizeof(NAMES[0]); i++)
		assert_string_equal(profile_named(set, NAMES[i].name)->id, NAMES[i].id);
	assert_null(profile_set_find(set, "nobody"));
}

static void
no_two_profiles_answer_to_one_name(void **state)
{
	(void)state;
	for (size_t i = 0; i < profile_set_count(set); i++) {
		const struct profile *p = profile_set_at(set, i);

		for (size_t k = 0; k < p->n_aliases; k++)
			assert_ptr_equal(profile_set_find(set, p->aliases[k]), p);
		assert_ptr_equal(profile_set_find(set, p->id), p);
	}
}

/* OIDs that are wrong, dangerous or secret (OLT-FACTS 3 "rejected", 4.5). With a purpose:
 * the OID exists but has another meaning. */
static const struct {
	const char *oid;
	int purpose; /* -1: must not be shipped */
} BANNED[] = {
	{ "1.3.6.1.4.1.2011.6.128.1.1.2.47.1.3", PURPOSE_LAST_DOWN_CAUSE },
	{ "1.3.6.1.4.1.2011.6.128.1.1.2.51.1.2", PURPOSE_VOLTAGE },
	{ "1.3.6.1.4.1.2011.6.128.1.1.2.23.1.2", PURPOSE_PORT_TX },
	{ "1.3.6.1.4.1.3902.1015.3.28", -1 },
	{ "1.3.6.1.4.1.3902.1082.500.10.2.2.1.1.10", -1 },
	{ "1.3.6.1.4.1.3902.1082.500.12.2.3.3.1.10", -1 },
	{ "1.3.6.1.4.1.3902.1012.3.28.2.1.3", PURPOSE_LAST_DOWN_CAUSE },
	{ "1.3.6.1.4.1.3902.1012.3.50.12.1.1.18", PURPOSE_OLT_RX },
	{ "1.3.6.1.4.1.3902.1012.3.50.12.1.1.18", PURPOSE_DISTANCE },
	{ "1.3.6.1.4.1.3902.1082.500.20.2.2.2.1.18", PURPOSE_ONU_TX },
	{ "1.3.6.1.4.1.3902.1082.500.20.2.2.2.1.19", PURPOSE_OLT_RX },
	{ "1.3.6.1.4.1.3902.1082.500.10.2.3.8.1.4", PURPOSE_DISTANCE },
	{ "1.3.6.1.4.1.3902.1082.500.20.2.2.2.1.11", -1 },
	{ "1.3.6.1.4.1.3902.1082.500.20.2.2.2.1.12", -1 },
	{ "1.3.6.1.4.1.3902.1082.500.20.2.2.2.1.13", -1 },
	{ "1.3.6.1.4.1.3902.1082.500.10.2.8", -1 },
	{ "1.3.6.1.4.1.3902.1082.500.10.2.11", -1 },
	{ "1.3.6.1.4.1.5765", -1 },
	{ "1.3.6.1.4.1.37950.1.1.5.12.1.1.1", -1 },
	{ "1.3.6.1.4.1.17409.2.3.6", -1 },
	{ "1.3.6.1.4.1.6527", -1 },
	{ "1.3.6.1.4.1.637.61.1.35.10.14.1.2", PURPOSE_OLT_RX },
	{ "1.3.6.1.4.1.6321.1.2.2.4", -1 },
	{ "1.3.6.1.4.1.50222", -1 },
	/* Writable and dangerous. */
	{ "1.3.6.1.4.1.3902.1012.3.28.1.1.9", -1 },
	{ "1.3.6.1.4.1.3902.1012.3.13.2.1", -1 },
	{ "1.3.6.1.4.1.5504.5.14.1.17", -1 },
	{ "1.3.6.1.4.1.5504.5.14.1.19", -1 },
	{ "1.3.6.1.4.1.11863.6.100.1.7.2.1.41", -1 },
	{ "1.3.6.1.4.1.3320.10.3.2.1.4", -1 },
	{ "1.3.6.1.4.1.34592.1.5.1.1.2.18.4.1", -1 },
	/* Credentials. */
	{ "1.3.6.1.4.1.37950.1.1.5.10.12.7", -1 },
	{ "1.3.6.1.4.1.17409.2.8.4.3.1.13", -1 },
	{ "1.3.6.1.4.1.17409.2.8.4.3.1.14", -1 },
};

static void
nothing_rejected_dangerous_or_secret_ships(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(BANNED) / sizeof(BANNED[0]); i++) {
		struct oid ban = oid_of(BANNED[i].oid);

		for (size_t k = 0; k < profile_set_count(set); k++) {
			const struct profile *p = profile_set_at(set, k);

			for (size_t m = 0; m < p->n_columns; m++) {
				const struct column *c = &p->columns[m];

				if (!oid_starts_with(
					c->oid.arcs, c->oid.n, ban.arcs, ban.n))
					continue;
				if (BANNED[i].purpose < 0 ||
				    (int)c->purpose == BANNED[i].purpose)
					fail_msg("%s ships %s.%s at %s", p->id, c->table,
					    c->name, BANNED[i].oid);
			}
		}
	}
}

static void
no_column_lies_in_a_subtree_never_to_be_read(void **state)
{
	size_t n = 0;
	const struct oid *never = profile_set_never_read(set, &n);

	(void)state;
	assert_true(n >= 3);
	for (size_t k = 0; k < profile_set_count(set); k++) {
		const struct profile *p = profile_set_at(set, k);

		for (size_t i = 0; i < n * p->n_columns; i++) {
			const struct column *c = &p->columns[i / n];
			const struct oid *o = &never[i % n];

			assert_false(
			    oid_starts_with(c->oid.arcs, c->oid.n, o->arcs, o->n));
		}
	}
}

static void
every_column_is_whole(void **state)
{
	(void)state;
	for (size_t k = 0; k < profile_set_count(set); k++) {
		const struct profile *p = profile_set_at(set, k);

		for (size_t i = 0; i < p->n_columns; i++) {
			const struct column *c = &p->columns[i];

			assert_non_null(profile_table(p, c->table));
			assert_non_null(c->source);
			assert_non_null(c->key);
			assert_true(c->is_scalar == (c->index == NULL));
			assert_true(c->scale >= 1);
		}
	}
}

static void
every_onu_table_says_which_rows_are_onus(void **state)
{
	(void)state;
	for (size_t k = 0; k < profile_set_count(set); k++) {
		const struct profile *p = profile_set_at(set, k);

		for (size_t i = 0; i < p->n_tables; i++) {
			if (p->tables[i].kind == TABLE_ONU)
				assert_non_null(p->tables[i].discovery);
		}
	}
}

static void
a_table_has_one_column_for_each_purpose(void **state)
{
	(void)state;
	for (size_t k = 0; k < profile_set_count(set); k++) {
		const struct profile *p = profile_set_at(set, k);

		for (size_t i = 0; i < p->n_columns; i++) {
			for (size_t m = 0; m < i; m++) {
				const struct column *a = &p->columns[i];
				const struct column *b = &p->columns[m];

				if (a->purpose == b->purpose &&
				    a->purpose != PURPOSE_CUSTOM &&
				    strcmp(a->table, b->table) == 0)
					fail_msg("%s %s: %s and %s are both for %s",
					    p->id, a->table, a->name, b->name, a->key);
			}
		}
	}
}

/* ---- comparison with the fact sheet ---- */

static const char *
text_of(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static bool
is_left_out(const struct profile *p, const json_t *fact)
{
	for (size_t i = 0; i < p->n_left_out; i++) {
		const struct left_out *l = &p->left_out[i];

		if (strcmp(l->table, text_of(fact, "scope")) == 0 &&
		    strcmp(l->name, text_of(fact, "name")) == 0)
			return true;
	}
	return false;
}

/* The column with this OID; a column that adds the .0 of a scalar or leaves out the
 * instance of a row also matches. */
static const struct column *
find_shipped(const struct profile *p, const struct oid *oid)
{
	for (size_t i = 0; i < p->n_columns; i++) {
		const struct oid *o = &p->columns[i].oid;
		size_t n = o->n < oid->n ? o->n : oid->n;

		if (o->n + 1 >= oid->n && oid->n + 1 >= o->n &&
		    oid_compare(o->arcs, n, oid->arcs, n) == 0)
			return &p->columns[i];
	}
	return NULL;
}

static double
number_or(const json_t *object, const char *key, double otherwise)
{
	const json_t *value = json_object_get(object, key);

	return value ? json_number_value(value) : otherwise;
}

static void
compare_with_fact(const struct profile *p, const json_t *fact)
{
	const json_t *transform = json_object_get(fact, "transform");
	struct oid oid = oid_of(text_of(fact, "oid"));
	const struct column *c = find_shipped(p, &oid);

	if (is_left_out(p, fact))
		return;
	if (!c)
		fail_msg("%s: %s %s is neither shipped nor left out", p->id,
		    text_of(fact, "name"), text_of(fact, "oid"));
	if (c->mul != number_or(transform, "mul", 1) ||
	    c->add != number_or(transform, "add", 0) ||
	    c->signed_bits != (unsigned)number_or(transform, "signed_bits", 0))
		fail_msg("%s: %s.%s has another transform", p->id, c->table, c->name);
	if (json_is_true(json_object_get(fact, "slow")) && c->cost != COST_SLOW)
		fail_msg("%s: %s.%s is slow", p->id, c->table, c->name);
	if ((int)c->confidence != text_of(fact, "confidence")[0])
		fail_msg("%s: %s.%s has another confidence", p->id, c->table, c->name);
}

static void
every_fact_is_shipped_or_left_out_with_a_reason(void **state)
{
	size_t len = 0;
	char *text = shared_text("profiles.json", &len);
	json_t *root;
	json_t *profile;
	json_t *fact;
	size_t i;
	size_t k;

	(void)state;
	if (!text)
		skip();
	root = json_loadb(text, len, 0, NULL);
	free(text);
	assert_non_null(root);
	json_array_foreach(json_object_get(root, "profiles"), i, profile)
	{
		const char *id = text_of(profile, "id");

		json_array_foreach(json_object_get(profile, "columns"), k, fact)
		{
			compare_with_fact(profile_named(set, id), fact);
		}
	}
	assert_int_equal(i, 25);
	json_decref(root);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_brand_of_the_fact_sheet_has_a_name_to_call_it_by),
		cmocka_unit_test(no_two_profiles_answer_to_one_name),
		cmocka_unit_test(nothing_rejected_dangerous_or_secret_ships),
		cmocka_unit_test(no_column_lies_in_a_subtree_never_to_be_read),
		cmocka_unit_test(every_column_is_whole),
		cmocka_unit_test(every_onu_table_says_which_rows_are_onus),
		cmocka_unit_test(a_table_has_one_column_for_each_purpose),
		cmocka_unit_test(every_fact_is_shipped_or_left_out_with_a_reason),
	};

	return cmocka_run_group_tests(tests, load, unload);
}
