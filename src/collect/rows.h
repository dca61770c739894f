/* SPDX-License-Identifier: Apache-2.0
 *
 * collect/rows.h - the ONUs of one collection, found again by any of their indexes.
 *
 * Tables of one OLT may index the same ONU differently (Raisecom has two
 * encodings, ZTE's optics one arc more). A row is therefore the ONU's
 * *position*; raw indexes are only ways to it, remembered so that decoding
 * happens once per index and not once per value. Where the index is an opaque
 * key, the key stands for the position until a name column has told it.
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
	uint32_t family; /* rows of different families never meet: GPON and EPON */
	uint32_t n_index; /* the raw index it was first seen with */
	const uint32_t *index;
	const struct index_format *format; /* of that index; NULL: unknown layout */
	bool discovered; /* the discovery column has it */
	bool is_hidden; /* an empty place that the device lists */
	bool is_absent; /* GET: the device says that there is no such ONU */
	/* GET: questions, those without an answer, those answered with "no such". */
	uint16_t n_asked, n_failed, n_none;
	/* Bit (1 << output): a value has come, null or not. A walk that had no value for
	 * this row, and a GET that said noSuchInstance, leave it 0. */
	uint64_t answered;
	uint64_t unread; /* the same bits: a value has come that could not be read */
	const char *part; /* of the chassis, as people call it; else NULL */
	bool is_located; /* opaque index: its name has told the position */
	bool is_certain; /* opaque index: an ONU whatever its name is */
	bool is_offline; /* as was known before */
	bool is_guess; /* GET: it may be in another table */
	bool is_beyond; /* of another slice: a column that was read whole had it */
	size_t number; /* as found; until the rows are sorted */
	struct value *values; /* one per output */
	uint16_t *from; /* which source brought each value, counted from 1; 0: none */
};

struct rows;

/* arena is borrowed and must outlive it. n_values is fixed. There are never more than
 * max rows. */
struct rows *rows_new(struct arena *arena, size_t n_values, size_t max);
void rows_free(struct rows *rows);
OWNED_BY(struct rows, rows_free);

size_t rows_count(const struct rows *rows);
struct row *rows_at(const struct rows *rows, size_t i);

/* An index as a column shows it. */
struct rows_key {
	const struct index_format *format; /* NULL: unknown layout */
	uint32_t family;
	bool is_alone; /* no other format names rows of this family */
	bool is_whole; /* what is inside an ONU or card is a row of its own: fans */
	const uint32_t *index;
	size_t n;
};

/* The row of an index, made when it is new. hint is the caller's, one per
 * column, 0 at first: columns come in the same order, which makes finding
 * cheap. RC_INVALID: the index is none of this format's. RC_TOO_MUCH: there are as many
 * rows as there may be. RC_NOMEM. */
enum rc rows_find(struct rows *rows, const struct rows_key *like, size_t *hint,
    struct row **ret_row) MUST_CHECK;

/* A row that is known before anything came; its index, if any, leads to it from now on.
 * Everything is copied from like. NULL: no memory. */
struct row *rows_seed(struct rows *rows, const struct row *like);

/* No more rows will be looked for: what only finding needs goes. */
void rows_settle(struct rows *rows);

/* In the order of families and positions. */
void rows_sort(struct rows *rows);

/* Sorted rows of one family at the same position become one: what several tables say of
 * one port under indexes of their own. */
void rows_merge(struct rows *rows);

/* Keep only the rows that keep() wants. */
void rows_filter(struct rows *rows, bool (*keep)(const struct row *row, const void *ctx),
    const void *ctx);

#endif
