/* SPDX-License-Identifier: Apache-2.0
 *
 * Wide causes (power, cards, cables, OLTs) and our own blindness.
 */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "plant_world.h"

static void
down(struct pw *p, struct pw_onu *onus, int n, enum state cause)
{
	for (int i = 0; i < n; i++)
		pw_down(p, &onus[i], cause);
}

static void
up(struct pw *p, struct pw_onu *onus, int n)
{
	for (int i = 0; i < n; i++)
		pw_up(p, &onus[i]);
}

static void
a_power_cut_over_three_ports_is_one_incident(void **state)
{
	struct pw *p = pw_new();
	struct pw_stored *s;

	(void)state;
	(void)pw_olt(p, 1, "centro", "norte");
	for (int port = 0; port < 3; port++)
		(void)pw_port(p, 1, 1, port, 64, 1000, 50);
	(void)pw_port(p, 1, 1, 4, 64, 1000, 50);
	for (int i = 0; i < 192; i += 4)
		p->onus[i].can_gasp = false;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	for (int i = 0; i < 192; i++) {
		if (i % 33 == 5)
			continue; /* it has a battery */
		if (i == 100)
			pw_pass(p, 40 * SECOND); /* capacitors differ */
		pw_down(p, &p->onus[i],
		    p->onus[i].can_gasp && i % 10 ? STATE_POWER : STATE_LOS_ONU);
	}
	pw_until(p, TEN + 5 * MINUTE);
	s = pw_only(p);
	assert_int_equal(s->in.cause_class, WATCH_CLASS_POWER);
	assert_int_equal(s->in.cause, WATCH_CAUSE_POWER_WIDE);
	assert_int_equal(s->in.affected, 186);
	assert_true(s->in.confidence >= 80);
	assert_non_null(strstr(pw_sentence(s, WATCH_EN), "Power cut in the area"));
	pw_free(p);
}

/* Two OLTs lose the power of their customers; the site of the second may be another one. */
static struct pw *
power_cut_of_two_olts(const char *site)
{
	struct pw *p = pw_new();

	(void)pw_olt(p, 1, "centro", "norte");
	(void)pw_port(p, 1, 1, 0, 32, 1000, 50);
	(void)pw_olt(p, 2, "este", site);
	(void)pw_port(p, 2, 1, 0, 32, 1000, 50);
	p->olts[0].has_point = p->olts[1].has_point = true;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	down(p, p->onus, 64, STATE_POWER);
	pw_until(p, TEN + 6 * MINUTE);
	return p;
}

static void
a_power_cut_of_several_olts_is_named_by_what_they_have_in_common(void **state)
{
	struct pw *p = power_cut_of_two_olts("norte");
	struct watch_params *params = &pw_only(p)->in.params;

	(void)state;
	assert_int_equal(pw_only(p)->in.root, WATCH_ROOT_ZONE);
	assert_int_equal(pw_only(p)->in.affected, 64);
	assert_string_equal(params->site, "norte");
	assert_string_equal(params->olt, "");
	assert_string_equal(params->port, "");
	pw_free(p);
	p = power_cut_of_two_olts("sur");
	params = &pw_only(p)->in.params;
	assert_string_equal(params->site, "");
	assert_string_equal(params->olt, "");
	pw_free(p);
}

static void
a_failed_card_is_not_eight_ports(void **state)
{
	struct pw *p = pw_new();
	struct pw_stored *s;

	(void)state;
	(void)pw_olt(p, 1, "centro", "norte");
	for (int slot = 1; slot <= 2; slot++)
		for (int port = 0; port < 8; port++)
			(void)pw_port(p, 1, slot, port, 32, 1000, 50);
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	down(p, p->onus + 256, 256, STATE_LOS_ONU);
	pw_until(p, TEN + 4 * MINUTE);
	s = pw_only(p);
	assert_int_equal(s->in.root, WATCH_ROOT_CARD);
	assert_string_equal(s->in.place, "0/2");
	assert_int_equal(s->in.cause, WATCH_CAUSE_CARD);
	assert_int_equal(s->in.confidence, 80);
	assert_int_equal(s->in.affected, 256);
	assert_int_equal(s->in.severity, WATCH_CRITICAL);
	watch_card_said(p->watch, (struct olt_id){ 1 }, "0/2", false, p->now_ms);
	pw_drain(p);
	assert_int_equal(pw_only(p)->in.confidence, 95);
	pw_free(p);
}

