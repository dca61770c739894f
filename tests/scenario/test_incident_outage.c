/* SPDX-License-Identifier: Apache-2.0
 *
 * Customers without service: one incident for each cause, with its place and cause.
 */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "plant_world.h"

static struct pw *
one_port(struct pw_onu **ret_onus, int n)
{
	struct pw *p = pw_new();

	(void)pw_olt(p, 1, "centro", "norte");
	*ret_onus = pw_port(p, 1, 1, 3, n, 1000, 50);
	(void)pw_port(p, 1, 1, 4, 64, 1000, 50);
	return p;
}

static void
cut(struct pw *p, struct pw_onu *onus, int n)
{
	for (int i = 0; i < n; i++)
		pw_down(p, &onus[i], STATE_LOS_ONU);
}

static void
a_cut_feeder_is_one_incident_with_its_moment(void **state)
{
	struct pw_onu *onus;
	struct pw *p = one_port(&onus, 64);
	struct pw_stored *s;

	(void)state;
	pw_begin(p);
	pw_until(p, TEN + 70 * SECOND);
	cut(p, onus, 64);
	pw_until(p, TEN + 3 * MINUTE + 20 * SECOND);
	s = pw_only(p);
	assert_int_equal(s->in.state, WATCH_OPEN);
	assert_int_equal(s->in.root, WATCH_ROOT_PORT);
	assert_string_equal(s->in.place, "0/1/3");
	assert_int_equal(s->in.cause, WATCH_CAUSE_FEEDER);
	assert_int_equal(s->in.cause_class, WATCH_CLASS_FIBRE);
	assert_true(s->in.confidence >= 90);
	assert_int_equal(s->in.severity, WATCH_MAJOR);
	assert_int_equal(s->in.affected, 64);
	assert_in_range(s->in.since_ms, TEN + 69 * SECOND, TEN + 71 * SECOND);
	assert_int_equal(s->in.since_ms, s->in.since_from_ms);
	assert_string_equal(pw_sentence(s, WATCH_EN),
	    "Feeder fibre of port 0/1/3 of centro is cut: 64 of 64 customers without "
	    "light since 10:01:10. The break is not farther than 1.0 km from the OLT.");
	assert_string_equal(pw_sentence(s, WATCH_ES),
	    "Fibra troncal del puerto 0/1/3 de centro cortada: 64 de 64 clientes sin luz "
	    "desde las 10:01:10. El corte está a no más de 1,0 km de la OLT.");
	pw_pass(p, HOUR);
	assert_int_equal(pw_only(p)->in.version, s->in.version);
	pw_free(p);
}

static void
without_device_times_the_moment_is_an_interval(void **state)
{
	struct pw_onu *onus;
	struct pw *p = one_port(&onus, 64);
	struct pw_stored *s;

	(void)state;
	p->olts[0].has_times = false;
	pw_begin(p);
	pw_until(p, TEN + 70 * SECOND);
	cut(p, onus, 64);
	pw_until(p, TEN + 4 * MINUTE);
	s = pw_only(p);
	assert_int_equal(s->in.state, WATCH_OPEN);
	assert_int_equal(s->in.since_from_ms, TEN - 2 * MINUTE);
	assert_int_equal(s->in.since_ms, TEN + 3 * MINUTE);
	assert_non_null(strstr(pw_sentence(s, WATCH_EN), "between 09:58 and 10:03"));
	assert_non_null(strstr(pw_sentence(s, WATCH_ES), "entre las 09:58 y las 10:03"));
	pw_free(p);
}

/* 8 of 64 at 3.21 to 3.38 km. */
static struct pw_onu *
a_box(struct pw_onu *onus)
{
	for (int i = 0; i < 8; i++)
		onus[40 + i].distance_m = 3210 + i * 24;
	for (int i = 48; i < 64; i++)
		onus[i].distance_m = 3600 + i * 20;
	return &onus[40];
}

