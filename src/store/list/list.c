/* SPDX-License-Identifier: Apache-2.0
 *
 * Statements about lists, and pages of them.
 */
#include "store/list/listing_int.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "store/db/query.h"
#include "store/value/stamps.h"

/* ---- names and values -------------------------------------------------------------- */

static enum rc
no_such_field(const struct listing *x, const char *name, unsigned may, const char *what)
{
	struct buf names = BUF_INIT(ERR_MAX);
	enum rc rc;

	for (const struct list_field *f = x->list->fields; f->name; f++) {
		if (f->may & may)
			buf_printf(&names, "%s%s", names.len ? ", " : "", f->name);
	}
	rc = err_set(x->err, RC_INVALID, "%s cannot be %s by \"%s\"; there are: %s",
	    x->list->name, what, name, buf_text(&names));
	buf_fini(&names);
	return rc;
}

const struct list_field *
listing_field(const struct list *list, const char *name, size_t n, unsigned may)
{
	for (const struct list_field *f = list->fields; f->name; f++) {
		if (strlen(f->name) == n && memcmp(f->name, name, n) == 0 && f->may & may)
			return f;
	}
	return NULL;
}

static bool
read_int(const char *text, int64_t *ret)
{
	char *end;

	errno = 0;
	*ret = strtoll(text, &end, 10);
	return errno == 0 && end != text && *end == '\0';
}

static bool
read_truth(const char *text, int64_t *ret)
{
	bool yes = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
	bool no = strcmp(text, "false") == 0 || strcmp(text, "0") == 0;

	*ret = yes;
	return yes || no;
}

static bool
read_real(const char *text, double *ret)
{
	char *end;

	*ret = strtod(text, &end);
	return end != text && *end == '\0' && isfinite(*ret);
}

static bool
read_value(enum list_type type, const char *text, struct bound *ret)
{
	ret->type = type;
	ret->text = text;
	switch (type) {
	case LIST_INT:
	case LIST_TIME:
	case LIST_STATE_STAMP:
		return read_int(text, &ret->i);
	case LIST_BOOL:
		return read_truth(text, &ret->i);
	case LIST_REAL:
		return read_real(text, &ret->r);
	case LIST_TEXT:
	case LIST_JSON:
		return true;
	}
	return false;
}

void
listing_bind(struct db_stmt *q, const struct listing *x)
{
	for (unsigned i = 0; i < x->n_bound; i++) {
		const struct bound *b = &x->bound[i];

		switch (b->type) {
		case LIST_INT:
		case LIST_TIME:
		case LIST_STATE_STAMP:
		case LIST_BOOL:
			db_bind_int(q, i + 1, b->i);
			break;
		case LIST_REAL:
			db_bind_real(q, i + 1, b->r);
			break;
		case LIST_TEXT:
		case LIST_JSON:
			db_bind_text(q, i + 1, b->text);
			break;
		}
	}
}

/* ---- WHERE --------------------------------------------------------------------------- */

void
listing_condition(struct listing *x)
{
	buf_puts(&x->where, x->where.len ? " AND " : " WHERE ");
}

static enum rc
add_filter(struct listing *x, const struct list_filter *filter)
{
	static const char *const TESTS[] = {
		[LIST_EQUAL] = "=",
		[LIST_BELOW] = "<",
		[LIST_AT_LEAST] = ">=",
	};
	const struct list_field *f =
	    listing_field(x->list, filter->field, strlen(filter->field), LIST_FILTER);

	if (!f)
		return no_such_field(x, filter->field, LIST_FILTER, "filtered");
	listing_condition(x);
	if (filter->test == LIST_EQUAL && !*filter->value) {
		buf_printf(&x->where, "((%s) IS NULL", f->sql);
		if (f->type == LIST_TEXT)
			buf_printf(&x->where, " OR (%s) = ''", f->sql);
		buf_puts(&x->where, ")");
		return RC_OK;
	}
	if (!read_value(f->type, filter->value, &x->bound[x->n_bound]))
		return err_set(x->err, RC_INVALID, "%s: \"%.100s\" is no value for %s",
		    x->list->name, filter->value, f->name);
	buf_printf(&x->where, "(%s) %s $%u", f->sql, TESTS[filter->test], ++x->n_bound);
	return RC_OK;
}

/* Binds "%word%". SQLite's trigram index takes no escapes: there any character stands
 * for those that LIKE gives a meaning to. Elsewhere "!" stands before them. */
static void
bind_word(struct listing *x, const char *word)
{
	char *pattern = x->patterns[x->n_patterns++];
	size_t n = 0;

	if (x->list->search) {
		search_pattern(word, strlen(word), pattern);
	} else {
		pattern[n++] = '%';
		for (; *word; word++) {
			if (strchr("%_!", *word))
				pattern[n++] = '!';
			pattern[n++] = *word;
		}
		pattern[n++] = '%';
		pattern[n] = '\0';
	}
	x->bound[x->n_bound++] = (struct bound){ .type = LIST_TEXT, .text = pattern };
}

