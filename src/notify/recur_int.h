/* SPDX-License-Identifier: Apache-2.0
 *
 * notify/recur_int.h - the local start times of a repeated window: an RRULE, with
 * libical.
 */
#ifndef FACHO_NOTIFY_RECUR_INT_H
#define FACHO_NOTIFY_RECUR_INT_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "notify/zone_int.h"

struct recur;

/* The rule starts at first_s, a local time in zone. RC_INVALID: the rule is not valid, or
 * has no start time. */
enum rc recur_new(const char *rrule, int64_t first_s, struct zone *zone,
    struct recur **ret_recur, struct err *err) MUST_CHECK;
void recur_free(struct recur *r);
OWNED_BY(struct recur, recur_free);

/* The start times from from_s on, ascending, until one is after past_s (which is
 * included) or max are found. Returns how many. */
size_t recur_begins(
    const struct recur *r, int64_t from_s, int64_t past_s, int64_t *ret, size_t max);

#endif
