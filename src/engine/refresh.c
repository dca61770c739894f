/* SPDX-License-Identifier: Apache-2.0
 *
 * Live reads: of one ONU for a user (all usual columns of this ONU), and looks at several
 * ONUs for the incident watcher (look.c). Each is an execution without a node: it is
 * recorded, has events, and its values are written like those of a run.
 *
 *	WAITS ──lock──► READS ──collected──► WRITES ──answer of the writer──► OVER
 *	  └── too long ──┬┘ disabled, interrupted, program stops
 *	                 └──► OVER, INTERRUPTED
 *
 * It has the OLT's lock and its own session, so it never runs at the same time as a run,
 * and it needs no poller. It has copies of or references to the OLT's data: the OLT may
 * be deleted while it waits. A second request of a user for the same ONU gets the same
 * execution.
 */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "coordinator/node_queue.h"
#include "engine/refresh_int.h"
#include "engine/write_int.h"
#include "engine/judge_int.h"
#include "engine/results_int.h"
#include "collect/target.h"

enum {
	COLLECTS_MS = 20000,
	RENEW_MS = 30000,
	AT_ONCE_MAX = 256,
	LOOK_VARBINDS = 12, /* in a request of a look */
};

enum place {
	PLACE_WAITS, /* for the lock; PENDING */
	PLACE_READS, /* RUNNING; session is set */
	PLACE_WRITES, /* ended, the writer has its results */
	PLACE_OVER, /* freed at the next tick, outside the callbacks of its session */
};

struct refresh {
	struct engine *engine;
	enum place place;
	struct execution execution;
	struct live_order order; /* owns known and overlay */
	bool is_said; /* its waiting was reported */
	int64_t gives_up_ms; /* monotonic; it waits for the lock until then */
	struct olt_config *olt_config; /* one reference */
	const struct profile *profile;
	struct node_queue_lease lease; /* token 0: none */
	struct snmpc_session *session;
	struct collect *collect;
};

/* Close the session and release the lock. */
static void
hang_up(struct refresh *r)
{
	if (r->session)
		snmpc_session_close(r->session);
	if (r->lease.token)
		node_queue_unlock(
		    r->engine->queue, r->lease.olt, r->lease.token, engine_now().wall_ms);
	r->session = NULL;
	r->lease.token = 0;
}

static void
refresh_free(struct refresh *r)
{
	if (!r)
		return;
	collect_free(r->collect);
	hang_up(r);
	known_free(r->order.known);
	if (r->order.overlay)
		overlay_give(r->order.overlay);
	olt_config_unref(r->olt_config);
	free(r);
}
OWNED_BY(struct refresh, refresh_free);

