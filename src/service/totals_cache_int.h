/* SPDX-License-Identifier: Apache-2.0
 *
 * service/totals_cache_int.h - totals, counted in the background.
 *
 * Counting a million ONUs takes some time; dashboard, metrics and status are requested
 * every few seconds by many clients. So one thread with its own connection counts
 * periodically, less often if it takes longer (at most a twentieth of the time), and all
 * clients get the last count with its age.
 *
 * Order of calls: totals_cache_start, totals_cache_free (waits). totals_cache_get: any
 * thread, never waits long.
 */
#ifndef FACHO_SERVICE_TOTALS_CACHE_INT_H
#define FACHO_SERVICE_TOTALS_CACHE_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "model/ids.h"
#include "model/text.h"
#include "model/totals.h"

struct totals_cache;

enum { TALLY_NAME_MAX = TEXT_NAME_BYTES };

struct totals_cache_olt {
	struct olt_id id;
	char name[TALLY_NAME_MAX]; /* cut, when it is longer */
};

/* A number of a custom OID that is marked for /metrics (store/part/olt_values.h). */
struct totals_cache_value {
	struct olt_id olt;
	const char *name, *index, *place;
	double number;
	int64_t at_ms;
};

enum { TALLY_VALUES_MAX = 10000 }; /* what is beyond is not shown */

/* One count. Immutable; references are counted. */
struct count {
	int64_t at_ms; /* wall clock, when it was through */
	int64_t took_ms;
	struct totals totals; /* executions and quotas: of the last hour */
	size_t n_olts; /* that are not deleted, by id */
	const struct totals_cache_olt *olts;
	size_t n_values;
	const struct totals_cache_value *values;
	bool has_more_values; /* than are shown */
};

void count_release(const struct count *count);

/* every_ms: between two counts, at least. */
enum rc totals_cache_start(const char *database, int64_t every_ms,
    struct totals_cache **ret_totals_cache, struct err *err) MUST_CHECK;
void totals_cache_free(struct totals_cache *t);
OWNED_BY(struct totals_cache, totals_cache_free);

/* The last count; NULL: there is none yet. Give it back. */
const struct count *totals_cache_get(struct totals_cache *t);

/* Why the last one could not be counted, in a sentence; "" when it could. */
void tally_trouble(struct totals_cache *t, char text[ERR_MAX]);

#endif
