/* SPDX-License-Identifier: Apache-2.0
 *
 * One order of the coordinator, from the first packet to the writer:
 *
 *	start ──► detect (only while the profile is not known) ──► collect ──► ended
 *	  └───────────────── cannot start ─────────────────────────────────────▲
 *
 * First the answers are used to update the device (known ONUs, existing columns). Then
 * the coordinator decides, and the results go to the writer with its verdict. The
 * coordinator may start the next node of the chain inside that call: by then this run
 * does not use the device any more.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/log.h"
#include "engine/columns_int.h"
#include "collect/detect.h"
#include "engine/engine_int.h"
#include "engine/write_int.h"
#include "engine/judge_int.h"
#include "engine/results_int.h"
#include "sched/phase.h"

enum { SAME_TIME_MS = 1000 };

struct run {
	struct engine *engine;
	struct device *device;
	struct olt_config *olt_config; /* one reference */
	const struct loaded_node *node; /* in the olt_config */
	struct coordinator_order order;
	int64_t began_ms; /* monotonic */
	struct snmpc_session *session; /* of the device */
	struct detect *detect; /* owned */
	struct collect *collect; /* owned */
	struct sweep *sweep; /* owned; NULL: not a sweep */
	size_t first, n_slice; /* of the sweep */
	struct traffic before; /* used by the detection */
	const struct overlay *overlay; /* held: the profile with the job's columns */
	enum rc rc; /* why it could not start */
	bool has_answered;
	char message[EXECUTION_MESSAGE_MAX];
};

static void
run_free(struct run *r)
{
	if (!r)
		return;
	detect_free(r->detect);
	collect_free(r->collect);
	sweep_free(r->sweep);
	if (r->overlay)
		overlay_give(r->overlay);
	olt_config_unref(r->olt_config);
	free(r);
}

static int64_t
time_left(const struct run *r)
{
	int64_t left = r->order.limit_ms - (clock_mono_ms() - r->began_ms);

	return left > 1 ? left : 1;
}

static bool
is_late(const struct run *r)
{
	return r->order.limit_ms && time_left(r) == 1;
}

/* ---- the end -------------------------------------------------------------------- */

/* Remove it from all lists; the caller owns it. */
static void
unlink_run(struct run *r)
{
	(void)map_take_u64(r->engine->runs, (uint64_t)r->order.execution.id.v);
	if (r->device->run == r)
		r->device->run = NULL;
	if (device_settle(r->device))
		engine_tell_coordinator(r->engine, r->device);
}

/* If the clock was set back, the last end is not used. */
struct moment
engine_end_of(struct device *device)
{
	struct moment now = engine_now();

	if (now.wall_ms <= device->ended_ms &&
	    device->ended_ms - now.wall_ms < SAME_TIME_MS)
		now.wall_ms = device->ended_ms + 1;
	device->ended_ms = now.wall_ms;
	return now;
}

/* Keep it until its next slice. */
static void
sweeps_park(struct engine *e, struct sweep *sweep)
{
	struct sweep **slot = vec_add(&e->sweeps);

	if (slot)
		*slot = sweep;
	else
		sweep_free(sweep); /* the next slice starts from the beginning */
}

/* A sweep continues later. Its collected rows are written from time to time, so that not
 * all are lost if the program is killed; otherwise there is nothing to write. */
static void
park_sweep(struct run *r, const struct coordinator_verdict *verdict, int64_t at_ms)
{
	struct engine *e = r->engine;
	int64_t now_ms = clock_mono_ms();
	struct results_of of = { .verdict = verdict, .node = r->node, .at_ms = at_ms };
	struct write_slice slice = { .id = verdict->execution.id,
		.next_ms = verdict->resume_ms,
		.asked = sweep_asked(r->sweep, r->device->known),
		.n = known_count(r->device->known) };

	if (sweep_has_piece(r->sweep, now_ms))
		of.sweep = sweep_take_piece(r->sweep, now_ms);
	sweeps_park(e, GIVE(r->sweep));
	if (of.sweep)
		results_hand_over(e, &of);
	else
		coordinator_stored(
		    e->coordinator, verdict->execution.id, RC_OK, engine_now());
	write_slice(e->outbox, r->device->id, &slice);
}

