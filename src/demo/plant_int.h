/* SPDX-License-Identifier: Apache-2.0
 *
 * demo/plant_int.h - an OLT of the demo as it was at any moment of the past.
 *
 * What a simulated ONU says follows from a seed and the moment (sim/life.h), so the past
 * that is told here goes over into what the simulator shows from now on. Trouble of the
 * past is a table in demo_plant.c.
 *
 * Owner only; the moment is an argument.
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

/* This port went dark a while ago and stays so: the demo tells the simulator, too. */
enum { DEMO_DARK_OLT = 3, DEMO_DARK_PORT = 2 };

/* As the simulator makes the OLT with this number of these settings; now_ms: its present. */
enum rc demo_plant_new(const char *settings, size_t number,
    const struct profile_set *profiles, int64_t now_ms, struct demo_plant **ret_plant,
    struct err *err) MUST_CHECK;
void demo_plant_free(struct demo_plant *p);
OWNED_BY(struct demo_plant, demo_plant_free);

size_t demo_plant_onus(const struct demo_plant *p);

/* Had it lost its management link then? */
bool demo_plant_is_silent(const struct demo_plant *p, int64_t at_ms);

/* What a run of that kind brought: columns, rows and parts of *finish, in the arena. None
 * for kinds whose results are not told of the past. Moments only go forward. RC_NOMEM. */
enum rc demo_plant_fill(struct demo_plant *p, enum standard_kind kind, int64_t at_ms,
    struct arena *arena, struct finish *finish) MUST_CHECK;

#endif
