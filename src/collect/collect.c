/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs one collection. Its stages, with one question each:
 *
 *	ports ──► SCALAR ──► WALK ──► EXACT ──► GET ──► NEXT ──► SLOW_GET ──► SLOW_NEXT ──► end
 *
 * A stage without columns is skipped (column_plan_int.h). The ports are read first only
 * on devices whose walks are very slow if they are not limited to a port. If a stage
 * fails, the values received so far are kept and reported.
 */
#include "collect/collect_int.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "collect/row_values_int.h"
#include "collect/others_int.h"
#include "collect/question_int.h"

enum {
	ARENA_MAX = 512 * 1024 * 1024,
	SLOW_VARBINDS = 16, /* a request for slow values is small */
	STAGE_PORTS = -1,
};

const char COLLECT_KNOWS_NOBODY[] =
    "no ONU is known yet: it waits for the first discovery";

static bool next_stage(struct collect *c);

enum collect_mode
collect_mode_of(enum task_type type)
{
	switch (type) {
	case TASK_DISCOVERY:
		return COLLECT_DISCOVERY;
	case TASK_GET:
		return COLLECT_GET;
	case TASK_WALK:
	case TASK_TABLE:
	case TASK_BULK:
	case TASK_TYPES:
		break;
	}
	return COLLECT_WALK;
}

/* ---- questions --------------------------------------------------------------- */

static bool
is_late(const struct collect *c)
{
	return c->options.deadline_ms &&
	    clock_mono_ms() - c->started_ms >= c->options.deadline_ms;
}

static void
on_done(void *ctx, const struct snmpc_result *r)
{
	struct collect *c = ctx;

	c->run = NULL;
	snmpc_stats_add(&c->result.stats, &r->stats);
	for (size_t i = 0; i < c->n_columns; i++) {
		struct source *s = c->of_column[i];

		s->end = r->columns[i].end;
		s->n_rows = r->columns[i].rows;
		s->first_us = r->columns[i].first_us;
	}
	take_end(c);
	if (r->rc != RC_OK) {
		c->result.rc = r->rc;
		c->result.met_ceiling =
		    r->rc == RC_TOO_MUCH || (r->rc == RC_TIMEOUT && is_late(c));
		c->result.message = arena_copy(c->arena, r->message, strlen(r->message));
	}
	if (r->rc != RC_OK || !next_stage(c))
		collect_finish(c);
}

static bool
ask(struct collect *c, struct snmpc_question *q)
{
	struct err err;
	int64_t spent_ms = clock_mono_ms() - c->started_ms;

	q->n_columns = c->n_columns;
	q->columns = c->columns;
	q->on_value = take_by_index;
	q->on_done = on_done;
	q->ctx = c;
	/* The remaining bytes. If a stage has used all of them, the collection has
	 * already ended. */
	q->max_bytes = c->max_bytes > c->result.stats.bytes_in
	    ? c->max_bytes - c->result.stats.bytes_in
	    : 1;
	if (c->options.deadline_ms)
		q->deadline_ms = c->options.deadline_ms > spent_ms
		    ? c->options.deadline_ms - spent_ms
		    : 1;
	if (snmpc_run_start(c->session, q, &c->run, &err) == RC_OK)
		return true;
	c->result.rc = err.rc;
	c->result.message = arena_copy(c->arena, err.msg, strlen(err.msg));
	return false;
}

static void
add_column(struct collect *c, struct source *s)
{
	c->columns[c->n_columns] = (struct snmpc_column){ .arcs = s->column->oid.arcs,
		.n = s->column->oid.n,
		.group = s->group,
		.no_getbulk = !s->column->getbulk };
	c->of_column[c->n_columns++] = s;
	s->was_asked = true;
}

static const struct column *
port_column(const struct profile *p)
{
	static const enum purpose GOOD[] = { PURPOSE_PORT_NAME, PURPOSE_PORT_STATE,
		PURPOSE_PORT_ONUS };

	for (size_t g = 0; g < sizeof(GOOD) / sizeof(GOOD[0]); g++) {
		for (size_t i = 0; i < p->n_columns; i++) {
			const struct column *col = &p->columns[i];

			if (col->purpose == GOOD[g] && col->index && !col->is_scalar)
				return col;
		}
	}
	return NULL;
}

