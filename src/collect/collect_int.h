/* SPDX-License-Identifier: Apache-2.0
 *
 * collect/collect_int.h - a running collection. For the files of collect/ only.
 */
#ifndef FACHO_COLLECT_COLLECT_INT_H
#define FACHO_COLLECT_COLLECT_INT_H

#include "base/vec.h"
#include "collect/column_plan_int.h"
#include "collect/owners.h"

struct collect {
	struct snmpc_session *session;
	struct collect_options options;
	struct arena *arena;
	struct column_plan plan;
	struct rows *rows[SECTIONS];
	int stage; /* an enum way; -1: ports are looked up first */
	int64_t started_ms;
	size_t max_rows; /* per section */
	uint64_t max_bytes; /* for all questions together */
	struct snmpc_run *run;
	/* The current question: the source of each of its columns, and which items (GET)
	 * were answered. */
	struct snmpc_column columns[SOURCES_MAX];
	struct source *of_column[SOURCES_MAX];
	size_t n_columns;
	size_t n_items;
	const struct snmpc_item *items;
	bool *told;
	struct vec ports; /* struct position */
	struct vec others; /* struct other_row */
	bool has_brought; /* at the end: a requested column has values */
	uint64_t expected; /* total number of values, if known; else 0 */
	struct vec notes; /* const char * */
	struct collection result;
};

/* ---- take.c: assigns values to rows ---- */

/* For walks and scalars. */
void take_by_index(void *ctx, uint32_t column, const uint32_t *index, size_t n,
    const struct snmp_value *raw);
/* For values of existing rows. */
void take_by_item(void *ctx, uint32_t item, const struct snmp_value *raw);
/* The question has ended: items without an answer have failed. */
void take_end(struct collect *c);

/* ---- others.c: rows of custom columns of any kind ---- */

/* For walks, scalars and single values of SECTION_OTHER. */
void others_take(struct collect *c, struct source *s, const uint32_t *index, size_t n,
    const struct snmp_value *raw);
/* All rows are received, and the rows of ONUs are final: each row is assigned to its ONU
 * or to the result. False: out of memory. */
bool others_settle(struct collect *c);

/* The owners of the rows in c->others, for a few rows: one per row, as others_settle
 * would find it. c has a profile, known ONUs (or NULL), an arena and the sources of those
 * rows; nothing else is used. False: out of memory. */
bool others_look(struct collect *c, struct owner *ret_places);

/* ---- outcome.c: the end ---- */

/* The note is in the collection's arena; NULL is not added. */
void collect_note(struct collect *c, const char *text);
void collect_finish(struct collect *c);

#endif
