/* SPDX-License-Identifier: Apache-2.0
 *
 * model/plant.h - a node of the plant: what is between a port and its ONUs (a box, a
 * splitter, a cable), or around OLTs (a site, a zone). Plain value; text is borrowed.
 */
#ifndef FACHO_MODEL_PLANT_H
#define FACHO_MODEL_PLANT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/ids.h"

struct entity_type;

/* In the order of enum plant_kind. */
#define PLANT_KIND_CHOICES "site|zone|trunk|odf|splitter|box|group"

enum plant_kind {
	PLANT_SITE,
	PLANT_ZONE,
	PLANT_TRUNK,
	PLANT_ODF,
	PLANT_SPLITTER,
	PLANT_BOX,
	PLANT_GROUP,
};

struct plant_node {
	struct node_id id; /* 0: not stored yet */
	int64_t parent; /* 0: none */
	enum plant_kind kind;
	const char *code; /* its label; "" or unique */
	const char *name;
	int64_t olt; /* 0: none */
	const char *place; /* port to which it is connected: "0/1/3"; "" */
	double latitude, longitude; /* NaN: unknown */
	int64_t distance_m; /* distance from the OLT; 0: unknown */
};

extern const struct entity_type PLANT_NODE_ENTITY;

#endif
