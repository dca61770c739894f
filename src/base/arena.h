/* SPDX-License-Identifier: Apache-2.0
 *
 * base/arena.h - memory that is freed all at once.
 *
 * Everything that one run on one OLT allocates comes from its arena. Single pieces cannot
 * be freed. Memory is zeroed and aligned for any type. An arena has a ceiling: above it,
 * or when the system is out of memory, the allocating call returns NULL and the caller
 * reports RC_NOMEM.
 *
 * Not thread-safe: one owner.
 */
#ifndef FACHO_BASE_ARENA_H
#define FACHO_BASE_ARENA_H

#include <stddef.h>

#include "base/own.h"

struct arena;

/* ceiling_bytes 0: no ceiling. NULL when out of memory. */
struct arena *arena_new(size_t ceiling_bytes);
void arena_free(struct arena *a);
OWNED_BY(struct arena, arena_free);

/* Forget everything but keep one block for the next run. */
void arena_reset(struct arena *a);

void *arena_alloc(struct arena *a, size_t bytes);

/* A copy of n bytes, followed by a NUL. */
char *arena_copy(struct arena *a, const void *bytes, size_t n);
char *arena_printf(struct arena *a, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
