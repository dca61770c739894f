/* SPDX-License-Identifier: Apache-2.0
 *
 * Which OLTs a job is for: picked one by one, all of a brand, model or site, or all. When a
 * job or an OLT is entered or changed, nodes are made where they belong and taken away
 * where they do not any more.
 */
#include "base/log.h"
#include "base/vec.h"
#include "service/job_int.h"
#include "store/job.h"

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

static enum rc
take_fit(void *ctx, const struct job_fit *fit)
{
	struct job_fit *item = vec_add(ctx);

	if (!item)
		return RC_NOMEM;
	*item = *fit;
	return RC_OK;
}

static enum rc
take_away(struct change *c, struct db *db, struct err *err)
{
	return store_node_delete(db, (struct node_id){ c->id }, err);
}

/* What was asked for is in. That a node cannot be made or taken away (others are chained to
 * it) is for somebody to mend, and no reason to say that the change failed. */
static void
settle_one(struct ask *a, const struct job_fit *fit)
{
	struct application what = { fit->job, fit->olt, -1 };
	struct change away = { "delete", &ENTITY_NODE, fit->node.v, take_away, NULL, 0 };
	bool is_new = false;

	if (fit->fits && !fit->node.v)
		(void)node_apply(a, &what, &is_new);
	else if (!fit->fits && fit->node.v)
		(void)change_make(a, &away);
	if (ask_is_well(a))
		return;
	log_warn("service", "job=%lld olt=%lld its node stays as it is: %s",
	    (long long)fit->job.v, (long long)fit->olt.v, a->answer->message);
	a->answer->rc = RC_OK;
	a->answer->message[0] = '\0';
}

/* Those from which it was taken away have no more node that would name them. */
void
job_settle(struct ask *a, struct job_id job)
{
	struct vec fits = VEC_INIT(struct job_fit);
	struct err err = { 0 };
	enum rc rc = store_job_fits(a->db, job, take_fit, &fits, &err);

	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
	for (size_t i = 0; i < fits.n && ask_is_well(a); i++) {
		const struct job_fit *fit = VEC_AT(&fits, struct job_fit, i);

		settle_one(a, fit);
		if (!fit->fits)
			(void)tell_olt(a, fit->olt);
	}
	vec_fini(&fits);
}

void
olt_settle(struct ask *a, struct olt_id olt)
{
	struct vec fits = VEC_INIT(struct job_fit);
	struct err err = { 0 };
	enum rc rc = store_olt_fits(a->db, olt, take_fit, &fits, &err);

	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
	for (size_t i = 0; i < fits.n && ask_is_well(a); i++)
		settle_one(a, VEC_AT(&fits, struct job_fit, i));
	vec_fini(&fits);
}
