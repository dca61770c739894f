/* SPDX-License-Identifier: Apache-2.0
 *
 * Incidents and their members. Their states are in life.c.
 */
#include "watch/watch_int.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX = 1000 };

bool
incident_is_live(const struct incident *i)
{
	return watch_state_is_live(i->out.state);
}

struct incident *
incident_new(struct watch *w, enum watch_kind kind, enum watch_root root, int64_t now_ms)
{
	struct incident *i = calloc(1, sizeof(*i));
	struct incident **at;

	if (!i) {
		w->is_short = true;
		return NULL;
	}
	i->members = (struct vec)VEC_INIT(struct member);
	i->parts = (struct vec)VEC_INIT(struct part);
	i->logs = (struct vec)VEC_INIT(struct line);
	i->evidence = (struct vec)VEC_INIT(struct line);
	i->out.id = w->next_id;
	i->out.kind = kind;
	i->out.root = root;
	i->out.detected_ms = i->out.since_ms = i->out.since_from_ms = now_ms;
	i->out.updated_ms = now_ms;
	i->out.version = 1;
	i->is_dirty = i->needs_judging = true;
	i->due_ms = now_ms;
	at = vec_more(w, &w->incidents);
	if (!at || map_add_u64(w->by_id, (uint64_t)i->out.id, i) != RC_OK) {
		w->incidents.n -= at != NULL;
		w->is_short = true;
		incident_free(i);
		return NULL;
	}
	*at = i;
	w->next_id++;
	return i;
}

static void
lines_free(struct vec *lines)
{
	for (size_t n = 0; n < lines->n; n++)
		free(VEC_AT(lines, struct line, n)->text);
	vec_clear(lines);
}

void
evidence_clear(struct incident *i)
{
	lines_free(&i->evidence);
}

void
incident_free(struct incident *i)
{
	if (!i)
		return;
	for (size_t n = 0; n < i->parts.n; n++)
		free(VEC_AT(&i->parts, struct part, n)->packed);
	lines_free(&i->logs);
	lines_free(&i->evidence);
	vec_fini(&i->members);
	vec_fini(&i->parts);
	vec_fini(&i->logs);
	vec_fini(&i->evidence);
	free(i);
}

struct incident *
incident_find(const struct watch *w, int64_t id)
{
	return map_find_u64(w->by_id, (uint64_t)id);
}

struct incident *
incident_of_key(const struct watch *w, enum watch_kind kind, struct olt_id olt,
    int64_t subject, const char *place)
{
	for (size_t n = w->incidents.n; n-- > 0;) {
		struct incident *i = *VEC_AT(&w->incidents, struct incident *, n);

		if (i->out.kind == kind && i->out.olt.v == olt.v &&
		    i->out.subject == subject && i->out.state <= WATCH_RESOLVED &&
		    (!place || strcmp(place, i->out.place) == 0))
			return i;
	}
	return NULL;
}

static void
add_line(struct watch *w, struct vec *lines, const char *kind, const char *text,
    int weight, int64_t at_ms)
{
	struct line *l = vec_more(w, lines);

	if (!l)
		return;
	l->kind = kind;
	l->text = text_copy(w, text);
	l->weight = weight;
	l->at_ms = at_ms;
	lines->n -= !l->text;
}

void
incident_log(struct watch *w, struct incident *i, const char *kind, int64_t at_ms,
    const char *fmt, ...)
{
	char text[LINE_MAX];
	va_list args;

	va_start(args, fmt);
	(void)vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	add_line(w, &i->logs, kind, text, 0, at_ms);
	i->is_dirty = true;
}

void
incident_evidence(struct watch *w, struct incident *i, const char *key, int weight,
    int64_t at_ms, const char *fmt, ...)
{
	char text[LINE_MAX];
	va_list args;

	va_start(args, fmt);
	(void)vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	add_line(w, &i->evidence, key, text, weight, at_ms);
}

