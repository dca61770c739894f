/* SPDX-License-Identifier: Apache-2.0
 *
 * How an OLT performs over time: by the hour, over long ranges by the day.
 */
#include "base/clock.h"
#include "service/onu_int.h"
#include "store/olt/olt_hours.h"

#define DAY_MS (24 * OLT_HOUR_MS)
#define HOURS_MAX_MS (15 * DAY_MS) /* beyond, by the day */
#define RANGE_MAX_MS (731 * DAY_MS)

static json_t *
per(int64_t whole, int64_t parts, double scale)
{
	return parts > 0 ? json_real((double)whole / (double)parts * scale) : json_null();
}

static json_t *
show_hours(const struct olt_hours *h)
{
	int64_t runs = h->succeeded + h->partial + h->failed;
	int64_t ended = runs + h->interrupted;

	return json_pack("{s:o, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:I, s:o, s:I, s:I, "
			 "s:I, s:I, s:o, s:o}",
	    "at", show_moment(h->at_ms), "runs", (json_int_t)runs, "succeeded",
	    (json_int_t)h->succeeded, "partial", (json_int_t)h->partial, "failed",
	    (json_int_t)h->failed, "interrupted", (json_int_t)h->interrupted,
	    "success_pct", per(h->succeeded, runs, 100), "duration_ms",
	    per(h->duration_ms, ended, 1), "duration_max_ms",
	    (json_int_t)h->duration_max_ms, "late_ms", per(h->late_ms, ended, 1),
	    "late_max_ms", (json_int_t)h->late_max_ms, "requests",
	    (json_int_t)h->requests, "retransmits", (json_int_t)h->retransmits,
	    "timeouts", (json_int_t)h->timeouts, "round_trip_ms",
	    per(h->rtt_us, h->answers, 0.001), "round_trip_max_ms",
	    h->rtt_max_us > 0 ? json_real((double)h->rtt_max_us / 1000) : json_null());
}

static enum rc
take_hours(void *ctx, const struct olt_hours *hours)
{
	return json_array_append_new(ctx, show_hours(hours)) == 0 ? RC_OK : RC_NOMEM;
}

void
op_olt_performance(struct ask *a)
{
	struct olt_id olt = find_olt(a, "olt");
	int64_t to_ms = arg_moment(a, "to", clock_wall_ms());
	int64_t from_ms = arg_moment(a, "from", to_ms - 7 * DAY_MS);
	bool by_day = to_ms - from_ms > HOURS_MAX_MS;
	int64_t step_ms = by_day ? DAY_MS : OLT_HOUR_MS;
	json_t *points = json_array();
	struct err err = { 0 };

	if (from_ms >= to_ms)
		arg_wrong(a, "from", "it must be before the end of the range");
	else if (to_ms - from_ms > RANGE_MAX_MS)
		arg_wrong(a, "from", "at most two years");
	if (args_are_right(a)) {
		/* The stretch in which the range begins is shown whole. */
		struct olt_hours_range range = { olt, from_ms - from_ms % step_ms, to_ms,
			step_ms };
		enum rc rc = store_olt_hours(a->db, &range, take_hours, points, &err);

		if (rc != RC_OK)
			(void)ask_fail_err(a, rc, &err);
		else
			ask_answer(a,
			    json_pack("{s:o, s:o, s:s, s:O}", "from",
				show_moment(from_ms), "to", show_moment(to_ms),
				"resolution", by_day ? "day" : "hour", "points", points));
	}
	json_decref(points);
}
