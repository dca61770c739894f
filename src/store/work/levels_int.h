/* SPDX-License-Identifier: Apache-2.0
 *
 * store/work/levels_int.h - levels of ONUs that cross a limit during a run: each crossing
 * is an event (ONU_LEVEL), and what the level is now is kept (onu_levels), because a level
 * near a limit must not cross it again and again (model/level.h). For the files of store/,
 * inside their transaction.
 *
 * Only ONUs that have crossed a limit have a row; of all others the last reading tells the
 * level.
 */
#ifndef FACHO_STORE_WORK_LEVELS_INT_H
#define FACHO_STORE_WORK_LEVELS_INT_H

#include "model/level.h"
#include "store/value/onu_set.h"

struct vec;

enum level_side { LEVEL_AT_ONU, LEVEL_AT_OLT, LEVEL_SIDES };

/* The levels of one ONU; -1: none is kept. */
struct onu_levels {
	signed char at[LEVEL_SIDES];
	bool is_changed;
};

struct levels {
	struct level_limits limits[LEVEL_SIDES];
	struct onu_levels *onus; /* one for each known ONU, in the arena */
	struct arena *arena;
};

/* Everything is in the arena. */
enum rc levels_load(struct db *db, const struct onu_set *known, struct arena *arena,
    struct levels *ret, struct err *err) MUST_CHECK;

/* A level of an ONU has another value than before: does it cross a limit? Its events are
 * added. purpose is ONU_RX or OLT_RX. */
struct level_change {
	size_t i; /* of the known ONUs */
	struct onu_id onu;
	int64_t at_ms;
	enum purpose purpose;
	const struct value *before, *after;
};
enum rc levels_take(struct levels *l, const struct level_change *change,
    struct vec *events, struct err *err) MUST_CHECK;

/* Keep those that changed. */
enum rc levels_write(struct db *db, const struct onu_set *known, const struct levels *l,
    struct err *err) MUST_CHECK;

#endif
