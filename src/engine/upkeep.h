/* SPDX-License-Identifier: Apache-2.0
 *
 * engine/upkeep.h - the thread for maintenance of the database while the engine runs.
 *
 * Once a minute it loads all OLTs and makes the engine compare them with its own data, to
 * find changes that were not announced. In between the writer does the following for it,
 * in steps of a few milliseconds and only while it has little else to do: seal the hours
 * of the history, store which ONUs receive less light than before, delete old data, and
 * update the statistics of the database.
 *
 * It has its own read connection and may block.
 */
#ifndef FACHO_ENGINE_UPKEEP_H
#define FACHO_ENGINE_UPKEEP_H

#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "store/upkeep/retention.h"

struct db;
struct engine;
struct upkeep;
struct samples;
struct vault;
struct writer;

/* ---- at start: before the engine, and before it has anything to do --------------- */

struct upkeep_beginning {
	int64_t first_execution, first_token; /* for engine_options */
	int64_t n_interrupted; /* executions left open by the last process */
};

/* Executions left open by a process that died become INTERRUPTED, and plans of past hours
 * COMPLETED. db must be writable. */
enum rc upkeep_recover(struct db *db, int64_t now_ms, struct upkeep_beginning *ret,
    struct err *err) MUST_CHECK;

/* Load all data for the engine: the past of the ledger, then all OLTs with their ONUs.
 * Waits while the inbox of the engine is full. RC_CANCELLED: it is stopping. */
enum rc upkeep_load_all(struct engine *engine, struct db *db, const struct vault *vault,
    int64_t now_ms, struct err *err) MUST_CHECK;

/* ---- while it runs ----------------------------------------------------------------- */

struct upkeep_options {
	struct engine *engine; /* these four are borrowed */
	struct writer *writer;
	struct samples *samples; /* used on the writer's thread */
	const struct vault *vault;
	struct retention_rules retention;
	int64_t check_ms; /* between two comparisons */
	int64_t upkeep_ms; /* between two rounds of sealing and removing */
};

#define UPKEEP_OPTIONS                                                              \
	{                                                                           \
		.retention = RETENTION_RULES, .check_ms = 60000, .upkeep_ms = 60000 \
	}

/* Takes ownership of db (read only), on success only. */
enum rc upkeep_start(struct db *db, const struct upkeep_options *options,
    struct upkeep **ret_upkeep, struct err *err) MUST_CHECK;
/* Set the retention rules from the next round on. Any thread. */
void upkeep_retain(struct upkeep *k, const struct retention_rules *rules);
/* Stops the thread; waits for at most one step. Call it before the writer and the engine
 * end. */
void upkeep_free(struct upkeep *k);
OWNED_BY(struct upkeep, upkeep_free);

#endif
