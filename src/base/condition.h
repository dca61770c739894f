/* SPDX-License-Identifier: Apache-2.0
 *
 * base/condition.h - pthread conditions that use the monotonic clock, so that an
 * adjustment of the wall clock does not change how long a thread waits. Those created by
 * pthread_cond_init() with default attributes use the wall clock.
 *
 *	struct timespec until = condition_moment(500);
 *
 *	pthread_mutex_lock(&t->lock);
 *	while (!t->is_over && condition_wait(&t->wake, &t->lock, &until))
 *		;
 *	goes_on = !t->is_over;
 *	pthread_mutex_unlock(&t->lock);
 *
 * To wake waiting threads, use pthread_cond_signal() or pthread_cond_broadcast(). Any
 * thread.
 */
#ifndef FACHO_BASE_CONDITION_H
#define FACHO_BASE_CONDITION_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "base/rc.h"

/* With RC_NOMEM there is nothing to destroy. */
enum rc condition_init(pthread_cond_t *cond) MUST_CHECK;

/* Also initialises the lock. With RC_NOMEM neither is initialised. */
enum rc condition_init_with_lock(pthread_cond_t *cond, pthread_mutex_t *lock) MUST_CHECK;
void condition_fini_with_lock(pthread_cond_t *cond, pthread_mutex_t *lock);

/* The time ms milliseconds from now. */
struct timespec condition_moment(int64_t ms);

/* Call it with the lock held. False: the time-out was reached. True: woken, perhaps
 * spuriously; check the condition again. */
bool condition_wait(
    pthread_cond_t *cond, pthread_mutex_t *lock, const struct timespec *until);

#endif
