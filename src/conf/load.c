/* SPDX-License-Identifier: Apache-2.0
 *
 * Defaults, then the file, then the environment; the later ones override.
 *
 * inih reports only the first line that it cannot read, and does not tell the handler its
 * line number. Therefore it gets its lines from read_line(), which counts them and holds
 * back those that inih cannot read.
 */
#include "conf/conf.h"

#include <errno.h>
#include <ini.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/nearest.h"
#include "conf/conf_int.h"

struct conf_loaded {
	struct conf conf;
	struct arena *arena; /* texts of conf and of origins */
	const char **origins; /* one per item */
	int *lines; /* line of the file that set the item; 0: none */
};

/* State while loading. */
struct loader {
	struct conf_loaded *to;
	const char *file;
	FILE *stream;
	int line;
	struct buf *problems;
	bool is_wrong;
	bool is_out_of_memory;
};

const char *
conf_default_file(void)
{
	const char *named = getenv("FACHO_CONFIG");

	if (named && *named)
		return named;
	if (access("facho.conf", F_OK) == 0)
		return "facho.conf";
	if (access("/etc/facho/facho.conf", F_OK) == 0)
		return "/etc/facho/facho.conf";
	return NULL;
}

bool
conf_find(const char *name, size_t *ret_i)
{
	size_t n;
	const struct conf_item *items = conf_items(&n);

	for (size_t i = 0; i < n; i++) {
		if (strcmp(items[i].name, name) == 0) {
			*ret_i = i;
			return true;
		}
	}
	return false;
}

/* Begin the line of a problem with its place. */
static void
begin_problem(struct loader *l)
{
	l->is_wrong = true;
	buf_printf(l->problems, "%s:%d: ", l->file, l->line);
}

static void
set_item(struct loader *l, size_t i, const char *text, const char *where)
{
	size_t n;
	const struct conf_item *item = conf_items(&n) + i;
	struct err err = { 0 };
	enum rc rc = conf_value_set(item, &l->to->conf, l->to->arena, text, &err);

	if (rc == RC_OK)
		l->to->origins[i] = arena_copy(l->to->arena, where, strlen(where));
	if (rc == RC_NOMEM || !l->to->origins[i])
		l->is_out_of_memory = true;
	if (rc == RC_INVALID) {
		l->is_wrong = true;
		buf_printf(l->problems, "%s: %s\n", where, err.msg);
	}
}

/* ---- the file ---------------------------------------------------------- */

static void
unknown_setting(struct loader *l, const char *name)
{
	size_t n;
	const struct conf_item *items = conf_items(&n);
	struct nearest near = { 0 };

	for (size_t i = 0; i < n; i++)
		nearest_offer(&near, name, items[i].name);
	begin_problem(l);
	buf_printf(l->problems, "there is no setting %s", name);
	if (near.best)
		buf_printf(l->problems, "; did you mean %s?", near.best);
	else
		buf_puts(l->problems, "; \"facho config --help\" lists them");
	buf_putc(l->problems, '\n');
}

/* inih's handler: one `key = value` of the file. */
static int
take_setting(void *arg, const char *section, const char *key, const char *value)
{
	struct loader *l = arg;
	char name[2 * NEAREST_WORD_MAX];
	char where[512];
	size_t i;

	(void)snprintf(name, sizeof(name), "%s%s%s", section, *section ? "." : "", key);
	if (!conf_find(name, &i)) {
		unknown_setting(l, name);
		return 1;
	}
	if (l->to->lines[i]) {
		begin_problem(l);
		buf_printf(
		    l->problems, "%s is set on line %d already\n", name, l->to->lines[i]);
		return 1;
	}
	l->to->lines[i] = l->line;
	(void)snprintf(where, sizeof(where), "%s:%d", l->file, l->line);
	set_item(l, i, value, where);
	return 1;
}

/* Can inih read it? A blank line, a comment, a [section] or key = value. */
static bool
is_readable(const char *line)
{
	size_t key = strcspn(line, "=:\n");

	if (*line == '\0' || *line == '\n' || *line == ';' || *line == '#')
		return true;
	if (*line == '[')
		return strchr(line, ']') != NULL;
	return key > 0 && (line[key] == '=' || line[key] == ':');
}

static void
skip_rest_of_line(FILE *stream)
{
	int c;

	do
		c = fgetc(stream);
	while (c != '\n' && c != EOF);
}

static void
keep_back(struct loader *l, char *line, const char *why)
{
	begin_problem(l);
	buf_printf(l->problems, "%s\n", why);
	line[0] = '\n';
	line[1] = '\0';
}

