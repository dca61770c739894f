/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/quota.h - evaluates a tracker: pending runs, whether it is at risk, and the
 * result at the end of the hour. Pure; any thread.
 *
 *	completed runs in percent of the required runs
 *	0       25       55         70    80        100
 *	CRITICAL │ HIGH   │ MEDIUM   │ LOW │ PARTIAL  │ COMPLETED
 *	         (2 of 4)
 */
#ifndef FACHO_SCHED_QUOTA_H
#define FACHO_SCHED_QUOTA_H

#include <stdbool.h>
#include <stdint.h>

#include "model/quota.h"

struct buf;

/* Required runs that are not completed, partial, failed or skipped. */
int64_t quota_pending(const struct quota *q);

/* Its status at the end of the hour. COMPLETED if nothing was required. */
enum quota_status quota_judge(const struct quota *q);

/* Is it a violation, and with which severity? */
bool quota_violates(const struct quota *q, enum severity *ret_severity);

/* Will it be a violation if only to_come of its pending runs are completed? */
bool quota_is_at_risk(const struct quota *q, int64_t to_come);

/* The report of a violation, as JSON; troubles[t]: number of failures with this cause. */
void quota_report(
    const struct quota *q, const uint16_t troubles[TROUBLES], struct buf *out);

#endif
