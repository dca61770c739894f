/* SPDX-License-Identifier: Apache-2.0
 *
 * The states of an incident (incident.h has the drawing), its severity, acknowledgement
 * and repetitions.
 */
#include "watch/watch_int.h"

#include <inttypes.h>
#include <string.h>

enum { REPEAT_DAYS = 7, SMALL_WAIT_MS = 10 * MINUTE_MS };

static void
remember(struct watch *w, const struct incident *i)
{
	struct past *p = i->out.opened_ms ? vec_more(w, &w->past) : NULL;

	if (!p)
		return;
	*p = (struct past){ .id = i->out.id,
		.closed_ms = i->out.closed_ms,
		.kind = i->out.kind,
		.root = i->out.root,
		.olt = i->out.olt,
		.node_id = i->out.node_id,
		.subject = i->out.subject,
		.d1_m = i->out.params.d1_m,
		.d2_m = i->out.params.d2_m };
	memcpy(p->place, i->out.place, sizeof(p->place));
}

static void
release_members(struct watch *w, struct incident *i)
{
	for (size_t n = 0; n < i->members.n; n++)
		membership_remove(w, VEC_AT(&i->members, struct member, n)->onu, i);
}

void
incident_state(
    struct watch *w, struct incident *i, enum watch_state state, int64_t now_ms)
{
	static const char *const LINE[WATCH_STATES] = { "suspected", "opened",
		"recovering", "resolved", "closed", "dismissed", "merged" };

	if (i->out.state == state)
		return;
	i->out.state = state;
	incident_touch(i, now_ms);
	i->calm_ms = 0;
	if (state == WATCH_OPEN && !i->out.opened_ms) {
		i->out.opened_ms = now_ms;
		w->opened++;
		/* Its place is known now: a suspect may start as a part of a port. */
		incident_repeats(w, i, now_ms);
	}
	if (state == WATCH_RECOVERING)
		i->out.recovering_ms = now_ms;
	if (state == WATCH_RESOLVED)
		i->out.resolved_ms = now_ms;
	if (state >= WATCH_CLOSED)
		i->out.closed_ms = now_ms;
	w->dismissed += state == WATCH_DISMISSED;
	if (state >= WATCH_RESOLVED)
		i->look_at_ms = i->look_asked_ms = 0;
	incident_log(w, i, LINE[state], now_ms,
	    "{\"affected\": %" PRId64 ", \"recovered\": %" PRId64 "}", i->out.affected,
	    i->out.recovered);
	if (state == WATCH_CLOSED)
		remember(w, i);
	if (state >= WATCH_CLOSED)
		release_members(w, i);
}

/* ---- severity and acknowledgement ------------------------------------------------------ */

static enum watch_severity
severity_of(const struct watch *w, const struct incident *i)
{
	const struct watch_incident *o = &i->out;
	enum watch_severity s = WATCH_INFO;

	if (o->kind != WATCH_OUTAGE && o->kind != WATCH_OLT_SILENT &&
	    o->kind != WATCH_SITE_SILENT && o->kind != WATCH_COLLECTOR &&
	    o->kind != WATCH_OPTICS)
		return o->severity; /* as it was told */
	if (o->kind == WATCH_OPTICS) {
		s = o->affected >= w->rules.major_at   ? WATCH_MAJOR
		    : o->affected >= w->rules.minor_at ? WATCH_MINOR
						       : WATCH_INFO;
	} else if (o->affected >= w->rules.critical_at || o->root == WATCH_ROOT_OLT ||
	    o->root == WATCH_ROOT_SITE || o->root == WATCH_ROOT_COLLECTOR) {
		s = WATCH_CRITICAL;
	} else if (o->affected >= w->rules.major_at ||
	    (o->params.is_whole && o->affected > 0)) {
		s = WATCH_MAJOR;
	} else if (o->affected >= w->rules.minor_at) {
		s = WATCH_MINOR;
	}
	if (i->is_tagged && s < WATCH_CRITICAL)
		s++;
	if (i->repeats >= 2 && s < WATCH_CRITICAL)
		s++;
	return s;
}