static void
a_cut_box_is_told_by_its_distance(void **state)
{
	struct pw_onu *onus;
	struct pw *p = one_port(&onus, 64);
	struct pw_onu *box = a_box(onus);
	struct pw_stored *s;

	(void)state;
	pw_begin(p);
	pw_until(p, TEN + 70 * SECOND);
	cut(p, box, 8);
	pw_down(p, &onus[2], STATE_POWER); /* one of its own, elsewhere */
	pw_until(p, TEN + 4 * MINUTE);
	s = pw_only(p);
	assert_int_equal(s->in.root, WATCH_ROOT_PART);
	assert_int_equal(s->in.cause, WATCH_CAUSE_BRANCH);
	assert_int_equal(s->in.affected, 8);
	assert_int_equal(s->in.severity, WATCH_MINOR);
	assert_non_null(strstr(pw_sentence(s, WATCH_EN),
	    "8 customers between 3.2 and 3.4 km without light since 10:01:10, the rest "
	    "of "
	    "the port works. The break is not farther than 3.2 km"));
	pw_free(p);
}

static void
a_recorded_box_is_the_place(void **state)
{
	struct pw_onu *onus;
	struct pw *p = one_port(&onus, 64);
	struct pw_stored *s;

	(void)state;
	pw_begin(p);
	check_rc(watch_put_node(p->watch,
		     &(struct watch_node){ .id = 7,
			 .kind = WATCH_NODE_BOX,
			 .name = "C-14",
			 .olt = { 1 },
			 .place = "0/1/3" }),
	    RC_OK);
	for (int i = 8; i < 16; i++)
		watch_link_onu(p->watch, (struct onu_id){ onus[i].id }, 7);
	pw_until(p, TEN + 70 * SECOND);
	cut(p, onus + 8, 8);
	pw_until(p, TEN + 4 * MINUTE);
	s = pw_only(p);
	assert_int_equal(s->in.root, WATCH_ROOT_NODE);
	assert_int_equal(s->in.node_id, 7);
	assert_int_equal(s->in.cause, WATCH_CAUSE_BRANCH);
	assert_non_null(strstr(pw_sentence(s, WATCH_EN), "C-14"));
	pw_free(p);
}

static void
put_plant_node(struct pw *p, int64_t id, int64_t parent, enum watch_node_kind kind,
    const char *name, int32_t distance_m)
{
	check_rc(watch_put_node(p->watch,
		     &(struct watch_node){ .id = id,
			 .parent = parent,
			 .kind = kind,
			 .name = name,
			 .olt = { 1 },
			 .place = "0/1/3",
			 .distance_m = distance_m }),
	    RC_OK);
}

/* A splitter at 2.9 km feeds two boxes, and one of them is cut. */
static void
a_break_is_behind_the_node_that_works(void **state)
{
	struct pw_onu *onus;
	struct pw *p = one_port(&onus, 64);
	struct pw_onu *box = a_box(onus);

	(void)state;
	pw_begin(p);
	put_plant_node(p, 6, 0, WATCH_NODE_ODF, "ODF-1", 100);
	put_plant_node(p, 7, 6, WATCH_NODE_SPLITTER, "S-14", 2900);
	put_plant_node(p, 8, 7, WATCH_NODE_BOX, "C-1", 0);
	put_plant_node(p, 9, 7, WATCH_NODE_BOX, "C-2", 0);
	for (int i = 0; i < 16; i++)
		watch_link_onu(p->watch, (struct onu_id){ box[i].id }, i < 8 ? 8 : 9);
	pw_until(p, TEN + 70 * SECOND);
	cut(p, box, 8);
	pw_until(p, TEN + 4 * MINUTE);
	assert_int_equal(pw_only(p)->in.node_id, 8);
	assert_int_equal(pw_only(p)->in.params.d0_m, 2900);
	assert_non_null(strstr(pw_sentence(pw_only(p), WATCH_EN),
	    "The break is not farther than 3.2 km from the OLT, behind S-14 (2.9 km)."));
	assert_non_null(strstr(pw_sentence(pw_only(p), WATCH_ES),
	    "El corte está a no más de 3,2 km de la OLT, después de S-14 (2,9 km)."));
	/* All that hangs on the splitter is without light: it may be the splitter. */
	cut(p, box + 8, 8);
	pw_until(p, TEN + 9 * MINUTE);
	for (size_t i = 0; i < p->n_stored; i++)
		assert_string_not_equal(
		    i ? p->stored[i].in.params.node_before : "", "S-14");
	pw_free(p);
}

