/* SPDX-License-Identifier: Apache-2.0
 *
 * store/core/tx.h - a transaction that may be part of a larger one. For the files of
 * store/: a change and its line in the audit log are one thing to service/.
 *
 *	struct tx tx;
 *	enum rc rc = tx_begin(db, &tx, err);
 *
 *	if (rc == RC_OK)
 *		rc = this_and_that(db, err);
 *	return tx_end(&tx, rc, err);
 */
#ifndef FACHO_STORE_CORE_TX_H
#define FACHO_STORE_CORE_TX_H

#include <stdbool.h>

#include "store/db/db.h"

struct tx {
	struct db *db;
	bool is_mine; /* false: a larger one was open, and decides */
};

static inline enum rc
tx_begin(struct db *db, struct tx *tx, struct err *err)
{
	tx->db = db;
	tx->is_mine = !db_in_transaction(db);
	return tx->is_mine ? db_begin(db, err) : RC_OK;
}

/* Commit what went well so far, undo the rest; the outcome of the whole. */
static inline enum rc
tx_end(struct tx *tx, enum rc rc, struct err *err)
{
	if (!tx->is_mine)
		return rc;
	if (rc == RC_OK)
		return db_commit(tx->db, err);
	db_rollback(tx->db);
	return rc;
}

#endif
