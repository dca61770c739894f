/* SPDX-License-Identifier: Apache-2.0
 *
 * Thousands of random hours, from fixed seeds: incidents that open, change, end, open
 * again, become parts and flap, silences, windows, quiet hours, channels that are away,
 * routes that are switched, restarts. tell.h checks every message; at the end everybody
 * who was told of a problem was told of its end.
 */
#include "check.h"

#include "tell.h"

enum { INCIDENTS = 60, HOURS = 200, SEEDS = 12 };

struct dice {
	uint64_t state;
};

static uint64_t
roll(struct dice *d, uint64_t sides)
{
	d->state ^= d->state << 13;
	d->state ^= d->state >> 7;
	d->state ^= d->state << 17;
	return (d->state >> 11) % sides;
}

static bool
is_whole(const struct notify_fact *f)
{
	return f->state != INCIDENT_CLOSED && !f->merged_into;
}

/* ---- what may happen --------------------------------------------------------------------- */

static void
change_incident(struct tell *w, struct notify_fact *f, struct dice *d)
{
	switch (roll(d, 8)) {
	case 0:
		f->subject.severity = (enum incident_severity)roll(d, 4);
		break;
	case 1:
		f->subject.cause_class = (enum incident_class)roll(d, 4);
		break;
	case 2:
		f->subject.affected = f->subject.affected * 2 + 25;
		break;
	case 3:
		f->is_blind = !f->is_blind;
		f->seen_ms = w->now_ms;
		break;
	case 4:
		f->is_flapping = !f->is_flapping;
		break;
	case 5:
		f->acked_ms = w->now_ms;
		f->acked_until_ms = w->now_ms + HOUR;
		break;
	case 6:
		f->state =
		    f->state == INCIDENT_OPEN ? INCIDENT_RECOVERING : INCIDENT_OPEN;
		break;
	default:
		f->subject.affected += (int64_t)roll(d, 10);
		break;
	}
	tell_change(w, f);
}

static void
merge_incident(struct tell *w, struct notify_fact *f, struct dice *d)
{
	struct notify_fact *whole = tell_fact(w, 1 + (int64_t)roll(d, w->facts.n));

	if (whole == f || !is_whole(whole) || incident_is_over(whole->state))
		return;
	f->merged_into = whole->subject.incident;
	f->state = INCIDENT_MERGED;
	tell_change(w, f);
}

static void
act_on_incident(struct tell *w, struct notify_fact *f, struct dice *d)
{
	uint64_t what = roll(d, 20);

	if (!is_whole(f))
		return;
	if (f->state == INCIDENT_RESOLVED) {
		if (what < 6) {
			tell_reopen(w, f);
		} else if (what < 12 && w->now_ms > f->resolved_ms + 30 * MINUTE) {
			f->state = INCIDENT_CLOSED;
			tell_change(w, f);
		}
	} else if (what < 5) {
		tell_resolve(w, f);
	} else if (what < 6) {
		merge_incident(w, f, d);
	} else {
		change_incident(w, f, d);
	}
}

static void
add_silence(struct tell *w, struct dice *d)
{
	struct notify_silence *s;

	if (w->config.n_silences == TELL_MAX)
		return;
	s = tell_silence(w, 1 + (int64_t)w->config.n_silences,
	    roll(d, 5) ? (int64_t)roll(d, 120) * MINUTE + SECOND : 0);
	if (w->facts.n > 0 && (roll(d, 2) || !s->until_ms))
		s->incident = 1 + (int64_t)roll(d, w->facts.n);
	else
		s->until_ms = s->until_ms ? s->until_ms : w->now_ms + HOUR;
	tell_configure(w);
}

static void
act_on_world(struct tell *w, struct dice *d)
{
	switch (roll(d, 12)) {
	case 0:
		add_silence(w, d);
		break;
	case 1:
		w->is_down[1 + roll(d, 2)] = true;
		break;
	case 6:
		w->is_down[CHAT] = w->is_down[MAIL] = false;
		break;
	case 2:
		w->routes[roll(d, 2)].is_enabled = roll(d, 4) != 0;
		tell_configure(w);
		break;
	case 3:
	case 4:
		tell_restart(w);
		break;
	case 5:
		if (w->config.n_silences > 0) {
			w->silences[roll(d, w->config.n_silences)].ended_ms = w->now_ms;
			tell_configure(w);
		}
		break;
	default:
		break;
	}
}

/* ---- a world --------------------------------------------------------------------------------- */

static struct tell *
random_world(struct dice *d)
{
	static const int64_t TO_MAIL[] = { MAIL }, BOTH[] = { CHAT, MAIL };
	struct tell *w = tell_new();

	w->claim_ms = 500; /* some messages cannot be dropped any more */
	w->routes[0].is_continue = roll(d, 2);
	w->routes[1] = w->routes[0];
	w->routes[1].id = 2;
	w->routes[1].filter =
	    "[{\"field\":\"cause_class\",\"op\":\"!=\",\"value\":\"power\"}]";
	w->routes[1].targets = roll(d, 2) ? TO_MAIL : BOTH;
	w->routes[1].n_targets = w->routes[1].targets == BOTH ? 2 : 1;
	w->config.n_routes = 2;
	w->targets[roll(d, 2)].quiet_from = "21:00";
	for (int i = 0; i < 2; i++) {
		w->targets[i].quiet_until = w->targets[i].quiet_from ? "06:00" : NULL;
		w->targets[i].quiet_zone = "Europe/Madrid";
	}
	w->maintenances[0] = (struct notify_maintenance){
		.id = 1,
		.filter = "[]",
		.window = { .from_ms = START + 10 * HOUR,
		    .until_ms = WINDOW_NEVER,
		    .rrule = "FREQ=DAILY;INTERVAL=2",
		    .zone = "America/Santiago",
		    .length_s = 5400 },
	};
	w->config.n_maintenances = 1;
	tell_configure(w);
	return w;
}

