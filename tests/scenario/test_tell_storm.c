/* SPDX-License-Identifier: Apache-2.0
 *
 * Storms, and channels that are away.
 */
#include "check.h"

#include "tell.h"

/* The greatest number of new messages to a target within 10 minutes. */
static size_t
greatest_rate(const struct tell *w, int64_t target)
{
	size_t greatest = 0;

	for (size_t i = 0; i < w->heard.n; i++) {
		const struct tell_message *a = VEC_AT(&w->heard, struct tell_message, i);
		size_t n = 0;

		for (size_t j = i; j < w->heard.n; j++) {
			const struct tell_message *b =
			    VEC_AT(&w->heard, struct tell_message, j);

			n += b->d.target == target && b->d.act != NOTIFY_EDIT &&
			    b->at_ms < a->at_ms + 10 * MINUTE;
		}
		if (n > greatest)
			greatest = n;
	}
	return greatest;
}

static void
three_hundred_incidents_are_ten_messages_and_a_rolling_one_23(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	const struct tell_message *m;

	(void)state;
	for (int64_t i = 1; i <= 300; i++) {
		(void)tell_open(w, i, INCIDENT_MAJOR, i == 250 ? 199 : 64);
		tell_pass(w, 2 * SECOND);
	}
	tell_pass(w, 2 * MINUTE);
	assert_int_equal(tell_sounds(w, CHAT, -1), 11);
	assert_int_equal(tell_heard(w, CHAT, -1, NOTIFY_FIRST), 10);
	m = tell_last(w, CHAT, 0, NOTIFY_STORM);
	assert_int_equal(m->d.act, NOTIFY_EDIT);
	assert_int_equal(m->d.storm_incidents, 300);
	assert_int_equal(m->d.storm_affected, 300 * 64 - 64 + 199);
	assert_int_equal(m->d.storm_open, 300);
	assert_int_equal(m->d.n_listed, NOTIFY_LARGEST);
	assert_int_equal(m->d.listed[0], 250); /* the largest */
	/* Edited every 30 s while it grows: 600 s and the delay. */
	assert_in_range(tell_edits(w, CHAT, 0), 15, 25);
	tell_pass(w, 20 * MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 0, NOTIFY_STORM_OVER), 1);
	m = tell_last(w, CHAT, 0, NOTIFY_STORM_OVER);
	assert_int_equal(m->d.storm_unacked, 300);
	assert_int_equal(m->d.n_listed, NOTIFY_LISTED);
	assert_int_equal(tell_sounds(w, CHAT, -1), 12);
	assert_true(greatest_rate(w, CHAT) <= 11);
}

static void
a_storm_ends_and_lists_what_is_open_and_unacknowledged(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	const struct tell_message *m;

	(void)state;
	for (int64_t i = 1; i <= 40; i++)
		(void)tell_open(w, i, INCIDENT_MAJOR, 20 + i);
	tell_pass(w, 5 * MINUTE);
	for (int64_t i = 1; i <= 36; i++)
		tell_resolve(w, tell_fact(w, i));
	tell_fact(w, 37)->acked_ms = w->now_ms;
	check_rc(notify_set(w->n, tell_fact(w, 37)), RC_OK);
	tell_pass(w, 9 * MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 0, NOTIFY_STORM_OVER), 0);
	tell_pass(w, 3 * MINUTE);
	m = tell_last(w, CHAT, 0, NOTIFY_STORM_OVER);
	assert_int_equal(m->d.storm_incidents, 40);
	assert_int_equal(m->d.storm_open, 4);
	assert_int_equal(m->d.storm_unacked, 3);
	assert_int_equal(m->d.n_listed, 3);
	assert_int_equal(m->d.listed[0], 40);
	assert_int_equal(m->d.act, NOTIFY_REPLY);
	/* The end of the single ones was said by the rolling message, and edited. */
	assert_int_equal(tell_heard(w, CHAT, -1, NOTIFY_RESOLVED), 0);
	/* After it messages are single again. */
	tell_pass(w, MINUTE);
	tell_resolve(w, tell_fact(w, 40));
	tell_pass(w, MINUTE);
	assert_int_equal(tell_heard(w, CHAT, 40, NOTIFY_RESOLVED), 1);
	tell_pass(w, DAY);
	assert_int_equal(tell_sounds(w, CHAT, -1), 10 + 2 + 1);
}

