/* SPDX-License-Identifier: Apache-2.0
 *
 * store/part/olt_values.h - values of custom OIDs that are not an ONU's: a scalar, a column by
 * port, by interface or by any other index. The latest of each, typed, with its time and
 * the run that brought it; read as a list (store/list/list.h: "olt_values").
 *
 * A value is known by OLT, name of the OID and index. What a run does not bring stays as
 * it was, with its time. Numbers go to history (store/history/samples.h); of a counter its rate
 * per second does. Of one OLT and name, and of one OLT, only so many are kept: those that
 * were not read for the longest time leave first.
 *
 * The engine, through struct finish (store/work/finish.h), inside its transaction.
 */
#ifndef FACHO_STORE_PART_OLT_VALUES_H
#define FACHO_STORE_PART_OLT_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/ids.h"
#include "model/value.h"
#include "store/history/samples.h"

struct arena;
struct db;

enum {
	OLT_VALUES_OF_NAME_MAX = 4096,
	OLT_VALUES_MAX = 16384, /* of one OLT; history has room for 65,536 */
	OLT_VALUE_TEXT_MAX = 4000, /* bytes */
};

struct olt_value {
	const char *name; /* without "custom:" */
	const char *oid; /* "1.3.6.1.2.1.1.5" */
	const char *index; /* "0" of a scalar, "7", "1.10"; "": nothing behind the OID */
	const char *place; /* of a PON port, "0/1/3"; else "" */
	const char *unit;
	bool keep_previous; /* a null leaves the value that was there, and its time */
	struct value value;
};

/* What one run says of one OLT. */
struct olt_values_run {
	struct olt_id olt;
	struct execution_id execution;
	int64_t now_ms;
	int64_t uptime_ms; /* of the device; negative: not known */
	size_t n;
	const struct olt_value *values;
};

/* samples: where history goes. *ret_changed (may be NULL): those that are new or another
 * than before. RC_CONFLICT: there is no such OLT. */
enum rc olt_values_apply(struct db *db, struct samples *samples,
    const struct olt_values_run *run, struct arena *arena, int64_t *ret_changed,
    struct err *err) MUST_CHECK;

/* ---- /metrics ------------------------------------------------------------------------ */

/* A number of an OID that is marked for /metrics. Texts are borrowed. */
struct olt_value_metric {
	struct olt_id olt;
	const char *name, *index, *place;
	double number;
	int64_t at_ms;
};

/* At most `most` of them, in the order of OLTs, names and indexes. Any connection. */
enum rc olt_values_in_metrics(struct db *db, int64_t most,
    enum rc (*found)(void *ctx, const struct olt_value_metric *value), void *ctx,
    struct err *err) MUST_CHECK;

/* ---- history ------------------------------------------------------------------------ */

/* One series of a value. Samples of history are 32 bits wide: what is larger goes to a
 * series that keeps fewer digits. */
struct value_metric {
	struct metric metric;
	double divisor; /* before the scale; the reading is sample * divisor */
};

enum { VALUE_METRICS = 4 };

const struct value_metric *value_metric_at(size_t i);

/* One value over time, ascending, from all of its series; only where it has a reading. */
struct olt_value_query {
	struct olt_id olt;
	int64_t id;
	int64_t from_ms, to_ms; /* from <= time < to */
	enum history_kind kind;
};

enum rc olt_value_history(struct db *db, const struct olt_value_query *query,
    void (*found)(void *ctx, const struct sample *sample), void *ctx,
    struct sample_report *ret, struct err *err) MUST_CHECK;

#endif
