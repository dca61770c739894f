/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "store/core/tx.h"
#include "store/db/query.h"
#include "store/event/event_add.h"
#include "store/part/parts_int.h"

bool
part_event_add(struct parting *x, const struct part_event *event)
{
	struct part_event *e = vec_add(&x->events);

	if (e)
		*e = *event;
	return e != NULL;
}

static enum rc
write_rows(struct parting *x)
{
	static const char sql[] =
	    "INSERT INTO part_events (olt_id, execution_id, at_ms, part, place, what, "
	    "value_before, value_after) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(x->db, sql, &q, x->err);

	for (size_t i = 0; rc == RC_OK && i < x->events.n; i++) {
		const struct part_event *e = VEC_AT(&x->events, struct part_event, i);

		db_bind_args(q,
		    DB_ARGS(x->olt.v, db_or_null(x->execution.v), x->now_ms, e->part,
			e->place, e->what, e->before ? e->before : "",
			e->after ? e->after : ""));
		rc = db_bulk(q, x->err);
	}
	return rc == RC_OK ? db_bulk_end(q, x->err) : rc;
}

enum rc
part_events_write(struct parting *x)
{
	struct event_of_run event = { EVENT_PARTS, x->olt, x->execution, x->now_ms,
		x->events.n };
	enum rc rc;

	if (x->events.n == 0)
		return RC_OK;
	rc = write_rows(x);
	return rc == RC_OK ? event_entry_add(x->db, &event, x->err) : rc;
}

static enum rc
add_falls(struct parting *x, const struct port_fall *falls, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct part_event event = { .part = "port",
			.place = falls[i].place,
			.what = "count",
			.before = arena_printf(x->arena, "%" PRId64, falls[i].before),
			.after = arena_printf(x->arena, "%" PRId64, falls[i].after) };

		if (!event.before || !event.after || !part_event_add(x, &event))
			return err_set(
			    x->err, RC_NOMEM, "no memory for the counts of ports");
	}
	return RC_OK;
}

enum rc
store_port_counts_fell(struct db *db, struct olt_id olt, const struct port_fall *falls,
    size_t n, int64_t now_ms, struct err *err)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct parting x = { .db = db,
		.olt = olt,
		.now_ms = now_ms,
		.arena = arena,
		.events = VEC_INIT(struct part_event),
		.err = err };
	struct tx tx;
	enum rc rc = RC_OK;

	if (!arena)
		return err_set(err, RC_NOMEM, "no memory for the counts of ports");
	rc = add_falls(&x, falls, n);
	if (rc == RC_OK)
		rc = tx_begin(db, &tx, err);
	if (rc == RC_OK)
		rc = tx_end(&tx, part_events_write(&x), err);
	vec_fini(&x.events);
	return rc;
}
