/* SPDX-License-Identifier: Apache-2.0 */
#include "base/grumble.h"

enum { FIRST_PAUSE_MS = 60 * 1000, LONGEST_PAUSE_MS = 3600 * 1000 };

bool
grumble_bad(struct grumble *g, int64_t now_ms)
{
	if (g->times++ > 0 && now_ms < g->next_ms)
		return false;
	g->pause_ms = g->times == 1 ? FIRST_PAUSE_MS : g->pause_ms * 2;
	if (g->pause_ms > LONGEST_PAUSE_MS)
		g->pause_ms = LONGEST_PAUSE_MS;
	g->next_ms = now_ms + g->pause_ms;
	return true;
}

bool
grumble_good(struct grumble *g)
{
	bool was_bad = g->times > 0;

	*g = (struct grumble){ 0 };
	return was_bad;
}