/* Two ports are not enough to suspect their card. */
static void
a_card_with_two_ports_is_the_place_when_the_device_says_so(void **state)
{
	struct pw *p = pw_new();
	int64_t version;

	(void)state;
	(void)pw_olt(p, 1, "centro", "norte");
	for (int port = 0; port < 8; port++)
		(void)pw_port(p, 1, 1, port, 32, 1000, 50);
	for (int port = 0; port < 2; port++)
		(void)pw_port(p, 1, 2, port, 32, 1000, 50);
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	down(p, p->onus + 256, 64, STATE_LOS_ONU);
	pw_until(p, TEN + 4 * MINUTE);
	assert_int_equal(pw_only(p)->in.root, WATCH_ROOT_TRUNK);
	watch_card_said(p->watch, (struct olt_id){ 1 }, "0/2", false, p->now_ms);
	pw_drain(p);
	assert_int_equal(pw_only(p)->in.root, WATCH_ROOT_CARD);
	assert_string_equal(pw_only(p)->in.place, "0/2");
	assert_int_equal(pw_only(p)->in.cause, WATCH_CAUSE_CARD);
	assert_int_equal(pw_only(p)->in.confidence, 95);
	version = pw_only(p)->in.version;
	pw_pass(p, 20 * MINUTE);
	assert_int_equal(pw_only(p)->in.root, WATCH_ROOT_CARD);
	assert_int_equal(pw_only(p)->in.version, version);
	pw_free(p);
}

static void
a_pulled_module_is_not_the_fibre(void **state)
{
	struct pw *p = pw_new();
	struct pw_stored *s;

	(void)state;
	(void)pw_olt(p, 1, "centro", "norte");
	(void)pw_port(p, 1, 1, 0, 64, 1000, 50);
	(void)pw_port(p, 1, 1, 1, 64, 1000, 50);
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	down(p, p->onus, 64, STATE_LOS_PORT);
	watch_port_said(
	    p->watch, (struct olt_id){ 1 }, "0/1/0", WATCH_PORT_NO_MODULE, p->now_ms);
	pw_until(p, TEN + 4 * MINUTE);
	s = pw_only(p);
	assert_int_equal(s->in.cause, WATCH_CAUSE_SFP);
	assert_true(s->in.confidence >= 95);
	assert_int_equal(s->in.cause_class, WATCH_CLASS_EQUIPMENT);
	pw_restart(p, 0);
	pw_pass(p, 20 * MINUTE);
	assert_int_equal(pw_only(p)->in.cause, WATCH_CAUSE_SFP);
	pw_free(p);
}

static void
a_restarted_olt_is_one_incident(void **state)
{
	struct pw *p = pw_new();
	struct pw_stored *s;

	(void)state;
	(void)pw_olt(p, 1, "centro", "norte");
	for (int port = 0; port < 4; port++)
		(void)pw_port(p, 1, 1, port, 64, 1000, 50);
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	down(p, p->onus, 256, STATE_LOS_ONU);
	pw_until(p, TEN + 100 * SECOND);
	watch_olt_restarted(p->watch, (struct olt_id){ 1 }, 40 * SECOND, p->now_ms);
	pw_until(p, TEN + 4 * MINUTE);
	s = pw_only(p);
	assert_int_equal(s->in.root, WATCH_ROOT_OLT);
	assert_int_equal(s->in.cause, WATCH_CAUSE_OLT_RESTART);
	assert_int_equal(s->in.confidence, 98);
	assert_int_equal(s->in.affected, 256);
	assert_int_equal(pw_count(p, WATCH_MERGED), 0);
	up(p, p->onus, 256);
	pw_until(p, TEN + 20 * MINUTE);
	assert_int_equal(pw_only(p)->in.state, WATCH_RESOLVED);
	pw_free(p);
}

static void
silence(struct pw *p, struct pw_olt *o)
{
	o->is_silent = true;
	watch_olt_silent(p->watch, (struct olt_id){ o->id }, p->now_ms, p->now_ms);
	pw_drain(p);
}

static void
answers(struct pw *p, struct pw_olt *o)
{
	o->is_silent = false;
	watch_olt_silent(p->watch, (struct olt_id){ o->id }, 0, p->now_ms);
	pw_drain(p);
}

