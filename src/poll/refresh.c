/* SPDX-License-Identifier: Apache-2.0
 *
 * A live read of one ONU, because somebody looks at it: everything usual is got for it
 * alone, and told. Nothing is written: the next run of a job does that.
 *
 *	waits for the OLT's lock ──► collects ──► told to all who asked meanwhile
 *	          └── too long, or the OLT is gone ──► told why not
 *
 * It has a session of its own and holds the OLT's lock, so it never meets a run. What it
 * needs of the OLT it has copied or counted: the OLT may go while it waits.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "broker/broker.h"
#include "poll/engine_int.h"

enum { COLLECTS_MS = 20000, RENEW_MS = 30000 };

/* Somebody who waits for it. */
struct asker {
	void (*done)(void *ctx, const struct refreshed *result);
	void *ctx;
};

struct refresh {
	struct engine *engine;
	struct olt_id olt;
	struct position position;
	struct vec askers; /* struct asker; none: they have been told */
	int64_t gives_up_ms; /* monotonic: no lock until then */
	struct dossier *dossier; /* counted; NULL: there is no such OLT */
	const struct profile *profile;
	struct known *known; /* the one ONU */
	struct broker_lease lease; /* token 0: none */
	struct snmpc_session *session; /* NULL: not begun */
	struct collect *collect;
};

static void
refresh_free(struct refresh *r)
{
	collect_free(r->collect);
	if (r->session)
		snmpc_session_close(r->session);
	if (r->lease.token)
		broker_unlock(r->engine->broker, r->lease.olt, r->lease.token,
		    engine_now().wall_ms);
	known_free(r->known);
	dossier_unref(r->dossier);
	vec_fini(&r->askers);
	free(r);
}

/* It is freed at the next tick, outside of its session's callbacks. */
static void
tell(struct refresh *r, const struct refreshed *result)
{
	for (size_t i = 0; i < r->askers.n; i++) {
		const struct asker *asker = VEC_AT(&r->askers, struct asker, i);

		asker->done(asker->ctx, result);
	}
	r->askers.n = 0;
	engine_nudge(r->engine);
}

static void
tell_failure(struct refresh *r, enum rc rc, const char *message)
{
	struct refreshed result = { .rc = rc, .message = message };

	tell(r, &result);
}

static void
on_collected(void *ctx, const struct collection *c)
{
	struct refresh *r = ctx;
	struct refreshed result = { .rc = c->rc,
		.message = collection_sentence(c),
		.collection = c,
		.row = rows_count(c->rows) ? rows_at(c->rows, 0) : NULL };

	tell(r, &result);
}

static enum rc
collect_it(struct refresh *r, struct err *err)
{
	struct collect_options o = { .profile = r->profile,
		.mode = COLLECT_GET,
		.known = r->known,
		.deadline_ms = COLLECTS_MS,
		.on_done = on_collected,
		.ctx = r };
	struct snmpc_limits limits =
	    poll_limits(&r->engine->options.limits, &r->profile->quirks);
	struct snmpc_target target;
	enum rc rc = line_target(r->dossier->site, &limits, &target, err);

	if (rc != RC_OK)
		return rc;
	rc = snmpc_session_open(r->engine->snmpc, &target, &r->session, err);
	explicit_bzero(&target, sizeof(target));
	if (rc == RC_OK)
		rc = collect_start(r->session, &o, &r->collect, err);
	return rc;
}

static void
move_on(struct refresh *r)
{
	struct err err = { 0 };
	enum rc rc;

	if (broker_lock(r->engine->broker, r->olt, engine_now().wall_ms, &r->lease) !=
	    RC_OK) {
		if (clock_mono_ms() >= r->gives_up_ms)
			tell_failure(r, RC_BUSY,
			    "the OLT is busy with something else: try again later");
		return;
	}
	rc = collect_it(r, &err);
	if (rc != RC_OK)
		tell_failure(r, rc, err.msg);
}

/* ---- beginning ------------------------------------------------------------------------ */

/* Somebody has asked for the same and waits still. */
static struct refresh *
find_same(const struct engine *e, const struct letter *l)
{
	struct refresh *const *all = e->refreshes.data;

	for (size_t i = 0; i < e->refreshes.n; i++) {
		if (all[i]->olt.v == l->olt.v && all[i]->askers.n > 0 &&
		    position_compare(&all[i]->position, &l->refresh.position) == 0)
			return all[i];
	}
	return NULL;
}

static struct refresh *
make(struct engine *e, const struct letter *l)
{
	struct refresh *r = calloc(1, sizeof(*r));
	struct refresh **slot = r ? vec_add(&e->refreshes) : NULL;

	if (!slot) {
		free(r);
		return NULL;
	}
	*slot = r;
	r->engine = e;
	r->olt = l->olt;
	r->position = l->refresh.position;
	r->askers = (struct vec)VEC_INIT(struct asker);
	r->gives_up_ms = clock_mono_ms() + l->refresh.wait_ms;
	return r;
}

/* What it needs of its OLT. */
static enum rc
prepare(struct refresh *r, struct err *err)
{
	const struct line *line = line_find(&r->engine->lines, r->olt);

	if (!line || !line->dossier)
		return err_set(
		    err, RC_NOT_FOUND, "the engine does not know this OLT yet");
	if (!line->dossier->site->olt.enabled)
		return err_set(err, RC_CONFLICT, "OLT %s is disabled: it is not asked",
		    line->dossier->site->olt.name);
	if (!line->profile)
		return err_set(err, RC_CONFLICT,
		    "OLT %s: nobody knows yet what it is; its first run will tell",
		    line->dossier->site->olt.name);
	r->dossier = dossier_ref(line->dossier);
	r->profile = line->profile;
	r->known = known_new();
	if (!r->known || known_add(r->known, &r->position, false) != RC_OK)
		return err_set(err, RC_NOMEM, "out of memory");
	known_sort(r->known);
	return RC_OK;
}

void
refresh_start(struct engine *e, const struct letter *l)
{
	struct refresh *r = find_same(e, l);
	bool is_new = !r;
	struct asker *asker;
	struct err err = { 0 };
	enum rc rc;

	if (is_new)
		r = make(e, l);
	asker = r ? vec_add(&r->askers) : NULL;
	if (!asker) {
		struct refreshed nothing = { .rc = RC_NOMEM, .message = "out of memory" };

		l->refresh.done(l->refresh.ctx, &nothing);
		return;
	}
	*asker = (struct asker){ l->refresh.done, l->refresh.ctx };
	if (!is_new)
		return;
	rc = prepare(r, &err);
	if (rc != RC_OK)
		tell_failure(r, rc, err.msg);
}

/* ---- going on --------------------------------------------------------------------------- */

/* Our lease lasts as long as we need it. */
static void
renew(struct refresh *r)
{
	int64_t now_ms = engine_now().wall_ms;

	if (!r->lease.token || now_ms < r->lease.expires_ms - RENEW_MS)
		return;
	if (broker_renew(r->engine->broker, r->olt, r->lease.token, now_ms,
		&r->lease.expires_ms) != RC_OK)
		r->lease.token = 0; /* another's now: one ONU is soon read */
}

void
refresh_tick(struct engine *e)
{
	struct refresh **all = e->refreshes.data;

	for (size_t i = 0; i < e->refreshes.n; i++) {
		struct refresh *r = all[i];

		if (r->askers.n > 0 && !r->session)
			move_on(r);
		renew(r);
		if (r->askers.n > 0)
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

		tell_failure(r, RC_CANCELLED, "the program ends");
		refresh_free(r);
	}
}
