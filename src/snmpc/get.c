/* SPDX-License-Identifier: Apache-2.0
 *
 * Getting known values in batches.
 *
 * The items are split into batches of whole ONUs. A batch that fails (tooBig, genErr, or
 * no answer while the device answers other requests) is requested again in smaller
 * batches: 200 ONUs, then 50, then 1, then single values. So one bad ONU costs only one
 * ONU, and one bad value only one value.
 */
#include "snmpc/snmpc_int.h"

#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>

#include <string.h>

#include "base/clock.h"

enum {
	LEVELS = 3, /* limits.batch_onus */
	LEVEL_VALUE = LEVELS, /* one value per request */
	GET_VARBINDS_MAX = 512,
};

/* Adjacent items that are still to be requested, with a maximum number of ONUs per
 * request. */
struct batch {
	TAILQ_ENTRY(batch) link;
	uint32_t first, n;
	uint32_t level;
};

struct batches {
	TAILQ_HEAD(, batch) waiting;
	uint32_t open; /* items without an answer that have not been given up */
};

static bool
add_batch(struct snmpc_run *run, uint32_t first, uint32_t n, uint32_t level)
{
	struct batches *b = run->data;
	struct batch *batch;

	if (!n)
		return true;
	batch = arena_alloc(run->arena, sizeof(*batch));
	if (!batch) {
		run_finish(run, RC_NOMEM, "out of memory");
		return false;
	}
	*batch = (struct batch){ .first = first, .n = n, .level = level };
	TAILQ_INSERT_TAIL(&b->waiting, batch, link);
	return true;
}

enum rc
get_begin(struct snmpc_run *run)
{
	struct batches *b = arena_alloc(run->arena, sizeof(*b));

	if (!b)
		return RC_NOMEM;
	run->data = b;
	TAILQ_INIT(&b->waiting);
	b->open = (uint32_t)run->q.n_items;
	return add_batch(run, 0, b->open, 0) ? RC_OK : RC_NOMEM;
}

/* How many items, starting at first, make whole ONUs within the limits; at least one
 * item. */
static uint32_t
items_that_fit(const struct snmpc_run *run, const struct batch *batch)
{
	const struct snmpc_limits *l = &run->session->governor.limits;
	uint32_t budget = run_oids(run);
	uint32_t onus = batch->level < LEVELS ? l->batch_onus[batch->level] : 1;
	uint32_t taken = 0, whole = 0, seen = 0;

	if (batch->level >= LEVEL_VALUE)
		return 1;
	if (budget > GET_VARBINDS_MAX)
		budget = GET_VARBINDS_MAX;
	while (taken < batch->n && taken < budget) {
		const struct snmpc_item *it = &run->q.items[batch->first + taken];
		bool is_new = taken == 0 || it->onu != it[-1].onu;

		if (is_new && seen == (onus ? onus : 1))
			break;
		seen += is_new;
		taken++;
		if (taken == batch->n || it[1].onu != it->onu)
			whole = taken;
	}
	return whole ? whole : taken;
}

static bool
send_next(struct snmpc_run *run)
{
	struct batches *b = run->data;
	struct batch *batch = TAILQ_FIRST(&b->waiting);
	struct wire_oid oids[GET_VARBINDS_MAX];
	struct request *req;
	uint32_t n;

	if (!batch)
		return false;
	req = request_new(run, run->q.kind == SNMPC_GET ? REQUEST_GET : REQUEST_GETNEXT);
	if (req)
		req->parts = calloc(1, sizeof(uint32_t));
	if (!req || !req->parts) {
		request_free(req);
		run_finish(run, RC_NOMEM, "out of memory");
		return false;
	}
	n = items_that_fit(run, batch);
	for (uint32_t i = 0; i < n; i++) {
		const struct snmpc_item *it = &run->q.items[batch->first + i];
		const struct snmpc_column *c = &run->q.columns[it->column];

		oids[i] = (struct wire_oid){ c->arcs, c->n, it->index.arcs, it->index.n };
	}
	*(uint32_t *)req->parts = batch->first;
	req->n_parts = req->asked = n;
	req->level = batch->level;
	batch->first += n;
	batch->n -= n;
	if (!batch->n)
		TAILQ_REMOVE(&b->waiting, batch, link);
	return wire_send(req, oids, n);
}

static uint32_t
first_item(const struct request *req)
{
	return *(const uint32_t *)req->parts;
}

/* ---- answers --------------------------------------------------------------- */

static void
item_failed(struct snmpc_run *run, uint32_t item, enum snmpc_end end)
{
	struct batches *b = run->data;
	struct snmpc_column_result *r = &run->columns[run->q.items[item].column];

	r->failed++;
	r->end = end;
	b->open--;
}

/* The device does not have this value. */
static void
item_absent(struct snmpc_run *run, uint32_t item, enum snmp_type why)
{
	struct batches *b = run->data;
	const struct snmpc_item *it = &run->q.items[item];
	struct snmp_value none = { .type = why };

	run->columns[it->column].failed++;
	b->open--;
	if (run->q.on_item)
		run->q.on_item(run->q.ctx, item, &none);
	else
		run->q.on_value(
		    run->q.ctx, it->column, it->index.arcs, it->index.n, &none);
}

/* Deliver the value of an item: with the number of the item, or with the index of the
 * answer. */
