/* SPDX-License-Identifier: Apache-2.0 */
#include "poll/books.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "poll/books_int.h"

/* ---- life -------------------------------------------------------------------- */

/* Entries of one millisecond must differ, also from those of another machine. */
static int64_t
random_start(void)
{
	uint64_t random = 0;

	(void)!getrandom(&random, sizeof(random), GRND_NONBLOCK); /* then it is 0 */
	return (int64_t)(random >> 2);
}

enum rc
books_new(const struct books_options *options, const struct books_world *world,
    struct books **ret_books, struct err *err)
{
	struct books *b OWNED(books_free) = calloc(1, sizeof(*b));

	assert(options->olts_a_tick > 0);
	if (!b)
		return err_set(err, RC_NOMEM, "no memory for the books");
	b->options = *options;
	b->world = *world;
	b->olts = (struct vec)VEC_INIT(struct olt_id);
	b->urgent = (struct vec)VEC_INIT(struct olt_id);
	b->old = (struct vec)VEC_INIT(struct quota);
	b->entries = random_start();
	b->by_id = map_new();
	b->loaded = map_new();
	b->durations = map_new();
	if (!b->by_id || !b->loaded || !b->durations)
		return err_set(err, RC_NOMEM, "no memory for the books");
	*ret_books = GIVE(b);
	return RC_OK;
}

static void
olt_free(struct book_olt *o)
{
	if (!o)
		return;
	free(o->name);
	free(o->nodes);
	free(o);
}
OWNED_BY(struct book_olt, olt_free);

static void
free_values(struct map *m)
{
	size_t at = 0;

	for (void *v = m ? map_next(m, &at) : NULL; v; v = map_next(m, &at))
		free(v);
	map_free(m);
}

void
books_free(struct books *b)
{
	size_t at = 0;

	if (!b)
		return;
	for (struct book_olt *o = b->by_id ? map_next(b->by_id, &at) : NULL; o;
	     o = map_next(b->by_id, &at))
		olt_free(o);
	map_free(b->by_id);
	free_values(b->loaded);
	free_values(b->durations);
	vec_fini(&b->olts);
	vec_fini(&b->urgent);
	vec_fini(&b->old);
	free(b);
}

struct book_olt *
book_find(const struct books *b, struct olt_id id)
{
	return map_find_u64(b->by_id, (uint64_t)id.v);
}

/* ---- what was stored --------------------------------------------------------- */

static uint64_t
loaded_key(struct olt_id olt, enum task_type type)
{
	return (uint64_t)olt.v * TASK_TYPES + type;
}

/* A copy of the value under the key; a second one replaces the first. */
static enum rc
keep(struct map *m, uint64_t key, const void *value, size_t bytes)
{
	void *copy = malloc(bytes);

	if (!copy)
		return RC_NOMEM;
	memcpy(copy, value, bytes);
	free(map_take_u64(m, key));
	if (map_add_u64(m, key, copy) != RC_OK) {
		free(copy);
		return RC_NOMEM;
	}
	return RC_OK;
}

enum rc
books_load_quota(struct books *b, const struct quota *quota, int64_t now_ms)
{
	struct quota *old;

	if (quota->status != QUOTA_IN_PROGRESS)
		return RC_OK;
	if (quota->key.period_start_ms == quota_period_of(now_ms)) {
		b->loaded_hour_ms = quota->key.period_start_ms;
		return keep(b->loaded, loaded_key(quota->key.olt, quota->key.type), quota,
		    sizeof(*quota));
	}
	old = vec_add(&b->old);
	if (!old)
		return RC_NOMEM;
	*old = *quota;
	return RC_OK;
}

enum rc
books_load_duration(struct books *b, struct node_id node, int64_t average_ms)
{
	return keep(b->durations, (uint64_t)node.v, &average_ms, sizeof(average_ms));
}

/* What the store has of this hour goes on: what was required stays so. */
static void
adopt(struct books *b, struct book_olt *o)
{
	for (int i = 0; i < TASK_TYPES; i++) {
		struct quota *q =
		    map_take_u64(b->loaded, loaded_key(o->id, (enum task_type)i));
		struct tracker *t = &o->hour.trackers[i];

		if (q && q->key.period_start_ms == o->hour.start_ms) {
			int64_t made = q->completed + q->failed + q->skipped;
			int64_t to_come = t->q.required;

			t->q = *q;
			t->is_stored = t->is_dirty = true;
			if (q->required == 0) /* the run came first, and nobody said */
				t->q.required = made + to_come;
		}
		free(q);
	}
}

/* ---- OLTs -------------------------------------------------------------------- */

void
book_make_urgent(struct books *b, struct book_olt *o)
{
	struct olt_id *id;

	if (o->is_urgent)
		return;
	id = vec_add(&b->urgent);
	if (!id)
		return; /* its turn in the round comes too */
	*id = o->id;
	o->is_urgent = true;
}

static struct book_olt *
add(struct books *b, struct olt_id id)
{
	struct book_olt *o OWNED(olt_free) = calloc(1, sizeof(*o));
	struct olt_id *place;

	if (!o)
		return NULL;
	o->id = id;
	if (map_add_u64(b->by_id, (uint64_t)id.v, o) != RC_OK)
		return NULL;
	place = vec_add(&b->olts);
	if (!place) {
		(void)map_take_u64(b->by_id, (uint64_t)id.v); /* it is o */
		return NULL;
	}
	*place = id;
	return GIVE(o);
}

