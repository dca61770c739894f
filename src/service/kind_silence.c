/* SPDX-License-Identifier: Apache-2.0
 *
 * Silences and maintenances: for how long nobody is told.
 */
#include <string.h>

#include "base/clock.h"
#include "notify/filter.h"
#include "notify/window.h"
#include "service/notify_int.h"
#include "service/onu_int.h"
#include "store/notify/rows.h"

#define HOUR_MS INT64_C(3600000)
#define DAY_MS (24 * HOUR_MS)

enum { SILENCE_DAYS_MAX = 30, OPERATOR_HOURS_MAX = 24, NEXT_MAX = 5 };

/* ---- silences ---------------------------------------------------------------------------- */

static json_t *
show_silence(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "silences", id, err);
}

static const struct entity ENTITY_OF_SILENCE = { "silence", show_silence };

static void
take_silence_filter(struct ask *a, void *row)
{
	struct silence *s = row;

	arg_filter(a, &s->filter);
}

/* When it is this time of day for the next time, at the site. */
static int64_t
next_ms(const struct ask *a, const char *from, const char *until, int64_t after_ms)
{
	const char *zone = a->s->options.timezone;
	struct quiet *time OWNED(quiet_free) = NULL;
	struct window_view view;

	if (quiet_new(from, until, zone ? zone : "", &time, NULL) != RC_OK)
		return after_ms + DAY_MS;
	quiet_at(time, after_ms, &view);
	return view.next_begin_ms;
}

/* Tomorrow at 08:00; an operator's silence is not longer than a day. */
static int64_t
tomorrow_ms(const struct ask *a, int64_t now_ms)
{
	int64_t midnight_ms = next_ms(a, "00:00", "00:01", now_ms);
	int64_t at_ms = next_ms(a, "08:00", "08:01", midnight_ms);
	int64_t most_ms = now_ms + OPERATOR_HOURS_MAX * HOUR_MS;

	return a->who->role < ROLE_ADMIN && at_ms > most_ms ? most_ms : at_ms;
}

static void
take_until_word(struct ask *a, struct silence *s, int64_t now_ms)
{
	const char *until = arg_text(a, "until", "");

	if (strcmp(until, "tomorrow") == 0)
		s->until_ms = tomorrow_ms(a, now_ms);
	else if (strcmp(until, "end") == 0)
		s->until_ms = 0;
	else
		arg_wrong(a, "until", "tomorrow or end is expected");
}

/* "for" and "until" are an end as well: so long from its start on, or a word. */
static void
take_until(struct ask *a, void *row)
{
	static const struct arg_range LENGTH = { 60000, SILENCE_DAYS_MAX * DAY_MS, 0 };
	struct silence *s = row;
	const json_t *until = json_object_get(a->args, "until_at");
	int64_t now_ms = clock_wall_ms();

	if (!s->from_ms)
		s->from_ms = now_ms;
	if (arg_given(a, "for") + arg_given(a, "until_at") + arg_given(a, "until") > 1)
		arg_wrong(a, "for", "only one of for, until and until_at");
	if (arg_given(a, "until"))
		take_until_word(a, s, now_ms);
	else if (arg_given(a, "for"))
		s->until_ms = s->from_ms + arg_ms(a, "for", LENGTH);
	else if (json_is_null(until))
		s->until_ms = 0;
	else if (until)
		s->until_ms = arg_moment(a, "until_at", s->until_ms);
}

/* Somebody asked for a silence that ends with its incident. */
static bool
is_end_named(const struct ask *a)
{
	return arg_given(a, "until") ||
	    json_is_null(json_object_get(a->args, "until_at"));
}

/* How long it may be at most, from now on. An operator's that ends with its incident lasts for
 * a day at most (tell/tell_config.c). */
static void
check_length(
    struct ask *a, const struct silence *s, const struct silence *before, int64_t now_ms)
{
	bool is_admin = a->who->role >= ROLE_ADMIN;
	int64_t most_ms =
	    is_admin ? SILENCE_DAYS_MAX * DAY_MS : OPERATOR_HOURS_MAX * HOUR_MS;

	if (!s->until_ms && !s->incident)
		arg_wrong(a, "until_at", "a silence needs an end");
	else if (!s->until_ms && !is_admin && !before && !is_end_named(a))
		arg_wrong(a, "until_at",
		    "an operator's silence has an end within %d hours",
		    OPERATOR_HOURS_MAX);
	else if (s->until_ms && s->until_ms <= s->from_ms)
		arg_wrong(a, "until_at", "it must be after its start");
	else if (s->until_ms && s->until_ms > now_ms + most_ms + 60000)
		arg_wrong(a, "until_at",
		    is_admin ? "at most 30 days" : "at most 24 hours for an operator");
}

static void
check_silence(
    struct ask *a, const struct notify_row *row, const struct notify_row *before)
{
	const struct silence *s = &row->silence;

	if (!s->incident && strcmp(s->filter ? s->filter : "[]", "[]") == 0 &&
	    a->who->role < ROLE_ADMIN)
		arg_wrong(a, "filter", "only an administrator silences everything");
	if (before && before->silence.incident != s->incident)
		arg_wrong(a, "incident", "a silence stays with its incident");
	if (before && before->silence.ended_ms)
		arg_wrong(a, "until_at", "it has ended already");
	check_length(a, s, before ? &before->silence : NULL, clock_wall_ms());
}

static const struct field_rule SILENCE_RULES[] = { { "filter", take_silence_filter },
	{ "until_at", take_until }, { NULL, NULL } };

