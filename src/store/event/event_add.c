/* SPDX-License-Identifier: Apache-2.0 */
#include "store/event/event_add.h"

#include "store/db/db.h"

enum rc
event_entry_add(struct db *db, const struct event_of_run *event, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO events (kind, at_ms, olt_id, what, subject, n) "
	    "VALUES ($1, $2, $3, 'changed', $4, $5)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	if (event->n == 0)
		return RC_OK;
	rc = db_prepare(db, sql, &q, err);
	if (rc != RC_OK)
		return rc;
	db_bind_text(q, 1, event_kind_name(event->kind));
	db_bind_int(q, 2, event->at_ms);
	db_bind_int(q, 3, event->olt.v);
	if (event->execution.v)
		db_bind_int(q, 4, event->execution.v);
	db_bind_int(q, 5, (int64_t)event->n);
	return db_run(q, NULL, err);
}
