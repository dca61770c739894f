/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers over time: of an ONU, a port or a part of the chassis; and of all ONUs of a port
 * at one moment, because a neighbour's level tells whether it is the fibre or the house.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/moment.h"
#include "service/history_int.h"
#include "service/onu_int.h"
#include "store/list/list.h"
#include "store/onu/onu_values.h"

#define DAY_MS (INT64_C(24) * 3600 * 1000)
#define RANGE_MAX_MS (INT64_C(3660) * DAY_MS)

/* ---- arguments ---------------------------------------------------------------------- */

int64_t
arg_moment(struct ask *a, const char *name, int64_t fallback)
{
	const json_t *value = json_object_get(a->args, name);
	int64_t ms = fallback;

	if (!arg_given(a, name))
		return fallback;
	if (json_is_integer(value))
		return json_integer_value(value);
	if (!json_is_string(value) || !moment_read(json_string_value(value), &ms))
		arg_wrong(a, name, "a moment like 2026-01-31T12:00:00Z is expected");
	return ms;
}

struct history_metric
history_take_metric(struct ask *a, enum samples_subject subject, const char *usual)
{
	const char *name = arg_text(a, "metric", usual);
	struct history_metric asked = { .purpose = PURPOSE_CUSTOM };

	if (subject == SUBJECT_ONUS && strncmp(name, "custom:", 7) == 0 && name[7]) {
		asked.custom = name + 7;
		asked.key = asked.custom;
		return asked;
	}
	if (subject == SUBJECT_PORTS && metric_of_port(name)) {
		asked.key = name;
		asked.metric = metric_of_port(name)->number;
		return asked;
	}
	if (purpose_from_name(name, &asked.purpose) && metric_of(asked.purpose) &&
	    metric_of(asked.purpose)->subject == subject)
		asked.key = purpose_info(asked.purpose)->key;
	else
		arg_wrong(a, "metric", "there is no history of \"%.40s\" here", name);
	return asked;
}

void
history_take_range(struct ask *a, struct sample_query *q)
{
	static const struct history_limits LIMITS = HISTORY_LIMITS_DEFAULT;
	const char *resolution = arg_text(a, "resolution", "auto");

	q->to_ms = arg_moment(a, "to", clock_wall_ms() + 1);
	q->from_ms = arg_moment(a, "from", q->to_ms - DAY_MS);
	if (q->from_ms >= q->to_ms)
		arg_wrong(a, "from", "it must be before the end of the range");
	else if (q->to_ms - q->from_ms > RANGE_MAX_MS)
		arg_wrong(a, "from", "at most ten years");
	q->kind = history_resolution(q->from_ms, q->to_ms, &LIMITS);
	if (strcmp(resolution, "raw") == 0)
		q->kind = HISTORY_RAW;
	else if (strcmp(resolution, "hour") == 0)
		q->kind = HISTORY_HOUR;
	else if (strcmp(resolution, "auto") != 0)
		arg_wrong(a, "resolution", "raw, hour or auto");
}

/* ---- one thing over time --------------------------------------------------------------- */

void
history_add_point(void *ctx, const struct sample *s)
{
	struct history_series *series = ctx;
	json_t *point = json_pack("{s:o}", "at", show_moment(s->time_ms));

	(void)json_object_set_new(
	    point, "value", isnan(s->value) ? json_null() : json_real(s->value));
	if (series->kind == HISTORY_HOUR && !isnan(s->value)) {
		(void)json_object_set_new(point, "min", json_real(s->min));
		(void)json_object_set_new(point, "max", json_real(s->max));
		(void)json_object_set_new(point, "count", json_integer(s->count));
	}
	(void)json_array_append_new(series->points, point);
}

json_t *
history_answer(const struct history_series *series, int64_t from_ms, int64_t to_ms,
    const char *metric, int64_t damaged)
{
	return json_pack("{s:s, s:s, s:o, s:o, s:O, s:I}", "metric", metric, "resolution",
	    series->kind == HISTORY_RAW ? "raw" : "hour", "from", show_moment(from_ms),
	    "to", show_moment(to_ms), "points", series->points, "damaged",
	    (json_int_t)damaged);
}

static void
answer_series(
    struct ask *a, const struct sample_query *q, const struct history_metric *asked)
{
	struct history_series series = { q->kind, json_array() };
	struct sample_report report = { 0 };
	struct err err = { 0 };
	enum rc rc = samples_of_onu(a->db, q, history_add_point, &series, &report, &err);

	/* A custom column without any number yet has an empty history. */
	if (rc != RC_OK && rc != RC_NOT_FOUND)
		(void)ask_fail_err(a, rc, &err);
	else
		ask_answer(a,
		    history_answer(
			&series, q->from_ms, q->to_ms, asked->key, report.damaged));
	json_decref(series.points);
}

void
op_onu_history(struct ask *a)
{
	struct sample_query q = { .onu = find_onu(a, "onu") };
	struct history_metric asked = history_take_metric(a, SUBJECT_ONUS, "onu_rx");
	struct onu onu = { .olt = { 0 } };
	struct err err = { 0 };
	enum rc rc = RC_OK;

	history_take_range(a, &q);
	if (!args_are_right(a))
		return;
	rc = store_onu_get(a->db, q.onu, a->arena, &onu, &err);
	if (rc != RC_OK) {
		(void)ask_fail_err(a, rc, &err);
		return;
	}
	q.olt = onu.olt;
	q.purpose = asked.purpose;
	q.custom = asked.custom;
	answer_series(a, &q, &asked);
}

/* ---- ports and the chassis -------------------------------------------------------------- */