static void
set_severity(struct watch *w, struct incident *i, enum watch_severity s, int64_t now_ms)
{
	if (i->out.opened_ms)
		incident_log(w, i, "severity", now_ms, "{\"severity\": \"%s\"}",
		    watch_severity_name(s));
	i->out.severity = s;
	i->lower_ms = 0;
	incident_touch(i, now_ms);
}

/* Rises at once, falls after some minutes. */
void
incident_severity(struct watch *w, struct incident *i, int64_t now_ms)
{
	enum watch_severity s = severity_of(w, i);

	if (s == i->out.severity) {
		i->lower_ms = 0;
		return;
	}
	if (s < i->out.severity && i->out.state != WATCH_SUSPECT) {
		if (!i->lower_ms)
			i->lower_ms = now_ms;
		if (now_ms - i->lower_ms < w->rules.severity_falls_ms) {
			incident_due(i, i->lower_ms + w->rules.severity_falls_ms);
			return;
		}
	}
	set_severity(w, i, s, now_ms);
}

static void
ack_lapses(struct watch *w, struct incident *i, const char *why, int64_t now_ms)
{
	i->out.acked_ms = i->out.acked_until_ms = 0;
	incident_log(w, i, "ack_lapsed", now_ms, "{\"why\": \"%s\"}", why);
	incident_touch(i, now_ms);
}

static bool
is_power_or_fibre(enum watch_cause_class c)
{
	return c == WATCH_CLASS_FIBRE || c == WATCH_CLASS_POWER;
}

/* Why the acknowledgement is not valid any more; NULL: it is valid. */
static const char *
ack_void(const struct incident *i, int64_t now_ms)
{
	if (i->out.acked_until_ms && now_ms >= i->out.acked_until_ms)
		return "time";
	if (i->out.affected >= 2 * i->acked_affected &&
	    i->out.affected - i->acked_affected >= 20)
		return "affected";
	if (i->out.severity > i->acked_severity)
		return "severity";
	if (i->out.cause_class != i->acked_class &&
	    is_power_or_fibre(i->out.cause_class) && is_power_or_fibre(i->acked_class))
		return "class";
	return NULL;
}

static void
ack_judge(struct watch *w, struct incident *i, int64_t now_ms)
{
	const char *why;

	if (!i->out.acked_ms)
		return;
	why = ack_void(i, now_ms);
	if (why)
		ack_lapses(w, i, why, now_ms);
	else if (i->out.acked_until_ms)
		incident_due(i, i->out.acked_until_ms);
}

/* ---- repetitions ---------------------------------------------------------------------- */

static bool
is_same_root(const struct past *p, const struct watch_incident *o)
{
	if (p->kind != o->kind || p->root != o->root || p->olt.v != o->olt.v ||
	    p->node_id != o->node_id || p->subject != o->subject ||
	    strcmp(p->place, o->place) != 0)
		return false;
	return p->root != WATCH_ROOT_PART ||
	    (p->d1_m <= o->params.d2_m && p->d2_m >= o->params.d1_m);
}

void
incident_repeats(struct watch *w, struct incident *i, int64_t now_ms)
{
	i->repeats = 0;
	i->out.repeat_of = 0;
	for (size_t n = 0; n < w->past.n;) {
		struct past *p = VEC_AT(&w->past, struct past, n);

		if (now_ms - p->closed_ms > REPEAT_DAYS * DAY_MS) {
			*p = *VEC_AT(&w->past, struct past, w->past.n - 1);
			w->past.n--;
			continue;
		}
		if (is_same_root(p, &i->out)) {
			i->repeats++;
			if (p->id > i->out.repeat_of)
				i->out.repeat_of = p->id;
		}
		n++;
	}
}

