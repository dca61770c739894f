/* SPDX-License-Identifier: Apache-2.0
 *
 * Converts received values to typed values and stores them in rows.
 */
#include "collect/collect_int.h"

#include <stdio.h>
#include <string.h>

static void
take_cpu(struct collect *c, const struct source *s, const struct snmp_value *raw)
{
	struct value v;

	if (column_decode(s->column, raw, c->arena, &v, NULL) != RC_OK)
		return;
	if (v.kind == VALUE_REAL)
		v.i = (int64_t)v.r;
	else if (v.kind != VALUE_INT)
		return;
	if (v.i > c->result.cpu_pct)
		c->result.cpu_pct = v.i;
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

/* Does the value contain information? A code without a label does, unless the column is
 * unverified: there only known values count. */
static bool
is_telling(const struct column *col, const struct value *v)
{
	if (v->kind == VALUE_NULL)
		return false;
	if (v->kind == VALUE_STATE)
		return v->text || col->confidence != CONFIDENCE_C;
	return v->kind != VALUE_TEXT || v->text[0] != '\0';
}

static double
number_of(const struct value *v)
{
	return v->kind == VALUE_REAL ? v->r : (double)v->i;
}

/* If two columns have the same value, the first in the profile is used. If one column has
 * several rows for one card (sensors), the highest value is used. */
static bool
is_better(
    const struct source *s, const struct row *row, uint16_t number, const struct value *v)
{
	uint16_t from = row->from[s->output];
	const struct value *old = &row->values[s->output];

	if (from != number)
		return from == 0 || number < from;
	return s->section == SECTION_PART && v->kind == old->kind &&
	    (v->kind == VALUE_INT || v->kind == VALUE_REAL) &&
	    number_of(v) > number_of(old);
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
			s->problem = arena_copy(c->arena, err.msg, strlen(err.msg));
		if (s->output >= 0 && s->output < ROW_ANSWERS_MAX)
			row->unread |= UINT64_C(1) << s->output;
		return;
	}
	c->result.n_values++;
	if (s->output >= 0 && s->output < ROW_ANSWERS_MAX)
		row->answered |= UINT64_C(1) << s->output;
	if (!is_telling(s->column, &v)) {
		s->nulls++;
		return;
	}
	s->good++;
	if (s->output >= 0 && is_better(s, row, number, &v)) {
		row->values[s->output] = v;
		row->from[s->output] = number;
	}
}

/* No space for another row: stop reading. */
static void
stop(struct collect *c, enum rc rc)
{
	char text[ERR_MAX] = "out of memory";

	if (rc == RC_TOO_MUCH)
		(void)snprintf(text, sizeof(text),
		    "the device has more than %zu rows: reading was stopped "
		    "(snmp.max_rows)",
		    c->max_rows);
	snmpc_run_end(c->run, rc, text);
}

/* Assign a value to its row, with this column's index or its twin's. An opaque key could
 * belong to either. False: neither can decode it. */
static bool
take_row(struct collect *c, struct source *s, const uint32_t *index, size_t n,
    const struct snmp_value *raw)
{
	struct rows_key key = { .format = s->column->index,
		.family = s->family,
		.is_alone = s->is_alone && s->section != SECTION_PORT,
		.is_whole = s->is_alone && s->section == SECTION_PART,
		.index = index,
		.n = n };
	bool is_key = s->column->index && s->column->index->name_column;
	struct row *row;

	enum rc rc = rows_find(c->rows[s->section], &key, &s->hint, &row);

	if (rc == RC_TOO_MUCH || rc == RC_NOMEM) {
		stop(c, rc);
		return true;
	}
	if (rc != RC_OK)
		return s->twin && take_row(c, s->twin, index, n, raw);
	if (s->is_present && !is_present(s->table, raw))
		row->is_hidden = true;
	if (s->is_discovery)
		row->is_certain = true;
	if (s->is_proof)
		row->discovered = true;
	take_value(c, s, row, raw);
	if (is_key && s->twin)
		(void)take_row(c, s->twin, index, n, raw); /* its row exists already */
	return true;
}

static void
tell_progress(const struct collect *c)
{
	if (c->options.on_progress && c->result.n_values % 64 == 0)
		c->options.on_progress(c->options.ctx, c->result.n_values, c->expected);
}

void
take_by_index(void *ctx, uint32_t column, const uint32_t *index, size_t n,
    const struct snmp_value *raw)
{
	struct collect *c = ctx;
	struct source *s = c->of_column[column];

	if (snmp_type_is_exception(raw->type)) {
		/* A table without rows does not mean that the device lacks the column. */
		s->no_object += s->section != SECTION_OTHER || s->column->is_scalar ||
		    raw->type == SNMP_NO_SUCH_OBJECT;
		return;
	}
	if (s->section == SECTION_OTHER) {
		others_take(c, s, index, n, raw);
		tell_progress(c);
		return;
	}
	if (s->is_port_list) {
		take_port(c, s, index, n);
		return;
	}
	if (s->is_cpu)
		take_cpu(c, s, raw);
	if (s->is_cpu && s->output < 0)
		return;
	s->strays += !take_row(c, s, index, n, raw);
	tell_progress(c);
}

void
take_by_item(void *ctx, uint32_t item, const struct snmp_value *raw)
{
	struct collect *c = ctx;
	const struct snmpc_item *it = &c->items[item];
	struct source *s = c->of_column[it->column];
	struct row *row = rows_at(c->rows[SECTION_ONU], it->onu);

	c->told[item] = true;
	if (snmp_type_is_exception(raw->type)) {
		row->n_none++;
		s->no_object += raw->type == SNMP_NO_SUCH_OBJECT;
		return;
	}
	take_value(c, s, row, raw);
	tell_progress(c);
}

void
take_end(struct collect *c)
{
	for (size_t i = 0; i < c->n_items; i++) {
		const struct snmpc_item *it = &c->items[i];

		if (c->told[i])
			continue;
		rows_at(c->rows[SECTION_ONU], it->onu)->n_failed++;
		c->of_column[it->column]->n_failed++;
	}
	c->n_items = 0;
}
