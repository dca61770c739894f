/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/remote/completion_int.h - what a shell needs to complete the program's words: commands, verbs,
 * options and their choices, all from the tables. Pure; any thread.
 */
#ifndef FACHO_CLI_REMOTE_COMPLETION_INT_H
#define FACHO_CLI_REMOTE_COMPLETION_INT_H

#include <stdio.h>

struct cli_program;

/* A script for the shell to read. */
void completion_bash(const struct cli_program *program, FILE *out);
void completion_zsh(const struct cli_program *program, FILE *out);

#endif
