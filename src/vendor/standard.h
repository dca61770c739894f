/* SPDX-License-Identifier: Apache-2.0
 *
 * vendor/standard.h - the jobs that every OLT of a profile should have.
 *
 * Which columns are read together, how and how often, follows from the profile alone:
 * what a column is for, in which table it stands and what reading it costs the OLT. A
 * job without columns is left out (a box whose optics nobody knows has no optics job).
 * Turning them into jobs of the catalogue is the caller's: a column is there under
 * standard_key().
 *
 * Pure; any thread.
 */
#ifndef FACHO_VENDOR_STANDARD_H
#define FACHO_VENDOR_STANDARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/execution.h"
#include "vendor/profile.h"

enum standard_kind {
	STANDARD_DISCOVERY, /* who is there: serials, MACs, names, descriptions */
	STANDARD_STATES, /* run and admin state, causes and times, distance, traffic */
	STANDARD_INVENTORY, /* model, versions, profiles, subscriber: what rarely changes */
	STANDARD_OPTICS, /* levels, voltage, temperature */
	STANDARD_DETAILS, /* inventory for which the OLT must ask each ONU */
	STANDARD_PORTS,
	STANDARD_CHASSIS,
	STANDARD_KINDS,
};

struct standard_job {
	enum standard_kind kind;
	enum task_type type;
	bool is_sweep; /* in slices over the interval: it has slow columns */
	int64_t interval_ms;
	int64_t priority;
	int64_t max_retries;
	int64_t retry_delay_ms;
	const char *lane; /* "discovery", "polling" */
	const char *description; /* a sentence for people */
	size_t n_columns;
	const struct column *const *columns; /* of the profile; in the arena */
};

/* "optics": part of the job's name. */
const char *standard_name(enum standard_kind kind);

/* Those that the profile has columns for, in the order above; returns how many.
 * SIZE_MAX: no memory. */
size_t standard_jobs(const struct profile *profile, struct arena *arena,
    struct standard_job ret[STANDARD_KINDS]);

#endif
