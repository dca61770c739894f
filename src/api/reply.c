/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions that make replies.
 */
#include "api/request_int.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "api/errors_int.h"

static const char JSON_TYPE[] = "application/json";

void
reply_fini(struct reply *reply)
{
	for (size_t i = 0; i < reply->n_headers; i++)
		free(reply->headers[i].value);
	free(reply->body);
	if (reply->stream)
		MHD_destroy_response(reply->stream);
	*reply = (struct reply){ 0 };
}

static void
drop_body(struct reply *reply)
{
	free(reply->body);
	reply->body = NULL;
	reply->n_body = 0;
	if (reply->stream)
		MHD_destroy_response(reply->stream);
	reply->stream = NULL;
}

void
reply_text(struct reply *reply, int status, const char *type, char *body)
{
	drop_body(reply);
	reply->status = body ? status : 503;
	reply->type = type;
	reply->body = body;
	reply->n_body = body ? strlen(body) : 0;
}

void
reply_json(struct reply *reply, int status, json_t *value)
{
	reply_text(reply, status, JSON_TYPE,
	    value ? json_dumps(
			value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15))
		  : NULL);
	json_decref(value);
}

void
reply_stream(
    struct reply *reply, int status, const char *type, struct MHD_Response *stream)
{
	drop_body(reply);
	reply->status = stream ? status : 503;
	reply->type = type;
	reply->stream = stream;
}

void
reply_header(struct reply *reply, const char *name, const char *value)
{
	struct reply_header *h = &reply->headers[reply->n_headers];

	if (reply->n_headers == REPLY_HEADERS_MAX || strpbrk(value, "\r\n"))
		return;
	h->name = name;
	h->value = strdup(value);
	if (h->value)
		reply->n_headers++;
}

static void
write_error(struct reply *reply, int status, const char *code, json_t *fields,
    const char *message)
{
	json_t *inside = json_pack("{s:s, s:s}", "code", code, "message", message);

	if (!inside) /* a message that is not UTF-8 */
		inside = json_pack(
		    "{s:s, s:s}", "code", code, "message", status_words(status));
	if (fields)
		(void)json_object_set_new(inside, "fields", fields);
	reply_json(reply, status, json_pack("{s:o}", "error", inside));
}

static void
add_retry(struct reply *reply, int64_t wait_ms)
{
	char seconds[24];

	(void)snprintf(seconds, sizeof(seconds), "%lld",
	    (long long)(wait_ms > 0 ? (wait_ms + 999) / 1000 : 1));
	if (reply->status == 503 || reply->status == 429)
		reply_header(reply, "Retry-After", seconds);
}

void
reply_error_fields(struct reply *reply, int status, json_t *fields, const char *message)
{
	write_error(reply, status, status_code(status), fields, message);
	add_retry(reply, 0);
}

void
reply_error(struct reply *reply, int status, const char *fmt, ...)
{
	char message[ERR_MAX];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(message, sizeof(message), fmt, ap);
	va_end(ap);
	reply_error_fields(reply, status, NULL, message);
}

/* An object of the path that does not exist: the service reports it as a wrong field. */
static bool
is_about_path(const struct route *route, const struct service_answer *answer)
{
	return route->id && answer->fields && !(route->flags & ROUTE_BULK) &&
	    json_object_get(answer->fields, route->id);
}

int
status_of(const struct route *route, const struct service_answer *answer)
{
	switch (answer->rc) {
	case RC_OK:
		return route->status ? route->status : 200;
	case RC_INVALID:
		if (is_about_path(route, answer))
			return 404;
		return strcmp(route->method, "GET") == 0 ? 400 : 422;
	case RC_NOT_FOUND:
		return 404;
	case RC_CONFLICT:
		return 409;
	case RC_REFUSED:
		return 403;
	case RC_BUSY:
		return answer->retry_ms > 0 ? 429 : 503;
	case RC_NOMEM:
	case RC_TIMEOUT:
	case RC_PROTOCOL:
	case RC_TOO_MUCH:
	case RC_CANCELLED:
	case RC_UNREACHABLE:
	case RC_IO:
		return 503;
	}
	return 500;
}

void
reply_failure(
    struct reply *reply, const struct route *route, const struct service_answer *answer)
{
	int status = status_of(route, answer);
	const char *code = answer->rc == RC_TIMEOUT ? "timeout" : status_code(status);

	write_error(reply, status, code,
	    status == 404 ? NULL : json_incref(answer->fields), answer->message);
	add_retry(reply, answer->retry_ms);
}
