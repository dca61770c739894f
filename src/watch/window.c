/* SPDX-License-Identifier: Apache-2.0
 *
 * Maintenance windows, and problems of the system that are incidents themselves.
 */
#include "watch/watch_int.h"

#include <stdio.h>
#include <string.h>

static bool
is_in_place(const char *place, const char *port)
{
	size_t n = strlen(place);

	return !n || strcmp(place, port) == 0 ||
	    (strncmp(place, port, n) == 0 && port[n] == '/');
}

static bool
has_port(const struct watch *w, const struct window *v, uint32_t port, int64_t at_ms)
{
	const struct port *p = port_at(w, port);
	char text[WATCH_PLACE_MAX];

	return at_ms >= v->from_ms && (!v->until_ms || at_ms < v->until_ms) &&
	    (!v->olt.v || v->olt.v == olt_at(w, p->olt)->id.v) &&
	    is_in_place(v->place, place_text(&p->place, text));
}

static bool
touches(const struct watch *w, const struct onu_row *o, bool is_plan, int64_t at_ms)
{
	for (size_t n = 0; n < w->windows.n; n++) {
		const struct window *v = VEC_AT(&w->windows, struct window, n);

		if (v->is_plan == is_plan && (!v->onu.v || v->onu.v == (int64_t)o->id) &&
		    has_port(w, v, leaf_at(w, o->leaf)->port, at_ms))
			return true;
	}
	return false;
}

/* In a window of planned or held work: a down there is evaluated after the window, if at
 * all. */
bool
window_covers(const struct watch *w, const struct onu_row *o, int64_t at_ms)
{
	return w->windows.n &&
	    (touches(w, o, true, at_ms) || touches(w, o, false, at_ms));
}

bool
window_holds_port(const struct watch *w, uint32_t port, int64_t at_ms)
{
	for (size_t n = 0; n < w->windows.n; n++) {
		const struct window *v = VEC_AT(&w->windows, struct window, n);

		if (!v->is_plan && !v->onu.v && has_port(w, v, port, at_ms))
			return true;
	}
	return false;
}

void
watch_left_down(struct watch *w, const struct watch_change *change, int64_t now_ms)
{
	uint32_t row = onu_find(w, change->onu);
	struct onu_row *o = row == NONE ? NULL : &w->onus[row];
	struct membership *m = o ? membership_find(w, o->id) : NULL;
	struct drop d;

	if (!o || onu_class(o) != WATCH_DOWN || window_covers(w, o, now_ms) ||
	    (o->bits & (ONU_IS_IN_BASKET | ONU_IS_FLAPPING)) ||
	    (m && incident_is_live(m->incident)))
		return;
	d = (struct drop){ .from_ms = change->at_ms - onu_olt(w, o)->states_ms,
		.to_ms = change->at_ms,
		.at_ms = change->at_ms,
		.device_ms = change->last_down_ms,
		.is_fresh = cause_is_known(change->cause) };
	basket_add(w, row, &d);
}

/* Incidents of held places are not changed; planned work is shown. */
static void
hold(struct watch *w, struct incident *i, int64_t now_ms)
{
	bool is_held = i->parts.n > 0;

	for (size_t n = 0; is_held && n < i->parts.n; n++) {
		uint32_t port = VEC_AT(&i->parts, struct part, n)->port;

		is_held = port != NONE && window_holds_port(w, port, now_ms);
	}
	if (is_held == i->out.is_held)
		return;
	i->out.is_held = is_held;
	i->needs_judging = true;
	incident_log(w, i, is_held ? "held" : "hold_ended", now_ms, "{}");
	incident_due(i, now_ms);
}

/* Customers of one window of mode plan, and where they are. */
struct planned {
	int64_t customers;
	size_t olts, places;
	const struct window *first;
};

static void
count_planned(const struct watch *w, const struct window *v, struct planned *ret)
{
	if (v->onu.v) {
		ret->customers += onu_find(w, v->onu) != NONE;
		return;
	}
	for (size_t p = 0; p < w->ports.n; p++)
		if (has_port(w, v, (uint32_t)p, v->from_ms))
			ret->customers += port_at(w, (uint32_t)p)->n_onus;
}

/* Names of the OLTs, as many as fit. */
static void
name_olt(const struct watch *w, const struct window *v, char names[WATCH_TEXT_MAX])
{
	uint32_t row = v->olt.v ? olt_find(w, v->olt) : (uint32_t)NONE;
	size_t used = strlen(names);
	const char *name = row == NONE ? "" : olt_at(w, row)->name;

	if (*name && used + strlen(name) + 3 < WATCH_TEXT_MAX)
		(void)snprintf(
		    names + used, WATCH_TEXT_MAX - used, "%s%s", used ? ", " : "", name);
}

static struct planned
survey(const struct watch *w, int64_t id, char names[WATCH_TEXT_MAX])
{
	struct planned all = { 0 };

	names[0] = '\0';
	for (size_t n = 0; n < w->windows.n; n++) {
		const struct window *v = VEC_AT(&w->windows, struct window, n);

		if (!v->is_plan || v->id != id)
			continue;
		if (!all.first)
			all.first = v;
		if (!all.olts || v->olt.v != all.first->olt.v) {
			all.olts++;
			name_olt(w, v, names);
		}
		all.places++;
		count_planned(w, v, &all);
	}
	return all;
}

