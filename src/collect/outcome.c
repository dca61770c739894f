/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of a collection: the result of each column, of each ONU and of the whole.
 */
#include "collect/collect_int.h"

#include <string.h>

#include "collect/row_values_int.h"

void
collect_note(struct collect *c, const char *text)
{
	const char **slot = text ? vec_add(&c->notes) : NULL;

	if (slot)
		*slot = text;
}

/* ---- columns ----------------------------------------------------------------- */

static uint32_t
came(const struct source *s)
{
	return s->good + s->nulls + s->bad + s->strays;
}

static bool
table_has_rows(const struct collect *c, const struct source *s)
{
	const struct rows *rows = c->rows[s->section];

	return s->section == SECTION_ONU ? family_has_rows(rows, s->family)
					 : rows_count(rows) > 0;
}

static enum column_end
end_of_walk(const struct collect *c, const struct source *s)
{
	if (s->section == SECTION_OTHER && !came(s) &&
	    (s->end == SNMPC_END_NO_OBJECT || s->end == SNMPC_END_OK))
		return s->no_object ? COLUMN_UNSUPPORTED : COLUMN_EMPTY;
	if (s->end == SNMPC_END_NO_OBJECT)
		return table_has_rows(c, s) ? COLUMN_UNSUPPORTED : COLUMN_EMPTY;
	return s->end == SNMPC_END_OK ? COLUMN_ANSWERS : COLUMN_FAILED;
}

/* It was requested, but there was no ONU to request it for: none is online. */
static bool
asked_nobody(const struct source *s)
{
	return s->was_asked && s->way != WAY_WALK && s->n_items == 0;
}

/* Some items without an answer are failures of ONUs, not of the column. */
static enum column_end
end_of_get(const struct source *s)
{
	if (asked_nobody(s))
		return COLUMN_NOT_ASKED;
	if (came(s))
		return COLUMN_ANSWERS;
	if (s->n_failed || s->end == SNMPC_END_STOPPED)
		return COLUMN_FAILED;
	return s->no_object == s->n_items ? COLUMN_UNSUPPORTED : COLUMN_EMPTY;
}

static enum column_end
end_of_scalar(const struct source *s)
{
	if (came(s) || s->n_rows)
		return COLUMN_ANSWERS;
	return s->no_object || s->end == SNMPC_END_NO_OBJECT ? COLUMN_UNSUPPORTED
							     : COLUMN_FAILED;
}

static enum column_end
end_of(const struct collect *c, const struct source *s)
{
	if (!s->was_asked)
		return COLUMN_NOT_ASKED;
	switch (s->way) {
	case WAY_SCALAR:
		return end_of_scalar(s);
	case WAY_WALK:
	case WAY_EXACT: /* if it was walked */
		return end_of_walk(c, s);
	case WAY_GET:
	case WAY_NEXT:
	case WAY_SLOW_GET:
	case WAY_SLOW_NEXT:
	case WAYS:
		break;
	}
	return end_of_get(s);
}

/* Unverified, and without any plausible value. */
static bool
is_doubtful(const struct source *s)
{
	return s->column->confidence == CONFIDENCE_C && !s->good && s->bad;
}

/* Does any requested column have values? */
static bool
has_brought(const struct collect *c)
{
	for (size_t i = 0; i < c->plan.n_sources; i++) {
		const struct source *s = &c->plan.sources[i];

		if (s->is_wanted && (s->good || s->nulls) && !is_doubtful(s))
			return true;
	}
	return false;
}

/* A doubtful column is not used. But if no other column has values, the device has
 * answered and its values cannot be decoded. */
static bool
is_implausible(const struct collect *c, const struct source *s)
{
	return c->has_brought && is_doubtful(s);
}

/* Are there values that cannot be decoded, in a column that is used? */
static bool
has_unread(const struct collect *c, const struct source *s)
{
	return s->is_wanted && s->bad && !is_implausible(c, s);
}

static bool
expects_others(const struct source *s)
{
	return s->column->index && s->column->index->other_rows;
}

/* Rows of discovery columns that neither this column's index nor its twin's can decode:
 * ONUs that cannot be identified. */
static uint32_t
lost_rows(const struct source *s)
{
	const struct source *twin = s->twin;

	if (!s->is_discovery && !(twin && twin->is_discovery))
		return 0;
	if (expects_others(s) || (twin && expects_others(twin)))
		return 0;
	return s->strays;
}

