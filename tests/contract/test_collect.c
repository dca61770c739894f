/* SPDX-License-Identifier: Apache-2.0
 *
 * The standard jobs of several brands against simulated OLTs: who is there, and their
 * states by walk and by GET; and what each does when the device does not do its part.
 */
#include <string.h>

#include "olt_bed.h"

#define HUAWEI "1.3.6.1.4.1.2011.6.128.1.1.2"
#define ELTEX "1.3.6.1.4.1.35265.1.22.3.1.1"

/* ---- who is there ------------------------------------------------------------ */

static const char *const BRANDS[] = { "huawei_smartax", "zte_c300_c320", "zte_c600",
	"fiberhome_an5516", "nokia_isam", "vsol_v1600g", "bdcom", "cdata", "raisecom",
	"datacom_dmos", "ubiquiti_ufiber", "calix_axos" };
enum { N_BRANDS = sizeof(BRANDS) / sizeof(BRANDS[0]) };

static void
a_discovery_finds_every_onu_of_every_brand(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_BRANDS; i++) {
		struct olt o = usual_olt(BRANDS[i]);
		const struct collection *c = run_job(&o, STANDARD_DISCOVERY);

		print_message("# %s\n", BRANDS[i]);
		check_rc(c->rc, RC_OK);
		assert_true(c->is_complete);
		assert_true(c->is_discovery);
		assert_true(rows_count(c->rows) >= PORTS * ONUS);
		assert_int_equal(c->onus.ok, rows_count(c->rows));
		check_rc(known_learn(o.known, c), RC_OK);
		assert_int_equal(known_count(o.known), rows_count(c->rows));
		olt_free(&o);
	}
}

static void
a_discovery_that_breaks_off_is_not_complete(void **state)
{
	static const char *const MORE[] = { "--ports", "2", "--onus", "16", "--die_after",
		"3", "--max_repetitions", "4", NULL };
	struct olt o = olt_make("huawei_smartax", MORE);
	const struct collection *c;

	(void)state;
	c = run_job(&o, STANDARD_DISCOVERY);
	check_rc(c->rc, RC_TIMEOUT);
	assert_true(c->is_partial);
	assert_true(c->has_answered);
	assert_false(c->is_complete);
	assert_true(rows_count(c->rows) > 0 && rows_count(c->rows) < PORTS * ONUS);
	olt_free(&o);
}

/* Those that it did not come to were asked for too. */
static void
a_discovery_that_breaks_off_early_has_not_brought_enough(void **state)
{
	static const char *const MORE[] = { "--ports", "2", "--onus", "16",
		"--max_repetitions", "4", NULL };
	struct olt o = olt_make("huawei_smartax", MORE);
	const struct collection *c;
	size_t seen;

	(void)state;
	discover(&o);
	sim_do(&o, "{\"cmd\":\"set\",\"die_after\":3}");
	c = run_job(&o, STANDARD_DISCOVERY);
	seen = rows_count(c->rows);
	assert_true(c->is_partial);
	assert_true(seen > 0 && seen < PORTS * ONUS);
	assert_int_equal(c->onus.unseen, PORTS * ONUS - seen);
	assert_int_equal(c->share.asked, PORTS * ONUS);
	assert_true(c->share.answered <= (int64_t)seen);
	assert_false(execution_is_made(EXECUTION_PARTIAL, c->share));
	olt_free(&o);
}

static void
an_olt_without_onus_is_discovered_completely(void **state)
{
	struct olt o = usual_olt("huawei_smartax");
	const struct collection *c;

	(void)state;
	sim_do(&o, "{\"cmd\":\"set\",\"missing\":[\"1.3.6.1.4.1.2011.6.128\"]}");
	c = run_job(&o, STANDARD_DISCOVERY);
	check_rc(c->rc, RC_OK);
	assert_true(c->is_complete);
	assert_int_equal(rows_count(c->rows), 0);
	assert_int_equal(column_outcome_of(c, "serial")->end, COLUMN_EMPTY);
	olt_free(&o);
}

