/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/zone_int.h - the time zone of the site, by name.
 */
#ifndef FACHO_DAEMON_ZONE_INT_H
#define FACHO_DAEMON_ZONE_INT_H

#include <stddef.h>

/* Before threads: cron expressions and the log use the zone of the process. setting:
 * "America/Bogota"; "": the zone of the system. */
void zone_set(const char *setting);

/* Writes the name of the current zone to room, for code that shows times to users. "" if
 * it has no name, because the system's file may be a copy. */
void zone_name(char *room, size_t size);

#endif