static bool
is_same_node(const struct book_node *a, const struct book_node *b)
{
	return a->id.v == b->id.v && a->master.v == b->master.v && a->type == b->type &&
	    a->runs == b->runs && a->priority == b->priority &&
	    schedule_is_same(&a->schedule, &b->schedule);
}

static bool
are_same_nodes(const struct book_olt *o, const struct book_node *nodes, size_t n)
{
	if (o->n_nodes != n)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (!is_same_node(&o->nodes[i], &nodes[i]))
			return false;
	}
	return true;
}

/* What is owed from now on takes the place of what was. */
static void
adjust(struct book_olt *o, const int64_t before[TASK_TYPES],
    const int64_t after[TASK_TYPES], bool was_enabled)
{
	for (int i = 0; i < TASK_TYPES; i++) {
		struct tracker *t = &o->hour.trackers[i];
		int64_t gone = was_enabled ? before[i] : t->unowed;

		if (t->q.status == QUOTA_INTERRUPTED) {
			t->q.status = QUOTA_IN_PROGRESS;
			t->is_dirty = true;
		}
		t->unowed = 0;
		if (after[i] == gone)
			continue;
		t->q.required += after[i] - gone;
		if (t->q.required < 0)
			t->q.required = 0;
		t->is_dirty = true;
	}
}

static void
disable(
    struct books *b, struct book_olt *o, const int64_t owed[TASK_TYPES], int64_t now_ms)
{
	for (int i = 0; i < TASK_TYPES; i++)
		o->hour.trackers[i].unowed = owed[i];
	o->wants_plan = false;
	book_hour_interrupt(b, o, &o->hour, now_ms);
}

/* nodes and name are the OLT's from now on. */
static void
change(struct books *b, struct book_olt *o, const struct desk_olt *told,
    struct book_node *nodes, int64_t now_ms)
{
	int64_t end = o->hour.start_ms + QUOTA_PERIOD_MS;
	int64_t before[TASK_TYPES] = { 0 }, after[TASK_TYPES] = { 0 };
	bool was_enabled = o->enabled;
	bool is_same =
	    was_enabled == told->enabled && are_same_nodes(o, nodes, told->n_nodes);

	book_nodes_owe(o->nodes, o->n_nodes, now_ms + 1, end, before);
	book_nodes_owe(nodes, told->n_nodes, now_ms + 1, end, after);
	free(o->nodes);
	o->nodes = nodes;
	o->n_nodes = told->n_nodes;
	o->enabled = told->enabled;
	if (is_same)
		return;
	if (o->enabled) {
		adjust(o, before, after, was_enabled);
		o->wants_plan = true;
	} else if (was_enabled) {
		disable(b, o, before, now_ms);
	}
	book_make_urgent(b, o);
}

static void
meet(struct books *b, struct book_olt *o, const struct desk_olt *told,
    struct book_node *nodes, int64_t now_ms)
{
	o->nodes = nodes;
	o->n_nodes = told->n_nodes;
	o->enabled = told->enabled;
	o->is_suspended = told->suspended_ms != 0;
	book_roll(b, o, now_ms, now_ms + 1);
	adopt(b, o);
	if (!o->enabled)
		book_hour_interrupt(b, o, &o->hour, now_ms);
	book_make_urgent(b, o);
}

enum rc
books_olt(struct books *b, const struct desk_olt *olt, int64_t now_ms)
{
	struct book_olt *o = book_find(b, olt->id);
	struct book_node *nodes;
	char *name = strdup(olt->name ? olt->name : "");

	if (name && !o)
		o = add(b, olt->id);
	nodes = o ? book_nodes_new(b, o, olt, now_ms) : NULL;
	if (!name || !nodes) {
		free(name);
		return RC_NOMEM;
	}
	free(o->name);
	o->name = name;
	if (o->hour.start_ms == 0) {
		meet(b, o, olt, nodes, now_ms);
		return RC_OK;
	}
	book_roll(b, o, now_ms, 0);
	change(b, o, olt, nodes, now_ms);
	return RC_OK;
}

void
books_olt_gone(struct books *b, struct olt_id olt, int64_t now_ms)
{
	struct book_olt *o OWNED(olt_free) = map_take_u64(b->by_id, (uint64_t)olt.v);

	if (!o)
		return;
	if (o->before.start_ms)
		book_hour_close(b, o, &o->before, now_ms);
	book_hour_interrupt(b, o, &o->hour, now_ms);
}

/* ---- what can be asked ------------------------------------------------------- */

void
books_flush(struct books *b, int64_t now_ms)
{
	size_t at = 0;

	for (struct book_olt *o = map_next(b->by_id, &at); o;
	     o = map_next(b->by_id, &at)) {
		book_hour_flush(b, o, &o->hour, now_ms);
		book_hour_flush(b, o, &o->before, now_ms);
	}
}

bool
books_quota(const struct books *b, struct olt_id olt, enum task_type type,
    struct quota *ret_quota)
{
	const struct book_olt *o = book_find(b, olt);
	const struct tracker *t = o ? &o->hour.trackers[type] : NULL;

	if (!t || (t->q.required == 0 && !t->is_stored))
		return false;
	*ret_quota = t->q;
	return true;
}
