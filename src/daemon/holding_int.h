/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/holding_int.h - gives this process exclusive use of the database.
 *
 * It takes the row of store/upkeep/serving.h, or reports which program has it. A dead
 * holder is replaced: at once if it ran on this machine and its process has ended,
 * otherwise after SERVING_DEAD_MS without a beat. A thread with its own connection writes
 * the beats. If another program replaces this one, every transaction of a guarded
 * connection is refused with RC_CANCELLED, and lost() is called.
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
	/* Called once, from any thread. May be NULL. */
	void (*lost)(void *ctx);
	void *ctx;
};

/* May wait for up to SERVING_DEAD_MS if the other program sends no beats. RC_CONFLICT: it
 * is alive; the message names it. RC_CANCELLED: SIGTERM or SIGINT was received meanwhile;
 * they are blocked. */
enum rc holding_take(const struct holding_options *options, struct holding **ret_holding,
    struct err *err) MUST_CHECK;

/* From now on every transaction of db checks the row. db must be closed before
 * holding_give. */
void holding_guard(struct holding *h, struct db *db);

/* Why it is lost, or NULL. Any thread. */
const char *holding_lost(struct holding *h);

/* Give the database back, if this process still has it. NULL is allowed. */
void holding_give(struct holding *h);
OWNED_BY(struct holding, holding_give);

#endif
