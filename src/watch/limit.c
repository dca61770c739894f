/* SPDX-License-Identifier: Apache-2.0
 *
 * Limits: a measured value outside its limit for some time is an incident. It ends when
 * the value is better than the limit by the hysteresis.
 */
#include "watch/watch_int.h"

#include <stdlib.h>
#include <string.h>

static const struct watch_limit *
limit_at(const struct watch *w, size_t n)
{
	return &VEC_AT(&w->limits, struct limit, n)->l;
}

static void
free_text(const char *text)
{
	union {
		const char *from;
		char *to;
	} u = { text }; /* owned, although users of a limit must not change it */

	free(u.to);
}

void
limits_clear(struct watch *w)
{
	for (size_t n = 0; n < w->limits.n; n++) {
		free_text(limit_at(w, n)->name);
		free_text(limit_at(w, n)->purpose);
		free_text(limit_at(w, n)->place);
		free_text(limit_at(w, n)->site);
	}
	vec_clear(&w->limits);
}

static const struct watch_limit *
limit_of_id(const struct watch *w, int64_t limit)
{
	for (size_t n = 0; n < w->limits.n; n++)
		if (limit_at(w, n)->id == limit)
			return limit_at(w, n);
	return NULL;
}

static int64_t
subject_of(int64_t limit, uint32_t onu)
{
	return limit << 32 | (int64_t)onu;
}

static enum watch_root
root_of(enum watch_entity entity)
{
	static const enum watch_root ROOT[] = { WATCH_ROOT_ONU, WATCH_ROOT_PORT,
		WATCH_ROOT_CARD, WATCH_ROOT_OLT, WATCH_ROOT_OLT };

	return ROOT[entity];
}

/* Does its filter include this place? */
static bool
is_within(const struct watch *w, const struct watch_limit *l, struct olt_id olt,
    const char *place)
{
	uint32_t o = l->brand || *l->site ? olt_find(w, olt) : (uint32_t)NONE;

	if (l->olt.v && l->olt.v != olt.v)
		return false;
	if (*l->place && strcmp(l->place, place) != 0)
		return false;
	if (!l->brand && !*l->site)
		return true;
	return o != NONE && (!l->brand || olt_at(w, o)->brand == l->brand) &&
	    (!*l->site || strcmp(olt_at(w, o)->site, l->site) == 0);
}

static bool
take_limit(struct watch *w, const struct watch_limit *from)
{
	struct limit *to = vec_add(&w->limits);

	if (!to)
		return false;
	to->l = *from;
	to->l.name = text_copy(w, from->name);
	to->l.purpose = text_copy(w, from->purpose);
	to->l.place = text_copy(w, from->place ? from->place : "");
	to->l.site = text_copy(w, from->site ? from->site : "");
	return to->l.name && to->l.purpose && to->l.place && to->l.site;
}

/* Does the limit of this incident still exist? */
static bool
is_wanted(const struct watch *w, const struct watch_incident *i)
{
	const struct watch_limit *l = limit_of_id(w, i->subject >> 32);

	return l && root_of(l->entity) == i->root &&
	    strncmp(l->purpose, i->params.why, WATCH_TEXT_MAX - 1) == 0 &&
	    is_within(w, l, i->olt, i->place);
}

static void
over_drop(struct watch *w, struct over *o)
{
	*o = *VEC_AT(&w->overs, struct over, w->overs.n - 1);
	w->overs.n--;
}

/* The number of open incidents of each limit: most limits have none, and need no
 * search. */
static void
count_open(struct watch *w)
{
	for (size_t n = 0; n < w->limits.n; n++)
		VEC_AT(&w->limits, struct limit, n)->n_open = 0;
	for (size_t k = 0; w->limits.n && k < w->incidents.n; k++) {
		struct incident *i = *VEC_AT(&w->incidents, struct incident *, k);

		for (size_t n = 0; i->out.kind == WATCH_LIMIT && n < w->limits.n; n++)
			if (limit_at(w, n)->id == i->out.subject >> 32 &&
			    incident_is_live(i))
				VEC_AT(&w->limits, struct limit, n)->n_open++;
	}
}

