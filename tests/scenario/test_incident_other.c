/* SPDX-License-Identifier: Apache-2.0
 *
 * Flapping, rogue ONUs, limits, windows and troubles of the system.
 */
#include "check.h"

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

/* Always online when it is read, but the device says that it was down. */
static void
hidden_drops_are_flapping(void **state)
{
	struct pw *p = a_port(64);
	struct pw_stored *s;

	(void)state;
	pw_begin(p);
	for (int i = 0; i < 6; i++) {
		pw_pass(p, 9 * MINUTE);
		pw_down(p, &p->onus[5], STATE_LOS_ONU);
		pw_pass(p, SECOND);
		pw_up(p, &p->onus[5]);
	}
	pw_pass(p, 6 * MINUTE);
	s = pw_only(p);
	assert_int_equal(s->in.kind, WATCH_FLAPPING);
	assert_int_equal(s->in.severity, WATCH_INFO);
	assert_int_equal(s->in.subject, p->onus[5].id);
	pw_pass(p, 2 * HOUR);
	assert_int_equal(pw_only(p)->in.state, WATCH_CLOSED);
	pw_free(p);
}

static void
six_hidden_drops(struct pw *p)
{
	for (int i = 0; i < 6; i++) {
		pw_pass(p, 9 * MINUTE);
		pw_down(p, &p->onus[5], STATE_LOS_ONU);
		pw_pass(p, SECOND);
		pw_up(p, &p->onus[5]);
	}
	pw_pass(p, 6 * MINUTE);
}

/* An OLT that has local time, and one that begins in 1970. */
static void
hidden_drops_are_counted_by_our_clock(void **state)
{
	static const int64_t OFFSETS[] = { -3 * HOUR, 5 * HOUR, -20 * 365 * DAY };

	(void)state;
	for (size_t i = 0; i < sizeof(OFFSETS) / sizeof(OFFSETS[0]); i++) {
		struct pw *p = a_port(64);

		p->olts[0].offset_ms = OFFSETS[i];
		pw_begin(p);
		six_hidden_drops(p);
		pw_pass(p, 20 * MINUTE);
		assert_int_equal(pw_only(p)->in.kind, WATCH_FLAPPING);
		assert_int_equal(pw_only(p)->in.state, WATCH_OPEN);
		assert_int_equal(pw_only(p)->in.reopened, 0);
		pw_pass(p, 2 * HOUR);
		assert_int_equal(pw_only(p)->in.state, WATCH_CLOSED);
		pw_free(p);
	}
}

/* And the ONU counts as any other then. */
static void
flapping_ends_after_a_restart_too(void **state)
{
	struct pw *p = a_port(64);

	(void)state;
	pw_begin(p);
	six_hidden_drops(p);
	assert_int_equal(pw_only(p)->in.state, WATCH_OPEN);
	pw_restart(p, 0);
	pw_pass(p, 30 * MINUTE);
	assert_int_equal(pw_only(p)->in.state, WATCH_OPEN);
	pw_pass(p, 40 * MINUTE);
	assert_int_equal(pw_only(p)->in.state, WATCH_RESOLVED);
	pw_restart(p, 0);
	for (int i = 0; i < 64; i++)
		pw_down(p, &p->onus[i], STATE_LOS_ONU);
	pw_pass(p, 10 * MINUTE);
	assert_int_equal(p->stored[1].in.kind, WATCH_OUTAGE);
	assert_int_equal(p->stored[1].in.affected, 64);
	pw_free(p);
}

/* ---- a rogue ONU ------------------------------------------------------------------------ */

static struct pw_onu *
a_new_onu(struct pw *p)
{
	struct pw_onu *fresh = pw_port(p, 1, 1, 0, 1, 1500, 0);

	watch_onu_changed(p->watch,
	    &(struct watch_change){ .onu = { fresh->id },
		.kind = ONU_NEW,
		.at_ms = p->now_ms,
		.state = STATE_ONLINE,
		.olt = { 1 },
		.position = &(struct position){
		    .has = 1 << POS_FRAME | 1 << POS_SLOT | 1 << POS_PORT | 1 << POS_ONU,
		    .part = { 0, 0, 1, 0, 99 } } });
	return fresh;
}