static void
a_silent_olt_takes_no_customer_down(void **state)
{
	struct pw *p = pw_new();
	struct pw_stored *s;

	(void)state;
	(void)pw_olt(p, 1, "centro", "norte");
	(void)pw_olt(p, 2, "sur", "sur");
	(void)pw_port(p, 1, 1, 0, 64, 1000, 50);
	(void)pw_port(p, 2, 1, 0, 64, 1000, 50);
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	silence(p, &p->olts[0]);
	pw_until(p, TEN + HOUR);
	s = pw_only(p);
	assert_int_equal(s->in.kind, WATCH_OLT_SILENT);
	assert_int_equal(s->in.state, WATCH_OPEN);
	assert_int_equal(s->in.severity, WATCH_CRITICAL);
	assert_int_equal(watch_figures(p->watch).down, 0);
	assert_int_equal(watch_figures(p->watch).blind_olts, 1);
	assert_non_null(strstr(pw_sentence(s, WATCH_EN), "OLT centro has not answered"));
	answers(p, &p->olts[0]);
	pw_pass(p, MINUTE);
	assert_int_equal(pw_only(p)->in.state, WATCH_RESOLVED);
	pw_free(p);
}

static void
a_silent_site_is_one_incident(void **state)
{
	struct pw *p = pw_new();
	struct pw_stored *s;

	(void)state;
	for (int i = 1; i <= 20; i++) {
		(void)pw_olt(p, i, "olt", i <= 3 ? "norte" : "sur");
		(void)pw_port(p, i, 1, 0, 8, 1000, 50);
	}
	pw_begin(p);
	for (int i = 0; i < 3; i++) {
		silence(p, &p->olts[i]);
		pw_pass(p, 20 * SECOND);
	}
	pw_pass(p, 10 * MINUTE);
	s = pw_only(p);
	assert_int_equal(s->in.kind, WATCH_SITE_SILENT);
	assert_int_equal(s->in.state, WATCH_OPEN);
	for (int i = 0; i < 3; i++)
		answers(p, &p->olts[i]);
	pw_pass(p, 10 * MINUTE);
	assert_int_equal(pw_only(p)->in.state, WATCH_RESOLVED);
	pw_free(p);
}

static void
our_own_uplink_is_not_an_outage(void **state)
{
	struct pw *p = pw_new();
	struct pw_stored *s;

	(void)state;
	for (int i = 1; i <= 50; i++) {
		(void)pw_olt(p, i, "olt", "norte");
		(void)pw_port(p, i, 1, 0, 16, 1000, 50);
	}
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	for (int i = 0; i < 20; i++) {
		silence(p, &p->olts[i]);
		pw_pass(p, 3 * SECOND);
	}
	pw_pass(p, 30 * MINUTE);
	s = pw_only(p);
	assert_int_equal(s->in.kind, WATCH_COLLECTOR);
	assert_int_equal(s->in.state, WATCH_OPEN);
	assert_int_equal(s->in.cause_class, WATCH_CLASS_COLLECTOR);
	assert_non_null(
	    strstr(pw_sentence(s, WATCH_EN), "This is not an outage of customers"));
	for (size_t i = 0; i < p->n_stored; i++)
		assert_true(p->stored[i].in.kind == WATCH_COLLECTOR ||
		    !p->stored[i].in.opened_ms); /* nothing else was told */
	for (int i = 0; i < 20; i++)
		answers(p, &p->olts[i]);
	pw_pass(p, HOUR);
	assert_int_equal(pw_only(p)->in.kind, WATCH_COLLECTOR);
	assert_int_equal(pw_only(p)->in.state, WATCH_CLOSED);
	pw_free(p);
}

static void
what_ended_while_we_were_blind_lasted_at_most_so_long(void **state)
{
	struct pw *p = pw_new();
	struct pw_stored *s;

	(void)state;
	(void)pw_olt(p, 1, "centro", "norte");
	(void)pw_olt(p, 2, "sur", "sur");
	(void)pw_port(p, 1, 1, 0, 64, 1000, 50);
	(void)pw_port(p, 1, 1, 1, 64, 1000, 50);
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	down(p, p->onus, 64, STATE_LOS_ONU);
	pw_until(p, TEN + 6 * MINUTE);
	assert_int_equal(pw_only(p)->in.state, WATCH_OPEN);
	silence(p, &p->olts[0]);
	up(p, p->onus, 64);
	pw_pass(p, 2 * HOUR);
	s = &p->stored[0];
	assert_int_equal(s->in.state, WATCH_OPEN);
	assert_true(s->in.blind_since_ms > 0);
	answers(p, &p->olts[0]);
	pw_pass(p, 10 * MINUTE);
	assert_int_equal(s->in.state, WATCH_RESOLVED);
	assert_true(s->in.params.is_at_most);
	assert_int_equal(s->in.blind_since_ms, 0);
	pw_free(p);
}

