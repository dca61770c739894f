/* SPDX-License-Identifier: Apache-2.0
 *
 * Detection of a device, in stages:
 *
 *	SYSTEM ──► PROBES ──► MODEL ──► COLUMNS ──► done
 *
 * PROBES only if the rule of a candidate has one, MODEL if the rule names an object for
 * it, COLUMNS if they are wanted.
 */
#include "collect/detect.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "collect/collect.h"
#include "collect/target.h"

enum { ARENA_MAX = 16 * 1024 * 1024 };

enum stage { STAGE_SYSTEM, STAGE_PROBES, STAGE_MODEL, STAGE_COLUMNS, STAGE_DONE };

enum system_value { SYS_DESCR, SYS_OBJECT_ID, SYS_UPTIME, SYS_NAME, SYS_VALUES };

static const uint32_t SYSTEM_OIDS[SYS_VALUES][9] = {
	[SYS_DESCR] = { 1, 3, 6, 1, 2, 1, 1, 1, 0 },
	[SYS_OBJECT_ID] = { 1, 3, 6, 1, 2, 1, 1, 2, 0 },
	[SYS_UPTIME] = { 1, 3, 6, 1, 2, 1, 1, 3, 0 },
	[SYS_NAME] = { 1, 3, 6, 1, 2, 1, 1, 5, 0 },
};

struct detect {
	struct snmpc_session *session;
	struct detect_options options;
	struct arena *arena;
	struct snmpc_run *run;
	enum stage stage;
	int64_t started_ms;
	struct detection result;
	size_t n_candidates;
	struct candidate candidates[CANDIDATES_MAX];
	const char *probe_text[CANDIDATES_MAX]; /* NULL: the probe was not answered */
	const struct detect_rule *rule;
	struct snmpc_column *columns;
	struct snmpc_item *items;
	struct detect_column *looks;
};

static bool next_stage(struct detect *d);

static const char *
text_of(struct detect *d, const struct snmp_value *v)
{
	const char *text = "";

	if (v->type == SNMP_OCTETS || v->type == SNMP_OPAQUE)
		text = arena_copy(d->arena, v->octets, v->len);
	return text ? text : "";
}

static void
take_system(struct detect *d, uint32_t which, const struct snmp_value *v)
{
	switch ((enum system_value)which) {
	case SYS_DESCR:
		d->result.sys_descr = text_of(d, v);
		break;
	case SYS_NAME:
		d->result.sys_name = text_of(d, v);
		break;
	case SYS_UPTIME:
		if (v->type == SNMP_TIMETICKS)
			d->result.uptime_s = (int64_t)(v->u / 100);
		break;
	case SYS_OBJECT_ID:
		if (v->type != SNMP_OID)
			break;
		d->result.sys_object_id.n = v->len;
		memcpy(d->result.sys_object_id.arcs, v->arcs, v->len * sizeof(*v->arcs));
		break;
	case SYS_VALUES:
		break;
	}
}

static void
take_look(struct detect *d, uint32_t which, const struct snmp_value *v)
{
	struct detect_column *look = &d->looks[which];
	struct value value;

	look->answers = true;
	look->is_plausible =
	    column_decode(look->column, v, d->arena, &value, NULL) == RC_OK &&
	    (value.kind != VALUE_STATE || value.text || !look->column->n_labels);
}

static void
on_value(void *ctx, uint32_t column, const uint32_t *index, size_t n,
    const struct snmp_value *v)
{
	struct detect *d = ctx;

	(void)index;
	(void)n;
	if (snmp_type_is_exception(v->type))
		return;
	switch (d->stage) {
	case STAGE_SYSTEM:
		take_system(d, column, v);
		break;
	case STAGE_PROBES:
		d->probe_text[column] = text_of(d, v);
		break;
	case STAGE_MODEL:
		d->result.model = text_of(d, v);
		break;
	case STAGE_COLUMNS:
		take_look(d, column, v);
		break;
	case STAGE_DONE:
		break;
	}
}

