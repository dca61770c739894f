/* SPDX-License-Identifier: Apache-2.0 */
#include "store/part/parts.h"

#include <string.h>

#include "store/db/query.h"
#include "store/value/latest.h"
#include "store/part/parts_int.h"
#include "store/core/tx.h"

bool
part_follow(struct value *at, const enum purpose *places, size_t n,
    const struct part_value *values, size_t n_values)
{
	bool changed = false;

	for (size_t i = 0; i < n_values; i++) {
		size_t place = 0;
		struct value now;

		while (place < n && places[place] != values[i].purpose)
			place++;
		if (place == n)
			continue;
		now = latest_typed(values[i].purpose, &values[i].value);
		if (latest_is_same(&at[place], &now))
			continue;
		at[place] = now;
		changed = true;
	}
	return changed;
}

bool
part_text(struct parting *x, const char *text, struct value *ret)
{
	*ret = (struct value){ .kind = VALUE_NULL };
	if (!text)
		return true;
	ret->kind = VALUE_TEXT;
	ret->text = arena_copy(x->arena, text, strlen(text));
	return ret->text != NULL;
}

bool
part_state_from_row(
    struct parting *x, const struct db_stmt *q, unsigned first, struct value *ret)
{
	const char *state = db_text(q, first);

	if (!part_text(x, db_text(q, first + 2), ret))
		return false;
	ret->kind = state ? VALUE_STATE : VALUE_NULL;
	ret->i = db_int(q, first + 1);
	if (state && !state_from_name(state, &ret->state))
		ret->state = STATE_NONE;
	return true;
}

void
part_bind_state(struct db_stmt *q, unsigned first, const struct value *v)
{
	bool has_one = v->kind == VALUE_STATE;

	db_bind_text(q, first, has_one ? state_name(v->state) : NULL);
	db_bind(q, first + 1, db_int_if(has_one, v->i));
	db_bind_text(q, first + 2, has_one && v->text ? v->text : NULL);
}

const char *
part_state_name(const struct value *v)
{
	if (v->kind != VALUE_STATE)
		return "";
	return v->state != STATE_NONE ? state_name(v->state) : v->text ? v->text : "";
}

bool
part_state_changed(const struct value *before, const struct value *after)
{
	return before->kind == VALUE_STATE &&
	    strcmp(part_state_name(before), part_state_name(after)) != 0;
}

static enum rc
write_parts(struct parting *x, const struct parts *parts)
{
	struct tx tx;
	enum rc rc = tx_begin(x->db, &tx, x->err);

	if (rc == RC_OK && parts->n_ports)
		rc = ports_write(x, parts->ports, parts->n_ports);
	if (rc == RC_OK && parts->n_chassis)
		rc = chassis_write(x, parts->chassis, parts->n_chassis);
	if (rc == RC_OK)
		rc = part_events_write(x);
	return tx_end(&tx, rc, x->err);
}

enum rc
store_parts_apply(struct db *db, struct olt_id olt, const struct parts *parts,
    int64_t now_ms, int64_t *ret_changed, struct err *err)
{
	struct arena *arena OWNED(arena_free) = NULL;
	struct parting x = { .db = db,
		.olt = olt,
		.now_ms = now_ms,
		.uptime_ms = parts->uptime_ms,
		.execution = parts->execution,
		.events = VEC_INIT(struct part_event),
		.err = err };
	enum rc rc = RC_OK;

	if (parts->n_ports + parts->n_chassis > 0) {
		x.arena = arena = arena_new(0);
		if (!arena)
			return err_set(err, RC_NOMEM, "no memory for ports and chassis");
		rc = write_parts(&x, parts);
		vec_fini(&x.events);
	}
	if (rc == RC_OK && ret_changed)
		*ret_changed = x.changed;
	return rc;
}
