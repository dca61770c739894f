/* SPDX-License-Identifier: Apache-2.0 */
#include "notify/window.h"

#include <stdlib.h>

#include "notify/clock_time_int.h"
#include "notify/recur_int.h"
#include "notify/zone_int.h"

enum {
	DAY_S = 86400,
	MEMORY_S = 2 * DAY_S, /* earlier ends are ignored */
	BEGINS_MAX = 128, /* more than the start times of 31 days */
};

#define LATEST_MS INT64_C(4102444800000) /* the year 2100: end of libical's tables */

struct window {
	struct zone *zone;
	int64_t from_ms, until_ms, length_s;
	int64_t ended_ms; /* ended by a user; WINDOW_NEVER: not */
	struct recur *recur; /* owned; NULL: once */
};

struct quiet {
	struct zone *zone;
	int from, until; /* minutes of the local day */
};

/* ---- views --------------------------------------------------------------------------- */

static void
view_init(struct window_view *v)
{
	*v = (struct window_view){ .last_end_ms = INT64_MIN,
		.next_begin_ms = WINDOW_NEVER };
}

/* One more span begin <= t < end. Spans may overlap: the longest end is used. */
static void
view_add(struct window_view *v, int64_t begin_ms, int64_t end_ms, int64_t now_ms)
{
	if (begin_ms >= end_ms)
		return;
	if (begin_ms > now_ms) {
		if (begin_ms < v->next_begin_ms)
			v->next_begin_ms = begin_ms;
		return;
	}
	if (end_ms <= now_ms) {
		if (end_ms > v->last_end_ms)
			v->last_end_ms = end_ms;
		return;
	}
	if (!v->is_active || end_ms > v->end_ms) {
		v->begin_ms = v->is_active ? v->begin_ms : begin_ms;
		v->end_ms = end_ms;
	}
	v->is_active = true;
}

static int64_t
least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Seconds, rounded down, within the range of libical's tables. */
static int64_t
seconds(int64_t ms)
{
	if (ms > LATEST_MS)
		ms = LATEST_MS;
	if (ms < 0)
		ms = 0;
	return ms / 1000;
}

/* ---- windows -------------------------------------------------------------------------- */

static enum rc
check_spec(const struct window_spec *spec, bool is_repeated, struct err *err)
{
	if (spec->from_ms < 0 || spec->from_ms > LATEST_MS)
		return err_set(err, RC_INVALID, "from: it must be before the year 2100");
	if (spec->until_ms <= spec->from_ms)
		return err_set(err, RC_INVALID, "until: it must be after from");
	if (is_repeated && (spec->length_s < 60 || spec->length_s > WINDOW_LENGTH_MAX_S))
		return err_set(err, RC_INVALID,
		    "length: a repeated window lasts from one minute to 31 days");
	return RC_OK;
}

enum rc
window_new(const struct window_spec *spec, struct window **ret_window, struct err *err)
{
	struct window *w OWNED(window_free) = calloc(1, sizeof(*w));
	bool is_repeated = spec->rrule && *spec->rrule;
	enum rc rc;

	if (!w)
		return err_set(err, RC_NOMEM, "out of memory");
	rc = check_spec(spec, is_repeated, err);
	if (!rc)
		rc = zone_find(spec->zone, &w->zone, err);
	if (rc)
		return rc;
	w->from_ms = spec->from_ms;
	w->until_ms = spec->until_ms;
	w->ended_ms = spec->ended_ms ? spec->ended_ms : WINDOW_NEVER;
	w->length_s = spec->length_s;
	if (is_repeated) {
		int64_t from_s = spec->from_ms / 1000;

		rc = recur_new(spec->rrule, from_s + zone_offset_s(w->zone, from_s),
		    w->zone, &w->recur, err);
		if (rc)
			return rc;
	}
	*ret_window = GIVE(w);
	return RC_OK;
}

void
window_free(struct window *w)
{
	if (!w)
		return;
	recur_free(w->recur);
	free(w);
}

void
window_at(const struct window *w, int64_t now_ms, struct window_view *ret_view)
{
	int64_t begins[BEGINS_MAX], now_s = seconds(now_ms), local_s;
	size_t n;

	view_init(ret_view);
	if (!w->recur) {
		view_add(ret_view, w->from_ms, least(w->until_ms, w->ended_ms), now_ms);
		return;
	}
	local_s = now_s + zone_offset_s(w->zone, now_s);
	n = recur_begins(w->recur, local_s - w->length_s - MEMORY_S, local_s + DAY_S,
	    begins, BEGINS_MAX);
	for (size_t i = 0; i < n; i++) {
		int64_t begin_s = zone_moment_s(w->zone, begins[i]);
		int64_t end_s = zone_moment_s(w->zone, begins[i] + w->length_s);

		if (end_s <= begin_s)
			end_s = begin_s + w->length_s;
		if (begin_s * 1000 < w->until_ms)
			view_add(ret_view, begin_s * 1000,
			    least(end_s * 1000, w->ended_ms), now_ms);
	}
}

/* ---- quiet hours ------------------------------------------------------------------------ */

enum rc
quiet_new(const char *from, const char *until, const char *zone, struct quiet **ret_quiet,
    struct err *err)
{
	struct quiet *q OWNED(quiet_free) = calloc(1, sizeof(*q));
	enum rc rc;

	if (!q)
		return err_set(err, RC_NOMEM, "out of memory");
	rc = zone_find(zone, &q->zone, err);
	if (rc)
		return rc;
	if (!*from && !*until) {
		*ret_quiet = NULL;
		return RC_OK;
	}
	if (!clock_time_read(from, &q->from) || !clock_time_read(until, &q->until))
		return err_set(
		    err, RC_INVALID, "quiet hours: write both times like 22:00, or none");
	*ret_quiet = q->from == q->until ? NULL : GIVE(q);
	return RC_OK;
}

void
quiet_free(struct quiet *q)
{
	free(q);
}

void
quiet_at(const struct quiet *q, int64_t now_ms, struct window_view *ret_view)
{
	int64_t now_s = seconds(now_ms), midnight_s;

	view_init(ret_view);
	if (!q)
		return;
	midnight_s = now_s + zone_offset_s(q->zone, now_s);
	midnight_s -= midnight_s % DAY_S;
	for (int day = -2; day <= 1; day++) {
		int64_t local_s = midnight_s + day * DAY_S;
		int64_t end_s = local_s + q->until * 60;

		if (q->until < q->from)
			end_s += DAY_S;
		view_add(ret_view, zone_moment_s(q->zone, local_s + q->from * 60) * 1000,
		    zone_moment_s(q->zone, end_s) * 1000, now_ms);
	}
}

/* ---- zones ------------------------------------------------------------------------------- */

enum rc
window_zone_check(const char *zone, struct err *err)
{
	struct zone *found;

	return zone_find(zone, &found, err);
}

int
window_minute(const char *zone, int64_t at_ms)
{
	int64_t at_s = seconds(at_ms);
	struct zone *found;

	if (zone_find(zone, &found, NULL))
		return 0;
	at_s += zone_offset_s(found, at_s);
	return (int)(at_s % DAY_S / 60);
}
