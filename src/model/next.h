/* SPDX-License-Identifier: Apache-2.0
 *
 * model/next.h - the next run of a node: when it runs, or what it waits for.
 *
 * The engine determines it (coordinator/coordinator.h); lists, pages and commands all
 * show this value.
 */
#ifndef FACHO_MODEL_NEXT_H
#define FACHO_MODEL_NEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/ids.h"

enum next_kind {
	NEXT_UNKNOWN, /* the engine does not know the node (yet) */
	NEXT_PLANNED, /* it runs at at_ms */
	NEXT_DUE, /* it is due now */
	NEXT_RUNNING,
	NEXT_BETWEEN_SLICES, /* a sweep, which continues at at_ms */
	NEXT_RETRY, /* it failed, and is retried at at_ms */
	/* It is due, and waits: */
	NEXT_WAITS_OLT, /* another execution uses its OLT */
	NEXT_WAITS_PROBE, /* its OLT is being probed */
	NEXT_WAITS_POLLER, /* every poller is busy */
	NEXT_WAITS_LANE, /* its lane uses all its pollers */
	NEXT_WAITS_STORE, /* nothing starts: the database is too slow or unavailable */
	/* It has no next time: */
	NEXT_AFTER_MASTER, /* it runs after the node to which it is chained */
	NEXT_NOT_ANSWERING, /* its OLT does not answer; runs are skipped */
	NEXT_SUSPENDED, /* its OLT is suspended; runs are skipped */
	NEXT_OFF, /* it, its job, its workflow or its OLT is disabled */
	NEXT_NEVER, /* its schedule has no future time; for an OLT: it has no node */
	NEXT_KINDS,
};

struct next {
	enum next_kind kind;
	/* The time of its next slot, retry or slice; a node that waits or runs has a next
	 * slot too. 0: none; always 0 if the runs of its OLT are skipped. */
	int64_t at_ms;
	struct execution_id
	    waits_for; /* NEXT_WAITS_OLT: the execution that uses the OLT; 0: unknown */
};

/* "planned", "waits_olt": as stored and as in the API. */
const char *next_name(enum next_kind kind);
bool next_from_name(const char *name, enum next_kind *ret_kind);

/* It is due, and waits for something. */
bool next_is_waiting(enum next_kind kind);

/* The same at now_ms: a time that has passed in the meantime is not shown. */
struct next next_at(struct next next, int64_t now_ms);

#endif