/* inih's reader. Leading blanks are removed: for inih an indented line continues the
 * previous value, but for users it is only indented. */
static char *
read_line(char *line, int size, void *arg)
{
	struct loader *l = arg;
	size_t n;

	if (!fgets(line, size, l->stream))
		return NULL;
	l->line++;
	n = strspn(line, " \t\r");
	memmove(line, line + n, strlen(line + n) + 1);
	n = strlen(line);
	if (n > 0 && line[n - 1] != '\n' && !feof(l->stream)) {
		skip_rest_of_line(l->stream);
		keep_back(l, line, "the line is too long; 190 characters fit");
	} else if (!is_readable(line)) {
		keep_back(l, line, "expected \"key = value\" or \"[section]\"");
	}
	return line;
}

static enum rc
load_file(struct loader *l)
{
	l->stream = fopen(l->file, "re");
	if (!l->stream) {
		buf_printf(l->problems, "%s: %s\n", l->file, strerror(errno));
		return RC_IO;
	}
	/* Its result is not needed: the errors are collected in l. */
	(void)ini_parse_stream(read_line, l, take_setting, l);
	if (ferror(l->stream)) {
		buf_printf(l->problems, "%s: cannot be read to its end\n", l->file);
		(void)fclose(l->stream);
		return RC_IO;
	}
	(void)fclose(l->stream);
	return RC_OK;
}

/* ---- the environment ---------------------------------------------------- */

static bool
is_variable(const struct conf_item *item, const char *name)
{
	char full[CONF_ENV_MAX];

	return strcmp(conf_env_name(item, full), name) == 0 ||
	    (item->short_env && strcmp(item->short_env, name) == 0);
}

/* FACHO_SNMP_TIMEOT is a mistake, FACHO_HOME is a variable of another program: a name is
 * checked if it is in one of our sections or nearly equal to one of our names. */
static void
unknown_variable(struct loader *l, const char *name)
{
	size_t n;
	const struct conf_item *items = conf_items(&n);
	struct nearest near = { 0 };
	char full[CONF_ENV_MAX], best[CONF_ENV_MAX] = "";
	bool is_ours = false;

	for (size_t i = 0; i < n; i++) {
		const char *dot = strchr(items[i].name, '.');
		size_t prefix = sizeof("FACHO_") + (size_t)(dot - items[i].name);
		unsigned before = near.best ? near.distance : ~0U;

		conf_env_name(&items[i], full);
		is_ours = is_ours || strncmp(full, name, prefix) == 0;
		nearest_offer(&near, name, full);
		if (near.best && near.distance < before)
			memcpy(best, full, sizeof(best));
	}
	if (!is_ours && !near.best)
		return;
	l->is_wrong = true;
	buf_printf(l->problems, "%s: there is no such setting", name);
	if (near.best)
		buf_printf(l->problems, "; did you mean %s?", best);
	buf_putc(l->problems, '\n');
}

static void
load_variable(struct loader *l, const char *variable)
{
	size_t len = strcspn(variable, "=");
	char name[CONF_ENV_MAX];
	size_t n;
	const struct conf_item *items = conf_items(&n);

	if (strncmp(variable, "FACHO_", 6) != 0 || variable[len] != '=' ||
	    len >= sizeof(name))
		return;
	memcpy(name, variable, len);
	name[len] = '\0';
	if (strcmp(name, "FACHO_CONFIG") == 0)
		return;
	for (size_t i = 0; i < n; i++) {
		if (is_variable(&items[i], name)) {
			set_item(l, i, variable + len + 1, name);
			return;
		}
	}
	unknown_variable(l, name);
}

/* ---- loading ----------------------------------------------------------- */

static const char DEFAULT[] = "default";
static const char STORED[] = "database";

static enum rc
make_room(struct conf_loaded *to)
{
	size_t n;

	(void)conf_items(&n);
	to->arena = arena_new(0);
	to->origins = calloc(n, sizeof(*to->origins));
	to->lines = calloc(n, sizeof(*to->lines));
	return to->arena && to->origins && to->lines ? RC_OK : RC_NOMEM;
}

static enum rc
load_defaults(struct loader *l)
{
	size_t n;
	const struct conf_item *items = conf_items(&n);
	enum rc rc = make_room(l->to);

	for (size_t i = 0; rc == RC_OK && i < n; i++)
		set_item(l, i, items[i].fallback, DEFAULT);
	return rc;
}

