/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/remote/history_int.h"

static const char *const RESOLUTIONS[] = { "auto", "raw", "hour", NULL };

const struct cli_option HISTORY_OPTIONS[] = {
	{ 0, "from", CLI_TEXT, "TIME",
	    "Over time: since then, like 7d or \"2026-01-31 12:00\"." },
	{ 0, "to", CLI_TEXT, "TIME", "Over time: until then; now unless said." },
	{ 0, "resolution", CLI_CHOICE, "RESOLUTION",
	    "history: every reading, or by the hour.", .choices = RESOLUTIONS },
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
