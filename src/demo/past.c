/* SPDX-License-Identifier: Apache-2.0
 *
 * Past runs. Their intervals are longer than those of the demo, which are short so that
 * something happens within a minute: writing a week of such runs would take minutes.
 * Before the last week the intervals are even longer: that month is only for comparisons
 * of levels.
 */
#include "demo/past.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "demo/past_int.h"
#include "sim/life.h"
#include "store/work/execution.h"
#include "store/work/job.h"
#include "store/onu/light.h"
#include "store/olt/olt.h"
#include "vendor/profile.h"

enum {
	SUSPEND_AFTER = 3,
	TIMEOUT_MS = 4000,
	SEALED_AT_ONCE = 200, /* hourly blocks per transaction */
	WEEK_HOURS = 7 * 24,
	SLOWER = 6, /* factor of the intervals before the last week */
};

static const struct {
	int64_t every_ms, takes_ms;
} PACE[STANDARD_KINDS] = {
	[STANDARD_DISCOVERY] = { 60 * MINUTE_MS, 900 },
	[STANDARD_STATES] = { 10 * MINUTE_MS, 600 },
	[STANDARD_INVENTORY] = { 360 * MINUTE_MS, 1400 },
	[STANDARD_OPTICS] = { 30 * MINUTE_MS, 2600 },
	[STANDARD_DETAILS] = { 1440 * MINUTE_MS, 5200 },
	[STANDARD_PORTS] = { 30 * MINUTE_MS, 300 },
	[STANDARD_CHASSIS] = { 30 * MINUTE_MS, 200 },
};

/* ---- one run ----------------------------------------------------------------------------- */

/* A pseudo-random number, always the same for the same run, so that two demos are
 * equal. */
static int64_t
chance(const struct past *p, uint64_t salt, int64_t low, int64_t high)
{
	return low +
	    (int64_t)(life_fraction(7, (uint64_t)p->last_execution, salt) *
		(double)(high - low));
}

static struct execution
new_run(struct past *p, const struct past_olt *o, const struct past_node *node,
    int64_t due_ms)
{
	int64_t id = ++p->last_execution;
	int64_t late_ms = chance(p, 1, 1, 60);

	return (struct execution){ .id = { id },
		.olt = o->id,
		.node = node->id,
		.job = node->job,
		.type = node->type,
		.lane = node->lane,
		.state = EXECUTION_RUNNING,
		.attempts = 1,
		.max_attempts = 1,
		.due_ms = due_ms,
		.queued_ms = due_ms,
		.started_ms = due_ms + late_ms,
		.late_ms = late_ms,
		.poller = (int32_t)chance(p, 2, 1, 8),
		.fence = ++p->last_fence };
}

static void
succeed(struct past *p, const struct past_olt *o, const struct past_node *node,
    struct execution *e)
{
	int64_t n = (int64_t)demo_plant_onus(o->plant);
	int64_t columns = node->kind == STANDARD_OPTICS ? 5 : 3;

	e->state = EXECUTION_SUCCESS;
	e->finished_ms =
	    e->started_ms + chance(p, 3, node->takes_ms * 3 / 4, node->takes_ms * 3 / 2);
	e->busy_ms = e->finished_ms - e->started_ms;
	e->slices = 1;
	e->traffic = (struct traffic){ .requests = n * columns / 25 + 2,
		.varbinds = n * columns,
		.bytes = n * columns * 34 };
	e->traffic.answers = e->traffic.requests;
	e->traffic.rtt_us = e->traffic.requests * chance(p, 9, 8000, 16000);
	e->traffic.rtt_max_us = chance(p, 10, 30000, 90000);
	if (node->kind == STANDARD_PORTS || node->kind == STANDARD_CHASSIS)
		e->traffic = (struct traffic){ 4, 0, 0, 40, 1800, 4, 46000, 15000 };
	else
		e->onus = (struct onu_counts){ .seen = n, .ok = n };
}

static void
fail(const struct past_olt *o, struct execution *e)
{
	e->state = EXECUTION_FAILED;
	e->trouble = TROUBLE_TIMEOUT;
	e->finished_ms = e->started_ms + TIMEOUT_MS;
	e->traffic = (struct traffic){ .requests = 2, .retransmits = 2, .timeouts = 2 };
	(void)snprintf(e->message, sizeof(e->message),
	    "%s: no answer: down, unreachable, or another community", o->name);
}

