/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/remote.h - talking to the program that runs (facho serve), over its control socket,
 * and printing what it answers.
 *
 * What goes over the socket is described in control/control.h.
 */
#ifndef FACHO_CLI_REMOTE_H
#define FACHO_CLI_REMOTE_H

#include <jansson.h>

#include "base/err.h"
#include "base/own.h"
#include "cli/command.h"

struct remote;

/* --data and --socket; --format, --json and --csv. For the tables of commands. */
extern const struct cli_option REMOTE_OPTIONS[];

/* ---- talking ------------------------------------------------------------------------- */

/* Says on call->err why not. */
enum rc remote_open(struct cli_call *call, struct remote **ret_remote) MUST_CHECK;
/* The same for a socket by name, which says it in err. */
enum rc remote_connect(const char *path, struct remote **ret_remote, struct err *err)
    MUST_CHECK;
void remote_close(struct remote *r);
OWNED_BY(struct remote, remote_close);

/* Send one request; takes args (NULL: none), and wipes the secrets in it. *ret_reply is
 * the whole line, {"ok": ...}; the caller's. RC_IO: the program is gone. */
enum rc remote_ask(struct remote *r, const char *operation, json_t *args,
    json_t **ret_reply, struct err *err) MUST_CHECK;
/* One more line of a stream; RC_CANCELLED: it has ended. */
enum rc remote_next(struct remote *r, json_t **ret_line, struct err *err) MUST_CHECK;

/* For commands: the result, the caller's; or NULL, and call->err says what is wrong, field
 * by field, and *ret_status is the command's. */
json_t *remote_result(struct cli_call *call, struct remote *r, const char *operation,
    json_t *args, int *ret_status);

/* ---- verbs: `facho olt add`, `facho olt list` ---------------------------------------- */

struct remote_verb {
	const char *name;
	size_t min_args, max_args; /* behind it */
	/* args[0] is the verb. The exit status. */
	int (*run)(struct cli_call *call, struct remote *r);
};

/* Find what args[0] says in the table, which ends with a NULL name, and run it. */
int remote_run(struct cli_call *call, const struct remote_verb *verbs);

/* ---- printing ------------------------------------------------------------------------- */

struct remote_column {
	const char *key; /* of the rows */
	const char *heading;
};

/* A page of rows as the options say: a table of these columns, CSV, or JSON. */
int remote_print_rows(struct cli_call *call, const json_t *rows,
    const struct remote_column *columns, size_t n);

/* All pages of a list, with a filter (taken; NULL: none). */
int remote_print_list(struct cli_call *call, struct remote *r, const char *list,
    json_t *filter, const struct remote_column *columns, size_t n);

/* One object: a line a field, or JSON. */
int remote_print_object(struct cli_call *call, const json_t *object);

/* Is it JSON that is wanted? */
bool remote_wants_json(const struct cli_call *call);

/* Wait until these executions have ended, and print how. CLI_PARTIAL when one of them did
 * not bring everything. */
int remote_wait(struct cli_call *call, struct remote *r, const json_t *executions);

#endif
