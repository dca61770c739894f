/* SPDX-License-Identifier: Apache-2.0
 *
 * What a target hears of one incident: first, changes, end; delays, routes, parts,
 * acknowledgement, flapping. Numbers in names are the scenarios of INCIDENTS.md 15.
 */
#include "check.h"

#include "tell.h"

static void
a_major_incident_is_told_after_45_seconds(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();

	(void)state;
	(void)tell_open(w, 71, INCIDENT_MAJOR, 40);
	tell_pass(w, 45 * SECOND);
	assert_int_equal(w->heard.n, 0);
	tell_pass(w, 2 * SECOND);
	assert_int_equal(w->heard.n, 1);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_FIRST), 1);
	assert_int_equal(tell_last(w, CHAT, 71, -1)->d.act, NOTIFY_SEND);
	tell_pass(w, DAY);
	assert_int_equal(w->heard.n, 1);
}

static void
delays_follow_severity(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();

	(void)state;
	(void)tell_open(w, 1, INCIDENT_INFO, 2);
	(void)tell_open(w, 2, INCIDENT_MINOR, 8);
	(void)tell_open(w, 3, INCIDENT_CRITICAL, 300);
	tell_open(w, 4, INCIDENT_CRITICAL, 300)->is_confirmed = true;
	tell_change(w, tell_fact(w, 4));
	tell_pass(w, 2 * SECOND);
	assert_int_equal(tell_sounds(w, CHAT, 4), 1); /* a look confirmed it */
	assert_int_equal(tell_sounds(w, CHAT, 3), 0);
	tell_pass(w, 15 * SECOND);
	assert_int_equal(tell_sounds(w, CHAT, 3), 1);
	assert_int_equal(tell_last(w, CHAT, 3, -1)->d.priority, NOTIFY_PRIORITY_CRITICAL);
	tell_pass(w, 5 * MINUTE - 18 * SECOND);
	assert_int_equal(tell_sounds(w, CHAT, 2), 0);
	tell_pass(w, 3 * SECOND);
	assert_int_equal(tell_sounds(w, CHAT, 2), 1);
	tell_pass(w, DAY);
	assert_int_equal(tell_sounds(w, CHAT, 1), 0);
}

static void
what_ends_within_its_delay_is_not_told(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MAJOR, 40);

	(void)state;
	tell_pass(w, 45 * SECOND - 1);
	tell_resolve(w, f);
	tell_pass(w, HOUR);
	assert_int_equal(w->heard.n, 0);
	assert_true(notify_is_settled(w->n, 71));
}

static void
what_ends_as_its_delay_elapses_is_told_whole_or_not_at_all(void **state)
{
	(void)state;
	for (int64_t ms = -2000; ms <= 2000; ms += 250) {
		struct tell *w OWNED(tell_free) = tell_new();
		struct notify_fact *f = tell_open(w, 71, INCIDENT_MAJOR, 40);

		w->claim_ms = 500;
		tell_pass(w, 45 * SECOND + ms);
		tell_resolve(w, f);
		tell_pass(w, HOUR);
		assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_FIRST),
		    tell_heard(w, CHAT, 71, NOTIFY_RESOLVED));
		if (ms < 0)
			assert_int_equal(w->heard.n, 0);
	}
}

static void
a_cut_that_grows_over_a_walk_is_one_message_and_one_edit_5(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 71, INCIDENT_CRITICAL, 704);

	(void)state;
	tell_pass(w, 20 * SECOND);
	f->subject.affected = 1024; /* the first five ports, in the next poll */
	tell_change(w, f);
	tell_pass(w, 20 * MINUTE);
	assert_int_equal(tell_sounds(w, CHAT, 71), 1);
	assert_int_equal(tell_edits(w, CHAT, 71), 1);
}

