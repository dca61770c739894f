/* SPDX-License-Identifier: Apache-2.0
 *
 * store/olt/watch.h - when the states of an OLT's ONUs were read: stretches of time without a
 * long gap. How an ONU was in between is known; outside of them nobody can say.
 */
#ifndef FACHO_STORE_OLT_WATCH_H
#define FACHO_STORE_OLT_WATCH_H

#include <stdint.h>

#include "base/err.h"
#include "model/ids.h"

struct db;

/* So long may be between two readings; longer if they were that rare before. */
#define WATCH_GAP_MS INT64_C(1800000)

struct watch {
	int64_t from_ms, until_ms; /* the first and the last reading */
};

/* States were read at this moment. Saying it again changes nothing. Inside a transaction. */
enum rc watch_note(struct db *db, struct olt_id olt, int64_t at_ms, struct err *err)
    MUST_CHECK;

/* Those that reach into a range, in ascending order. */
enum rc store_watches(struct db *db, struct olt_id olt, int64_t from_ms, int64_t to_ms,
    enum rc (*row)(void *ctx, const struct watch *watch), void *ctx, struct err *err)
    MUST_CHECK;

#endif
