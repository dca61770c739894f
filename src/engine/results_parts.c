/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of a collection that are not ONUs: ports, parts of the chassis, and other rows
 * of custom columns.
 */
#include <string.h>

#include "engine/results_int.h"

/* The received values of a row; NULL: out of memory. */
static const struct part_value *
values_of(
    const struct collected *c, const struct row *row, struct arena *arena, size_t *ret_n)
{
	struct part_value *values =
	    arena_alloc(arena, (c->n_outputs + 1) * sizeof(*values));

	*ret_n = 0;
	for (size_t i = 0; values && i < c->n_outputs; i++) {
		if (c->outputs[i].is_wanted && row->answered >> i & 1)
			values[(*ret_n)++] =
			    (struct part_value){ c->outputs[i].purpose, row->values[i] };
	}
	return values;
}

static bool
fill_ports(const struct collected *c, struct arena *arena, struct parts *parts)
{
	size_t n = c->rows ? rows_count(c->rows) : 0;
	struct port_row *ports = arena_alloc(arena, (n + 1) * sizeof(*ports));

	for (size_t i = 0; ports && i < n; i++) {
		const struct row *row = rows_at(c->rows, i);

		ports[i].position = row->position;
		ports[i].values = values_of(c, row, arena, &ports[i].n_values);
		if (!ports[i].values)
			return false;
	}
	parts->n_ports = n;
	parts->ports = ports;
	return ports;
}

/* The whole device has no name in the store. */
static const char *
part_name(const struct row *row)
{
	return !row->part || strcmp(row->part, "system") == 0 ? "" : row->part;
}

static bool
fill_chassis(const struct collected *c, struct arena *arena, struct parts *parts)
{
	size_t n = c->rows ? rows_count(c->rows) : 0;
	struct chassis_row *chassis = arena_alloc(arena, (n + 1) * sizeof(*chassis));

	for (size_t i = 0; chassis && i < n; i++) {
		const struct row *row = rows_at(c->rows, i);

		chassis[i].part = part_name(row);
		chassis[i].values = values_of(c, row, arena, &chassis[i].n_values);
		if (!chassis[i].values)
			return false;
	}
	parts->n_chassis = n;
	parts->chassis = chassis;
	return chassis;
}

/* In the arena, truncated between characters to the stored length. */
static const char *
bounded(const char *text, struct arena *arena)
{
	size_t n = strlen(text);

	if (n > OLT_VALUE_TEXT_MAX) {
		n = OLT_VALUE_TEXT_MAX;
		while (n > 0 && ((unsigned char)text[n] & 0xc0U) == 0x80U)
			n--;
	}
	return arena_copy(arena, text, n);
}

bool
results_fill_other(
    const struct collected_other *o, struct arena *arena, struct olt_value *ret)
{
	const struct column *c = o->column;
	char text[OID_TEXT_MAX];

	ret->name = arena_copy(arena, c->key, strlen(c->key));
	(void)oid_format(c->oid.arcs, c->oid.n, text);
	ret->oid = arena_copy(arena, text, strlen(text));
	text[0] = '\0';
	if (o->n_index)
		(void)oid_format(o->index, o->n_index, text);
	ret->index = o->is_scalar ? "0" : arena_copy(arena, text, strlen(text));
	ret->place = arena_copy(arena, o->place, strlen(o->place));
	ret->unit = c->unit ? arena_copy(arena, c->unit, strlen(c->unit)) : "";
	ret->value = o->value;
	if (o->value.text &&
	    (o->value.kind == VALUE_TEXT || o->value.kind == VALUE_STATE)) {
		ret->value.text = bounded(o->value.text, arena);
		if (!ret->value.text)
			return false;
	}
	return ret->name && ret->oid && ret->index && ret->place && ret->unit;
}

int64_t
results_uptime_ms(const struct collection *c)
{
	const struct collected *parts = &c->parts;
	size_t n = parts->rows ? rows_count(parts->rows) : 0;

	for (size_t i = 0; i < n * parts->n_outputs; i++) {
		const struct row *row = rows_at(parts->rows, i / parts->n_outputs);
		size_t at = i % parts->n_outputs;
		const struct value *v = &row->values[at];

		if (parts->outputs[at].purpose == PURPOSE_CHASSIS_UPTIME &&
		    row->answered >> at & 1 && v->kind == VALUE_INT)
			return v->i * 1000;
	}
	return 0;
}

int64_t
results_cpu_pct(const struct collection *c)
{
	const struct collected *parts = &c->parts;
	size_t n = parts->rows ? rows_count(parts->rows) : 0;
	int64_t most = c->cpu_pct;

	for (size_t i = 0; i < n * parts->n_outputs; i++) {
		const struct row *row = rows_at(parts->rows, i / parts->n_outputs);
		size_t at = i % parts->n_outputs;
		const struct value *v = &row->values[at];

		if (parts->outputs[at].purpose == PURPOSE_CPU &&
		    row->answered >> at & 1 && v->kind == VALUE_INT && v->i > most)
			most = v->i;
	}
	return most;
}

bool
results_fill_parts(const struct collection *c, struct arena *arena, struct finish *finish)
{
	return fill_ports(&c->ports, arena, &finish->parts) &&
	    fill_chassis(&c->parts, arena, &finish->parts);
}
