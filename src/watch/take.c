/* SPDX-License-Identifier: Apache-2.0
 *
 * Passes incidents to the database and back.
 */
#include "watch/watch_int.h"

#include <stdlib.h>
#include <string.h>

/* Are the ids descending? Those of a basket are. */
static bool
is_backwards(const struct vec *members)
{
	return members->n &&
	    VEC_AT(members, struct member, 0)->onu >
	    VEC_AT(members, struct member, members->n - 1)->onu;
}

/* Packs the members of one part, which are passed by id if that is easy. */
static void
pack_part(struct watch *w, struct incident *i, uint32_t part)
{
	struct part *p = VEC_AT(&i->parts, struct part, part);
	struct watch_member *at OWNED(free) =
	    calloc(i->members.n + 1, sizeof(struct watch_member));
	bool turn = is_backwards(&i->members);
	size_t n = 0;

	buf_clear(&w->packing);
	for (size_t m = 0; at && m < i->members.n; m++) {
		const struct member *from =
		    VEC_AT(&i->members, struct member, turn ? i->members.n - 1 - m : m);

		if (from->part != part || (from->bits & MEMBER_IS_GONE))
			continue;
		at[n++] = (struct watch_member){ .onu = { (int64_t)from->onu },
			.down_ms = from->down_ms,
			.up_ms = from->up_ms,
			.evidence = (enum state)from->evidence,
			.can_gasp = (from->bits & MEMBER_CAN_GASP) != 0,
			.is_exact = (from->bits & MEMBER_IS_EXACT) != 0,
			.distance_m = from->distance_m };
	}
	if (!at || watch_members_pack(at, n, i->out.detected_ms, &w->packing) != RC_OK ||
	    !part_keep(p, w->packing.data, w->packing.len))
		w->is_short = true;
}

static void
fill_ports(struct watch *w, struct incident *i)
{
	vec_clear(&w->out_ports);
	for (size_t n = 0; n < i->parts.n; n++) {
		struct part *p = VEC_AT(&i->parts, struct part, n);
		struct watch_incident_port *to = vec_more(w, &w->out_ports);

		if (!to)
			return;
		if (p->is_changed)
			pack_part(w, i, (uint32_t)n);
		*to = (struct watch_incident_port){ .olt = p->olt,
			.at_risk = p->at_risk,
			.down = p->down,
			.up = p->up,
			.dist_min_m = p->dist_min_m,
			.dist_max_m = p->dist_max_m,
			.members = p->packed,
			.members_bytes = p->packed_bytes,
			.is_changed = p->is_changed };
		memcpy(to->place, p->place, sizeof(to->place));
		p->is_changed = false;
	}
	i->out.ports = w->out_ports.data;
	i->out.n_ports = w->out_ports.n;
}

static void
fill_lines(struct watch *w, struct incident *i)
{
	vec_clear(&w->out_evidence);
	vec_clear(&w->out_logs);
	for (size_t n = 0; n < i->evidence.n; n++) {
		const struct line *l = VEC_AT(&i->evidence, struct line, n);
		struct watch_evidence *to = vec_more(w, &w->out_evidence);

		if (to)
			*to = (struct watch_evidence){ l->kind, l->text, l->weight,
				l->at_ms };
	}
	for (size_t n = 0; n < i->logs.n; n++) {
		const struct line *l = VEC_AT(&i->logs, struct line, n);
		struct watch_log *to = vec_more(w, &w->out_logs);

		if (to)
			*to = (struct watch_log){ l->kind, l->text, l->at_ms };
	}
	i->out.evidence = w->out_evidence.data;
	i->out.n_evidence = w->out_evidence.n;
	i->out.logs = w->out_logs.data;
	i->out.n_logs = w->out_logs.n;
}

/* Incidents that were taken as closed are removed, and so are log lines that were
 * taken. */
static void
sweep(struct watch *w)
{
	size_t kept = 0;

	for (size_t n = 0; n < w->incidents.n; n++) {
		struct incident *i = *VEC_AT(&w->incidents, struct incident *, n);

		if (i->is_taken) {
			i->is_taken = false;
			for (size_t l = 0; l < i->logs.n; l++)
				free(VEC_AT(&i->logs, struct line, l)->text);
			vec_fini(&i->logs);
		}
		if (i->out.state >= WATCH_CLOSED && !i->is_dirty) {
			(void)map_take_u64(w->by_id, (uint64_t)i->out.id);
			incident_free(i);
			continue;
		}
		*VEC_AT(&w->incidents, struct incident *, kept) = i;
		kept++;
	}
	w->incidents.n = kept;
}

const struct watch_incident *
watch_take_incident(struct watch *w)
{
	for (size_t n = w->take_from; n < w->incidents.n; n++) {
		struct incident *i = *VEC_AT(&w->incidents, struct incident *, n);

		if (!i->is_dirty)
			continue;
		w->take_from = n + 1;
		i->out.is_new = !i->is_stored;
		i->is_stored = true;
		i->is_touched = i->is_dirty = false;
		i->is_taken = true;
		fill_ports(w, i);
		fill_lines(w, i);
		return &i->out;
	}
	w->take_from = 0;
	sweep(w);
	return NULL;
}

/* ---- from the database ------------------------------------------------------------------- */

