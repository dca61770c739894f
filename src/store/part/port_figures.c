/* SPDX-License-Identifier: Apache-2.0
 *
 * The ports of an OLT and its ONUs are read in the order of their places, side by side;
 * the ports whose figures changed are written.
 */
#include "store/part/port_figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "model/position.h"
#include "store/db/query.h"
#include "store/history/samples.h"

#define DAY_MS (INT64_C(24) * 3600 * 1000)
#define REFERENCE_AGE_MS (INT64_C(3) * 3600 * 1000) /* of the reading of a day before */

enum condition {
	CONDITION_UNKNOWN,
	CONDITION_UP,
	CONDITION_PARTLY,
	CONDITION_DARK,
	CONDITION_EMPTY,
};

static const char *const CONDITIONS[] = {
	[CONDITION_UNKNOWN] = "unknown",
	[CONDITION_UP] = "up",
	[CONDITION_PARTLY] = "partly",
	[CONDITION_DARK] = "dark",
	[CONDITION_EMPTY] = "empty",
};

enum { RACK, FRAME, SLOT, PORT, N_KEYS };
static const enum position_part PARTS[N_KEYS] = { POS_RACK, POS_FRAME, POS_SLOT,
	POS_PORT };

struct figures {
	int64_t present, online, offline, unknown, disabled;
	double median, worst, change; /* not a number: none */
	enum condition condition;
	int64_t condition_ms;
};

struct port {
	int64_t id;
	int64_t key[N_KEYS];
	struct figures stored, now;
	double in_bytes, out_bytes; /* a second, of this run; not a number: none */
};

/* The ONUs of one port. */
struct group {
	uint8_t has;
	int64_t key[N_KEYS];
	struct figures figures;
	int64_t down_ms; /* when the last of them went down */
};

struct writing {
	struct samples *samples;
	struct db *db;
	const struct port_figures_run *run;
	struct arena *arena;
	struct vec ports; /* of struct port, in ascending order of their ids */
	struct vec groups; /* of struct group, in the order of their places */
	struct vec levels; /* of double: those of the last group */
	struct err *err;
};

static const struct figures NO_FIGURES = { .median = NAN, .worst = NAN, .change = NAN };

static enum rc
no_memory(struct writing *x)
{
	return err_set(x->err, RC_NOMEM, "no memory for the figures of ports");
}

static struct port *
port_at(const struct writing *x, size_t i)
{
	return VEC_AT(&x->ports, struct port, i);
}

/* ---- the ports that there are ------------------------------------------------------ */

#define PORT_COLUMNS                                                               \
	"id, rack, frame, slot, port, onus_present, onus_online, onus_offline, "   \
	"onus_unknown, onus_disabled, rx_median_dbm, rx_worst_dbm, rx_change_db, " \
	"condition, condition_ms, traffic_ms, in_bps, out_bps"

static enum condition
condition_of(const char *name)
{
	enum condition found = CONDITION_UNKNOWN;

	for (size_t i = 0; i < sizeof(CONDITIONS) / sizeof(CONDITIONS[0]); i++) {
		if (name && strcmp(CONDITIONS[i], name) == 0)
			found = (enum condition)i;
	}
	return found;
}

/* The one reader of PORT_COLUMNS: keep the two next to each other. */
static void
port_from_row(const struct db_stmt *q, int64_t now_ms, struct port *port)
{
	struct figures *f = &port->stored;
	bool is_of_run = db_int(q, 15) == now_ms;

	port->id = db_int(q, 0);
	for (unsigned i = 0; i < N_KEYS; i++)
		port->key[i] = db_int(q, 1 + i);
	f->present = db_int(q, 5);
	f->online = db_int(q, 6);
	f->offline = db_int(q, 7);
	f->unknown = db_int(q, 8);
	f->disabled = db_int(q, 9);
	f->median = db_real(q, 10);
	f->worst = db_real(q, 11);
	f->change = db_real(q, 12);
	f->condition = condition_of(db_text(q, 13));
	f->condition_ms = db_int(q, 14);
	port->in_bytes =
	    is_of_run && !db_is_null(q, 16) ? (double)db_int(q, 16) / 8 : NAN;
	port->out_bytes =
	    is_of_run && !db_is_null(q, 17) ? (double)db_int(q, 17) / 8 : NAN;
	port->now = NO_FIGURES;
}

