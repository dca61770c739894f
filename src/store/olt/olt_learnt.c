/* SPDX-License-Identifier: Apache-2.0 */
#include "store/db/db.h"
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
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id.v);
	rc = db_first(q, err);
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
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id.v);
	db_bind_int(q, 2, learnt->in_flight);
	db_bind_int(q, 3, learnt->answer_bytes);
	db_bind_int(q, 4, learnt->repetitions);
	db_bind_int(q, 5, learnt->rtt_us);
	rc = db_run(q, &changed, err);
	return rc == RC_OK && changed == 0 ? olt_missing(id, err) : rc;
}
