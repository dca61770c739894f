/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/vec.h"
#include "store/db/query.h"
#include "store/value/latest.h"
#include "store/part/parts_int.h"

/* The numbers first: they are read and written in a loop. */
enum { CPU, MEMORY, TEMPERATURE, UPTIME, STATE, CHASSIS_VALUES };
enum { NUMBERS = STATE };

static const enum purpose PLACES[CHASSIS_VALUES] = {
	[CPU] = PURPOSE_CPU,
	[MEMORY] = PURPOSE_MEMORY,
	[TEMPERATURE] = PURPOSE_CHASSIS_TEMPERATURE,
	[UPTIME] = PURPOSE_CHASSIS_UPTIME,
	[STATE] = PURPOSE_BOARD_STATE,
};

struct part {
	const char *name;
	struct value at[CHASSIS_VALUES];
	bool is_changed;
	bool is_read; /* by this run */
	bool is_new;
};

static enum rc
no_memory(struct parting *x)
{
	return err_set(x->err, RC_NOMEM, "no memory for the chassis of an OLT");
}

/* One type for all of the numbers: latest_typed() makes the right one of it. */
#define PART_COLUMNS                                         \
	"part, cpu_percent, memory_percent, temperature_c, " \
	"CAST(uptime_s AS DOUBLE PRECISION), state, state_code, state_label"

/* The one reader of PART_COLUMNS: keep the two next to each other. */
static bool
part_from_row(struct parting *x, const struct db_stmt *q, struct part *part)
{
	struct value name;

	if (!part_text(x, db_text(q, 0), &name))
		return false;
	part->name = name.text;
	for (unsigned i = 0; i < NUMBERS; i++) {
		struct value v = { .kind = VALUE_NULL };

		if (!db_is_null(q, 1 + i))
			v = (struct value){ .kind = VALUE_REAL, .r = db_real(q, 1 + i) };
		part->at[i] = latest_typed(PLACES[i], &v);
	}
	return part_state_from_row(x, q, 1 + NUMBERS, &part->at[STATE]);
}

static enum rc
load(struct parting *x, struct vec *parts)
{
	static const char sql[] =
	    "SELECT " PART_COLUMNS " FROM chassis_health WHERE olt_id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(x->db, sql, DB_ARGS(x->olt.v), &q, x->err);

	while (db_next(q, &rc, x->err)) {
		struct part *part = vec_add(parts);

		if (!part || !part_from_row(x, q, part))
			return no_memory(x);
	}
	return rc;
}

static struct part *
find_or_add(struct vec *parts, const char *name)
{
	struct part *part;

	for (size_t i = 0; i < parts->n; i++) {
		part = VEC_AT(parts, struct part, i);
		if (strcmp(part->name, name) == 0)
			return part;
	}
	part = vec_add(parts);
	if (part) {
		part->name = name;
		part->is_changed = true;
		part->is_new = true;
	}
	return part;
}

static enum rc
write_part(struct parting *x, struct db_stmt *q, const struct part *part)
{
	const struct value *state = &part->at[STATE];

	db_bind_args(q, DB_ARGS(x->olt.v, part->name));
	for (unsigned i = 0; i < NUMBERS; i++) {
		double number;

		if (!latest_number(&part->at[i], &number))
			db_bind_null(q, 3 + i);
		else if (i == UPTIME)
			db_bind_int(q, 3 + i, (int64_t)number);
		else
			db_bind_real(q, 3 + i, number);
	}
	db_bind_int(q, 7, x->now_ms);
	part_bind_state(q, 8, state);
	db_bind(q, 11,
	    db_int_if(
		state->kind == VALUE_STATE && state->state == STATE_ONLINE, x->now_ms));
	x->changed += part->is_changed;
	return db_bulk(q, x->err);
}

/* What was read is written also when it is as before: updated_ms says when it was read. */
static enum rc
write_read(struct parting *x, const struct vec *parts)
{
	static const char sql[] =
	    "INSERT INTO chassis_health (olt_id, part, cpu_percent, memory_percent, "
	    "temperature_c, uptime_s, updated_ms, state, state_code, state_label, up_ms) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) "
	    "ON CONFLICT (olt_id, part) DO UPDATE SET "
	    "cpu_percent = excluded.cpu_percent, "
	    "memory_percent = excluded.memory_percent, "
	    "temperature_c = excluded.temperature_c, uptime_s = excluded.uptime_s, "
	    "updated_ms = excluded.updated_ms, state = excluded.state, "
	    "state_code = excluded.state_code, state_label = excluded.state_label, "
	    "up_ms = COALESCE(excluded.up_ms, chassis_health.up_ms)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(x->db, sql, &q, x->err);

	for (size_t i = 0; rc == RC_OK && i < parts->n; i++) {
		const struct part *part = VEC_AT(parts, struct part, i);

		if (part->is_read)
			rc = write_part(x, q, part);
	}
	return rc == RC_OK ? db_bulk_end(q, x->err) : rc;
}

/* A card is new, or its state has changed. False: no memory. */
static bool
add_event(struct parting *x, struct part *part, const struct value *before)
{
	struct part_event event = { .part = "chassis", .place = part->name };

	if (part->is_new) {
		event.what = "new";
	} else if (part_state_changed(before, &part->at[STATE])) {
		event.what = "state";
		event.before = part_state_name(before);
	}
	event.after = part_state_name(&part->at[STATE]);
	part->is_new = false;
	return !event.what || part_event_add(x, &event);
}

static enum rc
compare(struct parting *x, struct vec *parts, const struct chassis_row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct part *part = find_or_add(parts, rows[i].part ? rows[i].part : "");
		struct value before;

		if (!part)
			return no_memory(x);
		before = part->at[STATE];
		part->is_read = true;
		if (part_follow(part->at, PLACES, CHASSIS_VALUES, rows[i].values,
			rows[i].n_values))
			part->is_changed = true;
		if (!add_event(x, part, &before))
			return no_memory(x);
	}
	return RC_OK;
}

enum rc
chassis_write(struct parting *x, const struct chassis_row *rows, size_t n)
{
	struct vec parts = VEC_INIT(struct part);
	enum rc rc = load(x, &parts);

	if (rc == RC_OK)
		rc = compare(x, &parts, rows, n);
	if (rc == RC_OK)
		rc = write_read(x, &parts);
	vec_fini(&parts);
	return rc;
}