static void
what_happened_while_we_were_blind_is_told_as_that(void **state)
{
	struct pw *p = pw_new();
	struct pw_stored *s;

	(void)state;
	pw_olt(p, 1, "centro", "norte")->has_times = false;
	(void)pw_port(p, 1, 1, 0, 64, 1000, 50);
	(void)pw_port(p, 1, 1, 1, 64, 1000, 50);
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	watch_blind(p->watch, WATCH_BLIND_STORE, true, p->now_ms);
	pw_drain(p);
	down(p, p->onus, 64, STATE_LOS_ONU);
	pw_pass(p, 10 * MINUTE);
	assert_int_equal(pw_only(p)->in.kind, WATCH_COLLECTOR);
	watch_blind(p->watch, WATCH_BLIND_STORE, false, p->now_ms);
	pw_drain(p);
	pw_pass(p, 10 * MINUTE);
	s = &p->stored[p->n_stored - 1];
	assert_int_equal(s->in.kind, WATCH_OUTAGE);
	assert_int_equal(s->in.state, WATCH_OPEN);
	assert_int_equal(s->in.affected, 64);
	assert_true(s->in.params.is_blind_start);
	pw_free(p);
}

static void
a_clock_that_jumps_makes_no_incident(void **state)
{
	struct pw *p = pw_new();

	(void)state;
	(void)pw_olt(p, 1, "centro", "norte");
	(void)pw_port(p, 1, 1, 0, 64, 1000, 50);
	(void)pw_port(p, 1, 1, 1, 64, 1000, 50);
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	down(p, p->onus, 64, STATE_LOS_ONU);
	pw_until(p, TEN + 6 * MINUTE);
	assert_int_equal(pw_only(p)->in.state, WATCH_OPEN);
	p->now_ms -= 2 * HOUR;
	p->olts[0].read_ms = p->now_ms + MINUTE;
	pw_pass(p, 20 * MINUTE);
	assert_int_equal(pw_only(p)->in.state, WATCH_OPEN);
	up(p, p->onus, 64);
	pw_pass(p, 20 * MINUTE);
	assert_int_equal(pw_only(p)->in.state, WATCH_RESOLVED);
	pw_free(p);
}

static void
a_clock_that_jumps_forward_makes_no_incident(void **state)
{
	struct pw *p = pw_new();

	(void)state;
	(void)pw_olt(p, 1, "centro", "norte");
	(void)pw_port(p, 1, 1, 0, 64, 1000, 50);
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	p->now_ms += 5 * HOUR;
	p->olts[0].read_ms = p->now_ms + MINUTE;
	pw_pass(p, 20 * MINUTE);
	assert_int_equal(p->n_stored, 0);
	pw_free(p);
}

static void
a_restart_repeats_nothing(void **state)
{
	struct pw *p = pw_new();
	struct pw_stored before;
	struct pw_stored *s;

	(void)state;
	(void)pw_olt(p, 1, "centro", "norte");
	for (int port = 0; port < 4; port++)
		(void)pw_port(p, 1, 1, port, 64, 1000, 50);
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	down(p, p->onus, 64, STATE_LOS_ONU);
	pw_until(p, TEN + 10 * MINUTE);
	before = *pw_only(p);
	pw_restart(p, 0);
	pw_pass(p, HOUR);
	s = pw_only(p);
	assert_int_equal(s->in.id, before.in.id);
	assert_int_equal(s->in.version, before.in.version);
	assert_int_equal(s->in.cause, before.in.cause);
	assert_int_equal(s->in.confidence, before.in.confidence);
	assert_int_equal(s->in.affected, before.in.affected);
	assert_int_equal(s->in.since_ms, before.in.since_ms);
	assert_string_equal(pw_sentence(s, WATCH_EN), pw_sentence(&before, WATCH_EN));
	up(p, p->onus, 64);
	pw_restart(p, p->now_ms - MINUTE);
	pw_pass(p, 20 * MINUTE);
	s = pw_only(p);
	assert_int_equal(s->in.state, WATCH_RESOLVED);
	assert_int_equal(s->in.recovered, 64);
	pw_free(p);
}