static void
bounce(struct watch *w, struct incident *i, int64_t now_ms)
{
	memmove(&i->bounces[0], &i->bounces[1], (BOUNCES - 1) * sizeof(i->bounces[0]));
	i->bounces[BOUNCES - 1] = now_ms;
	if (!i->out.is_flapping &&
	    i->bounces[BOUNCES - (size_t)w->rules.flap_reopened] > now_ms - HOUR_MS) {
		i->out.is_flapping = true;
		i->flap_ms = now_ms;
		incident_log(w, i, "unstable", now_ms, "{\"times\": %" PRId64 "}",
		    i->out.reopened + 1);
		incident_touch(i, now_ms);
	}
}

void
incident_reopen(struct watch *w, struct incident *i, int64_t now_ms)
{
	i->out.reopened++;
	i->out.resolved_ms = i->out.recovering_ms = 0;
	i->out.left_over = 0;
	i->is_cleared = i->wants_end_look = i->is_looked_for_end = false;
	i->out.params.is_at_most = false;
	incident_state(w, i, WATCH_OPEN, now_ms);
	bounce(w, i, now_ms);
	i->needs_judging = true;
	incident_due(i, now_ms);
}

struct incident *
incident_again(
    struct watch *w, const struct incident_key *key, int64_t since_ms, int64_t now_ms)
{
	struct incident *i =
	    incident_of_key(w, key->kind, key->olt, key->subject, key->place);
	uint32_t o = olt_find(w, key->olt);

	if (i && i->out.state == WATCH_RESOLVED)
		incident_reopen(w, i, now_ms);
	if (i) {
		i->is_cleared = false;
		return i;
	}
	i = incident_new(w, key->kind, key->root, now_ms);
	if (!i)
		return NULL;
	i->out.olt = key->olt;
	i->out.subject = key->subject;
	i->out.since_ms = i->out.since_from_ms = since_ms;
	text_fit(i->out.place, sizeof(i->out.place), key->place);
	text_fit(i->out.params.port, sizeof(i->out.params.port), key->place);
	if (o != NONE) {
		text_fit(i->out.params.olt, WATCH_TEXT_MAX, olt_at(w, o)->name);
		text_fit(i->out.params.site, WATCH_TEXT_MAX, olt_at(w, o)->site);
	}
	incident_repeats(w, i, now_ms);
	return i;
}

void
incident_clear(struct watch *w, struct incident *i, int64_t now_ms)
{
	if (!incident_is_live(i))
		return;
	(void)w;
	i->is_cleared = i->needs_judging = true;
	i->calm_ms = now_ms;
	incident_due(i, now_ms);
}

/* ---- the states ------------------------------------------------------------------------ */

/* Was its last complete reading after it was detected? */
static bool
is_seen_again(const struct watch *w, const struct incident *i)
{
	uint32_t o = i->parts.n ? (uint32_t)NONE : olt_find(w, i->out.olt);

	if (o != NONE)
		return olt_at(w, o)->read_ms > i->last_to_ms;
	for (size_t n = 0; n < i->parts.n; n++) {
		uint32_t port = VEC_AT(&i->parts, struct part, n)->port;

		if (port != NONE &&
		    olt_at(w, port_at(w, port)->olt)->read_ms > i->last_to_ms)
			return true;
	}
	return false;
}

static bool
may_open(struct watch *w, struct incident *i, int64_t now_ms)
{
	int64_t age = now_ms - i->out.detected_ms;

	if (is_seen_again(w, i))
		i->is_confirmed = true;
	if (i->is_small) {
		incident_due(i, i->out.detected_ms + SMALL_WAIT_MS);
		return i->is_confirmed && age >= SMALL_WAIT_MS;
	}
	if (i->is_confirmed)
		return true;
	if (i->out.affected < w->rules.sure_without_look)
		return false;
	incident_due(i, i->out.detected_ms + w->rules.look_wait_ms);
	return age >= w->rules.look_wait_ms && !i->looks_answered;
}

