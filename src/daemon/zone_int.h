/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/zone_int.h - the site's time zone, by its name.
 */
#ifndef FACHO_DAEMON_ZONE_INT_H
#define FACHO_DAEMON_ZONE_INT_H

#include <stddef.h>

/* Before threads: the zone of cron expressions and of the log is the process's. setting:
 * "America/Bogota"; "": as the system is set. */
void zone_set(const char *setting);

/* The name of the zone in force into room, for those who show moments to people. "" when
 * it has none: the system's file may be a copy. */
void zone_name(char *room, size_t size);

#endif
