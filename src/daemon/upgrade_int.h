/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/upgrade_int.h - takes a database for exclusive use and upgrades it.
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

/* On success this process has the database (daemon/holding_int.h), db checks this in each
 * transaction, and it has the version of this program; *ret_from is the version before. A
 * database that is not empty is copied before it is changed; if the copy fails, it is not
 * changed, and the message explains what to do. The name of the copy is logged. On
 * failure *ret_holding may also be set: db must be closed before it is given back. */
enum rc upgrade_database(struct db *db, const struct upgrade *upgrade,
    struct holding **ret_holding, int64_t *ret_from, struct err *err) MUST_CHECK;

#endif
