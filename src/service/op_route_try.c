/* SPDX-License-Identifier: Apache-2.0
 *
 * "Try the routes": who would be told of an incident, stored or made up, when, and why not.
 */
#include <string.h>

#include "base/clock.h"
#include "base/moment.h"
#include "base/vec.h"
#include "notify/notify.h"
#include "service/notify_int.h"
#include "store/notify/rows.h"
#include "tell/tell.h"

enum { TAGS_MAX = 32 };

/* ---- what is asked ------------------------------------------------------------------------ */

static const char *
arg_short(struct ask *a, const char *name, const char *fallback, size_t max)
{
	const char *text = arg_text(a, name, fallback);

	arg_check_length(a, name, text, 0, max);
	return text;
}

static size_t
take_tags(struct ask *a, const char *tags[TAGS_MAX])
{
	const json_t *given = json_object_get(a->args, "tags");
	size_t n = json_array_size(given);

	if (!arg_given(a, "tags"))
		return 0;
	if (!json_is_array(given) || n > TAGS_MAX) {
		arg_wrong(a, "tags", "a list of at most %d texts is expected", TAGS_MAX);
		return 0;
	}
	for (size_t i = 0; i < n; i++) {
		tags[i] = json_string_value(json_array_get(given, i));
		if (!tags[i]) {
			arg_wrong(a, "tags", "a list of at most %d texts is expected",
			    TAGS_MAX);
			return 0;
		}
	}
	return n;
}

static struct notify_fact
take_fact(struct ask *a, const char *tags[TAGS_MAX], int64_t now_ms)
{
	struct notify_fact f = { .version = 1,
		.state = INCIDENT_OPEN,
		.opened_ms = now_ms,
		.acked_affected = -1 };
	const char *severity = arg_text(a, "severity", "major");
	const char *cause_class = arg_text(a, "cause_class", "unknown");

	f.subject = (struct notify_subject){ .severity = INCIDENT_MAJOR,
		.kind = arg_short(a, "kind", "outage", TEXT_NAME_MAX),
		.site = arg_short(a, "site", "", TEXT_WORDS_MAX),
		.olt = arg_short(a, "olt", "", TEXT_NAME_MAX),
		.brand = arg_short(a, "brand", "", TEXT_NAME_MAX),
		.card = arg_short(a, "card", "", TEXT_NAME_MAX),
		.port = arg_short(a, "port", "", TEXT_NAME_MAX),
		.affected = arg_int(a, "affected", (struct arg_range){ 0, INT32_MAX, 1 }),
		.tags = tags,
		.n_tags = take_tags(a, tags),
		.minute = -1 };
	if (!incident_severity_from_name(severity, &f.subject.severity))
		arg_wrong(a, "severity", "one of these is expected: %s",
		    "info|minor|major|critical");
	if (!incident_class_from_name(cause_class, &f.subject.cause_class))
		arg_wrong(a, "cause_class", "one of these is expected: %s",
		    "unknown|fibre|power|equipment|admin|collector|optical");
	return f;
}

/* ---- what is answered ----------------------------------------------------------------------- */

static json_t *
name_of(struct ask *a, const struct entity_type *type, int64_t id)
{
	struct notify_row row = { 0 };

	if (store_notify_get(a->db, type, id, a->arena, &row, NULL) != RC_OK)
		return json_string("");
	return json_string(entity_text(entity_find(type, "name"), &row));
}

static json_t *
show_try(struct ask *a, const struct notify_try *t)
{
	return json_pack("{s:I, s:o, s:I, s:o, s:s, s:o, s:o, s:o}", "route",
	    (json_int_t)t->route, "route_name", name_of(a, &ROUTE_ENTITY, t->route),
	    "target", (json_int_t)t->target, "target_name",
	    name_of(a, &TARGET_ENTITY, t->target), "why", notify_why_name(t->why), "by",
	    t->by ? json_integer(t->by) : json_null(), "at",
	    show_moment(t->at_ms == WINDOW_NEVER ? 0 : t->at_ms), "delay_s",
	    t->delay_ms < 0 ? json_null() : json_integer(t->delay_ms / 1000));
}

static void
answer_tries(struct ask *a, const struct vec *tries)
{
	json_t *results = json_array();

	for (size_t i = 0; i < tries->n; i++)
		(void)json_array_append_new(
		    results, show_try(a, VEC_AT(tries, struct notify_try, i)));
	ask_answer(a, json_pack("{s:o}", "results", results));
}

