/* SPDX-License-Identifier: Apache-2.0
 *
 * store/olt/olt_hours.h - how an OLT performs, hour by hour: how its runs ended, how long they
 * took, how late they began, what they cost and how fast the device answered. One row for
 * OLT and hour, so that months can be drawn.
 */
#ifndef FACHO_STORE_OLT_OLT_HOURS_H
#define FACHO_STORE_OLT_OLT_HOURS_H

#include <stdint.h>

#include "base/err.h"
#include "model/execution.h"

struct db;

#define OLT_HOUR_MS INT64_C(3600000)

struct olt_hours {
	int64_t at_ms; /* the beginning of the stretch */
	int64_t succeeded, partial, failed, interrupted;
	int64_t duration_ms, duration_max_ms; /* of all runs together; of the longest */
	int64_t late_ms, late_max_ms;
	int64_t requests, retransmits, timeouts;
	int64_t answers, rtt_us, rtt_max_us; /* as in struct traffic */
};

/* A run that has ended, which was started. Inside the transaction that ends it. */
enum rc olt_hour_add(struct db *db, const struct execution *e, struct err *err)
    MUST_CHECK;

/* Stretches of step_ms (whole hours) with from <= at < to. */
struct olt_hours_range {
	struct olt_id olt;
	int64_t from_ms, to_ms, step_ms;
};

/* In ascending order; stretches without any run are left out. */
enum rc store_olt_hours(struct db *db, const struct olt_hours_range *range,
    enum rc (*row)(void *ctx, const struct olt_hours *hours), void *ctx, struct err *err)
    MUST_CHECK;

#endif
