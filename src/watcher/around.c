/* SPDX-License-Identifier: Apache-2.0
 *
 * The state of OLTs and of the program: silence, blindness, problems of the system, and
 * maintenance windows that begin and end by time.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/vec.h"
#include "store/core/writer.h"
#include "store/incident/watch_load.h"
#include "store/incident/watch_places.h"
#include "store/incident/watch_troubles.h"
#include "tell/tell.h"
#include "watcher/watcher_int.h"

enum {
	CONTACTS_MS = 10000, /* time between two checks of all OLTs */
	WINDOWS_MS =
	    60000, /* places may change without an event: new ONUs, tags of nodes */
	LATE_MS = 10000, /* for the engine, or this thread itself */
	CLOCK_STEP_MS = 60000,
	/* the writer refuses writes: this long after the last refusal */
	REFUSED_MS = 60000,
	TEXT_BYTES = 16 << 20,
};

/* ---- OLTs -------------------------------------------------------------------------------- */

static struct olt_contact *
contact_of(struct watcher *w, struct olt_id olt)
{
	struct olt_contact *c;

	for (size_t i = 0; i < w->contacts.n; i++) {
		c = VEC_AT(&w->contacts, struct olt_contact, i);
		if (c->olt.v == olt.v)
			return c;
	}
	c = vec_add(&w->contacts);
	if (c)
		c->olt = olt;
	return c;
}

struct looking_around {
	struct watcher *w;
	int64_t now_ms;
	size_t next; /* rows are always in the same order, so no search is needed */
};

/* Since the last check; or since the last evaluation, if there was no check yet. */
static bool
has_restarted(const struct watcher *w, const struct olt_contact *c,
    const struct watch_contact *seen)
{
	if (!c->is_known)
		return w->away_since_ms && seen->up_since_ms > w->away_since_ms;
	return c->up_since_ms && seen->up_since_ms - c->up_since_ms > CLOCK_STEP_MS;
}

static enum rc
take_contact(void *ctx, const struct watch_contact *seen)
{
	struct looking_around *l = ctx;
	struct watcher *w = l->w;
	struct olt_contact *c = NULL;

	if (l->next < w->contacts.n)
		c = VEC_AT(&w->contacts, struct olt_contact, l->next);
	if (!c || c->olt.v != seen->olt.v)
		c = contact_of(w, seen->olt);
	l->next++;
	if (!c)
		return RC_NOMEM;
	if (!c->is_known || c->silent_ms != seen->silent_ms)
		watch_olt_silent(w->watch, seen->olt, seen->silent_ms, l->now_ms);
	if (has_restarted(w, c, seen))
		watch_olt_restarted(
		    w->watch, seen->olt, l->now_ms - seen->up_since_ms, l->now_ms);
	*c = (struct olt_contact){ seen->olt, seen->silent_ms, seen->up_since_ms, true };
	return RC_OK;
}

/* ---- ourselves --------------------------------------------------------------------------- */

static void
say_blind(struct watcher *w, bool *is_told, bool is_blind, enum watch_blind reason,
    int64_t now_ms)
{
	if (*is_told == is_blind)
		return;
	*is_told = is_blind;
	watch_blind(w->watch, reason, is_blind, now_ms);
}

/* This thread was not running: the program was stopped, or it waited for the database. */
static void
look_at_gap(struct watcher *w, int64_t now_ms)
{
	int64_t mono_ms = clock_mono_ms(), gap_ms = mono_ms - w->round_ms;
	enum watch_blind reason = WATCH_BLIND_ENGINE;

	if (w->round_ms && gap_ms > LATE_MS) {
		if (w->waited_ms * 2 > gap_ms)
			reason = WATCH_BLIND_STORE;
		watch_blind(w->watch, reason, true, now_ms - gap_ms);
		watch_blind(w->watch, reason, false, now_ms);
	}
	w->round_ms = mono_ms;
	w->waited_ms = 0;
}

static void
look_at_ourselves(struct watcher *w, const struct watcher_around *seen, int64_t now_ms)
{
	int64_t less = now_ms - clock_mono_ms(), by = less - w->wall_less_mono_ms;
	bool is_step =
	    w->wall_less_mono_ms && (by > CLOCK_STEP_MS || by < -CLOCK_STEP_MS);

	w->wall_less_mono_ms = less;
	look_at_gap(w, now_ms);
	say_blind(w, &w->is_clock_told, is_step, WATCH_BLIND_CLOCK, now_ms);
	say_blind(w, &w->is_engine_late,
	    seen->engine_ms && now_ms - seen->engine_ms > LATE_MS, WATCH_BLIND_ENGINE,
	    now_ms);
	say_blind(w, &w->is_store_away, writer_figures(w->options.writer).is_away,
	    WATCH_BLIND_STORE, now_ms);
}

/* No canary answers. An OLT that does not exist is not a canary. */
static enum rc
look_at_canaries(
    struct watcher *w, const struct watcher_around *seen, int64_t now_ms, struct err *err)
{
	bool is_cut_off = seen->canaries.n > 0 && seen->are_canaries_dead;
	size_t counted = 0;
	enum rc rc = RC_OK;

	for (size_t i = 0; i < seen->canaries.n && is_cut_off && rc == RC_OK; i++) {
		const char *olt = seen->canaries.list[i].olt;
		bool is_known = true, answers = false;

		if (*olt)
			rc = store_watch_answers(w->db, olt, &is_known, &answers, err);
		counted += is_known;
		is_cut_off = !answers;
	}
	if (rc == RC_OK)
		say_blind(w, &w->is_cut_off, is_cut_off && counted > 0,
		    WATCH_BLIND_CANARIES, now_ms);
	return rc;
}

