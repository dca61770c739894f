/* SPDX-License-Identifier: Apache-2.0
 *
 * ONUs: found as one types, and one of them with all that it last said.
 */
#include <string.h>

#include "base/clock.h"
#include "service/onu_int.h"
#include "store/list.h"
#include "store/onu_values.h"
#include "store/search.h"

enum { HITS_USUAL = 20, HITS_MAX = 200 };

/* ---- search ---------------------------------------------------------------------- */

static json_t *
show_hit(const struct onu_hit *h)
{
	static const char *const RANKS[] = {
		[SEARCH_WHOLE] = "whole",
		[SEARCH_BEGINNING] = "beginning",
		[SEARCH_PART] = "part",
	};

	return json_pack(
	    "{s:I, s:I, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:b, s:s, s:s, s:s}",
	    "id", (json_int_t)h->onu.v, "olt", (json_int_t)h->olt.v, "olt_name",
	    h->olt_name, "place", h->place, "serial", h->serial, "mac", h->mac,
	    "subscriber", h->subscriber, "description", h->description, "name", h->name,
	    "is_present", h->is_present, "is_silent", h->is_silent, "run_state",
	    h->run_state, "cause_state", h->cause_state, "match", RANKS[h->rank]);
}

void
op_onu_find(struct ask *a)
{
	const char *text = arg_text(a, "text", "");
	int64_t limit =
	    arg_int(a, "limit", (struct arg_range){ 1, HITS_MAX, HITS_USUAL });
	struct onu_hits hits = { 0 };
	json_t *results = json_array();
	struct err err = { 0 };
	enum rc rc = RC_OK;

	arg_check_length(a, "text", text, 0, SEARCH_TEXT_MAX);
	if (args_are_right(a))
		rc = store_onu_search(a->db, text, (size_t)limit, a->arena, &hits, &err);
	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
	for (size_t i = 0; i < hits.n; i++)
		(void)json_array_append_new(results, show_hit(&hits.hits[i]));
	if (ask_is_well(a))
		ask_answer(a,
		    json_pack(
			"{s:O, s:b}", "results", results, "has_more", hits.has_more));
	json_decref(results);
}

/* ---- one of them ---------------------------------------------------------------------- */

struct onu_id
find_onu(struct ask *a, const char *name)
{
	/* A serial names one, too. */
	static const struct find_place ONUS = { "onus", "ONU", "serial", { NULL, NULL } };

	return (struct onu_id){ find_in(a, name, &ONUS) };
}

struct telling {
	const struct tunables *limits;
	json_t *values;
	struct onu_state *state;
};

static void
tell_value(void *ctx, const struct onu_value *v)
{
	struct telling *t = ctx;
	json_t *shown;

	if (v->at_ms == 0 && v->value.kind == VALUE_NULL)
		return; /* nobody has ever asked for it */
	if (v->purpose == PURPOSE_ONU_RX && v->value.kind == VALUE_REAL) {
		t->state->has_rx = true;
		t->state->rx_dbm = v->value.r;
		t->state->rx_level = level_of(t->limits, v->purpose, v->value.r);
	}
	shown = show_reading(t->limits, v->purpose, &v->value);
	(void)json_object_set_new(shown, "at", show_moment(v->at_ms));
	(void)json_object_set_new(shown, "execution",
	    v->execution.v ? json_integer(v->execution.v) : json_null());
	(void)json_object_set_new(
	    t->values, v->custom ? v->custom : purpose_info(v->purpose)->key, shown);
}

/* What the row of the list has for the words. */
struct reading {
	struct ask *a;
	struct onu_state state;
	json_t *row;
};

static const char *
text_at(struct ask *a, const struct value *v)
{
	const char *copy =
	    v->kind == VALUE_TEXT ? arena_copy(a->arena, v->text, strlen(v->text)) : NULL;

	return copy ? copy : "";
}

