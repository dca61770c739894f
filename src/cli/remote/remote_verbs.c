/* SPDX-License-Identifier: Apache-2.0
 *
 * The verbs that most nouns are made of: list, a row of it, and an operation.
 */
#include <string.h>

#include "base/clock.h"
#include "base/units.h"
#include "cli/frame/given.h"
#include "cli/frame/moment.h"
#include "cli/remote/remote_int.h"
#include "model/entity.h"
#include "service/service.h"

enum { OPTION_NAME_MAX = 64 };

const struct cli_option LIST_OPTIONS[] = {
	{ 0, "", CLI_HEADING, NULL, "Output of list" },
	{ 's', "search", CLI_TEXT, "TEXT",
	    "Rows with this text in one of their fields." },
	{ 'o', "order", CLI_TEXT, "FIELD",
	    "Sort by this field; with a leading - in descending order." },
	{ 0, "columns", CLI_TEXT, "FIELD,...",
	    "The columns to show; \"all\" for every column." },
	{ 0, "count", CLI_INT, "N", "Maximum number of rows; 0 for all.",
	    .max = CLI_ANY_NUMBER * 16 },
	CLI_OPTIONS_END,
};

/* Is name one of the words in all? all may be NULL. */
static bool
remote_has_word(const char *all, const char *name)
{
	size_t n = strlen(name);

	for (const char *at = all; at && *at; at += strspn(at, " ")) {
		size_t m = strcspn(at, " ");

		if (m == n && memcmp(at, name, n) == 0)
			return true;
		at += m;
	}
	return false;
}

/* ---- what a verb takes ------------------------------------------------------------------ */

static bool
is_in_table(const struct cli_option *table, const char *name)
{
	for (const struct cli_option *o = table; o->type != CLI_END; o++) {
		if (o->type != CLI_HEADING && strcmp(o->name, name) == 0)
			return true;
	}
	return false;
}

/* Which program to talk to, and how to print: every verb takes these. */
static bool
is_about_talking(const char *name)
{
	return is_in_table(REMOTE_OPTIONS, name);
}

static const struct operation *
operation_of(const struct remote_verb *verb)
{
	for (const struct operation *o = service_operations(); o->name; o++) {
		if (strcmp(o->name, verb->operation) == 0)
			return o;
	}
	return NULL;
}

/* The name of an argument of an operation. */
static const char *
spell(const struct cli_option *o, char ret_name[OPTION_NAME_MAX])
{
	(void)snprintf(ret_name, OPTION_NAME_MAX, "%s", o->key ? o->key : o->name);
	for (char *p = ret_name; *p; p++)
		*p = *p == '-' ? '_' : *p;
	return ret_name;
}

/* Is it said by a word behind the verb already? */
static bool
is_word_of(const struct cli_call *call, const struct remote_verb *verb, const char *name)
{
	const char *at = verb->params ? verb->params : "";
	size_t n = strlen(name);

	for (size_t i = 1; i < call->n_args && *at; i++) {
		size_t m = strcspn(at, " ");

		if (m == n && memcmp(at, name, n) == 0)
			return true;
		at += m + strspn(at + m, " ");
	}
	return false;
}

/* A field that its table makes no option of: such a one is there for lists. */
static bool
only_filters(const struct cli_command *command, const char *option)
{
	const struct entity_field *f =
	    command->entity ? entity_find(command->entity, option) : NULL;

	return f && !f->option.help;
}

static bool
list_takes(const struct remote_noun *noun, const struct cli_option *o)
{
	if (is_in_table(LIST_OPTIONS, o->name))
		return true;
	if (strcmp(o->name, "deleted") == 0)
		return noun->hides != NULL;
	return remote_filters(noun, o);
}

bool
remote_verb_takes(const struct cli_call *call, const struct remote_verb *verb,
    const struct cli_value *v)
{
	const char *option = v->option->name;
	char name[OPTION_NAME_MAX];

	if (is_about_talking(option) || remote_has_word(verb->options, option))
		return true;
	if (verb->run == verb_list)
		return list_takes(call->command->noun, v->option);
	if (!verb->operation)
		return false;
	(void)spell(v->option, name);
	return service_operation_takes(operation_of(verb), name) &&
	    !is_word_of(call, verb, name) && !only_filters(call->command, option);
}

/* ---- list: which columns ----------------------------------------------------------------- */

