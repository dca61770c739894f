/* SPDX-License-Identifier: Apache-2.0 */
#include "store/notify/figures.h"

#include <stdio.h>
#include <string.h>

#include "store/db/query.h"

#define HOUR_MS INT64_C(3600000)

static enum rc
count_outbox(struct db *db, struct notify_figures *f, struct err *err)
{
	static const char sql[] =
	    "SELECT state, COUNT(*), MIN(created_ms) FROM outbox GROUP BY state";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_NO_ARGS, &q, err);

	while (db_next(q, &rc, err)) {
		enum outbox_state state;
		int64_t first_ms = db_int(q, 2);

		if (!outbox_state_from_name(db_text(q, 0), &state))
			continue; /* of a later version */
		f->outbox[state] = db_int(q, 1);
		if ((state == OUTBOX_QUEUED || state == OUTBOX_SENDING ||
			state == OUTBOX_UNSURE) &&
		    (!f->oldest_ms || first_ms < f->oldest_ms))
			f->oldest_ms = first_ms;
	}
	return rc;
}

static enum rc
read_channels(struct db *db, int64_t now_ms, struct notify_figures *f, struct err *err)
{
	static const char sql[] =
	    "SELECT c.name, c.enabled, c.state, (SELECT CAST(AVG(o.sent_ms - "
	    "o.created_ms) AS BIGINT) FROM outbox o WHERE o.channel_id = c.id "
	    "AND o.sent_ms > $1) FROM channels c ORDER BY c.id LIMIT 64";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(now_ms - HOUR_MS), &q, err);

	while (f->n_channels < NOTIFY_CHANNELS_SHOWN && db_next(q, &rc, err)) {
		struct notify_channel_figures *c = &f->channels[f->n_channels++];

		(void)snprintf(c->name, sizeof(c->name), "%s", db_text(q, 0));
		c->is_up = db_int(q, 1) && strcmp(db_text(q, 2), "ok") == 0;
		c->mean_ms = db_int(q, 3);
	}
	return rc;
}

enum rc
store_notify_figures(
    struct db *db, int64_t now_ms, struct notify_figures *ret_figures, struct err *err)
{
	struct notify_figures f = { 0 };
	enum rc rc = count_outbox(db, &f, err);

	if (rc == RC_OK)
		rc = read_channels(db, now_ms, &f, err);
	if (rc == RC_OK)
		*ret_figures = f;
	return rc;
}
