/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/outside_int.h - the network outside of a simulated OLT: fibre, boxes and power.
 *
 *	OLT ── trunk cable (fibres of several ports) ── feeder of a port ─┬─ box ── drops ── ONUs
 *	                                                                  └─ box ...
 *
 * A box is the last splitter with its ONUs, which are near each other. A power zone is a
 * district: some boxes of some neighbouring ports. Everything is calculated from the shape
 * (struct outside) and the seed; nothing is stored.
 *
 * Numbering: ports and ONUs as in plant.h; boxes of a port, trunks and zones from 0.
 *
 * Pure; any thread.
 */
#ifndef FACHO_SIM_OUTSIDE_INT_H
#define FACHO_SIM_OUTSIDE_INT_H

#include "sim/plant.h"

/* A rectangle of boxes: these boxes of each of these ports. */
struct area {
	uint32_t first_port, n_ports;
	uint32_t first_box, n_boxes;
};

/* The box of an ONU on its port. */
static inline uint32_t
outside_box_of_onu(const struct plant *plant, uint32_t onu)
{
	return onu % plant->onus / plant->outside.box_onus;
}

static inline bool
area_has_onu(const struct area *area, const struct plant *plant, uint32_t onu)
{
	uint32_t port = plant_port_of_onu(plant, onu);

	return port - area->first_port < area->n_ports &&
	    outside_box_of_onu(plant, onu) - area->first_box < area->n_boxes;
}

static inline bool
area_has_port(const struct area *area, uint32_t port)
{
	return port - area->first_port < area->n_ports;
}

/* How many boxes a port has, and how many trunks and zones the OLT has. */
uint32_t outside_boxes(const struct plant *plant);
uint32_t outside_trunks(const struct plant *plant);
uint32_t outside_zones(const struct plant *plant);

/* All boxes of n ports; of a trunk; of a zone. The numbers must exist. */
struct area outside_ports(const struct plant *plant, uint32_t first, uint32_t n);
struct area outside_trunk(const struct plant *plant, uint32_t trunk);
struct area outside_zone(const struct plant *plant, uint32_t zone);

/* The fibre from the OLT to an ONU. ONUs of a box differ by less than 200 m. */
uint32_t outside_distance_m(
    const struct plant *plant, const struct life *life, uint32_t onu);

#endif
