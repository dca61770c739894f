/* SPDX-License-Identifier: Apache-2.0
 *
 * All values of an OLT share one roster and a few series, whatever they are called: a run
 * writes a block for each series that it has a number for, and nulls for the values of
 * other jobs. Whoever reads one leaves the nulls out.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "store/db/query.h"
#include "store/part/olt_values_int.h"
#include "store/history/samples_block.h"

/* ---- where a number goes ------------------------------------------------------- */

/* Numbers are in every block ever written: append, never reuse. */
static const struct value_metric LADDER[VALUE_METRICS] = {
	{ { 40, PURPOSE_CUSTOM, 100, false, SUBJECT_VALUES }, 1 },
	{ { 41, PURPOSE_CUSTOM, 1, false, SUBJECT_VALUES }, 1 },
	{ { 42, PURPOSE_CUSTOM, 1, false, SUBJECT_VALUES }, 1e3 },
	{ { 43, PURPOSE_CUSTOM, 1, false, SUBJECT_VALUES }, 1e10 },
};

const struct value_metric *
value_metric_at(size_t i)
{
	return &LADDER[i];
}

/* Where a number is kept: with two decimals, whole, in thousands, in tens of thousands of
 * millions; VALUE_METRICS: it is none that can be. Pure. */
static size_t
value_metric_of(double number, bool is_whole)
{
	for (size_t i = is_whole ? 1 : 0; i < VALUE_METRICS; i++) {
		const struct value_metric *m = &LADDER[i];

		if (history_scaled(number / m->divisor, m->metric.scale) != HISTORY_NULL)
			return i;
	}
	return VALUE_METRICS;
}

/* ---- writing ------------------------------------------------------------------- */

static enum rc
no_memory(struct err *err)
{
	return err_set(err, RC_NOMEM, "no memory for the history of values");
}

struct present_value {
	int64_t id;
	const struct taken_value *taken; /* NULL: not of this run */
};

static enum rc
load_present(struct applying_values *x, struct vec *present)
{
	static const char sql[] =
	    "SELECT id, name, idx FROM olt_values WHERE olt_id = $1 ORDER BY id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(x->db, sql, DB_ARGS(x->run->olt.v), &q, x->err);

	while (db_next(q, &rc, x->err)) {
		struct present_value *p = vec_add(present);
		size_t n = 0;
		const char *key =
		    olt_value_key(x->arena, db_text(q, 1), db_text(q, 2), &n);

		if (!p || !key)
			return no_memory(x->err);
		p->id = db_int(q, 0);
		p->taken = map_find(x->by_key, key, n);
	}
	return rc;
}

/* Two runs may end in the same millisecond, and a block has its moment alone. */
static enum rc
free_moment(struct applying_values *x, uint32_t metric, int64_t *ret_ms)
{
	static const char sql[] = "SELECT MAX(time_ms) FROM history_blocks "
				  "WHERE olt_id = $1 AND metric = $2";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc =
	    db_query_first(x->db, sql, DB_ARGS(x->run->olt.v, metric), &q, x->err);

	if (rc == RC_OK)
		*ret_ms =
		    db_int(q, 0) >= x->run->now_ms ? db_int(q, 0) + 1 : x->run->now_ms;
	return rc;
}

struct series_writing {
	struct applying_values *x;
	struct samples *samples;
	const struct vec *present;
	int64_t *ids;
	double *numbers;
};

static enum rc
write_series(const struct series_writing *w, size_t step)
{
	const struct value_metric *m = &LADDER[step];
	struct run_readings run = { w->x->run->olt, 0, w->present->n, w->ids };
	bool has_some = false;
	enum rc rc;

	for (size_t i = 0; i < w->present->n; i++) {
		const struct present_value *p =
		    VEC_AT(w->present, const struct present_value, i);

		w->ids[i] = p->id;
		w->numbers[i] = NAN;
		if (!p->taken || isnan(p->taken->number) ||
		    value_metric_of(p->taken->number, p->taken->is_whole) != step)
			continue;
		w->numbers[i] = p->taken->number / m->divisor;
		has_some = true;
	}
	if (!has_some)
		return RC_OK;
	rc = free_moment(w->x, m->metric.number, &run.time_ms);
	return rc == RC_OK
	    ? samples_write(w->samples, w->x->db, &run, &m->metric, w->numbers, w->x->err)
	    : rc;
}

