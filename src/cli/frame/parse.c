/* SPDX-License-Identifier: Apache-2.0
 *
 * Parses argv into validated values. getopt_long is not used: it keeps its state in
 * globals, prints by itself, and leaves secrets in argv.
 */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/nearest.h"
#include "base/units.h"
#include "cli/frame/given.h"
#include "model/entity.h"
#include "model/text.h"

/* The words that are not parsed yet, and the results. */
struct reader {
	struct cli_call *call;
	struct arena *arena;
	int argc;
	char **argv;
	int next;
	const char **args;
	struct err *err;
};

static enum cli_option_type
type_of(enum entity_kind kind)
{
	switch (kind) {
	case ENTITY_INT:
	case ENTITY_INT32:
		return CLI_INT;
	case ENTITY_BOOL:
		return CLI_CHOICE;
	case ENTITY_NAME:
	case ENTITY_TEXT:
	case ENTITY_JSON:
	case ENTITY_REAL:
	case ENTITY_MS:
	case ENTITY_CHOICE:
	case ENTITY_REFS:
	case ENTITY_PRESENT:
	case ENTITY_SECRET:
	case ENTITY_BRAND:
	case ENTITY_MODEL:
	case ENTITY_REF:
	case ENTITY_TIME:
		break;
	}
	return CLI_TEXT;
}

static struct cli_option
option_of(const struct entity_field *f)
{
	bool is_number = f->kind == ENTITY_INT, is_bool = f->kind == ENTITY_BOOL;
	/* A value that may also be empty is typed like any text. */
	const char *choices = f->choices && *f->choices != '|' ? f->choices : NULL;

	return (struct cli_option){ .letter = f->option.letter,
		.name = f->option.name ? f->option.name : f->name,
		.type = choices ? CLI_CHOICE : type_of(f->kind),
		.argument = is_bool ? "yes|no" : f->option.argument,
		.help = f->option.help,
		.min = is_number ? f->min : 0,
		.max = is_number ? f->max : 0,
		.choices = is_bool ? "no|yes" : choices };
}

static void
each_field(const struct entity_type *entity,
    void (*fn)(const struct cli_option *option, void *arg), void *arg)
{
	for (size_t i = 0; entity && i < entity->n_fields; i++) {
		struct cli_option o = option_of(&entity->fields[i]);

		if (o.help)
			fn(&o, arg);
	}
}

void
cli_each_option(const struct cli_command *command,
    void (*fn)(const struct cli_option *option, void *arg), void *arg)
{
	each_field(command->entity, fn, arg);
	for (size_t g = 0; g < CLI_GROUPS_MAX && command->options[g]; g++) {
		for (const struct cli_option *o = command->options[g]; o->type != CLI_END;
		     o++)
			fn(o, arg);
	}
	for (size_t i = 0; command->more_options; i++) {
		struct cli_option more = CLI_OPTIONS_END;

		if (!command->more_options(command, i, &more))
			break;
		fn(&more, arg);
	}
}

static void
count_option(const struct cli_option *option, void *arg)
{
	size_t *n = arg;

	*n += option->type != CLI_HEADING;
}

static void
add_option(const struct cli_option *option, void *arg)
{
	struct reader *r = arg;
	struct cli_values *values = r->call->values;
	struct cli_option *kept;

	if (option->type == CLI_HEADING)
		return;
	kept = arena_alloc(r->arena, sizeof(*kept));
	if (kept) {
		*kept = *option;
		values->v[values->n++].option = kept;
	}
}

static enum rc
out_of_memory(struct err *err)
{
	return err_set(err, RC_NOMEM, "out of memory");
}

static enum rc
make_value(struct cli_value *value, struct reader *r)
{
	if (value->option->type == CLI_SECRET) {
		value->secret = arena_alloc(r->arena, sizeof(*value->secret));
		if (!value->secret)
			return out_of_memory(r->err);
	}
	if (value->option->type == CLI_LIST) {
		value->items =
		    arena_alloc(r->arena, ((size_t)r->argc + 1) * sizeof(*value->items));
		if (!value->items)
			return out_of_memory(r->err);
	}
	return RC_OK;
}

static enum rc
make_values(struct reader *r)
{
	struct cli_values *values = arena_alloc(r->arena, sizeof(*values));
	size_t n = 0;

	cli_each_option(r->call->command, count_option, &n);
	if (values)
		values->v = arena_alloc(r->arena, (n + 1) * sizeof(*values->v));
	r->args = arena_alloc(r->arena, ((size_t)r->argc + 1) * sizeof(*r->args));
	if (!values || !values->v || !r->args)
		return out_of_memory(r->err);
	r->call->values = values;
	cli_each_option(r->call->command, add_option, r);
	if (values->n < n)
		return out_of_memory(r->err);
	for (size_t i = 0; i < values->n; i++) {
		enum rc rc = make_value(&values->v[i], r);

		if (rc != RC_OK)
			return rc;
	}
	return RC_OK;
}