static void
edits_are_30_seconds_apart_and_show_the_latest(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MAJOR, 100);

	(void)state;
	tell_pass(w, MINUTE);
	for (int i = 0; i < 60; i++) {
		f->subject.affected++;
		tell_change(w, f);
		tell_pass(w, 2 * SECOND);
	}
	tell_pass(w, MINUTE);
	assert_int_equal(tell_sounds(w, CHAT, 71), 1);
	assert_in_range(tell_edits(w, CHAT, 71), 3, 5);
	assert_int_equal(tell_last(w, CHAT, 71, -1)->d.version, f->version);
}

static void
what_gets_worse_is_told_with_sound(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MINOR, 10);

	(void)state;
	f->subject.cause_class = INCIDENT_UNKNOWN;
	tell_change(w, f);
	tell_pass(w, 6 * MINUTE);
	assert_int_equal(tell_sounds(w, CHAT, 71), 1);
	f->subject.cause_class = INCIDENT_FIBRE; /* within 10 min: an edit */
	tell_change(w, f);
	tell_pass(w, MINUTE);
	assert_int_equal(tell_sounds(w, CHAT, 71), 1);
	assert_int_equal(tell_edits(w, CHAT, 71), 1);
	f->subject.severity = INCIDENT_MAJOR;
	tell_change(w, f);
	tell_pass(w, MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_SEVERITY), 1);
	f->subject.cause_class = INCIDENT_POWER;
	tell_change(w, f);
	tell_pass(w, MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_CLASS), 1);
	f->subject.affected = 29; /* doubled, but only 19 more */
	tell_change(w, f);
	tell_pass(w, MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_DOUBLED), 0);
	f->subject.affected = 30;
	tell_change(w, f);
	tell_pass(w, MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_DOUBLED), 1);
	assert_int_equal(tell_last(w, CHAT, 71, NOTIFY_DOUBLED)->d.act, NOTIFY_REPLY);
	assert_int_equal(tell_sounds(w, CHAT, 71), 4);
}

static void
a_cause_found_after_ten_minutes_is_told(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MAJOR, 40);

	(void)state;
	f->subject.cause_class = INCIDENT_UNKNOWN;
	tell_change(w, f);
	tell_pass(w, 12 * MINUTE);
	f->subject.cause_class = INCIDENT_POWER;
	tell_change(w, f);
	tell_pass(w, MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_CLASS), 1);
}

static void
its_end_is_a_reply_and_an_edit_21(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MAJOR, 64);

	(void)state;
	tell_pass(w, 10 * MINUTE);
	f->state = INCIDENT_RECOVERING;
	f->subject.affected = 3; /* 61 of 64 are back */
	tell_change(w, f);
	tell_pass(w, 2 * MINUTE);
	tell_resolve(w, f);
	tell_pass(w, 2 * SECOND);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_RESOLVED), 1);
	assert_int_equal(tell_sounds(w, CHAT, 71), 2);
	assert_int_equal(tell_last(w, CHAT, 71, -1)->d.act, NOTIFY_EDIT);
	f->state = INCIDENT_CLOSED;
	tell_pass(w, 30 * MINUTE);
	tell_change(w, f);
	tell_pass(w, HOUR);
	assert_int_equal(tell_sounds(w, CHAT, 71), 2);
	assert_true(notify_is_settled(w->n, 71));
	notify_forget(w->n, 71);
	tell_pass(w, HOUR);
}

static void
a_port_that_flaps_says_unstable_once_19(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MAJOR, 64);
	size_t before;

	(void)state;
	for (int i = 0; i < 11; i++) {
		tell_pass(w, 150 * SECOND);
		tell_resolve(w, f);
		tell_pass(w, 150 * SECOND);
		f->is_flapping = f->reopened >= 2;
		tell_reopen(w, f);
	}
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_UNSTABLE), 1);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_FIRST), 1);
	before = tell_heard(w, CHAT, 71, NOTIFY_RESOLVED);
	assert_int_equal(before, 1); /* the first time it was not known yet */
	tell_pass(w, 150 * SECOND);
	tell_resolve(w, f);
	tell_pass(w, 20 * MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_RESOLVED), before);
	f->is_flapping = false;
	tell_change(w, f);
	tell_pass(w, 20 * MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_RESOLVED), before + 1);
	/* first, end, reopened, unstable, end: of 24 changes of state */
	assert_in_range(tell_sounds(w, CHAT, 71), 4, 5);
}