static void
a_column_of_who_is_there_that_goes_round_in_circles_is_not_complete(void **state)
{
	static const char REPEAT[] = HUAWEI ".43.1.3:10";
	static const char *const MORE[] = { "--ports", "2", "--onus", "16", "--repeat",
		REPEAT, NULL };
	struct olt o = olt_make("huawei_smartax", MORE);
	const struct collection *c = run_job(&o, STANDARD_DISCOVERY);

	(void)state;
	assert_false(c->is_complete);
	assert_int_equal(column_outcome_of(c, "serial")->end, COLUMN_FAILED);
	assert_int_equal(column_outcome_of(c, "serial")->why, SNMPC_END_NOT_INCREASING);
	olt_free(&o);
}

/* A profile for a Huawei whose index of ONUs has `arc` in the place of the ONU. */
static const struct profile *
odd_profile(const char *id, const char *arc, const char *more)
{
	char json[1536];
	struct err err = { 0 };

	(void)snprintf(json, sizeof(json),
	    "{\"format\":1,\"id\":\"%s\",\"brand\":\"Odd\",\"title\":\"Odd\","
	    "\"technologies\":[\"gpon\"],"
	    "\"detect\":[{\"object_id_prefix\":\"1.3.6.1.4.1.99999\","
	    "\"confidence\":\"C\"}],"
	    "\"indexes\":{\"onu\":{\"arcs\":[{\"part\":\"port\"},%s],"
	    "\"confidence\":\"C\",\"source\":[\"me\"]%s}},"
	    "\"tables\":{\"onu\":{\"kind\":\"onu\",\"index\":\"onu\","
	    "\"discovery\":\"serial\"}},"
	    "\"columns\":[{\"table\":\"onu\",\"name\":\"serial\",\"purpose\":\"serial\","
	    "\"oid\":\"" HUAWEI ".43.1.3\",\"transform\":{\"parse\":\"serial\"},"
	    "\"confidence\":\"B\",\"source\":[\"me\"]}]}",
	    id, arc, more);
	if (profile_set_add(profiles, id, json, strlen(json), &err) != RC_OK)
		fail_msg("%s", err.msg);
	return profile_set_find(profiles, id);
}

static const struct collection *
discover_with(struct olt *o, const struct profile *p)
{
	const struct column *serial = profile_column(p, "onu", "serial");
	struct collect_options options = {
		.mode = COLLECT_DISCOVERY, .n_columns = 1, .columns = &serial
	};

	o->profile = p;
	return run_options(o, &options);
}

/* Rows that cannot be decoded are ONUs that nobody can name: they are there. */
static void
a_discovery_with_indexes_that_cannot_be_decoded_is_not_complete(void **state)
{
	struct olt o = usual_olt("huawei_smartax");
	const struct collection *c = discover_with(
	    &o, odd_profile("odd_some", "{\"part\":\"onu\",\"max\":8}", ""));

	(void)state;
	assert_int_equal(rows_count(c->rows), PORTS * 9);
	check_rc(c->rc, RC_PROTOCOL);
	assert_true(c->is_partial);
	assert_false(c->is_complete);
	assert_int_equal(c->n_strays, PORTS * (ONUS - 9));
	assert_int_equal(c->share.asked, PORTS * ONUS);
	assert_int_equal(c->share.answered, PORTS * 9);
	check_contains(collection_sentence(c),
	    "serial: 14 rows have an index that this profile cannot decode; left out");
	olt_free(&o);
}

static void
a_discovery_of_which_no_index_can_be_decoded_has_brought_nothing(void **state)
{
	struct olt o = usual_olt("huawei_smartax");
	const struct collection *c = discover_with(
	    &o, odd_profile("odd_all", "{\"part\":\"onu\"},{\"part\":\"sub\"}", ""));

	(void)state;
	check_rc(c->rc, RC_PROTOCOL);
	assert_false(c->is_partial);
	assert_false(c->is_complete);
	assert_int_equal(rows_count(c->rows), 0);
	assert_int_equal(c->n_strays, PORTS * ONUS);
	olt_free(&o);
}

static void
a_profile_may_say_that_rows_which_do_not_fit_are_expected(void **state)
{
	struct olt o = usual_olt("huawei_smartax");
	const struct collection *c = discover_with(&o,
	    odd_profile(
		"odd_mixed", "{\"part\":\"onu\",\"max\":8}", ",\"other_rows\":true"));

	(void)state;
	check_rc(c->rc, RC_OK);
	assert_true(c->is_complete);
	assert_int_equal(rows_count(c->rows), PORTS * 9);
	assert_int_equal(c->n_strays, 0);
	assert_int_equal(c->n_notes, 0);
	olt_free(&o);
}