static void
put_past(struct watch *w, const struct watch_incident *in)
{
	struct past *p =
	    in->opened_ms && in->state == WATCH_CLOSED ? vec_more(w, &w->past) : NULL;

	if (!p)
		return;
	*p = (struct past){ .id = in->id,
		.closed_ms = in->closed_ms,
		.kind = in->kind,
		.root = in->root,
		.olt = in->olt,
		.node_id = in->node_id,
		.subject = in->subject,
		.d1_m = in->params.d1_m,
		.d2_m = in->params.d2_m };
	memcpy(p->place, in->place, sizeof(p->place));
}

static void
put_member(
    struct watch *w, struct incident *i, uint32_t part, const struct watch_member *at)
{
	uint32_t row = onu_find(w, at->onu);
	struct membership *other = membership_find(w, (uint32_t)at->onu.v);
	struct member *m;

	if (row == NONE || (other && incident_is_live(other->incident)))
		return; /* deleted in the meantime, or part of another incident */
	m = vec_more(w, &i->members);
	if (!m)
		return;
	*m = (struct member){ .onu = (uint32_t)at->onu.v,
		.part = part,
		.down_ms = at->down_ms,
		.up_ms = at->up_ms,
		.distance_m = (uint16_t)at->distance_m,
		.evidence = (uint8_t)at->evidence,
		.bits = (uint8_t)((at->is_exact ? MEMBER_IS_EXACT : 0) |
		    (at->can_gasp ? MEMBER_CAN_GASP : 0) |
		    (cause_is_known(at->evidence) ? MEMBER_IS_FRESH : 0)) };
	w->onus[row].bits |= ONU_MAY_BE_MEMBER;
	i->is_tagged |= (w->onus[row].bits & ONU_IS_TAGGED) != 0;
	(void)membership_put(w, m->onu, i, (uint32_t)i->members.n - 1);
	if (at->down_ms < i->first_ms || !i->first_ms)
		i->first_ms = at->down_ms;
	if (at->down_ms > i->last_ms)
		i->last_ms = at->down_ms;
	/* Changes while the program did not run, which made no event. */
	if (!m->up_ms && onu_class(&w->onus[row]) == WATCH_UP) {
		m->up_ms = i->out.updated_ms;
		i->needs_judging = true;
	}
}

static enum rc
put_port(struct watch *w, struct incident *i, const struct watch_incident_port *from)
{
	size_t n = watch_members_unpack(
	    from->members, from->members_bytes, i->out.detected_ms, NULL, 0);
	struct watch_member *at OWNED(free) = calloc(n + 1, sizeof(*at));
	uint32_t port = port_find(w, from->olt, from->place), part;

	if (!at)
		return RC_NOMEM;
	if (port == NONE)
		return RC_OK; /* none of its ONUs exists any more */
	part = incident_part(w, i, port);
	if (part == NONE)
		return RC_NOMEM;
	VEC_AT(&i->parts, struct part, part)->at_risk = from->at_risk;
	VEC_AT(&i->parts, struct part, part)->is_changed = false;
	(void)watch_members_unpack(
	    from->members, from->members_bytes, i->out.detected_ms, at, n);
	if (!part_keep(
		VEC_AT(&i->parts, struct part, part), from->members, from->members_bytes))
		return RC_NOMEM;
	for (size_t m = 0; m < n; m++)
		put_member(w, i, part, &at[m]);
	return RC_OK;
}

static void
put_state(struct incident *i, const struct watch_incident *in)
{
	i->out = *in;
	i->out.ports = NULL;
	i->out.evidence = NULL;
	i->out.logs = NULL;
	i->out.n_ports = i->out.n_evidence = i->out.n_logs = 0;
	i->is_stored = i->is_loaded = true;
	i->is_dirty = i->needs_judging = false;
	i->is_confirmed = in->state != WATCH_SUSPECT;
	i->is_exact = in->since_ms == in->since_from_ms;
	i->is_timed = i->is_exact;
	i->from_ms = in->since_from_ms;
	i->last_to_ms = in->detected_ms;
	i->said_affected = in->affected;
	i->acked_affected = in->affected;
	i->acked_severity = in->severity;
	i->acked_class = in->cause_class;
	if (in->state == WATCH_SUSPECT)
		i->look_at_ms = in->detected_ms;
	if (in->is_flapping)
		for (size_t n = 0; n < BOUNCES; n++)
			i->bounces[n] = in->updated_ms;
	i->due_ms = in->updated_ms; /* what became due in the meantime */
}

bool
watch_has_incident(const struct watch *w, int64_t incident)
{
	return incident_find(w, incident) != NULL;
}

enum rc
watch_put_incident(struct watch *w, const struct watch_incident *in)
{
	struct incident *i;
	int64_t next = w->next_id;
	uint32_t onu;
	enum rc rc = RC_OK;

	if (in->state >= WATCH_CLOSED) {
		put_past(w, in);
		return w->is_short ? RC_NOMEM : RC_OK;
	}
	w->next_id = in->id;
	i = incident_new(w, in->kind, in->root, in->detected_ms);
	w->next_id = in->id >= next ? in->id + 1 : next;
	if (!i)
		return RC_NOMEM;
	put_state(i, in);
	for (size_t n = 0; rc == RC_OK && n < in->n_ports; n++)
		rc = put_port(w, i, &in->ports[n]);
	onu = onu_find(w, (struct onu_id){ in->subject });
	if (in->kind == WATCH_FLAPPING && incident_is_live(i) && onu != NONE)
		flap_put(w, onu, in->updated_ms);
	incident_repeats(w, i, in->detected_ms);
	i->out.repeat_of = in->repeat_of;
	return rc;
}