/* Each word is part of one of the fields, whatever its case and accents. */
static enum rc
search_fields(struct listing *x)
{
	const struct search_form *words = &x->terms.forms[0];
	bool has_field = false;

	for (unsigned i = 0; i < words->n; i++) {
		bool is_first = true;

		bind_word(x, words->words[i]);
		listing_condition(x);
		for (const struct list_field *f = x->list->fields; f->name; f++) {
			if (!(f->may & LIST_SEARCH))
				continue;
			buf_printf(&x->where, "%sfacho_fold(%s) LIKE $%u ESCAPE '!'",
			    is_first ? "(" : " OR ", f->sql, x->n_bound);
			is_first = false;
			has_field = true;
		}
		buf_puts(&x->where, ")");
	}
	return has_field ? RC_OK
			 : no_such_field(x, "search", LIST_SEARCH, "looked through");
}

/* The ids that an index finds for each way to read the text. Only ONUs have one. */
static void
search_index(struct listing *x)
{
	static const char places[] = " UNION SELECT id FROM onus WHERE place IN (";
	const struct search_terms *t = &x->terms;
	unsigned n = search_places(t, x->places);

	listing_condition(x);
	buf_printf(&x->where, "(%s) IN (", x->list->id);
	for (unsigned i = 0; i < t->n_forms; i++) {
		buf_printf(&x->where, "%s%s", i ? " UNION " : "", x->list->search);
		for (unsigned j = 0; j < t->forms[i].n; j++) {
			const char *word = t->forms[i].words[j];

			bind_word(x, word);
			buf_printf(&x->where, "%s search_text%s LIKE $%u",
			    j ? " AND" : "",
			    search_is_indexed(word, strlen(word)) ? "" : " || ''",
			    x->n_bound);
		}
	}
	for (unsigned i = 0; i < n; i++) {
		x->bound[x->n_bound++] =
		    (struct bound){ .type = LIST_TEXT, .text = x->places[i] };
		buf_printf(&x->where, "%s$%u", i ? ", " : places, x->n_bound);
	}
	x->bound[x->n_bound++] = (struct bound){ .type = LIST_TEXT, .text = t->text };
	buf_printf(&x->where, "%s UNION %s = $%u)", n ? ")" : "", x->list->search_by,
	    x->n_bound);
}

static enum rc
add_search(struct listing *x)
{
	const char *text = x->query->search;

	if (!text || !*text)
		return RC_OK;
	if (!search_read(text, &x->terms))
		return err_set(x->err, RC_INVALID, "the search is too long");
	if (!*x->terms.text)
		return RC_OK;
	if (!x->list->search)
		return search_fields(x);
	search_index(x);
	return RC_OK;
}

enum rc
listing_where(struct listing *x)
{
	const struct list_query *q = x->query;

	if (q->n_filters > LIST_FILTERS_MAX)
		return err_set(
		    x->err, RC_INVALID, "at most %d filters", LIST_FILTERS_MAX);
	for (size_t i = 0; i < q->n_filters; i++) {
		enum rc rc = add_filter(x, &q->filters[i]);

		if (rc != RC_OK)
			return rc;
	}
	return add_search(x);
}

/* ---- the page ------------------------------------------------------------------------- */

enum rc
listing_order(struct listing *x)
{
	const char *asked = x->query->order;
	const char *order = asked && *asked ? asked : x->list->order;
	const char *name = order + (*order == '-');

	x->is_down = *order == '-';
	x->order = listing_field(x->list, name, strlen(name), LIST_ORDER);
	if (!x->order)
		return no_such_field(x, name, LIST_ORDER, "ordered");
	x->n_keys = 0;
	if (!x->order->keys)
		x->keys[x->n_keys++] = x->order->sql;
	for (size_t i = 0; x->order->keys && x->order->keys[i]; i++)
		x->keys[x->n_keys++] = x->order->keys[i];
	return RC_OK;
}

void
listing_select(struct listing *x)
{
	buf_puts(&x->sql, "SELECT ");
	for (const struct list_field *f = x->list->fields; f->name; f++)
		buf_printf(&x->sql, "%s%s", f == x->list->fields ? "" : ", ", f->sql);
}

void
listing_from(struct listing *x)
{
	const char *direction = x->is_down ? "DESC" : "ASC";

	buf_printf(&x->sql, " FROM %s%s", x->list->tables, buf_text(&x->where));
	buf_puts(&x->sql, " ORDER BY ");
	/* Not said where there are none: PostgreSQL would not use its index. */
	for (unsigned i = 0; i < x->n_keys; i++)
		buf_printf(&x->sql, "%s %s%s, ", x->keys[i], direction,
		    x->order->may & LIST_NULLS ? " NULLS LAST" : "");
	buf_printf(&x->sql, "%s %s", x->list->id, direction);
}

