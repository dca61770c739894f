/* SPDX-License-Identifier: Apache-2.0
 *
 * Levels that get a little worse each day, of an ONU or of a complete port, and when they
 * reach their limit.
 */
#include "watch/watch_int.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PORT_LEAST = 5, DAYS_LEAST = 7, CONFIDENCE = 60 };

/* ---- slopes ------------------------------------------------------------------------------ */

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double
median(double *values, size_t n)
{
	qsort(values, n, sizeof(*values), by_value);
	return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

double
watch_slope(const double *values, size_t n)
{
	double slopes[WATCH_DAYS * (WATCH_DAYS - 1) / 2] = { 0 };
	size_t count = 0;

	if (n > WATCH_DAYS) {
		values += n - WATCH_DAYS;
		n = WATCH_DAYS;
	}
	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1; j < n; j++)
			if (!isnan(values[i]) && !isnan(values[j]))
				slopes[count++] =
				    (values[j] - values[i]) / (double)(j - i);
	return count ? median(slopes, count) : 0;
}

/* The value and the slope of a series of days. */
struct course {
	double slope, last; /* dB per day; dBm */
	double left; /* days until its limit */
	bool is_known; /* there are enough days */
};

static struct course
course_of(const double *days, double limit)
{
	struct course c = { .slope = watch_slope(days, WATCH_DAYS), .left = INFINITY };
	size_t n = 0;

	for (size_t i = 0; i < WATCH_DAYS; i++) {
		if (isnan(days[i]))
			continue;
		c.last = days[i];
		n++;
	}
	c.is_known = n >= DAYS_LEAST;
	if (c.is_known && c.slope < 0 && c.last >= limit)
		c.left = (c.last - limit) / -c.slope;
	return c;
}

/* ---- one incident ------------------------------------------------------------------------- */

static void
ends(struct watch *w, const struct incident_key *key, int64_t now_ms)
{
	struct incident *i =
	    incident_of_key(w, key->kind, key->olt, key->subject, key->place);

	if (!i || !incident_is_live(i) || i->out.cause != WATCH_CAUSE_DRIFT)
		return;
	i->out.recovered = i->out.affected;
	i->out.affected = 0;
	incident_clear(w, i, now_ms);
}

/* NULL: a step was found there, which is more precise. */
static struct incident *
begins(struct watch *w, const struct incident_key *key, int64_t n, const struct course *c,
    int64_t now_ms)
{
	struct incident *i =
	    incident_of_key(w, key->kind, key->olt, key->subject, key->place);
	int64_t days = (int64_t)(c->left + 0.5);

	if (i && incident_is_live(i) && i->out.cause != WATCH_CAUSE_DRIFT)
		return NULL;
	i = incident_again(w, key, now_ms, now_ms);
	if (!i)
		return NULL;
	days = days < 1 ? 1 : days;
	if (i->out.affected != n || i->out.params.days != days)
		i->is_dirty = true;
	i->out.params.days = days;
	i->out.params.value = c->last;
	i->out.params.limit = w->rules.onu_rx_low;
	i->out.params.n = i->out.affected = n;
	if (n > i->out.affected_max)
		i->out.affected_max = n;
	i->out.cause = WATCH_CAUSE_DRIFT;
	i->out.cause_class = WATCH_CLASS_OPTICAL;
	i->out.confidence = CONFIDENCE;
	i->is_confirmed = i->needs_judging = true;
	incident_due(i, now_ms);
	return i;
}

/* ---- ports and ONUs ------------------------------------------------------------------------ */

/* The days of a port's ONUs. */
struct lot {
	struct watch *w;
	uint32_t port;
	const struct watch_days *const *rows;
	size_t n;
	int64_t now_ms;
};

/* The median of its ONUs. False: there are too few. */
static bool
course_of_port(const struct lot *lot, struct course *ret)
{
	double *values OWNED(free) = calloc(lot->n + 1, sizeof(*values));
	double days[WATCH_DAYS];

	if (!values) {
		lot->w->is_short = true;
		return false;
	}
	for (size_t day = 0; day < WATCH_DAYS; day++) {
		size_t n = 0;

		for (size_t i = 0; i < lot->n; i++)
			if (!isnan(lot->rows[i]->dbm[day]))
				values[n++] = lot->rows[i]->dbm[day];
		days[day] = n >= PORT_LEAST ? median(values, n) : NAN;
	}
	*ret = course_of(days, lot->w->rules.onu_rx_low);
	return ret->is_known;
}

