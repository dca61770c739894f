/* SPDX-License-Identifier: Apache-2.0
 *
 * Evaluates the basket of a port: divides it into bursts. A burst that is more than
 * chance becomes a suspect, or a part of an existing incident.
 */
#include "watch/watch_int.h"

#include <stdlib.h>
#include <string.h>

enum { SMALL_PORT = 3, BURST_LEAST_MS = 10 * SECOND_MS };

/* A drop and its position on the time axis. */
struct timed {
	uint32_t onu; /* row */
	int64_t at_ms;
	const struct drop *drop;
};

static int
earlier(const void *a, const void *b)
{
	const struct timed *x = a, *y = b;

	return (x->at_ms > y->at_ms) - (x->at_ms < y->at_ms);
}

static void
sort_timed(struct timed *at, size_t n)
{
	size_t i = 1;

	while (i < n && at[i - 1].at_ms <= at[i].at_ms)
		i++;
	if (i < n)
		qsort(at, n, sizeof(*at), earlier);
}

static void
burst_take(struct burst *b, const struct watch *w, const struct timed *t)
{
	const struct drop *d = t->drop;

	b->first_ms = !b->n || t->at_ms < b->first_ms ? t->at_ms : b->first_ms;
	b->last_ms = !b->n || t->at_ms > b->last_ms ? t->at_ms : b->last_ms;
	b->from_ms = !b->n || d->from_ms < b->from_ms ? d->from_ms : b->from_ms;
	b->to_ms = !b->n || d->to_ms > b->to_ms ? d->to_ms : b->to_ms;
	b->is_exact = (b->is_exact || !b->n) && d->is_exact;
	b->is_blind |= d->is_blind;
	b->has_power |= onu_cause(&w->onus[t->onu]) == STATE_POWER;
	b->onus[b->n++] = t->onu;
}

/* ---- is it more than chance? -------------------------------------------------------- */

/* How many of them are too many for chance. Drops without times are evaluated twice, with
 * those of the previous reading and without: each time with half of the probability.
 * Bursts with times were selected by these times, so their first drop is not counted as
 * evidence: it may be any of the drops expected between two readings, and the others must
 * follow it. */
static int
least_of(const struct watch *w, const struct burst *b, int64_t at_risk, int64_t now_ms)
{
	const struct olt *o = olt_at(w, port_at(w, b->port)->olt);
	double per_ms = churn_of(w, o, now_ms) * (double)at_risk / HOUR_MS;
	int64_t width = b->is_timed ? b->last_ms - b->first_ms : b->to_ms - b->from_ms;
	double span = per_ms * (double)(b->to_ms - b->from_ms);
	int least, others;

	if (width < BURST_LEAST_MS)
		width = BURST_LEAST_MS;
	if (!b->is_timed)
		return chance_least(per_ms * (double)width, w->rules.chance / 2);
	least = chance_least(per_ms * (double)width, w->rules.chance);
	others = span > w->rules.chance
	    ? chance_least(per_ms * (double)width, w->rules.chance / span)
	    : 0;
	return others + 1 > least ? others + 1 : least;
}

static bool
is_surprise(const struct watch *w, const struct burst *b, size_t n, int64_t at_risk,
    int64_t now_ms)
{
	int least = least_of(w, b, at_risk, now_ms);

	if (least < w->rules.least_down) {
		bool is_all = (double)n >= w->rules.all_share * (double)at_risk;

		if (!is_all || least < w->rules.least_down - 1)
			least = w->rules.least_down - is_all;
	}
	return n >= (size_t)least;
}

/* At any place. */
static bool
is_too_few(const struct watch *w, const struct burst *b)
{
	return b->n < (size_t)w->rules.least_down - 1 &&
	    port_at(w, b->port)->n_up + b->n > SMALL_PORT;
}

static bool
is_candidate(const struct watch *w, const struct burst *b, int64_t now_ms)
{
	size_t inside = 0;

	if (is_surprise(w, b, b->n, b->at_risk, now_ms))
		return true;
	if (b->at_risk <= SMALL_PORT && b->n >= 2 && (int64_t)b->n == b->at_risk)
		return true;
	if (b->root != WATCH_ROOT_NODE)
		return false;
	for (size_t i = 0; i < b->n; i++)
		inside += locate_has(w, b, &w->onus[b->onus[i]]);
	return is_surprise(w, b, inside, b->node_at_risk, now_ms);
}