static const struct find_place PORTS = { "pon_ports", "PON port", NULL, { NULL, NULL } };

void
op_port_get(struct ask *a)
{
	int64_t id = find_in(a, "port", &PORTS);
	json_t *shown = args_are_right(a) ? ask_row(a, "pon_ports", id) : NULL;

	if (shown)
		ask_answer(a, shown);
}

void
op_port_history(struct ask *a)
{
	struct sample_query q = { .onu = { find_in(a, "port", &PORTS) } };
	struct history_metric asked = history_take_metric(a, SUBJECT_PORTS, "port_onus");
	json_t *port;

	history_take_range(a, &q);
	port = args_are_right(a) ? ask_row(a, "pon_ports", q.onu.v) : NULL;
	if (!port)
		return;
	q.olt.v = json_integer_value(json_object_get(port, "olt"));
	q.purpose = asked.purpose;
	q.metric = asked.metric;
	json_decref(port);
	answer_series(a, &q, &asked);
}

void
op_olt_history(struct ask *a)
{
	struct sample_query q = { .olt = find_olt(a, "olt"),
		.onu = { samples_part_id(arg_text(a, "part", "")) } };
	struct history_metric asked = history_take_metric(a, SUBJECT_CHASSIS, "cpu");

	q.purpose = asked.purpose;
	history_take_range(a, &q);
	if (args_are_right(a))
		answer_series(a, &q, &asked);
}

/* ---- neighbours ---------------------------------------------------------------------------- */

struct neighbours {
	const struct tunables *limits;
	enum purpose purpose;
	struct onu_id self;
	json_t *readings; /* by the number of the ONU, as text */
	json_t *results;
};

static void
take_reading(void *ctx, struct onu_id onu, const struct sample *s)
{
	struct neighbours *n = ctx;
	char key[24];

	(void)snprintf(key, sizeof(key), "%lld", (long long)onu.v);
	if (!isnan(s->value))
		(void)json_object_set_new(n->readings, key, json_real(s->value));
}

static enum rc
take_neighbour(void *ctx, const struct list *list, const struct value *row)
{
	struct neighbours *n = ctx;
	json_t *shown = json_object(), *reading;
	char key[24];

	(void)snprintf(key, sizeof(key), "%lld", (long long)row[0].i);
	for (size_t i = 0; list->fields[i].name; i++) {
		const char *name = list->fields[i].name;

		if (strcmp(name, "id") == 0 || strcmp(name, "place") == 0 ||
		    strcmp(name, "serial") == 0 || strcmp(name, "run_state") == 0 ||
		    strcmp(name, "cause") == 0)
			(void)json_object_set_new(shown, name, show_listed(list, row, i));
	}
	reading = json_object_get(n->readings, key);
	(void)json_object_set(shown, "value", reading ? reading : json_null());
	if (reading && level_of(n->limits, n->purpose, 0))
		(void)json_object_set_new(shown, "level",
		    json_string(
			level_of(n->limits, n->purpose, json_real_value(reading))));
	(void)json_object_set_new(shown, "is_self", json_boolean(row[0].i == n->self.v));
	return json_array_append_new(n->results, shown) == 0 ? RC_OK : RC_NOMEM;
}

/* The ONUs of the same port that are there. */
static enum rc
list_neighbours(
    struct ask *a, const struct onu *onu, struct neighbours *n, struct err *err)
{
	static const enum position_part PARTS[] = { POS_FRAME, POS_SLOT, POS_PORT };
	struct list_filter filters[5] = {
		{ "olt", LIST_EQUAL,
		    arena_printf(a->arena, "%lld", (long long)onu->olt.v) },
		{ "is_present", LIST_EQUAL, "1" }
	};
	struct list_query query = { .filters = filters,
		.n_filters = 5,
		.order = "place",
		.page = 1,
		.page_size = LIST_PAGE_MAX };
	int64_t count = 0;

	for (size_t i = 0; i < 3; i++)
		filters[i + 2] =
		    (struct list_filter){ position_part_name(PARTS[i]), LIST_EQUAL,
			    arena_printf(a->arena, "%u", onu->position.part[PARTS[i]]) };
	return store_list(
	    a->db, list_find("onus"), &query, take_neighbour, n, &count, err);
}

void
op_onu_neighbours(struct ask *a)
{
	struct tunables limits = tunables_load(a);
	struct neighbours n = { .limits = &limits,
		.self = find_onu(a, "onu"),
		.readings = json_object(),
		.results = json_array() };
	struct history_metric asked = history_take_metric(a, SUBJECT_ONUS, "onu_rx");
	struct sample_moment m = { .purpose = asked.purpose,
		.custom = asked.custom,
		.at_ms = arg_moment(a, "at", clock_wall_ms()),
		.max_age_ms = DAY_MS };
	struct onu onu = { .olt = { 0 } };
	struct err err = { 0 };
	enum rc rc = RC_OK;

	n.purpose = asked.purpose;
	if (args_are_right(a))
		rc = store_onu_get(a->db, n.self, a->arena, &onu, &err);
	if (rc == RC_OK && ask_is_well(a)) {
		m.olt = onu.olt;
		m.port = &onu.position;
		rc = samples_at(a->db, &m, take_reading, &n, &err);
		/* No reading of that time: they are listed all the same. */
		if (rc == RC_OK || rc == RC_NOT_FOUND)
			rc = list_neighbours(a, &onu, &n, &err);
	}
	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
	if (ask_is_well(a))
		ask_answer(a,
		    json_pack("{s:s, s:o, s:O}", "metric", asked.key, "at",
			show_moment(m.at_ms), "results", n.results));
	json_decref(n.readings);
	json_decref(n.results);
}
