/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/sweep_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/vec.h"
#include "engine/judge_int.h"

enum { SWEEP_BYTES_MAX = 256 * 1024 * 1024 };

/* ---- slices -------------------------------------------------------------------- */

struct sweep_cut
sweep_cut(size_t n_onus, int64_t time_ms)
{
	int64_t span_ms = time_ms / 100 * SWEEP_SHARE_PCT;
	size_t most = (size_t)(span_ms / SWEEP_GAP_MIN_MS);
	size_t slices = (n_onus + SWEEP_SLICE_MIN - 1) / SWEEP_SLICE_MIN;
	struct sweep_cut cut = { .slices = slices < most ? slices : most };

	if (cut.slices < 1)
		cut.slices = 1;
	cut.size = (n_onus + cut.slices - 1) / cut.slices;
	/* Because of rounding up, the last slices may be empty. */
	if (cut.size)
		cut.slices = (n_onus + cut.size - 1) / cut.size;
	cut.gap_ms = cut.slices > 1 ? span_ms / (int64_t)cut.slices : 0;
	return cut;
}

/* ---- a running sweep ----------------------------------------------------------- */

struct sweep {
	struct execution_id execution;
	struct olt_id olt;
	int64_t time_ms; /* total time available */
	bool is_first_pass;
	int64_t began_ms;
	bool has_begun; /* at is set */
	struct position at; /* of the last ONU that was read */
	struct arena *arena; /* memory of all below */
	size_t n_outputs;
	struct output *outputs;
	struct vec rows; /* struct sweep_row */
	struct vec others; /* struct olt_value */
	int64_t piece_ms; /* when the last piece was taken, or the start */
	bool has_pieces; /* at least one was taken */
	/* Values of columns that are read completely, for all slices at once: they are
	 * written before other rows of the same ONUs. */
	bool has_whole;
	struct traffic traffic; /* of the last slice */
	struct onu_counts onus;
	struct share share; /* of the slices so far */
	bool has_asked, has_answered;
	bool has_unread; /* some values could not be decoded */
	uint32_t busy; /* consecutive slices with a busy CPU */
	enum trouble trouble; /* the first one */
	char message[EXECUTION_MESSAGE_MAX];
};

struct sweep *
sweep_new(
    struct execution_id execution, struct olt_id olt, int64_t time_ms, int64_t now_ms)
{
	struct sweep *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->execution = execution;
	s->olt = olt;
	s->time_ms = time_ms;
	s->began_ms = s->piece_ms = now_ms;
	s->rows = (struct vec)VEC_INIT(struct sweep_row);
	s->others = (struct vec)VEC_INIT(struct olt_value);
	s->arena = arena_new(SWEEP_BYTES_MAX);
	if (s->arena)
		return s;
	sweep_free(s);
	return NULL;
}

void
sweep_free(struct sweep *s)
{
	if (!s)
		return;
	vec_fini(&s->rows);
	vec_fini(&s->others);
	arena_free(s->arena);
	free(s);
}

void
sweep_is_first_pass(struct sweep *s)
{
	s->is_first_pass = s->time_ms > 0;
}

struct execution_id
sweep_execution(const struct sweep *s)
{
	return s->execution;
}

struct olt_id
sweep_olt(const struct sweep *s)
{
	return s->olt;
}

