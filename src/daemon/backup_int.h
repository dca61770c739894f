/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/backup_int.h - backups made before a newer program changes a database: folder,
 * names, and how many are kept.
 *
 * "facho-v3-20261116T145900Z.db" is a copy of version 3 in SQLite; ".dump" is one of
 * PostgreSQL, in the custom format of pg_dump. An unfinished copy ends in ".part".
 */
#ifndef FACHO_DAEMON_BACKUP_INT_H
#define FACHO_DAEMON_BACKUP_INT_H

#include <stdint.h>

#include "base/err.h"
#include "conf/conf.h"

struct db;

enum { BACKUP_PATH_MAX = 4096 };

struct backup_rules {
	/* has space for a name after it; created if necessary */
	char folder[BACKUP_PATH_MAX - 64];
	int64_t keep; /* 0: no backups */
};

/* The rules from the settings, for this database (as for db_open) and this data folder.
 * RC_INVALID: a name is too long. */
enum rc backup_rules_of(const struct conf *conf, const char *database, const char *data,
    struct backup_rules *ret, struct err *err) MUST_CHECK;

/* Copies db, which has this version, and deletes old copies beyond rules->keep. path gets
 * the name. On failure there is no new copy, and the existing ones are kept. */
enum rc backup_make(struct db *db, const struct backup_rules *rules, int64_t version,
    int64_t now_ms, char path[BACKUP_PATH_MAX], struct err *err) MUST_CHECK;

#endif
