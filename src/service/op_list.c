/* SPDX-License-Identifier: Apache-2.0
 *
 * Pages of rows, and single executions.
 */
#include "service/service_int.h"

#include <stdio.h>
#include <string.h>

#include "service/incident_int.h"
#include "service/notify_int.h"
#include "service/onu_int.h"
#include "store/db/db.h"
#include "store/work/execution.h"
#include "store/list/list.h"

enum { PAGE_USUAL = 50 };

/* ---- what may be listed ------------------------------------------------------------ */

static const char *
type_name(enum list_type type)
{
	switch (type) {
	case LIST_INT:
		return "int";
	case LIST_REAL:
		return "real";
	case LIST_TEXT:
		return "text";
	case LIST_TIME:
	case LIST_STATE_STAMP:
		return "moment";
	case LIST_BOOL:
		return "truth";
	case LIST_JSON:
		return "json";
	}
	return "";
}

void
op_lists(struct ask *a)
{
	json_t *all = json_object();

	for (size_t i = 0; list_at(i); i++) {
		const struct list *list = list_at(i);
		json_t *fields = json_object();

		for (const struct list_field *f = list->fields; f->name; f++)
			(void)json_object_set_new(
			    fields, f->name, json_string(type_name(f->type)));
		(void)json_object_set_new(all, list->name, fields);
	}
	ask_answer(a, all);
}

bool
service_list_field(const char *name, size_t i, struct service_field *ret_field)
{
	const struct list *list = list_find(name);
	const struct list_field *f;

	for (f = list ? list->fields : NULL; f && f->name && i > 0; f++)
		i--;
	if (!f || !f->name)
		return false;
	*ret_field = (struct service_field){ .name = f->name,
		.type = type_name(f->type),
		.may_filter = f->may & LIST_FILTER,
		.may_order = f->may & LIST_ORDER,
		.may_search = f->may & LIST_SEARCH };
	return true;
}

/* ---- pages ----------------------------------------------------------------------------- */

/* Who may come in, and who did what, is for administrators. */
static bool
is_for_admins(const char *list)
{
	static const char *const LISTS[] = { "users", "tokens", "sessions", "audit_log" };

	for (size_t i = 0; i < sizeof(LISTS) / sizeof(LISTS[0]); i++) {
		if (strcmp(LISTS[i], list) == 0)
			return true;
	}
	return false;
}

/* A row as an object, whose keys stay in the order of the table. */
static enum rc
take_row(void *ctx, const struct list *list, const struct value *row)
{
	return json_array_append_new(ctx, show_list_row(list, row)) == 0 ? RC_OK
									 : RC_NOMEM;
}

/* "late_ms__gte" is a field and a test. */
static void
split(struct ask *a, const char *name, struct list_filter *ret)
{
	static const struct {
		const char *ending;
		enum list_test test;
	} TESTS[] = { { "__lt", LIST_BELOW }, { "__gte", LIST_AT_LEAST } };
	size_t n = strlen(name);

	ret->field = name;
	ret->test = LIST_EQUAL;
	for (size_t i = 0; i < sizeof(TESTS) / sizeof(TESTS[0]); i++) {
		size_t m = strlen(TESTS[i].ending);

		if (n > m && strcmp(name + n - m, TESTS[i].ending) == 0) {
			ret->field = arena_copy(a->arena, name, n - m);
			ret->test = TESTS[i].test;
		}
	}
}

static const char *
as_text(struct ask *a, const json_t *value)
{
	if (json_is_string(value))
		return json_string_value(value);
	if (json_is_boolean(value))
		return json_is_true(value) ? "1" : "0";
	if (json_is_integer(value))
		return arena_printf(
		    a->arena, "%lld", (long long)json_integer_value(value));
	if (json_is_real(value))
		return arena_printf(a->arena, "%.17g", json_real_value(value));
	return json_is_null(value) ? "" : NULL;
}

static size_t
take_filters(struct ask *a, struct list_filter filters[LIST_FILTERS_MAX])
{
	json_t *given = json_object_get(a->args, "filter"), *value;
	const char *name;
	size_t n = 0;

	if (!arg_given(a, "filter"))
		return 0;
	if (!json_is_object(given)) {
		arg_wrong(a, "filter", "an object of fields and values is expected");
		return 0;
	}
	json_object_foreach(given, name, value)
	{
		if (n == LIST_FILTERS_MAX) {
			arg_wrong(a, "filter", "at most %d fields", LIST_FILTERS_MAX);
			break;
		}
		split(a, name, &filters[n]);
		filters[n].value = as_text(a, value);
		if (filters[n].field && filters[n].value)
			n++;
		else
			arg_wrong(
			    a, "filter", "%s: a text or a number is expected", name);
	}
	return n;
}

/* Whose rows are wanted: the name of the argument that says it; NULL: everybody's. */
static const char *
owner_given(const struct ask *a)
{
	static const char *const OWNERS[] = { "olt", "onu", "execution", "incident" };

	for (size_t i = 0; i < sizeof(OWNERS) / sizeof(OWNERS[0]); i++) {
		if (arg_given(a, OWNERS[i]))
			return OWNERS[i];
	}
	return NULL;
}

