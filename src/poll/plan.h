/* SPDX-License-Identifier: Apache-2.0
 *
 * poll/plan.h - which columns of a profile a collection asks for, and where
 * their values land. Pure. Shared by the files of poll/ only.
 */
#ifndef FACHO_POLL_PLAN_H
#define FACHO_POLL_PLAN_H

#include "base/arena.h"
#include "poll/collect.h"

enum { SOURCES_MAX = 256, OUTPUTS_MAX = 128 };

enum source_role {
	SOURCE_VALUE, /* an output */
	SOURCE_PRESENT, /* says whether the row is a real ONU; may be an output too */
	SOURCE_CPU, /* how busy the OLT is */
	SOURCE_PORT, /* its rows are the ports */
};

/* One column that is asked for. */
struct source {
	const struct column *column;
	const struct table *table;
	enum source_role role;
	uint32_t family;
	uint32_t group; /* rows are the same within one */
	int output; /* -1: none */
	bool is_discovery;
	/* The same OID under another table's index: asked for once, and what this
	 * index cannot be is the twin's. */
	struct source *twin;
	bool is_twin; /* somebody else's: not asked for by itself */
	bool is_alone; /* no other index format in its family */
	size_t hint; /* see rows_find */
	uint32_t good, nulls, bad, strays;
	char problem[160]; /* the first bad value, in words */
};

struct plan {
	size_t n_sources;
	struct source sources[SOURCES_MAX];
	size_t n_outputs;
	struct output outputs[OUTPUTS_MAX];
	/* Numbers of outputs that others are made from; -1: none. */
	int run_state, last_down_cause, cause;
	bool has_slow;
};

enum rc plan_make(struct plan *plan, const struct collect_options *o, struct err *err)
    MUST_CHECK;

int plan_output(const struct plan *plan, const char *key);

#endif
