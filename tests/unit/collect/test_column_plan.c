/* SPDX-License-Identifier: Apache-2.0
 *
 * Which columns of the shipped profiles are requested, and their results.
 */
#include "check.h"
#include "collect/column_plan_int.h"
#include "collect/question_int.h"

static struct profile_set *set;

static struct column_plan *
plan(const char *profile, size_t n, const char *const *wanted, bool no_slow)
{
	static struct column_plan p;
	struct collect_options o = { .profile = profile_set_find(set, profile),
		.n_wanted = n,
		.wanted = wanted,
		.no_slow = no_slow };
	struct err err = { 0 };

	assert_non_null(o.profile);
	check_rc(column_plan_make(&p, &o, &err), RC_OK);
	return &p;
}

static const struct source *
source(const struct column_plan *p, const char *table, const char *column)
{
	for (size_t i = 0; i < p->n_sources; i++) {
		if (strcmp(p->sources[i].column->table, table) == 0 &&
		    strcmp(p->sources[i].column->name, column) == 0)
			return &p->sources[i];
	}
	return NULL;
}

static void
the_discovery_column_is_asked_for_whatever_is_wanted(void **state)
{
	const char *const wanted[] = { "distance" };
	struct column_plan *p = plan("huawei", 1, wanted, false);

	(void)state;
	assert_non_null(source(p, "onu", "serial"));
	assert_true(source(p, "onu", "serial")->is_discovery);
	assert_false(
	    p->outputs[SECTION_ONU].at[column_plan_output(p, "serial")].is_wanted);
	assert_true(
	    p->outputs[SECTION_ONU].at[column_plan_output(p, "distance_m")].is_wanted);
}

static void
slow_columns_bring_the_run_state_and_the_cpu_along(void **state)
{
	const char *const wanted[] = { "onu_rx" };
	struct column_plan *p = plan("huawei", 1, wanted, false);

	(void)state;
	assert_true(p->has_slow);
	assert_non_null(source(p, "onu", "status"));
	assert_non_null(source(p, "board", "cpu_pct"));
	assert_true(source(p, "board", "cpu_pct")->is_cpu);
}

static void
without_slow_columns_nothing_slow_is_asked_for(void **state)
{
	struct column_plan *p = plan("huawei", 0, NULL, true);

	(void)state;
	assert_false(p->has_slow);
	for (size_t i = 0; i < p->n_sources; i++)
		assert_int_equal(p->sources[i].column->cost, COST_FAST);
}

static void
columns_go_by_purpose_by_key_and_by_name(void **state)
{
	const char *const wanted[] = { "onu_rx", "olt_rx_dbm", "temp_c" };
	struct column_plan *p = plan("huawei", 3, wanted, false);

	(void)state;
	assert_string_equal(p->outputs[SECTION_ONU].at[0].key, "onu_rx_dbm");
	assert_string_equal(p->outputs[SECTION_ONU].at[1].key, "olt_rx_dbm");
	assert_string_equal(p->outputs[SECTION_ONU].at[2].key, "temperature_c");
}

static void
an_unknown_column_is_refused_with_the_known_ones(void **state)
{
	const char *const wanted[] = { "colour" };
	struct collect_options o = { .profile = profile_set_find(set, "huawei"),
		.n_wanted = 1,
		.wanted = wanted };
	static struct column_plan p;
	struct err err = { 0 };

	(void)state;
	check_rc(column_plan_make(&p, &o, &err), RC_INVALID);
	check_contains(err.msg, "\"colour\"");
	check_contains(err.msg, "serial");
}

static void
one_oid_in_two_tables_is_asked_for_once(void **state)
{
	const char *const wanted[] = { "serial" };
	struct column_plan *p = plan("cdata", 1, wanted, false);
	const struct source *a = source(p, "onu", "serial");
	const struct source *b = source(p, "onu_v3", "serial");

	(void)state;
	assert_non_null(a);
	assert_non_null(b);
	assert_true(a->twin == b || b->twin == a);
	assert_true(a->is_twin != b->is_twin);
}

