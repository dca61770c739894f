/* SPDX-License-Identifier: Apache-2.0
 *
 * engine/upkeep.h - the thread that looks after the database while the engine runs.
 *
 * Once a minute it loads all OLTs and has the engine compare them with what it was
 * told: the safety net under "whoever changes something says so". In between it has the
 * writer do, in steps of a few milliseconds and only while the writer has little else
 * to do: seal the hours of the history, note which ONUs get less light than before, remove
 * what is too old, and bring the database's own statistics up to date.
 *
 * It reads through a connection of its own, and waits as it likes.
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
	int64_t n_interrupted; /* executions that the last program left open */
};

/* What a program that died left open is INTERRUPTED, and plans of hours that are over
 * are COMPLETED. db is one that writes. */
enum rc upkeep_recover(struct db *db, int64_t now_ms, struct upkeep_beginning *ret,
    struct err *err) MUST_CHECK;

/* Everything that the engine must know: the past of the ledger, then all OLTs with their
 * ONUs. Waits while the engine has too much to read. RC_CANCELLED: it is stopping. */
enum rc upkeep_load_all(struct engine *engine, struct db *db, const struct vault *vault,
    int64_t now_ms, struct err *err) MUST_CHECK;

/* ---- while it runs ----------------------------------------------------------------- */

struct upkeep_options {
	struct engine *engine; /* these four are borrowed */
	struct writer *writer;
	struct samples *samples; /* the writer's */
	const struct vault *vault;
	struct retention_rules retention;
	int64_t check_ms; /* between two compares */
	int64_t upkeep_ms; /* between two rounds of sealing and removing */
};

#define UPKEEP_OPTIONS                                                              \
	{                                                                           \
		.retention = RETENTION_RULES, .check_ms = 60000, .upkeep_ms = 60000 \
	}

/* Takes db (one that reads), on success only. */
enum rc upkeep_start(struct db *db, const struct upkeep_options *options,
    struct upkeep **ret_upkeep, struct err *err) MUST_CHECK;
/* How long things are kept from the next round on. Any thread. */
void upkeep_retain(struct upkeep *k, const struct retention_rules *rules);
/* Stops it: at most for the length of one step. Before the writer and the engine end. */
void upkeep_free(struct upkeep *k);
OWNED_BY(struct upkeep, upkeep_free);

#endif