/* 20 of 60 go down and come back, three times. */
static struct pw_stored *
they_go_up_and_down(struct pw *p)
{
	for (int n = 0; n < 3; n++) {
		for (int i = 0; i < 60; i += 3)
			pw_down(p, &p->onus[i], STATE_SIGNAL);
		pw_pass(p, 3 * MINUTE);
		for (int i = 0; i < 60; i += 3)
			pw_up(p, &p->onus[i]);
		pw_pass(p, 2 * MINUTE);
	}
	return pw_only(p);
}

static bool
is_suspected(const struct pw_stored *s, const struct pw_onu *o)
{
	char named[32];

	(void)snprintf(named, sizeof(named), "#%d", (int)o->id);
	return strstr(s->in.params.list, named) != NULL;
}

static struct pw *
a_port_that_is_read_each_minute(void)
{
	struct pw *p = a_port(60);

	p->olts[0].every_ms = MINUTE;
	return p;
}

static void
an_onu_that_transmits_out_of_turn_is_suspected(void **state)
{
	struct pw *p = a_port_that_is_read_each_minute();
	struct pw_onu *fresh;
	struct pw_stored *s;

	(void)state;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	fresh = a_new_onu(p);
	pw_pass(p, 4 * MINUTE);
	s = they_go_up_and_down(p);
	assert_int_equal(s->in.cause, WATCH_CAUSE_ROGUE);
	assert_int_equal(s->in.cause_class, WATCH_CLASS_EQUIPMENT);
	assert_in_range(s->in.confidence, 50, 69);
	assert_true(is_suspected(s, fresh));
	pw_free(p);
}

static void
one_that_came_long_before_or_after_is_not_suspected(void **state)
{
	struct pw *p = a_port_that_is_read_each_minute();
	struct pw_onu *before, *after;
	struct pw_stored *s;

	(void)state;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	before = a_new_onu(p);
	pw_pass(p, 20 * MINUTE);
	s = they_go_up_and_down(p);
	assert_int_equal(s->in.cause, WATCH_CAUSE_ROGUE);
	assert_false(is_suspected(s, before));
	after = a_new_onu(p);
	s = they_go_up_and_down(p);
	assert_int_equal(s->in.cause, WATCH_CAUSE_ROGUE);
	assert_false(is_suspected(s, after));
	pw_free(p);
}

/* It was switched off for days, and now it is on the fibre again. */
static void
one_that_came_back_before_is_suspected(void **state)
{
	struct pw *p = a_port_that_is_read_each_minute();
	struct pw_stored *s;

	(void)state;
	p->onus[1].is_up = p->onus[1].was_up = false;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	pw_up(p, &p->onus[1]);
	pw_pass(p, 4 * MINUTE);
	s = they_go_up_and_down(p);
	assert_int_equal(s->in.cause, WATCH_CAUSE_ROGUE);
	assert_true(is_suspected(s, &p->onus[1]));
	assert_false(is_suspected(s, &p->onus[0]));
	pw_free(p);
}

static void
nobody_is_suspected_where_levels_fell(void **state)
{
	struct pw *p = a_port_that_is_read_each_minute();

	(void)state;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	for (int i = 0; i < 60; i += 3)
		watch_level(p->watch,
		    &(struct watch_level){ .onu = { p->onus[i].id },
			.at_ms = p->now_ms,
			.has_onu_rx = true,
			.onu_rx = -24,
			.onu_rx_base = -21 });
	watch_levels_read(p->watch, (struct olt_id){ 1 }, p->now_ms);
	assert_int_not_equal(they_go_up_and_down(p)->in.cause, WATCH_CAUSE_ROGUE);
	pw_free(p);
}

/* Half of the port collides with it, each one in its own rhythm of one to two minutes, and is
 * down for a third of it. */
static void
collide(struct pw *p, enum state cause, int64_t ms)
{
	int64_t began_ms = p->now_ms;

	while (p->now_ms < began_ms + ms) {
		for (int i = 0; i < 60; i += 2) {
			int64_t period = MINUTE + i * SECOND;
			int64_t into = (p->now_ms - began_ms + i * 7 * SECOND) % period;

			if (into < period / 3 && p->onus[i].is_up)
				pw_down(p, &p->onus[i], cause);
			else if (into >= period / 3 && !p->onus[i].is_up)
				pw_up(p, &p->onus[i]);
		}
		pw_pass(p, 5 * SECOND);
	}
}