static struct incident_key
key_of(const struct watch *w, uint32_t port, int64_t onu, char place[WATCH_PLACE_MAX])
{
	const struct port *p = port_at(w, port);

	return (struct incident_key){ WATCH_OPTICS,
		onu ? WATCH_ROOT_ONU : WATCH_ROOT_PORT, olt_at(w, p->olt)->id,
		place_text(&p->place, place), onu };
}

static void
judge_onu(const struct lot *lot, const struct watch_days *row, bool is_of_port)
{
	struct watch *w = lot->w;
	struct course c = course_of(row->dbm, w->rules.onu_rx_low);
	char place[WATCH_PLACE_MAX];
	struct incident_key key = key_of(w, lot->port, row->onu.v, place);
	struct incident *i;
	uint32_t at;

	if (!is_of_port && c.is_known && c.slope <= -w->rules.drift_onu &&
	    c.left <= w->rules.drift_days) {
		i = begins(w, &key, 1, &c, lot->now_ms);
		at = onu_find(w, row->onu);
		if (i && at != NONE)
			onu_position_text(w, &w->onus[at], i->out.params.onu);
	} else if (is_of_port || c.slope > -w->rules.drift_onu / 2) {
		ends(w, &key, lot->now_ms);
	}
}

/* One incident for a port that gets worse as a whole, and none for its ONUs. */
static bool
judge_whole(const struct lot *lot)
{
	struct watch *w = lot->w;
	struct course port = { 0 }, next = { .left = INFINITY };
	char place[WATCH_PLACE_MAX];
	struct incident_key key = key_of(w, lot->port, 0, place);
	int64_t n = 0;
	bool drifts = course_of_port(lot, &port) && port.slope <= -w->rules.drift_node;

	for (size_t i = 0; drifts && i < lot->n; i++) {
		struct course c = course_of(lot->rows[i]->dbm, w->rules.onu_rx_low);

		if (!c.is_known || c.slope > -w->rules.drift_node ||
		    c.left > w->rules.drift_days)
			continue;
		n++;
		if (c.left < next.left)
			next = c;
	}
	if (n > 0) {
		struct incident *i = begins(w, &key, n, &next, lot->now_ms);

		if (i)
			i->out.at_risk = i->out.params.m = (int64_t)lot->n;
	} else if (!drifts && port.slope > -w->rules.drift_node / 2) {
		ends(w, &key, lot->now_ms);
	}
	return drifts;
}

/* ---- all of an OLT -------------------------------------------------------------------------- */

struct sorting {
	uint32_t port;
	const struct watch_days *row;
};

static int
by_port(const void *a, const void *b)
{
	const struct sorting *x = a, *y = b;

	if (x->port != y->port)
		return x->port < y->port ? -1 : 1;
	return (x->row > y->row) - (x->row < y->row);
}

/* The number of known levels; each with its port, in the order of ports. */
static size_t
sort_rows(
    const struct watch *w, const struct watch_days *rows, size_t n, struct sorting *ret)
{
	size_t known = 0;

	for (size_t i = 0; i < n; i++) {
		uint32_t onu = onu_find(w, rows[i].onu);

		if (onu != NONE)
			ret[known++] =
			    (struct sorting){ leaf_at(w, w->onus[onu].leaf)->port,
				    &rows[i] };
	}
	if (known > 1)
		qsort(ret, known, sizeof(*ret), by_port);
	return known;
}

void
watch_level_days(struct watch *w, const struct watch_days *rows, size_t n, int64_t now_ms)
{
	struct sorting *sorted OWNED(free) = calloc(n + 1, sizeof(*sorted));
	const struct watch_days **lots OWNED(free) =
	    calloc(n + 1, sizeof(const struct watch_days *));

	if (!sorted || !lots) {
		w->is_short = true;
		return;
	}
	if (w->frozen_ms)
		return;
	n = sort_rows(w, rows, n, sorted);
	for (size_t i = 0; i < n; i++)
		lots[i] = sorted[i].row;
	for (size_t from = 0, to; from < n; from = to) {
		struct lot lot = { w, sorted[from].port, &lots[from], 0, now_ms };
		bool is_of_port;

		for (to = from; to < n && sorted[to].port == lot.port; to++)
			lot.n++;
		is_of_port = judge_whole(&lot);
		for (size_t i = 0; i < lot.n; i++)
			judge_onu(&lot, lot.rows[i], is_of_port);
	}
}
