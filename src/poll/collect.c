/* SPDX-License-Identifier: Apache-2.0
 *
 *	PORTS ──► WALK ──► GET ──► GETNEXT ──► done
 *
 * PORTS only on devices where an unscoped walk is very slow; GET and GETNEXT
 * (for indexes with a tail that cannot be known) only when slow columns are
 * wanted. Whatever stage fails, what has come is kept and said.
 */
#include "poll/collect.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/vec.h"
#include "poll/finish.h"
#include "poll/plan.h"

enum {
	ARENA_MAX = 1024 * 1024 * 1024,
	SLOW_VARBINDS = 16, /* a request for slow values stays small */
	CPU_BUSY_PCT = 85,
};

enum stage { STAGE_PORTS, STAGE_WALK, STAGE_GET, STAGE_NEXT, STAGE_DONE };

struct collect {
	struct snmpc_session *session;
	struct collect_options options;
	struct arena *arena;
	struct plan plan;
	struct rows *rows;
	enum stage stage;
	int64_t started_ms;
	struct snmpc_run *run;
	/* The question under way: which source each of its columns is. */
	struct snmpc_column columns[SOURCES_MAX];
	struct source *of_column[SOURCES_MAX];
	size_t n_columns;
	struct vec ports; /* struct position */
	uint64_t expected; /* values in all, once it is known; else 0 */
	int64_t cpu_pct; /* the busiest board; -1: not known */
	struct vec notes; /* const char * */
	struct collection result;
};

static bool next_stage(struct collect *c);

static void
note(struct collect *c, const char *text)
{
	const char **slot = text ? vec_add(&c->notes) : NULL;

	if (slot)
		*slot = text;
}

/* ---- values ---------------------------------------------------------------- */

static void
take_cpu(struct collect *c, struct source *s, const struct snmp_value *raw)
{
	struct value v;

	if (column_decode(s->column, raw, c->arena, &v, NULL) != RC_OK)
		return;
	if (v.kind == VALUE_REAL)
		v.i = (int64_t)v.r;
	else if (v.kind != VALUE_INT)
		return;
	if (v.i > c->cpu_pct)
		c->cpu_pct = v.i;
}

static void
take_port(struct collect *c, const struct source *s, const uint32_t *index, size_t n)
{
	struct position at;
	struct position *slot;

	if (!s->column->index || index_decode(s->column->index, index, n, &at) != RC_OK)
		return;
	slot = vec_add(&c->ports);
	if (slot)
		*slot = at;
}

static bool
is_present(const struct table *t, const struct snmp_value *raw)
{
	for (size_t i = 0; i < t->n_present; i++) {
		if (raw->type == SNMP_INTEGER && raw->i == t->present[i])
			return true;
	}
	return false;
}

/* Is it a value that says something? A code without a label does, unless the
 * column is unverified: those are believed on what we can understand. */
static bool
is_telling(const struct column *col, const struct value *v)
{
	if (v->kind == VALUE_NULL)
		return false;
	if (v->kind == VALUE_STATE)
		return v->text || col->confidence != CONFIDENCE_C;
	return v->kind != VALUE_TEXT || v->text[0] != '\0';
}

static void
take_value(
    struct collect *c, struct source *s, struct row *row, const struct snmp_value *raw)
{
	uint16_t number = (uint16_t)(s - c->plan.sources + 1);
	struct err err;
	struct value v;

	if (column_decode(s->column, raw, c->arena, &v, s->bad ? NULL : &err) != RC_OK) {
		if (s->bad++ == 0)
			memcpy(s->problem, err.msg, sizeof(s->problem) - 1);
		return;
	}
	c->result.n_values++;
	if (!is_telling(s->column, &v)) {
		s->nulls++;
		return;
	}
	s->good++;
	if (s->output < 0)
		return;
	/* Where two columns bring the same thing the first in the profile wins. */
	if (row->from[s->output] == 0 || number < row->from[s->output]) {
		row->values[s->output] = v;
		row->from[s->output] = number;
	}
}

/* A value of an ONU: find its row, under this column's index or its twin's. */
static void
take_row(struct collect *c, struct source *s, const uint32_t *index, size_t n,
    const struct snmp_value *raw)
{
	struct rows_key key = { s->column->index, s->family, s->is_alone, index, n };
	struct row *row;

	if (rows_find(c->rows, &key, &s->hint, &row) != RC_OK) {
		if (s->twin)
			take_row(c, s->twin, index, n, raw);
		else
			s->strays++;
		return;
	}
	if (s->role == SOURCE_PRESENT && !is_present(s->table, raw))
		row->is_hidden = true;
	if (s->is_discovery)
		row->is_certain = true;
	if (s->is_discovery || !s->table->discovery)
		row->discovered = true;
	take_value(c, s, row, raw);
}