static enum rc
load_ports(struct writing *x)
{
	static const char sql[] =
	    "SELECT " PORT_COLUMNS " FROM pon_ports WHERE olt_id = $1 ORDER BY id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(x->db, sql, DB_ARGS(x->run->olt.v), &q, x->err);

	while (db_next(q, &rc, x->err)) {
		struct port *port = vec_add(&x->ports);

		if (!port)
			return no_memory(x);
		port_from_row(q, x->run->now_ms, port);
	}
	return rc;
}

/* A port that has ONUs, and of which no device told. Its id is larger than all others. */
static enum rc
add_port(struct writing *x, const struct group *g, struct port **ret_port)
{
	static const char sql[] =
	    "INSERT INTO pon_ports (olt_id, pos_has, rack, frame, slot, port, place, "
	    "first_seen_ms, updated_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) "
	    "RETURNING id";
	struct db_stmt *q OWNED(db_done) = NULL;
	struct position at = { .has = g->has };
	struct port *port;
	char place[POSITION_TEXT_MAX];
	enum rc rc = db_prepare(x->db, sql, &q, x->err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, x->run->olt.v);
	db_bind_int(q, 2, g->has);
	for (unsigned i = 0; i < N_KEYS; i++) {
		at.part[PARTS[i]] = (uint32_t)g->key[i];
		db_bind_int(q, 3 + i, g->key[i]);
	}
	db_bind_text(q, 7, position_format(&at, place));
	db_bind_int(q, 8, x->run->now_ms);
	rc = db_first(q, x->err);
	port = rc == RC_OK ? vec_add(&x->ports) : NULL;
	if (!port)
		return rc == RC_OK ? no_memory(x) : rc;
	*port = (struct port){ .id = db_int(q, 0),
		.stored = NO_FIGURES,
		.in_bytes = NAN,
		.out_bytes = NAN };
	memcpy(port->key, g->key, sizeof(port->key));
	*ret_port = port;
	return RC_OK;
}

static struct port *
find_port(const struct writing *x, const int64_t key[N_KEYS])
{
	for (size_t i = 0; i < x->ports.n; i++) {
		if (memcmp(port_at(x, i)->key, key, sizeof(port_at(x, i)->key)) == 0)
			return port_at(x, i);
	}
	return NULL;
}

/* ---- what its ONUs make of one ------------------------------------------------------ */