/* The coordinator decides, and the results go to the writer. */
static void
end_run(struct run *r, struct coordinator_outcome *outcome, const struct collection *c)
{
	struct engine *e = r->engine;
	struct coordinator_verdict verdict = { 0 };
	struct results_of of = { .verdict = &verdict, .node = r->node, .collection = c };
	struct moment now = engine_end_of(r->device);
	struct olt_learnt learnt;

	traffic_add(&outcome->traffic, &r->before);
	look_budget_asked(
	    &r->device->looks, (uint64_t)outcome->traffic.requests, clock_mono_ms());
	if (device_has_learnt(r->device, &learnt))
		write_learnt(e->outbox, r->device->id, &learnt);
	unlink_run(r);
	outbox_hold(e->outbox);
	coordinator_ended(e->coordinator, r->order.execution.id, outcome, now, &verdict);
	outbox_open(e->outbox);
	if (verdict.execution.state == EXECUTION_RUNNING && r->sweep) {
		park_sweep(r, &verdict, now.wall_ms);
	} else {
		if (c) {
			of.collect = GIVE(r->collect);
			of.overlay = GIVE(r->overlay);
		}
		of.sweep = GIVE(r->sweep);
		results_hand_over(e, &of);
	}
	outbox_release(e->outbox);
	run_free(r);
	engine_nudge(e);
}

/* It ended before the collection. RC_OK: there was nothing to request. If a sweep
 * collected rows before, it ends as PARTIAL or with its own outcome. */
static void
end_early(struct run *r)
{
	struct circumstances how = { is_late(r), r->has_answered };
	char text[EXECUTION_MESSAGE_MAX];
	struct coordinator_outcome o = outcome_of_failure(r->rc, how, r->message, text);

	if (r->rc == RC_OK && r->sweep && sweep_has_asked(r->sweep))
		o = sweep_outcome(r->sweep, r->device->known, clock_mono_ms(), text);
	else if (r->rc == RC_OK)
		o = outcome_of_nothing(r->message, r->has_answered, text);
	else if (r->sweep && sweep_brought(r->sweep))
		o.state = EXECUTION_PARTIAL;
	end_run(r, &o, NULL);
}

/* Reported at the next tick: the coordinator must not be called from inside its own
 * call. */
static void
end_soon(struct run *r, enum rc rc, const char *message)
{
	struct run **slot = vec_add(&r->engine->failed);

	r->rc = rc;
	(void)snprintf(
	    r->message, sizeof(r->message), "%.*s", EXECUTION_MESSAGE_MAX - 1, message);
	if (slot)
		*slot = r;
	else
		log_error("engine", "no memory to fail execution %lld: it stays open",
		    (long long)r->order.execution.id.v);
	engine_nudge(r->engine);
}

void
runner_settle(struct engine *e)
{
	while (e->failed.n) {
		struct run *r = *VEC_AT(&e->failed, struct run *, e->failed.n - 1);

		e->failed.n--;
		end_early(r);
	}
}

/* ---- learned data ------------------------------------------------------------------ */

static bool
is_unsupported(void *ctx, const struct column *column)
{
	const struct run *r = ctx;

	return device_lacks(r->device, &column->oid, clock_wall_ms());
}

static bool
is_of_onus(void *ctx, const struct column *column)
{
	const struct run *r = ctx;

	return device_is_of_onus(r->device, &column->oid);
}

/* Learn whether a custom column has only rows of ONUs. If it was thought so, but has no
 * values for any ONU, it is read completely the next time. */
static void
learn_rows(struct run *r, const struct column_outcome *o)
{
	bool came = o->values || o->nulls;

	if (!o->column->any_index || o->end == COLUMN_NOT_ASKED)
		return;
	if (!came || o->onus)
		device_learn_of_onus(r->device, &o->column->oid, o->is_of_onus);
}

/* A column that the device does not have is remembered and logged once; also when it
 * exists again. */
static void
learn_column(struct run *r, const struct column *column, enum olt_column state)
{
	bool has_it = state == OLT_COLUMN_ANSWERS, is_news = false;
	char oid[OID_TEXT_MAX];

	if (has_it)
		is_news = device_forget_lack(r->device, &column->oid);
	else if (device_learn_lack(r->device, &column->oid, clock_wall_ms(), &is_news) !=
	    RC_OK)
		return; /* then it is requested again the next time */
	if (!is_news)
		return;
	write_column(r->engine->outbox, r->device->id,
	    oid_format(column->oid.arcs, column->oid.n, oid), state);
	log_info("engine", "olt=%s %s the column %s (%s)%s",
	    r->olt_config->site->olt.name, has_it ? "now has" : "does not have",
	    column->name, oid,
	    has_it ? "" : ": asked again in a day, or when it has started anew");
}

