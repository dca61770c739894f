/* SPDX-License-Identifier: Apache-2.0 */
#include "history/hour.h"

#include "history/sample.h"

void
history_sum_add(struct history_sum *sums, const int32_t *values, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct history_sum *s = &sums[i];
		int32_t v = values[i];

		if (v == HISTORY_NULL || s->count == UINT32_MAX)
			continue;
		if (s->count == 0 || v < s->min)
			s->min = v;
		if (s->count == 0 || v > s->max)
			s->max = v;
		s->sum += v; /* fits: at most 2^32 values of 2^31 */
		s->count++;
	}
}

static int32_t
average(int64_t sum, uint32_t count)
{
	int64_t half = count / 2;

	return (int32_t)((sum < 0 ? sum - half : sum + half) / count);
}

void
history_sum_finish(
    const struct history_sum *sums, size_t n, struct history_hour *ret_hours)
{
	for (size_t i = 0; i < n; i++) {
		const struct history_sum *s = &sums[i];

		if (s->count == 0)
			ret_hours[i] = (struct history_hour){ HISTORY_NULL, HISTORY_NULL,
				HISTORY_NULL, 0 };
		else
			ret_hours[i] = (struct history_hour){ s->min,
				average(s->sum, s->count), s->max, s->count };
	}
}