struct chosen {
	struct remote_column columns[REMOTE_COLUMNS_MAX];
	size_t n;
};

static void
choose_usual(const struct remote_noun *noun, struct chosen *ret)
{
	for (const struct remote_column *c = noun->columns; c->key; c++)
		ret->columns[ret->n++] = *c;
}

/* The heading that the noun has for it, or its name. */
static struct remote_column
column_of(const struct remote_noun *noun, const char *name)
{
	for (const struct remote_column *c = noun->columns; c->key; c++) {
		if (strcmp(c->key, name) == 0)
			return *c;
	}
	return (struct remote_column){ name, name };
}

static bool
choose_field(
    const struct remote_noun *noun, const char *name, size_t n, struct chosen *ret)
{
	struct service_field f;
	bool is_all = n == 3 && memcmp(name, "all", n) == 0;

	for (size_t i = 0; service_list_field(noun->list, i, &f); i++) {
		bool is_it = strlen(f.name) == n && memcmp(f.name, name, n) == 0;

		if ((is_it || is_all) && ret->n < REMOTE_COLUMNS_MAX)
			ret->columns[ret->n++] = column_of(noun, f.name);
		if (is_it)
			return true;
	}
	return is_all;
}

static int
choose(struct cli_call *call, struct chosen *ret)
{
	const char *at = cli_text(call, "columns");
	const struct remote_noun *noun = call->command->noun;

	if (!at)
		choose_usual(noun, ret);
	while (at && *at) {
		size_t n = strcspn(at, ",");

		if (!choose_field(noun, at, n, ret))
			return cli_wrong_usage(call,
			    "--columns: the list %s has no field \"%.*s\"", noun->list,
			    (int)n, at);
		at += n + (at[n] == ',');
	}
	return CLI_DONE;
}

void
remote_set_text(json_t *args, const char *key, const char *text)
{
	if (text)
		(void)json_object_set_new(args, key, json_string(text));
}

/* ---- list: page after page ------------------------------------------------------------- */

struct listing {
	struct cli_call *call;
	struct remote *r;
	json_t *query; /* of the next page */
	size_t left; /* rows still wanted */
	struct remote_rows out;
};

/* What the next page needs; false: this was the last. */
static bool
go_on(struct listing *x, json_t *result, size_t n_rows)
{
	json_t *after = json_object_get(result, "after");

	x->left -= n_rows < x->left ? n_rows : x->left;
	return n_rows == REMOTE_PAGE && x->left > 0 && after && !json_is_null(after) &&
	    json_object_set(x->query, "after", after) == 0;
}

static int
print_pages(struct listing *x)
{
	int status = CLI_DONE;
	bool goes_on = true;

	while (goes_on && status == CLI_DONE) {
		json_t *result, *rows;

		(void)json_object_set_new(x->query, "page_size",
		    json_integer(
			x->left < REMOTE_PAGE ? (json_int_t)x->left : REMOTE_PAGE));
		result = remote_result(
		    x->call, x->r, "list", json_deep_copy(x->query), &status);
		rows = json_object_get(result, "results");
		if (result)
			status = remote_rows_add(&x->out, rows);
		goes_on = result && go_on(x, result, json_array_size(rows));
		json_decref(result);
	}
	return status;
}

static json_t *
make_query(struct cli_call *call, json_t *filter)
{
	json_t *query = json_pack("{s:s, s:o, s:{}}", "list", call->command->noun->list,
	    "filter", filter, "after");

	remote_set_text(query, "search", cli_text(call, "search"));
	remote_set_text(query, "ordering",
	    cli_text(call, "order") ? cli_text(call, "order")
				    : call->command->noun->order);
	return query;
}

int
verb_list(struct cli_call *call, struct remote *r)
{
	struct listing x = { .call = call, .r = r };
	int64_t most = cli_given(call, "count") ? cli_number(call, "count")
						: call->command->noun->usual;
	struct chosen chosen = { .n = 0 };
	json_t *filter = NULL;
	struct err err = { 0 };
	int status = choose(call, &chosen);

	if (status != CLI_DONE)
		return status;
	if (remote_filter(call, clock_wall_ms(), &filter, &err) != RC_OK)
		return cli_wrong_usage(call, "%s", err.msg);
	x.left = most ? (size_t)most : SIZE_MAX;
	x.query = make_query(call, filter);
	status = remote_rows_begin(
	    &x.out, call, call->command->noun->plural, chosen.columns, chosen.n);
	if (status == CLI_DONE)
		status = print_pages(&x);
	json_decref(x.query);
	return remote_rows_end(&x.out, status);
}

