/* SPDX-License-Identifier: Apache-2.0
 *
 * Loaded into a program by LD_PRELOAD: its clocks are the test's. The file $SHIFTED_CLOCK
 * has three numbers of eight bytes in the machine's order, and is mapped:
 *
 *	shift_ms   the wall clock is off by so much. A test may change it while the program
 *	           runs, as a person or NTP would set the clock; the monotonic one stays.
 *	speed      0 or 1: time passes as it does. Otherwise both clocks go so many times as
 *	           fast, and what waits for them waits so much shorter: hours of a schedule
 *	           pass in seconds. Not to be changed while the program runs.
 *	since_ms   from when on they are fast, by the true wall clock. May be changed while
 *	           it lies in the future.
 *
 * What waits: libevent (epoll_wait) and conditions with a time. Naps (nanosleep) take what
 * they take.
 *
 * A program that compares its two clocks reads one after the other, and whatever the
 * machine did in between would be multiplied. So in a thread the monotonic clock, read
 * behind the wall clock, tells the same moment.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_MS INT64_C(1000000)
#define NS_PER_S INT64_C(1000000000)
/* Moments above it are of the wall clock: nothing is up for thirty years. */
#define WALL_S INT64_C(1000000000)

struct settings {
	int64_t shift_ms, speed, since_ms;
};

typedef int (*clock_gettime_fn)(clockid_t id, struct timespec *ts);
typedef int (*epoll_wait_fn)(int fd, struct epoll_event *events, int max, int timeout_ms);
typedef int (*timedwait_fn)(
    pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *until);

static const volatile struct settings *settings;
static int64_t wall_minus_mono_ns; /* of the true clocks */
static _Thread_local int64_t moment_ns; /* true; of the wall clock just read, or 0 */

/* ---- the true clocks ---------------------------------------------------------- */

static int64_t
ns_of(const struct timespec *ts)
{
	return ts->tv_sec * NS_PER_S + ts->tv_nsec;
}

static struct timespec
timespec_of(int64_t ns)
{
	return (struct timespec){ ns / NS_PER_S, ns % NS_PER_S };
}

static int
true_clock(clockid_t id, struct timespec *ts)
{
	static clock_gettime_fn next;

	if (!next)
		next = (clock_gettime_fn)dlsym(RTLD_NEXT, "clock_gettime");
	return next(id, ts);
}

static int64_t
true_ns(clockid_t id)
{
	struct timespec ts = { 0 };

	(void)true_clock(id, &ts);
	return ns_of(&ts);
}

__attribute__((constructor)) static void
map_settings(void)
{
	const char *path = getenv("SHIFTED_CLOCK");
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	void *at = MAP_FAILED;

	if (fd >= 0) {
		at = mmap(NULL, sizeof(*settings), PROT_READ, MAP_SHARED, fd, 0);
		(void)close(fd);
	}
	wall_minus_mono_ns = true_ns(CLOCK_REALTIME) - true_ns(CLOCK_MONOTONIC);
	if (at != MAP_FAILED)
		settings = at;
}

static int64_t
speed(void)
{
	return settings && settings->speed > 1 ? settings->speed : 1;
}

/* ---- those of the program ------------------------------------------------------ */

/* What the monotonic clock says at a true moment of it. */
static int64_t
fast_ns(int64_t mono_ns)
{
	int64_t since_ns = settings->since_ms * NS_PER_MS - wall_minus_mono_ns;
	int64_t fast_for_ns = mono_ns > since_ns ? mono_ns - since_ns : 0;

	return mono_ns + fast_for_ns * (speed() - 1);
}

static int64_t
wall_ns(void)
{
	moment_ns = true_ns(CLOCK_MONOTONIC);
	return fast_ns(moment_ns) + wall_minus_mono_ns + settings->shift_ms * NS_PER_MS;
}

static int64_t
mono_ns(void)
{
	int64_t at_ns = moment_ns ? moment_ns : true_ns(CLOCK_MONOTONIC);

	moment_ns = 0;
	return fast_ns(at_ns);
}

int
clock_gettime(clockid_t id, struct timespec *ts)
{
	bool is_wall = id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE;
	bool is_mono = id == CLOCK_MONOTONIC || id == CLOCK_MONOTONIC_COARSE;
	int rc;

	if (speed() > 1 && (is_wall || is_mono)) {
		*ts = timespec_of(is_wall ? wall_ns() : mono_ns());
		return 0;
	}
	rc = true_clock(id, ts);
	if (rc == 0 && id == CLOCK_REALTIME && settings)
		*ts = timespec_of(ns_of(ts) + settings->shift_ms * NS_PER_MS);
	return rc;
}

int
epoll_wait(int fd, struct epoll_event *events, int max, int timeout_ms)
{
	static epoll_wait_fn next;
	int times = (int)speed();

	if (!next)
		next = (epoll_wait_fn)dlsym(RTLD_NEXT, "epoll_wait");
	moment_ns = 0;
	return next(fd, events, max,
	    timeout_ms > 0 ? (timeout_ms + times - 1) / times : timeout_ms);
}

/* The true moment at which the program's clock, whichever it is, will show this. */
static struct timespec
true_moment(const struct timespec *until)
{
	bool is_wall = until->tv_sec > WALL_S;
	int64_t now_ns = true_ns(CLOCK_MONOTONIC);
	int64_t left_ns = ns_of(until) - fast_ns(now_ns);

	if (is_wall)
		left_ns -= wall_minus_mono_ns + settings->shift_ms * NS_PER_MS;
	if (left_ns < 0)
		left_ns = 0;
	return timespec_of(
	    now_ns + left_ns / speed() + (is_wall ? wall_minus_mono_ns : 0));
}

int
pthread_cond_timedwait(
    pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *until)
{
	static timedwait_fn next;
	struct timespec at = speed() > 1 ? true_moment(until) : *until;

	/* On old architectures the plain name finds conditions of the last century. */
	if (!next)
		next = (timedwait_fn)dlvsym(
		    RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
	if (!next)
		next = (timedwait_fn)dlsym(RTLD_NEXT, "pthread_cond_timedwait");
	moment_ns = 0;
	return next(cond, mutex, &at);
}
