/* SPDX-License-Identifier: Apache-2.0 */
#include "model/plant.h"

#include "model/entity.h"
#include "model/text.h"

#define AT(member) offsetof(struct plant_node, member)

enum { CODE_MAX = 64, NAME_MAX_CHARS = 128, PLACE_MAX = 48, FARTHEST_M = 100000 };

static const struct entity_field FIELDS[] = {
	{ "kind", NULL, ENTITY_CHOICE, ENTITY_MUST, AT(kind), .fallback = "box",
	    .choices = PLANT_KIND_CHOICES,
	    .option = { NULL, "KIND", "add, change: the kind of node." } },
	{ "name", NULL, ENTITY_NAME, ENTITY_MUST, AT(name), 1, NAME_MAX_CHARS,
	    .option = { NULL, "NAME", "change: the new name." } },
	{ "code", NULL, ENTITY_NAME, 0, AT(code), 0, CODE_MAX,
	    .help = "The label of the node; it is unique.",
	    .option = { NULL, "CODE", "add, change: the label of the node." } },
	{ "parent", "parent_id", ENTITY_INT, ENTITY_NULL, AT(parent), 1, INT64_MAX,
	    .help = "The node above it, by number." },
	{ "olt", "olt_id", ENTITY_INT, ENTITY_NULL, AT(olt), 1, INT64_MAX,
	    .help = "The OLT to which it is connected, by number." },
	{ "place", NULL, ENTITY_NAME, 0, AT(place), 0, PLACE_MAX,
	    .help = "The port to which it is connected: 0/1/3.",
	    .option = { NULL, "PORT",
		"add, change: the port to which it is connected." } },
	{ "latitude", NULL, ENTITY_REAL, ENTITY_NULL, AT(latitude), -90, 90,
	    .option = { NULL, "DEGREES", "add, change: the latitude." } },
	{ "longitude", NULL, ENTITY_REAL, ENTITY_NULL, AT(longitude), -180, 180,
	    .option = { NULL, "DEGREES", "add, change: the longitude." } },
	{ "distance_m", NULL, ENTITY_INT, ENTITY_NULL, AT(distance_m), 1, FARTHEST_M,
	    .help = "Length of the fibre from the OLT, in metres.",
	    .option = { "distance-m", "METRES",
		"add, change: length of the fibre from the OLT." } },
};

const struct entity_type PLANT_NODE_ENTITY = { "plant_node", "plant_nodes",
	sizeof(struct plant_node), "name", .fields = FIELDS,
	.n_fields = sizeof(FIELDS) / sizeof(FIELDS[0]), .is_removed = true };