enum rc
listing_is_whole(const struct listing *x)
{
	if (!buf_ok(&x->sql) || !buf_ok(&x->where))
		return err_set(x->err, RC_NOMEM, "no memory for a list");
	return RC_OK;
}

void
listing_fini(struct listing *x)
{
	buf_fini(&x->where);
	buf_fini(&x->sql);
}

static enum rc
make_page(struct listing *x)
{
	enum rc rc = listing_order(x);

	if (rc != RC_OK)
		return rc;
	listing_select(x);
	listing_from(x);
	buf_printf(&x->sql, " LIMIT $%u OFFSET $%u", x->n_bound + 1, x->n_bound + 2);
	return listing_is_whole(x);
}

static void
stamp_from_row(const struct db_stmt *q, unsigned column, struct value *v)
{
	int place = latest_place(PURPOSE_RUN_STATE);
	size_t n = 0;
	const void *bytes = db_is_null(q, column) ? NULL : db_blob(q, column, &n);
	struct stamps own;

	stamps_decode(bytes, n, &own);
	if (stamps_has(&own, (size_t)place))
		v->i = own.at[place].at_ms;
	else if (!db_is_null(q, column + 1))
		v->i = db_int(q, column + 1);
	v->kind = v->i ? VALUE_TIME : VALUE_NULL;
}

static void
value_from_row(
    const struct db_stmt *q, unsigned column, enum list_type type, struct value *v)
{
	*v = (struct value){ .kind = VALUE_NULL };
	if (type == LIST_STATE_STAMP)
		stamp_from_row(q, column, v);
	if (type == LIST_STATE_STAMP || db_is_null(q, column))
		return;
	switch (type) {
	case LIST_STATE_STAMP:
		return;
	case LIST_INT:
	case LIST_BOOL:
		v->kind = VALUE_INT;
		v->i = db_int(q, column);
		return;
	case LIST_TIME:
		v->kind = VALUE_TIME;
		v->i = db_int(q, column);
		return;
	case LIST_REAL:
		v->kind = VALUE_REAL;
		v->r = db_real(q, column);
		return;
	case LIST_TEXT:
	case LIST_JSON:
		v->kind = VALUE_TEXT;
		v->text = db_text(q, column);
		return;
	}
}

void
listing_read(const struct db_stmt *q, const struct list *list,
    struct value values[LIST_FIELDS_MAX])
{
	for (unsigned i = 0; list->fields[i].name; i++)
		value_from_row(q, i, list->fields[i].type, &values[i]);
}

static enum rc
read_page(struct db *db, struct listing *x, list_row row, void *ctx)
{
	struct value values[LIST_FIELDS_MAX];
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, buf_text(&x->sql), &q, x->err);

	if (rc != RC_OK)
		return rc;
	listing_bind(q, x);
	db_bind_int(q, x->n_bound + 1, x->query->page_size);
	db_bind_int(q, x->n_bound + 2, (x->query->page - 1) * x->query->page_size);
	while (db_next(q, &rc, x->err)) {
		listing_read(q, x->list, values);
		rc = row(ctx, x->list, values);
	}
	return rc;
}

static enum rc
count_rows(struct db *db, struct listing *x, int64_t *ret_count)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	buf_clear(&x->sql);
	buf_printf(
	    &x->sql, "SELECT COUNT(*) FROM %s%s", x->list->tables, buf_text(&x->where));
	rc = db_prepare(db, buf_text(&x->sql), &q, x->err);
	if (rc != RC_OK)
		return rc;
	listing_bind(q, x);
	rc = db_first(q, x->err);
	if (rc == RC_OK)
		*ret_count = db_int(q, 0);
	return rc;
}

enum rc
listing_check_page(const struct listing *x)
{
	const struct list_query *q = x->query;

	if (q->page < 1 || q->page > INT64_MAX / LIST_PAGE_MAX)
		return err_set(x->err, RC_INVALID, "pages count from 1");
	if (q->page_size < 1 || q->page_size > LIST_PAGE_MAX)
		return err_set(
		    x->err, RC_INVALID, "a page has 1 to %d rows", LIST_PAGE_MAX);
	return RC_OK;
}

enum rc
store_list(struct db *db, const struct list *list, const struct list_query *query,
    list_row row, void *ctx, int64_t *ret_count, struct err *err)
{
	struct listing x = LISTING(list, query, err);
	int64_t count = 0;
	enum rc rc = listing_check_page(&x);

	if (rc == RC_OK)
		rc = listing_where(&x);
	if (rc == RC_OK)
		rc = make_page(&x);
	if (rc == RC_OK)
		rc = read_page(db, &x, row, ctx);
	if (rc == RC_OK && !query->is_uncounted)
		rc = count_rows(db, &x, &count);
	if (rc == RC_OK)
		*ret_count = count;
	listing_fini(&x);
	return rc;
}
