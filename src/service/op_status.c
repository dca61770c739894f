/* SPDX-License-Identifier: Apache-2.0
 *
 * How it is going, as the engine last said (at most a second ago), and the database.
 */
#include "service/service_int.h"

#include <string.h>

#include "base/clock.h"
#include "model/lane.h"
#include "service/live.h"
#include "store/ledger/totals.h"
#include "store/core/writer.h"

enum { HOUR_MS = 3600000, QUEUE_SHOWN = 50, QUICK_MS = 20 };

/* ---- the engine ----------------------------------------------------------------------- */

static json_t *
show_figures(const struct coordinator_figures *f)
{
	return json_pack("{s:i, s:i, s:i, s:f, s:I, s:o, s:b, s:s, s:b, s:I, s:I, s:I, "
			 "s:I, s:I, s:I, s:I,"
			 " s:I, s:I, s:I, s:I, s:I}",
	    "pollers", (int)f->total, "busy", (int)f->busy, "free",
	    (int)(f->total - f->busy), "busy_percent", f->busy_percent, "queue",
	    (json_int_t)f->queue, "queue_by_lane", show_queue_lanes(f), "saturated",
	    f->is_saturated, "saturation", f->saturation ? f->saturation : "", "held",
	    f->is_held, "completed", (json_int_t)f->completed, "delayed",
	    (json_int_t)f->delayed, "skipped", (json_int_t)f->skipped, "late_p50_ms",
	    (json_int_t)f->late_p50_ms, "late_p99_ms", (json_int_t)f->late_p99_ms,
	    "late_max_ms", (json_int_t)f->late_max_ms, "nodes", (json_int_t)f->nodes,
	    "olts", (json_int_t)f->olts, "suspended", (json_int_t)f->suspended,
	    "not_answering", (json_int_t)f->not_answering, "retries_waiting",
	    (json_int_t)f->retries_waiting, "sweeps_paused",
	    (json_int_t)f->sweeps_paused);
}

static json_t *
show_poller(const struct coordinator_poller *p)
{
	return json_pack("{s:I, s:s, s:I, s:I, s:I, s:o, s:f, s:I, s:I}", "poller",
	    (json_int_t)p->number, "state", p->is_busy ? "BUSY" : "FREE", "olt",
	    (json_int_t)p->olt.v, "node", (json_int_t)p->node.v, "execution",
	    (json_int_t)p->execution.v, "since", show_moment(p->since_ms), "busy_percent",
	    p->total_ms > 0 ? 100.0 * (double)p->busy_ms / (double)p->total_ms : 0.0,
	    "completed", (json_int_t)p->completed, "delayed", (json_int_t)p->delayed);
}

static json_t *
show_unit(const struct unit *u)
{
	return json_pack("{s:I, s:I, s:I, s:s, s:I, s:o, s:i, s:s}", "execution",
	    (json_int_t)u->id.v, "olt", (json_int_t)u->olt.v, "node",
	    (json_int_t)u->node.v, "lane", lane_name(u->lane), "priority",
	    (json_int_t)u->priority, "due", show_moment(u->due_ms), "attempt",
	    (int)u->attempt, "asked_by", u->asked_by);
}

static int64_t
suspended_since(const struct snapshot_olt *o)
{
	return o->suspended_ms;
}

/* One that is suspended is in the other list. */
static int64_t
not_answering_since(const struct snapshot_olt *o)
{
	return o->suspended_ms ? 0 : o->not_answering_ms;
}

static json_t *
show_olts(const struct snapshot *s, int64_t (*since)(const struct snapshot_olt *o))
{
	json_t *all = json_array();

	for (size_t i = 0; i < s->n_olts; i++) {
		int64_t since_ms = since(&s->olts[i]);

		if (since_ms && json_array_size(all) < QUEUE_SHOWN)
			(void)json_array_append_new(all,
			    json_pack("{s:I, s:o}", "olt", (json_int_t)s->olts[i].id.v,
				"since", show_moment(since_ms)));
	}
	return all;
}

static void
add_pollers(const struct snapshot *s, json_t *result)
{
	json_t *list = json_array();

	for (size_t i = 0; i < s->n_pollers; i++)
		(void)json_array_append_new(list, show_poller(&s->pollers[i]));
	(void)json_object_set_new(result, "pollers", list);
}

static void
add_queue(const struct snapshot *s, json_t *result)
{
	json_t *list = json_array();

	for (size_t i = 0; i < s->n_queue && i < QUEUE_SHOWN; i++)
		(void)json_array_append_new(list, show_unit(&s->queue[i]));
	(void)json_object_set_new(result, "queue", list);
}