static void
finish(struct detect *d)
{
	d->stage = STAGE_DONE;
	if (d->result.rc == RC_OK && !d->result.profile) {
		d->result.rc = RC_NOT_FOUND;
		d->result.message = "no profile knows this device; see the manual, "
				    "\"adding a vendor\", or name one with --profile";
	}
	d->options.on_done(d->options.ctx, &d->result);
}

static void
keep_looks(struct detect *d, const struct snmpc_result *r)
{
	for (size_t i = 0; i < r->n_columns; i++) {
		d->looks[i].end = r->columns[i].end;
		d->looks[i].rtt_us = r->columns[i].first_us;
	}
	d->result.n_columns = r->n_columns;
	d->result.columns = d->looks;
}

static void
on_done(void *ctx, const struct snmpc_result *r)
{
	struct detect *d = ctx;

	d->run = NULL;
	snmpc_stats_add(&d->result.stats, &r->stats);
	if (d->stage == STAGE_COLUMNS)
		keep_looks(d, r);
	if (r->rc != RC_OK) {
		d->result.rc = r->rc;
		d->result.message = arena_copy(d->arena, r->message, strlen(r->message));
		if (!d->result.message)
			d->result.message = rc_name(r->rc);
	}
	if (r->rc != RC_OK || !next_stage(d))
		finish(d);
}

static bool
ask(struct detect *d, struct snmpc_question *q)
{
	struct err err;

	q->columns = d->columns;
	q->on_value = on_value;
	q->on_done = on_done;
	q->ctx = d;
	if (d->options.deadline_ms) {
		int64_t left = d->options.deadline_ms - (clock_mono_ms() - d->started_ms);

		q->deadline_ms = left > 1 ? left : 1;
	}
	if (q->kind != SNMPC_PEEK) {
		d->items = arena_alloc(d->arena, q->n_columns * sizeof(*d->items));
		if (!d->items)
			return false;
		for (size_t i = 0; i < q->n_columns; i++)
			d->items[i] = (struct snmpc_item){ .column = (uint32_t)i,
				.onu = (uint32_t)i };
		q->n_items = q->n_columns;
		q->items = d->items;
	}
	return snmpc_run_start(d->session, q, &d->run, &err) == RC_OK;
}

static bool
ask_system(struct detect *d)
{
	struct snmpc_question q = { .kind = SNMPC_GET, .n_columns = SYS_VALUES };

	d->columns = arena_alloc(d->arena, SYS_VALUES * sizeof(*d->columns));
	if (!d->columns)
		return false;
	for (size_t i = 0; i < SYS_VALUES; i++)
		d->columns[i] = (struct snmpc_column){ .arcs = SYSTEM_OIDS[i], .n = 9 };
	return ask(d, &q);
}

/* One GETNEXT for each candidate's probe. Candidates without a probe also get a column,
 * so that the numbers are the same. */
static bool
ask_probes(struct detect *d)
{
	struct snmpc_question q = { .kind = SNMPC_PEEK };
	bool any = false;

	if (!d->options.profile)
		d->n_candidates = vendor_candidates(d->options.profiles,
		    &d->result.sys_object_id, d->result.sys_descr, d->candidates);
	d->columns = arena_alloc(d->arena, CANDIDATES_MAX * sizeof(*d->columns));
	if (!d->columns)
		return false;
	for (size_t i = 0; i < d->n_candidates; i++) {
		const struct oid *probe = &d->candidates[i].rule->probe;

		d->columns[i] = probe->n
		    ? (struct snmpc_column){ .arcs = probe->arcs, .n = probe->n }
		    : (struct snmpc_column){ .arcs = SYSTEM_OIDS[SYS_UPTIME], .n = 8 };
		any = any || probe->n;
	}
	q.n_columns = d->n_candidates;
	return any && ask(d, &q);
}

static bool
probe_fits(const struct detect *d, size_t i)
{
	const struct detect_rule *rule = d->candidates[i].rule;

	if (!rule->probe.n)
		return true;
	if (!d->probe_text[i])
		return false;
	return !rule->probe_text || strstr(d->probe_text[i], rule->probe_text);
}

