/* SPDX-License-Identifier: Apache-2.0
 *
 * Which of the two ways to stamp is cheaper is decided column by column. If it came for
 * half of the ONUs that are present or more, the stamp of the OLT moves, and those
 * for whom it did not come write down once what theirs was. Otherwise, in a sweep that
 * asks a few, the stamp of the OLT stays, and each who answered writes down the new one.
 * Whoever reads finds the same either way.
 */
#include "store/work/values_int.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "history/rate.h"
#include "store/value/latest.h"
#include "store/value/custom.h"
#include "store/db/db.h"
#include "store/work/events_int.h"
#include "store/work/levels_int.h"
#include "store/history/samples.h"
#include "store/work/stamp_table.h"
#include "store/olt/watch.h"

/* Faster than any PON: beyond it a counter was started anew. */
#define FASTEST_PER_S 1.25e9

struct applying {
	const struct values_run *run;
	struct onu_set *known;
	size_t n_columns;
	struct value_column *columns;
	int uptime; /* the column that has the uptime of ONUs; -1: none */
	int64_t device_up_ms; /* or HISTORY_UPTIME_UNKNOWN */
	struct stamp now;
	bool has_levels; /* a column of the run is a level: levels is loaded */
	struct levels levels;
	bool *has_names, *has_numbers; /* to be written, one per ONU */
	bool *is_changed; /* a value of the ONU is another than before */
	int64_t n_changed;
	struct err *err;
};

static enum rc
no_memory(struct applying *x)
{
	return err_set(x->err, RC_NOMEM, "no memory for the values of a run");
}

/* ---- the columns --------------------------------------------------------------- */

static bool
is_custom(const struct finish_column *asked)
{
	return asked->purpose == PURPOSE_CUSTOM && asked->custom && *asked->custom;
}

static enum rc
open_column(
    struct applying *x, const struct finish_column *asked, struct value_column *column)
{
	struct arena *arena = x->run->arena;

	*column = (struct value_column){ .asked = asked,
		.name = purpose_info(asked->purpose)->name,
		.place = latest_place(asked->purpose) };
	if ((column->place >= 0 && metric_of(asked->purpose)) || is_custom(asked)) {
		column->numbers =
		    arena_alloc(arena, (x->known->n + 1) * sizeof(*column->numbers));
		if (!column->numbers)
			return no_memory(x);
	}
	if (!is_custom(asked))
		return RC_OK;
	column->name = arena_printf(arena, "custom:%s", asked->custom);
	if (!column->name)
		return no_memory(x);
	return custom_load(
	    x->run->db, x->known, asked->custom, arena, &column->custom, x->err);
}

static enum rc
open_columns(struct applying *x)
{
	const struct finish *f = x->run->finish;

	for (size_t c = 0; c < x->n_columns; c++) {
		enum rc rc = open_column(x, &f->columns[c], &x->columns[c]);

		if (rc != RC_OK)
			return rc;
		if (f->columns[c].purpose == PURPOSE_UPTIME)
			x->uptime = (int)c;
	}
	return stamp_table_load(
	    x->run->db, x->known->olt, x->columns, x->n_columns, x->err);
}

static bool
is_level(enum purpose purpose)
{
	return purpose == PURPOSE_ONU_RX || purpose == PURPOSE_OLT_RX;
}

static enum rc
open_levels(struct applying *x)
{
	for (size_t c = 0; c < x->n_columns; c++)
		x->has_levels |= is_level(x->columns[c].asked->purpose);
	if (!x->has_levels)
		return RC_OK;
	return levels_load(x->run->db, x->known, x->run->arena, &x->levels, x->err);
}

/* What the run brought for an ONU; NULL: nothing. */
static const struct value *
brought(const struct applying *x, size_t i, size_t c)
{
	const struct finish_row *row = x->run->rows[i];

	if (!row || !(row->answered >> c & 1))
		return NULL;
	if (x->columns[c].asked->keep_previous && row->values[c].kind == VALUE_NULL)
		return NULL;
	return &row->values[c];
}

static bool
is_kept(const struct value_column *column)
{
	return column->place >= 0 || column->custom;
}

static void
decide_stamps(struct applying *x)
{
	size_t n_present = 0;

	for (size_t i = 0; i < x->known->n; i++)
		n_present += x->known->onus[i].is_present;
	for (size_t c = 0; c < x->n_columns; c++) {
		size_t n = 0;

		if (!is_kept(&x->columns[c]))
			continue;
		for (size_t i = 0; i < x->known->n; i++)
			n += brought(x, i, c) != NULL;
		x->columns[c].n_came = n;
		x->columns[c].moves_base = n > 0 && n * 2 >= n_present;
	}
}

