/* SPDX-License-Identifier: Apache-2.0
 *
 * base/map.h - from a key to a pointer: an open-addressing hash table.
 *
 * A key is some bytes or a 64-bit number; one map has keys of one kind. Bytes
 * are borrowed: they must live and not change as long as their entry does (they
 * usually are a member of the value). Values are the caller's.
 *
 * Keys that come from a device cannot be chosen to collide: every map hashes
 * with its own random seed. Owner only.
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

/* RC_CONFLICT when the key is there already (nothing changes), RC_NOMEM. value
 * is not NULL. */
enum rc map_add(struct map *m, const void *key, size_t n, void *value) MUST_CHECK;
enum rc map_add_u64(struct map *m, uint64_t key, void *value) MUST_CHECK;

/* NULL when it is not there. */
void *map_find(const struct map *m, const void *key, size_t n);
void *map_find_u64(const struct map *m, uint64_t key);

/* Take the entry out and return its value; NULL when it was not there. */
void *map_take(struct map *m, const void *key, size_t n);
void *map_take_u64(struct map *m, uint64_t key);

size_t map_count(const struct map *m);

/* Visit all, in no order: start with *at 0; NULL at the end. The map must not
 * change meanwhile. */
void *map_next(const struct map *m, size_t *at);

#endif