/* The walk had passed ports 0 to 4 as the cable was cut. */
static void
a_cut_in_the_middle_of_a_walk_is_one_incident(void **state)
{
	struct pw *p = pw_new();
	struct pw_stored *s;
	int64_t id;

	(void)state;
	pw_olt(p, 1, "centro", "norte")->has_times = false;
	for (int i = 0; i < 16; i++)
		(void)pw_port(p, 1, 1, i, 32, 1000, 50);
	pw_begin(p);
	pw_until(p, TEN + 2 * MINUTE);
	cut(p, p->onus + 5 * 32, 11 * 32);
	pw_until(p, TEN + 5 * MINUTE);
	s = pw_only(p);
	id = s->in.id;
	assert_int_equal(s->in.root, WATCH_ROOT_TRUNK);
	assert_int_equal(s->in.affected, 11 * 32);
	cut(p, p->onus, 5 * 32);
	pw_until(p, TEN + 20 * MINUTE);
	s = pw_only(p);
	assert_int_equal(s->in.id, id);
	assert_int_equal(s->in.affected, 16 * 32);
	assert_int_equal(s->in.cause, WATCH_CAUSE_TRUNK);
	assert_int_equal(pw_logged(s, "opened"), 1);
	pw_free(p);
}

static void
nobody_is_able_to_gasp(void **state)
{
	struct pw_onu *onus;
	struct pw *p = one_port(&onus, 20);
	struct pw_stored *s;

	(void)state;
	for (int i = 0; i < 20; i++)
		onus[i].can_gasp = false;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	cut(p, onus, 20);
	pw_until(p, TEN + 6 * MINUTE);
	s = pw_only(p);
	assert_int_equal(s->in.cause, WATCH_CAUSE_UNKNOWN);
	assert_true(s->in.confidence < 50);
	assert_non_null(strstr(pw_sentence(s, WATCH_EN), "fibre or power"));
	pw_free(p);
}

/* A box of 8, of which the first n can gasp, loses power, and the first two do. */
static struct pw_stored *
a_box_loses_power(struct pw *p, struct pw_onu *box, int n_able)
{
	for (int i = 0; i < 8; i++)
		box[i].can_gasp = i < n_able;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	for (int i = 0; i < 8; i++)
		pw_down(p, &box[i], i < 2 && i < n_able ? STATE_POWER : STATE_LOS_ONU);
	pw_until(p, TEN + 6 * MINUTE);
	return pw_only(p);
}

static void
few_gasps_are_enough_where_hardly_anybody_can_gasp(void **state)
{
	for (int n = 1; n <= 2; n++) {
		struct pw_onu *onus;
		struct pw *p = one_port(&onus, 64);
		struct pw_stored *s = a_box_loses_power(p, &onus[16], n);

		(void)state;
		assert_int_equal(s->in.cause, WATCH_CAUSE_POWER_MUTE);
		assert_int_equal(s->in.confidence, n == 1 ? 55 : 65);
		assert_non_null(strstr(pw_sentence(s, WATCH_EN), "Power cut"));
		pw_free(p);
	}
}

/* One gasp in 15 minutes of much churn may be of a customer alone. */
static void
a_gasp_that_chance_explains_says_nothing(void **state)
{
	struct pw_onu *onus;
	struct pw *p = one_port(&onus, 64);

	(void)state;
	p->olts[0].has_times = false;
	p->olts[0].every_ms = 15 * MINUTE;
	p->rules.churn_first = 0.05;
	for (int i = 0; i < 12; i++)
		onus[16 + i].can_gasp = i == 0;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	for (int i = 0; i < 12; i++)
		pw_down(p, &onus[16 + i], i == 0 ? STATE_POWER : STATE_LOS_ONU);
	pw_until(p, TEN + 20 * MINUTE);
	assert_int_equal(pw_only(p)->in.cause, WATCH_CAUSE_UNKNOWN);
	pw_free(p);
}