static void
a_rogue_is_found_where_each_drops_in_its_own_rhythm(void **state)
{
	static const int64_t EVERY[] = { MINUTE, 5 * MINUTE };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct pw *p = a_port(60);
		struct pw_onu *fresh;
		int64_t version;

		p->olts[0].every_ms = EVERY[i];
		pw_begin(p);
		pw_until(p, TEN + MINUTE);
		fresh = a_new_onu(p);
		pw_pass(p, 4 * MINUTE);
		collide(p, STATE_SIGNAL, 20 * MINUTE);
		assert_int_equal(pw_only(p)->in.state, WATCH_OPEN);
		assert_int_equal(pw_only(p)->in.cause, WATCH_CAUSE_ROGUE);
		assert_int_equal(pw_only(p)->in.confidence, 55);
		assert_true(is_suspected(pw_only(p), fresh));
		assert_true(pw_only(p)->in.params.n >= 20);
		version = pw_only(p)->in.version;
		collide(p, STATE_SIGNAL, 20 * MINUTE);
		assert_true(pw_only(p)->in.version <= version + 2);
		assert_int_equal(pw_only(p)->in.reopened, 0);
		for (int k = 0; k < 60; k++)
			pw_up(p, &p->onus[k]);
		pw_pass(p, 50 * MINUTE);
		assert_true(pw_only(p)->in.state >= WATCH_RESOLVED);
		assert_int_equal(pw_only(p)->in.cause, WATCH_CAUSE_ROGUE);
		pw_free(p);
	}
}

/* A bad splitter does the same, but then they lose the light. */
static void
who_loses_the_light_again_and_again_is_no_rogue(void **state)
{
	struct pw *p = a_port(60);

	(void)state;
	p->olts[0].every_ms = MINUTE;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	collide(p, STATE_LOS_ONU, 20 * MINUTE);
	assert_true(p->n_stored > 0);
	for (size_t i = 0; i < p->n_stored; i++)
		assert_int_not_equal(p->stored[i].in.cause, WATCH_CAUSE_ROGUE);
	pw_free(p);
}

/* Twice within half an hour, of unknown cause, but on both ports: no ONU does that. */
static void
two_blips_of_a_whole_olt_are_no_rogue(void **state)
{
	struct pw *p = a_port(64);

	(void)state;
	p->olts[0].every_ms = MINUTE;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	for (int n = 0; n < 2; n++) {
		for (int i = 0; i < 128; i++)
			pw_down(p, &p->onus[i], STATE_UNKNOWN);
		pw_pass(p, SECOND);
		for (int i = 0; i < 128; i++)
			pw_up(p, &p->onus[i]);
		pw_pass(p, 5 * MINUTE);
	}
	for (size_t i = 0; i < p->n_stored; i++)
		assert_int_not_equal(p->stored[i].in.cause, WATCH_CAUSE_ROGUE);
	pw_free(p);
}

static void
one_that_the_olt_calls_rogue_is_an_incident(void **state)
{
	struct pw *p = a_port(60);
	struct pw_stored *s;

	(void)state;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	pw_down(p, &p->onus[7], STATE_ROGUE);
	p->onus[7].cause_at_ms = TEN + 6 * MINUTE; /* it says so later */
	pw_until(p, TEN + 4 * MINUTE);
	assert_int_equal(p->n_stored, 0);
	pw_until(p, TEN + 9 * MINUTE);
	s = pw_only(p);
	assert_int_equal(s->in.state, WATCH_OPEN);
	assert_int_equal(s->in.cause, WATCH_CAUSE_ROGUE);
	assert_int_equal(s->in.confidence, 90);
	assert_int_equal(s->in.affected, 1);
	assert_true(is_suspected(s, &p->onus[7]));
	assert_string_equal(s->in.place, "0/1/0");
	pw_up(p, &p->onus[7]);
	pw_pass(p, 20 * MINUTE);
	assert_int_equal(pw_only(p)->in.state, WATCH_RESOLVED);
	assert_int_equal(pw_only(p)->in.cause, WATCH_CAUSE_ROGUE);
	pw_free(p);
}

