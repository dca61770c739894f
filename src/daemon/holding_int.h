/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/holding_int.h - this process has the database, and nobody else writes to it.
 *
 * Takes the row of store/upkeep/serving.h, or says who has it. One that is dead is replaced: at once
 * when it ran on this machine and its process is seen to be gone, otherwise when it has not
 * been heard for SERVING_DEAD_MS. A thread of its own, with a connection of its own, tells the
 * beats. When somebody replaces us every transaction of a guarded connection is refused with
 * RC_CANCELLED, and lost() is called.
 */
#ifndef FACHO_DAEMON_HOLDING_INT_H
#define FACHO_DAEMON_HOLDING_INT_H

#include <stdbool.h>

#include "base/err.h"
#include "base/own.h"

struct db;
struct holding;

struct holding_options {
	const char *database; /* for db_open */
	const char *what; /* the command: "serve" */
	/* Once, from any thread that noticed. May be NULL. */
	void (*lost)(void *ctx);
	void *ctx;
};

/* May wait for up to SERVING_DEAD_MS when the other one is not heard. RC_CONFLICT: it lives;
 * the sentence names it. RC_CANCELLED: SIGTERM or SIGINT came meanwhile, blocked. */
enum rc holding_take(const struct holding_options *options, struct holding **ret_holding,
    struct err *err) MUST_CHECK;

/* Every transaction of db asks from now on. db must be closed before holding_give. */
void holding_guard(struct holding *h, struct db *db);

/* Why it is lost, or NULL. Any thread. */
const char *holding_lost(struct holding *h);

/* Give the database back, if it is still ours. NULL is fine. */
void holding_give(struct holding *h);
OWNED_BY(struct holding, holding_give);

#endif
