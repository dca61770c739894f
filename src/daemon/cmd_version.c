/* SPDX-License-Identifier: Apache-2.0 */
#include "daemon/daemon_int.h"

static int
run(struct cli_call *call)
{
	(void)fprintf(call->out, "facho %s\n", FACHO_VERSION);
	return CLI_DONE;
}

const struct cli_command cmd_version = {
	.name = "version",
	.summary = "show the version",
	.usage = "",
	.run = run,
};