static enum watch_root
planned_root(const struct planned *all)
{
	const char *place = all->first->place;

	if (all->places != 1 || !*place)
		return WATCH_ROOT_OLT;
	return strchr(place, '/') == strrchr(place, '/') ? WATCH_ROOT_CARD
							 : WATCH_ROOT_PORT;
}

static struct incident *
planned_of(const struct watch *w, int64_t id)
{
	for (size_t n = w->incidents.n; n-- > 0;) {
		struct incident *i = *VEC_AT(&w->incidents, struct incident *, n);

		if (i->out.kind == WATCH_PLANNED && i->out.subject == id &&
		    i->out.state <= WATCH_RESOLVED)
			return i;
	}
	return NULL;
}

/* One incident for each window, created before anything happens. */
static void
plan(struct watch *w, int64_t id, int64_t now_ms)
{
	char names[WATCH_TEXT_MAX];
	struct planned all = survey(w, id, names);
	const struct window *v = all.first;
	struct incident *i = planned_of(w, id);
	struct incident_key key = { WATCH_PLANNED, planned_root(&all), { 0 }, "", id };

	if (all.olts == 1)
		key.olt = v->olt;
	if (all.places == 1 && !v->onu.v)
		key.place = v->place;
	if (i && i->out.state == WATCH_RESOLVED)
		incident_reopen(w, i, now_ms);
	if (!i)
		i = incident_again(w, &key, v->from_ms, now_ms);
	if (!i ||
	    (i->out.state != WATCH_SUSPECT && i->out.params.until_ms == v->until_ms &&
		i->out.params.n == all.customers))
		return;
	if (i->out.state != WATCH_SUSPECT)
		incident_touch(i, now_ms);
	i->out.cause = WATCH_CAUSE_PLANNED;
	i->out.cause_class = WATCH_CLASS_ADMIN;
	i->out.confidence = 99;
	i->out.at_risk = i->out.params.n = all.customers;
	i->out.params.until_ms = v->until_ms;
	text_fit(i->out.params.olt, WATCH_TEXT_MAX, names);
	if (key.root == WATCH_ROOT_CARD)
		text_fit(i->out.params.card, WATCH_PLACE_MAX, v->place);
	text_fit(i->out.params.node, WATCH_TEXT_MAX, v->title);
	i->is_confirmed = i->is_dirty = true;
}

static bool
is_planned(const struct watch *w, int64_t id, int64_t now_ms)
{
	for (size_t n = 0; n < w->windows.n; n++) {
		const struct window *v = VEC_AT(&w->windows, struct window, n);

		if (v->is_plan && v->id == id && now_ms >= v->from_ms &&
		    (!v->until_ms || now_ms < v->until_ms))
			return true;
	}
	return false;
}

/* The first place of its window. */
static bool
is_first(const struct watch *w, size_t n)
{
	int64_t id = VEC_AT(&w->windows, struct window, n)->id;

	return n == 0 || VEC_AT(&w->windows, struct window, n - 1)->id != id;
}

int64_t
windows_next_ms(const struct watch *w, int64_t now_ms)
{
	int64_t next_ms = INT64_MAX;

	for (size_t n = 0; n < w->windows.n; n++) {
		const struct window *v = VEC_AT(&w->windows, struct window, n);

		if (v->from_ms > now_ms && v->from_ms < next_ms)
			next_ms = v->from_ms;
		if (v->until_ms > now_ms && v->until_ms < next_ms)
			next_ms = v->until_ms;
	}
	return next_ms;
}

void
windows_pass(struct watch *w, int64_t now_ms)
{
	for (size_t n = 0; n < w->windows.n; n++) {
		const struct window *v = VEC_AT(&w->windows, struct window, n);

		if (v->is_plan && is_first(w, n) && is_planned(w, v->id, now_ms))
			plan(w, v->id, now_ms);
	}
	for (size_t n = 0; n < w->incidents.n; n++) {
		struct incident *i = *VEC_AT(&w->incidents, struct incident *, n);

		if (!incident_is_live(i))
			continue;
		if (i->out.kind == WATCH_PLANNED &&
		    !is_planned(w, i->out.subject, now_ms))
			incident_clear(w, i, now_ms);
		if (i->out.kind == WATCH_OUTAGE && (w->windows.n || i->out.is_held))
			hold(w, i, now_ms);
	}
}

enum rc
watch_put_windows(
    struct watch *w, const struct watch_window *windows, size_t n, int64_t now_ms)
{
	(void)now_ms;
	vec_clear(&w->windows);
	for (size_t i = 0; i < n; i++) {
		const struct watch_window *from = &windows[i];
		struct window *v = vec_add(&w->windows);

		if (!v)
			return RC_NOMEM;
		*v = (struct window){ .id = from->id,
			.is_plan = from->is_plan,
			.from_ms = from->from_ms,
			.until_ms = from->until_ms,
			.olt = from->olt,
			.onu = from->onu };
		text_fit(v->place, sizeof(v->place), from->place ? from->place : "");
		text_fit(v->title, sizeof(v->title), from->title ? from->title : "");
	}
	return RC_OK;
}