static void
late_causes_are_waited_for_by_looks(void **state)
{
	struct pw_onu *onus;
	struct pw *p = one_port(&onus, 40);
	struct pw_stored *s;

	(void)state;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	for (int i = 0; i < 40; i++) {
		pw_down(p, &onus[i], STATE_POWER);
		onus[i].cause_at_ms = TEN + 3 * MINUTE + 10 * SECOND;
	}
	pw_until(p, TEN + 3 * MINUTE + 8 * SECOND);
	s = pw_only(p);
	assert_int_equal(s->in.cause, WATCH_CAUSE_FINDING);
	assert_non_null(strstr(pw_sentence(s, WATCH_EN), "being found out"));
	/* 40 causes are missing; 3 gasps, or 4 losses of light, would be enough. */
	assert_non_null(
	    strstr(s->outlook, "\"causes\": 40, \"gasps\": 3, \"losses\": 4"));
	assert_non_null(strstr(s->outlook, "\"decided_ms\": "));
	assert_non_null(strstr(s->outlook, "\"look_ms\": "));
	pw_until(p, TEN + 3 * MINUTE + 25 * SECOND);
	s = pw_only(p);
	assert_int_equal(s->in.cause, WATCH_CAUSE_POWER);
	assert_true(s->in.confidence >= 90);
	assert_null(strstr(s->outlook, "causes"));
	pw_free(p);
}

/* A device without causes: after 90 s the rest is said. */
static void
causes_that_never_come_are_not_waited_for_forever(void **state)
{
	struct pw_onu *onus;
	struct pw *p = one_port(&onus, 40);
	struct pw_stored *s;

	(void)state;
	p->has_no_causes = true;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	cut(p, onus, 40);
	pw_until(p, TEN + 5 * MINUTE);
	s = pw_only(p);
	assert_int_equal(s->in.cause, WATCH_CAUSE_UNKNOWN);
	assert_true(s->in.confidence < 50);
	pw_free(p);
}

static void
a_blip_is_dismissed(void **state)
{
	struct pw_onu *onus;
	struct pw *p = one_port(&onus, 64);

	(void)state;
	pw_begin(p);
	pw_until(p, TEN + 170 * SECOND);
	cut(p, onus, 64);
	pw_until(p, TEN + 181 * SECOND);
	assert_int_equal(pw_count(p, WATCH_SUSPECT), 1);
	for (int i = 0; i < 64; i++)
		pw_up(p, &onus[i]);
	pw_until(p, TEN + 10 * MINUTE);
	assert_int_equal(pw_count(p, WATCH_DISMISSED), 1);
	assert_int_equal(pw_count(p, WATCH_STATES), 0);
	pw_free(p);
}

static void
who_is_left_over_is_counted(void **state)
{
	struct pw_onu *onus;
	struct pw *p = one_port(&onus, 64);
	struct pw_stored *s;

	(void)state;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	cut(p, onus, 64);
	pw_until(p, TEN + 6 * MINUTE);
	for (int i = 0; i < 61; i++)
		pw_up(p, &onus[i]);
	pw_until(p, TEN + 12 * MINUTE);
	s = pw_only(p);
	assert_int_equal(s->in.state, WATCH_RESOLVED);
	assert_int_equal(s->in.left_over, 3);
	assert_int_equal(s->in.recovered, 61);
	assert_int_equal(s->in.affected_max, 64);
	assert_non_null(
	    strstr(pw_sentence(s, WATCH_EN), "61 are back; 3 are still down."));
	pw_until(p, TEN + HOUR);
	assert_int_equal(pw_only(p)->in.state, WATCH_CLOSED);
	pw_free(p);
}

