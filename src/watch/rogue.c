/* SPDX-License-Identifier: Apache-2.0
 *
 * An ONU that transmits out of turn: others of its port drop again and again, each in its own
 * rhythm. So it is not found as a burst, but by who dropped twice within half an hour. Or the
 * OLT itself says which one it is.
 */
#include "watch/watch_int.h"

#include <stdio.h>
#include <string.h>

enum {
	ROGUE_MS = 30 * MINUTE_MS,
	ROGUE_LEAST = 5,
	ROGUE_TENTHS = 3, /* of the port */
	CAME_MS = 10 * MINUTE_MS, /* a suspect, before the first drop */
	SUSPECTS = 3,
	SURE = 55,
	SURE_NAMED = 90,
};

/* ---- suspects ----------------------------------------------------------------------------- */

static void
name_suspect(struct watch *w, struct incident *i, uint32_t onu_id)
{
	uint32_t row = onu_find(w, (struct onu_id){ (int64_t)onu_id });
	char *list = i->out.params.list, text[WATCH_TEXT_MAX];
	size_t used = strlen(list);

	if (row == NONE)
		return;
	onu_position_text(w, &w->onus[row], text);
	if (strstr(list, text) || used + strlen(text) + 3 > sizeof(i->out.params.list))
		return;
	(void)snprintf(
	    list + used, WATCH_TEXT_MAX - used, "%s%s", used ? ", " : "", text);
}

/* When the first of them went down, within the time that counts. */
static int64_t
first_drop(const struct watch *w, const struct incident *i, int64_t now_ms)
{
	int64_t first = i->out.since_ms;

	for (size_t n = 0; n < i->members.n; n++) {
		int64_t at_ms = flap_first(
		    w, VEC_AT(&i->members, struct member, n)->onu, now_ms - ROGUE_MS);

		if (at_ms && at_ms < first)
			first = at_ms;
	}
	return first;
}

/* The newest ONU came shortly before the others dropped. Times are known to one reading. */
static bool
came_before(const struct watch *w, const struct port *p, int64_t first_ms)
{
	int64_t came_ms = (int64_t)p->newest_s * SECOND_MS;

	return p->newest_onu && came_ms >= first_ms - CAME_MS &&
	    came_ms <= first_ms + olt_at(w, p->olt)->states_ms;
}

static void
name_suspects(struct watch *w, struct incident *i, const struct port *p, int64_t now_ms)
{
	uint32_t leaf = p->first_leaf, n_up = 0;

	i->out.params.list[0] = '\0';
	for (size_t n = 0; n < i->members.n; n++)
		if (VEC_AT(&i->members, struct member, n)->evidence == STATE_ROGUE)
			name_suspect(w, i, VEC_AT(&i->members, struct member, n)->onu);
	if (came_before(w, p, first_drop(w, i, now_ms)))
		name_suspect(w, i, p->newest_onu);
	if (i->out.affected_max * 10 < i->out.at_risk * 8)
		return;
	for (uint32_t o = port_next_onu(w, &leaf, NONE); o != NONE && n_up < SUSPECTS;
	     o = port_next_onu(w, &leaf, o)) {
		if (onu_class(&w->onus[o]) != WATCH_UP ||
		    membership_find(w, w->onus[o].id))
			continue;
		name_suspect(w, i, w->onus[o].id);
		n_up++;
	}
}

/* ---- is it one? ---------------------------------------------------------------------------- */

/* Who of a port dropped twice, and how many of them have another reason for it. */
struct droppers {
	int twice, others, low;
};

static bool
are_rogue(const struct droppers *d, const struct port *p)
{
	return d->twice >= ROGUE_LEAST && d->twice * 10 >= p->n_onus * ROGUE_TENTHS &&
	    d->others * 2 <= d->twice && d->low * 2 <= d->twice;
}

static void
count_one(const struct watch *w, uint32_t onu_id, struct droppers *d, int64_t now_ms)
{
	enum state cause;

	if (flap_times(w, onu_id, now_ms - ROGUE_MS) < 2)
		return;
	cause = flap_cause(w, onu_id);
	d->twice++;
	d->others +=
	    cause == STATE_POWER || cause == STATE_LOS_ONU || cause == STATE_LOS_PORT;
	d->low += optics_is_low(w, onu_id);
}

