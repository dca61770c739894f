/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/backup_int.h - the copies that are made before a newer program changes a database:
 * where they are, what they are called, how many are kept.
 *
 * "facho-v3-20261116T145900Z.db" is a copy of version 3 in SQLite; ".dump" is one of
 * PostgreSQL, in pg_dump's custom format. While one is made it ends in ".part".
 */
#ifndef FACHO_DAEMON_BACKUP_INT_H
#define FACHO_DAEMON_BACKUP_INT_H

#include <stdint.h>

#include "base/err.h"
#include "conf/conf.h"

struct db;

enum { BACKUP_PATH_MAX = 4096 };

struct backup_rules {
	char folder[BACKUP_PATH_MAX - 64]; /* a name fits behind it; made if need be */
	int64_t keep; /* 0: none is made */
};

/* As the settings say, for this database (as for db_open) and this data folder.
 * RC_INVALID: a name is too long. */
enum rc backup_rules_of(const struct conf *conf, const char *database, const char *data,
    struct backup_rules *ret, struct err *err) MUST_CHECK;

/* A copy of db, which is of this version; older ones go beyond rules->keep. path gets its
 * name. On failure there is none, and those that were there are still. */
enum rc backup_make(struct db *db, const struct backup_rules *rules, int64_t version,
    int64_t now_ms, char path[BACKUP_PATH_MAX], struct err *err) MUST_CHECK;

#endif
