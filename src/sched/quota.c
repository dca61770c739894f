/* SPDX-License-Identifier: Apache-2.0 */
#include "sched/quota.h"

#include <inttypes.h>

#include "base/buf.h"

/* Below the first it is a violation; below each of the others a more severe one. */
enum { ENOUGH_PERCENT = 80, LOW_PERCENT = 70, MEDIUM_PERCENT = 55, HIGH_PERCENT = 25 };

static bool
reaches(const struct quota *q, int64_t made, int percent)
{
	return made * 100 >= q->required * percent;
}

int64_t
quota_pending(const struct quota *q)
{
	int64_t pending =
	    q->required - q->completed - q->partial - q->failed - q->skipped;

	return pending > 0 ? pending : 0;
}

enum quota_status
quota_judge(const struct quota *q)
{
	if (q->completed >= q->required)
		return QUOTA_COMPLETED;
	if (q->completed == 0 && q->partial == 0)
		return QUOTA_FAILED;
	return reaches(q, q->completed, ENOUGH_PERCENT) ? QUOTA_PARTIAL : QUOTA_NOT_MET;
}

bool
quota_violates(const struct quota *q, enum severity *ret_severity)
{
	if (reaches(q, q->completed, ENOUGH_PERCENT))
		return false;
	if (reaches(q, q->completed, LOW_PERCENT))
		*ret_severity = SEVERITY_LOW;
	else if (reaches(q, q->completed, MEDIUM_PERCENT))
		*ret_severity = SEVERITY_MEDIUM;
	else if (reaches(q, q->completed, HIGH_PERCENT))
		*ret_severity = SEVERITY_HIGH;
	else
		*ret_severity = SEVERITY_CRITICAL;
	return true;
}

bool
quota_is_at_risk(const struct quota *q, int64_t to_come)
{
	return !reaches(q, q->completed + to_come, ENOUGH_PERCENT);
}

static void
add_troubles(const uint16_t troubles[TROUBLES], struct buf *out)
{
	const char *comma = "";

	buf_puts(out, "\"errors\":{");
	for (enum trouble t = TROUBLE_NONE; t < TROUBLES; t++) {
		if (troubles[t] == 0)
			continue;
		buf_printf(out, "%s\"%s\":%u", comma,
		    t == TROUBLE_NONE ? "UNKNOWN" : trouble_name(t), troubles[t]);
		comma = ",";
	}
	buf_putc(out, '}');
}

void
quota_report(const struct quota *q, const uint16_t troubles[TROUBLES], struct buf *out)
{
	enum severity severity;
	bool violates = quota_violates(q, &severity);

	buf_printf(out,
	    "{\"olt\":%" PRId64 ",\"job\":%" PRId64
	    ",\"task_type\":\"%s\",\"period_start_ms\":%" PRId64
	    ",\"period_end_ms\":%" PRId64 ",",
	    q->key.olt.v, q->key.job.v, q->task_type, q->key.period_start_ms,
	    q->period_end_ms);
	buf_printf(out,
	    "\"required\":%" PRId64 ",\"completed\":%" PRId64 ",\"partial\":%" PRId64
	    ",\"failed\":%" PRId64 ",\"skipped\":%" PRId64 ",\"missing\":%" PRId64 ",",
	    q->required, q->completed, q->partial, q->failed, q->skipped,
	    quota_pending(q));
	buf_printf(out, "\"percent\":%.1f,\"severity\":\"%s\",",
	    q->required ? (double)q->completed * 100.0 / (double)q->required : 100.0,
	    violates ? severity_name(severity) : "");
	buf_printf(out,
	    "\"total_duration_ms\":%" PRId64 ",\"average_duration_ms\":%" PRId64 ",",
	    q->total_duration_ms, quota_average_ms(q));
	add_troubles(troubles, out);
	buf_putc(out, '}');
}
