/* SPDX-License-Identifier: Apache-2.0
 *
 * Nodes: a job on an OLT, with its own times.
 */
#include "service/service_int.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/vec.h"
#include "sched/phase.h"
#include "sched/schedule.h"
#include "service/job_int.h"
#include "store/work/job.h"
#include "store/list/list.h"
#include "store/olt/olt.h"

enum { PRIORITY_MAX = 1000 };

/* What is being changed, or applied, or chained. */
struct entry {
	struct application application;
	struct node_change change;
	struct node_id master;
	int64_t next_run_ms;
};

/* ---- one node ------------------------------------------------------------------------ */

static struct olt_id
olt_of(struct ask *a, struct node_id node)
{
	struct err err = { 0 };
	json_t *shown = ENTITY_NODE.show(a->db, node.v, &err);
	struct olt_id olt = { json_integer_value(json_object_get(shown, "olt")) };

	json_decref(shown);
	if (!shown)
		(void)ask_fail_err(a, err.rc, &err);
	return olt;
}

static void
finish(struct ask *a, struct change *c)
{
	struct olt_id olt = olt_of(a, (struct node_id){ c->id });
	json_t *shown;

	if (!ask_is_well(a) || change_make(a, c) != RC_OK || tell_olt(a, olt) != RC_OK)
		return;
	shown = ENTITY_NODE.show(a->db, c->id, NULL);
	if (shown)
		show_next_runs(a->s, "nodes", shown);
	ask_answer(a, shown ? shown : json_pack("{s:I}", "id", (json_int_t)c->id));
}

static enum rc
enable(struct change *c, struct db *db, struct err *err)
{
	return store_node_enable(db, (struct node_id){ c->id },
	    phase_first(c->now_ms, (uint64_t)c->id), c->now_ms, err);
}

static enum rc
disable(struct change *c, struct db *db, struct err *err)
{
	return store_node_disable(db, (struct node_id){ c->id }, c->now_ms, err);
}

static enum rc
override(struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;

	return store_node_change(
	    db, (struct node_id){ c->id }, &e->change, c->now_ms, err);
}

static enum rc
chain(struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;
	struct node_chain how = { .node = { c->id },
		.master = e->master,
		.next_run_ms = phase_first(c->now_ms, (uint64_t)c->id),
		.now_ms = c->now_ms };

	return store_node_chain(db, &how, err);
}

static enum rc
remove_node(struct change *c, struct db *db, struct err *err)
{
	return store_node_delete(db, (struct node_id){ c->id }, err);
}

static void
change_one(struct ask *a, const char *action,
    enum rc (*make)(struct change *c, struct db *db, struct err *err), struct entry *e)
{
	struct node_id id = find_node(a, "node");
	struct change c = { action, &ENTITY_NODE, id.v, make, e, 0 };

	if (args_are_right(a))
		finish(a, &c);
}

void
op_node_get(struct ask *a)
{
	struct node_id id = find_node(a, "node");
	json_t *shown = args_are_right(a) ? ask_row(a, "nodes", id.v) : NULL;

	if (!shown)
		return;
	show_next_runs(a->s, "nodes", shown);
	ask_answer(a, shown);
}

void
op_node_enable(struct ask *a)
{
	change_one(a, "enable", enable, NULL);
}

void
op_node_disable(struct ask *a)
{
	change_one(a, "disable", disable, NULL);
}

static void
take_overrides(struct ask *a, struct node_overrides *o)
{
	job_take_when(a, &o->interval_ms, &o->cron);
	o->priority = arg_int(a, "priority", (struct arg_range){ 0, PRIORITY_MAX, -1 });
}

void
op_node_override(struct ask *a)
{
	struct entry e = { .change = { { .priority = -1 }, true, true, true } };

	take_overrides(a, &e.change.to);
	change_one(a, "override", override, &e);
}

/* null: as its job says. */
void
op_node_change(struct ask *a)
{
	bool has_times = arg_given(a, "interval") || arg_given(a, "cron");
	struct entry e = { .change = { { .priority = -1 },
			       has_times || json_object_get(a->args, "interval"),
			       has_times || json_object_get(a->args, "cron"),
			       json_object_get(a->args, "priority") } };

	take_overrides(a, &e.change.to);
	change_one(a, "update", override, &e);
}

void
op_node_chain(struct ask *a)
{
	struct entry e = { 0 };

	if (arg_given(a, "master"))
		e.master = find_node(a, "master");
	change_one(a, "chain", chain, &e);
}

void
op_node_remove(struct ask *a)
{
	change_one(a, "delete", remove_node, NULL);
}

/* ---- running --------------------------------------------------------------------------- */

void
node_run(struct ask *a, struct node_id node, bool alone, json_t *executions)
{
	const struct service_ops *ops = &a->s->options.ops;
	struct execution_id execution = { 0 };
	enum rc rc = ops->run(ops->ctx, node, alone, a->who->name, &execution);

	if (rc == RC_OK)
		(void)json_array_append_new(executions, json_integer(execution.v));
	else
		(void)ask_fail(a, rc,
		    rc == RC_NOT_FOUND ? "the engine does not know node %lld yet"
				       : "the engine cannot take node %lld now",
		    (long long)node.v);
}

