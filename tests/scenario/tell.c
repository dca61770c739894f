/* SPDX-License-Identifier: Apache-2.0 */
#include "tell.h"

#include "check.h"

enum { COURIER_MS = 1000, STEPS_MAX = 4000000 };

/* ---- the database -------------------------------------------------------------------- */

static void
store_told(struct tell *w, const struct notify_told *row)
{
	struct notify_told *new;

	for (size_t i = 0; i < w->told.n; i++) {
		struct notify_told *t = VEC_AT(&w->told, struct notify_told, i);

		if (t->incident == row->incident && t->target == row->target) {
			*t = *row;
			return;
		}
	}
	new = vec_add(&w->told);
	assert_non_null(new);
	*new = *row;
}

static void
store_storm(struct tell *w, const struct notify_storm *row)
{
	struct notify_storm *new;

	for (size_t i = 0; i < w->storms.n; i++) {
		struct notify_storm *s = VEC_AT(&w->storms, struct notify_storm, i);

		if (s->target == row->target) {
			*s = *row;
			return;
		}
	}
	new = vec_add(&w->storms);
	assert_non_null(new);
	*new = *row;
}

static void
drop(struct tell *w, const struct notify_drop *d)
{
	for (size_t i = w->open_from; i < w->outbox.n; i++) {
		struct tell_queued *q = VEC_AT(&w->outbox, struct tell_queued, i);
		bool is_claimed =
		    !w->is_down[q->d.target] && w->now_ms >= q->queued_ms + w->claim_ms;

		if (q->d.incident == d->incident && q->d.target == d->target &&
		    !is_claimed)
			q->is_over = true;
	}
}

/* ---- checks -------------------------------------------------------------------------------- */

static void
check_key(const struct tell *w, const struct notify_decision *d)
{
	size_t from = w->outbox.n > 3000 ? w->outbox.n - 3000 : 0;

	for (size_t i = from; i < w->outbox.n; i++) {
		const struct tell_queued *q = VEC_AT(&w->outbox, struct tell_queued, i);

		if (strcmp(q->d.key, d->key) == 0)
			fail_msg("incident %lld, target %lld: %s %s version %lld twice",
			    (long long)d->incident, (long long)d->target,
			    notify_act_name(d->act), notify_reason_name(d->reason),
			    (long long)d->version);
	}
}

/* What holds between a message and one of the same pair that arrived before. */
static void
check_two(const struct notify_decision *old, const struct notify_decision *d)
{
	if (old->is_sound && d->is_sound && old->version == d->version && d->incident &&
	    d->reason != NOTIFY_ACK_LAPSED)
		fail_msg(
		    "incident %lld, target %lld: version %lld twice with sound: %s, %s",
		    (long long)d->incident, (long long)d->target, (long long)d->version,
		    notify_reason_name(old->reason), notify_reason_name(d->reason));
	if (old->act == NOTIFY_EDIT && d->act == NOTIFY_EDIT &&
	    d->reason != NOTIFY_RESOLVED && d->reason != NOTIFY_MERGED && d->incident &&
	    d->not_before_ms - old->not_before_ms < 30 * SECOND)
		fail_msg("incident %lld: two edits within %lld ms",
		    (long long)d->incident,
		    (long long)(d->not_before_ms - old->not_before_ms));
}

static void
check_message(const struct tell *w, const struct notify_decision *d)
{
	bool knew = false;
	size_t from = w->heard.n > 20000 ? w->heard.n - 20000 : 0;

	for (size_t i = from; i < w->heard.n; i++) {
		const struct tell_message *m = VEC_AT(&w->heard, struct tell_message, i);

		if (m->d.target == d->target && m->d.incident == 0)
			knew = true; /* a rolling message may have covered it */
		if (m->d.target != d->target || m->d.incident != d->incident)
			continue;
		check_two(&m->d, d);
		knew = true;
	}
	if (d->reason == NOTIFY_RESOLVED && !knew && from == 0) {
		for (size_t i = 0; i < w->facts.n; i++) {
			const struct notify_fact *f =
			    *VEC_AT(&w->facts, struct notify_fact *, i);

			knew |= f->merged_into == d->incident;
		}
		if (!knew)
			fail_msg("target %lld is told the end of incident %lld only",
			    (long long)d->target, (long long)d->incident);
	}
}

/* ---- a decision ------------------------------------------------------------------------------ */

static void
queue(struct tell *w, const struct notify_decision *d)
{
	struct tell_queued *q;

	check_key(w, d);
	assert_int_equal(d->not_before_ms, w->now_ms);
	assert_true(d->expires_ms > w->now_ms);
	q = vec_add(&w->outbox);
	assert_non_null(q);
	q->d = *d;
	q->queued_ms = w->now_ms;
}

