/* SPDX-License-Identifier: Apache-2.0
 *
 * ONUs that go up and down. Times are stored only for ONUs that went down twice within a
 * few hours. An ONU that goes down with its port does not flap: its port does.
 */
#include "watch/watch_int.h"

enum { UNIT_S = 120, AGAIN_S = 9000, DAY_S = 86400, PASS_MS = MINUTE_MS };

static struct flapper *
flapper_at(const struct watch *w, uint32_t row)
{
	return VEC_AT(&w->flappers, struct flapper, row);
}

static bool
flapper_equal(const struct watch *w, uint32_t row, const void *key)
{
	return flapper_at(w, row)->onu == *(const uint32_t *)key;
}

static uint32_t
flapper_hash(const struct watch *w, uint32_t row)
{
	return index_hash(flapper_at(w, row)->onu);
}

static uint32_t
find(const struct watch *w, uint32_t onu)
{
	return index_find(&w->flapper_index, w, index_hash(onu), flapper_equal, &onu);
}

static void
push(struct flapper *f, uint32_t at_s)
{
	f->down_s[f->at] = at_s;
	f->at = (f->at + 1) % FLAPS;
	if (f->n < FLAPS)
		f->n++;
}

static int
count_since(const struct flapper *f, uint32_t since_s)
{
	int n = 0;

	for (uint32_t i = 0; i < f->n; i++)
		n += f->down_s[i] >= since_s;
	return n;
}

int
flap_times(const struct watch *w, uint32_t onu_id, int64_t since_ms)
{
	uint32_t row = find(w, onu_id);

	return row == NONE
	    ? 0
	    : count_since(flapper_at(w, row), (uint32_t)(since_ms / SECOND_MS));
}

int64_t
flap_first(const struct watch *w, uint32_t onu_id, int64_t since_ms)
{
	uint32_t row = find(w, onu_id), since_s = (uint32_t)(since_ms / SECOND_MS);
	const struct flapper *f = row == NONE ? NULL : flapper_at(w, row);
	uint32_t first = UINT32_MAX;

	for (uint32_t i = 0; f && i < f->n; i++)
		if (f->down_s[i] >= since_s && f->down_s[i] < first)
			first = f->down_s[i];
	return first == UINT32_MAX ? 0 : (int64_t)first * SECOND_MS;
}

enum state
flap_cause(const struct watch *w, uint32_t onu_id)
{
	uint32_t row = find(w, onu_id);

	return row == NONE ? STATE_NONE : (enum state)flapper_at(w, row)->cause;
}

void
flap_set_cause(struct watch *w, uint32_t onu_id, enum state cause)
{
	uint32_t row = find(w, onu_id);

	if (row != NONE && cause_is_known(cause))
		flapper_at(w, row)->cause = (uint8_t)cause;
}

static struct flapper *
flapper_new(struct watch *w, uint32_t onu)
{
	struct flapper *f = vec_more(w, &w->flappers);

	if (!f)
		return NULL;
	f->onu = onu;
	if (!index_add(&w->flapper_index, w, (uint32_t)w->flappers.n - 1, flapper_hash)) {
		w->flappers.n--;
		w->is_short = true;
		return NULL;
	}
	return f;
}

static void
begins(struct watch *w, struct onu_row *o, const struct flapper *f, int64_t now_ms)
{
	char place[WATCH_PLACE_MAX];
	struct incident *i = incident_again(w,
	    &(struct incident_key){ WATCH_FLAPPING, WATCH_ROOT_ONU, onu_olt(w, o)->id,
		place_text(&onu_port(w, o)->place, place), o->id },
	    now_ms, now_ms);

	o->bits |= ONU_IS_FLAPPING;
	if (!i)
		return;
	i->is_confirmed = true;
	i->out.params.k = f->n;
	onu_position_text(w, o, i->out.params.onu);
}

