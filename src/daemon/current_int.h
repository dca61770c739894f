/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/current_int.h - the settings that a program runs with, while people change them.
 *
 *	file, environment, options ──┐
 *	                             ├──► wanted ──► those who act at once
 *	stored in the database ──────┘       │
 *	                                     └─ at the start ──► begun
 *
 * Both are snapshots that never change (conf/conf.h); a change makes another `wanted` and
 * hands it to `apply`. A setting that acts at once is in use as wanted, the others as they
 * were when the program began.
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

/* With what db has stored, which is what the program begins with; a database without
 * tables has nothing. What is stored and wrong is in the log, and not used. */
enum rc current_begin(struct current *l, struct db *db, struct err *err) MUST_CHECK;

/* What the program begins with. Borrowed until current_free. */
const struct conf *current_begun(const struct current *l);

/* Whom current_program()'s reload tells, with all that is wanted now; one call at a time.
 * Once, before anybody reloads. */
void current_tell(
    struct current *l, void (*apply)(void *ctx, const struct conf *conf), void *ctx);

/* For the service. Borrows l. */
struct program current_program(struct current *l);

#endif
