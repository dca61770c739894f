/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/remote.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/nearest.h"
#include "cli/printer.h"

enum { ANSWER_MAX = 256 * 1024 * 1024, READ_BYTES = 65536 };

const struct cli_option REMOTE_OPTIONS[] = {
	{ 0, "", CLI_HEADING, NULL, "Which program to talk to, and how to print" },
	{ 0, "data", CLI_TEXT, "DIR",
	    "The folder of the facho serve that runs. Otherwise $FACHO_DATA or the "
	    "setting "
	    "data.folder." },
	{ 0, "socket", CLI_TEXT, "PATH",
	    "Its socket, if it is not facho.sock in there." },
	{ 0, "format", CLI_CHOICE, "FORMAT", "How to print rows.", .fallback = "table",
	    .choices = PRINTER_FORMATS },
	{ 0, "json", CLI_FLAG, NULL, "The same as --format json." },
	{ 0, "csv", CLI_FLAG, NULL, "The same as --format csv." },
	CLI_OPTIONS_END,
};

struct remote {
	int fd;
	struct buf in; /* what has come and was not read yet */
};

/* ---- the connection -------------------------------------------------------------------- */

static enum rc
refuse(const char *path, struct err *err)
{
	if (errno == ENOENT || errno == ECONNREFUSED)
		return err_set(err, RC_NOT_FOUND,
		    "no facho serve runs here (%s); --data DIR says where one does",
		    path);
	return err_set(err, RC_IO, "%s: %s", path, strerror(errno));
}

enum rc
remote_connect(const char *path, struct remote **ret_remote, struct err *err)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct remote *r OWNED(remote_close) = NULL;

	if (strlen(path) >= sizeof(address.sun_path))
		return err_set(err, RC_INVALID, "%s: too long for a socket's name", path);
	(void)snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
	r = calloc(1, sizeof(*r));
	if (!r)
		return err_set(err, RC_NOMEM, "out of memory");
	r->in = (struct buf)BUF_INIT(ANSWER_MAX);
	r->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (r->fd < 0 ||
	    connect(r->fd, (const struct sockaddr *)&address, sizeof(address)) != 0)
		return refuse(path, err);
	*ret_remote = GIVE(r);
	return RC_OK;
}

enum rc
remote_open(struct cli_call *call, struct remote **ret_remote)
{
	const char *data = cli_text(call, "data"), *path = cli_text(call, "socket");
	char in_folder[4096];
	struct err err = { 0 };
	enum rc rc;

	if (!path) {
		(void)snprintf(in_folder, sizeof(in_folder), "%s/facho.sock",
		    data ? data : call->settings->data_folder);
		path = in_folder;
	}
	rc = remote_connect(path, ret_remote, &err);
	if (rc != RC_OK)
		(void)cli_failed(call, "%s", err.msg);
	return rc;
}

void
remote_close(struct remote *r)
{
	if (!r)
		return;
	if (r->fd >= 0)
		(void)close(r->fd);
	buf_fini(&r->in);
	free(r);
}

/* ---- lines ------------------------------------------------------------------------------ */

static enum rc
send_all(struct remote *r, const char *bytes, size_t n, struct err *err)
{
	while (n > 0) {
		ssize_t sent = send(r->fd, bytes, n, MSG_NOSIGNAL);

		if (sent < 0 && errno == EINTR)
			continue;
		if (sent <= 0)
			return err_set(err, RC_IO, "the program that runs is gone");
		bytes += sent;
		n -= (size_t)sent;
	}
	return RC_OK;
}

static void
wipe(char *text)
{
	explicit_bzero(text, strlen(text));
	free(text);
}

/* They are about to be freed, and nobody else has them. */
static void
wipe_secrets(json_t *args)
{
	static const char *const SECRETS[] = { "community", "auth_pass", "priv_pass",
		"password", "old_password" };

	for (size_t i = 0; i < sizeof(SECRETS) / sizeof(SECRETS[0]); i++) {
		union {
			const char *read;
			char *write;
		} text = { json_string_value(json_object_get(args, SECRETS[i])) };

		if (text.read)
			secret_wipe_text(text.write);
	}
}

static enum rc
send_request(struct remote *r, const char *operation, json_t *args, struct err *err)
{
	json_t *request =
	    json_pack("{s:s, s:o}", "op", operation, "args", args ? args : json_object());
	char *text = request ? json_dumps(request, JSON_COMPACT) : NULL;
	enum rc rc;

	wipe_secrets(json_object_get(request, "args"));
	json_decref(request);
	if (!text)
		return err_set(err, RC_NOMEM, "out of memory");
	rc = send_all(r, text, strlen(text), err);
	if (rc == RC_OK)
		rc = send_all(r, "\n", 1, err);
	wipe(text);
	return rc;
}