static void
measure(struct pw *p, double value)
{
	watch_measure(p->watch,
	    &(struct watch_measure){ .entity = WATCH_OF_OLT,
		.purpose = "cpu",
		.olt = { 1 },
		.place = "",
		.value = value,
		.at_ms = p->now_ms });
	pw_drain(p);
	pw_pass(p, MINUTE);
}

static void
a_limit_holds_for_a_time_and_ends_below_it(void **state)
{
	struct pw *p = a_port(60);
	struct watch_limit l = { .id = 4,
		.name = "CPU",
		.entity = WATCH_OF_OLT,
		.purpose = "cpu",
		.op = WATCH_ABOVE,
		.value = 90,
		.for_ms = 5 * MINUTE,
		.hysteresis = 5,
		.severity = WATCH_MINOR,
		.place = "" };

	(void)state;
	pw_begin(p);
	check_rc(watch_put_limits(p->watch, &l, 1, p->now_ms), RC_OK);
	assert_true(watch_wants_measure(p->watch, WATCH_OF_OLT, "cpu"));
	assert_false(watch_wants_measure(p->watch, WATCH_OF_OLT, "memory"));
	measure(p, 95);
	measure(p, 80);
	for (int i = 0; i < 4; i++)
		measure(p, 95);
	assert_int_equal(p->n_stored, 0);
	measure(p, 95);
	measure(p, 95);
	assert_int_equal(pw_only(p)->in.kind, WATCH_LIMIT);
	assert_int_equal(pw_only(p)->in.state, WATCH_OPEN);
	assert_int_equal(pw_only(p)->in.severity, WATCH_MINOR);
	measure(p, 87); /* within the hysteresis */
	assert_int_equal(pw_only(p)->in.state, WATCH_OPEN);
	measure(p, 84);
	assert_int_equal(pw_only(p)->in.state, WATCH_RESOLVED);
	pw_free(p);
}

static void
planned_work_is_no_outage(void **state)
{
	struct pw *p = a_port(64);
	struct watch_window window = { .id = 3,
		.is_plan = true,
		.from_ms = TEN,
		.until_ms = TEN + HOUR,
		.title = "new splitter",
		.olt = { 1 },
		.place = "0/1/0" };

	(void)state;
	pw_begin(p);
	check_rc(watch_put_windows(p->watch, &window, 1, p->now_ms), RC_OK);
	pw_until(p, TEN + MINUTE);
	for (int i = 0; i < 64; i++)
		pw_down(p, &p->onus[i], STATE_LOS_ONU);
	pw_pass(p, 30 * MINUTE);
	assert_int_equal(pw_only(p)->in.kind, WATCH_PLANNED);
	assert_int_equal(pw_only(p)->in.state, WATCH_OPEN);
	pw_until(p, TEN + 61 * MINUTE);
	assert_int_equal(pw_only(p)->in.state, WATCH_RESOLVED);
	pw_free(p);
}

/* What the watcher passes ten minutes after a window: who went down in it and still is. */
static void
left_down(struct pw *p, int n)
{
	for (int i = 0; i < n; i++) {
		struct watch_change c = { .onu = { p->onus[i].id },
			.kind = ONU_RUN_STATE,
			.at_ms = TEN + 5 * MINUTE,
			.cause = STATE_LOS_ONU };

		watch_left_down(p->watch, &c, p->now_ms);
	}
}

static void
a_held_port_is_judged_after_its_window(void **state)
{
	struct pw *p = a_port(64);
	struct watch_window window = { .id = 3,
		.from_ms = TEN,
		.until_ms = TEN + HOUR,
		.title = "",
		.olt = { 1 },
		.place = "0/1/0" };

	(void)state;
	pw_begin(p);
	check_rc(watch_put_windows(p->watch, &window, 1, p->now_ms), RC_OK);
	pw_until(p, TEN + MINUTE);
	for (int i = 0; i < 64; i++)
		pw_down(p, &p->onus[i], STATE_LOS_ONU);
	pw_until(p, TEN + 59 * MINUTE);
	assert_int_equal(p->n_stored, 0);
	/* It is over, but its ten minutes are not. */
	pw_until(p, TEN + 69 * MINUTE);
	assert_int_equal(p->n_stored, 0);
	left_down(p, 64);
	pw_until(p, TEN + 80 * MINUTE);
	assert_int_equal(pw_only(p)->in.kind, WATCH_OUTAGE);
	assert_int_equal(pw_only(p)->in.affected, 64);
	assert_true(pw_only(p)->in.since_ms < TEN + 10 * MINUTE);
	pw_free(p);
}