static void
live_suspect(struct watch *w, struct incident *i, int64_t now_ms)
{
	int64_t all = i->out.affected + i->out.recovered;

	if (i->out.recovered * 10 >= all * 7 && i->out.cause != WATCH_CAUSE_OLT_RESTART)
		incident_state(w, i, WATCH_DISMISSED, now_ms);
	else if (may_open(w, i, now_ms))
		incident_state(w, i, WATCH_OPEN, now_ms);
}

static bool
is_back(const struct incident *i)
{
	int64_t all = i->out.affected + i->out.recovered;

	/* All except two, if these are a small part. */
	return i->out.recovered * 100 >= all * 95 ||
	    (i->out.affected <= 2 && i->out.recovered * 5 >= all * 4);
}

static int64_t
calm_needed(const struct watch *w, const struct incident *i)
{
	return i->out.is_flapping ? HOUR_MS : w->rules.resolve_ms;
}

static void
resolve(struct watch *w, struct incident *i, int64_t now_ms)
{
	i->out.left_over = i->out.affected;
	if (i->out.kind == WATCH_OUTAGE) {
		cause_final(w, i, now_ms);
		if (i->out.cause != WATCH_CAUSE_ROGUE) /* it may be anywhere */
			group_learn(w, i);
	}
	incident_state(w, i, WATCH_RESOLVED, now_ms);
	incident_due(i, now_ms + w->rules.close_ms);
}

static void
live_calm(struct watch *w, struct incident *i, int64_t now_ms)
{
	int64_t need = calm_needed(w, i), calm;

	if (!i->calm_ms) {
		i->calm_ms = now_ms;
		i->is_looked_for_end = false;
		i->wants_end_look = true;
		i->look_at_ms = now_ms + need - need / 4;
	}
	calm = now_ms - i->calm_ms;
	if (calm < need) {
		incident_due(i, i->calm_ms + need);
		return;
	}
	if (i->is_looked_for_end || i->looks >= w->rules.looks_most || !i->parts.n ||
	    calm >= need + w->rules.look_wait_ms)
		resolve(w, i, now_ms);
	else
		incident_due(i, i->calm_ms + need + w->rules.look_wait_ms);
}

static void
live_open(struct watch *w, struct incident *i, int64_t now_ms)
{
	int64_t all = i->out.affected + i->out.recovered;

	if (i->out.state == WATCH_OPEN && i->out.recovered * 2 >= all &&
	    (all > 0 || is_seen_again(w, i) || i->out.cause != WATCH_CAUSE_OLT_RESTART))
		incident_state(w, i, WATCH_RECOVERING, now_ms);
	if (i->out.state == WATCH_RECOVERING && i->out.recovered * 10 < all * 3) {
		incident_state(w, i, WATCH_OPEN, now_ms);
		i->out.reopened++;
		bounce(w, i, now_ms);
	}
	if (i->out.state != WATCH_RECOVERING)
		return;
	if (is_back(i)) {
		live_calm(w, i, now_ms);
	} else {
		i->calm_ms = 0;
		i->wants_end_look = false;
	}
}

/* Kinds without customers end when the caller reports it, and are kept for a while. */
static void
live_told(struct watch *w, struct incident *i, int64_t now_ms)
{
	if (i->out.state == WATCH_SUSPECT && i->is_cleared)
		incident_state(w, i, WATCH_DISMISSED, now_ms);
	else if (i->out.state == WATCH_SUSPECT && i->is_confirmed)
		incident_state(w, i, WATCH_OPEN, now_ms);
	else if (i->out.state == WATCH_OPEN && i->is_cleared)
		resolve(w, i, now_ms);
}

