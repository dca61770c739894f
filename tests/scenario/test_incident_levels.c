/* SPDX-License-Identifier: Apache-2.0
 *
 * Levels that fall against their baseline, and levels that get worse each day: where, why,
 * and how it ends.
 */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plant_world.h"

static struct pw *
a_port(int n)
{
	struct pw *p = pw_new();

	(void)pw_olt(p, 1, "centro", "norte");
	(void)pw_port(p, 1, 1, 0, n, 1000, 50);
	(void)pw_port(p, 1, 1, 1, 64, 1000, 50);
	return p;
}

/* ONUs of -22 dBm, received at the OLT with -24, that have lost so much. Not a number: that
 * direction is not read. */
static void
pass_levels(struct pw *p, int from, int n, double down_db, double up_db)
{
	for (int i = from; i < from + n; i++)
		watch_level(p->watch,
		    &(struct watch_level){ .onu = { p->onus[i].id },
			.at_ms = p->now_ms,
			.has_onu_rx = !isnan(down_db),
			.has_olt_rx = !isnan(up_db),
			.onu_rx = -22 - down_db,
			.onu_rx_base = -22,
			.olt_rx = -24 - up_db,
			.olt_rx_base = -24 });
}

static void
judge(struct pw *p)
{
	watch_levels_read(p->watch, (struct olt_id){ 1 }, p->now_ms);
	pw_drain(p);
}

/* Two rounds, one hour apart. */
static void
lose(struct pw *p, int from, int n, double down_db, double up_db)
{
	for (int i = 0; i < 2; i++) {
		pass_levels(p, from, n, down_db, up_db);
		judge(p);
		pw_pass(p, HOUR);
	}
}

/* So many hours of rounds with this loss. */
static void
spend(struct pw *p, int n, double loss_db, int hours)
{
	for (int i = 0; i < hours; i++) {
		pass_levels(p, 0, n, loss_db, loss_db);
		judge(p);
		pw_pass(p, HOUR);
	}
}

/* ---- steps ------------------------------------------------------------------------------ */

static void
a_feeder_that_loses_level_is_one_incident(void **state)
{
	struct pw *p = a_port(60);
	struct pw_stored *s;

	(void)state;
	pw_begin(p);
	pass_levels(p, 0, 50, 2.4, 2.4);
	judge(p);
	assert_int_equal(p->n_stored, 0); /* one reading is none */
	pw_pass(p, HOUR);
	pass_levels(p, 0, 50, 2.4, 2.4);
	judge(p);
	s = pw_only(p);
	assert_int_equal(s->in.kind, WATCH_OPTICS);
	assert_int_equal(s->in.root, WATCH_ROOT_PORT);
	assert_int_equal(s->in.cause, WATCH_CAUSE_CONNECTOR);
	assert_int_equal(s->in.state, WATCH_OPEN);
	assert_int_equal(s->in.affected, 50);
	assert_int_equal(s->in.at_risk, 60);
	assert_true(s->in.confidence <= 65);
	assert_non_null(strstr(pw_sentence(s, WATCH_EN), "fell by 2.4 dB"));
	assert_non_null(strstr(pw_sentence(s, WATCH_ES), "cayó 2,4 dB"));
	pw_free(p);
}

static void
it_ends_after_a_day_of_good_levels_and_not_before(void **state)
{
	struct pw *p = a_port(60);

	(void)state;
	pw_begin(p);
	lose(p, 0, 50, 2.4, 2.4);
	spend(p, 50, 0.6, 12);
	assert_int_equal(pw_only(p)->in.state, WATCH_OPEN);
	assert_true(pw_only(p)->in.recovering_ms > 0);
	spend(p, 50, 1.5, 1); /* half of the way back: the day begins anew */
	assert_int_equal(pw_only(p)->in.recovering_ms, 0);
	spend(p, 50, 0.6, 23);
	assert_int_equal(pw_only(p)->in.state, WATCH_OPEN);
	spend(p, 50, 0.6, 2);
	assert_true(pw_only(p)->in.state >= WATCH_RESOLVED);
	assert_int_equal(pw_only(p)->in.left_over, 0);
	assert_null(strstr(pw_sentence(pw_only(p), WATCH_EN), "still down"));
	pw_free(p);
}

