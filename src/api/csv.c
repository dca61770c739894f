/* SPDX-License-Identifier: Apache-2.0
 *
 * All rows of a list as CSV, streamed. A part is read from the database when the client
 * has received the previous one. A thread for lists reads it, while the connection is
 * suspended. Only one part is kept in memory, and between two parts no transaction and no
 * connection to the database stays open.
 *
 * A part continues where the previous one ended (the operation "list" with `after`), so
 * that no row appears twice when rows are added or deleted meanwhile.
 */
#include "api/exchange_int.h"

#include <stdlib.h>
#include <string.h>

#include "api/pool_int.h"
#include "base/csv.h"
#include "base/own.h"

enum { PIECE_ROWS = 200, PIECE_MAX = 16 * 1024 * 1024, BLOCK = 32 * 1024 };

/* While a thread for lists reads the next part, it owns this struct and the connection is
 * suspended; otherwise the thread of the connection owns it. */
struct csv {
	struct api *api;
	struct MHD_Connection *connection;
	char *list; /* owned */
	char *name, *address; /* owned: the caller */
	struct caller caller;
	json_t *args; /* owned: arguments of the operation, with the cursor */
	struct buf piece;
	size_t taken; /* of this part */
	bool is_last; /* this is the last part */
	bool has_failed;
};

static void
csv_free(void *cls)
{
	struct csv *c = cls;

	json_decref(c->args);
	buf_fini(&c->piece);
	free(c->list);
	free(c->name);
	free(c->address);
	free(c);
}

/* ---- writing ------------------------------------------------------------------------------ */

/* A text that a spreadsheet would interpret as a formula gets an apostrophe. */
static void
put_text(struct buf *b, const char *text)
{
	if (!csv_needs_quotes(text)) {
		buf_puts(b, text);
		return;
	}
	buf_puts(b, csv_is_formula(text) ? "\"'" : "\"");
	for (; *text; text++) {
		if (*text == '"')
			buf_putc(b, '"');
		buf_putc(b, *text);
	}
	buf_putc(b, '"');
}

/* The value in one cell. */
static void
put_json(struct buf *b, const json_t *value)
{
	char *text = json_dumps(value, JSON_COMPACT);

	put_text(b, text ? text : "");
	free(text);
}

static void
put_value(struct buf *b, const json_t *value)
{
	if (json_is_string(value))
		put_text(b, json_string_value(value));
	else if (json_is_integer(value))
		buf_printf(b, "%lld", (long long)json_integer_value(value));
	else if (json_is_real(value))
		buf_printf(b, "%.10g", json_real_value(value));
	else if (json_is_boolean(value))
		buf_puts(b, json_is_true(value) ? "true" : "false");
	else if (json_is_object(value) || json_is_array(value))
		put_json(b, value);
}

static void
put_head(struct csv *c)
{
	struct service_field f;

	for (size_t i = 0; service_list_field(c->list, i, &f); i++)
		buf_printf(&c->piece, "%s%s", i ? "," : "", f.name);
	buf_puts(&c->piece, "\r\n");
}

static void
put_row(struct csv *c, const json_t *row)
{
	struct service_field f;

	for (size_t i = 0; service_list_field(c->list, i, &f); i++) {
		if (i)
			buf_putc(&c->piece, ',');
		put_value(&c->piece, json_object_get(row, f.name));
	}
	buf_puts(&c->piece, "\r\n");
}

/* ---- reading ------------------------------------------------------------------------------ */

/* Read the next part; RC_OK, or the outcome of the operation. */
static enum rc
read_piece(struct csv *c, struct service_answer *answer)
{
	const json_t *rows;
	json_t *after;

	service_call(api_service(c->api), &c->caller, "list", c->args, answer);
	if (answer->rc != RC_OK)
		return answer->rc;
	rows = json_object_get(answer->result, "results");
	for (size_t i = 0; i < json_array_size(rows); i++)
		put_row(c, json_array_get(rows, i));
	after = json_object_get(answer->result, "after");
	c->is_last = !after || json_is_null(after);
	if (!c->is_last)
		(void)json_object_set(c->args, "after", after);
	return buf_ok(&c->piece) ? RC_OK : RC_NOMEM;
}

static void
read_on(void *ctx)
{
	struct csv *c = ctx;
	struct service_answer answer;

	c->has_failed = read_piece(c, &answer) != RC_OK;
	service_answer_fini(&answer);
	MHD_resume_connection(c->connection);
}

static ssize_t
ask_for_more(struct csv *c)
{
	struct pool_work work = { read_on, c, owner_of(&c->caller), true };

	buf_clear(&c->piece);
	c->taken = 0;
	MHD_suspend_connection(c->connection);
	if (api_hand_over(c->api, EXCHANGE_LIST, &work) != RC_OK) {
		/* The client sees that the reply ends too early, which is true. */
		c->has_failed = true;
		MHD_resume_connection(c->connection);
	}
	return 0;
}

static ssize_t
give(void *cls, uint64_t pos, char *buf, size_t max)
{
	struct csv *c = cls;
	size_t n = c->piece.len - c->taken;

	(void)pos;
	if (c->has_failed)
		return MHD_CONTENT_READER_END_WITH_ERROR;
	if (n == 0 && c->is_last)
		return MHD_CONTENT_READER_END_OF_STREAM;
	if (n == 0)
		return ask_for_more(c);
	if (n > max)
		n = max;
	memcpy(buf, c->piece.data + c->taken, n);
	c->taken += n;
	return (ssize_t)n;
}

/* ---- the reply ------------------------------------------------------------------------------ */

static struct csv *
csv_new(struct exchange *x, json_t *args)
{
	struct csv *c = calloc(1, sizeof(*c));
	struct request *r = &x->request;

	if (!c)
		return NULL;
	c->api = r->api;
	c->connection = r->connection;
	c->piece = (struct buf)BUF_INIT(PIECE_MAX);
	c->list = strdup(r->route->list);
	c->name = strdup(r->caller.name);
	c->address = strdup(r->caller.address);
	c->caller = r->caller;
	c->caller.name = c->name;
	c->caller.address = c->address;
	c->caller.session = NULL;
	c->args = json_copy(args);
	(void)json_object_del(c->args, "page");
	(void)json_object_set_new(c->args, "page_size", json_integer(PIECE_ROWS));
	(void)json_object_set_new(c->args, "after", json_object());
	if (!c->list || !c->name || !c->address) {
		csv_free(c);
		return NULL;
	}
	return c;
}

/* The first part is read here, so that an invalid filter can still be reported as an
 * error. */
void
csv_reply(struct exchange *x, json_t *args)
{
	struct csv *c = csv_new(x, args);
	struct service_answer answer;
	struct MHD_Response *response;

	if (!c) {
		reply_error(&x->reply, 503, "out of memory");
		return;
	}
	put_head(c);
	if (read_piece(c, &answer) != RC_OK) {
		reply_failure(&x->reply, x->request.route, &answer);
		service_answer_fini(&answer);
		csv_free(c);
		return;
	}
	service_answer_fini(&answer);
	response =
	    MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, give, c, csv_free);
	if (!response)
		csv_free(c);
	reply_stream(&x->reply, 200, "text/csv; charset=utf-8", response);
	reply_header(
	    &x->reply, "Content-Disposition", "attachment; filename=\"facho.csv\"");
}
