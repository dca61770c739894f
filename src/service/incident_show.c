/* SPDX-License-Identifier: Apache-2.0
 *
 * Incidents in words.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/moment.h"
#include "service/incident_int.h"
#include "service/onu_int.h"
#include "store/incident/incident.h"
#include "store/list/list.h"
#include "watch/sentence.h"

enum { SENTENCE_MAX = 2048, SHOWN_OPEN = 20 };

/* ---- sentences --------------------------------------------------------------------------- */

/* In the time zone of the server; the date if it is not today. */
static void
clock_text(void *ctx, int64_t at_ms, char *text, size_t max)
{
	time_t at = (time_t)(at_ms / 1000), now = (time_t)(clock_wall_ms() / 1000);
	struct tm tm, today;

	(void)ctx;
	(void)localtime_r(&at, &tm);
	(void)localtime_r(&now, &today);
	(void)strftime(text, max,
	    tm.tm_yday == today.tm_yday && tm.tm_year == today.tm_year ? "%H:%M:%S"
								       : "%Y-%m-%d %H:%M",
	    &tm);
}

static int64_t
number(const json_t *row, const char *name)
{
	return json_integer_value(json_object_get(row, name));
}

static const char *
word(const json_t *row, const char *name)
{
	const char *text = json_string_value(json_object_get(row, name));

	return text ? text : "";
}

static int64_t
moment(const json_t *row, const char *name)
{
	int64_t ms = 0;

	(void)moment_read(word(row, name), &ms);
	return ms;
}

static bool
story_of(const json_t *row, struct watch_story *s)
{
	char *params OWNED(free) = json_dumps(json_object_get(row, "params"), 0);

	*s = (struct watch_story){ .confidence = (int)number(row, "confidence"),
		.affected = number(row, "affected"),
		.at_risk = number(row, "at_risk"),
		.left_over = number(row, "left_over"),
		.recovered = number(row, "recovered"),
		.since_ms = moment(row, "since_at"),
		.since_from_ms = moment(row, "since_from_at"),
		.resolved_ms = moment(row, "resolved_at"),
		.is_flapping = json_is_true(json_object_get(row, "is_flapping")),
		.reopened = number(row, "reopened") };
	return watch_kind_from_name(word(row, "kind"), &s->kind) &&
	    watch_state_from_name(word(row, "state"), &s->state) &&
	    watch_root_from_name(word(row, "root_kind"), &s->root) &&
	    watch_cause_from_name(word(row, "cause"), &s->cause) && params &&
	    watch_params_read(params, &s->params) == RC_OK;
}

static void
add_sentence(json_t *row, const char *name, const struct watch_story *story,
    enum watch_language language)
{
	const struct watch_zone zone = { clock_text, NULL };
	struct buf text = BUF_INIT(SENTENCE_MAX);

	watch_sentence(story, language, &zone, &text);
	(void)json_object_set_new(row, name, json_string(buf_text(&text)));
	buf_fini(&text);
}

static void
add_words(json_t *row)
{
	struct buf place = BUF_INIT(SENTENCE_MAX);
	struct watch_story story;

	if (!story_of(row, &story))
		return; /* of a later version */
	add_sentence(row, "sentence_en", &story, WATCH_EN);
	add_sentence(row, "sentence_es", &story, WATCH_ES);
	watch_place_text(&story, WATCH_EN, &place);
	(void)json_object_set_new(row, "place_text", json_string(buf_text(&place)));
	buf_fini(&place);
}

void
show_sentences(const char *list, json_t *rows)
{
	json_t *row;
	size_t i;

	if (strcmp(list, "incidents") != 0)
		return;
	if (json_is_object(rows))
		add_words(rows);
	json_array_foreach(rows, i, row)
	{
		add_words(row);
	}
}

/* ---- rows -------------------------------------------------------------------------------- */

json_t *
show_incidents(struct ask *a, const struct vec *ids, struct err *err)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < ids->n; i++) {
		json_t *row = show_row(a->db, "incidents", *VEC_AT(ids, int64_t, i), err);

		if (!row) {
			json_decref(rows);
			return NULL;
		}
		(void)json_array_append_new(rows, row);
	}
	show_sentences("incidents", rows);
	return rows;
}

json_t *
show_incident_of_onu(
    struct ask *a, struct onu_id onu, struct olt_id olt, const char *place)
{
	static const char *const NAMES[] = { "id", "since_at", "cause_class",
		"sentence_en", "sentence_es" };
	int64_t id = 0;
	json_t *row, *shown;

	if (store_incident_of_onu(a->db, onu, olt, place, &id, NULL) != RC_OK || !id)
		return json_null();
	row = show_row(a->db, "incidents", id, NULL);
	if (!row)
		return json_null();
	show_sentences("incidents", row);
	shown = json_object();
	for (size_t i = 0; i < sizeof(NAMES) / sizeof(NAMES[0]); i++)
		(void)json_object_set(shown, NAMES[i], json_object_get(row, NAMES[i]));
	json_decref(row);
	return shown;
}

static enum rc
take_row(void *ctx, const struct list *list, const struct value *row)
{
	return json_array_append_new(ctx, show_list_row(list, row)) == 0 ? RC_OK
									 : RC_NOMEM;
}

static int
compare(const void *a, const void *b)
{
	const json_t *x = *(const json_t *const *)a, *y = *(const json_t *const *)b;
	enum watch_severity grave_x = WATCH_INFO, grave_y = WATCH_INFO;
	int64_t down_x = number(x, "affected"), down_y = number(y, "affected");

	(void)watch_severity_from_name(word(x, "severity"), &grave_x);
	(void)watch_severity_from_name(word(y, "severity"), &grave_y);
	if (grave_x != grave_y)
		return grave_x < grave_y ? 1 : -1;
	return (down_y > down_x) - (down_y < down_x);
}

/* The gravest first, then by customers. */
static json_t *
sort(const json_t *rows)
{
	size_t n = json_array_size(rows);
	json_t **all OWNED(free) = calloc(n + 1, sizeof(json_t *));
	json_t *sorted = json_array();

	if (!all)
		return sorted;
	for (size_t i = 0; i < n; i++)
		all[i] = json_array_get(rows, i);
	qsort(all, n, sizeof(json_t *), compare);
	for (size_t i = 0; i < n && i < SHOWN_OPEN; i++)
		(void)json_array_append(sorted, all[i]);
	return sorted;
}

enum rc
show_open_incidents(struct ask *a, json_t *answer, struct err *err)
{
	struct list_filter open = { "open", LIST_EQUAL, "1" };
	struct list_query query = { .n_filters = 1,
		.filters = &open,
		.order = "-severity",
		.page = 1,
		.page_size = 200 };
	json_t *rows = json_array(), *sorted;
	int64_t count = 0;
	enum rc rc = store_list(
	    a->db, list_find("incidents"), &query, take_row, rows, &count, err);

	sorted = sort(rows);
	json_decref(rows);
	show_sentences("incidents", sorted);
	(void)json_object_set_new(answer, "incidents", sorted);
	(void)json_object_set_new(answer, "open_incidents", json_integer(count));
	return rc;
}

int64_t
find_incident(struct ask *a, const char *name)
{
	static const struct find_place INCIDENTS = { "incidents", "incident", NULL,
		{ NULL, NULL } };

	return find_in(a, name, &INCIDENTS);
}
