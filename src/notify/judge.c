/* SPDX-License-Identifier: Apache-2.0
 *
 * An incident: what hides it, whether its acknowledgement still holds, which targets its
 * routes name. pair.c decides for each target.
 */
#include <string.h>

#include "notify/notify_int.h"

enum { HOURS_STEP_MS = 60000 }; /* routes with hours are asked again that often */

bool
notify_is_fibre_power(enum incident_class a, enum incident_class b)
{
	return (a == INCIDENT_FIBRE && b == INCIDENT_POWER) ||
	    (a == INCIDENT_POWER && b == INCIDENT_FIBRE);
}

bool
notify_has_doubled(int64_t before, int64_t now)
{
	return now >= 2 * before && now >= before + 20;
}

int64_t
notify_first_delay_ms(
    const struct config *c, const struct route *route, const struct notify_fact *fact)
{
	enum incident_severity severity = fact->subject.severity;

	if (c->rules.delay_ms[severity] < 0)
		return -1;
	if (route->delay_ms >= 0)
		return route->delay_ms;
	if (severity == INCIDENT_CRITICAL && fact->is_confirmed)
		return 0;
	return c->rules.delay_ms[severity];
}

void
notify_routes_walk(const struct config *c, const struct moment *m,
    const struct notify_fact *fact, bool *seen, route_fn *each, void *data)
{
	struct notify_subject subject = fact->subject;

	subject.minute = m->site_minute;
	for (size_t i = 0; i < c->n_routes; i++) {
		const struct route *route = &c->routes[i];

		if (!route->is_enabled || !notify_filter_match(route->filter, &subject))
			continue;
		for (size_t j = 0; j < route->n_targets; j++) {
			if (seen[route->targets[j]])
				continue;
			seen[route->targets[j]] = true;
			each(data, route, route->targets[j]);
		}
		if (!route->is_continue)
			break;
	}
}

/* ---- acknowledgement ----------------------------------------------------------------- */

bool
notify_is_acked(const struct item *item)
{
	return item->fact.acked_ms && item->fact.acked_ms != item->lapsed_ms;
}

static void
see_ack(struct item *item)
{
	const struct notify_fact *f = &item->fact;

	if (f->acked_ms == item->acked_ms)
		return;
	item->acked_ms = f->acked_ms;
	item->acked_affected = f->acked_affected;
	item->acked_severity = f->acked_severity;
	item->acked_class = f->acked_class;
	if (f->acked_affected < 0) {
		item->acked_affected = f->subject.affected;
		item->acked_severity = f->subject.severity;
		item->acked_class = f->subject.cause_class;
	}
}

/* False: it holds. */
static bool
why_lapsed(const struct item *item, int64_t now_ms, enum notify_reason *ret_reason)
{
	const struct notify_fact *f = &item->fact;

	if (f->subject.severity > item->acked_severity)
		*ret_reason = NOTIFY_SEVERITY;
	else if (notify_is_fibre_power(f->subject.cause_class, item->acked_class))
		*ret_reason = NOTIFY_CLASS;
	else if (notify_has_doubled(item->acked_affected, f->subject.affected))
		*ret_reason = NOTIFY_DOUBLED;
	else if (f->acked_until_ms && now_ms >= f->acked_until_ms)
		*ret_reason = NOTIFY_ACK_LAPSED;
	else
		return false;
	return true;
}

/* True: the acknowledgement lapsed now. */
static bool
judge_ack(struct run *run, struct item *item)
{
	struct notify_lapse *lapse;
	enum notify_reason reason;

	see_ack(item);
	if (!item->acked_ms || item->acked_ms == item->lapsed_ms ||
	    incident_is_over(item->fact.state) || item->fact.merged_into ||
	    !why_lapsed(item, run->now_ms, &reason))
		return false;
	lapse = vec_add(&run->out->lapses);
	if (lapse)
		*lapse = (struct notify_lapse){ item->id, item->acked_ms, reason };
	else
		run->is_short = true;
	item->lapsed_ms = item->acked_ms;
	return true;
}

/* ---- hiding ---------------------------------------------------------------------------- */

static void
see_blindness(struct item *item, int64_t now_ms)
{
	if (item->fact.is_blind) {
		item->was_blind = true;
	} else if (item->was_blind) {
		item->was_blind = false;
		item->blind_end_ms = now_ms;
	}
	if (item->fact.seen_ms)
		item->blind_end_ms = item->fact.seen_ms;
}

static void
report_hidden(struct run *run, struct item *item, const struct hush *h)
{
	struct notify_hidden *hidden;
	bool was_counted = item->is_loaded;

	item->is_loaded = false;
	if (h->why != NOTIFY_WHY_SILENCE || item->hidden_by == h->by)
		return;
	item->hidden_by = h->by;
	if (was_counted)
		return;
	hidden = vec_add(&run->out->hidden);
	if (hidden)
		*hidden = (struct notify_hidden){ h->by, item->id };
	else
		run->is_short = true;
}

/* ---- pairs ------------------------------------------------------------------------------- */

struct walk {
	struct run *run;
	struct item *item;
	bool is_lapsed;
};

static void
later(struct item *item, int64_t due_ms)
{
	if (due_ms < item->due_ms)
		item->due_ms = due_ms;
}

static void
judge_target(void *data, const struct route *route, size_t target)
{
	const struct walk *w = data;
	const struct target *t = &w->run->config->targets[target];
	struct pair pair = {
		.run = w->run,
		.item = w->item,
		.target = t,
		.route = route,
		.row = notify_item_row(w->item, t->id),
		.is_lapsed = w->is_lapsed,
		.due_ms = INT64_MAX,
	};

	notify_judge_pair(&pair);
	later(w->item, pair.due_ms);
}

/* Targets that were told, and that no route names any more. */
static void
judge_unrouted(struct walk *w)
{
	const struct config *c = w->run->config;

	for (size_t i = 0; i < w->item->rows.n; i++) {
		const struct row *row = VEC_AT(&w->item->rows, struct row, i);
		const struct target *t = notify_config_target(c, row->told.target);

		if (t && !w->run->seen[t - c->targets])
			judge_target(w, NULL, (size_t)(t - c->targets));
	}
}

static void
judge_targets(struct run *run, struct item *item)
{
	struct walk walk = { run, item, judge_ack(run, item) };

	memset(run->seen, 0, (run->config->n_targets + 1) * sizeof(*run->seen));
	notify_routes_walk(
	    run->config, run->moment, &item->fact, run->seen, judge_target, &walk);
	judge_unrouted(&walk);
	if (item->acked_ms != item->lapsed_ms && item->fact.acked_until_ms > run->now_ms)
		later(item, item->fact.acked_until_ms);
	if (run->config->has_hours && !incident_is_over(item->fact.state))
		later(item, run->now_ms + HOURS_STEP_MS);
}

void
notify_judge_item(struct run *run, struct item *item)
{
	struct hush hush;

	item->is_dirty = false;
	item->due_ms = INT64_MAX;
	item->waits_poll = false;
	if (!item->has_fact)
		return;
	see_blindness(item, run->now_ms);
	notify_drop_unsent(run, item);
	hush_incident(run->n, run->moment, &item->fact, item->blind_end_ms, &hush);
	report_hidden(run, item, &hush);
	if (hush.why == NOTIFY_WILL) {
		judge_targets(run, item);
	} else {
		item->due_ms = hush.until_ms;
		item->waits_poll = hush.waits_poll;
		see_ack(item);
	}
	for (size_t i = 0; i < item->rows.n; i++)
		notify_emit_row(run, VEC_AT(&item->rows, struct row, i));
}
