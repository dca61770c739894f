/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/frame/command.h - what a command of the program is: one entry of one table.
 *
 * A command is a file cmd_<name>.c with its struct cli_command on top and a
 * run function below; one line in commands.c makes it known. Parsing, range
 * checks, `--help`, and the answer to wrong usage all come from the entry.
 *
 *	static int run(struct cli_call *call);
 *
 *	static const struct cli_option OPTIONS[] = {
 *		{ 'n', "count", CLI_INT, "N", "How often.", .min = 1, .max = 9,
 *		    .fallback = "3" },
 *		CLI_OPTIONS_END,
 *	};
 *
 *	const struct cli_command cmd_hello = {
 *		.name = "hello",
 *		.summary = "greet somebody",
 *		.usage = "NAME [options]",
 *		.examples = "facho hello world -n 2\n",
 *		.min_args = 1,
 *		.max_args = 1,
 *		.options = { OPTIONS },
 *		.run = run,
 *	};
 *
 * Everything here belongs to the thread that runs the command.
 */
#ifndef FACHO_CLI_FRAME_COMMAND_H
#define FACHO_CLI_FRAME_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/rc.h"
#include "base/secret.h"

/* What the process says to its caller. */
enum cli_exit {
	CLI_DONE = 0,
	CLI_FAILED = 1, /* nothing was achieved; stderr says why */
	CLI_USAGE = 2, /* the question was wrong; stderr says what is right */
	CLI_PARTIAL = 3, /* some of it; stderr says what is missing */
};

enum cli_option_type {
	CLI_FLAG, /* takes no argument */
	CLI_TEXT,
	CLI_INT, /* min..max */
	CLI_MS, /* "500ms", "2s", "5m"; min..max in milliseconds */
	CLI_BYTES, /* "1400", "64k"; min..max */
	CLI_CHOICE, /* one word of `choices` */
	CLI_LIST, /* text; may be given several times */
	CLI_SECRET, /* copied away and wiped from argv while parsing */
	CLI_HEADING, /* no option: `help` is a heading in the list of options */
	CLI_END,
};

struct cli_option {
	char letter; /* 0: none */
	const char *name; /* without the dashes; never NULL for an option */
	enum cli_option_type type;
	const char *argument; /* how help names the argument: "COMMUNITY" */
	const char *help; /* whole sentences; wrapped when shown */
	int64_t min, max;
	const char *fallback; /* as if given, when it is not; NULL: nothing */
	const char *choices; /* "table|csv|json" */
	const char *key; /* the argument of operations that it is; NULL: its name */
};

#define CLI_OPTIONS_END                                              \
	{                                                            \
		0, NULL, CLI_END, NULL, NULL, 0, 0, NULL, NULL, NULL \
	}

enum { CLI_GROUPS_MAX = 5, CLI_ANY_NUMBER = 1 << 20 };

struct cli_call;
struct cli_program;
struct entity_type;
struct remote_noun;

struct cli_command {
	const char *name;
	const char *summary; /* a few words, in the list of commands */
	const char *usage; /* what follows "facho NAME " */
	const char *help; /* paragraphs, lines of at most 78 columns; NULL */
	const char *examples; /* lines, one command each; NULL */
	size_t min_args, max_args; /* arguments that are no options */
	bool uses_settings; /* call->settings is wanted: a broken file stops us */
	/* Its fields that may be written are the first options (model/entity.h). NULL: none. */
	const struct entity_type *entity;
	/* Tables that end with CLI_OPTIONS_END, so that commands can share some. */
	const struct cli_option *options[CLI_GROUPS_MAX];
	/* Options beyond the tables, which follow from something else: number i of them,
	 * from 0 on; false behind the last. What ret_option points to lives on. NULL: none. */
	bool (*more_options)(
	    const struct cli_command *command, size_t i, struct cli_option *ret_option);
	/* Words that may follow the name, and what they do (cli/remote/remote.h). NULL: none. */
	const struct remote_noun *noun;
	void (*more_help)(FILE *out); /* behind the examples; NULL */
	/* The exit status, one of enum cli_exit. */
	int (*run)(struct cli_call *call);
};

/* The part of the configuration that commands may ask for. The daemon fills it
 * in: cli/ does not know where settings come from. */
struct cli_settings {
	int64_t snmp_timeout_ms;
	int64_t snmp_retries;
	int64_t snmp_in_flight;
	int64_t snmp_repetitions;
	int64_t snmp_answer_bytes;
	int64_t snmp_max_rows, snmp_max_bytes;
	size_t n_snmp_batch;
	int64_t snmp_batch[8]; /* ONUs per GET, first try first */
	const struct secret *snmp_community; /* empty when nobody set it */
	const char *data_folder; /* of the program that runs */
};

struct cli_values; /* what was given, see the functions below */

/* One invocation. `out` and `err` are where the command writes; it does not
 * close them. */
struct cli_call {
	const struct cli_program *program;
	const struct cli_command *command;
	FILE *out;
	FILE *err;
	size_t n_args;
	const char *const *args; /* borrowed from argv */
	const struct cli_settings *settings; /* NULL unless uses_settings */
	struct cli_values *values;
};

/* What the options say. `name` is the long name and must be in the command's
 * tables: asking for another one is a bug and asserts, as does asking a FLAG
 * for its text. */
bool cli_given(const struct cli_call *call, const char *name);
bool cli_flag(const struct cli_call *call, const char *name);
/* TEXT and CHOICE; NULL when not given and without fallback. */
const char *cli_text(const struct cli_call *call, const char *name);
/* Which of the choices; they are numbered from 0. Needs a fallback or -1. */
int cli_choice(const struct cli_call *call, const char *name);
/* INT, MS, BYTES; 0 when not given and without fallback. */
int64_t cli_number(const struct cli_call *call, const char *name);
/* Empty when not given. The call wipes it at its end; copy it to keep it. */
const struct secret *cli_secret(const struct cli_call *call, const char *name);
/* How many times it was given, in order; the fallback counts as one. */
size_t cli_list(
    const struct cli_call *call, const char *name, const char *const **ret_items);

/* For what the tables cannot check: one sentence, then the right usage, on
 * call->err. Returns CLI_USAGE, to be returned. */
int cli_wrong_usage(struct cli_call *call, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* One sentence on call->err, "facho NAME: ...". Returns CLI_FAILED. */
int cli_failed(struct cli_call *call, const char *fmt, ...) PRINTF_LIKE(2, 3);

#endif