/* The first ONU after the last one that was read. */
static size_t
place_of(const struct sweep *s, const struct known *known)
{
	const struct known_onu *onus = known_at(known);
	size_t low = 0, high = known_count(known);

	while (s->has_begun && low < high) {
		size_t middle = low + (high - low) / 2;

		if (position_compare(&onus[middle].position, &s->at) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

size_t
sweep_asked(const struct sweep *s, const struct known *known)
{
	return place_of(s, known);
}

/* The slices of this sweep, for this number of ONUs. */
static struct sweep_cut
cut_of(const struct sweep *s, size_t n_onus)
{
	if (!s->is_first_pass)
		return sweep_cut(n_onus, s->time_ms);
	return (struct sweep_cut){ .slices = n_onus / SWEEP_FIRST_SIZE + 1,
		.size = SWEEP_FIRST_SIZE };
}

/* How many ONUs should have been read after a slice that starts now. */
static size_t
owed_by(const struct sweep *s, const struct sweep_cut *cut, int64_t now_ms)
{
	int64_t begun = cut->gap_ms ? (now_ms - s->began_ms) / cut->gap_ms + 1 : 1;

	return begun < (int64_t)cut->slices ? (size_t)begun * cut->size : SIZE_MAX;
}

bool
sweep_next(const struct sweep *s, const struct known *known, int64_t now_ms,
    size_t *ret_first, size_t *ret_n)
{
	size_t n = known_count(known), first = place_of(s, known);
	struct sweep_cut cut = cut_of(s, n);
	size_t to = owed_by(s, &cut, now_ms);

	if (first >= n)
		return false;
	if (to < first + cut.size)
		to = first + cut.size;
	*ret_first = first;
	*ret_n = (to < n ? to : n) - first;
	return true;
}

/* ---- results ------------------------------------------------------------------- */

/* The texts of a value may belong to the profile or the collection: make copies. */
static bool
copy_value(struct arena *arena, const struct value *from, struct value *to)
{
	*to = *from;
	if ((from->kind != VALUE_TEXT && from->kind != VALUE_STATE) || !from->text)
		return true;
	to->text = arena_copy(arena, from->text, strlen(from->text));
	return to->text;
}

static bool
copy_outputs(struct sweep *s, const struct collection *c)
{
	if (s->outputs)
		return true;
	s->outputs = arena_alloc(s->arena, (c->n_outputs + 1) * sizeof(*s->outputs));
	if (!s->outputs)
		return false;
	for (size_t i = 0; i < c->n_outputs; i++) {
		s->outputs[i] = c->outputs[i];
		s->outputs[i].key =
		    arena_copy(s->arena, c->outputs[i].key, strlen(c->outputs[i].key));
		if (!s->outputs[i].key)
			return false;
	}
	s->n_outputs = c->n_outputs;
	return true;
}

static bool
copy_row(struct sweep *s, const struct row *row)
{
	struct value *values =
	    arena_alloc(s->arena, (s->n_outputs + 1) * sizeof(*values));
	struct sweep_row *to;

	if (!values)
		return false;
	for (size_t i = 0; i < s->n_outputs; i++) {
		if (!copy_value(s->arena, &row->values[i], &values[i]))
			return false;
	}
	to = vec_add(&s->rows);
	if (!to)
		return false;
	*to = (struct sweep_row){ row->position, "", row->answered, values };
	return true;
}

static enum rc
copy_rows(struct sweep *s, const struct collection *c)
{
	if (!rows_count(c->rows))
		return RC_OK;
	if (!copy_outputs(s, c))
		return RC_NOMEM;
	/* The same columns have the same outputs. If the job was changed in the meantime,
	 * the sweep continues with its first outputs. */
	if (s->n_outputs != c->n_outputs)
		return RC_CONFLICT;
	for (size_t i = 0; i < rows_count(c->rows); i++) {
		const struct row *row = rows_at(c->rows, i);

		s->has_unread = s->has_unread || row->unread;
		if (row->answered && !copy_row(s, row))
			return RC_NOMEM;
	}
	return RC_OK;
}

static enum rc
copy_others(struct sweep *s, const struct collection *c)
{
	for (size_t i = 0; i < c->n_others; i++) {
		struct olt_value *to = vec_add(&s->others);

		if (!to)
			return RC_NOMEM;
		if (!results_fill_other(&c->others[i], s->arena, to)) {
			s->others.n--;
			return RC_NOMEM;
		}
	}
	return RC_OK;
}

static void
count(struct sweep *s, const struct collection *c)
{
	char text[EXECUTION_MESSAGE_MAX];
	struct coordinator_outcome o = outcome_of(c, false, text);

	s->traffic = traffic_of(&c->stats);
	s->onus.seen += o.onus.seen - (int64_t)c->n_beyond;
	s->onus.ok += o.onus.ok;
	s->onus.failed += o.onus.failed;
	if (!c->is_cpu_busy) { /* else its ONUs are read again */
		s->share.asked += o.share.asked;
		s->share.answered += o.share.answered;
	}
	s->has_asked = s->has_asked || c->stats.requests;
	s->has_answered = s->has_answered || c->has_answered;
	s->busy = c->is_cpu_busy ? s->busy + 1 : 0;
	if (o.trouble != TROUBLE_NONE && o.trouble != TROUBLE_NOTHING_TO_ASK &&
	    !c->is_cpu_busy && !s->trouble) {
		s->trouble = o.trouble;
		(void)snprintf(s->message, sizeof(s->message), "%s", text);
	}
}

enum rc
sweep_take(struct sweep *s, const struct known *known, size_t first, size_t n,
    const struct collection *c)
{
	enum rc rc = RC_OK;

	if (c) {
		count(s, c);
		rc = copy_rows(s, c);
		if (rc == RC_OK)
			rc = copy_others(s, c);
		s->has_whole = s->has_whole || c->n_others || c->n_beyond;
	}
	if (c && c->is_cpu_busy)
		return rc;
	s->at = known_at(known)[first + n - 1].position;
	s->has_begun = true;
	return rc;
}

static bool
is_through(const struct sweep *s, const struct known *known)
{
	return place_of(s, known) >= known_count(known);
}

int64_t
sweep_resume_ms(const struct sweep *s, const struct known *known, int64_t now_ms)
{
	struct sweep_cut cut = cut_of(s, known_count(known));
	int64_t end_ms = s->began_ms + s->time_ms / 100 * SWEEP_END_PCT;
	int64_t next_ms;

	if (is_through(s, known) || now_ms >= end_ms)
		return 0;
	if (s->is_first_pass) {
		next_ms = now_ms + (s->busy ? SWEEP_GAP_MIN_MS : SWEEP_FIRST_GAP_MS);
		return next_ms < end_ms ? next_ms : end_ms;
	}
	/* Start times are calculated from the first one, so that late slices catch up. */
	next_ms = s->began_ms +
	    (int64_t)(place_of(s, known) / (cut.size ? cut.size : 1)) * cut.gap_ms;
	if (s->busy || next_ms <= now_ms)
		next_ms = now_ms + (cut.gap_ms ? cut.gap_ms : SWEEP_GAP_MIN_MS) / 2;
	return next_ms < end_ms ? next_ms : end_ms;
}

struct coordinator_outcome
sweep_outcome(
    const struct sweep *s, const struct known *known, int64_t now_ms, char *text)
{
	struct coordinator_outcome o = { .state = EXECUTION_SUCCESS,
		.trouble = s->trouble,
		.message = text,
		.traffic = s->traffic,
		.onus = s->onus,
		.share = s->share,
		.answered = s->has_answered,
		.resume_ms = sweep_resume_ms(s, known, now_ms) };

	o.share.asked += (int64_t)(known_count(known) - place_of(s, known));
	(void)snprintf(text, EXECUTION_MESSAGE_MAX, "%s", s->message);
	if (!o.trouble && !o.resume_ms && !is_through(s, known)) {
		o.trouble = TROUBLE_DEADLINE;
		(void)snprintf(text, EXECUTION_MESSAGE_MAX, "%s: not all ONUs were asked",
		    s->busy ? "the OLT's CPU was busy" : "its time was over");
	}
	if (o.trouble)
		o.state = sweep_brought(s) || s->has_unread ? EXECUTION_PARTIAL
							    : EXECUTION_FAILED;
	return o;
}

/* ---- pieces -------------------------------------------------------------------- */

bool
sweep_has_asked(const struct sweep *s)
{
	return s->has_asked;
}

bool
sweep_brought(const struct sweep *s)
{
	return s->rows.n || s->others.n || s->has_pieces;
}

bool
sweep_has_piece(const struct sweep *s, int64_t now_ms)
{
	int64_t apart_ms = s->time_ms / SWEEP_PIECES;

	if (s->is_first_pass) {
		apart_ms = (s->piece_ms - s->began_ms) / 2;
		return s->rows.n &&
		    now_ms - s->piece_ms >=
		    (apart_ms > SWEEP_FIRST_PIECE_MS ? apart_ms : SWEEP_FIRST_PIECE_MS);
	}
	if (apart_ms < SWEEP_PIECE_MIN_MS)
		apart_ms = SWEEP_PIECE_MIN_MS;
	return s->rows.n && (s->has_whole || now_ms - s->piece_ms >= apart_ms);
}

struct sweep *
sweep_take_piece(struct sweep *s, int64_t now_ms)
{
	struct sweep *piece = sweep_new(s->execution, s->olt, s->time_ms, s->began_ms);
	struct arena *mine;

	if (!piece)
		return NULL;
	/* All collected rows are in one arena, which is moved as a whole. */
	mine = piece->arena;
	piece->arena = s->arena;
	piece->outputs = s->outputs;
	piece->n_outputs = s->n_outputs;
	piece->rows = s->rows;
	piece->others = s->others;
	s->arena = mine;
	s->outputs = NULL;
	s->n_outputs = 0;
	s->rows = (struct vec)VEC_INIT(struct sweep_row);
	s->others = (struct vec)VEC_INIT(struct olt_value);
	s->piece_ms = now_ms;
	s->has_pieces = true;
	s->has_whole = false;
	return piece;
}

struct sweep_rows
sweep_rows(const struct sweep *s)
{
	return (struct sweep_rows){ s->n_outputs, s->outputs, s->rows.n, s->rows.data };
}

const struct olt_value *
sweep_others(const struct sweep *s, size_t *ret_n)
{
	*ret_n = s->others.n;
	return s->others.data;
}
