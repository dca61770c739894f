/* SPDX-License-Identifier: Apache-2.0
 *
 * Health of OLTs: probes, not answering, suspended, active again.
 */
#include "coordinator/coordinator_int.h"

/* If the OLT is busy when a probe is due, its run will show whether it answers. */
#define BUSY_MS 1000
/* Two calculated start times of a device are the same if they differ by less than
 * this. */
#define UP_SLACK_MS 60000

static struct coordinator_event
event_of_host(enum coordinator_event_kind kind, const struct olt_state *h)
{
	return (struct coordinator_event){ .kind = kind, .olt = h->id };
}

static void
tell_store(struct coordinator *d, const struct olt_state *h, const char *why)
{
	d->ops.health(d->ops.ctx, h->id, &h->health, why);
}

/* It is in the heap of probes only if a probe is planned. */
void
probe_plan(struct coordinator *d, struct olt_state *h)
{
	bool is_planned = h->enabled && h->health.next_probe_ms && !h->is_probing;

	if (heap_has(&d->probes, h))
		heap_remove(&d->probes, h);
	if (is_planned)
		heap_add(&d->probes, h);
}

/* Count it in another figure, after its health has changed. */
static void
count(struct coordinator *d, struct olt_state *h)
{
	size_t *now = h->health.suspended_ms ? &d->n_suspended
	    : h->health.not_answering_ms     ? &d->n_not_answering
					     : NULL;

	if (h->counted)
		(*h->counted)--;
	if (now)
		(*now)++;
	h->counted = now;
}

void
olt_state_not_counted(struct olt_state *h)
{
	if (h->counted)
		(*h->counted)--;
	h->counted = NULL;
}

/* By the monotonic clock. The uptime was reported at the last answer, at the latest. */
static struct uptime
uptime_of(const struct coordinator *d, const struct health_past *past)
{
	int64_t seen_ms = past->last_answer_ms;

	if (!past->up_since_ms || seen_ms < past->up_since_ms || seen_ms > d->now.wall_ms)
		return (struct uptime){ 0 };
	return (struct uptime){ .is_known = true,
		.up_ms = seen_ms - past->up_since_ms,
		.seen_ms = d->now.mono_ms - (d->now.wall_ms - seen_ms) };
}

void
olt_state_health(
    struct coordinator *d, struct olt_state *h, const struct health_past *past)
{
	h->health =
	    health_load(&d->rules.health, past, (uint64_t)h->id.v, d->now.wall_ms);
	h->uptime = uptime_of(d, past);
	count(d, h);
	/* OLTs are not watched any more. */
	if (past->not_answering_ms && !h->health.not_answering_ms)
		tell_store(d, h, "");
}

static void
suspended(
    struct coordinator *d, struct olt_state *h, enum trouble trouble, const char *why)
{
	struct coordinator_event event = event_of_host(COORDINATOR_OLT_SUSPENDED, h);

	probe_plan(d, h);
	tell_store(d, h, why);
	event.trouble = trouble;
	event.number = h->health.failures;
	event.why = why;
	coordinator_say(
	    d, &event, "%s does not answer and is suspended: %s", h->name, why);
	live_executions_interrupt(
	    d, h, NULL, LIVE_WAITING_SLOTS, TROUBLE_OLT_SUSPENDED, WHY_SUSPENDED);
}

/* Its last answer; if it has never answered, its first unanswered request. */
static int64_t
last_sign(const struct health *health)
{
	int64_t heard_ms = health->last_answer_ms;

	return heard_ms && heard_ms < health->not_answering_ms ? heard_ms
							       : health->not_answering_ms;
}

static void
not_answering(struct coordinator *d, struct olt_state *h)
{
	struct coordinator_event event = event_of_host(COORDINATOR_OLT_NOT_ANSWERING, h);

	tell_store(d, h, "");
	event.number = d->now.wall_ms - last_sign(&h->health);
	coordinator_say(d, &event, "%s is not answering: nothing for %lld s", h->name,
	    (long long)event.number / 1000);
}

static void
back(struct coordinator *d, struct olt_state *h, const char *why)
{
	struct coordinator_event event = event_of_host(COORDINATOR_OLT_BACK, h);

	tell_store(d, h, "");
	event.why = why;
	coordinator_say(d, &event, "%s is back: %s", h->name, why);
}

/* Log the change, and plan the next probe. */
static void
take_news(
    struct coordinator *d, struct olt_state *h, enum health_news news, const char *why)
{
	probe_plan(d, h);
	if (news == HEALTH_NOT_ANSWERING)
		not_answering(d, h);
	else if (news == HEALTH_BACK)
		back(d, h, why);
}

void
olt_state_answered(struct coordinator *d, struct olt_state *h, enum health_asker asker)
{
	int32_t failures = h->health.failures;
	enum health_news news;

	news = health_run_answered(&h->health, &d->rules.health, asker, d->now.wall_ms);
	count(d, h);
	if (news == HEALTH_BACK)
		take_news(d, h, news, "it answered");
	else if (failures != h->health.failures)
		tell_store(d, h, "");
}

void
olt_state_heard(struct coordinator *d, const struct olt_state *h)
{
	tell_store(d, h, "");
}

void
olt_state_missed(struct coordinator *d, struct olt_state *h, int32_t questions)
{
	enum health_news news;

	news = health_missed(&h->health, &d->rules.health, questions, d->now.wall_ms);
	count(d, h);
	take_news(d, h, news, "");
}

void
olt_state_silent(struct coordinator *d, struct olt_state *h, enum trouble trouble)
{
	char why[EXECUTION_MESSAGE_MAX];
	enum health_news news;

	news = health_run_failed(&h->health, &d->rules.health, d->now.wall_ms);
	count(d, h);
	if (news != HEALTH_SUSPENDED) {
		tell_store(d, h, "");
		return;
	}
	snprintf(why, sizeof(why), "%d runs in a row failed, the last with %s",
	    (int)h->health.failures, trouble_name(trouble));
	suspended(d, h, trouble, why);
}

