/* SPDX-License-Identifier: Apache-2.0
 *
 * Maintenance windows of modes hold and plan: to which places they apply, and when.
 * Nothing is stored: which windows are active and which have ended is calculated from the
 * configuration.
 */
#include <string.h>

#include "notify/window.h"
#include "store/incident/incident_told.h"
#include "store/incident/watch_load.h"
#include "store/incident/watch_places.h"
#include "tell/tell_int.h"
#include "watch/watch.h"

/* ---- configuration ---------------------------------------------------------------------- */

static void
window_fini(struct tell_window *w)
{
	window_free(w->window);
	notify_filter_free(w->filter);
}

void
tell_windows_fini(struct vec *windows)
{
	for (size_t i = 0; i < windows->n; i++)
		window_fini(VEC_AT(windows, struct tell_window, i));
	vec_fini(windows);
}

/* A window whose filter is not for places (stored by another version) is ignored: its
 * places are evaluated normally. */
enum rc
tell_windows_add(
    struct vec *windows, const struct maintenance *row, int64_t now_ms, struct err *err)
{
	struct window_spec spec = { .from_ms = row->from_ms,
		.until_ms = row->until_ms ? row->until_ms : WINDOW_NEVER,
		.rrule = row->rrule,
		.zone = row->zone,
		.length_s = row->length_s,
		.ended_ms = row->ended_ms };
	struct tell_window w = { .id = row->id.v,
		.title = row->title ? row->title : "",
		.is_plan = row->mode == MAINTENANCE_PLAN };
	struct tell_window *kept;
	enum rc rc = notify_filter_parse(row->filter, &w.filter, err);

	(void)now_ms;
	if (rc == RC_OK && notify_filter_places(w.filter, &w.reach, NULL) != RC_OK) {
		window_fini(&w);
		return RC_OK;
	}
	if (rc == RC_OK)
		rc = window_new(&spec, &w.window, err);
	kept = rc == RC_OK ? vec_add(windows) : NULL;
	if (!kept) {
		window_fini(&w);
		return rc == RC_OK ? err_set(err, RC_NOMEM, "no memory for a window")
				   : rc;
	}
	*kept = w;
	return RC_OK;
}

/* ---- places ------------------------------------------------------------------------------ */

/* The lists to which the places of one window are added. */
struct placing {
	const struct tell_window *window;
	int64_t from_ms, until_ms;
	struct db *db;
	struct arena *arena;
	struct vec *to; /* struct watch_window */
	struct olt_id olt; /* the window whose places are being added */
	const struct incident_labels *labels; /* of it */
	struct vec spots; /* struct watch_spot */
	struct err *err;
};

static enum rc
add_place(struct placing *p, const char *place, struct onu_id onu)
{
	const struct tell_window *w = p->window;
	struct watch_window *added = vec_add(p->to);

	if (!added)
		return err_set(p->err, RC_NOMEM, "no memory for a window");
	*added = (struct watch_window){ .id = w->id,
		.is_plan = w->is_plan,
		.from_ms = p->from_ms,
		.until_ms = p->until_ms == WINDOW_NEVER ? 0 : p->until_ms,
		.title = arena_copy(p->arena, w->title, strlen(w->title)),
		.olt = p->olt,
		.place = arena_copy(p->arena, place, strlen(place)),
		.onu = onu };
	return added->title && added->place
	    ? RC_OK
	    : err_set(p->err, RC_NOMEM, "no memory for a window");
}

static bool
matches(const struct placing *p, const struct incident_labels *labels, const char *card,
    const char *port)
{
	struct notify_subject subject = { .kind = "outage",
		.site = labels->site,
		.olt = labels->olt,
		.brand = labels->brand,
		.card = card,
		.port = port,
		.tags = labels->tags,
		.n_tags = labels->n_tags,
		.minute = -1 };

	return notify_filter_match(p->window->filter, &subject);
}

static enum rc
place_port(void *ctx, const struct watch_spot *spot)
{
	struct placing *p = ctx;

	return matches(p, p->labels, spot->card, spot->port)
	    ? add_place(p, spot->port, (struct onu_id){ 0 })
	    : RC_OK;
}

static enum rc
keep_spot(void *ctx, const struct watch_spot *spot)
{
	struct placing *p = ctx;
	struct watch_spot *kept = vec_add(&p->spots);

	if (!kept)
		return err_set(p->err, RC_NOMEM, "no memory for a window");
	*kept = (struct watch_spot){ arena_copy(p->arena, spot->card, strlen(spot->card)),
		arena_copy(p->arena, spot->port, strlen(spot->port)), spot->onu,
		spot->node };
	return kept->card && kept->port
	    ? RC_OK
	    : err_set(p->err, RC_NOMEM, "no memory for a window");
}

