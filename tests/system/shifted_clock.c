/* SPDX-License-Identifier: Apache-2.0
 *
 * Loaded into a program by LD_PRELOAD: its wall clock is off by as many milliseconds as
 * the file $SHIFTED_CLOCK says, and a test may change that while it runs, as a person or
 * NTP would set the clock. The monotonic clock is left alone, as they leave it.
 *
 * The file is eight bytes in the machine's order and is mapped: no call in between.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_MS INT64_C(1000000)
#define NS_PER_S INT64_C(1000000000)

typedef int (*clock_gettime_fn)(clockid_t id, struct timespec *ts);

static const volatile int64_t *shift_ms;
static clock_gettime_fn next_clock_gettime;

__attribute__((constructor)) static void
map_shift(void)
{
	const char *path = getenv("SHIFTED_CLOCK");
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	void *at = MAP_FAILED;

	if (fd >= 0) {
		at = mmap(NULL, sizeof(*shift_ms), PROT_READ, MAP_SHARED, fd, 0);
		(void)close(fd);
	}
	if (at != MAP_FAILED)
		shift_ms = at;
}

int
clock_gettime(clockid_t id, struct timespec *ts)
{
	int rc;

	if (!next_clock_gettime)
		next_clock_gettime = (clock_gettime_fn)dlsym(RTLD_NEXT, "clock_gettime");
	rc = next_clock_gettime(id, ts);
	if (rc == 0 && id == CLOCK_REALTIME && shift_ms) {
		int64_t ns = ts->tv_sec * NS_PER_S + ts->tv_nsec + *shift_ms * NS_PER_MS;

		ts->tv_sec = ns / NS_PER_S;
		ts->tv_nsec = ns % NS_PER_S;
	}
	return rc;
}
