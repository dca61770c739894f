/* SPDX-License-Identifier: Apache-2.0
 *
 * Things as JSON, for answers and for the audit log. No secret can get in here: struct olt
 * has none.
 */
#include "service/service_int.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/units.h"
#include "model/entity.h"
#include "store/work/job.h"
#include "store/list/list.h"
#include "store/olt/olt.h"
#include "store/catalogue/snmp_settings.h"

json_t *
show_moment(int64_t ms)
{
	time_t seconds = (time_t)(ms / 1000);
	struct tm tm;
	char text[40];
	size_t n;

	if (ms == 0)
		return json_null();
	(void)gmtime_r(&seconds, &tm);
	n = strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &tm);
	(void)snprintf(text + n, sizeof(text) - n, ".%03dZ", (int)(ms % 1000));
	return json_string(text);
}

static json_t *
show_ms(int64_t ms)
{
	char text[UNITS_TEXT_MAX];

	return ms > 0 ? json_string(units_format_ms(ms, text)) : json_null();
}

json_t *
show_value(const struct value *value)
{
	switch (value->kind) {
	case VALUE_NULL:
		return json_null();
	case VALUE_INT:
		return json_integer(value->i);
	case VALUE_REAL:
		return json_real(value->r);
	case VALUE_TEXT:
		return json_string(value->text);
	case VALUE_TIME:
		return show_moment(value->i);
	case VALUE_STATE:
		if (value->text)
			return json_string(value->text);
		return json_integer(value->i);
	}
	return json_null();
}

/* ---- rows of lists ------------------------------------------------------------ */

/* As JSON, never as a text that has JSON in it; one that has none is shown as it is. */
static json_t *
show_json(const char *text)
{
	json_t *shown = *text ? json_loads(text, JSON_DECODE_ANY, NULL) : json_null();

	return shown ? shown : json_string(text);
}

json_t *
show_listed(const struct list *list, const struct value *row, size_t i)
{
	if (list->fields[i].type == LIST_JSON && row[i].kind == VALUE_TEXT)
		return show_json(row[i].text);
	if (list->fields[i].type == LIST_BOOL && row[i].kind == VALUE_INT)
		return json_boolean(row[i].i);
	return show_value(&row[i]);
}

json_t *
show_list_row(const struct list *list, const struct value *row)
{
	json_t *shown = json_object();

	for (size_t i = 0; list->fields[i].name; i++)
		(void)json_object_set_new(
		    shown, list->fields[i].name, show_listed(list, row, i));
	return shown;
}

static enum rc
take_row(void *ctx, const struct list *list, const struct value *row)
{
	json_t **ret = ctx;

	*ret = show_list_row(list, row);
	return *ret ? RC_OK : RC_NOMEM;
}

static enum rc
append_row(void *ctx, const struct list *list, const struct value *row)
{
	return json_array_append_new(ctx, show_list_row(list, row)) == 0 ? RC_OK
									 : RC_NOMEM;
}

json_t *
show_rows(
    struct db *db, const char *list, const struct list_query *query, struct err *err)
{
	json_t *rows = json_array();
	struct list_query page = *query;
	int64_t count = 0;

	page.is_uncounted = true;
	if (store_list(db, list_find(list), &page, append_row, rows, &count, err) ==
	    RC_OK)
		return rows;
	json_decref(rows);
	return NULL;
}

/* Passes a row on, and notes that there is one. */
struct passing {
	list_row row;
	void *ctx;
	bool is_found;
};

static enum rc
pass_row(void *ctx, const struct list *list, const struct value *row)
{
	struct passing *p = ctx;

	p->is_found = true;
	return p->row(p->ctx, list, row);
}

enum rc
list_row_get(
    struct db *db, const char *list, int64_t id, list_row row, void *ctx, struct err *err)
{
	char number[24];
	struct list_filter filter = { "id", LIST_EQUAL, number };
	struct list_query query = { .n_filters = 1,
		.filters = &filter,
		.page = 1,
		.page_size = 1,
		.is_uncounted = true };
	struct passing p = { row, ctx, false };
	int64_t count;
	enum rc rc;

	(void)snprintf(number, sizeof(number), "%lld", (long long)id);
	rc = store_list(db, list_find(list), &query, pass_row, &p, &count, err);
	return rc == RC_OK && !p.is_found ? err_set(err, RC_NOT_FOUND, "it is gone") : rc;
}

json_t *
show_row(struct db *db, const char *list, int64_t id, struct err *err)
{
	json_t *row = NULL;

	return list_row_get(db, list, id, take_row, &row, err) == RC_OK ? row : NULL;
}

