/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/device_int.h - what the files that make values share.
 */
#ifndef FACHO_SIM_DEVICE_INT_H
#define FACHO_SIM_DEVICE_INT_H

#include "sim/device.h"

/* One value being made. */
struct making {
	const struct device *d;
	const struct segment *segment;
	const struct row *row;
	const struct moment *now;
	struct arena *arena;
	uint64_t extra; /* behind the last row: counted from 1; 0: the row itself */
};

static inline bool
device_port_is_dark(const struct device *d, uint32_t port)
{
	return d->outages && d->outages[port].began_ms && !d->outages[port].ended_ms;
}

/* "GPON 0/1/3", with the brand's own pattern where its column has one. */
struct value device_name_of_row(const struct making *m, const struct column *c);

/* What the column says, in our terms; texts go to the arena. */
struct value device_meaning(const struct making *m, const struct column *c);

#endif