/* A table that does not exist on the device is not reported if another one has ONUs: EPON
 * columns of a GPON device. */
static void
note_end(struct collect *c, const struct source *s, enum column_end end)
{
	bool is_walked = s->way == WAY_WALK;
	char text[OID_TEXT_MAX];

	(void)oid_format(s->column->oid.arcs, s->column->oid.n, text);
	if (end == COLUMN_UNSUPPORTED)
		collect_note(c,
		    arena_printf(c->arena, "%s (%s): %s", s->column->key, text,
			snmpc_end_name(SNMPC_END_NO_OBJECT)));
	else if (end == COLUMN_FAILED)
		collect_note(c,
		    arena_printf(c->arena, "%s (%s): %s%s", s->column->key, text,
			snmpc_end_name(s->end),
			is_walked ? ", what came before is kept" : ""));
	else if (s->n_failed)
		collect_note(c,
		    arena_printf(c->arena, "%s (%s): no answer for %u of %u ONUs",
			s->column->key, text, s->n_failed, s->n_items));
}

/* Notes about its values. */
static void
note_values(struct collect *c, const struct source *s)
{
	const char *key = s->column->key;

	if (is_implausible(c, s))
		collect_note(c,
		    arena_printf(c->arena,
			"%s: unverified column, no plausible value on this device; not "
			"used",
			key));
	else if (lost_rows(s))
		collect_note(c,
		    arena_printf(c->arena,
			"%s: %u rows have an index that this profile cannot decode; "
			"left out",
			key, lost_rows(s)));
	else if (s->n_left_out)
		collect_note(c,
		    arena_printf(c->arena, "%s: more than %d rows; %u were left out", key,
			COLLECT_OTHERS_MAX, s->n_left_out));
	else if (s->bad)
		collect_note(c,
		    arena_printf(c->arena, "%s: %u values could not be read (%s)", key,
			s->bad, s->problem ? s->problem : ""));
}

static void
judge_source(struct collect *c, const struct source *s, struct column_outcome *ret)
{
	struct outputs *outputs = &c->plan.outputs[s->section];
	bool is_guide = s->is_cpu && s->output < 0;
	enum column_end end = end_of(c, s);

	*ret = (struct column_outcome){ .column = s->column,
		.is_wanted = s->is_wanted,
		.is_implausible = is_implausible(c, s),
		.end = end,
		.why = s->end,
		.values = s->good,
		.nulls = s->nulls,
		.bad = s->bad,
		.failed = s->n_failed,
		.onus = s->n_onus,
		.is_of_onus = s->n_onus && !s->n_others,
		.first_us = s->first_us };
	if (is_guide || s->is_names)
		return;
	note_end(c, s, end);
	note_values(c, s);
	c->result.n_strays += lost_rows(s);
	if (end == COLUMN_FAILED || s->n_failed || s->n_left_out || lost_rows(s) ||
	    has_unread(c, s))
		c->result.is_partial = true;
	if (s->output < 0 || s->column->confidence != CONFIDENCE_C)
		return;
	if (s->good && outputs->at[s->output].is_wanted)
		outputs->at[s->output].is_unverified = true;
	if (!s->good)
		forget_implausible(c->rows[s->section], s);
}

static bool
judge_sources(struct collect *c)
{
	struct column_outcome *list =
	    arena_alloc(c->arena, (c->plan.n_sources + 1) * sizeof(*list));

	if (!list)
		return false;
	for (size_t i = 0; i < c->plan.n_sources; i++) {
		const struct source *s = &c->plan.sources[i];

		/* The column of a twin is requested with the other source. */
		if (!s->is_twin)
			judge_source(c, s, &list[c->result.n_columns++]);
	}
	c->result.columns = list;
	return true;
}

/* Was every discovery column read to its end, and decoded? */
static bool
is_complete(const struct collect *c)
{
	if (c->options.mode != COLLECT_DISCOVERY)
		return false;
	for (size_t i = 0; i < c->plan.n_sources; i++) {
		const struct source *s = &c->plan.sources[i];
		const struct index_format *f = s->column->index;
		bool tells = s->is_discovery || s->is_present ||
		    (f && f->name_column && strcmp(s->column->name, f->name_column) == 0);

		if (s->section != SECTION_ONU || !tells || s->is_twin || s->is_skipped)
			continue;
		if (!s->was_asked || lost_rows(s) ||
		    (s->end != SNMPC_END_OK && s->end != SNMPC_END_NO_OBJECT))
			return false;
	}
	return true;
}