int
verb_other_list(struct cli_call *call, struct remote *r, const struct remote_other *other)
{
	int64_t most =
	    cli_given(call, "count") ? cli_number(call, "count") : other->usual;
	struct listing x = { .call = call,
		.r = r,
		.left = most ? (size_t)most : SIZE_MAX,
		.query = json_pack("{s:s, s:o, s:{}, s:s}", "list", other->list, "filter",
		    other->filter, "after", "ordering", other->order) };
	size_t n = 0;
	int status;

	while (other->columns[n].key)
		n++;
	status = remote_rows_begin(&x.out, call, other->plural, other->columns, n);
	if (status == CLI_DONE)
		status = print_pages(&x);
	json_decref(x.query);
	return remote_rows_end(&x.out, status);
}

/* ---- one row of it ----------------------------------------------------------------------- */

int
verb_row(struct cli_call *call, struct remote *r)
{
	int64_t id = 0;
	int status = CLI_DONE;
	json_t *result;

	if (units_parse_int(call->args[1], &id) != RC_OK)
		return cli_wrong_usage(call, "\"%.40s\" is not the number of a %s",
		    call->args[1], call->command->name);
	result = remote_result(call, r, "list",
	    json_pack("{s:s, s:{s:I}, s:i}", "list", call->command->noun->list, "filter",
		"id", (json_int_t)id, "page_size", 1),
	    &status);
	if (result && json_array_size(json_object_get(result, "results")) == 0)
		status = cli_failed(
		    call, "there is no %s %s", call->command->name, call->args[1]);
	else if (result)
		status = remote_print_object(
		    call, json_array_get(json_object_get(result, "results"), 0));
	json_decref(result);
	return status;
}

/* ---- operations ------------------------------------------------------------------------------ */

/* The words behind the verb, by the names of params. */
static json_t *
take_words(const struct cli_call *call, const struct remote_verb *verb)
{
	json_t *args = json_object();
	const char *at = verb->params ? verb->params : "";

	for (size_t i = 1; i < call->n_args && *at; i++) {
		size_t n = strcspn(at, " ");
		char name[64];

		(void)snprintf(name, sizeof(name), "%.*s", (int)n, at);
		remote_set_text(args, name, call->args[i]);
		at += n + strspn(at + n, " ");
	}
	return args;
}

static json_t *
list_value(const struct cli_value *v)
{
	json_t *list = json_array();

	for (size_t i = 0; i < v->n_items; i++)
		(void)json_array_append_new(list, json_string(v->items[i]));
	return list;
}

static json_t *
option_value(const struct cli_value *v)
{
	switch (v->option->type) {
	case CLI_FLAG:
		return json_true();
	case CLI_INT:
	case CLI_MS:
	case CLI_BYTES:
		return json_integer(v->number);
	case CLI_CHOICE:
		if (strcmp(v->option->choices, "no|yes") == 0)
			return json_boolean(v->number);
		return json_string(v->text);
	case CLI_TEXT:
		return json_string(v->text);
	case CLI_LIST:
		return list_value(v);
	case CLI_SECRET:
		return json_string(v->secret->bytes);
	case CLI_HEADING:
	case CLI_END:
		break;
	}
	return NULL;
}

/* What people type as a moment is told as one. */
static enum rc
take_moment(json_t *args, const struct cli_value *v, struct err *err)
{
	char text[MOMENT_TEXT_MAX], name[OPTION_NAME_MAX];
	int64_t ms;

	if (moment_parse(v->text, clock_wall_ms(), &ms) != RC_OK)
		return err_set(err, RC_INVALID,
		    "--%s: \"%.40s\" is no moment (like 2h, for two hours ago, or "
		    "\"2026-01-31 12:00\")",
		    v->option->name, v->text);
	remote_set_text(args, spell(v->option, name), moment_iso(ms, text));
	return RC_OK;
}

static void
set_value(json_t *args, const struct cli_value *v)
{
	char name[OPTION_NAME_MAX];

	(void)json_object_set_new(args, spell(v->option, name), option_value(v));
}

