/* SPDX-License-Identifier: Apache-2.0
 *
 * engine/results_int.h - converts the answers of a device to the input of the store, and
 * passes it to the writer.
 *
 * Values are not copied: they stay in the collection, which is passed to the writer and
 * freed there after the transaction. The writer replies with a message (MESSAGE_STORED).
 *
 * Engine thread only. For the files of engine/ only.
 */
#ifndef FACHO_ENGINE_RESULTS_INT_H
#define FACHO_ENGINE_RESULTS_INT_H

#include "base/arena.h"
#include "engine/engine_int.h"
#include "engine/sweep_int.h"
#include "store/part/olt_values.h"

struct results_of {
	const struct coordinator_verdict *verdict;
	int64_t at_ms; /* when the values were read; 0: at the execution's end */
	const struct loaded_node *node; /* borrowed during the call; NULL: unknown */
	const struct collection *collection; /* NULL: no values */
	struct collect *collect; /* owned from now on; may be NULL */
	const struct overlay *overlay; /* the same: its profile has the labels */
	struct sweep *sweep; /* the same */
};

void results_hand_over(struct engine *e, const struct results_of *of);

/* results_parts.c: ports and chassis, in the arena. False: out of memory. */
bool results_fill_parts(
    const struct collection *c, struct arena *arena, struct finish *finish);
/* The uptime of the device, from its chassis; 0: not requested. */
int64_t results_uptime_ms(const struct collection *c);
/* The CPU load of the busiest board; -1: not requested. */
int64_t results_cpu_pct(const struct collection *c);

#endif
