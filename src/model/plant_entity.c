/* SPDX-License-Identifier: Apache-2.0 */
#include "model/plant.h"

#include "model/entity.h"
#include "model/text.h"

#define AT(member) offsetof(struct plant_node, member)

enum { CODE_MAX = 64, NAME_MAX_CHARS = 128, PLACE_MAX = 48, FARTHEST_M = 100000 };

static const struct entity_field FIELDS[] = {
	{ "kind", NULL, ENTITY_CHOICE, ENTITY_MUST, AT(kind), .fallback = "box",
	    .choices = PLANT_KIND_CHOICES,
	    .option = { NULL, "KIND", "add, change: what it is." } },
	{ "name", NULL, ENTITY_NAME, ENTITY_MUST, AT(name), 1, NAME_MAX_CHARS,
	    .option = { NULL, "NAME", "change: the new name." } },
	{ "code", NULL, ENTITY_NAME, 0, AT(code), 0, CODE_MAX,
	    .help = "What is written on it; no other node has the same.",
	    .option = { NULL, "CODE", "add, change: what is written on it." } },
	{ "parent", "parent_id", ENTITY_INT, ENTITY_NULL, AT(parent), 1, INT64_MAX,
	    .help = "The node that it hangs on, by its number." },
	{ "olt", "olt_id", ENTITY_INT, ENTITY_NULL, AT(olt), 1, INT64_MAX,
	    .help = "The OLT that it hangs on, by its number." },
	{ "place", NULL, ENTITY_NAME, 0, AT(place), 0, PLACE_MAX,
	    .help = "The port that it hangs on: 0/1/3.",
	    .option = { NULL, "PORT", "add, change: the port that it hangs on." } },
	{ "latitude", NULL, ENTITY_REAL, ENTITY_NULL, AT(latitude), -90, 90,
	    .option = { NULL, "DEGREES", "add, change: where it is." } },
	{ "longitude", NULL, ENTITY_REAL, ENTITY_NULL, AT(longitude), -180, 180,
	    .option = { NULL, "DEGREES", "add, change: where it is." } },
	{ "distance_m", NULL, ENTITY_INT, ENTITY_NULL, AT(distance_m), 1, FARTHEST_M,
	    .help = "From the OLT, in metres of fibre.",
	    .option = { "distance-m", "METRES", "add, change: fibre from the OLT." } },
};

const struct entity_type PLANT_NODE_ENTITY = { "plant_node", "plant_nodes",
	sizeof(struct plant_node), "name", .fields = FIELDS,
	.n_fields = sizeof(FIELDS) / sizeof(FIELDS[0]), .is_removed = true };
