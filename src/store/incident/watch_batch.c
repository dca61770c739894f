/* SPDX-License-Identifier: Apache-2.0 */
#include "store/incident/watch_batch_int.h"

#include <stdlib.h>
#include <string.h>

struct watch_batch *
watch_batch_new(int64_t term, int64_t round)
{
	struct watch_batch *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->term = term;
	b->round = round;
	b->incidents = (struct vec)VEC_INIT(struct watch_incident);
	b->facts = (struct vec)VEC_INIT(struct watch_fact);
	b->groups = (struct vec)VEC_INIT(struct batch_group);
	b->arena = arena_new(0);
	if (!b->arena) {
		free(b);
		return NULL;
	}
	return b;
}

void
watch_batch_free(struct watch_batch *b)
{
	if (!b)
		return;
	vec_fini(&b->incidents);
	vec_fini(&b->facts);
	vec_fini(&b->groups);
	arena_free(b->arena);
	free(b);
}

/* n bytes with a NUL behind them; NULL stays NULL. */
static const void *
copy(struct watch_batch *b, const void *bytes, size_t n)
{
	const void *copied = bytes ? arena_copy(b->arena, bytes, n) : NULL;

	if (bytes && !copied)
		b->is_spoiled = true;
	return copied;
}

static const char *
copy_text(struct watch_batch *b, const char *text)
{
	return copy(b, text ? text : "", text ? strlen(text) : 0);
}

static void
copy_ports(struct watch_batch *b, struct watch_incident *i)
{
	struct watch_incident_port *ports =
	    arena_alloc(b->arena, (i->n_ports + 1) * sizeof(*ports));

	if (!ports) {
		b->is_spoiled = true;
		i->n_ports = 0;
		return;
	}
	for (size_t k = 0; k < i->n_ports; k++) {
		ports[k] = i->ports[k];
		ports[k].members = copy(b, ports[k].members, ports[k].members_bytes);
	}
	i->ports = ports;
}

static void
copy_evidence(struct watch_batch *b, struct watch_incident *i)
{
	struct watch_evidence *all =
	    arena_alloc(b->arena, (i->n_evidence + 1) * sizeof(*all));

	if (!all) {
		b->is_spoiled = true;
		i->n_evidence = 0;
		return;
	}
	for (size_t k = 0; k < i->n_evidence; k++) {
		all[k] = i->evidence[k];
		all[k].key = copy_text(b, all[k].key);
		all[k].value = copy_text(b, all[k].value);
	}
	i->evidence = all;
}

static void
copy_logs(struct watch_batch *b, struct watch_incident *i)
{
	struct watch_log *all = arena_alloc(b->arena, (i->n_logs + 1) * sizeof(*all));

	if (!all) {
		b->is_spoiled = true;
		i->n_logs = 0;
		return;
	}
	for (size_t k = 0; k < i->n_logs; k++) {
		all[k] = i->logs[k];
		all[k].kind = copy_text(b, all[k].kind);
		all[k].details = copy_text(b, all[k].details);
	}
	i->logs = all;
}

void
watch_batch_incident(struct watch_batch *b, const struct watch_incident *incident)
{
	struct watch_incident *i = vec_add(&b->incidents);

	if (!i) {
		b->is_spoiled = true;
		return;
	}
	*i = *incident;
	copy_ports(b, i);
	copy_evidence(b, i);
	copy_logs(b, i);
}

void
watch_batch_fact(struct watch_batch *b, const struct watch_fact *fact)
{
	struct watch_fact *f = vec_add(&b->facts);

	if (f)
		*f = *fact;
	else
		b->is_spoiled = true;
}

void
watch_batch_group(struct watch_batch *b, const struct watch_group *group)
{
	struct batch_group *g = vec_add(&b->groups);

	if (!g) {
		b->is_spoiled = true;
		return;
	}
	g->group = *group;
	g->group.onus = copy(b, group->onus, group->n * sizeof(*group->onus));
}

void
watch_batch_memory(struct watch_batch *b, const void *bytes, size_t n)
{
	b->memory = copy(b, bytes, n);
	b->memory_bytes = n;
}

void
watch_batch_position(struct watch_batch *b, const struct event_cursor *at, int64_t now_ms)
{
	b->has_position = true;
	b->at = *at;
	b->now_ms = now_ms;
}

bool
watch_batch_has_news(const struct watch_batch *b)
{
	return b->incidents.n || b->facts.n || b->groups.n || b->memory || b->is_spoiled;
}

const struct watch_incident *
watch_batch_at(const struct watch_batch *b, size_t i)
{
	return i < b->incidents.n ? VEC_AT(&b->incidents, struct watch_incident, i)
				  : NULL;
}

bool
watch_batch_stored_group(
    const struct watch_batch *b, size_t i, uint32_t *ret_key, int64_t *ret_node)
{
	const struct batch_group *g;

	if (i >= b->groups.n)
		return false;
	g = VEC_AT(&b->groups, struct batch_group, i);
	*ret_key = g->group.key;
	*ret_node = g->stored;
	return true;
}
