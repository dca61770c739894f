/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists read to their end, piece by piece: what comes behind a mark.
 */
#include "store/listing_int.h"

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

/* Those without a value come last, whichever way. "f >= $1" is for the index. */
static void
add_mark(struct listing *x, const struct list_mark *mark)
{
	const char *beyond = x->is_down ? "<" : ">";
	const char *f = x->order->sql, *id = x->list->id;
	unsigned n, m;

	if (!mark->is_set)
		return;
	listing_condition(x);
	if (x->order->keys) {
		add_keys(x, mark);
		return;
	}
	if (mark->order[0].kind == VALUE_NULL) {
		n = bind_mark(x, &mark->id);
		buf_printf(&x->where, "((%s) IS NULL AND (%s) %s $%u)", f, id, beyond, n);
		return;
	}
	n = bind_mark(x, &mark->order[0]);
	m = bind_mark(x, &mark->id);
	buf_printf(&x->where, "((%s) %s= $%u AND ((%s) %s $%u OR (%s) %s $%u)", f, beyond,
	    n, f, beyond, n, id, beyond, m);
	buf_printf(&x->where, x->order->may & LIST_NULLS ? " OR (%s) IS NULL)" : ")", f);
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

static enum rc
read_on(struct db *db, struct listing *x, struct list_mark *mark, list_row row, void *ctx)
{
	struct value values[LIST_FIELDS_MAX];
	struct db_stmt *q OWNED(db_done) = NULL;
	bool has_row;
	int64_t n_rows = 0;
	enum rc rc = db_prepare(db, buf_text(&x->sql), &q, x->err);

	if (rc != RC_OK)
		return rc;
	listing_bind(q, x);
	db_bind_int(q, x->n_bound + 1, x->query->page_size);
	while ((rc = db_step(q, &has_row, x->err)) == RC_OK && has_row) {
		listing_read(q, x->list, values);
		rc = row(ctx, x->list, values);
		if (rc == RC_OK && ++n_rows == x->query->page_size)
			rc = read_mark(q, x, mark);
		if (rc != RC_OK)
			return rc;
	}
	if (rc == RC_OK)
		mark->is_set = n_rows == x->query->page_size;
	return rc;
}

static enum rc
make_next(struct listing *x, const struct list_mark *mark)
{
	enum rc rc = listing_order(x);

	if (rc != RC_OK)
		return rc;
	if (mark->is_set && mark->n != x->n_keys)
		return err_set(x->err, RC_INVALID,
		    "%s: what is to be gone on behind is of another order",
		    x->list->name);
	add_mark(x, mark);
	listing_select(x);
	for (unsigned i = 0; i < x->n_keys; i++)
		buf_printf(&x->sql, ", %s", x->keys[i]);
	buf_printf(&x->sql, ", %s", x->list->id);
	listing_from(x);
	buf_printf(&x->sql, " LIMIT $%u", x->n_bound + 1);
	return listing_is_whole(x);
}

enum rc
store_list_on(struct db *db, const struct list *list, const struct list_query *query,
    struct list_mark *mark, list_row row, void *ctx, struct err *err)
{
	struct list_query by_id = *query;
	struct listing x = LISTING(list, &by_id, err);
	struct list_mark next = *mark;
	enum rc rc;

	by_id.page = 1;
	if ((!query->order || !*query->order) && listing_field(list, "id", 2, LIST_ORDER))
		by_id.order = "id";
	rc = listing_check_page(&x);
	if (rc == RC_OK)
		rc = listing_where(&x);
	if (rc == RC_OK)
		rc = make_next(&x, mark);
	if (rc == RC_OK)
		rc = read_on(db, &x, &next, row, ctx);
	if (rc == RC_OK)
		*mark = next;
	listing_fini(&x);
	return rc;
}
