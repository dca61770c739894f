/* SPDX-License-Identifier: Apache-2.0
 *
 * Which OLTs a job is for: picked one by one, all of a brand, model or site, or all. When a
 * job or an OLT is entered or changed, nodes are made where they belong and taken away
 * where they do not any more, in the same transaction.
 */
#include <stdlib.h>

#include "base/log.h"
#include "base/vec.h"
#include "sched/schedule.h"
#include "service/job_int.h"
#include "store/access/audit.h"
#include "store/work/settle.h"

/* ---- what was given ------------------------------------------------------------------ */

static bool
is_null(const struct ask *a, const char *name)
{
	return json_is_null(json_object_get(a->args, name));
}

/* One that is not said takes the filter of the old target with it. */
static void
take_kind(struct ask *a, struct job *j)
{
	const char *name = arg_text(a, "target", NULL);

	if (!name &&
	    (arg_given(a, "target_brand") || arg_given(a, "target_model") ||
		arg_given(a, "target_site")))
		name = "filter";
	if (name && !job_target_from_name(name, &j->target))
		arg_wrong(a, "target", "picked, filter or all");
	if (j->target == JOB_FILTER)
		return;
	j->target_brand.v = 0;
	j->target_model.v = 0;
	j->target_site = NULL;
}

void
job_take_target(struct ask *a, struct job *j)
{
	take_kind(a, j);
	if (arg_given(a, "target_brand") || is_null(a, "target_brand"))
		j->target_brand = find_brand(a, "target_brand");
	if (arg_given(a, "target_model") || is_null(a, "target_model"))
		j->target_model = find_model(a, "target_model", j->target_brand);
	if (arg_given(a, "target_site") || is_null(a, "target_site"))
		j->target_site = arg_text(a, "target_site", NULL);
	if (j->target_site && !*j->target_site)
		j->target_site = NULL;
}

/* ---- where it belongs ------------------------------------------------------------------ */

/* The audit log has a line for each node, of the same moment and person as the change. */
struct noting {
	const struct ask *ask;
	int64_t now_ms;
	struct vec
	    *lost; /* struct olt_id: whose nodes were taken away; NULL: nobody asks */
};

static bool
keep_lost(const struct noting *n, enum settled what, struct olt_id olt)
{
	struct olt_id *item = n->lost && what == SETTLED_GONE ? vec_add(n->lost) : NULL;

	if (item)
		*item = olt;
	return item || !n->lost || what != SETTLED_GONE;
}

static enum rc
note(void *ctx, struct db *db, const struct job_fit *fit, enum settled what,
    struct err *err)
{
	const struct noting *n = ctx;
	struct audit line = { .at_ms = n->now_ms,
		.user = n->ask->who->user,
		.user_name = n->ask->who->name,
		.address = n->ask->who->address,
		.action = what == SETTLED_MADE ? "create" : "delete",
		.entity = ENTITY_NODE.name,
		.entity_id = fit->node.v };
	json_t *shown;
	char *text;
	enum rc rc;

	if (what == SETTLED_LEFT) {
		log_warn("service", "job=%lld olt=%lld its node stays as it is",
		    (long long)fit->job.v, (long long)fit->olt.v);
		return RC_OK;
	}
	shown = ENTITY_NODE.show(db, fit->node.v, err);
	text = shown ? json_dumps(shown, JSON_COMPACT) : NULL;
	json_decref(shown);
	if (!text || !keep_lost(n, what, fit->olt)) {
		free(text);
		return err_set(err, RC_NOMEM, "no memory for a line of the audit log");
	}
	*(what == SETTLED_MADE ? &line.after : &line.before) = text;
	rc = store_audit_add(db, &line, err);
	free(text);
	return rc;
}

static struct settling
settling_of(struct noting *n)
{
	return (struct settling){ .now_ms = n->now_ms,
		.first_run = schedule_first_run,
		.settled = note,
		.ctx = n };
}

enum rc
job_settle(const struct ask *a, struct change *c, struct db *db, struct vec *lost,
    struct err *err)
{
	struct noting n = { a, c->now_ms, lost };
	struct settling s = settling_of(&n);

	lost->n = 0; /* of an earlier try */
	return store_job_settle(db, (struct job_id){ c->id }, &s, err);
}

enum rc
olt_settle(const struct ask *a, struct change *c, struct db *db, struct err *err)
{
	struct noting n = { a, c->now_ms, NULL };
	struct settling s = settling_of(&n);

	return store_olt_settle(db, (struct olt_id){ c->id }, &s, err);
}
