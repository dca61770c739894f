/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts, channels, targets, routes, silences, maintenances, templates: got, added, changed,
 * deleted, ended. A change loads the row and lays the arguments over it in the transaction
 * that writes it (retake.c).
 */
#include "service/notify_int.h"

#include <string.h>

#include "base/clock.h"
#include "notify/filter.h"
#include "notify/window.h"
#include "store/list/list.h"
#include "store/notify/rows.h"

static const struct notify_kind *const KINDS[] = { &KIND_CONTACT, &KIND_CHANNEL,
	&KIND_TARGET, &KIND_ROUTE, &KIND_SILENCE, &KIND_MAINTENANCE, &KIND_TEMPLATE,
	&KIND_LIMIT };

/* There is one for every operation that comes here: the table says so, and a test. */
static const struct notify_kind *
kind_of(const struct ask *a)
{
	const char *name = a->operation->name;
	size_t n = strcspn(name, "."), i = 0;

	while (strlen(KINDS[i]->type->name) != n ||
	    memcmp(KINDS[i]->type->name, name, n) != 0)
		i++;
	return KINDS[i];
}

/* ---- arguments that several have ---------------------------------------------------- */

void
arg_check_name_free(
    struct ask *a, const struct notify_kind *k, const char *name, int64_t id)
{
	int64_t other = 0;

	if (name && *name)
		other = find_row(
		    a, k->place.list, (struct find_field[]){ { "name", name } }, 1);
	if (other && other != id)
		arg_wrong(
		    a, "name", "there is a %s \"%.64s\" already", k->type->name, name);
}

void
arg_filter(struct ask *a, const char **filter)
{
	struct buf text = BUF_INIT(4 * NOTIFY_FILTER_MAX);
	const char *given = arg_json(a, "filter", *filter);
	struct notify_filter *parsed OWNED(notify_filter_free) = NULL;
	struct err err = { 0 };

	if (!given || !arg_given(a, "filter"))
		return;
	if (notify_filter_parse(given, &parsed, &err) != RC_OK) {
		arg_wrong(a, "filter", "%s", err.msg);
		return;
	}
	notify_filter_print(parsed, &text);
	*filter = buf_ok(&text) ? arena_copy(a->arena, buf_text(&text), text.len) : NULL;
	buf_fini(&text);
	if (!*filter) {
		*filter = "[]";
		(void)ask_fail(a, RC_NOMEM, "out of memory");
	}
}

void
arg_check_zone(struct ask *a, const char *zone)
{
	struct err err = { 0 };

	if (zone && *zone && window_zone_check(zone, &err) != RC_OK)
		arg_wrong(a, "zone",
		    "there is no time zone \"%.64s\"; one is like "
		    "America/La_Paz",
		    zone);
}

/* ---- one row ---------------------------------------------------------------------------- */

struct entry {
	const struct notify_kind *kind;
	struct ask *ask; /* its arguments are read again when it is made */
};

/* The row as it would be. False: something is wrong, and has been said. */
static bool
take(struct ask *a, const struct notify_kind *k, int64_t id, struct notify_row *ret_row)
{
	struct notify_row before = { 0 };
	struct err err = { 0 };
	enum rc rc = RC_OK;

	if (!ask_is_well(a))
		return false;
	if (id)
		rc = store_notify_get(a->db, k->type, id, a->arena, &before, &err);
	if (rc != RC_OK) {
		(void)ask_fail_err(a, rc, &err);
		return false;
	}
	*ret_row = before;
	if (!id)
		entity_init(k->type, ret_row);
	entity_take(a, k->type, k->rules, ret_row);
	if (k->check)
		k->check(a, ret_row, id ? &before : NULL);
	return args_are_right(a);
}

