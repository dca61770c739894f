/* SPDX-License-Identifier: Apache-2.0
 *
 * The workflow of an OLT: its nodes as they run, switched and put in order as a whole.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/vec.h"
#include "service/job_int.h"
#include "store/work/job.h"
#include "store/list/list.h"

enum { NODES_MAX = 1000, PRIORITY_MAX = 1000 };

/* The id of the entity is the OLT's: each has one. */
static json_t *
show_workflow(struct db *db, int64_t olt, struct err *err)
{
	char number[24];
	struct list_filter filter = { "olt", LIST_EQUAL, number };
	json_t *rows, *shown;

	(void)snprintf(number, sizeof(number), "%lld", (long long)olt);
	rows = show_rows(db, "workflows",
	    &(struct list_query){
		.n_filters = 1, .filters = &filter, .page = 1, .page_size = 1 },
	    err);
	if (!rows)
		return NULL;
	shown = json_incref(json_array_get(rows, 0));
	json_decref(rows);
	if (!shown)
		(void)err_set(err, RC_NOT_FOUND, "this OLT has no workflow yet");
	return shown;
}

static const struct entity ENTITY_WORKFLOW = { "workflow", show_workflow };

/* ---- as it runs ---------------------------------------------------------------------- */

static json_t *
nodes_of(struct ask *a, struct olt_id olt)
{
	struct list_filter filter = { "olt", LIST_EQUAL,
		arena_printf(a->arena, "%lld", (long long)olt.v) };
	struct err err = { 0 };
	json_t *rows = show_rows(a->db, "nodes",
	    &(struct list_query){ .n_filters = 1,
		.filters = &filter,
		.order = "-priority",
		.page = 1,
		.page_size = NODES_MAX },
	    &err);

	if (!rows)
		(void)ask_fail_err(a, err.rc, &err);
	return rows;
}

static bool
is_master(const json_t *node)
{
	return json_is_null(json_object_get(node, "master"));
}

/* Higher priority first, then the lower id: the order of a chain. */
static int
compare(const void *a, const void *b)
{
	const json_t *x = *(json_t *const *)a, *y = *(json_t *const *)b;
	json_int_t px = json_integer_value(json_object_get(x, "priority"));
	json_int_t py = json_integer_value(json_object_get(y, "priority"));
	json_int_t ix = json_integer_value(json_object_get(x, "id"));
	json_int_t iy = json_integer_value(json_object_get(y, "id"));

	return px != py ? (px < py) - (px > py) : (ix > iy) - (ix < iy);
}

static json_t *
chain_of(json_t *const *nodes, size_t n, json_int_t master)
{
	json_t *chain = json_array();

	for (size_t i = 0; i < n; i++) {
		if (!is_master(nodes[i]) &&
		    json_integer_value(json_object_get(nodes[i], "master")) == master)
			(void)json_array_append(chain, nodes[i]);
	}
	return chain;
}

/* Masters in their order, each with its chain. */
static json_t *
show_units(struct ask *a, const json_t *rows)
{
	size_t n = json_array_size(rows);
	json_t **nodes = arena_alloc(a->arena, (n + 1) * sizeof(json_t *));
	json_t *units = json_array();

	if (!nodes) {
		(void)ask_fail(a, RC_NOMEM, "out of memory");
		return units;
	}
	for (size_t i = 0; i < n; i++)
		nodes[i] = json_array_get(rows, i);
	qsort(nodes, n, sizeof(json_t *), compare);
	for (size_t i = 0; i < n; i++) {
		json_t *unit;

		if (!is_master(nodes[i]))
			continue;
		unit = json_copy(nodes[i]);
		(void)json_object_set_new(unit, "chain",
		    chain_of(
			nodes, n, json_integer_value(json_object_get(nodes[i], "id"))));
		(void)json_array_append_new(units, unit);
	}
	return units;
}

static void
answer_workflow(struct ask *a, struct olt_id olt)
{
	struct err err = { 0 };
	json_t *shown = show_workflow(a->db, olt.v, &err), *nodes;

	if (!shown) {
		(void)ask_fail_err(a, err.rc, &err);
		return;
	}
	show_next_runs(a->s, "workflows", shown);
	nodes = nodes_of(a, olt);
	if (nodes)
		show_next_runs(a->s, "nodes", nodes);
	if (nodes)
		(void)json_object_set_new(shown, "units", show_units(a, nodes));
	json_decref(nodes);
	ask_answer(a, shown);
}

void
op_workflow_get(struct ask *a)
{
	struct olt_id olt = find_olt(a, "olt");

	if (args_are_right(a))
		answer_workflow(a, olt);
}

/* ---- switching -------------------------------------------------------------------------- */

static enum rc
enable(struct change *c, struct db *db, struct err *err)
{
	return store_workflow_enable(db, (struct olt_id){ c->id }, true, c->now_ms, err);
}

