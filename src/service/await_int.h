/* SPDX-License-Identifier: Apache-2.0
 *
 * service/await_int.h - waiting for an answer that the engine gives by a callback.
 *
 * The object is shared by the caller's thread and the engine's thread, and freed by the
 * last of them: a caller that has waited long enough leaves, and a later answer is
 * discarded.
 */
#ifndef FACHO_SERVICE_AWAIT_INT_H
#define FACHO_SERVICE_AWAIT_INT_H

#include "service/service_int.h"

struct await;

/* Has two owners: the caller and whoever calls back. NULL: no memory. */
struct await *await_new(void);
/* One of them goes. */
void await_unref(struct await *w);

/* The answer; takes result (NULL: no memory for it), and goes. The engine's thread. */
void await_done(struct await *w, json_t *result);

/* Wait for it, and go. NULL when it did not come in time, or the program ends. */
json_t *await_wait(struct ask *a, struct await *w, int64_t patience_ms);
/* The same for what a device says; without it the call has failed. */
json_t *await_take(struct ask *a, struct await *w, int64_t patience_ms);
/* The engine has not taken it, so that it has no second owner: the call has failed. w may be
 * NULL: there was no memory for it. Returns NULL. */
json_t *await_refused(struct ask *a, struct await *w, enum rc rc);

#endif
