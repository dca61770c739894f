/* SPDX-License-Identifier: Apache-2.0
 *
 * "Try this OID": the first rows of an OID that nobody has saved yet, decoded.
 *
 *	waits for the OLT's lock ──► walk ──► (no row) get the OID itself ──► names ──► told
 *	                     a scalar ──────────────►┘
 *
 * Names are asked for where an index is only a key: they tell which port or ONU it stands
 * for. A tryout has a session of its own, as a live read has, and nothing is written.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "broker/broker.h"
#include "poll/collect_int.h"
#include "poll/columns.h"
#include "poll/engine_int.h"
#include "poll/others_int.h"
#include "poll/target.h"

enum {
	WAITS_MS = 30000,
	READS_MS = 20000, /* all rows */
	NAMES_MS = 5000,
	RENEW_MS = 30000,
	AT_ONCE_MAX = 32,
	NAME_COLUMNS_MAX = 4,
};

struct tryout {
	struct engine *engine;
	struct letter *letter; /* owned: what was asked */
	struct dossier *dossier; /* counted */
	int64_t gives_up_ms; /* monotonic */
	int64_t began_ms; /* monotonic; 0: it waits */
	struct broker_lease lease; /* token 0: none */
	struct snmpc_session *session; /* NULL: not begun */
	const struct overlay *overlay; /* held: the profile with the column in it */
	const struct column *column;
	struct arena *arena; /* the letter's */
	enum snmp_type said; /* of the OID itself: an exception; 0: nothing */
	struct snmpc_column asked[NAME_COLUMNS_MAX];
	struct snmpc_item *items; /* of names; in the arena */
	size_t n_name_columns;
	const struct column *name_columns[NAME_COLUMNS_MAX];
	struct snmp_value *names; /* one an item; in the arena */
	struct tried result;
	struct tried_row rows[ENGINE_TRY_ROWS];
};

static void
tryout_free(struct tryout *t)
{
	if (t->session)
		snmpc_session_close(t->session);
	if (t->lease.token)
		broker_unlock(t->engine->broker, t->lease.olt, t->lease.token,
		    engine_now().wall_ms);
	if (t->overlay)
		overlay_give(t->overlay);
	if (t->dossier)
		dossier_unref(t->dossier);
	letter_free(t->letter);
	free(t);
}

/* It has its answer: freed at the next tick, outside of its session's callbacks. */
static void
tell(struct tryout *t)
{
	t->result.rows = t->rows;
	if (!t->result.message)
		t->result.message = "";
	if (!t->result.unit)
		t->result.unit = "";
	t->result.ms = t->began_ms ? clock_mono_ms() - t->began_ms : 0;
	t->letter->what.done(t->letter->what.ctx, &t->result);
	t->letter->what.done = NULL;
	engine_nudge(t->engine);
}

static void
fail(struct tryout *t, enum rc rc, const char *message)
{
	const char *kept = arena_copy(t->arena, message, strlen(message));

	t->result.end = TRIED_FAILED;
	t->result.rc = rc;
	t->result.message = kept ? kept : "out of memory";
	tell(t);
}

/* ---- whose the rows are ------------------------------------------------------------ */

static void
add_row(struct collect *c, struct source *s, const struct tried_row *row)
{
	struct other_row *to = vec_add(&c->others);

	if (to)
		*to = (struct other_row){ .source = s,
			.index = row->index,
			.n_index = (uint32_t)row->n_index };
}

/* Names follow the rows: what is found for them is nobody's. */
static void
add_names(struct tryout *t, struct collect *c)
{
	size_t n_items = t->n_name_columns * t->result.n_rows;

	for (size_t i = 0; i < n_items && t->names; i++) {
		const struct tried_row *row = &t->rows[i % t->result.n_rows];
		struct source *s = &c->plan.sources[1 + i / t->result.n_rows];
		struct other_row *to;

		if (t->names[i].type != SNMP_OCTETS)
			continue;
		to = vec_add(&c->others);
		if (!to)
			return;
		*to = (struct other_row){ .source = s,
			.index = row->index,
			.n_index = (uint32_t)row->n_index };
		if (column_decode(s->column, &t->names[i], t->arena, &to->value, NULL) !=
		    RC_OK)
			to->value.kind = VALUE_NULL;
	}
}

/* Of a board or a port it is where its formula says so. */
static bool
may_be_onus(const struct tryout *t)
{
	const struct table *table = profile_table(t->overlay->profile, t->column->table);

	return t->column->any_index || !table || table->kind == TABLE_ONU ||
	    table->kind == TABLE_ONU_PART;
}