static void
add_snapshot(struct ask *a, const struct snapshot *s, json_t *result)
{
	(void)json_object_set_new(result, "at", show_moment(s->at_ms));
	(void)json_object_set_new(result, "engine", show_figures(&s->figures));
	(void)json_object_set_new(result, "tick_us", json_integer(s->tick_us));
	(void)json_object_set_new(result, "loop_late_us", json_integer(s->loop_late_us));
	(void)json_object_set_new(result, "values", json_integer((json_int_t)s->values));
	(void)json_object_set_new(result, "suspended", show_olts(s, suspended_since));
	(void)json_object_set_new(
	    result, "not_answering", show_olts(s, not_answering_since));
	if (arg_truth(a, "pollers", false))
		add_pollers(s, result);
	if (arg_truth(a, "queue", false))
		add_queue(s, result);
}

static void
add_engine(struct ask *a, json_t *result)
{
	const struct service_ops *ops = &a->s->options.ops;
	const struct snapshot *s = ops->snapshot(ops->ctx);

	if (!s) {
		(void)json_object_set_new(result, "engine", json_null());
		return;
	}
	add_snapshot(a, s, result);
	ops->release(ops->ctx, s);
}

/* ---- the database --------------------------------------------------------------------------- */

static void
add_writer(struct ask *a, json_t *result)
{
	struct writer_figures f = writer_figures(a->s->options.writer);

	(void)json_object_set_new(result, "writer",
	    json_pack("{s:I, s:I, s:I, s:I, s:b}", "waiting", (json_int_t)f.waiting,
		"written", (json_int_t)f.written, "failed", (json_int_t)f.failed,
		"refused", (json_int_t)f.refused, "away", f.is_away));
}

static json_t *
show_executions(const struct totals *t)
{
	json_t *all = json_object();

	for (int i = 0; i < EXECUTION_STATES; i++)
		(void)json_object_set_new(all,
		    execution_state_name((enum execution_state)i),
		    json_integer(t->executions[i]));
	return all;
}

enum rc
totals_now(struct ask *a, struct totals *ret, int64_t *ret_at_ms, struct err *err)
{
	const struct count *last = service_count(a->s);
	int64_t now_ms = clock_wall_ms();
	enum rc rc;

	if (last) {
		bool is_slow = last->took_ms >= QUICK_MS;

		*ret = last->totals;
		*ret_at_ms = last->at_ms;
		count_release(last);
		if (is_slow)
			return RC_OK;
	}
	rc = store_totals(a->db, (struct olt_id){ 0 }, now_ms - HOUR_MS, ret, err);
	if (rc == RC_OK)
		*ret_at_ms = now_ms;
	return rc;
}

static void
add_totals(struct ask *a, json_t *result)
{
	struct totals t;
	int64_t at_ms;
	struct err err = { 0 };
	enum rc rc = totals_now(a, &t, &at_ms, &err);

	if (rc != RC_OK) {
		/* How the engine does is worth knowing, then above all. */
		(void)json_object_set_new(result, "database", json_string(err.msg));
		return;
	}
	(void)json_object_set_new(result, "counted", show_moment(at_ms));
	(void)json_object_set_new(result, "olts",
	    json_pack("{s:I, s:I, s:I, s:I}", "enabled", (json_int_t)t.olts_enabled,
		"not_answering", (json_int_t)t.olts_not_answering, "suspended",
		(json_int_t)t.olts_suspended, "disabled", (json_int_t)t.olts_disabled));
	(void)json_object_set_new(result, "onus",
	    json_pack("{s:I, s:I, s:I, s:I, s:I}", "present", (json_int_t)t.onus_present,
		"absent", (json_int_t)t.onus_absent, "online", (json_int_t)t.onus_online,
		"offline", (json_int_t)t.onus_offline, "unknown",
		(json_int_t)t.onus_unknown));
	(void)json_object_set_new(result, "executions", show_executions(&t));
	(void)json_object_set_new(result, "quotas",
	    json_pack("{s:I, s:I, s:I}", "required", (json_int_t)t.quota_required,
		"completed", (json_int_t)t.quota_completed, "violations",
		(json_int_t)t.violations_open));
}

void
op_status(struct ask *a)
{
	json_t *result = json_object();

	(void)json_object_set_new(result, "version", json_string(a->s->options.version));
	(void)json_object_set_new(
	    result, "started", show_moment(a->s->options.started_ms));
	add_engine(a, result);
	add_writer(a, result);
	add_totals(a, result);
	(void)json_object_set_new(result, "problems", show_problems_now(a));
	ask_answer(a, result);
}
