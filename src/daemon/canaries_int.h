/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/canaries_int.h - the thread that checks the canaries (base/canaries.h): every
 * ten seconds a TCP connection to each address. An address that refuses the connection
 * has answered. It is independent of the engine and its pollers.
 */
#ifndef FACHO_DAEMON_CANARIES_INT_H
#define FACHO_DAEMON_CANARIES_INT_H

#include <stdbool.h>

#include "base/canaries.h"
#include "base/err.h"
#include "base/own.h"

struct canary_watch;

/* text: the setting. */
enum rc canary_watch_start(
    const char *text, struct canary_watch **ret_watch, struct err *err) MUST_CHECK;
/* Replaces them. Any thread. */
void canary_watch_set(struct canary_watch *w, const char *text);
/* waits for the thread; NULL is allowed */
void canary_watch_free(struct canary_watch *w);
OWNED_BY(struct canary_watch, canary_watch_free);

struct canary_state {
	struct canaries canaries;
	/* None of the addresses answered, two times in a row; also true if the canaries
	 * contain no address. */
	bool are_dead;
};

/* Any thread; does not wait. */
void canary_watch_state(struct canary_watch *w, struct canary_state *ret_state);

#endif