/* Power comes back, and each one starts when it can; light comes back for all. */
static int
sure_after_returning(enum state cause, int64_t step_ms)
{
	struct pw_onu *onus;
	struct pw *p = one_port(&onus, 64);
	int before, after;

	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	for (int i = 0; i < 64; i++)
		pw_down(p, &onus[i], cause);
	pw_until(p, TEN + 9 * MINUTE);
	before = pw_only(p)->in.confidence;
	for (int i = 0; i < 64; i++) {
		pw_pass(p, step_ms);
		pw_up(p, &onus[i]);
	}
	pw_pass(p, 20 * MINUTE);
	assert_true(pw_only(p)->in.state >= WATCH_RESOLVED);
	after = pw_only(p)->in.confidence;
	pw_free(p);
	return after - before;
}

static void
how_they_come_back_makes_the_cause_more_or_less_sure(void **state)
{
	(void)state;
	assert_int_equal(sure_after_returning(STATE_LOS_ONU, 100), 5);
	assert_int_equal(sure_after_returning(STATE_LOS_ONU, 500), 0);
	assert_int_equal(sure_after_returning(STATE_LOS_ONU, 2000), -5);
	assert_int_equal(sure_after_returning(STATE_POWER, 2000), 5);
	assert_int_equal(sure_after_returning(STATE_POWER, 100), -5);
}

static void
two_cuts_of_one_port_are_two_incidents(void **state)
{
	struct pw_onu *onus;
	struct pw *p = one_port(&onus, 64);

	(void)state;
	pw_begin(p);
	pw_until(p, TEN - MINUTE);
	cut(p, onus, 10);
	pw_until(p, TEN + 2 * MINUTE);
	cut(p, onus + 30, 10);
	pw_until(p, TEN + 6 * MINUTE);
	assert_int_equal(pw_count(p, WATCH_OPEN), 2);
	assert_int_equal(p->stored[0].in.affected, 10);
	assert_int_equal(p->stored[1].in.affected, 10);
	assert_int_equal(p->stored[1].in.since_ms - p->stored[0].in.since_ms, 3 * MINUTE);
	pw_free(p);
}

static void
an_unstable_port_is_one_incident(void **state)
{
	struct pw_onu *onus;
	struct pw *p = one_port(&onus, 64);
	struct pw_stored *s;

	(void)state;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	for (int n = 0; n < 12; n++) {
		cut(p, onus, 64);
		pw_pass(p, 5 * MINUTE);
		for (int i = 0; i < 64; i++)
			pw_up(p, &onus[i]);
		pw_pass(p, 5 * MINUTE);
	}
	s = pw_only(p);
	assert_true(s->in.is_flapping);
	assert_true(s->in.reopened >= 3);
	assert_int_equal(pw_logged(s, "unstable"), 1);
	assert_non_null(strstr(pw_sentence(s, WATCH_EN), "Unstable"));
	pw_pass(p, 3 * HOUR);
	s = pw_only(p);
	assert_int_equal(s->in.state, WATCH_CLOSED);
	assert_false(s->in.is_flapping);
	pw_free(p);
}

static void
switched_off_customers_are_no_incident(void **state)
{
	struct pw_onu *onus;
	struct pw *p = one_port(&onus, 64);

	(void)state;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	for (int i = 0; i < 64; i++) {
		pw_down(p, &onus[i], STATE_ADMIN);
		onus[i].is_off = true;
	}
	pw_pass(p, HOUR);
	assert_int_equal(p->n_stored, 0);
	pw_free(p);
}

/* The OLT says it only as the cause of each one. */
static void
customers_that_a_person_switched_off_are_told_as_that(void **state)
{
	struct pw_onu *onus;
	struct pw *p = one_port(&onus, 64);
	struct pw_stored *s;

	(void)state;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	for (int i = 0; i < 64; i++)
		pw_down(p, &onus[i], i % 10 ? STATE_ADMIN : STATE_LOS_ONU);
	pw_until(p, TEN + 6 * MINUTE);
	s = pw_only(p);
	assert_int_equal(s->in.cause, WATCH_CAUSE_ADMIN);
	assert_int_equal(s->in.cause_class, WATCH_CLASS_ADMIN);
	assert_int_equal(s->in.confidence, 95);
	assert_non_null(strstr(pw_sentence(s, WATCH_EN), "was switched off by a person"));
	pw_free(p);
}