static void
flap_judge(struct watch *w, struct incident *i, int64_t now_ms)
{
	if (!i->out.is_flapping)
		return;
	if (i->bounces[BOUNCES - 2] > now_ms - HOUR_MS) {
		incident_due(i, i->bounces[BOUNCES - 2] + HOUR_MS);
		return;
	}
	i->out.is_flapping = false;
	incident_log(w, i, "stable", now_ms, "{}");
	incident_touch(i, now_ms);
}

/* ---- all of it ------------------------------------------------------------------------- */

static void
fill_params(const struct watch *w, struct incident *i)
{
	struct watch_params *a = &i->out.params;
	int64_t near = 0, far = 0;

	if (i->out.kind != WATCH_OUTAGE)
		return;
	for (size_t n = 0; n < i->parts.n; n++) {
		const struct part *p = VEC_AT(&i->parts, struct part, n);

		if (p->dist_min_m && (!near || p->dist_min_m < near))
			near = p->dist_min_m;
		if (p->dist_max_m > far)
			far = p->dist_max_m;
	}
	a->d1_m = near;
	a->d2_m = far;
	a->d_m = near > 50 ? near - 50 : 0;
	/* While they come back what was found stays. */
	if (i->out.state <= WATCH_OPEN)
		locate_before(w, i);
	a->n = i->out.state >= WATCH_RECOVERING ? i->out.affected_max : i->out.affected;
	if (i->out.cause == WATCH_CAUSE_ROGUE) /* who goes up and down */
		a->n = i->out.affected + i->out.recovered;
	a->m = i->out.at_risk;
	a->k = (int64_t)i->parts.n;
	a->is_whole = i->out.root == WATCH_ROOT_PORT || i->out.root == WATCH_ROOT_CARD ||
	    i->out.root == WATCH_ROOT_TRUNK || i->out.root == WATCH_ROOT_OLT;
}

static void
judge_affected(struct incident *i, int64_t now_ms)
{
	int64_t moved = i->out.affected - i->said_affected;

	if (moved < 0)
		moved = -moved;
	if (i->out.cause == WATCH_CAUSE_ROGUE)
		return; /* it moves all the time */
	if (moved > 5 || moved * 10 > i->said_affected)
		incident_touch(i, now_ms);
}

static bool
is_blind(const struct watch *w, const struct incident *i)
{
	uint32_t o;

	if (i->out.kind != WATCH_OUTAGE && i->out.kind != WATCH_OPTICS)
		return false;
	for (size_t n = 0; n < i->parts.n; n++) {
		uint32_t port = VEC_AT(&i->parts, struct part, n)->port;

		if (port != NONE && !olt_is_seen(w, olt_at(w, port_at(w, port)->olt)))
			return true;
	}
	o = olt_find(w, i->out.olt);
	return !i->parts.n && o != NONE && !olt_is_seen(w, olt_at(w, o));
}

/* The place cannot be seen, or can be seen again. True: do not change the incident. */
static bool
freeze(struct watch *w, struct incident *i, int64_t now_ms)
{
	bool was_blind = i->out.blind_since_ms != 0, blind = is_blind(w, i);

	if (blind && !was_blind) {
		i->out.blind_since_ms = now_ms;
		incident_log(w, i, "blind", now_ms, "{}");
		incident_touch(i, now_ms);
	} else if (!blind && was_blind) {
		incident_count(i);
		i->out.params.is_at_most =
		    i->out.recovered * 2 >= i->out.affected + i->out.recovered;
		i->out.blind_since_ms = 0;
		i->calm_ms = i->lower_ms = 0;
		incident_log(w, i, "seen", now_ms, "{}");
		incident_touch(i, now_ms);
	}
	return blind;
}

static void
live_customers(struct watch *w, struct incident *i, int64_t now_ms)
{
	if (i->out.state == WATCH_SUSPECT)
		live_suspect(w, i, now_ms);
	if (i->out.state == WATCH_OPEN || i->out.state == WATCH_RECOVERING)
		live_open(w, i, now_ms);
}

