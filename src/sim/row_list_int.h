/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/row_list_int.h - the rows of a table: sorted indexes, each with its encoded form.
 *
 * All columns with the same kind of index share one struct row_list, and so do all OLTs
 * of the same shape: a thousand OLTs need only one. Each row has the number of its ONU,
 * port or recorded value.
 *
 * Build with row_list_new(), row_list_add() in any order, row_list_finish(); after that
 * it is read-only, for any thread.
 */
#ifndef FACHO_SIM_ROW_LIST_INT_H
#define FACHO_SIM_ROW_LIST_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/own.h"
#include "base/rc.h"

/* What a row can belong to. */
enum entity {
	ENTITY_SYSTEM, /* the OLT itself */
	ENTITY_BOARD,
	ENTITY_PORT,
	ENTITY_ONU,
	ENTITY_AUTOFIND, /* an ONU that is not configured yet */
	ENTITY_RECORD, /* a recorded value */
};

struct row {
	uint32_t arcs_at; /* index into rows.arcs */
	uint32_t ber_at; /* index into rows.ber */
	uint32_t number; /* its number among those of the same kind */
	uint16_t ber_len;
	uint8_t n_arcs;
	uint8_t entity; /* enum entity */
};

struct row_list {
	size_t n;
	struct row *row;
	uint32_t *arcs;
	uint8_t *ber;
	/* Allocated sizes, internal. */
	size_t row_cap, arcs_len, arcs_cap;
	bool is_whole; /* the rows are complete OIDs, without a column */
};

/* NULL when out of memory. */
struct row_list *row_list_new(bool is_whole);
void row_list_free(struct row_list *rows);
OWNED_BY(struct row_list, row_list_free);

enum rc row_list_add(struct row_list *rows, const uint32_t *arcs, size_t n,
    enum entity entity, uint32_t number) MUST_CHECK;

/* Add all rows of another list (finished or not). */
enum rc row_list_add_all(struct row_list *rows, const struct row_list *from) MUST_CHECK;

/* Sort and encode. Of rows with the same index the first one added is kept. */
enum rc row_list_finish(struct row_list *rows) MUST_CHECK;

/* The number of the first row not below arcs (after_equal: strictly above); rows->n if
 * there is none. */
size_t row_list_seek(
    const struct row_list *rows, const uint32_t *arcs, size_t n, bool after_equal);

#endif