/* ---- incidents that it may belong to -------------------------------------------------- */

static bool
has_port(const struct incident *i, uint32_t port)
{
	for (size_t p = 0; p < i->parts.n; p++)
		if (VEC_AT(&i->parts, struct part, p)->port == port)
			return true;
	return false;
}

static bool
covers(const struct watch *w, const struct incident *i, uint32_t port)
{
	const struct port *p = port_at(w, port);
	char text[WATCH_PLACE_MAX];

	if (has_port(i, port))
		return true;
	if (i->out.olt.v != olt_at(w, p->olt)->id.v)
		return false;
	return i->out.root == WATCH_ROOT_OLT ||
	    (i->out.root == WATCH_ROOT_CARD && p->card != NONE &&
		strcmp(place_text(&card_at(w, p->card)->place, text), i->out.place) == 0);
}

/* Power and fibre on one port at the same time are two problems. */
static bool
is_same_class(const struct watch *w, const struct incident *i, const struct burst *b)
{
	size_t power = 0, los = 0;

	for (size_t n = 0; n < b->n; n++) {
		const struct onu_row *o = &w->onus[b->onus[n]];

		power += onu_cause(o) == STATE_POWER;
		los +=
		    (onu_cause(o) == STATE_LOS_ONU || onu_cause(o) == STATE_LOS_PORT) &&
		    onu_can_gasp(w, o);
	}
	if (b->n < (size_t)w->rules.least_down)
		return true;
	if (i->out.cause_class == WATCH_CLASS_FIBRE)
		return !(power >= 3 && (double)power >= 0.4 * (double)(power + los));
	if (i->out.cause_class == WATCH_CLASS_POWER)
		return !(los >= 4 && (double)power <= 0.1 * (double)(power + los));
	return true;
}

static bool
is_same_time(const struct watch *w, const struct incident *i, const struct burst *b)
{
	const struct olt *o = olt_at(w, port_at(w, b->port)->olt);
	int64_t gap = b->has_power || i->out.cause_class == WATCH_CLASS_POWER
	    ? w->rules.gap_power_ms
	    : w->rules.gap_ms;

	if (i->out.cause == WATCH_CAUSE_ROGUE)
		return true; /* it is live: they drop again and again */
	if (i->out.cause == WATCH_CAUSE_OLT_RESTART)
		return b->to_ms - i->out.detected_ms <= 3 * basket_ms(w, o);
	if (i->is_timed && b->is_timed)
		return b->first_ms <= i->last_ms + gap && b->last_ms >= i->first_ms - gap;
	return b->to_ms - i->last_to_ms <= basket_ms(w, o);
}

static struct incident *
joined_of(const struct watch *w, struct incident *list, const struct burst *b)
{
	for (struct incident *i = list; i; i = i->next_of_olt)
		if (incident_is_live(i) && covers(w, i, b->port) &&
		    is_same_time(w, i, b) && is_same_class(w, i, b))
			return i;
	return NULL;
}

static struct incident *
joined(const struct watch *w, const struct burst *b)
{
	struct incident *i = joined_of(w, w->wide_outages, b);

	return i ? i : joined_of(w, olt_at(w, port_at(w, b->port)->olt)->outages, b);
}

static void
index_one(struct watch *w, struct incident *i)
{
	uint32_t olt = olt_find(w, i->out.olt);
	struct incident **list =
	    olt == NONE ? &w->wide_outages : &olt_at(w, olt)->outages;

	i->next_of_olt = *list;
	*list = i;
}

void
judge_index(struct watch *w)
{
	w->wide_outages = NULL;
	w->has_resolved = false;
	for (size_t n = 0; n < w->olts.n; n++)
		olt_at(w, (uint32_t)n)->outages = NULL;
	for (size_t n = 0; n < w->incidents.n; n++) {
		struct incident *i = *VEC_AT(&w->incidents, struct incident *, n);

		if (i->out.kind == WATCH_OUTAGE && incident_is_live(i))
			index_one(w, i);
		w->has_resolved |= i->out.state == WATCH_RESOLVED;
	}
}

