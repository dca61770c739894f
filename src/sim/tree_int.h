/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/tree_int.h - which OIDs a simulated OLT has, in order.
 *
 * A tree is a sorted list of segments. A segment is a column (its OID, already
 * encoded) and the rows below it; no segment's OID begins with another's, so
 * walking the tree is: all rows of the first segment, all of the second, ...
 * A seek is two binary searches and a step costs nothing, which is what a
 * GETBULK does most of the time.
 *
 * The tree holds no values, except those of a recording: they are made when
 * asked for (device.h), so OLTs of the same shape share one tree.
 *
 * Built before threads, read-only and for any thread afterwards.
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
	bool is_record; /* the rows are whole OIDs with a recorded value */
	int standard; /* enum standard of standard.h where there is no column */
	const struct column *column; /* of the profile; NULL: a standard object */
	/* Where one object serves two tables: the column for rows of this entity. */
	const struct column *second;
	enum entity second_entity;
	const int64_t *present; /* what the column says of rows that are in use; NULL */
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

/* NULL when out of memory. One reference is the caller's. */
struct tree *tree_new(void);
void tree_unref(struct tree *tree);
OWNED_BY(struct tree, tree_unref);

/* Hand a finished list of rows over to the tree; it is freed with it, and at
 * once when this fails. */
enum rc tree_own_rows(struct tree *tree, struct row_list *rows) MUST_CHECK;

/* Add what `segment` says (rows owned by this tree) under the OID in arcs.
 * Nothing happens when rows is empty. */
enum rc tree_add(struct tree *tree, const uint32_t *arcs, size_t n,
    const struct segment *segment) MUST_CHECK;

/* Sort. Where two segments overlap the one added first stays. */
void tree_finish(struct tree *tree);

/* ---- walking ----------------------------------------------------------- */

/* A leaf of the tree; segment == tree->n is behind the last one. */
struct place {
	uint32_t segment;
	uint32_t row;
};

static inline bool
tree_at_end(const struct tree *tree, struct place at)
{
	return at.segment >= tree->n;
}

/* The leaf that follows (an end stays an end). */
static inline struct place
tree_step(const struct tree *tree, struct place at)
{
	if (tree_at_end(tree, at))
		return at;
	if (at.row + 1 < tree->segments[at.segment].rows->n)
		return (struct place){ at.segment, at.row + 1 };
	return (struct place){ at.segment + 1, 0 };
}

/* The first leaf behind an OID (which need not exist). O(log n). */
struct place tree_after(const struct tree *tree, const uint32_t *arcs, size_t n);

enum tree_found { TREE_FOUND, TREE_NO_INSTANCE, TREE_NO_OBJECT };

/* The leaf with exactly this OID. */
enum tree_found tree_find(
    const struct tree *tree, const uint32_t *arcs, size_t n, struct place *ret_place);

/* Its OID; arcs has room for OID_MAX. Returns how many arcs. */
size_t tree_oid(const struct tree *tree, struct place at, uint32_t arcs[OID_MAX]);

#endif