/* An incident of before the window stays as it was: also if all are back in it. */
static void
an_incident_of_a_held_port_waits(void **state)
{
	struct pw *p = a_port(64);
	struct watch_window window = { .id = 3,
		.from_ms = TEN + 20 * MINUTE,
		.until_ms = TEN + HOUR,
		.title = "",
		.olt = { 1 },
		.place = "" };

	(void)state;
	pw_begin(p);
	for (int i = 0; i < 64; i++)
		pw_down(p, &p->onus[i], STATE_LOS_ONU);
	pw_until(p, TEN + 20 * MINUTE);
	assert_int_equal(pw_only(p)->in.state, WATCH_OPEN);
	check_rc(watch_put_windows(p->watch, &window, 1, p->now_ms), RC_OK);
	pw_until(p, TEN + 25 * MINUTE);
	assert_true(pw_only(p)->in.is_held);
	for (int i = 0; i < 64; i++)
		pw_up(p, &p->onus[i]);
	pw_until(p, TEN + 59 * MINUTE);
	assert_int_equal(pw_only(p)->in.state, WATCH_OPEN);
	pw_until(p, TEN + 70 * MINUTE);
	assert_false(pw_only(p)->in.is_held);
	assert_int_equal(pw_only(p)->in.state, WATCH_RESOLVED);
	pw_free(p);
}

/* Who was down before the window, or is back, is nothing that it left. */
static void
what_a_window_left_is_judged_once(void **state)
{
	struct pw *p = a_port(64);

	(void)state;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	left_down(p, 64); /* all are up */
	pw_until(p, TEN + 10 * MINUTE);
	assert_int_equal(p->n_stored, 0);
	for (int i = 0; i < 64; i++)
		pw_down(p, &p->onus[i], STATE_LOS_ONU);
	pw_until(p, TEN + 20 * MINUTE);
	assert_int_equal(pw_only(p)->in.affected, 64);
	left_down(p, 64); /* members already */
	pw_until(p, TEN + 30 * MINUTE);
	assert_int_equal(pw_only(p)->in.affected, 64);
	pw_free(p);
}

/* One window over two ports is one incident, with its end and its customers. */
static void
planned_work_at_several_places_is_one_incident(void **state)
{
	struct pw *p = a_port(64);
	struct watch_window windows[2] = { { .id = 3,
					       .is_plan = true,
					       .from_ms = TEN,
					       .until_ms = TEN + HOUR,
					       .title = "new splitter",
					       .olt = { 1 },
					       .place = "0/1/0" },
		{ .id = 3,
		    .is_plan = true,
		    .from_ms = TEN,
		    .until_ms = TEN + HOUR,
		    .title = "new splitter",
		    .olt = { 1 },
		    .place = "0/1/1" } };

	(void)state;
	(void)pw_port(p, 1, 1, 1, 10, 1000, 10);
	pw_begin(p);
	check_rc(watch_put_windows(p->watch, windows, 2, p->now_ms), RC_OK);
	pw_until(p, TEN + MINUTE);
	assert_int_equal(pw_only(p)->in.kind, WATCH_PLANNED);
	assert_int_equal(pw_only(p)->in.params.n, 74 + 64);
	assert_string_equal(pw_sentence(pw_only(p), WATCH_EN),
	    "Planned work \"new splitter\" at OLT centro since 10:00 until 11:00: 138 "
	    "customers.");
	pw_restart(p, 0);
	check_rc(watch_put_windows(p->watch, windows, 2, p->now_ms), RC_OK);
	pw_pass(p, MINUTE);
	assert_int_equal(pw_only(p)->in.state, WATCH_OPEN);
	pw_until(p, TEN + 61 * MINUTE);
	assert_int_equal(pw_only(p)->in.state, WATCH_RESOLVED);
	pw_free(p);
}