/* ---- ONUs ---------------------------------------------------------------------- */

/* Was the ONU requested or answered, and not found to be in another table? */
static bool
was_in_it(const struct row *row, const void *ctx)
{
	(void)ctx;
	return (row->n_asked || row->answered) && !(row->is_guess && row->is_absent);
}

/* Outputs whose undecodable values count: not those of implausible columns. */
static uint64_t
trusted_outputs(const struct collect *c, uint32_t family)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < c->plan.n_sources; i++) {
		const struct source *s = &c->plan.sources[i];

		if (s->family == family && has_unread(c, s) && s->output >= 0 &&
		    s->output < ROW_ANSWERS_MAX)
			bits |= UINT64_C(1) << s->output;
	}
	return bits;
}

/* Outputs of a family whose walk ended early. */
static uint64_t
broken_outputs(const struct collect *c, uint32_t family)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < c->plan.n_sources; i++) {
		const struct source *s = &c->plan.sources[i];

		if (s->family == family && s->way == WAY_WALK && s->is_wanted &&
		    s->output >= 0 && s->output < ROW_ANSWERS_MAX &&
		    end_of(c, s) == COLUMN_FAILED)
			bits |= UINT64_C(1) << s->output;
	}
	return bits;
}

/* Did a walk of ONUs end early? */
static bool
has_broken_walk(const struct collect *c)
{
	for (size_t i = 0; i < c->plan.n_sources; i++) {
		const struct source *s = &c->plan.sources[i];

		if (s->section == SECTION_ONU && s->way == WAY_WALK && s->is_wanted &&
		    end_of(c, s) == COLUMN_FAILED)
			return true;
	}
	return false;
}

static void
count_unseen(struct collect *c)
{
	size_t seen = rows_count(c->rows[SECTION_ONU]);
	size_t known = c->options.known ? known_count(c->options.known) : 0;

	if (c->options.mode != COLLECT_GET && known > seen && has_broken_walk(c))
		c->result.onus.unseen = (uint32_t)(known - seen);
}

static void
count_onus(struct collect *c)
{
	struct rows *rows = c->rows[SECTION_ONU];
	struct collected_onus *n = &c->result.onus;
	uint64_t broken = 0, trusted = 0;
	uint32_t family = UINT32_MAX;

	for (size_t i = 0; i < rows_count(rows); i++) {
		const struct row *row = rows_at(rows, i);

		if (row->family != family) {
			family = row->family;
			broken = broken_outputs(c, family);
			trusted = trusted_outputs(c, family);
		}
		if (row->is_beyond)
			continue;
		n->asked++;
		if (row->is_absent)
			n->absent++;
		else if (row->n_failed ||
		    ((broken | (row->unread & trusted)) & ~row->answered))
			n->failed++;
		else
			n->ok++;
	}
}

/* How much of what was requested was received. Columns of ONUs that were not requested
 * any more are missing for every ONU; a column of ports or parts counts as one. ONUs that
 * cannot be identified are missing, and may be among the unseen ones. */
static void
count_share(struct collect *c)
{
	const struct collected_onus *n = &c->result.onus;
	struct share *share = &c->result.share;
	uint32_t lost = c->result.n_strays;
	int64_t due = 0, left = 0, came = n->ok + n->absent;

	for (size_t i = 0; i < c->plan.n_sources; i++) {
		const struct source *s = &c->plan.sources[i];

		if (s->is_twin || s->is_skipped || !s->is_wanted)
			continue;
		if (s->section == SECTION_ONU) {
			due++;
			left += !s->was_asked;
			continue;
		}
		share->asked++;
		share->answered += s->was_asked && end_of(c, s) != COLUMN_FAILED &&
		    (s->good || !has_unread(c, s));
	}
	share->asked += n->asked + (n->unseen > lost ? n->unseen : lost);
	share->answered += due ? came * (due - left) / due : came;
}

static void
finish_asked(struct rows *rows)
{
	for (size_t i = 0; i < rows_count(rows); i++) {
		struct row *row = rows_at(rows, i);

		row->is_absent = row->n_asked && row->n_none == row->n_asked;
	}
	rows_filter(rows, was_in_it, NULL);
}