void
incident_touch(struct incident *i, int64_t now_ms)
{
	/* One version for all changes between two calls of take. */
	if (i->is_stored && !i->is_touched)
		i->out.version++;
	i->is_touched = true;
	i->is_dirty = true;
	i->out.updated_ms = now_ms;
	i->said_affected = i->out.affected;
}

void
incident_due(struct incident *i, int64_t at_ms)
{
	if (at_ms < i->due_ms)
		i->due_ms = at_ms;
}

/* ---- members ------------------------------------------------------------------------- */

uint32_t
incident_part(struct watch *w, struct incident *i, uint32_t port)
{
	const struct port *p = port_at(w, port);
	struct part *part;

	for (size_t n = 0; n < i->parts.n; n++)
		if (VEC_AT(&i->parts, struct part, n)->port == port)
			return (uint32_t)n;
	part = vec_more(w, &i->parts);
	if (!part)
		return NONE;
	part->port = port;
	part->olt = olt_at(w, p->olt)->id;
	part->is_changed = true;
	(void)place_text(&p->place, part->place);
	return (uint32_t)i->parts.n - 1;
}

bool
part_keep(struct part *p, const void *packed, size_t bytes)
{
	void *kept = bytes ? malloc(bytes) : NULL;

	if (!kept && bytes)
		return false;
	if (kept)
		memcpy(kept, packed, bytes);
	free(p->packed);
	p->packed = kept;
	p->packed_bytes = (uint32_t)bytes;
	return true;
}

static uint8_t
bits_of(const struct watch *w, const struct onu_row *o, const struct drop *d)
{
	return (uint8_t)((d->is_exact ? MEMBER_IS_EXACT : 0) |
	    (onu_can_gasp(w, o) ? MEMBER_CAN_GASP : 0) |
	    (d->is_fresh ? MEMBER_IS_FRESH : 0));
}

void
incident_add(struct watch *w, struct incident *i, uint32_t onu, const struct drop *d)
{
	struct onu_row *o = &w->onus[onu];
	uint32_t part = incident_part(w, i, leaf_at(w, o->leaf)->port);
	struct membership *known = membership_of(w, o);
	struct member *m;

	if (known && known->incident == i) {
		incident_down(w, i, VEC_AT(&i->members, struct member, known->member), d);
		return;
	}
	m = part == NONE ? NULL : vec_more(w, &i->members);
	if (!m)
		return;
	*m = (struct member){ .onu = o->id,
		.part = part,
		.down_ms = d->at_ms,
		.distance_m = o->distance_m,
		.evidence = (uint8_t)onu_cause(o),
		.bits = bits_of(w, o, d) };
	if (known)
		*known = (struct membership){ o->id, (uint32_t)i->members.n - 1, i };
	else
		(void)membership_add(w, o->id, i, (uint32_t)i->members.n - 1);
	o->bits |= ONU_MAY_BE_MEMBER;
	i->is_tagged |= (o->bits & ONU_IS_TAGGED) != 0;
	onu_fact(w, o); /* its distance is not read while it is down */
	VEC_AT(&i->parts, struct part, part)->is_changed = true;
	i->needs_judging = true;
	if (d->is_exact && d->at_ms < i->out.since_ms && i->is_exact)
		i->out.since_ms = i->out.since_from_ms = d->at_ms;
}

void
incident_up(struct incident *i, struct member *m, int64_t seen_ms, int64_t up_ms,
    int64_t uptime_ms)
{
	if (m->up_ms)
		return;
	m->up_ms = up_ms > m->down_ms ? up_ms : seen_ms;
	if (up_ms > m->down_ms)
		m->bits |= MEMBER_UP_IS_EXACT;
	if (uptime_ms > 0)
		m->bits |= uptime_ms > seen_ms - m->down_ms ? MEMBER_HAD_POWER
							    : MEMBER_LOST_POWER;
	VEC_AT(&i->parts, struct part, m->part)->is_changed = true;
	i->needs_judging = true;
}

