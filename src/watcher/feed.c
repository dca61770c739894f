/* SPDX-License-Identifier: Apache-2.0
 *
 * From the database to the watch.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "store/core/writer.h"
#include "store/db/db.h"
#include "store/event/event_log.h"
#include "store/incident/incident.h"
#include "store/incident/limits.h"
#include "store/incident/watch_load.h"
#include "tell/tell.h"
#include "watcher/watcher_int.h"

enum {
	KINDS = 1 << EVENT_EXECUTION | 1 << EVENT_ONUS | 1 << EVENT_PARTS |
	    1 << EVENT_DECISION | 1 << EVENT_CHANGE | 1 << EVENT_DELIVERY,
	BLIND_LEAST_MS = 60000, /* a shorter interruption of the program is ignored */
};

/* ---- loading --------------------------------------------------------------------------- */

/* Its last cursor and the time of its last write; the end of the log if there is none. */
static enum rc
find_place(struct watcher *w, int64_t *ret_blind_ms, struct err *err)
{
	int64_t at_ms = 0;
	enum rc rc = store_events_position(w->db, "watcher", &w->at, &at_ms, err);

	*ret_blind_ms = rc == RC_OK ? at_ms : 0;
	if (rc == RC_NOT_FOUND)
		rc = store_events_end(w->db, &w->at, err);
	w->stored = w->at;
	return rc;
}

/* ONUs are loaded with their present state. ONUs that changed after the cursor are set
 * back to their state at the cursor, because their changes are passed next: newest events
 * first. */
static enum rc
rewind_changes(struct watcher *w, bool *ret_lost, struct err *err)
{
	struct event_wish wish = { 1 << EVENT_ONUS, w->at, WATCHER_AT_ONCE };
	struct vec all = VEC_INIT(struct event_entry);
	size_t n = WATCHER_AT_ONCE;
	enum rc rc = RC_OK;

	while (rc == RC_OK && n == WATCHER_AT_ONCE && !*ret_lost) {
		rc = store_events_read(w->db, &wish, w->events, &n, ret_lost, err);
		for (size_t i = 0; rc == RC_OK && i < n; i++) {
			struct event_entry *kept = vec_add(&all);

			if (!kept)
				rc = err_set(err, RC_NOMEM, "no memory for events");
			else
				*kept = w->events[i];
			wish.after = w->events[i].at;
		}
	}
	for (size_t i = all.n; rc == RC_OK && i-- > 0;)
		rc = store_watch_rewind(
		    w->db, w->watch, VEC_AT(&all, struct event_entry, i), err);
	vec_fini(&all);
	return rc;
}

static enum rc
load_inside(struct watcher *w, int64_t now_ms, int64_t *ret_blind_ms, struct err *err)
{
	int64_t next_id = 1;
	bool is_lost = false;
	enum rc rc = find_place(w, ret_blind_ms, err);

	if (rc == RC_OK)
		rc = store_watch_next_id(w->db, &next_id, err);
	watch_free(GIVE(w->watch));
	if (rc == RC_OK)
		rc = watcher_load_limits(w, err);
	if (rc == RC_OK)
		rc = watch_new(&w->options.rules, next_id, &w->watch);
	if (rc == RC_OK)
		rc = store_watch_load(w->db, w->watch, now_ms, err);
	if (rc == RC_OK)
		rc = store_watch_limits(w->db, w->watch, now_ms, err);
	if (rc == RC_OK)
		rc = rewind_changes(w, &is_lost, err);
	if (rc == RC_OK && is_lost)
		rc = store_events_end(w->db, &w->at, err);
	return rc;
}

/* A stored row that is wrong stops neither incidents nor other messages. */
static void
say_left_out(const struct watcher *w)
{
	if (*tell_left_out(w->tell))
		log_error(
		    "watch", "left out of the notifications: %s", tell_left_out(w->tell));
}

enum rc
watcher_load(struct watcher *w, int64_t now_ms, struct err *err)
{
	int64_t blind_ms = 0;
	enum rc rc = db_begin(w->db, err); /* a consistent view of the database */

	if (rc == RC_OK)
		rc = load_inside(w, now_ms, &blind_ms, err);
	if (rc == RC_OK)
		rc = tell_load(w->tell, w->db, now_ms, err);
	db_rollback(w->db);
	if (rc != RC_OK)
		return rc;
	say_left_out(w);
	vec_clear(&w->contacts);
	vec_clear(&w->fresh);
	vec_clear(&w->days);
	w->contacts_ms = 0;
	w->windows_next_ms = 0;
	/* Windows that ended while the watcher did not run are processed. */
	w->windows_ms = blind_ms ? blind_ms : now_ms;
	w->away_since_ms = blind_ms;
	/* The new watch has none of them. */
	w->is_clock_told = w->is_engine_late = w->is_store_away = w->is_cut_off = false;
	w->must_load = false;
	watch_begin(w->watch, now_ms - blind_ms > BLIND_LEAST_MS ? blind_ms : 0, now_ms);
	return RC_OK;
}

/* ---- events ---------------------------------------------------------------------------- */