enum rc
conf_load(const char *file, char *const *env, struct conf_loaded **ret_loaded,
    struct buf *problems)
{
	struct conf_loaded *loaded OWNED(conf_free) = calloc(1, sizeof(*loaded));
	struct loader l = { .to = loaded, .file = file, .problems = problems };
	enum rc rc = loaded ? load_defaults(&l) : RC_NOMEM;

	if (rc == RC_OK && file)
		rc = load_file(&l);
	for (; rc == RC_OK && *env; env++)
		load_variable(&l, *env);
	if (rc != RC_OK)
		return rc;
	if (l.is_out_of_memory)
		return RC_NOMEM;
	if (l.is_wrong)
		return RC_INVALID;
	*ret_loaded = GIVE(loaded);
	return RC_OK;
}

void
conf_free(struct conf_loaded *loaded)
{
	size_t n;
	const struct conf_item *items = conf_items(&n);

	if (!loaded)
		return;
	for (size_t i = 0; i < n; i++) {
		if (items[i].type == CONF_SECRET)
			secret_wipe(
			    (struct secret *)((char *)&loaded->conf + items[i].offset));
	}
	arena_free(loaded->arena);
	free(loaded->origins);
	free(loaded->lines);
	free(loaded);
}

const struct conf *
conf_get(const struct conf_loaded *loaded)
{
	return &loaded->conf;
}

void
conf_show(const struct conf_loaded *loaded, size_t i, struct buf *b)
{
	size_t n;
	const struct conf_item *items = conf_items(&n);

	conf_value_show(&items[i], &loaded->conf, b);
}

const char *
conf_origin(const struct conf_loaded *loaded, size_t i)
{
	return loaded->origins[i];
}

bool
conf_is_said(const struct conf_loaded *loaded, size_t i)
{
	return strcmp(loaded->origins[i], DEFAULT) != 0 &&
	    strcmp(loaded->origins[i], STORED) != 0;
}

/* ---- options and stored values ---------------------------------------------- */

static enum rc
set_from(struct conf_loaded *to, size_t i, const char *text, const char *origin,
    struct err *err)
{
	size_t n;
	const struct conf_item *item = conf_items(&n) + i;
	char *copy = arena_copy(to->arena, origin, strlen(origin));
	enum rc rc = copy ? conf_value_set(item, &to->conf, to->arena, text, err)
			  : err_set(err, RC_NOMEM, "out of memory");

	if (rc == RC_OK)
		to->origins[i] = copy;
	return rc;
}

enum rc
conf_say(struct conf_loaded *loaded, const char *name, const char *text,
    const char *option, struct err *err)
{
	size_t i;

	if (!conf_find(name, &i))
		return err_set(err, RC_INVALID, "there is no setting %s", name);
	return set_from(loaded, i, text, option, err);
}

enum rc
conf_read(size_t i, const char *text, struct buf *kept, struct err *err)
{
	size_t n;
	const struct conf_item *item = conf_items(&n) + i;
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct conf scratch = { 0 };
	enum rc rc = arena ? conf_value_set(item, &scratch, arena, text, err)
			   : err_set(err, RC_NOMEM, "out of memory");

	if (rc == RC_OK)
		conf_value_show(item, &scratch, kept);
	return rc;
}

static enum rc
take_stored(
    struct conf_loaded *to, const struct conf_stored *stored, struct buf *problems)
{
	size_t n, i = 0;
	const struct conf_item *items = conf_items(&n);
	struct err err = { 0 };
	enum rc rc;

	if (!conf_find(stored->name, &i) || items[i].applies == CONF_BY_FILE ||
	    conf_is_said(to, i))
		return RC_OK;
	rc = set_from(to, i, stored->text, STORED, &err);
	if (rc == RC_INVALID)
		buf_printf(problems, "%s\n", err.msg);
	return rc == RC_INVALID ? RC_OK : rc;
}

enum rc
conf_with_stored(const struct conf_loaded *loaded, const struct conf_stored *stored,
    size_t n, struct conf_loaded **ret_loaded, struct buf *problems)
{
	struct conf_loaded *to OWNED(conf_free) = calloc(1, sizeof(*to));
	size_t items;
	enum rc rc = to ? make_room(to) : RC_NOMEM;

	if (rc != RC_OK)
		return rc;
	(void)conf_items(&items);
	to->conf = loaded->conf;
	memcpy(to->origins, loaded->origins, items * sizeof(*to->origins));
	memcpy(to->lines, loaded->lines, items * sizeof(*to->lines));
	for (size_t i = 0; rc == RC_OK && i < n; i++)
		rc = take_stored(to, &stored[i], problems);
	if (rc == RC_OK)
		*ret_loaded = GIVE(to);
	return rc;
}
