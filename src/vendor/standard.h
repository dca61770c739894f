/* SPDX-License-Identifier: Apache-2.0
 *
 * vendor/standard.h - the jobs that every OLT of a profile should have.
 *
 * The profile defines which columns are read together, how and how often: it depends on
 * the purpose of a column, its table and what reading it costs the OLT. A job without
 * columns is left out (a device without known optics columns has no optics job). The
 * caller makes jobs of the catalogue from them; the key of a column there is
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
	STANDARD_DISCOVERY, /* which ONUs exist: serials, MACs, names, descriptions */
	STANDARD_STATES, /* run and admin state, causes and times, distance, traffic */
	STANDARD_INVENTORY, /* model, versions, profiles, subscriber: rarely changes */
	STANDARD_OPTICS, /* levels, voltage, temperature */
	STANDARD_DETAILS, /* inventory that the OLT must request from each ONU */
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
	const char *description; /* a sentence for users */
	size_t n_columns;
	const struct column *const *columns; /* of the profile; in the arena */
};

/* "optics": part of the job's name. */
const char *standard_name(enum standard_kind kind);

/* The jobs for which the profile has columns, in the order above; returns their number.
 * SIZE_MAX: out of memory. */
size_t standard_jobs(const struct profile *profile, struct arena *arena,
    struct standard_job ret[STANDARD_KINDS]);

#endif
