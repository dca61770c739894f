/* SPDX-License-Identifier: Apache-2.0
 *
 * A cache of overlays. The key of an overlay is everything that it was made from: a
 * thousand OLTs with the same job share one, and an edit makes a new one.
 */
#include "vendor/overlay_int.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/map.h"
#include "base/vec.h"

enum {
	KEEP_MAX = 512, /* above this, unused overlays are freed */
	KEY_MAX = 4 * 1024 * 1024,
	ARENA_MAX = 64 * 1024 * 1024,
};

struct overlay_entry {
	struct overlay overlay; /* what users hold */
	struct arena *arena; /* memory of everything, including the key */
	const char *key;
	size_t key_n;
	atomic_size_t holders; /* taken by the owner, given back by any thread */
};

struct overlays {
	const struct profile_set *set;
	struct map *by_content;
};

struct overlays *
overlays_new(const struct profile_set *set)
{
	struct overlays *o = calloc(1, sizeof(*o));

	if (!o)
		return NULL;
	o->set = set;
	o->by_content = map_new();
	if (!o->by_content) {
		free(o);
		return NULL;
	}
	return o;
}

static void
entry_free(struct overlay_entry *e)
{
	if (!e)
		return;
	arena_free(e->arena);
	free(e);
}
OWNED_BY(struct overlay_entry, entry_free);

void
overlays_free(struct overlays *o)
{
	size_t at = 0;

	if (!o)
		return;
	for (struct overlay_entry *e; (e = map_next(o->by_content, &at));)
		entry_free(e);
	map_free(o->by_content);
	free(o);
}

/* ---- keys ---------------------------------------------------------------------- */

/* With its NUL, so that two different lists of texts never have the same key. */
static void
add_text(struct buf *key, const char *text)
{
	buf_add(key, text ? text : "", text ? strlen(text) + 1 : 1);
}

static void
add_row(struct buf *key, const struct overlay_row *row)
{
	const char *const texts[] = { row->profile, row->table, row->name, row->oid,
		row->purpose, row->formula, row->transform, row->unit, row->invalid };

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		add_text(key, texts[i]);
	buf_putc(key,
	    (char)('0' + (row->is_slow | row->is_builtin << 1 | row->is_edited << 2)));
}

/* False: out of memory. */
static bool
make_key(struct buf *key, const struct overlay_question *q)
{
	/* The pointer to the base, not its id: a profile may have been replaced. */
	buf_add(key, &q->base, sizeof(const struct profile *));
	for (size_t i = 0; i < q->n_rows; i++)
		add_row(key, &q->rows[i]);
	buf_putc(key, 'f');
	for (size_t i = 0; i < q->n_formulas; i++) {
		add_text(key, q->formulas[i].name);
		add_text(key, q->formulas[i].definition);
	}
	buf_putc(key, 'l');
	for (size_t i = 0; i < q->n_labels; i++) {
		const struct overlay_label *l = &q->labels[i];
		const char *const texts[] = { l->column, l->purpose, l->raw, l->label,
			l->meaning };

		for (size_t k = 0; k < sizeof(texts) / sizeof(texts[0]); k++)
			add_text(key, texts[k]);
	}
	return buf_ok(key);
}

/* ---- entries ------------------------------------------------------------------- */

/* Free the overlays that are not in use. */
static void
tidy(struct overlays *o)
{
	struct vec unheld = VEC_INIT(struct overlay_entry *);
	size_t at = 0;

	for (struct overlay_entry *e; (e = map_next(o->by_content, &at));) {
		struct overlay_entry **slot =
		    atomic_load(&e->holders) == 0 ? vec_add(&unheld) : NULL;

		if (slot)
			*slot = e;
	}
	for (size_t i = 0; i < unheld.n; i++) {
		struct overlay_entry *e = *VEC_AT(&unheld, struct overlay_entry *, i);

		(void)map_take(o->by_content, e->key, e->key_n); /* it exists */
		entry_free(e);
	}
	vec_fini(&unheld);
}

static enum rc
entry_make(struct overlays *o, const struct overlay_question *q, const struct buf *key,
    struct overlay_entry **ret_entry)
{
	struct overlay_entry *e OWNED(entry_free) = calloc(1, sizeof(*e));
	const struct oid *never;
	size_t n_never;
	enum rc rc;

	if (!e)
		return RC_NOMEM;
	e->arena = arena_new(ARENA_MAX);
	if (!e->arena)
		return RC_NOMEM;
	e->key = arena_copy(e->arena, key->data, key->len);
	e->key_n = key->len;
	if (!e->key)
		return RC_NOMEM;
	never = profile_set_never_read(o->set, &n_never);
	rc = overlay_make(q, never, n_never, e->arena, &e->overlay);
	e->overlay.entry = e;
	if (rc == RC_OK && map_count(o->by_content) >= KEEP_MAX)
		tidy(o);
	if (rc == RC_OK)
		rc = map_add(o->by_content, e->key, e->key_n, e);
	if (rc != RC_OK)
		return rc;
	*ret_entry = GIVE(e);
	return RC_OK;
}

enum rc
overlays_take(struct overlays *o, const struct overlay_question *q,
    const struct overlay **ret_overlay, struct err *err)
{
	struct buf key = BUF_INIT(KEY_MAX);
	struct overlay_entry *e = NULL;
	enum rc rc = make_key(&key, q) ? RC_OK : RC_NOMEM;

	if (rc == RC_OK)
		e = map_find(o->by_content, key.data, key.len);
	if (rc == RC_OK && !e)
		rc = entry_make(o, q, &key, &e);
	buf_fini(&key);
	if (rc != RC_OK)
		return err_set(err, rc, "no memory for the columns of a job");
	(void)atomic_fetch_add(&e->holders, 1);
	*ret_overlay = &e->overlay;
	return RC_OK;
}

void
overlay_give(const struct overlay *overlay)
{
	size_t before;

	if (!overlay)
		return;
	before = atomic_fetch_sub(&overlay->entry->holders, 1);
	assert(before > 0);
}
