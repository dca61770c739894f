/* SPDX-License-Identifier: Apache-2.0 */
#include "ledger/ledger.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "ledger/ledger_int.h"

/* ---- creation and release ------------------------------------------------------ */

/* Entries of the same millisecond must differ, also from those of another machine. */
static int64_t
random_start(void)
{
	uint64_t random = 0;

	(void)!getrandom(&random, sizeof(random), GRND_NONBLOCK); /* then it is 0 */
	return (int64_t)(random >> 2);
}

enum rc
ledger_new(const struct ledger_options *options, const struct ledger_ops *ops,
    struct ledger **ret_ledger, struct err *err)
{
	struct ledger *b OWNED(ledger_free) = calloc(1, sizeof(*b));

	assert(options->olts_a_tick > 0);
	if (!b)
		return err_set(err, RC_NOMEM, "no memory for the ledger");
	b->options = *options;
	b->ops = *ops;
	b->olts = (struct vec)VEC_INIT(struct olt_id);
	b->urgent = (struct vec)VEC_INIT(struct olt_id);
	b->old = (struct vec)VEC_INIT(struct quota);
	b->entries = random_start();
	b->by_id = map_new();
	b->loaded = map_new();
	b->durations = map_new();
	if (!b->by_id || !b->loaded || !b->durations)
		return err_set(err, RC_NOMEM, "no memory for the ledger");
	*ret_ledger = GIVE(b);
	return RC_OK;
}

static void
olt_free(struct ledger_olt *o)
{
	if (!o)
		return;
	ledger_hour_fini(&o->hour);
	ledger_hour_fini(&o->before);
	vec_fini(&o->waiting);
	free(o->name);
	free(o->nodes);
	free(o);
}
OWNED_BY(struct ledger_olt, olt_free);

static void
loaded_free(struct loaded *l)
{
	if (!l)
		return;
	vec_fini(&l->quotas);
	free(l);
}
OWNED_BY(struct loaded, loaded_free);

static void
free_loaded(struct map *m)
{
	size_t at = 0;

	for (struct loaded *l = m ? map_next(m, &at) : NULL; l; l = map_next(m, &at))
		loaded_free(l);
	map_free(m);
}

static void
free_values(struct map *m)
{
	size_t at = 0;

	for (void *v = m ? map_next(m, &at) : NULL; v; v = map_next(m, &at))
		free(v);
	map_free(m);
}

void
ledger_free(struct ledger *b)
{
	size_t at = 0;

	if (!b)
		return;
	for (struct ledger_olt *o = b->by_id ? map_next(b->by_id, &at) : NULL; o;
	     o = map_next(b->by_id, &at))
		olt_free(o);
	map_free(b->by_id);
	free_loaded(b->loaded);
	free_values(b->durations);
	vec_fini(&b->olts);
	vec_fini(&b->urgent);
	vec_fini(&b->old);
	free(b);
}

struct ledger_olt *
ledger_find(const struct ledger *b, struct olt_id id)
{
	return map_find_u64(b->by_id, (uint64_t)id.v);
}

/* ---- stored data -------------------------------------------------------------- */

/* The loaded data of the OLT; NULL: out of memory. */
static struct loaded *
loaded_of(struct ledger *b, struct olt_id olt)
{
	struct loaded *l OWNED(loaded_free) = NULL;
	struct loaded *known = map_find_u64(b->loaded, (uint64_t)olt.v);

	if (known)
		return known;
	l = calloc(1, sizeof(*l));
	if (!l)
		return NULL;
	l->quotas = (struct vec)VEC_INIT(struct quota);
	if (map_add_u64(b->loaded, (uint64_t)olt.v, l) != RC_OK)
		return NULL;
	return GIVE(l);
}

static enum rc
add_quota(struct vec *quotas, const struct quota *quota)
{
	struct quota *copy = vec_add(quotas);

	if (!copy)
		return RC_NOMEM;
	*copy = *quota;
	return RC_OK;
}

