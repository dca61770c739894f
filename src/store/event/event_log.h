/* SPDX-License-Identifier: Apache-2.0
 *
 * store/event/event_log.h - the event log (events/event.h) in the database.
 *
 *	struct event_wish wish = { EVENT_ALL, cursor, 500 };
 *	rc = store_events_read(db, &wish, events, &n, &is_lost, err);
 *
 * Rows of executions, decisions and changes are added by triggers of their tables
 * (migration 0017): whoever writes such a row cannot forget its event. Those of ONUs and
 * parts are added once for each run by store/work/.
 *
 * Order: (tx, id). On SQLite tx is 0 and ids are in the order of commits. On PostgreSQL
 * tx is the number of the transaction, and nothing is read that is not older than the
 * oldest open transaction of the server: no event can appear before a cursor. A
 * transaction that writes for long, of any program on that server, delays readers as
 * long; a commit should be followed by another look a little later.
 */
#ifndef FACHO_STORE_EVENT_EVENT_LOG_H
#define FACHO_STORE_EVENT_EVENT_LOG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "events/event.h"

struct db;

struct event_wish {
	unsigned kinds; /* bits (1 << kind) */
	struct event_cursor after;
	size_t most; /* events at once */
};

/* At most wish->most events behind the cursor. *ret_lost: retention has removed events of
 * these kinds that are behind the cursor, or the cursor is of another server: read
 * everything anew, and go on from store_events_end(); *ret_n is 0 then. */
enum rc store_events_read(struct db *db, const struct event_wish *wish,
    struct event_entry *ret_events, size_t *ret_n, bool *ret_lost, struct err *err)
    MUST_CHECK;

/* Behind the last event that can be read now. */
enum rc store_events_end(struct db *db, struct event_cursor *ret_cursor, struct err *err)
    MUST_CHECK;

/* How far a consumer has read, and when (may be NULL). RC_NOT_FOUND: it never did. Keeping it belongs into the
 * transaction of what the consumer makes of the events. */
enum rc store_events_position(struct db *db, const char *reader,
    struct event_cursor *ret_cursor, int64_t *ret_at_ms, struct err *err) MUST_CHECK;
enum rc store_events_keep_position(struct db *db, const char *reader,
    const struct event_cursor *cursor, int64_t now_ms, struct err *err) MUST_CHECK;

/* A database that was copied to another server has events with numbers of transactions
 * that this server has not reached: they become the oldest ones. At the start, before
 * anything is written. */
enum rc store_events_adopt(struct db *db, struct err *err) MUST_CHECK;

#endif