static struct droppers
count_port(const struct watch *w, const struct port *p, int64_t now_ms)
{
	struct droppers d = { 0 };
	uint32_t leaf = p->first_leaf;

	for (uint32_t o = port_next_onu(w, &leaf, NONE); o != NONE;
	     o = port_next_onu(w, &leaf, o))
		count_one(w, w->onus[o].id, &d, now_ms);
	return d;
}

static uint32_t
only_port(const struct incident *i)
{
	return i->parts.n == 1 ? VEC_AT(&i->parts, struct part, 0)->port : (uint32_t)NONE;
}

/* The OLT began anew: that is why they dropped. */
static bool
is_restarted(const struct watch *w, const struct port *p, int64_t now_ms)
{
	const struct olt *o = olt_at(w, p->olt);

	return o->restarted_ms && now_ms - o->restarted_ms < ROGUE_MS + basket_ms(w, o);
}

int
rogue_judge(struct watch *w, struct incident *i, bool is_named, int64_t now_ms)
{
	uint32_t row = only_port(i);
	struct droppers d;

	if (row == NONE || (!is_named && w->flappers.n < ROGUE_LEAST))
		return 0;
	d = count_port(w, port_at(w, row), now_ms);
	if (!is_named &&
	    (!are_rogue(&d, port_at(w, row)) || is_restarted(w, port_at(w, row), now_ms)))
		return 0;
	name_suspects(w, i, port_at(w, row), now_ms);
	return is_named ? SURE_NAMED : SURE;
}

bool
rogue_goes_on(const struct watch *w, const struct incident *i, int64_t now_ms)
{
	uint32_t row = only_port(i);
	struct droppers d;

	if (row == NONE || i->out.cause != WATCH_CAUSE_ROGUE)
		return false;
	d = count_port(w, port_at(w, row), now_ms);
	return are_rogue(&d, port_at(w, row));
}

/* ---- its incident --------------------------------------------------------------------------- */

/* An outage of this port alone that goes on, or one of unknown cause that has just ended. */
static bool
may_be_it(const struct incident *i, uint32_t port)
{
	if (i->out.kind != WATCH_OUTAGE || only_port(i) != port)
		return false;
	return incident_is_live(i) ||
	    (i->out.state == WATCH_RESOLVED &&
		(i->out.cause_class == WATCH_CLASS_UNKNOWN ||
		    i->out.cause == WATCH_CAUSE_ROGUE));
}

static struct incident *
oldest_of(const struct watch *w, uint32_t port)
{
	struct incident *found = NULL;

	for (size_t n = 0; n < w->incidents.n; n++) {
		struct incident *i = *VEC_AT(&w->incidents, struct incident *, n);

		if (may_be_it(i, port) && (!found || i->out.id < found->out.id))
			found = i;
	}
	return found;
}

static struct incident *
make(struct watch *w, uint32_t port, int64_t now_ms)
{
	const struct port *p = port_at(w, port);
	struct incident *i = incident_new(w, WATCH_OUTAGE, WATCH_ROOT_PART, now_ms);
	struct watch_params *a;

	if (!i || incident_part(w, i, port) == NONE)
		return NULL;
	a = &i->out.params;
	i->out.olt = olt_at(w, p->olt)->id;
	text_fit(a->olt, sizeof(a->olt), olt_at(w, p->olt)->name);
	text_fit(a->site, sizeof(a->site), olt_at(w, p->olt)->site);
	(void)place_text(&p->place, i->out.place);
	(void)place_text(&p->place, a->port);
	if (p->card != NONE)
		(void)place_text(&card_at(w, p->card)->place, a->card);
	i->from_ms = i->first_ms = i->last_ms = i->last_to_ms = now_ms;
	incident_repeats(w, i, now_ms);
	return i;
}