static void
lapse(struct tell *w, const struct notify_lapse *l)
{
	struct notify_lapse *new = vec_add(&w->lapses);
	struct notify_fact *f = tell_fact(w, l->incident);

	assert_non_null(new);
	*new = *l;
	f->acked_ms = f->acked_until_ms = 0;
	check_rc(notify_set(w->n, f), RC_OK);
}

/* In the order of the header: drops before new rows. */
static void
write_all(struct tell *w, struct notify_output *out)
{
	for (size_t i = 0; i < out->drops.n; i++)
		drop(w, VEC_AT(&out->drops, struct notify_drop, i));
	for (size_t i = 0; i < out->decisions.n; i++)
		queue(w, VEC_AT(&out->decisions, struct notify_decision, i));
	for (size_t i = 0; i < out->told.n; i++)
		store_told(w, VEC_AT(&out->told, struct notify_told, i));
	for (size_t i = 0; i < out->storms.n; i++)
		store_storm(w, VEC_AT(&out->storms, struct notify_storm, i));
	for (size_t i = 0; i < out->lapses.n; i++)
		lapse(w, VEC_AT(&out->lapses, struct notify_lapse, i));
	for (size_t i = 0; i < out->hidden.n; i++)
		*(struct notify_hidden *)vec_add(&w->hidden) =
		    *VEC_AT(&out->hidden, struct notify_hidden, i);
}

/* Until nothing is due. Returns how many decisions there were. */
static size_t
decide_all(struct tell *w)
{
	struct notify_output out;
	size_t n = 0;
	int rounds = 0;

	while (notify_next_ms(w->n) <= w->now_ms) {
		if (++rounds > 20)
			fail_msg("notify is never done at %lld",
			    (long long)(w->now_ms - START));
		notify_output_init(&out);
		check_rc(notify_decide(w->n, w->now_ms, &out), RC_OK);
		n += out.decisions.n;
		write_all(w, &out);
		notify_output_fini(&out);
	}
	return n;
}

static void
decide(struct tell *w)
{
	(void)decide_all(w);
	if (!w->restarts)
		return;
	tell_restart(w);
	assert_int_equal(decide_all(w), 0);
}

/* ---- the courier -------------------------------------------------------------------------- */

static void
deliver(struct tell *w, struct tell_queued *q)
{
	struct tell_message *m;

	check_message(w, &q->d);
	m = vec_add(&w->heard);
	assert_non_null(m);
	m->d = q->d;
	m->at_ms = w->now_ms;
	q->is_over = true;
	notify_outcome(w->n, q->d.incident, q->d.target, NOTIFY_SENT, w->now_ms);
}

static void
courier(struct tell *w)
{
	for (size_t i = w->open_from; i < w->outbox.n; i++) {
		struct tell_queued *q = VEC_AT(&w->outbox, struct tell_queued, i);

		if (q->is_over) {
			w->open_from += i == w->open_from;
		} else if (w->now_ms >= q->d.expires_ms) {
			q->is_over = true;
			notify_outcome(
			    w->n, q->d.incident, q->d.target, NOTIFY_EXPIRED, w->now_ms);
		} else if (!w->is_down[q->d.target] &&
		    w->now_ms >= q->queued_ms + COURIER_MS) {
			deliver(w, q);
		}
	}
}

static int64_t
courier_next(const struct tell *w)
{
	int64_t next_ms = INT64_MAX;

	for (size_t i = w->open_from; i < w->outbox.n; i++) {
		const struct tell_queued *q = VEC_AT(&w->outbox, struct tell_queued, i);
		int64_t due_ms =
		    w->is_down[q->d.target] ? q->d.expires_ms : q->queued_ms + COURIER_MS;

		if (!q->is_over && due_ms < next_ms)
			next_ms = due_ms;
	}
	return next_ms;
}

/* ---- time ------------------------------------------------------------------------------------ */

static void
poll(struct tell *w)
{
	if (!w->poll_ms || w->now_ms < w->polled_ms + w->poll_ms)
		return;
	w->polled_ms = w->now_ms;
	check_rc(notify_polled(w->n, 1, w->now_ms), RC_OK);
}

static int64_t
least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