void
incident_down(struct watch *w, struct incident *i, struct member *m, const struct drop *d)
{
	uint32_t row = onu_find(w, (struct onu_id){ (int64_t)m->onu });

	m->up_ms = 0;
	m->down_ms = d->at_ms;
	if (row != NONE) {
		m->bits = bits_of(w, &w->onus[row], d);
		m->evidence = (uint8_t)onu_cause(&w->onus[row]);
	}
	VEC_AT(&i->parts, struct part, m->part)->is_changed = true;
	i->needs_judging = true;
}

void
incident_count(struct incident *i)
{
	int64_t down = 0, up = 0, risk = 0;

	for (size_t n = 0; n < i->parts.n; n++) {
		struct part *p = VEC_AT(&i->parts, struct part, n);

		p->down = p->up = 0;
		p->dist_min_m = p->dist_max_m = 0;
		risk += p->at_risk;
	}
	for (size_t n = 0; n < i->members.n; n++) {
		const struct member *m = VEC_AT(&i->members, struct member, n);
		struct part *p = VEC_AT(&i->parts, struct part, m->part);
		bool is_down = !m->up_ms;

		if (m->bits & MEMBER_IS_GONE)
			continue;
		p->down += is_down;
		p->up += !is_down;
		down += is_down;
		up += !is_down;
		if (!m->distance_m)
			continue;
		if (!p->dist_min_m || m->distance_m < p->dist_min_m)
			p->dist_min_m = m->distance_m;
		if (m->distance_m > p->dist_max_m)
			p->dist_max_m = m->distance_m;
	}
	i->out.affected = down;
	i->out.recovered = up;
	i->out.at_risk = risk > down + up ? risk : down + up;
	if (down > i->out.affected_max)
		i->out.affected_max = down;
}

/* All members of the part become members of the other one. */
static void
move_members(struct watch *w, struct incident *into, struct incident *part)
{
	for (size_t n = 0; n < part->members.n; n++) {
		const struct member *from = VEC_AT(&part->members, struct member, n);
		const struct part *p = VEC_AT(&part->parts, struct part, from->part);
		struct membership *known = membership_find(w, from->onu);
		uint32_t to;
		struct member *m;

		if ((from->bits & MEMBER_IS_GONE) || p->port == NONE ||
		    (known && known->incident != part))
			continue;
		to = incident_part(w, into, p->port);
		m = to == NONE ? NULL : vec_more(w, &into->members);
		if (!m)
			return;
		*m = *from;
		m->part = to;
		VEC_AT(&into->parts, struct part, to)->is_changed = true;
		if (VEC_AT(&into->parts, struct part, to)->at_risk < p->at_risk)
			VEC_AT(&into->parts, struct part, to)->at_risk = p->at_risk;
		(void)membership_put(w, from->onu, into, (uint32_t)into->members.n - 1);
	}
}

void
incident_merge(
    struct watch *w, struct incident *into, struct incident *part, int64_t now_ms)
{
	move_members(w, into, part);
	into->first_ms = part->first_ms && part->first_ms < into->first_ms
	    ? part->first_ms
	    : into->first_ms;
	into->last_ms = part->last_ms > into->last_ms ? part->last_ms : into->last_ms;
	into->last_to_ms =
	    part->last_to_ms > into->last_to_ms ? part->last_to_ms : into->last_to_ms;
	if (part->out.since_ms < into->out.since_ms)
		into->out.since_ms = part->out.since_ms;
	if (part->out.since_from_ms < into->out.since_from_ms)
		into->out.since_from_ms = part->out.since_from_ms;
	into->is_confirmed = into->is_confirmed || part->is_confirmed;
	into->is_tagged = into->is_tagged || part->is_tagged;
	into->is_small = false;
	part->out.merged_into = into->out.id;
	incident_log(
	    w, into, "merged", now_ms, "{\"incident\": %" PRId64 "}", part->out.id);
	incident_state(w, part, WATCH_MERGED, now_ms);
	into->needs_judging = true;
}
