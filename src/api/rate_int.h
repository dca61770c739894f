/* SPDX-License-Identifier: Apache-2.0
 *
 * api/rate_int.h - how often one client may ask: a bucket for each address, filled anew with
 * every second. There are RATE_CLIENTS of them; when another one comes, the one that was
 * quiet the longest is forgotten, so that nobody can make it grow.
 *
 * Any thread; the moment is an argument.
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

/* May it? It counts. */
bool rate_allows(struct rate *r, const char *address, int64_t now_ms);

#endif
