/* SPDX-License-Identifier: Apache-2.0 */
#include "model/coordinator.h"

#include "model/names_int.h"

static const char *const LEVELS[ENTRY_LEVELS] = {
	[ENTRY_DEBUG] = "DEBUG",
	[ENTRY_INFO] = "INFO",
	[ENTRY_WARNING] = "WARNING",
	[ENTRY_ERROR] = "ERROR",
	[ENTRY_CRITICAL] = "CRITICAL",
};

const char *
entry_level_name(enum entry_level level)
{
	return LEVELS[level];
}
