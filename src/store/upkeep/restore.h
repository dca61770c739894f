/* SPDX-License-Identifier: Apache-2.0
 *
 * store/upkeep/restore.h - a backup is put back: room is made for it, and it is looked at before
 * anybody uses it. Behind `facho restore`; db_restore does the copying.
 *
 * Owner of the connection only, outside of transactions.
 */
#ifndef FACHO_STORE_UPKEEP_RESTORE_H
#define FACHO_STORE_UPKEEP_RESTORE_H

#include <stdint.h>

#include "base/err.h"

struct db;

/* Is what was put back whole, Facho's, not newer than this program, and does the key fit? The
 * sentence says what does not hold. *ret_version: which one it is. */
enum rc store_restored_check(struct db *db, const char *key_file, int64_t *ret_version,
    struct err *err) MUST_CHECK;

/* PostgreSQL: everything in the schema public is in the schema `name` from now on, and
 * public is empty. name is of small letters, digits and '_'. RC_REFUSED: the tables are in
 * another schema than public. */
enum rc store_set_aside(struct db *db, const char *name, struct err *err) MUST_CHECK;
/* As it was before; what is in public is dropped. */
enum rc store_take_back(struct db *db, const char *name, struct err *err) MUST_CHECK;
/* Drop what was set aside, if it is empty. */
enum rc store_drop_aside(struct db *db, const char *name, struct err *err) MUST_CHECK;

#endif