static enum rc
finish_run(struct past *p, struct past_olt *o, const struct past_node *node,
    const struct execution *e)
{
	struct finish finish = { .execution = *e, .rules = DISCOVERY_RULES };
	struct finish_result result;
	enum rc rc = RC_OK;

	finish.attempt = (struct attempt){ .number = 1,
		.trouble = e->trouble,
		.started_ms = e->started_ms,
		.finished_ms = e->finished_ms,
		.traffic = e->traffic };
	memcpy(finish.attempt.message, e->message, sizeof(e->message));
	if (e->state == EXECUTION_SUCCESS)
		rc = demo_plant_fill(
		    o->plant, node->kind, e->finished_ms, p->arena, &finish);
	if (rc != RC_OK)
		return err_set(p->err, rc, "no memory for a run of the past");
	return store_execution_finish_in(p->db, p->samples, &finish, &result, p->err);
}

static void
count(struct past_olt *o, const struct past_node *node, const struct execution *e)
{
	size_t i = (size_t)(node - o->nodes);
	struct quota *q = &o->quotas[i];

	if (e->state == EXECUTION_SUCCESS) {
		q->completed++;
		o->completed++;
	} else {
		q->failed++;
		o->failed++;
		o->troubles[i][e->trouble]++;
	}
	q->total_duration_ms += e->finished_ms - e->started_ms;
}

static enum rc
say_health(struct past *p, struct past_olt *o, const struct execution *e)
{
	bool was_suspended = o->failures >= SUSPEND_AFTER;

	o->failures = e->state == EXECUTION_SUCCESS ? 0 : o->failures + 1;
	if (o->failures == SUSPEND_AFTER)
		return past_say_suspended(p, o, e->finished_ms);
	if (!was_suspended || o->failures)
		return RC_OK;
	return past_say_back(p, o, e->started_ms);
}

/* A suspended OLT has no runs until it answers. */
static enum rc
tell_run(struct past *p, struct past_olt *o, const struct past_node *node, int64_t due_ms)
{
	bool is_silent = demo_plant_is_silent(o->plant, due_ms);
	struct execution e;
	enum rc rc;

	if (is_silent && o->failures >= SUSPEND_AFTER)
		return RC_OK;
	e = new_run(p, o, node, due_ms);
	rc = store_execution_add(p->db, &e, p->err);
	if (is_silent)
		fail(o, &e);
	else
		succeed(p, o, node, &e);
	if (rc == RC_OK)
		rc = finish_run(p, o, node, &e);
	if (rc == RC_OK)
		rc = past_say_ended(p, o, node, &e);
	if (rc == RC_OK)
		rc = say_health(p, o, &e);
	count(o, node, &e);
	arena_reset(p->arena);
	return rc;
}

/* ---- all runs, in order ----------------------------------------------------- */

int64_t
past_slot(const struct past_node *node, int64_t at_ms)
{
	int64_t behind_ms = (at_ms - node->phase_ms) % node->every_ms;

	return behind_ms ? at_ms + node->every_ms - behind_ms : at_ms;
}

static enum rc
tell_minute(struct past *p, int64_t minute_ms)
{
	for (size_t i = 0; i < p->ask->n; i++) {
		struct past_olt *o = &p->olts[i];

		for (size_t j = 0; j < o->n_nodes; j++) {
			int64_t due_ms = past_slot(&o->nodes[j], minute_ms);
			enum rc rc = RC_OK;

			if (due_ms < minute_ms + MINUTE_MS)
				rc = tell_run(p, o, &o->nodes[j], due_ms);
			if (rc != RC_OK)
				return rc;
		}
	}
	return RC_OK;
}

/* An hour that is not over is evaluated by the program. */
static enum rc
tell_hour(struct past *p, int64_t hour_ms, int64_t until_ms)
{
	bool is_over = hour_ms + HOUR_MS <= until_ms;
	int64_t end_ms = is_over ? hour_ms + HOUR_MS : until_ms;
	enum rc rc = RC_OK;

	for (size_t i = 0; i < p->ask->n && rc == RC_OK && is_over; i++)
		rc = past_hour_begin(p, &p->olts[i], hour_ms);
	for (int64_t at = hour_ms; at + MINUTE_MS <= end_ms && rc == RC_OK;
	     at += MINUTE_MS)
		rc = tell_minute(p, at);
	for (size_t i = 0; i < p->ask->n && rc == RC_OK && is_over; i++)
		rc = past_hour_end(p, &p->olts[i], hour_ms);
	return rc == RC_OK ? past_hour_pollers(p, hour_ms, end_ms) : rc;
}

