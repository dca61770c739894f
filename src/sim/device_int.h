/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/device_int.h - shared by the files that make values.
 */
#ifndef FACHO_SIM_DEVICE_INT_H
#define FACHO_SIM_DEVICE_INT_H

#include "sim/device.h"

/* A value while it is made. */
struct making {
	const struct device *d;
	const struct segment *segment;
	const struct row *row;
	const struct moment *now;
	struct arena *arena;
	uint64_t extra; /* rows after the last one, from 1; 0: a normal row */
};

static inline struct fault_ground
device_ground(const struct device *d)
{
	return (struct fault_ground){ d->plant, &d->life, &d->habits };
}

/* What is known of an ONU at this time. */
struct onu_life device_onu(
    const struct device *d, uint32_t onu, const struct moment *now);

/* How many ONUs of a port are online. */
uint32_t device_online_onus(
    const struct device *d, uint32_t port, const struct moment *now);

/* The OLT receives no light on this port: the fibre, the module or the card does not
 * work, or no customer has power. */
bool device_port_is_dark(const struct device *d, uint32_t port, const struct moment *now);

/* A fault of this kind that is at this port now; NULL: there is none. */
const struct fault *device_port_fault(const struct device *d, enum fault_kind kind,
    uint32_t port, const struct moment *now);

/* dB that faults take from the light of an ONU now. */
double device_loss_db(
    const struct device *d, uint32_t onu, const struct moment *now, bool is_downstream);

/* Port "1/3" (slot/port), or "3"; card "1". With RC_NOT_FOUND the message names the
 * existing ones. */
enum rc device_find_port(const struct plant *plant, const char *text, uint32_t *ret_port,
    struct err *err) MUST_CHECK;
enum rc device_find_board(const struct plant *plant, const char *text,
    uint32_t *ret_board, struct err *err) MUST_CHECK;

/* "GPON 0/1/3", or in the pattern of the brand if its column has one. */
struct value device_name_of_row(const struct making *m, const struct column *c);

/* The value of the column, as struct value; texts are in the arena. */
struct value device_meaning(const struct making *m, const struct column *c);

#endif