static void
the_directions_tell_a_bend_from_a_connector(void **state)
{
	static const struct {
		double down, up;
		enum watch_cause cause;
	} CASES[] = { { 3, 1.8, WATCH_CAUSE_BEND }, { 3, 2.8, WATCH_CAUSE_CONNECTOR },
		{ 3, 0.2, WATCH_CAUSE_OLT_LASER }, { 0.2, 3, WATCH_CAUSE_CONNECTOR },
		{ 3, NAN, WATCH_CAUSE_CONNECTOR }, { NAN, 3, WATCH_CAUSE_CONNECTOR } };

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		struct pw *p = a_port(60);

		pw_begin(p);
		lose(p, 0, 60, CASES[i].down, CASES[i].up);
		assert_int_equal(pw_only(p)->in.cause, CASES[i].cause);
		pw_free(p);
	}
}

static void
of_one_onu_the_directions_tell_its_cable_from_its_laser(void **state)
{
	static const struct {
		double down, up;
		enum watch_cause cause;
		const char *words;
	} CASES[] = { { 6, 4, WATCH_CAUSE_BEND, "The level of ONU" },
		{ 6, 5.8, WATCH_CAUSE_DROP, "drop cable" },
		{ 0, 6, WATCH_CAUSE_ONU_LASER, "its laser" },
		{ 6, NAN, WATCH_CAUSE_DROP, "drop cable" } };

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		struct pw *p = a_port(60);
		const char *text;

		pw_begin(p);
		lose(p, 3, 1, CASES[i].down, CASES[i].up);
		assert_int_equal(pw_only(p)->in.root, WATCH_ROOT_ONU);
		assert_int_equal(pw_only(p)->in.cause, CASES[i].cause);
		text = pw_sentence(pw_only(p), WATCH_EN);
		assert_non_null(strstr(text, CASES[i].words));
		assert_null(strstr(text, "customers"));
		pw_free(p);
	}
}

static void
a_port_that_sends_less_is_to_blame(void **state)
{
	struct pw *p = a_port(60);
	struct olt_id olt = { 1 };

	(void)state;
	pw_begin(p);
	watch_port_tx(p->watch, olt, "0/1/0", false, 4.0, p->now_ms);
	watch_port_tx(p->watch, olt, "0/1/0", false, 1.5, p->now_ms);
	lose(p, 0, 60, 2.5, 0.9); /* as a bend would look */
	assert_int_equal(pw_only(p)->in.cause, WATCH_CAUSE_OLT_LASER);
	assert_int_equal(pw_only(p)->in.confidence, 65);
	pw_free(p);
}

static void
what_a_port_usually_sends_is_known_after_a_restart(void **state)
{
	struct pw *p = a_port(60);
	struct olt_id olt = { 1 };

	(void)state;
	pw_begin(p);
	watch_port_tx(p->watch, olt, "0/1/0", false, 4.0, p->now_ms);
	pw_restart(p, 0);
	watch_port_tx(p->watch, olt, "0/1/0", true, 0, p->now_ms);
	watch_port_tx(p->watch, olt, "0/1/1", true, 0, p->now_ms); /* never had one */
	for (int i = 0; i < 60; i++)
		pw_down(p, &p->onus[i], STATE_LOS_ONU);
	pw_pass(p, 10 * MINUTE);
	assert_int_equal(pw_only(p)->in.cause, WATCH_CAUSE_SFP);
	assert_int_equal(pw_only(p)->in.confidence, 85);
	pw_free(p);
}

static void
one_onu_is_told_below_its_limit_or_after_a_great_loss(void **state)
{
	struct pw *p = a_port(60);

	(void)state;
	p->rules.onu_rx_low = -27;
	pw_begin(p);
	for (int i = 0; i < 2; i++) {
		pass_levels(p, 3, 1, 6, 6);
		pass_levels(p, 4, 1, 3.5, 3.5); /* -25.5: still above its limit */
		pass_levels(p, 5, 1, 2.9, 2.9);
		judge(p);
		pw_pass(p, HOUR);
	}
	assert_int_equal(pw_only(p)->in.subject, p->onus[3].id);
	assert_int_equal(pw_only(p)->in.cause, WATCH_CAUSE_DROP);
	/* A stricter limit: 4 is below it. */
	p->rules.onu_rx_low = -25;
	watch_rule(p->watch, &p->rules);
	pass_levels(p, 4, 1, 3.5, 3.5);
	judge(p);
	assert_int_equal(pw_count(p, WATCH_OPEN), 2);
	pw_free(p);
}

