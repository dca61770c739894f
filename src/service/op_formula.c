/* SPDX-License-Identifier: Apache-2.0
 *
 * A formula tried out while it is being written: a raw index becomes a position, and a
 * position an index. Nothing is written.
 */
#include <string.h>

#include "model/oid.h"
#include "service/catalogue_int.h"
#include "store/catalogue/change.h"
#include "vendor/overlay.h"

/* The definition that was given, or that of a formula of the catalogue. */
static const char *
definition_of(struct ask *a)
{
	struct stored_formula formula = { .definition = NULL };
	struct err err = { 0 };
	int64_t id;
	enum rc rc;

	if (arg_given(a, "definition"))
		return arg_json(a, "definition", "");
	if (!arg_given(a, "formula")) {
		arg_wrong(a, "definition", "a definition or the number of a formula");
		return NULL;
	}
	id = find_in(a, "formula", &KIND_FORMULA.place);
	if (!id)
		return NULL;
	rc = store_catalogue_get(a->db, &FORMULA_ENTITY, id, a->arena, &formula, &err);
	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
	return formula.definition;
}

static json_t *
show_position(const struct position *p)
{
	json_t *shown = json_object();
	char text[POSITION_TEXT_MAX];

	for (int part = 0; part < POS_PARTS; part++) {
		if (position_has(p, (enum position_part)part))
			(void)json_object_set_new(shown,
			    position_part_name((enum position_part)part),
			    json_integer(p->part[part]));
	}
	(void)json_object_set_new(shown, "text", json_string(position_format(p, text)));
	return shown;
}

/* "4194304.3": the numbers behind a column's OID. One alone is an index too. */
static bool
read_index(struct ask *a, const char *text, struct oid *ret_oid)
{
	struct err err = { 0 };
	const char *padded = arena_printf(a->arena, "1.%s", text + (*text == '.'));

	if (!*text || !padded || oid_parse(padded, ret_oid, &err) != RC_OK) {
		arg_wrong(a, "index", "numbers with dots between, like 4194312192.3");
		return false;
	}
	ret_oid->n--;
	memmove(ret_oid->arcs, ret_oid->arcs + 1, ret_oid->n * sizeof(ret_oid->arcs[0]));
	return true;
}

static void
decode(struct ask *a, const struct index_format *f, json_t *result)
{
	const char *text = arg_text(a, "index", NULL);
	struct position position = { 0 };
	struct oid arcs;

	if (!text || !read_index(a, text, &arcs))
		return;
	if (index_decode(f, arcs.arcs, arcs.n, &position) == RC_OK)
		(void)json_object_set_new(result, "position", show_position(&position));
	else
		arg_wrong(a, "index",
		    "this formula cannot have made it: %u arcs are expected, every field "
		    "in its range, every constant as it is, and no bits left over",
		    f->n_arcs);
}

/* {"slot": 1, "port": 3, "onu": 12} */
static bool
read_position(struct ask *a, json_t *given, struct position *ret_position)
{
	const char *name;
	json_t *value;

	if (!json_is_object(given)) {
		arg_wrong(a, "position", "an object like {\"slot\": 1, \"port\": 3}");
		return false;
	}
	json_object_foreach(given, name, value)
	{
		enum position_part part;

		if (!position_part_from_name(name, &part) || !json_is_integer(value) ||
		    json_integer_value(value) < 0 ||
		    json_integer_value(value) > UINT32_MAX) {
			arg_wrong(a, "position",
			    "\"%.20s\": rack, frame, slot, port, onu, "
			    "sub or sub2, and a number",
			    name);
			return false;
		}
		ret_position->has |= (uint8_t)(1U << part);
		ret_position->part[part] = (uint32_t)json_integer_value(value);
	}
	return true;
}

static void
encode(struct ask *a, const struct index_format *f, json_t *result)
{
	json_t *given = json_object_get(a->args, "position");
	struct position position = { 0 };
	uint32_t arcs[OID_MAX];
	char text[OID_TEXT_MAX];
	size_t n = 0;

	if (!arg_given(a, "position") || !read_position(a, given, &position))
		return;
	if (index_encode(f, &position, arcs, OID_MAX, &n) == RC_OK)
		(void)json_object_set_new(
		    result, "index", json_string(oid_format(arcs, n, text)));
	else
		arg_wrong(a, "position",
		    "this formula has no index for it: a part is missing or out of "
		    "range");
}

/* Formats whose index is only a key have the position in a name. */
static void
read_name(struct ask *a, const struct index_format *f, json_t *result)
{
	const char *name = arg_text(a, "name", NULL);
	struct position position = { 0 };

	if (!name)
		return;
	if (!f->name_pattern)
		arg_wrong(a, "name", "this formula does not read positions from names");
	else if (index_position_from_name(f->name_pattern, name, &position) != RC_OK)
		arg_wrong(a, "name", "it does not read as %s", f->name_pattern);
	else
		(void)json_object_set_new(
		    result, "named_position", show_position(&position));
}

void
op_formula_preview(struct ask *a)
{
	struct overlay_formula formula = { "preview", definition_of(a) };
	struct index_format format = { 0 };
	struct err err = { 0 };
	json_t *result = json_pack("{s:n, s:n}", "position", "index");

	if (formula.definition && *formula.definition &&
	    overlay_format_load(&formula, a->arena, &format, &err) != RC_OK)
		arg_wrong(a, "definition", "%s", err.msg);
	if (formula.definition && !*formula.definition)
		arg_wrong(a, "definition", "it is empty");
	if (!a->answer->fields && ask_is_well(a)) {
		decode(a, &format, result);
		encode(a, &format, result);
		read_name(a, &format, result);
	}
	if (args_are_right(a))
		ask_answer(a, result);
	else
		json_decref(result);
}
