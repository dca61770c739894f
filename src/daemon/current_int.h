/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/current_int.h - the current settings of a running program, which users can
 * change.
 *
 *	file, environment, options ──┐
 *	                             ├──► wanted ──► those who act at once
 *	stored in the database ──────┘       │
 *	                                     └─ at the start ──► begun
 *
 * Both are snapshots that never change (conf/conf.h); a change creates a new `wanted` and
 * passes it to `apply`. Settings that take effect at once are used as in `wanted`, the
 * others as in `begun`.
 *
 * current_new and current_begin before threads; the rest any thread.
 */
#ifndef FACHO_DAEMON_CURRENT_INT_H
#define FACHO_DAEMON_CURRENT_INT_H

#include "base/err.h"
#include "base/own.h"
#include "conf/conf.h"
#include "service/program.h"

struct db;
struct current;

/* loaded is borrowed. Nothing is stored yet. */
enum rc current_new(const struct conf_loaded *loaded, struct current **ret_current,
    struct err *err) MUST_CHECK;
void current_free(struct current *l);
OWNED_BY(struct current, current_free);

/* Adds the settings stored in db; the program starts with the result. A database without
 * tables has none. Stored values that are not valid are logged and not used. */
enum rc current_begin(struct current *l, struct db *db, struct err *err) MUST_CHECK;

/* The settings at the start of the program. Borrowed until current_free. */
const struct conf *current_begun(const struct current *l);

/* The function that current_program()'s reload calls with all wanted settings; one call
 * at a time. Set it once, before anything reloads. */
void current_tell(
    struct current *l, void (*apply)(void *ctx, const struct conf *conf), void *ctx);

/* For the service. Borrows l. */
struct program current_program(struct current *l);

#endif
