/* SPDX-License-Identifier: Apache-2.0
 *
 * collect/owners.h - finds to which ONU or port the rows of a custom column belong. For a
 * few rows; a collection does the same for all of its rows.
 *
 * Pure; memory is allocated in the arena of the question.
 */
#ifndef FACHO_COLLECT_OWNERS_H
#define FACHO_COLLECT_OWNERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/value.h"

struct column;
struct known;
struct profile;

enum { OWNERS_NAME_COLUMNS_MAX = 4 };

/* A row of the column, or of a column of names of keys. */
struct owners_row {
	const struct column *column;
	const uint32_t *index;
	size_t n_index;
	struct value value; /* of names only */
};

struct owners_question {
	const struct profile *profile;
	const struct known *known; /* ONUs of the OLT; NULL: none */
	struct arena *arena;
	const struct column *column; /* whose rows come first */
	size_t n_rows; /* of the column and of names together */
	const struct owners_row *rows;
};

struct owner {
	bool is_onu; /* a known ONU */
	bool is_stranger; /* an ONU that no discovery has found */
	const char *place; /* "0/1/3:5"; "": none */
};

/* One owner per row. False: no memory. */
bool owners_find(const struct owners_question *q, struct owner *ret_owners);

/* The name columns of keys in this profile, each once. Returns their number. */
size_t owners_name_columns(
    const struct profile *p, const struct column *ret_columns[OWNERS_NAME_COLUMNS_MAX]);

#endif