static void
live_outage(struct watch *w, struct incident *i, int64_t now_ms)
{
	incident_count(i);
	fill_params(w, i);
	cause_judge(w, i, now_ms);
	incident_severity(w, i, now_ms);
	if (rogue_goes_on(w, i, now_ms)) {
		incident_state(w, i, WATCH_OPEN, now_ms);
		incident_due(i, now_ms + MINUTE_MS);
	} else {
		live_customers(w, i, now_ms);
	}
	flap_judge(w, i, now_ms);
	/* No more looks if everything is known, except the one before the end. */
	if (i->is_confirmed && i->out.cause != WATCH_CAUSE_FINDING && !i->wants_end_look)
		i->look_at_ms = 0;
	look_plan(w, i, now_ms);
	judge_affected(i, now_ms);
	fill_params(w, i);
}

void
incident_live(struct watch *w, struct incident *i, int64_t now_ms)
{
	i->due_ms = INT64_MAX;
	i->needs_judging = false;
	if (i->out.state == WATCH_RESOLVED) {
		int64_t left = i->out.left_over;

		if (i->out.kind == WATCH_OUTAGE)
			incident_count(i);
		i->out.left_over = i->out.kind == WATCH_OUTAGE ? i->out.affected : left;
		i->is_dirty |= left != i->out.left_over;
		if (now_ms - i->out.resolved_ms >= w->rules.close_ms)
			incident_state(w, i, WATCH_CLOSED, now_ms);
		else
			incident_due(i, i->out.resolved_ms + w->rules.close_ms);
		return;
	}
	if (!incident_is_live(i) || freeze(w, i, now_ms))
		return;
	if (i->out.is_held) {
		i->calm_ms = i->lower_ms = 0; /* it is not changed: timers start again */
	} else if (i->out.kind == WATCH_OUTAGE) {
		live_outage(w, i, now_ms);
	} else {
		incident_severity(w, i, now_ms);
		live_told(w, i, now_ms);
		if (i->out.kind == WATCH_OPTICS)
			judge_affected(i, now_ms);
	}
	ack_judge(w, i, now_ms);
}

/* ---- people ------------------------------------------------------------------------------ */

static void
acknowledge(struct watch *w, struct incident *i, int64_t until_ms, int64_t now_ms)
{
	int64_t most = now_ms + w->rules.ack_ms;

	i->out.acked_ms = now_ms;
	i->out.acked_until_ms = until_ms && until_ms < most ? until_ms : most;
	i->acked_affected = i->out.affected;
	i->acked_severity = i->out.severity;
	i->acked_class = i->out.cause_class;
	incident_due(i, i->out.acked_until_ms);
	incident_touch(i, now_ms);
}

static void
reopened_by_hand(struct watch *w, struct incident *i, int64_t now_ms)
{
	if (i->out.state == WATCH_RESOLVED)
		incident_reopen(w, i, now_ms);
}

void
watch_acted(struct watch *w, int64_t incident, enum watch_act act, int64_t until_ms,
    int64_t now_ms)
{
	struct incident *i = incident_find(w, incident);

	if (!i || i->out.state >= WATCH_CLOSED)
		return;
	switch (act) {
	case WATCH_ACK:
		acknowledge(w, i, until_ms, now_ms);
		break;
	case WATCH_UNACK:
		i->out.acked_ms = i->out.acked_until_ms = 0;
		incident_touch(i, now_ms);
		break;
	case WATCH_CLOSE:
	case WATCH_FALSE_ALARM:
		incident_state(w, i, WATCH_CLOSED, now_ms);
		break;
	case WATCH_REOPEN:
		reopened_by_hand(w, i, now_ms);
		break;
	case WATCH_LOOK:
		i->look_at_ms = now_ms;
		incident_due(i, now_ms);
		break;
	}
}
