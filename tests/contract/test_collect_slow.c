/* SPDX-License-Identifier: Apache-2.0
 *
 * Optics: one question at a time, of those who are online, in slices, and not while the
 * OLT has enough to do. The simulator's own counters say how gently it was asked.
 */
#include "olt_bed.h"

/* ---- slow columns -------------------------------------------------------------------- */

static void
optics_are_asked_one_at_a_time_and_only_of_who_is_online(void **state)
{
	static const char *const SLOW[] = { "huawei_smartax", "zte_c300_c320", "zte_c600",
		"fiberhome_an5516", "nokia_isam", "vsol_v1600g", "bdcom", "cdata",
		"raisecom" };

	(void)state;
	for (size_t i = 0; i < sizeof(SLOW) / sizeof(SLOW[0]); i++) {
		struct olt o = usual_olt(SLOW[i]);
		const struct collection *c;
		size_t online;

		print_message("# %s\n", SLOW[i]);
		get_to_know(&o);
		online = known_count(o.known) - n_offline(&o);
		assert_true(online > 0 && online < known_count(o.known));
		sim_do(&o, "{\"cmd\":\"reset\"}");
		c = run_job(&o, STANDARD_OPTICS);
		check_rc(c->rc, RC_OK);
		assert_int_equal(c->onus.asked, online);
		assert_int_equal(c->onus.ok, online);
		assert_int_equal((int)lab_sim_counter(&o.sim, "max_in_flight"), 1);
		olt_free(&o);
	}
}

static void
slices_cover_every_onu_once(void **state)
{
	struct olt o = usual_olt("huawei_smartax");
	struct collect_options options = options_of(&o, STANDARD_OPTICS);
	size_t seen = 0, n;

	(void)state;
	get_to_know(&o);
	n = known_count(o.known);
	options.n_slice = 7;
	for (options.first = 0; options.first < n; options.first += options.n_slice) {
		const struct collection *c = run_options(&o, &options);

		check_rc(c->rc, RC_OK);
		assert_true(rows_count(c->rows) <= options.n_slice);
		for (size_t i = 0; i < rows_count(c->rows); i++) {
			const struct position *at = &rows_at(c->rows, i)->position;
			size_t k = options.first;

			while (position_compare(&known_at(o.known)[k].position, at) != 0)
				k++;
			assert_true(k < options.first + options.n_slice);
			assert_false(known_at(o.known)[k].is_offline);
			seen++;
		}
	}
	assert_int_equal(seen, n - n_offline(&o));
	olt_free(&o);
}

/* After a start nobody knows the keys of a BDCOM: the first slice looks up all. */
static void
keys_are_looked_up_once_for_all_slices(void **state)
{
	struct olt o = usual_olt("bdcom");
	struct collect_options options = options_of(&o, STANDARD_OPTICS);
	const struct collection *c;

	(void)state;
	get_to_know(&o);
	known_forget_indexes(o.known);
	options.n_slice = 4;
	c = run_options(&o, &options);
	check_rc(c->rc, RC_OK);
	check_rc(known_learn(o.known, c), RC_OK);
	for (size_t i = 0; i < known_count(o.known); i++)
		assert_non_null(known_at(o.known)[i].index);
	sim_do(&o, "{\"cmd\":\"reset\"}");
	options.first = 4;
	c = run_options(&o, &options);
	check_rc(c->rc, RC_OK);
	assert_true(lab_sim_counter(&o.sim, "getbulk") == 0);
	olt_free(&o);
}

static void
optics_wait_while_the_cpu_is_busy(void **state)
{
	struct olt o = usual_olt("huawei_smartax");
	struct collect_options options = options_of(&o, STANDARD_OPTICS);
	const struct collection *c;

	(void)state;
	get_to_know(&o);
	options.cpu_busy_pct = 1; /* the simulated boards are never that idle */
	c = run_options(&o, &options);
	check_rc(c->rc, RC_BUSY);
	assert_true(c->is_cpu_busy);
	assert_true(c->has_answered);
	assert_true(c->cpu_pct >= 1);
	assert_int_equal(c->onus.asked, 0);
	assert_int_equal(column_outcome_of(c, "onu_rx_dbm")->end, COLUMN_NOT_ASKED);
	check_contains(collection_sentence(c), "CPU");
	options.cpu_busy_pct = 101;
	c = run_options(&o, &options);
	check_rc(c->rc, RC_OK);
	assert_false(c->is_cpu_busy);
	olt_free(&o);
}

/* A scalar, which a walk would step over. */
static void
the_cpu_of_a_box_without_boards_is_seen_too(void **state)
{
	struct olt o = usual_olt("vsol_v1600g");
	const struct collection *c;

	(void)state;
	get_to_know(&o);
	c = run_job(&o, STANDARD_OPTICS);
	check_rc(c->rc, RC_OK);
	assert_true(c->cpu_pct >= 0);
	olt_free(&o);
}

static void
with_nobody_online_there_is_nothing_to_ask(void **state)
{
	struct olt o = usual_olt("huawei_smartax");
	struct collect_options options = options_of(&o, STANDARD_STATES);
	struct err err = { 0 };

	(void)state;
	options.mode = COLLECT_GET; /* and nobody is known */
	check_rc(try_start(&o, &options, &err), RC_NOT_FOUND);
	olt_free(&o);
}

/* A fibre is cut and a slice has nobody to ask but the CPU. The columns are still there. */
static void
what_nobody_was_asked_for_is_not_what_the_olt_lacks(void **state)
{
	struct olt o = usual_olt("huawei_smartax");
	const struct collection *c;

	(void)state;
	get_to_know(&o);
	sim_do(&o, "{\"cmd\":\"set\",\"offline\":100}");
	get_to_know(&o);
	assert_int_equal(n_offline(&o), known_count(o.known));
	c = run_job(&o, STANDARD_OPTICS);
	check_rc(c->rc, RC_OK);
	assert_true(c->has_answered);
	assert_int_equal(c->onus.asked, 0);
	assert_int_equal(column_outcome_of(c, "onu_rx_dbm")->end, COLUMN_NOT_ASKED);
	olt_free(&o);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    optics_are_asked_one_at_a_time_and_only_of_who_is_online),
		cmocka_unit_test(slices_cover_every_onu_once),
		cmocka_unit_test(keys_are_looked_up_once_for_all_slices),
		cmocka_unit_test(optics_wait_while_the_cpu_is_busy),
		cmocka_unit_test(the_cpu_of_a_box_without_boards_is_seen_too),
		cmocka_unit_test(with_nobody_online_there_is_nothing_to_ask),
		cmocka_unit_test(what_nobody_was_asked_for_is_not_what_the_olt_lacks),
	};

	return cmocka_run_group_tests(tests, load_profiles, unload_profiles);
}