char *
cli_range(const struct cli_option *o, char text[CLI_RANGE_MAX])
{
	char low[UNITS_TEXT_MAX], high[UNITS_TEXT_MAX];

	if (o->type == CLI_MS)
		(void)snprintf(text, CLI_RANGE_MAX, "%s to %s",
		    units_format_ms(o->min, low), units_format_ms(o->max, high));
	else if (o->type == CLI_BYTES)
		(void)snprintf(text, CLI_RANGE_MAX, "%s to %s",
		    units_format_bytes(o->min, low), units_format_bytes(o->max, high));
	else
		(void)snprintf(
		    text, CLI_RANGE_MAX, "%" PRId64 " to %" PRId64, o->min, o->max);
	return text;
}

/* Checks a number; `parsed` is the result of the parser of its type. */
static enum rc
set_number(
    struct cli_value *value, const char *text, enum rc parsed, int64_t n, struct err *err)
{
	const struct cli_option *o = value->option;
	const char *kind = o->type == CLI_MS ? "time"
	    : o->type == CLI_BYTES           ? "size"
					     : "number";
	const char *like = o->type == CLI_MS ? " (like 500ms, 2s, 5m)"
	    : o->type == CLI_BYTES           ? " (like 1400, 64k)"
					     : "";
	char range[CLI_RANGE_MAX];

	if (parsed != RC_OK || n < o->min || n > o->max)
		return err_set(err, RC_INVALID, "--%s: \"%.60s\" is not a %s from %s%s",
		    o->name, text, kind, cli_range(o, range), like);
	value->number = n;
	return RC_OK;
}

void
cli_put_choices(const struct cli_option *option, const char *between, struct buf *text)
{
	for (const char *p = option->choices; *p; p++) {
		if (*p == '|')
			buf_puts(text, between);
		else
			buf_putc(text, *p);
	}
}

static enum rc
set_choice(struct cli_value *value, const char *text, struct err *err)
{
	struct buf all = BUF_INIT(ERR_MAX / 2);
	int place = text_choice(value->option->choices, text);

	if (place >= 0) {
		value->text = text;
		value->number = place;
		return RC_OK;
	}
	cli_put_choices(value->option, ", ", &all);
	(void)err_set(err, RC_INVALID, "--%s: \"%.60s\" is not one of: %s",
	    value->option->name, text, buf_text(&all));
	buf_fini(&all);
	return RC_INVALID;
}

enum rc
cli_value_set(struct cli_value *value, const char *text, struct err *err)
{
	int64_t n = 0;
	enum rc rc;

	switch (value->option->type) {
	case CLI_FLAG:
		value->number = 1;
		return RC_OK;
	case CLI_TEXT:
		value->text = text;
		return RC_OK;
	case CLI_INT:
		rc = units_parse_int(text, &n);
		return set_number(value, text, rc, n, err);
	case CLI_MS:
		rc = units_parse_ms(text, &n);
		return set_number(value, text, rc, n, err);
	case CLI_BYTES:
		rc = units_parse_bytes(text, &n);
		return set_number(value, text, rc, n, err);
	case CLI_CHOICE:
		return set_choice(value, text, err);
	case CLI_LIST:
		value->items[value->n_items++] = text;
		return RC_OK;
	case CLI_SECRET:
		if (secret_set(value->secret, text) != RC_OK)
			return err_set(err, RC_INVALID, "--%s: longer than %d characters",
			    value->option->name, SECRET_MAX);
		return RC_OK;
	case CLI_HEADING:
	case CLI_END:
		break;
	}
	assert(0 && "a heading has no value");
	return RC_INVALID;
}

static enum rc
take(struct reader *r, struct cli_value *value, char *text)
{
	enum rc rc = cli_value_set(value, text, r->err);

	value->given = true;
	if (value->option->type == CLI_SECRET)
		secret_wipe_text(text);
	return rc;
}

/* The argument of an option: the rest of its word, or the next word. */
static enum rc
take_argument(struct reader *r, struct cli_value *value, char *glued)
{
	if (glued)
		return take(r, value, glued);
	if (r->next == r->argc)
		return err_set(r->err, RC_INVALID, "--%s needs its %s",
		    value->option->name,
		    value->option->argument ? value->option->argument : "argument");
	return take(r, value, r->argv[r->next++]);
}

/* strncmp() that treats - and _ as equal: names of settings contain _. */
static bool
begins_like(const char *known, const char *name, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		bool is_dash = (known[i] == '_' || known[i] == '-') &&
		    (name[i] == '_' || name[i] == '-');

		if (known[i] != name[i] && !is_dash)
			return false;
	}
	return true;
}

bool
cli_same_name(const char *a, const char *b)
{
	size_t n = strlen(a);

	return strlen(b) == n && begins_like(a, b, n);
}

/* The exact name, or the only one with this beginning. */
static struct cli_value *
find_long(const struct cli_values *values, const char *name, size_t n)
{
	struct cli_value *found = NULL;
	size_t alike = 0;

	for (size_t i = 0; i < values->n; i++) {
		const char *known = values->v[i].option->name;

		if (!begins_like(known, name, n))
			continue;
		if (known[n] == '\0')
			return &values->v[i];
		found = &values->v[i];
		alike++;
	}
	return alike == 1 ? found : NULL;
}

