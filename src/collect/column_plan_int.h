/* SPDX-License-Identifier: Apache-2.0
 *
 * collect/column_plan_int.h - which columns of a profile a collection requests, how each
 * is read, and where its values are stored. Pure. For the files of collect/ only.
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
	SECTION_OTHER, /* custom columns with any kind of row (others.c): no rows here */
	SECTIONS,
};

/* How a column is read, in this order. */
enum way {
	WAY_SCALAR, /* GET of its only value, or of some ports */
	WAY_WALK,
	WAY_EXACT, /* GET of the OID, if the walk found no rows */
	WAY_GET, /* by index, for the existing rows */
	WAY_NEXT, /* the same if the end of the index is known only to the device */
	WAY_SLOW_GET, /* one small request at a time, ONUs that are not offline */
	WAY_SLOW_NEXT,
	WAYS,
};

/* One requested column. */
struct source {
	const struct column *column;
	const struct table *table;
	enum section section;
	enum way way;
	uint32_t family; /* rows of different families are never joined */
	uint32_t group; /* columns of a group have the same rows */
	int output; /* of its section; -1: none */
	bool is_wanted;
	bool is_discovery;
	bool is_proof; /* its rows are ONUs; or no other column defines which rows are */
	bool teaches; /* its rows provide the indexes of others: always walked */
	bool is_present; /* shows whether the row is a real ONU */
	bool is_cpu; /* the CPU load of the OLT */
	bool is_port_list; /* only its rows are used: the ports */
	bool is_names; /* SECTION_OTHER: its texts are the names for keys */
	int onu_output; /* SECTION_OTHER: output for rows that are ONUs; -1: none */
	bool is_skipped; /* not requested on this device */
	/* The same OID with the index of another table: it is requested once, and rows
	 * that this index cannot decode belong to the twin. */
	struct source *twin;
	bool is_twin; /* it is the twin of another source: not requested separately */
	bool is_alone; /* no other index format in its family */
	size_t hint; /* see rows_find */

	/* Results. */
	uint32_t good, nulls, bad;
	uint32_t strays; /* rows whose index neither it nor its twin can decode */
	uint32_t no_object; /* GET: the device answered noSuchObject or noSuchInstance */
	/* SECTION_OTHER: rows of ONUs, of others, and above the limit. */
	uint32_t n_onus, n_others, n_left_out;
	const struct place_table *ports; /* others.c, at the end: their table of ports */
	bool was_asked;
	enum snmpc_end end;
	uint32_t n_rows, n_failed, n_items;
	int64_t first_us;
	const char *problem; /* the first invalid value, as a message */
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
	/* Numbers of ONU outputs from which others are made; -1: none. */
	int run_state, last_down_cause, cause;
	bool has_slow;
};

enum rc column_plan_make(struct column_plan *plan, const struct collect_options *o,
    struct err *err) MUST_CHECK;

/* The number of an ONU output; -1: none has this key. */
int column_plan_output(const struct column_plan *plan, const char *key);

/* ---- shared by the two ways to make a plan ---- */

/* For jobs: from a list of columns. */
enum rc column_plan_columns(struct column_plan *plan, const struct collect_options *o,
    struct err *err) MUST_CHECK;

int column_plan_add_output(struct column_plan *plan, enum section section,
    const struct column *c, bool is_wanted);
/* Request a column (once). NULL: no space, which no profile needs. */
struct source *column_plan_add_source(struct column_plan *plan, const struct table *t,
    const struct column *c, enum section section, uint32_t family);
/* The same, with an output. */
void column_plan_add_value(struct column_plan *plan, const struct table *t,
    const struct column *c, uint32_t family, bool is_wanted);
/* Add the columns that define which rows of the table are ONUs. */
void column_plan_add_discovery(
    struct column_plan *plan, const struct table *t, uint32_t family);
/* Add run state and cause, if they are fast to read. */
void column_plan_add_states(struct column_plan *plan, const struct profile *p,
    const struct table *t, uint32_t family);
/* Add the name columns with the positions for opaque indexes of this family. */
void column_plan_add_names(struct column_plan *plan, const struct profile *p,
    const struct table *t, enum section section, uint32_t family);
/* The column with the positions for an opaque index, in t or in another table of the
 * profile. NULL: none. */
const struct column *column_plan_name_column(
    const struct profile *p, const struct table *t, const struct index_format *f);

#endif
