/* SPDX-License-Identifier: Apache-2.0 */
#include "model/unit.h"

static int
by_number(int64_t a, int64_t b)
{
	return a < b ? -1 : a > b;
}

/* Among units that are late: the one that has waited longest. */
int
unit_compare_due(const struct unit *a, const struct unit *b)
{
	int order = by_number(a->kind, b->kind);

	if (order == 0)
		order = by_number(a->due_ms, b->due_ms);
	if (order == 0)
		order = by_number(b->priority, a->priority);
	return order ? order : by_number(a->id.v, b->id.v);
}

int
unit_compare_priority(const struct unit *a, const struct unit *b)
{
	int order = by_number(a->kind, b->kind);

	if (order == 0)
		order = by_number(b->priority, a->priority);
	return order ? order : unit_compare_due(a, b);
}

bool
unit_by_priority(const struct unit *first_due, int64_t now_ms, int64_t late_after_ms)
{
	return first_due->kind == UNIT_SCHEDULED &&
	    now_ms - first_due->due_ms <= late_after_ms;
}

int
unit_compare(
    const struct unit *a, const struct unit *b, int64_t now_ms, int64_t late_after_ms)
{
	const struct unit *first = unit_compare_due(a, b) < 0 ? a : b;

	if (unit_by_priority(first, now_ms, late_after_ms))
		return unit_compare_priority(a, b);
	return unit_compare_due(a, b);
}