/* Store a copy of the value; an existing one is replaced. */
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
ledger_load_quota(struct ledger *b, const struct quota *quota, int64_t now_ms)
{
	struct loaded *l;

	if (quota->status != QUOTA_IN_PROGRESS)
		return RC_OK;
	if (quota->key.period_start_ms != quota_period_of(now_ms))
		return add_quota(&b->old, quota);
	l = loaded_of(b, quota->key.olt);
	b->loaded_hour_ms = quota->key.period_start_ms;
	return l ? add_quota(&l->quotas, quota) : RC_NOMEM;
}

enum rc
ledger_load_duration(
    struct ledger *b, struct node_id node, struct ledger_duration duration)
{
	return keep(b->durations, (uint64_t)node.v, &duration, sizeof(duration));
}

/* Continue with the stored tracker of this hour; its required runs do not change. */
static void
adopt_quota(struct ledger_olt *o, const struct quota *q)
{
	struct tracker *t = tracker_of(&o->hour, o->id, q->key.job, q->task_type);
	int64_t made = q->completed + q->partial + q->failed + q->skipped;
	int64_t to_come;

	if (!t)
		return;
	to_come = t->q.required;
	t->q = *q;
	t->is_stored = t->is_dirty = true;
	if (q->required == 0) /* written by a run before its tracker was */
		t->q.required = made + to_come;
}

static void
adopt(struct ledger *b, struct ledger_olt *o)
{
	struct loaded *l OWNED(loaded_free) = map_take_u64(b->loaded, (uint64_t)o->id.v);

	for (size_t i = 0; l && i < l->quotas.n; i++) {
		const struct quota *q = VEC_AT(&l->quotas, struct quota, i);

		if (q->key.period_start_ms == o->hour.start_ms)
			adopt_quota(o, q);
	}
}

/* ---- OLTs -------------------------------------------------------------------- */

void
ledger_make_urgent(struct ledger *b, struct ledger_olt *o)
{
	struct olt_id *id;

	if (o->is_urgent)
		return;
	id = vec_add(&b->urgent);
	if (!id)
		return; /* the round also visits it */
	*id = o->id;
	o->is_urgent = true;
}

static struct ledger_olt *
add(struct ledger *b, struct olt_id id)
{
	struct ledger_olt *o OWNED(olt_free) = calloc(1, sizeof(*o));
	struct olt_id *place;

	if (!o)
		return NULL;
	o->id = id;
	o->waiting = (struct vec)VEC_INIT(struct tracker);
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
is_same_node(const struct ledger_node *a, const struct ledger_node *b)
{
	return a->id.v == b->id.v && a->master.v == b->master.v && a->job.v == b->job.v &&
	    a->type == b->type && a->runs == b->runs && a->priority == b->priority &&
	    schedule_is_same(&a->schedule, &b->schedule);
}

static bool
are_same_nodes(const struct ledger_olt *o, const struct ledger_node *nodes, size_t n)
{
	if (o->n_nodes != n)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (!is_same_node(&o->nodes[i], &nodes[i]))
			return false;
	}
	return true;
}

/* The runs of a job from now to the end of the hour: with the previous nodes, and with
 * the current ones. */
struct owed {
	int64_t before, after;
};

/* Adjust the required runs from now on. */
static void
adjust(struct tracker *t, struct owed owed, bool was_enabled)
{
	int64_t gone = was_enabled ? owed.before : t->unowed;

	if (t->q.status == QUOTA_INTERRUPTED) {
		t->q.status = QUOTA_IN_PROGRESS;
		t->is_dirty = true;
	}
	t->unowed = 0;
	if (owed.after == gone)
		return;
	t->q.required += owed.after - gone;
	if (t->q.required < 0)
		t->q.required = 0;
	t->is_dirty = true;
}

/* The current nodes, and the previous nodes of the OLT. */
struct renewal {
	const struct ledger_node *nodes;
	size_t n;
	int64_t now_ms;
	bool was_enabled, is_enabled;
};