/* The resolved incident to which most of these belonged; NULL. */
static struct incident *
again(const struct watch *w, const struct burst *b)
{
	struct incident *found = NULL;
	size_t n = 0;

	for (size_t i = 0; w->has_resolved && i < b->n; i++) {
		struct membership *m = membership_find(w, w->onus[b->onus[i]].id);

		if (!m || m->incident->out.state != WATCH_RESOLVED ||
		    m->incident->out.kind != WATCH_OUTAGE)
			continue;
		if (!found)
			found = m->incident;
		n += m->incident == found;
	}
	return found && n * 2 >= b->n ? found : NULL;
}

/* ---- making and growing -------------------------------------------------------------- */

static void
take_place(struct watch *w, struct incident *i, const struct burst *b)
{
	const struct port *p = port_at(w, b->port);
	struct watch_params *a = &i->out.params;

	i->out.root = b->root;
	i->out.olt = olt_at(w, p->olt)->id;
	text_fit(a->olt, sizeof(a->olt), olt_at(w, p->olt)->name);
	text_fit(a->site, sizeof(a->site), olt_at(w, p->olt)->site);
	(void)place_text(&p->place, i->out.place);
	(void)place_text(&p->place, a->port);
	if (p->card != NONE)
		(void)place_text(&card_at(w, p->card)->place, a->card);
	i->out.node_id = 0;
	a->node[0] = '\0';
	if (b->root == WATCH_ROOT_NODE) {
		i->out.node_id = node_at(w, b->node)->id;
		text_fit(a->node, sizeof(a->node), node_at(w, b->node)->name);
	} else if (b->group != NONE) {
		i->out.node_id = VEC_AT(&w->groups, struct group, b->group)->node;
	}
	a->is_whole = b->root == WATCH_ROOT_PORT;
}

static void
take_drops(struct watch *w, struct incident *i, const struct burst *b)
{
	uint32_t part = incident_part(w, i, b->port);
	struct part *at;
	int taken = 0;

	if (part == NONE)
		return;
	for (size_t n = 0; n < b->n; n++) {
		uint32_t row = b->onus[n];
		struct drop d;

		if (!locate_has(w, b, &w->onus[row]) || !basket_remove(w, row, &d))
			continue;
		incident_add(w, i, row, &d);
		taken++;
	}
	churn_count(w, olt_at(w, port_at(w, b->port)->olt), -taken, b->to_ms);
	at = VEC_AT(&i->parts, struct part, part);
	if (b->at_risk > at->at_risk || i->out.state == WATCH_SUSPECT)
		at->at_risk = b->root == WATCH_ROOT_NODE ? b->node_at_risk : b->at_risk;
	at->is_changed = true;
	i->needs_judging = true;
}

static void
suspect(struct watch *w, const struct burst *b, int64_t now_ms)
{
	struct incident *i = incident_new(w, WATCH_OUTAGE, b->root, now_ms);

	if (!i)
		return;
	i->is_exact = b->is_exact;
	i->is_timed = b->is_timed;
	i->first_ms = b->first_ms;
	i->last_ms = b->last_ms;
	i->from_ms = b->from_ms;
	i->last_to_ms = b->to_ms;
	i->is_small = b->at_risk <= SMALL_PORT;
	i->out.since_ms = b->is_exact ? b->first_ms : b->to_ms;
	i->out.since_from_ms = b->is_exact ? b->first_ms : b->from_ms;
	i->out.params.is_blind_start = b->is_blind;
	take_place(w, i, b);
	index_one(w, i);
	take_drops(w, i, b);
	i->look_at_ms = now_ms + w->rules.look_after_ms[0];
	incident_log(w, i, "suspected", now_ms, "{\"down\": %zu}", b->n);
	incident_repeats(w, i, now_ms);
}

