/* SPDX-License-Identifier: Apache-2.0
 *
 * From what people call a thing to its number.
 */
#include "service/service_int.h"

#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "store/list/list.h"

enum { FIELDS_MAX = 8, NUMBER_MAX = 24 };

static enum rc
take_id(void *ctx, const struct list *list, const struct value *row)
{
	int64_t *id = ctx;

	(void)list; /* every list that is searched here begins with its id */
	*id = row[0].i;
	return RC_OK;
}

int64_t
find_row(struct ask *a, const char *list, const struct find_field *fields, size_t n)
{
	struct list_filter filters[FIELDS_MAX];
	struct list_query query = { .n_filters = n,
		.filters = filters,
		.page = 1,
		.page_size = 1,
		.is_uncounted = true };
	int64_t id = 0, count = 0;
	struct err err = { 0 };
	enum rc rc;

	for (size_t i = 0; i < n && i < FIELDS_MAX; i++)
		filters[i] = (struct list_filter){ .field = fields[i].field,
			.test = LIST_EQUAL,
			.value = fields[i].value };
	rc = store_list(a->db, list_find(list), &query, take_id, &id, &count, &err);
	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
	return id;
}

void
arg_check_free(
    struct ask *a, const char *list, const char *what, const char *name, int64_t id)
{
	struct find_field key[] = { { "name", name }, { "deleted_at", "" } };
	int64_t other = name && *name ? find_row(a, list, key, 2) : 0;

	if (other && other != id)
		arg_wrong(a, "name", "there is %s \"%.64s\" already", what, name);
}

/* The argument as text, whether it came as a number or as a name; NULL: neither. */
static const char *
named(struct ask *a, const char *name, char number[NUMBER_MAX])
{
	const json_t *value = json_object_get(a->args, name);

	if (json_is_integer(value)) {
		(void)snprintf(
		    number, NUMBER_MAX, "%lld", (long long)json_integer_value(value));
		return number;
	}
	if (json_is_string(value) && *json_string_value(value))
		return json_string_value(value);
	arg_wrong(a, name, "a name or a number is expected");
	return NULL;
}

int64_t
find_in(struct ask *a, const char *arg, const struct find_place *p)
{
	char number[NUMBER_MAX];
	const char *text = named(a, arg, number);
	size_t n = p->also.field ? 2 : 1;
	int64_t id = 0, as_number;

	if (!text)
		return 0;
	if (p->name)
		id = find_row(
		    a, p->list, (struct find_field[]){ { p->name, text }, p->also }, n);
	if (!id && ask_is_well(a) && units_parse_int(text, &as_number) == RC_OK)
		id = find_row(
		    a, p->list, (struct find_field[]){ { "id", text }, p->also }, n);
	if (!id && ask_is_well(a))
		arg_wrong(a, arg, "there is no %s \"%.64s\"", p->what, text);
	return id;
}

struct olt_id
find_olt(struct ask *a, const char *name)
{
	static const struct find_place LIVE = { "olts", "OLT", "name",
		{ "deleted_at", "" } };

	return (struct olt_id){ find_in(a, name, &LIVE) };
}

static enum rc
take_deleted(void *ctx, const struct list *list, const struct value *row)
{
	int64_t *id = ctx;

	for (size_t i = 0; list->fields[i].name; i++) {
		if (strcmp(list->fields[i].name, "deleted_at") == 0 &&
		    row[i].kind != VALUE_NULL)
			*id = row[0].i;
	}
	return RC_OK;
}

/* The one of that name that was deleted last; there may be a live one too. */
struct olt_id
find_deleted_olt(struct ask *a, const char *name)
{
	char number[NUMBER_MAX];
	const char *text = named(a, name, number);
	static const char *const FIELDS[] = { "name", "id" };
	int64_t id = 0, as_number;

	for (size_t i = 0; text && !id && i < 2; i++) {
		struct list_filter filter = { FIELDS[i], LIST_EQUAL, text };
		struct list_query query = { .n_filters = 1,
			.filters = &filter,
			.order = "deleted_at",
			.page = 1,
			.page_size = LIST_PAGE_MAX };
		int64_t count;
		struct err err = { 0 };
		enum rc rc;

		if (i == 1 && units_parse_int(text, &as_number) != RC_OK)
			break;
		rc = store_list(
		    a->db, list_find("olts"), &query, take_deleted, &id, &count, &err);
		if (rc != RC_OK)
			(void)ask_fail_err(a, rc, &err);
	}
	if (text && !id && ask_is_well(a))
		arg_wrong(a, name, "there is no deleted OLT \"%.64s\"", text);
	return (struct olt_id){ id };
}

struct job_id
find_job(struct ask *a, const char *name)
{
	static const struct find_place JOBS = { "jobs", "job", "name",
		{ "deleted_at", "" } };

	return (struct job_id){ find_in(a, name, &JOBS) };
}

struct node_id
find_node(struct ask *a, const char *name)
{
	static const struct find_place NODES = { "nodes", "node", NULL, { NULL, NULL } };

	return (struct node_id){ find_in(a, name, &NODES) };
}

struct execution_id
find_execution(struct ask *a, const char *name)
{
	static const struct find_place ALL = { "executions", "execution", NULL,
		{ NULL, NULL } };

	return (struct execution_id){ find_in(a, name, &ALL) };
}

struct user_id
find_user(struct ask *a, const char *name)
{
	static const struct find_place USERS = { "users", "user", "name",
		{ NULL, NULL } };

	return (struct user_id){ find_in(a, name, &USERS) };
}

struct token_id
find_token(struct ask *a, const char *name)
{
	static const struct find_place TOKENS = { "tokens", "token", NULL,
		{ NULL, NULL } };

	return (struct token_id){ find_in(a, name, &TOKENS) };
}

struct brand_id
find_brand(struct ask *a, const char *name)
{
	static const struct find_place BRANDS = { "brands", "brand", "name",
		{ "deleted_at", "" } };

	if (!arg_given(a, name))
		return (struct brand_id){ 0 };
	return (struct brand_id){ find_in(a, name, &BRANDS) };
}

struct model_id
find_model(struct ask *a, const char *name, struct brand_id brand)
{
	char number[NUMBER_MAX];
	struct find_place models = { "models", "model of this brand", "name",
		{ "brand", number } };

	if (!arg_given(a, name))
		return (struct model_id){ 0 };
	if (!brand.v) {
		arg_wrong(a, name, "a model goes with its brand");
		return (struct model_id){ 0 };
	}
	(void)snprintf(number, sizeof(number), "%lld", (long long)brand.v);
	return (struct model_id){ find_in(a, name, &models) };
}
