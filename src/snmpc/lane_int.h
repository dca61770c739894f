/* SPDX-License-Identifier: Apache-2.0
 *
 * snmpc/lane_int.h - stretches of columns with a cursor in each, for walk.c.
 *
 * A *lane* is a stretch of one column: everything behind its cursor has been
 * delivered. A walk begins with one lane a column, more where the caller knows
 * rows to cut at. When there are fewer lanes than requests allowed in flight, a
 * lane is cut in two at a row that another column of the same table has shown.
 */
#ifndef FACHO_SNMPC_LANE_INT_H
#define FACHO_SNMPC_LANE_INT_H

#include "snmpc/seen_int.h"
#include "snmpc/snmpc_int.h"

struct lane {
	TAILQ_ENTRY(lane) link; /* in the idle list */
	uint32_t column;
	struct oid cursor; /* the last OID seen, or where to begin */
	const uint32_t *end; /* full OID, the last one that is ours; NULL: the column's */
	size_t end_n;
	uint32_t most_repetitions; /* 0: no limit of its own */
	uint8_t fails;
	bool alone; /* it spoilt a request: ask for it by itself */
	bool busy;
	bool is_done;
};

/* Rows that a table is known to have, ascending. */
struct known {
	uint32_t n, cap;
	struct snmpc_index *rows;
};

struct walk {
	TAILQ_HEAD(, lane) idle;
	bool in_order; /* the question's */
	uint32_t n_idle;
	uint32_t n_open; /* idle and busy */
	uint32_t *open_of; /* per column */
	uint32_t n_groups;
	struct known *known; /* per group */
	struct seen **seen; /* per column, loose order only */
	uint32_t n_lanes, cap_lanes;
	struct lane **lanes; /* those that are open, for cutting */
};

/* Lanes for every column of the question. RC_NOMEM. */
enum rc lanes_begin(struct snmpc_run *run) MUST_CHECK;

void lane_idle(struct walk *w, struct lane *lane);
void lane_busy(struct walk *w, struct lane *lane);
void lane_done(struct snmpc_run *run, struct lane *lane, enum snmpc_end end);

/* Make one more lane out of the one with the most known rows ahead. False when
 * there is none that is worth it. */
bool lanes_cut_longest(struct snmpc_run *run);

/* A row has come: every so often one is noted, to cut other columns at. */
void lanes_note_row(
    struct snmpc_run *run, const struct snmpc_column *c, const uint32_t *index, size_t n);

/* Put the cursor on the next known row ahead. False: none is known. */
bool lane_skip(struct snmpc_run *run, struct lane *lane);

#endif
