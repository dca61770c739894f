/* SPDX-License-Identifier: Apache-2.0
 *
 * To whom to talk, what came of it, and which verb it is about.
 */
#include "cli/remote/remote.h"

#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "cli/frame/given.h"
#include "cli/remote/remote_int.h"
#include "service/service.h"

const struct cli_option REMOTE_OPTIONS[] = {
	{ 0, "", CLI_HEADING, NULL, "Connection and output" },
	{ 0, "data", CLI_TEXT, "DIR",
	    "The data folder of the running facho serve. Default: $FACHO_DATA or "
	    "the setting data.folder." },
	{ 0, "socket", CLI_TEXT, "PATH",
	    "Its socket. Default: facho.sock in the data folder." },
	{ 0, "server", CLI_TEXT, "URL",
	    "Use the API at this URL instead, like https://noc.example:8443, with "
	    "the token in $FACHO_TOKEN. Default: $FACHO_SERVER." },
	{ 0, "ca", CLI_TEXT, "FILE",
	    "Trusted certificates for --server instead of those of the system. "
	    "Default: $FACHO_CA." },
	{ 0, "format", CLI_CHOICE, "FORMAT", "Output format of rows.",
	    .fallback = "table", .choices = PRINTER_FORMATS },
	{ 0, "json", CLI_FLAG, NULL, "Same as --format json." },
	{ 0, "csv", CLI_FLAG, NULL, "Same as --format csv." },
	CLI_OPTIONS_END,
};

/* ---- to whom ------------------------------------------------------------------------------ */

static const char *
not_empty(const char *text)
{
	return text && *text ? text : NULL;
}

/* What was typed wins over the environment. */
static const char *
server_of(const struct cli_call *call)
{
	if (cli_given(call, "server"))
		return not_empty(cli_text(call, "server"));
	if (cli_given(call, "data") || cli_given(call, "socket"))
		return NULL;
	return not_empty(getenv("FACHO_SERVER"));
}

/* Some of these options take the place of others, which would do nothing then. */
int
remote_check(struct cli_call *call)
{
	bool by_socket = cli_given(call, "data") || cli_given(call, "socket");

	if (cli_given(call, "server") && by_socket)
		return cli_wrong_usage(call, "--server goes without --data and --socket");
	if (cli_given(call, "data") && cli_given(call, "socket"))
		return cli_wrong_usage(
		    call, "--socket takes the place of --data: give one of them");
	if (cli_given(call, "ca") && !server_of(call))
		return cli_wrong_usage(call, "--ca is for --server");
	if (cli_flag(call, "json") + cli_flag(call, "csv") + cli_given(call, "format") >
	    1)
		return cli_wrong_usage(call, "give one of --format, --json and --csv");
	return CLI_DONE;
}

static enum rc
open_socket(struct cli_call *call, struct remote **ret_remote, struct err *err)
{
	const char *data = cli_text(call, "data"), *path = cli_text(call, "socket");
	char in_folder[4096];

	if (!path) {
		(void)snprintf(in_folder, sizeof(in_folder), "%s/facho.sock",
		    data ? data : call->settings->data_folder);
		path = in_folder;
	}
	return remote_connect(path, ret_remote, err);
}

enum rc
remote_open(struct cli_call *call, struct remote **ret_remote)
{
	struct remote_server server = { .url = server_of(call),
		.token = getenv("FACHO_TOKEN"),
		.ca = cli_given(call, "ca") ? cli_text(call, "ca") : getenv("FACHO_CA") };
	struct err err = { 0 };
	enum rc rc = server.url ? remote_http(&server, ret_remote, &err)
				: open_socket(call, ret_remote, &err);

	if (rc != RC_OK)
		(void)cli_failed(call, "%s", err.msg);
	return rc;
}

void
remote_close(struct remote *r)
{
	if (r)
		r->ops->close(r);
}

/* ---- questions ------------------------------------------------------------------------------ */

void
remote_args_free(json_t *args)
{
	service_wipe_secrets(args);
	json_decref(args);
}

enum rc
remote_ask(struct remote *r, const char *operation, json_t *args, json_t **ret_reply,
    struct err *err)
{
	json_t *given = args ? args : json_object();
	enum rc rc;

	if (!given)
		return err_set(err, RC_NOMEM, "out of memory");
	rc = r->ops->ask(r, operation, given, ret_reply, err);
	remote_args_free(given);
	return rc;
}

enum rc
remote_next(struct remote *r, json_t **ret_line, struct err *err)
{
	return r->ops->next(r, ret_line, err);
}

