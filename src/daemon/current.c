/* SPDX-License-Identifier: Apache-2.0 */
#include "daemon/current_int.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/vec.h"
#include "store/upkeep/migrate.h"
#include "store/core/settings.h"

enum { VALUE_MAX = 4096, PROBLEMS_MAX = 64 * 1024 };

struct current {
	const struct conf_loaded *loaded; /* borrowed */
	struct arena *arena; /* the defaults */
	const char **defaults; /* as they are shown, one per item */
	struct conf_loaded *begun;
	void (*apply)(void *ctx, const struct conf *conf);
	void *ctx;

	/* Lock order: reloading, then lock. */
	/* one at a time: the last one has read the newest values */
	pthread_mutex_t reloading;
	pthread_mutex_t lock; /* guards wanted */
	struct conf_loaded *wanted;
};

/* ---- what is stored -------------------------------------------------------------------- */

struct stored {
	struct arena *arena;
	struct vec all; /* struct conf_stored */
};

static enum rc
take_row(void *ctx, const struct setting *setting)
{
	struct stored *s = ctx;
	struct conf_stored *row;
	size_t i;

	if (!conf_find(setting->key, &i))
		return RC_OK;
	row = vec_add(&s->all);
	if (!row)
		return RC_NOMEM;
	row->name = arena_copy(s->arena, setting->key, strlen(setting->key));
	row->text = arena_copy(s->arena, setting->value, strlen(setting->value));
	return row->name && row->text ? RC_OK : RC_NOMEM;
}

static void
say_problems(const struct buf *problems)
{
	const char *line = buf_text(problems);

	while (*line) {
		size_t n = strcspn(line, "\n");

		log_warn("serve", "a stored setting is not used: %.*s", (int)n, line);
		line += n + (line[n] == '\n');
	}
}

/* File, environment, options and db together. */
static enum rc
read_wanted(
    const struct current *l, struct db *db, struct conf_loaded **ret, struct err *err)
{
	struct stored stored = { arena_new(0), VEC_INIT(struct conf_stored) };
	struct buf problems = BUF_INIT(PROBLEMS_MAX);
	enum rc rc =
	    stored.arena ? store_setting_list(db, take_row, &stored, err) : RC_NOMEM;

	if (rc == RC_OK)
		rc = conf_with_stored(
		    l->loaded, stored.all.data, stored.all.n, ret, &problems);
	if (rc == RC_OK)
		say_problems(&problems);
	if (rc == RC_NOMEM)
		(void)err_set(err, rc, "out of memory");
	buf_fini(&problems);
	vec_fini(&stored.all);
	arena_free(stored.arena);
	return rc;
}

/* ---- life ------------------------------------------------------------------------------ */

static enum rc
keep_defaults(struct current *l, struct err *err)
{
	size_t n;
	const struct conf_item *items = conf_items(&n);

	l->arena = arena_new(0);
	l->defaults = calloc(n, sizeof(*l->defaults));
	for (size_t i = 0; l->arena && l->defaults && i < n; i++) {
		struct buf shown = BUF_INIT(VALUE_MAX);
		enum rc rc = conf_read(i, items[i].fallback, &shown, err);

		if (rc == RC_OK)
			l->defaults[i] =
			    arena_copy(l->arena, buf_text(&shown), shown.len);
		buf_fini(&shown);
		if (rc != RC_OK)
			return rc;
		if (!l->defaults[i])
			break;
	}
	return l->defaults && l->defaults[n - 1]
	    ? RC_OK
	    : err_set(err, RC_NOMEM, "out of memory");
}

enum rc
current_new(
    const struct conf_loaded *loaded, struct current **ret_current, struct err *err)
{
	struct current *l OWNED(current_free) = calloc(1, sizeof(*l));
	struct buf none = BUF_INIT(1);
	enum rc rc;

	if (!l)
		return err_set(err, RC_NOMEM, "out of memory");
	(void)pthread_mutex_init(&l->reloading, NULL);
	(void)pthread_mutex_init(&l->lock, NULL);
	l->loaded = loaded;
	rc = keep_defaults(l, err);
	if (rc != RC_OK)
		return rc;
	if (conf_with_stored(loaded, NULL, 0, &l->begun, &none) != RC_OK ||
	    conf_with_stored(loaded, NULL, 0, &l->wanted, &none) != RC_OK)
		return err_set(err, RC_NOMEM, "out of memory");
	*ret_current = GIVE(l);
	return RC_OK;
}

void
current_free(struct current *l)
{
	if (!l)
		return;
	conf_free(l->begun);
	conf_free(l->wanted);
	free(l->defaults);
	arena_free(l->arena);
	(void)pthread_mutex_destroy(&l->reloading);
	(void)pthread_mutex_destroy(&l->lock);
	free(l);
}

