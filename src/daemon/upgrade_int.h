/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/upgrade_int.h - take a database and bring it up to date.
 */
#ifndef FACHO_DAEMON_UPGRADE_INT_H
#define FACHO_DAEMON_UPGRADE_INT_H

#include <stdint.h>

#include "cli/frame/command.h"
#include "daemon/backup_int.h"
#include "daemon/holding_int.h"

/* --no-backup, for the tables of commands. */
extern const struct cli_option upgrade_options[];

struct upgrade {
	struct holding_options holding;
	struct backup_rules backups;
	int64_t now_ms;
};

/* The database is ours (daemon/holding_int.h), db asks so in each transaction, and it is of this
 * program's version; *ret_from is what it was before. One that has something in it is copied
 * before it is changed; without a copy it is not changed, and the sentence says how to go on.
 * What was copied is in the log. On failure *ret_holding may be set all
 * the same: db must be closed before it is given back. */
enum rc upgrade_database(struct db *db, const struct upgrade *upgrade,
    struct holding **ret_holding, int64_t *ret_from, struct err *err) MUST_CHECK;

#endif
