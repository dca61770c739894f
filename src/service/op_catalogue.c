/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of the catalogue: entered, changed, deleted, copied. Which kind of row an operation
 * is about, its name says: "oid.add".
 */
#include "service/catalogue_int.h"

#include <string.h>

#include "store/catalogue/change.h"

static const struct kind *const KINDS[] = {
	&KIND_BRAND,
	&KIND_MODEL,
	&KIND_FORMULA,
	&KIND_OID,
	&KIND_STATE,
};

const struct kind *
kind_at(size_t i)
{
	return i < sizeof(KINDS) / sizeof(KINDS[0]) ? KINDS[i] : NULL;
}

/* There is one for every operation that comes here: the table says so, and a test. */
static const struct kind *
kind_of(const struct ask *a)
{
	const char *name = a->operation->name;
	size_t n = strcspn(name, "."), i = 0;

	while (strlen(KINDS[i]->type->name) != n ||
	    memcmp(KINDS[i]->type->name, name, n) != 0)
		i++;
	return KINDS[i];
}

/* What is being written. */
struct entry {
	const struct kind *kind;
	struct ask *ask; /* of a change: its arguments are read again when it is made */
	struct catalogue_row row;
	const char *name; /* of a copy */
};

/* The row as it would be. False: something is wrong, and has been said. */
static bool
load_and_take(
    struct ask *a, const struct kind *k, int64_t id, struct catalogue_row *ret_row)
{
	struct err err = { 0 };
	enum rc rc;

	if (!args_are_right(a))
		return false;
	rc = store_catalogue_get(a->db, k->type, id, a->arena, ret_row, &err);
	if (rc != RC_OK) {
		(void)ask_fail_err(a, rc, &err);
		return false;
	}
	entity_take(a, k->type, k->rules, ret_row);
	return args_are_right(a);
}

/* ---- in the writer's thread --------------------------------------------------------- */

static enum rc
put(struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;
	struct catalogue_row row = e->row;
	enum rc rc;

	entity_set_id(&row, c->id);
	rc = store_catalogue_put(db, e->kind->type, &row, c->now_ms, err);
	c->id = entity_id(&row);
	return rc;
}

static enum rc
change(struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;
	struct catalogue_row row = { 0 };
	struct catalogue_change made = { e->kind->type, &row,
		entity_given(e->ask, e->kind->type), c->now_ms };
	struct retake again;
	enum rc rc = retake_begin(&again, e->ask, db, err);

	if (rc != RC_OK)
		return rc;
	(void)load_and_take(&again.ask, e->kind, c->id, &row);
	rc = retake_result(&again, err);
	if (rc == RC_OK)
		rc = store_catalogue_change(db, &made, err);
	retake_end(&again);
	return rc;
}

static enum rc
remove_row(struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;

	return store_catalogue_delete(db, e->kind->type, c->id, c->now_ms, err);
}

/* ---- in the caller's ------------------------------------------------------------------ */

/* The engine knows OIDs by the jobs that ask for them. Formulas and labels come with
 * every OLT that they may be for, and are changed rarely: all are told. */
static void
tell_engine(struct ask *a, const struct kind *kind, int64_t id)
{
	if (a->is_nested)
		return;
	if (kind == &KIND_OID)
		(void)tell_olts_of_oid(a, id);
	if (kind == &KIND_FORMULA || kind == &KIND_STATE)
		(void)tell_all(a);
}

static void
finish(struct ask *a, struct change *c)
{
	const struct entry *e = c->ctx;

	if (change_make(a, c) != RC_OK) {
		arg_wrong_in_answer(a);
		return;
	}
	tell_engine(a, e->kind, c->id);
	answer_shown(a, e->kind->entity, c->id);
}

static int64_t
find(struct ask *a, const struct kind *k)
{
	return find_in(a, "id", &k->place);
}

void
op_catalogue_get(struct ask *a)
{
	const struct kind *k = kind_of(a);
	int64_t id = find(a, k);

	if (args_are_right(a))
		answer_shown(a, k->entity, id);
}

void
op_catalogue_add(struct ask *a)
{
	const struct kind *k = kind_of(a);
	struct entry e = { .kind = k };
	struct change c = { "create", k->entity, 0, put, &e, 0 };

	entity_init(k->type, &e.row);
	entity_take(a, k->type, k->rules, &e.row);
	if (args_are_right(a))
		finish(a, &c);
}

void
op_catalogue_change(struct ask *a)
{
	const struct kind *k = kind_of(a);
	struct entry e = { .kind = k, .ask = a };
	struct change c = { "update", k->entity, find(a, k), change, &e, 0 };

	if (load_and_take(a, k, c.id, &e.row))
		finish(a, &c);
}

void
op_catalogue_delete(struct ask *a)
{
	const struct kind *k = kind_of(a);
	struct entry e = { .kind = k };
	struct change c = { "delete", k->entity, find(a, k), remove_row, &e, 0 };

	if (args_are_right(a))
		finish(a, &c);
}

/* A copy is a new row; what it was copied from is in its line of the audit log. */
struct copy {
	struct entry e; /* first: finish looks at it */
	int64_t from;
};

static enum rc
copy_row(struct change *c, struct db *db, struct err *err)
{
	const struct copy *copy = c->ctx;
	struct catalogue_copy made = { copy->e.kind->type, copy->from, copy->e.name,
		c->now_ms };

	return store_catalogue_duplicate(db, &made, &c->id, err);
}

void
op_catalogue_duplicate(struct ask *a)
{
	const struct kind *k = kind_of(a);
	const struct entity_field *key = entity_find(k->type, k->type->key);
	struct copy copy = { .e = { .kind = k, .name = arg_text(a, key->name, NULL) },
		.from = find(a, k) };
	struct change c = { "create", k->entity, 0, copy_row, &copy, 0 };

	arg_check_length(a, key->name, copy.e.name, 1, (size_t)key->max);
	if (args_are_right(a))
		finish(a, &c);
}
