/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of a plant's tables: an index for every card, port and ONU.
 */
#include "sim/plant_int.h"

#include <string.h>

/* Keys of rows whose index is only a number (ARC_OPAQUE). The ranges do not overlap. */
enum { FIRST_BOARD_KEY = 1, FIRST_PORT_KEY = 1001, FIRST_ONU_KEY = 10001 };

static uint32_t
population(const struct plant *plant, enum entity entity)
{
	switch (entity) {
	case ENTITY_SYSTEM:
		return 1;
	case ENTITY_BOARD:
		return plant->boards;
	case ENTITY_PORT:
		return plant->ports;
	case ENTITY_ONU:
		return plant->ports * plant->onus;
	case ENTITY_AUTOFIND:
		return plant->autofind;
	case ENTITY_RECORD:
		break;
	}
	return 0;
}

/* Unconfigured ONUs are distributed over the ports in turn, numbered from 1. */
static struct position
autofind_position(const struct plant *plant, uint32_t number)
{
	struct position p = plant_port(plant, number % plant->ports);

	plant_set_part(&p, POS_ONU, 1 + number / plant->ports);
	return p;
}

static struct position
position_of(const struct plant *plant, enum entity entity, uint32_t number)
{
	switch (entity) {
	case ENTITY_BOARD:
		return plant_board(plant, number);
	case ENTITY_PORT:
		return plant_port(plant, number);
	case ENTITY_ONU:
		return plant_onu(plant, number);
	case ENTITY_AUTOFIND:
		return autofind_position(plant, number);
	case ENTITY_SYSTEM:
	case ENTITY_RECORD:
		break;
	}
	return (struct position){ 0 };
}

static uint32_t
opaque_key(const struct plant *plant, enum entity entity, uint32_t number)
{
	switch (entity) {
	case ENTITY_PORT:
		return FIRST_PORT_KEY + number;
	case ENTITY_ONU:
		return FIRST_ONU_KEY + number;
	case ENTITY_AUTOFIND:
		return FIRST_ONU_KEY + plant->ports * plant->onus + number;
	case ENTITY_SYSTEM:
	case ENTITY_BOARD:
	case ENTITY_RECORD:
		break;
	}
	return FIRST_BOARD_KEY + number;
}

static uint8_t
hex_value(char c)
{
	return (uint8_t)(c <= '9' ? c - '0' : c - 'A' + 10);
}

/* Eight octets if the index has that many, else the text. */
static void
set_serial(struct position *p, const struct index_arc *arc, const char text[13])
{
	if (arc->kind == ARC_OCTETS && arc->length == 8) {
		memcpy(p->serial, text, 4);
		for (int i = 0; i < 4; i++)
			p->serial[4 + i] = (uint8_t)(hex_value(text[4 + 2 * i]) << 4 |
			    hex_value(text[5 + 2 * i]));
		p->serial_len = 8;
		return;
	}
	memcpy(p->serial, text, 12);
	p->serial_len = 12;
}

/* Parts that the position of the row does not have (an image of an ONU, a sensor of a
 * card) get the first number that the format allows. */
static void
fill_fields(struct position *p, const struct index_arc *arc)
{
	for (unsigned i = 0; i < arc->n_fields; i++) {
		const struct index_field *f = &arc->fields[i];
		if (!f->is_const && !position_has(p, f->part))
			plant_set_part(p, f->part,
			    f->min > 1       ? f->min
				: f->max < 1 ? f->max
					     : 1);
	}
}

static struct position
fitted_position(const struct build *b, const struct index_format *f, enum entity entity,
    uint32_t number)
{
	struct position p = position_of(b->plant, entity, number);
	uint32_t serial_number = entity == ENTITY_AUTOFIND
	    ? b->plant->ports * b->plant->onus + number
	    : number;
	char serial[13];

	for (unsigned i = 0; i < f->n_arcs; i++) {
		switch (f->arcs[i].kind) {
		case ARC_FIELDS:
			fill_fields(&p, &f->arcs[i]);
			break;
		case ARC_TEXT:
		case ARC_OCTETS:
			life_serial(
			    b->life, b->plant->vendor_letters, serial_number, serial);
			set_serial(&p, &f->arcs[i], serial);
			b->plant->has_serial_index = true;
			break;
		case ARC_ANY:
			plant_set_part(&p, POS_SUB, 1);
			plant_set_part(&p, POS_SUB2, 1);
			break;
		case ARC_OPAQUE:
			plant_set_part(&p, POS_ONU, opaque_key(b->plant, entity, number));
			break;
		}
	}
	return p;
}

/* For an unpublished layout: slot.port.onu, as far as the row has them. */
static size_t
plain_index(const struct position *p, uint32_t *arcs)
{
	size_t n = 0;

	for (int part = POS_SLOT; part <= POS_ONU; part++) {
		if (position_has(p, (enum position_part)part))
			arcs[n++] = p->part[part];
	}
	if (n == 0)
		arcs[n++] = 1;
	return n;
}

static enum rc
add_row(const struct build *b, const struct index_format *f, enum entity entity,
    uint32_t number, struct row_list *rows)
{
	uint32_t arcs[OID_MAX];
	size_t n;

	if (!f) {
		struct position p = position_of(b->plant, entity, number);
		n = plain_index(&p, arcs);
		return row_list_add(rows, arcs, n, entity, number);
	}
	struct position p = fitted_position(b, f, entity, number);
	/* A row that the table cannot have is left out, as on a real device. */
	if (index_encode(f, &p, arcs, OID_MAX, &n) != RC_OK)
		return RC_OK;
	return row_list_add(rows, arcs, n, entity, number);
}

static enum rc
make_rows(const struct build *b, const struct index_format *f, enum entity entity,
    const struct row_list **ret_rows)
{
	struct row_list *rows OWNED(row_list_free) = row_list_new(false);
	enum rc rc = rows ? RC_OK : RC_NOMEM;

	for (uint32_t i = 0; rc == RC_OK && i < population(b->plant, entity); i++)
		rc = add_row(b, f, entity, i, rows);
	if (rc == RC_OK)
		rc = row_list_finish(rows);
	if (rc == RC_OK) {
		*ret_rows = rows;
		rc = tree_own_rows(b->plant->tree, GIVE(rows));
	}
	return rc;
}

enum rc
plant_rows(struct build *b, const struct index_format *f, enum entity entity,
    const struct row_list **ret_rows)
{
	for (size_t i = 0; i < b->n_lists; i++) {
		if (b->lists[i].format == f && b->lists[i].entity == entity) {
			*ret_rows = b->lists[i].rows;
			return RC_OK;
		}
	}
	enum rc rc = make_rows(b, f, entity, ret_rows);
	if (rc == RC_OK && b->n_lists < BUILD_LISTS_MAX) {
		b->lists[b->n_lists].format = f;
		b->lists[b->n_lists].entity = entity;
		b->lists[b->n_lists++].rows = *ret_rows;
	}
	return rc;
}