static struct collect *
look_of(struct tryout *t)
{
	struct line *line = line_find(&t->engine->lines, t->letter->olt);
	struct collect *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->options.profile = t->overlay->profile;
	c->options.known = line ? line->known : NULL;
	c->arena = t->arena;
	c->others = (struct vec)VEC_INIT(struct other_row);
	c->plan.n_sources = 1 + t->n_name_columns;
	c->plan.sources[0] = (struct source){ .column = t->column,
		.section = SECTION_OTHER,
		.onu_output = may_be_onus(t) ? 0 : -1 };
	for (size_t i = 0; i < t->n_name_columns; i++)
		c->plan.sources[i + 1] = (struct source){ .column = t->name_columns[i],
			.section = SECTION_OTHER,
			.is_names = true,
			.onu_output = -1 };
	for (size_t i = 0; i < t->result.n_rows; i++)
		add_row(c, &c->plan.sources[0], &t->rows[i]);
	add_names(t, c);
	return c;
}

static void
find_owners(struct tryout *t)
{
	struct collect *c = look_of(t);
	struct other_place *places =
	    c ? arena_alloc(t->arena, (c->others.n + 1) * sizeof(*places)) : NULL;

	if (c && (!places || c->others.n < t->result.n_rows))
		vec_fini(&c->others);
	else if (c && others_look(c, places)) {
		for (size_t i = 0; i < t->result.n_rows; i++) {
			t->rows[i].owner = places[i].is_onu ? TRIED_ONU
			    : places[i].is_stranger         ? TRIED_STRANGER
			    : places[i].place[0]            ? TRIED_PART
							    : TRIED_OLT;
			t->rows[i].place = places[i].place;
		}
	}
	free(c);
}

/* ---- names of keys ------------------------------------------------------------------ */

static void
finish(struct tryout *t)
{
	if (t->result.n_rows && !t->column->is_scalar)
		find_owners(t);
	tell(t);
}

static void
take_name(void *ctx, uint32_t item, const struct snmp_value *value)
{
	struct tryout *t = ctx;

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
	(void)r; /* a name that did not come is a place that nobody knows */
	finish(ctx);
}

/* The columns that tell what keys stand for, each once. */
static void
find_name_columns(struct tryout *t)
{
	const struct profile *p = t->overlay->profile;

	for (size_t i = 0; i < p->n_tables && t->n_name_columns < NAME_COLUMNS_MAX; i++) {
		const struct table *table = &p->tables[i];
		const struct index_format *f =
		    table->discovery ? table->discovery->index : NULL;
		const struct column *names;
		bool is_new = true;

		for (size_t k = 0; !f && k < p->n_columns; k++) {
			if (strcmp(p->columns[k].table, table->name) == 0 &&
			    !p->columns[k].any_index)
				f = p->columns[k].index;
		}
		if (!f || !f->name_column ||
		    (table->kind != TABLE_ONU && table->kind != TABLE_PON))
			continue;
		names = plan_name_column(p, table, f);
		for (size_t k = 0; k < t->n_name_columns; k++)
			is_new = is_new && t->name_columns[k] != names;
		if (names && is_new)
			t->name_columns[t->n_name_columns++] = names;
	}
}