static void
reopened_is_told_to_who_heard_the_end(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MAJOR, 64);

	(void)state;
	tell_pass(w, 5 * MINUTE);
	tell_resolve(w, f);
	tell_pass(w, 5 * MINUTE);
	tell_reopen(w, f);
	tell_pass(w, MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_REOPENED), 1);
	tell_resolve(w, f);
	tell_pass(w, 4 * MINUTE); /* it was open again once: its end waits 5 minutes */
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_RESOLVED), 1);
	tell_pass(w, 2 * MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_RESOLVED), 2);
}

static void
restart_with_500_open_incidents_sends_nothing_26(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	size_t before;

	(void)state;
	for (int64_t i = 1; i <= 500; i++) {
		(void)tell_open(w, i, INCIDENT_MAJOR, 20 + i % 40);
		tell_pass(w, 3 * MINUTE); /* no storm */
	}
	tell_pass(w, HOUR);
	before = w->heard.n;
	assert_int_equal(before, 500);
	tell_restart(w);
	tell_pass(w, DAY);
	assert_int_equal(w->heard.n, before);
	tell_resolve(w, tell_fact(w, 77));
	tell_restart(w); /* what became true meanwhile is told */
	tell_pass(w, MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 77, NOTIFY_RESOLVED), 1);
}

static void
an_ack_lapses_when_affected_goes_from_20_to_60_34(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MAJOR, 20);
	const struct tell_message *m;

	(void)state;
	tell_pass(w, 2 * MINUTE);
	f->acked_ms = w->now_ms;
	f->acked_until_ms = w->now_ms + 4 * HOUR;
	f->acked_affected = 20;
	f->acked_severity = INCIDENT_MAJOR;
	f->acked_class = INCIDENT_FIBRE;
	check_rc(notify_set(w->n, f), RC_OK);
	tell_pass(w, 10 * MINUTE);
	assert_int_equal(tell_sounds(w, CHAT, 71), 1);
	f->subject.affected = 60;
	tell_change(w, f);
	tell_pass(w, MINUTE);
	assert_int_equal(w->lapses.n, 1);
	assert_int_equal(
	    VEC_AT(&w->lapses, struct notify_lapse, 0)->reason, NOTIFY_DOUBLED);
	m = tell_last(w, CHAT, 71, -1);
	assert_int_equal(m->d.reason, NOTIFY_DOUBLED);
	assert_true(m->d.is_ack_lapsed);
	assert_int_equal(tell_sounds(w, CHAT, 71), 2);
}

static void
an_ack_lapses_after_its_time_and_says_so(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MAJOR, 20);

	(void)state;
	tell_pass(w, 2 * MINUTE);
	f->acked_ms = w->now_ms;
	f->acked_until_ms = w->now_ms + 4 * HOUR;
	check_rc(notify_set(w->n, f), RC_OK);
	tell_pass(w, 4 * HOUR - MINUTE);
	assert_int_equal(tell_sounds(w, CHAT, 71), 1);
	tell_pass(w, 2 * MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_ACK_LAPSED), 1);
	assert_int_equal(w->lapses.n, 1);
	tell_pass(w, DAY);
	assert_int_equal(w->lapses.n, 1);
}

static void
acknowledge(struct tell *w, struct notify_fact *f, int64_t ms)
{
	f->acked_ms = ms ? w->now_ms : 0;
	f->acked_until_ms = ms ? w->now_ms + ms : 0;
	f->acked_affected = f->subject.affected;
	f->acked_severity = f->subject.severity;
	f->acked_class = f->subject.cause_class;
	check_rc(notify_set(w->n, f), RC_OK);
}