void
flap_count(struct watch *w, uint32_t onu, int64_t at_ms, int64_t now_ms)
{
	struct onu_row *o = &w->onus[onu];
	uint32_t at_s = (uint32_t)(at_ms / SECOND_MS), row = find(w, o->id);
	uint16_t unit = (uint16_t)(at_s / UNIT_S);
	uint16_t since = (uint16_t)(unit - o->last_down);
	struct flapper *f = row == NONE ? NULL : flapper_at(w, row);
	struct membership *m;

	if (!f && o->last_down && since <= AGAIN_S / UNIT_S) {
		f = flapper_new(w, o->id);
		if (f)
			push(f, at_s - (uint32_t)since * UNIT_S);
	}
	o->last_down = unit ? unit : 1;
	if (!f)
		return;
	push(f, at_s);
	f->cause = (uint8_t)onu_cause(o);
	m = membership_find(w, o->id);
	if ((o->bits & ONU_IS_FLAPPING) || (m && m->incident->out.kind == WATCH_OUTAGE))
		return;
	if (count_since(f, at_s - 3600) >= w->rules.flap_hour ||
	    count_since(f, at_s - DAY_S) >= w->rules.flap_day)
		begins(w, o, f, now_ms);
}

/* It was known before a restart, but not when it went down: it ends an hour later, if
 * nothing happens. */
void
flap_put(struct watch *w, uint32_t onu, int64_t at_ms)
{
	struct flapper *f =
	    find(w, w->onus[onu].id) == NONE ? flapper_new(w, w->onus[onu].id) : NULL;

	if (!f)
		return;
	w->onus[onu].bits |= ONU_IS_FLAPPING;
	for (int n = 0; n < 2; n++)
		push(f, (uint32_t)(at_ms / SECOND_MS));
}

static void
ends(struct watch *w, const struct flapper *f, int64_t now_ms)
{
	uint32_t row = onu_find(w, (struct onu_id){ (int64_t)f->onu });
	struct incident *i;

	if (row == NONE || !(w->onus[row].bits & ONU_IS_FLAPPING))
		return;
	w->onus[row].bits &= (uint8_t)~ONU_IS_FLAPPING;
	i = incident_of_key(
	    w, WATCH_FLAPPING, onu_olt(w, &w->onus[row])->id, f->onu, NULL);
	if (i)
		incident_clear(w, i, now_ms);
}

static void
count_ports(struct watch *w)
{
	for (uint32_t n = 0; n < w->ports.n; n++)
		port_at(w, n)->n_flappers = 0;
	for (uint32_t n = 0; n < w->flappers.n; n++) {
		uint32_t row =
		    onu_find(w, (struct onu_id){ (int64_t)flapper_at(w, n)->onu });

		if (row != NONE)
			onu_port(w, &w->onus[row])->n_flappers++;
	}
}

void
flap_pass(struct watch *w, int64_t now_ms)
{
	uint32_t now_s = (uint32_t)(now_ms / SECOND_MS);

	if (now_ms < w->flap_due_ms)
		return;
	w->flap_due_ms = now_ms + PASS_MS;
	for (size_t n = 0; n < w->flappers.n;) {
		struct flapper *f = flapper_at(w, (uint32_t)n);
		uint32_t last = (uint32_t)w->flappers.n - 1;

		if (count_since(f, now_s - 3600) <= 1)
			ends(w, f, now_ms);
		if (count_since(f, now_s - DAY_S) > 0) {
			n++;
			continue;
		}
		index_remove(&w->flapper_index, w, (uint32_t)n, flapper_hash);
		if (n != last) {
			index_remove(&w->flapper_index, w, last, flapper_hash);
			*f = *flapper_at(w, last);
			(void)index_add(&w->flapper_index, w, (uint32_t)n, flapper_hash);
		}
		w->flappers.n--;
	}
	if (w->flappers.n) {
		count_ports(w);
		rogue_pass(w, now_ms);
	}
}
