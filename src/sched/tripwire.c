/* SPDX-License-Identifier: Apache-2.0 */
#include "sched/tripwire.h"

enum { LEAST = 3, TENTH = 10 };

bool
tripwire_fell(int64_t before, int64_t now)
{
	int64_t fall = before - now;

	return now >= 0 && fall >= LEAST && fall * TENTH >= before;
}
