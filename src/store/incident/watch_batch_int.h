/* SPDX-License-Identifier: Apache-2.0
 *
 * store/incident/watch_batch_int.h - a batch from inside: watch_batch.c fills it,
 * watch_write.c writes it.
 */
#ifndef FACHO_STORE_INCIDENT_WATCH_BATCH_INT_H
#define FACHO_STORE_INCIDENT_WATCH_BATCH_INT_H

#include "base/arena.h"
#include "base/vec.h"
#include "store/incident/watch_write.h"

struct batch_group {
	struct watch_group group;
	int64_t stored; /* its node, after it was written */
};

/* Everything that is pointed to is in the arena. */
struct watch_batch {
	int64_t term, round;
	struct arena *arena; /* owned */
	struct vec incidents; /* of struct watch_incident */
	struct vec facts; /* of struct watch_fact */
	struct vec groups; /* of struct batch_group */
	const void *memory; /* NULL: as it was */
	size_t memory_bytes;
	bool has_position;
	struct event_cursor at;
	int64_t now_ms;
	bool is_spoiled; /* no memory */
};

#endif
