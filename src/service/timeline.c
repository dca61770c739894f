/* SPDX-License-Identifier: Apache-2.0
 *
 * From the present backwards: each change says how it was before it. Then what nobody
 * watched is cut out of it.
 */
#include "service/timeline_int.h"

#include <string.h>

/* The states of an ONU, going back in time. */
struct past {
	const struct timeline_ask *ask;
	bool is_present;
	enum state state, cause;
	int64_t end_ms; /* of the stretch that is being found */
	struct vec found; /* of struct stretch, the newest first */
	bool is_first_run; /* no change of the run state was met yet */
};

static int64_t
smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t
larger(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static bool
is_down(const struct stretch *s)
{
	return s->kind == STRETCH_STATE && s->state != STATE_ONLINE;
}

/* A state that is a cause: it was offline, and that is why. */
static void
name(const struct past *p, struct stretch *s)
{
	enum state cause = p->cause != STATE_NONE ? p->cause : p->state;

	s->state = (int)p->state >= STATE_CAUSES ? STATE_OFFLINE : p->state;
	s->cause = p->state == STATE_ONLINE ? STATE_NONE : state_cause(cause);
}

static enum rc
push(struct past *p, int64_t from_ms)
{
	struct stretch *s;

	if (from_ms >= p->end_ms)
		return RC_OK;
	s = vec_add(&p->found);
	if (!s)
		return RC_NOMEM;
	*s = (struct stretch){ .from_ms = from_ms, .to_ms = p->end_ms };
	if (!p->is_present)
		s->kind = STRETCH_ABSENT;
	else if (p->state != STATE_NONE)
		s->kind = STRETCH_STATE;
	if (s->kind == STRETCH_STATE)
		name(p, s);
	p->end_ms = from_ms;
	return RC_OK;
}

/* The device's own moment, for the state that it is in now: as everywhere else. */
static int64_t
moment_of(const struct past *p, size_t i)
{
	const struct timeline_ask *ask = p->ask;
	const struct onu_change *c = &ask->changes[i];
	int64_t before_ms = i + 1 < ask->n_changes ? c[1].at_ms : ask->first_seen_ms;
	bool turns = (c->before == STATE_ONLINE) != (c->after == STATE_ONLINE);

	if (c->kind == ONU_RUN_STATE && p->is_first_run && turns && ask->since_ms > 0 &&
	    ask->since_ms < c->at_ms && ask->since_ms > before_ms)
		return ask->since_ms;
	return c->at_ms;
}

static enum rc
go_back(struct past *p, size_t i)
{
	const struct onu_change *c = &p->ask->changes[i];
	bool is_now = i == 0;
	enum rc rc;

	/* What it became with this change is what it was until the next one. */
	if (c->kind == ONU_RUN_STATE && !is_now && c->after != STATE_NONE)
		p->state = c->after;
	if ((c->kind == ONU_RUN_STATE || c->kind == ONU_CAUSE) &&
	    c->cause != STATE_NONE && (!is_now || p->cause == STATE_NONE))
		p->cause = c->cause;
	rc = push(p, moment_of(p, i));
	if (c->kind == ONU_RUN_STATE) {
		p->is_first_run = false;
		p->state = c->before;
		p->cause = STATE_NONE;
	} else if (c->kind == ONU_CAUSE) {
		p->cause = STATE_NONE; /* it was told with the state, or not at all */
	} else if (c->kind == ONU_ABSENT || c->kind == ONU_RETURNED) {
		p->is_present = c->kind == ONU_ABSENT;
	}
	return rc;
}

static enum rc
find_past(struct past *p)
{
	const struct timeline_ask *ask = p->ask;
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < ask->n_changes; i++)
		rc = go_back(p, i);
	return rc == RC_OK ? push(p, larger(ask->from_ms, ask->first_seen_ms)) : rc;
}

/* ---- outages ---------------------------------------------------------------------- */

/* From the newest back: what is down without a break is one. */
static enum rc
find_outages(const struct past *p, struct vec *outages)
{
	struct outage *open = NULL;

	for (size_t i = 0; i < p->found.n; i++) {
		const struct stretch *s = VEC_AT(&p->found, struct stretch, i);

		if (!is_down(s)) {
			open = NULL;
			continue;
		}
		if (!open) {
			open = vec_add(outages);
			if (!open)
				return RC_NOMEM;
			*open = (struct outage){ .to_ms = i ? s->to_ms : 0,
				.state = s->state,
				.cause = s->cause };
		}
		open->from_ms = s->from_ms;
		if (open->cause == STATE_UNKNOWN)
			open->cause = s->cause;
	}
	return RC_OK;
}

