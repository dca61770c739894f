/* SPDX-License-Identifier: Apache-2.0 */
#include "events/event.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const NAMES[EVENT_KINDS] = {
	[EVENT_EXECUTION] = "execution",
	[EVENT_ONUS] = "onus",
	[EVENT_PARTS] = "parts",
	[EVENT_DECISION] = "decision",
	[EVENT_CHANGE] = "change",
	[EVENT_INCIDENT] = "incident",
	[EVENT_DELIVERY] = "delivery",
};

const char *
event_kind_name(enum event_kind kind)
{
	return NAMES[kind];
}

bool
event_kind_from_name(const char *name, enum event_kind *ret_kind)
{
	for (int i = 0; name && i < EVENT_KINDS; i++) {
		if (strcmp(NAMES[i], name) == 0) {
			*ret_kind = (enum event_kind)i;
			return true;
		}
	}
	return false;
}

char *
event_cursor_format(const struct event_cursor *cursor, char *buf)
{
	(void)snprintf(
	    buf, EVENT_CURSOR_MAX, "%" PRId64 "-%" PRId64, cursor->tx, cursor->id);
	return buf;
}

/* Digits up to the character `end`. */
static bool
parse_number(const char **text, char end, int64_t *ret_number)
{
	char *stop = NULL;
	long long number;

	if (**text < '0' || **text > '9')
		return false;
	errno = 0;
	number = strtoll(*text, &stop, 10);
	if (errno != 0 || *stop != end)
		return false;
	*ret_number = number;
	*text = stop + (end != '\0');
	return true;
}

bool
event_cursor_parse(const char *text, struct event_cursor *ret_cursor)
{
	struct event_cursor cursor = { 0 };

	if (!text || !parse_number(&text, '-', &cursor.tx) ||
	    !parse_number(&text, '\0', &cursor.id))
		return false;
	*ret_cursor = cursor;
	return true;
}