/* Presence is the store's to decide (test_finish.c): until it has, all are asked. */
static void
a_walk_alone_makes_nobody_absent(void **state)
{
	struct olt o = usual_olt("huawei_smartax");

	(void)state;
	discover(&o);
	assert_int_equal(known_count(o.known), PORTS * ONUS);
	sim_do(&o,
	    "{\"cmd\":\"set\",\"missing\":[\"" HUAWEI ".43.1.3.4194312192.3\",\"" HUAWEI
	    ".43.1.3.4194312192.4\"]}");
	for (int i = 0; i < 4; i++)
		discover(&o);
	assert_int_equal(known_count(o.known), PORTS * ONUS);
	olt_free(&o);
}

/* ---- states, by walk and by GET ---------------------------------------------------- */

/* The same ONU has the same values in both. */
static uint64_t
hash_rows(const struct collection *c)
{
	uint64_t hash = 0;

	for (size_t i = 0; i < rows_count(c->rows); i++) {
		const struct row *row = rows_at(c->rows, i);
		char at[POSITION_TEXT_MAX];

		(void)position_format(&row->position, at);
		for (size_t j = 0; j < c->n_outputs; j++) {
			const struct value *v = &row->values[j];
			uint64_t h = 14695981039346656037u;

			if (!c->outputs[j].is_wanted || v->kind == VALUE_NULL)
				continue;
			for (const char *p = at; *p; p++)
				h = (h ^ (uint8_t)*p) * 1099511628211u;
			for (const char *p = c->outputs[j].key; *p; p++)
				h = (h ^ (uint8_t)*p) * 1099511628211u;
			if (v->kind == VALUE_TEXT) {
				for (const char *p = v->text; *p; p++)
					h = (h ^ (uint8_t)*p) * 1099511628211u;
			} else
				h = (h ^ (uint64_t)v->i) * 1099511628211u;
			hash += h;
		}
	}
	return hash;
}

static void
a_get_brings_what_a_walk_brings(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_BRANDS; i++) {
		struct olt o = usual_olt(BRANDS[i]);
		struct collect_options options = options_of(&o, STANDARD_DISCOVERY);
		const struct collection *c;
		uint64_t walked;
		size_t n;

		print_message("# %s\n", BRANDS[i]);
		discover(&o);
		options.mode = COLLECT_WALK;
		c = run_options(&o, &options);
		check_rc(c->rc, RC_OK);
		walked = hash_rows(c);
		n = rows_count(c->rows);
		assert_int_equal(n, known_count(o.known));
		sim_do(&o, "{\"cmd\":\"reset\"}");
		options.mode = COLLECT_GET;
		c = run_options(&o, &options);
		check_rc(c->rc, RC_OK);
		assert_int_equal(rows_count(c->rows), n);
		assert_int_equal(c->onus.ok, n);
		assert_true(hash_rows(c) == walked);
		assert_true(lab_sim_counter(&o.sim, "get") > 0);
		assert_true(lab_sim_counter(&o.sim, "getbulk") == 0);
		olt_free(&o);
	}
}

/* As after a start: the database knows positions, not tables and indexes. */
static void
a_get_works_with_positions_alone(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_BRANDS; i++) {
		struct olt o = usual_olt(BRANDS[i]);
		struct collect_options options = options_of(&o, STANDARD_DISCOVERY);
		const struct collection *c;
		size_t n;

		print_message("# %s\n", BRANDS[i]);
		discover(&o);
		n = known_count(o.known);
		known_forget_indexes(o.known);
		options.mode = COLLECT_GET;
		c = run_options(&o, &options);
		check_rc(c->rc, RC_OK);
		assert_int_equal(rows_count(c->rows), n);
		assert_int_equal(c->onus.ok, n);
		assert_int_equal(c->onus.failed + c->onus.absent, 0);
		check_rc(known_learn(o.known, c), RC_OK);
		for (size_t k = 0; k < n; k++)
			assert_true(known_at(o.known)[k].table > 0);
		olt_free(&o);
	}
}

