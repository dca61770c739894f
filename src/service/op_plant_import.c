/* SPDX-License-Identifier: Apache-2.0
 *
 * Nodes of the plant, many at a time: from a list, or from a CSV file. A node whose code is
 * known is changed, another one is added. A row that is wrong is told with its number, and the
 * others are taken. Parents may come behind those that hang on them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "service/entity_int.h"
#include "service/plant_csv_int.h"

enum { NUMBER_MAX = 24 };

struct import {
	struct ask *ask;
	json_t *rows; /* [{"row", "node" or "why"}] */
	json_t *waiting; /* codes of rows that are still to be done: {"C-1": 4} */
	json_t *refused;
	int64_t n_added, n_changed;
};

static const char *
text_of(const json_t *node, const char *key)
{
	const char *text = json_string_value(json_object_get(node, key));

	return text && *text ? text : NULL;
}

static void
refuse(struct import *im, const json_t *row, const char *field, const char *why)
{
	(void)json_array_append_new(im->refused,
	    json_pack("{s:O, s:s?, s:s}", "row", json_object_get(row, "row"), "field",
		field, "why", why));
}

/* The first thing that is wrong says enough. */
static void
refuse_answer(struct import *im, const json_t *row, const struct service_answer *answer)
{
	void *first = json_object_iter(answer->fields);
	const char *why = first ? json_string_value(json_object_iter_value(first)) : NULL;

	refuse(im, row, why ? json_object_iter_key(first) : NULL,
	    why ? why : answer->message);
}

static bool
nested(struct import *im, const json_t *row, const char *operation, json_t *args)
{
	struct service_answer answer = { .rc = RC_OK };
	bool is_done;

	ask_nested(im->ask, operation, args, &answer);
	is_done = answer.rc == RC_OK;
	if (!is_done)
		refuse_answer(im, row, &answer);
	service_answer_fini(&answer);
	return is_done;
}

/* ---- ONUs by their position ------------------------------------------------------------ */

static int64_t
onu_at(struct ask *a, int64_t olt, const char *place)
{
	char number[NUMBER_MAX];
	struct find_field at[] = { { "olt", number }, { "place", place },
		{ "is_present", "true" } };

	(void)snprintf(number, sizeof(number), "%lld", (long long)olt);
	return find_row(a, "onus", at, 3);
}

static int64_t
olt_of(struct ask *a, const json_t *node)
{
	struct find_field live[] = { { "name", text_of(node, "olt") },
		{ "deleted_at", "" } };

	int64_t id = json_integer_value(json_object_get(node, "olt"));

	if (!live[0].value)
		return id;
	id = find_row(a, "olts", live, 2);
	return id || units_parse_int(live[0].value, &id) == RC_OK ? id : 0;
}

/* "0/1/3:12" becomes its number; serials and numbers stay. */
static bool
find_positions(struct import *im, const json_t *row, json_t *node)
{
	json_t *onus = json_object_get(node, "onus"), *one;
	int64_t olt = olt_of(im->ask, node), id;
	char why[ERR_MAX];
	size_t i;

	json_array_foreach(onus, i, one)
	{
		const char *place = json_string_value(one);

		if (!place || !strchr(place, '/'))
			continue;
		id = olt ? onu_at(im->ask, olt, place) : 0;
		if (!id) {
			(void)snprintf(why, sizeof(why),
			    "there is no ONU at \"%.64s\" of that OLT", place);
			refuse(im, row, "onus", why);
			return false;
		}
		(void)json_array_set_new(onus, i, json_integer(id));
	}
	return true;
}

/* ---- rows -------------------------------------------------------------------------------- */

/* Tags are set by an operation of their own, when the node is there. */
static void
put_node(struct import *im, const json_t *row, json_t *node)
{
	struct find_field key = { "code", text_of(node, "code") };
	json_t *tags = json_incref(json_object_get(node, "tags"));
	int64_t id = key.value ? find_row(im->ask, "plant_nodes", &key, 1) : 0;
	bool is_done;

	(void)json_object_del(node, "tags");
	if (id)
		(void)json_object_set_new(node, "node", json_integer(id));
	else if (key.value && !json_object_get(node, "name"))
		(void)json_object_set_new(node, "name", json_string(key.value));
	is_done = find_positions(im, row, node) &&
	    nested(im, row, id ? "plant_node.change" : "plant_node.add", node);
	if (is_done && tags) {
		json_t *args = json_pack("{s:s?, s:O}", "node", key.value, "tags", tags);

		is_done = nested(im, row, "plant_node.tag", args);
		json_decref(args);
	}
	if (is_done)
		++*(id ? &im->n_changed : &im->n_added);
	json_decref(tags);
}

