/* SPDX-License-Identifier: Apache-2.0
 *
 * ONUs: found as one types, and one of them with all that it last said.
 */
#include <string.h>

#include "base/clock.h"
#include "service/incident_int.h"
#include "service/onu_int.h"
#include "store/list/list.h"
#include "store/catalogue/oid.h"
#include "store/olt/olt.h"
#include "store/onu/onu_values.h"
#include "store/list/search.h"

enum { HITS_USUAL = 20, HITS_MAX = 200 };

/* ---- search ---------------------------------------------------------------------- */

static struct onu_state
state_of(const struct onu_hit *h)
{
	return (struct onu_state){ .is_present = h->is_present,
		.last_seen_ms = h->last_seen_ms,
		.place = h->place,
		.admin_state = h->admin_state,
		.run_state = h->run_state,
		.run_label = h->run_label,
		.cause_state = h->cause_state,
		.cause_label = h->cause_label,
		.since_ms = h->since_ms,
		.olt_is_off = h->olt_is_off,
		.olt_is_suspended = h->olt_is_suspended,
		.olt_is_not_answering = h->olt_is_not_answering,
		.olt_answer_ms = h->olt_answer_ms,
		.now_ms = clock_wall_ms() };
}

static json_t *
show_hit(struct ask *a, const struct onu_hit *h)
{
	static const char *const RANKS[] = {
		[SEARCH_WHOLE] = "whole",
		[SEARCH_BEGINNING] = "beginning",
		[SEARCH_PART] = "part",
	};
	struct onu_state state = state_of(h);
	struct buf sentence = BUF_INIT(ERR_MAX);
	json_t *shown;

	words_sentence(&state, &sentence);
	shown = json_pack("{s:I, s:I, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:b, s:s, "
			  "s:s, s:s, s:o, s:o, s:s, s:o}",
	    "id", (json_int_t)h->onu.v, "olt", (json_int_t)h->olt.v, "olt_name",
	    h->olt_name, "place", h->place, "serial", h->serial, "mac", h->mac,
	    "subscriber", h->subscriber, "description", h->description, "name", h->name,
	    "is_present", h->is_present, "is_silent", h->is_silent, "run_state",
	    h->run_state, "cause_state", h->cause_state, "match", RANKS[h->rank], "cause",
	    words_cause(&state), "since", show_moment(h->since_ms), "sentence",
	    buf_text(&sentence), "incident",
	    show_incident_of_onu(a, h->onu, h->olt, h->place));
	buf_fini(&sentence);
	return shown;
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
		(void)json_array_append_new(results, show_hit(a, &hits.hits[i]));
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
	/* A serial names one, too: the one that is present. */
	static const struct find_place ONUS = { "onus", "ONU", "serial", { NULL, NULL } };
	const char *serial = json_string_value(json_object_get(a->args, name));
	struct find_field present[] = { { "serial", serial }, { "is_present", "true" } };
	struct find_field twins[] = { { "serial", serial }, { "is_duplicate", "true" } };
	int64_t id = 0;

	if (serial && *serial && find_row(a, "onus", twins, 2)) {
		arg_wrong(a, name,
		    "the serial \"%.64s\" is at two places: name the ONU by its number",
		    serial);
		return (struct onu_id){ 0 };
	}
	if (serial && *serial && ask_is_well(a))
		id = find_row(a, "onus", present, 2);
	if (id || !ask_is_well(a))
		return (struct onu_id){ id };
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
	if (!v->custom && v->value.kind == VALUE_REAL)
		light_add(&t->state->light, t->limits, v->purpose, v->value.r);
	shown = show_reading(t->limits, v->purpose, &v->value);
	if (v->custom) {
		(void)json_object_set_new(shown, "is_custom", json_true());
		(void)json_object_set_new(
		    shown, "is_counter", json_boolean(v->value.counter_bits != 0));
	}
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
	else if (strcmp(field, "olt_not_answering_at") == 0)
		r->state.olt_is_not_answering = n != 0;
	else if (strcmp(field, "olt_answer_at") == 0)
		r->state.olt_answer_ms = n;
	else if (strcmp(field, "first_seen_at") == 0)
		r->state.first_seen_ms = n;
	else if (strcmp(field, "last_seen_at") == 0)
		r->state.last_seen_ms = n;
	else if (strcmp(field, "run_since") == 0)
		r->state.since_ms = n;
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

/* The unit of one's own value is that of the OID which reads it here; "": nobody said. */
static const char *
unit_of(struct ask *a, const struct olt *olt, const char *name)
{
	struct oid_wanted wanted = { olt->brand, olt->model, olt->profile,
		arena_printf(a->arena, "custom:%s", name) };
	struct stored_oid oid = { .unit = "" };

	if (!wanted.purpose ||
	    store_oid_find(a->db, &wanted, a->arena, &oid, NULL) != RC_OK)
		return "";
	return oid.unit ? oid.unit : "";
}

static void
add_units(struct ask *a, struct onu_id id, json_t *values)
{
	struct onu onu = { .olt = { 0 } };
	struct olt olt = { .profile = "" };
	const char *name;
	json_t *shown;

	if (store_onu_get(a->db, id, a->arena, &onu, NULL) != RC_OK ||
	    store_olt_get(a->db, onu.olt, a->arena, &olt, NULL) != RC_OK)
		olt = (struct olt){ .profile = "" }; /* gone: units of any brand */
	json_object_foreach(values, name, shown)
	{
		if (json_object_get(shown, "is_custom"))
			(void)json_object_set_new(
			    shown, "unit", json_string(unit_of(a, &olt, name)));
	}
}

static void
answer_onu(struct ask *a, struct onu_id onu, struct reading *r, json_t *values)
{
	struct buf sentence = BUF_INIT(ERR_MAX);

	words_sentence(&r->state, &sentence);
	(void)json_object_set_new(r->row, "sentence", json_string(buf_text(&sentence)));
	(void)json_object_set_new(r->row, "facts", words_facts(&r->state));
	(void)json_object_set(r->row, "values", values);
	(void)json_object_set_new(r->row, "incident",
	    show_incident_of_onu(a, onu,
		(struct olt_id){ json_integer_value(json_object_get(r->row, "olt")) },
		r->state.place ? r->state.place : ""));
	(void)json_object_set_new(r->row, "tags", show_tags(a->db, "onu", onu.v));
	(void)json_object_set_new(r->row, "node", show_node_of_onu(a->db, onu.v));
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
		rc = list_row_get(a->db, "onus", id.v, take_row, &r, &err);
		if (rc == RC_OK)
			rc = store_onu_values(a->db, id, tell_value, &t, &err);
		if (rc == RC_OK)
			add_units(a, id, t.values);
	}
	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
	if (ask_is_well(a))
		answer_onu(a, id, &r, t.values);
	json_decref(t.values);
	json_decref(r.row);
}
