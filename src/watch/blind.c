/* SPDX-License-Identifier: Apache-2.0
 *
 * Blindness: OLTs that do not answer, whole sites, and the collector itself. Nothing is
 * derived from silence: customers of a silent OLT keep their state, and its incidents
 * wait.
 */
#include "watch/watch_int.h"

#include <stdlib.h>
#include <string.h>

static const char *const BLIND[WATCH_BLINDS] = { "store", "engine", "queue", "clock",
	"canaries", "silent" };

bool
olt_is_seen(const struct watch *w, const struct olt *o)
{
	return !w->frozen_ms && !o->silent_since_ms && !o->needs_reading;
}

static void
judge_all(struct watch *w, int64_t now_ms)
{
	for (size_t n = 0; n < w->incidents.n; n++) {
		struct incident *i = *VEC_AT(&w->incidents, struct incident *, n);

		i->needs_judging = true;
		incident_due(i, now_ms);
	}
}

/* Visible again: every OLT is read once before it is evaluated, and timers start
 * again. */
void
blind_thaw(struct watch *w, int64_t now_ms)
{
	for (size_t n = 0; n < w->olts.n; n++) {
		struct olt *o = olt_at(w, (uint32_t)n);

		o->needs_reading = true;
		if (!o->blind_from_ms)
			o->blind_from_ms = w->frozen_ms ? w->frozen_ms : now_ms;
	}
	for (size_t n = 0; n < w->incidents.n; n++) {
		struct incident *i = *VEC_AT(&w->incidents, struct incident *, n);

		i->calm_ms = i->lower_ms = i->look_asked_ms = 0;
	}
	w->frozen_ms = 0;
	judge_all(w, now_ms);
}

static bool
is_any_blind(const struct watch *w)
{
	for (int r = 0; r < WATCH_BLINDS; r++)
		if (w->blind_since_ms[r])
			return true;
	return false;
}

static void
list_reasons(const struct watch *w, char *why)
{
	size_t used = 0;

	why[0] = '\0';
	for (int r = 0; r < WATCH_BLINDS; r++)
		if (w->blind_since_ms[r])
			used += (size_t)snprintf(why + used, WATCH_TEXT_MAX - used,
			    "%s%s", used ? ", " : "", BLIND[r]);
}

/* The incident "the network cannot be seen", as long as there is a reason. */
static void
collector_judge(struct watch *w, int64_t now_ms)
{
	struct incident *i =
	    incident_of_key(w, WATCH_COLLECTOR, (struct olt_id){ 0 }, 0, NULL);
	int64_t since = now_ms;

	if (!is_any_blind(w)) {
		if (i && incident_is_live(i))
			incident_clear(w, i, now_ms);
		if (w->frozen_ms)
			blind_thaw(w, now_ms);
		return;
	}
	for (int r = 0; r < WATCH_BLINDS; r++)
		if (w->blind_since_ms[r] && w->blind_since_ms[r] < since)
			since = w->blind_since_ms[r];
	if (!w->frozen_ms) {
		w->frozen_ms = since;
		judge_all(w, now_ms);
	}
	i = incident_again(w,
	    &(struct incident_key){
		WATCH_COLLECTOR, WATCH_ROOT_COLLECTOR, (struct olt_id){ 0 }, "", 0 },
	    since, now_ms);
	if (!i)
		return;
	list_reasons(w, i->out.params.why);
	i->is_confirmed = true;
	i->out.cause = WATCH_CAUSE_COLLECTOR;
	i->out.cause_class = WATCH_CLASS_COLLECTOR;
	i->out.confidence = 95;
}

void
watch_blind(struct watch *w, enum watch_blind reason, bool is_blind, int64_t now_ms)
{
	if (is_blind == (w->blind_since_ms[reason] != 0))
		return;
	w->blind_since_ms[reason] = is_blind ? now_ms : 0;
	collector_judge(w, now_ms);
	w->silence_changed = true;
}

/* ---- silent OLTs -------------------------------------------------------------------------- */

void
watch_olt_silent(struct watch *w, struct olt_id olt, int64_t since_ms, int64_t now_ms)
{
	uint32_t row = olt_find(w, olt);
	struct olt *o;

	if (row == NONE)
		return;
	o = olt_at(w, row);
	if ((o->silent_since_ms != 0) == (since_ms != 0))
		return;
	o->silent_since_ms = since_ms;
	o->needs_reading = true;
	if (!o->blind_from_ms)
		o->blind_from_ms = since_ms ? since_ms : now_ms;
	w->silence_changed = true;
	judge_all(w, now_ms);
}