void
tell_until(struct tell *w, int64_t at_ms)
{
	decide(w);
	for (int step = 0; w->now_ms < at_ms; step++) {
		int64_t next_ms = least(notify_next_ms(w->n), courier_next(w));

		assert_true(step < STEPS_MAX);
		if (w->poll_ms)
			next_ms = least(next_ms, w->polled_ms + w->poll_ms);
		next_ms = least(next_ms, at_ms);
		w->now_ms = next_ms > w->now_ms ? next_ms : w->now_ms + 1;
		poll(w);
		courier(w);
		decide(w);
	}
}

void
tell_pass(struct tell *w, int64_t ms)
{
	tell_until(w, w->now_ms + ms);
}

/* ---- life --------------------------------------------------------------------------------- */

/* What the watcher loads: incidents that are not over, those that are not settled, and
 * their wholes. */
static bool
is_wanted(const struct tell *w, const struct notify_fact *f)
{
	if (f->state != INCIDENT_CLOSED && f->state != INCIDENT_DISMISSED &&
	    f->state != INCIDENT_MERGED)
		return true;
	for (size_t i = 0; i < w->told.n; i++) {
		const struct notify_told *t = VEC_AT(&w->told, struct notify_told, i);

		if (t->incident == f->subject.incident && !(t->flags & NOTIFY_TOLD_OVER))
			return true;
	}
	return false;
}

static void
load(struct tell *w, const struct notify_fact *f)
{
	check_rc(notify_set(w->n, f), RC_OK);
	if (f->merged_into)
		load(w, tell_fact(w, f->merged_into));
}

void
tell_restart(struct tell *w)
{
	notify_free(w->n);
	w->n = notify_new();
	assert_non_null(w->n);
	tell_configure(w);
	for (size_t i = 0; i < w->told.n; i++)
		check_rc(notify_load_told(w->n, VEC_AT(&w->told, struct notify_told, i)),
		    RC_OK);
	for (size_t i = 0; i < w->storms.n; i++)
		check_rc(
		    notify_load_storm(w->n, VEC_AT(&w->storms, struct notify_storm, i)),
		    RC_OK);
	if (w->polled_ms)
		check_rc(notify_polled(w->n, 1, w->polled_ms), RC_OK);
	for (size_t i = 0; i < w->facts.n; i++) {
		const struct notify_fact *f = *VEC_AT(&w->facts, struct notify_fact *, i);

		if (is_wanted(w, f))
			load(w, f);
	}
	notify_loaded(w->n);
}

struct tell *
tell_new(void)
{
	static const int64_t TO_CHAT[] = { CHAT };
	struct tell *w = calloc(1, sizeof(*w));

	assert_non_null(w);
	*w = (struct tell){
		.n = notify_new(),
		.now_ms = START,
		.config = { .rules = NOTIFY_RULES, .zone = "", .n_routes = 1 },
		.poll_ms = 300 * SECOND,
		.polled_ms = START,
		.facts = VEC_INIT(struct notify_fact *),
		.told = VEC_INIT(struct notify_told),
		.storms = VEC_INIT(struct notify_storm),
		.outbox = VEC_INIT(struct tell_queued),
		.heard = VEC_INIT(struct tell_message),
		.lapses = VEC_INIT(struct notify_lapse),
		.hidden = VEC_INIT(struct notify_hidden),
	};
	assert_non_null(w->n);
	w->config.targets = w->targets;
	w->config.routes = w->routes;
	w->config.silences = w->silences;
	w->config.maintenances = w->maintenances;
	(void)tell_target(w, CHAT);
	tell_target(w, MAIL)->can_edit = false;
	w->routes[0] = (struct notify_route){
		.id = 1,
		.is_enabled = true,
		.filter = "[{\"field\":\"severity\",\"op\":\">=\",\"value\":\"minor\"}]",
		.delay_ms = -1,
		.targets = TO_CHAT,
		.n_targets = 1,
	};
	tell_configure(w);
	return w;
}

void
tell_free(struct tell *w)
{
	if (!w)
		return;
	notify_free(w->n);
	for (size_t i = 0; i < w->facts.n; i++)
		free(*VEC_AT(&w->facts, struct notify_fact *, i));
	vec_fini(&w->facts);
	vec_fini(&w->told);
	vec_fini(&w->storms);
	vec_fini(&w->outbox);
	vec_fini(&w->heard);
	vec_fini(&w->lapses);
	vec_fini(&w->hidden);
	free(w);
}

void
tell_configure(struct tell *w)
{
	struct err err = { 0 };

	if (notify_configure(w->n, &w->config, &err))
		fail_msg("%s", err.msg);
}

