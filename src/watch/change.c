/* SPDX-License-Identifier: Apache-2.0
 *
 * A change of one ONU: its class, its drop in a basket, its place in an incident.
 */
#include "watch/watch_int.h"

#include <string.h>

enum { DEVICE_SLACK_MS = MINUTE_MS };

static void
take_cause(struct watch *w, struct onu_row *o, enum state cause)
{
	if ((int)cause < (int)STATE_CAUSES)
		return;
	onu_set_cause(o, cause);
	if (cause == STATE_POWER && !(o->bits & ONU_HAS_GASPED)) {
		o->bits |= ONU_HAS_GASPED;
		onu_fact(w, o);
	}
}

/* When it went down, as far as known. */
static struct drop
drop_of(const struct watch *w, struct olt *o, const struct watch_change *c)
{
	struct drop d = { .to_ms = c->at_ms,
		.from_ms = o->read_ms ? o->read_ms : c->at_ms - o->states_ms,
		.at_ms = c->at_ms,
		.device_ms = c->last_down_ms };
	int64_t ours;

	if (d.from_ms > d.to_ms)
		d.from_ms = d.to_ms - o->states_ms;
	d.is_blind = o->blind_from_ms != 0 || w->frozen_ms != 0;
	if (c->last_down_ms) {
		clock_learn(o, c->last_down_ms, d.from_ms - DEVICE_SLACK_MS,
		    d.to_ms + DEVICE_SLACK_MS);
		d.is_exact = clock_ours(o, c->last_down_ms, &ours) &&
		    ours > d.from_ms - DEVICE_SLACK_MS &&
		    ours <= d.to_ms + DEVICE_SLACK_MS;
		if (d.is_exact)
			d.at_ms = ours;
	}
	d.is_fresh = cause_is_known(c->cause) && (d.is_exact || !c->last_down_ms);
	return d;
}

static struct member *
member_of(const struct watch *w, struct onu_row *o, struct incident **ret_incident)
{
	struct membership *m = membership_of(w, o);

	if (!m)
		return NULL;
	*ret_incident = m->incident;
	return VEC_AT(&m->incident->members, struct member, m->member);
}

static void
goes_down(struct watch *w, uint32_t row, const struct watch_change *c)
{
	struct onu_row *o = &w->onus[row];
	struct drop d = drop_of(w, onu_olt(w, o), c);
	struct incident *i;
	struct member *m = member_of(w, o, &i);

	onu_set_class(w, o, WATCH_DOWN);
	onu_set_cause(o, STATE_NONE);
	if (cause_is_known(c->cause) && (d.is_fresh || !c->last_down_ms))
		take_cause(w, o, c->cause);
	flap_count(w, row, d.at_ms, c->at_ms);
	if (m && incident_is_live(i)) { /* it was back for a moment */
		incident_down(w, i, m, &d);
		return;
	}
	if (onu_cause(o) == STATE_ROGUE) {
		rogue_named(w, row, c->at_ms);
		return;
	}
	if (!window_covers(w, o, c->at_ms) && !(o->bits & ONU_IS_FLAPPING))
		basket_add(w, row, &d);
}

/* When it came up, by the device, in our clock; 0: that is not known. */
static int64_t
up_of(const struct olt *o, const struct watch_change *c)
{
	int64_t ours;

	if (!c->last_up_ms || !clock_ours(o, c->last_up_ms, &ours) ||
	    ours <= o->read_ms - DEVICE_SLACK_MS || ours > c->at_ms + DEVICE_SLACK_MS)
		return 0;
	return ours;
}

static void
appears(struct watch *w, uint32_t row, int64_t at_ms)
{
	struct port *p = onu_port(w, &w->onus[row]);

	p->newest_onu = w->onus[row].id;
	p->newest_s = (uint32_t)(at_ms / SECOND_MS);
}

static void
comes_up(struct watch *w, uint32_t row, const struct watch_change *c)
{
	struct onu_row *o = &w->onus[row];
	struct incident *i;
	struct member *m = member_of(w, o, &i);
	struct drop d;
	bool was_waiting = basket_remove(w, row, &d);

	onu_set_class(w, o, WATCH_UP);
	if (was_waiting && cause_is_known(onu_cause(o)))
		model_learn(w, o, onu_cause(o) == STATE_POWER);
	onu_set_cause(o, STATE_NONE);
	if (m)
		incident_up(i, m, c->at_ms, up_of(onu_olt(w, o), c), c->uptime_ms);
	/* It was down for long, and nobody else is: what follows may be its doing. */
	if (!m && !was_waiting && !onu_port(w, o)->n_drops)
		appears(w, row, c->at_ms);
}

/* Disabled, absent, moved or replaced: it does not count as down any more. */
static void
leaves(struct watch *w, uint32_t row, bool is_gone)
{
	struct onu_row *o = &w->onus[row];
	struct incident *i;
	struct member *m = member_of(w, o, &i);
	struct drop d;

	(void)basket_remove(w, row, &d);
	if (!m || !is_gone)
		return;
	m->bits |= MEMBER_IS_GONE;
	i->needs_judging = true;
	membership_remove(w, o->id, i);
}

