/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/builtin_int.h - the included profiles as rows of the catalogue. The store does
 * not depend on profiles, and vendor/ not on the database.
 */
#ifndef FACHO_DAEMON_BUILTIN_INT_H
#define FACHO_DAEMON_BUILTIN_INT_H

#include "base/arena.h"
#include "base/err.h"
#include "model/catalogue.h"

struct profile_set;

/* Texts and rows are in the arena, or belong to the set. RC_NOMEM. */
enum rc builtin_catalogue(const struct profile_set *set, struct arena *arena,
    struct catalogue *ret_catalogue, struct err *err) MUST_CHECK;

#endif
