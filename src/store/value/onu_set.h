/* SPDX-License-Identifier: Apache-2.0
 *
 * store/value/onu_set.h - the ONUs of one OLT as they are stored, all at once: what a
 * run's rows are compared with. For the files of store/.
 */
#ifndef FACHO_STORE_VALUE_ONU_SET_H
#define FACHO_STORE_VALUE_ONU_SET_H

#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "model/discovery.h"
#include "model/onu.h"
#include "store/value/latest.h"
#include "store/value/stamps.h"

struct buf;
struct db;
struct db_stmt;

struct latest {
	struct value *at; /* those of known->places, in their order: onu_set_value() */
	int64_t run_since_ms; /* since when the run state is what it is; 0: unknown */
	struct stamp changed; /* when one of its values last did, by what */
	const void *stamps; /* encoded exceptions; NULL: none */
	size_t stamps_len;
};

struct onu_set {
	struct olt_id olt;
	uint32_t places; /* which values: bit (1 << place); the others are null */
	size_t n;
	struct onu *onus; /* in ascending order of their ids */
	struct latest *latest; /* one each */
};

/* The value at a place that was loaded. */
struct value *onu_set_value(const struct onu_set *known, size_t at, size_t place);

/* Who an ONU is and where, as columns of onus. */
#define KNOWN_COLUMNS                                                                   \
	"id, pos_has, rack, frame, slot, port, onu, index_serial, serial, is_present, " \
	"is_duplicate, missed, first_seen_ms, last_seen_ms"

enum { KNOWN_COLUMN_COUNT = 14 };

/* The one reader of KNOWN_COLUMNS, which come first in the row. Texts are in the arena;
 * false: no memory. */
bool onu_set_from_row(
    const struct db_stmt *q, struct olt_id olt, struct arena *arena, struct onu *onu);

/* Everything is in the arena. *ret is untouched on failure. */
enum rc onu_set_load(struct db *db, struct olt_id olt, uint32_t places,
    struct arena *arena, struct onu_set *ret, struct err *err) MUST_CHECK;

/* One ONU with all its values; its OLT is known->olt. RC_NOT_FOUND: there is none. */
enum rc onu_set_load_onu(struct db *db, struct onu_id onu, struct arena *arena,
    struct onu_set *ret, struct err *err) MUST_CHECK;

/* Add ONUs, in this order; their values come later, by update. To SQLite each statement
 * is a savepoint, at which its index for searching writes out what it has, so that one
 * by one they would cost many times as much. */
enum rc onu_set_insert(struct db *db, const struct onu *onus, size_t n, struct err *err)
    MUST_CHECK;

/* Write who it is, where, and whether it is there (bulk). */
enum rc onu_set_update(struct db_stmt *q, const struct onu *onu, struct err *err)
    MUST_CHECK;
extern const char onu_set_update_sql[];

/* The i-th column of a place, in onus or onu_numbers; NULL: it has no more. */
const char *known_column(size_t place, size_t i);

/* Parameters $first to $last as rows of so many: ($1, $2), ($3, $4) */
void onu_set_rows_sql(unsigned first, unsigned last, unsigned width, struct buf *sql);

/* Write the values of known->places of those ONUs for which `which` is true: names and
 * states, or numbers and stamps. */
enum rc onu_set_write_names(struct db *db, const struct onu_set *known, const bool *which,
    struct err *err) MUST_CHECK;
enum rc onu_set_write_numbers(struct db *db, const struct onu_set *known,
    const bool *which, struct err *err) MUST_CHECK;

#endif
