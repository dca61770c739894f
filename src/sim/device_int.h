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

static inline bool
device_port_is_dark(const struct device *d, uint32_t port)
{
	return d->outages && d->outages[port].began_ms && !d->outages[port].ended_ms;
}

/* "GPON 0/1/3", or in the pattern of the brand if its column has one. */
struct value device_name_of_row(const struct making *m, const struct column *c);

/* The value of the column, as struct value; texts are in the arena. */
struct value device_meaning(const struct making *m, const struct column *c);

#endif
