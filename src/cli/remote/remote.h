/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/remote/remote.h - talking to the program that runs (facho serve), over its control socket or
 * its API, and printing what it answers.
 *
 * A command that does so is a *noun* with verbs (`facho brand add`): two tables. Most verbs
 * are an operation of the service (service/service.h), so that verb_ask does them: words
 * and options become the operation's arguments. `list` is verb_list for all: every field of
 * the noun's list is an option that filters it.
 *
 *	static const struct remote_verb VERBS[] = {
 *		{ "list", 0, 0, verb_list },
 *		{ "show", 1, 1, verb_ask, "brand.get", "id" },
 *		{ NULL },
 *	};
 *
 * What goes over the socket is described in control/control.h; what goes over HTTP follows
 * from the API's own table (api/route.h). One thread.
 */
#ifndef FACHO_CLI_REMOTE_REMOTE_H
#define FACHO_CLI_REMOTE_REMOTE_H

#include <jansson.h>

#include "base/err.h"
#include "base/own.h"
#include "cli/frame/command.h"
#include "model/words.h"

struct arena;
struct remote;

/* --data, --socket and --server; --format, --json and --csv. For the tables of commands. */
extern const struct cli_option REMOTE_OPTIONS[];
/* --search, --order, --columns and --count: of nouns that have a list. */
extern const struct cli_option LIST_OPTIONS[];

/* ---- talking ------------------------------------------------------------------------- */

/* Do the options of REMOTE_OPTIONS go together? CLI_DONE, or CLI_USAGE after saying what is
 * wrong. Before remote_open. */
int remote_check(struct cli_call *call);
/* To whom the options and the environment say. Says on call->err why not. */
enum rc remote_open(struct cli_call *call, struct remote **ret_remote) MUST_CHECK;
/* The same for a socket by name, which says it in err. */
enum rc remote_connect(const char *path, struct remote **ret_remote, struct err *err)
    MUST_CHECK;
void remote_close(struct remote *r);
OWNED_BY(struct remote, remote_close);

/* Send one request; takes args (NULL: none), and wipes the secrets in it. *ret_reply is
 * {"ok": true, "result": ...} or {"ok": false, "error": ...}; the caller's. RC_IO: the
 * program is gone. */
enum rc remote_ask(struct remote *r, const char *operation, json_t *args,
    json_t **ret_reply, struct err *err) MUST_CHECK;
/* One more line of a stream; RC_CANCELLED: it has ended. */
enum rc remote_next(struct remote *r, json_t **ret_line, struct err *err) MUST_CHECK;

/* For commands: the result, the caller's; or NULL, and call->err says what is wrong, field
 * by field, and *ret_status is the command's. */
json_t *remote_result(struct cli_call *call, struct remote *r, const char *operation,
    json_t *args, int *ret_status);

/* Print the result as one object; takes args. The exit status. */
int remote_show(
    struct cli_call *call, struct remote *r, const char *operation, json_t *args);

/* The same in its second half, for those who look at the reply themselves; takes it. */
json_t *remote_take_result(
    struct cli_call *call, const char *operation, json_t *reply, int *ret_status);
/* Arguments that were not sent after all: secrets in them are wiped. */
void remote_args_free(json_t *args);

/* An argument more; text NULL: it is not said. */
void remote_set_text(json_t *args, const char *key, const char *text);

/* ---- nouns and verbs ------------------------------------------------------------------- */

struct remote_column {
	const char *key; /* of the rows; NULL ends a table */
	const char *heading;
	bool is_spare; /* a terminal that is too narrow goes without it first */
	bool is_span; /* milliseconds, which a table tells as "5m" */
	bool is_duration; /* milliseconds, which a table tells as "2m 34s" */
	enum words words; /* of a code, which a table tells; programs get the code */
};

struct remote_verb {
	const char *name; /* NULL ends a table */
	size_t min_args, max_args; /* behind it */
	/* args[0] is the verb. The exit status. */
	int (*run)(struct cli_call *call, struct remote *r);
	const char *operation; /* of verb_ask */
	const char *params; /* its arguments that the words are, in order: "job name" */
	bool is_quiet; /* verb_ask says only that it is done, or only the rows */
	const char *rows; /* the result has rows under this name; NULL: it has none */
	const struct remote_column *columns; /* of those rows */
	/* Options of the command that it takes besides those that follow from verb_list
	 * and from its operation, like "all first-in". Others are refused. */
	const char *options;
	const char *nothing; /* what there is none of when rows is empty; NULL: rows */
};