/* ---- stamps -------------------------------------------------------------------- */

/* One value of one ONU. */
struct spot {
	size_t i;
	struct value_column *column;
	struct stamps *stamps; /* all of the ONU's exceptions */
};

static bool
has_own_stamp(const struct spot *at)
{
	return at->column->custom ? at->column->custom[at->i].has_stamp
				  : stamps_has(at->stamps, (size_t)at->column->place);
}

/* An ONU that is younger than the stamp of its OLT was not there to be asked. */
static struct stamp
stamp_before(const struct applying *x, const struct spot *at)
{
	static const struct stamp NEVER = { 0 };

	if (has_own_stamp(at))
		return at->column->custom ? at->column->custom[at->i].stamp
					  : at->stamps->at[at->column->place];
	return at->column->base.at_ms < x->known->onus[at->i].first_seen_ms
	    ? NEVER
	    : at->column->base;
}

/* NULL: that of the OLT will do. */
static void
set_stamp(struct applying *x, const struct spot *at, const struct stamp *stamp)
{
	struct custom_value *custom =
	    at->column->custom ? &at->column->custom[at->i] : NULL;

	if (custom) {
		custom->has_stamp = stamp != NULL;
		custom->stamp = stamp ? *stamp : (struct stamp){ 0 };
		custom->is_changed = true;
		return;
	}
	x->has_numbers[at->i] = true;
	if (stamp)
		stamps_set(at->stamps, (size_t)at->column->place, stamp);
	else
		stamps_clear(at->stamps, (size_t)at->column->place);
}

static void
restamp(struct applying *x, const struct spot *at, const struct stamp *before, bool came)
{
	const struct custom_value *custom =
	    at->column->custom ? &at->column->custom[at->i] : NULL;

	/* Nothing was ever there, and nothing is: no row for that. */
	if (custom && !custom->is_stored && custom->value.kind == VALUE_NULL)
		return;
	if (!at->column->moves_base) {
		if (came)
			set_stamp(x, at, &x->now);
		return;
	}
	if (came && has_own_stamp(at))
		set_stamp(x, at, NULL);
	if (!came && !has_own_stamp(at))
		set_stamp(x, at, before);
}

/* ---- changes ------------------------------------------------------------------- */

static bool
event_of(enum purpose purpose, enum onu_event_kind *ret_kind)
{
	if (purpose == PURPOSE_RUN_STATE)
		*ret_kind = ONU_RUN_STATE;
	else if (purpose == PURPOSE_ADMIN_STATE)
		*ret_kind = ONU_ADMIN_STATE;
	else if (purpose == PURPOSE_DESCRIPTION)
		*ret_kind = ONU_DESCRIPTION;
	else if (purpose == PURPOSE_LAST_DOWN_CAUSE)
		*ret_kind = ONU_CAUSE;
	else
		return false;
	return true;
}

static enum state
state_in(const struct value *v)
{
	return v && v->kind == VALUE_STATE ? v->state : STATE_NONE;
}

static bool
has_place_of(const struct applying *x, enum purpose purpose)
{
	return x->known->places >> latest_place(purpose) & 1;
}

static enum state
known_state(const struct applying *x, size_t i, enum purpose purpose)
{
	if (!has_place_of(x, purpose))
		return STATE_NONE;
	return state_in(onu_set_value(x->known, i, (size_t)latest_place(purpose)));
}

/* What this very run says about why it is down: the cause that is kept may be that of the
 * time before. */
static enum state
cause_brought(const struct applying *x, size_t i)
{
	for (size_t c = 0; c < x->n_columns; c++) {
		if (x->columns[c].asked->purpose == PURPOSE_LAST_DOWN_CAUSE)
			return state_in(brought(x, i, c));
	}
	return STATE_NONE;
}

/* A cause is news of its own while the ONU is down, and its run state did not change in
 * this run: then it stands with that. */
static bool
is_news(const struct applying *x, const struct spot *at, enum onu_event_kind kind,
    const struct value *before)
{
	enum state run;

	if (kind != ONU_CAUSE)
		return before->kind != VALUE_NULL;
	run = known_state(x, at->i, PURPOSE_RUN_STATE);
	return run != STATE_NONE && run != STATE_ONLINE &&
	    x->known->latest[at->i].run_since_ms != x->now.at_ms;
}

