/* SPDX-License-Identifier: Apache-2.0
 *
 * store/part/olt_values_int.h - values of an OLT on their way in: latest and history. For these
 * two files of store/.
 */
#ifndef FACHO_STORE_PART_OLT_VALUES_INT_H
#define FACHO_STORE_PART_OLT_VALUES_INT_H

#include "base/arena.h"
#include "store/value/custom.h"
#include "store/part/olt_values.h"

struct map;

struct stored_value {
	struct custom_value value; /* its stamp is that of the row */
};

/* A value of the run. */
struct taken_value {
	const char *key; /* see olt_value_key() */
	size_t n_key;
	double number; /* for history: a reading, or the rate of a counter; NAN: none */
	bool is_whole;
};

struct applying_values {
	struct db *db;
	const struct olt_values_run *run;
	struct arena *arena;
	struct map *stored; /* key -> struct stored_value */
	struct map *by_key; /* key -> struct taken_value */
	struct taken_value *taken; /* one a value of the run */
	int64_t changed;
	struct err *err;
};

/* Name and index, in the arena; NULL: no memory. */
const char *olt_value_key(
    struct arena *arena, const char *name, const char *index, size_t *ret_n);

enum rc olt_values_write_history(struct applying_values *x, struct samples *samples)
    MUST_CHECK;

#endif
