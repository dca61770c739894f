/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "notify/notify.h"

static const char *const ACTS[NOTIFY_ACTS] = {
	[NOTIFY_SEND] = "send",
	[NOTIFY_REPLY] = "reply",
	[NOTIFY_EDIT] = "edit",
};

static const char *const REASONS[NOTIFY_REASONS] = {
	[NOTIFY_FIRST] = "first",
	[NOTIFY_SEVERITY] = "severity",
	[NOTIFY_CLASS] = "class",
	[NOTIFY_DOUBLED] = "doubled",
	[NOTIFY_REOPENED] = "reopened",
	[NOTIFY_UNSTABLE] = "unstable",
	[NOTIFY_ACK_LAPSED] = "ack_lapsed",
	[NOTIFY_RESOLVED] = "resolved",
	[NOTIFY_CHANGED] = "changed",
	[NOTIFY_ACKED] = "acked",
	[NOTIFY_UNACKED] = "unacked",
	[NOTIFY_MERGED] = "merged",
	[NOTIFY_STORM] = "storm",
	[NOTIFY_STORM_OVER] = "storm_over",
};

static const char *const WHYS[NOTIFY_WHYS] = {
	[NOTIFY_WILL] = "will",
	[NOTIFY_WHY_SILENCE] = "silence",
	[NOTIFY_WHY_WINDOW] = "window",
	[NOTIFY_WHY_QUIET] = "quiet",
	[NOTIFY_WHY_BLIND] = "blind",
	[NOTIFY_WHY_PART] = "part",
	[NOTIFY_WHY_INFO] = "info",
	[NOTIFY_WHY_OVER] = "over",
	[NOTIFY_WHY_DISABLED] = "disabled",
	[NOTIFY_WHY_NOT_CHANNEL] = "not_channel",
	[NOTIFY_WHY_AFTER] = "after",
};

static int
find(const char *const *names, int n, const char *name)
{
	for (int i = 0; i < n; i++) {
		if (strcmp(names[i], name) == 0)
			return i;
	}
	return -1;
}

const char *
notify_act_name(enum notify_act act)
{
	return ACTS[act];
}

const char *
notify_reason_name(enum notify_reason reason)
{
	return REASONS[reason];
}

const char *
notify_why_name(enum notify_why why)
{
	return WHYS[why];
}

bool
notify_act_from_name(const char *name, enum notify_act *ret_act)
{
	int i = find(ACTS, NOTIFY_ACTS, name);

	if (i >= 0)
		*ret_act = (enum notify_act)i;
	return i >= 0;
}

bool
notify_reason_from_name(const char *name, enum notify_reason *ret_reason)
{
	int i = find(REASONS, NOTIFY_REASONS, name);

	if (i >= 0)
		*ret_reason = (enum notify_reason)i;
	return i >= 0;
}