static void
the_worst_have_messages_of_their_own(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();

	(void)state;
	for (int64_t i = 1; i <= 50; i++)
		(void)tell_open(w, i, INCIDENT_MAJOR, 20 + i);
	tell_pass(w, 50 * SECOND);
	for (int64_t i = 41; i <= 50; i++)
		assert_int_equal(tell_sounds(w, CHAT, i), 1);
	assert_int_equal(tell_sounds(w, CHAT, 40), 0);
}

static void
ten_messages_are_no_storm(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();

	(void)state;
	for (int64_t i = 1; i <= 10; i++)
		(void)tell_open(w, i, INCIDENT_MAJOR, 20 + i);
	tell_pass(w, 15 * MINUTE);
	for (int64_t i = 1; i <= 10; i++)
		tell_resolve(w, tell_fact(w, i));
	tell_pass(w, HOUR);
	assert_int_equal(tell_sounds(w, CHAT, 0), 0);
	assert_int_equal(tell_sounds(w, CHAT, -1), 20);
}

static void
a_storm_of_one_target_is_none_of_another(void **state)
{
	static const int64_t TO_MAIL[] = { MAIL };
	struct tell *w OWNED(tell_free) = tell_new();

	(void)state;
	w->routes[1] = w->routes[0];
	w->routes[1].id = 2;
	w->routes[1].filter = "[{\"field\":\"affected\",\"op\":\">=\",\"value\":60}]";
	w->routes[1].targets = TO_MAIL;
	w->routes[0].is_continue = true;
	w->config.n_routes = 2;
	tell_configure(w);
	for (int64_t i = 1; i <= 43; i++)
		(void)tell_open(w, i, INCIDENT_MAJOR, 20 + i);
	tell_pass(w, 2 * MINUTE);
	assert_int_equal(tell_sounds(w, CHAT, -1), 11);
	assert_int_equal(tell_sounds(w, MAIL, -1), 4);
}

static void
a_mail_server_away_for_three_hours_sends_no_old_news_32(void **state)
{
	static const int64_t TO_MAIL[] = { MAIL };
	struct tell *w OWNED(tell_free) = tell_new();

	(void)state;
	w->routes[0].targets = TO_MAIL;
	tell_configure(w);
	w->is_down[MAIL] = true;
	for (int64_t i = 1; i <= 200; i++) {
		(void)tell_open(w, i, INCIDENT_MAJOR, 40);
		tell_pass(w, 54 * SECOND);
		if (i > 5)
			tell_resolve(w, tell_fact(w, i - 5));
	}
	for (int64_t i = 196; i <= 200; i++)
		tell_resolve(w, tell_fact(w, i));
	tell_pass(w, 30 * MINUTE);
	w->is_down[MAIL] = false;
	tell_pass(w, DAY);
	assert_true(tell_sounds(w, MAIL, -1) <= 1);
}

static void
what_is_still_open_when_the_server_returns_is_told_once_as_it_is_now(void **state)
{
	static const int64_t TO_MAIL[] = { MAIL };
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f;

	(void)state;
	w->routes[0].targets = TO_MAIL;
	tell_configure(w);
	w->is_down[MAIL] = true;
	f = tell_open(w, 71, INCIDENT_MAJOR, 40);
	tell_pass(w, HOUR);
	f->subject.affected = 45;
	tell_change(w, f);
	tell_pass(w, 4 * HOUR); /* expired twice, written again from the present */
	w->is_down[MAIL] = false;
	tell_pass(w, HOUR);
	assert_int_equal(tell_sounds(w, MAIL, 71), 1);
	assert_int_equal(tell_last(w, MAIL, 71, -1)->d.version, f->version);
	assert_int_equal(tell_last(w, MAIL, 71, -1)->d.reason, NOTIFY_FIRST);
	tell_resolve(w, f);
	tell_pass(w, HOUR);
	assert_int_equal(tell_sounds(w, MAIL, 71), 2);
}