static void
learn_columns(struct run *r, const struct collection *c)
{
	for (size_t i = 0; i < c->n_columns; i++) {
		const struct column_outcome *o = &c->columns[i];

		if (o->end == COLUMN_UNSUPPORTED)
			learn_column(r, o->column, OLT_COLUMN_UNSUPPORTED);
		else if (o->end == COLUMN_ANSWERS)
			learn_column(r, o->column, OLT_COLUMN_ANSWERS);
		learn_rows(r, o);
	}
}

void
learn_uptime(struct engine *e, struct device *device, int64_t uptime_ms)
{
	if (uptime_ms > 0 &&
	    coordinator_uptime(e->coordinator, device->id, uptime_ms, engine_now()))
		device_restarted(device);
}

static void
learn_cpu(struct device *device, const struct collection *c)
{
	int64_t pct = results_cpu_pct(c);

	if (pct < 0)
		return;
	device->cpu_pct = pct;
	device->cpu_ms = clock_mono_ms();
}

static void
learn(struct run *r, const struct collection *c)
{
	struct engine *e = r->engine;
	size_t before = known_count(r->device->known);

	e->n_values += c->n_values;
	if (collection_is_held(c))
		return;
	if (known_learn(r->device->known, c) != RC_OK)
		log_warn("engine",
		    "no memory for the ONUs of olt=%s, keeping those of "
		    "before",
		    r->olt_config->site->olt.name);
	learn_columns(r, c);
	learn_cpu(r->device, c);
	learn_uptime(e, r->device, results_uptime_ms(c));
	if (known_count(r->device->known) != before)
		engine_tell_coordinator(
		    e, r->device); /* its time limit depends on its size */
}

/* ---- collection -------------------------------------------------------------------- */

/* A slice was read. */
static void
end_slice(struct run *r, const struct collection *c)
{
	char text[EXECUTION_MESSAGE_MAX];
	struct coordinator_outcome outcome;
	int64_t now_ms = clock_mono_ms();
	enum rc rc = sweep_take(r->sweep, r->device->known, r->first, r->n_slice, c);

	if (rc != RC_OK)
		log_warn("engine", "olt=%s: a slice of a sweep was lost: %s",
		    r->olt_config->site->olt.name, rc_name(rc));
	outcome = sweep_outcome(r->sweep, r->device->known, now_ms, text);
	/* Without an answer the sweep does not continue. */
	outcome.answered = c->has_answered;
	if (!c->has_answered)
		outcome.resume_ms = 0;
	if (outcome.resume_ms)
		outcome.resume_ms += clock_wall_ms() - now_ms;
	end_run(r, &outcome, NULL);
}

/* A discovery reached a limit: it is not applied. */
static void
say_held(const struct run *r, enum trouble trouble, const char *why)
{
	const char *name = r->olt_config->site->olt.name;
	char text[ENGINE_EVENT_TEXT + EXECUTION_MESSAGE_MAX];
	struct coordinator_event event = { .kind = COORDINATOR_WALK_HELD,
		.at_ms = engine_now().wall_ms,
		.olt = r->device->id,
		.node = r->order.execution.node,
		.execution = r->order.execution.id,
		.type = TASK_DISCOVERY,
		.trouble = trouble,
		.message = text,
		.why = why };

	(void)snprintf(text, sizeof(text), "%s: the walk is not applied: %s", name, why);
	engine_say(r->engine, &event);
}

static void
on_collected(void *ctx, const struct collection *c)
{
	struct run *r = ctx;
	char text[EXECUTION_MESSAGE_MAX];
	struct coordinator_outcome outcome;

	learn(r, c);
	if (r->sweep) {
		end_slice(r, c);
		return;
	}
	outcome = outcome_of(c, is_late(r), text);
	if (collection_is_held(c))
		say_held(r, outcome.trouble, text);
	end_run(r, &outcome, collection_is_held(c) ? NULL : c);
}

/* The columns of the job on this OLT. An invalid row of the catalogue affects only
 * itself, and is logged. */
