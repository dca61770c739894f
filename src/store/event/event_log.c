/* SPDX-License-Identifier: Apache-2.0 */
#include "store/event/event_log.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "store/db/query.h"

enum { KINDS_MAX = 128 };

/* ",onus,parts,": in SQL a kind is among them if they contain ",KIND,". */
static const char *
list_kinds(unsigned kinds, char *buf)
{
	size_t n = 1;

	(void)snprintf(buf, KINDS_MAX, ",");
	for (int i = 0; i < EVENT_KINDS; i++) {
		if (kinds & 1U << i)
			n += (size_t)snprintf(buf + n, KINDS_MAX - n, "%s,",
			    event_kind_name((enum event_kind)i));
	}
	return buf;
}

#define IS_WANTED(kind) "$1 LIKE '%,' || " kind " || ',%'"

static enum rc
look_for_lost(
    struct db *db, const struct event_wish *wish, bool *ret_lost, struct err *err)
{
	static const char sql[] =
	    "SELECT CAST(COUNT(*) AS BIGINT) FROM event_limits l "
	    "WHERE $2 >= l.newest OR EXISTS (SELECT 1 FROM event_horizons h "
	    "WHERE " IS_WANTED("h.kind") " AND (h.tx, h.id) > ($2, $3))";
	struct db_stmt *q OWNED(db_done) = NULL;
	char kinds[KINDS_MAX];
	enum rc rc = db_query_first(db, sql,
	    DB_ARGS(list_kinds(wish->kinds, kinds), wish->after.tx, wish->after.id), &q,
	    err);

	if (rc == RC_OK)
		*ret_lost = db_int(q, 0) > 0;
	return rc;
}

#define EVENT_COLUMNS "tx, id, kind, at_ms, olt_id, what, subject, ref, n"

/* The one reader of EVENT_COLUMNS: keep the two next to each other. */
static bool
event_from_row(const struct db_stmt *q, struct event_entry *ret)
{
	*ret = (struct event_entry){ .at = { db_int(q, 0), db_int(q, 1) },
		.at_ms = db_int(q, 3),
		.olt = { db_int(q, 4) },
		.subject = db_int(q, 6),
		.ref = db_int(q, 7),
		.n = db_int(q, 8) };
	(void)snprintf(ret->what, sizeof(ret->what), "%s", db_text(q, 5));
	return event_kind_from_name(db_text(q, 2), &ret->kind);
}

static enum rc
read_events(struct db *db, const struct event_wish *wish, struct event_entry *ret_events,
    size_t *ret_n, struct err *err)
{
	static const char sql[] =
	    "SELECT " EVENT_COLUMNS " FROM events WHERE (tx, id) > ($2, $3) "
	    "AND tx < (SELECT readable_below FROM event_limits) "
	    "AND " IS_WANTED("kind") " ORDER BY tx, id LIMIT $4";
	struct db_stmt *q OWNED(db_done) = NULL;
	char kinds[KINDS_MAX];
	size_t n = 0;
	enum rc rc = db_query(db, sql,
	    DB_ARGS(list_kinds(wish->kinds, kinds), wish->after.tx, wish->after.id,
		(int64_t)wish->most),
	    &q, err);

	while (db_next(q, &rc, err)) {
		if (event_from_row(q, &ret_events[n]))
			n++;
	}
	if (rc == RC_OK)
		*ret_n = n;
	return rc;
}

enum rc
store_events_read(struct db *db, const struct event_wish *wish,
    struct event_entry *ret_events, size_t *ret_n, bool *ret_lost, struct err *err)
{
	bool is_lost = false;
	enum rc rc = look_for_lost(db, wish, &is_lost, err);

	if (rc == RC_OK) {
		*ret_lost = is_lost;
		*ret_n = 0;
	}
	return rc == RC_OK && !is_lost ? read_events(db, wish, ret_events, ret_n, err)
				       : rc;
}

enum rc
store_events_end(struct db *db, struct event_cursor *ret_cursor, struct err *err)
{
	static const char sql[] =
	    "SELECT tx, id FROM (SELECT tx, id FROM events WHERE tx < (SELECT "
	    "readable_below FROM event_limits) ORDER BY tx DESC, id DESC LIMIT 1) e "
	    "UNION ALL SELECT tx, id FROM event_horizons ORDER BY 1 DESC, 2 DESC "
	    "LIMIT 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	struct event_cursor cursor = { 0 };
	enum rc rc = db_query_first(db, sql, DB_NO_ARGS, &q, err);

	if (rc == RC_OK)
		cursor = (struct event_cursor){ db_int(q, 0), db_int(q, 1) };
	if (rc == RC_NOT_FOUND)
		rc = RC_OK; /* nothing has happened yet */
	if (rc == RC_OK)
		*ret_cursor = cursor;
	return rc;
}

enum rc
store_events_position(struct db *db, const char *reader, struct event_cursor *ret_cursor,
    int64_t *ret_at_ms, struct err *err)
{
	static const char sql[] =
	    "SELECT tx, id, at_ms FROM event_readers WHERE name = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(reader), &q, err);

	if (rc == RC_OK)
		*ret_cursor = (struct event_cursor){ db_int(q, 0), db_int(q, 1) };
	if (rc == RC_OK && ret_at_ms)
		*ret_at_ms = db_int(q, 2);
	return rc;
}

enum rc
store_events_keep_position(struct db *db, const char *reader,
    const struct event_cursor *cursor, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO event_readers (name, tx, id, at_ms) VALUES ($1, $2, $3, $4) "
	    "ON CONFLICT (name) DO UPDATE SET tx = excluded.tx, id = excluded.id, "
	    "at_ms = excluded.at_ms";

	return db_exec(db, sql, DB_ARGS(reader, cursor->tx, cursor->id, now_ms), err);
}

enum rc
store_events_adopt(struct db *db, struct err *err)
{
	return db_script(db,
	    "UPDATE events SET tx = 0 WHERE tx >= (SELECT newest FROM event_limits);"
	    "UPDATE event_horizons SET tx = 0 "
	    "WHERE tx >= (SELECT newest FROM event_limits)",
	    err);
}
