/* SPDX-License-Identifier: Apache-2.0
 *
 * "Try this OID": reads and decodes the first rows of an OID that need not be stored.
 *
 *	waits for the lock ──► walk ──► (no row) get the OID itself ──► names ──► done
 *	                     a scalar ──────────────►┘
 *
 * Names are read if an index is only a key: they show to which port or ONU it belongs. It
 * has its own session, like a live read, and nothing is written.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "coordinator/node_queue.h"
#include "collect/owners.h"
#include "collect/target.h"
#include "engine/columns_int.h"
#include "engine/engine_int.h"
#include "engine/refresh_int.h"

enum {
	WAITS_MS = 30000,
	READS_MS = 20000, /* for all rows */
	NAMES_MS = 5000,
	RENEW_MS = 30000,
	AT_ONCE_MAX = 32,
};

struct oid_try {
	struct engine *engine;
	struct message *message; /* owned: the request */
	struct olt_config *olt_config; /* one reference */
	int64_t gives_up_ms; /* monotonic */
	int64_t began_ms; /* monotonic; 0: it waits */
	struct node_queue_lease lease; /* token 0: none */
	struct snmpc_session *session; /* NULL: not started */
	const struct overlay *overlay; /* held: the profile with the column */
	const struct column *column;
	struct arena *arena; /* of the message */
	enum snmp_type said; /* for the OID itself: the exception; 0: none */
	struct snmpc_column asked[OWNERS_NAME_COLUMNS_MAX];
	struct snmpc_item *items; /* of names; in the arena */
	size_t n_name_columns;
	const struct column *name_columns[OWNERS_NAME_COLUMNS_MAX];
	struct snmp_value *names; /* one per item; in the arena */
	struct tried result;
	struct tried_row rows[ENGINE_TRY_ROWS];
};

static void
oid_try_free(struct oid_try *t)
{
	if (t->session)
		snmpc_session_close(t->session);
	if (t->lease.token)
		node_queue_unlock(
		    t->engine->queue, t->lease.olt, t->lease.token, engine_now().wall_ms);
	if (t->overlay)
		overlay_give(t->overlay);
	if (t->olt_config)
		olt_config_unref(t->olt_config);
	message_free(t->message);
	free(t);
}

/* It has called done: freed at the next tick, outside the callbacks of its session. */
static void
tell(struct oid_try *t)
{
	t->result.rows = t->rows;
	if (!t->result.message)
		t->result.message = "";
	if (!t->result.unit)
		t->result.unit = "";
	t->result.ms = t->began_ms ? clock_mono_ms() - t->began_ms : 0;
	t->message->what.done(t->message->what.ctx, &t->result);
	t->message->what.done = NULL;
	engine_nudge(t->engine);
}

static void
fail(struct oid_try *t, enum rc rc, const char *message)
{
	const char *kept = arena_copy(t->arena, message, strlen(message));

	t->result.end = TRIED_FAILED;
	t->result.rc = rc;
	t->result.message = kept ? kept : "out of memory";
	tell(t);
}

/* ---- owners of the rows ----------------------------------------------------- */

/* The input for owners_find: the rows of the column, then the received names. */
static size_t
owners_rows(const struct oid_try *t, struct owners_row *ret_rows)
{
	size_t n_items = t->names ? t->n_name_columns * t->result.n_rows : 0;
	size_t n = 0;

	for (size_t i = 0; i < t->result.n_rows; i++)
		ret_rows[n++] = (struct owners_row){ .column = t->column,
			.index = t->rows[i].index,
			.n_index = t->rows[i].n_index };
	for (size_t i = 0; i < n_items; i++) {
		const struct tried_row *row = &t->rows[i % t->result.n_rows];
		struct owners_row *to = &ret_rows[n];

		if (t->names[i].type != SNMP_OCTETS)
			continue;
		*to =
		    (struct owners_row){ .column = t->name_columns[i / t->result.n_rows],
			    .index = row->index,
			    .n_index = row->n_index };
		if (column_decode(to->column, &t->names[i], t->arena, &to->value, NULL) !=
		    RC_OK)
			to->value.kind = VALUE_NULL;
		n++;
	}
	return n;
}