/* Are there columns whose walk is slow if the ports are not known? */
static bool
needs_ports(const struct collect *c)
{
	if (!c->options.profile->quirks.walk_by_port || c->ports.n ||
	    (c->options.known && known_count(c->options.known)))
		return false;
	for (size_t i = 0; i < c->plan.n_sources; i++) {
		const struct source *s = &c->plan.sources[i];

		if (s->section == SECTION_ONU && s->way == WAY_WALK && !s->is_skipped)
			return true;
	}
	return false;
}

static bool
ask_ports(struct collect *c)
{
	const struct column *col = port_column(c->options.profile);
	struct snmpc_question q = { .kind = SNMPC_WALK };
	struct source *s = col ? arena_alloc(c->arena, sizeof(*s)) : NULL;

	if (!s)
		return false;
	*s = (struct source){ .column = col, .is_port_list = true };
	add_column(c, s);
	return ask(c, &q);
}

/* The items of one column: its only value, or those of the ports of known ONUs. */
static size_t
scalar_items(struct collect *c, size_t column, const struct position *ports,
    size_t n_ports, struct snmpc_item *items)
{
	struct source *s = c->of_column[column];
	size_t n = 0;

	if (s->section != SECTION_PORT || s->column->is_scalar) {
		items[n++] = (struct snmpc_item){ .column = (uint32_t)column,
			.onu = (uint32_t)column };
	} else {
		for (size_t i = 0; i < n_ports; i++) {
			struct snmpc_index index;

			if (port_row_index(s->column->index, &ports[i], c->arena, &index))
				items[n++] =
				    (struct snmpc_item){ .column = (uint32_t)column,
					    .onu = (uint32_t)column,
					    .index = index };
		}
	}
	s->n_items = (uint32_t)n;
	return n;
}

static bool
ask_scalars(struct collect *c)
{
	size_t n_ports = 0, n = 0;
	const struct position *ports = c->options.ports_of_onus
	    ? known_ports(c->options.known, c->arena, &n_ports)
	    : NULL;
	struct snmpc_item *items =
	    arena_alloc(c->arena, c->n_columns * (n_ports + 1) * sizeof(*items));
	struct snmpc_question q = { .kind = SNMPC_GET, .items = items };

	for (size_t i = 0; items && i < c->n_columns; i++)
		n += scalar_items(c, i, ports, n_ports, &items[n]);
	q.n_items = n;
	return items && n && ask(c, &q);
}

static bool
ask_walk(struct collect *c)
{
	struct snmpc_question q = { .kind = SNMPC_WALK };

	q.splits = column_plan_splits(
	    &c->plan, c->ports.data, c->ports.n, c->arena, &q.n_splits);
	return ask(c, &q);
}

static bool
ask_items(struct collect *c, enum way way)
{
	bool is_slow = way >= WAY_SLOW_GET;
	bool is_next = way == WAY_NEXT || way == WAY_SLOW_NEXT;
	struct snmpc_question q = { .kind = is_next ? SNMPC_GETNEXT : SNMPC_GET,
		.slow = is_slow,
		.max_varbinds = is_slow ? SLOW_VARBINDS : 0,
		.on_item = take_by_item };

	q.items = column_plan_items(c->rows[SECTION_ONU], &c->plan, c->of_column,
	    c->n_columns, c->arena, &q.n_items);
	c->items = q.items;
	c->told = arena_alloc(c->arena, q.n_items * sizeof(*c->told) + 1);
	if (!q.items || !c->told || !q.n_items)
		return false;
	c->n_items = q.n_items;
	c->expected = c->result.n_values + q.n_items;
	return ask(c, &q);
}

/* ---- stages -------------------------------------------------------------------- */

static bool
may_ask_slow(struct collect *c)
{
	int64_t busy =
	    c->options.cpu_busy_pct ? c->options.cpu_busy_pct : COLLECT_CPU_BUSY_PCT;

	if (!c->plan.has_slow)
		return false;
	if (c->result.cpu_pct < busy)
		return true;
	c->result.is_cpu_busy = true;
	collect_note(c,
	    arena_printf(c->arena,
		"the OLT's CPU is at %lld %%: slow columns (optics) were not asked for",
		(long long)c->result.cpu_pct));
	return false;
}

static bool
has_walked_onus(const struct collect *c)
{
	for (size_t i = 0; i < c->plan.n_sources; i++) {
		const struct source *s = &c->plan.sources[i];

		if (s->section == SECTION_ONU && s->way == WAY_WALK && s->was_asked)
			return true;
	}
	return false;
}

