/* SPDX-License-Identifier: Apache-2.0
 *
 * The plant: boxes, splitters and cables between ports and ONUs, which the watcher needs to
 * say where a fibre is cut; and tags of what is important.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/plant.h"
#include "model/text.h"
#include "service/entity_int.h"
#include "service/onu_int.h"
#include "store/incident/plant.h"
#include "store/list/list.h"

enum { ONUS_MOST = 1024, TAGS_MOST = 16, TAG_MAX = 40 };

static void
take_shown_tag(void *ctx, const char *tag)
{
	(void)json_array_append_new(ctx, json_string(tag));
}

json_t *
show_tags(struct db *db, const char *entity, int64_t id)
{
	json_t *tags = json_array();

	if (store_tags_get(db, entity, id, take_shown_tag, tags, NULL) != RC_OK)
		(void)json_array_clear(tags);
	return tags;
}

json_t *
show_node_of_onu(struct db *db, int64_t onu)
{
	int64_t id = 0;
	json_t *node, *shown;

	if (store_plant_of_onu(db, onu, &id, NULL) != RC_OK || !id)
		return json_null();
	node = show_row(db, "plant_nodes", id, NULL);
	if (!node)
		return json_null();
	shown = json_pack("{s:I, s:O, s:O, s:O, s:O}", "id", (json_int_t)id, "name",
	    json_object_get(node, "name"), "code", json_object_get(node, "code"), "kind",
	    json_object_get(node, "kind"), "is_learnt",
	    json_object_get(node, "is_learnt"));
	json_decref(node);
	return shown;
}

static json_t *
show_node(struct db *db, int64_t id, struct err *err)
{
	json_t *node = show_row(db, "plant_nodes", id, err);

	if (node)
		(void)json_object_set_new(node, "tags", show_tags(db, "node", id));
	return node;
}

static const struct entity ENTITY_PLANT_NODE = { "plant_node", show_node };

struct entry {
	struct ask *ask; /* of a change: its arguments are read again when it is made */
	struct plant_node node; /* a new one */
	bool has_onus;
	int64_t *onus; /* owned by the call's arena */
	size_t n_onus;
};

/* ---- what is given --------------------------------------------------------------------- */

static int64_t
find_node_of_plant(struct ask *a, const char *name)
{
	static const struct find_place NODES = { "plant_nodes", "node of the plant",
		"code", { NULL, NULL } };

	return find_in(a, name, &NODES);
}

static void
take_parent(struct ask *a, void *row)
{
	struct plant_node *node = row;

	if (arg_given(a, "parent"))
		node->parent = json_is_null(json_object_get(a->args, "parent"))
		    ? 0
		    : find_node_of_plant(a, "parent");
}

static void
take_olt(struct ask *a, void *row)
{
	struct plant_node *node = row;

	if (arg_given(a, "olt"))
		node->olt = json_is_null(json_object_get(a->args, "olt"))
		    ? 0
		    : find_olt(a, "olt").v;
}

static const struct field_rule RULES[] = { { "parent", take_parent }, { "olt", take_olt },
	{ NULL, NULL } };

/* Serials or numbers. */
static int64_t
find_one(struct ask *a, const json_t *given)
{
	json_t *args = json_pack("{s:O}", "onus", given);
	struct ask one = *a;
	int64_t id;

	one.args = args;
	id = find_onu(&one, "onus").v;
	json_decref(args);
	return id;
}

static void
take_onus(struct ask *a, struct entry *e)
{
	json_t *given = json_object_get(a->args, "onus"), *one;
	size_t i;

	if (!arg_given(a, "onus"))
		return;
	if (!json_is_array(given) || json_array_size(given) > ONUS_MOST) {
		arg_wrong(a, "onus", "a list of at most %d ONUs is expected", ONUS_MOST);
		return;
	}
	e->has_onus = true;
	e->onus = arena_alloc(a->arena, (json_array_size(given) + 1) * sizeof(*e->onus));
	json_array_foreach(given, i, one)
	{
		int64_t id = e->onus ? find_one(a, one) : 0;

		if (id)
			e->onus[e->n_onus++] = id;
	}
}

/* ---- in the writer's thread -------------------------------------------------------------- */

static enum rc
link_onus(const struct entry *e, struct db *db, int64_t node, struct err *err)
{
	return e->has_onus ? store_plant_link(db, node, e->onus, e->n_onus, err) : RC_OK;
}

static enum rc
add(struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;
	struct plant_node node = e->node;
	enum rc rc = store_plant_put(db, &node, c->now_ms, err);

	if (rc == RC_OK)
		c->id = node.id.v;
	return rc == RC_OK ? link_onus(e, db, c->id, err) : rc;
}

static enum rc
change(struct change *c, struct db *db, struct err *err)
{
	const struct entry *e = c->ctx;
	struct plant_node node;
	struct retake again;
	enum rc rc = retake_begin(&again, e->ask, db, err);

	if (rc != RC_OK)
		return rc;
	rc = store_plant_get(db, c->id, again.arena, &node, err);
	if (rc == RC_OK) {
		entity_take(&again.ask, &PLANT_NODE_ENTITY, RULES, &node);
		rc = retake_result(&again, err);
	}
	if (rc == RC_OK)
		rc = store_plant_put(db, &node, c->now_ms, err);
	if (rc == RC_OK)
		rc = link_onus(e, db, c->id, err);
	retake_end(&again);
	return rc;
}

