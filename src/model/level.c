/* SPDX-License-Identifier: Apache-2.0 */
#include "model/level.h"

const char *
level_name(enum level level)
{
	static const char *const NAMES[LEVEL_KINDS] = { "good", "warn", "bad", "high" };

	return NAMES[level];
}

enum level
level_judge(const struct level_limits *limits, double dbm)
{
	if (dbm >= limits->high)
		return LEVEL_HIGH;
	if (dbm < limits->bad)
		return LEVEL_BAD;
	return dbm < limits->warn ? LEVEL_WARN : LEVEL_GOOD;
}

/* The limits on the way back are moved by the hysteresis. */
enum level
level_follow(const struct level_limits *limits, enum level was, double dbm)
{
	struct level_limits now = *limits;

	if (was == LEVEL_HIGH)
		now.high -= LEVEL_HYSTERESIS_DB;
	if (was == LEVEL_BAD)
		now.bad += LEVEL_HYSTERESIS_DB;
	if (was == LEVEL_BAD || was == LEVEL_WARN)
		now.warn += LEVEL_HYSTERESIS_DB;
	return level_judge(&now, dbm);
}