static void
tell_item(struct snmpc_run *run, uint32_t item, const netsnmp_variable_list *var)
{
	uint32_t column = run->q.items[item].column;
	size_t skip = run->q.columns[column].n;
	uint32_t index[OID_MAX], scratch[OID_MAX];
	struct snmp_value value;

	wire_value(var, scratch, &value);
	if (run->q.on_item && !run->is_over) {
		run->columns[column].rows++;
		run->q.on_item(run->q.ctx, item, &value);
		return;
	}
	for (size_t i = skip; i < var->name_length; i++)
		index[i - skip] = (uint32_t)var->name[i];
	run_value(run, column, index, var->name_length - skip, &value);
}

/* Does the answer's OID match the requested one? It must be equal (GET), or begin with it
 * (GETNEXT). */
static bool
is_answer_to(const struct snmpc_run *run, const struct snmpc_item *it,
    const netsnmp_variable_list *var)
{
	const struct snmpc_column *c = &run->q.columns[it->column];
	size_t n = c->n + it->index.n;

	if (var->name_length < n || var->name_length > OID_MAX)
		return false;
	if (run->q.kind == SNMPC_GET && var->name_length != n)
		return false;
	for (size_t i = 0; i < n; i++) {
		uint32_t arc = i < c->n ? c->arcs[i] : it->index.arcs[i - c->n];

		if (var->name[i] != arc)
			return false;
	}
	return true;
}

static void
take_item(struct snmpc_run *run, const struct request *req, uint32_t item,
    const netsnmp_variable_list *var)
{
	struct batches *b = run->data;
	const struct snmpc_item *it = &run->q.items[item];
	struct snmpc_column_result *r = &run->columns[it->column];

	if (snmp_type_is_exception((enum snmp_type)var->type)) {
		item_absent(run, item, (enum snmp_type)var->type);
		return;
	}
	if (!is_answer_to(run, it, var)) {
		if (run->q.kind == SNMPC_GETNEXT)
			item_absent(run, item, SNMP_NO_SUCH_INSTANCE);
		else
			item_failed(run, item, SNMPC_END_FOREIGN);
		return;
	}
	if (r->rows == 0)
		r->first_us = clock_mono_us() - req->sent_us;
	b->open--;
	tell_item(run, item, var);
}

/* Request n items again in smaller batches. A single value that fails is given up. */
static void
subdivide(
    struct snmpc_run *run, uint32_t first, uint32_t n, uint32_t level, enum snmpc_end end)
{
	if (n == 1) {
		item_failed(run, first, end);
		return;
	}
	/* Skip levels that would not make the batch smaller. */
	while (level + 1 < LEVELS) {
		uint32_t onus = run->session->governor.limits.batch_onus[level + 1];
		uint32_t span =
		    run->q.items[first + n - 1].onu - run->q.items[first].onu + 1;

		level++;
		if (onus < span)
			break;
	}
	if (run->q.items[first].onu == run->q.items[first + n - 1].onu)
		level = LEVEL_VALUE;
	(void)add_batch(run, first, n, level); /* if it fails, the run has ended */
}

static void
answered(struct snmpc_run *run, struct request *req, netsnmp_variable_list *vars,
    uint32_t n_vars)
{
	uint32_t first = first_item(req), i = 0;

	for (const netsnmp_variable_list *var = vars;
	     var && i < req->n_parts && !run->is_over; var = var->next_variable)
		take_item(run, req, first + i++, var);
	if (run->is_over || i == req->n_parts)
		return;
	/* The answer has fewer values than requested. */
	if (n_vars)
		(void)add_batch(run, first + i, req->n_parts - i, req->level);
	else
		subdivide(run, first, req->n_parts, req->level, SNMPC_END_FOREIGN);
}

/* The device reports an error for one varbind: the others are requested again without
 * it. */
static void
without_one(struct snmpc_run *run, const struct request *req, uint32_t blamed)
{
	uint32_t first = first_item(req);

	(void)add_batch(run, first, blamed, req->level);
	(void)add_batch(run, first + blamed + 1, req->n_parts - blamed - 1, req->level);
}

static void
failed(struct snmpc_run *run, struct request *req, long status, long index)
{
	struct snmpc_session *session = run->session;
	uint32_t first = first_item(req);
	bool blames = index >= 1 && index <= (long)req->n_parts;

	if (status == SNMP_ERR_NOSUCHNAME && blames) {
		item_absent(run, first + (uint32_t)index - 1, SNMP_NO_SUCH_INSTANCE);
		if (!run->is_over)
			without_one(run, req, (uint32_t)index - 1);
		return;
	}
	if (status != 0 && status != SNMP_ERR_TOOBIG && blames) {
		item_failed(run, first + (uint32_t)index - 1, SNMPC_END_ERROR);
		without_one(run, req, (uint32_t)index - 1);
		return;
	}
	if (status == 0 && session->last_answer_us < req->sent_us) {
		(void)add_batch(run, first, req->n_parts, req->level);
		run_doubts(run, req);
		return;
	}
	subdivide(run, first, req->n_parts, req->level,
	    status ? SNMPC_END_ERROR : SNMPC_END_TIMEOUT);
}

static bool
is_complete(const struct snmpc_run *run)
{
	const struct batches *b = run->data;

	return b->open == 0;
}

/* The run ends early: columns without another result are marked as stopped. */
static void
abandon(struct snmpc_run *run)
{
	struct batches *b = run->data;

	if (!b || !b->open)
		return;
	for (size_t i = 0; i < run->q.n_columns; i++) {
		if (run->columns[i].end == SNMPC_END_OK)
			run->columns[i].end = SNMPC_END_STOPPED;
	}
}

const struct run_ops GET_OPS = {
	.send_next = send_next,
	.answered = answered,
	.failed = failed,
	.is_complete = is_complete,
	.abandon = abandon,
};