static void
choose(struct detect *d)
{
	if (d->options.profile) {
		d->result.profile = d->options.profile;
		d->result.confidence = CONFIDENCE_A; /* given by the caller */
	}
	for (size_t i = 0; i < d->n_candidates && !d->result.profile; i++) {
		if (!probe_fits(d, i))
			continue;
		d->rule = d->candidates[i].rule;
		d->result.profile = d->candidates[i].profile;
		d->result.model = d->candidates[i].model;
		d->result.confidence = d->rule->confidence;
	}
}

static bool
ask_model(struct detect *d)
{
	struct snmpc_question q = { .kind = SNMPC_GET, .n_columns = 1 };

	choose(d);
	if (!d->rule || !d->rule->model_oid.n || !d->columns)
		return false;
	d->columns[0] = (struct snmpc_column){ .arcs = d->rule->model_oid.arcs,
		.n = d->rule->model_oid.n };
	return ask(d, &q);
}

static void
respect_quirks(struct detect *d, const struct profile *p)
{
	const struct snmpc_limits *is = &snmpc_session_governor(d->session)->limits;
	struct snmpc_limits l = d->options.said ? target_limits(is, p, d->options.said)
						: poll_limits(is, &p->quirks);

	snmpc_session_limit(d->session, &l);
}

/* One column per request, to measure the speed of each one. */
static bool
ask_columns(struct detect *d)
{
	const struct profile *p = d->result.profile;
	struct snmpc_question q = { .kind = SNMPC_PEEK, .max_varbinds = 1 };

	if (!p || !d->options.with_columns || !p->n_columns)
		return false;
	respect_quirks(d, p);
	d->columns = arena_alloc(d->arena, p->n_columns * sizeof(*d->columns));
	d->looks = arena_alloc(d->arena, p->n_columns * sizeof(*d->looks));
	if (!d->columns || !d->looks)
		return false;
	for (size_t i = 0; i < p->n_columns; i++) {
		const struct column *c = &p->columns[i];

		d->looks[i].column = c;
		/* GETNEXT would skip the .0 of a scalar. */
		d->columns[i] = (struct snmpc_column){ .arcs = c->oid.arcs,
			.n = c->is_scalar ? c->oid.n - 1 : c->oid.n };
	}
	q.n_columns = p->n_columns;
	return ask(d, &q);
}

static bool
next_stage(struct detect *d)
{
	switch (d->stage) {
	case STAGE_SYSTEM:
		d->stage = STAGE_PROBES;
		if (ask_probes(d))
			return true;
		/* fallthrough */
	case STAGE_PROBES:
		d->stage = STAGE_MODEL;
		if (ask_model(d))
			return true;
		/* fallthrough */
	case STAGE_MODEL:
		d->stage = STAGE_COLUMNS;
		return ask_columns(d);
	case STAGE_COLUMNS:
	case STAGE_DONE:
		break;
	}
	return false;
}

enum rc
detect_start(struct snmpc_session *session, const struct detect_options *options,
    struct detect **ret_detect, struct err *err)
{
	struct detect *d OWNED(detect_free) = calloc(1, sizeof(*d));

	if (d)
		d->arena = arena_new(ARENA_MAX);
	if (!d || !d->arena)
		return err_set(err, RC_NOMEM, "out of memory");
	d->session = session;
	d->options = *options;
	d->started_ms = clock_mono_ms();
	d->result.message = d->result.sys_descr = d->result.sys_name = "";
	d->result.uptime_s = -1;
	if (!ask_system(d))
		return err_set(err, RC_NOMEM, "out of memory");
	*ret_detect = GIVE(d);
	return RC_OK;
}

void
detect_free(struct detect *d)
{
	if (!d)
		return;
	if (d->run)
		snmpc_run_cancel(d->run);
	arena_free(d->arena);
	free(d);
}
