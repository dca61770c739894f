/* SPDX-License-Identifier: Apache-2.0
 *
 * model/next.h - what becomes of a node next: when it runs, or what it waits for.
 *
 * The engine knows it (coordinator/coordinator.h); lists, pages and commands all show what it says.
 */
#ifndef FACHO_MODEL_NEXT_H
#define FACHO_MODEL_NEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/ids.h"

enum next_kind {
	NEXT_UNKNOWN, /* the engine does not know the node (yet) */
	NEXT_PLANNED, /* it runs at at_ms */
	NEXT_DUE, /* its time has just come */
	NEXT_RUNNING,
	NEXT_BETWEEN_SLICES, /* a sweep, which goes on at at_ms */
	NEXT_RETRY, /* it failed, and is tried again at at_ms */
	/* It is due, and waits: */
	NEXT_WAITS_OLT, /* another execution has its OLT */
	NEXT_WAITS_PROBE, /* its OLT is being asked whether it is there */
	NEXT_WAITS_POLLER, /* every poller is busy */
	NEXT_WAITS_LANE, /* its lane has all the pollers it may have */
	NEXT_WAITS_STORE, /* nothing starts: the database cannot take more */
	/* It has no time: */
	NEXT_AFTER_MASTER, /* it runs behind the node that it is chained to */
	NEXT_NOT_ANSWERING, /* its OLT; times that come are skipped */
	NEXT_SUSPENDED, /* the same */
	NEXT_OFF, /* it, its job, its workflow or its OLT is disabled */
	NEXT_NEVER, /* its schedule has no time to come; an OLT: it has no node */
	NEXT_KINDS,
};

struct next {
	enum next_kind kind;
	/* Of its slot, retry or slice to come; what waits or runs has a slot to come too.
	 * 0: none, and never one of an OLT whose times are skipped. */
	int64_t at_ms;
	struct execution_id
	    waits_for; /* NEXT_WAITS_OLT: what has the OLT; 0: not known */
};

/* "planned", "waits_olt": as stored and as in the API. */
const char *next_name(enum next_kind kind);
bool next_from_name(const char *name, enum next_kind *ret_kind);

/* It is due, and waits for something. */
bool next_is_waiting(enum next_kind kind);

/* The same as it is at now_ms: a time that has come meanwhile is not shown. */
struct next next_at(struct next next, int64_t now_ms);

#endif
