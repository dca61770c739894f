/* SPDX-License-Identifier: Apache-2.0
 *
 * OLTs that do not answer: suspended, probed, and back.
 */
#include "poll/desk_int.h"

/* An OLT that is busy when its probe is due (a person runs something on it). */
#define BUSY_MS 1000

static struct desk_event
event_of_host(enum desk_event_kind kind, const struct host *h)
{
	return (struct desk_event){ .kind = kind, .olt = h->id };
}

static void
tell_store(struct desk *d, const struct host *h, const char *why)
{
	d->world.health(d->world.ctx, h->id, &h->health, why);
}

/* In the heap of probes exactly when one is planned. */
void
probe_plan(struct desk *d, struct host *h)
{
	bool is_planned = h->enabled && h->health.next_probe_ms && !h->is_probing;

	if (heap_has(&d->probes, h))
		heap_remove(&d->probes, h);
	if (is_planned)
		heap_add(&d->probes, h);
}

static void
suspended(struct desk *d, struct host *h, enum trouble trouble)
{
	struct desk_event event = event_of_host(DESK_OLT_SUSPENDED, h);
	char why[EXECUTION_MESSAGE_MAX];

	snprintf(why, sizeof(why), "%d runs in a row failed, the last with %s",
	    (int)h->health.failures, trouble_name(trouble));
	d->n_suspended++;
	probe_plan(d, h);
	tell_store(d, h, why);
	event.trouble = trouble;
	event.number = h->health.failures;
	event.why = why;
	desk_say(d, &event, "%s does not answer and is suspended: %s", h->name, why);
	opens_interrupt(
	    d, h, NULL, OPEN_WAITING_SLOTS, TROUBLE_OLT_SUSPENDED, WHY_SUSPENDED);
}

static void
back(struct desk *d, struct host *h, const char *why)
{
	struct desk_event event = event_of_host(DESK_OLT_BACK, h);

	d->n_suspended--;
	probe_plan(d, h);
	tell_store(d, h, "");
	event.why = why;
	desk_say(d, &event, "%s is back: %s", h->name, why);
}

void
host_answered(struct desk *d, struct host *h, enum health_asker asker)
{
	int32_t failures = h->health.failures;

	if (health_run_answered(&h->health, &d->rules.health, asker, d->now.wall_ms) ==
	    HEALTH_BACK)
		back(d, h, "it answered");
	else if (failures != h->health.failures)
		tell_store(d, h, "");
}

void
host_silent(struct desk *d, struct host *h, enum trouble trouble)
{
	if (health_run_failed(&h->health, &d->rules.health, d->now.wall_ms) ==
	    HEALTH_SUSPENDED)
		suspended(d, h, trouble);
	else
		tell_store(d, h, "");
}

void
host_revived(struct desk *d, struct host *h, const char *why)
{
	if (health_reset(&h->health, d->now.wall_ms) == HEALTH_BACK)
		back(d, h, why);
	else
		tell_store(d, h, "");
}

/* They hold no poller, only their OLT; but never too many at a time: a whole site that
 * went dark at once is asked in turn. */
void
probes_due(struct desk *d)
{
	struct host *h;

	while (d->n_probing < PROBES_AT_ONCE && (h = heap_first(&d->probes)) &&
	    h->health.next_probe_ms <= d->now.wall_ms) {
		struct broker_lease lease;

		if (broker_lock(d->broker, h->id, d->now.wall_ms, &lease) != RC_OK) {
			h->health.next_probe_ms = d->now.wall_ms + BUSY_MS;
			heap_moved(&d->probes, h);
			continue;
		}
		h->is_probing = true;
		h->probe_token = lease.token;
		d->n_probing++;
		probe_plan(d, h);
		d->world.probe(d->world.ctx, h->id);
	}
}

void
probe_end(struct desk *d, struct host *h)
{
	if (!h->is_probing)
		return;
	h->is_probing = false;
	d->n_probing--;
	broker_unlock(d->broker, h->id, h->probe_token, d->now.wall_ms);
}

void
desk_probed(struct desk *d, struct olt_id olt, bool answered, struct moment now)
{
	struct host *h = host_find(d, olt);

	desk_enter(d, now);
	if (!h || !h->is_probing)
		return;
	probe_end(d, h);
	if (health_probed(&h->health, &d->rules.health, answered, now.wall_ms) ==
	    HEALTH_BACK)
		back(d, h, "it answers again");
	else
		probe_plan(d, h);
	if (!d->is_stopping)
		probes_due(d);
	desk_pump(d);
}

enum rc
desk_olt_revive(struct desk *d, struct olt_id olt, struct moment now)
{
	struct host *h = host_find(d, olt);

	desk_enter(d, now);
	if (!h)
		return RC_NOT_FOUND;
	host_revived(d, h, "somebody says so");
	desk_pump(d);
	return RC_OK;
}

const struct health *
desk_health(const struct desk *d, struct olt_id olt)
{
	const struct host *h = host_find(d, olt);

	return h ? &h->health : NULL;
}
