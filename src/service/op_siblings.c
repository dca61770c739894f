/* SPDX-License-Identifier: Apache-2.0
 *
 * What the other ONUs of a port did meanwhile, in three numbers a moment: when all of them
 * went down together it was the fibre, when one did it was the house.
 *
 * A range of any length is looked at in the same number of moments, so that two years
 * cost what an hour does.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "service/history_int.h"
#include "service/onu_int.h"
#include "store/onu/onu_values.h"

enum { MOMENTS = 96 };

#define MINUTE_MS INT64_C(60000)
#define HOUR_MS (60 * MINUTE_MS)

struct siblings {
	struct onu_id self;
	int64_t at_ms; /* of the last reading */
	struct vec values; /* of double */
	bool is_out_of_memory;
};

static void
take_sibling(void *ctx, struct onu_id onu, const struct sample *s)
{
	struct siblings *x = ctx;
	double *value;

	if (onu.v == x->self.v)
		return;
	value = vec_add(&x->values);
	if (value)
		*value = s->value;
	x->is_out_of_memory |= !value;
	x->at_ms = s->time_ms;
}

static int
compare_values(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Where there are two in the middle, the lower: it is one that somebody has. */
static json_t *
show_siblings(struct siblings *x)
{
	const double *sorted = x->values.data;
	size_t n = x->values.n;

	qsort(x->values.data, n, sizeof(*sorted), compare_values);
	return json_pack("{s:o, s:f, s:f, s:f, s:I}", "at", show_moment(x->at_ms), "low",
	    sorted[0], "median", sorted[(n - 1) / 2], "high", sorted[n - 1], "count",
	    (json_int_t)n);
}

/* The last readings of each part of the range; parts without any are left out. */
static enum rc
look(struct ask *a, const struct sample_query *q, struct sample_moment *m,
    struct siblings *x, json_t *points, struct err *err)
{
	int64_t least_ms = q->kind == HISTORY_HOUR ? HOUR_MS : MINUTE_MS;
	int64_t step_ms = (q->to_ms - q->from_ms) / MOMENTS;
	enum rc rc = RC_OK;

	if (step_ms < least_ms)
		step_ms = least_ms;
	m->max_age_ms = step_ms - 1;
	for (int64_t at = q->from_ms + step_ms; rc == RC_OK && at <= q->to_ms;
	     at += step_ms) {
		m->at_ms = at - 1;
		x->values.n = 0;
		rc = samples_at(a->db, m, take_sibling, x, err);
		if (rc == RC_NOT_FOUND)
			rc = RC_OK;
		else if (rc == RC_OK && x->is_out_of_memory)
			rc = err_set(err, RC_NOMEM, "no memory for a port's ONUs");
		else if (rc == RC_OK && x->values.n)
			(void)json_array_append_new(points, show_siblings(x));
	}
	return rc;
}

static void
answer(struct ask *a, const struct sample_query *q, struct sample_moment *m,
    struct siblings *x, const char *key)
{
	json_t *points = json_array();
	struct err err = { 0 };
	enum rc rc = look(a, q, m, x, points, &err);

	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
	else
		ask_answer(a,
		    json_pack("{s:s, s:s, s:o, s:o, s:O}", "metric", key, "resolution",
			q->kind == HISTORY_RAW ? "raw" : "hour", "from",
			show_moment(q->from_ms), "to", show_moment(q->to_ms), "points",
			points));
	json_decref(points);
}

void
op_onu_siblings(struct ask *a)
{
	struct sample_query q = { .onu = find_onu(a, "onu") };
	struct history_metric asked = history_take_metric(a, SUBJECT_ONUS, "onu_rx");
	struct siblings x = { .self = q.onu, .values = VEC_INIT(double) };
	struct sample_moment m = { .purpose = asked.purpose, .custom = asked.custom };
	struct onu onu = { .olt = { 0 } };
	struct err err = { 0 };
	enum rc rc;

	history_take_range(a, &q);
	if (!args_are_right(a))
		return;
	rc = store_onu_get(a->db, q.onu, a->arena, &onu, &err);
	if (rc != RC_OK) {
		(void)ask_fail_err(a, rc, &err);
		return;
	}
	m.olt = onu.olt;
	m.port = &onu.position;
	m.by_hour = q.kind == HISTORY_HOUR;
	answer(a, &q, &m, &x, asked.key);
	vec_fini(&x.values);
}
