/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/frame/given.h - shared by parse.c, help.c and program.c.
 */
#ifndef FACHO_CLI_FRAME_GIVEN_H
#define FACHO_CLI_FRAME_GIVEN_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "cli/frame/command.h"
#include "cli/frame/program.h"

/* The given value of one option of the command's tables. */
struct cli_value {
	const struct cli_option *option;
	bool given;
	/* The command has read it: an option that is never read has no effect. */
	bool was_read;
	const char *text;
	int64_t number; /* also: the number of the choice, 1 for a flag */
	struct secret *secret; /* SECRET only */
	size_t n_items; /* LIST only */
	const char **items; /* has space for argc of them */
};

struct cli_values {
	size_t n;
	struct cli_value *v;
	bool wants_help;
};

/* Parses the words after the command's name into call->args and call->values. Memory is
 * from the arena. Secrets are wiped from argv while they are read, and from memory by
 * cli_values_wipe. */
enum rc cli_parse(struct cli_call *call, struct arena *arena, int argc, char **argv,
    struct err *err) MUST_CHECK;
void cli_values_wipe(struct cli_values *values);

/* The value of the option with this name; - and _ are equal. NULL if the command has no
 * such option. */
const struct cli_value *cli_value_find(const struct cli_call *call, const char *name);

/* One option's argument, validated. RC_INVALID: the message has the allowed values. */
enum rc cli_value_set(struct cli_value *value, const char *text, struct err *err)
    MUST_CHECK;

enum { CLI_RANGE_MAX = 72 };

/* "100ms to 1m": the range of an INT, MS or BYTES option in its own unit.
 * Returns text. */
char *cli_range(const struct cli_option *option, char text[CLI_RANGE_MAX]);

/* Append the choices of a CHOICE option, with this separator. */
void cli_put_choices(
    const struct cli_option *option, const char *between, struct buf *text);

/* Call fn for each option of the command, including headings. The option is valid only
 * during the call; what it points to stays valid. */
void cli_each_option(const struct cli_command *command,
    void (*fn)(const struct cli_option *option, void *arg), void *arg);

void cli_print_program_help(const struct cli_program *program, FILE *out);
void cli_print_command_help(const struct cli_command *command, FILE *out);
void cli_print_usage(const struct cli_command *command, FILE *out);

/* "run-state" and "run_state" are the same name. */
bool cli_same_name(const char *a, const char *b);

#endif
