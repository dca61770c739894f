/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "sim/settings_int.h"
#include "sim/sim.h"

static struct olt_spec spec;

static int
setup(void **state)
{
	(void)state;
	olt_spec_init(&spec);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	olt_spec_fini(&spec);
	return 0;
}

static void
the_defaults_are_those_of_the_table(void **state)
{
	(void)state;
	assert_int_equal(spec.count, 1);
	assert_int_equal(spec.ports, 16);
	assert_int_equal(spec.onus, 64);
	assert_int_equal(spec.behaviour.max_bytes, 8192);
	assert_string_equal(spec.community, "public");
	assert_true(spec.behaviour.cpu.limit_pct == 80);
	assert_int_equal(spec.behaviour.n_marks, 0);
}

/* Every default in the table must be a value that the table accepts. */
static void
every_default_is_accepted(void **state)
{
	static const struct {
		const char *name, *initial;
	} ALL[] = {
#define SETTING(name, kind, field, is_fixed, low, high, initial, argument, help) \
	{ name, initial },
#include "sim/tbl_settings.h"
#undef SETTING
	};

	(void)state;
	for (size_t i = 0; i < sizeof(ALL) / sizeof(ALL[0]); i++) {
		if (ALL[i].initial)
			check_rc(setting_apply(&spec, ALL[i].name, ALL[i].initial, NULL),
			    RC_OK);
	}
}

static void
durations_have_units(void **state)
{
	static const struct {
		const char *text;
		int64_t us;
	} CASES[] = { { "20ms", 20000 }, { "50us", 50 }, { "1.5s", 1500000 },
		{ "2m", 120000000 }, { "0", 0 }, { "20", 20000 } };
	int64_t us;

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		check_rc(duration_parse(CASES[i].text, &us, NULL), RC_OK);
		assert_int_equal(us, CASES[i].us);
	}
	us = 7;
	check_rc(duration_parse("20 apples", &us, NULL), RC_INVALID);
	check_rc(duration_parse("-1s", &us, NULL), RC_INVALID);
	check_rc(duration_parse("", &us, NULL), RC_INVALID);
	assert_int_equal(us, 7);
}

static void
a_list_sets_several(void **state)
{
	struct err err = { 0 };

	(void)state;
	check_rc(setting_apply_list(&spec,
		     "profile=zte,ports=8,onus=32,latency=20ms,loss=1%,static", &err),
	    RC_OK);
	assert_string_equal(spec.profile, "zte");
	assert_int_equal(spec.ports, 8);
	assert_int_equal(spec.onus, 32);
	assert_int_equal(spec.behaviour.latency_us, 20000);
	assert_true(spec.behaviour.loss_pct == 1);
	assert_true(spec.behaviour.is_static);
}

static void
dashes_and_underscores_are_the_same(void **state)
{
	(void)state;
	check_rc(setting_apply(&spec, "max-bytes", "65507", NULL), RC_OK);
	assert_int_equal(spec.behaviour.max_bytes, 65507);
	check_rc(setting_apply(&spec, "max_bytes", "1400", NULL), RC_OK);
	assert_int_equal(spec.behaviour.max_bytes, 1400);
}

