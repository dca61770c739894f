/* SPDX-License-Identifier: Apache-2.0
 *
 * main(): the only file that knows all commands. It joins the tables of commands and
 * passes the settings to the commands that use them.
 *
 * SIGPIPE keeps its default: `facho onus ... | head` ends without a message, as users
 * expect. A command that writes to sockets ignores it itself.
 */
#include <stdio.h>

#include "cli/frame/commands.h"
#include "cli/frame/program.h"
#include "daemon/daemon_int.h"

static const struct cli_command *const OWN_COMMANDS[] = {
	&cmd_demo,
	&cmd_serve,
	&cmd_migrate,
	&cmd_backup,
	&cmd_restore,
	&cmd_export,
	&cmd_import,
	&cmd_key,
	&cmd_doctor,
	&cmd_config,
	&cmd_version,
	NULL,
};

static const struct cli_program PROGRAM = {
	.name = "facho",
	.summary = "collect from and monitor optical line terminals (OLTs) by SNMP",
	.version = FACHO_VERSION,
	.tables = { cli_commands, OWN_COMMANDS },
	.load_settings = daemon_load_settings,
};

int
main(int argc, char **argv)
{
	int status = cli_main(&PROGRAM, argc, argv, stdout, stderr);

	daemon_unload();
	if (fflush(stdout) != 0 && status == CLI_DONE)
		status = CLI_FAILED;
	return status;
}
