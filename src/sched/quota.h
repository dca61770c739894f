/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/quota.h - what a tracker's figures mean: what is still to come, whether it can
 * come in time, and what is to be said when the hour is over. Pure; any thread.
 *
 *	made of what was required, in percent
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

/* Required, and neither made nor partial nor failed nor skipped. */
int64_t quota_pending(const struct quota *q);

/* What becomes of it at the end of its hour. Of nothing required all was made. */
enum quota_status quota_judge(const struct quota *q);

/* Is it a violation, and how bad? */
bool quota_violates(const struct quota *q, enum severity *ret_severity);

/* Will it be a violation when only so many of its pending runs are made? */
bool quota_is_at_risk(const struct quota *q, int64_t to_come);

/* The report of a violation, as JSON; troubles[t]: how many failed for this reason. */
void quota_report(
    const struct quota *q, const uint16_t troubles[TROUBLES], struct buf *out);

#endif
