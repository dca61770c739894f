/* SPDX-License-Identifier: Apache-2.0
 *
 * base/condition.h - conditions of pthreads that wait by the monotonic clock: when
 * somebody sets the time of day nobody is woken, and nobody sleeps for an hour. Those
 * that pthread_cond_init() makes by itself wait by the wall clock.
 *
 *	struct timespec until = condition_moment(500);
 *
 *	pthread_mutex_lock(&t->lock);
 *	while (!t->is_over && condition_wait(&t->wake, &t->lock, &until))
 *		;
 *	goes_on = !t->is_over;
 *	pthread_mutex_unlock(&t->lock);
 *
 * Waking is pthread_cond_signal() and pthread_cond_broadcast(). Any thread.
 */
#ifndef FACHO_BASE_CONDITION_H
#define FACHO_BASE_CONDITION_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "base/rc.h"

/* RC_NOMEM: there is nothing to destroy then. */
enum rc condition_init(pthread_cond_t *cond) MUST_CHECK;

/* With the lock that guards what it is about; both or, with RC_NOMEM, neither. */
enum rc condition_init_with_lock(pthread_cond_t *cond, pthread_mutex_t *lock) MUST_CHECK;
void condition_fini_with_lock(pthread_cond_t *cond, pthread_mutex_t *lock);

/* So many milliseconds from now. */
struct timespec condition_moment(int64_t ms);

/* Under the lock. False: the moment has come. True: woken, perhaps for nothing; look
 * again. */
bool condition_wait(
    pthread_cond_t *cond, pthread_mutex_t *lock, const struct timespec *until);

#endif
