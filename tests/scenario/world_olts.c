/* SPDX-License-Identifier: Apache-2.0
 *
 * OLTs and their nodes, and passing them to the coordinator.
 */
#include "world_int.h"

struct world_olt *
olt_of(const struct world *w, struct olt_id id)
{
	struct world_olt *o = map_find_u64(w->olts, (uint64_t)id.v);

	assert_non_null(o);
	return o;
}

struct world_node *
node_of(const struct world *w, struct node_id id)
{
	struct world_node *n = map_find_u64(w->nodes, (uint64_t)id.v);

	assert_non_null(n);
	return n;
}

struct world_olt *
world_olt(struct world *w, int64_t olt)
{
	struct world_olt *o = map_find_u64(w->olts, (uint64_t)olt);

	if (o)
		return o;
	o = calloc(1, sizeof(*o));
	assert_non_null(o);
	*o = (struct world_olt){ .id = { olt },
		.enabled = true,
		.duration_ms = SECOND,
		.silent_ms = 5 * SECOND,
		.result = EXECUTION_SUCCESS };
	snprintf(o->name, sizeof(o->name), "olt-%lld", (long long)olt);
	check_rc(map_add_u64(w->olts, (uint64_t)olt, o), RC_OK);
	return o;
}

struct world_node *
world_node(struct world *w, int64_t olt, int64_t node, int64_t interval_ms)
{
	struct world_node *n = map_find_u64(w->nodes, (uint64_t)node);

	if (n)
		return n;
	n = calloc(1, sizeof(*n));
	assert_non_null(n);
	(void)world_olt(w, olt);
	n->olt.v = olt;
	n->duration_ms = -1;
	snprintf(n->name, sizeof(n->name), "task-%lld", (long long)node);
	n->coordinator = (struct coordinator_node){ .name = n->name,
		.max_retries = 2,
		.retry_delay_ms = 120 * SECOND,
		.node = { .id = { node },
		    .olt = { olt },
		    .job = { 1 },
		    .type = TASK_GET,
		    .enabled = true,
		    .interval_ms = interval_ms,
		    .priority = 40,
		    .lane = "polling" } };
	check_rc(map_add_u64(w->nodes, (uint64_t)node, n), RC_OK);
	return n;
}

struct world_node *
world_link(struct world *w, int64_t master, int64_t node, int64_t priority)
{
	struct world_node *m = node_of(w, (struct node_id){ master });
	struct world_node *n =
	    world_node(w, m->olt.v, node, m->coordinator.node.interval_ms);

	n->coordinator.node.master.v = master;
	n->coordinator.node.priority = priority;
	return n;
}

static size_t
nodes_of(const struct world *w, const struct world_olt *o, struct vec *ret)
{
	size_t at = 0;
	const struct world_node *n;

	while ((n = map_next(w->nodes, &at))) {
		struct coordinator_node *d;

		if (n->olt.v != o->id.v || n->is_deleted)
			continue;
		d = vec_add(ret);
		assert_non_null(d);
		*d = n->coordinator;
		d->node.enabled = n->coordinator.node.enabled && o->enabled;
	}
	return ret->n;
}

static void
tell(struct world *w, struct world_olt *o, const struct vec *nodes, bool is_start)
{
	struct coordinator_olt olt = { .id = o->id,
		.name = o->name,
		.enabled = o->enabled,
		.health = { .failures = o->failures,
		    .suspended_ms = o->suspended_ms,
		    .not_answering_ms = o->not_answering_ms,
		    .last_answer_ms = o->last_answer_ms,
		    .up_since_ms = o->up_since_ms },
		.n_onus = o->n_onus,
		.since_ms = w->since_ms,
		.is_start = is_start,
		.n_nodes = nodes->n,
		.nodes = nodes->data };

	if (o->is_deleted)
		coordinator_olt_gone(w->coordinator, o->id, world_moment(w));
	else
		check_rc(coordinator_olt(w->coordinator, &olt, world_moment(w)), RC_OK);
}

void
world_tell(struct world *w, int64_t olt)
{
	struct world_olt *o = olt_of(w, (struct olt_id){ olt });
	struct vec nodes = VEC_INIT(struct coordinator_node);

	nodes_of(w, o, &nodes);
	tell(w, o, &nodes, false);
	vec_fini(&nodes);
}

/* All nodes by OLT, so that ten thousand of them are visited only once. */
static int
by_olt(const void *a, const void *b)
{
	const struct coordinator_node *x = a, *y = b;

	if (x->node.olt.v != y->node.olt.v)
		return x->node.olt.v < y->node.olt.v ? -1 : 1;
	return x->node.id.v < y->node.id.v ? -1 : 1;
}

void
world_tell_all(struct world *w)
{
	struct vec all = VEC_INIT(struct coordinator_node);
	size_t at = 0;
	const struct world_node *n;
	struct world_olt *o;

	while ((n = map_next(w->nodes, &at))) {
		struct coordinator_node *d;

		o = olt_of(w, n->olt);
		if (n->is_deleted || o->is_deleted)
			continue;
		d = vec_add(&all);
		assert_non_null(d);
		*d = n->coordinator;
		d->node.enabled = n->coordinator.node.enabled && o->enabled;
	}
	if (all.n > 0)
		qsort(all.data, all.n, sizeof(struct coordinator_node), by_olt);
	for (size_t i = 0; i < all.n;) {
		const struct coordinator_node *first =
		    VEC_AT(&all, struct coordinator_node, i);
		struct vec part = { .data = VEC_AT(&all, struct coordinator_node, i) };

		while (i < all.n &&
		    VEC_AT(&all, struct coordinator_node, i)->node.olt.v ==
			first->node.olt.v) {
			part.n++;
			i++;
		}
		tell(w, olt_of(w, first->node.olt), &part, true);
	}
	vec_fini(&all);
}
