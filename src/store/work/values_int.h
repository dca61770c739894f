/* SPDX-License-Identifier: Apache-2.0
 *
 * store/work/values_int.h - the answers of a run, held against what is known of an OLT's ONUs:
 * what changed is written, what happened becomes events, and each value has its stamp
 * (store/value/stamps.h). For the files of store/, inside their transaction.
 */
#ifndef FACHO_STORE_WORK_VALUES_INT_H
#define FACHO_STORE_WORK_VALUES_INT_H

#include "store/work/finish.h"
#include "store/value/onu_set.h"

struct custom_value;
struct vec;

/* A column of the run. */
struct value_column {
	const struct finish_column *asked;
	const char *name; /* "onu_rx", "custom:name" */
	int place; /* store/value/latest.h; -1: not with the ONU */
	struct custom_value *custom; /* one for each known ONU; NULL: no such column */
	struct stamp base; /* of the OLT, before this run */
	size_t n_came; /* ONUs for whom it came */
	bool moves_base; /* it came for most ONUs: the stamp of the OLT is ours now */
	double *numbers; /* for history, one for each known ONU; NULL: has none */
	bool has_reals; /* among them */
	bool is_changed; /* a value of it is another than before */
};

struct values_run {
	struct db *db;
	const struct finish *finish;
	struct arena *arena;
	struct onu_set *known;
	const struct finish_row *const *rows; /* the row of each known ONU, or NULL */
	struct vec *events;
};

/* Sets one column for each of finish->columns, in the arena, and how many ONUs have
 * changed. */
enum rc values_apply(const struct values_run *run, struct value_column **ret_columns,
    int64_t *ret_changed, struct err *err) MUST_CHECK;

/* The places (store/value/onu_set.h) from which since when an ONU is up or down, and why, is
 * found: a run that brings one of them needs all. */
uint32_t values_places_of_since(void);

/* How long the device has been up, in milliseconds: what the run says of it, or what its
 * chassis says of itself. HISTORY_UPTIME_UNKNOWN: neither does. */
int64_t values_device_uptime(const struct finish *f);

#endif
