/* SPDX-License-Identifier: Apache-2.0
 *
 * How one OLT is: what the engine says of it now, what it has learnt about the device, and
 * what came of the last hour.
 */
#include "service/service_int.h"

#include "base/clock.h"
#include "service/live.h"
#include "store/olt/olt.h"
#include "store/ledger/totals.h"

enum { HOUR_MS = 3600000 };

/* What the row of the list has and belongs here too. */
static const char *const OF_ROW[] = { "state", "enabled", "failures", "suspended_at",
	"suspended_why", "not_answering_at", "up_since_at", "last_answer_at",
	"last_walk_at", "late_ms" };

static void
add_row(json_t *result, const json_t *row)
{
	for (size_t i = 0; i < sizeof(OF_ROW) / sizeof(OF_ROW[0]); i++)
		(void)json_object_set(result, OF_ROW[i], json_object_get(row, OF_ROW[i]));
}

/* Zeros until the engine knows it: it may be seconds old, or the engine has not begun. */
static struct snapshot_olt
look(struct service *s, struct olt_id id)
{
	const struct snapshot *snapshot = service_snapshot(s);
	struct snapshot_olt found = { .id = id };

	for (size_t i = 0; snapshot && i < snapshot->n_olts; i++) {
		if (snapshot->olts[i].id.v == id.v)
			found = snapshot->olts[i];
	}
	service_snapshot_release(s, snapshot);
	return found;
}

static void
add_engine(json_t *result, const struct snapshot_olt *o)
{
	(void)json_object_set_new(result, "is_busy", json_boolean(o->is_busy));
	(void)json_object_set_new(result, "execution",
	    o->execution.v ? json_integer(o->execution.v) : json_null());
	(void)json_object_set_new(result, "waiting", json_integer(o->waiting));
	show_next(result, o->next);
	(void)json_object_set_new(result, "next_probe_at",
	    show_moment(o->suspended_ms || o->not_answering_ms ? o->next_probe_ms : 0));
	(void)json_object_set_new(
	    result, "probe_answers", json_integer(o->probe_answers));
}

/* What the engine counts up to. */
static void
add_rules(json_t *result, const struct health_rules *rules)
{
	(void)json_object_set_new(
	    result, "suspend_after", json_integer(rules->suspend_after));
	(void)json_object_set_new(result, "back_after", json_integer(rules->back_after));
	(void)json_object_set_new(result, "probe_ms", json_integer(rules->probe_ms));
	(void)json_object_set_new(result, "watch_ms", json_integer(rules->watch_ms));
	(void)json_object_set_new(result, "stays_suspended", json_boolean(rules->stays));
}

static json_t *
learnt_or_null(int64_t n)
{
	return n > 0 ? json_integer(n) : json_null();
}

static void
add_learnt(json_t *result, const struct olt_learnt *l)
{
	(void)json_object_set_new(result, "round_trip_ms",
	    l->rtt_us > 0 ? json_real((double)l->rtt_us / 1000.0) : json_null());
	(void)json_object_set_new(result, "in_flight", learnt_or_null(l->in_flight));
	(void)json_object_set_new(
	    result, "answer_bytes", learnt_or_null(l->answer_bytes));
	(void)json_object_set_new(result, "repetitions", learnt_or_null(l->repetitions));
}

static void
add_totals(json_t *result, const struct totals *t)
{
	(void)json_object_set_new(result, "onus", show_total_onus(t));
	(void)json_object_set_new(result, "executions", show_total_executions(t));
	(void)json_object_set_new(result, "quotas", show_total_quotas(t));
}

void
op_olt_health(struct ask *a)
{
	struct olt_id id = find_olt(a, "olt");
	int64_t now_ms = clock_wall_ms();
	struct olt_learnt learnt = { 0 };
	struct totals totals = { 0 };
	struct service_rules rules = service_rules(a->s);
	struct snapshot_olt now;
	struct err err = { 0 };
	json_t *row, *result;

	if (!args_are_right(a))
		return;
	row = show_row(a->db, "olt_overview", id.v, &err);
	if (!row || store_olt_learnt_get(a->db, id, &learnt, &err) != RC_OK ||
	    store_totals(a->db, id, now_ms - HOUR_MS, &totals, &err) != RC_OK) {
		(void)ask_fail_err(a, err.rc, &err);
		json_decref(row);
		return;
	}
	result =
	    json_pack("{s:I, s:o}", "olt", (json_int_t)id.v, "at", show_moment(now_ms));
	now = look(a->s, id);
	add_row(result, row);
	add_engine(result, &now);
	add_rules(result, &rules.health);
	add_learnt(result, &learnt);
	add_totals(result, &totals);
	json_decref(row);
	ask_answer(a, result);
}
