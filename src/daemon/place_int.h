/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/place_int.h - identifies this process, so that another process can see whether
 * it has ended.
 *
 * A process number is valid only in one pid namespace of one boot of one kernel, and is
 * used again. So a process is identified by the boot id, the namespace, the number and
 * its start time. If /proc does not have these, the place is "", and it cannot be seen
 * whether the process has ended.
 */
#ifndef FACHO_DAEMON_PLACE_INT_H
#define FACHO_DAEMON_PLACE_INT_H

#include <stdbool.h>

#include "store/upkeep/serving.h"

/* machine, place, pid and born of this process. */
void place_fill(struct serving *me);

/* Did it run in the same place as me, and has its process ended? False if this cannot be
 * known. */
bool place_is_gone(const struct serving *me, const struct serving *other);

#endif
