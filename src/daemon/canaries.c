/* SPDX-License-Identifier: Apache-2.0 */
#include "daemon/canaries_int.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/condition.h"

enum {
	EVERY_MS = 10000,
	PATIENCE_MS = 5000, /* time limit for an answer */
	DEAD_ROUNDS = 2, /* one may be lost by chance */
};

struct canary_watch {
	pthread_t thread;
	bool is_running;
	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t wake;
	bool is_over, is_changed;
	struct canaries canaries;
	int dead_rounds;
};

/* ---- one round --------------------------------------------------------------------------- */

/* -1: it does not answer; *ret_is_alive: it has answered at once. */
static int
begin_connect(const struct canary *c, bool *ret_is_alive)
{
	int fd =
	    socket(c->address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return -1;
	if (connect(fd, (const struct sockaddr *)&c->address, c->address_bytes) == 0 ||
	    errno == ECONNREFUSED) {
		*ret_is_alive = true;
	} else if (errno == EINPROGRESS) {
		return fd;
	}
	(void)close(fd);
	return -1;
}

/* A refusal is an answer: something outside was reached. */
static bool
has_answered(int fd)
{
	int error = 0;
	socklen_t n = sizeof(error);

	return getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &n) == 0 &&
	    (error == 0 || error == ECONNREFUSED);
}

static bool
is_over(struct canary_watch *w)
{
	bool over;

	pthread_mutex_lock(&w->lock);
	over = w->is_over || w->is_changed;
	pthread_mutex_unlock(&w->lock);
	return over;
}

/* Until one has answered, all have failed, or the time is over. */
static bool
wait_for_one(struct canary_watch *w, struct pollfd *fds, nfds_t n)
{
	int64_t until_ms = clock_mono_ms() + PATIENCE_MS;

	while (n > 0 && clock_mono_ms() < until_ms && !is_over(w)) {
		nfds_t left = 0;

		if (poll(fds, n, 200) <= 0) /* short, because the program may end */
			continue;
		for (nfds_t i = 0; i < n; i++) {
			if (!fds[i].revents) {
				left++;
				continue;
			}
			if (has_answered(fds[i].fd))
				return true;
			fds[i].fd = -fds[i].fd - 1; /* poll ignores it */
			fds[i].revents = 0;
		}
		if (!left)
			return false;
	}
	return false;
}

static bool
ask_all(struct canary_watch *w, const struct canaries *canaries)
{
	struct pollfd fds[CANARIES_MOST];
	nfds_t n = 0;
	bool is_alive = false;

	for (size_t i = 0; i < canaries->n && !is_alive; i++) {
		int fd;

		if (*canaries->list[i].olt)
			continue;
		fd = begin_connect(&canaries->list[i], &is_alive);
		if (fd >= 0)
			fds[n++] = (struct pollfd){ .fd = fd, .events = POLLOUT };
	}
	is_alive = is_alive || wait_for_one(w, fds, n);
	for (nfds_t i = 0; i < n; i++)
		(void)close(fds[i].fd < 0 ? -fds[i].fd - 1 : fds[i].fd);
	return is_alive;
}

/* ---- the thread --------------------------------------------------------------------------- */

static void
note(struct canary_watch *w, bool is_alive)
{
	pthread_mutex_lock(&w->lock);
	if (is_alive)
		w->dead_rounds = 0;
	else if (!w->is_changed && w->dead_rounds < DEAD_ROUNDS)
		w->dead_rounds++;
	pthread_mutex_unlock(&w->lock);
}

/* False: it must end. */
static bool
rest(struct canary_watch *w, struct canaries *ret_canaries)
{
	struct timespec until = condition_moment(EVERY_MS);
	bool goes_on;

	pthread_mutex_lock(&w->lock);
	while (
	    !w->is_over && !w->is_changed && condition_wait(&w->wake, &w->lock, &until))
		;
	w->is_changed = false;
	*ret_canaries = w->canaries;
	goes_on = !w->is_over;
	pthread_mutex_unlock(&w->lock);
	return goes_on;
}

static void *
run_canaries(void *arg)
{
	struct canary_watch *w = arg;
	struct canaries canaries;
	sigset_t all;

	(void)sigfillset(&all);
	/* signals are handled by the main thread */
	(void)pthread_sigmask(SIG_BLOCK, &all, NULL);
	while (rest(w, &canaries))
		note(w, ask_all(w, &canaries));
	return NULL;
}

/* ---- life ----------------------------------------------------------------------------------- */

enum rc
canary_watch_start(const char *text, struct canary_watch **ret_watch, struct err *err)
{
	struct canary_watch *w = calloc(1, sizeof(*w));
	enum rc rc;

	if (!w || condition_init_with_lock(&w->wake, &w->lock) != RC_OK) {
		free(w);
		return err_set(err, RC_NOMEM, "no memory for canaries");
	}
	rc = canaries_read(text, &w->canaries, err);
	w->is_changed = true; /* check at once */
	if (rc == RC_OK) {
		w->is_running = pthread_create(&w->thread, NULL, run_canaries, w) == 0;
		if (!w->is_running)
			rc = err_set(err, RC_NOMEM, "no thread for canaries");
	}
	if (rc == RC_OK)
		*ret_watch = w;
	else
		canary_watch_free(w);
	return rc;
}

void
canary_watch_set(struct canary_watch *w, const char *text)
{
	struct canaries canaries;

	if (canaries_read(text, &canaries, NULL) != RC_OK)
		return; /* settings were validated before */
	pthread_mutex_lock(&w->lock);
	w->canaries = canaries;
	w->dead_rounds = 0;
	w->is_changed = true;
	pthread_cond_signal(&w->wake);
	pthread_mutex_unlock(&w->lock);
}

void
canary_watch_free(struct canary_watch *w)
{
	if (!w)
		return;
	pthread_mutex_lock(&w->lock);
	w->is_over = true;
	pthread_cond_signal(&w->wake);
	pthread_mutex_unlock(&w->lock);
	if (w->is_running)
		(void)pthread_join(w->thread, NULL);
	condition_fini_with_lock(&w->wake, &w->lock);
	free(w);
}

void
canary_watch_state(struct canary_watch *w, struct canary_state *ret_state)
{
	pthread_mutex_lock(&w->lock);
	ret_state->canaries = w->canaries;
	ret_state->are_dead = w->dead_rounds >= DEAD_ROUNDS;
	pthread_mutex_unlock(&w->lock);
}
