/* SPDX-License-Identifier: Apache-2.0
 *
 * store/value/latest.h - what an ONU last said: one typed value a purpose.
 *
 * A *latest* is an array of LATEST_MAX values in the order of one table; the
 * columns of `onus` and `onu_numbers` are in the same order, so that reading,
 * comparing and writing are loops over it. The order is also in the database
 * (store/value/stamps.h): a new purpose goes to the end.
 *
 * Pure. Texts are borrowed.
 */
#ifndef FACHO_STORE_VALUE_LATEST_H
#define FACHO_STORE_VALUE_LATEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "history/rate.h"
#include "model/purpose.h"
#include "model/value.h"

enum { LATEST_MAX = 25 };

/* Where a purpose is kept; -1: not with the ONU (ports, chassis, discovery; the
 * serial, which is its identity; custom columns). */
int latest_place(enum purpose purpose);
enum purpose latest_purpose(size_t place);

/* Is it one of the numbers, which have a table of their own (onu_numbers)? */
bool latest_is_number(size_t place);

/* Would a reader see a difference? A state is its code and its label; reals are
 * the same when nothing that is shown differs (a thousandth). */
bool latest_is_same(const struct value *a, const struct value *b);

/* The value as its purpose has it: whole for counted things, real for measured
 * ones, the label of what should be a state. What cannot be so is null. */
struct value latest_typed(enum purpose purpose, const struct value *v);

/* The number in a value, for history. False for what has none. */
bool latest_number(const struct value *v, double *ret_number);

/* Two readings of a counter. */
struct latest_counted {
	const struct value *before, *now;
	int64_t before_ms, now_ms; /* 0: there was none before */
	int64_t uptime_ms; /* of what counts, now; HISTORY_UPTIME_UNKNOWN */
	double max_per_s; /* it cannot count faster */
};

/* What it counted per second (history/rate.h); NaN: that cannot be told. */
double latest_rate(const struct latest_counted *counted);

/* What a person reads in an event: the label of a state, a text; "" for null. */
const char *latest_text(const struct value *v);

#endif
