/* SPDX-License-Identifier: Apache-2.0
 *
 * events/event.h - the event log: the kinds of events, and cursors.
 *
 * Every important change is one event, written in the transaction of the change
 * (store/event/). Consumers read the log in order, from a cursor that they keep. An event
 * has what happened and to which object; the details are in the table of its kind and are
 * read when they are needed.
 *
 *	kind       what                      subject, ref             details
 *	execution  "FAILED": how it ended    the execution            executions
 *	onus       "changed"                 the execution            n rows of onu_events
 *	parts      "changed"                 the execution            n rows of part_events
 *	decision   "OLT_SUSPENDED": type     ref: the log line        coordinator_logs
 *	change     "olt.create"              the thing; ref: line     audit_log
 *	incident   "open": its state         the incident, n: version incidents
 *	delivery   "sent": its state         the message; ref: incident outbox
 *
 * The changes of all ONUs of an OLT in one run are one event: if 100,000 ONUs go down,
 * there are 100,000 rows of onu_events, but only one row of the log for each run.
 *
 * Pure: no database, no clock.
 */
#ifndef FACHO_EVENTS_EVENT_H
#define FACHO_EVENTS_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/ids.h"

enum event_kind {
	EVENT_EXECUTION,
	EVENT_ONUS,
	EVENT_PARTS,
	EVENT_DECISION,
	EVENT_CHANGE,
	EVENT_INCIDENT,
	EVENT_DELIVERY,
	EVENT_KINDS,
};

enum { EVENT_ALL = (1 << EVENT_KINDS) - 1, EVENT_WHAT_MAX = 64, EVENT_CURSOR_MAX = 48 };

const char *event_kind_name(enum event_kind kind); /* "execution" */
bool event_kind_from_name(const char *name, enum event_kind *ret_kind);

/* A position in the log: after this event. {0, 0} is before the first one. */
struct event_cursor {
	int64_t tx, id;
};

/* "12-345"; buf: EVENT_CURSOR_MAX bytes. Returns buf. */
char *event_cursor_format(const struct event_cursor *cursor, char *buf);
/* False: not a valid cursor; *ret_cursor is not changed. */
bool event_cursor_parse(const char *text, struct event_cursor *ret_cursor);

struct event_entry {
	struct event_cursor at;
	enum event_kind kind;
	int64_t at_ms;
	struct olt_id olt; /* 0: of no OLT */
	char what[EVENT_WHAT_MAX];
	int64_t subject, ref; /* 0: none */
	int64_t n;
};

#endif