static void
transit(struct watch *w, const struct onu_row *o, int64_t at_ms)
{
	struct transit *t;

	for (size_t i = 0; i < w->transits.n; i++)
		if (VEC_AT(&w->transits, struct transit, i)->onu == o->id)
			return;
	t = vec_more(w, &w->transits);
	if (t)
		*t = (struct transit){
			.onu = o->id, .at_ms = at_ms, .from_ms = onu_olt(w, o)->read_ms
		};
}

static void
run_state(struct watch *w, uint32_t row, const struct watch_change *c)
{
	struct onu_row *o = &w->onus[row];
	enum watch_class before = onu_class(o), after;

	if (before == WATCH_OFF || before == WATCH_AWAY) {
		take_cause(w, o, c->cause);
		if (before == WATCH_OFF || c->state != STATE_ONLINE)
			return;
	}
	after = watch_class_of_onu(true, STATE_ENABLED, c->state, before);
	o->bits &= (uint8_t)~ONU_IS_TRANSITIONAL;
	if (c->state == STATE_TRANSITIONAL && before == WATCH_UP) {
		o->bits |= ONU_IS_TRANSITIONAL;
		transit(w, o, c->at_ms);
	}
	if (after == WATCH_OFF) {
		leaves(w, row, true);
		onu_set_class(w, o, WATCH_OFF);
	} else if (after == WATCH_DOWN && before == WATCH_UP) {
		goes_down(w, row, c);
	} else if (after == WATCH_UP && before != WATCH_UP) {
		comes_up(w, row, c);
	} else if (after == WATCH_DOWN && cause_is_known(c->cause)) {
		struct watch_change cause = *c;

		cause.kind = ONU_CAUSE;
		watch_onu_changed(w, &cause);
	}
}

static void
cause_comes(struct watch *w, uint32_t row, const struct watch_change *c)
{
	struct onu_row *o = &w->onus[row];
	struct incident *i = NULL;
	struct member *m = member_of(w, o, &i);

	if (onu_class(o) != WATCH_DOWN || !cause_is_known(c->cause))
		return;
	take_cause(w, o, c->cause);
	flap_set_cause(w, o->id, c->cause);
	if (c->cause == STATE_ROGUE && !(m && incident_is_live(i))) {
		rogue_named(w, row, c->at_ms);
		return;
	}
	if (o->bits & ONU_IS_IN_BASKET) {
		for (uint32_t d = onu_port(w, o)->first_drop; d != NONE;
		     d = w->drops[d].next)
			if (w->drops[d].onu == row)
				w->drops[d].is_fresh = true;
		port_mark(w, leaf_at(w, o->leaf)->port);
	}
	if (m && !m->up_ms) {
		m->evidence = (uint8_t)c->cause;
		m->bits |= MEMBER_IS_FRESH;
		if (onu_can_gasp(w, o))
			m->bits |= MEMBER_CAN_GASP;
		VEC_AT(&i->parts, struct part, m->part)->is_changed = true;
		i->needs_judging = true;
	}
}

static void
admin_state(struct watch *w, uint32_t row, const struct watch_change *c)
{
	struct onu_row *o = &w->onus[row];

	if (c->state == STATE_DISABLED && onu_class(o) != WATCH_OFF) {
		leaves(w, row, true);
		onu_set_class(w, o, WATCH_OFF);
	} else if (c->state == STATE_ENABLED && onu_class(o) == WATCH_OFF) {
		onu_set_class(w, o, WATCH_DOWN); /* its run state follows */
	}
}

static void
is_new(struct watch *w, const struct watch_change *c)
{
	struct watch_onu onu = { .id = c->onu, .olt = c->olt, .model = "" };
	uint32_t row = onu_find(w, c->onu);

	if (row == NONE && c->position) {
		onu.position = *c->position;
		onu.class = watch_class_of_onu(true, STATE_ENABLED, c->state, WATCH_DOWN);
		if (watch_put_onu(w, &onu) == RC_NOMEM)
			w->is_short = true;
		row = onu_find(w, c->onu);
	}
	if (row != NONE)
		appears(w, row, c->at_ms);
}

static void
moves(struct watch *w, uint32_t row, const struct watch_change *c)
{
	uint32_t olt = c->olt.v ? olt_find(w, c->olt) : onu_port(w, &w->onus[row])->olt;

	leaves(w, row, true);
	if (c->position && olt != NONE)
		(void)onu_move(w, row, olt, c->position);
	appears(w, row, c->at_ms);
}

static void
duplicate(struct watch *w, uint32_t row, const struct watch_change *c)
{
	const struct onu_row *o = &w->onus[row];
	struct olt_id olt = onu_olt(w, o)->id;
	struct incident *i;
	char place[WATCH_PLACE_MAX];

	if (c->kind == ONU_DUPLICATE_ENDED || !c->both_up) {
		i = incident_of_key(w, WATCH_DUPLICATE, olt, c->onu.v, NULL);
		if (i && c->kind == ONU_DUPLICATE_ENDED)
			incident_clear(w, i, c->at_ms);
		return;
	}
	i = incident_again(w,
	    &(struct incident_key){ WATCH_DUPLICATE, WATCH_ROOT_ONU, olt,
		place_text(&onu_port(w, o)->place, place), c->onu.v },
	    c->at_ms, c->at_ms);
	if (!i)
		return;
	i->is_confirmed = true;
	onu_position_text(w, o, i->out.params.onu);
}

