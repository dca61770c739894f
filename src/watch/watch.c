/* SPDX-License-Identifier: Apache-2.0
 *
 * Creation and main functions of a watch.
 */
#include "watch/watch.h"
#include "watch/watch_int.h"

#include <stdlib.h>
#include <string.h>

enum { PACKED_MAX = 8 << 20 };

struct watch_rules
watch_rules(void)
{
	return (struct watch_rules){
		.basket_least_ms = 120 * SECOND_MS,
		.basket_intervals = 1.6,
		.gap_ms = 20 * SECOND_MS,
		.gap_power_ms = 180 * SECOND_MS,
		.churn_first = 0.005,
		.churn_least = 0.002,
		.churn_most = 0.05,
		.chance = 1e-7,
		.least_down = 4,
		.all_share = 0.95,
		.node_share = 0.8,
		.port_share = 0.9,
		.card_share = 0.6,
		.olt_share = 0.6,
		.lift_ms = 10 * MINUTE_MS,
		.zone_km = 5,
		.look_after_ms = { 5 * SECOND_MS, 20 * SECOND_MS, 60 * SECOND_MS },
		.looks_most = 6,
		.looks_most_minute = 3,
		.look_wait_ms = 60 * SECOND_MS,
		.sure_without_look = 20,
		.finding_ms = 90 * SECOND_MS,
		.resolve_ms = 120 * SECOND_MS,
		.close_ms = 30 * MINUTE_MS,
		.severity_falls_ms = 5 * MINUTE_MS,
		.ack_ms = 4 * HOUR_MS,
		.critical_at = 200,
		.major_at = 20,
		.minor_at = 4,
		.site_silent_ms = 180 * SECOND_MS,
		.all_silent_ms = 120 * SECOND_MS,
		.site_silent_share = 0.6,
		.all_silent_share = 0.3,
		.clock_step_ms = 60 * SECOND_MS,
		.flap_hour = 5,
		.flap_day = 10,
		.flap_reopened = 3,
		.step_onu_db = 3,
		.step_node_db = 2,
		.step_share = 0.7,
		.step_always_db = 5,
		.step_over_db = 1,
		.drift_onu = 0.10,
		.drift_node = 0.05,
		.drift_days = 14,
		.onu_rx_low = -27,
		.olt_rx_low = -30,
		.optics_over_ms = DAY_MS,
		.saturated_ms = 5 * MINUTE_MS,
	};
}

static void
init_vecs(struct watch *w)
{
	w->leaves = (struct vec)VEC_INIT(struct leaf);
	w->ports = (struct vec)VEC_INIT(struct port);
	w->cards = (struct vec)VEC_INIT(struct card);
	w->olts = (struct vec)VEC_INIT(struct olt);
	w->nodes = (struct vec)VEC_INIT(struct plant_node);
	w->models = (struct vec)VEC_INIT(struct model);
	w->incidents = (struct vec)VEC_INIT(struct incident *);
	w->past = (struct vec)VEC_INIT(struct past);
	w->transits = (struct vec)VEC_INIT(struct transit);
	w->flappers = (struct vec)VEC_INIT(struct flapper);
	w->groups = (struct vec)VEC_INIT(struct group);
	w->lows = (struct vec)VEC_INIT(struct low_level);
	w->limits = (struct vec)VEC_INIT(struct limit);
	w->overs = (struct vec)VEC_INIT(struct over);
	w->windows = (struct vec)VEC_INIT(struct window);
	w->facts = (struct vec)VEC_INIT(uint32_t); /* rows of ONUs */
	w->chosen = (struct vec)VEC_INIT(struct onu_id);
	w->out_ports = (struct vec)VEC_INIT(struct watch_incident_port);
	w->out_evidence = (struct vec)VEC_INIT(struct watch_evidence);
	w->out_logs = (struct vec)VEC_INIT(struct watch_log);
	w->packing = (struct buf)BUF_INIT(PACKED_MAX);
}

enum rc
watch_new(
    const struct watch_rules *rules, int64_t next_incident_id, struct watch **ret_watch)
{
	struct watch *w OWNED(watch_free) = calloc(1, sizeof(*w));
	struct model *m;

	if (!w)
		return RC_NOMEM;
	init_vecs(w);
	w->rules = *rules;
	w->next_id = next_incident_id > 0 ? next_incident_id : 1;
	w->free_onu = w->free_drop = w->dirty = NONE;
	w->next_ms = w->silence_due_ms = INT64_MAX;
	w->by_id = map_new();
	m = vec_add(&w->models); /* model 0: unknown */
	if (!w->by_id || !m)
		return RC_NOMEM;
	m->name = strdup("");
	if (!m->name)
		return RC_NOMEM;
	*ret_watch = GIVE(w);
	return RC_OK;
}

