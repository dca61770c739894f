/* SPDX-License-Identifier: Apache-2.0
 *
 * collect/rows.h - the rows of one collection, found by any of their indexes.
 *
 * Tables of one OLT may index the same ONU differently (Raisecom has two encodings, ZTE's
 * optics one arc more). A row is therefore identified by the ONU's *position*; raw
 * indexes are stored so that each index is decoded once and not once per value. If the
 * index is an opaque key, the key is used until a name column provides the position.
 *
 * Owned by one collection; not thread-safe.
 */
#ifndef FACHO_COLLECT_ROWS_H
#define FACHO_COLLECT_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/own.h"
#include "base/rc.h"
#include "model/position.h"
#include "model/value.h"
#include "vendor/profile.h"

enum { ROW_ANSWERS_MAX = 64 }; /* bits of answered */

struct row {
	struct position position; /* of the ONU, without parts inside it */
	uint32_t family; /* rows of different families are never joined: GPON and EPON */
	uint32_t n_index; /* the raw index it was first seen with */
	const uint32_t *index;
	const struct index_format *format; /* of that index; NULL: unknown layout */
	bool discovered; /* it is in the discovery column */
	bool is_hidden; /* an empty position that the device lists */
	bool is_absent; /* GET: the device has no such ONU */
	/* GET: number of items, of those without an answer, of those with noSuch... */
	uint16_t n_asked, n_failed, n_none;
	/* Bit (1 << output): a value was received, null or not. It stays 0 if a walk had
	 * no value for this row, or a GET was answered with noSuchInstance. */
	uint64_t answered;
	uint64_t unread; /* the same bits: a value that could not be decoded */
	const char *part; /* name of a chassis part; else NULL */
	bool is_located; /* opaque index: position known from its name */
	bool is_certain; /* opaque index: an ONU, independent of its name */
	bool is_offline; /* as known before */
	bool is_guess; /* GET: it may be in another table */
	bool is_beyond; /* of another slice: from a column that was read completely */
	size_t number; /* as found; until the rows are sorted */
	struct value *values; /* one per output */
	uint16_t *from; /* source of each value, counted from 1; 0: none */
};

struct rows;

/* arena is borrowed and must outlive it. n_values is fixed. max is the maximum number of
 * rows. */
struct rows *rows_new(struct arena *arena, size_t n_values, size_t max);
void rows_free(struct rows *rows);
OWNED_BY(struct rows, rows_free);

size_t rows_count(const struct rows *rows);
struct row *rows_at(const struct rows *rows, size_t i);

/* An index of a column. */
struct rows_key {
	const struct index_format *format; /* NULL: unknown layout */
	uint32_t family;
	bool is_alone; /* no other format is used for rows of this family */
	bool is_whole; /* parts of an ONU or card are separate rows: fans */
	const uint32_t *index;
	size_t n;
};

/* The row of an index, created if it is new. hint belongs to the caller, one per column,
 * initially 0: columns come in the same order, which makes the search cheap. RC_INVALID:
 * the index does not have this format. RC_TOO_MUCH: maximum number of rows reached.
 * RC_NOMEM. */
enum rc rows_find(struct rows *rows, const struct rows_key *like, size_t *hint,
    struct row **ret_row) MUST_CHECK;

/* Add a row that is known in advance; it can then be found by its index, if it has one.
 * Everything is copied from like. NULL: no memory. */
struct row *rows_seed(struct rows *rows, const struct row *like);

/* No more rows will be searched: free the data that is needed only for searching. */
void rows_settle(struct rows *rows);

/* In the order of families and positions. */
void rows_sort(struct rows *rows);

/* Join sorted rows of one family at the same position: several tables may have the same
 * port with different indexes. */
void rows_merge(struct rows *rows);

/* Keep only the rows for which keep() returns true. */
void rows_filter(struct rows *rows, bool (*keep)(const struct row *row, const void *ctx),
    const void *ctx);

#endif