static void
who_takes_it_and_leaves_it_is_seen_in_the_message(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MAJOR, 20);

	(void)state;
	w->restarts = true;
	tell_pass(w, 2 * MINUTE);
	acknowledge(w, f, 4 * HOUR);
	tell_pass(w, 10 * SECOND);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_ACKED), 1);
	acknowledge(w, f, 0); /* edits are 30 s apart */
	tell_pass(w, 10 * SECOND);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_UNACKED), 0);
	tell_pass(w, MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_UNACKED), 1);
	acknowledge(w, f, HOUR);
	tell_pass(w, 2 * MINUTE);
	acknowledge(w, f, HOUR); /* somebody else */
	tell_pass(w, 2 * MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_ACKED), 3);
	assert_int_equal(tell_sounds(w, CHAT, 71), 1);
	tell_pass(w, 2 * HOUR); /* it lapsed, and that is said aloud, once */
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_ACK_LAPSED), 1);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_UNACKED), 1);
	assert_int_equal(tell_edits(w, CHAT, 71), 4);
}

static void
what_is_taken_before_its_message_was_sent_is_not_sent_twice(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MAJOR, 20);

	(void)state;
	w->is_down[CHAT] = true;
	tell_pass(w, 2 * MINUTE);
	acknowledge(w, f, 4 * HOUR);
	tell_pass(w, 2 * MINUTE);
	w->is_down[CHAT] = false;
	tell_pass(w, 2 * MINUTE);
	assert_int_equal(tell_sounds(w, CHAT, 71), 1);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_ACKED), 1);
}

static void
a_message_knows_what_was_told_before(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MINOR, 10);
	const struct tell_message *m;

	(void)state;
	w->restarts = true;
	tell_pass(w, 6 * MINUTE);
	assert_false(tell_last(w, CHAT, 71, NOTIFY_FIRST)->d.has_before);
	f->subject.severity = INCIDENT_MAJOR;
	f->subject.cause_class = INCIDENT_POWER;
	f->subject.affected = 40;
	tell_change(w, f);
	tell_pass(w, MINUTE);
	m = tell_last(w, CHAT, 71, NOTIFY_SEVERITY);
	assert_true(m->d.has_before);
	assert_int_equal(m->d.severity_before, INCIDENT_MINOR);
	assert_int_equal(m->d.class_before, INCIDENT_FIBRE);
	assert_int_equal(m->d.affected_before, 10);
}

static void
parts_have_no_messages_of_their_own(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *part = tell_open(w, 72, INCIDENT_MAJOR, 40);
	struct notify_fact *whole = tell_open(w, 71, INCIDENT_MAJOR, 40);

	(void)state;
	tell_pass(w, 2 * MINUTE);
	assert_int_equal(tell_sounds(w, CHAT, -1), 2);
	part->state = INCIDENT_MERGED;
	part->merged_into = 71;
	tell_change(w, part);
	whole->subject.affected = 70;
	tell_change(w, whole);
	tell_pass(w, 10 * MINUTE);
	assert_int_equal(tell_sounds(w, CHAT, -1), 2); /* edited, none is sent */
	assert_int_equal(tell_heard(w, CHAT, 72, NOTIFY_MERGED), 1);
	assert_int_equal(tell_last(w, CHAT, 72, NOTIFY_MERGED)->d.part_of, 71);
	tell_resolve(w, whole);
	tell_pass(w, MINUTE);
	assert_int_equal(tell_heard(w, CHAT, -1, NOTIFY_RESOLVED), 1);
}

