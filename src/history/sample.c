/* SPDX-License-Identifier: Apache-2.0 */
#include "history/sample.h"

#include <math.h>

int32_t
history_scaled(double reading, uint32_t scale)
{
	double scaled = round(reading * scale);

	/* In this form NaN is also rejected. */
	if (!(scaled > INT32_MIN && scaled <= INT32_MAX))
		return HISTORY_NULL;
	return (int32_t)scaled;
}

double
history_unscaled(int32_t sample, uint32_t scale)
{
	return sample == HISTORY_NULL || scale == 0 ? (double)NAN
						    : (double)sample / scale;
}

enum history_kind
history_resolution(int64_t from_ms, int64_t to_ms, const struct history_limits *limits)
{
	if (from_ms < limits->raw_since_ms)
		return HISTORY_HOUR;
	/* Unsigned, because the difference of two times may not fit into a signed one. */
	if (to_ms > from_ms &&
	    (uint64_t)to_ms - (uint64_t)from_ms > (uint64_t)limits->raw_span_ms)
		return HISTORY_HOUR;
	return HISTORY_RAW;
}