static bool
begins(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

/* The settings of notifications. */
static bool
is_telling(const char *what)
{
	static const char *const ENTITIES[] = { "contact.", "channel.", "target.",
		"route.", "silence.", "maintenance.", "template." };

	for (size_t i = 0; i < sizeof(ENTITIES) / sizeof(ENTITIES[0]); i++)
		if (begins(what, ENTITIES[i]))
			return true;
	return false;
}

static enum rc
configure_telling(struct watcher *w, int64_t now_ms, struct err *err)
{
	enum rc rc = tell_configure(w->tell, w->db, now_ms, err);

	if (rc == RC_OK)
		say_left_out(w);
	return rc;
}

static enum rc
feed_act(struct watcher *w, const struct event_entry *e, int64_t now_ms, struct err *err)
{
	enum rc rc = store_watch_act(w->db, w->watch, e, now_ms, err);

	return rc == RC_OK ? tell_acted(w->tell, w->db, e->subject, err) : rc;
}

static enum rc
feed_change(
    struct watcher *w, const struct event_entry *e, int64_t now_ms, struct err *err)
{
	if (begins(e->what, "incident."))
		return feed_act(w, e, now_ms, err);
	if (is_telling(e->what)) {
		w->contacts_ms = w->windows_next_ms = 0; /* check at once */
		return configure_telling(w, now_ms, err);
	}
	if (begins(e->what, "olt.") || begins(e->what, "plant_node.") ||
	    strcmp(e->what, "onu.tag") == 0)
		w->windows_next_ms = 0; /* the places may have changed */
	if (begins(e->what, "violation."))
		w->contacts_ms = 0;
	if (begins(e->what, "limit."))
		return store_watch_limits(w->db, w->watch, now_ms, err);
	if (begins(e->what, "olt."))
		return store_watch_load_olt(
		    w->db, w->watch, (struct olt_id){ e->subject }, now_ms, err);
	if (begins(e->what, "job.") || begins(e->what, "node."))
		return store_watch_load_olt(
		    w->db, w->watch, (struct olt_id){ 0 }, now_ms, err);
	if (strcmp(e->what, "onu.tag") == 0)
		return store_watch_load_tag(
		    w->db, w->watch, (struct onu_id){ e->subject }, err);
	if (begins(e->what, "setting."))
		return watcher_load_limits(w, err);
	if (begins(e->what, "plant_node."))
		return store_watch_load_plant(w->db, w->watch,
		    strcmp(e->what, "plant_node.delete") == 0 ? e->subject : 0, err);
	return RC_OK;
}

static enum rc
feed_execution(struct watcher *w, const struct event_entry *e, struct err *err)
{
	struct watch_looking look;
	bool is_reading;
	enum rc rc;

	if (watcher_take_look(w, e->subject, &look))
		return store_watch_looked(w->db, w->watch, &look, e, err);
	rc = store_watch_execution(w->db, w->watch, e, &is_reading, err);
	if (rc == RC_OK && is_reading && w->fresh.n > 0)
		rc = store_watch_first_states(w->db, w->watch, e->olt, &w->fresh, err);
	if (rc == RC_OK)
		rc = store_watch_load_distances(w->db, w->watch, e, err);
	if (rc == RC_OK)
		rc = watcher_feed_levels(w, e, err);
	if (rc == RC_OK)
		rc = store_watch_measures(w->db, w->watch, e, err);
	if (rc == RC_OK && is_reading)
		rc = tell_polled(w->tell, e->olt, e->at_ms);
	return rc;
}

static enum rc
feed_one(struct watcher *w, const struct event_entry *e, int64_t now_ms, struct err *err)
{
	switch (e->kind) {
	case EVENT_ONUS:
		return store_watch_onus(w->db, w->watch, e, &w->fresh, err);
	case EVENT_PARTS:
		return store_watch_parts(w->db, w->watch, e, err);
	case EVENT_EXECUTION:
		return feed_execution(w, e, err);
	case EVENT_CHANGE:
		return feed_change(w, e, now_ms, err);
	case EVENT_DECISION:
		if (begins(e->what, "OLT_") || strcmp(e->what, "WALK_HELD") == 0)
			w->contacts_ms = 0; /* check at once */
		return RC_OK;
	case EVENT_DELIVERY:
		return tell_delivered(w->tell, w->db, e->subject, err);
	case EVENT_INCIDENT:
	case EVENT_KINDS:
		return RC_OK;
	}
	return RC_OK;
}

enum rc
watcher_feed(struct watcher *w, int64_t now_ms, size_t *ret_n, struct err *err)
{
	struct event_wish wish = { KINDS, w->at, WATCHER_AT_ONCE };
	bool is_lost = false;
	enum rc rc = store_events_read(w->db, &wish, w->events, ret_n, &is_lost, err);

	if (rc == RC_OK && is_lost)
		w->must_load = true;
	for (size_t i = 0; rc == RC_OK && i < *ret_n; i++) {
		rc = feed_one(w, &w->events[i], now_ms, err);
		if (rc == RC_OK)
			w->at = w->events[i].at;
	}
	return rc;
}

/* ---- figures --------------------------------------------------------------------------------- */

static enum rc
take_count(void *ctx, const struct incident_count *c)
{
	struct watcher_figures *f = ctx;

	f->open[c->severity][c->cause_class] = c->n;
	return RC_OK;
}

enum rc
watcher_count(struct watcher *w, struct err *err)
{
	struct watcher_figures f = { .rounds = 0 };
	enum rc rc = store_incident_counts(w->db, take_count, &f, err);

	if (rc == RC_OK)
		rc = store_incidents_false(w->db, &f.false_alarms, err);
	if (rc == RC_OK)
		rc = store_notify_figures(w->db, clock_wall_ms(), &f.notify, err);
	if (rc != RC_OK)
		return rc;
	pthread_mutex_lock(&w->lock);
	memcpy(w->figures.open, f.open, sizeof(f.open));
	w->figures.false_alarms = f.false_alarms;
	w->figures.notify = f.notify;
	pthread_mutex_unlock(&w->lock);
	return RC_OK;
}