static void
a_direction_that_is_read_by_another_job_is_not_forgotten(void **state)
{
	struct pw *p = a_port(60);

	(void)state;
	pw_begin(p);
	for (int i = 0; i < 2; i++) {
		pass_levels(p, 3, 1, 6, NAN);
		judge(p);
		assert_int_equal(p->n_stored, i);
		pass_levels(p, 3, 1, NAN, 5.9);
		judge(p);
		pw_pass(p, HOUR);
	}
	assert_int_equal(pw_only(p)->in.subject, p->onus[3].id);
	pass_levels(p, 3, 1, 0, NAN);
	judge(p);
	assert_int_equal(pw_only(p)->in.recovering_ms, 0); /* the other is still low */
	pass_levels(p, 3, 1, NAN, 0);
	judge(p);
	assert_true(pw_only(p)->in.recovering_ms > 0);
	pw_free(p);
}

static void
a_box_that_loses_level_is_named(void **state)
{
	struct pw *p = a_port(60);

	(void)state;
	pw_begin(p);
	assert_int_equal(watch_put_node(p->watch,
			     &(struct watch_node){ .id = 7,
				 .kind = WATCH_NODE_BOX,
				 .name = "Caja 14",
				 .olt = { 1 },
				 .place = "0/1/0" }),
	    RC_OK);
	for (int i = 8; i < 16; i++)
		watch_link_onu(p->watch, (struct onu_id){ p->onus[i].id }, 7);
	lose(p, 8, 7, 6, 5.9); /* below their limit too: not seven incidents */
	assert_int_equal(pw_only(p)->in.root, WATCH_ROOT_NODE);
	assert_int_equal(pw_only(p)->in.node_id, 7);
	assert_int_equal(pw_only(p)->in.affected, 7);
	assert_int_equal(pw_only(p)->in.at_risk, 8);
	assert_non_null(strstr(pw_sentence(pw_only(p), WATCH_EN), "Caja 14"));
	for (int i = 0; i < 26; i++) {
		pass_levels(p, 8, 7, 0, 0);
		judge(p);
		pw_pass(p, HOUR);
	}
	assert_true(pw_only(p)->in.state >= WATCH_RESOLVED);
	pw_free(p);
}

static void
what_began_with_one_onu_becomes_that_of_its_port(void **state)
{
	struct pw *p = a_port(60);

	(void)state;
	pw_begin(p);
	lose(p, 3, 1, 6, 6);
	assert_int_equal(pw_only(p)->in.root, WATCH_ROOT_ONU);
	lose(p, 0, 60, 6, 6);
	assert_int_equal(pw_only(p)->in.root, WATCH_ROOT_PORT);
	assert_int_equal(pw_count(p, WATCH_MERGED), 1);
	pw_free(p);
}

static void
a_restart_neither_repeats_nor_forgets_it(void **state)
{
	struct pw *p = a_port(60);
	int64_t version;

	(void)state;
	pw_begin(p);
	lose(p, 0, 50, 2.4, 2.4);
	version = pw_only(p)->in.version;
	pw_restart(p, 0);
	lose(p, 0, 50, 2.4, 2.4);
	assert_int_equal(pw_only(p)->in.state, WATCH_OPEN);
	assert_int_equal(pw_only(p)->in.version, version);
	assert_int_equal(pw_only(p)->in.recovering_ms, 0);
	/* The day of good levels goes on where it was. */
	spend(p, 50, 0, 20);
	pw_restart(p, p->now_ms - HOUR);
	spend(p, 50, 0, 3);
	assert_int_equal(pw_only(p)->in.state, WATCH_OPEN);
	spend(p, 50, 0, 3);
	assert_true(pw_only(p)->in.state >= WATCH_RESOLVED);
	pw_free(p);
}

/* ---- drift ------------------------------------------------------------------------------- */

/* -25.5 dBm now. */
static struct watch_days
days_of(int64_t onu, double a_day, double now)
{
	struct watch_days d = { .onu = { onu } };

	for (int i = 0; i < WATCH_DAYS; i++)
		d.dbm[i] = now - a_day * (WATCH_DAYS - 1 - i);
	return d;
}

static void
pass_days(struct pw *p, const struct watch_days *rows, size_t n)
{
	watch_level_days(p->watch, rows, n, p->now_ms);
	pw_drain(p);
}

