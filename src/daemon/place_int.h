/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/place_int.h - which process this is, so that another one can see whether it is gone.
 *
 * A number of a process means something in one pid namespace of one boot of one kernel only,
 * and is used again. So a process is the boot's id, the namespace, the number, and when it
 * began. Where /proc does not say so, the place is "" and nobody can be seen to be gone.
 */
#ifndef FACHO_DAEMON_PLACE_INT_H
#define FACHO_DAEMON_PLACE_INT_H

#include <stdbool.h>

#include "store/upkeep/serving.h"

/* machine, place, pid and born of this process. */
void place_fill(struct serving *me);

/* Did it run in the same place as me, and is its process gone? False when nobody can tell. */
bool place_is_gone(const struct serving *me, const struct serving *other);

#endif
