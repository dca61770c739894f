/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/life.h - what happens to the ONUs of a simulated OLT.
 *
 * Nothing is stored for an ONU: its serial, whether it is up, why it went down
 * and its levels are computed from the seed, its number and the time, so that
 * a hundred thousand ONUs cost no memory and two runs with the same seed agree.
 *
 * Pure; any thread.
 */
#ifndef FACHO_SIM_LIFE_H
#define FACHO_SIM_LIFE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/value.h"

/* The present, as the loop read it. */
struct moment {
	int64_t mono_us;
	int64_t wall_ms;
};

/* What the lives of all ONUs of an OLT have in common. */
struct life {
	uint64_t seed;
	struct moment start;
	bool is_static; /* time stands still, on a fixed date */
	double churn_pct; /* of the ONUs go down in an hour */
	double offline_pct; /* are down for good */
};

struct onu_life {
	bool is_enabled;
	bool is_online;
	enum state cause; /* of the last time it went down */
	int64_t last_up_ms, last_down_ms; /* wall time */
};

/* A number that looks random but is always the same for the same question. */
uint64_t life_hash(uint64_t seed, uint64_t number, uint64_t salt);

/* The same, from 0 to below 1. */
double life_fraction(uint64_t seed, uint64_t number, uint64_t salt);

/* The wall clock; it stands still in a static life. */
int64_t life_wall_ms(const struct life *life, const struct moment *now);

struct onu_life life_of_onu(
    const struct life *life, uint32_t onu, const struct moment *now);

/* A reading that swings slowly around a middle of its own between low and high
 * (both never passed). */
double life_level(const struct life *life, uint32_t number, uint64_t salt, double low,
    double high, const struct moment *now);

/* How much people are at it: 1 in the evening, -1 twelve hours later, 0 in a static life. */
double life_evening(const struct life *life, const struct moment *now);

/* A counter that grows at a pace of its own, up to `per_second` on an average: more in the
 * evening, less at night. */
uint64_t life_counter(const struct life *life, uint32_t number, uint64_t salt,
    double per_second, const struct moment *now);

/* Vendor letters and eight hex digits; text has 13 bytes. */
void life_serial(
    const struct life *life, const char vendor[5], uint32_t onu, char text[13]);

#endif
