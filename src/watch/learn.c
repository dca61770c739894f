/* SPDX-License-Identifier: Apache-2.0
 *
 * What a watch learns: how often ONUs go down without a common cause, the offset of the
 * clock of an OLT, which models report a loss of power, and which ONUs go down together.
 */
#include "watch/watch_int.h"

#include <stdlib.h>
#include <string.h>

/* ---- churn ------------------------------------------------------------------------ */

enum { SLOT_MS = 5 * MINUTE_MS, RECENT_HOURS = 100 };

static void
recent_pass(struct watch *w, int64_t at_ms)
{
	int64_t slot = at_ms / SLOT_MS;

	if (slot - w->recent_at >= RECENT_SLOTS) {
		memset(w->recent_downs, 0, sizeof(w->recent_downs));
		memset(w->recent_hours, 0, sizeof(w->recent_hours));
		w->recent_at = slot;
	}
	while (w->recent_at < slot) {
		w->recent_downs[++w->recent_at % RECENT_SLOTS] = 0;
		w->recent_hours[w->recent_at % RECENT_SLOTS] = 0;
	}
}

void
churn_watched(struct watch *w, const struct olt *o, int64_t from_ms, int64_t to_ms)
{
	recent_pass(w, to_ms);
	if (to_ms > from_ms)
		w->recent_hours[w->recent_at % RECENT_SLOTS] +=
		    (double)o->n_up * (double)(to_ms - from_ms) / HOUR_MS;
}

void
churn_count(struct watch *w, struct olt *o, int n, int64_t at_ms)
{
	uint32_t *slot;

	recent_pass(w, at_ms);
	slot = &w->recent_downs[w->recent_at % RECENT_SLOTS];
	*slot = n < 0 && *slot < (uint32_t)-n ? 0 : (uint32_t)((int64_t)*slot + n);
	o->hour_downs = n < 0 && o->hour_downs < (uint32_t)-n
	    ? 0
	    : (uint32_t)((int64_t)o->hour_downs + n);
}

/* Downs per ONU and hour, from the last hour of all OLTs; 0: not enough data. */
static double
recent_churn(const struct watch *w)
{
	double downs = 0, hours = 0;

	for (int i = 0; i < RECENT_SLOTS; i++) {
		downs += w->recent_downs[i];
		hours += w->recent_hours[i];
	}
	return downs >= 20 && hours >= RECENT_HOURS ? downs / hours : 0;
}

double
churn_of(const struct watch *w, const struct olt *o, int64_t now_ms)
{
	double learnt = o->churn[(now_ms / HOUR_MS) % WEEK_HOURS];
	double mu = learnt > 0 ? learnt : w->rules.churn_first;
	double recent = recent_churn(w);
	double part_ms = (double)(now_ms % HOUR_MS);
	double expected = mu * o->n_up * part_ms / HOUR_MS;

	if (recent > mu)
		mu = recent;
	/* The present hour of this OLT, if it is clearly more than usual. */
	if (o->hour_downs > 10 && o->hour_downs > 2 * expected && part_ms > SLOT_MS)
		mu = o->hour_downs / (o->n_up * part_ms / HOUR_MS + 1);
	if (mu < w->rules.churn_least)
		mu = w->rules.churn_least;
	return mu > w->rules.churn_most ? w->rules.churn_most : mu;
}

/* Four weeks count: each new hour of the week has a weight of a quarter. */
static void
hour_ends(struct watch *w, struct olt *o, int64_t hour)
{
	float *slot = &o->churn[hour % WEEK_HOURS];
	float rate;

	if (o->n_up >= 32 && olt_is_seen(w, o)) {
		rate = (float)o->hour_downs / (float)o->n_up;
		*slot = *slot > 0 ? *slot * 0.75F + rate * 0.25F : rate;
		if (*slot < (float)w->rules.churn_least)
			*slot = (float)w->rules.churn_least;
	}
	o->hour_downs = 0;
}

void
churn_pass(struct watch *w, int64_t now_ms)
{
	int64_t hour = now_ms / HOUR_MS;

	recent_pass(w, now_ms);
	if (w->hour == hour)
		return;
	for (size_t i = 0; i < w->olts.n; i++) {
		struct olt *o = olt_at(w, (uint32_t)i);

		if (w->hour && hour == w->hour + 1 && !w->frozen_ms)
			hour_ends(w, o, w->hour);
		o->hour_downs = 0;
	}
	w->hour = hour;
}

