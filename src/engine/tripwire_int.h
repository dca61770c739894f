/* SPDX-License-Identifier: Apache-2.0
 *
 * engine/tripwire_int.h - counts of ONUs online per port, in the request of a probe.
 *
 * Columns that the profile marks with "counts": "online" are read for at most 15 ports,
 * in turn if the OLT has more. A count that falls (sched/tripwire.h) is an event of the
 * port (part_events, `count`).
 *
 * Probes must not become worse by it: after one without an answer the next is without
 * counts. An OLT that twice answers only without them gets none for an hour.
 *
 * Engine thread only. For the files of engine/ only.
 */
#ifndef FACHO_ENGINE_TRIPWIRE_INT_H
#define FACHO_ENGINE_TRIPWIRE_INT_H

#include "engine/device_int.h"
#include "store/part/parts.h"

enum { TRIPWIRES_MAX = 15, TRIPWIRE_ARCS_MAX = 16 };

struct tripwire {
	struct position port;
	const struct column *column; /* of the OLT's profile */
	uint32_t arcs[TRIPWIRE_ARCS_MAX]; /* of the row */
	size_t n_arcs;
};

/* What one probe asks, and what it found. */
struct tripwires {
	size_t n;
	struct tripwire at[TRIPWIRES_MAX];
	size_t n_falls;
	struct port_fall falls[TRIPWIRES_MAX];
};

/* The ports whose turn it is, at most `most`; none if the OLT or its profile has no such
 * count. */
void tripwires_choose(struct device *device, size_t most, struct tripwires *ret);

/* The answer for the i-th. */
void tripwires_take(
    struct device *device, struct tripwires *t, size_t i, const struct snmp_value *value);

/* The probe has ended. */
void tripwires_probed(
    struct device *device, const struct tripwires *t, bool was_answered);

#endif