static void
find_owners(struct oid_try *t)
{
	struct device *device = device_find(&t->engine->devices, t->message->olt);
	size_t most = t->result.n_rows * (1 + t->n_name_columns);
	struct owners_row *rows = arena_alloc(t->arena, most * sizeof(*rows));
	struct owner *owners = arena_alloc(t->arena, most * sizeof(*owners));
	struct owners_question q = { .profile = t->overlay->profile,
		.known = device ? device->known : NULL,
		.arena = t->arena,
		.column = t->column,
		.rows = rows };

	if (!rows || !owners)
		return;
	q.n_rows = owners_rows(t, rows);
	if (!owners_find(&q, owners))
		return;
	for (size_t i = 0; i < t->result.n_rows; i++) {
		t->rows[i].owner = owners[i].is_onu ? TRIED_ONU
		    : owners[i].is_stranger         ? TRIED_STRANGER
		    : owners[i].place[0]            ? TRIED_PART
						    : TRIED_OLT;
		t->rows[i].place = owners[i].place;
	}
}

/* ---- names of keys ------------------------------------------------------------------ */

static void
finish(struct oid_try *t)
{
	if (t->result.n_rows && !t->column->is_scalar)
		find_owners(t);
	tell(t);
}

static void
take_name(void *ctx, uint32_t item, const struct snmp_value *value)
{
	struct oid_try *t = ctx;

	if (value->type != SNMP_OCTETS)
		return;
	t->names[item] = *value;
	t->names[item].octets =
	    (const uint8_t *)arena_copy(t->arena, value->octets, value->len);
	if (!t->names[item].octets)
		t->names[item].type = SNMP_NULL;
}

static void
on_names(void *ctx, const struct snmpc_result *r)
{
	(void)r; /* without a name the position is unknown */
	finish(ctx);
}

/* False: there is nothing to request. */
static bool
ask_names(struct oid_try *t)
{
	struct snmpc_question q = { .kind = SNMPC_GET,
		.columns = t->asked,
		.deadline_ms = NAMES_MS,
		.on_item = take_name,
		.on_done = on_names,
		.ctx = t };
	struct snmpc_run *run;

	if (!t->result.n_rows || t->column->is_scalar)
		return false;
	t->n_name_columns = owners_name_columns(t->overlay->profile, t->name_columns);
	q.n_columns = t->n_name_columns;
	q.n_items = q.n_columns * t->result.n_rows;
	t->items = arena_alloc(t->arena, (q.n_items + 1) * sizeof(*t->items));
	t->names = arena_alloc(t->arena, (q.n_items + 1) * sizeof(*t->names));
	if (!q.n_items || !t->items || !t->names)
		return false;
	for (size_t i = 0; i < q.n_columns; i++)
		t->asked[i] = (struct snmpc_column){ .arcs = t->name_columns[i]->oid.arcs,
			.n = t->name_columns[i]->oid.n };
	for (size_t i = 0; i < q.n_items; i++) {
		const struct tried_row *row = &t->rows[i % t->result.n_rows];

		t->names[i] = (struct snmp_value){ .type = SNMP_NULL };
		t->items[i] =
		    (struct snmpc_item){ .column = (uint32_t)(i / t->result.n_rows),
			    .onu = (uint32_t)i,
			    .index = { row->index, row->n_index } };
	}
	q.items = t->items;
	return snmpc_run_start(t->session, &q, &run, NULL) == RC_OK;
}

/* ---- rows --------------------------------------------------------------------------- */

static bool
keep_raw(struct oid_try *t, struct tried_row *row, const struct snmp_value *raw)
{
	row->raw = *raw;
	switch (raw->type) {
	case SNMP_OCTETS:
	case SNMP_OPAQUE:
	case SNMP_IPADDRESS:
		row->raw.octets =
		    (const uint8_t *)arena_copy(t->arena, raw->octets, raw->len);
		return row->raw.octets;
	case SNMP_OID: {
		uint32_t *arcs = arena_alloc(t->arena, (raw->len + 1) * sizeof(*arcs));

		if (arcs && raw->len)
			memcpy(arcs, raw->arcs, raw->len * sizeof(*arcs));
		row->raw.arcs = arcs;
		return arcs;
	}
	case SNMP_INTEGER:
	case SNMP_NULL:
	case SNMP_COUNTER32:
	case SNMP_GAUGE32:
	case SNMP_TIMETICKS:
	case SNMP_COUNTER64:
	case SNMP_NO_SUCH_OBJECT:
	case SNMP_NO_SUCH_INSTANCE:
	case SNMP_END_OF_MIB_VIEW:
		return true;
	}
	return true;
}

static bool
keep_row(struct oid_try *t, struct tried_row *row, const uint32_t *index, size_t n,
    const struct snmp_value *raw)
{
	uint32_t *copy = arena_alloc(t->arena, (n + 1) * sizeof(*copy));
	struct err err = { 0 };

	*row =
	    (struct tried_row){ .index = copy, .n_index = n, .problem = "", .place = "" };
	if (!copy || !keep_raw(t, row, raw))
		return false;
	if (n)
		memcpy(copy, index, n * sizeof(*copy));
	row->rc = column_decode(t->column, &row->raw, t->arena, &row->value, &err);
	if (row->rc != RC_OK)
		row->problem = arena_copy(t->arena, err.msg, strlen(err.msg));
	return row->problem;
}

