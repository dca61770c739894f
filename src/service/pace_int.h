/* SPDX-License-Identifier: Apache-2.0
 *
 * service/pace_int.h - rate limit of one user for expensive operations: PACE_AT_ONCE
 * times in a burst, then once every PACE_MS.
 *
 * It is a table of fixed size; when it is full, the user who was inactive for the longest
 * time is replaced. Any thread; the time is an argument (monotonic).
 */
#ifndef FACHO_SERVICE_PACE_INT_H
#define FACHO_SERVICE_PACE_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/own.h"
#include "model/text.h"

enum {
	PACE_AT_ONCE = 20,
	PACE_MS = 6000,
	PACE_USERS = 256,
	PACE_NAME_MAX = TEXT_USER_NAME_BYTES
};

struct pace;

struct pace *pace_new(void); /* NULL: no memory */
void pace_free(struct pace *p);
OWNED_BY(struct pace, pace_free);

/* May this user do it now? False: *ret_wait_ms from now. */
bool pace_allows(struct pace *p, const char *user, int64_t now_ms, int64_t *ret_wait_ms);

#endif
