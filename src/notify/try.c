/* SPDX-License-Identifier: Apache-2.0
 *
 * Tries the routes: who would be told, when, and why not.
 */
#include <stdlib.h>

#include "notify/notify_int.h"

struct attempt {
	const struct notify *n;
	const struct moment *moment;
	const struct notify_fact *fact;
	struct hush hush; /* of the incident */
	struct vec *tries;
	bool is_short;
};

static int64_t
least_after(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* What suppresses the incident for this target, or when it is told. */
static void
answer_hush(const struct attempt *a, size_t target, struct notify_try *t)
{
	struct hush hush = a->hush;
	int64_t told_ms = least_after(
	    a->moment->now_ms, a->fact->opened_ms + (t->delay_ms > 0 ? t->delay_ms : 0));

	if (hush.why == NOTIFY_WILL)
		hush_target(
		    a->n, a->moment, target, a->fact, a->fact->subject.severity, &hush);
	t->why = hush.why;
	t->by = hush.by;
	t->at_ms = hush.why == NOTIFY_WILL ? told_ms : hush.until_ms;
	if (hush.why == NOTIFY_WHY_AFTER)
		t->at_ms = least_after(t->at_ms, told_ms);
}

static void
answer(const struct attempt *a, size_t target, struct notify_try *t)
{
	const struct target *to = &a->n->config->targets[target];
	const struct notify_fact *f = a->fact;

	t->at_ms = WINDOW_NEVER;
	if (!to->is_enabled)
		t->why = NOTIFY_WHY_DISABLED;
	else if (f->not_channel && f->not_channel == to->channel)
		t->why = NOTIFY_WHY_NOT_CHANNEL;
	else if (f->merged_into)
		t->why = NOTIFY_WHY_PART;
	else if (incident_is_over(f->state))
		t->why = NOTIFY_WHY_OVER;
	else if (t->delay_ms < 0)
		t->why = NOTIFY_WHY_INFO;
	else
		answer_hush(a, target, t);
	if (t->why == NOTIFY_WHY_PART)
		t->by = f->merged_into;
}

static void
add_try(void *data, const struct route *route, size_t target)
{
	struct attempt *a = data;
	struct notify_try *t = vec_add(a->tries);

	if (!t) {
		a->is_short = true;
		return;
	}
	t->route = route->id;
	t->target = a->n->config->targets[target].id;
	t->delay_ms = notify_first_delay_ms(a->n->config, route, a->fact);
	answer(a, target, t);
}

enum rc
notify_try(const struct notify *n, const struct notify_fact *fact, int64_t now_ms,
    struct vec *ret_tries)
{
	struct moment *m OWNED(notify_moment_free) = NULL;
	bool *seen OWNED(free) = NULL;
	struct attempt a = { .n = n, .fact = fact, .tries = ret_tries };

	if (!n->config)
		return RC_OK;
	seen = calloc(n->config->n_targets + 1, sizeof(*seen));
	if (!seen || notify_moment_new(n->config, now_ms, &m))
		return RC_NOMEM;
	a.moment = m;
	hush_incident(n, m, fact, 0, &a.hush);
	notify_routes_walk(n->config, m, fact, seen, add_try, &a);
	return a.is_short ? RC_NOMEM : RC_OK;
}