static void
free_texts(struct watch *w)
{
	for (size_t i = 0; i < w->olts.n; i++) {
		struct olt *o = olt_at(w, (uint32_t)i);

		free(o->name);
		free(o->site);
		free(o->zone);
	}
	for (size_t i = 0; i < w->nodes.n; i++)
		free(node_at(w, (uint32_t)i)->name);
	for (size_t i = 0; i < w->models.n; i++)
		free(VEC_AT(&w->models, struct model, i)->name);
	for (size_t i = 0; i < w->groups.n; i++)
		free(VEC_AT(&w->groups, struct group, i)->onus);
	limits_clear(w);
}

void
watch_free(struct watch *w)
{
	if (!w)
		return;
	free_texts(w);
	for (size_t i = 0; i < w->incidents.n; i++)
		incident_free(*VEC_AT(&w->incidents, struct incident *, i));
	struct vec *all[] = { &w->leaves, &w->ports, &w->cards, &w->olts, &w->nodes,
		&w->models, &w->incidents, &w->past, &w->transits, &w->flappers,
		&w->groups, &w->lows, &w->limits, &w->overs, &w->windows, &w->facts,
		&w->chosen, &w->out_ports, &w->out_evidence, &w->out_logs };
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		vec_fini(all[i]);
	struct index *indexes[] = { &w->onu_index, &w->port_index, &w->card_index,
		&w->olt_index, &w->node_index, &w->model_index, &w->flapper_index,
		&w->low_index };
	for (size_t i = 0; i < sizeof(indexes) / sizeof(indexes[0]); i++)
		free(indexes[i]->slots);
	buf_fini(&w->packing);
	map_free(w->by_id);
	free(w->members.slots);
	free(w->onus);
	free(w->drops);
	free(w);
}

void
watch_rule(struct watch *w, const struct watch_rules *rules)
{
	w->rules = *rules;
}

bool
watch_is_short(const struct watch *w)
{
	return w->is_short;
}

void
watch_begin(struct watch *w, int64_t blind_since_ms, int64_t now_ms)
{
	w->has_begun = true;
	w->now_ms = now_ms;
	for (size_t i = 0; blind_since_ms && i < w->olts.n; i++) {
		struct olt *o = olt_at(w, (uint32_t)i);

		o->needs_reading = true;
		if (!o->blind_from_ms)
			o->blind_from_ms = blind_since_ms;
	}
	w->silence_changed = true;
}

/* ---- judging ------------------------------------------------------------------------------- */

/* Ports with drops, of OLTs whose reading has ended. Other ports stay in the list. */
static void
judge_ports(struct watch *w, int64_t now_ms)
{
	uint32_t next, list = w->dirty;

	w->dirty = NONE;
	if (list != NONE)
		judge_index(w);
	for (uint32_t p = list; p != NONE; p = next) {
		struct port *port = port_at(w, p);
		const struct olt *o = olt_at(w, port->olt);
		bool is_old = false;

		next = port->next_dirty;
		port->is_dirty = false;
		for (uint32_t d = port->first_drop; d != NONE; d = w->drops[d].next)
			is_old |= now_ms - w->drops[d].to_ms > o->states_ms + MINUTE_MS;
		if (olt_is_seen(w, o) && (o->reading_ms || is_old))
			judge_port(w, p, now_ms);
		if (port_at(w, p)->n_drops)
			port_mark(w, p);
	}
}

static void
judge_incidents(struct watch *w, int64_t now_ms)
{
	for (size_t n = 0; n < w->incidents.n; n++) {
		struct incident *i = *VEC_AT(&w->incidents, struct incident *, n);

		if (i->needs_judging || i->due_ms <= now_ms)
			incident_live(w, i, now_ms);
	}
}

/* A reading has ended: incidents of its OLT are evaluated, and blindness of the OLT
 * ends. */
