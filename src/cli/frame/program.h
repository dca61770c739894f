/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/frame/program.h - from argv to the command that answers it.
 *
 * `facho CMD ...` runs a command; `facho help`, `facho help CMD`, `facho --help`
 * and `facho CMD --help` explain; a wrong word is answered with the nearest
 * right one on stderr and status 2.
 */
#ifndef FACHO_CLI_FRAME_PROGRAM_H
#define FACHO_CLI_FRAME_PROGRAM_H

#include "cli/frame/command.h"

enum { CLI_TABLES_MAX = 2 };

struct cli_program {
	const char *name; /* "facho" */
	const char *summary; /* one line */
	const char *version;
	/* Tables of commands, each ending with NULL. */
	const struct cli_command *const *tables[CLI_TABLES_MAX];
	/* Called before a command that uses settings. On failure it has said on err
	 * all that is wrong, and the command does not run. The settings live until
	 * the program ends. */
	enum rc (*load_settings)(FILE *err, const struct cli_settings **ret_settings);
};

/* Run what argv asks for and return the exit status. Secrets given as options
 * are wiped from argv before the command starts. */
int cli_main(
    const struct cli_program *program, int argc, char **argv, FILE *out, FILE *err);

#endif
