/* SPDX-License-Identifier: Apache-2.0
 *
 * The OIDs of a plant: the columns of the profile, then those that every agent has.
 */
#include "sim/plant_int.h"

#include <string.h>

#include "sim/standard_int.h"

static enum entity
entity_of(enum table_kind kind)
{
	switch (kind) {
	case TABLE_ONU:
	case TABLE_ONU_PART:
		return ENTITY_ONU;
	case TABLE_AUTOFIND:
		return ENTITY_AUTOFIND;
	case TABLE_PON:
		return ENTITY_PORT;
	case TABLE_BOARD:
		return ENTITY_BOARD;
	case TABLE_SYSTEM:
		break;
	}
	return ENTITY_SYSTEM;
}

static struct segment *
segment_at(const struct tree *tree, const uint32_t *arcs, size_t n)
{
	for (size_t i = 0; i < tree->n; i++) {
		struct segment *s = &tree->segments[i];
		if (oid_compare(s->arcs, s->n_arcs, arcs, n) == 0)
			return s;
	}
	return NULL;
}

/* One object may be used by two tables: ifDescr names ports and ONUs. */
static enum rc
merge(struct tree *tree, struct segment *segment, const struct segment *other)
{
	struct row_list *rows OWNED(row_list_free) = row_list_new(false);
	enum rc rc = rows ? row_list_add_all(rows, segment->rows) : RC_NOMEM;

	if (rc == RC_OK)
		rc = row_list_add_all(rows, other->rows);
	if (rc == RC_OK)
		rc = row_list_finish(rows);
	if (rc == RC_OK) {
		segment->rows = rows;
		segment->second = other->column;
		segment->second_entity = (enum entity)other->rows->row[0].entity;
		rc = tree_own_rows(tree, GIVE(rows));
	}
	return rc;
}

static enum rc
add_segment(
    struct build *b, const uint32_t *arcs, size_t n, const struct segment *segment)
{
	struct segment *there = segment_at(b->plant->tree, arcs, n);

	/* Of two columns for the same rows the first is kept. */
	if (there && segment->rows->n > 0 &&
	    there->rows->row[0].entity != segment->rows->row[0].entity)
		return merge(b->plant->tree, there, segment);
	return there ? RC_OK : tree_add(b->plant->tree, arcs, n, segment);
}

/* A scalar is a column with one row, its last arc. */
static enum rc
add_scalar(struct build *b, const uint32_t *arcs, size_t n, struct segment segment)
{
	struct row_list *rows OWNED(row_list_free) = row_list_new(false);
	enum rc rc =
	    rows ? row_list_add(rows, arcs + n - 1, 1, ENTITY_SYSTEM, 0) : RC_NOMEM;

	if (rc == RC_OK)
		rc = row_list_finish(rows);
	if (rc != RC_OK)
		return rc;
	segment.rows = rows;
	rc = tree_own_rows(b->plant->tree, GIVE(rows));
	return rc == RC_OK ? add_segment(b, arcs, n - 1, &segment) : rc;
}

static bool
names_the_port(const struct column *c)
{
	for (unsigned a = 0; c->index && a < c->index->n_arcs; a++) {
		const struct index_arc *arc = &c->index->arcs[a];
		for (unsigned i = 0; i < arc->n_fields; i++) {
			if (!arc->fields[i].is_const && arc->fields[i].part == POS_PORT)
				return true;
		}
	}
	return false;
}

static const struct column *
first_onu_column(const struct build *b)
{
	const struct profile *p = b->plant->profile;

	for (size_t i = 0; i < p->n_columns; i++) {
		const struct table *table = profile_table(p, p->columns[i].table);
		if (table && table->kind == TABLE_ONU &&
		    plant_has_rows(table, b->technology))
			return &p->columns[i];
	}
	return NULL;
}

/* A table that lists the same ONUs only by a key belongs to another firmware: no device
 * has both. */
static bool
is_of_other_firmware(
    const struct build *b, const struct table *table, const struct column *c)
{
	const struct column *first = first_onu_column(b);

	return table->kind == TABLE_ONU && first && strcmp(first->table, c->table) != 0 &&
	    names_the_port(first) && !names_the_port(c);
}