/* All of them are passed each time: who is missing is over, also after a restart. */
static void
a_trouble_that_is_gone_after_a_restart_is_over(void **state)
{
	struct pw *p = a_port(64);
	struct watch_trouble all[2] = { { .kind = WATCH_CHANNEL_DEAD,
					    .subject = 7,
					    .is_on = true,
					    .severity = WATCH_MAJOR,
					    .name = "noc" },
		{ .kind = WATCH_WINDOW_OPEN,
		    .subject = 9,
		    .is_on = true,
		    .severity = WATCH_MINOR,
		    .name = "new cards" } };

	(void)state;
	pw_begin(p);
	all[0].since_ms = all[1].since_ms = p->now_ms;
	watch_put_troubles(p->watch, all, 2, p->now_ms);
	pw_drain(p);
	assert_int_equal(p->n_stored, 2);
	assert_int_equal(p->stored[0].in.state, WATCH_OPEN);
	assert_int_equal(p->stored[1].in.state, WATCH_OPEN);
	assert_non_null(strstr(pw_sentence(&p->stored[1], WATCH_ES),
	    "La ventana de mantenimiento «new cards» sigue abierta"));
	pw_restart(p, 0);
	watch_put_troubles(p->watch, &all[1], 1, p->now_ms);
	pw_drain(p);
	assert_int_equal(p->n_stored, 2);
	assert_int_equal(p->stored[0].in.state, WATCH_RESOLVED);
	assert_int_equal(p->stored[1].in.state, WATCH_OPEN);
	pw_free(p);
}

static void
a_held_walk_is_no_outage(void **state)
{
	struct pw *p = a_port(64);
	struct watch_trouble t = { .kind = WATCH_WALK_HELD,
		.olt = { 1 },
		.is_on = true,
		.severity = WATCH_MINOR,
		.n = 77 };

	(void)state;
	pw_begin(p);
	t.since_ms = p->now_ms;
	watch_trouble(p->watch, &t, p->now_ms);
	pw_drain(p);
	pw_pass(p, HOUR);
	assert_int_equal(pw_only(p)->in.kind, WATCH_WALK_HELD);
	assert_int_equal(pw_only(p)->in.state, WATCH_OPEN);
	assert_int_equal(pw_only(p)->in.params.n, 77);
	t.is_on = false;
	watch_trouble(p->watch, &t, p->now_ms);
	pw_drain(p);
	assert_int_equal(pw_only(p)->in.state, WATCH_RESOLVED);
	pw_free(p);
}

static void
absent_onus_are_no_outage(void **state)
{
	struct pw *p = a_port(64);

	(void)state;
	pw_begin(p);
	pw_until(p, TEN + MINUTE);
	for (int i = 0; i < 64; i++)
		watch_onu_changed(p->watch,
		    &(struct watch_change){ .onu = { p->onus[i].id },
			.kind = ONU_ABSENT,
			.at_ms = p->now_ms });
	pw_pass(p, HOUR);
	assert_int_equal(p->n_stored, 0);
	pw_free(p);
}

static void
a_duplicate_is_an_incident_only_if_both_were_up(void **state)
{
	struct pw *p = a_port(64);
	struct watch_change c = { .onu = { 4 }, .kind = ONU_DUPLICATE };

	(void)state;
	pw_begin(p);
	c.at_ms = p->now_ms;
	watch_onu_changed(p->watch, &c);
	pw_drain(p);
	assert_int_equal(p->n_stored, 0);
	c.both_up = true;
	watch_onu_changed(p->watch, &c);
	pw_drain(p);
	assert_int_equal(pw_only(p)->in.kind, WATCH_DUPLICATE);
	assert_int_equal(pw_only(p)->in.severity, WATCH_INFO);
	assert_int_equal(pw_only(p)->in.state, WATCH_OPEN);
	c.kind = ONU_DUPLICATE_ENDED;
	watch_onu_changed(p->watch, &c);
	pw_drain(p);
	assert_int_equal(pw_only(p)->in.state, WATCH_RESOLVED);
	pw_free(p);
}

static void
a_customer_that_matters_raises_severity(void **state)
{
	struct pw *p = a_port(64);

	(void)state;
	pw_begin(p);
	watch_tag_onu(p->watch, (struct onu_id){ p->onus[2].id }, true);
	pw_until(p, TEN + MINUTE);
	for (int i = 0; i < 8; i++)
		pw_down(p, &p->onus[i], STATE_LOS_ONU);
	pw_until(p, TEN + 5 * MINUTE);
	assert_int_equal(pw_only(p)->in.severity, WATCH_MAJOR);
	pw_free(p);
}

