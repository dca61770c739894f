/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/tripwire.h - a port suddenly has fewer ONUs online: a reason to look there (see
 * engine_look), never a fact by itself.
 *
 * Pure.
 */
#ifndef FACHO_SCHED_TRIPWIRE_H
#define FACHO_SCHED_TRIPWIRE_H

#include <stdbool.h>
#include <stdint.h>

/* By at least three ONUs, and by at least a tenth? */
bool tripwire_fell(int64_t before, int64_t now);

#endif
