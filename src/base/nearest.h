/* SPDX-License-Identifier: Apache-2.0
 *
 * base/nearest.h - "did you mean ...?": finds the known word that is most similar to a
 * typing error. Pure; any thread.
 */
#ifndef FACHO_BASE_NEAREST_H
#define FACHO_BASE_NEAREST_H

#include <stddef.h>

enum { NEAREST_WORD_MAX = 64 };

/* How many letters must be added, removed, replaced or swapped with their neighbour to
 * convert one word to the other. For words longer than NEAREST_WORD_MAX the result is the
 * length of the longer one. */
unsigned nearest_distance(const char *a, const char *b);

/* A running search: start with {0} and offer every known word. `best` is the nearest one
 * so far that is similar enough to be suggested, else NULL. */
struct nearest {
	const char *best;
	unsigned distance;
};

void nearest_offer(struct nearest *n, const char *typed, const char *known);

#endif