static enum rc
place_onu(struct placing *p, const struct watch_spot *spot)
{
	struct incident_root root = { p->olt, spot->node, spot->onu };
	struct incident_labels labels;
	enum rc rc = store_incident_labels(p->db, &root, p->arena, &labels, p->err);

	if (rc != RC_OK || !matches(p, &labels, spot->card, spot->port))
		return rc;
	return add_place(p, spot->port, spot->onu);
}

/* Single ONUs: the tag may belong to the ONU or to its node. */
static enum rc
place_onus(struct placing *p)
{
	enum rc rc;

	vec_clear(&p->spots);
	rc = store_watch_tagged(p->db, p->olt, keep_spot, p, p->err);
	for (size_t i = 0; i < p->spots.n && rc == RC_OK; i++)
		rc = place_onu(p, VEC_AT(&p->spots, struct watch_spot, i));
	return rc;
}

static enum rc
place_olt(struct placing *p)
{
	struct incident_root root = { p->olt, 0, { 0 } };
	struct incident_labels labels;
	size_t before = p->to->n;
	enum rc rc = store_incident_labels(p->db, &root, p->arena, &labels, p->err);

	if (rc != RC_OK)
		return rc;
	p->labels = &labels;
	if (p->window->reach.has_ports)
		rc = store_watch_ports(p->db, p->olt, place_port, p, p->err);
	else if (matches(p, &labels, "", ""))
		rc = add_place(p, "", (struct onu_id){ 0 });
	if (rc == RC_OK && p->window->reach.has_tags && p->to->n == before)
		rc = place_onus(p);
	p->labels = NULL;
	return rc;
}

static enum rc
keep_olt(void *ctx, const struct watch_contact *contact)
{
	struct olt_id *kept = vec_add(ctx);

	if (!kept)
		return RC_NOMEM;
	*kept = contact->olt;
	return RC_OK;
}

static enum rc
place(struct placing *p)
{
	struct vec olts = VEC_INIT(struct olt_id);
	enum rc rc;

	p->olt.v = 0;
	if (p->window->reach.is_all)
		return add_place(p, "", (struct onu_id){ 0 });
	rc = store_watch_contacts(p->db, keep_olt, &olts, p->err);
	for (size_t i = 0; i < olts.n && rc == RC_OK; i++) {
		p->olt = *VEC_AT(&olts, struct olt_id, i);
		rc = place_olt(p);
	}
	vec_fini(&olts);
	return rc;
}

/* ---- times ------------------------------------------------------------------------------- */

static void
sooner(int64_t at_ms, struct tell_windows *ret)
{
	if (at_ms < ret->next_ms)
		ret->next_ms = at_ms;
}

/* The window that ended last, if its remaining problems are due now. */
static enum rc
place_ended(struct placing *p, const struct window_view *view, int64_t since_ms,
    int64_t now_ms, struct tell_windows *ret)
{
	struct window_view before;
	int64_t due_ms;

	if (view->last_end_ms == INT64_MIN)
		return RC_OK;
	due_ms = view->last_end_ms + TELL_AFTER_WINDOW_MS;
	if (due_ms <= now_ms && due_ms <= since_ms)
		return RC_OK;
	window_at(p->window->window, view->last_end_ms - 1, &before);
	p->from_ms = before.is_active ? before.begin_ms : view->last_end_ms;
	p->until_ms = view->last_end_ms;
	p->to = &ret->ended;
	if (due_ms > now_ms) { /* its events may still arrive */
		sooner(due_ms, ret);
		p->to = &ret->now;
	}
	return place(p);
}

static enum rc
place_window(
    struct placing *p, int64_t since_ms, int64_t now_ms, struct tell_windows *ret)
{
	struct window_view view;

	window_at(p->window->window, now_ms, &view);
	sooner(view.next_begin_ms, ret);
	if (!view.is_active)
		return place_ended(p, &view, since_ms, now_ms, ret);
	sooner(view.end_ms, ret);
	p->from_ms = view.begin_ms;
	p->until_ms = view.end_ms;
	p->to = &ret->now;
	return place(p);
}

enum rc
tell_windows(const struct tell *t, struct db *db, int64_t since_ms, int64_t now_ms,
    struct arena *arena, struct tell_windows *ret_windows, struct err *err)
{
	enum rc rc = RC_OK;

	ret_windows->next_ms = INT64_MAX;
	for (size_t i = 0; i < t->config.windows.n && rc == RC_OK; i++) {
		struct placing p = { .window = VEC_AT(
					 &t->config.windows, struct tell_window, i),
			.db = db,
			.arena = arena,
			.spots = VEC_INIT(struct watch_spot),
			.err = err };

		rc = place_window(&p, since_ms, now_ms, ret_windows);
		vec_fini(&p.spots);
	}
	return rc;
}