static enum rc
end_transaction(struct past *p, enum rc rc)
{
	if (rc == RC_OK)
		rc = db_commit(p->db, p->err);
	if (rc == RC_OK) {
		samples_keep(p->samples);
	} else {
		db_rollback(p->db);
		samples_drop(p->samples);
	}
	return rc;
}

static void
set_pace(struct past *p, bool is_last_week)
{
	for (size_t i = 0; i < p->ask->n; i++) {
		for (size_t j = 0; j < p->olts[i].n_nodes; j++) {
			struct past_node *node = &p->olts[i].nodes[j];

			node->every_ms =
			    PACE[node->kind].every_ms * (is_last_week ? 1 : SLOWER);
		}
	}
}

static enum rc
tell_hours(struct past *p)
{
	int64_t until_ms = p->ask->now_ms;
	int64_t first_ms = quota_period_of(until_ms) - p->ask->days * 24 * HOUR_MS;
	int64_t week_ms = quota_period_of(until_ms) - WEEK_HOURS * HOUR_MS;
	enum rc rc = RC_OK;

	for (int64_t at = first_ms; at < until_ms && rc == RC_OK; at += HOUR_MS) {
		if (p->ask->has_had_enough())
			return RC_CANCELLED;
		set_pace(p, at >= week_ms);
		rc = db_begin(p->db, p->err);
		if (rc == RC_OK)
			rc = end_transaction(p, tell_hour(p, at, until_ms));
	}
	return rc;
}

static enum rc
seal_some(struct past *p, bool *ret_is_over)
{
	enum rc rc = RC_OK;

	for (int i = 0; i < SEALED_AT_ONCE && rc == RC_OK && !*ret_is_over; i++)
		rc = samples_seal_due(
		    p->samples, p->db, p->ask->now_ms, ret_is_over, p->err);
	return rc;
}

static enum rc
seal_hours(struct past *p)
{
	bool is_over = false;
	enum rc rc = RC_OK;

	while (rc == RC_OK && !is_over) {
		rc = db_begin(p->db, p->err);
		if (rc == RC_OK)
			rc = end_transaction(p, seal_some(p, &is_over));
	}
	return rc;
}

static enum rc
compare_levels_of(struct past *p, struct olt_id olt, int64_t hour_ms)
{
	struct vec changes = VEC_INIT(struct light_change);
	enum rc rc = light_find(p->db, olt, hour_ms, &changes, p->err);

	if (rc == RC_OK)
		rc = db_begin(p->db, p->err);
	if (rc == RC_OK)
		rc =
		    end_transaction(p, light_keep(p->db, olt, hour_ms, &changes, p->err));
	vec_fini(&changes);
	return rc;
}

/* As the hourly upkeep does. */
static enum rc
compare_levels(struct past *p)
{
	int64_t hour_ms = quota_period_of(p->ask->now_ms - SEAL_GRACE_MS);
	enum rc rc = RC_OK;

	for (size_t i = 0; i < p->ask->n && rc == RC_OK; i++)
		rc = compare_levels_of(p, p->olts[i].id, hour_ms);
	return rc;
}

/* The OLTs start one after the other, half a second apart, so that a user can follow the
 * first runs. */
static enum rc
set_first_runs(struct past *p)
{
	int64_t now_ms = clock_wall_ms();
	enum rc rc = RC_OK;

	for (size_t i = 0; i < p->ask->n && rc == RC_OK; i++) {
		int64_t first_ms = now_ms + p->ask->first_in_ms + (int64_t)i * 500;

		rc = store_olt_enable(p->db, p->olts[i].id, true, now_ms, p->err);
		for (size_t j = 0; j < p->olts[i].n_nodes && rc == RC_OK; j++)
			rc = store_node_enable(
			    p->db, p->olts[i].nodes[j].id, first_ms, now_ms, p->err);
	}
	return rc;
}