static void
an_acknowledgement_lapses_when_it_gets_worse(void **state)
{
	struct pw_onu *onus;
	struct pw *p = one_port(&onus, 64);
	struct pw_stored *s;

	(void)state;
	p->olts[0].has_times = false;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	cut(p, onus, 20);
	pw_until(p, TEN + 5 * MINUTE);
	s = pw_only(p);
	watch_acted(p->watch, s->in.id, WATCH_ACK, 0, p->now_ms);
	pw_drain(p);
	assert_true(s->in.acked_ms > 0);
	assert_int_equal(s->in.acked_until_ms, p->now_ms + 4 * HOUR);
	cut(p, onus + 20, 40);
	pw_until(p, TEN + 9 * MINUTE);
	s = pw_only(p);
	assert_int_equal(s->in.affected, 60);
	assert_int_equal(s->in.acked_ms, 0);
	assert_int_equal(pw_logged(s, "ack_lapsed"), 1);
	pw_free(p);
}

static void
without_looks_the_next_reading_decides(void **state)
{
	struct pw_onu *onus;
	struct pw *p = one_port(&onus, 64);

	(void)state;
	p->refuses_looks = true;
	for (int i = 40; i < 64; i++)
		onus[i].distance_m = 9000 + i;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	cut(p, onus, 12);
	pw_until(p, TEN + 7 * MINUTE);
	assert_int_equal(pw_count(p, WATCH_SUSPECT), 1);
	pw_until(p, TEN + 8 * MINUTE + SECOND);
	assert_int_equal(pw_count(p, WATCH_OPEN), 1);
	pw_free(p);
}

/* Between 0 and 1; the same every time. */
static double
chance(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return (double)(*seed >> 8) / (1 << 24);
}

/* 2 % an hour of 4,096 ONUs for a day, without times of the device. */
static void
usual_churn_is_no_incident(void **state)
{
	struct pw *p = pw_new();
	uint32_t seed = 17;

	(void)state;
	pw_olt(p, 1, "centro", "norte")->has_times = false;
	for (int i = 0; i < PW_ONUS / 64; i++)
		(void)pw_port(p, 1, 1 + i / 16, i % 16, 64, 1000, 50);
	pw_begin(p);
	for (int t = 0; t < 24 * 12; t++) {
		for (size_t i = 0; i < p->n_onus; i++) {
			struct pw_onu *o = &p->onus[i];

			if (o->is_up && chance(&seed) < 0.02 / 12)
				pw_down(p, o, i % 2 ? STATE_POWER : STATE_LOS_ONU);
			else if (!o->is_up && chance(&seed) < 0.2)
				pw_up(p, o);
		}
		pw_pass(p, 5 * MINUTE);
	}
	for (size_t i = 0; i < p->n_stored; i++)
		assert_false(
		    p->stored[i].in.kind == WATCH_OUTAGE && p->stored[i].in.opened_ms);
	pw_free(p);
}

/* With times of the device and 2 % an hour. Four that lose power within 105 s are not too
 * many, because the first one may be any; five are, and so are four within 9 s. */
static size_t
losses_of_power(int n, int64_t gap_ms)
{
	struct pw_onu *onus;
	struct pw *p = one_port(&onus, 64);
	size_t found;

	p->rules.churn_first = 0.02;
	pw_begin(p);
	for (int i = 0; i < n; i++) {
		pw_until(p, TEN + 10 * SECOND + i * gap_ms);
		pw_down(p, &onus[i * 15], STATE_POWER);
	}
	pw_until(p, TEN + 6 * MINUTE);
	found = pw_count(p, WATCH_OPEN);
	pw_free(p);
	return found;
}

