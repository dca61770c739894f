/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of custom OIDs that are not an ONU's: one of them, and one over time.
 */
#include "service/history_int.h"
#include "store/part/olt_values.h"

static const struct find_place VALUES = { "olt_values", "value", NULL, { NULL, NULL } };

void
op_value_get(struct ask *a)
{
	int64_t id = find_in(a, "value", &VALUES);
	json_t *shown = args_are_right(a) ? ask_row(a, "olt_values", id) : NULL;

	if (shown)
		ask_answer(a, shown);
}

static void
answer(struct ask *a, const json_t *value, const struct olt_value_query *q)
{
	struct history_series series = { q->kind, json_array() };
	struct sample_report report = { 0 };
	struct err err = { 0 };
	json_t *answer = NULL;
	enum rc rc =
	    olt_value_history(a->db, q, history_add_point, &series, &report, &err);

	if (rc == RC_OK)
		answer = history_answer(&series, q->from_ms, q->to_ms,
		    json_string_value(json_object_get(value, "name")), report.damaged);
	json_decref(series.points);
	if (!answer) {
		(void)ask_fail_err(a, rc != RC_OK ? rc : RC_NOMEM, &err);
		return;
	}
	(void)json_object_set(answer, "unit", json_object_get(value, "unit"));
	(void)json_object_set(answer, "is_rate", json_object_get(value, "is_counter"));
	ask_answer(a, answer);
}

void
op_value_history(struct ask *a)
{
	struct olt_value_query q = { .id = find_in(a, "value", &VALUES) };
	struct sample_query range = { 0 };
	json_t *value;

	history_take_range(a, &range);
	value = args_are_right(a) ? ask_row(a, "olt_values", q.id) : NULL;
	if (!value)
		return;
	q.olt.v = json_integer_value(json_object_get(value, "olt"));
	q.from_ms = range.from_ms;
	q.to_ms = range.to_ms;
	q.kind = range.kind;
	answer(a, value, &q);
	json_decref(value);
}
