/* SPDX-License-Identifier: Apache-2.0
 *
 * store/event/event_add.h - the one event of what a run brought (events/event.h), for the
 * files of store/. Inside the transaction of the run, after its rows of onu_events or
 * part_events, which have the same OLT, execution and time.
 */
#ifndef FACHO_STORE_EVENT_EVENT_ADD_H
#define FACHO_STORE_EVENT_EVENT_ADD_H

#include "base/err.h"
#include "events/event.h"

struct db;

struct event_of_run {
	enum event_kind kind; /* EVENT_ONUS, EVENT_PARTS */
	struct olt_id olt;
	struct execution_id execution; /* 0: none */
	int64_t at_ms;
	size_t n; /* rows; 0: there is no event */
};

enum rc event_entry_add(struct db *db, const struct event_of_run *event, struct err *err)
    MUST_CHECK;

#endif