static enum rc
choose_columns(struct run *r, struct err *err)
{
	const struct loaded_node *n = r->node;
	enum rc rc = columns_take(r->engine->overlays, r->device->profile,
	    r->olt_config->site, n, &r->overlay, err);

	if (rc != RC_OK || r->overlay->n_columns)
		return rc;
	if (r->overlay->problem[0])
		return err_set(err, RC_INVALID, "%s", r->overlay->problem);
	return err_set(err, RC_INVALID,
	    "the job %s has no OID for this OLT, whose profile is %s", n->job->name,
	    r->device->profile->id);
}

/* For a sweep: the next ONUs that can be read; others are skipped. */
static enum rc
ask(struct run *r, struct collect_options *o, struct err *err)
{
	enum rc rc = err_set(err, RC_NOT_FOUND, "%s", COLLECT_KNOWS_NOBODY);

	if (!r->sweep)
		return collect_start(r->session, o, &r->collect, err);
	while (rc == RC_NOT_FOUND &&
	    sweep_next(
		r->sweep, r->device->known, clock_mono_ms(), &r->first, &r->n_slice)) {
		o->first = r->first;
		o->n_slice = r->n_slice;
		o->no_others = r->first > 0;
		rc = collect_start(r->session, o, &r->collect, err);
		if (rc == RC_NOT_FOUND &&
		    sweep_take(r->sweep, r->device->known, r->first, r->n_slice, NULL) !=
			RC_OK)
			break;
	}
	return rc;
}

static void
begin_collect(struct run *r)
{
	struct err err = { 0 };
	struct collect_options o = {
		.mode = r->sweep ? COLLECT_GET : collect_mode_of(r->order.execution.type),
		.is_unsupported = is_unsupported,
		.is_of_onus = is_of_onus,
		.known = r->device->known,
		.deadline_ms = r->order.limit_ms ? time_left(r) : 0,
		.on_done = on_collected,
		.ctx = r
	};
	enum rc rc = choose_columns(r, &err);

	if (rc == RC_OK) {
		o.profile = r->overlay->profile;
		o.columns = r->overlay->columns;
		o.n_columns = r->overlay->n_columns;
		rc = ask(r, &o, &err);
	}
	if (rc == RC_NOT_FOUND)
		end_soon(r, RC_OK, err.msg); /* nothing to request: not a failure */
	else if (rc != RC_OK)
		end_soon(r, rc, err.msg);
}

/* ---- detection -------------------------------------------------------------- */

static void
on_detected(void *ctx, const struct detection *d)
{
	struct run *r = ctx;
	struct olt_detected found;

	r->before = traffic_of(&d->stats);
	r->has_answered = d->stats.answers > 0;
	if (!d->profile) {
		end_soon(r, d->rc, d->message);
		return;
	}
	found = (struct olt_detected){ d->profile->id, d->profile->brand, d->model };
	write_profile(r->engine->outbox, r->device->id, &found);
	log_info("engine", "olt=%s is a %s (profile %s)", r->olt_config->site->olt.name,
	    d->model ? d->model : d->profile->brand, d->profile->id);
	device_is(r->device, d->profile);
	device_limit(r->device, &r->engine->options.limits, r->order.execution.type);
	begin_collect(r);
}

static void
begin_detect(struct run *r)
{
	struct detect_options o = { .profiles = r->engine->options.profiles,
		.deadline_ms = r->order.limit_ms ? time_left(r) : 0,
		.on_done = on_detected,
		.ctx = r };
	struct err err = { 0 };
	enum rc rc = detect_start(r->session, &o, &r->detect, &err);

	if (rc != RC_OK)
		end_soon(r, rc, err.msg);
}

/* ---- start ------------------------------------------------------------------ */

static struct run *
run_new(struct engine *e, struct device *device, const struct coordinator_order *order)
{
	struct run *r = calloc(1, sizeof(*r));

	if (!r || map_add_u64(e->runs, (uint64_t)order->execution.id.v, r) != RC_OK) {
		free(r);
		return NULL;
	}
	r->engine = e;
	r->device = device;
	r->order = *order;
	r->olt_config = olt_config_ref(device->olt_config);
	r->node = olt_config_node(r->olt_config, order->execution.node);
	r->began_ms = clock_mono_ms();
	device->run = r;
	return r;
}

