/* SPDX-License-Identifier: Apache-2.0
 *
 * poll/collect.h - every ONU of one OLT, once, with the columns that are wanted.
 *
 * A collection chooses the columns of the OLT's profile that bring what is
 * wanted, walks the fast ones together, decodes and joins them into one row an
 * ONU, and then gets the slow ones (optics that make the OLT ask each ONU) by
 * index for the ONUs that are online, one request at a time, unless the OLT's
 * CPU is busy.
 *
 * Unverified columns (confidence C) count only when they have brought
 * plausible values on this device; their outputs are marked.
 *
 * Everything it allocates goes with it in one stroke. Loop thread only.
 */
#ifndef FACHO_POLL_COLLECT_H
#define FACHO_POLL_COLLECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "poll/rows.h"
#include "snmpc/snmpc.h"
#include "vendor/profile.h"

/* One value an ONU in the result. */
struct output {
	const char *key; /* "onu_rx_dbm" */
	const char *heading;
	enum purpose purpose;
	bool is_wanted; /* false: only needed to make the others */
	bool is_unverified; /* a column of one source brought values for it */
	uint32_t n_values; /* not null */
};

struct collection {
	enum rc rc; /* RC_OK: all came; else why not all or nothing */
	bool is_partial; /* some came */
	const char *message; /* when rc is not RC_OK */
	size_t n_outputs;
	const struct output *outputs;
	const struct rows *rows; /* sorted by position */
	size_t n_notes; /* what could not be read, in words */
	const char *const *notes;
	struct snmpc_stats stats;
	uint64_t n_values; /* decoded and typed */
};

struct collect_options {
	const struct profile *profile;
	/* Purposes, keys or column names; 0: the usual ones. "all" is all. */
	size_t n_wanted;
	const char *const *wanted;
	bool no_slow;
	int64_t deadline_ms; /* for the whole; 0: none */
	/* Ports (frame, slot, port) known from before: walks are cut there. */
	size_t n_ports;
	const struct position *ports;

	/* Values that have come, and how many there will be; 0 as long as nobody
	 * knows. May be NULL. */
	void (*on_progress)(void *ctx, uint64_t n_values, uint64_t total);
	/* Called once. The collection is borrowed until collect_free. */
	void (*on_done)(void *ctx, const struct collection *collection);
	void *ctx;
};

struct collect;

/* Options are copied, what they point to is borrowed. RC_INVALID names the
 * column that the profile does not have, and those that it has. */
enum rc collect_start(struct snmpc_session *session,
    const struct collect_options *options, struct collect **ret_collect, struct err *err)
    MUST_CHECK;

/* Stops it if it still runs. Not from inside on_value; from on_done is fine. */
void collect_free(struct collect *c);
OWNED_BY(struct collect, collect_free);

/* The ports that the rows of a collection sit on, for the next one's options.
 * Written to ret, at most max; returns how many there are. */
size_t collection_ports(const struct collection *c, struct position *ret, size_t max);

/* The engine's limits as this profile's quirks allow them. */
struct snmpc_limits poll_limits(
    const struct snmpc_limits *limits, const struct quirks *quirks);

#endif