static struct cli_value *
find_letter(const struct cli_values *values, char letter)
{
	for (size_t i = 0; i < values->n; i++) {
		if (values->v[i].option->letter == letter)
			return &values->v[i];
	}
	return NULL;
}

static enum rc
unknown_option(struct reader *r, const char *name, size_t n)
{
	struct nearest near = { 0 };
	char typed[NEAREST_WORD_MAX + 1];

	(void)snprintf(typed, sizeof(typed), "%.*s", (int)n, name);
	nearest_offer(&near, typed, "help");
	for (size_t i = 0; i < r->call->values->n; i++)
		nearest_offer(&near, typed, r->call->values->v[i].option->name);
	if (near.best)
		return err_set(r->err, RC_INVALID,
		    "there is no option --%s; did you mean --%s?", typed, near.best);
	return err_set(r->err, RC_INVALID, "there is no option --%s", typed);
}

static enum rc
read_long(struct reader *r, char *word)
{
	char *equals = strchr(word, '=');
	size_t n = equals ? (size_t)(equals - word) : strlen(word);
	struct cli_value *value = find_long(r->call->values, word, n);

	if (n == 4 && strncmp(word, "help", n) == 0) {
		r->call->values->wants_help = true;
		return RC_OK;
	}
	if (!value || n == 0)
		return unknown_option(r, word, n);
	if (value->option->type != CLI_FLAG)
		return take_argument(r, value, equals ? equals + 1 : NULL);
	if (equals)
		return err_set(
		    r->err, RC_INVALID, "--%s takes no argument", value->option->name);
	return take(r, value, word);
}

/* "-jc public", "-cpublic": flags, until an option that takes the rest. */
static enum rc
read_letters(struct reader *r, char *word)
{
	for (char *p = word; *p; p++) {
		struct cli_value *value = find_letter(r->call->values, *p);
		enum rc rc;

		if (!value && *p == 'h') {
			r->call->values->wants_help = true;
			continue;
		}
		if (!value)
			return err_set(r->err, RC_INVALID, "there is no option -%c", *p);
		if (value->option->type != CLI_FLAG)
			return take_argument(r, value, p[1] ? p + 1 : NULL);
		rc = take(r, value, p);
		if (rc != RC_OK)
			return rc;
	}
	return RC_OK;
}

/* "-24.5" is a number, unless there is an option -2. */
static bool
is_negative_number(const struct reader *r, const char *word)
{
	return word[0] == '-' && word[1] >= '0' && word[1] <= '9' &&
	    !find_letter(r->call->values, word[1]);
}

static enum rc
read_words(struct reader *r)
{
	bool only_args = false;
	enum rc rc = RC_OK;

	while (rc == RC_OK && r->next < r->argc) {
		char *word = r->argv[r->next++];

		if (only_args || word[0] != '-' || word[1] == '\0' ||
		    is_negative_number(r, word))
			r->args[r->call->n_args++] = word;
		else if (strcmp(word, "--") == 0)
			only_args = true;
		else if (word[1] == '-')
			rc = read_long(r, word + 2);
		else
			rc = read_letters(r, word + 1);
	}
	return rc;
}

/* After an error the remaining words are not parsed, but secrets in them must not stay
 * visible while the error is printed. */
static void
wipe_the_rest(struct reader *r)
{
	while (r->next < r->argc)
		secret_wipe_text(r->argv[r->next++]);
}

static enum rc
fill_in_fallbacks(struct reader *r)
{
	for (size_t i = 0; i < r->call->values->n; i++) {
		struct cli_value *value = &r->call->values->v[i];
		enum rc rc;

		if (value->given || !value->option->fallback)
			continue;
		rc = cli_value_set(value, value->option->fallback, r->err);
		if (rc != RC_OK)
			return rc;
	}
	return RC_OK;
}

static enum rc
check_count(struct reader *r)
{
	const struct cli_command *c = r->call->command;

	if (r->call->n_args < c->min_args)
		return err_set(r->err, RC_INVALID, "something is missing");
	if (r->call->n_args > c->max_args)
		return err_set(r->err, RC_INVALID, "\"%.60s\" is one word too many",
		    r->args[c->max_args]);
	return RC_OK;
}

enum rc
cli_parse(
    struct cli_call *call, struct arena *arena, int argc, char **argv, struct err *err)
{
	struct reader r = { call, arena, argc, argv, 0, NULL, err };
	enum rc rc = make_values(&r);

	if (rc == RC_OK)
		rc = read_words(&r);
	if (rc != RC_OK) {
		wipe_the_rest(&r);
		return rc;
	}
	call->args = r.args;
	if (call->values->wants_help)
		return RC_OK;
	rc = fill_in_fallbacks(&r);
	return rc == RC_OK ? check_count(&r) : rc;
}

void
cli_values_wipe(struct cli_values *values)
{
	for (size_t i = 0; values && i < values->n; i++) {
		if (values->v[i].secret)
			secret_wipe(values->v[i].secret);
	}
}
