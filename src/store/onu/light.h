/* SPDX-License-Identifier: Apache-2.0
 *
 * store/onu/light.h - which ONUs get less light than 7 or 30 days ago, in either direction.
 *
 * Found from the hourly history, OLT by OLT and once an hour: the average of the newest
 * hours against that of the day 7 (30) days before. What is found is kept in `onu_light`,
 * so that a million ONUs are not looked at when somebody asks. ONUs that did not get
 * worse by LIGHT_KEPT_DB have no row.
 */
#ifndef FACHO_STORE_ONU_LIGHT_H
#define FACHO_STORE_ONU_LIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/vec.h"
#include "model/ids.h"

struct db;

/* Less is noise: readings repeat within half a dB. */
#define LIGHT_KEPT_DB 0.5

enum light_side { LIGHT_ONU_RX, LIGHT_OLT_RX, LIGHT_SIDES };
enum light_span { LIGHT_7D, LIGHT_30D, LIGHT_SPANS };

struct light_change {
	struct onu_id onu;
	/* In dB, below zero is worse; not a number: there is nothing to compare. */
	double side[LIGHT_SIDES][LIGHT_SPANS];
	double worse[LIGHT_SPANS]; /* of the sides the smaller */
};

/* The next OLT that was not looked at since the end of this hour; false: none. */
enum rc light_due(struct db *db, int64_t hour_ms, bool *ret_is_due,
    struct olt_id *ret_olt, struct err *err) MUST_CHECK;

/* Read the history up to hour_ms, which hours are sealed to. Appends struct light_change
 * to changes: the ONUs to be kept. Only reads. */
enum rc light_find(struct db *db, struct olt_id olt, int64_t hour_ms, struct vec *changes,
    struct err *err) MUST_CHECK;

/* Keep what was found instead of what was kept before. Inside a transaction. */
enum rc light_keep(struct db *db, struct olt_id olt, int64_t hour_ms,
    const struct vec *changes, struct err *err) MUST_CHECK;

#endif