/* Longer than a recovery waits (24 h) nothing is down. */
static void
live(struct tell *w, struct dice *d)
{
	int64_t up_ms = START;

	while (w->now_ms < START + HOURS * HOUR) {
		if (w->facts.n < INCIDENTS && roll(d, 8) == 0)
			(void)tell_open(w, 1 + (int64_t)w->facts.n,
			    (enum incident_severity)roll(d, 4), 5 + (int64_t)roll(d, 60));
		if (w->facts.n > 0)
			act_on_incident(
			    w, tell_fact(w, 1 + (int64_t)roll(d, w->facts.n)), d);
		act_on_world(w, d);
		if (!w->is_down[CHAT] && !w->is_down[MAIL])
			up_ms = w->now_ms;
		if (w->now_ms > up_ms + 5 * HOUR)
			w->is_down[CHAT] = w->is_down[MAIL] = false;
		tell_pass(w, (int64_t)roll(d, roll(d, 3) ? 2 * MINUTE : HOUR));
	}
}

/* Everything ends and everything can be sent. */
static void
end_all(struct tell *w)
{
	w->is_down[CHAT] = w->is_down[MAIL] = false;
	for (size_t i = 0; i < w->config.n_silences; i++)
		if (!w->silences[i].ended_ms)
			w->silences[i].ended_ms = w->now_ms;
	w->config.n_maintenances = 0;
	tell_configure(w);
	tell_pass(w, HOUR);
	for (size_t i = 0; i < w->facts.n; i++) {
		struct notify_fact *f = *VEC_AT(&w->facts, struct notify_fact *, i);

		f->is_blind = f->is_flapping = false;
		if (is_whole(f) && !incident_is_over(f->state))
			tell_resolve(w, f);
		else
			tell_change(w, f);
		tell_pass(w, 5 * MINUTE);
	}
	tell_pass(w, 3 * DAY);
}

/* Is an incident the same, or one that it became a part of? */
static bool
is_same_or_whole(struct tell *w, int64_t incident, int64_t other)
{
	while (incident && incident != other)
		incident = tell_fact(w, incident)->merged_into;
	return incident != 0;
}

/* Did the target hear an end of it, or of its whole, or an end in a rolling message, at or
 * after a moment? */
static bool
heard_end(struct tell *w, const struct tell_message *problem)
{
	int64_t incident = problem->d.incident;

	for (size_t i = 0; i < w->heard.n; i++) {
		const struct tell_message *m = VEC_AT(&w->heard, struct tell_message, i);

		if (m->d.target != problem->d.target || m->at_ms < problem->at_ms)
			continue;
		if (m->d.reason == NOTIFY_STORM_OVER ||
		    (m->d.reason == NOTIFY_RESOLVED &&
			is_same_or_whole(w, incident, m->d.incident)))
			return true;
	}
	return false;
}

static void
check_ends(struct tell *w, uint64_t seed)
{
	for (size_t i = 0; i < w->heard.n; i++) {
		const struct tell_message *m = VEC_AT(&w->heard, struct tell_message, i);

		if (m->d.incident && m->d.is_sound && m->d.reason != NOTIFY_RESOLVED &&
		    !heard_end(w, m))
			fail_msg("seed %llu: target %lld never heard the end of %lld (%s "
				 "at %lld min)",
			    (unsigned long long)seed, (long long)m->d.target,
			    (long long)m->d.incident, notify_reason_name(m->d.reason),
			    (long long)((m->at_ms - START) / MINUTE));
	}
	for (size_t i = 0; i < w->told.n; i++) {
		const struct notify_told *t = VEC_AT(&w->told, struct notify_told, i);

		if (t->incident && !(t->flags & (NOTIFY_TOLD_OVER | NOTIFY_TOLD_DROPPED)))
			fail_msg("seed %llu: the row of %lld and %lld is not over",
			    (unsigned long long)seed, (long long)t->incident,
			    (long long)t->target);
	}
}

static void
nobody_is_told_twice_and_everybody_hears_the_end(void **state)
{
	size_t messages = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct dice dice = { .state = seed * UINT64_C(0x9e3779b97f4a7c15) };
		struct tell *w OWNED(tell_free) = random_world(&dice);

		live(w, &dice);
		end_all(w);
		check_ends(w, seed);
		for (size_t i = 0; i < w->facts.n; i++)
			assert_true(notify_is_settled(w->n, 1 + (int64_t)i));
		messages += w->heard.n;
	}
	assert_true(messages > 1000); /* it was not quiet */
}

static void
the_same_hours_with_restarts_everywhere(void **state)
{
	(void)state;
	for (uint64_t seed = 101; seed <= 102; seed++) {
		struct dice dice = { .state = seed * UINT64_C(0x9e3779b97f4a7c15) };
		struct tell *w OWNED(tell_free) = random_world(&dice);

		w->restarts = true;
		live(w, &dice);
		end_all(w);
		check_ends(w, seed);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_is_told_twice_and_everybody_hears_the_end),
		cmocka_unit_test(the_same_hours_with_restarts_everywhere),
	};

	return CHECK_ALL(tests);
}
