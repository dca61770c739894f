/* SPDX-License-Identifier: Apache-2.0
 *
 * Silences, maintenance windows, quiet hours, blindness: what is not told, and what is
 * told after their end.
 */
#include "check.h"

#include "tell.h"

/* Chile: UTC-3 in summer, UTC-4 in winter. Summer ends on 2026-04-05 at 03:00 UTC and
 * begins on 2026-09-06 at 04:00 UTC. */
#define DAY_OF_2026(n) (START + (n)*DAY) /* n = 0: 1 January, 00:00 UTC */
enum { APRIL_5 = 94, SEPTEMBER_6 = 248 };

static void
told_then_silenced_then_over_is_told_after_the_silence_27(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MAJOR, 40), *g;
	int64_t end_ms;

	(void)state;
	tell_pass(w, 2 * MINUTE);
	assert_int_equal(tell_sounds(w, CHAT, 71), 1);
	(void)tell_silence(w, 5, HOUR);
	end_ms = w->now_ms + HOUR;
	g = tell_open(w, 72, INCIDENT_MAJOR, 40);
	tell_pass(w, 20 * MINUTE);
	tell_resolve(w, f);
	tell_resolve(w, g);
	tell_until(w, end_ms + 59 * SECOND);
	assert_int_equal(w->heard.n, 1);
	tell_pass(w, 10 * MINUTE); /* one more poll of the OLT */
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_RESOLVED), 1);
	assert_int_equal(tell_heard(w, CHAT, 72, -1), 0);
	tell_pass(w, DAY);
	assert_int_equal(tell_sounds(w, CHAT, -1), 2);
	assert_int_equal(w->hidden.n, 2);
}

static void
after_a_silence_one_more_poll_and_a_minute_are_awaited(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();

	(void)state;
	w->poll_ms = 0;
	(void)tell_silence(w, 5, HOUR);
	(void)tell_open(w, 71, INCIDENT_MAJOR, 40);
	tell_pass(w, HOUR + 5 * MINUTE);
	assert_int_equal(w->heard.n, 0);
	check_rc(notify_polled(w->n, 1, w->now_ms), RC_OK);
	tell_pass(w, 2 * SECOND);
	assert_int_equal(tell_sounds(w, CHAT, 71), 1);
}

static void
a_poll_that_never_comes_is_not_awaited_for_ever(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();

	(void)state;
	w->poll_ms = 0;
	(void)tell_silence(w, 5, HOUR);
	(void)tell_open(w, 71, INCIDENT_MAJOR, 40);
	tell_pass(w, HOUR + 16 * MINUTE);
	assert_int_equal(tell_sounds(w, CHAT, 71), 1);
}

static void
a_silence_ended_early_ends_then(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_silence *s = tell_silence(w, 5, DAY);

	(void)state;
	(void)tell_open(w, 71, INCIDENT_MAJOR, 40);
	tell_pass(w, HOUR);
	s->ended_ms = w->now_ms;
	tell_configure(w);
	tell_pass(w, 30 * SECOND);
	assert_int_equal(w->heard.n, 0);
	tell_pass(w, 6 * MINUTE);
	assert_int_equal(tell_sounds(w, CHAT, 71), 1);
}

static void
a_silence_until_it_ends_hides_only_its_incident(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MAJOR, 40);
	struct notify_silence *s;

	(void)state;
	tell_pass(w, 2 * MINUTE);
	s = tell_silence(w, 5, 0);
	s->incident = 71;
	tell_configure(w);
	(void)tell_open(w, 72, INCIDENT_MAJOR, 40);
	f->subject.affected = 400;
	f->subject.severity = INCIDENT_CRITICAL;
	tell_change(w, f);
	tell_pass(w, DAY);
	assert_int_equal(tell_sounds(w, CHAT, 71), 1);
	assert_int_equal(tell_sounds(w, CHAT, 72), 1);
	tell_resolve(w, f);
	tell_pass(w, 10 * MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_RESOLVED), 1);
}

static void
a_flap_within_a_silence_leaves_no_trace(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MAJOR, 40);

	(void)state;
	tell_pass(w, 2 * MINUTE);
	(void)tell_silence(w, 5, HOUR);
	for (int i = 0; i < 4; i++) {
		tell_pass(w, 5 * MINUTE);
		tell_resolve(w, f);
		tell_pass(w, 5 * MINUTE);
		tell_reopen(w, f);
	}
	tell_pass(w, 2 * HOUR);
	/* It was open before and is open now: an edit at most. */
	assert_int_equal(tell_sounds(w, CHAT, 71), 1);
	tell_resolve(w, f);
	tell_pass(w, HOUR);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_RESOLVED), 1);
}

