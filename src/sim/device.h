/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/device.h - the values of a simulated OLT at a given time.
 *
 * A device is a plant (shared) and its own state: seed, boot time, ports without light,
 * removed cards, faults. Values are computed when they are requested.
 *
 * One owner; the time is an argument.
 */
#ifndef FACHO_SIM_DEVICE_H
#define FACHO_SIM_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "sim/fault_int.h"
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
	size_t n_faults;
	struct fault *faults; /* in the order in which they were added; owned */
	int64_t boots_at_us; /* monotonic: it is silent until then; 0: it runs */
	struct habits habits;
	uint32_t clones; /* this many ONUs, from the first, have the same serial */
	char name[SETTING_TEXT_MAX];
};

void device_init(
    struct device *d, const struct plant *plant, uint64_t seed, const struct moment *now);
void device_fini(struct device *d);

/* Use these settings from now on. */
void device_set_behaviour(struct device *d, const struct behaviour *b);

/* Is it switched off for a reboot? Must be called before values are requested, so that
 * it boots at the end of that. */
bool device_is_booting(struct device *d, const struct moment *now);

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

/* Add a fault whose fields are all set; it may lie in the past. The device remembers
 * 200 of them, so that values stay fast: then the oldest that are over are forgotten.
 * RC_BUSY: 200 are not over. */
enum rc device_add_fault(struct device *d, const struct fault *fault,
    const struct moment *now, struct err *err) MUST_CHECK;

/* End fault `id` now, if it is not over. NULL: there is no such fault. */
const struct fault *device_end_fault(
    struct device *d, uint32_t id, const struct moment *now);

/* The ONUs that a fault of this device changes: those that were up when it began. onus
 * has place for all ONUs of the area. Returns their number. */
size_t device_fault_onus(const struct device *d, const struct fault *fault,
    const struct moment *now, uint32_t *onus);

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