static int
by_time(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* The maximum number of these times within width. */
static size_t
most_within(const int64_t *at, size_t n, int64_t width)
{
	size_t most = 0;

	for (size_t i = 0, from = 0; i < n; i++) {
		while (at[i] - at[from] > width)
			from++;
		if (i - from + 1 > most)
			most = i - from + 1;
	}
	return most;
}

/* Silent OLTs of a site (NULL: of all): since when, sorted. ret_all: of how many. */
static size_t
silent_ones(const struct watch *w, const char *site, int64_t *at, size_t *ret_all)
{
	size_t n = 0, all = 0;

	for (size_t i = 0; i < w->olts.n; i++) {
		const struct olt *o = olt_at(w, (uint32_t)i);

		if (o->is_gone || !o->is_enabled || (site && strcmp(o->site, site) != 0))
			continue;
		all++;
		if (o->silent_since_ms)
			at[n++] = o->silent_since_ms;
	}
	qsort(at, n, sizeof(*at), by_time);
	*ret_all = all;
	return n;
}

static int64_t
site_key(const char *site)
{
	uint64_t h = 14695981039346656037ULL;

	for (; *site; site++)
		h = (h ^ (unsigned char)*site) * 1099511628211ULL;
	return (int64_t)(h >> 2) | 1;
}

static void
absorb(struct watch *w, struct incident *into, const char *site, int64_t now_ms)
{
	for (size_t n = 0; n < w->incidents.n; n++) {
		struct incident *i = *VEC_AT(&w->incidents, struct incident *, n);

		if (i == into || !incident_is_live(i))
			continue;
		if ((i->out.kind == WATCH_OLT_SILENT &&
			(!site || strcmp(i->out.params.site, site) == 0)) ||
		    (!site && i->out.kind == WATCH_SITE_SILENT))
			incident_merge(w, into, i, now_ms);
	}
}

/* The OLTs became silent together, or are still silent. */
static bool
is_site_silent(const struct watch *w, const char *site, int64_t *at, size_t *ret_n)
{
	size_t all, n = silent_ones(w, site, at, &all);
	struct incident *i = incident_of_key(
	    w, WATCH_SITE_SILENT, (struct olt_id){ 0 }, site_key(site), NULL);

	*ret_n = n;
	if (i && incident_is_live(i))
		return n >= 2 && (double)n >= w->rules.site_silent_share * (double)all;
	n = most_within(at, n, w->rules.site_silent_ms);
	return n >= 2 && (double)n >= w->rules.site_silent_share * (double)all;
}

static struct incident *
site_judge(struct watch *w, const char *site, int64_t *at, int64_t now_ms)
{
	size_t n;
	bool is_silent = is_site_silent(w, site, at, &n);
	struct incident *i = incident_of_key(
	    w, WATCH_SITE_SILENT, (struct olt_id){ 0 }, site_key(site), NULL);

	if (!is_silent) {
		if (i && incident_is_live(i))
			incident_clear(w, i, now_ms);
		return NULL;
	}
	i = incident_again(w,
	    &(struct incident_key){ WATCH_SITE_SILENT, WATCH_ROOT_SITE,
		(struct olt_id){ 0 }, "", site_key(site) },
	    at[0], now_ms);
	if (!i)
		return NULL;
	text_fit(i->out.params.site, WATCH_TEXT_MAX, site);
	i->out.params.k = (int64_t)n;
	i->out.cause = WATCH_CAUSE_SITE_SILENT;
	i->out.confidence = 85;
	absorb(w, i, site, now_ms);
	return i;
}

static void
olt_silent_judge(struct watch *w, const struct olt *o, int64_t now_ms)
{
	struct incident *i = incident_of_key(w, WATCH_OLT_SILENT, o->id, 0, NULL);

	if (!o->silent_since_ms || o->is_gone || !o->is_enabled) {
		if (i && incident_is_live(i))
			incident_clear(w, i, now_ms);
		return;
	}
	i = incident_again(w,
	    &(struct incident_key){ WATCH_OLT_SILENT, WATCH_ROOT_OLT, o->id, "", 0 },
	    o->silent_since_ms, now_ms);
	if (!i)
		return;
	i->out.cause = WATCH_CAUSE_OLT_SILENT;
	i->out.confidence = 90;
	i->out.params.n = i->out.at_risk = o->n_onus;
}

/* A silent OLT may be the first of many: it waits before it is reported. */
static void
open_silent(struct watch *w, size_t recent, int64_t now_ms)
{
	for (size_t n = 0; n < w->incidents.n; n++) {
		struct incident *i = *VEC_AT(&w->incidents, struct incident *, n);
		int64_t wait = w->rules.all_silent_ms / 2;

		if (i->out.state != WATCH_SUSPECT ||
		    (i->out.kind != WATCH_OLT_SILENT && i->out.kind != WATCH_SITE_SILENT))
			continue;
		if (recent >= 3)
			wait = w->rules.all_silent_ms;
		if (now_ms - i->out.detected_ms >= wait) {
			i->is_confirmed = i->needs_judging = true;
			incident_due(i, now_ms);
		} else if (i->out.detected_ms + wait < w->silence_due_ms) {
			w->silence_due_ms = i->out.detected_ms + wait;
		}
	}
}

static void
judge_sites(struct watch *w, int64_t *at, int64_t now_ms)
{
	for (size_t n = 0; n < w->olts.n; n++) {
		const struct olt *o = olt_at(w, (uint32_t)n);
		struct incident *site = NULL;

		if (*o->site && o->is_enabled && !o->is_gone)
			site = incident_of_key(w, WATCH_SITE_SILENT, (struct olt_id){ 0 },
			    site_key(o->site), NULL);
		if (*o->site && (o->silent_since_ms || (site && incident_is_live(site))))
			site = site_judge(w, o->site, at, now_ms);
		else
			site = NULL;
		if (!site)
			olt_silent_judge(w, o, now_ms);
	}
}

void
blind_judge(struct watch *w, int64_t now_ms)
{
	int64_t *at OWNED(free) = NULL;
	size_t n, all, recent;
	bool is_blind;

	if (!w->silence_changed && now_ms < w->silence_due_ms)
		return;
	at = calloc(w->olts.n + 1, sizeof(*at));
	if (!at) {
		w->is_short = true;
		return;
	}
	w->silence_changed = false;
	w->silence_due_ms = INT64_MAX;
	n = silent_ones(w, NULL, at, &all);
	recent = most_within(at, n, w->rules.all_silent_ms);
	is_blind = w->blind_since_ms[WATCH_BLIND_SILENT]
	    ? (double)n * 2 >= w->rules.all_silent_share * (double)all && n
	    : recent >= 3 && (double)recent >= w->rules.all_silent_share * (double)all;
	if (is_blind != (w->blind_since_ms[WATCH_BLIND_SILENT] != 0))
		w->blind_since_ms[WATCH_BLIND_SILENT] = is_blind ? at[0] : 0;
	collector_judge(w, now_ms);
	if (w->frozen_ms) {
		struct incident *i =
		    incident_of_key(w, WATCH_COLLECTOR, (struct olt_id){ 0 }, 0, NULL);

		if (i)
			absorb(w, i, NULL, now_ms);
		return;
	}
	judge_sites(w, at, now_ms);
	open_silent(w, recent, now_ms);
}

/* ---- restarts ------------------------------------------------------------------------------ */

static struct incident *
restart_incident(struct watch *w, const struct olt *o, int64_t now_ms)
{
	struct incident *i = incident_of_key(w, WATCH_OLT_SILENT, o->id, 0, NULL);

	if (i && incident_is_live(i)) { /* this explains why it was silent */
		i->out.kind = WATCH_OUTAGE;
		incident_touch(i, now_ms);
		return i;
	}
	i = incident_new(w, WATCH_OUTAGE, WATCH_ROOT_OLT, now_ms);
	if (i) {
		i->out.olt = o->id;
		i->out.since_ms = i->out.since_from_ms = o->restarted_ms;
		text_fit(i->out.params.olt, WATCH_TEXT_MAX, o->name);
		text_fit(i->out.params.site, WATCH_TEXT_MAX, o->site);
		incident_repeats(w, i, now_ms);
	}
	return i;
}

void
watch_olt_restarted(struct watch *w, struct olt_id olt, int64_t uptime_ms, int64_t now_ms)
{
	uint32_t row = olt_find(w, olt);
	struct incident *i;
	struct olt *o;

	if (row == NONE)
		return;
	o = olt_at(w, row);
	o->restarted_ms = now_ms - uptime_ms;
	i = restart_incident(w, o, now_ms);
	if (!i)
		return;
	i->out.cause = WATCH_CAUSE_OLT_RESTART;
	i->out.cause_class = WATCH_CLASS_EQUIPMENT;
	i->out.confidence = 98;
	i->is_confirmed = i->needs_judging = true;
	i->last_to_ms = now_ms;
	incident_log(w, i, "cause", now_ms, "{\"cause\": \"olt_restart\"}");
	for (size_t n = 0; n < w->incidents.n; n++) {
		struct incident *at = *VEC_AT(&w->incidents, struct incident *, n);

		if (at != i && at->out.kind == WATCH_OUTAGE && incident_is_live(at) &&
		    at->out.olt.v == olt.v &&
		    at->out.since_ms >= o->restarted_ms - basket_ms(w, o))
			incident_merge(w, i, at, now_ms);
	}
	for (uint32_t p = o->first_port; p != NONE; p = port_at(w, p)->next)
		if (port_at(w, p)->n_drops)
			port_mark(w, p);
}
