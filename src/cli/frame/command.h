/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/frame/command.h - a command of the program: one entry of one table.
 *
 * A command is a file cmd_<name>.c with its struct cli_command on top and a run function
 * below; one line in commands.c adds it. Parsing, range checks, `--help` and the messages
 * about wrong usage use the entry.
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

/* Exit status of the process. */
enum cli_exit {
	CLI_DONE = 0,
	CLI_FAILED = 1, /* no result; the reason is on stderr */
	CLI_USAGE = 2, /* wrong usage; the correct usage is on stderr */
	CLI_PARTIAL = 3, /* a partial result; stderr says what is missing */
};

enum cli_option_type {
	CLI_FLAG, /* takes no argument */
	CLI_TEXT,
	CLI_INT, /* min..max */
	CLI_MS, /* "500ms", "2s", "5m"; min..max in milliseconds */
	CLI_BYTES, /* "1400", "64k"; min..max */
	CLI_CHOICE, /* one word of `choices` */
	CLI_LIST, /* text; may be given several times */
	CLI_SECRET, /* copied and wiped from argv during parsing */
	CLI_HEADING, /* not an option: `help` is a heading in the list of options */
	CLI_END,
};

struct cli_option {
	char letter; /* 0: none */
	const char *name; /* without the dashes; never NULL for an option */
	enum cli_option_type type;
	const char *argument; /* the name of the argument in the help: "COMMUNITY" */
	const char *help; /* complete sentences; wrapped when shown */
	int64_t min, max;
	const char *fallback; /* the value if it is not given; NULL: none */
	const char *choices; /* "table|csv|json" */
	const char *key; /* the name of its argument of operations; NULL: the same name */
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
	const char *summary; /* short text in the list of commands */
	const char *usage; /* the text after "facho NAME " */
	const char *help; /* paragraphs, lines of at most 78 columns; NULL */
	const char *examples; /* lines, one command each; NULL */
	size_t min_args, max_args; /* arguments that are not options */
	/* the command uses call->settings: it does not run if the file has errors */
	bool uses_settings;
	/* The writable fields of this entity are the first options (model/entity.h).
	 * NULL: none. */
	const struct entity_type *entity;
	/* Tables that end with CLI_OPTIONS_END, so that commands can share some. */
	const struct cli_option *options[CLI_GROUPS_MAX];
	/* Options that are not in the tables: number i, from 0; false after the last.
	 * What ret_option points to stays valid. NULL: none. */
	bool (*more_options)(
	    const struct cli_command *command, size_t i, struct cli_option *ret_option);
	/* Subcommands, and what they do (cli/remote/remote.h). NULL: none. */
	const struct remote_noun *noun;
	void (*more_help)(FILE *out); /* text after the examples; NULL */
	/* The exit status, one of enum cli_exit. */
	int (*run)(struct cli_call *call);
};

/* The part of the configuration for commands. The daemon fills it in: cli/ does not know
 * where settings come from. */
struct cli_settings {
	int64_t snmp_timeout_ms;
	int64_t snmp_retries;
	int64_t snmp_in_flight;
	int64_t snmp_repetitions;
	int64_t snmp_answer_bytes;
	int64_t snmp_max_rows, snmp_max_bytes;
	size_t n_snmp_batch;
	int64_t snmp_batch[8]; /* ONUs per GET, in the order of the attempts */
	const struct secret *snmp_community; /* empty if not set */
	const char *data_folder; /* data folder of the running program */
};

struct cli_values; /* the given options, see the functions below */

/* One run of a command. It writes to `out` and `err` and does not close them. */
struct cli_call {
	const struct cli_program *program;
	const struct cli_command *command;
	FILE *out;
	FILE *err;
	size_t n_args;
	const char *const *args; /* borrowed from argv */
	const struct cli_settings *settings; /* NULL if uses_settings is false */
	struct cli_values *values;
};

/* The values of options. `name` is the long name and must be in the command's tables:
 * another name is a bug and asserts, and so does requesting the text of a FLAG. */
bool cli_given(const struct cli_call *call, const char *name);
bool cli_flag(const struct cli_call *call, const char *name);
/* TEXT and CHOICE; NULL if not given and without fallback. */
const char *cli_text(const struct cli_call *call, const char *name);
/* The number of the choice, from 0. Needs a fallback or -1. */
int cli_choice(const struct cli_call *call, const char *name);
/* INT, MS, BYTES; 0 if not given and without fallback. */
int64_t cli_number(const struct cli_call *call, const char *name);
/* Empty if not given. It is wiped at the end of the call; copy it to keep it. */
const struct secret *cli_secret(const struct cli_call *call, const char *name);
/* How many times it was given; the fallback counts as one. */
size_t cli_list(
    const struct cli_call *call, const char *name, const char *const **ret_items);

/* For errors that the tables cannot detect: prints one sentence and the correct usage on
 * call->err. Returns CLI_USAGE, for the caller to return. */
int cli_wrong_usage(struct cli_call *call, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Prints one sentence on call->err, "facho NAME: ...". Returns CLI_FAILED. */
int cli_failed(struct cli_call *call, const char *fmt, ...) PRINTF_LIKE(2, 3);

#endif
