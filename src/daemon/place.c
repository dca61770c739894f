/* SPDX-License-Identifier: Apache-2.0 */
#include "daemon/place_int.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The first line of a small file, without its end; "" if it cannot be read. */
static void
read_line(const char *path, char *line, int size)
{
	FILE *f = fopen(path, "re");

	line[0] = '\0';
	if (!f)
		return;
	if (!fgets(line, size, f))
		line[0] = '\0';
	line[strcspn(line, "\n")] = '\0';
	(void)fclose(f); /* it was read only */
}

struct process {
	/* 'R', 'S', 'T' ...; 'Z': dead, and its parent has not waited for it */
	char state;
	int64_t born;
};

/* Fields 3 and 22 of /proc/PID/stat. The second field, the name, may contain any
 * character, and ends with the last ')'. */
static bool
read_process(int64_t pid, struct process *ret)
{
	char path[64], line[1024];
	char *at;

	(void)snprintf(path, sizeof(path), "/proc/%lld/stat", (long long)pid);
	read_line(path, line, sizeof(line));
	at = strrchr(line, ')');
	if (!at || at[1] != ' ' || at[2] == '\0')
		return false;
	at += 2;
	ret->state = *at;
	for (int field = 3; field < 22; field++) {
		at = strchr(at, ' ');
		if (!at)
			return false;
		at++;
	}
	ret->born = strtoll(at, NULL, 10);
	return true;
}

void
place_fill(struct serving *me)
{
	struct process self;
	char boot[40], space[40] = "";

	me->pid = getpid();
	if (gethostname(me->machine, sizeof(me->machine) - 1) != 0)
		(void)snprintf(me->machine, sizeof(me->machine), "?");
	read_line("/proc/sys/kernel/random/boot_id", boot, sizeof(boot));
	if (!*boot || readlink("/proc/self/ns/pid", space, sizeof(space) - 1) < 0 ||
	    !read_process(me->pid, &self))
		return;
	me->born = self.born;
	(void)snprintf(me->place, sizeof(me->place), "%s %s", boot, space);
}

bool
place_is_gone(const struct serving *me, const struct serving *other)
{
	struct process p;

	if (!*me->place || strcmp(me->place, other->place) != 0)
		return false;
	if (read_process(other->pid, &p))
		return p.born != other->born || p.state == 'Z' || p.state == 'X';
	/* /proc may hide processes of other users; kill() does not. */
	return other->pid > 0 && kill((pid_t)other->pid, 0) != 0 && errno == ESRCH;
}