/* What was learnt for the first time has not changed. */
static enum rc
say_change(struct applying *x, const struct spot *at, const struct value *before,
    const struct value *after)
{
	struct onu_event event = { .onu = x->known->onus[at->i].id,
		.at_ms = x->now.at_ms,
		.before = latest_text(before),
		.after = latest_text(after) };

	if (!event_of(at->column->asked->purpose, &event.kind) ||
	    !is_news(x, at, event.kind, before))
		return RC_OK;
	if (event.kind == ONU_RUN_STATE)
		event.state = state_in(after);
	if (event.kind == ONU_CAUSE)
		event.cause = state_in(after);
	else if (event.kind == ONU_RUN_STATE && event.state != STATE_ONLINE)
		event.cause = cause_brought(x, at->i);
	return events_add(x->run->events, &event, x->err);
}

/* Down is down: that its reason is understood better later is no new beginning. */
static bool
begins_anew(const struct value *before, const struct value *after)
{
	return before->kind != VALUE_STATE || after->kind != VALUE_STATE ||
	    before->state == STATE_NONE || after->state == STATE_NONE ||
	    (before->state == STATE_ONLINE) != (after->state == STATE_ONLINE);
}

static enum rc
change_latest(struct applying *x, const struct spot *at, const struct value *v)
{
	struct latest *latest = &x->known->latest[at->i];
	struct value *kept = onu_set_value(x->known, at->i, (size_t)at->column->place);
	struct value now = latest_typed(at->column->asked->purpose, v);
	enum rc rc;

	if (latest_is_same(kept, &now))
		return RC_OK;
	rc = say_change(x, at, kept, &now);
	if (rc == RC_OK && is_level(at->column->asked->purpose))
		rc = levels_take(&x->levels,
		    &(struct level_change){ at->i, x->known->onus[at->i].id, x->now.at_ms,
			at->column->asked->purpose, kept, &now },
		    x->run->events, x->err);
	if (at->column->asked->purpose == PURPOSE_RUN_STATE && begins_anew(kept, &now))
		latest->run_since_ms = x->now.at_ms;
	*kept = now;
	latest->changed = x->now;
	at->column->is_changed = true;
	x->is_changed[at->i] = true;
	x->has_numbers[at->i] = true;
	x->has_names[at->i] |= !latest_is_number((size_t)at->column->place);
	return rc;
}

static void
change_custom(struct applying *x, const struct spot *at, const struct value *v)
{
	struct custom_value *custom = &at->column->custom[at->i];

	if (latest_is_same(&custom->value, v))
		return;
	custom->value = *v;
	custom->is_changed = true;
	x->is_changed[at->i] = true;
}

/* ---- numbers for history ------------------------------------------------------- */

/* In milliseconds; HISTORY_UPTIME_UNKNOWN for what is none. */
static int64_t
uptime_in(const struct value *seconds)
{
	if (seconds->kind != VALUE_INT || seconds->i < 0 || seconds->i > INT64_MAX / 1000)
		return HISTORY_UPTIME_UNKNOWN;
	return seconds->i * 1000;
}

/* Of the device: what the run says of it, or what its chassis says of itself. */
int64_t
values_device_uptime(const struct finish *f)
{
	if (f->uptime_ms > 0)
		return f->uptime_ms;
	for (size_t i = 0; i < f->parts.n_chassis; i++) {
		const struct chassis_row *row = &f->parts.chassis[i];

		for (size_t j = 0; !*row->part && j < row->n_values; j++) {
			if (row->values[j].purpose == PURPOSE_CHASSIS_UPTIME)
				return uptime_in(&row->values[j].value);
		}
	}
	return HISTORY_UPTIME_UNKNOWN;
}

/* How long both the ONU and its OLT have been up, as far as the run tells. */
static int64_t
uptime_of(const struct applying *x, size_t i)
{
	const struct value *v = x->uptime < 0 ? NULL : brought(x, i, (size_t)x->uptime);
	int64_t onu_ms = v ? uptime_in(v) : HISTORY_UPTIME_UNKNOWN;

	if (onu_ms < 0 || (x->device_up_ms >= 0 && x->device_up_ms < onu_ms))
		return x->device_up_ms;
	return onu_ms;
}

static double
rate_of(const struct applying *x, size_t i, const struct value *before,
    const struct stamp *stamp, const struct value *v)
{
	return latest_rate(&(struct latest_counted){
	    before, v, stamp->at_ms, x->now.at_ms, uptime_of(x, i), FASTEST_PER_S });
}

static bool
is_counter(const struct value_column *column, const struct value *v)
{
	const struct metric *metric = metric_of(column->asked->purpose);

	return metric ? metric->is_counter : v->counter_bits != 0;
}