/* When out of memory nothing is remembered, and the keys are looked up again. */
static void
remember_taught(struct collect *c)
{
	struct rows *rows = c->rows[SECTION_ONU];
	size_t n = rows_count(rows);
	const struct row **list =
	    arena_alloc(c->arena, (n + 1) * sizeof(const struct row *));

	for (size_t i = 0; list && i < n; i++)
		list[c->result.n_taught++] = rows_at(rows, i);
	c->result.taught = list;
}

/* The walk has ended: no more rows will be added. */
static void
settle(struct collect *c)
{
	settle_rows(c->rows[SECTION_ONU], &c->plan);
	if (c->options.mode != COLLECT_GET)
		return;
	if (has_walked_onus(c))
		remember_taught(c);
	keep_known(c->rows[SECTION_ONU], &c->options);
}

/* A walk found no rows under this OID: it may be a single value. */
static bool
may_be_exact(const struct source *s)
{
	return s->section == SECTION_OTHER && s->way == WAY_WALK && s->was_asked &&
	    !s->is_names && s->n_rows == 0 && s->end == SNMPC_END_NO_OBJECT;
}

static bool
is_asked_in(const struct source *s, enum way way)
{
	if (s->is_skipped || s->is_twin)
		return false;
	return way == WAY_EXACT ? may_be_exact(s) : s->way == way;
}

static bool
ask_stage(struct collect *c, enum way way)
{
	c->n_columns = 0;
	for (size_t i = 0; i < c->plan.n_sources; i++) {
		struct source *s = &c->plan.sources[i];

		if (is_asked_in(s, way))
			add_column(c, s);
	}
	if (!c->n_columns)
		return false;
	switch (way) {
	case WAY_SCALAR:
	case WAY_EXACT:
		return ask_scalars(c);
	case WAY_WALK:
		return ask_walk(c);
	case WAY_GET:
	case WAY_NEXT:
	case WAY_SLOW_GET:
	case WAY_SLOW_NEXT:
	case WAYS:
		break;
	}
	return ask_items(c, way);
}

static bool
next_stage(struct collect *c)
{
	while (c->stage + 1 < WAYS) {
		c->stage++;
		if (c->stage == WAY_GET)
			settle(c);
		if (c->stage == WAY_SLOW_GET && !may_ask_slow(c))
			return false;
		if (ask_stage(c, (enum way)c->stage))
			return true;
		if (c->result.rc != RC_OK)
			return false;
	}
	return false;
}

/* ---- creation and release --------------------------------------------------------- */

/* Into how many parts each column is split. If there are enough cursors for the requests
 * that may be in flight, more parts only cost the rows after the end of each part. */
static size_t
pieces(const struct collect *c)
{
	size_t most = snmpc_session_governor(c->session)->limits.in_flight;
	size_t n = 0;

	if (c->options.profile->quirks.walk_by_port)
		return SIZE_MAX;
	for (size_t i = 0; i < c->plan.n_sources; i++) {
		const struct source *s = &c->plan.sources[i];

		n += s->way == WAY_WALK && !s->is_skipped && !s->is_twin;
	}
	return n ? (most + n - 1) / n : 1;
}

/* The ports at which walks are split: the given ones, or as many known ones as are
 * useful. */
static bool
copy_ports(struct collect *c)
{
	size_t n = c->options.n_ports, wanted = n, first = 0;
	const struct position *ports = c->options.ports;

	if (!n) {
		ports = known_ports(c->options.known, c->arena, &n);
		wanted = pieces(c) < n ? pieces(c) : n;
		first = 1; /* a walk begins there in any case */
	}
	for (size_t i = first; i < wanted; i++) {
		struct position *slot = vec_add(&c->ports);

		if (!slot)
			return false;
		*slot = ports[i * n / wanted];
	}
	return true;
}

static struct collect *
collect_new(struct snmpc_session *session, const struct collect_options *options)
{
	const struct snmpc_limits *limits = &snmpc_session_governor(session)->limits;
	struct collect *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->session = session;
	c->options = *options;
	c->started_ms = clock_mono_ms();
	c->max_rows = limits->max_rows;
	c->max_bytes = limits->max_bytes;
	c->result.cpu_pct = -1;
	c->result.message = "";
	c->result.profile = options->profile;
	c->result.is_discovery = options->mode == COLLECT_DISCOVERY;
	c->notes = (struct vec)VEC_INIT(const char *);
	c->ports = (struct vec)VEC_INIT(struct position);
	c->others = (struct vec)VEC_INIT(struct other_row);
	c->arena = arena_new(ARENA_MAX);
	if (!c->arena) {
		collect_free(c);
		return NULL;
	}
	return c;
}

