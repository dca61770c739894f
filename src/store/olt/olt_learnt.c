/* SPDX-License-Identifier: Apache-2.0 */
#include "store/db/query.h"
#include "store/olt/olt_row.h"

struct olt_learnt
olt_learnt_from_row(const struct db_stmt *q, unsigned first)
{
	return (struct olt_learnt){ db_int(q, first), db_int(q, first + 1),
		db_int(q, first + 2), db_int(q, first + 3) };
}

enum rc
store_olt_learnt_get(
    struct db *db, struct olt_id id, struct olt_learnt *ret_learnt, struct err *err)
{
	static const char sql[] = "SELECT " OLT_LEARNT_COLUMNS " FROM olts WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(id.v), &q, err);

	if (rc == RC_NOT_FOUND)
		return olt_missing(id, err);
	if (rc == RC_OK)
		*ret_learnt = olt_learnt_from_row(q, 0);
	return rc;
}

enum rc
store_olt_learnt_put(
    struct db *db, struct olt_id id, const struct olt_learnt *learnt, struct err *err)
{
	static const char sql[] =
	    "UPDATE olts SET governor_in_flight = $2, governor_bytes = $3, "
	    "governor_repetitions = $4, governor_rtt_us = $5 WHERE id = $1";
	enum rc rc = db_change(db, sql,
	    DB_ARGS(id.v, learnt->in_flight, learnt->answer_bytes, learnt->repetitions,
		learnt->rtt_us),
	    err);

	return rc == RC_NOT_FOUND ? olt_missing(id, err) : rc;
}
