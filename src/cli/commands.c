/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/commands.h"

/* A new command: its file in meson.build, and its name twice here. */
const struct cli_command *const cli_commands[] = {
	&cmd_olt,
	&cmd_job,
	&cmd_node,
	&cmd_execution,
	&cmd_status,
	&cmd_user,
	&cmd_token,
	&cmd_onus,
	&cmd_detect,
	&cmd_get,
	&cmd_walk,
	&cmd_profile,
	&cmd_sim,
	NULL,
};
