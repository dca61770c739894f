/* SPDX-License-Identifier: Apache-2.0
 *
 * engine/sweep_int.h - a rolling sweep: one execution that reads the ONUs of an OLT in
 * small slices, spread over its interval; other runs can use the OLT between slices.
 *
 * The rows of the slices are collected and written in a few pieces: each piece is a block
 * of the history, and many small blocks would make reading slow. If the program is
 * killed, the rows since the last piece are lost.
 *
 * Custom columns that are not read ONU by ONU are read completely, once per run, by the
 * first slice. That slice is a separate piece, so that its values are stored at once.
 *
 * Its progress is a position, not a number, because ONUs may be added or removed between
 * slices.
 *
 * Engine thread only. For the files of engine/ only.
 */
#ifndef FACHO_ENGINE_SWEEP_INT_H
#define FACHO_ENGINE_SWEEP_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/collect.h"
#include "coordinator/coordinator.h"
#include "collect/known.h"
#include "store/part/olt_values.h"

/* ---- slices: pure ---------------------------------------------------------------- */

enum {
	SWEEP_SLICE_MIN = 16, /* ONUs: smaller slices are not useful */
	SWEEP_GAP_MIN_MS = 2000,
	SWEEP_SHARE_PCT = 80, /* of the available time; the rest is a reserve */
	SWEEP_END_PCT = 90, /* after this no more slices start */
	SWEEP_PIECE_MIN_MS = 15 * 60 * 1000, /* minimum time between two pieces */
	SWEEP_PIECES = 8, /* maximum number of pieces */
	/* Of a first pass, which is not spread over the time: */
	SWEEP_FIRST_SIZE = 32, /* ONUs per slice */
	SWEEP_FIRST_GAP_MS = 500, /* between two slices, for other runs on the OLT */
	SWEEP_FIRST_PIECE_MS =
	    10000, /* the first piece; the times between later ones are longer */
};

struct sweep_cut {
	size_t slices;
	size_t size; /* ONUs in each; the last may have fewer */
	int64_t gap_ms; /* between the starts of two slices */
};

/* time_ms: until its next slot. 0: not spread, all in one slice. */
struct sweep_cut sweep_cut(size_t n_onus, int64_t time_ms);

/* ---- a running sweep --------------------------------------------------------- */

struct sweep;

/* now_ms, here and below, is monotonic; time_ms as for sweep_cut(). NULL when out of
 * memory. */
struct sweep *sweep_new(
    struct execution_id execution, struct olt_id olt, int64_t time_ms, int64_t now_ms);
void sweep_free(struct sweep *s);
OWNED_BY(struct sweep, sweep_free);

/* It is the first pass of its node: users wait for it, so it is not spread over its time.
 * Its slices follow each other, and it is written in more pieces. Call it before the
 * first slice; only if it has time. */
void sweep_is_first_pass(struct sweep *s);

struct execution_id sweep_execution(const struct sweep *s);
struct olt_id sweep_olt(const struct sweep *s);

/* The next ONUs to read: *ret_n of them, from *ret_first on. A late slice also reads
 * those that should have been read by now. False: all were read. */
bool sweep_next(const struct sweep *s, const struct known *known, int64_t now_ms,
    size_t *ret_first, size_t *ret_n);

/* How many of the ONUs known now have been read. */
size_t sweep_asked(const struct sweep *s, const struct known *known);

/* Store the results of these ONUs; c may be NULL if none of them could be read. If the
 * OLT's CPU was busy, the position does not change: they are read again. */
enum rc sweep_take(struct sweep *s, const struct known *known, size_t first, size_t n,
    const struct collection *c) MUST_CHECK;

/* Start of the next slice; 0: it is complete, or its time is over. */
int64_t sweep_resume_ms(const struct sweep *s, const struct known *known, int64_t now_ms);

/* The outcome of all slices so far; traffic is only that of the last one, and resume_ms
 * is that of sweep_resume_ms(). A sweep whose time is over before all were read has not
 * succeeded. text has EXECUTION_MESSAGE_MAX bytes. */
struct coordinator_outcome sweep_outcome(
    const struct sweep *s, const struct known *known, int64_t now_ms, char *text);

/* Is it time to write a piece? If there are rows, and enough time has passed or columns
 * were read completely. */
bool sweep_has_piece(const struct sweep *s, int64_t now_ms);
/* The rows collected so far, as a sweep with only its rows, to be written; the other one
 * continues without them. NULL: out of memory, and nothing was changed. */
struct sweep *sweep_take_piece(struct sweep *s, int64_t now_ms);
/* Was anything sent, in any slice? */
bool sweep_has_asked(const struct sweep *s);
/* Was anything answered, in this piece or an earlier one? */
bool sweep_brought(const struct sweep *s);

/* The collected rows. A row has one value per output, and exists as long as the sweep. */
struct sweep_row {
	struct position position;
	const char *serial; /* "" */
	uint64_t answered;
	const struct value *values;
};
struct sweep_rows {
	size_t n_outputs;
	const struct output *outputs;
	size_t n;
	const struct sweep_row *rows;
};
struct sweep_rows sweep_rows(const struct sweep *s);
/* The same for custom columns that do not belong to ONUs: they are read by the first
 * slice. */
const struct olt_value *sweep_others(const struct sweep *s, size_t *ret_n);

/* A row of such a column in its stored form, with texts in the arena. False: out of
 * memory. */
bool results_fill_other(
    const struct collected_other *o, struct arena *arena, struct olt_value *ret);

#endif
