/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/plant_int.h"

#include <string.h>

#include "sim/identity_int.h"

enum { PORTS_ON_A_BOARD = 16 };

/* ---- numbering ------------------------------------------------------------- */

/* Numbers that every used index format can express. */
struct range {
	bool is_used;
	uint32_t low, high;
};

static void
narrow(struct range ranges[POS_PARTS], const struct index_format *f)
{
	for (unsigned a = 0; a < f->n_arcs; a++) {
		for (unsigned i = 0; i < f->arcs[a].n_fields; i++) {
			const struct index_field *field = &f->arcs[a].fields[i];
			if (f->arcs[a].kind != ARC_FIELDS || field->is_const)
				continue;
			struct range *r = &ranges[field->part];
			if (!r->is_used)
				*r = (struct range){ true, 0, UINT32_MAX };
			if (field->min > r->low)
				r->low = field->min;
			if (field->max < r->high)
				r->high = field->max;
		}
	}
}

static bool
counts_for_numbering(const struct table *table)
{
	return table->kind == TABLE_ONU || table->kind == TABLE_PON;
}

bool
plant_has_rows(const struct table *table, const char *technology)
{
	return !table->technology || !technology ||
	    strcasecmp(table->technology, technology) == 0;
}

static uint32_t
clamp(uint32_t wanted, const struct range *r)
{
	if (!r->is_used)
		return wanted;
	return wanted < r->low ? r->low : wanted > r->high ? r->high : wanted;
}

/* Most brands count from 1. Huawei counts frames, ports and ONTs from 0, and the first
 * card is in slot 1. */
static void
choose_first(struct plant *plant, const struct range ranges[POS_PARTS])
{
	uint32_t one = strcasecmp(plant->profile->brand, "Huawei") == 0 ? 0 : 1;

	plant->first[POS_RACK] = clamp(1, &ranges[POS_RACK]);
	plant->first[POS_FRAME] = clamp(one, &ranges[POS_FRAME]);
	plant->first[POS_SLOT] = clamp(1, &ranges[POS_SLOT]);
	plant->first[POS_PORT] = clamp(one, &ranges[POS_PORT]);
	plant->first[POS_ONU] = clamp(one, &ranges[POS_ONU]);
}

static uint32_t
room(const struct plant *plant, const struct range *r, enum position_part part)
{
	uint32_t above = r->is_used ? r->high - plant->first[part] : UINT32_MAX - 1;

	return above == UINT32_MAX ? above : above + 1;
}

static enum rc
check_room(struct plant *plant, const struct range ranges[POS_PARTS], struct err *err)
{
	uint32_t on_board = room(plant, &ranges[POS_PORT], POS_PORT);
	uint32_t boards = room(plant, &ranges[POS_SLOT], POS_SLOT);
	uint32_t onus = room(plant, &ranges[POS_ONU], POS_ONU);
	uint32_t asked = plant->onus * (plant->counts_onus_in_all ? plant->ports : 1);

	if (ranges[POS_SLOT].is_used && on_board > PORTS_ON_A_BOARD)
		on_board = PORTS_ON_A_BOARD;
	plant->ports_per_board =
	    on_board < plant->ports || ranges[POS_SLOT].is_used ? on_board : plant->ports;
	plant->boards =
	    (plant->ports + plant->ports_per_board - 1) / plant->ports_per_board;
	if (plant->boards > 1 && (!ranges[POS_SLOT].is_used || plant->boards > boards))
		return err_set(err, RC_INVALID, "ports: %s has room for %llu ports",
		    plant->profile->id,
		    (unsigned long long)plant->ports_per_board *
			(ranges[POS_SLOT].is_used ? boards : 1));
	if (asked > onus)
		return err_set(err, RC_INVALID, "onus: %s has room for %u ONUs%s",
		    plant->profile->id, onus,
		    plant->counts_onus_in_all ? "" : " on a port");
	return RC_OK;
}

struct position
plant_board(const struct plant *plant, uint32_t board)
{
	struct position p = { 0 };

	plant_set_part(&p, POS_RACK, plant->first[POS_RACK]);
	plant_set_part(&p, POS_FRAME, plant->first[POS_FRAME]);
	plant_set_part(&p, POS_SLOT, plant->first[POS_SLOT] + board);
	return p;
}

struct position
plant_port(const struct plant *plant, uint32_t port)
{
	struct position p = plant_board(plant, plant_board_of_port(plant, port));

	plant_set_part(
	    &p, POS_PORT, plant->first[POS_PORT] + port % plant->ports_per_board);
	return p;
}

struct position
plant_onu(const struct plant *plant, uint32_t onu)
{
	struct position p = plant_port(plant, plant_port_of_onu(plant, onu));

	plant_set_part(&p, POS_ONU,
	    plant->first[POS_ONU] +
		(plant->counts_onus_in_all ? onu : onu % plant->onus));
	return p;
}

/* ---- creation -------------------------------------------------------------- */

