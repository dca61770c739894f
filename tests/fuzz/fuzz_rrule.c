/* SPDX-License-Identifier: Apache-2.0
 *
 * Any text as the rule of a window: it is refused with a message, or it begins some time,
 * and what is active holds the moment that was asked.
 */
#include <assert.h>
#include <string.h>

#include "notify/window.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* 2026-03-28 00:00 UTC: clocks change in Madrid on the following day. */
#define FROM_MS INT64_C(1774656000000)
#define HOUR_MS INT64_C(3600000)

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	char text[256];
	struct window_spec spec = { .from_ms = FROM_MS,
		.until_ms = WINDOW_NEVER,
		.rrule = text,
		.zone = "Europe/Madrid",
		.length_s = 5400 };
	struct window *w OWNED(window_free) = NULL;
	struct err err = { .msg = "" };

	if (n == 0 || n >= sizeof(text) || data[0] == '\0')
		return 0;
	memcpy(text, data, n);
	text[n] = '\0';
	if (window_new(&spec, &w, &err) != RC_OK) {
		assert(*err.msg);
		return 0;
	}
	for (int64_t t = FROM_MS; t < FROM_MS + 72 * HOUR_MS; t += 7 * HOUR_MS) {
		struct window_view view;

		window_at(w, t, &view);
		assert(view.next_begin_ms > t && view.last_end_ms <= t);
		assert(!view.is_active || (view.begin_ms <= t && t < view.end_ms));
	}
	return 0;
}