enum rc
watch_put_limits(
    struct watch *w, const struct watch_limit *limits, size_t n, int64_t now_ms)
{
	limits_clear(w);
	for (size_t i = 0; i < n; i++)
		if (!take_limit(w, &limits[i]))
			return RC_NOMEM;
	for (size_t i = 0; i < w->incidents.n; i++) {
		struct incident *at = *VEC_AT(&w->incidents, struct incident *, i);

		if (at->out.kind == WATCH_LIMIT && incident_is_live(at) &&
		    !is_wanted(w, &at->out))
			incident_clear(w, at, now_ms);
	}
	for (size_t i = 0; i < w->overs.n;) {
		struct over *o = VEC_AT(&w->overs, struct over, i);
		const struct watch_limit *l = limit_of_id(w, o->limit);

		if (l && l->entity == o->entity && is_within(w, l, o->olt, o->place))
			i++;
		else
			over_drop(w, o);
	}
	count_open(w);
	return RC_OK;
}

void
limits_drop_onu(struct watch *w, uint32_t onu, int64_t now_ms)
{
	for (size_t n = 0; n < w->overs.n;) {
		struct over *o = VEC_AT(&w->overs, struct over, n);
		struct incident *i;

		if (o->onu != onu) {
			n++;
			continue;
		}
		i = o->incident ? incident_find(w, o->incident) : NULL;
		if (i)
			incident_clear(w, i, now_ms);
		over_drop(w, o);
	}
}

bool
watch_wants_measure(const struct watch *w, enum watch_entity entity, const char *purpose)
{
	for (size_t n = 0; n < w->limits.n; n++)
		if (limit_at(w, n)->entity == entity &&
		    strcmp(limit_at(w, n)->purpose, purpose) == 0)
			return true;
	return false;
}

/* A purpose that is used by several limits is reported once. */
enum rc
watch_each_limit(const struct watch *w,
    enum rc (*limit)(void *ctx, enum watch_entity entity, const char *purpose), void *ctx)
{
	enum rc rc = RC_OK;

	for (size_t n = 0; rc == RC_OK && n < w->limits.n; n++) {
		const struct watch_limit *l = limit_at(w, n);
		bool is_told = false;

		for (size_t k = 0; k < n; k++)
			is_told = is_told ||
			    (limit_at(w, k)->entity == l->entity &&
				strcmp(limit_at(w, k)->purpose, l->purpose) == 0);
		if (!is_told)
			rc = limit(ctx, l->entity, l->purpose);
	}
	return rc;
}

/* Outside the limit; with slack until it is better by that much. */
static bool
is_over(const struct watch_limit *l, double value, bool was_over)
{
	double slack = was_over ? l->hysteresis : 0;

	switch (l->op) {
	case WATCH_ABOVE:
		return value > l->value - slack;
	case WATCH_BELOW:
		return value < l->value + slack;
	case WATCH_EQUAL:
		return value >= l->value && value <= l->value;
	case WATCH_NOT_EQUAL:
		return value < l->value || value > l->value;
	}
	return false;
}

static struct over *
over_find(const struct watch *w, int64_t limit, const struct watch_measure *m)
{
	for (size_t n = 0; n < w->overs.n; n++) {
		struct over *o = VEC_AT(&w->overs, struct over, n);

		if (o->limit == limit && o->olt.v == m->olt.v &&
		    o->onu == (uint32_t)m->onu.v && strcmp(o->place, m->place) == 0)
			return o;
	}
	return NULL;
}

static size_t
overs_of(const struct watch *w, int64_t limit)
{
	size_t found = 0;

	for (size_t n = 0; n < w->overs.n; n++)
		found += VEC_AT(&w->overs, struct over, n)->limit == limit;
	return found;
}

