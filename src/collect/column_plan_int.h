/* SPDX-License-Identifier: Apache-2.0
 *
 * collect/column_plan_int.h - which columns of a profile a collection asks for, in which way, and
 * where their values land. Pure. Shared by the files of collect/ only.
 */
#ifndef FACHO_COLLECT_COLUMN_PLAN_INT_H
#define FACHO_COLLECT_COLUMN_PLAN_INT_H

#include "base/arena.h"
#include "collect/collect.h"

enum { SOURCES_MAX = 256, OUTPUTS_MAX = 128 };

/* Rows of one kind. */
enum section {
	SECTION_ONU,
	SECTION_PORT,
	SECTION_PART,
	SECTION_OTHER, /* custom columns that are not surely of ONUs (others.c): no rows */
	SECTIONS,
};

/* How a column is read; in this order, one after the other. */
enum way {
	WAY_SCALAR, /* GET of the one value that it has */
	WAY_WALK,
	WAY_EXACT, /* what no walk has found may be a value by itself: GET of the OID */
	WAY_GET, /* by index, for the rows that there are */
	WAY_NEXT, /* the same where the index has a tail that nobody can know */
	WAY_SLOW_GET, /* one small request at a time, ONUs that are not offline */
	WAY_SLOW_NEXT,
	WAYS,
};

/* One column that is asked for. */
struct source {
	const struct column *column;
	const struct table *table;
	enum section section;
	enum way way;
	uint32_t family; /* rows of two families never meet */
	uint32_t group; /* rows are the same within one */
	int output; /* of its section; -1: none */
	bool is_wanted;
	bool is_discovery;
	bool is_proof; /* its rows are ONUs, or nobody can tell better */
	bool teaches; /* its rows tell the indexes of others: always walked */
	bool is_present; /* says whether the row is a real ONU */
	bool is_cpu; /* says how busy the OLT is */
	bool is_port_list; /* only its rows matter: the ports */
	bool is_names; /* SECTION_OTHER: its texts tell what keys stand for */
	int onu_output; /* SECTION_OTHER: of ONUs, for rows that are one; -1: none */
	bool is_skipped; /* not asked on this device */
	/* The same OID under another table's index: asked for once, and what this
	 * index cannot be is the twin's. */
	struct source *twin;
	bool is_twin; /* somebody else's: not asked for by itself */
	bool is_alone; /* no other index format in its family */
	size_t hint; /* see rows_find */

	/* What came. */
	uint32_t good, nulls, bad;
	uint32_t strays; /* rows whose index neither it nor its twin can decode */
	uint32_t no_object; /* GET: the device said so in as many words */
	/* SECTION_OTHER: rows of ONUs, of others, and beyond the ceiling. */
	uint32_t n_onus, n_others, n_left_out;
	const struct place_table *ports; /* others.c, at the end: whose ports they are */
	bool was_asked;
	enum snmpc_end end;
	uint32_t n_rows, n_failed, n_items;
	int64_t first_us;
	const char *problem; /* the first bad value, in words */
};

struct outputs {
	size_t n;
	struct output at[OUTPUTS_MAX];
};

struct column_plan {
	const struct collect_options *options;
	size_t n_sources;
	struct source sources[SOURCES_MAX];
	struct outputs outputs[SECTIONS];
	/* Numbers of ONU outputs that others are made from; -1: none. */
	int run_state, last_down_cause, cause;
	bool has_slow;
};

enum rc column_plan_make(struct column_plan *plan, const struct collect_options *o,
    struct err *err) MUST_CHECK;

/* Of the ONUs' outputs; -1: none has this key. */
int column_plan_output(const struct column_plan *plan, const char *key);

/* ---- what the two ways to make a plan share ---- */

/* Columns one by one, for jobs. */
enum rc column_plan_columns(struct column_plan *plan, const struct collect_options *o,
    struct err *err) MUST_CHECK;

int column_plan_add_output(struct column_plan *plan, enum section section,
    const struct column *c, bool is_wanted);
/* Ask for a column (once). NULL when there is no room, which no profile needs. */
struct source *column_plan_add_source(struct column_plan *plan, const struct table *t,
    const struct column *c, enum section section, uint32_t family);
/* With an output of its own. */
void column_plan_add_value(struct column_plan *plan, const struct table *t,
    const struct column *c, uint32_t family, bool is_wanted);
/* What says which rows of the table are ONUs. */
void column_plan_add_discovery(
    struct column_plan *plan, const struct table *t, uint32_t family);
/* Run state and cause, as far as reading them is cheap. */
void column_plan_add_states(struct column_plan *plan, const struct profile *p,
    const struct table *t, uint32_t family);
/* The names that tell positions, for the opaque indexes of this family. */
void column_plan_add_names(struct column_plan *plan, const struct profile *p,
    const struct table *t, enum section section, uint32_t family);
/* The column that tells the positions of an opaque index, in t or in another table of the
 * profile. NULL: none does. */
const struct column *column_plan_name_column(
    const struct profile *p, const struct table *t, const struct index_format *f);

#endif