static void
what_ends_with_the_silence_is_told_once(void **state)
{
	(void)state;
	for (int64_t ms = -3000; ms <= 3000; ms += 500) {
		struct tell *w OWNED(tell_free) = tell_new();
		struct notify_fact *f = tell_open(w, 71, INCIDENT_MAJOR, 40);

		tell_pass(w, 2 * MINUTE);
		(void)tell_silence(w, 5, HOUR);
		tell_pass(w, HOUR + ms);
		tell_resolve(w, f);
		tell_pass(w, HOUR);
		assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_RESOLVED), 1);
		assert_int_equal(tell_sounds(w, CHAT, 71), 2);
	}
}

static void
add_window(struct tell *w, const struct window_spec *spec, const char *filter)
{
	w->maintenances[w->config.n_maintenances++] = (struct notify_maintenance){
		.id = 9,
		.filter = filter,
		.mode = NOTIFY_MUTE,
		.window = *spec,
	};
	tell_configure(w);
}

/* Sundays 02:00-04:00 in Santiago. */
static const struct window_spec SUNDAYS = {
	.from_ms = START + 3 * DAY + 5 * HOUR, /* Sunday 4 January 02:00, UTC-3 */
	.until_ms = WINDOW_NEVER,
	.rrule = "FREQ=WEEKLY;BYDAY=SU",
	.zone = "America/Santiago",
	.length_s = 7200,
};

/* Open at 02:30 local of that day, in both cases told at 04:10. */
static void
broken_in_the_window(int64_t day_ms, int64_t offset_h)
{
	struct tell *w OWNED(tell_free) = tell_new();
	int64_t two_ms = day_ms + (2 + offset_h) * HOUR;

	add_window(w, &SUNDAYS, "[]");
	w->now_ms = w->polled_ms = two_ms - 10 * MINUTE;
	(void)tell_open(w, 70, INCIDENT_MAJOR, 40); /* before: told */
	tell_until(w, two_ms - MINUTE);
	assert_int_equal(tell_sounds(w, CHAT, 70), 1);
	tell_until(w, two_ms + SECOND);
	(void)tell_open(w, 71, INCIDENT_MAJOR, 40); /* from 02:00 on: muted */
	tell_until(w, two_ms + 2 * HOUR + 10 * MINUTE - SECOND);
	assert_int_equal(tell_sounds(w, CHAT, 71), 0);
	tell_pass(w, 3 * SECOND);
	assert_int_equal(tell_sounds(w, CHAT, 71), 1);
}

static void
a_window_begins_at_two_local_on_both_sides_of_the_change_28(void **state)
{
	(void)state;
	broken_in_the_window(DAY_OF_2026(APRIL_5 - 7), 3);
	broken_in_the_window(DAY_OF_2026(APRIL_5), 4);
	broken_in_the_window(DAY_OF_2026(APRIL_5 + 7), 4);
	broken_in_the_window(DAY_OF_2026(SEPTEMBER_6 - 7), 4);
	broken_in_the_window(DAY_OF_2026(SEPTEMBER_6), 3);
	broken_in_the_window(DAY_OF_2026(SEPTEMBER_6 + 7), 3);
}

static void
a_fault_outside_the_filter_of_a_window_is_told(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct window_spec once = { .from_ms = START, .until_ms = START + 2 * HOUR };

	(void)state;
	add_window(w, &once, "[{\"field\":\"card\",\"op\":\"=\",\"value\":\"0/2\"}]");
	(void)tell_open(w, 71, INCIDENT_MAJOR, 40);
	tell_open(w, 72, INCIDENT_MAJOR, 40)->subject.card = "0/2";
	tell_change(w, tell_fact(w, 72));
	tell_pass(w, HOUR);
	assert_int_equal(tell_sounds(w, CHAT, 71), 1);
	assert_int_equal(tell_sounds(w, CHAT, 72), 0);
}

static void
the_end_of_what_was_told_before_a_window_is_told_after_it(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct window_spec once = { .from_ms = START + HOUR,
		.until_ms = START + 2 * HOUR };
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MAJOR, 40);

	(void)state;
	add_window(w, &once, "[]");
	tell_pass(w, 90 * MINUTE);
	tell_resolve(w, f);
	tell_pass(w, 35 * MINUTE);
	assert_int_equal(tell_sounds(w, CHAT, 71), 1);
	tell_pass(w, 10 * MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_RESOLVED), 1);
}

static void
quiet_nights(struct tell *w)
{
	w->targets[0].quiet_from = "22:00";
	w->targets[0].quiet_until = "07:00";
	w->targets[0].quiet_zone = "America/La_Paz"; /* UTC-4 all year */
	tell_configure(w);
}