/* The node whose schedule applies: a link runs with its master. */
static const struct loaded_node *
clock_of(const struct run *r)
{
	const struct loaded_olt *site = r->olt_config->site;

	for (size_t i = 0; i < site->n_nodes; i++) {
		if (site->nodes[i].node.id.v == r->node->node.master.v)
			return &site->nodes[i];
	}
	return r->node;
}

/* The time for a sweep: until its next slot, which after a first run, or a delayed one,
 * is nearer than an interval. If it was started by a user or by cron, it is done at
 * once. */
static int64_t
time_for_sweep(const struct run *r)
{
	const struct node *n = &clock_of(r)->node;
	struct phase phase = { n->interval_ms, (uint64_t)n->id.v };
	int64_t now_ms = clock_wall_ms();

	if (n->interval_ms == 0 || r->order.execution.asked_by[0])
		return 0;
	return phase_next(&phase, r->order.execution.due_ms, now_ms, NULL) - now_ms;
}

/* Continue a sweep, or start one. */
static enum rc
take_sweep(struct run *r)
{
	const struct execution *x = &r->order.execution;

	if (r->order.is_slice) {
		struct write_slice slice = { .id = x->id };

		r->sweep = sweeps_take(r->engine, x->id);
		write_slice(r->engine->outbox, x->olt, &slice);
	}
	if (r->sweep || !node_is_sweep(r->node))
		return RC_OK;
	r->sweep = sweep_new(x->id, x->olt, time_for_sweep(r), clock_mono_ms());
	if (r->sweep && r->order.is_first)
		sweep_is_first_pass(r->sweep);
	return r->sweep ? RC_OK : RC_NOMEM;
}

void
runner_start(struct engine *e, const struct coordinator_order *order)
{
	struct device *device = device_find(&e->devices, order->execution.olt);
	struct run *r = device ? run_new(e, device, order) : NULL;
	struct err err = { 0 };
	enum rc rc;

	if (!r) {
		log_error("engine", "execution %lld cannot begin: no memory",
		    (long long)order->execution.id.v);
		return;
	}
	if (!r->node) {
		end_soon(r, RC_INVALID, "its node is gone");
		return;
	}
	rc = take_sweep(r);
	if (rc == RC_OK)
		rc = device_session(device, e->snmpc, &e->options.limits,
		    order->execution.type, &r->session, &err);
	if (rc != RC_OK)
		end_soon(r, rc, err.msg);
	else if (device->profile)
		begin_collect(r);
	else
		begin_detect(r);
}

struct sweep *
sweeps_take(struct engine *e, struct execution_id execution)
{
	struct sweep **sweeps = e->sweeps.data;

	for (size_t i = 0; i < e->sweeps.n; i++) {
		struct sweep *s = sweeps[i];

		if (sweep_execution(s).v != execution.v)
			continue;
		sweeps[i] = sweeps[--e->sweeps.n];
		return s;
	}
	return NULL;
}

size_t
runner_asked(const struct engine *e, const struct device *device)
{
	size_t most = 0;

	if (device->run && device->run->sweep)
		most = sweep_asked(device->run->sweep, device->known);
	for (size_t i = 0; i < e->sweeps.n; i++) {
		const struct sweep *s = *VEC_AT(&e->sweeps, struct sweep *, i);
		size_t asked = 0;

		if (sweep_olt(s).v == device->id.v)
			asked = sweep_asked(s, device->known);
		if (asked > most)
			most = asked;
	}
	return most;
}

static void
forget_failed(struct engine *e, const struct run *r)
{
	struct run **runs = e->failed.data;

	for (size_t i = 0; i < e->failed.n; i++) {
		if (runs[i] == r)
			runs[i] = runs[--e->failed.n];
	}
}

void
runner_stop(struct engine *e, struct execution_id execution)
{
	struct run *r = map_find_u64(e->runs, (uint64_t)execution.v);

	if (!r)
		return;
	forget_failed(e, r);
	unlink_run(r);
	if (r->sweep)
		sweeps_park(e, GIVE(r->sweep)); /* its record is written later */
	run_free(r);
}

void
runner_end(struct engine *e)
{
	size_t at = 0;

	for (struct run *r; (r = map_next(e->runs, &at)); at = 0)
		runner_stop(e, r->order.execution.id);
	e->failed.n = 0;
	for (size_t i = 0; i < e->sweeps.n; i++)
		sweep_free(*VEC_AT(&e->sweeps, struct sweep *, i));
	e->sweeps.n = 0;
}