enum rc
olt_values_write_history(struct applying_values *x, struct samples *samples)
{
	struct vec present = VEC_INIT(struct present_value);
	struct series_writing w = { x, samples, &present, NULL, NULL };
	enum rc rc = load_present(x, &present);

	if (rc == RC_OK) {
		w.ids = arena_alloc(x->arena, (present.n + 1) * sizeof(*w.ids));
		w.numbers = arena_alloc(x->arena, (present.n + 1) * sizeof(*w.numbers));
		if (!w.ids || !w.numbers)
			rc = no_memory(x->err);
	}
	for (size_t i = 0; rc == RC_OK && i < VALUE_METRICS; i++)
		rc = write_series(&w, i);
	vec_fini(&present);
	return rc;
}

/* ---- reading ------------------------------------------------------------------- */

struct gathering {
	struct vec samples; /* struct sample */
	double divisor;
	bool is_full;
};

static void
gather(void *ctx, const struct sample *s)
{
	struct gathering *g = ctx;
	struct sample *to;

	if (isnan(s->value))
		return;
	to = vec_add(&g->samples);
	if (!to) {
		g->is_full = true;
		return;
	}
	*to = *s;
	to->value *= g->divisor;
	to->min *= g->divisor;
	to->max *= g->divisor;
}

static int
by_time(const void *a, const void *b)
{
	int64_t x = ((const struct sample *)a)->time_ms;
	int64_t y = ((const struct sample *)b)->time_ms;

	return (x > y) - (x < y);
}

/* An hour may have readings in two series, where a number grew out of the first. */
static void
join(struct sample *to, const struct sample *more)
{
	uint32_t n = to->count + more->count;

	if (n)
		to->value = (to->value * to->count + more->value * more->count) / n;
	to->min = fmin(to->min, more->min);
	to->max = fmax(to->max, more->max);
	to->count = n;
}

static void
tell(
    struct gathering *g, void (*found)(void *ctx, const struct sample *sample), void *ctx)
{
	struct sample *list = g->samples.data;
	size_t n = 0;

	if (!g->samples.n)
		return;
	qsort(list, g->samples.n, sizeof(*list), by_time);
	for (size_t i = 0; i < g->samples.n; i++) {
		if (n && list[n - 1].time_ms == list[i].time_ms)
			join(&list[n - 1], &list[i]);
		else
			list[n++] = list[i];
	}
	for (size_t i = 0; i < n; i++)
		found(ctx, &list[i]);
}

static void
add_report(struct sample_report *sum, const struct sample_report *more)
{
	sum->blocks += more->blocks;
	sum->damaged += more->damaged;
	sum->gone += more->gone;
	if (!sum->first_damage[0])
		memcpy(sum->first_damage, more->first_damage, sizeof(sum->first_damage));
}

enum rc
olt_value_history(struct db *db, const struct olt_value_query *query,
    void (*found)(void *ctx, const struct sample *sample), void *ctx,
    struct sample_report *ret, struct err *err)
{
	struct gathering g = { .samples = VEC_INIT(struct sample) };
	struct sample_report sum = { 0 };
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < VALUE_METRICS; i++) {
		struct sample_query q = { .olt = query->olt,
			.onu = { query->id },
			.metric = LADDER[i].metric.number,
			.from_ms = query->from_ms,
			.to_ms = query->to_ms,
			.kind = query->kind };
		struct sample_report report = { 0 };

		g.divisor = LADDER[i].divisor;
		rc = samples_of_onu(db, &q, gather, &g, &report, err);
		add_report(&sum, &report);
	}
	if (rc == RC_OK && g.is_full)
		rc = no_memory(err);
	if (rc == RC_OK) {
		tell(&g, found, ctx);
		*ret = sum;
	}
	vec_fini(&g.samples);
	return rc;
}