static void
in_quiet_hours_only_critical_passes(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();

	(void)state;
	quiet_nights(w);
	tell_until(w, START + 3 * HOUR); /* 23:00 in La Paz */
	(void)tell_open(w, 71, INCIDENT_MAJOR, 40);
	(void)tell_open(w, 72, INCIDENT_CRITICAL, 400);
	tell_pass(w, HOUR);
	assert_int_equal(tell_sounds(w, CHAT, 71), 0);
	assert_int_equal(tell_sounds(w, CHAT, 72), 1);
	tell_resolve(w, tell_fact(w, 72)); /* who was woken hears its end */
	tell_pass(w, MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 72, NOTIFY_RESOLVED), 1);
	tell_until(w, START + 11 * HOUR + 59 * SECOND); /* 07:00 and a minute */
	assert_int_equal(tell_sounds(w, CHAT, 71), 0);
	tell_pass(w, 6 * MINUTE);
	assert_int_equal(tell_sounds(w, CHAT, 71), 1);
}

static void
severity_that_rises_in_quiet_hours_passes(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f;

	(void)state;
	quiet_nights(w);
	tell_until(w, START + 3 * HOUR);
	f = tell_open(w, 71, INCIDENT_MAJOR, 40);
	tell_pass(w, HOUR);
	assert_int_equal(w->heard.n, 0);
	f->subject.severity = INCIDENT_CRITICAL;
	f->subject.affected = 300;
	tell_change(w, f);
	tell_pass(w, 2 * SECOND);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_FIRST), 1);
}

static void
came_and_went_at_night_is_not_told_in_the_morning(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f;

	(void)state;
	quiet_nights(w);
	tell_until(w, START + 3 * HOUR);
	f = tell_open(w, 71, INCIDENT_MAJOR, 40);
	tell_pass(w, HOUR);
	tell_resolve(w, f);
	tell_pass(w, DAY);
	assert_int_equal(w->heard.n, 0);
}

static void
blindness_says_nothing_and_its_end_is_judged_anew(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MAJOR, 40);

	(void)state;
	tell_pass(w, 2 * MINUTE);
	f->is_blind = true;
	tell_change(w, f);
	tell_pass(w, 2 * HOUR);
	assert_int_equal(tell_sounds(w, CHAT, 71), 1);
	f->is_blind = false;
	tell_resolve(w, f);
	tell_pass(w, 59 * SECOND);
	assert_int_equal(tell_sounds(w, CHAT, 71), 1);
	tell_pass(w, 6 * MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_RESOLVED), 1);
}

static void
an_ack_does_not_lapse_by_time_while_a_silence_hides(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MAJOR, 40);

	(void)state;
	tell_pass(w, 2 * MINUTE);
	f->acked_ms = w->now_ms;
	f->acked_until_ms = w->now_ms + HOUR;
	check_rc(notify_set(w->n, f), RC_OK);
	(void)tell_silence(w, 5, 2 * HOUR);
	tell_pass(w, 90 * MINUTE);
	assert_int_equal(w->lapses.n, 0);
	tell_pass(w, HOUR);
	assert_int_equal(w->lapses.n, 1);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_ACK_LAPSED), 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    told_then_silenced_then_over_is_told_after_the_silence_27),
		cmocka_unit_test(after_a_silence_one_more_poll_and_a_minute_are_awaited),
		cmocka_unit_test(a_poll_that_never_comes_is_not_awaited_for_ever),
		cmocka_unit_test(a_silence_ended_early_ends_then),
		cmocka_unit_test(a_silence_until_it_ends_hides_only_its_incident),
		cmocka_unit_test(a_flap_within_a_silence_leaves_no_trace),
		cmocka_unit_test(what_ends_with_the_silence_is_told_once),
		cmocka_unit_test(
		    a_window_begins_at_two_local_on_both_sides_of_the_change_28),
		cmocka_unit_test(a_fault_outside_the_filter_of_a_window_is_told),
		cmocka_unit_test(
		    the_end_of_what_was_told_before_a_window_is_told_after_it),
		cmocka_unit_test(in_quiet_hours_only_critical_passes),
		cmocka_unit_test(severity_that_rises_in_quiet_hours_passes),
		cmocka_unit_test(came_and_went_at_night_is_not_told_in_the_morning),
		cmocka_unit_test(blindness_says_nothing_and_its_end_is_judged_anew),
		cmocka_unit_test(an_ack_does_not_lapse_by_time_while_a_silence_hides),
	};

	return CHECK_ALL(tests);
}
