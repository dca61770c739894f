/* SPDX-License-Identifier: Apache-2.0 */
#include "sched/retry.h"

#include <assert.h>

/* The limit of a delay that doubles: one day. */
#define LONGEST_MS INT64_C(86400000)

bool
retry_helps(enum trouble trouble)
{
	switch (trouble) {
	case TROUBLE_TIMEOUT:
	case TROUBLE_UNREACHABLE:
	case TROUBLE_BAD_RESPONSE:
	case TROUBLE_DEADLINE:
	case TROUBLE_STORE:
		return true;
	case TROUBLE_NONE:
	case TROUBLE_AUTH:
	case TROUBLE_NO_SUCH_OBJECT:
	case TROUBLE_TOO_MUCH: /* it would be too much again */
	case TROUBLE_OLT_DISABLED:
	case TROUBLE_JOB_DISABLED:
	case TROUBLE_USER:
	case TROUBLE_SHUTDOWN:
	case TROUBLE_RESTART:
	case TROUBLE_OLT_SUSPENDED:
	case TROUBLE_LOCK_LOST:
	case TROUBLE_NOTHING_TO_ASK:
	case TROUBLES:
		break;
	}
	return false;
}

int64_t
retry_delay_ms(const struct retry_rules *rules, int32_t attempt)
{
	int64_t delay = rules->delay_ms;

	assert(attempt > 0 && delay >= 0);
	for (int32_t i = 1; rules->grows && i < attempt && delay < LONGEST_MS; i++)
		delay *= 2;
	return delay < LONGEST_MS ? delay : LONGEST_MS;
}