static void
who_heard_of_a_part_hears_the_end_of_the_whole(void **state)
{
	static const int64_t TO_MAIL[] = { MAIL };
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *part, *whole;

	(void)state;
	w->routes[1] = w->routes[0];
	w->routes[1].id = 2;
	w->routes[1].targets = TO_MAIL;
	w->routes[0].filter = "[{\"field\":\"port\",\"op\":\"=\",\"value\":\"0/1/3\"}]";
	w->config.n_routes = 2;
	tell_configure(w);
	part = tell_open(w, 72, INCIDENT_MAJOR, 40); /* to the chat */
	whole = tell_open(w, 71, INCIDENT_MAJOR, 40);
	whole->subject.port = ""; /* a card: to the mail */
	tell_change(w, whole);
	tell_pass(w, 2 * MINUTE);
	part->state = INCIDENT_MERGED;
	part->merged_into = 71;
	tell_change(w, part);
	tell_pass(w, 2 * MINUTE);
	assert_int_equal(tell_sounds(w, CHAT, -1), 1);
	tell_resolve(w, whole);
	tell_pass(w, MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 71, NOTIFY_RESOLVED), 1);
	assert_int_equal(tell_heard(w, MAIL, 71, NOTIFY_RESOLVED), 1);
}

static void
the_first_matching_route_wins_unless_it_continues(void **state)
{
	static const int64_t TO_MAIL[] = { MAIL };
	struct tell *w OWNED(tell_free) = tell_new();

	(void)state;
	w->routes[1] = w->routes[0];
	w->routes[1].id = 2;
	w->routes[1].targets = TO_MAIL;
	w->config.n_routes = 2;
	tell_configure(w);
	(void)tell_open(w, 1, INCIDENT_MAJOR, 40);
	tell_pass(w, 2 * MINUTE);
	assert_int_equal(tell_sounds(w, MAIL, -1), 0);
	w->routes[0].is_continue = true;
	tell_configure(w);
	tell_pass(w, 2 * MINUTE); /* the new route tells what is open */
	assert_int_equal(tell_sounds(w, MAIL, 1), 1);
	assert_int_equal(tell_last(w, MAIL, 1, -1)->d.route, 2);
	assert_int_equal(tell_sounds(w, CHAT, 1), 1);
}

static void
mail_is_not_sent_for_what_would_be_an_edit(void **state)
{
	static const int64_t TO_MAIL[] = { MAIL };
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f;

	(void)state;
	w->routes[0].targets = TO_MAIL;
	tell_configure(w);
	f = tell_open(w, 1, INCIDENT_MAJOR, 40);
	tell_pass(w, 2 * MINUTE);
	f->subject.affected = 50;
	tell_change(w, f);
	tell_pass(w, HOUR);
	tell_resolve(w, f);
	tell_pass(w, HOUR);
	assert_int_equal(w->heard.n, 2);
}

static void
a_dead_channel_is_told_through_the_others(void **state)
{
	static const int64_t BOTH[] = { CHAT, MAIL };
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f;

	(void)state;
	w->routes[0].targets = BOTH;
	w->routes[0].n_targets = 2;
	tell_configure(w);
	f = tell_open(w, 1, INCIDENT_MAJOR, 0);
	f->subject.kind = "channel_dead";
	f->not_channel = CHAT;
	tell_change(w, f);
	tell_pass(w, HOUR);
	assert_int_equal(tell_sounds(w, CHAT, -1), 0);
	assert_int_equal(tell_sounds(w, MAIL, 1), 1);
}

static void
violations_are_told_like_others(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 9, INCIDENT_MAJOR, 0);

	(void)state;
	f->subject.kind = "quota";
	tell_change(w, f);
	tell_pass(w, MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 9, NOTIFY_FIRST), 1);
	tell_resolve(w, f);
	tell_pass(w, MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 9, NOTIFY_RESOLVED), 1);
}

