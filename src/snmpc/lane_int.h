/* SPDX-License-Identifier: Apache-2.0
 *
 * snmpc/lane_int.h - parts of columns, each with a cursor, for walk.c.
 *
 * A *lane* is a part of one column. All rows before its cursor have been delivered. A
 * walk starts with one lane per column, or more if the caller knows rows at which to
 * split. If there are fewer lanes than requests allowed in flight, a lane is split in two
 * at a row that was seen in another column of the same table.
 */
#ifndef FACHO_SNMPC_LANE_INT_H
#define FACHO_SNMPC_LANE_INT_H

#include "snmpc/seen_int.h"
#include "snmpc/snmpc_int.h"

struct lane {
	TAILQ_ENTRY(lane) link; /* in the idle list */
	uint32_t column;
	struct oid cursor; /* the last OID seen, or the start */
	const uint32_t *end; /* full OID, the last of the lane; NULL: end of the column */
	size_t end_n;
	uint32_t most_repetitions; /* 0: no separate limit */
	uint8_t fails;
	bool alone; /* a request with it failed: send it in a separate request */
	bool busy;
	bool is_done;
};

/* Rows that are known to exist in a table, ascending. */
struct known {
	uint32_t n, cap;
	struct snmpc_index *rows;
};

struct walk {
	TAILQ_HEAD(, lane) idle;
	bool in_order; /* copied from the question */
	uint32_t n_idle;
	uint32_t n_open; /* idle and busy */
	uint32_t *open_of; /* per column */
	uint32_t n_groups;
	struct known *known; /* per group */
	struct seen **seen; /* per column, only with loose order */
	uint32_t n_lanes, cap_lanes;
	struct lane **lanes; /* the open lanes, for splitting */
};

/* Create lanes for every column of the question. RC_NOMEM. */
enum rc lanes_begin(struct snmpc_run *run) MUST_CHECK;

void lane_idle(struct walk *w, struct lane *lane);
void lane_busy(struct walk *w, struct lane *lane);
void lane_done(struct snmpc_run *run, struct lane *lane, enum snmpc_end end);

/* Split the lane with the most known rows ahead. False: no lane is worth splitting. */
bool lanes_cut_longest(struct snmpc_run *run);

/* Store a received row, at which lanes of other columns may be split. */
void lanes_note_row(
    struct snmpc_run *run, const struct snmpc_column *c, const uint32_t *index, size_t n);

/* Set the cursor to the next known row. False: none is known. */
bool lane_skip(struct snmpc_run *run, struct lane *lane);

#endif