static enum rc
prepare(struct collect *c, struct err *err)
{
	enum rc rc = column_plan_make(&c->plan, &c->options, err);

	if (rc != RC_OK)
		return rc;
	for (int i = 0; i < SECTIONS; i++) {
		c->rows[i] = rows_new(c->arena, c->plan.outputs[i].n, c->max_rows);
		if (!c->rows[i])
			return err_set(err, RC_NOMEM, "out of memory");
	}
	if (!copy_ports(c) ||
	    seed_rows(c->rows[SECTION_ONU], &c->plan, &c->options) != RC_OK)
		return err_set(err, RC_NOMEM, "out of memory");
	return RC_OK;
}

/* What must happen before there is something to request. */
static const char *
why_nothing(const struct collect *c)
{
	bool asks_onus = false;

	for (size_t i = 0; i < c->plan.n_sources; i++) {
		const struct source *s = &c->plan.sources[i];

		asks_onus = asks_onus || (s->section == SECTION_ONU && !s->is_skipped);
	}
	if (!asks_onus)
		return "the device has none of these columns: they are asked for again "
		       "within a day";
	if (!c->options.known || known_count(c->options.known) == 0)
		return COLLECT_KNOWS_NOBODY;
	return "no ONU is online: it waits for one";
}

enum rc
collect_start(struct snmpc_session *session, const struct collect_options *options,
    struct collect **ret_collect, struct err *err)
{
	struct collect *c OWNED(collect_free) = collect_new(session, options);
	bool started = false;
	enum rc rc;

	if (!c)
		return err_set(err, RC_NOMEM, "out of memory");
	rc = prepare(c, err);
	if (rc != RC_OK)
		return rc;
	c->stage = STAGE_PORTS;
	if (needs_ports(c))
		started = ask_ports(c);
	if (!started)
		started = next_stage(c);
	if (!started)
		return err_set(err, c->result.rc != RC_OK ? c->result.rc : RC_NOT_FOUND,
		    "%s", c->result.rc != RC_OK ? c->result.message : why_nothing(c));
	*ret_collect = GIVE(c);
	return RC_OK;
}

void
collect_free(struct collect *c)
{
	if (!c)
		return;
	if (c->run)
		snmpc_run_cancel(c->run);
	for (int i = 0; i < SECTIONS; i++)
		rows_free(c->rows[i]);
	vec_fini(&c->notes);
	vec_fini(&c->ports);
	vec_fini(&c->others);
	arena_free(c->arena);
	free(c);
}

size_t
collection_ports(const struct collection *c, struct position *ret, size_t max)
{
	size_t n = 0;
	struct position last = { 0 };

	for (size_t i = 0; i < rows_count(c->rows); i++) {
		struct position at = rows_at(c->rows, i)->position;

		at.has &= (uint8_t) ~(1U << POS_ONU);
		at.part[POS_ONU] = 0;
		if (n && position_compare(&at, &last) == 0)
			continue;
		last = at;
		if (n < max)
			ret[n] = at;
		n++;
	}
	return n;
}

struct snmpc_limits
poll_limits(const struct snmpc_limits *limits, const struct quirks *quirks)
{
	struct snmpc_limits l = *limits;

	if (quirks->max_repetitions && quirks->max_repetitions < l.repetitions)
		l.repetitions = quirks->max_repetitions;
	if (quirks->max_in_flight && quirks->max_in_flight < l.in_flight)
		l.in_flight = quirks->max_in_flight;
	if (quirks->max_varbinds && (!l.varbinds || quirks->max_varbinds < l.varbinds))
		l.varbinds = quirks->max_varbinds;
	if (quirks->max_answer_bytes && quirks->max_answer_bytes < l.answer_bytes)
		l.answer_bytes = quirks->max_answer_bytes;
	else
		l.answer_bytes_known = quirks->max_answer_bytes;
	if (quirks->timeout_ms > l.timeout_ms) {
		/* The time-out that shows whether the device is reachable is still that
		 * of the site. */
		if (!l.first_timeout_ms)
			l.first_timeout_ms = l.timeout_ms;
		l.timeout_ms = quirks->timeout_ms;
		l.retries = quirks->retries;
	}
	if (quirks->pause_ms > l.pause_ms)
		l.pause_ms = quirks->pause_ms;
	l.no_getbulk = l.no_getbulk || quirks->no_getbulk;
	l.loose_order = l.loose_order || quirks->loose_order;
	return l;
}
