/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tree_int.h"

#include <string.h>

#include "sim/ber_int.h"

struct tree *
tree_new(void)
{
	struct tree *tree OWNED(tree_unref) = calloc(1, sizeof(*tree));

	if (!tree)
		return NULL;
	tree->users = 1;
	tree->arena = arena_new(0);
	return tree->arena ? GIVE(tree) : NULL;
}

void
tree_unref(struct tree *tree)
{
	if (!tree || --tree->users > 0)
		return;
	for (size_t i = 0; i < tree->n_rows; i++)
		row_list_free(tree->rows[i]);
	free(tree->rows);
	free(tree->segments);
	free(tree->records);
	arena_free(tree->arena);
	free(tree);
}

enum rc
tree_own_rows(struct tree *tree, struct row_list *rows)
{
	struct row_list **moved =
	    realloc(tree->rows, (tree->n_rows + 1) * sizeof(struct row_list *));

	if (!moved) {
		row_list_free(rows);
		return RC_NOMEM;
	}
	tree->rows = moved;
	tree->rows[tree->n_rows++] = rows;
	return RC_OK;
}

static bool
segment_room(struct tree *tree)
{
	if (tree->n < tree->cap)
		return true;
	size_t cap = tree->cap ? tree->cap * 2 : 64;
	struct segment *moved = realloc(tree->segments, cap * sizeof(struct segment));
	if (!moved)
		return false;
	tree->segments = moved;
	tree->cap = cap;
	return true;
}

enum rc
tree_add(struct tree *tree, const uint32_t *arcs, size_t n, const struct segment *segment)
{
	if (segment->rows->n == 0)
		return RC_OK;
	if (!segment_room(tree))
		return RC_NOMEM;
	struct segment *added = &tree->segments[tree->n];
	uint32_t *own_arcs = arena_alloc(tree->arena, (n + 1) * sizeof(uint32_t));
	uint8_t *ber = arena_alloc(tree->arena, n * 5 + 1);
	if (!own_arcs || !ber)
		return RC_NOMEM;
	if (n > 0)
		memcpy(own_arcs, arcs, n * sizeof(uint32_t));
	*added = *segment;
	added->arcs = own_arcs;
	added->n_arcs = (uint16_t)n;
	added->ber = ber;
	/* Rows of a recording are complete OIDs in an empty segment. */
	added->ber_len = n > 0 ? (uint16_t)ber_write_oid(arcs, n, ber) : 0;
	tree->n++;
	return RC_OK;
}

static bool
overlaps(const struct segment *a, const struct segment *b)
{
	return oid_starts_with(a->arcs, a->n_arcs, b->arcs, b->n_arcs) ||
	    oid_starts_with(b->arcs, b->n_arcs, a->arcs, a->n_arcs);
}

static int
compare_segments(const void *left, const void *right)
{
	const struct segment *a = left, *b = right;

	return oid_compare(a->arcs, a->n_arcs, b->arcs, b->n_arcs);
}

static bool
overlaps_any(const struct tree *tree, size_t kept, const struct segment *segment)
{
	for (size_t i = 0; i < kept; i++) {
		if (overlaps(&tree->segments[i], segment))
			return true;
	}
	return false;
}

void
tree_finish(struct tree *tree)
{
	size_t kept = 0;

	for (size_t i = 0; i < tree->n; i++) {
		if (!overlaps_any(tree, kept, &tree->segments[i]))
			tree->segments[kept++] = tree->segments[i];
	}
	tree->n = kept;
	if (kept > 0)
		qsort(tree->segments, kept, sizeof(struct segment), compare_segments);
}

/* ---- walking ----------------------------------------------------------- */

/* The number of segments whose OID is not above this one. */
static size_t
segments_up_to(const struct tree *tree, const uint32_t *arcs, size_t n)
{
	size_t low = 0, high = tree->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct segment *s = &tree->segments[middle];
		if (oid_compare(s->arcs, s->n_arcs, arcs, n) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The segment that contains this OID; NULL: none. */
static const struct segment *
segment_of(const struct tree *tree, const uint32_t *arcs, size_t n)
{
	size_t up_to = segments_up_to(tree, arcs, n);

	if (up_to == 0)
		return NULL;
	const struct segment *s = &tree->segments[up_to - 1];
	return oid_starts_with(arcs, n, s->arcs, s->n_arcs) ? s : NULL;
}

struct place
tree_after(const struct tree *tree, const uint32_t *arcs, size_t n)
{
	size_t up_to = segments_up_to(tree, arcs, n);
	const struct segment *s = up_to > 0 ? &tree->segments[up_to - 1] : NULL;

	if (s && oid_starts_with(arcs, n, s->arcs, s->n_arcs)) {
		size_t row =
		    row_list_seek(s->rows, arcs + s->n_arcs, n - s->n_arcs, true);
		if (row < s->rows->n)
			return (struct place){ (uint32_t)up_to - 1, (uint32_t)row };
	}
	return (struct place){ (uint32_t)up_to, 0 };
}

/* The columns of a recording are not known: if a neighbour has the same OID except its
 * last arc, this is a missing instance of an existing object. */
static enum tree_found
missing_record(const struct segment *s, const uint32_t *arcs, size_t n)
{
	if (n < 2)
		return TREE_NO_OBJECT;
	size_t row = row_list_seek(s->rows, arcs, n - 1, false);
	if (row == s->rows->n)
		return TREE_NO_OBJECT;
	const struct row *r = &s->rows->row[row];
	return oid_starts_with(s->rows->arcs + r->arcs_at, r->n_arcs, arcs, n - 1)
	    ? TREE_NO_INSTANCE
	    : TREE_NO_OBJECT;
}

enum tree_found
tree_find(
    const struct tree *tree, const uint32_t *arcs, size_t n, struct place *ret_place)
{
	const struct segment *s = segment_of(tree, arcs, n);

	if (!s)
		return TREE_NO_OBJECT;
	const uint32_t *rest = arcs + s->n_arcs;
	size_t rest_n = n - s->n_arcs;
	size_t row = row_list_seek(s->rows, rest, rest_n, false);
	if (row < s->rows->n) {
		const struct row *r = &s->rows->row[row];
		if (oid_compare(s->rows->arcs + r->arcs_at, r->n_arcs, rest, rest_n) ==
		    0) {
			*ret_place = (struct place){ (uint32_t)(s - tree->segments),
				(uint32_t)row };
			return TREE_FOUND;
		}
	}
	return s->is_record ? missing_record(s, arcs, n) : TREE_NO_INSTANCE;
}

size_t
tree_oid(const struct tree *tree, struct place at, uint32_t arcs[OID_MAX])
{
	const struct segment *s = &tree->segments[at.segment];
	const struct row *row = &s->rows->row[at.row];
	size_t n = s->n_arcs;
	size_t rest = row->n_arcs < OID_MAX - n ? row->n_arcs : OID_MAX - n;

	memcpy(arcs, s->arcs, n * sizeof(uint32_t));
	memcpy(arcs + n, s->rows->arcs + row->arcs_at, rest * sizeof(uint32_t));
	return n + rest;
}