struct remote_noun {
	const struct remote_verb *verbs;
	const struct remote_column *columns; /* of rows; NULL: it has none */
	const char *list; /* "olts"; NULL: it has none */
	const char *hides; /* rows that have this are left out, unless it is asked for */
	int usual; /* how many rows, unless it is said; 0: all */
	const char *order; /* unless it is said; NULL: by id */
	const char *plural; /* "OLTs"; NULL: it has no columns */
};

/* A list that a verb shows besides that of its noun. */
struct remote_other {
	const char *list, *order, *plural;
	json_t *filter; /* taken */
	int usual; /* how many rows, unless --count says */
	const struct remote_column *columns; /* NULL ends them */
};

/* The run of a command with a noun: find what args[0] says among its verbs, and run it. */
int remote_run(struct cli_call *call);

/* The more_options of a command with a noun: one option for each field of its list, unless
 * its tables have one of that name, which then is the filter. */
bool remote_more_options(
    const struct cli_command *command, size_t i, struct cli_option *ret_option);

/* What the commands with a noun have in common, for their struct cli_command. A verb has at
 * most so many words behind it. */
#define REMOTE_COMMAND(the_noun, words)                                \
	.min_args = 1, .max_args = 1 + (words), .uses_settings = true, \
	.more_options = remote_more_options, .noun = &(the_noun), .run = remote_run

int verb_list(struct cli_call *call, struct remote *r);
/* One row of the noun's list, by its number: where there is no operation for it. */
int verb_row(struct cli_call *call, struct remote *r);
int verb_ask(struct cli_call *call, struct remote *r);
/* Set the tags of the thing that params names: "vip,hospital". */
int verb_tag(struct cli_call *call, struct remote *r);
/* The same in two halves, for verbs that print in their own way: the result, the caller's,
 * or NULL as with remote_result. */
json_t *verb_result(struct cli_call *call, struct remote *r, int *ret_status);
int verb_print(struct cli_call *call, json_t *result);
/* For those who add an argument: the arguments, the caller's, or NULL and *ret_status is the
 * command's; then send them (they are taken) and print the result. */
json_t *verb_args(struct cli_call *call, int *ret_status);
int verb_finish(struct cli_call *call, struct remote *r, json_t *args);
int verb_other_list(
    struct cli_call *call, struct remote *r, const struct remote_other *other);

/* ---- printing ------------------------------------------------------------------------- */

/* Rows as the options say: a table of these columns, CSV, or JSON. Where a table would have
 * no rows, call->err says "no OLTs" (plural) instead of a lone heading. */
int remote_print_rows(struct cli_call *call, const json_t *rows, const char *plural,
    const struct remote_column *columns, size_t n);

/* "2m 34s": the two largest units. Borrowed from the arena; NULL: there is no memory. */
const char *remote_duration(int64_t ms, struct arena *arena);

/* One object: a line a field and a table for each list of things in it, one row of CSV, or
 * JSON. */
int remote_print_object(struct cli_call *call, const json_t *object);

/* Is it JSON, or CSV, that is wanted? */
bool remote_wants_json(const struct cli_call *call);
bool remote_wants_csv(const struct cli_call *call);
/* One of the two: a program reads it, and "centro: enable" tells it nothing. */
bool remote_wants_data(const struct cli_call *call);

/* ---- executions -------------------------------------------------------------------------- */

/* A verb that runs something: with --wait it waits until that has ended. */
int verb_run(struct cli_call *call, struct remote *r);

/* Wait until these executions have ended, and print how. CLI_PARTIAL when one of them did
 * not bring everything. */
int remote_wait(struct cli_call *call, struct remote *r, const json_t *executions);

/* The execution when it has ended, the caller's. NULL: the program is gone or does not know
 * it, which is said. */
json_t *remote_ended(struct cli_call *call, struct remote *r, int64_t execution);

/* What one that has ended means for the command: everything came, something, nothing. */
int remote_status_of(const json_t *execution);

/* One execution as it goes, a line for each change, until it has ended. */
int remote_follow(struct cli_call *call, struct remote *r, int64_t execution);

#endif
