/* SPDX-License-Identifier: Apache-2.0 */
#include "base/condition.h"

#include <errno.h>

#define SECOND_NS 1000000000L

enum rc
condition_init(pthread_cond_t *cond)
{
	pthread_condattr_t attr;
	int failed;

	if (pthread_condattr_init(&attr) != 0)
		return RC_NOMEM;
	failed = pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) ||
	    pthread_cond_init(cond, &attr);
	(void)pthread_condattr_destroy(&attr);
	return failed ? RC_NOMEM : RC_OK;
}

enum rc
condition_init_with_lock(pthread_cond_t *cond, pthread_mutex_t *lock)
{
	if (condition_init(cond) != RC_OK)
		return RC_NOMEM;
	if (pthread_mutex_init(lock, NULL) == 0)
		return RC_OK;
	(void)pthread_cond_destroy(cond);
	return RC_NOMEM;
}

void
condition_fini_with_lock(pthread_cond_t *cond, pthread_mutex_t *lock)
{
	(void)pthread_cond_destroy(cond);
	(void)pthread_mutex_destroy(lock);
}

struct timespec
condition_moment(int64_t ms)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t); /* cannot fail for this clock */
	t.tv_sec += ms / 1000;
	t.tv_nsec += ms % 1000 * 1000000;
	if (t.tv_nsec >= SECOND_NS) {
		t.tv_sec++;
		t.tv_nsec -= SECOND_NS;
	}
	return t;
}

bool
condition_wait(pthread_cond_t *cond, pthread_mutex_t *lock, const struct timespec *until)
{
	return pthread_cond_timedwait(cond, lock, until) != ETIMEDOUT;
}
