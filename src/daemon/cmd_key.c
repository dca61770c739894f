/* SPDX-License-Identifier: Apache-2.0
 *
 * `facho key rotate`: creates a new key and encrypts every secret with it.
 */
#include <string.h>

#include "base/clock.h"
#include "daemon/daemon_int.h"
#include "daemon/database_int.h"
#include "store/secret/key.h"

static int run(struct cli_call *call);

const struct cli_command cmd_key = {
	.name = "key",
	.summary = "change the key that encrypts secrets",
	.usage = "rotate [--data DIR] [--database URL] [--key-file FILE]",
	.help =
	    "Communities and SNMPv3 keys are encrypted in the database with a key in\n"
	    "a separate file, which is created at the first start. rotate creates a\n"
	    "new key and encrypts all secrets with it in one transaction. The old key\n"
	    "is deleted, but it is required to restore older backups: keep a copy of\n"
	    "the key file with each backup. Stop facho serve first: rotate is refused\n"
	    "while it uses the database.\n",
	.examples = "facho key rotate\n"
		    "facho key rotate --database sqlite:my.db --key-file my.key\n",
	.min_args = 1,
	.max_args = 1,
	.uses_settings = true,
	.options = { database_options, key_options },
	.run = run,
};

static int
rotate(struct cli_call *call, struct db *db)
{
	char path[KEY_FILE_MAX];
	const char *file = database_key_file(call, path);
	struct err err = { 0 };
	int64_t n;

	if (store_key_rotate(db, file, clock_wall_ms(), &n, &err) != RC_OK)
		return cli_failed(call, "%s", err.msg);
	(void)fprintf(call->out, "%lld secrets are sealed with the new key in %s\n",
	    (long long)n, file);
	return CLI_DONE;
}

static int
run(struct cli_call *call)
{
	struct holding *holding OWNED(holding_give) = NULL;
	struct db *db OWNED(db_close) = NULL; /* closed first */

	if (strcmp(call->args[0], "rotate") != 0)
		return cli_wrong_usage(call, "there is no \"key %s\"", call->args[0]);
	if (database_take(call, "key rotate", &db, &holding) != RC_OK)
		return CLI_FAILED;
	return rotate(call, db);
}