static void
on_value(void *ctx, uint32_t column, const uint32_t *index, size_t n,
    const struct snmp_value *raw)
{
	struct collect *c = ctx;
	struct source *s = c->of_column[column];

	if (snmp_type_is_exception(raw->type))
		return;
	switch (s->role) {
	case SOURCE_CPU:
		take_cpu(c, s, raw);
		return;
	case SOURCE_PORT:
		take_port(c, s, index, n);
		return;
	case SOURCE_VALUE:
	case SOURCE_PRESENT:
		take_row(c, s, index, n, raw);
		break;
	}
	if (c->options.on_progress && c->result.n_values % 64 == 0)
		c->options.on_progress(c->options.ctx, c->result.n_values, c->expected);
}

/* ---- stages ---------------------------------------------------------------- */

static void
add_stats(struct snmpc_stats *sum, const struct snmpc_stats *s)
{
	sum->requests += s->requests;
	sum->retransmits += s->retransmits;
	sum->timeouts += s->timeouts;
	sum->answers += s->answers;
	sum->varbinds += s->varbinds;
	sum->bytes_in += s->bytes_in;
	sum->duration_us += s->duration_us;
	if (s->max_in_flight > sum->max_in_flight)
		sum->max_in_flight = s->max_in_flight;
}

static void
note_column(
    struct collect *c, const struct source *s, const struct snmpc_column_result *r)
{
	char text[OID_TEXT_MAX];

	if (r->end == SNMPC_END_OK || s->role == SOURCE_CPU || s->role == SOURCE_PORT)
		return;
	/* A table that the device does not have at all is no news when another
	 * one brought the ONUs: EPON columns of a GPON box. */
	if (r->end == SNMPC_END_NO_OBJECT && !family_has_rows(c->rows, s->family))
		return;
	note(c,
	    arena_printf(c->arena, "%s (%s): %s%s", s->column->key,
		oid_format(s->column->oid.arcs, s->column->oid.n, text),
		snmpc_end_name(r->end),
		r->end == SNMPC_END_NO_OBJECT ? "" : ", what came before is kept"));
	if (r->end != SNMPC_END_NO_OBJECT)
		c->result.is_partial = true;
}

static void
finish(struct collect *c)
{
	c->stage = STAGE_DONE;
	finish_rows(c->rows, &c->plan);
	for (size_t i = 0; i < c->plan.n_sources; i++)
		note(c, finish_source(&c->plan.sources[i], &c->plan, c->arena));
	c->result.n_outputs = c->plan.n_outputs;
	c->result.outputs = c->plan.outputs;
	c->result.rows = c->rows;
	c->result.n_notes = c->notes.n;
	c->result.notes = c->notes.data;
	if (c->result.rc == RC_OK && c->result.is_partial)
		c->result.rc = RC_PROTOCOL;
	c->result.is_partial = rows_count(c->rows) > 0 && c->result.rc != RC_OK;
	c->options.on_done(c->options.ctx, &c->result);
}

static void
on_done(void *ctx, const struct snmpc_result *r)
{
	struct collect *c = ctx;

	c->run = NULL;
	add_stats(&c->result.stats, &r->stats);
	for (size_t i = 0; i < c->n_columns; i++)
		note_column(c, c->of_column[i], &r->columns[i]);
	if (r->rc != RC_OK) {
		c->result.rc = r->rc;
		c->result.message = arena_copy(c->arena, r->message, strlen(r->message));
	}
	if (r->rc != RC_OK || !next_stage(c))
		finish(c);
}

static bool
ask(struct collect *c, struct snmpc_question *q)
{
	struct err err;
	int64_t spent_ms = clock_mono_ms() - c->started_ms;

	q->n_columns = c->n_columns;
	q->columns = c->columns;
	q->on_value = on_value;
	q->on_done = on_done;
	q->ctx = c;
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
}

static bool
ask_ports(struct collect *c)
{
	const struct profile *p = c->options.profile;
	struct snmpc_question q = { .kind = SNMPC_WALK };
	static const enum purpose GOOD[] = { PURPOSE_PORT_NAME, PURPOSE_PORT_STATE,
		PURPOSE_PORT_ONUS };

	for (size_t g = 0; g < sizeof(GOOD) / sizeof(GOOD[0]) && !c->n_columns; g++) {
		for (size_t i = 0; i < p->n_columns && !c->n_columns; i++) {
			const struct column *col = &p->columns[i];
			struct source *s;

			if (col->purpose != GOOD[g] || !col->index || col->is_scalar)
				continue;
			s = arena_alloc(c->arena, sizeof(*s));
			if (!s)
				return false;
			*s = (struct source){ .column = col, .role = SOURCE_PORT };
			add_column(c, s);
		}
	}
	return c->n_columns && ask(c, &q);
}

