/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/builtin_int.h - the profiles that ship, as rows of the catalogue. The store knows
 * nothing of profiles, and vendor/ nothing of a database.
 */
#ifndef FACHO_DAEMON_BUILTIN_INT_H
#define FACHO_DAEMON_BUILTIN_INT_H

#include "base/arena.h"
#include "base/err.h"
#include "model/catalogue.h"

struct profile_set;

/* Texts and rows are in the arena, or the set's. RC_NOMEM. */
enum rc builtin_catalogue(const struct profile_set *set, struct arena *arena,
    struct catalogue *ret_catalogue, struct err *err) MUST_CHECK;

#endif