/* ---- clocks ------------------------------------------------------------------------ */

enum { CLOCK_GIVES_UP = 10 };

void
clock_learn(struct olt *o, int64_t device_ms, int64_t from_ms, int64_t to_ms)
{
	int64_t low = device_ms - to_ms, high = device_ms - from_ms;

	if (low > DAY_MS || high < -DAY_MS)
		return;
	if (o->clock_n && (low > o->clock_high_ms || high < o->clock_low_ms)) {
		/* An old time, or its clock was set: the latter if it continues. */
		if (++o->clock_bad < CLOCK_GIVES_UP)
			return;
		o->clock_n = 0;
	}
	if (!o->clock_n || low > o->clock_low_ms)
		o->clock_low_ms = low;
	if (!o->clock_n || high < o->clock_high_ms)
		o->clock_high_ms = high;
	o->clock_n++;
	o->clock_bad = 0;
}

/* If the clock may be correct, it is considered correct: most OLTs have NTP. */
bool
clock_ours(const struct olt *o, int64_t device_ms, int64_t *ret_ms)
{
	int64_t offset = 0;

	if (!o->clock_n)
		return false;
	if (o->clock_low_ms > SECOND_MS || o->clock_high_ms < -SECOND_MS)
		offset = (o->clock_low_ms + o->clock_high_ms) / 2;
	*ret_ms = device_ms - offset;
	return true;
}

/* ---- models ------------------------------------------------------------------------ */

void
model_learn(struct watch *w, const struct onu_row *o, bool gasped)
{
	struct model *m;

	if (!o->model)
		return; /* of an unknown model */
	m = VEC_AT(&w->models, struct model, o->model);
	m->downs++;
	m->gasps += gasped;
	if (m->downs > 100000) { /* older data counts less */
		m->downs /= 2;
		m->gasps /= 2;
	}
}

void
onu_fact(struct watch *w, const struct onu_row *o)
{
	uint32_t *row = vec_more(w, &w->facts);

	if (row)
		*row = (uint32_t)(o - w->onus);
}

/* What is known of it when it is taken: several of one ONU say the same. */
bool
watch_take_fact(struct watch *w, struct watch_fact *ret_fact)
{
	while (w->facts.n) {
		uint32_t row = *VEC_AT(&w->facts, uint32_t, w->facts.n - 1);
		const struct onu_row *o = &w->onus[row];

		w->facts.n--;
		if (!(o->bits & ONU_IS_LIVE))
			continue;
		*ret_fact = (struct watch_fact){ { (int64_t)o->id }, onu_olt(w, o)->id,
			(o->bits & ONU_HAS_GASPED) != 0, o->distance_m };
		return true;
	}
	return false;
}

/* ---- groups ------------------------------------------------------------------------ */

enum { GROUP_GROWS = 25, GROUP_FALLS = 15, GROUP_LEAST = 3 };

static int
by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Jaccard of two sorted lists. */
static double
likeness(const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
	size_t both = 0;

	for (size_t i = 0, j = 0; i < n && j < m;) {
		if (a[i] == b[j])
			both++;
		if (a[i] <= b[j])
			i++;
		else
			j++;
		if (i > 0 && j < m && i <= n && a[i - 1] == b[j])
			j++;
	}
	return n + m == both ? 1 : (double)both / (double)(n + m - both);
}

uint32_t
group_like(const struct watch *w, uint32_t port, const uint32_t *onus, size_t n)
{
	double best = 0.7;
	uint32_t found = NONE;

	for (size_t i = 0; i < w->groups.n; i++) {
		const struct group *g = VEC_AT(&w->groups, struct group, i);
		double like;

		if (g->port != port || g->is_gone)
			continue;
		like = likeness(onus, n, g->onus, g->n);
		if (like >= best) {
			best = like;
			found = (uint32_t)i;
		}
	}
	return found;
}

static void
group_new(struct watch *w, uint32_t port, const uint32_t *onus, size_t n)
{
	struct group *g = vec_more(w, &w->groups);

	if (!g)
		return;
	g->onus = malloc(n * sizeof(*onus));
	if (!g->onus) {
		w->groups.n--;
		w->is_short = true;
		return;
	}
	memcpy(g->onus, onus, n * sizeof(*onus));
	g->n = (uint32_t)n;
	g->port = port;
	g->sure = GROUP_GROWS;
	g->is_dirty = true;
}