/* ---- troubles ------------------------------------------------------------------------------ */

void
watch_trouble(struct watch *w, const struct watch_trouble *t, int64_t now_ms)
{
	struct incident *i = incident_of_key(w, t->kind, t->olt, t->subject, NULL);
	bool is_first;

	if (!t->is_on) {
		if (i && incident_is_live(i))
			incident_clear(w, i, now_ms);
		return;
	}
	if (t->kind == WATCH_SATURATED && now_ms - t->since_ms < w->rules.saturated_ms)
		return; /* not yet: the caller reports it again */
	i = incident_again(w,
	    &(struct incident_key){ t->kind,
		t->olt.v ? WATCH_ROOT_OLT : WATCH_ROOT_COLLECTOR, t->olt, "",
		t->subject },
	    t->since_ms, now_ms);
	if (!i)
		return;
	is_first = i->out.state == WATCH_SUSPECT;
	if (!is_first && i->out.severity == t->severity && i->out.params.n == t->n)
		return;
	i->out.severity = t->severity;
	i->out.params.n = t->n;
	text_fit(i->out.params.node, WATCH_TEXT_MAX, t->name ? t->name : "");
	text_fit(i->out.params.why, WATCH_TEXT_MAX, t->why ? t->why : "");
	i->is_confirmed = i->needs_judging = true;
	if (!is_first)
		incident_touch(i, now_ms);
}

static bool
is_trouble(enum watch_kind kind)
{
	return kind == WATCH_WALK_HELD || kind == WATCH_SATURATED ||
	    kind == WATCH_STORE || kind == WATCH_QUOTA || kind == WATCH_CHANNEL_DEAD ||
	    kind == WATCH_WINDOW_OPEN;
}

void
watch_put_troubles(
    struct watch *w, const struct watch_trouble *troubles, size_t n, int64_t now_ms)
{
	for (size_t k = 0; k < w->incidents.n; k++) {
		struct incident *i = *VEC_AT(&w->incidents, struct incident *, k);
		bool is_on = !is_trouble(i->out.kind) || !incident_is_live(i);

		for (size_t t = 0; t < n && !is_on; t++)
			is_on = troubles[t].kind == i->out.kind &&
			    troubles[t].olt.v == i->out.olt.v &&
			    troubles[t].subject == i->out.subject;
		if (!is_on)
			incident_clear(w, i, now_ms);
	}
	for (size_t t = 0; t < n; t++)
		watch_trouble(w, &troubles[t], now_ms);
}

/* ---- what devices say of ports and cards ------------------------------------------------- */

static void
judge_port_incidents(struct watch *w, uint32_t olt, int64_t now_ms)
{
	for (size_t n = 0; n < w->incidents.n; n++) {
		struct incident *i = *VEC_AT(&w->incidents, struct incident *, n);

		if (i->parts.n && incident_is_live(i) &&
		    VEC_AT(&i->parts, struct part, 0)->olt.v == olt_at(w, olt)->id.v) {
			i->needs_judging = true;
			incident_due(i, now_ms);
		}
	}
}

void
watch_port_said(struct watch *w, struct olt_id olt, const char *place,
    enum watch_port_cause cause, int64_t now_ms)
{
	uint32_t port = port_find(w, olt, place);

	if (port == NONE)
		return;
	port_at(w, port)->said = (uint8_t)cause;
	port_at(w, port)->said_ms = now_ms;
	judge_port_incidents(w, port_at(w, port)->olt, now_ms);
}

void
watch_port_tx(struct watch *w, struct olt_id olt, const char *place, bool is_gone,
    double dbm, int64_t now_ms)
{
	uint32_t row = port_find(w, olt, place);
	struct port *p;
	bool was_bad;

	if (row == NONE)
		return;
	p = port_at(w, row);
	was_bad = port_tx_is_bad(p);
	p->tx_is_gone = is_gone && p->tx_base != 0; /* it had a level before */
	if (!is_gone) {
		p->tx_now = (float)dbm;
		if (p->tx_base == 0)
			p->tx_base = (float)dbm;
		else if (dbm > (double)p->tx_base - 1)
			p->tx_base += 0.1F * (float)(dbm - (double)p->tx_base);
	}
	if (was_bad != port_tx_is_bad(p))
		judge_port_incidents(w, p->olt, now_ms);
}

void
watch_card_said(
    struct watch *w, struct olt_id olt, const char *place, bool is_normal, int64_t now_ms)
{
	uint32_t card = card_find(w, olt, place);

	if (card == NONE)
		return;
	card_at(w, card)->is_bad = !is_normal;
	card_at(w, card)->said_ms = now_ms;
	judge_port_incidents(w, card_at(w, card)->olt, now_ms);
}