static enum rc
add_column(struct build *b, const struct column *c)
{
	const struct table *table = profile_table(b->plant->profile, c->table);
	struct segment segment = { .column = c };

	if (c->is_scalar)
		return add_scalar(b, c->oid.arcs, c->oid.n, segment);
	if (!table || !plant_has_rows(table, b->technology) ||
	    is_of_other_firmware(b, table, c))
		return RC_OK;
	if (table->present_column == c && table->n_present > 0)
		segment.present = &table->present[0];
	enum rc rc = plant_rows(b, c->index, entity_of(table->kind), &segment.rows);
	return rc == RC_OK ? add_segment(b, c->oid.arcs, c->oid.n, &segment) : rc;
}

static enum rc
add_standard_scalar(struct build *b, enum standard what, const uint32_t *arcs, size_t n)
{
	uint32_t scalar[OID_MAX] = { 0 };

	memcpy(scalar, arcs, n * sizeof(uint32_t));
	return add_scalar(b, scalar, n + 1, (struct segment){ .standard = (int)what });
}

static enum rc
add_system_group(struct build *b)
{
	enum rc rc = RC_OK;
	size_t n;
	const struct standard_object *objects = standard_system(&n);

	for (size_t i = 0; i < n && rc == RC_OK; i++)
		rc = add_standard_scalar(
		    b, objects[i].what, objects[i].arcs, objects[i].n);
	return rc;
}

/* The index of this profile's ports in the interface tables; NULL: it does not use
 * them. */
static const struct index_format *
interface_index(const struct build *b)
{
	static const uint32_t IF_ENTRY[] = { 1, 3, 6, 1, 2, 1, 2, 2, 1 };
	static const uint32_t IFX_ENTRY[] = { 1, 3, 6, 1, 2, 1, 31, 1, 1, 1 };
	const struct profile *p = b->plant->profile;

	for (size_t i = 0; i < p->n_columns; i++) {
		const struct column *c = &p->columns[i];
		const struct table *table = profile_table(p, c->table);
		bool is_interface = oid_starts_with(c->oid.arcs, c->oid.n, IF_ENTRY, 9) ||
		    oid_starts_with(c->oid.arcs, c->oid.n, IFX_ENTRY, 10);
		if (is_interface && table && table->kind == TABLE_PON && c->index)
			return c->index;
	}
	return NULL;
}

static enum rc
add_interfaces(struct build *b)
{
	const struct index_format *index = interface_index(b);
	struct segment segment = { 0 };
	size_t n;
	const struct standard_object *objects = standard_interfaces(&n);

	if (!index)
		return RC_OK;
	enum rc rc = plant_rows(b, index, ENTITY_PORT, &segment.rows);
	for (size_t i = 0; i < n && rc == RC_OK; i++) {
		segment.standard = (int)objects[i].what;
		rc = add_segment(b, objects[i].arcs, objects[i].n, &segment);
	}
	return rc;
}

static bool
answers_inside(const struct tree *tree, const struct oid *oid)
{
	for (size_t i = 0; i < tree->n; i++) {
		const struct segment *s = &tree->segments[i];
		if (oid_starts_with(s->arcs, s->n_arcs, oid->arcs, oid->n) ||
		    oid_starts_with(oid->arcs, oid->n, s->arcs, s->n_arcs))
			return true;
	}
	return false;
}

/* Objects that detection reads must exist, also without a column. */
static enum rc
add_detection(struct build *b)
{
	const struct detect_rule *rule = b->plant->rule;
	enum rc rc = RC_OK;

	if (!rule)
		return RC_OK;
	if (rule->model_oid.n > 1 && !answers_inside(b->plant->tree, &rule->model_oid))
		rc = add_scalar(b, rule->model_oid.arcs, rule->model_oid.n,
		    (struct segment){ .standard = MODEL_NAME });
	if (rc == RC_OK && rule->probe.n > 0 &&
	    !answers_inside(b->plant->tree, &rule->probe))
		rc = add_standard_scalar(b, PROBE_TEXT, rule->probe.arcs, rule->probe.n);
	return rc;
}

enum rc
plant_fill_tree(struct build *b)
{
	const struct profile *p = b->plant->profile;
	enum rc rc = add_system_group(b);

	for (size_t i = 0; i < p->n_columns && rc == RC_OK; i++)
		rc = add_column(b, &p->columns[i]);
	if (rc == RC_OK)
		rc = add_interfaces(b);
	if (rc == RC_OK)
		rc = add_detection(b);
	if (rc == RC_OK)
		tree_finish(b->plant->tree);
	return rc;
}