static int64_t
find_owner(struct ask *a, const char *owner)
{
	if (strcmp(owner, "olt") == 0)
		return find_olt(a, owner).v;
	if (strcmp(owner, "onu") == 0)
		return find_onu(a, owner).v;
	if (strcmp(owner, "incident") == 0)
		return find_incident(a, owner);
	return find_execution(a, owner).v;
}

/* One filter more, if need be. That there is no such thing is wrong, and no empty list. */
static size_t
take_owner(struct ask *a, struct list_filter filters[LIST_FILTERS_MAX], size_t n)
{
	const char *owner = owner_given(a);
	int64_t id = owner ? find_owner(a, owner) : 0;

	if (!id)
		return n;
	if (n == LIST_FILTERS_MAX) {
		arg_wrong(a, "filter", "at most %d fields", LIST_FILTERS_MAX - 1);
		return n;
	}
	filters[n] = (struct list_filter){ .field = owner,
		.test = LIST_EQUAL,
		.value = arena_printf(a->arena, "%lld", (long long)id) };
	return n + 1;
}

/* ---- and what comes behind ----------------------------------------------------------- */

static void
wrong_mark(struct ask *a)
{
	arg_wrong(a, "after", "what the last answer had, or {}, is expected");
}

static void
read_mark_value(struct ask *a, const json_t *given, struct value *v)
{
	*v = (struct value){ .kind = VALUE_NULL };
	if (json_is_integer(given)) {
		v->kind = VALUE_INT;
		v->i = json_integer_value(given);
	} else if (json_is_real(given)) {
		v->kind = VALUE_REAL;
		v->r = json_real_value(given);
	} else if (json_is_string(given)) {
		v->kind = VALUE_TEXT;
		v->text = json_string_value(given);
	} else if (!json_is_null(given)) {
		wrong_mark(a);
	}
}

static enum rc
pass_row(void *ctx, const struct list *list, const struct value *row)
{
	(void)ctx;
	(void)list;
	(void)row;
	return RC_OK;
}

/* How many there are is counted once, by who begins with {"count": true}, and goes along
 * from answer to answer; NULL: nobody wants to know. */
static json_t *
count_along(struct ask *a, const struct list *list, const struct list_query *query)
{
	const json_t *known = json_object_get(json_object_get(a->args, "after"), "count");
	struct list_query one = *query;
	int64_t count = json_integer_value(known);
	struct err err = { 0 };
	enum rc rc = RC_OK;

	one.page = one.page_size = 1;
	if (json_is_true(known))
		rc = store_list(a->db, list, &one, pass_row, NULL, &count, &err);
	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
	return json_is_true(known) || json_is_integer(known) ? json_integer(count) : NULL;
}

/* Of an order with several keys, a list of their values. */
static void
read_order(struct ask *a, const json_t *order, struct list_mark *mark)
{
	mark->n = json_is_array(order) ? json_array_size(order) : 1;
	if (mark->n < 1 || mark->n > LIST_KEYS_MAX) {
		wrong_mark(a);
		return;
	}
	if (!json_is_array(order))
		read_mark_value(a, order, &mark->order[0]);
	for (size_t i = 0; i < json_array_size(order); i++)
		read_mark_value(a, json_array_get(order, i), &mark->order[i]);
}

static void
read_mark(struct ask *a, struct list_mark *mark)
{
	const json_t *after = json_object_get(a->args, "after");

	mark->is_set = json_object_get(after, "id") != NULL;
	if (mark->is_set) {
		read_order(a, json_object_get(after, "order"), mark);
		read_mark_value(a, json_object_get(after, "id"), &mark->id);
	} else if (!json_is_object(after) ||
	    json_object_size(after) > (json_object_get(after, "count") ? 1 : 0)) {
		wrong_mark(a);
	}
}

static json_t *
show_order(const struct list_mark *mark)
{
	json_t *order;

	if (mark->n == 1)
		return show_value(&mark->order[0]);
	order = json_array();
	for (size_t i = 0; i < mark->n; i++)
		(void)json_array_append_new(order, show_value(&mark->order[i]));
	return order;
}

static void
list_on(struct ask *a, const struct list *list, const struct list_query *query,
    json_t *results)
{
	struct list_mark mark = { .arena = a->arena };
	struct err err = { 0 };
	json_t *count, *after = NULL;
	enum rc rc;

	read_mark(a, &mark);
	if (!args_are_right(a))
		return;
	count = count_along(a, list, query);
	rc = list_behind(a, list, query, &mark, results, &err);
	show_next_runs(a->s, list->name, results);
	show_sentences(list->name, results);
	notify_show_rows(a, list->name, results);
	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
	else if (mark.is_set)
		after = json_pack("{s:o, s:o, s:O*}", "order", show_order(&mark), "id",
		    show_value(&mark.id), "count", count);
	if (ask_is_well(a))
		ask_answer(a,
		    json_pack("{s:O, s:O?, s:O*}", "results", results, "after", after,
			"count", count));
	json_decref(after);
	json_decref(count);
}