/* Whether the node that it hangs on is another row that is still to be done. */
static bool
must_wait(const struct import *im, const json_t *row)
{
	const json_t *node = json_object_get(row, "node");
	const char *parent = text_of(node, "parent"), *code = text_of(node, "code");

	return parent && (!code || strcmp(parent, code) != 0) &&
	    json_object_get(im->waiting, parent);
}

static void
do_row(struct import *im, const json_t *row)
{
	json_t *node = json_object_get(row, "node");
	const char *why = text_of(row, "why");
	const char *code = text_of(node, "code");

	if (why)
		refuse(im, row, NULL, why);
	else if (!json_is_object(node))
		refuse(im, row, NULL, "an object is expected");
	else
		put_node(im, row, node);
	if (code)
		(void)json_object_del(im->waiting, code);
}

/* Parents first. Rows that wait for each other in a ring are done all the same, and are
 * refused by their parents. */
static void
do_rows(struct import *im)
{
	bool is_ring = false;

	while (json_array_size(im->rows) > 0 && ask_is_wanted(im->ask)) {
		json_t *later = json_array(), *row;
		size_t i;

		json_array_foreach(im->rows, i, row)
		{
			if (!is_ring && must_wait(im, row))
				(void)json_array_append(later, row);
			else
				do_row(im, row);
		}
		is_ring = json_array_size(later) == json_array_size(im->rows);
		json_decref(im->rows);
		im->rows = later;
	}
}

/* The second row of a code is refused: one of the two is a mistake. */
static void
note_codes(struct import *im)
{
	json_t *row;
	size_t i;

	json_array_foreach(im->rows, i, row)
	{
		const char *code = text_of(json_object_get(row, "node"), "code");

		if (code && json_object_get(im->waiting, code)) {
			(void)json_object_set_new(
			    row, "why", json_string("another row has the same code"));
			(void)json_object_del(row, "node");
		} else if (code) {
			(void)json_object_set_new(im->waiting, code, json_true());
		}
	}
}

static int
by_row(const void *a, const void *b)
{
	const json_t *const *one = a, *const *two = b;
	json_int_t x = json_integer_value(json_object_get(*one, "row"));
	json_int_t y = json_integer_value(json_object_get(*two, "row"));

	return (x > y) - (x < y);
}

static json_t *
sorted(const json_t *refused, struct arena *arena)
{
	size_t n = json_array_size(refused), i;
	json_t **rows = arena_alloc(arena, (n + 1) * sizeof(json_t *));
	json_t *list = json_array(), *row;

	if (!rows)
		return list;
	json_array_foreach(refused, i, row)
	{
		rows[i] = row;
	}
	qsort(rows, n, sizeof(json_t *), by_row);
	for (i = 0; i < n; i++)
		(void)json_array_append(list, rows[i]);
	return list;
}

/* ---- the operation ----------------------------------------------------------------------- */

static void
take_nodes(struct ask *a, json_t *ret_rows)
{
	json_t *nodes = json_object_get(a->args, "nodes"), *node;
	size_t i;

	if (!json_is_array(nodes)) {
		arg_wrong(a, "nodes", "a list of nodes is expected");
		return;
	}
	json_array_foreach(nodes, i, node)
	{
		(void)json_array_append_new(ret_rows,
		    json_pack("{s:I, s:O}", "row", (json_int_t)i + 1, "node", node));
	}
}

static void
take_csv(struct ask *a, struct plant_csv *ret)
{
	struct err err = { 0 };

	if (plant_csv_read(arg_text(a, "csv", ""), a->arena, ret, &err) != RC_OK)
		arg_wrong(a, "csv", "%s", err.msg);
}

void
op_plant_import(struct ask *a)
{
	struct plant_csv given = { json_array(), json_array() };
	struct import im = {
		.ask = a, .waiting = json_object(), .refused = json_array()
	};

	if (arg_given(a, "nodes") && arg_given(a, "csv"))
		arg_wrong(a, "csv", "give either a list of nodes or a file");
	else if (arg_given(a, "csv"))
		take_csv(a, &given);
	else
		take_nodes(a, given.rows);
	im.rows = given.rows;
	if (args_are_right(a)) {
		note_codes(&im);
		do_rows(&im);
		ask_answer(a,
		    json_pack("{s:I, s:I, s:o, s:O}", "added", (json_int_t)im.n_added,
			"changed", (json_int_t)im.n_changed, "refused",
			sorted(im.refused, a->arena), "unused", given.unused));
	}
	json_decref(im.rows);
	json_decref(im.waiting);
	json_decref(im.refused);
	json_decref(given.unused);
}
