/* SPDX-License-Identifier: Apache-2.0
 *
 * Options that filter a list: one for each of its fields, whatever the list is.
 *
 * Where a list has the number of a thing and its name ("olt" and "olt_name"), the option
 * --olt takes either.
 */
#include <string.h>

#include "base/units.h"
#include "cli/frame/given.h"
#include "cli/frame/moment.h"
#include "cli/remote/remote_int.h"
#include "model/entity.h"
#include "service/service.h"

enum { NAME_MAX_BYTES = 80, VALUE_MAX_BYTES = 32 };

/* ---- the options ---------------------------------------------------------------------- */

static bool
has_field(const char *list, const char *name, size_t n)
{
	struct service_field f;

	for (size_t i = 0; service_list_field(list, i, &f); i++) {
		if (strlen(f.name) == n && memcmp(f.name, name, n) == 0)
			return true;
	}
	return false;
}

/* "olt_name" where there is "olt". */
static bool
is_name_of_another(const char *list, const char *name)
{
	size_t n = strlen(name);

	return n > 5 && strcmp(name + n - 5, "_name") == 0 &&
	    has_field(list, name, n - 5);
}

static bool
is_in_tables(const struct cli_command *command, const char *name)
{
	const struct entity_field *f =
	    command->entity ? entity_find(command->entity, name) : NULL;

	if (f && f->option.help)
		return true;
	for (size_t g = 0; g < CLI_GROUPS_MAX && command->options[g]; g++) {
		for (const struct cli_option *o = command->options[g]; o->type != CLI_END;
		     o++) {
			if (o->type != CLI_HEADING && cli_same_name(o->name, name))
				return true;
		}
	}
	return false;
}

static struct cli_option
option_of(const struct service_field *f)
{
	static const struct {
		const char *type, *argument, *help;
	} TYPES[] = {
		{ "text", "TEXT", "Rows with this text; none for an empty field." },
		{ "int", "N",
		    "Rows with this number, a range (A.., ..B, A..B), or none." },
		{ "real", "N",
		    "Rows with this number, a range (A.., ..B, A..B), or none." },
		{ "moment", "TIME",
		    "Rows since this time, a range (A..B, ..B), or none." },
		{ "truth", "yes|no", "Rows where this is so, or not." },
	};
	struct cli_option o = { 0, f->name, CLI_TEXT, "TEXT", "" };

	for (size_t i = 0; i < sizeof(TYPES) / sizeof(TYPES[0]); i++) {
		if (strcmp(TYPES[i].type, f->type) == 0) {
			o.argument = TYPES[i].argument;
			o.help = TYPES[i].help;
		}
	}
	return o;
}

bool
remote_more_options(
    const struct cli_command *command, size_t i, struct cli_option *ret_option)
{
	static const struct cli_option HEADING = { 0, "", CLI_HEADING, NULL,
		"Filters of list" };
	const char *list = command->noun->list;
	struct service_field f;

	if (!list)
		return false;
	if (i == 0) {
		*ret_option = HEADING;
		return true;
	}
	for (size_t k = 0; service_list_field(list, k, &f); k++) {
		if (!f.may_filter || is_name_of_another(list, f.name) ||
		    is_in_tables(command, f.name))
			continue;
		if (--i == 0) {
			*ret_option = option_of(&f);
			return true;
		}
	}
	return false;
}

bool
remote_filters(const struct remote_noun *noun, const struct cli_option *o)
{
	struct service_field f;

	if (o->type != CLI_TEXT && o->type != CLI_CHOICE && o->type != CLI_INT)
		return false;
	for (size_t i = 0; service_list_field(noun->list, i, &f); i++) {
		if (f.may_filter && cli_same_name(o->name, f.name))
			return true;
	}
	return false;
}

/* ---- what they say ------------------------------------------------------------------------ */

struct filtering {
	const char *list;
	int64_t now_ms;
	json_t *filter;
	struct err *err;
};

static const char *
text_of(const struct cli_value *v, char room[VALUE_MAX_BYTES])
{
	if (v->option->type == CLI_INT)
		(void)snprintf(room, VALUE_MAX_BYTES, "%lld", (long long)v->number);
	return v->option->type == CLI_INT ? room : v->text;
}

static bool
ends_with(const char *text, const char *ending)
{
	size_t n = strlen(text), m = strlen(ending);

	return n >= m && strcmp(text + n - m, ending) == 0;
}