static bool
ask_walk(struct collect *c)
{
	struct snmpc_question q = { .kind = SNMPC_WALK };

	for (size_t i = 0; i < c->plan.n_sources; i++) {
		struct source *s = &c->plan.sources[i];

		if (!s->is_twin &&
		    (s->column->cost == COST_FAST || s->role == SOURCE_CPU))
			add_column(c, s);
	}
	q.splits =
	    plan_splits(&c->plan, c->ports.data, c->ports.n, c->arena, &q.n_splits);
	return c->n_columns && ask(c, &q);
}

/* Slow values, of the ONUs that are online: exact indexes, or those with an
 * unknown tail. */
static bool
ask_slow(struct collect *c, bool tail)
{
	struct snmpc_question q = { .kind = tail ? SNMPC_GETNEXT : SNMPC_GET,
		.slow = true,
		.max_varbinds = SLOW_VARBINDS };

	for (size_t i = 0; i < c->plan.n_sources; i++) {
		struct source *s = &c->plan.sources[i];

		if (s->column->cost == COST_SLOW && s->role == SOURCE_VALUE &&
		    (index_tail(s->column->index) > 0) == tail)
			add_column(c, s);
	}
	if (!c->n_columns)
		return false;
	q.items = plan_items(
	    c->rows, &c->plan, c->of_column, c->n_columns, c->arena, &q.n_items);
	c->expected = c->result.n_values + q.n_items;
	return q.n_items && ask(c, &q);
}

static bool
may_ask_slow(struct collect *c)
{
	if (!c->plan.has_slow)
		return false;
	if (c->cpu_pct < CPU_BUSY_PCT)
		return true;
	note(c,
	    arena_printf(c->arena,
		"the OLT's CPU is at %lld %%: slow columns (optics) were not asked for",
		(long long)c->cpu_pct));
	c->result.is_partial = true;
	return false;
}

static bool
next_stage(struct collect *c)
{
	while (c->stage < STAGE_NEXT) {
		c->stage++;
		c->n_columns = 0;
		if (c->stage == STAGE_WALK && ask_walk(c))
			return true;
		if (c->stage == STAGE_GET) {
			settle_rows(c->rows, &c->plan);
			if (!may_ask_slow(c))
				return false;
		}
		if (c->stage >= STAGE_GET && ask_slow(c, c->stage == STAGE_NEXT))
			return true;
		if (c->result.rc != RC_OK)
			return false;
	}
	return false;
}

static struct collect *
collect_new(struct snmpc_session *session, const struct collect_options *options)
{
	struct collect *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->session = session;
	c->options = *options;
	c->started_ms = clock_mono_ms();
	c->cpu_pct = -1;
	c->result.message = "";
	c->notes = (struct vec)VEC_INIT(const char *);
	c->ports = (struct vec)VEC_INIT(struct position);
	c->arena = arena_new(ARENA_MAX);
	if (!c->arena) {
		collect_free(c);
		return NULL;
	}
	for (size_t i = 0; i < options->n_ports; i++) {
		struct position *slot = vec_add(&c->ports);

		if (slot)
			*slot = options->ports[i];
	}
	return c;
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
	rc = plan_make(&c->plan, &c->options, err);
	if (rc != RC_OK)
		return rc;
	c->rows = rows_new(c->arena, c->plan.n_outputs);
	if (!c->rows)
		return err_set(err, RC_NOMEM, "out of memory");
	c->stage = STAGE_PORTS;
	if (options->profile->quirks.walk_by_port && !c->ports.n)
		started = ask_ports(c);
	if (!started)
		started = next_stage(c);
	if (!started)
		return err_set(err, c->result.rc != RC_OK ? c->result.rc : RC_NOT_FOUND,
		    "%s",
		    c->result.rc != RC_OK ? c->result.message : "nothing to ask for");
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
	rows_free(c->rows);
	vec_fini(&c->notes);
	vec_fini(&c->ports);
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
		l.timeout_ms = quirks->timeout_ms;
		l.retries = quirks->retries;
	}
	if (quirks->pause_ms > l.pause_ms)
		l.pause_ms = quirks->pause_ms;
	l.no_getbulk = l.no_getbulk || quirks->no_getbulk;
	l.loose_order = l.loose_order || quirks->loose_order;
	return l;
}