static void
take_readings(struct watch *w)
{
	for (size_t n = 0; n < w->incidents.n; n++) {
		struct incident *i = *VEC_AT(&w->incidents, struct incident *, n);
		uint32_t o = i->parts.n ? (uint32_t)NONE : olt_find(w, i->out.olt);

		if (i->out.state > WATCH_RESOLVED)
			continue;
		i->needs_judging |= o != NONE && olt_at(w, o)->reading_ms != 0;
		for (size_t p = 0; !i->needs_judging && p < i->parts.n; p++) {
			uint32_t port = VEC_AT(&i->parts, struct part, p)->port;

			i->needs_judging |= port != NONE &&
			    olt_at(w, port_at(w, port)->olt)->reading_ms != 0;
		}
	}
}

static void
end_readings(struct watch *w)
{
	for (size_t n = 0; n < w->olts.n; n++) {
		struct olt *o = olt_at(w, (uint32_t)n);

		if (!o->reading_ms)
			continue;
		o->reading_ms = 0;
		o->blind_from_ms = 0;
	}
}

/* A storm has ended: its memory is freed. */
static void
shrink(struct watch *w)
{
	if (!w->live_drops && w->room_drops > 4096) {
		free(w->drops);
		w->drops = NULL;
		w->n_drops = w->room_drops = 0;
		w->free_drop = NONE;
	}
	if (!w->facts.n && w->facts.room > 4096)
		vec_fini(&w->facts);
}

static void
plan_next(struct watch *w, int64_t now_ms)
{
	w->next_ms = w->silence_due_ms;
	for (size_t n = 0; n < w->incidents.n; n++) {
		const struct incident *i = *VEC_AT(&w->incidents, struct incident *, n);

		if (i->due_ms < w->next_ms)
			w->next_ms = i->due_ms;
		if (i->look_at_ms && !i->look_asked_ms && i->look_at_ms < w->next_ms &&
		    incident_is_live(i) && !w->frozen_ms && !i->out.blind_since_ms)
			w->next_ms = i->look_at_ms;
	}
	if (w->dirty != NONE && now_ms + MINUTE_MS < w->next_ms)
		w->next_ms = now_ms + MINUTE_MS;
	if ((w->flappers.n || w->lows.n || w->overs.n) && now_ms + MINUTE_MS < w->next_ms)
		w->next_ms = now_ms + MINUTE_MS;
	if (windows_next_ms(w, now_ms) < w->next_ms)
		w->next_ms = windows_next_ms(w, now_ms);
}

void
watch_run(struct watch *w, int64_t now_ms)
{
	if (!w->has_begun)
		return;
	if (now_ms < w->now_ms - w->rules.clock_step_ms) {
		blind_thaw(w, now_ms); /* the clock was set back: timers start again */
		w->flap_due_ms = 0;
	}
	w->now_ms = now_ms;
	blind_judge(w, now_ms);
	churn_pass(w, now_ms);
	if (!w->frozen_ms) {
		windows_pass(w, now_ms);
		judge_ports(w, now_ms);
		take_readings(w);
		flap_pass(w, now_ms);
		limits_pass(w, now_ms);
	}
	judge_incidents(w, now_ms);
	if (!w->frozen_ms) {
		lift(w, now_ms);
		end_readings(w);
	}
	judge_incidents(w, now_ms);
	shrink(w);
	plan_next(w, now_ms);
}

int64_t
watch_next_ms(const struct watch *w)
{
	return w->next_ms;
}

struct watch_figures
watch_figures(const struct watch *w)
{
	struct watch_figures f = { .onus = w->live_onus,
		.olts = w->olts.n,
		.ports = w->ports.n,
		.nodes = w->nodes.n,
		.down = w->down_onus,
		.opened = w->opened,
		.dismissed = w->dismissed,
		.looks = w->looks,
		.looks_answered = w->looks_answered,
		.looks_refused = w->looks_refused,
		.looks_lost = w->looks_lost,
		.is_frozen = w->frozen_ms != 0 };

	for (size_t n = 0; n < w->incidents.n; n++)
		f.live += incident_is_live(*VEC_AT(&w->incidents, struct incident *, n));
	for (size_t n = 0; n < w->olts.n; n++)
		f.blind_olts += !olt_is_seen(w, olt_at(w, (uint32_t)n));
	f.bytes = w->room_onus * sizeof(*w->onus) +
	    w->onu_index.cap * sizeof(*w->onu_index.slots) +
	    w->leaves.room * sizeof(struct leaf) + w->ports.room * sizeof(struct port);
	return f;
}
