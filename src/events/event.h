/* SPDX-License-Identifier: Apache-2.0
 *
 * events/event.h - the event log: what kinds of events there are, and places in the log.
 *
 * Every change worth knowing is one event, written in the transaction of the change
 * (store/event/). Consumers read it in order, from a cursor that they keep. An event says
 * what happened to which thing; the details are in the table of its kind and are read
 * when they are needed.
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
 * What one run brought for all ONUs of an OLT is one event: 100,000 ONUs that go down in
 * one round cost as many rows of onu_events as before, and one row of the log for each
 * run.
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

/* A place in the log: behind this event. {0, 0} is before the first one. */
struct event_cursor {
	int64_t tx, id;
};

/* "12-345"; buf: EVENT_CURSOR_MAX bytes. Returns buf. */
char *event_cursor_format(const struct event_cursor *cursor, char *buf);
/* False: it is not such a text; *ret_cursor is untouched. */
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
