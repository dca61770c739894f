/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists read to their end, piece by piece: what comes behind a mark.
 */
#include "store/list/listing_int.h"

#include <string.h>

#include "base/arena.h"
#include "store/db/db.h"

/* As filters, the two values of a mark are bound by what they are. */
static unsigned
bind_mark(struct listing *x, const struct value *v)
{
	struct bound *b = &x->bound[x->n_bound++];

	*b = (struct bound){ .type = LIST_INT, .i = v->i };
	if (v->kind == VALUE_REAL) {
		b->type = LIST_REAL;
		b->r = v->r;
	} else if (v->kind == VALUE_TEXT) {
		b->type = LIST_TEXT;
		b->text = v->text;
	}
	return x->n_bound;
}

/* All keys and the id at once. None of them is ever null. */
static void
add_keys(struct listing *x, const struct list_mark *mark)
{
	buf_puts(&x->where, "(");
	for (unsigned i = 0; i < x->n_keys; i++)
		buf_printf(&x->where, "%s, ", x->keys[i]);
	buf_printf(&x->where, "%s) %s (", x->list->id, x->is_down ? "<" : ">");
	for (unsigned i = 0; i < x->n_keys; i++)
		buf_printf(&x->where, "$%u, ", bind_mark(x, &mark->order[i]));
	buf_printf(&x->where, "$%u)", bind_mark(x, &mark->id));
}

/* Where rows behind a mark are. An index finds those of each; all at once it would not. */
enum stretch {
	ALL, /* from the first row on, or by the id, or by several keys */
	SAME, /* with the value of the mark, and an id beyond it */
	BEYOND, /* with a value beyond it */
	NULLS, /* without one: they come last, whichever way */
	STRETCHES
};

static bool
has_stretch(const struct listing *x, const struct list_mark *mark, enum stretch s)
{
	bool is_split =
	    mark->is_set && !x->order->keys && strcmp(x->order->sql, x->list->id) != 0;
	bool is_null = is_split && mark->order[0].kind == VALUE_NULL;

	switch (s) {
	case ALL:
		return !is_split;
	case SAME:
	case BEYOND:
		return is_split && !is_null;
	case NULLS:
		return is_split && x->order->may & LIST_NULLS;
	case STRETCHES:
		break;
	}
	return false;
}

static void
add_stretch(struct listing *x, const struct list_mark *mark, enum stretch s)
{
	const char *beyond = x->is_down ? "<" : ">";
	const char *f = x->order->sql, *id = x->list->id;
	unsigned n;

	if (!mark->is_set)
		return;
	listing_condition(x);
	switch (s) {
	case ALL:
		if (x->order->keys)
			add_keys(x, mark);
		else
			buf_printf(&x->where, "(%s) %s $%u", id, beyond,
			    bind_mark(x, &mark->id));
		return;
	case SAME:
		n = bind_mark(x, &mark->order[0]);
		buf_printf(&x->where, "(%s) = $%u AND (%s) %s $%u", f, n, id, beyond,
		    bind_mark(x, &mark->id));
		return;
	case BEYOND:
		buf_printf(
		    &x->where, "(%s) %s $%u", f, beyond, bind_mark(x, &mark->order[0]));
		return;
	case NULLS:
		buf_printf(&x->where, "(%s) IS NULL", f);
		if (mark->order[0].kind == VALUE_NULL)
			buf_printf(&x->where, " AND (%s) %s $%u", id, beyond,
			    bind_mark(x, &mark->id));
		return;
	case STRETCHES:
		return;
	}
}

static enum rc
keep_value(const struct db_stmt *q, unsigned column, struct arena *arena, struct value *v)
{
	struct db_value read;

	db_value(q, column, &read);
	*v = (struct value){ .kind = VALUE_NULL };
	switch (read.type) {
	case DB_NULL:
	case DB_BLOB:
		return RC_OK;
	case DB_INT:
		v->kind = VALUE_INT;
		v->i = read.i;
		return RC_OK;
	case DB_REAL:
		v->kind = VALUE_REAL;
		v->r = read.r;
		return RC_OK;
	case DB_TEXT:
		v->kind = VALUE_TEXT;
		v->text = arena_copy(arena, read.bytes, read.len);
		return v->text ? RC_OK : RC_NOMEM;
	}
	return RC_OK;
}

