/* SPDX-License-Identifier: Apache-2.0
 *
 * demo/plant_int.h - an OLT of the demo at any time of the past.
 *
 * The values of a simulated ONU depend on a seed and the time (sim/life.h), so this past
 * continues with what the simulator returns from now on. Past outages are a table in
 * plant.c.
 *
 * Owner only; the time is an argument.
 */
#ifndef FACHO_DEMO_PLANT_INT_H
#define FACHO_DEMO_PLANT_INT_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/own.h"
#include "store/work/finish.h"
#include "vendor/standard.h"

struct demo_plant;
struct profile_set;

/* This port lost its light some time ago and is still dark; the demo also sets this in
 * the simulator. */
enum { DEMO_DARK_OLT = 3, DEMO_DARK_PORT = 2 };

/* As the simulator makes the OLT with this number from these settings; now_ms: the
 * current time. */
enum rc demo_plant_new(const char *settings, size_t number,
    const struct profile_set *profiles, int64_t now_ms, struct demo_plant **ret_plant,
    struct err *err) MUST_CHECK;
void demo_plant_free(struct demo_plant *p);
OWNED_BY(struct demo_plant, demo_plant_free);

size_t demo_plant_onus(const struct demo_plant *p);

/* Was its management link down at that time? */
bool demo_plant_is_silent(const struct demo_plant *p, int64_t at_ms);

/* The results of a run of that kind: columns, rows and parts of *finish, in the arena.
 * Empty for kinds without past results. Times must ascend. RC_NOMEM. */
enum rc demo_plant_fill(struct demo_plant *p, enum standard_kind kind, int64_t at_ms,
    struct arena *arena, struct finish *finish) MUST_CHECK;

#endif