/* Create a tracker for every job with required runs, before any is adjusted. */
static void
adjust_all(struct ledger_olt *o, const struct renewal *r)
{
	struct ledger_hour *h = &o->hour;
	int64_t from = r->now_ms + 1, end = h->start_ms + QUOTA_PERIOD_MS;

	for (size_t i = 0; i < r->n; i++) {
		const struct ledger_node *n = &r->nodes[i];

		if (ledger_node_owes(n, from, end) > 0)
			(void)tracker_of(h, o->id, n->job, n->label); /* logged if NULL */
	}
	for (size_t i = 0; i < h->trackers.n; i++) {
		struct tracker *t = VEC_AT(&h->trackers, struct tracker, i);
		struct job_id job = t->q.key.job;
		struct owed owed = { ledger_node_owes(
					 ledger_nodes_of_job(o->nodes, o->n_nodes, job),
					 from, end),
			ledger_node_owes(
			    ledger_nodes_of_job(r->nodes, r->n, job), from, end) };

		if (r->is_enabled)
			adjust(t, owed, r->was_enabled);
		else if (r->was_enabled)
			t->unowed = owed.before;
	}
}

/* The OLT takes over nodes and name. */
static void
change(struct ledger *b, struct ledger_olt *o, const struct coordinator_olt *told,
    struct ledger_node *nodes, int64_t now_ms)
{
	struct renewal r = { nodes, told->n_nodes, now_ms, o->enabled, told->enabled };
	bool is_same = r.was_enabled == r.is_enabled && are_same_nodes(o, nodes, r.n);

	if (!is_same)
		adjust_all(o, &r);
	free(o->nodes);
	o->nodes = nodes;
	o->n_nodes = told->n_nodes;
	o->enabled = told->enabled;
	if (is_same)
		return;
	o->wants_plan = o->enabled;
	if (r.was_enabled && !o->enabled)
		ledger_hour_interrupt(b, o, &o->hour, now_ms);
	ledger_make_urgent(b, o);
}

static void
meet(struct ledger *b, struct ledger_olt *o, const struct coordinator_olt *told,
    struct ledger_node *nodes, int64_t now_ms)
{
	o->nodes = nodes;
	o->n_nodes = told->n_nodes;
	o->enabled = told->enabled;
	ledger_roll(b, o, now_ms, now_ms + 1);
	adopt(b, o);
	if (!o->enabled)
		ledger_hour_interrupt(b, o, &o->hour, now_ms);
	ledger_make_urgent(b, o);
}

enum rc
ledger_olt(struct ledger *b, const struct coordinator_olt *olt, int64_t now_ms)
{
	struct ledger_olt *o = ledger_find(b, olt->id);
	struct ledger_node *nodes;
	char *name = strdup(olt->name ? olt->name : "");

	if (name && !o)
		o = add(b, olt->id);
	nodes = o ? ledger_nodes_new(b, o, olt, now_ms) : NULL;
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
	ledger_roll(b, o, now_ms, 0);
	change(b, o, olt, nodes, now_ms);
	return RC_OK;
}

void
ledger_olt_gone(struct ledger *b, struct olt_id olt, int64_t now_ms)
{
	struct ledger_olt *o OWNED(olt_free) = map_take_u64(b->by_id, (uint64_t)olt.v);

	if (!o)
		return;
	if (o->before.start_ms)
		ledger_hour_close(b, o, &o->before, now_ms);
	trackers_close(b, o, true, now_ms);
	ledger_hour_interrupt(b, o, &o->hour, now_ms);
}

/* ---- queries ------------------------------------------------------------------ */

void
ledger_flush(struct ledger *b, int64_t now_ms)
{
	size_t at = 0;

	for (struct ledger_olt *o = map_next(b->by_id, &at); o;
	     o = map_next(b->by_id, &at)) {
		ledger_hour_flush(b, o, &o->hour, now_ms);
		ledger_hour_flush(b, o, &o->before, now_ms);
		for (size_t i = 0; i < o->waiting.n; i++) {
			struct tracker *t = VEC_AT(&o->waiting, struct tracker, i);

			if (t->is_dirty)
				tracker_put(b, t);
		}
	}
}
