/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/outside_int.h"

#include <assert.h>

enum { SALT_FEEDER = 3000, SALT_BOX, SALT_DROP };

enum {
	FEEDER_MIN_M = 500,
	FEEDER_SPREAD_M = 5000,
	BOX_STEP_M = 350, /* from one box to the next */
	BRANCH_MAX_M = 9000, /* with many boxes they are nearer to each other */
	DROP_MIN_M = 15,
	DROP_SPREAD_M = 150,
};

static uint32_t
ceil_div(uint32_t n, uint32_t by)
{
	return (n + by - 1) / by;
}

static uint32_t
least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

uint32_t
outside_boxes(const struct plant *plant)
{
	return ceil_div(plant->onus, plant->outside.box_onus);
}

uint32_t
outside_trunks(const struct plant *plant)
{
	return ceil_div(plant->ports, plant->outside.trunk_ports);
}

/* How many boxes of a port are in one zone. */
static uint32_t
boxes_of_a_zone(const struct plant *plant)
{
	uint32_t all = outside_boxes(plant);

	return plant->outside.zone_boxes ? least(plant->outside.zone_boxes, all) : all;
}

/* How many zones the boxes of one port are in. */
static uint32_t
zones_of_a_port(const struct plant *plant)
{
	uint32_t boxes = boxes_of_a_zone(plant);

	return boxes ? ceil_div(outside_boxes(plant), boxes) : 0;
}

uint32_t
outside_zones(const struct plant *plant)
{
	return ceil_div(plant->ports, plant->outside.zone_ports) * zones_of_a_port(plant);
}

struct area
outside_ports(const struct plant *plant, uint32_t first, uint32_t n)
{
	return (struct area){ .first_port = first,
		.n_ports = least(n, plant->ports - first),
		.n_boxes = outside_boxes(plant) };
}

struct area
outside_trunk(const struct plant *plant, uint32_t trunk)
{
	uint32_t ports = plant->outside.trunk_ports;

	return outside_ports(plant, trunk * ports, ports);
}

struct area
outside_zone(const struct plant *plant, uint32_t zone)
{
	uint32_t of_port = zones_of_a_port(plant), ports = plant->outside.zone_ports;

	assert(of_port > 0);
	struct area area = outside_ports(plant, zone / of_port * ports, ports);

	area.first_box = zone % of_port * boxes_of_a_zone(plant);
	area.n_boxes = boxes_of_a_zone(plant);
	return area;
}

static uint32_t
some_metres(const struct life *life, uint32_t number, uint64_t salt, uint32_t up_to)
{
	return (uint32_t)(life_hash(life->seed, number, salt) % up_to);
}

uint32_t
outside_distance_m(const struct plant *plant, const struct life *life, uint32_t onu)
{
	uint32_t port = plant_port_of_onu(plant, onu);
	uint32_t box = outside_box_of_onu(plant, onu), boxes = outside_boxes(plant);
	uint32_t step = least(BOX_STEP_M, BRANCH_MAX_M / boxes + 1);

	return FEEDER_MIN_M + some_metres(life, port, SALT_FEEDER, FEEDER_SPREAD_M) +
	    box * step + some_metres(life, port * boxes + box, SALT_BOX, step) +
	    DROP_MIN_M + some_metres(life, onu, SALT_DROP, DROP_SPREAD_M);
}