void
op_node_run(struct ask *a)
{
	struct node_id id = find_node(a, "node");
	bool alone = arg_truth(a, "alone", false);
	json_t *executions = json_array();

	if (args_are_right(a))
		node_run(a, id, alone, executions);
	if (ask_is_well(a) && tell_sync(a) == RC_OK)
		ask_answer(a, json_pack("{s:O}", "executions", executions));
	json_decref(executions);
}

/* ---- applying ----------------------------------------------------------------------------- */

int64_t
node_first_in(struct ask *a)
{
	return arg_ms(a, "first_in", (struct arg_range){ 0, SCHEDULE_FIRST_MAX_MS, -1 });
}

static enum rc
first_run(struct db *db, const struct application *what, int64_t now_ms, int64_t *ret_ms,
    struct err *err)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct job job;
	enum rc rc;

	if (what->first_in_ms >= 0) {
		*ret_ms = now_ms + what->first_in_ms;
		return RC_OK;
	}
	if (!arena)
		return err_set(err, RC_NOMEM, "out of memory");
	rc = store_job_get(db, what->job, arena, &job, err);
	return rc == RC_OK ? schedule_first_run(&job, what->olt, now_ms, ret_ms, err)
			   : rc;
}

static enum rc
apply(struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;
	struct node_apply how = {
		.job = e->application.job, .olt = e->application.olt, .now_ms = c->now_ms
	};
	struct node_id node = { 0 };
	enum rc rc = first_run(db, &e->application, c->now_ms, &how.next_run_ms, err);

	if (rc == RC_OK)
		rc = store_node_apply(db, &how, &node, err);
	c->id = node.v;
	return rc;
}

enum rc
node_apply(struct ask *a, const struct application *what, bool *ret_is_new)
{
	struct entry e = { .application = *what };
	struct change c = { "create", &ENTITY_NODE, 0, apply, &e, 0 };
	char job[24], olt[24];

	(void)snprintf(job, sizeof(job), "%lld", (long long)what->job.v);
	(void)snprintf(olt, sizeof(olt), "%lld", (long long)what->olt.v);
	*ret_is_new =
	    find_row(a, "nodes", (struct find_field[]){ { "olt", olt }, { "job", job } },
		2) == 0;
	if (!ask_is_well(a))
		return a->answer->rc;
	return *ret_is_new ? change_make(a, &c) : RC_OK;
}

static enum rc
take_id(void *ctx, const struct olt *olt)
{
	struct olt_id *id = vec_add(ctx);

	if (!id)
		return RC_NOMEM;
	*id = olt->id;
	return RC_OK;
}

enum rc
olts_all(struct ask *a, struct vec *ret_ids)
{
	struct err err = { 0 };
	enum rc rc = store_olt_list(a->db, OLTS_LIVE, take_id, ret_ids, &err);

	return rc == RC_OK ? rc : ask_fail_err(a, rc, &err);
}

void
tally_refusal(struct ask *a, struct totals_cache *t, struct olt_id olt)
{
	(void)json_array_append_new(t->refused,
	    json_pack("{s:I, s:s}", "olt", (json_int_t)olt.v, "why", a->answer->message));
	a->answer->rc = RC_OK;
	a->answer->message[0] = '\0';
}

static void
apply_to_all(struct ask *a, struct application *what, struct totals_cache *t)
{
	struct vec olts = VEC_INIT(struct olt_id);

	if (olts_all(a, &olts) != RC_OK)
		return;
	for (size_t i = 0; i < olts.n; i++) {
		bool is_new;

		what->olt = *VEC_AT(&olts, struct olt_id, i);
		if (node_apply(a, what, &is_new) != RC_OK) {
			tally_refusal(a, t, what->olt);
			continue;
		}
		t->applied += is_new;
		t->already += !is_new;
		if (is_new)
			(void)tell_olt(a, what->olt);
	}
	vec_fini(&olts);
}

void
op_job_apply(struct ask *a)
{
	struct application what = { .job = find_job(a, "job"),
		.first_in_ms = node_first_in(a) };
	struct totals_cache t = { .refused = json_array() };
	bool all = arg_truth(a, "all", false), is_new = false;

	if (!all)
		what.olt = find_olt(a, "olt");
	if (args_are_right(a) && all) {
		apply_to_all(a, &what, &t);
	} else if (ask_is_well(a) && node_apply(a, &what, &is_new) == RC_OK) {
		t.applied = is_new;
		t.already = !is_new;
		(void)tell_olt(a, what.olt);
	}
	if (ask_is_well(a))
		ask_answer(a,
		    json_pack("{s:I, s:I, s:O}", "applied", (json_int_t)t.applied,
			"already", (json_int_t)t.already, "refused", t.refused));
	json_decref(t.refused);
}
