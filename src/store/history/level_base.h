/* SPDX-License-Identifier: Apache-2.0
 *
 * store/history/level_base.h - what the levels of an OLT's ONUs usually are.
 *
 * The baseline of an ONU is the median of its hourly averages of 7 days, if there are at
 * least 24 of them; its days are the medians of the last 14 times 24 hours. Both are made
 * from the hourly history, OLT by OLT and once a day, and kept in `olt_levels`: one row of
 * about 36 bytes an ONU. Whoever compares a reading with them reads that row and no history.
 *
 * Levels are in hundredths of a dB.
 */
#ifndef FACHO_STORE_HISTORY_LEVEL_BASE_H
#define FACHO_STORE_HISTORY_LEVEL_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "model/ids.h"

struct db;

enum level_base_side { LEVEL_BASE_ONU_RX, LEVEL_BASE_OLT_RX, LEVEL_BASE_SIDES };
enum { LEVEL_BASE_DAYS = 14, LEVEL_BASE_HOURS = 24 };

#define LEVEL_BASE_NONE INT16_MIN

struct level_base {
	int64_t onu;
	int16_t usual[LEVEL_BASE_SIDES];
	int16_t days[LEVEL_BASE_DAYS]; /* of ONU Rx, oldest first */
	int16_t now[LEVEL_BASE_SIDES]; /* level_base_read(); not kept */
};

/* All of an OLT, ascending. */
struct level_bases {
	struct olt_id olt;
	int64_t until_ms; /* end of the newest hour in it */
	struct level_base *rows; /* owned */
	size_t n;
};

void level_bases_fini(struct level_bases *b); /* what was {0} too */

/* ---- once a day --------------------------------------------------------------------- */

/* The next OLT whose row is a day old, or that has none yet; false: none. One without any
 * usual level is due each hour. */
enum rc level_base_due(struct db *db, int64_t hour_ms, bool *ret_is_due,
    struct olt_id *ret_olt, struct err *err) MUST_CHECK;

/* Make them from the hours before hour_ms, up to which hours are sealed. Only reads. */
enum rc level_base_find(struct db *db, struct olt_id olt, int64_t hour_ms,
    struct level_bases *ret, struct err *err) MUST_CHECK;

/* Keep them instead of those before. Inside a transaction. */
enum rc level_base_keep(struct db *db, const struct level_bases *bases, struct err *err)
    MUST_CHECK;

/* ---- at each reading ------------------------------------------------------------------ */

/* RC_NOT_FOUND: there are none, or they cannot be read. */
enum rc level_base_load(struct db *db, struct olt_id olt, struct level_bases *ret,
    struct err *err) MUST_CHECK;

/* What was read in from <= time < to: fills `now`, the newest of each ONU, or
 * LEVEL_BASE_NONE. *ret_n: of how many ONUs something was read. */
enum rc level_base_read(struct db *db, struct level_bases *bases, int64_t from_ms,
    int64_t to_ms, size_t *ret_n, struct err *err) MUST_CHECK;

#endif
