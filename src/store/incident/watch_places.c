/* SPDX-License-Identifier: Apache-2.0 */
#include "store/incident/watch_places.h"

#include <string.h>

#include "store/db/query.h"
#include "store/incident/watch_rows_int.h"

#define POSITION "o.pos_has, o.rack, o.frame, o.slot, o.port"

/* The place of a port, and that of its card. */
struct spot_text {
	char card[POSITION_TEXT_MAX], port[POSITION_TEXT_MAX];
};

/* pos_has and its parts from this column on; the column behind them is not looked at. */
static void
read_spot(const struct db_stmt *q, unsigned column, struct spot_text *ret)
{
	struct position p = { .has = (uint8_t)db_int(q, column) };

	for (unsigned i = POS_RACK; i <= POS_PORT; i++)
		p.part[i] = (uint32_t)db_int(q, column + 1 + i);
	p.has &= (uint8_t) ~(1U << POS_ONU);
	(void)position_format(&p, ret->port);
	p.has &= (uint8_t) ~(1U << POS_PORT);
	(void)position_format(&p, ret->card);
}

enum rc
store_watch_ports(struct db *db, struct olt_id olt,
    enum rc (*row)(void *ctx, const struct watch_spot *spot), void *ctx, struct err *err)
{
	static const char sql[] =
	    "SELECT DISTINCT " POSITION " FROM onus o WHERE o.olt_id = $1 AND "
	    "o.is_present = 1 ORDER BY o.rack, o.frame, o.slot, "
	    "o.port";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(olt.v), &q, err);

	while (db_next(q, &rc, err)) {
		struct spot_text text;

		read_spot(q, 0, &text);
		rc = row(ctx, &(struct watch_spot){ text.card, text.port, { 0 }, 0 });
	}
	return rc;
}

enum rc
store_watch_tagged(struct db *db, struct olt_id olt,
    enum rc (*row)(void *ctx, const struct watch_spot *spot), void *ctx, struct err *err)
{
	static const char sql[] =
	    "SELECT o.id, p.node_id, " POSITION " FROM onus o "
	    "LEFT JOIN onu_nodes p ON p.onu_id = o.id WHERE o.olt_id = $1 "
	    "AND o.is_present = 1 AND (EXISTS (SELECT 1 FROM entity_tags t "
	    "WHERE t.entity = 'onu' AND t.entity_id = o.id) OR EXISTS (SELECT 1 "
	    "FROM entity_tags t WHERE t.entity = 'node' AND t.entity_id = p.node_id)) "
	    "ORDER BY o.id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(olt.v), &q, err);

	while (db_next(q, &rc, err)) {
		struct spot_text text;

		read_spot(q, 2, &text);
		rc = row(ctx,
		    &(struct watch_spot){
			text.card, text.port, { db_int(q, 0) }, db_int(q, 1) });
	}
	return rc;
}

/* ---- what is left ----------------------------------------------------------------------- */

static bool
is_at(const char *place, const struct spot_text *spot)
{
	return !place || !*place || strcmp(place, spot->port) == 0 ||
	    strcmp(place, spot->card) == 0;
}

enum rc
store_watch_left(struct db *db, struct watch *w, const struct watch_window *window,
    int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "SELECT v.onu_id, v.at_ms, o.cause_state, o.last_down_ms, " POSITION
	    " FROM onu_events v JOIN onus o ON o.id = v.onu_id AND o.is_present = 1 "
	    "WHERE v.kind = 'run_state' AND v.at_ms >= $2 AND v.at_ms < $3 "
	    "AND ($1 = 0 OR v.olt_id = $1) AND ($4 = 0 OR v.onu_id = $4) "
	    "AND v.state <> 'online' AND COALESCE((SELECT b.state FROM onu_events b "
	    "WHERE b.onu_id = v.onu_id AND b.kind = 'run_state' AND b.id < v.id "
	    "ORDER BY b.id DESC LIMIT 1), 'online') = 'online' "
	    "AND NOT EXISTS (SELECT 1 FROM onu_events u WHERE u.onu_id = v.onu_id "
	    "AND u.kind = 'run_state' AND u.state = 'online' AND u.id > v.id) "
	    "ORDER BY v.id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql,
	    DB_ARGS(window->olt.v, window->from_ms, window->until_ms, window->onu.v), &q,
	    err);

	while (db_next(q, &rc, err)) {
		struct watch_change change = { .onu = { db_int(q, 0) },
			.kind = ONU_RUN_STATE,
			.at_ms = db_int(q, 1),
			.cause = watch_row_state(q, 2),
			.last_down_ms = db_int(q, 3) };
		struct spot_text spot;

		read_spot(q, 4, &spot);
		if (is_at(window->place, &spot))
			watch_left_down(w, &change, now_ms);
	}
	return rc;
}