static void
one_bad_onu_costs_one_onu(void **state)
{
	struct olt o = usual_olt("huawei_smartax");
	struct collect_options options = options_of(&o, STANDARD_STATES);
	const struct collection *c;
	const struct row *bad;

	(void)state;
	discover(&o);
	/* Everything of ONU 0/1/0:5: port 4194312192. */
	sim_do(&o,
	    "{\"cmd\":\"set\",\"generr\":[\"" HUAWEI ".46.1.15.4194312192.5\",\"" HUAWEI
	    ".46.1.20.4194312192.5\"]}");
	options.mode = COLLECT_GET;
	c = run_options(&o, &options);
	check_rc(c->rc, RC_PROTOCOL);
	assert_true(c->is_partial);
	assert_int_equal(c->onus.asked, PORTS * ONUS);
	assert_int_equal(c->onus.failed, 1);
	assert_int_equal(c->onus.ok, PORTS * ONUS - 1);
	assert_int_equal(c->share.asked, PORTS * ONUS);
	assert_int_equal(c->share.answered, PORTS * ONUS - 1);
	assert_true(execution_is_made(EXECUTION_PARTIAL, c->share));
	bad = rows_at(c->rows, 5);
	assert_int_equal(bad->position.part[POS_ONU], 5);
	assert_int_equal(bad->n_failed, 2);
	assert_true(bad->answered != 0);
	olt_free(&o);
}

static void
an_onu_that_is_not_there_is_absent_and_no_failure(void **state)
{
	struct olt o = usual_olt("huawei_smartax");
	struct collect_options options = options_of(&o, STANDARD_STATES);
	struct position at;
	const struct collection *c;

	(void)state;
	discover(&o);
	at = known_at(o.known)[0].position;
	at.part[POS_ONU] = 100;
	check_rc(known_add(o.known, &at, false), RC_OK);
	known_sort(o.known);
	options.mode = COLLECT_GET;
	c = run_options(&o, &options);
	check_rc(c->rc, RC_OK);
	assert_int_equal(c->onus.ok, PORTS * ONUS);
	assert_int_equal(c->onus.failed, 0);
	assert_int_equal(rows_count(c->rows), PORTS * ONUS);
	olt_free(&o);
}

static void
a_get_never_has_more_in_flight_than_permitted(void **state)
{
	static const char *const MORE[] = { "--ports", "4", "--onus", "64", "--latency",
		"5ms", NULL };
	struct olt o = olt_make("huawei_smartax", MORE);
	struct collect_options options = options_of(&o, STANDARD_STATES);
	struct snmpc_limits limits = snmpc_limits_default();
	const struct collection *c;

	(void)state;
	limits.in_flight = 3;
	limits.fixed = true;
	limits.answer_bytes = 1400;
	discover(&o);
	snmpc_session_limit(o.bed.session, &limits);
	sim_do(&o, "{\"cmd\":\"reset\"}");
	options.mode = COLLECT_GET;
	c = run_options(&o, &options);
	check_rc(c->rc, RC_OK);
	assert_int_equal(c->onus.ok, 256);
	assert_int_equal((int)lab_sim_counter(&o.sim, "max_in_flight"), 3);
	olt_free(&o);
}

static void
a_walk_leaves_tables_without_known_onus_alone(void **state)
{
	struct olt o = usual_olt("huawei_smartax");
	const struct collection *c;

	(void)state;
	discover(&o);
	c = run_job(&o, STANDARD_STATES);
	check_rc(c->rc, RC_OK);
	for (size_t i = 0; i < c->n_columns; i++) {
		const struct column_outcome *out = &c->columns[i];
		bool is_epon = strcmp(out->column->table, "onu_epon") == 0;

		assert_int_equal(out->end == COLUMN_NOT_ASKED, is_epon);
	}
	olt_free(&o);
}

