/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/database_int.h - for commands that work on the database itself: which one it
 * is, and which key file.
 */
#ifndef FACHO_DAEMON_DATABASE_INT_H
#define FACHO_DAEMON_DATABASE_INT_H

#include "cli/frame/command.h"
#include "daemon/holding_int.h"
#include "store/db/db.h"

/* --database and --data; --key-file. For the tables of commands. */
extern const struct cli_option database_options[];
extern const struct cli_option key_options[];

/* The database of --database, of the settings, or the file in the folder that --data or
 * the settings say. Says on call->err why not. */
enum rc database_open(struct cli_call *call, enum db_mode mode, struct db **ret_db)
    MUST_CHECK;

/* The same, for a command that writes: it has the database to itself (daemon/holding_int.h) until
 * *ret_holding is given back, after db is closed. What facho serve has is refused. */
enum rc database_take(struct cli_call *call, const char *what, struct db **ret_db,
    struct holding **ret_holding) MUST_CHECK;

/* The text for db_open; to be wiped. Says on call->err why not. */
enum rc database_name(struct cli_call *call, struct secret *ret_where) MUST_CHECK;

/* The folder of --data or of the settings. */
const char *database_folder(struct cli_call *call);

enum { KEY_FILE_MAX = 4096 };

/* The file of --key-file, of the settings, of systemd, or the usual one in the folder. */
const char *database_key_file(struct cli_call *call, char path[KEY_FILE_MAX]);

/* What --passphrase or $FACHO_PASSPHRASE says; empty when neither does. */
enum rc database_passphrase(
    struct cli_call *call, struct secret *ret_passphrase, struct err *err) MUST_CHECK;

#endif