void
op_route_try(struct ask *a)
{
	const char *tags[TAGS_MAX] = { NULL };
	struct tell_options options = {
		a->s->options.timezone ? a->s->options.timezone : "", "es", ""
	};
	struct tell *t OWNED(tell_free) = tell_new(&options);
	struct tell_wish wish = { .now_ms = clock_wall_ms() };
	struct vec tries = VEC_INIT(struct notify_try);
	struct notify_fact made_up = take_fact(a, tags, wish.now_ms);
	struct err err = { 0 };
	enum rc rc;

	wish.incident = arg_int(a, "incident", (struct arg_range){ 1, INT32_MAX, 0 });
	wish.made_up = wish.incident ? NULL : &made_up;
	if (!args_are_right(a))
		return;
	rc = t ? tell_try(t, a->db, &wish, &tries, &err)
	       : err_set(&err, RC_NOMEM, "out of memory");
	if (rc == RC_OK)
		answer_tries(a, &tries);
	else if (rc == RC_NOT_FOUND)
		arg_wrong(
		    a, "incident", "there is no incident %lld", (long long)wish.incident);
	else
		(void)ask_fail_err(a, rc, &err);
	(void)args_are_right(a);
	vec_fini(&tries);
}

/* ---- the past -------------------------------------------------------------------------------- */

enum { PAST_MOST = 200, DAYS_USUAL = 30, DAYS_MOST = 90 };

#define DAY_MS INT64_C(86400000)

/* Each target once; one that a route would tell is not held back by another one. */
static void
split_tries(struct ask *a, const struct vec *tries, json_t *told, json_t *held)
{
	for (size_t i = 0; i < tries->n; i++) {
		const struct notify_try *t = VEC_AT(tries, struct notify_try, i);
		json_t *list = t->why == NOTIFY_WILL ? told : held;

		if (t->target)
			(void)json_array_append_new(
			    list, name_of(a, &TARGET_ENTITY, t->target));
	}
}

static json_t *
try_past(struct ask *a, struct tell *t, const json_t *row, struct err *err)
{
	struct tell_wish wish = { .incident =
				      json_integer_value(json_object_get(row, "id")),
		.is_past = true,
		.now_ms = clock_wall_ms() };
	json_t *told = json_array(), *held = json_array();
	struct vec tries = VEC_INIT(struct notify_try);
	enum rc rc;

	(void)moment_read(
	    json_string_value(json_object_get(row, "opened_at")), &wish.now_ms);
	rc = tell_try(t, a->db, &wish, &tries, err);
	if (rc == RC_OK)
		split_tries(a, &tries, told, held);
	vec_fini(&tries);
	return json_pack("{s:O, s:O, s:O, s:O, s:O, s:o, s:o}", "incident",
	    json_object_get(row, "id"), "severity", json_object_get(row, "severity"),
	    "since_at", json_object_get(row, "since_at"), "sentence_en",
	    json_object_get(row, "sentence_en"), "sentence_es",
	    json_object_get(row, "sentence_es"), "targets", told, "held", held);
}

/* What was opened, and is no part of another one. */
static bool
is_told_of(const json_t *row)
{
	return !json_is_null(json_object_get(row, "opened_at")) &&
	    json_is_null(json_object_get(row, "merged_into"));
}

static json_t *
past_incidents(struct ask *a, int64_t days)
{
	json_t *args = json_pack("{s:s, s:{s:I}, s:s, s:i}", "list", "incidents",
	    "filter", "detected_at__gte", (json_int_t)(clock_wall_ms() - days * DAY_MS),
	    "ordering", "-id", "page_size", PAST_MOST);
	struct service_answer answer = { .rc = RC_OK };
	json_t *rows;

	ask_nested(a, "list", args, &answer);
	rows = json_incref(json_object_get(answer.result, "results"));
	if (answer.rc != RC_OK)
		(void)ask_fail(a, answer.rc, "%s", answer.message);
	service_answer_fini(&answer);
	json_decref(args);
	return rows;
}

void
op_route_past(struct ask *a)
{
	int64_t days = arg_int(a, "days", (struct arg_range){ 1, DAYS_MOST, DAYS_USUAL });
	struct tell_options options = {
		a->s->options.timezone ? a->s->options.timezone : "", "es", ""
	};
	struct tell *t OWNED(tell_free) = tell_new(&options);
	json_t *rows = args_are_right(a) ? past_incidents(a, days) : NULL, *row;
	json_t *results = json_array();
	struct err err = { 0 };
	size_t i;

	json_array_foreach(rows, i, row)
	{
		if (t && is_told_of(row) && ask_is_wanted(a))
			(void)json_array_append_new(results, try_past(a, t, row, &err));
	}
	if (ask_is_well(a))
		ask_answer(a, json_pack("{s:O}", "results", results));
	json_decref(results);
	json_decref(rows);
}
