/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/remote/remote_int.h - between the files of remote: the two ways to the program that runs,
 * and rows on their way out.
 */
#ifndef FACHO_CLI_REMOTE_REMOTE_INT_H
#define FACHO_CLI_REMOTE_REMOTE_INT_H

#include "base/arena.h"
#include "base/buf.h"
#include "cli/frame/printer.h"
#include "cli/remote/remote.h"

enum {
	REMOTE_ANSWER_MAX = 256 * 1024 * 1024,
	REMOTE_COLUMNS_MAX = 64,
	REMOTE_PAGE = 1000 /* rows that are fetched at once */
};

/* A way to the program. No member is NULL. */
struct remote_ops {
	const char *name;
	/* As remote_ask and remote_next; args is an object, and borrowed. */
	enum rc (*ask)(struct remote *r, const char *operation, json_t *args,
	    json_t **ret_reply, struct err *err);
	enum rc (*next)(struct remote *r, json_t **ret_line, struct err *err);
	void (*close)(struct remote *r); /* frees it */
};

/* What every way begins with. */
struct remote {
	const struct remote_ops *ops;
};

/* url: "https://noc.example:8443", also with a path in front of /api/. token: NULL or "":
 * none. ca: a file of certificates to trust; NULL or "": the system's. Nothing is sent yet. */
struct remote_server {
	const char *url, *token, *ca;
};
enum rc remote_http(const struct remote_server *server, struct remote **ret_remote,
    struct err *err) MUST_CHECK;

/* What an operation is over HTTP, by the API's table. Pure. */
struct remote_request {
	const char *method; /* borrowed */
	struct buf target; /* "/api/v1/olts/7/?page=2" */
	json_t *body; /* NULL: none */
};
enum rc remote_route(const char *operation, json_t *args,
    struct remote_request *ret_request, struct err *err) MUST_CHECK;
void remote_request_fini(struct remote_request *request);

/* Is what is wrong that the thing, which the operation is about, is not there? The API says
 * so with 404, the socket names its field. Pure. */
bool remote_is_missing(const char *operation, const json_t *fields);

/* ---- lists ------------------------------------------------------------------------------ */

/* The filter of a list's query that the options of the call say; the caller's. now_ms is
 * what "2h" is counted back from. RC_INVALID. */
enum rc remote_filter(const struct cli_call *call, int64_t now_ms, json_t **ret_filter,
    struct err *err) MUST_CHECK;

/* Does a list of the noun have what this option filters by? */
bool remote_filters(const struct remote_noun *noun, const struct cli_option *o);

/* ---- verbs -------------------------------------------------------------------------------- */

/* NULL when the noun has no such verb. */
const struct remote_verb *remote_verb_find(
    const struct remote_noun *noun, const char *name);
/* Does the option, which was given, mean something to the verb? */
struct cli_value;
bool remote_verb_takes(const struct cli_call *call, const struct remote_verb *verb,
    const struct cli_value *v);

/* ---- values ------------------------------------------------------------------------------ */

enum remote_moments {
	REMOTE_TIME_ISO, /* as they come: for programs */
	REMOTE_TIME_LOCAL, /* for people */
	REMOTE_TIME_SHORT, /* for people with a narrow table */
};

/* What is shown for v. Texts are v's own or the arena's. */
struct value remote_value(
    const json_t *v, enum remote_moments moments, struct arena *arena);

/* Indented, with a line end. */
int remote_print_json(struct cli_call *call, const json_t *value);

/* ---- rows ------------------------------------------------------------------------------- */

struct remote_rows {
	struct cli_call *call;
	enum printer_format format;
	enum remote_moments moments;
	struct printer *printer; /* NULL: JSON */
	struct printer_column columns[REMOTE_COLUMNS_MAX];
	/* Of each column, as in struct remote_column. */
	bool is_span[REMOTE_COLUMNS_MAX], is_duration[REMOTE_COLUMNS_MAX];
	enum words words[REMOTE_COLUMNS_MAX];
	size_t n_columns;
	size_t n_rows;
	const char *plural; /* what there is none of, if there are no rows; borrowed */
};

/* Begin, rows as they come, and the end, which gets the status so far and must be called
 * in any case: after a failure nothing more is printed. What goes wrong is said. */
int remote_rows_begin(struct remote_rows *out, struct cli_call *call, const char *plural,
    const struct remote_column *columns, size_t n);
int remote_rows_add(struct remote_rows *out, const json_t *rows);
int remote_rows_end(struct remote_rows *out, int status);

#endif