void
olt_state_skipped(struct coordinator *d, struct olt_state *h)
{
	int32_t failures = h->health.failures;
	enum health_news news;

	news = health_run_skipped(&h->health, &d->rules.health, d->now.wall_ms);
	count(d, h);
	if (news == HEALTH_SUSPENDED)
		suspended(d, h, TROUBLE_NONE,
		    "it has not answered for so long that its runs were skipped");
	else if (failures != h->health.failures)
		tell_store(d, h, "");
}

void
olt_state_revived(struct coordinator *d, struct olt_state *h, const char *why)
{
	enum health_news news;

	news = health_reset(&h->health, &d->rules.health, d->now.wall_ms);
	count(d, h);
	take_news(d, h, news, why);
	if (news == HEALTH_SAME)
		tell_store(d, h, "");
}

void
olt_state_ruled(struct coordinator *d, struct olt_state *h)
{
	bool was_silent;

	was_silent =
	    health_ruled(&h->health, &d->rules.health, (uint64_t)h->id.v, d->now.wall_ms);
	count(d, h);
	probe_plan(d, h);
	if (was_silent)
		tell_store(d, h, "");
}

void
olt_state_let_go(struct coordinator *d, struct olt_state *h)
{
	bool was_silent;

	was_silent = health_let_go(&h->health);
	count(d, h);
	if (was_silent)
		tell_store(d, h, "");
}

/* ---- probes ------------------------------------------------------------------------ */

/* Its lock is in use. */
static void
put_off(struct coordinator *d, struct olt_state *h)
{
	enum health_news news;

	news = health_put_off(&h->health, &d->rules.health, BUSY_MS, d->now.wall_ms);
	count(d, h);
	take_news(d, h, news, "");
}

/* An OLT that has just answered is not probed. But its start time must be read once, to
 * detect a restart later. */
static bool
is_to_ask(struct coordinator *d, struct olt_state *h)
{
	return !h->uptime.is_known ||
	    health_is_to_ask(&h->health, &d->rules.health, d->now.wall_ms);
}

/* A probe needs no poller, only its OLT. The number of probes at a time is limited: if a
 * whole site fails at once, its OLTs are probed in turn. */
void
probes_due(struct coordinator *d)
{
	struct olt_state *h;

	while (d->n_probing < PROBES_AT_ONCE && (h = heap_first(&d->probes)) &&
	    h->health.next_probe_ms <= d->now.wall_ms) {
		struct node_queue_lease lease;

		if (!is_to_ask(d, h)) {
			heap_moved(&d->probes, h);
			continue;
		}
		if (node_queue_lock(d->queue, h->id, d->now.wall_ms, &lease) != RC_OK) {
			put_off(d, h);
			continue;
		}
		h->is_probing = true;
		h->probe_token = lease.token;
		d->n_probing++;
		probe_plan(d, h);
		d->ops.probe(d->ops.ctx, h->id);
	}
}

void
probe_end(struct coordinator *d, struct olt_state *h)
{
	if (!h->is_probing)
		return;
	h->is_probing = false;
	d->n_probing--;
	node_queue_unlock(d->queue, h->id, h->probe_token, d->now.wall_ms);
}

void
coordinator_probed(
    struct coordinator *d, struct olt_id olt, bool answered, struct moment now)
{
	struct olt_state *h = olt_state_find(d, olt);
	enum health_news news;

	coordinator_enter(d, now);
	if (!h || !h->is_probing)
		return;
	probe_end(d, h);
	news = health_probed(&h->health, &d->rules.health, answered, now.wall_ms);
	count(d, h);
	take_news(d, h, news, "it answers again");
	if (answered && news == HEALTH_SAME)
		olt_state_heard(d, h);
	if (!d->is_stopping)
		probes_due(d);
	coordinator_pump(d);
}

void
coordinator_heard(struct coordinator *d, struct olt_id olt, struct moment now)
{
	struct olt_state *h = olt_state_find(d, olt);

	coordinator_enter(d, now);
	if (h)
		olt_state_answered(d, h, HEALTH_ASKED_BY_PERSON);
}

bool
coordinator_uptime(
    struct coordinator *d, struct olt_id olt, int64_t uptime_ms, struct moment now)
{
	struct olt_state *h = olt_state_find(d, olt);
	int64_t since_ms = now.wall_ms - uptime_ms, by_ms;
	struct coordinator_event event;
	bool is_anew;

	coordinator_enter(d, now);
	if (!h)
		return false;
	is_anew = uptime_said(&h->uptime, uptime_ms, now.mono_ms);
	h->health.last_answer_ms = now.wall_ms;
	by_ms = since_ms - h->health.up_since_ms;
	if (!is_anew && by_ms <= UP_SLACK_MS && by_ms >= -UP_SLACK_MS)
		return false;
	h->health.up_since_ms = since_ms;
	tell_store(d, h, "");
	if (!is_anew)
		return false;
	event = event_of_host(COORDINATOR_OLT_RESTARTED, h);
	event.number = uptime_ms;
	coordinator_say(d, &event, "%s has restarted: it has been up for %lld s", h->name,
	    (long long)uptime_ms / 1000);
	return true;
}

enum rc
coordinator_olt_revive(struct coordinator *d, struct olt_id olt, struct moment now)
{
	struct olt_state *h = olt_state_find(d, olt);

	coordinator_enter(d, now);
	if (!h)
		return RC_NOT_FOUND;
	olt_state_revived(d, h, "somebody says so");
	coordinator_pump(d);
	return RC_OK;
}