static void
take_text(struct reading *r, const char *field, const struct value *v)
{
	const struct {
		const char *field;
		const char **at;
	} TEXTS[] = {
		{ "place", &r->state.place },
		{ "admin_state", &r->state.admin_state },
		{ "admin_label", &r->state.admin_label },
		{ "run_state", &r->state.run_state },
		{ "run_label", &r->state.run_label },
		{ "cause_state", &r->state.cause_state },
		{ "cause_label", &r->state.cause_label },
	};

	for (size_t i = 0; i < sizeof(TEXTS) / sizeof(TEXTS[0]); i++) {
		if (strcmp(TEXTS[i].field, field) == 0)
			*TEXTS[i].at = text_at(r->a, v);
	}
}

static void
take_number(struct reading *r, const char *field, const struct value *v)
{
	int64_t n = v->kind == VALUE_NULL ? 0 : v->i;

	if (strcmp(field, "is_present") == 0)
		r->state.is_present = n != 0;
	else if (strcmp(field, "is_duplicate") == 0)
		r->state.is_duplicate = n != 0;
	else if (strcmp(field, "olt_enabled") == 0)
		r->state.olt_is_off = n == 0;
	else if (strcmp(field, "olt_suspended_at") == 0)
		r->state.olt_is_suspended = n != 0;
	else if (strcmp(field, "olt_answer_at") == 0)
		r->state.olt_answer_ms = n;
	else if (strcmp(field, "first_seen_at") == 0)
		r->state.first_seen_ms = n;
	else if (strcmp(field, "last_seen_at") == 0)
		r->state.last_seen_ms = n;
	else if (strcmp(field, "run_since") == 0)
		r->state.run_since_ms = n;
	else if (strcmp(field, "last_up_at") == 0)
		r->state.last_up_ms = n;
	else if (strcmp(field, "last_down_at") == 0)
		r->state.last_down_ms = n;
}

static enum rc
take_row(void *ctx, const struct list *list, const struct value *row)
{
	struct reading *r = ctx;

	for (size_t i = 0; list->fields[i].name; i++) {
		if (list->fields[i].type == LIST_TEXT)
			take_text(r, list->fields[i].name, &row[i]);
		else
			take_number(r, list->fields[i].name, &row[i]);
	}
	r->row = show_list_row(list, row);
	return r->row ? RC_OK : RC_NOMEM;
}

static enum rc
load_row(struct ask *a, struct onu_id onu, struct reading *r, struct err *err)
{
	struct list_filter filter = { "id", LIST_EQUAL,
		arena_printf(a->arena, "%lld", (long long)onu.v) };
	struct list_query query = { .n_filters = 1,
		.filters = &filter,
		.page = 1,
		.page_size = 1,
		.is_uncounted = true };
	int64_t count = 0;
	enum rc rc =
	    store_list(a->db, list_find("onus"), &query, take_row, r, &count, err);

	if (rc == RC_OK && !r->row)
		rc = err_set(err, RC_NOT_FOUND, "it is gone");
	return rc;
}

static void
answer_onu(struct ask *a, struct reading *r, json_t *values)
{
	struct buf sentence = BUF_INIT(ERR_MAX);

	words_sentence(&r->state, &sentence);
	(void)json_object_set_new(r->row, "sentence", json_string(buf_text(&sentence)));
	(void)json_object_set_new(r->row, "facts", words_facts(&r->state));
	(void)json_object_set(r->row, "values", values);
	ask_answer(a, json_incref(r->row));
	buf_fini(&sentence);
}

void
op_onu_get(struct ask *a)
{
	struct onu_id id = find_onu(a, "onu");
	struct tunables limits = tunables_load(a);
	struct reading r = { .a = a, .state = { .now_ms = clock_wall_ms() } };
	struct telling t = { &limits, json_object(), &r.state };
	struct err err = { 0 };
	enum rc rc = RC_OK;

	if (args_are_right(a)) {
		rc = load_row(a, id, &r, &err);
		if (rc == RC_OK)
			rc = store_onu_values(a->db, id, tell_value, &t, &err);
	}
	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
	if (ask_is_well(a))
		answer_onu(a, &r, t.values);
	json_decref(t.values);
	json_decref(r.row);
}