/* It may be up at this moment. */
static void
add_member(struct watch *w, struct incident *i, uint32_t row, int64_t now_ms)
{
	struct onu_row *o = &w->onus[row];
	struct membership *m = membership_of(w, o);
	int64_t first_ms = flap_first(w, o->id, now_ms - ROGUE_MS);
	struct drop d = { .at_ms = first_ms ? first_ms : now_ms, .is_fresh = true };

	if (m && incident_is_live(m->incident))
		return; /* of this one, or of one that explains more */
	(void)basket_remove(w, row, &(struct drop){ 0 });
	incident_add(w, i, row, &d);
	m = membership_of(w, o);
	if (m && m->incident == i && onu_class(o) == WATCH_UP)
		incident_up(
		    i, VEC_AT(&i->members, struct member, m->member), now_ms, 0, 0);
	if (d.at_ms < i->out.since_ms)
		i->out.since_ms = i->out.since_from_ms = d.at_ms;
}

/* What was told of single ONUs, and of a few of them together, belongs to it. */
static void
take_over(struct watch *w, struct incident *i, uint32_t port, int64_t now_ms)
{
	for (size_t n = 0; n < w->incidents.n; n++) {
		struct incident *at = *VEC_AT(&w->incidents, struct incident *, n);
		uint32_t onu = at->out.kind == WATCH_FLAPPING
		    ? onu_find(w, (struct onu_id){ at->out.subject })
		    : NONE;
		bool is_here = at->out.kind == WATCH_OUTAGE && only_port(at) == port;

		if (onu != NONE && leaf_at(w, w->onus[onu].leaf)->port == port)
			is_here = true;
		if (at == i || !is_here || !incident_is_live(at))
			continue;
		if (onu != NONE)
			w->onus[onu].bits &= (uint8_t)~ONU_IS_FLAPPING;
		incident_merge(w, i, at, now_ms);
	}
}

static void
open_rogue(struct watch *w, uint32_t port, int64_t now_ms)
{
	struct incident *i = oldest_of(w, port);
	uint32_t leaf = port_at(w, port)->first_leaf;

	if (!i)
		i = make(w, port, now_ms);
	if (!i)
		return;
	if (i->out.state == WATCH_RESOLVED)
		incident_reopen(w, i, now_ms);
	take_over(w, i, port, now_ms);
	for (uint32_t o = port_next_onu(w, &leaf, NONE); o != NONE;
	     o = port_next_onu(w, &leaf, o))
		if (flap_times(w, w->onus[o].id, now_ms - ROGUE_MS) >= 2)
			add_member(w, i, o, now_ms);
	i->is_confirmed = i->needs_judging = true;
	incident_due(i, now_ms);
}

void
rogue_named(struct watch *w, uint32_t onu, int64_t now_ms)
{
	uint32_t port = leaf_at(w, w->onus[onu].leaf)->port;
	struct membership *m = membership_of(w, &w->onus[onu]);
	struct incident *i;

	if ((m && incident_is_live(m->incident)) ||
	    window_covers(w, &w->onus[onu], now_ms))
		return;
	i = make(w, port, now_ms);
	if (!i)
		return;
	add_member(w, i, onu, now_ms);
	i->is_confirmed = true;
}

/* At least five of it dropped twice. */
static bool
has_droppers(const struct port *p)
{
	return p->n_flappers >= ROGUE_LEAST &&
	    p->n_flappers * 10 >= p->n_onus * ROGUE_TENTHS;
}

/* One ONU disturbs its own port: what several ports of an OLT have in common is another
 * cause, for example two cuts of power. */
static bool
is_alone(const struct watch *w, uint32_t row)
{
	const struct olt *o = olt_at(w, port_at(w, row)->olt);

	for (uint32_t p = o->first_port; p != NONE; p = port_at(w, p)->next)
		if (p != row && has_droppers(port_at(w, p)))
			return false;
	return true;
}

void
rogue_pass(struct watch *w, int64_t now_ms)
{
	for (uint32_t row = 0; row < w->ports.n; row++) {
		struct port *p = port_at(w, row);
		struct droppers d;

		if (!has_droppers(p) || !is_alone(w, row) ||
		    !olt_is_seen(w, olt_at(w, p->olt)) || is_restarted(w, p, now_ms) ||
		    window_holds_port(w, row, now_ms))
			continue;
		d = count_port(w, p, now_ms);
		if (are_rogue(&d, p))
			open_rogue(w, row, now_ms);
	}
}