static void
groups_compare(struct watch *w, uint32_t port, const uint32_t *onus, size_t n)
{
	bool is_known = false;

	for (size_t i = 0; i < w->groups.n; i++) {
		struct group *g = VEC_AT(&w->groups, struct group, i);
		double like;

		if (g->port != port || g->is_gone)
			continue;
		like = likeness(onus, n, g->onus, g->n);
		if (like >= 0.7) {
			g->sure =
			    g->sure + GROUP_GROWS > 100 ? 100 : g->sure + GROUP_GROWS;
			g->is_dirty = is_known = true;
		} else if (like >= 0.3) {
			g->sure -= GROUP_FALLS;
			g->is_dirty = true;
			g->is_gone = g->sure <= 0;
		}
	}
	if (!is_known)
		group_new(w, port, onus, n);
}

void
group_learn(struct watch *w, const struct incident *i)
{
	uint32_t *onus OWNED(free) = NULL;
	size_t n = 0;
	const struct part *part;

	if (i->parts.n != 1 || i->out.root != WATCH_ROOT_PART ||
	    i->out.cause_class == WATCH_CLASS_POWER || i->members.n < GROUP_LEAST)
		return;
	part = VEC_AT(&i->parts, struct part, 0);
	onus = calloc(i->members.n, sizeof(*onus));
	if (!onus || part->port == NONE) {
		w->is_short = w->is_short || !onus;
		return;
	}
	for (size_t m = 0; m < i->members.n; m++)
		if (!(VEC_AT(&i->members, struct member, m)->bits & MEMBER_IS_GONE))
			onus[n++] = VEC_AT(&i->members, struct member, m)->onu;
	qsort(onus, n, sizeof(*onus), by_number);
	if (n >= GROUP_LEAST)
		groups_compare(w, part->port, onus, n);
}

static int32_t
group_distance(const struct watch *w, const struct group *g)
{
	int64_t sum = 0, n = 0;

	for (uint32_t i = 0; i < g->n; i++) {
		uint32_t row = onu_find(w, (struct onu_id){ (int64_t)g->onus[i] });

		if (row != NONE && w->onus[row].distance_m) {
			sum += w->onus[row].distance_m;
			n++;
		}
	}
	return n ? (int32_t)(sum / n) : 0;
}

static struct group *
group_of_node(struct watch *w, int64_t node)
{
	for (size_t i = 0; i < w->groups.n; i++) {
		struct group *g = VEC_AT(&w->groups, struct group, i);

		if (g->node == node && !g->is_gone)
			return g;
	}
	return NULL;
}

enum rc
watch_put_group(struct watch *w, const struct watch_group *group)
{
	uint32_t port = port_find(w, group->olt, group->place), *onus OWNED(free) = NULL;
	struct group *g = group_of_node(w, group->node);

	if (port == NONE || group->n < GROUP_LEAST)
		return RC_OK;
	if (!g) {
		onus = calloc(group->n, sizeof(*onus));
		if (!onus)
			return RC_NOMEM;
		for (size_t i = 0; i < group->n; i++)
			onus[i] = (uint32_t)group->onus[i].v;
		group_new(w, port, onus, group->n);
		if (w->is_short)
			return RC_NOMEM;
		g = VEC_AT(&w->groups, struct group, w->groups.n - 1);
	}
	g->node = group->node;
	g->sure = group->sure;
	g->is_dirty = false;
	return RC_OK;
}

bool
watch_take_group(struct watch *w, struct watch_group *ret_group)
{
	for (size_t i = 0; i < w->groups.n; i++) {
		struct group *g = VEC_AT(&w->groups, struct group, i);
		const struct port *p = port_at(w, g->port);

		if (!g->is_dirty)
			continue;
		g->is_dirty = false;
		vec_clear(&w->chosen);
		for (uint32_t m = 0; m < g->n; m++) {
			struct onu_id *id = vec_more(w, &w->chosen);

			if (id)
				id->v = (int64_t)g->onus[m];
		}
		*ret_group = (struct watch_group){ .key = (uint32_t)i,
			.node = g->node,
			.olt = olt_at(w, p->olt)->id,
			.sure = g->sure,
			.distance_m = group_distance(w, g),
			.onus = w->chosen.data,
			.n = w->chosen.n,
			.is_gone = g->is_gone };
		(void)place_text(&p->place, ret_group->place);
		return true;
	}
	return false;
}

void
watch_group_stored(struct watch *w, uint32_t key, int64_t node)
{
	if (key < w->groups.n)
		VEC_AT(&w->groups, struct group, key)->node = node;
}
