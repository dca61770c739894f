/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/remote/history_int.h"

const struct cli_option HISTORY_OPTIONS[] = {
	{ 0, "from", CLI_TEXT, "TIME",
	    "Since this time, like 7d or \"2026-01-31 12:00\"." },
	{ 0, "to", CLI_TEXT, "TIME", "Until this time (default: now)." },
	{ 0, "resolution", CLI_CHOICE, "RESOLUTION",
	    "history: single readings or hourly values.", .choices = "auto|raw|hour" },
	CLI_OPTIONS_END,
};

const struct remote_column HISTORY_COLUMNS[] = {
	{ "at", "At" },
	{ "value", "Value" },
	{ "min", "Least" },
	{ "max", "Most" },
	{ "count", "Readings" },
	{ NULL },
};
