/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/device.h - the values a simulated OLT has at a moment.
 *
 * A device is a plant (shared) plus what is its own: seed, boot time, ports in
 * the dark, cards pulled out. Values are made when they are asked for.
 *
 * One owner; the clock is an argument.
 */
#ifndef FACHO_SIM_DEVICE_H
#define FACHO_SIM_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "sim/life.h"
#include "sim/plant.h"

/* When a port was dark, by the wall clock. began_ms 0: never; ended_ms 0: it still is. */
struct port_outage {
	int64_t began_ms, ended_ms;
};

struct device {
	const struct plant *plant;
	struct life life;
	int64_t booted_us; /* monotonic */
	uint32_t boots; /* how often it has booted, from 1 */
	double cpu_pct; /* of the CPU model; below 0: there is none */
	struct port_outage *outages; /* by port, the last one. NULL: there was none */
	bool *is_gone; /* by board. NULL: none is */
	uint32_t clones; /* the first so many ONUs have one serial */
	char name[SETTING_TEXT_MAX];
};

void device_init(
    struct device *d, const struct plant *plant, uint64_t seed, const struct moment *now);
void device_fini(struct device *d);

/* Power off and on: sysUpTime starts at 0 again, and so does the v3 clock. */
void device_reboot(struct device *d, const struct moment *now);

/* "1/3" (slot/port) or "3" where the brand has no slots: its ONUs lose the
 * light, or get it back. RC_NOT_FOUND names what there is. */
enum rc device_set_dark(struct device *d, const char *port, bool is_dark,
    const struct moment *now, struct err *err) MUST_CHECK;

/* The same with its times, also for one that is over. */
enum rc device_set_outage(struct device *d, const char *port, struct port_outage outage,
    struct err *err) MUST_CHECK;

/* A card pulled out: its rows, its ports' and its ONUs' are gone. */
enum rc device_set_gone(struct device *d, const char *card, bool is_gone, struct err *err)
    MUST_CHECK;

/* Is this row there at present? */
bool device_has_row(const struct device *d, const struct row *row);

/* Octets and arcs of the value are borrowed from the arena or the tree. */
void device_value(const struct device *d, struct place at, const struct moment *now,
    struct arena *arena, struct snmp_value *ret_value);

/* The same for extra row k behind the last one (sim/endless_int.h): it is like one of the
 * rows that there are, but for its serial. */
void device_extra_value(const struct device *d, struct place at, uint64_t k,
    const struct moment *now, struct arena *arena, struct snmp_value *ret_value);

/* What a column says of an ONU, a port or a card at a moment, in our own terms; also of
 * moments before the device was made, which are as those that follow, but for its uptime.
 * Texts are borrowed as above. */
struct value device_row_value(const struct device *d, const struct column *column,
    const struct row *row, const struct moment *at, struct arena *arena);

/* Hundredths of a second since it booted. */
uint32_t device_uptime_ticks(const struct device *d, const struct moment *now);

#endif