static void
reopen(struct watch *w, struct incident *i, const struct burst *b, int64_t now_ms)
{
	incident_reopen(w, i, now_ms);
	index_one(w, i);
	i->last_to_ms = b->to_ms;
	i->first_ms = b->first_ms;
	i->last_ms = b->last_ms;
	take_drops(w, i, b);
}

/* The rows of the burst, and of the members of its port that are down. */
static uint32_t *
with_members(
    struct watch *w, const struct incident *i, const struct burst *b, size_t *ret_n)
{
	uint32_t *rows = calloc(b->n + i->members.n + 1, sizeof(*rows));
	size_t n = b->n;

	if (!rows) {
		w->is_short = true;
		return NULL;
	}
	memcpy(rows, b->onus, b->n * sizeof(*rows));
	for (size_t m = 0; m < i->members.n; m++) {
		const struct member *at = VEC_AT(&i->members, struct member, m);
		uint32_t row = onu_find(w, (struct onu_id){ (int64_t)at->onu });

		if (row != NONE && !at->up_ms && !(at->bits & MEMBER_IS_GONE) &&
		    leaf_at(w, w->onus[row].leaf)->port == b->port)
			rows[n++] = row;
	}
	*ret_n = n;
	return rows;
}

static void
grow(struct watch *w, struct incident *i, struct burst *b, int64_t now_ms)
{
	struct burst all = *b;
	uint32_t *rows OWNED(free) = with_members(w, i, b, &all.n);
	bool is_rogue = i->out.cause == WATCH_CAUSE_ROGUE; /* it has no smaller place */

	if (!rows)
		return;
	all.onus = rows;
	locate(w, &all);
	if (!is_rogue && i->parts.n == 1 && has_port(i, b->port) &&
	    now_ms - i->out.detected_ms <= w->rules.lift_ms &&
	    i->out.cause != WATCH_CAUSE_OLT_RESTART) {
		if (all.root != i->out.root) {
			incident_log(w, i, "place", now_ms, "{\"root\": \"%s\"}",
			    watch_root_name(all.root));
			incident_touch(i, now_ms);
		}
		take_place(w, i, &all);
	} else if (!is_rogue &&
	    (i->out.root == WATCH_ROOT_PART || i->out.root == WATCH_ROOT_NODE)) {
		if (all.root != i->out.root)
			return; /* too late to be the same: evaluated separately later */
	} else {
		all.root = WATCH_ROOT_PORT; /* all of them belong to it */
	}
	i->first_ms = b->first_ms < i->first_ms ? b->first_ms : i->first_ms;
	i->last_ms = b->last_ms > i->last_ms ? b->last_ms : i->last_ms;
	i->last_to_ms = b->to_ms > i->last_to_ms ? b->to_ms : i->last_to_ms;
	take_drops(w, i, &all);
}

static bool
judge_burst(struct watch *w, struct burst *b, int64_t now_ms)
{
	struct incident *i = joined(w, b);

	if (i) {
		grow(w, i, b, now_ms);
		return true;
	}
	if (is_too_few(w, b))
		return false;
	locate(w, b);
	if (!is_candidate(w, b, now_ms))
		return false;
	i = again(w, b);
	if (i)
		reopen(w, i, b, now_ms);
	else
		suspect(w, b, now_ms);
	return true;
}

/* ---- bursts --------------------------------------------------------------------------- */

/* Drops without device times: the complete basket, then those of the last reading. */
static void
judge_untimed(struct watch *w, uint32_t port, const struct timed *at, size_t n,
    uint32_t *rows, int64_t now_ms)
{
	struct burst all = { .port = port, .onus = rows }, last = { .port = port };

	for (size_t i = 0; i < n; i++)
		burst_take(&all, w, &at[i]);
	if (!n || judge_burst(w, &all, now_ms))
		return;
	last.onus = rows;
	for (size_t i = 0; i < n; i++)
		if (at[i].drop->to_ms > all.to_ms - 30 * SECOND_MS)
			burst_take(&last, w, &at[i]);
	if (last.n < n)
		(void)judge_burst(w, &last, now_ms);
}

