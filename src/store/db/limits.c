/* SPDX-License-Identifier: Apache-2.0
 *
 * How long a statement may run, and for whom. The drivers look, and end it.
 */
#include "store/db/db_int.h"

#include "base/clock.h"

enum rc
db_set_deadline(struct db *db, int ms, struct err *err)
{
	db->deadline_ms = ms;
	return db->ops->set_deadline(db, ms, err);
}

void
db_set_until(struct db *db, int64_t mono_ms)
{
	db->until_ms = mono_ms;
}

bool
db_is_over(const struct db *db)
{
	return db->until_ms && clock_mono_ms() >= db->until_ms;
}

void
db_set_wanted(struct db *db, db_wanted is_wanted, void *ctx)
{
	db->is_wanted = is_wanted;
	db->wanted_ctx = ctx;
}

bool
db_is_wanted(const struct db *db)
{
	return !db->is_wanted || db->is_wanted(db->wanted_ctx);
}

enum rc
db_ended(const struct db *db, struct err *err)
{
	if (!db_is_wanted(db))
		return err_set(err, RC_CANCELLED, "nobody waits for it any more");
	return err_set(err, RC_TIMEOUT,
	    "this takes the database too long: narrow it with filters, or read it piece "
	    "by piece with after=");
}