/* False: there is nothing to ask for. */
static bool
ask_names(struct tryout *t)
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
	find_name_columns(t);
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
keep_raw(struct tryout *t, struct tried_row *row, const struct snmp_value *raw)
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
keep_row(struct tryout *t, struct tried_row *row, const uint32_t *index, size_t n,
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
	struct tryout *t = ctx;

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

/* Version 1 has no exceptions: an error stands for both of them. */
static enum tried_end
end_of_nothing(const struct tryout *t, const struct snmpc_result *r)
{
	bool is_gone = t->said ? t->said == SNMP_NO_SUCH_OBJECT
			       : r->columns[0].end == SNMPC_END_NO_OBJECT;

	return is_gone ? TRIED_NO_OBJECT : TRIED_EMPTY;
}

/* What came of all rows: told, or their names are asked for first. */
static void
end_rows(struct tryout *t, const struct snmpc_result *r)
{
	struct tried *x = &t->result;
	bool is_cut = r->rc == RC_TOO_MUCH && x->has_more;

	if (r->stats.answers)
		desk_heard(t->engine->desk, t->letter->olt, engine_now());
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

/* The OID itself: a scalar, or a value that was given as a whole. */
static enum rc
ask_exact(struct tryout *t, struct err *err)
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
	struct tryout *t = ctx;
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

/* What the OLT asks each ONU for is read one by one. */
static enum rc
ask_rows(struct tryout *t, struct err *err)
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

/* ---- beginning ------------------------------------------------------------------------ */

/* The column, as a job would have it on this OLT. */
static enum rc
find_column(struct tryout *t, const struct profile *profile, struct err *err)
{
	const struct overlay_column *made;
	enum rc rc = columns_take_one(t->engine->overlays, profile, t->dossier->site,
	    &t->letter->oid, &t->overlay, err);

	if (rc != RC_OK)
		return rc;
	made = &t->overlay->rows[0];
	t->column = made->column;
	if (!t->column && made->is_foreign)
		return err_set(err, RC_INVALID,
		    "this OID is of another profile: OLT %s would not be asked for it",
		    t->dossier->site->olt.name);
	if (!t->column)
		return err_set(err, RC_INVALID, "%s", made->problem);
	t->result.unit = t->column->unit;
	return RC_OK;
}

static enum rc
open_session(struct tryout *t, const struct profile *profile, struct err *err)
{
	const struct site_olt *site = t->dossier->site;
	struct snmpc_limits limits = target_limits(
	    &t->engine->options.limits, profile, &site->settings[TASK_WALK]);
	struct snmpc_target target;
	enum rc rc;

	if (limits.repetitions > ENGINE_TRY_ROWS)
		limits.repetitions = ENGINE_TRY_ROWS;
	rc = line_target(site, &limits, &target, err);
	if (rc != RC_OK)
		return rc;
	rc = snmpc_session_open(t->engine->snmpc, &target, &t->session, err);
	explicit_bzero(&target, sizeof(target));
	return rc;
}

/* May it be asked at all? */
static enum rc
check_line(const struct line *line, struct err *err)
{
	const struct site_olt *site = line && line->dossier ? line->dossier->site : NULL;

	if (!site)
		return err_set(
		    err, RC_NOT_FOUND, "the engine does not know this OLT yet");
	if (!site->olt.enabled)
		return err_set(err, RC_CONFLICT, "OLT %s is disabled: it is not asked",
		    site->olt.name);
	if (!line->profile)
		return err_set(err, RC_CONFLICT,
		    "OLT %s: nobody knows yet what it is; its first run will tell",
		    site->olt.name);
	return RC_OK;
}

static void
begin(struct tryout *t, const struct line *line)
{
	struct err err = { 0 };
	enum rc rc = find_column(t, line->profile, &err);

	if (rc == RC_OK)
		rc = open_session(t, line->profile, &err);
	t->began_ms = clock_mono_ms();
	if (rc == RC_OK)
		rc = ask_rows(t, &err);
	if (rc != RC_OK)
		fail(t, rc, err.msg);
}

static void
move_on(struct tryout *t)
{
	const struct line *line = line_find(&t->engine->lines, t->letter->olt);
	struct err err = { 0 };
	enum rc rc = check_line(line, &err);

	if (rc != RC_OK)
		fail(t, rc, err.msg);
	else if (broker_lock(t->engine->broker, t->letter->olt, engine_now().wall_ms,
		     &t->lease) == RC_OK) {
		t->dossier = dossier_ref(line->dossier);
		begin(t, line);
	} else if (clock_mono_ms() >= t->gives_up_ms)
		fail(t, RC_BUSY, "this OLT is busy with something else, try again later");
}

/* It is not begun. */
static void
refuse(struct letter *letter, enum rc rc, const char *message)
{
	struct tried nothing = {
		.end = TRIED_FAILED, .rc = rc, .message = message, .unit = ""
	};

	letter->what.done(letter->what.ctx, &nothing);
	letter_free(letter);
}

void
tryout_start(struct engine *e, struct letter *letter)
{
	struct tryout *t, **slot;

	if (e->tryouts.n >= AT_ONCE_MAX) {
		refuse(letter, RC_BUSY, "too many OIDs are being tried: try again later");
		return;
	}
	t = calloc(1, sizeof(*t));
	slot = t ? vec_add(&e->tryouts) : NULL;
	if (!slot) {
		refuse(letter, RC_NOMEM, "out of memory");
		free(t);
		return;
	}
	*slot = t;
	t->engine = e;
	t->letter = letter;
	t->arena = letter->arena;
	t->gives_up_ms = clock_mono_ms() + WAITS_MS;
}

/* Our lease lasts as long as we need it. */
static void
renew(struct tryout *t)
{
	int64_t now_ms = engine_now().wall_ms;

	if (!t->lease.token || now_ms < t->lease.expires_ms - RENEW_MS)
		return;
	if (broker_renew(t->engine->broker, t->lease.olt, t->lease.token, now_ms,
		&t->lease.expires_ms) != RC_OK)
		t->lease.token = 0; /* another's now: a few rows are soon read */
}

void
tryout_tick(struct engine *e)
{
	struct tryout **all = e->tryouts.data;

	for (size_t i = 0; i < e->tryouts.n; i++) {
		struct tryout *t = all[i];

		if (t->letter->what.done && !t->session)
			move_on(t);
		renew(t);
		if (t->letter->what.done)
			continue;
		tryout_free(t);
		all[i--] = all[--e->tryouts.n];
	}
}

void
tryout_end(struct engine *e)
{
	struct tryout **all = e->tryouts.data;

	while (e->tryouts.n) {
		struct tryout *t = all[--e->tryouts.n];

		if (t->letter->what.done)
			fail(t, RC_CANCELLED, "the program ends");
		tryout_free(t);
	}
}