static enum rc
take_away(struct change *c, struct db *db, struct err *err)
{
	return store_plant_delete(db, c->id, err);
}

/* ---- operations -------------------------------------------------------------------------- */

void
op_plant_get(struct ask *a)
{
	int64_t id = find_node_of_plant(a, "node");

	if (args_are_right(a))
		answer_shown(a, &ENTITY_PLANT_NODE, id);
}

void
op_plant_add(struct ask *a)
{
	struct entry e = { .node = { .latitude = NAN, .longitude = NAN } };
	struct change c = { "create", &ENTITY_PLANT_NODE, 0, add, &e, 0 };

	entity_init(&PLANT_NODE_ENTITY, &e.node);
	entity_take(a, &PLANT_NODE_ENTITY, RULES, &e.node);
	take_onus(a, &e);
	if (args_are_right(a) && change_make(a, &c) == RC_OK)
		answer_shown(a, &ENTITY_PLANT_NODE, c.id);
}

void
op_plant_change(struct ask *a)
{
	struct entry e = { .ask = a };
	struct change c = { "update", &ENTITY_PLANT_NODE, find_node_of_plant(a, "node"),
		change, &e, 0 };

	take_onus(a, &e);
	if (args_are_right(a) && change_make(a, &c) == RC_OK)
		answer_shown(a, &ENTITY_PLANT_NODE, c.id);
}

void
op_plant_delete(struct ask *a)
{
	struct change c = { "delete", &ENTITY_PLANT_NODE, find_node_of_plant(a, "node"),
		take_away, NULL, 0 };

	if (args_are_right(a) && change_make(a, &c) == RC_OK)
		ask_answer(a, json_pack("{s:I}", "id", (json_int_t)c.id));
}

/* ---- tags -------------------------------------------------------------------------------- */

struct tagging {
	const char *entity; /* as stored */
	const char *tags[TAGS_MOST];
	size_t n;
};

static enum rc
set_tags(struct change *c, struct db *db, struct err *err)
{
	const struct tagging *t = c->ctx;

	return store_tags_set(db, t->entity, c->id, t->tags, t->n, err);
}

static void
take_tags(struct ask *a, struct tagging *t)
{
	json_t *given = json_object_get(a->args, "tags"), *one;
	size_t i;

	if (!json_is_array(given) || json_array_size(given) > TAGS_MOST) {
		arg_wrong(a, "tags", "a list of at most %d tags is expected", TAGS_MOST);
		return;
	}
	json_array_foreach(given, i, one)
	{
		const char *tag = json_string_value(one);

		arg_check_name(a, "tags", tag, 1, TAG_MAX);
		if (tag)
			t->tags[t->n++] = tag;
	}
}

/* The thing itself does not change: the audit log has the tags. */
static void
tag(struct ask *a, const struct entity *entity, const char *stored, int64_t id)
{
	struct tagging t = { .entity = stored };
	struct change c = { "tag", entity, id, set_tags, &t, 0 };
	json_t *details;

	take_tags(a, &t);
	if (!args_are_right(a))
		return;
	details = json_pack(
	    "{s:I, s:O}", "id", (json_int_t)id, "tags", json_object_get(a->args, "tags"));
	c.details = details;
	if (change_make(a, &c) == RC_OK)
		ask_answer(a, json_incref(details));
	json_decref(details);
}

static json_t *
show_tagged(struct db *db, int64_t id, struct err *err)
{
	(void)db;
	(void)err;
	return json_pack("{s:I}", "id", (json_int_t)id);
}

void
op_plant_tag(struct ask *a)
{
	tag(a, &ENTITY_PLANT_NODE, "node", find_node_of_plant(a, "node"));
}

void
op_onu_tag(struct ask *a)
{
	static const struct entity ENTITY_TAGGED_ONU = { "onu", show_tagged };

	tag(a, &ENTITY_TAGGED_ONU, "onu", find_onu(a, "onu").v);
}

void
op_olt_tag(struct ask *a)
{
	tag(a, &ENTITY_OLT, "olt", find_olt(a, "olt").v);
}

/* ---- on which node an ONU hangs ------------------------------------------------------------ */

static enum rc
hang(struct change *c, struct db *db, struct err *err)
{
	const int64_t *node = c->ctx;

	return store_plant_hang(db, c->id, *node, err);
}

static json_t *
show_hung(struct db *db, int64_t id, struct err *err)
{
	(void)err;
	return json_pack(
	    "{s:I, s:o}", "id", (json_int_t)id, "node", show_node_of_onu(db, id));
}

void
op_onu_node(struct ask *a)
{
	static const struct entity ENTITY_HUNG_ONU = { "onu", show_hung };
	int64_t node = 0;
	struct change c = { "update", &ENTITY_HUNG_ONU, find_onu(a, "onu").v, hang, &node,
		0 };

	if (!json_is_null(json_object_get(a->args, "node")))
		node = find_node_of_plant(a, "node");
	if (args_are_right(a) && change_make(a, &c) == RC_OK)
		answer_shown(a, &ENTITY_HUNG_ONU, c.id);
}