struct notify_target *
tell_target(struct tell *w, int64_t id)
{
	struct notify_target *t = &w->targets[w->config.n_targets++];

	*t = (struct notify_target){
		.id = id,
		.channel = id,
		.is_enabled = true,
		.can_edit = true,
	};
	return t;
}

struct notify_silence *
tell_silence(struct tell *w, int64_t id, int64_t ms)
{
	struct notify_silence *s = &w->silences[w->config.n_silences++];

	*s = (struct notify_silence){
		.id = id,
		.filter = "[]",
		.from_ms = w->now_ms,
		.until_ms = ms ? w->now_ms + ms : 0,
	};
	tell_configure(w);
	return s;
}

/* ---- incidents ------------------------------------------------------------------------------ */

struct notify_fact *
tell_fact(struct tell *w, int64_t id)
{
	for (size_t i = 0; i < w->facts.n; i++) {
		struct notify_fact *f = *VEC_AT(&w->facts, struct notify_fact *, i);

		if (f->subject.incident == id)
			return f;
	}
	fail_msg("no incident %lld", (long long)id);
	return NULL;
}

struct notify_fact *
tell_open(struct tell *w, int64_t id, enum incident_severity severity, int64_t affected)
{
	struct notify_fact **place = vec_add(&w->facts), *f = calloc(1, sizeof(*f));

	assert_non_null(place);
	assert_non_null(f);
	*place = f;
	*f = (struct notify_fact){
		.subject = {
			.incident = id,
			.kind = "outage",
			.severity = severity,
			.cause_class = INCIDENT_FIBRE,
			.site = "Centro",
			.olt = "centro-1",
			.brand = "huawei",
			.card = "0/1",
			.port = "0/1/3",
			.affected = affected,
		},
		.version = 1,
		.state = INCIDENT_OPEN,
		.olt_id = 1,
		.opened_ms = w->now_ms,
		.acked_affected = -1,
	};
	check_rc(notify_set(w->n, f), RC_OK);
	return f;
}

void
tell_change(struct tell *w, struct notify_fact *f)
{
	f->version++;
	check_rc(notify_set(w->n, f), RC_OK);
}

void
tell_resolve(struct tell *w, struct notify_fact *f)
{
	f->state = INCIDENT_RESOLVED;
	f->resolved_ms = w->now_ms;
	tell_change(w, f);
}

void
tell_reopen(struct tell *w, struct notify_fact *f)
{
	f->state = INCIDENT_OPEN;
	f->opened_ms = w->now_ms;
	f->resolved_ms = 0;
	f->reopened++;
	tell_change(w, f);
}

/* ---- what was heard ------------------------------------------------------------------------- */

static bool
fits(const struct tell_message *m, int64_t target, int64_t incident, int reason)
{
	return (target < 0 || m->d.target == target) &&
	    (incident < 0 || m->d.incident == incident) &&
	    (reason < 0 || (int)m->d.reason == reason);
}

size_t
tell_heard(const struct tell *w, int64_t target, int64_t incident, int reason)
{
	size_t n = 0;

	for (size_t i = 0; i < w->heard.n; i++) {
		const struct tell_message *m = VEC_AT(&w->heard, struct tell_message, i);

		n += fits(m, target, incident, reason) &&
		    (reason < 0 || reason == NOTIFY_STORM || m->d.is_sound ||
			reason == NOTIFY_CHANGED || reason == NOTIFY_MERGED ||
			reason == NOTIFY_ACKED || reason == NOTIFY_UNACKED);
	}
	return n;
}

size_t
tell_sounds(const struct tell *w, int64_t target, int64_t incident)
{
	size_t n = 0;

	for (size_t i = 0; i < w->heard.n; i++) {
		const struct tell_message *m = VEC_AT(&w->heard, struct tell_message, i);

		n += fits(m, target, incident, -1) && m->d.is_sound;
	}
	return n;
}

size_t
tell_edits(const struct tell *w, int64_t target, int64_t incident)
{
	size_t n = 0;

	for (size_t i = 0; i < w->heard.n; i++) {
		const struct tell_message *m = VEC_AT(&w->heard, struct tell_message, i);

		n += fits(m, target, incident, -1) && m->d.act == NOTIFY_EDIT;
	}
	return n;
}

const struct tell_message *
tell_last(const struct tell *w, int64_t target, int64_t incident, int reason)
{
	for (size_t i = w->heard.n; i-- > 0;) {
		const struct tell_message *m = VEC_AT(&w->heard, struct tell_message, i);

		if (fits(m, target, incident, reason))
			return m;
	}
	fail_msg("target %lld heard nothing of incident %lld", (long long)target,
	    (long long)incident);
	return NULL;
}
