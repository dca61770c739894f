/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/life.h - what happens to the ONUs of a simulated OLT.
 *
 * Nothing is stored for an ONU: its serial, its state, the cause of its last outage and
 * its levels are computed from the seed, its number and the time. So a hundred thousand
 * ONUs need no memory, and two runs with the same seed have the same values.
 *
 * Pure; any thread.
 */
#ifndef FACHO_SIM_LIFE_H
#define FACHO_SIM_LIFE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/value.h"

/* The current time, as read by the loop. */
struct moment {
	int64_t mono_us;
	int64_t wall_ms;
};

/* Parameters of all ONUs of an OLT. */
struct life {
	uint64_t seed;
	struct moment start;
	bool is_static; /* the time is constant, at a fixed date */
	double churn_pct; /* ONUs that go down per hour */
	double offline_pct; /* ONUs that are permanently offline */
};

struct onu_life {
	bool is_enabled;
	bool is_online;
	enum state cause; /* of the last time it went down */
	enum state cause_before; /* of the time before that; STATE_NONE: see below */
	int64_t last_up_ms, last_down_ms; /* wall time */
	int64_t booted_ms; /* it has had power since then */
};

/* A pseudo-random number, always the same for the same arguments. */
uint64_t life_hash(uint64_t seed, uint64_t number, uint64_t salt);

/* The same, from 0 to below 1. */
double life_fraction(uint64_t seed, uint64_t number, uint64_t salt);

/* The wall clock; constant in a static life. */
int64_t life_wall_ms(const struct life *life, const struct moment *now);

struct onu_life life_of_onu(
    const struct life *life, uint32_t onu, const struct moment *now);

/* The cause of an ONU before its first fault; it is seldom needed, so it is no part of
 * the above. */
enum state life_cause_before(const struct life *life, uint32_t onu);

/* A reading that varies slowly around a mean between low and high and is always within
 * these limits. */
double life_level(const struct life *life, uint32_t number, uint64_t salt, double low,
    double high, const struct moment *now);

/* How high the usage is: 1 in the evening, -1 twelve hours later, 0 in a static life. */
double life_evening(const struct life *life, const struct moment *now);

/* A counter with its own pace of up to `per_second` on average: more in the evening, less
 * at night. */
uint64_t life_counter(const struct life *life, uint32_t number, uint64_t salt,
    double per_second, const struct moment *now);

/* Vendor letters and eight hex digits; text has 13 bytes. */
void life_serial(
    const struct life *life, const char vendor[5], uint32_t onu, char text[13]);

#endif