static void
drift_says_when_the_limit_is_reached(void **state)
{
	struct pw *p = a_port(60);
	struct watch_days d = days_of(3, -0.15, -25.5);
	struct pw_stored *s;
	int64_t version;

	(void)state;
	pw_begin(p);
	d.dbm[4] = d.dbm[5] = NAN; /* days without a reading */
	pass_days(p, &d, 1);
	s = pw_only(p);
	assert_int_equal(s->in.cause, WATCH_CAUSE_DRIFT);
	assert_int_equal(s->in.params.days, 10);
	assert_non_null(strstr(pw_sentence(s, WATCH_EN), "-25.5 dBm"));
	assert_non_null(strstr(pw_sentence(s, WATCH_EN), "in 10 days"));
	assert_non_null(strstr(pw_sentence(s, WATCH_ES), "-25,5 dBm"));
	assert_non_null(strstr(pw_sentence(s, WATCH_ES), "en 10 días"));
	/* The same days again, and after a restart. */
	version = s->in.version;
	pass_days(p, &d, 1);
	pw_restart(p, 0);
	pass_days(p, &d, 1);
	assert_int_equal(pw_only(p)->in.version, version);
	/* A round of levels says nothing about it. */
	spend(p, 60, 0, 30);
	assert_int_equal(pw_only(p)->in.state, WATCH_OPEN);
	d = days_of(3, 0, -25.5);
	pass_days(p, &d, 1);
	assert_true(pw_only(p)->in.state >= WATCH_RESOLVED);
	pw_free(p);
}

static void
slow_drift_far_limits_and_few_days_are_no_incident(void **state)
{
	struct pw *p = a_port(60);
	struct watch_days d[] = { days_of(3, -0.08, -26.5), days_of(4, -0.15, -20),
		days_of(5, -0.15, -26.5) };

	(void)state;
	pw_begin(p);
	for (int i = 0; i < WATCH_DAYS - 6; i++)
		d[2].dbm[i] = NAN;
	pass_days(p, d, 3);
	assert_int_equal(p->n_stored, 0);
	pw_free(p);
}

static void
a_port_that_gets_worse_each_day_is_one_incident(void **state)
{
	struct pw *p = a_port(60);
	struct watch_days d[60];

	(void)state;
	pw_begin(p);
	for (int i = 0; i < 60; i++)
		d[i] = days_of(p->onus[i].id, -0.15, i < 12 ? -26 : -20);
	pass_days(p, d, 60);
	assert_int_equal(pw_only(p)->in.root, WATCH_ROOT_PORT);
	assert_int_equal(pw_only(p)->in.affected, 12);
	assert_non_null(strstr(pw_sentence(pw_only(p), WATCH_EN),
	    "12 of 60 customers will be -27 dBm, the first one in 7 days"));
	for (int i = 0; i < 60; i++)
		d[i] = days_of(p->onus[i].id, 0, -22);
	pass_days(p, d, 60);
	assert_true(pw_only(p)->in.state >= WATCH_RESOLVED);
	pw_free(p);
}

static void
a_step_says_more_than_drift(void **state)
{
	struct pw *p = a_port(60);
	struct watch_days d = days_of(p->onus[3].id, -0.15, -25.5);

	(void)state;
	pw_begin(p);
	pass_days(p, &d, 1);
	lose(p, 3, 1, 6, 6);
	assert_int_equal(pw_only(p)->in.cause, WATCH_CAUSE_DROP);
	assert_non_null(strstr(pw_sentence(pw_only(p), WATCH_EN), "fell by 6.0 dB"));
	pass_days(p, &d, 1);
	assert_int_equal(pw_only(p)->in.cause, WATCH_CAUSE_DROP);
	pw_free(p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_feeder_that_loses_level_is_one_incident),
		cmocka_unit_test(it_ends_after_a_day_of_good_levels_and_not_before),
		cmocka_unit_test(the_directions_tell_a_bend_from_a_connector),
		cmocka_unit_test(of_one_onu_the_directions_tell_its_cable_from_its_laser),
		cmocka_unit_test(a_port_that_sends_less_is_to_blame),
		cmocka_unit_test(what_a_port_usually_sends_is_known_after_a_restart),
		cmocka_unit_test(one_onu_is_told_below_its_limit_or_after_a_great_loss),
		cmocka_unit_test(
		    a_direction_that_is_read_by_another_job_is_not_forgotten),
		cmocka_unit_test(a_box_that_loses_level_is_named),
		cmocka_unit_test(what_began_with_one_onu_becomes_that_of_its_port),
		cmocka_unit_test(a_restart_neither_repeats_nor_forgets_it),
		cmocka_unit_test(drift_says_when_the_limit_is_reached),
		cmocka_unit_test(slow_drift_far_limits_and_few_days_are_no_incident),
		cmocka_unit_test(a_port_that_gets_worse_each_day_is_one_incident),
		cmocka_unit_test(a_step_says_more_than_drift),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