static void
a_queued_severity_is_not_lost_to_a_later_edit(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MINOR, 15);

	(void)state;
	tell_pass(w, 6 * MINUTE);
	w->is_down[CHAT] = true;
	f->subject.severity = INCIDENT_MAJOR;
	tell_change(w, f);
	tell_pass(w, 2 * MINUTE);
	f->subject.affected = 21;
	tell_change(w, f);
	tell_pass(w, 2 * MINUTE);
	w->is_down[CHAT] = false;
	tell_pass(w, 2 * MINUTE);
	assert_int_equal(tell_sounds(w, CHAT, 71), 2);
	assert_int_equal(tell_last(w, CHAT, 71, -1)->d.reason, NOTIFY_SEVERITY);
	assert_int_equal(tell_last(w, CHAT, 71, -1)->d.version, f->version);
}

static void
a_refused_message_is_not_tried_again_and_its_end_is_not_told(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();
	struct notify_fact *f = tell_open(w, 71, INCIDENT_MAJOR, 40);

	(void)state;
	w->is_down[CHAT] = true;
	tell_pass(w, MINUTE);
	assert_int_equal(w->outbox.n, 1);
	VEC_AT(&w->outbox, struct tell_queued, 0)->is_over = true;
	notify_outcome(w->n, 71, CHAT, NOTIFY_REFUSED, w->now_ms);
	w->is_down[CHAT] = false;
	tell_pass(w, DAY);
	tell_resolve(w, f);
	tell_pass(w, DAY);
	assert_int_equal(w->outbox.n, 1);
	assert_int_equal(w->heard.n, 0);
}

static void
a_second_storm_does_not_lose_the_ends_of_the_first(void **state)
{
	struct tell *w OWNED(tell_free) = tell_new();

	(void)state;
	for (int64_t i = 1; i <= 15; i++)
		(void)tell_open(w, i, INCIDENT_MAJOR, 20 + i);
	tell_pass(w, 40 * MINUTE);
	for (int64_t i = 101; i <= 130; i++)
		(void)tell_open(w, i, INCIDENT_MAJOR, 20 + i);
	tell_pass(w, 50 * SECOND);
	tell_pass(w, 40 * MINUTE);
	for (int64_t i = 1; i <= 5; i++) /* covered by the first storm's message */
		tell_resolve(w, tell_fact(w, i));
	tell_pass(w, MINUTE);
	for (int64_t i = 1; i <= 5; i++)
		assert_int_equal(tell_heard(w, CHAT, i, NOTIFY_RESOLVED), 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    three_hundred_incidents_are_ten_messages_and_a_rolling_one_23),
		cmocka_unit_test(a_storm_ends_and_lists_what_is_open_and_unacknowledged),
		cmocka_unit_test(the_worst_have_messages_of_their_own),
		cmocka_unit_test(ten_messages_are_no_storm),
		cmocka_unit_test(a_storm_of_one_target_is_none_of_another),
		cmocka_unit_test(a_mail_server_away_for_three_hours_sends_no_old_news_32),
		cmocka_unit_test(
		    what_is_still_open_when_the_server_returns_is_told_once_as_it_is_now),
		cmocka_unit_test(a_queued_severity_is_not_lost_to_a_later_edit),
		cmocka_unit_test(
		    a_refused_message_is_not_tried_again_and_its_end_is_not_told),
		cmocka_unit_test(a_second_storm_does_not_lose_the_ends_of_the_first),
	};

	return CHECK_ALL(tests);
}