static double
number_of(const struct applying *x, const struct spot *at, const struct stamp *before,
    const struct value *v)
{
	const struct value *kept = at->column->custom
	    ? &at->column->custom[at->i].value
	    : onu_set_value(x->known, at->i, (size_t)at->column->place);
	double number;

	if (!v || !latest_number(v, &number))
		return NAN;
	at->column->has_reals |= v->kind == VALUE_REAL;
	return is_counter(at->column, v) ? rate_of(x, at->i, kept, before, v) : number;
}

/* ---- ONU by ONU ---------------------------------------------------------------- */

static enum rc
take_value(struct applying *x, const struct spot *at, const struct value *v)
{
	struct stamp before = stamp_before(x, at);
	enum rc rc = RC_OK;

	if (at->column->numbers)
		at->column->numbers[at->i] = number_of(x, at, &before, v);
	if (v && at->column->custom)
		change_custom(x, at, v);
	else if (v)
		rc = change_latest(x, at, v);
	restamp(x, at, &before, v != NULL);
	return rc;
}

static enum rc
keep_stamps(struct applying *x, size_t i, const struct stamps *stamps)
{
	struct latest *latest = &x->known->latest[i];
	uint8_t bytes[STAMPS_BYTES_MAX];

	latest->stamps_len = stamps_encode(stamps, bytes);
	latest->stamps = NULL;
	if (latest->stamps_len == 0)
		return RC_OK;
	latest->stamps = arena_copy(x->run->arena, bytes, latest->stamps_len);
	return latest->stamps ? RC_OK : no_memory(x);
}

static uint32_t
bit_of(enum purpose purpose)
{
	return UINT32_C(1) << latest_place(purpose);
}

uint32_t
values_places_of_since(void)
{
	return bit_of(PURPOSE_RUN_STATE) | bit_of(PURPOSE_LAST_UP) |
	    bit_of(PURPOSE_LAST_DOWN) | bit_of(PURPOSE_LAST_DOWN_CAUSE);
}

static int64_t
moment_of(const struct applying *x, size_t i, enum purpose purpose)
{
	const struct value *v = onu_set_value(x->known, i, (size_t)latest_place(purpose));

	return v->kind == VALUE_TIME ? v->i : 0;
}

/* The device may know better than we since when it is so. It is written down, so that
 * whoever reads it reads the same. */
static void
settle_since(struct applying *x, size_t i)
{
	const struct onu *onu = &x->known->onus[i];
	struct latest *latest = &x->known->latest[i];
	const struct value *run;
	struct onu_since known = { .seen_ms = latest->run_since_ms,
		.first_seen_ms = onu->first_seen_ms };
	int64_t since_ms;

	if (!has_place_of(x, PURPOSE_RUN_STATE) || !x->run->rows[i])
		return;
	run = onu_set_value(x->known, i, (size_t)latest_place(PURPOSE_RUN_STATE));
	if (run->kind != VALUE_STATE)
		return;
	known.is_online = run->state == STATE_ONLINE;
	known.last_up_ms = moment_of(x, i, PURPOSE_LAST_UP);
	known.last_down_ms = moment_of(x, i, PURPOSE_LAST_DOWN);
	since_ms = onu_since(&known);
	x->has_names[i] |= since_ms != latest->run_since_ms;
	latest->run_since_ms = since_ms;
}

static char *
write_moment(const struct applying *x, int64_t ms)
{
	time_t seconds = (time_t)(ms / 1000);
	struct tm tm;
	char text[40] = "";

	if (gmtime_r(&seconds, &tm))
		(void)strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm);
	return arena_copy(x->run->arena, text, strlen(text));
}

/* What one ONU was before this run, if it was online. */
struct before {
	bool is_online;
	int64_t last_down_ms;
};

static struct before
look_before(const struct applying *x, size_t i)
{
	if (known_state(x, i, PURPOSE_RUN_STATE) != STATE_ONLINE)
		return (struct before){ 0 };
	return (struct before){ true, moment_of(x, i, PURPOSE_LAST_DOWN) };
}

/* Online at both readings, and down in between: only the device saw it. */
static enum rc
say_dropped(struct applying *x, size_t i, const struct before *before)
{
	int64_t down_ms;
	struct onu_event event = {
		.onu = x->known->onus[i].id, .kind = ONU_DROPPED, .at_ms = x->now.at_ms
	};

	if (!before->is_online || known_state(x, i, PURPOSE_RUN_STATE) != STATE_ONLINE)
		return RC_OK;
	down_ms = moment_of(x, i, PURPOSE_LAST_DOWN);
	if (!onu_has_dropped(before->last_down_ms, down_ms))
		return RC_OK;
	event.after = write_moment(x, down_ms);
	return event.after ? events_add(x->run->events, &event, x->err)
			   : err_set(x->err, RC_NOMEM, "no memory for events");
}