static void
who_goes_down_together_becomes_a_group(void **state)
{
	struct pw *p = a_port(64);
	struct watch_group g = { 0 };
	int seen = 0;

	(void)state;
	for (int i = 0; i < 64; i++)
		p->onus[i].distance_m = 0; /* nothing else says where */
	pw_begin(p);
	for (int n = 0; n < 2; n++) {
		pw_pass(p, MINUTE);
		for (int i = 0; i < 64; i += 8)
			pw_down(p, &p->onus[i], STATE_LOS_ONU);
		pw_pass(p, 20 * MINUTE);
		for (int i = 0; i < 64; i += 8)
			pw_up(p, &p->onus[i]);
		pw_pass(p, 2 * HOUR);
		while (watch_take_group(p->watch, &g)) {
			seen++;
			assert_int_equal(g.n, 8);
			assert_string_equal(g.place, "0/1/0");
			watch_group_stored(p->watch, g.key, 55);
		}
	}
	assert_int_equal(seen, 2);
	assert_int_equal(g.sure, 50);
	assert_int_equal(g.node, 55);
	pw_free(p);
}

/* Another device at the same place, which then says that it lost power, before anything is
 * written: what is written last is what is known. */
static void
what_is_written_of_an_onu_is_the_newest(void **state)
{
	struct pw *p = a_port(8);
	struct watch_fact fact, last = { 0 };
	struct onu_id onu;

	(void)state;
	pw_begin(p);
	onu.v = p->onus[3].id;
	for (int i = 0; i < 2; i++)
		watch_onu_changed(p->watch,
		    &(struct watch_change){ .onu = onu,
			.kind = i ? ONU_RUN_STATE : ONU_REPLACED,
			.at_ms = p->now_ms,
			.state = STATE_OFFLINE,
			.cause = i ? STATE_POWER : STATE_NONE });
	while (watch_take_fact(p->watch, &fact))
		if (fact.onu.v == onu.v)
			last = fact;
	assert_int_equal(last.onu.v, onu.v);
	assert_true(last.has_gasped);
	pw_free(p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hidden_drops_are_flapping),
		cmocka_unit_test(hidden_drops_are_counted_by_our_clock),
		cmocka_unit_test(flapping_ends_after_a_restart_too),
		cmocka_unit_test(an_onu_that_transmits_out_of_turn_is_suspected),
		cmocka_unit_test(one_that_came_long_before_or_after_is_not_suspected),
		cmocka_unit_test(one_that_came_back_before_is_suspected),
		cmocka_unit_test(nobody_is_suspected_where_levels_fell),
		cmocka_unit_test(a_rogue_is_found_where_each_drops_in_its_own_rhythm),
		cmocka_unit_test(who_loses_the_light_again_and_again_is_no_rogue),
		cmocka_unit_test(two_blips_of_a_whole_olt_are_no_rogue),
		cmocka_unit_test(one_that_the_olt_calls_rogue_is_an_incident),
		cmocka_unit_test(a_limit_holds_for_a_time_and_ends_below_it),
		cmocka_unit_test(planned_work_is_no_outage),
		cmocka_unit_test(a_held_port_is_judged_after_its_window),
		cmocka_unit_test(an_incident_of_a_held_port_waits),
		cmocka_unit_test(what_a_window_left_is_judged_once),
		cmocka_unit_test(planned_work_at_several_places_is_one_incident),
		cmocka_unit_test(a_trouble_that_is_gone_after_a_restart_is_over),
		cmocka_unit_test(a_held_walk_is_no_outage),
		cmocka_unit_test(absent_onus_are_no_outage),
		cmocka_unit_test(a_duplicate_is_an_incident_only_if_both_were_up),
		cmocka_unit_test(a_customer_that_matters_raises_severity),
		cmocka_unit_test(who_goes_down_together_becomes_a_group),
		cmocka_unit_test(what_is_written_of_an_onu_is_the_newest),
	};

	return cmocka_run_group_tests_name("incidents: the rest", tests, NULL, NULL);
}
