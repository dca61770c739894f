/* SPDX-License-Identifier: Apache-2.0
 *
 * Looks: when one is needed, which ONUs it reads, and what its answer means.
 */
#include "watch/watch_int.h"

#include <string.h>

enum { LOOK_MOST = 64, NEIGHBOURS = 4 };

void
look_plan(struct watch *w, struct incident *i, int64_t now_ms)
{
	if (i->look_asked_ms && now_ms - i->look_asked_ms > w->rules.look_wait_ms) {
		i->look_asked_ms = 0; /* no answer: the next reading decides */
		w->looks_lost++;
		i->look_is_refused = true;
	}
	if (i->look_at_ms && i->looks >= w->rules.looks_most)
		i->look_at_ms = 0;
	if (i->look_at_ms && !i->look_asked_ms)
		incident_due(i, i->look_at_ms);
	if (i->look_asked_ms)
		incident_due(i, i->look_asked_ms + w->rules.look_wait_ms + 1);
}

static bool
olt_has_room(const struct watch *w, const struct olt *o, int64_t now_ms)
{
	int n = 0;

	for (size_t i = 0; i < 3; i++)
		n += o->looks_ms[i] && now_ms - o->looks_ms[i] < MINUTE_MS;
	return n < w->rules.looks_most_minute;
}

static void
choose(struct watch *w, uint32_t onu)
{
	struct onu_id *id = vec_more(w, &w->chosen);

	if (id)
		id->v = (int64_t)onu;
}

static void
choose_all(struct watch *w, const struct incident *i, uint32_t part)
{
	const struct part *p = VEC_AT(&i->parts, struct part, part);
	uint32_t leaf = port_at(w, p->port)->first_leaf;
	size_t neighbours = 0;

	vec_clear(&w->chosen);
	for (size_t n = 0; n < i->members.n && w->chosen.n < LOOK_MOST - NEIGHBOURS;
	     n++) {
		const struct member *m = VEC_AT(&i->members, struct member, n);

		if (m->part == part && !(m->bits & MEMBER_IS_GONE))
			choose(w, m->onu);
	}
	for (uint32_t o = port_next_onu(w, &leaf, NONE);
	     o != NONE && neighbours < NEIGHBOURS; o = port_next_onu(w, &leaf, o)) {
		if (onu_class(&w->onus[o]) != WATCH_UP ||
		    membership_find(w, w->onus[o].id))
			continue;
		choose(w, w->onus[o].id);
		neighbours++;
	}
}

static bool
ask(struct watch *w, struct incident *i, struct watch_look *ret_look)
{
	uint32_t part = i->look_part++ % (uint32_t)i->parts.n, row;
	const struct part *p = VEC_AT(&i->parts, struct part, part);
	struct olt *o;

	row = p->port == NONE ? NONE : port_at(w, p->port)->olt;
	if (row == NONE || olt_at(w, row)->silent_since_ms)
		return false;
	o = olt_at(w, row);
	if (!olt_has_room(w, o, w->now_ms)) {
		i->look_at_ms = w->now_ms + 5 * SECOND_MS;
		return false;
	}
	choose_all(w, i, part);
	if (!w->chosen.n)
		return false;
	memmove(&o->looks_ms[0], &o->looks_ms[1], 2 * sizeof(o->looks_ms[0]));
	o->looks_ms[2] = w->now_ms;
	i->look_at_ms = 0;
	i->look_asked_ms = w->now_ms;
	i->looks++;
	w->looks++;
	incident_due(i, w->now_ms + w->rules.look_wait_ms + 1);
	*ret_look = (struct watch_look){ .incident = i->out.id,
		.olt = o->id,
		.onus = w->chosen.data,
		.n = w->chosen.n };
	memcpy(ret_look->place, p->place, sizeof(p->place));
	return true;
}

bool
watch_take_look(struct watch *w, struct watch_look *ret_look)
{
	if (w->frozen_ms)
		return false;
	for (size_t n = 0; n < w->incidents.n; n++) {
		struct incident *i = *VEC_AT(&w->incidents, struct incident *, n);

		if (i->look_at_ms && i->look_at_ms <= w->now_ms && !i->look_asked_ms &&
		    i->parts.n && incident_is_live(i) && !i->out.blind_since_ms &&
		    ask(w, i, ret_look))
			return true;
	}
	return false;
}

static void
see(struct watch *w, const struct watch_look_result *r, const struct watch_seen *s)
{
	struct watch_change c = { .onu = s->onu,
		.kind = ONU_RUN_STATE,
		.at_ms = r->at_ms,
		.state = s->state,
		.cause = s->cause,
		.last_down_ms = s->last_down_ms };

	if (s->state != STATE_NONE)
		watch_onu_changed(w, &c);
}

/* How many of the ONUs that were read are down, and how many were read. */
static void
judge_look(struct watch *w, struct incident *i, const struct watch_look_result *r)
{
	int64_t down = 0, all = 0;

	for (size_t n = 0; n < r->n; n++) {
		struct membership *m = membership_find(w, (uint32_t)r->seen[n].onu.v);

		if (!m || m->incident != i || r->seen[n].state == STATE_NONE)
			continue;
		all++;
		down += r->seen[n].state != STATE_ONLINE;
	}
	i->looks_answered++;
	i->look_is_refused = false;
	if (all && down * 10 >= all * 7)
		i->is_confirmed = true;
	if (i->wants_end_look)
		i->is_looked_for_end = true;
	incident_log(w, i, "look", r->at_ms, "{\"down\": %lld, \"of\": %lld}",
	    (long long)down, (long long)all);
}

void
watch_looked(struct watch *w, const struct watch_look_result *r)
{
	struct incident *i = incident_find(w, r->incident);

	for (size_t n = 0; r->is_answered && n < r->n; n++)
		see(w, r, &r->seen[n]);
	if (!i || !i->look_asked_ms)
		return;
	i->look_asked_ms = 0;
	i->needs_judging = true;
	w->looks_answered += r->is_answered;
	w->looks_refused += !r->is_answered;
	if (r->is_answered) {
		judge_look(w, i, r);
	} else {
		i->look_is_refused = true;
		i->is_looked_for_end = i->wants_end_look || i->is_looked_for_end;
		incident_log(w, i, "look_refused", r->at_ms, "{}");
	}
	/* 5, 20 and 60 seconds after it was detected. */
	if (i->looks < 3 && r->is_answered)
		i->look_at_ms = i->out.detected_ms + w->rules.look_after_ms[i->looks];
}