static void
a_walk_tells_who_is_offline_and_why(void **state)
{
	struct olt o = usual_olt("huawei_smartax");
	const struct collection *c;
	int run_state, cause;
	size_t offline = 0;

	(void)state;
	discover(&o);
	c = run_job(&o, STANDARD_STATES);
	run_state = output_of(
	    &(struct collected){ c->n_outputs, c->outputs, c->rows }, "run_state");
	cause = output_of(
	    &(struct collected){ c->n_outputs, c->outputs, c->rows }, "last_down_cause");
	for (size_t i = 0; i < rows_count(c->rows); i++) {
		const struct row *row = rows_at(c->rows, i);

		assert_true(row->answered >> run_state & 1);
		if (row->values[run_state].state == STATE_ONLINE)
			continue;
		offline++;
		assert_int_equal(row->values[cause].kind, VALUE_STATE);
	}
	assert_true(offline > 0);
	check_rc(known_learn(o.known, c), RC_OK);
	assert_int_equal(n_offline(&o), offline);
	olt_free(&o);
}

/* Several rows an ONU, one a software image. */
static void
rows_inside_an_onu_are_that_onus(void **state)
{
	static const enum collect_mode MODES[] = { COLLECT_WALK, COLLECT_GET };
	struct olt o = usual_olt("zte_c300_c320");
	const struct column *column =
	    profile_column(o.profile, "onu_image", "sw_version");
	size_t n;

	(void)state;
	discover(&o);
	n = known_count(o.known);
	for (size_t i = 0; i < 2; i++) {
		struct collect_options options = {
			.mode = MODES[i], .n_columns = 1, .columns = &column
		};
		const struct collection *c = run_options(&o, &options);

		check_rc(c->rc, RC_OK);
		assert_int_equal(rows_count(c->rows), n);
		assert_int_equal(c->onus.ok, n);
	}
	olt_free(&o);
}

/* ---- columns that the device does not have --------------------------------------------- */

static void
an_unsupported_column_is_no_failure_and_is_not_asked_again(void **state)
{
	static const enum collect_mode MODES[] = { COLLECT_WALK, COLLECT_GET };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct olt o = usual_olt("huawei_smartax");
		struct collect_options options = options_of(&o, STANDARD_STATES);
		const struct collection *c;

		options.mode = MODES[i];
		discover(&o);
		sim_do(&o, "{\"cmd\":\"set\",\"missing\":[\"" HUAWEI ".46.1.20\"]}");
		c = run_options(&o, &options);
		check_rc(c->rc, RC_OK);
		assert_int_equal(c->onus.ok, PORTS * ONUS);
		assert_int_equal(
		    column_outcome_of(c, "distance_m")->end, COLUMN_UNSUPPORTED);
		assert_int_equal(column_outcome_of(c, "run_state")->end, COLUMN_ANSWERS);
		o.unsupported = profile_column(o.profile, "onu", "distance_m");
		c = run_options(&o, &options);
		check_rc(c->rc, RC_OK);
		assert_int_equal(
		    column_outcome_of(c, "distance_m")->end, COLUMN_NOT_ASKED);
		assert_int_equal(c->onus.ok, PORTS * ONUS);
		olt_free(&o);
	}
}

static void
a_device_with_nothing_of_what_was_asked_says_so(void **state)
{
	struct olt o = usual_olt("huawei_smartax");
	const struct collection *c;

	(void)state;
	discover(&o);
	sim_do(&o, "{\"cmd\":\"set\",\"missing\":[\"1.3.6.1.4.1.2011\"]}");
	c = run_job(&o, STANDARD_STATES);
	check_rc(c->rc, RC_NOT_FOUND);
	assert_true(c->has_answered);
	assert_true(collection_sentence(c)[0] != '\0');
	olt_free(&o);
}

/* All of this profile's states and levels are of one source: taken out as "not used" they
 * would leave a run that asked nothing. */
static void
garbage_in_unverified_columns_is_unread_when_nothing_else_came(void **state)
{
	static const char GARBAGE[] =
	    "{\"cmd\":\"set\",\"wrong_type\":[\"" ELTEX ".5\",\"" ELTEX ".10\",\"" ELTEX
	    ".11\",\"" ELTEX ".13\",\"" ELTEX ".14\",\"" ELTEX ".15\"]}";
	static const enum standard_kind KINDS[] = { STANDARD_STATES, STANDARD_OPTICS };
	static const char *const KEYS[] = { "run_state", "onu_rx_dbm" };
	struct olt o = usual_olt("eltex_ltp_x");

	(void)state;
	get_to_know(&o);
	sim_do(&o, GARBAGE);
	for (size_t i = 0; i < 2; i++) {
		const struct collection *c = run_job(&o, KINDS[i]);

		check_rc(c->rc, RC_PROTOCOL);
		assert_true(c->is_partial);
		assert_int_equal(c->onus.ok, 0);
		assert_true(c->onus.failed > 0);
		assert_int_equal(c->onus.failed, c->onus.asked);
		assert_int_equal(c->share.answered, 0);
		assert_false(execution_is_made(EXECUTION_PARTIAL, c->share));
		assert_false(column_outcome_of(c, KEYS[i])->is_implausible);
		check_contains(collection_sentence(c), "values could not be read");
	}
	olt_free(&o);
}

