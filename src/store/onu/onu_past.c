/* SPDX-License-Identifier: Apache-2.0 */
#include "store/onu/onu_past.h"

#include <stdbool.h>

#include "store/db/query.h"

#define MEANING_OF(label)                                    \
	"(SELECT s.meaning FROM state_labels s JOIN olts l " \
	"ON l.brand_id = s.brand_id WHERE l.id = v.olt_id "  \
	"AND s.purpose = 'run_state' AND s.label = " label   \
	" AND s.deleted_ms IS NULL ORDER BY s.id LIMIT 1)"

static enum state
state_at(const struct db_stmt *q, unsigned column)
{
	enum state state = STATE_NONE;
	const char *name = db_text(q, column);

	if (!name || !state_from_name(name, &state))
		state = STATE_NONE;
	return state;
}

static bool
change_from_row(const struct db_stmt *q, struct onu_change *ret)
{
	*ret = (struct onu_change){ .at_ms = db_int(q, 1),
		.after = state_at(q, 2),
		.before = state_at(q, 3),
		.cause = state_at(q, 4) };
	return onu_event_from_name(db_text(q, 0), &ret->kind);
}

enum rc
store_onu_changes(struct db *db, struct onu_id onu, int64_t from_ms, int64_t most,
    enum rc (*row)(void *ctx, const struct onu_change *change), void *ctx,
    struct err *err)
{
	static const char sql[] =
	    "SELECT v.kind, v.at_ms, "
	    "COALESCE(NULLIF(v.state, ''), " MEANING_OF(
		"v.value_after") ", ''), "
				 "COALESCE(" MEANING_OF(
				     "v.value_before") ", ''), v.cause "
						       "FROM onu_events v WHERE v.onu_id "
						       "= $1 AND v.at_ms >= $2 "
						       "AND v.kind IN ('run_state', "
						       "'cause', 'absent', 'returned') "
						       "ORDER BY v.at_ms DESC, v.id DESC "
						       "LIMIT $3";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(onu.v, from_ms, most), &q, err);

	while (db_next(q, &rc, err)) {
		struct onu_change change;

		if (change_from_row(q, &change))
			rc = row(ctx, &change);
	}
	return rc;
}