struct plant *
plant_new(void)
{
	struct plant *plant OWNED(plant_unref) = calloc(1, sizeof(*plant));

	if (!plant)
		return NULL;
	plant->users = 1;
	plant->ports_per_board = 1;
	plant->onus = 1;
	plant->outside = (struct outside){ 1, 1, 1, 0 };
	plant->tree = tree_new();
	return plant->tree ? GIVE(plant) : NULL;
}

struct plant *
plant_ref(struct plant *plant)
{
	plant->users++;
	return plant;
}

void
plant_unref(struct plant *plant)
{
	if (!plant || --plant->users > 0)
		return;
	tree_unref(plant->tree);
	free(plant);
}

/* The first letters of a brand's serials, as on the labels. */
static void
fill_letters(struct plant *plant)
{
	static const struct {
		const char *brand, *letters;
	} LETTERS[] = {
		{ "Huawei", "HWTC" },
		{ "ZTE", "ZTEG" },
		{ "FiberHome", "FHTT" },
		{ "V-SOL", "GPON" },
		{ "C-Data", "CDTC" },
		{ "Nokia", "ALCL" },
		{ "BDCOM", "BDCM" },
		{ "Ubiquiti", "UBNT" },
		{ "Calix", "CXNK" },
		{ "Dasan", "DSNW" },
		{ "Raisecom", "RCMG" },
		{ "Eltex", "ELTX" },
		{ "Intelbras", "ITBS" },
		{ "Zhone", "ZNTS" },
		{ "Datacom", "DACM" },
		{ "Parks", "PRKS" },
		{ "TP-Link", "TPLG" },
	};

	memcpy(plant->vendor_letters, "FCHO", 5);
	for (size_t i = 0; i < sizeof(LETTERS) / sizeof(LETTERS[0]); i++) {
		if (strncasecmp(plant->profile->brand, LETTERS[i].brand,
			strlen(LETTERS[i].brand)) == 0)
			memcpy(plant->vendor_letters, LETTERS[i].letters, 5);
	}
}

/* The first technology of the profile for which it lists ONUs. */
static const char *
first_technology(const struct profile *p)
{
	for (size_t t = 0; t < p->n_technologies; t++) {
		for (size_t i = 0; i < p->n_tables; i++) {
			if (p->tables[i].kind == TABLE_ONU &&
			    plant_has_rows(&p->tables[i], p->technologies[t]))
				return p->technologies[t];
		}
	}
	return NULL;
}

static enum rc
choose_technology(struct build *b, const struct olt_spec *spec, struct err *err)
{
	const struct profile *p = b->plant->profile;

	if (!spec->technology[0]) {
		b->technology = first_technology(p);
		return RC_OK;
	}
	for (size_t i = 0; i < p->n_technologies; i++) {
		if (strcasecmp(p->technologies[i], spec->technology) == 0) {
			b->technology = p->technologies[i];
			return RC_OK;
		}
	}
	return err_set(
	    err, RC_INVALID, "tech: %s does not have %s", p->id, spec->technology);
}

static enum rc
number_everything(struct build *b, struct err *err)
{
	const struct profile *p = b->plant->profile;
	struct range ranges[POS_PARTS] = { 0 }, onu_ranges[POS_PARTS] = { 0 };

	for (size_t i = 0; i < p->n_columns; i++) {
		const struct column *c = &p->columns[i];
		const struct table *table = profile_table(p, c->table);
		if (c->index && table && counts_for_numbering(table) &&
		    plant_has_rows(table, b->technology))
			narrow(ranges, c->index);
		if (c->index && table && table->kind == TABLE_ONU &&
		    plant_has_rows(table, b->technology))
			narrow(onu_ranges, c->index);
	}
	b->plant->counts_onus_in_all =
	    onu_ranges[POS_ONU].is_used && !onu_ranges[POS_PORT].is_used;
	choose_first(b->plant, ranges);
	return check_room(b->plant, ranges, err);
}

enum rc
plant_new_from_profile(const struct profile *profile, const struct olt_spec *spec,
    const struct life *life, struct plant **ret_plant, struct err *err)
{
	struct plant *plant OWNED(plant_unref) = plant_new();
	struct build *b OWNED(free) = calloc(1, sizeof(*b));

	if (!plant || !b)
		return err_set(err, RC_NOMEM, "no memory for a simulated OLT");
	b->plant = plant;
	b->life = life;
	plant->profile = profile;
	plant->ports = spec->ports;
	plant->onus = spec->onus;
	plant->autofind = spec->autofind;
	plant->outside = spec->outside;
	fill_letters(plant);
	identity_fill(plant);
	enum rc rc = choose_technology(b, spec, err);
	if (rc == RC_OK)
		rc = number_everything(b, err);
	if (rc != RC_OK)
		return rc;
	rc = plant_fill_tree(b);
	if (rc != RC_OK)
		return err_set(err, rc, "%s: cannot make its tree", profile->id);
	*ret_plant = GIVE(plant);
	return RC_OK;
}
