/* SPDX-License-Identifier: Apache-2.0
 *
 * base/nearest.h - "did you mean ...?": which known word a typing error was
 * meant to be. Pure; any thread.
 */
#ifndef FACHO_BASE_NEAREST_H
#define FACHO_BASE_NEAREST_H

#include <stddef.h>

enum { NEAREST_WORD_MAX = 64 };

/* How many letters must be added, removed, replaced or swapped with their
 * neighbour to make one word of the other. Words past NEAREST_WORD_MAX are
 * further from each other than anything: the result is their longer length. */
unsigned nearest_distance(const char *a, const char *b);

/* A running search: start with {0} and offer every known word. `best` is the
 * nearest one so far that is near enough to be worth proposing, else NULL. */
struct nearest {
	const char *best;
	unsigned distance;
};

void nearest_offer(struct nearest *n, const char *typed, const char *known);

#endif