static void
every_shipped_profile_with_onus_can_be_planned(void **state)
{
	static struct column_plan p;
	const char *const all[] = { "all" };
	size_t with_onus = 0;

	(void)state;
	for (size_t i = 0; i < profile_set_count(set); i++) {
		struct collect_options o = {
			.profile = profile_set_at(set, i), .n_wanted = 1, .wanted = all
		};

		with_onus += column_plan_make(&p, &o, NULL) == RC_OK;
		assert_true(p.n_sources < SOURCES_MAX);
		assert_true(p.outputs[SECTION_ONU].n < OUTPUTS_MAX);
	}
	assert_int_equal(
	    with_onus, profile_set_count(set) - 3); /* MDU, Photon, standard MIBs */
}

/* Huawei: 0xFA002000 is GPON 0/1/0; each port adds 256. */
static void
known_ports_are_where_walks_are_cut(void **state)
{
	const char *const wanted[] = { "serial", "run_state" };
	struct column_plan *p = plan("huawei", 2, wanted, false);
	struct arena *arena = arena_new(0);
	struct position ports[2] = { 0 };
	const struct snmpc_split *splits;
	size_t n = 0;

	(void)state;
	for (int i = 0; i < 2; i++) {
		ports[i].has = 1U << POS_FRAME | 1U << POS_SLOT | 1U << POS_PORT;
		ports[i].part[POS_SLOT] = 1;
		ports[i].part[POS_PORT] = i ? 0 : 5; /* not in order */
	}
	splits = column_plan_splits(p, ports, 2, arena, &n);
	/* One index in the GPON table; the EPON table encodes the same ports. */
	assert_true(n >= 2);
	assert_int_equal(splits[0].index.n, 1);
	assert_int_equal(splits[0].index.arcs[0], 0xFA002000u);
	assert_int_equal(splits[1].index.arcs[0], 0xFA002500u);
	arena_free(arena);
}

static void
quirks_only_ever_make_the_limits_gentler(void **state)
{
	struct snmpc_limits l = snmpc_limits_default(), q;
	struct quirks quirks = { .max_repetitions = 10,
		.max_in_flight = 1,
		.max_varbinds = 8,
		.timeout_ms = 10000,
		.retries = 1,
		.pause_ms = 120 };

	(void)state;
	q = poll_limits(&l, &quirks);
	assert_int_equal(q.repetitions, 10);
	assert_int_equal(q.in_flight, 1);
	assert_int_equal(q.varbinds, 8);
	assert_int_equal(q.timeout_ms, 10000);
	assert_int_equal(q.retries, 1);
	assert_int_equal(q.first_timeout_ms, l.timeout_ms);
	assert_int_equal(poll_limits(&q, &quirks).first_timeout_ms, l.timeout_ms);
	assert_int_equal(q.pause_ms, 120);
	quirks = (struct quirks){ .max_repetitions = 500, .max_in_flight = 50 };
	q = poll_limits(&l, &quirks);
	assert_int_equal(q.repetitions, l.repetitions);
	assert_int_equal(q.in_flight, l.in_flight);
	assert_int_equal(q.first_timeout_ms, 0);
}

static int
load(void **state)
{
	struct err err;

	(void)state;
	return profile_set_load_builtin(&set, &err) == RC_OK ? 0 : -1;
}

static int
unload(void **state)
{
	(void)state;
	profile_set_free(set);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_discovery_column_is_asked_for_whatever_is_wanted),
		cmocka_unit_test(slow_columns_bring_the_run_state_and_the_cpu_along),
		cmocka_unit_test(without_slow_columns_nothing_slow_is_asked_for),
		cmocka_unit_test(columns_go_by_purpose_by_key_and_by_name),
		cmocka_unit_test(an_unknown_column_is_refused_with_the_known_ones),
		cmocka_unit_test(one_oid_in_two_tables_is_asked_for_once),
		cmocka_unit_test(every_shipped_profile_with_onus_can_be_planned),
		cmocka_unit_test(known_ports_are_where_walks_are_cut),
		cmocka_unit_test(quirks_only_ever_make_the_limits_gentler),
	};

	return cmocka_run_group_tests(tests, load, unload);
}