/* The mark is read from the columns behind those of the list. */
static enum rc
read_mark(const struct db_stmt *q, const struct listing *x, struct list_mark *mark)
{
	unsigned at = 0;
	enum rc rc = RC_OK;

	while (x->list->fields[at].name)
		at++;
	mark->n = x->n_keys;
	for (unsigned i = 0; rc == RC_OK && i < x->n_keys; i++)
		rc = keep_value(q, at++, mark->arena, &mark->order[i]);
	return rc == RC_OK ? keep_value(q, at, mark->arena, &mark->id) : rc;
}

/* The rows of one stretch, of which *left are still wanted. */
static enum rc
read_stretch(struct db *db, struct listing *x, struct list_mark *mark, list_row row,
    void *ctx, int64_t *left)
{
	struct value values[LIST_FIELDS_MAX];
	struct db_stmt *q OWNED(db_done) = NULL;
	bool has_row;
	enum rc rc = db_prepare(db, buf_text(&x->sql), &q, x->err);

	if (rc != RC_OK)
		return rc;
	listing_bind(q, x);
	db_bind_int(q, x->n_bound + 1, *left);
	while ((rc = db_step(q, &has_row, x->err)) == RC_OK && has_row) {
		listing_read(q, x->list, values);
		rc = row(ctx, x->list, values);
		if (rc == RC_OK && --*left == 0)
			rc = read_mark(q, x, mark);
		if (rc != RC_OK)
			return rc;
	}
	return rc;
}

static void
select_with_mark(struct listing *x)
{
	listing_select(x);
	for (unsigned i = 0; i < x->n_keys; i++)
		buf_printf(&x->sql, ", %s", x->keys[i]);
	buf_printf(&x->sql, ", %s", x->list->id);
}

static enum rc
make_stretch(struct listing *x, const struct list_mark *mark, enum stretch s)
{
	enum rc rc = listing_where(x);

	if (rc != RC_OK)
		return rc;
	add_stretch(x, mark, s);
	select_with_mark(x);
	listing_from(x);
	buf_printf(&x->sql, " LIMIT $%u", x->n_bound + 1);
	return listing_is_whole(x);
}

static enum rc
check_mark(struct listing *x, const struct list_mark *mark)
{
	enum rc rc = listing_check_page(x);

	if (rc == RC_OK)
		rc = listing_order(x);
	if (rc == RC_OK && mark->is_set && mark->n != x->n_keys)
		rc = err_set(x->err, RC_INVALID,
		    "%s: what is to be gone on behind is of another order",
		    x->list->name);
	return rc;
}

const char *
list_order_on(const struct list *list, const char *order)
{
	bool has_order = order && *order;

	return !has_order && listing_field(list, "id", 2, LIST_ORDER) ? "id" : order;
}

enum rc
store_list_on(struct db *db, const struct list *list, const struct list_query *query,
    struct list_mark *mark, list_row row, void *ctx, struct err *err)
{
	struct list_query by_id = *query;
	struct list_mark next = *mark;
	int64_t left = query->page_size;
	enum rc rc = RC_OK;

	by_id.page = 1;
	by_id.order = list_order_on(list, query->order);
	for (int s = 0; s < STRETCHES && rc == RC_OK && left > 0; s++) {
		struct listing x = LISTING(list, &by_id, err);

		rc = check_mark(&x, mark);
		if (rc == RC_OK && has_stretch(&x, mark, (enum stretch)s)) {
			rc = make_stretch(&x, mark, (enum stretch)s);
			if (rc == RC_OK)
				rc = read_stretch(db, &x, &next, row, ctx, &left);
		}
		listing_fini(&x);
	}
	if (rc != RC_OK)
		return rc;
	next.is_set = left == 0;
	*mark = next;
	return RC_OK;
}

enum rc
store_list_mark(struct db *db, const struct list *list, const struct list_query *query,
    int64_t id, struct list_mark *mark, struct err *err)
{
	struct list_query by_id = *query;
	struct listing x = LISTING(list, &by_id, err);
	struct list_mark found = { .is_set = true, .arena = mark->arena };
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	by_id.order = list_order_on(list, query->order);
	rc = listing_order(&x);
	select_with_mark(&x);
	buf_printf(&x.sql, " FROM %s WHERE %s = $1", list->tables, list->id);
	if (rc == RC_OK)
		rc = listing_is_whole(&x);
	if (rc == RC_OK)
		rc = db_prepare(db, buf_text(&x.sql), &q, err);
	if (rc == RC_OK) {
		db_bind_int(q, 1, id);
		rc = db_first(q, err);
	}
	if (rc == RC_OK)
		rc = read_mark(q, &x, &found);
	if (rc == RC_OK)
		*mark = found;
	listing_fini(&x);
	return rc;
}
