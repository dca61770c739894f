/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/tree_int.h - the OIDs of a simulated OLT, in order.
 *
 * A tree is a sorted list of segments. A segment is a column (its encoded OID) and the
 * rows below it. No segment's OID begins with that of another one, so a walk of the tree
 * is: all rows of the first segment, all rows of the second, ... A seek is two binary
 * searches; a step, which is most of the work of a GETBULK, costs nothing.
 *
 * The tree has no values, except those of a recording: values are made when they are
 * requested (device.h), so OLTs of the same shape share one tree.
 *
 * Built before threads; after that read-only, for any thread.
 */
#ifndef FACHO_SIM_TREE_INT_H
#define FACHO_SIM_TREE_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/oid.h"
#include "model/value.h"
#include "sim/row_list_int.h"

struct column;

struct segment {
	const uint32_t *arcs;
	const uint8_t *ber;
	uint16_t n_arcs;
	uint16_t ber_len;
	bool is_record; /* the rows are complete OIDs with a recorded value */
	int standard; /* enum standard of standard_int.h, if there is no column */
	const struct column *column; /* of the profile; NULL: a standard object */
	/* If one object is used by two tables: the column for rows of this entity. */
	const struct column *second;
	enum entity second_entity;
	const int64_t *present; /* values of the column in rows in use; NULL */
	const struct row_list *rows; /* never empty */
};

struct tree {
	size_t n;
	struct segment *segments;
	size_t n_records;
	struct snmp_value *records; /* by the number of ENTITY_RECORD rows */
	struct arena *arena; /* owns all of the above */
	size_t cap;
	size_t n_rows; /* lists of rows, owned one by one */
	struct row_list **rows;
	unsigned users;
};

/* NULL when out of memory. The caller has one reference. */
struct tree *tree_new(void);
void tree_unref(struct tree *tree);
OWNED_BY(struct tree, tree_unref);

/* Give a finished list of rows to the tree, which frees it. On failure it is freed at
 * once. */
enum rc tree_own_rows(struct tree *tree, struct row_list *rows) MUST_CHECK;

/* Add a segment (its rows are owned by this tree) with the OID in arcs. If rows is empty,
 * nothing happens. */
enum rc tree_add(struct tree *tree, const uint32_t *arcs, size_t n,
    const struct segment *segment) MUST_CHECK;

/* Sort. Of two overlapping segments the one added first is kept. */
void tree_finish(struct tree *tree);

/* ---- walking ----------------------------------------------------------- */

/* A leaf of the tree; segment == tree->n is the end. */
struct place {
	uint32_t segment;
	uint32_t row;
};

static inline bool
tree_at_end(const struct tree *tree, struct place at)
{
	return at.segment >= tree->n;
}

/* The next leaf (after the end comes the end). */
static inline struct place
tree_step(const struct tree *tree, struct place at)
{
	if (tree_at_end(tree, at))
		return at;
	if (at.row + 1 < tree->segments[at.segment].rows->n)
		return (struct place){ at.segment, at.row + 1 };
	return (struct place){ at.segment + 1, 0 };
}

/* The first leaf after an OID (which need not exist). O(log n). */
struct place tree_after(const struct tree *tree, const uint32_t *arcs, size_t n);

enum tree_found { TREE_FOUND, TREE_NO_INSTANCE, TREE_NO_OBJECT };

/* The leaf with exactly this OID. */
enum tree_found tree_find(
    const struct tree *tree, const uint32_t *arcs, size_t n, struct place *ret_place);

/* Its OID; arcs has space for OID_MAX. Returns the number of arcs. */
size_t tree_oid(const struct tree *tree, struct place at, uint32_t arcs[OID_MAX]);

#endif