static void
a_burst_is_not_surprised_by_its_first_drop(void **state)
{
	(void)state;
	assert_int_equal(losses_of_power(4, 35 * SECOND), 0);
	assert_int_equal(losses_of_power(5, 26 * SECOND), 1);
	assert_int_equal(losses_of_power(4, 3 * SECOND), 1);
}

/* Many single ones of other ports: the first reading shows how usual that is. */
static void
churn_counts_from_the_first_readings_on(void **state)
{
	struct pw *p = pw_new();

	(void)state;
	pw_olt(p, 1, "centro", "norte")->has_times = false;
	for (int i = 0; i < PW_ONUS / 64; i++)
		(void)pw_port(p, 1, 1 + i / 16, i % 16, 64, 1000, 50);
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	for (int i = 0; i < 4; i++)
		pw_down(p, &p->onus[i * 16], STATE_LOS_ONU);
	for (size_t i = 64; i < PW_ONUS; i += 64)
		pw_down(p, &p->onus[i], STATE_LOS_ONU);
	pw_until(p, TEN + 9 * MINUTE);
	assert_int_equal(pw_count(p, WATCH_STATES), 0);
	pw_free(p);
}

static void
the_same_place_again_says_so(void **state)
{
	struct pw_onu *onus;
	struct pw *p = one_port(&onus, 64);
	struct pw_stored *last;

	(void)state;
	pw_begin(p);
	for (int n = 0; n < 3; n++) {
		pw_pass(p, MINUTE);
		cut(p, onus, 64);
		pw_pass(p, HOUR);
		for (int i = 0; i < 64; i++)
			pw_up(p, &onus[i]);
		pw_pass(p, 2 * HOUR);
	}
	assert_int_equal(pw_count(p, WATCH_CLOSED), 3);
	last = &p->stored[p->n_stored - 1];
	assert_int_equal(last->in.repeat_of, p->stored[p->n_stored - 2].in.id);
	assert_int_equal(last->in.severity, WATCH_CRITICAL); /* the third in 7 days */
	pw_free(p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cut_feeder_is_one_incident_with_its_moment),
		cmocka_unit_test(without_device_times_the_moment_is_an_interval),
		cmocka_unit_test(a_cut_box_is_told_by_its_distance),
		cmocka_unit_test(a_recorded_box_is_the_place),
		cmocka_unit_test(a_break_is_behind_the_node_that_works),
		cmocka_unit_test(a_cut_in_the_middle_of_a_walk_is_one_incident),
		cmocka_unit_test(nobody_is_able_to_gasp),
		cmocka_unit_test(few_gasps_are_enough_where_hardly_anybody_can_gasp),
		cmocka_unit_test(a_gasp_that_chance_explains_says_nothing),
		cmocka_unit_test(late_causes_are_waited_for_by_looks),
		cmocka_unit_test(causes_that_never_come_are_not_waited_for_forever),
		cmocka_unit_test(a_blip_is_dismissed),
		cmocka_unit_test(who_is_left_over_is_counted),
		cmocka_unit_test(how_they_come_back_makes_the_cause_more_or_less_sure),
		cmocka_unit_test(two_cuts_of_one_port_are_two_incidents),
		cmocka_unit_test(an_unstable_port_is_one_incident),
		cmocka_unit_test(switched_off_customers_are_no_incident),
		cmocka_unit_test(customers_that_a_person_switched_off_are_told_as_that),
		cmocka_unit_test(an_acknowledgement_lapses_when_it_gets_worse),
		cmocka_unit_test(without_looks_the_next_reading_decides),
		cmocka_unit_test(usual_churn_is_no_incident),
		cmocka_unit_test(a_burst_is_not_surprised_by_its_first_drop),
		cmocka_unit_test(churn_counts_from_the_first_readings_on),
		cmocka_unit_test(the_same_place_again_says_so),
	};

	return cmocka_run_group_tests_name("incidents: outages", tests, NULL, NULL);
}
