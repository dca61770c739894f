/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/database_int.h - for commands that use the database directly: finds the database
 * and the key file.
 */
#ifndef FACHO_DAEMON_DATABASE_INT_H
#define FACHO_DAEMON_DATABASE_INT_H

#include "cli/frame/command.h"
#include "daemon/holding_int.h"
#include "store/db/db.h"

/* --database and --data; --key-file. For the tables of commands. */
extern const struct cli_option database_options[];
extern const struct cli_option key_options[];

/* The database of --database, of the settings, or the file in the folder of --data or of
 * the settings. Errors are printed on call->err. */
enum rc database_open(struct cli_call *call, enum db_mode mode, struct db **ret_db)
    MUST_CHECK;

/* The same, for a command that writes: it has exclusive use of the database
 * (daemon/holding_int.h) until *ret_holding is given back, after db is closed. A database
 * that facho serve uses is refused. */
enum rc database_take(struct cli_call *call, const char *what, struct db **ret_db,
    struct holding **ret_holding) MUST_CHECK;

/* The text for db_open; to be wiped. Errors are printed on call->err. */
enum rc database_name(struct cli_call *call, struct secret *ret_where) MUST_CHECK;

/* The folder of --data or of the settings. */
const char *database_folder(struct cli_call *call);

enum { KEY_FILE_MAX = 4096 };

/* The file of --key-file, of the settings, of systemd, or the default file in the
 * folder. */
const char *database_key_file(struct cli_call *call, char path[KEY_FILE_MAX]);

/* The value of --passphrase or $FACHO_PASSPHRASE; empty if neither is given. */
enum rc database_passphrase(
    struct cli_call *call, struct secret *ret_passphrase, struct err *err) MUST_CHECK;

#endif