/* ---- OLTs and jobs ---------------------------------------------------------- */

static enum rc
find_olt(void *ctx, const struct olt *olt)
{
	struct past *p = ctx;

	for (size_t i = 0; i < p->ask->n; i++) {
		if (strcmp(p->ask->names[i], olt->name) == 0)
			p->olts[i].id = olt->id;
	}
	return RC_OK;
}

/* "huawei_smartax optics" */
static bool
kind_of(const char *job, enum standard_kind *ret_kind)
{
	const char *word = strrchr(job, ' ');

	for (int kind = 0; word && kind < STANDARD_KINDS; kind++) {
		if (strcmp(word + 1, standard_name((enum standard_kind)kind)) == 0) {
			*ret_kind = (enum standard_kind)kind;
			return true;
		}
	}
	return false;
}

/* Slots of different OLTs and kinds are at different times, and discovery is the first of
 * its hour. */
static enum rc
take_node(struct past *p, size_t i, const struct node *node)
{
	struct past_olt *o = &p->olts[i];
	struct past_node *n = &o->nodes[o->n_nodes];
	struct job job;
	enum rc rc = store_job_get(p->db, node->job, p->arena, &job, p->err);

	if (rc != RC_OK || o->n_nodes == STANDARD_KINDS || !kind_of(job.name, &n->kind) ||
	    !lane_from_name(node->lane, &n->lane))
		return rc;
	n->id = node->id;
	n->job = node->job;
	n->type = node->type;
	n->takes_ms = PACE[n->kind].takes_ms;
	n->phase_ms = n->kind * (MINUTE_MS + 7000) + (int64_t)i * 11000;
	(void)snprintf(n->name, sizeof(n->name), "%s", job.name);
	(void)snprintf(n->label, sizeof(n->label), "%s", job.label);
	o->n_nodes++;
	return RC_OK;
}

static enum rc
find_node(void *ctx, const struct node *node)
{
	struct past *p = ctx;

	for (size_t i = 0; i < p->ask->n; i++) {
		if (p->olts[i].id.v == node->olt.v)
			return take_node(p, i, node);
	}
	return RC_OK;
}

static enum rc
make_plants(struct past *p)
{
	enum rc rc = profile_set_load_builtin(&p->profiles, p->err);

	for (size_t i = 0; i < p->ask->n && rc == RC_OK; i++) {
		p->olts[i].name = p->ask->names[i];
		rc = demo_plant_new(p->ask->settings[i], i, p->profiles, p->ask->now_ms,
		    &p->olts[i].plant, p->err);
	}
	return rc;
}

/* ---- everything ------------------------------------------------------------- */

static enum rc
tell_all(struct past *p)
{
	enum rc rc = db_open(p->ask->database, DB_WRITE, &p->db, p->err);

	if (rc == RC_OK)
		rc = store_olt_list(p->db, OLTS_LIVE, find_olt, p, p->err);
	if (rc == RC_OK)
		rc = store_node_list(p->db, find_node, p, p->err);
	if (rc == RC_OK)
		rc = store_execution_last_id(p->db, &p->last_execution, p->err);
	if (rc == RC_OK)
		rc = store_olt_last_fence(p->db, &p->last_fence, p->err);
	if (rc == RC_OK && p->ask->days > 0)
		rc = tell_hours(p);
	if (rc == RC_OK && p->ask->days > 0)
		rc = seal_hours(p);
	if (rc == RC_OK && p->ask->days > 0)
		rc = compare_levels(p);
	return rc == RC_OK ? set_first_runs(p) : rc;
}

enum rc
demo_past_write(const struct demo_past *ask, struct err *err)
{
	struct past p = {
		.ask = ask, .samples = samples_new(), .arena = arena_new(0), .err = err
	};
	enum rc rc = RC_NOMEM;

	if (!p.samples || !p.arena || ask->n > PAST_OLTS_MAX)
		(void)err_set(err, rc, "no memory for the past of the demo");
	else
		rc = make_plants(&p);
	if (rc == RC_OK)
		rc = tell_all(&p);
	for (size_t i = 0; i < PAST_OLTS_MAX; i++)
		demo_plant_free(p.olts[i].plant);
	profile_set_free(p.profiles);
	samples_free(p.samples);
	arena_free(p.arena);
	db_close(p.db);
	return rc;
}
