/* SPDX-License-Identifier: Apache-2.0
 *
 * The whole at a glance: what is up, what is not and why, what was owed and made. What is
 * wrong now is op_problem.c's.
 */
#include "model/totals.h"
#include "service/incident_int.h"
#include "service/service_int.h"
#include "store/list/list.h"

/* ---- figures -------------------------------------------------------------------------- */

/* What is neither of the others is up. */
static json_t *
show_olts(const struct totals *t)
{
	int64_t n_up =
	    t->olts_enabled - t->olts_not_answering - t->olts_failing - t->olts_new;

	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "not_answering",
	    (json_int_t)t->olts_not_answering, "up", (json_int_t)n_up, "new",
	    (json_int_t)t->olts_new, "down", (json_int_t)t->olts_failing, "suspended",
	    (json_int_t)t->olts_suspended, "disabled", (json_int_t)t->olts_disabled);
}

static json_t *
show_levels(const struct totals *t)
{
	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "good",
	    (json_int_t)t->onus_good, "warn", (json_int_t)t->onus_warn, "bad",
	    (json_int_t)t->onus_bad, "none", (json_int_t)t->onus_no_level, "worse_7d",
	    (json_int_t)t->onus_worse_7d, "worse_30d", (json_int_t)t->onus_worse_30d);
}

json_t *
show_total_onus(const struct totals *t)
{
	json_t *causes = json_object();

	for (int i = STATE_CAUSES; i < STATE_COUNT; i++) {
		if (t->onus_offline_by[i])
			(void)json_object_set_new(causes, state_name((enum state)i),
			    json_integer(t->onus_offline_by[i]));
	}
	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o}", "present",
	    (json_int_t)t->onus_present, "absent", (json_int_t)t->onus_absent,
	    "duplicate", (json_int_t)t->onus_duplicate, "online",
	    (json_int_t)t->onus_online, "online_unheard",
	    (json_int_t)t->onus_online_unheard, "offline", (json_int_t)t->onus_offline,
	    "unknown", (json_int_t)t->onus_unknown, "offline_by_cause", causes, "levels",
	    show_levels(t));
}

json_t *
show_total_executions(const struct totals *t)
{
	json_t *all = json_object();

	for (int i = 0; i < EXECUTION_STATES; i++)
		(void)json_object_set_new(all,
		    execution_state_name((enum execution_state)i),
		    json_integer(t->executions[i]));
	(void)json_object_set_new(all, "late", json_integer(t->executions_late));
	return all;
}

json_t *
show_total_quotas(const struct totals *t)
{
	double percent = t->quota_required > 0
	    ? 100.0 * (double)t->quota_completed / (double)t->quota_required
	    : 100.0;

	return json_pack("{s:I, s:I, s:f, s:I}", "required",
	    (json_int_t)t->quota_required, "completed", (json_int_t)t->quota_completed,
	    "percent", percent, "open_violations", (json_int_t)t->violations_open);
}

/* ---- all of it ------------------------------------------------------------------------------ */

static json_t *
show_pollers(struct ask *a)
{
	const struct service_ops *ops = &a->s->options.ops;
	const struct snapshot *s = ops->snapshot(ops->ctx);
	json_t *shown;

	if (!s)
		return json_null();
	shown = show_poller_stats(s);
	ops->release(ops->ctx, s);
	return shown;
}

void
op_dashboard(struct ask *a)
{
	int64_t at_ms = 0;
	struct totals t;
	json_t *shown;
	struct err err = { 0 };
	enum rc rc = totals_now(a, &t, &at_ms, &err);

	if (rc != RC_OK) {
		(void)ask_fail_err(a, rc, &err);
		return;
	}
	shown = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "at", show_moment(at_ms),
	    "olts", show_olts(&t), "onus", show_total_onus(&t), "executions",
	    show_total_executions(&t), "quotas", show_total_quotas(&t), "pollers",
	    show_pollers(a));
	rc = show_open_incidents(a, shown, &err);
	if (rc == RC_OK)
		ask_answer(a, json_incref(shown));
	else
		(void)ask_fail_err(a, rc, &err);
	json_decref(shown);
}