static void
over_opens(struct watch *w, const struct watch_limit *l, struct over *o, int64_t now_ms)
{
	struct incident_key key = { WATCH_LIMIT, root_of(l->entity), o->olt, o->place,
		subject_of(l->id, o->onu) };
	struct incident *i =
	    incident_of_key(w, key.kind, key.olt, key.subject, key.place);
	uint32_t row;

	if (i && i->out.state == WATCH_OPEN && !i->is_cleared) {
		o->incident = i->out.id; /* it was open before a restart */
		return;
	}
	i = incident_again(w, &key, o->since_ms, now_ms);
	if (!i)
		return;
	o->incident = i->out.id;
	i->out.severity = l->severity;
	i->out.params.value = o->value;
	i->out.params.limit = l->value;
	text_fit(i->out.params.node, WATCH_TEXT_MAX, l->name);
	text_fit(i->out.params.why, WATCH_TEXT_MAX, l->purpose);
	if (key.root == WATCH_ROOT_CARD)
		text_fit(i->out.params.card, WATCH_PLACE_MAX, o->place);
	row = onu_find(w, (struct onu_id){ (int64_t)o->onu });
	if (row != NONE)
		onu_position_text(w, &w->onus[row], i->out.params.onu);
	i->is_confirmed = i->needs_judging = true;
	i->is_dirty = true;
}

static void
over_ends(struct watch *w, struct over *o, int64_t now_ms)
{
	struct incident *i = o->incident ? incident_find(w, o->incident) : NULL;

	if (i)
		incident_clear(w, i, now_ms);
	over_drop(w, o);
}

static struct over *
over_add(struct watch *w, const struct watch_limit *l, const struct watch_measure *m,
    int64_t since_ms)
{
	struct over *o =
	    overs_of(w, l->id) < WATCH_OVERS_MAX ? vec_more(w, &w->overs) : NULL;

	if (!o)
		return NULL;
	*o = (struct over){ .limit = l->id,
		.entity = l->entity,
		.olt = m->olt,
		.onu = (uint32_t)m->onu.v,
		.since_ms = since_ms };
	text_fit(o->place, sizeof(o->place), m->place);
	return o;
}

static void
measure_one(struct watch *w, struct limit *at, const struct watch_measure *m)
{
	const struct watch_limit *l = &at->l;
	bool is_calm = at->n_open == 0 && !is_over(l, m->value, false);
	struct over *o = is_calm && w->overs.n == 0 ? NULL : over_find(w, l->id, m);
	struct incident *i = is_calm
	    ? NULL
	    : incident_of_key(w, WATCH_LIMIT, m->olt,
		  subject_of(l->id, (uint32_t)m->onu.v), m->place);
	bool was_over = o || (i && incident_is_live(i));

	if (!is_over(l, m->value, was_over)) {
		if (o)
			over_ends(w, o, m->at_ms);
		else if (was_over)
			incident_clear(w, i, m->at_ms); /* it was open before a restart */
		return;
	}
	if (!o)
		o = over_add(w, l, m, i && was_over ? i->out.since_ms : m->at_ms);
	if (!o)
		return;
	o->value = m->value;
	if (m->at_ms - o->since_ms >= l->for_ms && !o->incident) {
		over_opens(w, l, o, m->at_ms);
		at->n_open++;
	}
}

void
watch_measure(struct watch *w, const struct watch_measure *measure)
{
	struct watch_measure m = *measure;
	char place[WATCH_PLACE_MAX];

	text_fit(place, sizeof(place), measure->place);
	m.place = place;
	for (size_t n = 0; n < w->limits.n; n++) {
		const struct watch_limit *l = limit_at(w, n);

		if (l->entity == m.entity && strcmp(l->purpose, m.purpose) == 0 &&
		    is_within(w, l, m.olt, m.place))
			measure_one(w, VEC_AT(&w->limits, struct limit, n), &m);
	}
}

/* Values that stay outside their limit without a new reading count too. */
void
limits_pass(struct watch *w, int64_t now_ms)
{
	for (size_t n = 0; n < w->overs.n; n++) {
		struct over *o = VEC_AT(&w->overs, struct over, n);
		const struct watch_limit *l = limit_of_id(w, o->limit);

		if (l && !o->incident && now_ms - o->since_ms >= l->for_ms)
			over_opens(w, l, o, now_ms);
	}
	count_open(w);
}