/* A bound as the store wants it: moments and spans of time are milliseconds. */
static enum rc
put(struct filtering *x, const struct service_field *f, const char *test,
    const char *text)
{
	char name[NAME_MAX_BYTES];
	int64_t n = 0;
	enum rc rc = RC_INVALID;

	if (strcmp(f->type, "moment") == 0) {
		rc = moment_parse(text, x->now_ms, &n);
		if (rc != RC_OK)
			return err_set(x->err, rc,
			    "--%s: \"%.40s\" is no moment (like 2h, for two hours ago, "
			    "or \"2026-01-31 12:00\")",
			    f->name, text);
	} else if (ends_with(f->name, "_ms")) {
		rc = units_parse_ms(text, &n);
	}
	(void)snprintf(name, sizeof(name), "%s%s", f->name, test);
	(void)json_object_set_new(
	    x->filter, name, rc == RC_OK ? json_integer(n) : json_string(text));
	return RC_OK;
}

/* "A..B": from A on, and below B; one of them may be missing. */
static enum rc
put_range(struct filtering *x, const struct service_field *f, const char *text,
    const char *dots)
{
	char from[NAME_MAX_BYTES];
	size_t n = (size_t)(dots - text);
	enum rc rc = RC_OK;

	if (n >= sizeof(from) || (n == 0 && !dots[2]))
		return err_set(x->err, RC_INVALID,
		    "--%s: \"%.40s\" is no range (like 5.., ..10 or 5..10)", f->name,
		    text);
	(void)snprintf(from, sizeof(from), "%.*s", (int)n, text);
	if (n > 0)
		rc = put(x, f, "__gte", from);
	if (rc == RC_OK && dots[2])
		rc = put(x, f, "__lt", dots + 2);
	return rc;
}

static enum rc
put_truth(struct filtering *x, const struct service_field *f, const char *text)
{
	bool truth;

	if (units_parse_bool(text, &truth) != RC_OK)
		return err_set(x->err, RC_INVALID, "--%s: \"%.40s\" is not yes or no",
		    f->name, text);
	(void)json_object_set_new(x->filter, f->name, json_boolean(truth));
	return RC_OK;
}

/* A thing by its name, where the field has its number. */
static bool
put_name(struct filtering *x, const struct service_field *f, const char *text)
{
	char name[NAME_MAX_BYTES];
	int64_t n;

	(void)snprintf(name, sizeof(name), "%s_name", f->name);
	if (units_parse_int(text, &n) == RC_OK || !has_field(x->list, name, strlen(name)))
		return false;
	(void)json_object_set_new(x->filter, name, json_string(text));
	return true;
}

static enum rc
take(struct filtering *x, const struct service_field *f, const char *text)
{
	bool is_text = strcmp(f->type, "text") == 0;
	bool is_moment = strcmp(f->type, "moment") == 0;
	const char *dots = is_text ? NULL : strstr(text, "..");

	if (!*text || strcmp(text, "none") == 0) {
		(void)json_object_set_new(x->filter, f->name, json_string(""));
		return RC_OK;
	}
	if (put_name(x, f, text))
		return RC_OK;
	if (strcmp(f->type, "truth") == 0)
		return put_truth(x, f, text);
	if (dots)
		return put_range(x, f, text, dots);
	return put(x, f, is_moment ? "__gte" : "", text);
}

static enum rc
take_all(const struct cli_call *call, struct filtering *x)
{
	struct service_field f;
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && service_list_field(x->list, i, &f); i++) {
		const struct cli_value *v = cli_value_find(call, f.name);
		char room[VALUE_MAX_BYTES];

		if (f.may_filter && v && v->given && text_of(v, room))
			rc = take(x, &f, text_of(v, room));
	}
	return rc;
}

static bool
mentions(json_t *filter, const char *field)
{
	const char *name;
	json_t *value;
	size_t n = strlen(field);

	json_object_foreach(filter, name, value)
	{
		if (strncmp(name, field, n) == 0)
			return true;
	}
	return false;
}

/* Those that are gone are asked for with --deleted, where there is such an option. */
static void
put_hidden(const struct cli_call *call, const char *field, json_t *filter)
{
	const struct cli_value *v = cli_value_find(call, "deleted");
	char name[NAME_MAX_BYTES];

	if (!v || !v->given) {
		(void)json_object_set_new(filter, field, json_string(""));
		return;
	}
	(void)snprintf(name, sizeof(name), "%s__gte", field);
	(void)json_object_set_new(filter, name, json_integer(1));
}

enum rc
remote_filter(
    const struct cli_call *call, int64_t now_ms, json_t **ret_filter, struct err *err)
{
	const struct remote_noun *noun = call->command->noun;
	struct filtering x = { noun->list, now_ms, json_object(), err };
	enum rc rc =
	    x.filter ? take_all(call, &x) : err_set(err, RC_NOMEM, "out of memory");

	if (rc != RC_OK) {
		json_decref(x.filter);
		return rc;
	}
	if (noun->hides && !mentions(x.filter, noun->hides))
		put_hidden(call, noun->hides, x.filter);
	*ret_filter = x.filter;
	return RC_OK;
}
