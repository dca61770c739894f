/* SPDX-License-Identifier: Apache-2.0
 *
 * Limits: what is measured, and when it is wrong.
 */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "service/notify_int.h"
#include "store/incident/limits.h"
#include "store/notify/rows.h"

enum { SHOWN_MAX = 20 };

static json_t *
show_limit(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "limits", id, err);
}

static const struct entity ENTITY_OF_LIMIT = { "limit", show_limit };

static bool
is_null(const struct ask *a, const char *name)
{
	return json_is_null(json_object_get(a->args, name));
}

static void
take_olt(struct ask *a, void *row)
{
	struct limit_row *l = row;

	if (is_null(a, "olt"))
		l->olt = 0;
	else if (arg_given(a, "olt"))
		l->olt = find_olt(a, "olt").v;
}

static void
take_brand(struct ask *a, void *row)
{
	struct limit_row *l = row;

	if (is_null(a, "brand"))
		l->brand = 0;
	else if (arg_given(a, "brand"))
		l->brand = find_brand(a, "brand").v;
}

static void
check_purpose(struct ask *a, const struct limit_row *l)
{
	const char *purpose = l->purpose ? l->purpose : "";
	bool can_be_custom = l->entity == LIMIT_OF_ONU || l->entity == LIMIT_OF_PORT ||
	    l->entity == LIMIT_OF_OLT;

	if (!*purpose || limit_purpose_find(l->entity, purpose) ||
	    (can_be_custom && limit_custom_name(purpose)))
		return;
	arg_wrong(a, "purpose", "there is no such value of this kind of thing");
}

static void
check_limit(struct ask *a, const struct notify_row *row, const struct notify_row *before)
{
	const struct limit_row *l = &row->limit;

	(void)before;
	arg_check_name_free(a, &KIND_LIMIT, l->name, l->id.v);
	check_purpose(a, l);
	if (!isfinite(l->value))
		arg_wrong(a, "value", "a number is expected");
	if (!isfinite(l->hysteresis) || l->hysteresis < 0)
		arg_wrong(a, "hysteresis", "a number that is not below 0 is expected");
}

static const struct field_rule LIMIT_RULES[] = { { "olt", take_olt },
	{ "brand", take_brand }, { NULL, NULL } };

const struct notify_kind KIND_LIMIT = {
	.type = &LIMIT_ENTITY,
	.place = { "limits", "limit", "name", { NULL, NULL } },
	.entity = &ENTITY_OF_LIMIT,
	.rules = LIMIT_RULES,
	.check = check_limit,
};

/* ---- what it would find now --------------------------------------------------------- */

struct matching {
	json_t *results;
	int64_t n;
};

static enum rc
take_match(void *ctx, const struct limit_match *m)
{
	struct matching *x = ctx;

	x->n++;
	if (x->n > SHOWN_MAX)
		return RC_OK;
	return json_array_append_new(x->results,
		   json_pack("{s:I, s:s, s:s, s:o, s:f}", "olt", (json_int_t)m->olt.v,
		       "olt_name", m->olt_name, "place", m->place, "onu",
		       m->onu.v ? json_integer(m->onu.v) : json_null(), "value",
		       m->value)) == 0
	    ? RC_OK
	    : RC_NOMEM;
}

void
op_limit_try(struct ask *a)
{
	struct limit_question question = { .now_ms = clock_wall_ms() };
	struct matching x = { json_array(), 0 };
	struct err err = { 0 };
	enum rc rc;

	entity_init(&LIMIT_ENTITY, &question.limit);
	if (!question.limit.name)
		question.limit.name = "?"; /* it need not have one yet */
	entity_take(a, &LIMIT_ENTITY, LIMIT_RULES, &question.limit);
	if (!arg_given(a, "purpose"))
		arg_wrong(a, "purpose", "it is needed");
	check_purpose(a, &question.limit);
	if (!isfinite(question.limit.value))
		arg_wrong(a, "value", "a number is expected");
	if (!args_are_right(a)) {
		json_decref(x.results);
		return;
	}
	rc = store_limit_matches(a->db, &question, take_match, &x, &err);
	if (rc != RC_OK) {
		json_decref(x.results);
		(void)ask_fail_err(a, rc, &err);
		return;
	}
	ask_answer(
	    a, json_pack("{s:I, s:o}", "count", (json_int_t)x.n, "results", x.results));
}
