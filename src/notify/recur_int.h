/* SPDX-License-Identifier: Apache-2.0
 *
 * notify/recur_int.h - the local begins of a repeated window: an RRULE, by libical.
 */
#ifndef FACHO_NOTIFY_RECUR_INT_H
#define FACHO_NOTIFY_RECUR_INT_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "notify/zone_int.h"

struct recur;

/* The rule begins at first_s, a local time in zone. RC_INVALID: the rule is wrong or never
 * begins. */
enum rc recur_new(const char *rrule, int64_t first_s, struct zone *zone,
    struct recur **ret_recur, struct err *err) MUST_CHECK;
void recur_free(struct recur *r);
OWNED_BY(struct recur, recur_free);

/* The begins from from_s on, ascending, until one is after past_s (which is given too) or
 * max are found. Returns how many. */
size_t recur_begins(
    const struct recur *r, int64_t from_s, int64_t past_s, int64_t *ret, size_t max);

#endif