/* ---- results ------------------------------------------------------------------------------ */

/* What is wrong, field by field where the program said so. */
static int
explain(struct cli_call *call, const char *operation, const json_t *error)
{
	json_t *fields = json_object_get(error, "fields"), *words;
	const char *code = json_string_value(json_object_get(error, "code"));
	const char *field;
	bool is_missing;

	if (json_object_size(fields) == 0)
		return cli_failed(
		    call, "%s", json_string_value(json_object_get(error, "message")));
	is_missing = remote_is_missing(operation, fields);
	json_object_foreach(fields, field, words)
	{
		(void)cli_failed(call, "%s%s%s", is_missing ? "" : field,
		    is_missing ? "" : ": ", json_string_value(words));
	}
	if (is_missing)
		return CLI_FAILED;
	return code && (strcmp(code, "invalid") == 0 || strcmp(code, "bad_request") == 0)
	    ? CLI_USAGE
	    : CLI_FAILED;
}

json_t *
remote_take_result(
    struct cli_call *call, const char *operation, json_t *reply, int *ret_status)
{
	json_t *result = NULL;

	*ret_status = CLI_DONE;
	if (json_is_true(json_object_get(reply, "ok")))
		result = json_incref(json_object_get(reply, "result"));
	else
		*ret_status = explain(call, operation, json_object_get(reply, "error"));
	json_decref(reply);
	return result;
}

json_t *
remote_result(struct cli_call *call, struct remote *r, const char *operation,
    json_t *args, int *ret_status)
{
	json_t *reply = NULL;
	struct err err = { 0 };

	if (remote_ask(r, operation, args, &reply, &err) != RC_OK) {
		*ret_status = cli_failed(call, "%s", err.msg);
		return NULL;
	}
	return remote_take_result(call, operation, reply, ret_status);
}

int
remote_show(struct cli_call *call, struct remote *r, const char *operation, json_t *args)
{
	int status = CLI_DONE;
	json_t *result = remote_result(call, r, operation, args, &status);

	if (result)
		status = remote_print_object(call, result);
	json_decref(result);
	return status;
}

/* ---- verbs -------------------------------------------------------------------------------- */

const struct remote_verb *
remote_verb_find(const struct remote_noun *noun, const char *name)
{
	for (const struct remote_verb *v = noun->verbs; v->name; v++) {
		if (strcmp(v->name, name) == 0)
			return v;
	}
	return NULL;
}

static int
unknown_verb(struct cli_call *call)
{
	struct nearest near = { 0 };
	struct buf all = BUF_INIT(512);
	int status;

	for (const struct remote_verb *v = call->command->noun->verbs; v->name; v++) {
		nearest_offer(&near, call->args[0], v->name);
		buf_printf(&all, "%s%s", all.len ? ", " : "", v->name);
	}
	if (near.best)
		status = cli_wrong_usage(call, "there is no \"%s %s\"; did you mean %s?",
		    call->command->name, call->args[0], near.best);
	else
		status = cli_wrong_usage(call, "there is no \"%s %s\"; there are: %s",
		    call->command->name, call->args[0], buf_text(&all));
	buf_fini(&all);
	return status;
}

/* Everything that was given must mean something to this verb. */
static int
check_options(struct cli_call *call, const struct remote_verb *verb)
{
	for (size_t i = 0; i < call->values->n; i++) {
		const struct cli_value *v = &call->values->v[i];

		if (v->given && !remote_verb_takes(call, verb, v))
			return cli_wrong_usage(call, "%s %s takes no --%s",
			    call->command->name, verb->name, v->option->name);
	}
	return CLI_DONE;
}

int
remote_run(struct cli_call *call)
{
	const struct remote_verb *verb =
	    remote_verb_find(call->command->noun, call->args[0]);
	struct remote *r OWNED(remote_close) = NULL;

	if (!verb)
		return unknown_verb(call);
	if (call->n_args - 1 < verb->min_args)
		return cli_wrong_usage(
		    call, "%s %s needs more", call->command->name, verb->name);
	if (call->n_args - 1 > verb->max_args)
		return cli_wrong_usage(call, "%s %s takes no \"%s\"", call->command->name,
		    verb->name, call->args[1 + verb->max_args]);
	if (check_options(call, verb) != CLI_DONE || remote_check(call) != CLI_DONE)
		return CLI_USAGE;
	if (remote_open(call, &r) != RC_OK)
		return CLI_FAILED;
	return verb->run(call, r);
}
