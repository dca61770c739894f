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

/* ---- how it is cut: pure ------------------------------------------------------ */

enum {
	SWEEP_SLICE_MIN = 16, /* ONUs: fewer are not worth a turn */
	SWEEP_GAP_MIN_MS = 2000,
	SWEEP_SHARE_PCT = 80, /* of the time there is; the rest is for being late */
	SWEEP_END_PCT = 90, /* then the last slice begins, or none */
	SWEEP_PIECE_MIN_MS = 15 * 60 * 1000, /* between two pieces, at least */
	SWEEP_PIECES = 8, /* and no more than these */
	/* Of a first pass, which is not spread: */
	SWEEP_FIRST_SIZE = 32, /* ONUs of a slice */
	SWEEP_FIRST_GAP_MS = 500, /* between two slices: others may use the OLT */
	SWEEP_FIRST_PIECE_MS =
	    10000, /* the first piece; the later ones are farther apart */
};

struct sweep_cut {
	size_t slices;
	size_t size; /* ONUs in each; the last may have fewer */
	int64_t gap_ms; /* from the beginning of one to the next */
};

/* time_ms: until its next slot. 0: nothing to spread over, all in one slice. */
struct sweep_cut sweep_cut(size_t n_onus, int64_t time_ms);

/* ---- one under way ------------------------------------------------------------ */

struct sweep;

/* now_ms, here and below, is of a clock that nobody sets; time_ms as for sweep_cut().
 * NULL when out of memory. */
struct sweep *sweep_new(
    struct execution_id execution, struct olt_id olt, int64_t time_ms, int64_t now_ms);
void sweep_free(struct sweep *s);
OWNED_BY(struct sweep, sweep_free);

/* It is the first pass of its node: somebody waits for it, so it is not spread over the
 * time that it has. It runs slice after slice, and is written in more pieces. Before the
 * first slice; only of one that has time. */
void sweep_is_first_pass(struct sweep *s);

struct execution_id sweep_execution(const struct sweep *s);
struct olt_id sweep_olt(const struct sweep *s);

/* The next ONUs to ask: from *ret_first, *ret_n of them. A slice that comes late asks
 * those too that should have been asked by now. False: all were asked. */
bool sweep_next(const struct sweep *s, const struct known *known, int64_t now_ms,
    size_t *ret_first, size_t *ret_n);

/* How many of those who are known now are behind it. */
size_t sweep_asked(const struct sweep *s, const struct known *known);

/* What came of asking those, kept: c may be NULL when nobody of them could be asked.
 * When the OLT's CPU was busy nothing moves on: they are asked again. */
enum rc sweep_take(struct sweep *s, const struct known *known, size_t first, size_t n,
    const struct collection *c) MUST_CHECK;

/* When the next slice begins; 0: it is through, or its time is over. */
int64_t sweep_resume_ms(const struct sweep *s, const struct known *known, int64_t now_ms);

/* The outcome of all slices so far; traffic is that of the last one alone, and resume_ms
 * is that of sweep_resume_ms(). A sweep whose time is over before all were asked has not
 * succeeded. text has EXECUTION_MESSAGE_MAX bytes. */
struct coordinator_outcome sweep_outcome(
    const struct sweep *s, const struct known *known, int64_t now_ms, char *text);

/* Has enough come, was it long enough, or was something read whole, to be written? */
bool sweep_has_piece(const struct sweep *s, int64_t now_ms);
/* What was gathered so far, as a sweep that has nothing but its rows, for whoever writes
 * them; the other goes on without them. NULL: no memory, and nothing has happened. */
struct sweep *sweep_take_piece(struct sweep *s, int64_t now_ms);
/* Was anything sent at all, in any slice? */
bool sweep_has_asked(const struct sweep *s);
/* Has anybody answered, in this piece or in those before it? */
bool sweep_brought(const struct sweep *s);

/* What was gathered. Rows have one value an output, and live as long as the sweep. */
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
/* The same of custom columns that are not of ONUs: the first slice asks for them. */
const struct olt_value *sweep_others(const struct sweep *s, size_t *ret_n);

/* A row of such a column as it is stored, its texts in the arena. False: no memory. */
bool results_fill_other(
    const struct collected_other *o, struct arena *arena, struct olt_value *ret);

#endif