/* ---- what nobody watched ------------------------------------------------------------ */

static bool
is_same(const struct stretch *a, const struct stretch *b)
{
	return a->kind == b->kind && a->state == b->state && a->cause == b->cause;
}

/* Neighbours that are the same are one. */
static enum rc
append(struct vec *all, const struct stretch *part)
{
	struct stretch *last = all->n ? VEC_AT(all, struct stretch, all->n - 1) : NULL;

	if (part->from_ms >= part->to_ms)
		return RC_OK;
	if (last && is_same(last, part)) {
		last->to_ms = part->to_ms;
		return RC_OK;
	}
	last = vec_add(all);
	if (!last)
		return RC_NOMEM;
	*last = *part;
	return RC_OK;
}

static enum rc
append_unknown(struct vec *all, int64_t from_ms, int64_t to_ms)
{
	struct stretch gap = { .from_ms = from_ms, .to_ms = to_ms };

	return append(all, &gap);
}

/* The last reading counts on for as long as the next one may take. */
static int64_t
end_of(const struct timeline_ask *ask, size_t i)
{
	int64_t until_ms = ask->watches[i].until_ms;

	return i + 1 == ask->n_watches && ask->now_ms - until_ms <= WATCH_GAP_MS
	    ? ask->now_ms
	    : until_ms;
}

/* One stretch, in pieces: watched, and not. */
static enum rc
cut(const struct timeline_ask *ask, const struct stretch *s, struct vec *all)
{
	int64_t at_ms = s->from_ms;
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < ask->n_watches; i++) {
		struct stretch part = *s;

		part.from_ms = larger(at_ms, ask->watches[i].from_ms);
		part.to_ms = smaller(s->to_ms, end_of(ask, i));
		if (part.from_ms >= part.to_ms)
			continue;
		rc = append_unknown(all, at_ms, part.from_ms);
		if (rc == RC_OK)
			rc = append(all, &part);
		at_ms = part.to_ms;
	}
	return rc == RC_OK ? append_unknown(all, at_ms, s->to_ms) : rc;
}

static enum rc
cut_all(const struct past *p, struct timeline *t)
{
	const struct timeline_ask *ask = p->ask;
	int64_t at_ms = ask->from_ms;
	enum rc rc = RC_OK;

	for (size_t i = p->found.n; rc == RC_OK && i > 0; i--) {
		struct stretch s = *VEC_AT(&p->found, struct stretch, i - 1);

		s.from_ms = larger(s.from_ms, ask->from_ms);
		s.to_ms = smaller(s.to_ms, ask->to_ms);
		if (s.from_ms >= s.to_ms)
			continue;
		rc = append_unknown(&t->stretches, at_ms, s.from_ms);
		if (rc == RC_OK)
			rc = cut(ask, &s, &t->stretches);
		at_ms = s.to_ms;
	}
	return rc == RC_OK
	    ? append_unknown(&t->stretches, at_ms, smaller(ask->to_ms, ask->now_ms))
	    : rc;
}

static void
count(struct timeline *t)
{
	for (size_t i = 0; i < t->stretches.n; i++) {
		const struct stretch *s = VEC_AT(&t->stretches, struct stretch, i);

		if (s->kind != STRETCH_STATE)
			continue;
		t->observed_ms += s->to_ms - s->from_ms;
		if (s->state == STATE_ONLINE)
			t->online_ms += s->to_ms - s->from_ms;
	}
}

enum rc
timeline_make(const struct timeline_ask *ask, struct timeline *ret)
{
	struct past p = { .ask = ask,
		.is_present = ask->is_present,
		.state = ask->state,
		.cause = ask->cause,
		.end_ms = ask->now_ms,
		.found = VEC_INIT(struct stretch),
		.is_first_run = true };
	enum rc rc = find_past(&p);

	ret->stretches = (struct vec)VEC_INIT(struct stretch);
	ret->outages = (struct vec)VEC_INIT(struct outage);
	ret->observed_ms = ret->online_ms = 0;
	if (rc == RC_OK)
		rc = find_outages(&p, &ret->outages);
	if (rc == RC_OK)
		rc = cut_all(&p, ret);
	if (rc == RC_OK)
		count(ret);
	vec_fini(&p.found);
	return rc;
}

void
timeline_fini(struct timeline *t)
{
	vec_fini(&t->stretches);
	vec_fini(&t->outages);
}