static void say(struct refresh *r, enum coordinator_event_kind kind, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

static void
say(struct refresh *r, enum coordinator_event_kind kind, const char *fmt, ...)
{
	const struct execution *x = &r->execution;
	char what[EXECUTION_MESSAGE_MAX], text[512];
	struct coordinator_event event = { .kind = kind,
		.at_ms = engine_now().wall_ms,
		.olt = x->olt,
		.execution = x->id,
		.type = x->type,
		.state = x->state,
		.trouble = x->trouble,
		.due_ms = x->queued_ms,
		.by_hand = true,
		.message = text,
		.task = r->order.task,
		.why = x->message };
	va_list args;

	va_start(args, fmt);
	(void)vsnprintf(what, sizeof(what), fmt, args);
	va_end(args);
	(void)snprintf(text, sizeof(text), "%s: %s %s", r->olt_config->site->olt.name,
	    r->order.task, what);
	if (x->started_ms)
		event.duration_ms =
		    (x->finished_ms ? x->finished_ms : event.at_ms) - x->started_ms;
	engine_say(r->engine, &event);
}

static void
step(struct refresh *r, enum execution_step step, enum trouble why, int64_t now_ms)
{
	if (execution_step(&r->execution, step, why, now_ms) != RC_OK)
		assert(false && "a live read takes only steps that there are");
}

/* ---- the end -------------------------------------------------------------------- */

/* Not from inside the callbacks of its session. */
static void
interrupt(struct refresh *r, enum trouble why, const char *message)
{
	collect_free(r->collect);
	r->collect = NULL;
	(void)snprintf(r->execution.message, sizeof(r->execution.message), "%s", message);
	step(r, EXECUTION_CANCEL, why, engine_now().wall_ms);
	write_record(r->engine->outbox, &r->execution);
	say(r, COORDINATOR_INTERRUPTED, "INTERRUPTED: %s", message);
	r->place = PLACE_OVER;
	engine_nudge(r->engine);
}

/* What it has cost, and whether the OLT answered in time. */
static void
count_requests(
    struct refresh *r, struct device *device, const struct coordinator_outcome *o)
{
	uint64_t n = (uint64_t)o->traffic.requests;
	int64_t now_ms = clock_mono_ms();

	if (!device)
		return;
	look_budget_asked(&device->looks, n, now_ms);
	if (r->order.is_look)
		look_budget_spent(&device->looks, n, now_ms);
	if (r->session && snmpc_session_slowed_us(r->session) > device->look_slowed_us)
		device->look_slowed_us = snmpc_session_slowed_us(r->session);
}

/* Pass the results to the writer. */
static void
end(struct refresh *r, const struct coordinator_outcome *o, const struct collection *c)
{
	struct execution *x = &r->execution;
	struct device *device = device_find(&r->engine->devices, x->olt);
	struct moment now = device ? engine_end_of(device) : engine_now();
	struct coordinator_verdict verdict = { .attempt = { .number = 1,
						   .trouble = o->trouble,
						   .started_ms = x->started_ms,
						   .finished_ms = now.wall_ms,
						   .traffic = o->traffic } };
	struct results_of of = { .verdict = &verdict, .collection = c };

	x->traffic = o->traffic;
	x->onus = o->onus;
	(void)snprintf(
	    x->message, sizeof(x->message), "%s", o->message ? o->message : "");
	memcpy(verdict.attempt.message, x->message, sizeof(x->message));
	step(r, execution_step_to(o->state), o->trouble, now.wall_ms);
	verdict.execution = *x;
	if (o->answered)
		coordinator_heard(r->engine->coordinator, x->olt, now);
	count_requests(r, device, o);
	if (c) {
		of.collect = GIVE(r->collect);
		of.overlay = GIVE(r->order.overlay);
	}
	r->place = PLACE_WRITES;
	results_hand_over(r->engine, &of);
	engine_nudge(r->engine);
}

static void
end_early(struct refresh *r, enum rc rc, const char *message)
{
	struct circumstances how = { .is_late = false, .has_answered = false };
	char text[EXECUTION_MESSAGE_MAX];
	struct coordinator_outcome o = rc == RC_NOT_FOUND
	    ? outcome_of_nothing(message, false, text)
	    : outcome_of_failure(rc, how, message, text);

	end(r, &o, NULL);
}

static struct refresh *
find_execution(const struct engine *e, struct execution_id id)
{
	struct refresh *const *all = e->refreshes.data;

	for (size_t i = 0; i < e->refreshes.n; i++) {
		if (all[i]->execution.id.v == id.v)
			return all[i];
	}
	return NULL;
}

bool
refresh_stored(struct engine *e, struct execution_id id, enum rc rc)
{
	struct refresh *r = find_execution(e, id);
	const struct execution *x = r ? &r->execution : NULL;

	if (!r || r->place != PLACE_WRITES)
		return false;
	if (rc != RC_OK) {
		r->execution.state = EXECUTION_FAILED;
		r->execution.trouble = TROUBLE_STORE;
		(void)snprintf(r->execution.message, sizeof(x->message),
		    "its results could not be stored: %s", rc_name(rc));
		write_record(e->outbox, x);
	}
	say(r, COORDINATOR_ENDED, "%s in %lld ms%s%s", execution_state_name(x->state),
	    (long long)(x->finished_ms - x->started_ms), x->message[0] ? ": " : "",
	    x->message);
	r->place = PLACE_OVER;
	return true;
}

bool
refresh_interrupt(struct engine *e, struct execution_id id, const char *by)
{
	struct refresh *r = find_execution(e, id);
	char message[EXECUTION_MESSAGE_MAX];

	if (!r || r->place > PLACE_READS)
		return false;
	(void)snprintf(message, sizeof(message), "interrupted by %s", by);
	interrupt(r, TROUBLE_USER, message);
	return true;
}

/* ---- reading ---------------------------------------------------------------------- */

static void
on_collected(void *ctx, const struct collection *c)
{
	struct refresh *r = ctx;
	char text[EXECUTION_MESSAGE_MAX];
	struct coordinator_outcome o = outcome_of(c, false, text);

	r->engine->n_values += c->n_values;
	end(r, &o, c);
}

static bool
is_unsupported(void *ctx, const struct column *column)
{
	const struct refresh *r = ctx;
	const struct device *device = device_find(&r->engine->devices, r->execution.olt);

	return device && device_lacks(device, &column->oid, clock_wall_ms());
}

static struct snmpc_limits
limits_of(const struct refresh *r)
{
	struct snmpc_limits l = target_limits(&r->engine->options.limits, r->profile,
	    &r->olt_config->site->settings[TASK_GET]);

	if (!r->order.is_look)
		return l;
	l.in_flight = 1;
	if (!l.varbinds || l.varbinds > LOOK_VARBINDS)
		l.varbinds = LOOK_VARBINDS;
	return l;
}

static enum rc
collect_it(struct refresh *r, struct err *err)
{
	const struct live_order *order = &r->order;
	struct collect_options o = { .profile = order->overlay ? order->overlay->profile
							       : r->profile,
		.mode = COLLECT_GET,
		.n_columns = order->n_columns,
		.columns = order->columns,
		.no_slow = order->is_look,
		.is_unsupported = is_unsupported,
		.known = order->known,
		.ports_of_onus = order->is_look,
		.deadline_ms = COLLECTS_MS,
		.on_done = on_collected,
		.ctx = r };
	struct snmpc_limits limits = limits_of(r);
	struct snmpc_target target;
	enum rc rc = device_target(r->olt_config->site, &limits, &target, err);

	if (rc != RC_OK)
		return rc;
	rc = snmpc_session_open(r->engine->snmpc, &target, &r->session, err);
	explicit_bzero(&target, sizeof(target));
	if (rc == RC_OK)
		rc = collect_start(r->session, &o, &r->collect, err);
	return rc;
}

static void
begin(struct refresh *r)
{
	struct err err = { 0 };
	enum rc rc;

	r->place = PLACE_READS;
	r->execution.fence = r->lease.token;
	step(r, EXECUTION_START, TROUBLE_NONE, engine_now().wall_ms);
	write_record(r->engine->outbox, &r->execution);
	say(r, COORDINATOR_STARTED, "has begun");
	rc = collect_it(r, &err);
	if (rc != RC_OK)
		end_early(r, rc, err.msg);
}

/* Waiting is reported once. */
static void
wait_on(struct refresh *r)
{
	if (clock_mono_ms() >= r->gives_up_ms) {
		interrupt(r, TROUBLE_DEADLINE,
		    "the OLT is busy with something else: try again later");
		return;
	}
	if (r->is_said)
		return;
	r->is_said = true;
	say(r, COORDINATOR_QUEUED, "waits: another task runs on the OLT");
}

/* ---- start ------------------------------------------------------------------ */

/* An execution for the same ONU that has not ended. */
static struct refresh *
find_same(const struct engine *e, const struct message *l)
{
	struct refresh *const *all = e->refreshes.data;

	for (size_t i = 0; i < e->refreshes.n; i++) {
		if (all[i]->execution.olt.v == l->olt.v && all[i]->place <= PLACE_READS &&
		    !all[i]->order.is_look &&
		    position_compare(&all[i]->order.position, &l->refresh.position) == 0)
			return all[i];
	}
	return NULL;
}

enum rc
live_check(const struct device *device, struct err *err)
{
	const struct loaded_olt *site =
	    device && device->olt_config ? device->olt_config->site : NULL;

	if (!site)
		return err_set(
		    err, RC_NOT_FOUND, "the engine does not know this OLT yet");
	if (!site->olt.enabled)
		return err_set(err, RC_CONFLICT, "OLT %s is disabled: it is not asked",
		    site->olt.name);
	if (!device->profile)
		return err_set(err, RC_CONFLICT,
		    "OLT %s: nobody knows yet what it is; its first run will tell",
		    site->olt.name);
	return RC_OK;
}

static struct refresh *
make(struct engine *e, const struct device *device, const struct live_order *order)
{
	struct refresh *r = calloc(1, sizeof(*r));

	if (!r)
		return NULL;
	r->engine = e;
	r->execution = (struct execution){ .olt = order->olt,
		.type = TASK_GET,
		.lane = LANE_HIGH,
		.state = EXECUTION_PENDING,
		.max_attempts = 1,
		.queued_ms = engine_now().wall_ms };
	(void)snprintf(
	    r->execution.asked_by, sizeof(r->execution.asked_by), "%s", order->asked_by);
	r->gives_up_ms = clock_mono_ms() + order->wait_ms;
	r->olt_config = olt_config_ref(device->olt_config);
	r->profile = device->profile;
	return r;
}

enum rc
live_add(struct engine *e, const struct device *device, struct live_order *order,
    struct execution_id *ret_execution, struct err *err)
{
	struct refresh *r OWNED(refresh_free) = NULL;
	struct refresh **slot;

	if (e->refreshes.n >= AT_ONCE_MAX)
		return err_set(err, RC_BUSY, "too many live reads wait: try again later");
	r = make(e, device, order);
	slot = r ? vec_add(&e->refreshes) : NULL;
	if (!slot)
		return err_set(err, RC_NOMEM, "out of memory");
	r->order = *order;
	r->order.asked_by = NULL; /* a copy is in the execution */
	r->execution.id.v = atomic_fetch_add(&e->next_execution, 1);
	*ret_execution = r->execution.id;
	/* The caller now gets the id, and may look for it in the store. */
	write_record(e->outbox, &r->execution);
	*slot = GIVE(r);
	return RC_OK;
}

static enum rc
start(
    struct engine *e, const struct message *l, struct execution_id *ret, struct err *err)
{
	const struct device *device = device_find(&e->devices, l->olt);
	struct known *known OWNED(known_free) = NULL;
	struct live_order order = { .olt = l->olt,
		.asked_by = l->by,
		.wait_ms = l->refresh.wait_ms,
		.position = l->refresh.position };
	char place[POSITION_TEXT_MAX];
	enum rc rc = live_check(device, err);

	if (rc != RC_OK)
		return rc;
	known = known_new();
	if (!known || known_add(known, &order.position, false) != RC_OK)
		return err_set(err, RC_NOMEM, "out of memory");
	known_sort(known);
	order.known = known;
	(void)snprintf(order.task, sizeof(order.task), "the live read of %s",
	    position_format(&order.position, place));
	rc = live_add(e, device, &order, ret, err);
	if (rc == RC_OK)
		known = NULL; /* now owned by the live read */
	return rc;
}

void
refresh_start(struct engine *e, const struct message *l)
{
	const struct refresh *same = find_same(e, l);
	struct refreshed result = { .rc = RC_OK, .message = "" };
	struct err err = { 0 };

	if (same)
		result.execution = same->execution.id;
	else
		result.rc = start(e, l, &result.execution, &err);
	if (result.rc != RC_OK)
		result.message = err.msg;
	l->refresh.begun(l->refresh.ctx, &result);
}

/* ---- tick ------------------------------------------------------------------- */

/* Renew the lease as long as it is needed. */
static void
renew(struct refresh *r)
{
	int64_t now_ms = engine_now().wall_ms;

	if (!r->lease.token || now_ms < r->lease.expires_ms - RENEW_MS)
		return;
	if (node_queue_renew(r->engine->queue, r->execution.olt, r->lease.token, now_ms,
		&r->lease.expires_ms) != RC_OK)
		r->lease.token = 0; /* lost; one ONU is read quickly */
}

static void
move_on(struct refresh *r)
{
	const struct device *device = device_find(&r->engine->devices, r->execution.olt);

	if (!device || !device->olt_config->site->olt.enabled)
		interrupt(r, TROUBLE_OLT_DISABLED, "the OLT was disabled");
	else if (r->place == PLACE_READS)
		renew(r);
	else if (node_queue_lock(r->engine->queue, r->execution.olt, engine_now().wall_ms,
		     &r->lease) == RC_OK)
		begin(r);
	else
		wait_on(r);
}

void
refresh_tick(struct engine *e)
{
	struct refresh **all = e->refreshes.data;

	for (size_t i = 0; i < e->refreshes.n; i++) {
		struct refresh *r = all[i];

		if (r->place <= PLACE_READS)
			move_on(r);
		if (r->place == PLACE_WRITES)
			hang_up(r);
		if (r->place != PLACE_OVER)
			continue;
		refresh_free(r);
		all[i--] = all[--e->refreshes.n];
	}
}

void
refresh_end(struct engine *e)
{
	struct refresh **all = e->refreshes.data;

	while (e->refreshes.n) {
		struct refresh *r = all[--e->refreshes.n];

		if (r->place <= PLACE_READS)
			interrupt(r, TROUBLE_SHUTDOWN, "the program ends");
		refresh_free(r);
	}
}
