/* SPDX-License-Identifier: Apache-2.0
 *
 * Any text as a cron expression: it is refused with a message, or it has only valid
 * fields, and its times ascend, on full minutes.
 */
#include <assert.h>
#include <string.h>

#include "sched/cron_int.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* 2026-03-28 00:00 UTC: clocks change on the following day. */
#define FROM_MS INT64_C(1774656000000)

static void
check_fields(const struct cron *c)
{
	assert(c->minutes && c->minutes >> 60 == 0);
	assert(c->hours && c->hours >> 24 == 0);
	assert(c->days && !(c->days & 1));
	assert(c->months && !(c->months & 1) && c->months >> 13 == 0);
	assert(c->weekdays && c->weekdays >> 7 == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	char text[128];
	struct cron cron;
	struct err err = { .msg = "" };
	int64_t at = FROM_MS;

	if (n >= sizeof(text))
		return 0;
	memcpy(text, data, n);
	text[n] = '\0';
	if (cron_parse(text, &cron, &err) != RC_OK) {
		assert(*err.msg);
		return 0;
	}
	check_fields(&cron);
	for (int i = 0; i < 3 && at != INT64_MAX; i++) {
		int64_t next = cron_next(&cron, at);

		assert(next > at && (next == INT64_MAX || next % 60000 == 0));
		at = next;
	}
	return 0;
}
