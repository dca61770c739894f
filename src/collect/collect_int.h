/* SPDX-License-Identifier: Apache-2.0
 *
 * collect/collect_int.h - a collection under way. For the files of collect/ only.
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
	size_t max_rows; /* of each section */
	uint64_t max_bytes; /* of all questions together */
	struct snmpc_run *run;
	/* The question under way: which source each of its columns is, and which of its
	 * items (GET) have been answered. */
	struct snmpc_column columns[SOURCES_MAX];
	struct source *of_column[SOURCES_MAX];
	size_t n_columns;
	size_t n_items;
	const struct snmpc_item *items;
	bool *told;
	struct vec ports; /* struct position */
	struct vec others; /* struct other_row */
	bool has_brought; /* at the end: a column that was asked for brought something */
	uint64_t expected; /* values in all, once it is known; else 0 */
	struct vec notes; /* const char * */
	struct collection result;
};

/* ---- take.c: values find their rows ---- */

/* For walks and scalars. */
void take_by_index(void *ctx, uint32_t column, const uint32_t *index, size_t n,
    const struct snmp_value *raw);
/* For what was got for rows that are there. */
void take_by_item(void *ctx, uint32_t item, const struct snmp_value *raw);
/* The question is over: whoever was not told has failed. */
void take_end(struct collect *c);

/* ---- others.c: rows of custom columns, whatever they are ---- */

/* For walks, scalars and single values of SECTION_OTHER. */
void others_take(struct collect *c, struct source *s, const uint32_t *index, size_t n,
    const struct snmp_value *raw);
/* All have come, and the ONUs' rows are what they are: each row goes to its ONU or to the
 * result. False: no memory. */
bool others_settle(struct collect *c);

/* Whose the rows in c->others are, for somebody who looks at a few of them: one place a
 * row, as others_settle would find it. c has a profile, known ONUs (or NULL), an arena and
 * the sources of those rows; nothing else is used. False: no memory. */
bool others_look(struct collect *c, struct owner *ret_places);

/* ---- outcome.c: the end ---- */

/* In the collection's arena; NULL is not added. */
void collect_note(struct collect *c, const char *text);
void collect_finish(struct collect *c);

#endif