/* What is under way, as of the same moment as the rows. */
static enum rc
add_under_way(struct ask *a, json_t *answer, struct err *err)
{
	struct executions_open open;
	enum rc rc = store_executions_open(a->db, &open, err);

	if (rc != RC_OK)
		return rc;
	(void)json_object_set_new(answer, "under_way",
	    json_pack("{s:I, s:I, s:I}", "running", (json_int_t)open.running, "waiting",
		(json_int_t)open.waiting, "between_slices",
		(json_int_t)open.between_slices));
	return RC_OK;
}

/* The answer of a page without its rows, which are in results. */
static enum rc
read_page(struct ask *a, const struct list *list, const struct list_query *query,
    json_t *results, json_t *answer, struct err *err)
{
	int64_t count = 0;
	enum rc rc = list_page(a, list, query, results, &count, err);

	show_next_runs(a->s, list->name, results);
	show_sentences(list->name, results);
	notify_show_rows(a, list->name, results);
	(void)json_object_set_new(answer, "count", json_integer(count));
	(void)json_object_set_new(answer, "page", json_integer(query->page));
	return rc;
}

static enum rc
read_executions(struct ask *a, const struct list *list, const struct list_query *query,
    json_t *results, json_t *answer, struct err *err)
{
	enum rc rc = db_begin(a->db, err);

	if (rc == RC_OK)
		rc = read_page(a, list, query, results, answer, err);
	if (rc == RC_OK)
		rc = add_under_way(a, answer, err);
	db_rollback(a->db);
	return rc;
}

static void
list_pages(struct ask *a, const struct list *list, const struct list_query *query,
    json_t *results)
{
	bool has_under_way = strcmp(list->name, "executions") == 0;
	json_t *answer = json_object();
	struct err err = { 0 };
	enum rc rc;

	rc = (has_under_way ? read_executions : read_page)(
	    a, list, query, results, answer, &err);
	(void)json_object_set(answer, "results", results);
	if (rc == RC_OK)
		ask_answer(a, answer);
	else
		(void)ask_fail_err(a, rc, &err);
	if (rc != RC_OK)
		json_decref(answer);
}

void
op_list(struct ask *a)
{
	const char *name = arg_text(a, "list", "");
	const struct list *list = list_find(name);
	struct list_filter filters[LIST_FILTERS_MAX];
	struct list_query query = { .filters = filters,
		.n_filters = take_owner(a, filters, take_filters(a, filters)),
		.search = arg_text(a, "search", NULL),
		.order = arg_text(a, "ordering", NULL),
		.page = arg_int(a, "page", (struct arg_range){ 1, INT32_MAX, 1 }),
		.page_size = arg_int(
		    a, "page_size", (struct arg_range){ 1, LIST_PAGE_MAX, PAGE_USUAL }) };
	json_t *results = json_array();

	if (!list)
		arg_wrong(a, "list", "there is no list \"%.60s\"", name);
	else if (a->who->role < ROLE_ADMIN && is_for_admins(name))
		(void)ask_fail(a, RC_REFUSED,
		    "the list %s is for the role admin; %s is %s", name, a->who->name,
		    role_name(a->who->role));
	if (list && arg_given(a, "after"))
		list_on(a, list, &query, results);
	else if (args_are_right(a) && list)
		list_pages(a, list, &query, results);
	json_decref(results);
}

/* ---- executions --------------------------------------------------------------------------- */

void
op_execution_get(struct ask *a)
{
	struct execution_id id = find_execution(a, "execution");
	char number[24];
	struct list_filter filter = { "execution", LIST_EQUAL, number };
	struct list_query query = {
		.n_filters = 1, .filters = &filter, .page = 1, .page_size = LIST_PAGE_MAX
	};
	json_t *attempts = json_array(), *shown = NULL;
	struct err err = { 0 };
	int64_t count;
	enum rc rc = RC_OK;

	(void)snprintf(number, sizeof(number), "%lld", (long long)id.v);
	if (args_are_right(a)) {
		shown = show_row(a->db, "executions", id.v, &err);
		rc = shown ? store_list(a->db, list_find("attempts"), &query, take_row,
				 attempts, &count, &err)
			   : err.rc;
	}
	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
	if (ask_is_well(a)) {
		(void)json_object_set(shown, "attempt_rows", attempts);
		ask_answer(a, json_incref(shown));
	}
	json_decref(shown);
	json_decref(attempts);
}

/* It may be so young that the database does not know it yet: the number is enough. */
void
op_execution_interrupt(struct ask *a)
{
	const struct service_ops *ops = &a->s->options.ops;
	struct execution_id id = { arg_int(
	    a, "execution", (struct arg_range){ 1, INT64_MAX, 0 }) };
	enum rc rc;

	if (!id.v)
		arg_wrong(a, "execution", "the number of an execution is expected");
	if (!args_are_right(a))
		return;
	rc = ops->interrupt(ops->ctx, id, a->who->name);
	if (rc == RC_OK)
		ask_answer(a, json_pack("{s:I}", "execution", (json_int_t)id.v));
	else
		(void)ask_fail(a, rc, "the engine cannot be told now: %s", rc_name(rc));
}
