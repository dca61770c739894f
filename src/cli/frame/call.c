/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions with which a running command reads its options.
 */
#include "cli/frame/command.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "cli/frame/given.h"
#include "cli/frame/utf8.h"

enum { SENTENCE_MAX = 8192 };

static const struct cli_value *
value_of(const struct cli_call *call, const char *name)
{
	const struct cli_values *values = call->values;

	for (size_t i = 0; i < values->n; i++) {
		if (strcmp(values->v[i].option->name, name) == 0) {
			values->v[i].was_read = true;
			return &values->v[i];
		}
	}
	assert(0 && "an option that is not in the command's tables");
	return NULL;
}

const struct cli_value *
cli_value_find(const struct cli_call *call, const char *name)
{
	for (size_t i = 0; i < call->values->n; i++) {
		if (cli_same_name(call->values->v[i].option->name, name))
			return &call->values->v[i];
	}
	return NULL;
}

bool
cli_given(const struct cli_call *call, const char *name)
{
	return value_of(call, name)->given;
}

bool
cli_flag(const struct cli_call *call, const char *name)
{
	const struct cli_value *value = value_of(call, name);

	assert(value->option->type == CLI_FLAG);
	return value->number != 0;
}

const char *
cli_text(const struct cli_call *call, const char *name)
{
	const struct cli_value *value = value_of(call, name);

	assert(value->option->type == CLI_TEXT || value->option->type == CLI_CHOICE);
	return value->text;
}

int
cli_choice(const struct cli_call *call, const char *name)
{
	const struct cli_value *value = value_of(call, name);

	assert(value->option->type == CLI_CHOICE);
	return value->text ? (int)value->number : -1;
}

int64_t
cli_number(const struct cli_call *call, const char *name)
{
	const struct cli_value *value = value_of(call, name);

	assert(value->option->type == CLI_INT || value->option->type == CLI_MS ||
	    value->option->type == CLI_BYTES);
	return value->number;
}

const struct secret *
cli_secret(const struct cli_call *call, const char *name)
{
	const struct cli_value *value = value_of(call, name);

	assert(value->option->type == CLI_SECRET);
	return value->secret;
}

size_t
cli_list(const struct cli_call *call, const char *name, const char *const **ret_items)
{
	const struct cli_value *value = value_of(call, name);

	assert(value->option->type == CLI_LIST);
	*ret_items = value->items;
	return value->n_items;
}

/* A message may contain text of a device, a server or another user. */
static void PRINTF_LIKE(2, 0) say(struct cli_call *call, const char *fmt, va_list ap)
{
	char text[SENTENCE_MAX], *rest = text, *line;

	(void)vsnprintf(text, sizeof(text), fmt, ap);
	(void)fprintf(call->err, "facho %s: ", call->command->name);
	for (bool is_first = true; (line = strsep(&rest, "\n")) != NULL;
	     is_first = false) {
		if (!is_first)
			(void)fputc('\n', call->err);
		utf8_print(call->err, line);
	}
	(void)fputc('\n', call->err);
}

int
cli_wrong_usage(struct cli_call *call, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(call, fmt, ap);
	va_end(ap);
	cli_print_usage(call->command, call->err);
	return CLI_USAGE;
}

int
cli_failed(struct cli_call *call, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(call, fmt, ap);
	va_end(ap);
	return CLI_FAILED;
}
