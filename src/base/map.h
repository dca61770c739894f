/* SPDX-License-Identifier: Apache-2.0
 *
 * base/map.h - an open-addressing hash table from keys to pointers.
 *
 * A key is a byte string or a 64-bit number; all keys of a map are of the same kind. Byte
 * strings are borrowed: they must exist and not change as long as their entry exists
 * (usually they are a member of the value). The caller owns the values.
 *
 * Every map hashes with its own random seed, so that a device cannot choose keys that
 * collide. Owner only.
 */
#ifndef FACHO_BASE_MAP_H
#define FACHO_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/own.h"
#include "base/rc.h"

struct map;

/* NULL when out of memory. */
struct map *map_new(void);
void map_free(struct map *m);
OWNED_BY(struct map, map_free);

/* RC_CONFLICT: the key already exists (nothing changes). RC_NOMEM. value is not NULL. */
enum rc map_add(struct map *m, const void *key, size_t n, void *value) MUST_CHECK;
enum rc map_add_u64(struct map *m, uint64_t key, void *value) MUST_CHECK;

/* NULL: not found. */
void *map_find(const struct map *m, const void *key, size_t n);
void *map_find_u64(const struct map *m, uint64_t key);

/* Remove the entry and return its value; NULL: not found. */
void *map_take(struct map *m, const void *key, size_t n);
void *map_take_u64(struct map *m, uint64_t key);

size_t map_count(const struct map *m);

/* Iterate over all values, in no particular order: start with *at 0; NULL at the end. The
 * map must not change during the iteration. */
void *map_next(const struct map *m, size_t *at);

#endif
