/* SPDX-License-Identifier: Apache-2.0
 *
 * What suppresses an incident now, and until when. Nothing is stored: the ends of
 * silences, windows and quiet hours are calculated from the configuration, so that a
 * restart changes nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "notify/notify_int.h"

/* Also one that lasts until its incident ends. */
#define SILENCE_MOST_MS (INT64_C(30) * 24 * 3600 * 1000)

/* ---- the moment ------------------------------------------------------------------------ */

enum rc
notify_moment_new(const struct config *c, int64_t now_ms, struct moment **ret_moment)
{
	struct moment *m OWNED(notify_moment_free) = calloc(1, sizeof(*m));

	if (!m)
		return RC_NOMEM;
	m->windows = calloc(c->n_maintenances + 1, sizeof(*m->windows));
	m->quiet = calloc(c->n_targets + 1, sizeof(*m->quiet));
	if (!m->windows || !m->quiet)
		return RC_NOMEM;
	m->now_ms = now_ms;
	m->site_minute = window_minute(c->zone, now_ms);
	for (size_t i = 0; i < c->n_maintenances; i++)
		window_at(c->maintenances[i].window, now_ms, &m->windows[i]);
	for (size_t i = 0; i < c->n_targets; i++)
		quiet_at(c->targets[i].quiet, now_ms, &m->quiet[i]);
	*ret_moment = GIVE(m);
	return RC_OK;
}

void
notify_moment_free(struct moment *m)
{
	if (!m)
		return;
	free(m->windows);
	free(m->quiet);
	free(m);
}

/* ---- hiding ------------------------------------------------------------------------------ */

/* It is suppressed until then; the longest suppression is reported. */
static void
hide(struct hush *h, enum notify_why why, int64_t by, int64_t until_ms)
{
	if (h->why != NOTIFY_WILL && h->why != NOTIFY_WHY_AFTER &&
	    h->until_ms >= until_ms)
		return;
	*h = (struct hush){ .why = why, .by = by, .until_ms = until_ms };
}

static int64_t
polled_ms(const struct notify *n, int64_t olt)
{
	const struct polled *p = map_find_u64(n->polled, (uint64_t)olt);

	return p ? p->at_ms : INT64_MIN;
}

/* A suppression ended at end_ms: evaluated again after grace_ms and one more poll. */
static void
after(const struct notify *n, const struct moment *m, const struct notify_fact *fact,
    int64_t end_ms, int64_t grace_ms, struct hush *h)
{
	int64_t until_ms = end_ms + grace_ms;
	bool waits_poll = false;

	if (end_ms < fact->opened_ms)
		return; /* it did not suppress this incident */
	if (fact->olt_id && polled_ms(n, fact->olt_id) <= end_ms &&
	    m->now_ms < end_ms + n->config->rules.poll_wait_ms) {
		waits_poll = true;
		if (until_ms < end_ms + n->config->rules.poll_wait_ms)
			until_ms = end_ms + n->config->rules.poll_wait_ms;
	}
	if (until_ms <= m->now_ms)
		return;
	if (h->why == NOTIFY_WILL)
		h->why = NOTIFY_WHY_AFTER;
	if (h->why == NOTIFY_WHY_AFTER && until_ms > h->until_ms)
		h->until_ms = until_ms;
	h->waits_poll |= waits_poll;
}

/* The end of a silence for this incident. */
static int64_t
silence_end(
    const struct silence *s, const struct notify_fact *fact, const struct moment *m)
{
	int64_t most_ms = s->latest_ms ? s->latest_ms : s->from_ms + SILENCE_MOST_MS;
	int64_t end_ms = s->until_ms ? s->until_ms : most_ms;

	if (!s->until_ms && incident_is_over(fact->state) &&
	    (fact->resolved_ms ? fact->resolved_ms : m->now_ms) < end_ms)
		end_ms = fact->resolved_ms ? fact->resolved_ms : m->now_ms;
	if (s->ended_ms && s->ended_ms < end_ms)
		end_ms = s->ended_ms;
	return end_ms;
}

static void
hush_silences(const struct notify *n, const struct moment *m,
    const struct notify_fact *fact, const struct notify_subject *subject, struct hush *h)
{
	for (size_t i = 0; i < n->config->n_silences; i++) {
		const struct silence *s = &n->config->silences[i];
		int64_t end_ms;

		if (s->from_ms > m->now_ms ||
		    (s->incident && s->incident != subject->incident) ||
		    !notify_filter_match(s->filter, subject))
			continue;
		end_ms = silence_end(s, fact, m);
		if (end_ms > m->now_ms)
			hide(h, NOTIFY_WHY_SILENCE, s->id, end_ms);
		else if (end_ms > s->from_ms)
			after(n, m, fact, end_ms, n->config->rules.after_ms, h);
	}
}

static void
hush_windows(const struct notify *n, const struct moment *m,
    const struct notify_fact *fact, const struct notify_subject *subject, struct hush *h)
{
	for (size_t i = 0; i < n->config->n_maintenances; i++) {
		const struct maintenance *w = &n->config->maintenances[i];
		const struct window_view *view = &m->windows[i];

		if (strcmp(subject->kind, "window_open") == 0)
			return; /* it would suppress the message that nobody ended it */
		if ((!view->is_active && view->last_end_ms == INT64_MIN) ||
		    !notify_filter_match(w->filter, subject))
			continue;
		if (view->is_active)
			hide(h, NOTIFY_WHY_WINDOW, w->id, view->end_ms);
		else
			after(n, m, fact, view->last_end_ms,
			    n->config->rules.after_window_ms, h);
	}
}

void
hush_incident(const struct notify *n, const struct moment *m,
    const struct notify_fact *fact, int64_t blind_end_ms, struct hush *ret_hush)
{
	struct notify_subject subject = fact->subject;

	subject.minute = m->site_minute;
	*ret_hush = (struct hush){ .why = NOTIFY_WILL };
	if (fact->is_blind)
		hide(ret_hush, NOTIFY_WHY_BLIND, 0, WINDOW_NEVER);
	else if (blind_end_ms)
		after(n, m, fact, blind_end_ms, n->config->rules.after_ms, ret_hush);
	hush_silences(n, m, fact, &subject, ret_hush);
	hush_windows(n, m, fact, &subject, ret_hush);
}

void
hush_target(const struct notify *n, const struct moment *m, size_t target,
    const struct notify_fact *fact, enum incident_severity severity,
    struct hush *ret_hush)
{
	const struct window_view *view = &m->quiet[target];

	*ret_hush = (struct hush){ .why = NOTIFY_WILL };
	if (severity == INCIDENT_CRITICAL)
		return;
	if (view->is_active)
		hide(ret_hush, NOTIFY_WHY_QUIET, 0, view->end_ms);
	else if (view->last_end_ms != INT64_MIN)
		after(n, m, fact, view->last_end_ms, n->config->rules.after_ms, ret_hush);
}
