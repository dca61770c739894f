/* SPDX-License-Identifier: Apache-2.0 */
#include "model/quota.h"

#include "model/names_int.h"

static const char *const STATUSES[QUOTA_STATUSES] = {
	[QUOTA_IN_PROGRESS] = "IN_PROGRESS",
	[QUOTA_COMPLETED] = "COMPLETED",
	[QUOTA_PARTIAL] = "PARTIAL",
	[QUOTA_NOT_MET] = "QUOTA_NOT_MET",
	[QUOTA_FAILED] = "FAILED",
	[QUOTA_INTERRUPTED] = "INTERRUPTED",
};

static const char *const GRADES[SEVERITIES] = {
	[SEVERITY_LOW] = "LOW",
	[SEVERITY_MEDIUM] = "MEDIUM",
	[SEVERITY_HIGH] = "HIGH",
	[SEVERITY_CRITICAL] = "CRITICAL",
};

int64_t
quota_period_of(int64_t at_ms)
{
	return at_ms / QUOTA_PERIOD_MS * QUOTA_PERIOD_MS;
}

int64_t
quota_average_ms(const struct quota *q)
{
	int64_t runs = q->completed + q->partial + q->failed;

	return runs ? q->total_duration_ms / runs : 0;
}

const char *
quota_status_name(enum quota_status status)
{
	return STATUSES[status];
}

const char *
severity_name(enum severity severity)
{
	return GRADES[severity];
}

bool
quota_status_from_name(const char *name, enum quota_status *ret_status)
{
	int i;

	if (!name_find(STATUSES, QUOTA_STATUSES, name, &i))
		return false;
	*ret_status = (enum quota_status)i;
	return true;
}

bool
severity_from_name(const char *name, enum severity *ret_severity)
{
	int i;

	if (!name_find(GRADES, SEVERITIES, name, &i))
		return false;
	*ret_severity = (enum severity)i;
	return true;
}
