/* SPDX-License-Identifier: Apache-2.0
 *
 * api/rate_int.h - rate limit of clients: a token bucket for each address, refilled every
 * second. There are RATE_CLIENTS of them; for another client the one that was inactive
 * for the longest time is replaced, so that the memory is limited.
 *
 * Any thread; the time is an argument.
 */
#ifndef FACHO_API_RATE_INT_H
#define FACHO_API_RATE_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/own.h"

enum { RATE_CLIENTS = 4096, RATE_ADDRESS_MAX = 64 };

struct rate;

/* per_second requests, and twice as many at once after a pause. NULL: no memory. */
struct rate *rate_new(int per_second);
void rate_free(struct rate *r);
OWNED_BY(struct rate, rate_free);

/* Is a request allowed? The call counts it. */
bool rate_allows(struct rate *r, const char *address, int64_t now_ms);

#endif
