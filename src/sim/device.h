/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/device.h - the values of a simulated OLT at a given time.
 *
 * A device is a plant (shared) and its own state: seed, boot time, ports without light,
 * removed cards. Values are computed when they are requested.
 *
 * One owner; the time is an argument.
 */
#ifndef FACHO_SIM_DEVICE_H
#define FACHO_SIM_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "sim/life.h"
#include "sim/plant.h"

/* When a port had no light, in wall time. began_ms 0: never; ended_ms 0: it still has
 * none. */
struct port_outage {
	int64_t began_ms, ended_ms;
};

struct device {
	const struct plant *plant;
	struct life life;
	int64_t booted_us; /* monotonic */
	uint32_t boots; /* how often it has booted, from 1 */
	double cpu_pct; /* of the CPU model; below 0: there is no model */
	struct port_outage *outages; /* last outage of each port; NULL: none */
	bool *is_gone; /* removed boards; NULL: none */
	uint32_t clones; /* this many ONUs, from the first, have the same serial */
	char name[SETTING_TEXT_MAX];
};

void device_init(
    struct device *d, const struct plant *plant, uint64_t seed, const struct moment *now);
void device_fini(struct device *d);

/* Switch it off and on: sysUpTime and the v3 clock start at 0 again. */
void device_reboot(struct device *d, const struct moment *now);

/* Port "1/3" (slot/port), or "3" if the brand has no slots: its ONUs lose the light, or
 * get it back. With RC_NOT_FOUND the message names the existing ports. */
enum rc device_set_dark(struct device *d, const char *port, bool is_dark,
    const struct moment *now, struct err *err) MUST_CHECK;

/* The same with start and end time, also for an outage that is over. */
enum rc device_set_outage(struct device *d, const char *port, struct port_outage outage,
    struct err *err) MUST_CHECK;

/* Remove a card: the rows of the card, its ports and its ONUs disappear. */
enum rc device_set_gone(struct device *d, const char *card, bool is_gone, struct err *err)
    MUST_CHECK;

/* Does this row exist now? */
bool device_has_row(const struct device *d, const struct row *row);

/* Octets and arcs of the value are borrowed from the arena or the tree. */
void device_value(const struct device *d, struct place at, const struct moment *now,
    struct arena *arena, struct snmp_value *ret_value);

/* The same for extra row k after the last one (sim/endless_int.h): it is like one of the
 * existing rows, with another serial. */
void device_extra_value(const struct device *d, struct place at, uint64_t k,
    const struct moment *now, struct arena *arena, struct snmp_value *ret_value);

/* The value of a column for an ONU, a port or a card at a given time, as struct value.
 * Times before the device was created are allowed: then its values are computed in the
 * same way, except its uptime. Texts are borrowed as above. */
struct value device_row_value(const struct device *d, const struct column *column,
    const struct row *row, const struct moment *at, struct arena *arena);

/* Hundredths of a second since the last boot. */
uint32_t device_uptime_ticks(const struct device *d, const struct moment *now);

#endif