static enum rc
take_line(struct remote *r, size_t n, json_t **ret_line, struct err *err)
{
	json_error_t error;
	json_t *line = json_loadb(r->in.data, n, 0, &error);

	memmove(r->in.data, r->in.data + n + 1, r->in.len - n - 1);
	r->in.len -= n + 1;
	if (!line)
		return err_set(
		    err, RC_PROTOCOL, "the answer is not JSON: %s", error.text);
	*ret_line = line;
	return RC_OK;
}

enum rc
remote_next(struct remote *r, json_t **ret_line, struct err *err)
{
	size_t looked = 0;

	for (;;) {
		char bytes[READ_BYTES];
		ssize_t n;
		const char *end = r->in.len > looked
		    ? memchr(r->in.data + looked, '\n', r->in.len - looked)
		    : NULL;

		if (end)
			return take_line(r, (size_t)(end - r->in.data), ret_line, err);
		looked = r->in.len;
		n = recv(r->fd, bytes, sizeof(bytes), 0);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return err_set(
			    err, RC_CANCELLED, "the program that runs has ended");
		buf_add(&r->in, bytes, (size_t)n);
		if (!buf_ok(&r->in))
			return err_set(err, RC_NOMEM, "the answer is too long");
	}
}

enum rc
remote_ask(struct remote *r, const char *operation, json_t *args, json_t **ret_reply,
    struct err *err)
{
	enum rc rc = send_request(r, operation, args, err);

	return rc == RC_OK ? remote_next(r, ret_reply, err) : rc;
}

/* ---- results ------------------------------------------------------------------------------ */

/* What is wrong, field by field where the program said so. */
static int
explain(struct cli_call *call, const json_t *error)
{
	json_t *fields = json_object_get(error, "fields"), *words;
	const char *code = json_string_value(json_object_get(error, "code"));
	const char *field;

	if (json_object_size(fields) == 0)
		return cli_failed(
		    call, "%s", json_string_value(json_object_get(error, "message")));
	json_object_foreach(fields, field, words)
	{
		(void)cli_failed(call, "%s: %s", field, json_string_value(words));
	}
	return code && strcmp(code, "invalid") == 0 ? CLI_USAGE : CLI_FAILED;
}

json_t *
remote_result(struct cli_call *call, struct remote *r, const char *operation,
    json_t *args, int *ret_status)
{
	json_t *reply = NULL, *result = NULL;
	struct err err = { 0 };

	if (remote_ask(r, operation, args, &reply, &err) != RC_OK) {
		*ret_status = cli_failed(call, "%s", err.msg);
		return NULL;
	}
	*ret_status = CLI_DONE;
	if (json_is_true(json_object_get(reply, "ok")))
		result = json_incref(json_object_get(reply, "result"));
	else
		*ret_status = explain(call, json_object_get(reply, "error"));
	json_decref(reply);
	return result;
}

/* ---- verbs -------------------------------------------------------------------------------- */

static int
unknown_verb(struct cli_call *call, const struct remote_verb *verbs)
{
	struct nearest near = { 0 };
	char all[512] = "";
	size_t n = 0;

	for (const struct remote_verb *v = verbs; v->name; v++) {
		nearest_offer(&near, call->args[0], v->name);
		if (n < sizeof(all))
			n += (size_t)snprintf(
			    all + n, sizeof(all) - n, "%s%s", n ? ", " : "", v->name);
	}
	if (near.best)
		return cli_wrong_usage(call, "there is no \"%s %s\"; did you mean %s?",
		    call->command->name, call->args[0], near.best);
	return cli_wrong_usage(call, "there is no \"%s %s\"; there are: %s",
	    call->command->name, call->args[0], all);
}

int
remote_run(struct cli_call *call, const struct remote_verb *verbs)
{
	const struct remote_verb *verb = verbs;
	struct remote *r OWNED(remote_close) = NULL;

	while (verb->name && strcmp(verb->name, call->args[0]) != 0)
		verb++;
	if (!verb->name)
		return unknown_verb(call, verbs);
	if (call->n_args - 1 < verb->min_args)
		return cli_wrong_usage(
		    call, "%s %s needs more", call->command->name, verb->name);
	if (call->n_args - 1 > verb->max_args)
		return cli_wrong_usage(call, "%s %s takes no \"%s\"", call->command->name,
		    verb->name, call->args[1 + verb->max_args]);
	if (remote_open(call, &r) != RC_OK)
		return CLI_FAILED;
	return verb->run(call, r);
}