static void
returns(struct watch *w, uint32_t row, const struct watch_change *c)
{
	if (onu_class(&w->onus[row]) != WATCH_AWAY)
		return;
	if (c->state == STATE_ONLINE)
		comes_up(w, row, c);
	else
		onu_set_class(w, &w->onus[row], WATCH_DOWN);
}

/* Changes of a reading are usually in the order of the rows. */
static uint32_t
find_next(struct watch *w, struct onu_id onu)
{
	uint32_t row = w->changed + 1;

	if (row >= w->n_onus || !(w->onus[row].bits & ONU_IS_LIVE) ||
	    (int64_t)w->onus[row].id != onu.v)
		row = onu_find(w, onu);
	if (row != NONE)
		w->changed = row;
	return row;
}

void
watch_onu_changed(struct watch *w, const struct watch_change *c)
{
	uint32_t row = find_next(w, c->onu);

	if (c->kind == ONU_NEW) {
		is_new(w, c);
		return;
	}
	if (row == NONE)
		return;
	switch (c->kind) {
	case ONU_RUN_STATE:
		run_state(w, row, c);
		break;
	case ONU_CAUSE:
		cause_comes(w, row, c);
		break;
	case ONU_ADMIN_STATE:
		admin_state(w, row, c);
		break;
	case ONU_ABSENT:
		leaves(w, row, false);
		onu_set_class(w, &w->onus[row], WATCH_AWAY);
		break;
	case ONU_RETURNED:
		returns(w, row, c);
		break;
	case ONU_MOVED:
		moves(w, row, c);
		break;
	case ONU_REPLACED:
		w->onus[row].bits &= (uint8_t)~ONU_HAS_GASPED;
		onu_fact(w, &w->onus[row]);
		appears(w, row, c->at_ms);
		break;
	case ONU_DROPPED: /* between two readings; the OLT's clock may be wrong */
		flap_count(
		    w, row, drop_of(w, onu_olt(w, &w->onus[row]), c).at_ms, c->at_ms);
		flap_set_cause(w, w->onus[row].id, c->cause);
		break;
	case ONU_DUPLICATE:
	case ONU_DUPLICATE_ENDED:
		duplicate(w, row, c);
		break;
	case ONU_NEW:
	case ONU_SERIAL:
	case ONU_DESCRIPTION:
	case ONU_LEVEL: /* steps and limits have their own inputs */
	case ONU_EVENT_KINDS:
		break;
	}
}

/* ONUs that have been transitional for two readings of their OLT are down. */
static void
transits_pass(struct watch *w, uint32_t olt, int64_t at_ms)
{
	for (size_t i = 0; i < w->transits.n;) {
		struct transit *t = VEC_AT(&w->transits, struct transit, i);
		uint32_t row = onu_find(w, (struct onu_id){ (int64_t)t->onu });
		struct watch_change c = { .onu = { (int64_t)t->onu },
			.kind = ONU_RUN_STATE,
			.at_ms = at_ms,
			.state = STATE_OFFLINE };
		bool is_over = row == NONE || !(w->onus[row].bits & ONU_IS_TRANSITIONAL);

		if (!is_over && onu_port(w, &w->onus[row])->olt == olt &&
		    ++t->readings > 2) {
			watch_onu_changed(w, &c);
			is_over = true;
		}
		if (is_over) {
			*t = *VEC_AT(&w->transits, struct transit, w->transits.n - 1);
			w->transits.n--;
		} else {
			i++;
		}
	}
}

/* The caller knows better when the previous reading began. */
static void
correct_before(struct watch *w, const struct olt *o, const struct watch_reading *r)
{
	for (uint32_t p = o->first_port; p != NONE; p = port_at(w, p)->next)
		for (uint32_t d = port_at(w, p)->first_drop; d != NONE;
		     d = w->drops[d].next)
			if (w->drops[d].to_ms >= r->began_ms &&
			    w->drops[d].to_ms <= r->ended_ms)
				w->drops[d].from_ms = r->before_ms;
}

void
watch_reading(struct watch *w, const struct watch_reading *r)
{
	uint32_t row = olt_find(w, r->olt);
	struct olt *o;

	if (row == NONE || !r->is_complete)
		return;
	o = olt_at(w, row);
	if (r->before_ms && r->before_ms != o->read_ms)
		correct_before(w, o, r);
	if (w->transits.n)
		transits_pass(w, row, r->ended_ms);
	if (o->silent_since_ms || w->frozen_ms)
		return; /* an old reading, or still blind */
	o->needs_reading = false;
	churn_watched(
	    w, o, o->read_ms ? o->read_ms : r->began_ms - o->states_ms, r->began_ms);
	o->read_ms = r->began_ms;
	o->reading_ms = r->ended_ms;
}
