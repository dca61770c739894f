/* SPDX-License-Identifier: Apache-2.0
 *
 * Ports and cards of the past. They have the same names as in a current run, so that
 * their charts continue.
 */
#include <string.h>

#include "demo/plant_device_int.h"

/* ---- columns ---------------------------------------------------------------- */

/* The start time of the device is known only for the present. */
static bool
is_told(const struct column *c)
{
	return c->purpose == PURPOSE_PORT_ONUS || c->purpose == PURPOSE_PORT_TX ||
	    c->purpose == PURPOSE_TRAFFIC_IN || c->purpose == PURPOSE_TRAFFIC_OUT ||
	    c->purpose == PURPOSE_CPU || c->purpose == PURPOSE_MEMORY ||
	    c->purpose == PURPOSE_CHASSIS_TEMPERATURE;
}

/* True for a card and the whole device, false for others: a shelf, a sensor of a card. */
static bool
is_card_or_whole(const struct table *t, const struct column *c)
{
	if (t->kind == TABLE_SYSTEM)
		return true;
	return c->index && index_has_part(c->index, POS_SLOT) &&
	    !index_has_part(c->index, POS_PORT) && !index_has_part(c->index, POS_SUB) &&
	    !index_has_part(c->index, POS_SUB2);
}

static bool
has_like(const struct demo_columns *columns, const struct column *c)
{
	for (size_t i = 0; i < columns->n; i++) {
		if (columns->at[i]->purpose == c->purpose &&
		    strcmp(columns->at[i]->table, c->table) == 0)
			return true;
	}
	return false;
}

void
demo_parts_take(
    struct demo_plant *p, const struct profile *profile, const struct standard_job *job)
{
	bool is_ports = job->kind == STANDARD_PORTS;
	struct demo_columns *columns = is_ports ? &p->ports : &p->chassis;

	for (size_t i = 0; i < job->n_columns && columns->n < DEMO_COLUMNS_MAX; i++) {
		const struct column *c = job->columns[i];
		const struct table *t = profile_table(profile, c->table);

		if (is_told(c) && (is_ports || is_card_or_whole(t, c)) &&
		    !has_like(columns, c))
			columns->at[columns->n++] = c;
	}
}

/* ---- values ----------------------------------------------------------------- */

/* The values of a table's columns for one of its rows; table NULL: all columns. */
static const struct part_value *
values_of(const struct demo_plant *p, const struct demo_columns *columns,
    const char *table, const struct row *row, int64_t at_ms, struct arena *arena,
    size_t *ret_n)
{
	struct moment at = demo_plant_moment(p, at_ms);
	struct part_value *values =
	    arena_alloc(arena, (columns->n + 1) * sizeof(*values));

	*ret_n = 0;
	for (size_t i = 0; values && i < columns->n; i++) {
		const struct column *c = columns->at[i];

		if (!table || strcmp(c->table, table) == 0)
			values[(*ret_n)++] = (struct part_value){ c->purpose,
				device_row_value(&p->device, c, row, &at, arena) };
	}
	return values;
}

enum rc
demo_parts_fill_ports(
    struct demo_plant *p, int64_t at_ms, struct arena *arena, struct parts *parts)
{
	const struct index_format *format = p->states.n ? p->states.at[0]->index : NULL;
	uint32_t n = p->ports.n ? p->plant->ports : 0;
	struct port_row *ports = arena_alloc(arena, (n + 1) * sizeof(*ports));

	if (!ports)
		return RC_NOMEM;
	for (uint32_t i = 0; i < n; i++) {
		struct row row = { .entity = ENTITY_PORT, .number = i };
		struct position whole = plant_port(p->plant, i);

		ports[i].position = demo_plant_place(format, &whole);
		ports[i].values =
		    values_of(p, &p->ports, NULL, &row, at_ms, arena, &ports[i].n_values);
		if (!ports[i].values)
			return RC_NOMEM;
	}
	parts->n_ports = n;
	parts->ports = ports;
	return RC_OK;
}

/* "board 0/3"; "" for the whole device: as in collect/row_values.c. */
static const char *
name_of(const struct demo_plant *p, const struct column *c, uint32_t card,
    struct arena *arena)
{
	struct position whole = plant_board(p->plant, card);
	struct position place = demo_plant_place(c->index, &whole);
	char text[POSITION_TEXT_MAX];

	if (!c->index)
		return "";
	return arena_printf(arena, "%s %s", c->table, position_format(&place, text));
}

/* The rows of the table whose first column this is. */
static bool
add_rows(const struct demo_plant *p, const struct column *c, int64_t at_ms,
    struct arena *arena, struct parts *parts, struct chassis_row *rows)
{
	uint32_t n = c->index ? p->plant->boards : 1;

	for (uint32_t i = 0; i < n; i++) {
		struct row row = { .entity = c->index ? ENTITY_BOARD : ENTITY_SYSTEM,
			.number = i };
		struct chassis_row *to = &rows[parts->n_chassis++];

		to->part = name_of(p, c, i, arena);
		to->values = values_of(
		    p, &p->chassis, c->table, &row, at_ms, arena, &to->n_values);
		if (!to->part || !to->values)
			return false;
	}
	return true;
}

static bool
is_first_of_table(const struct demo_columns *columns, size_t at)
{
	for (size_t i = 0; i < at; i++) {
		if (strcmp(columns->at[i]->table, columns->at[at]->table) == 0)
			return false;
	}
	return true;
}

enum rc
demo_parts_fill_chassis(
    struct demo_plant *p, int64_t at_ms, struct arena *arena, struct parts *parts)
{
	size_t most = p->chassis.n * ((size_t)p->plant->boards + 1);
	struct chassis_row *rows = arena_alloc(arena, (most + 1) * sizeof(*rows));

	if (!rows)
		return RC_NOMEM;
	parts->n_chassis = 0;
	parts->chassis = rows;
	for (size_t i = 0; i < p->chassis.n; i++) {
		if (is_first_of_table(&p->chassis, i) &&
		    !add_rows(p, p->chassis.at[i], at_ms, arena, parts, rows))
			return RC_NOMEM;
	}
	return RC_OK;
}
