/* SPDX-License-Identifier: Apache-2.0
 *
 * store/upkeep/migrate.h - from any earlier version of the database to this program's.
 *
 * A database has the number of the last migration that was applied to it; an
 * empty one has 0. Each is applied in a transaction of its own, under a lock, so
 * that two programs that start at once do not do it twice, and one that is
 * stopped in the middle leaves a whole version behind.
 *
 * Owner of the connection only.
 */
#ifndef FACHO_STORE_UPKEEP_MIGRATE_H
#define FACHO_STORE_UPKEEP_MIGRATE_H

#include <stdint.h>

#include "base/err.h"

struct db;

/* What this program brings a database to. */
int64_t store_version_known(void);

/* What the database is at. RC_PROTOCOL: it is not empty, and not one of ours.
 * RC_REFUSED: it is newer than this program. Changes nothing. */
enum rc store_version_of(struct db *db, int64_t *ret_version, struct err *err) MUST_CHECK;

/* Bring it up to date; errors as above. *ret_from is what it was before (may be
 * NULL). */
enum rc store_migrate(struct db *db, int64_t now_ms, int64_t *ret_from, struct err *err)
    MUST_CHECK;

/* For programs that do not migrate: RC_CONFLICT unless it is up to date; the
 * sentence names `facho migrate`. */
enum rc store_check_version(struct db *db, struct err *err) MUST_CHECK;

#endif
