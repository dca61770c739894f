/* SPDX-License-Identifier: Apache-2.0 */
#include "model/plan.h"

#include <inttypes.h>

#include "base/buf.h"
#include "model/names_int.h"

static const char *const STATUSES[PLAN_STATUSES] = {
	[PLAN_ACTIVE] = "ACTIVE",
	[PLAN_COMPLETED] = "COMPLETED",
	[PLAN_SUPERSEDED] = "SUPERSEDED",
	[PLAN_ABORTED] = "ABORTED",
};

void
plan_runs_json(const struct plan_run *runs, size_t n, struct buf *out)
{
	buf_putc(out, '[');
	for (size_t i = 0; i < n; i++) {
		const struct plan_run *r = &runs[i];

		buf_printf(out,
		    "%s{\"node\":%" PRId64 ",\"type\":\"%s\",\"due_ms\":%" PRId64
		    ",\"start_ms\":%" PRId64 ",\"duration_ms\":%" PRId64 "}",
		    i ? "," : "", r->node.v, task_type_name(r->type), r->due_ms,
		    r->start_ms, r->duration_ms);
	}
	buf_putc(out, ']');
}

enum plan_status
plan_ended(int64_t total, int64_t completed)
{
	return total > 0 && completed == 0 ? PLAN_ABORTED : PLAN_COMPLETED;
}

const char *
plan_status_name(enum plan_status status)
{
	return STATUSES[status];
}

bool
plan_status_from_name(const char *name, enum plan_status *ret_status)
{
	int i;

	if (!name_find(STATUSES, PLAN_STATUSES, name, &i))
		return false;
	*ret_status = (enum plan_status)i;
	return true;
}
