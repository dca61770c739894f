/* SPDX-License-Identifier: Apache-2.0 */
#include "store/event/event_add.h"

#include "store/db/query.h"

enum rc
event_entry_add(struct db *db, const struct event_of_run *event, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO events (kind, at_ms, olt_id, what, subject, n) "
	    "VALUES ($1, $2, $3, 'changed', $4, $5)";

	if (event->n == 0)
		return RC_OK;
	return db_exec(db, sql,
	    DB_ARGS(event_kind_name(event->kind), event->at_ms, event->olt.v,
		db_or_null(event->execution.v), (int64_t)event->n),
	    err);
}
