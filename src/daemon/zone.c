/* SPDX-License-Identifier: Apache-2.0 */
#include "daemon/zone_int.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void
zone_set(const char *setting)
{
	if (*setting)
		(void)setenv("TZ", setting, 1);
	tzset();
}

/* The target of /etc/localtime: ".../zoneinfo/America/Bogota". */
static void
name_of_system(char *room, size_t size)
{
	static const char FOLDER[] = "/zoneinfo/";
	char path[PATH_MAX];
	ssize_t n = readlink("/etc/localtime", path, sizeof(path) - 1);
	const char *found;

	if (n <= 0)
		return;
	path[n] = '\0';
	found = strstr(path, FOLDER);
	if (found)
		(void)snprintf(room, size, "%s", found + sizeof(FOLDER) - 1);
}

void
zone_name(char *room, size_t size)
{
	const char *set = getenv("TZ");

	room[0] = '\0';
	if (!set)
		name_of_system(room, size);
	else if (*set != '/')
		(void)snprintf(room, size, "%s", *set == ':' ? set + 1 : set);
}