const struct notify_kind KIND_SILENCE = {
	.type = &SILENCE_ENTITY,
	.place = { "silences", "silence", NULL, { NULL, NULL } },
	.entity = &ENTITY_OF_SILENCE,
	.rules = SILENCE_RULES,
	.has_who = true,
	.check = check_silence,
};

/* ---- maintenances ---------------------------------------------------------------------------- */

static json_t *
show_maintenance(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "maintenances", id, err);
}

static const struct entity ENTITY_OF_MAINTENANCE = { "maintenance", show_maintenance };

static void
take_maintenance_filter(struct ask *a, void *row)
{
	struct maintenance *m = row;

	arg_filter(a, &m->filter);
}

static struct window_spec
spec_of(const struct maintenance *m)
{
	return (struct window_spec){ .from_ms = m->from_ms,
		.until_ms = m->until_ms ? m->until_ms : WINDOW_NEVER,
		.rrule = m->rrule ? m->rrule : "",
		.zone = m->zone ? m->zone : "",
		.length_s = m->length_s,
		.ended_ms = m->ended_ms };
}

/* The fields that a sentence of notify/window.h begins with, as they are called here. */
static void
wrong_window(struct ask *a, const char *sentence)
{
	static const struct {
		const char *begins, *field;
	} FIELDS[] = { { "from: ", "from_at" }, { "until: ", "until_at" },
		{ "rrule: ", "rrule" }, { "zone: ", "zone" },
		{ "length: ", "length_s" } };

	for (size_t i = 0; i < sizeof(FIELDS) / sizeof(FIELDS[0]); i++) {
		size_t n = strlen(FIELDS[i].begins);

		if (strncmp(sentence, FIELDS[i].begins, n) == 0) {
			arg_wrong(a, FIELDS[i].field, "%s", sentence + n);
			return;
		}
	}
	arg_wrong(a, "rrule", "%s", sentence);
}

/* What is not judged, or planned, must be a place. */
static void
check_places(struct ask *a, const struct maintenance *m)
{
	struct notify_filter *filter OWNED(notify_filter_free) = NULL;
	struct notify_filter_reach reach;
	struct err err = { 0 };

	if (notify_filter_parse(m->filter, &filter, &err) == RC_OK &&
	    notify_filter_places(filter, &reach, &err) != RC_OK)
		arg_wrong(a, "filter", "%s", err.msg);
}

static void
check_maintenance(
    struct ask *a, const struct notify_row *row, const struct notify_row *before)
{
	const struct maintenance *m = &row->maintenance;
	struct window_spec spec = spec_of(m);
	struct window *window OWNED(window_free) = NULL;
	struct err err = { 0 };

	(void)before;
	arg_check_zone(a, m->zone);
	if (m->mode != MAINTENANCE_MUTE)
		check_places(a, m);
	if (!m->from_ms) {
		if (json_object_get(a->args, "from_at"))
			arg_wrong(a, "from_at", "it is needed");
		return;
	}
	if (*spec.rrule && !m->length_s)
		arg_wrong(a, "length_s", "it is needed when it recurs");
	else if (window_new(&spec, &window, &err) != RC_OK)
		wrong_window(a, err.msg);
}

static json_t *
show_span(int64_t from_ms, int64_t until_ms)
{
	return json_pack("{s:o, s:o}", "from_at", show_moment(from_ms), "until_at",
	    show_moment(until_ms == WINDOW_NEVER ? 0 : until_ms));
}

/* The one that is now, if any, and those that follow. */
static json_t *
show_next_windows(const struct window *window, int64_t now_ms, bool *ret_is_active)
{
	json_t *next = json_array();
	struct window_view view;

	window_at(window, now_ms, &view);
	*ret_is_active = view.is_active;
	if (view.is_active)
		(void)json_array_append_new(next, show_span(view.begin_ms, view.end_ms));
	while (json_array_size(next) < NEXT_MAX && view.next_begin_ms != WINDOW_NEVER) {
		window_at(window, view.next_begin_ms, &view);
		if (!view.is_active)
			break;
		(void)json_array_append_new(next, show_span(view.begin_ms, view.end_ms));
	}
	return next;
}

static void
show_next_ones(struct ask *a, int64_t id, json_t *shown)
{
	struct maintenance m = { 0 };
	struct window *window OWNED(window_free) = NULL;
	bool is_active = false;
	struct window_spec spec;
	json_t *next = NULL;

	if (store_notify_get(a->db, &MAINTENANCE_ENTITY, id, a->arena, &m, NULL) ==
	    RC_OK) {
		spec = spec_of(&m);
		if (window_new(&spec, &window, NULL) == RC_OK)
			next = show_next_windows(window, clock_wall_ms(), &is_active);
	}
	(void)json_object_set_new(shown, "is_active", json_boolean(is_active));
	(void)json_object_set_new(shown, "next", next ? next : json_array());
}

static const struct field_rule MAINTENANCE_RULES[] = {
	{ "filter", take_maintenance_filter }, { NULL, NULL }
};

const struct notify_kind KIND_MAINTENANCE = {
	.type = &MAINTENANCE_ENTITY,
	.place = { "maintenances", "maintenance", NULL, { NULL, NULL } },
	.entity = &ENTITY_OF_MAINTENANCE,
	.rules = MAINTENANCE_RULES,
	.has_who = true,
	.check = check_maintenance,
	.show = show_next_ones,
};