/* Drops with device times, sorted: a gap starts another burst. */
static void
judge_timed(struct watch *w, uint32_t port, const struct timed *at, size_t n,
    uint32_t *rows, int64_t now_ms)
{
	for (size_t from = 0; from < n;) {
		struct burst b = { .port = port, .is_timed = true, .onus = rows };
		size_t to;

		for (to = from; to < n; to++) {
			bool is_power =
			    b.has_power || onu_cause(&w->onus[at[to].onu]) == STATE_POWER;
			int64_t gap = is_power ? w->rules.gap_power_ms : w->rules.gap_ms;

			if (to > from && at[to].at_ms - at[to - 1].at_ms > gap)
				break;
			burst_take(&b, w, &at[to]);
		}
		(void)judge_burst(w, &b, now_ms);
		from = to;
	}
}

/* Times of a device with an unknown clock are compared with each other, if most of them
 * are close together: old times are not. */
static bool
are_near(const struct timed *at, size_t n)
{
	size_t most = 0;

	for (size_t i = 0, from = 0; i < n; i++) {
		while (at[i].at_ms - at[from].at_ms > 10 * MINUTE_MS)
			from++;
		if (i - from + 1 > most)
			most = i - from + 1;
	}
	return most * 10 >= n * 8;
}

/* Fills timed and untimed ones, timed ones first. Returns the number of timed ones. */
static size_t
sort_drops(const struct watch *w, const struct port *p, struct timed *at, size_t *ret_n)
{
	size_t n = 0, timed = 0, strange = 0;

	for (uint32_t d = p->first_drop; d != NONE && n < p->n_drops;
	     d = w->drops[d].next) {
		at[n] =
		    (struct timed){ w->drops[d].onu, w->drops[d].at_ms, &w->drops[d] };
		timed += w->drops[d].is_exact;
		strange += !w->drops[d].is_exact && w->drops[d].device_ms;
		n++;
	}
	*ret_n = n;
	if (timed == 0 && strange == n && !olt_at(w, p->olt)->clock_n) {
		for (size_t i = 0; i < n; i++)
			at[i].at_ms = at[i].drop->device_ms;
		sort_timed(at, n);
		if (are_near(at, n))
			return n;
		for (size_t i = 0; i < n; i++)
			at[i].at_ms = at[i].drop->at_ms;
		return 0;
	}
	for (size_t i = 0, to = 0; i < n; i++) {
		if (at[i].drop->is_exact) {
			struct timed t = at[i];

			at[i] = at[to];
			at[to++] = t;
		}
	}
	sort_timed(at, timed);
	return timed;
}

/* A few without a time among many with a time belong to the others. */
static size_t
adopt(struct timed *at, size_t timed, size_t n)
{
	int64_t middle = timed ? at[timed / 2].at_ms : 0;

	if (!timed || timed == n || (n - timed) * 2 > timed)
		return timed;
	for (size_t i = timed; i < n; i++)
		at[i].at_ms = middle;
	sort_timed(at, n);
	return n;
}

static void
judge_drops(struct watch *w, uint32_t port, int64_t now_ms)
{
	const struct port *p = port_at(w, port);
	struct timed *at OWNED(free) = calloc(p->n_drops, sizeof(*at));
	struct drop *drops OWNED(free) = calloc(p->n_drops, sizeof(*drops));
	uint32_t *rows OWNED(free) = calloc(p->n_drops, sizeof(*rows));
	size_t n, timed;

	if (!at || !rows || !drops) {
		w->is_short = true;
		return;
	}
	timed = sort_drops(w, p, at, &n);
	timed = adopt(at, timed, n);
	for (size_t i = 0; i < n; i++) { /* baskets change during the evaluation */
		drops[i] = *at[i].drop;
		w->drops[at[i].drop - w->drops].is_judged = true;
		at[i].drop = &drops[i];
	}
	judge_timed(w, port, at, timed, rows, now_ms);
	judge_untimed(w, port, at + timed, n - timed, rows, now_ms);
}

void
judge_port(struct watch *w, uint32_t port, int64_t now_ms)
{
	basket_expire(w, port, now_ms);
	if (port_at(w, port)->n_drops && !window_holds_port(w, port, now_ms))
		judge_drops(w, port, now_ms);
}
