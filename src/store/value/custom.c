/* SPDX-License-Identifier: Apache-2.0 */
#include "store/value/custom.h"

#include <string.h>

#include "store/db/query.h"

static const char *const KINDS[] = {
	[VALUE_NULL] = "null",
	[VALUE_INT] = "int",
	[VALUE_REAL] = "real",
	[VALUE_TEXT] = "text",
	[VALUE_TIME] = "time",
	[VALUE_STATE] = "state",
};

/* The state of a number that the device counts up: its history is a rate. */
static const char COUNTER[] = "counter";

static enum value_kind
kind_from_name(const char *name)
{
	for (size_t i = 0; name && i < sizeof(KINDS) / sizeof(KINDS[0]); i++) {
		if (strcmp(KINDS[i], name) == 0)
			return (enum value_kind)i;
	}
	return VALUE_NULL;
}

static enum rc
no_memory(struct err *err)
{
	return err_set(err, RC_NOMEM, "no memory for custom values");
}

/* ---- reading ----------------------------------------------------------------- */

static bool
text_from_row(
    const struct db_stmt *q, unsigned column, struct arena *arena, const char **ret_text)
{
	const char *text = db_text(q, column);

	*ret_text = text ? arena_copy(arena, text, strlen(text)) : "";
	return *ret_text != NULL;
}

bool
custom_from_row(const struct db_stmt *q, unsigned first, struct arena *arena,
    struct custom_value *ret_value)
{
	struct custom_value c = { .value.kind = kind_from_name(db_text(q, first)),
		.is_stored = true };
	const char *state = db_text(q, first + 4);

	switch (c.value.kind) {
	case VALUE_NULL:
		break;
	case VALUE_STATE:
		if (!state || !state_from_name(state, &c.value.state))
			c.value.state = STATE_NONE;
		c.value.i = db_int(q, first + 1);
		break;
	case VALUE_INT:
		c.value.counter_bits = state && strcmp(state, COUNTER) == 0 ? 64 : 0;
		c.value.i = db_int(q, first + 1);
		break;
	case VALUE_TIME:
		c.value.i = db_int(q, first + 1);
		break;
	case VALUE_REAL:
		c.value.r = db_real(q, first + 2);
		break;
	case VALUE_TEXT:
		break;
	}
	c.has_stamp = !db_is_null(q, first + 5);
	c.stamp = (struct stamp){ db_int(q, first + 5), { db_int(q, first + 6) } };
	if (!text_from_row(q, first + 3, arena, &c.value.text))
		return false;
	*ret_value = c;
	return true;
}

/* Both are in ascending order of ONUs: walk them together. */
static enum rc
load_each(struct db_stmt *q, const struct onu_set *known, struct arena *arena,
    struct custom_value *values, struct err *err)
{
	size_t i = 0;
	enum rc rc = RC_OK;

	while (db_next(q, &rc, err)) {
		while (i < known->n && known->onus[i].id.v < db_int(q, 0))
			i++;
		if (i == known->n || known->onus[i].id.v != db_int(q, 0))
			continue;
		if (!custom_from_row(q, 1, arena, &values[i]))
			return no_memory(err);
	}
	return rc;
}

enum rc
custom_load(struct db *db, const struct onu_set *known, const char *name,
    struct arena *arena, struct custom_value **ret_values, struct err *err)
{
	static const char sql[] = "SELECT onu_id, " CUSTOM_COLUMNS " FROM onu_custom "
				  "WHERE olt_id = $1 AND name = $2 ORDER BY onu_id";
	struct custom_value *values =
	    arena_alloc(arena, (known->n + 1) * sizeof(*values));
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = values ? db_query(db, sql, DB_ARGS(known->olt.v, name), &q, err)
			    : no_memory(err);

	if (rc == RC_OK)
		rc = load_each(q, known, arena, values, err);
	if (rc == RC_OK)
		*ret_values = values;
	return rc;
}

/* ---- writing ----------------------------------------------------------------- */

void
custom_bind(struct db_stmt *q, unsigned first, const struct value *v)
{
	db_bind_text(q, first, KINDS[v->kind]);
	for (unsigned n = 1; n <= 4; n++)
		db_bind_null(q, first + n);
	switch (v->kind) {
	case VALUE_NULL:
		break;
	case VALUE_STATE:
		db_bind_text(q, first + 4, state_name(v->state));
		db_bind_text(q, first + 3, v->text ? v->text : "");
		db_bind_int(q, first + 1, v->i);
		break;
	case VALUE_INT:
	case VALUE_TIME:
		db_bind_int(q, first + 1, v->i);
		break;
	case VALUE_REAL:
		db_bind_real(q, first + 2, v->r);
		break;
	case VALUE_TEXT:
		db_bind_text(q, first + 3, v->text ? v->text : "");
		break;
	}
}

static enum rc
write_one(
    struct db_stmt *q, struct onu_id onu, const struct custom_value *c, struct err *err)
{
	db_bind_int(q, 3, onu.v);
	custom_bind(q, 4, &c->value);
	if (c->value.kind == VALUE_INT && c->value.counter_bits)
		db_bind_text(q, 8, COUNTER);
	db_bind_null(q, 9);
	db_bind_null(q, 10);
	if (c->has_stamp) {
		db_bind_int(q, 9, c->stamp.at_ms);
		db_bind_int(q, 10, c->stamp.execution.v);
	}
	return db_bulk(q, err);
}

enum rc
custom_write(struct db *db, const struct onu_set *known, const char *name,
    const struct custom_value *values, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO onu_custom (olt_id, name, onu_id, " CUSTOM_COLUMNS ") "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) "
	    "ON CONFLICT (olt_id, name, onu_id) DO UPDATE SET kind = excluded.kind, "
	    "int_value = excluded.int_value, real_value = excluded.real_value, "
	    "text_value = excluded.text_value, state = excluded.state, "
	    "at_ms = excluded.at_ms, execution_id = excluded.execution_id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(known->olt.v, name), &q, err);

	for (size_t i = 0; rc == RC_OK && i < known->n; i++) {
		if (values[i].is_changed)
			rc = write_one(q, known->onus[i].id, &values[i], err);
	}
	return rc == RC_OK ? db_bulk_end(q, err) : rc;
}