/* A story with most of what can happen; step by step, so that it can be restarted. */
static void
live(struct tell *w)
{
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MINOR, 10), *g;

	tell_pass(w, 6 * MINUTE);
	f->subject.severity = INCIDENT_MAJOR;
	f->subject.affected = 40;
	tell_change(w, f);
	tell_pass(w, 2 * MINUTE);
	g = tell_open(w, 72, INCIDENT_MAJOR, 30);
	tell_pass(w, 40 * SECOND);
	f->subject.affected = 45;
	tell_change(w, f);
	tell_pass(w, 2 * MINUTE);
	(void)tell_silence(w, 1, 30 * MINUTE);
	f->subject.affected = 100;
	tell_change(w, f);
	tell_pass(w, 10 * MINUTE);
	tell_resolve(w, g);
	tell_pass(w, 30 * MINUTE);
	f->acked_ms = w->now_ms;
	f->acked_until_ms = w->now_ms + HOUR;
	check_rc(notify_set(w->n, f), RC_OK);
	tell_pass(w, 2 * HOUR);
	tell_resolve(w, f);
	tell_pass(w, 10 * MINUTE);
	tell_reopen(w, f);
	tell_pass(w, 10 * MINUTE);
	for (int64_t i = 100; i < 120; i++)
		(void)tell_open(w, i, INCIDENT_MAJOR, 20 + i);
	tell_pass(w, 5 * MINUTE);
	for (int64_t i = 100; i < 115; i++)
		tell_resolve(w, tell_fact(w, i));
	tell_pass(w, HOUR);
	tell_resolve(w, f);
	for (int64_t i = 115; i < 120; i++)
		tell_resolve(w, tell_fact(w, i));
	tell_pass(w, HOUR);
}

static void
a_restart_at_every_step_repeats_nothing(void **state)
{
	struct tell *plain OWNED(tell_free) = tell_new();
	struct tell *often OWNED(tell_free) = tell_new();

	(void)state;
	often->restarts = true;
	live(plain);
	live(often);
	assert_true(plain->heard.n > 20);
	assert_int_equal(plain->heard.n, often->heard.n);
	for (size_t i = 0; i < plain->heard.n; i++) {
		const struct tell_message *a =
		    VEC_AT(&plain->heard, struct tell_message, i);
		const struct tell_message *b =
		    VEC_AT(&often->heard, struct tell_message, i);

		assert_string_equal(a->d.key, b->d.key);
		assert_int_equal(a->at_ms, b->at_ms);
		assert_int_equal(a->d.storm_incidents, b->d.storm_incidents);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_major_incident_is_told_after_45_seconds),
		cmocka_unit_test(delays_follow_severity),
		cmocka_unit_test(what_ends_within_its_delay_is_not_told),
		cmocka_unit_test(
		    what_ends_as_its_delay_elapses_is_told_whole_or_not_at_all),
		cmocka_unit_test(
		    a_cut_that_grows_over_a_walk_is_one_message_and_one_edit_5),
		cmocka_unit_test(edits_are_30_seconds_apart_and_show_the_latest),
		cmocka_unit_test(what_gets_worse_is_told_with_sound),
		cmocka_unit_test(a_cause_found_after_ten_minutes_is_told),
		cmocka_unit_test(its_end_is_a_reply_and_an_edit_21),
		cmocka_unit_test(a_port_that_flaps_says_unstable_once_19),
		cmocka_unit_test(reopened_is_told_to_who_heard_the_end),
		cmocka_unit_test(restart_with_500_open_incidents_sends_nothing_26),
		cmocka_unit_test(an_ack_lapses_when_affected_goes_from_20_to_60_34),
		cmocka_unit_test(an_ack_lapses_after_its_time_and_says_so),
		cmocka_unit_test(who_takes_it_and_leaves_it_is_seen_in_the_message),
		cmocka_unit_test(
		    what_is_taken_before_its_message_was_sent_is_not_sent_twice),
		cmocka_unit_test(a_message_knows_what_was_told_before),
		cmocka_unit_test(parts_have_no_messages_of_their_own),
		cmocka_unit_test(who_heard_of_a_part_hears_the_end_of_the_whole),
		cmocka_unit_test(the_first_matching_route_wins_unless_it_continues),
		cmocka_unit_test(mail_is_not_sent_for_what_would_be_an_edit),
		cmocka_unit_test(a_dead_channel_is_told_through_the_others),
		cmocka_unit_test(violations_are_told_like_others),
		cmocka_unit_test(a_restart_at_every_step_repeats_nothing),
	};

	return CHECK_ALL(tests);
}