static void
take_row(void *ctx, uint32_t column, const uint32_t *index, size_t n,
    const struct snmp_value *raw)
{
	struct oid_try *t = ctx;

	(void)column;
	if (snmp_type_is_exception(raw->type)) {
		t->said = raw->type;
		return;
	}
	if (t->result.n_rows == ENGINE_TRY_ROWS) {
		t->result.has_more = true;
		return;
	}
	if (keep_row(t, &t->rows[t->result.n_rows], index, n, raw))
		t->result.n_rows++;
}

static void
take_item(void *ctx, uint32_t item, const struct snmp_value *raw)
{
	take_row(ctx, item, NULL, 0, raw);
}

/* Version 1 has no exceptions: there an error means both. */
static enum tried_end
end_of_nothing(const struct oid_try *t, const struct snmpc_result *r)
{
	bool is_gone = t->said ? t->said == SNMP_NO_SUCH_OBJECT
			       : r->columns[0].end == SNMPC_END_NO_OBJECT;

	return is_gone ? TRIED_NO_OBJECT : TRIED_EMPTY;
}

/* All rows are received: done, or their names are requested first. */
static void
end_rows(struct oid_try *t, const struct snmpc_result *r)
{
	struct tried *x = &t->result;
	bool is_cut = r->rc == RC_TOO_MUCH && x->has_more;

	if (r->stats.answers)
		coordinator_heard(t->engine->coordinator, t->message->olt, engine_now());
	if (!x->n_rows && r->rc != RC_OK) {
		fail(t, r->rc, r->message);
		return;
	}
	x->rc = is_cut ? RC_OK : r->rc;
	x->message = is_cut || r->rc == RC_OK
	    ? ""
	    : arena_copy(t->arena, r->message, strlen(r->message));
	x->end = x->n_rows ? TRIED_ROWS : end_of_nothing(t, r);
	if (x->end == TRIED_EMPTY && r->columns[0].end == SNMPC_END_ERROR)
		fail(t, RC_PROTOCOL, "the device answers with an SNMP error");
	else if (!ask_names(t))
		finish(t);
}

static void
on_exact(void *ctx, const struct snmpc_result *r)
{
	end_rows(ctx, r);
}

/* The OID itself: a scalar, or the complete OID of a value. */
static enum rc
ask_exact(struct oid_try *t, struct err *err)
{
	static const struct snmpc_item ITEM = { 0 };
	struct snmpc_question q = { .kind = SNMPC_GET,
		.n_columns = 1,
		.columns = t->asked,
		.n_items = 1,
		.items = &ITEM,
		.deadline_ms = READS_MS,
		.on_item = take_item,
		.on_done = on_exact,
		.ctx = t };
	struct snmpc_run *run;

	return snmpc_run_start(t->session, &q, &run, err);
}

static void
on_walked(void *ctx, const struct snmpc_result *r)
{
	struct oid_try *t = ctx;
	struct err err = { 0 };
	enum rc rc;

	t->result.has_more |= r->columns[0].end == SNMPC_END_LIMIT;
	if (t->result.n_rows || r->rc != RC_OK) {
		end_rows(t, r);
		return;
	}
	rc = ask_exact(t, &err);
	if (rc != RC_OK)
		fail(t, rc, err.msg);
}

/* Values that the OLT requests from each ONU are read one by one. */
static enum rc
ask_rows(struct oid_try *t, struct err *err)
{
	bool is_slow = t->column->cost == COST_SLOW;
	struct snmpc_question q = { .kind = SNMPC_WALK,
		.n_columns = 1,
		.columns = t->asked,
		.in_order = true,
		.slow = is_slow,
		.max_rows = ENGINE_TRY_ROWS,
		.deadline_ms = READS_MS,
		.on_value = take_row,
		.on_done = on_walked,
		.ctx = t };
	struct snmpc_run *run;

	t->asked[0] = (struct snmpc_column){ .arcs = t->column->oid.arcs,
		.n = t->column->oid.n,
		.no_getbulk = is_slow || !t->column->getbulk };
	if (t->column->is_scalar)
		return ask_exact(t, err);
	return snmpc_run_start(t->session, &q, &run, err);
}

/* ---- start ------------------------------------------------------------------ */