/* ---- the whole collection ------------------------------------------------------ */

/* It answers, but without any requested value, although there should be some. */
static bool
found_nothing(const struct collect *c)
{
	const struct known *known = c->options.known;

	if (!c->options.n_columns || c->options.mode == COLLECT_DISCOVERY ||
	    c->result.n_values || !c->result.has_answered)
		return false;
	for (size_t i = 0; i < c->plan.n_sources; i++) {
		const struct source *s = &c->plan.sources[i];

		if (s->is_wanted && s->was_asked && s->section != SECTION_ONU)
			return true;
		if (s->is_wanted && s->section == SECTION_ONU && asked_nobody(s))
			return false;
	}
	return known && known_count(known) > 0;
}

static void
judge_whole(struct collect *c)
{
	struct collection *r = &c->result;
	size_t n = r->n_others;

	for (int i = 0; i < SECTIONS; i++)
		n += rows_count(c->rows[i]);
	if (r->rc == RC_OK && r->is_partial)
		r->rc = RC_PROTOCOL;
	if (r->rc == RC_OK && r->is_cpu_busy)
		r->rc = RC_BUSY;
	if (r->rc == RC_OK && found_nothing(c)) {
		r->rc = RC_NOT_FOUND;
		r->message = "the device has nothing of what was asked for";
	}
	/* A GET has the rows of known ONUs also if nothing was answered. */
	r->is_partial = n > 0 && r->has_answered && r->rc != RC_OK;
}

static struct collected
collected(const struct collect *c, enum section section)
{
	const struct outputs *o = &c->plan.outputs[section];

	return (struct collected){ o->n, o->at, c->rows[section] };
}

static void
fail(struct collect *c, enum rc rc, const char *message)
{
	c->result.rc = rc;
	c->result.message = message ? message : "out of memory";
}

/* Interfaces and sensors are counted after it is known which are ports and parts. */
static void
check_parts(struct collect *c)
{
	if (rows_count(c->rows[SECTION_PORT]) <= COLLECT_PARTS_MAX &&
	    rows_count(c->rows[SECTION_PART]) <= COLLECT_PARTS_MAX)
		return;
	c->result.met_ceiling = true;
	fail(c, RC_TOO_MUCH,
	    arena_printf(c->arena,
		"the device has more than %d ports or parts: they are not kept",
		COLLECT_PARTS_MAX));
}

static void
finish_rows(struct collect *c)
{
	finish_onus(c->rows[SECTION_ONU], &c->plan);
	if (c->options.mode == COLLECT_GET)
		finish_asked(c->rows[SECTION_ONU]);
	finish_ports(c->rows[SECTION_PORT], &c->plan);
	if (!others_settle(c) ||
	    finish_parts(c->rows[SECTION_PART], &c->plan, c->options.profile, c->arena) !=
		RC_OK)
		fail(c, RC_NOMEM, NULL);
	check_parts(c);
}

void
collect_finish(struct collect *c)
{
	struct collection *r = &c->result;

	c->stage = WAYS;
	r->has_answered = r->stats.answers > 0;
	finish_rows(c);
	c->has_brought = has_brought(c);
	if (!judge_sources(c))
		fail(c, RC_NOMEM, NULL);
	r->is_complete = r->rc == RC_OK && is_complete(c);
	count_onus(c);
	count_unseen(c);
	count_share(c);
	judge_whole(c);
	for (int i = 0; i < SECTIONS; i++) {
		count_values(c->rows[i], &c->plan.outputs[i]);
		rows_settle(c->rows[i]); /* the result may exist for some time */
	}
	r->n_outputs = c->plan.outputs[SECTION_ONU].n;
	r->outputs = c->plan.outputs[SECTION_ONU].at;
	r->rows = c->rows[SECTION_ONU];
	r->ports = collected(c, SECTION_PORT);
	r->parts = collected(c, SECTION_PART);
	r->n_notes = c->notes.n;
	r->notes = c->notes.data;
	c->options.on_done(c->options.ctx, r);
}

bool
collection_is_held(const struct collection *c)
{
	return c->is_discovery && c->met_ceiling;
}

const char *
collection_sentence(const struct collection *c)
{
	if (c->message[0] || !c->n_notes)
		return c->message;
	return c->notes[0];
}