json_t *
ask_row(struct ask *a, const char *list, int64_t id)
{
	struct err err = { 0 };
	json_t *row = show_row(a->db, list, id, &err);

	if (!row)
		(void)ask_fail_err(a, err.rc, &err);
	return row;
}

void
answer_shown(struct ask *a, const struct entity *entity, int64_t id)
{
	struct err err = { 0 };
	json_t *shown = entity->show(a->db, id, &err);

	if (shown)
		ask_answer(a, shown);
	else
		(void)ask_fail_err(a, err.rc, &err);
}

/* ---- fields of entities ---------------------------------------------------------- */

static json_t *
text_or_null(const char *text)
{
	return text && *text ? json_string(text) : json_null();
}

static json_t *
show_field(const struct entity_field *f, const void *row)
{
	const char *word;
	size_t len;
	int64_t n;

	if (entity_is_text(f))
		return text_or_null(entity_text(f, row));
	if (f->kind == ENTITY_REAL)
		return isnan(entity_real(f, row)) ? json_null()
						  : json_real(entity_real(f, row));
	n = entity_number(f, row);
	if (f->kind == ENTITY_MS)
		return show_ms(n);
	if (entity_is_bool(f))
		return json_boolean(n);
	if (f->kind != ENTITY_CHOICE)
		return f->flags & ENTITY_NULL && n == f->none ? json_null()
							      : json_integer(n);
	word = entity_word(f, n, &len);
	return json_stringn(word, len);
}

/* What its list does not have. */
static void
show_fields(json_t *shown, const struct entity_type *type, const void *row)
{
	for (size_t i = 0; i < type->n_fields; i++) {
		const struct entity_field *f = &type->fields[i];

		if (entity_is_shown(f) && !json_object_get(shown, f->name))
			(void)json_object_set_new(shown, f->name, show_field(f, row));
	}
}

/* ---- OLTs --------------------------------------------------------------------- */

static json_t *
show_olt(struct db *db, int64_t id, struct err *err)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct olt o;
	json_t *shown;

	if (!arena) {
		(void)err_set(err, RC_NOMEM, "out of memory");
		return NULL;
	}
	if (store_olt_get(db, (struct olt_id){ id }, arena, &o, err) != RC_OK)
		return NULL;
	shown = show_row(db, "olts", id, err);
	if (!shown)
		return NULL;
	if (!o.has_location)
		o.latitude = o.longitude = NAN;
	(void)json_object_set_new(shown, "profile", text_or_null(o.profile));
	show_fields(shown, &OLT_ENTITY, &o);
	return shown;
}

const struct entity ENTITY_OLT = { "olt", show_olt };

/* ---- jobs and nodes --------------------------------------------------------------- */

static json_t *
show_job(struct db *db, int64_t id, struct err *err)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct job j;
	json_t *shown, *oids;

	if (!arena) {
		(void)err_set(err, RC_NOMEM, "out of memory");
		return NULL;
	}
	if (store_job_get(db, (struct job_id){ id }, arena, &j, err) != RC_OK)
		return NULL;
	shown = show_row(db, "jobs", id, err);
	if (!shown)
		return NULL;
	oids = json_array();
	for (size_t i = 0; i < j.n_oids; i++)
		(void)json_array_append_new(oids, json_integer(j.oids[i]));
	(void)json_object_set_new(shown, "oids", oids);
	show_fields(shown, &JOB_ENTITY, &j);
	return shown;
}

const struct entity ENTITY_JOB = { "job", show_job };

static json_t *
show_node(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "nodes", id, err);
}

const struct entity ENTITY_NODE = { "node", show_node };

/* ---- how devices are asked ---------------------------------------------------------- */

/* Those of an OLT. */
static const char *const OVERRIDES[] = { "timeout_ms", "retries", "repetitions",
	"in_flight", "batch" };

/* The number of an operation: general is 0, the others are their type and one. */
static json_t *
show_snmp(struct db *db, int64_t id, struct err *err)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct olt o = { .id = { 0 } };
	json_t *shown;
	const char *name = id == 0 ? "general" : task_type_name((enum task_type)(id - 1));

	if (!arena) {
		(void)err_set(err, RC_NOMEM, "out of memory");
		return NULL;
	}
	if (store_snmp_settings_get(db, name, arena, &o.overrides, err) != RC_OK)
		return NULL;
	shown = json_object();
	(void)json_object_set_new(shown, "operation", json_string(name));
	for (size_t i = 0; i < sizeof(OVERRIDES) / sizeof(OVERRIDES[0]); i++)
		(void)json_object_set_new(shown, OVERRIDES[i],
		    show_field(entity_find(&OLT_ENTITY, OVERRIDES[i]), &o));
	return shown;
}

const struct entity ENTITY_SNMP_SETTINGS = { "snmp_settings", show_snmp };