static enum rc
disable(struct change *c, struct db *db, struct err *err)
{
	return store_workflow_enable(db, (struct olt_id){ c->id }, false, c->now_ms, err);
}

static void
change_one(struct ask *a, const char *action,
    enum rc (*make)(struct change *c, struct db *db, struct err *err))
{
	struct olt_id olt = find_olt(a, "olt");
	struct change c = { action, &ENTITY_WORKFLOW, olt.v, make, NULL, 0 };

	if (args_are_right(a) && change_make(a, &c) == RC_OK && tell_olt(a, olt) == RC_OK)
		answer_workflow(a, olt);
}

void
op_workflow_enable(struct ask *a)
{
	change_one(a, "enable", enable);
}

void
op_workflow_disable(struct ask *a)
{
	change_one(a, "disable", disable);
}

/* ---- order ------------------------------------------------------------------------------- */

struct order {
	size_t n;
	const int64_t *nodes;
	int64_t
	    top; /* the priority of the first; each has one less than that before it */
};

static enum rc
put_in_order(struct change *c, struct db *db, struct err *err)
{
	const struct order *order = c->ctx;
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < order->n; i++)
		rc = store_node_prioritize(db, (struct node_id){ order->nodes[i] },
		    order->top - (int64_t)i, c->now_ms, err);
	return rc;
}

/* The node of this number among those of the OLT; NULL: it is another's. */
static const json_t *
node_in(const json_t *rows, json_int_t id)
{
	for (size_t i = 0; i < json_array_size(rows); i++) {
		const json_t *node = json_array_get(rows, i);

		if (json_integer_value(json_object_get(node, "id")) == id)
			return node;
	}
	return NULL;
}

/* They keep the highest priority that one of them has, if there is room below it. */
static void
take_order(struct ask *a, const json_t *rows, struct order *ret)
{
	const json_t *given = json_object_get(a->args, "nodes");
	size_t n = json_array_size(given);
	int64_t *nodes = arena_alloc(a->arena, (n + 1) * sizeof(*nodes));

	ret->top = (int64_t)n - 1;
	for (size_t i = 0; nodes && i < n; i++) {
		json_int_t id = json_integer_value(json_array_get(given, i));
		const json_t *node = node_in(rows, id);
		int64_t priority = json_integer_value(json_object_get(node, "priority"));

		if (!node)
			arg_wrong(
			    a, "nodes", "%lld is no node of this OLT", (long long)id);
		for (size_t j = 0; j < i; j++) {
			if (nodes[j] == id)
				arg_wrong(
				    a, "nodes", "%lld is there twice", (long long)id);
		}
		nodes[i] = id;
		ret->top = priority > ret->top ? priority : ret->top;
	}
	ret->nodes = nodes;
	ret->n = nodes ? n : 0;
}

void
op_workflow_order(struct ask *a)
{
	struct olt_id olt = find_olt(a, "olt");
	const json_t *given = json_object_get(a->args, "nodes");
	struct order order = { 0 };
	struct change c = { "order", &ENTITY_WORKFLOW, olt.v, put_in_order, &order, 0 };
	json_t *rows;

	if (!json_is_array(given) || json_array_size(given) == 0 ||
	    json_array_size(given) > PRIORITY_MAX)
		arg_wrong(
		    a, "nodes", "a list of the numbers of nodes, the first to run first");
	rows = args_are_right(a) ? nodes_of(a, olt) : NULL;
	if (!rows)
		return;
	take_order(a, rows, &order);
	json_decref(rows);
	if (args_are_right(a) && change_make(a, &c) == RC_OK && tell_olt(a, olt) == RC_OK)
		answer_workflow(a, olt);
}

/* ---- all of it, now ------------------------------------------------------------------------ */

void
op_olt_run(struct ask *a)
{
	struct olt_id olt = find_olt(a, "olt");
	json_t *rows = args_are_right(a) ? nodes_of(a, olt) : NULL;
	json_t *executions;

	if (!rows)
		return;
	executions = json_array();
	for (size_t i = 0; ask_is_well(a) && i < json_array_size(rows); i++) {
		const json_t *node = json_array_get(rows, i);
		struct node_id id = { json_integer_value(json_object_get(node, "id")) };

		if (is_master(node) && json_is_true(json_object_get(node, "enabled")))
			node_run(a, id, false, executions);
	}
	json_decref(rows);
	if (ask_is_well(a) && json_array_size(executions) == 0)
		(void)ask_fail(
		    a, RC_NOT_FOUND, "no job that is enabled is applied to it");
	if (ask_is_well(a) && tell_sync(a) == RC_OK)
		ask_answer(a, json_pack("{s:O}", "executions", executions));
	json_decref(executions);
}