/* ---- troubles ---------------------------------------------------------------------------- */

static enum rc
add_trouble(struct vec *to, const struct watch_trouble *trouble, struct err *err)
{
	struct watch_trouble *added = vec_add(to);

	if (!added)
		return err_set(err, RC_NOMEM, "no memory for troubles");
	*added = *trouble;
	added->is_on = true;
	return RC_OK;
}

/* Why the database has problems; NULL: it has none. */
static const char *
store_trouble(struct watcher *w, const struct watcher_around *seen)
{
	struct writer_figures f = writer_figures(w->options.writer);
	int64_t mono_ms = clock_mono_ms();

	if (f.refused != w->refused)
		w->refused_ms = mono_ms;
	w->refused = f.refused;
	if (seen->is_disk_full)
		return "disk_full";
	return w->refused_ms && mono_ms - w->refused_ms < REFUSED_MS ? "refused" : NULL;
}

static enum rc
add_own(struct watcher *w, const struct watcher_around *seen, int64_t now_ms,
    struct vec *to, struct err *err)
{
	const char *why = store_trouble(w, seen);
	enum rc rc = RC_OK;

	if (why && !w->store_bad_ms)
		w->store_bad_ms = now_ms;
	if (!why)
		w->store_bad_ms = 0;
	if (why)
		rc = add_trouble(to,
		    &(struct watch_trouble){ .kind = WATCH_STORE,
			.since_ms = w->store_bad_ms,
			.severity = WATCH_MAJOR,
			.name = "",
			.why = why },
		    err);
	if (rc == RC_OK && seen->saturated_ms)
		rc = add_trouble(to,
		    &(struct watch_trouble){ .kind = WATCH_SATURATED,
			.since_ms = seen->saturated_ms,
			.severity = WATCH_MINOR,
			.name = "",
			.why = seen->saturation },
		    err);
	return rc;
}

static enum rc
look_at_troubles(
    struct watcher *w, const struct watcher_around *seen, int64_t now_ms, struct err *err)
{
	struct arena *arena OWNED(arena_free) = arena_new(TEXT_BYTES);
	struct vec troubles = VEC_INIT(struct watch_trouble);
	enum rc rc = arena ? store_watch_troubles(w->db, now_ms, arena, &troubles, err)
			   : err_set(err, RC_NOMEM, "no memory for troubles");

	if (rc == RC_OK)
		rc = add_own(w, seen, now_ms, &troubles, err);
	if (rc == RC_OK)
		watch_put_troubles(w->watch, troubles.data, troubles.n, now_ms);
	vec_fini(&troubles);
	return rc;
}

/* ---- windows ----------------------------------------------------------------------------- */

static enum rc
pass_windows(
    struct watcher *w, const struct tell_windows *found, int64_t now_ms, struct err *err)
{
	enum rc rc = watch_put_windows(w->watch, found->now.data, found->now.n, now_ms);

	if (rc != RC_OK)
		return err_set(err, rc, "no memory for windows");
	for (size_t i = 0; i < found->ended.n && rc == RC_OK; i++)
		rc = store_watch_left(w->db, w->watch,
		    VEC_AT(&found->ended, struct watch_window, i), now_ms, err);
	return rc;
}

enum rc
watcher_windows(struct watcher *w, int64_t now_ms, struct err *err)
{
	struct arena *arena OWNED(arena_free) = NULL;
	struct tell_windows found = { VEC_INIT(struct watch_window),
		VEC_INIT(struct watch_window), INT64_MAX };
	enum rc rc;

	if (now_ms < w->windows_next_ms && now_ms >= w->windows_ms)
		return RC_OK;
	arena = arena_new(TEXT_BYTES);
	rc = arena
	    ? tell_windows(w->tell, w->db, w->windows_ms, now_ms, arena, &found, err)
	    : err_set(err, RC_NOMEM, "no memory for windows");
	if (rc == RC_OK)
		rc = pass_windows(w, &found, now_ms, err);
	if (rc == RC_OK) {
		w->windows_ms = now_ms;
		w->windows_next_ms = now_ms + WINDOWS_MS < found.next_ms
		    ? now_ms + WINDOWS_MS
		    : found.next_ms;
	}
	vec_fini(&found.now);
	vec_fini(&found.ended);
	return rc;
}

enum rc
watcher_look_around(struct watcher *w, int64_t now_ms, struct err *err)
{
	struct looking_around l = { w, now_ms, 0 };
	struct watcher_around seen = { 0 };
	int64_t mono_ms = clock_mono_ms();
	enum rc rc;

	w->options.ops.around(w->options.ops.ctx, &seen);
	look_at_ourselves(w, &seen, now_ms);
	rc = watcher_windows(w, now_ms, err);
	if (rc != RC_OK || (w->contacts_ms && mono_ms - w->contacts_ms < CONTACTS_MS))
		return rc;
	w->contacts_ms = mono_ms;
	rc = store_watch_contacts(w->db, take_contact, &l, err);
	w->away_since_ms = 0;
	if (rc == RC_OK)
		rc = look_at_canaries(w, &seen, now_ms, err);
	if (rc == RC_OK)
		rc = look_at_troubles(w, &seen, now_ms, err);
	return rc == RC_OK ? watcher_count(w, err) : rc;
}
