/* SPDX-License-Identifier: Apache-2.0
 *
 * "Test this OLT": who is it, which columns does it answer, and who is behind it.
 *
 * A trial has a session of its own, because the OLT may not exist yet, or have other
 * credentials than those under test. That of a known OLT waits for its lock, as
 * everybody does, but not for ever. Nothing is written.
 */
#include <stdlib.h>

#include "base/clock.h"
#include "broker/broker.h"
#include "poll/engine_int.h"
#include "poll/target.h"

enum {
	WAITS_MS = 60000,
	DETECTS_MS = 120000,
	DEADLINE_MS = 60000,
	TRIALS_MAX = 64, /* at once: those who asked may have left */
};

struct trial {
	struct engine *engine;
	struct letter *letter; /* owned: what was asked */
	int64_t gives_up_ms; /* monotonic */
	struct broker_lease lease; /* token 0: none */
	struct snmpc_session *session; /* NULL: not begun */
	struct detect *detect; /* owned */
	struct collect *collect; /* owned */
	struct detection detection; /* borrows from detect */
};

static void
trial_free(struct trial *t)
{
	collect_free(t->collect);
	detect_free(t->detect);
	if (t->session)
		snmpc_session_close(t->session);
	if (t->lease.token)
		broker_unlock(t->engine->broker, t->lease.olt, t->lease.token,
		    engine_now().wall_ms);
	letter_free(t->letter);
	free(t);
}

/* It has its answer: freed at the next tick, outside of its session's callbacks. */
static void
tell(struct trial *t, const struct collection *sample)
{
	t->letter->test.done(t->letter->test.ctx, &t->detection, sample);
	t->letter->test.done = NULL;
	engine_nudge(t->engine);
}

static void
tell_failure(struct trial *t, enum rc rc, const char *message)
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
	struct trial *t = ctx;
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
	    target_limits(&t->engine->options.limits, d->profile, &t->letter->test.said);
	snmpc_session_limit(t->session, &limits);
	if (collect_start(t->session, &o, &t->collect, NULL) != RC_OK)
		tell(t, NULL);
}

static void
begin(struct trial *t)
{
	struct engine *e = t->engine;
	const struct engine_test *test = &t->letter->test;
	struct detect_options o = { .profiles = e->options.profiles,
		.with_columns = true,
		.said = &test->said,
		.deadline_ms = DETECTS_MS,
		.on_done = on_detected,
		.ctx = t };
	struct err err = { 0 };
	enum rc rc = snmpc_session_open(e->snmpc, &test->target, &t->session, &err);

	if (t->letter->profile)
		o.profile = profile_set_find(e->options.profiles, t->letter->profile);
	if (t->letter->profile && !o.profile)
		rc = err_set(
		    &err, RC_INVALID, "there is no profile \"%s\"", t->letter->profile);
	if (rc == RC_OK)
		rc = detect_start(t->session, &o, &t->detect, &err);
	if (rc != RC_OK)
		tell_failure(t, rc, err.msg);
}

/* The lock of an OLT that we know; others need none. */
static bool
has_lock(struct trial *t)
{
	if (!t->letter->olt.v || t->lease.token)
		return true;
	return broker_lock(t->engine->broker, t->letter->olt, engine_now().wall_ms,
		   &t->lease) == RC_OK;
}

static void
move_on(struct trial *t)
{
	if (has_lock(t))
		begin(t);
	else if (clock_mono_ms() >= t->gives_up_ms)
		tell_failure(
		    t, RC_BUSY, "this OLT is busy with something else, try again later");
}

/* It is not begun. */
static void
refuse_trial(struct letter *letter, enum rc rc, const char *message)
{
	struct detection nothing = { .rc = rc,
		.message = message,
		.sys_descr = "",
		.sys_name = "",
		.uptime_s = -1 };

	letter->test.done(letter->test.ctx, &nothing, NULL);
	letter_free(letter);
}

void
trial_start(struct engine *e, struct letter *letter)
{
	struct trial *t, **slot;

	if (e->trials.n >= TRIALS_MAX) {
		refuse_trial(letter, RC_BUSY,
		    "too many OLTs are being tested; try again in a moment");
		return;
	}
	t = calloc(1, sizeof(*t));
	slot = t ? vec_add(&e->trials) : NULL;
	if (!slot) {
		refuse_trial(letter, RC_NOMEM, "out of memory");
		free(t);
		return;
	}
	*slot = t;
	t->engine = e;
	t->letter = letter;
	t->gives_up_ms = clock_mono_ms() + WAITS_MS;
}

/* Our lease lasts as long as we need it. */
static void
renew(struct trial *t)
{
	struct moment now = engine_now();

	if (!t->lease.token || now.wall_ms < t->lease.expires_ms - WAITS_MS / 2)
		return;
	if (broker_renew(t->engine->broker, t->lease.olt, t->lease.token, now.wall_ms,
		&t->lease.expires_ms) != RC_OK)
		t->lease.token = 0; /* another's now: we go on, gently, to the end */
}

void
trial_tick(struct engine *e)
{
	struct trial **trials = e->trials.data;

	for (size_t i = 0; i < e->trials.n; i++) {
		struct trial *t = trials[i];

		if (t->letter->test.done && !t->session)
			move_on(t);
		renew(t);
		if (t->letter->test.done)
			continue;
		trial_free(t);
		trials[i--] = trials[--e->trials.n];
	}
}

void
trial_end(struct engine *e)
{
	struct trial **trials = e->trials.data;

	while (e->trials.n) {
		struct trial *t = trials[--e->trials.n];

		if (t->letter->test.done)
			tell_failure(t, RC_CANCELLED, "the program ends");
		trial_free(t);
	}
}