enum rc
current_begin(struct current *l, struct db *db, struct err *err)
{
	struct conf_loaded *begun = NULL, *wanted = NULL;
	int64_t version = 0;
	enum rc rc = store_version_of(db, &version, err);

	if (rc != RC_OK || version == 0)
		return rc;
	rc = read_wanted(l, db, &begun, err);
	if (rc == RC_OK)
		rc = read_wanted(l, db, &wanted, err);
	if (rc != RC_OK) {
		conf_free(begun);
		return rc;
	}
	conf_free(l->begun);
	conf_free(l->wanted);
	l->begun = begun;
	l->wanted = wanted;
	return RC_OK;
}

const struct conf *
current_begun(const struct current *l)
{
	return conf_get(l->begun);
}

void
current_tell(
    struct current *l, void (*apply)(void *ctx, const struct conf *conf), void *ctx)
{
	l->apply = apply;
	l->ctx = ctx;
}

/* ---- for the service -------------------------------------------------------------------- */

static const char *
type_name(enum conf_type type)
{
	switch (type) {
	case CONF_INT:
		return "number";
	case CONF_BOOL:
		return "truth";
	case CONF_MS:
		return "time";
	case CONF_BYTES:
		return "size";
	case CONF_TEXT:
		return "text";
	case CONF_SECRET:
		return "secret";
	case CONF_ENUM:
		return "choice";
	case CONF_LIST:
		return "list";
	}
	return "text";
}

static void
describe(void *ctx, size_t i, struct program_setting *ret)
{
	const struct current *l = ctx;
	size_t n;
	const struct conf_item *item = conf_items(&n) + i;

	*ret = (struct program_setting){ .key = item->name,
		.help = item->help,
		.type = type_name(item->type),
		.choices = item->type == CONF_ENUM ? item->choices : NULL,
		.has_range = item->max > item->min,
		.min = item->min,
		.max = item->max,
		.fallback = l->defaults[i],
		.acts_at_once = item->applies == CONF_AT_ONCE,
		.may_be_stored = item->applies != CONF_BY_FILE };
}

/* Item i of a snapshot, in the arena. */
static const char *
shown_in(const struct conf_loaded *loaded, size_t i, struct arena *arena)
{
	struct buf shown = BUF_INIT(VALUE_MAX);
	char *copy;

	conf_show(loaded, i, &shown);
	copy = arena_copy(arena, buf_text(&shown), shown.len);
	buf_fini(&shown);
	return copy;
}

static enum rc
look(void *ctx, size_t i, struct arena *arena, struct program_value *ret)
{
	struct current *l = ctx;
	size_t n;
	bool is_at_once = conf_items(&n)[i].applies == CONF_AT_ONCE;
	const char *wanted;

	pthread_mutex_lock(&l->lock);
	wanted = shown_in(l->wanted, i, arena);
	pthread_mutex_unlock(&l->lock);
	*ret = (struct program_value){ .origin = conf_origin(l->loaded, i) };
	if (conf_is_said(l->loaded, i))
		ret->said = wanted;
	else if (wanted && strcmp(wanted, l->defaults[i]) != 0)
		ret->stored = wanted;
	ret->in_use = is_at_once ? wanted : shown_in(l->begun, i, arena);
	return wanted && ret->in_use ? RC_OK : RC_NOMEM;
}

static enum rc
read_value(void *ctx, size_t i, const char *text, struct buf *kept, struct err *err)
{
	(void)ctx;
	return conf_read(i, text, kept, err);
}

static void
swap_wanted(struct current *l, struct conf_loaded *wanted)
{
	struct conf_loaded *before;

	pthread_mutex_lock(&l->lock);
	before = l->wanted;
	l->wanted = wanted;
	pthread_mutex_unlock(&l->lock);
	conf_free(before);
}

static enum rc
reload(void *ctx, struct db *db, struct err *err)
{
	struct current *l = ctx;
	struct conf_loaded *wanted = NULL;
	enum rc rc;

	pthread_mutex_lock(&l->reloading);
	rc = read_wanted(l, db, &wanted, err);
	if (rc == RC_OK) {
		swap_wanted(l, wanted);
		l->apply(l->ctx, conf_get(wanted));
	}
	pthread_mutex_unlock(&l->reloading);
	return rc;
}

struct program
current_program(struct current *l)
{
	struct program p = { .describe = describe,
		.look = look,
		.read = read_value,
		.reload = reload,
		.ctx = l };

	(void)conf_items(&p.n);
	return p;
}
