/* SPDX-License-Identifier: Apache-2.0
 *
 * A probe: one small request that shows whether an OLT answers.
 *
 * It is one GET of a list of objects, the first of which is sysUpTime. The others are
 * counts of ONUs online per port (tripwire_int.h). Any answer is enough, also noSuchObject.
 */
#include <stdlib.h>

#include "base/clock.h"
#include "base/log.h"
#include "engine/engine_int.h"
#include "engine/tripwire_int.h"
#include "engine/write_int.h"

static const uint32_t SYS_UPTIME[] = { 1, 3, 6, 1, 2, 1, 1, 3, 0 };

enum {
	MS_PER_TICK = 10,
	ITEMS_MAX = 16, /* in one request */
	ANSWER_MS = 3000, /* time limit */
};

/* The requested objects for snmpc: sysUpTime is a column without an index. */
struct probe_items {
	size_t n;
	struct snmpc_column columns[ITEMS_MAX];
	struct snmpc_item items[ITEMS_MAX];
};

struct probe {
	struct engine *engine;
	struct device *device;
	struct snmpc_run *run; /* NULL: it could not be sent */
	struct probe_items asked;
	struct tripwires wires; /* item 1 is the first of them */
};

static void
add_item(struct probe_items *p, const uint32_t *arcs, size_t n, struct snmpc_index index)
{
	if (p->n == ITEMS_MAX)
		return;
	p->columns[p->n] = (struct snmpc_column){ .arcs = arcs, .n = n };
	p->items[p->n] = (struct snmpc_item){ .column = (uint32_t)p->n, .index = index };
	p->n++;
}

/* As many as fit in one request. */
static void
add_wires(struct probe *p, const struct snmpc_limits *limits)
{
	size_t most = limits->varbinds ? limits->varbinds - 1 : TRIPWIRES_MAX;

	tripwires_choose(p->device, most, &p->wires);
	for (size_t i = 0; i < p->wires.n; i++) {
		const struct tripwire *t = &p->wires.at[i];

		add_item(&p->asked, t->column->oid.arcs, t->column->oid.n,
		    (struct snmpc_index){ t->arcs, t->n_arcs });
	}
}

/* The number of an item is its place in the list: 0 is sysUpTime. After a silence the
 * device may have restarted. */
static void
take_item(void *ctx, uint32_t item, const struct snmp_value *value)
{
	struct probe *p = ctx;

	if (item > 0)
		tripwires_take(p->device, &p->wires, item - 1, value);
	else if (value->type == SNMP_TIMETICKS)
		learn_uptime(p->engine, p->device, (int64_t)value->u * MS_PER_TICK);
}

static void
end_probe(struct probe *p, bool answered)
{
	struct engine *e = p->engine;
	struct olt_id olt = p->device->id;

	look_budget_asked(&p->device->looks, 1, clock_mono_ms());
	tripwires_probed(p->device, &p->wires, answered);
	if (p->wires.n_falls)
		write_falls(e->outbox, olt, p->wires.falls, p->wires.n_falls);
	p->device->probe = NULL;
	free(p);
	coordinator_probed(e->coordinator, olt, answered, engine_now());
	engine_nudge(e);
}

static void
on_probed(void *ctx, const struct snmpc_result *r)
{
	end_probe(ctx, r->stats.answers > 0);
}

/* Sent once, with a short time-out: an OLT that does not answer is soon probed again. */
static void
limit(struct snmpc_session *session)
{
	struct snmpc_limits once = snmpc_session_governor(session)->limits;

	once.retries = 0;
	if (once.timeout_ms > ANSWER_MS)
		once.timeout_ms = ANSWER_MS;
	snmpc_session_limit(session, &once);
}

static enum rc
ask(struct probe *p, struct err *err)
{
	struct engine *e = p->engine;
	struct snmpc_question q = { .kind = SNMPC_GET,
		.columns = p->asked.columns,
		.items = p->asked.items,
		.on_item = take_item,
		.on_done = on_probed,
		.ctx = p };
	struct snmpc_session *session;
	enum rc rc = device_session(
	    p->device, e->snmpc, &e->options.limits, TASK_GET, &session, err);

	if (rc != RC_OK)
		return rc;
	limit(session);
	add_item(&p->asked, SYS_UPTIME, sizeof(SYS_UPTIME) / sizeof(SYS_UPTIME[0]),
	    (struct snmpc_index){ 0 });
	add_wires(p, &snmpc_session_governor(session)->limits);
	if (p->wires.n)
		q.deadline_ms = ANSWER_MS; /* no second, smaller request after it */
	q.n_columns = q.n_items = p->asked.n;
	return snmpc_run_start(session, &q, &p->run, err);
}

void
probe_start(struct engine *e, struct olt_id olt)
{
	struct device *device = device_find(&e->devices, olt);
	struct probe *p;
	struct err err = { 0 };

	/* The running probe is used: the OLT was disabled in the meantime. */
	if (!device || device->probe)
		return;
	p = calloc(1, sizeof(*p));
	if (!p) {
		device->is_probe_lost = e->has_silent_probes = true;
		engine_nudge(e);
		return;
	}
	p->engine = e;
	p->device = device;
	device->probe = p;
	if (ask(p, &err) != RC_OK) {
		log_warn("engine", "olt=%s cannot be probed: %s",
		    device->olt_config->site->olt.name, err.msg);
		e->has_silent_probes = true;
		engine_nudge(e);
	}
}

void
probe_settle(struct engine *e)
{
	if (!e->has_silent_probes)
		return;
	e->has_silent_probes = false;
	for (size_t i = 0; i < e->devices.all.n; i++) {
		struct device *device = *VEC_AT(&e->devices.all, struct device *, i);

		if (device->probe && !device->probe->run)
			end_probe(device->probe, false);
		if (device->is_probe_lost) {
			device->is_probe_lost = false;
			coordinator_probed(
			    e->coordinator, device->id, false, engine_now());
		}
	}
}

void
probe_cancel(struct device *device)
{
	if (!device->probe)
		return;
	if (device->probe->run)
		snmpc_run_cancel(device->probe->run);
	free(device->probe);
	device->probe = NULL;
}
