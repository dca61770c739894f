/* SPDX-License-Identifier: Apache-2.0
 *
 * Executes the requests of the coordinator: traffic with the runner, records with the
 * writer, and events for listeners.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "engine/engine_int.h"
#include "engine/write_int.h"
#include "engine/results_int.h"

static void
start(void *ctx, const struct coordinator_order *order)
{
	runner_start(ctx, order);
}

/* The record of a stopped sweep follows and is written with its collected rows. But if
 * the lock belongs to another holder, nothing may be written. */
static void
stop(void *ctx, struct execution_id execution, enum trouble why)
{
	runner_stop(ctx, execution);
	if (why == TROUBLE_LOCK_LOST)
		sweep_free(sweeps_take(ctx, execution));
}

/* A running sweep ends early: its collected rows are stored. */
static void
end_sweep(struct engine *e, struct sweep *sweep, const struct execution *execution)
{
	struct coordinator_verdict verdict = { .execution = *execution };
	struct results_of of = { .verdict = &verdict, .sweep = sweep };

	results_hand_over(e, &of);
}

static void
record(void *ctx, const struct execution *execution)
{
	struct engine *e = ctx;
	struct sweep *sweep = NULL;

	if (execution_is_over(execution->state))
		sweep = sweeps_take(e, execution->id);
	if (sweep)
		end_sweep(e, sweep, execution);
	else
		write_record(e->outbox, execution);
}

static void
moved(void *ctx, struct node_id node, int64_t next_run_ms, int64_t skipped)
{
	struct engine *e = ctx;

	write_node(e->outbox, node, next_run_ms, skipped);
}

static void
probe(void *ctx, struct olt_id olt)
{
	probe_start(ctx, olt);
}

static void
health(void *ctx, struct olt_id olt, const struct health *h, const char *why)
{
	struct engine *e = ctx;

	write_health(e->outbox, olt, h, why);
}

/* ---- events ----------------------------------------------------------------------- */

/* An event that listeners get after the earlier writes are stored. */
struct telling {
	struct ring *ring; /* owned */
	struct coordinator_event event;
	char message[ENGINE_EVENT_TEXT];
};

static enum rc
write_nothing(void *ctx, struct db *db, struct err *err)
{
	(void)ctx;
	(void)db;
	(void)err;
	return RC_OK;
}

/* On the writer's thread. */
static void
tell_listeners(void *ctx, enum rc rc, const char *message)
{
	struct telling *t = ctx;

	(void)message;
	if (rc == RC_OK)
		ring_add(t->ring, &t->event);
}

static void
telling_free(void *ctx)
{
	struct telling *t = ctx;

	if (t)
		ring_unref(t->ring);
	free(t);
}

/* Pages reload when they get the event, and must not find the old state. */
static void
tell_when_stored(struct engine *e, const struct coordinator_event *event)
{
	struct telling *t = calloc(1, sizeof(*t));
	struct writer_work work = { write_nothing, tell_listeners, telling_free, t };

	if (!t) {
		ring_add(e->ring, event);
		return;
	}
	t->ring = ring_ref(e->ring);
	t->event = *event;
	(void)snprintf(t->message, sizeof(t->message), "%s", event->message);
	t->event.message = t->message;
	t->event.task = t->event.why = NULL; /* freed by then */
	outbox_put(e->outbox, &work);
}

static bool
speaks_of_stored(enum coordinator_event_kind kind)
{
	return kind == COORDINATOR_OLT_NOT_ANSWERING ||
	    kind == COORDINATOR_OLT_SUSPENDED || kind == COORDINATOR_OLT_BACK ||
	    kind == COORDINATOR_OLT_RESTARTED;
}

void
engine_say(struct engine *e, const struct coordinator_event *event)
{
	e->has_news = true;
	if (speaks_of_stored(event->kind))
		tell_when_stored(e, event);
	else
		ring_add(e->ring, event);
	ledger_event(e->ledger, event);
}

static void
say(void *ctx, const struct coordinator_event *event)
{
	engine_say(ctx, event);
}

static int64_t
next_execution(void *ctx)
{
	struct engine *e = ctx;

	return atomic_fetch_add(&e->next_execution, 1);
}

struct coordinator_ops
coordinator_ops_of(struct engine *e)
{
	return (struct coordinator_ops){ .start = start,
		.stop = stop,
		.record = record,
		.moved = moved,
		.probe = probe,
		.health = health,
		.say = say,
		.next_execution = next_execution,
		.ctx = e };
}

/* ---- data for the coordinator --------------------------------------------------- */

static struct coordinator_node
node_of(const struct loaded_node *n)
{
	return (struct coordinator_node){ .node = n->node,
		.name = n->job->name,
		.label = n->job->label,
		.max_retries = n->job->max_retries,
		.retry_delay_ms = n->job->retry_delay_ms,
		.retry_grows = n->job->retry_grows,
		.timeout_ms = n->job->timeout_ms,
		.is_sweep = node_is_sweep(n),
		.reads_levels = node_reads_levels(n),
		.last_slot_ms = n->last_slot_ms };
}

void
engine_tell_coordinator(struct engine *e, const struct device *device)
{
	const struct loaded_olt *site = device->olt_config->site;
	struct coordinator_node *nodes = calloc(site->n_nodes + 1, sizeof(*nodes));
	struct coordinator_olt olt = { .id = device->id,
		.name = site->olt.name,
		.enabled = site->olt.enabled && site->is_workflow_enabled,
		.health = { .failures = (int32_t)site->olt.failures,
		    .suspended_ms = site->olt.suspended_ms,
		    .not_answering_ms = site->olt.not_answering_ms,
		    .last_answer_ms = site->olt.last_answer_ms,
		    .up_since_ms = site->olt.up_since_ms },
		.n_onus = (int64_t)known_count(device->known),
		.since_ms = e->started_ms,
		.is_start = site->olt.created_ms < e->started_ms,
		.n_nodes = site->n_nodes,
		.nodes = nodes };
	enum rc rc = RC_NOMEM;

	for (size_t i = 0; nodes && i < site->n_nodes; i++)
		nodes[i] = node_of(&site->nodes[i]);
	/* First the ledger: it counts the events of the coordinator. */
	if (nodes)
		rc = ledger_olt(e->ledger, &olt, engine_now().wall_ms);
	if (rc == RC_OK)
		rc = coordinator_olt(e->coordinator, &olt, engine_now());
	if (rc != RC_OK)
		log_error("engine", "olt=%s cannot be scheduled: %s", site->olt.name,
		    rc_name(rc));
	free(nodes);
}
