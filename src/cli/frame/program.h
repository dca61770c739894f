/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/frame/program.h - runs the command in argv.
 *
 * `facho CMD ...` runs a command; `facho help`, `facho help CMD`, `facho --help` and
 * `facho CMD --help` print help. For an unknown word the nearest known one is suggested
 * on stderr, and the status is 2.
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
	/* Called before a command that uses settings. On failure it has printed all
	 * errors on err, and the command does not run. The settings are valid until the
	 * program ends. */
	enum rc (*load_settings)(FILE *err, const struct cli_settings **ret_settings);
};

/* Runs the command in argv and returns the exit status. Secrets in options are wiped from
 * argv before the command starts. */
int cli_main(
    const struct cli_program *program, int argc, char **argv, FILE *out, FILE *err);

#endif