static void
a_deleted_onu_leaves_its_incident(void **state)
{
	struct pw *p = pw_new();
	struct pw_stored *s;

	(void)state;
	(void)pw_olt(p, 1, "centro", "norte");
	(void)pw_port(p, 1, 1, 0, 64, 1000, 50);
	(void)pw_port(p, 1, 1, 1, 64, 1000, 50);
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	down(p, p->onus, 10, STATE_LOS_ONU);
	pw_until(p, TEN + 6 * MINUTE);
	assert_int_equal(pw_only(p)->in.affected, 10);
	for (int i = 0; i < 5; i++)
		watch_drop_onu(p->watch, (struct onu_id){ p->onus[i].id }, p->now_ms);
	pw_drain(p);
	s = pw_only(p);
	assert_int_equal(s->in.affected, 5);
	watch_drop_olt(p->watch, (struct olt_id){ 1 }, p->now_ms);
	pw_drain(p);
	assert_int_equal(pw_only(p)->in.state, WATCH_CLOSED);
	assert_int_equal(watch_figures(p->watch).onus, 0);
	pw_free(p);
}

static void
a_clock_of_an_olt_that_is_wrong_still_says_what_was_at_once(void **state)
{
	struct pw *p = pw_new();

	(void)state;
	pw_olt(p, 1, "centro", "norte")->offset_ms = -20 * 365 * DAY;
	(void)pw_port(p, 1, 1, 0, 64, 1000, 50);
	(void)pw_port(p, 1, 1, 1, 64, 1000, 50);
	pw_begin(p);
	pw_until(p, TEN - MINUTE);
	down(p, p->onus, 10, STATE_LOS_ONU);
	pw_until(p, TEN + 2 * MINUTE);
	down(p, p->onus + 30, 10, STATE_LOS_ONU);
	pw_until(p, TEN + 9 * MINUTE);
	assert_int_equal(pw_count(p, WATCH_OPEN), 2);
	assert_int_equal(p->stored[0].in.since_from_ms, TEN - 2 * MINUTE);
	pw_free(p);
}

static void
an_olt_clock_that_is_half_an_hour_off_is_learnt(void **state)
{
	struct pw *p = pw_new();
	struct pw_stored *s;

	(void)state;
	pw_olt(p, 1, "centro", "norte")->offset_ms = 30 * MINUTE;
	(void)pw_port(p, 1, 1, 0, 64, 1000, 50);
	(void)pw_port(p, 1, 1, 1, 64, 1000, 50);
	pw_begin(p);
	/* Single downs at different moments of the interval narrow it. */
	for (int i = 0; i < 30; i++) {
		pw_pass(p, 7 * MINUTE + 13 * SECOND);
		pw_down(p, &p->onus[64 + i], STATE_POWER);
	}
	pw_pass(p, 10 * MINUTE);
	assert_int_equal(p->n_stored, 0);
	down(p, p->onus, 64, STATE_LOS_ONU);
	pw_pass(p, 10 * MINUTE);
	s = pw_only(p);
	assert_in_range(s->in.since_ms, p->now_ms - 10 * MINUTE - 75 * SECOND,
	    p->now_ms - 10 * MINUTE + 75 * SECOND);
	pw_free(p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_power_cut_over_three_ports_is_one_incident),
		cmocka_unit_test(
		    a_power_cut_of_several_olts_is_named_by_what_they_have_in_common),
		cmocka_unit_test(a_failed_card_is_not_eight_ports),
		cmocka_unit_test(
		    a_card_with_two_ports_is_the_place_when_the_device_says_so),
		cmocka_unit_test(a_pulled_module_is_not_the_fibre),
		cmocka_unit_test(a_restarted_olt_is_one_incident),
		cmocka_unit_test(a_silent_olt_takes_no_customer_down),
		cmocka_unit_test(a_silent_site_is_one_incident),
		cmocka_unit_test(our_own_uplink_is_not_an_outage),
		cmocka_unit_test(what_ended_while_we_were_blind_lasted_at_most_so_long),
		cmocka_unit_test(what_happened_while_we_were_blind_is_told_as_that),
		cmocka_unit_test(a_clock_that_jumps_makes_no_incident),
		cmocka_unit_test(a_clock_that_jumps_forward_makes_no_incident),
		cmocka_unit_test(a_restart_repeats_nothing),
		cmocka_unit_test(a_deleted_onu_leaves_its_incident),
		cmocka_unit_test(
		    a_clock_of_an_olt_that_is_wrong_still_says_what_was_at_once),
		cmocka_unit_test(an_olt_clock_that_is_half_an_hour_off_is_learnt),
	};

	return cmocka_run_group_tests_name("incidents: wide causes", tests, NULL, NULL);
}