/* With values of another column beside it, such a column is left out, as before. */
static void
an_unverified_column_is_not_used_where_others_brought_values(void **state)
{
	struct olt o = usual_olt("eltex_ltp_x");
	const struct collection *c;

	(void)state;
	get_to_know(&o);
	sim_do(&o, "{\"cmd\":\"set\",\"wrong_type\":[\"" ELTEX ".11\"]}");
	c = run_job(&o, STANDARD_OPTICS);
	check_rc(c->rc, RC_OK);
	assert_true(column_outcome_of(c, "olt_rx_dbm")->is_implausible);
	assert_int_equal(c->onus.failed, 0);
	olt_free(&o);
}

static void
a_silent_device_costs_one_question(void **state)
{
	struct olt o = usual_olt("huawei_smartax");
	struct collect_options options = options_of(&o, STANDARD_STATES);
	const struct collection *c;
	struct snmpc_limits limits = snmpc_limits_default();

	(void)state;
	discover(&o);
	limits.timeout_ms = 200;
	limits.retries = 1;
	snmpc_session_limit(o.bed.session, &limits);
	sim_do(&o, "{\"cmd\":\"set\",\"silent\":true}");
	options.mode = COLLECT_GET;
	/* Several times: giving up between two looks at the clock once left a run that
	 * nobody woke. */
	for (int i = 0; i < 5; i++) {
		c = run_options(&o, &options);
		check_rc(c->rc, RC_TIMEOUT);
		assert_false(c->has_answered);
		assert_false(c->is_partial && c->n_values);
		assert_true(c->stats.requests <= 6);
		assert_true(collection_sentence(c)[0] != '\0');
	}
	olt_free(&o);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_discovery_finds_every_onu_of_every_brand),
		cmocka_unit_test(a_discovery_that_breaks_off_is_not_complete),
		cmocka_unit_test(
		    a_discovery_that_breaks_off_early_has_not_brought_enough),
		cmocka_unit_test(an_olt_without_onus_is_discovered_completely),
		cmocka_unit_test(
		    a_column_of_who_is_there_that_goes_round_in_circles_is_not_complete),
		cmocka_unit_test(
		    a_discovery_with_indexes_that_cannot_be_decoded_is_not_complete),
		cmocka_unit_test(
		    a_discovery_of_which_no_index_can_be_decoded_has_brought_nothing),
		cmocka_unit_test(
		    a_profile_may_say_that_rows_which_do_not_fit_are_expected),
		cmocka_unit_test(a_walk_alone_makes_nobody_absent),
		cmocka_unit_test(a_get_brings_what_a_walk_brings),
		cmocka_unit_test(a_get_works_with_positions_alone),
		cmocka_unit_test(one_bad_onu_costs_one_onu),
		cmocka_unit_test(an_onu_that_is_not_there_is_absent_and_no_failure),
		cmocka_unit_test(a_get_never_has_more_in_flight_than_permitted),
		cmocka_unit_test(a_walk_leaves_tables_without_known_onus_alone),
		cmocka_unit_test(a_walk_tells_who_is_offline_and_why),
		cmocka_unit_test(rows_inside_an_onu_are_that_onus),
		cmocka_unit_test(
		    an_unsupported_column_is_no_failure_and_is_not_asked_again),
		cmocka_unit_test(a_device_with_nothing_of_what_was_asked_says_so),
		cmocka_unit_test(
		    garbage_in_unverified_columns_is_unread_when_nothing_else_came),
		cmocka_unit_test(
		    an_unverified_column_is_not_used_where_others_brought_values),
		cmocka_unit_test(a_silent_device_costs_one_question),
	};

	return cmocka_run_group_tests(tests, load_profiles, unload_profiles);
}