static enum rc
put(struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;
	struct notify_row row = { 0 };
	bool is_new = c->id == 0;
	struct notify_put made = { e->kind->type, &row, ENTITY_ALL, c->now_ms,
		is_new && e->kind->has_who ? e->ask->who->name : NULL };
	struct retake again;
	enum rc rc = retake_begin(&again, e->ask, db, err);

	if (rc != RC_OK)
		return rc;
	(void)take(&again.ask, e->kind, c->id, &row);
	rc = retake_result(&again, err);
	if (rc == RC_OK && !is_new)
		made.fields = entity_given(e->ask, e->kind->type);
	if (rc == RC_OK)
		rc = store_notify_put(db, &made, err);
	if (rc == RC_OK)
		c->id = entity_id(&row);
	if (rc == RC_OK && e->kind->also)
		rc = e->kind->also(&again.ask, c, db, is_new, err);
	retake_end(&again);
	return rc;
}

static enum rc
remove_row(struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;

	return store_notify_delete(db, e->kind->type, c->id, err);
}

static enum rc
end_row(struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;
	struct notify_end end = { e->kind->type, c->id, c->now_ms, e->ask->who->name };

	return store_notify_end(db, &end, err);
}

/* ---- operations ---------------------------------------------------------------------------- */

static void
answer_row(struct ask *a, const struct notify_kind *k, int64_t id)
{
	answer_shown(a, k->entity, id);
	if (ask_is_well(a) && k->show)
		k->show(a, id, a->answer->result);
}

void
notify_show_rows(struct ask *a, const char *list, json_t *rows)
{
	const struct notify_kind *k = NULL;
	size_t i;
	json_t *row;

	for (i = 0; i < sizeof(KINDS) / sizeof(KINDS[0]); i++) {
		if (strcmp(KINDS[i]->place.list, list) == 0)
			k = KINDS[i];
	}
	if (!k || !k->show)
		return;
	json_array_foreach(rows, i, row)
	{
		k->show(a, json_integer_value(json_object_get(row, "id")), row);
	}
}

static void
finish(struct ask *a, struct change *c)
{
	const struct entry *e = c->ctx;

	if (change_make(a, c) == RC_OK)
		answer_row(a, e->kind, c->id);
	else
		arg_wrong_in_answer(a);
}

static int64_t
find(struct ask *a, const struct notify_kind *k)
{
	return find_in(a, "id", &k->place);
}

void
op_notify_get(struct ask *a)
{
	const struct notify_kind *k = kind_of(a);
	int64_t id = find(a, k);

	if (args_are_right(a))
		answer_row(a, k, id);
}

void
op_notify_add(struct ask *a)
{
	const struct notify_kind *k = kind_of(a);
	struct entry e = { k, a };
	struct change c = { "create", k->entity, 0, put, &e, 0 };
	struct notify_row row = { 0 };

	for (size_t i = 0; i < k->type->n_fields; i++) {
		const struct entity_field *f = &k->type->fields[i];

		if (f->flags & ENTITY_MUST && !arg_given(a, f->name))
			arg_wrong(a, f->name, "it is needed");
	}
	if (take(a, k, 0, &row))
		finish(a, &c);
}

void
op_notify_change(struct ask *a)
{
	const struct notify_kind *k = kind_of(a);
	struct entry e = { k, a };
	struct change c = { "update", k->entity, find(a, k), put, &e, 0 };
	struct notify_row row = { 0 };

	if (args_are_right(a) && take(a, k, c.id, &row))
		finish(a, &c);
}

void
op_notify_delete(struct ask *a)
{
	const struct notify_kind *k = kind_of(a);
	struct entry e = { k, a };
	struct change c = { "delete", k->entity, find(a, k), remove_row, &e, 0 };

	if (args_are_right(a) && change_make(a, &c) == RC_OK)
		ask_answer(a, json_pack("{s:I}", "id", (json_int_t)c.id));
}

void
op_notify_end(struct ask *a)
{
	const struct notify_kind *k = kind_of(a);
	struct entry e = { k, a };
	struct change c = { "end", k->entity, find(a, k), end_row, &e, 0 };

	if (args_are_right(a))
		finish(a, &c);
}
