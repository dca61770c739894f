/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/fault_int.h - faults of the network outside and of the OLT's hardware, and what they
 * do to an ONU.
 *
 * A fault has a place (an area of boxes, or one ONU), a begin and an end. Nothing is done
 * when it begins or ends: the values of an ONU are calculated from its faults and the
 * time. So faults may lie in the past or end by themselves.
 *
 * Each ONU goes down a moment after the begin and comes back a while after the end: after
 * a repair of fibre within ten seconds, after a power cut as slowly as ONUs boot.
 *
 * Pure; any thread.
 */
#ifndef FACHO_SIM_FAULT_INT_H
#define FACHO_SIM_FAULT_INT_H

#include "sim/outside_int.h"

enum fault_kind {
	FAULT_FEEDER, /* the fibre from the OLT to the boxes of a port is cut */
	FAULT_BOX, /* the fibre to a box */
	FAULT_TRUNK, /* a cable with the feeders of several ports */
	FAULT_DROP, /* the fibre from the box to one ONU */
	FAULT_POWER, /* the customers have no electricity */
	FAULT_CARD, /* a card of the OLT does not work */
	FAULT_SFP, /* the optical module of a port does not work */
	FAULT_REBOOT, /* the OLT is silent until the end, then it boots */
	FAULT_ROGUE, /* an ONU transmits out of turn: others go up and down */
	FAULT_BEND, /* light is lost, downstream more than upstream */
	FAULT_DRIFT, /* light is lost slowly */
	FAULT_KINDS,
};

#define FAULT_ALL_ONUS UINT32_MAX

struct fault {
	uint32_t id; /* from 1; never used again */
	enum fault_kind kind;
	struct area area;
	uint32_t onu; /* only this one; FAULT_ALL_ONUS: all of the area */
	uint32_t rogue; /* FAULT_ROGUE: the ONU that disturbs the others */
	int64_t began_ms, ended_ms; /* wall time; ended_ms INT64_MAX: not known yet */
	double db; /* FAULT_BEND: lost downstream; FAULT_DRIFT: lost in a day */
};

/* "feeder". */
const char *fault_kind_name(enum fault_kind kind);
bool fault_kind_from_name(const char *name, enum fault_kind *ret_kind);

/* Everything that decides what a fault does. */
struct fault_ground {
	const struct plant *plant;
	const struct life *life;
	const struct habits *habits;
};

static inline bool
fault_is_at_onu(const struct fault *f, const struct plant *plant, uint32_t onu)
{
	return f->onu == FAULT_ALL_ONUS ? area_has_onu(&f->area, plant, onu)
					: f->onu == onu;
}

static inline bool
fault_is_at(const struct fault *f, int64_t wall_ms)
{
	return f->began_ms <= wall_ms && wall_ms < f->ended_ms;
}

/* Does it change this ONU, if the ONU is up: its state, or its levels? */
bool fault_reaches(const struct fault *f, const struct fault_ground *g, uint32_t onu);

/* Change what is known of an ONU at this time, which was *l without the fault. */
void fault_apply(const struct fault *f, const struct fault_ground *g, uint32_t onu,
    int64_t wall_ms, struct onu_life *l);

/* dB lost at this time between the OLT and an ONU. */
double fault_loss_db(const struct fault *f, const struct fault_ground *g, uint32_t onu,
    int64_t wall_ms, bool is_downstream);

/* The model of this ONU never sends a dying gasp. */
static inline bool
onu_is_mute(const struct life *life, const struct habits *habits, uint32_t onu)
{
	enum { SALT_MUTE = 3100 };

	return habits->mute_pct > 0 &&
	    life_fraction(life->seed, onu, SALT_MUTE) * 100 < habits->mute_pct;
}

/* ---- places, as users write them (fault_place.c) ------------------------------- */

/* NULL and 0: not given. Boxes of a port, trunks and zones are numbered from 1, ONUs as
 * the brand does. */
struct fault_words {
	const char *port, *card; /* "1/3", "1" */
	uint32_t box, trunk, zone;
	bool has_onu;
	uint32_t onu;
};

/* Set the place of a fault whose kind is set. RC_INVALID, RC_NOT_FOUND: the message says
 * which places are right. */
enum rc fault_set_place(struct fault *f, const struct plant *plant,
    const struct fault_words *words, struct err *err) MUST_CHECK;

#endif