static void
wrong_values_are_told_with_what_is_right(void **state)
{
	static const struct {
		const char *name, *value, *says;
	} CASES[] = {
		{ "ports", "x", "ports: \"x\" is no whole number from 1 to 4096" },
		{ "ports", "1.5", "whole number" },
		{ "ports", "0", "from 1 to 4096" },
		{ "loss", "101", "percentage from 0 to 100" },
		{ "latency", "20x", "20ms, 50us, 1.5s" },
		{ "latency", "11m", "more than 10 minutes" },
		{ "silent", "maybe", "neither yes nor no" },
		{ "cpu", "4:50us:100", "under 100" },
		{ "cpu", "x", "4:50us:80" },
		{ "slow", "1.3.6", "right would be OID:TIME" },
		{ "loop", "1.3.6:0", "no number of rows" },
		{ "missing", "1.x", "expected a number" },
		{ "colour", "red", "no setting of a simulated OLT" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		struct err err = { 0 };
		assert_int_not_equal(
		    setting_apply(&spec, CASES[i].name, CASES[i].value, &err), RC_OK);
		check_contains(err.msg, CASES[i].says);
	}
	assert_int_equal(spec.ports, 16);
	assert_int_equal(spec.behaviour.n_marks, 0);
}

static void
marks_add_up_until_they_are_cleared(void **state)
{
	(void)state;
	check_rc(setting_apply(&spec, "missing", "1.3.6.1.2.1.31", NULL), RC_OK);
	check_rc(setting_apply(&spec, "missing", "1.3.6.1.4.1.2011", NULL), RC_OK);
	check_rc(setting_apply(&spec, "slow", "1.3.6.1.4.1:5ms", NULL), RC_OK);
	assert_int_equal(spec.behaviour.n_marks, 3);
	assert_int_equal(spec.behaviour.marks[2].amount, 5000);
	check_rc(setting_apply(&spec, "missing", "none", NULL), RC_OK);
	assert_int_equal(spec.behaviour.n_marks, 1);
	assert_int_equal(spec.behaviour.marks[0].kind, MARK_SLOW);
}

static void
what_an_olt_is_cannot_change_while_it_runs(void **state)
{
	struct err err = { 0 };

	(void)state;
	check_rc(setting_apply_running(&spec.behaviour, "latency", "5ms", &err), RC_OK);
	assert_int_equal(spec.behaviour.latency_us, 5000);
	check_rc(setting_apply_running(&spec.behaviour, "ports", "4", &err), RC_INVALID);
	check_contains(err.msg, "cannot change while the OLT runs");
}

static void
a_copy_has_marks_of_its_own(void **state)
{
	struct behaviour copy;

	(void)state;
	check_rc(setting_apply(&spec, "generr", "1.3.6", NULL), RC_OK);
	check_rc(behaviour_copy(&copy, &spec.behaviour), RC_OK);
	check_rc(setting_apply(&spec, "generr", "none", NULL), RC_OK);
	assert_int_equal(copy.n_marks, 1);
	assert_int_equal(copy.marks[0].oid.n, 3);
	behaviour_fini(&copy);
}

static void
addresses_to_listen_on(void **state)
{
	static const char *const WRONG[] = { "127.0.0.1", "localhost:161",
		"127.0.0.1:", "127.0.0.1:65536", ":161", "127.0.0.1:16x", "[::1]" };
	struct sim_config config;
	struct err err = { 0 };

	(void)state;
	sim_config_init(&config);
	check_rc(sim_config_listen(&config, "127.0.0.1:16100", &err), RC_OK);
	assert_int_equal(config.listen.ss_family, AF_INET);
	check_rc(sim_config_listen(&config, "[::1]:16100", &err), RC_OK);
	assert_int_equal(config.listen.ss_family, AF_INET6);
	for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++)
		check_rc(sim_config_listen(&config, WRONG[i], &err), RC_INVALID);
	assert_int_equal(config.listen.ss_family, AF_INET6);
	sim_config_fini(&config);
}

static void
olts_start_from_the_base(void **state)
{
	struct sim_config config;
	struct err err = { 0 };

	(void)state;
	sim_config_init(&config);
	check_rc(setting_apply(&config.base, "latency", "20ms", &err), RC_OK);
	check_rc(sim_config_add(&config, "", &err), RC_OK);
	check_rc(sim_config_add(&config, "profile=zte,latency=0,count=3", &err), RC_OK);
	check_rc(sim_config_add(&config, "nonsense=1", &err), RC_NOT_FOUND);
	assert_int_equal(config.n_specs, 2);
	assert_string_equal(config.specs[0].profile, "huawei");
	assert_int_equal(config.specs[0].behaviour.latency_us, 20000);
	assert_string_equal(config.specs[1].profile, "zte");
	assert_int_equal(config.specs[1].behaviour.latency_us, 0);
	assert_int_equal(config.specs[1].count, 3);
	sim_config_fini(&config);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_defaults_are_those_of_the_table),
		TEST(every_default_is_accepted),
		TEST(durations_have_units),
		TEST(a_list_sets_several),
		TEST(dashes_and_underscores_are_the_same),
		TEST(wrong_values_are_told_with_what_is_right),
		TEST(marks_add_up_until_they_are_cleared),
		TEST(what_an_olt_is_cannot_change_while_it_runs),
		TEST(a_copy_has_marks_of_its_own),
		TEST(addresses_to_listen_on),
		TEST(olts_start_from_the_base),
	};
	return CHECK_ALL(tests);
}
