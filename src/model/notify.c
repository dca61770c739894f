/* SPDX-License-Identifier: Apache-2.0 */
#include "model/notify.h"

#include <stddef.h>

#include "model/text.h"

static const char ACT_CHOICES[] = "send|edit|reply";
static const char STATE_CHOICES[] = "queued|sending|sent|confirmed|unsure|dead|dropped";

static const char *const ACT_NAMES[OUTBOX_ACTS] = { "send", "edit", "reply" };
static const char *const STATE_NAMES[OUTBOX_STATES] = { "queued", "sending", "sent",
	"confirmed", "unsure", "dead", "dropped" };

bool
channel_kind_from_name(const char *name, enum channel_kind *ret_kind)
{
	int place = text_choice(CHANNEL_CHOICES, name);

	if (place >= 0)
		*ret_kind = (enum channel_kind)place;
	return place >= 0;
}

bool
channel_knows_repetitions(enum channel_kind kind)
{
	return kind == CHANNEL_EMAIL || kind == CHANNEL_WEBHOOK;
}

const char *
outbox_act_name(enum outbox_act act)
{
	return ACT_NAMES[act];
}

bool
outbox_act_from_name(const char *name, enum outbox_act *ret_act)
{
	int place = text_choice(ACT_CHOICES, name);

	if (place >= 0)
		*ret_act = (enum outbox_act)place;
	return place >= 0;
}

const char *
outbox_state_name(enum outbox_state state)
{
	return STATE_NAMES[state];
}

bool
outbox_state_from_name(const char *name, enum outbox_state *ret_state)
{
	int place = text_choice(STATE_CHOICES, name);

	if (place >= 0)
		*ret_state = (enum outbox_state)place;
	return place >= 0;
}
