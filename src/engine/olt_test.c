/* SPDX-License-Identifier: Apache-2.0
 *
 * "Test this OLT": its identity, the columns that it answers, and sample ONUs.
 *
 * An olt_test has its own session, because the OLT may not exist yet, or may have other
 * credentials than the tested ones. For a known OLT it waits for the lock, for a limited
 * time. Nothing is written.
 */
#include <stdlib.h>

#include "base/clock.h"
#include "coordinator/node_queue.h"
#include "engine/engine_int.h"
#include "collect/target.h"

enum {
	WAITS_MS = 60000,
	DETECTS_MS = 120000,
	DEADLINE_MS = 60000,
	TRIALS_MAX = 64, /* at the same time: users may have left */
};

struct olt_test {
	struct engine *engine;
	struct message *message; /* owned: the request */
	int64_t gives_up_ms; /* monotonic */
	struct node_queue_lease lease; /* token 0: none */
	struct snmpc_session *session; /* NULL: not started */
	struct detect *detect; /* owned */
	struct collect *collect; /* owned */
	struct detection detection; /* borrows from detect */
};

static void
olt_test_free(struct olt_test *t)
{
	collect_free(t->collect);
	detect_free(t->detect);
	if (t->session)
		snmpc_session_close(t->session);
	if (t->lease.token)
		node_queue_unlock(
		    t->engine->queue, t->lease.olt, t->lease.token, engine_now().wall_ms);
	message_free(t->message);
	free(t);
}

/* It has called done: freed at the next tick, outside the callbacks of its session. */
static void
tell(struct olt_test *t, const struct collection *sample)
{
	t->message->test.done(t->message->test.ctx, &t->detection, sample);
	t->message->test.done = NULL;
	engine_nudge(t->engine);
}

static void
tell_failure(struct olt_test *t, enum rc rc, const char *message)
{
	t->detection = (struct detection){ .rc = rc,
		.message = message,
		.sys_descr = "",
		.sys_name = "",
		.uptime_s = -1 };
	tell(t, NULL);
}

static void
on_collected(void *ctx, const struct collection *c)
{
	tell(ctx, c);
}

static void
on_detected(void *ctx, const struct detection *d)
{
	struct olt_test *t = ctx;
	struct collect_options o = { .profile = d->profile,
		.no_slow = true,
		.deadline_ms = DEADLINE_MS,
		.on_done = on_collected,
		.ctx = t };
	struct snmpc_limits limits;

	t->detection = *d;
	if (!d->profile) {
		tell(t, NULL);
		return;
	}
	limits =
	    target_limits(&t->engine->options.limits, d->profile, &t->message->test.said);
	snmpc_session_limit(t->session, &limits);
	if (collect_start(t->session, &o, &t->collect, NULL) != RC_OK)
		tell(t, NULL);
}

static void
begin(struct olt_test *t)
{
	struct engine *e = t->engine;
	const struct engine_test *test = &t->message->test;
	struct detect_options o = { .profiles = e->options.profiles,
		.with_columns = true,
		.said = &test->said,
		.deadline_ms = DETECTS_MS,
		.on_done = on_detected,
		.ctx = t };
	struct err err = { 0 };
	enum rc rc = snmpc_session_open(e->snmpc, &test->target, &t->session, &err);

	if (t->message->profile)
		o.profile = profile_set_find(e->options.profiles, t->message->profile);
	if (t->message->profile && !o.profile)
		rc = err_set(
		    &err, RC_INVALID, "there is no profile \"%s\"", t->message->profile);
	if (rc == RC_OK)
		rc = detect_start(t->session, &o, &t->detect, &err);
	if (rc != RC_OK)
		tell_failure(t, rc, err.msg);
}

/* Take the lock of a known OLT; others need none. */
static bool
has_lock(struct olt_test *t)
{
	if (!t->message->olt.v || t->lease.token)
		return true;
	return node_queue_lock(t->engine->queue, t->message->olt, engine_now().wall_ms,
		   &t->lease) == RC_OK;
}

static void
move_on(struct olt_test *t)
{
	if (has_lock(t))
		begin(t);
	else if (clock_mono_ms() >= t->gives_up_ms)
		tell_failure(
		    t, RC_BUSY, "this OLT is busy with something else, try again later");
}

/* Report that it cannot start. */
static void
refuse_test(struct message *message, enum rc rc, const char *why)
{
	struct detection nothing = {
		.rc = rc, .message = why, .sys_descr = "", .sys_name = "", .uptime_s = -1
	};

	message->test.done(message->test.ctx, &nothing, NULL);
	message_free(message);
}

void
olt_test_start(struct engine *e, struct message *message)
{
	struct olt_test *t, **slot;

	if (e->olt_tests.n >= TRIALS_MAX) {
		refuse_test(message, RC_BUSY,
		    "too many OLTs are being tested; try again in a moment");
		return;
	}
	t = calloc(1, sizeof(*t));
	slot = t ? vec_add(&e->olt_tests) : NULL;
	if (!slot) {
		refuse_test(message, RC_NOMEM, "out of memory");
		free(t);
		return;
	}
	*slot = t;
	t->engine = e;
	t->message = message;
	t->gives_up_ms = clock_mono_ms() + WAITS_MS;
}

/* Renew the lease as long as it is needed. */
static void
renew(struct olt_test *t)
{
	struct moment now = engine_now();

	if (!t->lease.token || now.wall_ms < t->lease.expires_ms - WAITS_MS / 2)
		return;
	if (node_queue_renew(t->engine->queue, t->lease.olt, t->lease.token, now.wall_ms,
		&t->lease.expires_ms) != RC_OK)
		t->lease.token = 0; /* lost; continue, with few requests */
}

void
olt_test_tick(struct engine *e)
{
	struct olt_test **olt_tests = e->olt_tests.data;

	for (size_t i = 0; i < e->olt_tests.n; i++) {
		struct olt_test *t = olt_tests[i];

		if (t->message->test.done && !t->session)
			move_on(t);
		renew(t);
		if (t->message->test.done)
			continue;
		olt_test_free(t);
		olt_tests[i--] = olt_tests[--e->olt_tests.n];
	}
}

void
olt_test_end(struct engine *e)
{
	struct olt_test **olt_tests = e->olt_tests.data;

	while (e->olt_tests.n) {
		struct olt_test *t = olt_tests[--e->olt_tests.n];

		if (t->message->test.done)
			tell_failure(t, RC_CANCELLED, "the program ends");
		olt_test_free(t);
	}
}