static int
compare_levels(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The levels of the last group become its figures. */
static void
end_group(struct writing *x)
{
	size_t n = x->levels.n;
	const double *sorted = x->levels.data;
	struct figures *f;

	if (n == 0 || x->groups.n == 0)
		return;
	f = &VEC_AT(&x->groups, struct group, x->groups.n - 1)->figures;
	qsort(x->levels.data, n, sizeof(double), compare_levels);
	f->worst = sorted[0];
	f->median = round(50 * (sorted[(n - 1) / 2] + sorted[n / 2])) / 100;
	vec_clear(&x->levels);
}

static enum condition
judge(const struct figures *f)
{
	int64_t down = f->offline - f->disabled;

	if (f->present == 0)
		return CONDITION_EMPTY;
	if (f->online == 0 && down >= PORT_DARK_MIN)
		return CONDITION_DARK;
	if (f->online + f->offline == 0)
		return CONDITION_UNKNOWN;
	return down > 0 ? CONDITION_PARTLY : CONDITION_UP;
}

static void
settle(const struct writing *x, struct port *port, int64_t down_ms)
{
	struct figures *now = &port->now;
	const struct figures *stored = &port->stored;

	now->condition = judge(now);
	now->change = stored->change;
	if (now->condition == stored->condition && stored->condition_ms)
		now->condition_ms = stored->condition_ms;
	else if (now->condition == CONDITION_DARK && down_ms)
		now->condition_ms = down_ms;
	else
		now->condition_ms = x->run->now_ms;
}

/* ---- the ONUs ------------------------------------------------------------------------- */

#define ONU_COLUMNS                                                                     \
	"o.pos_has, o.rack, o.frame, o.slot, o.port, o.run_state, "                     \
	"CASE WHEN o.run_state IN ('disabled', 'admin') OR o.admin_state = 'disabled' " \
	"OR o.cause_state = 'admin' THEN 1 ELSE 0 END, o.run_since_ms, n.onu_rx_dbm"

static struct group *
begin_group(struct writing *x, const struct db_stmt *q)
{
	struct group *g;

	end_group(x);
	g = vec_add(&x->groups);
	if (!g)
		return NULL;
	*g = (struct group){ .figures = NO_FIGURES };
	for (unsigned i = 0; i < N_KEYS; i++) {
		g->has |= (uint8_t)(db_int(q, 0) & (1U << PARTS[i]));
		g->key[i] = db_int(q, 1 + i);
	}
	return g;
}

static bool
is_of_group(const struct db_stmt *q, const struct group *g)
{
	for (unsigned i = 0; g && i < N_KEYS; i++) {
		if (g->key[i] != db_int(q, 1 + i))
			return false;
	}
	return g;
}

/* The one reader of ONU_COLUMNS: keep the two next to each other. Levels of an ONU that is
 * down are of the past. */
static bool
count_onu(struct writing *x, const struct db_stmt *q, struct group *g)
{
	const char *run = db_text(q, 5);
	struct figures *f = &g->figures;
	double level = db_real(q, 8), *kept;

	f->present++;
	if (!run || !*run) {
		f->unknown++;
		return true;
	}
	if (strcmp(run, "online") != 0) {
		f->offline++;
		f->disabled += db_int(q, 6);
		if (!db_int(q, 6) && db_int(q, 7) > g->down_ms)
			g->down_ms = db_int(q, 7);
		return true;
	}
	f->online++;
	if (isnan(level))
		return true;
	kept = vec_add(&x->levels);
	if (kept)
		*kept = level;
	return kept;
}

static enum rc
read_onus(struct writing *x)
{
	static const char sql[] =
	    "SELECT " ONU_COLUMNS
	    " FROM onus o LEFT JOIN onu_numbers n ON n.onu_id = o.id "
	    "WHERE o.olt_id = $1 AND o.is_present = 1 AND (o.pos_has & 8) <> 0 "
	    "ORDER BY o.rack, o.frame, o.slot, o.port";
	struct db_stmt *q OWNED(db_done) = NULL;
	struct group *g = NULL;
	enum rc rc = db_query(x->db, sql, DB_ARGS(x->run->olt.v), &q, x->err);

	while (db_next(q, &rc, x->err)) {
		if (!is_of_group(q, g))
			g = begin_group(x, q);
		if (!g || !count_onu(x, q, g))
			return no_memory(x);
	}
	end_group(x);
	return rc;
}

static enum rc
apply_groups(struct writing *x)
{
	for (size_t i = 0; i < x->ports.n; i++)
		settle(x, port_at(x, i), 0);
	for (size_t i = 0; i < x->groups.n; i++) {
		const struct group *g = VEC_AT(&x->groups, struct group, i);
		struct port *port = find_port(x, g->key);
		enum rc rc = port ? RC_OK : add_port(x, g, &port);

		if (rc != RC_OK)
			return rc;
		port->now = g->figures;
		settle(x, port, g->down_ms);
	}
	return RC_OK;
}

/* ---- history ---------------------------------------------------------------------------- */

static double
median_of(const struct port *port)
{
	return port->now.median;
}

static double
worst_of(const struct port *port)
{
	return port->now.worst;
}

static double
in_of(const struct port *port)
{
	return port->in_bytes;
}

static double
out_of(const struct port *port)
{
	return port->out_bytes;
}

static enum rc
write_metric(struct writing *x, const char *name, double (*number)(const struct port *))
{
	size_t n = x->ports.n;
	int64_t *ids = arena_alloc(x->arena, (n + 1) * sizeof(*ids));
	double *numbers = arena_alloc(x->arena, (n + 1) * sizeof(*numbers));
	struct run_readings run = { x->run->olt, x->run->now_ms, n, ids };

	if (!ids || !numbers)
		return no_memory(x);
	for (size_t i = 0; i < n; i++) {
		ids[i] = port_at(x, i)->id;
		numbers[i] = number(port_at(x, i));
	}
	return samples_write(
	    x->samples, x->db, &run, metric_of_port(name), numbers, x->err);
}

static void
compare_with_reading(void *ctx, struct onu_id port, const struct sample *sample)
{
	const struct writing *x = ctx;

	for (size_t i = 0; i < x->ports.n; i++) {
		struct figures *now = &port_at(x, i)->now;

		if (port_at(x, i)->id == port.v)
			now->change = round(100 * (now->median - sample->value)) / 100;
	}
}

/* Against the last reading that was there a day before. */
static enum rc
compare_with_yesterday(struct writing *x)
{
	struct sample_moment m = { .olt = x->run->olt,
		.metric = metric_of_port("rx_median_dbm")->number,
		.at_ms = x->run->now_ms - DAY_MS,
		.max_age_ms = REFERENCE_AGE_MS };
	struct err err = { 0 };
	enum rc rc;

	for (size_t i = 0; i < x->ports.n; i++)
		port_at(x, i)->now.change = NAN;
	rc = samples_at(x->db, &m, compare_with_reading, x, &err);
	return rc == RC_OK || rc == RC_NOT_FOUND ? RC_OK
						 : err_set(x->err, rc, "%s", err.msg);
}

static enum rc
write_history(struct writing *x)
{
	enum rc rc = RC_OK;

	if (x->run->has_levels && x->run->is_over) {
		rc = compare_with_yesterday(x);
		if (rc == RC_OK)
			rc = write_metric(x, "rx_median_dbm", median_of);
		if (rc == RC_OK)
			rc = write_metric(x, "rx_worst_dbm", worst_of);
	}
	if (rc == RC_OK && x->run->has_traffic) {
		rc = write_metric(x, "traffic_in", in_of);
		if (rc == RC_OK)
			rc = write_metric(x, "traffic_out", out_of);
	}
	return rc;
}

/* ---- writing ------------------------------------------------------------------------------ */

static bool
is_same_number(double a, double b)
{
	return (isnan(a) && isnan(b)) || fabs(a - b) < 0.005;
}

static bool
is_same(const struct figures *a, const struct figures *b)
{
	return a->present == b->present && a->online == b->online &&
	    a->offline == b->offline && a->unknown == b->unknown &&
	    a->disabled == b->disabled && a->condition == b->condition &&
	    a->condition_ms == b->condition_ms && is_same_number(a->median, b->median) &&
	    is_same_number(a->worst, b->worst) && is_same_number(a->change, b->change);
}

static enum rc
write_port(struct writing *x, struct db_stmt *q, const struct port *port)
{
	const struct figures *f = &port->now;

	db_bind_args(q,
	    DB_ARGS(port->id, f->present, f->online, f->offline, f->unknown, f->disabled,
		f->median, f->worst, f->change, CONDITIONS[f->condition],
		f->condition_ms));
	return db_bulk(q, x->err);
}

static enum rc
write_changed(struct writing *x)
{
	static const char sql[] =
	    "UPDATE pon_ports SET onus_present = $2, onus_online = $3, onus_offline = "
	    "$4, "
	    "onus_unknown = $5, onus_disabled = $6, rx_median_dbm = $7, "
	    "rx_worst_dbm = $8, rx_change_db = $9, condition = $10, condition_ms = $11 "
	    "WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(x->db, sql, &q, x->err);

	for (size_t i = 0; rc == RC_OK && i < x->ports.n; i++) {
		const struct port *port = port_at(x, i);

		if (is_same(&port->now, &port->stored))
			continue;
		rc = write_port(x, q, port);
	}
	return rc == RC_OK ? db_bulk_end(q, x->err) : rc;
}

/* A database of an older version has none, nor has the port of a new card. */
static bool
lacks_figures(const struct writing *x)
{
	for (size_t i = 0; i < x->ports.n; i++) {
		if (port_at(x, i)->stored.condition_ms == 0)
			return true;
	}
	return x->ports.n == 0;
}

enum rc
port_figures_write(struct samples *samples, struct db *db,
    const struct port_figures_run *run, struct arena *arena, struct err *err)
{
	struct writing x = { samples, db, run, arena, VEC_INIT(struct port),
		VEC_INIT(struct group), VEC_INIT(double), err };
	bool has_figures = run->has_states || run->has_levels;
	enum rc rc = RC_OK;

	if (has_figures || run->has_same_states || run->has_traffic)
		rc = load_ports(&x);
	has_figures = has_figures || (run->has_same_states && lacks_figures(&x));
	if (rc == RC_OK && has_figures)
		rc = read_onus(&x);
	if (rc == RC_OK && has_figures)
		rc = apply_groups(&x);
	if (rc == RC_OK)
		rc = write_history(&x);
	if (rc == RC_OK && has_figures)
		rc = write_changed(&x);
	vec_fini(&x.ports);
	vec_fini(&x.groups);
	vec_fini(&x.levels);
	return rc;
}
