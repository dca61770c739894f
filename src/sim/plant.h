/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/plant.h - the hardware of an OLT: cards, ports, ONUs, and their OIDs.
 *
 * A plant is made from a profile and a size. It defines the slot, port and number of each
 * ONU (as the brand numbers them) and the existing OIDs; the values come from device.h.
 * It does not change after it was made: all OLTs of the same shape share one.
 *
 * Numbering: ports are 0, 1, 2 ... over the whole OLT, ONUs likewise (port * onus +
 * number on the port), boards are the slots in use.
 */
#ifndef FACHO_SIM_PLANT_H
#define FACHO_SIM_PLANT_H

#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "model/position.h"
#include "sim/life.h"
#include "sim/settings_int.h"
#include "sim/tree_int.h"
#include "vendor/profile.h"

struct plant {
	const struct profile *profile; /* NULL: a recording */
	struct tree *tree; /* owned */
	uint32_t ports, onus, boards, autofind;
	uint32_t ports_per_board;
	bool counts_onus_in_all; /* an ONU's number is unique in the chassis */
	/* The first number of each part; unused parts are 0. */
	uint32_t first[POS_PARTS];
	char vendor_letters[5]; /* of its ONUs' serials */
	char sys_descr[256];
	struct oid sys_object_id;
	const char *model;
	struct outside outside;
	const struct detect_rule *rule; /* the rule that must detect it; NULL */
	bool has_serial_index; /* the tree depends on the seed: it cannot be shared */
	unsigned users;
};

/* RC_INVALID: the profile does not allow so many ports or ONUs. life is used only for
 * serials that are part of an index. */
enum rc plant_new_from_profile(const struct profile *profile, const struct olt_spec *spec,
    const struct life *life, struct plant **ret_plant, struct err *err) MUST_CHECK;

/* Make a plant from a recording. The message starts with the file's name. */
enum rc plant_new_from_recording(
    const char *path, struct plant **ret_plant, struct err *err) MUST_CHECK;

struct plant *plant_ref(struct plant *plant);
void plant_unref(struct plant *plant);
OWNED_BY(struct plant, plant_unref);

struct position plant_board(const struct plant *plant, uint32_t board);
struct position plant_port(const struct plant *plant, uint32_t port);
struct position plant_onu(const struct plant *plant, uint32_t onu);

static inline uint32_t
plant_port_of_onu(const struct plant *plant, uint32_t onu)
{
	return onu / plant->onus;
}

static inline uint32_t
plant_board_of_port(const struct plant *plant, uint32_t port)
{
	return port / plant->ports_per_board;
}

#endif