static enum rc
take_onu(struct applying *x, size_t i)
{
	const struct latest *latest = &x->known->latest[i];
	struct before before = look_before(x, i);
	struct stamps stamps;
	enum rc dropped;

	stamps_decode(latest->stamps, latest->stamps_len, &stamps);
	for (size_t c = 0; c < x->n_columns; c++) {
		struct spot at = { i, &x->columns[c], &stamps };
		enum rc rc = RC_OK;

		if (is_kept(at.column))
			rc = take_value(x, &at, brought(x, i, c));
		if (rc != RC_OK)
			return rc;
	}
	settle_since(x, i);
	dropped = say_dropped(x, i, &before);
	if (dropped != RC_OK)
		return dropped;
	x->n_changed += x->is_changed[i];
	return x->has_numbers[i] ? keep_stamps(x, i, &stamps) : RC_OK;
}

/* ---- watching ------------------------------------------------------------------ */

/* States of most ONUs, or of a good part of them in a sweep: the OLT was watched. Live
 * reads and looks, which have no node, read only the ONUs that somebody asked for. */
static enum rc
note_watch(struct applying *x)
{
	enum { PART = 20 };

	if (!x->run->finish->execution.node.v)
		return RC_OK;
	for (size_t c = 0; c < x->n_columns; c++) {
		const struct value_column *column = &x->columns[c];

		if (column->asked->purpose == PURPOSE_RUN_STATE &&
		    (column->moves_base ||
			(column->n_came > 1 && column->n_came * PART >= x->known->n)))
			return watch_note(
			    x->run->db, x->known->olt, x->now.at_ms, x->err);
	}
	return RC_OK;
}

/* ---- writing ------------------------------------------------------------------- */

static enum rc
write_custom(struct applying *x)
{
	for (size_t c = 0; c < x->n_columns; c++) {
		const struct value_column *column = &x->columns[c];
		enum rc rc = RC_OK;

		if (column->custom)
			rc = custom_write(x->run->db, x->known, column->asked->custom,
			    column->custom, x->err);
		if (rc != RC_OK)
			return rc;
	}
	return RC_OK;
}

static enum rc
write_all(struct applying *x)
{
	enum rc rc = onu_set_write_names(x->run->db, x->known, x->has_names, x->err);

	if (rc == RC_OK)
		rc = onu_set_write_numbers(x->run->db, x->known, x->has_numbers, x->err);
	if (rc == RC_OK)
		rc = write_custom(x);
	if (rc == RC_OK && x->has_levels)
		rc = levels_write(x->run->db, x->known, &x->levels, x->err);
	if (rc == RC_OK)
		rc = stamp_table_save(
		    x->run->db, x->known->olt, &x->now, x->columns, x->n_columns, x->err);
	return rc;
}

enum rc
values_apply(const struct values_run *run, struct value_column **ret_columns,
    int64_t *ret_changed, struct err *err)
{
	const struct finish *f = run->finish;
	size_t n = run->known->n;
	struct applying x = { .run = run,
		.known = run->known,
		.n_columns = f->n_columns,
		.columns =
		    arena_alloc(run->arena, (f->n_columns + 1) * sizeof(*x.columns)),
		.uptime = -1,
		.device_up_ms = values_device_uptime(f),
		.now = { finish_moment(f), f->execution.id },
		.has_names = arena_alloc(run->arena, n + 1),
		.has_numbers = arena_alloc(run->arena, n + 1),
		.is_changed = arena_alloc(run->arena, n + 1),
		.err = err };
	enum rc rc;

	if (!x.columns || !x.has_names || !x.has_numbers || !x.is_changed)
		return no_memory(&x);
	rc = open_columns(&x);
	if (rc == RC_OK)
		rc = open_levels(&x);
	if (rc == RC_OK)
		decide_stamps(&x);
	for (size_t i = 0; rc == RC_OK && i < n; i++)
		rc = take_onu(&x, i);
	if (rc == RC_OK)
		rc = write_all(&x);
	if (rc == RC_OK)
		rc = note_watch(&x);
	if (rc != RC_OK)
		return rc;
	*ret_columns = x.columns;
	*ret_changed = x.n_changed;
	return RC_OK;
}