/* The column, as for a job on this OLT. */
static enum rc
find_column(struct oid_try *t, const struct profile *profile, struct err *err)
{
	const struct overlay_column *made;
	enum rc rc = columns_take_one(t->engine->overlays, profile, t->olt_config->site,
	    &t->message->oid, &t->overlay, err);

	if (rc != RC_OK)
		return rc;
	made = &t->overlay->rows[0];
	t->column = made->column;
	if (!t->column && made->is_foreign)
		return err_set(err, RC_INVALID,
		    "this OID is of another profile: OLT %s would not be asked for it",
		    t->olt_config->site->olt.name);
	if (!t->column)
		return err_set(err, RC_INVALID, "%s", made->problem);
	t->result.unit = t->column->unit;
	return RC_OK;
}

static enum rc
open_session(struct oid_try *t, const struct profile *profile, struct err *err)
{
	const struct loaded_olt *site = t->olt_config->site;
	struct snmpc_limits limits = target_limits(
	    &t->engine->options.limits, profile, &site->settings[TASK_WALK]);
	struct snmpc_target target;
	enum rc rc;

	if (limits.repetitions > ENGINE_TRY_ROWS)
		limits.repetitions = ENGINE_TRY_ROWS;
	rc = device_target(site, &limits, &target, err);
	if (rc != RC_OK)
		return rc;
	rc = snmpc_session_open(t->engine->snmpc, &target, &t->session, err);
	explicit_bzero(&target, sizeof(target));
	return rc;
}

static void
begin(struct oid_try *t, const struct device *device)
{
	struct err err = { 0 };
	enum rc rc = find_column(t, device->profile, &err);

	if (rc == RC_OK)
		rc = open_session(t, device->profile, &err);
	t->began_ms = clock_mono_ms();
	if (rc == RC_OK)
		rc = ask_rows(t, &err);
	if (rc != RC_OK)
		fail(t, rc, err.msg);
}

static void
move_on(struct oid_try *t)
{
	const struct device *device = device_find(&t->engine->devices, t->message->olt);
	struct err err = { 0 };
	enum rc rc = live_check(device, &err);

	if (rc != RC_OK)
		fail(t, rc, err.msg);
	else if (node_queue_lock(t->engine->queue, t->message->olt, engine_now().wall_ms,
		     &t->lease) == RC_OK) {
		t->olt_config = olt_config_ref(device->olt_config);
		begin(t, device);
	} else if (clock_mono_ms() >= t->gives_up_ms)
		fail(t, RC_BUSY, "this OLT is busy with something else, try again later");
}

/* Report that it cannot start. */
static void
refuse(struct message *message, enum rc rc, const char *why)
{
	struct tried nothing = {
		.end = TRIED_FAILED, .rc = rc, .message = why, .unit = ""
	};

	message->what.done(message->what.ctx, &nothing);
	message_free(message);
}

void
oid_try_start(struct engine *e, struct message *message)
{
	struct oid_try *t, **slot;

	if (e->oid_tries.n >= AT_ONCE_MAX) {
		refuse(
		    message, RC_BUSY, "too many OIDs are being tried: try again later");
		return;
	}
	t = calloc(1, sizeof(*t));
	slot = t ? vec_add(&e->oid_tries) : NULL;
	if (!slot) {
		refuse(message, RC_NOMEM, "out of memory");
		free(t);
		return;
	}
	*slot = t;
	t->engine = e;
	t->message = message;
	t->arena = message->arena;
	t->gives_up_ms = clock_mono_ms() + WAITS_MS;
}

/* Renew the lease as long as it is needed. */
static void
renew(struct oid_try *t)
{
	int64_t now_ms = engine_now().wall_ms;

	if (!t->lease.token || now_ms < t->lease.expires_ms - RENEW_MS)
		return;
	if (node_queue_renew(t->engine->queue, t->lease.olt, t->lease.token, now_ms,
		&t->lease.expires_ms) != RC_OK)
		t->lease.token = 0; /* lost; a few rows are read quickly */
}

void
oid_try_tick(struct engine *e)
{
	struct oid_try **all = e->oid_tries.data;

	for (size_t i = 0; i < e->oid_tries.n; i++) {
		struct oid_try *t = all[i];

		if (t->message->what.done && !t->session)
			move_on(t);
		renew(t);
		if (t->message->what.done)
			continue;
		oid_try_free(t);
		all[i--] = all[--e->oid_tries.n];
	}
}

void
oid_try_end(struct engine *e)
{
	struct oid_try **all = e->oid_tries.data;

	while (e->oid_tries.n) {
		struct oid_try *t = all[--e->oid_tries.n];

		if (t->message->what.done)
			fail(t, RC_CANCELLED, "the program ends");
		oid_try_free(t);
	}
}