/* All options that were given but those of the verb itself: remote_run has looked that the
 * operation takes them. */
static enum rc
take_options(const struct cli_call *call, const struct remote_verb *verb, json_t *args,
    struct err *err)
{
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < call->values->n; i++) {
		const struct cli_value *v = &call->values->v[i];

		if (!v->given || is_about_talking(v->option->name) ||
		    remote_has_word(verb->options, v->option->name))
			continue;
		if (remote_has_word("from to at from-at until-at", v->option->name))
			rc = take_moment(args, v, err);
		else
			set_value(args, v);
	}
	return rc;
}

static const struct remote_verb *
verb_of(const struct cli_call *call)
{
	return remote_verb_find(call->command->noun, call->args[0]);
}

json_t *
verb_args(struct cli_call *call, int *ret_status)
{
	json_t *args = take_words(call, verb_of(call));
	struct err err = { 0 };

	if (take_options(call, verb_of(call), args, &err) == RC_OK)
		return args;
	*ret_status = cli_wrong_usage(call, "%s", err.msg);
	remote_args_free(args);
	return NULL;
}

static json_t *
verb_send(struct cli_call *call, struct remote *r, json_t *args, int *ret_status)
{
	return remote_result(call, r, verb_of(call)->operation, args, ret_status);
}

json_t *
verb_result(struct cli_call *call, struct remote *r, int *ret_status)
{
	json_t *args = verb_args(call, ret_status);

	return args ? verb_send(call, r, args, ret_status) : NULL;
}

static int
print_rows(struct cli_call *call, const json_t *rows, const char *plural,
    const struct remote_column *columns)
{
	size_t n = 0;

	while (columns[n].key)
		n++;
	return remote_print_rows(call, rows, plural, columns, n);
}

/* What it is, and the rows that it has. For a program that reads CSV only these. */
static int
print_both(struct cli_call *call, const struct remote_verb *verb, json_t *result)
{
	json_t *rows = json_incref(json_object_get(result, verb->rows));
	int status;

	if (!verb->is_quiet && !remote_wants_csv(call)) {
		(void)json_object_del(result, verb->rows);
		(void)remote_print_object(call, result);
		(void)fputc('\n', call->out);
	}
	status = print_rows(
	    call, rows, verb->nothing ? verb->nothing : verb->rows, verb->columns);
	json_decref(rows);
	return status;
}

int
verb_print(struct cli_call *call, json_t *result)
{
	const struct remote_noun *noun = call->command->noun;
	const struct remote_verb *verb = remote_verb_find(noun, call->args[0]);

	if (json_is_array(result))
		return print_rows(call, result, noun->plural, noun->columns);
	if (remote_wants_json(call))
		return remote_print_object(call, result);
	if (verb->rows)
		return print_both(call, verb, result);
	if (!verb->is_quiet || remote_wants_data(call))
		return remote_print_object(call, result);
	(void)fprintf(call->out, "%s: %s\n", call->args[1], verb->name);
	return CLI_DONE;
}

int
verb_finish(struct cli_call *call, struct remote *r, json_t *args)
{
	int status = CLI_DONE;
	json_t *result = verb_send(call, r, args, &status);

	if (result)
		status = verb_print(call, result);
	json_decref(result);
	return status;
}

int
verb_ask(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *args = verb_args(call, &status);

	return args ? verb_finish(call, r, args) : status;
}

int
verb_run(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *result = verb_result(call, r, &status);

	if (result && cli_flag(call, "wait"))
		status = remote_wait(call, r, json_object_get(result, "executions"));
	else if (result)
		status = verb_print(call, result);
	json_decref(result);
	return status;
}

/* "vip,hospital"; nothing: no tags. */
int
verb_tag(struct cli_call *call, struct remote *r)
{
	const char *rest = call->n_args > 2 ? call->args[2] : "";
	const char *params = verb_of(call)->params; /* "olt tags" */
	json_t *tags = json_array();
	char what[32];

	(void)snprintf(what, sizeof(what), "%.*s", (int)strcspn(params, " "), params);
	while (*rest) {
		size_t n = strcspn(rest, ",");

		if (n > 0)
			(void)json_array_append_new(tags, json_stringn(rest, n));
		rest += n + (rest[n] == ',');
	}
	return verb_finish(
	    call, r, json_pack("{s:s, s:o}", what, call->args[1], "tags", tags));
}
