/* SPDX-License-Identifier: Apache-2.0
 *
 * Linear probing, at most three quarters full. Removal moves later entries back, so there
 * are no tombstones: a map in which ONUs are added and removed for years does not become
 * slower.
 */
#include "base/map.h"

#include <assert.h>
#include <string.h>
#include <sys/random.h>

enum { FIRST_ROOM = 16 };

struct key {
	const void *bytes; /* NULL: the number is the key */
	size_t n;
	uint64_t number;
};

struct entry {
	uint64_t hash;
	struct key key;
	void *value; /* NULL: free */
};

struct map {
	struct entry *entries;
	size_t room; /* a power of two */
	size_t n;
	uint64_t seed;
};

static uint64_t
mix(uint64_t h)
{
	h ^= h >> 33;
	h *= UINT64_C(0xff51afd7ed558ccd);
	h ^= h >> 33;
	h *= UINT64_C(0xc4ceb9fe1a85ec53);
	return h ^ h >> 33;
}

static uint64_t
hash_key(const struct map *m, const struct key *key)
{
	const unsigned char *p = key->bytes;
	uint64_t h = m->seed, word;
	size_t i = 0;

	if (!p)
		return mix(h ^ key->number);
	for (; i + sizeof(word) <= key->n; i += sizeof(word)) {
		memcpy(&word, p + i, sizeof(word));
		h = mix(h ^ word);
	}
	word = 0;
	memcpy(&word, p + i, key->n - i);
	return mix(mix(h ^ word) ^ key->n);
}

static bool
is_same(const struct key *a, const struct key *b)
{
	if (!a->bytes || !b->bytes)
		return !a->bytes && !b->bytes && a->number == b->number;
	return a->n == b->n && memcmp(a->bytes, b->bytes, a->n) == 0;
}

/* The entry of the key, or the free entry where it would be stored. */
static struct entry *
place_of(const struct map *m, const struct key *key, uint64_t hash)
{
	size_t i = hash & (m->room - 1);

	while (m->entries[i].value &&
	    !(m->entries[i].hash == hash && is_same(&m->entries[i].key, key)))
		i = (i + 1) & (m->room - 1);
	return &m->entries[i];
}

static enum rc
grow(struct map *m)
{
	struct map bigger = *m;

	bigger.room = m->room * 2;
	bigger.entries = calloc(bigger.room, sizeof(*bigger.entries));
	if (!bigger.entries)
		return RC_NOMEM;
	for (size_t i = 0; i < m->room; i++) {
		struct entry *e = &m->entries[i];

		if (e->value)
			*place_of(&bigger, &e->key, e->hash) = *e;
	}
	free(m->entries);
	*m = bigger;
	return RC_OK;
}

static enum rc
add(struct map *m, const struct key *key, void *value)
{
	uint64_t hash = hash_key(m, key);

	assert(value);
	if (place_of(m, key, hash)->value)
		return RC_CONFLICT;
	if ((m->n + 1) * 4 > m->room * 3 && grow(m) != RC_OK)
		return RC_NOMEM;
	*place_of(m, key, hash) = (struct entry){ hash, *key, value };
	m->n++;
	return RC_OK;
}

/* Close the gap: move up each following entry that may be stored there, until the next
 * free entry. */
static void
close_gap(struct map *m, size_t gap)
{
	size_t mask = m->room - 1;

	for (size_t i = (gap + 1) & mask; m->entries[i].value; i = (i + 1) & mask) {
		size_t home = m->entries[i].hash & mask;

		if (((i - home) & mask) < ((i - gap) & mask))
			continue;
		m->entries[gap] = m->entries[i];
		gap = i;
	}
	m->entries[gap] = (struct entry){ 0 };
}

static void *
take(struct map *m, const struct key *key)
{
	struct entry *e = place_of(m, key, hash_key(m, key));
	void *value = e->value;

	if (!value)
		return NULL;
	close_gap(m, (size_t)(e - m->entries));
	m->n--;
	return value;
}

struct map *
map_new(void)
{
	struct map *m OWNED(map_free) = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->room = FIRST_ROOM;
	m->entries = calloc(m->room, sizeof(*m->entries));
	if (!m->entries)
		return NULL;
	/* Without random bytes the seed is 0: the map works, but its hashes are
	 * predictable. */
	(void)!getrandom(&m->seed, sizeof(m->seed), GRND_NONBLOCK);
	return GIVE(m);
}

void
map_free(struct map *m)
{
	if (!m)
		return;
	free(m->entries);
	free(m);
}

static struct key
bytes_key(const void *bytes, size_t n)
{
	/* An empty key is allowed, but NULL would mean that the number is the key. */
	return (struct key){ .bytes = bytes ? bytes : "", .n = n };
}

static struct key
number_key(uint64_t number)
{
	return (struct key){ .number = number };
}

enum rc
map_add(struct map *m, const void *key, size_t n, void *value)
{
	struct key k = bytes_key(key, n);

	return add(m, &k, value);
}

enum rc
map_add_u64(struct map *m, uint64_t key, void *value)
{
	struct key k = number_key(key);

	return add(m, &k, value);
}

void *
map_find(const struct map *m, const void *key, size_t n)
{
	struct key k = bytes_key(key, n);

	return place_of(m, &k, hash_key(m, &k))->value;
}

void *
map_find_u64(const struct map *m, uint64_t key)
{
	struct key k = number_key(key);

	return place_of(m, &k, hash_key(m, &k))->value;
}

void *
map_take(struct map *m, const void *key, size_t n)
{
	struct key k = bytes_key(key, n);

	return take(m, &k);
}

void *
map_take_u64(struct map *m, uint64_t key)
{
	struct key k = number_key(key);

	return take(m, &k);
}

size_t
map_count(const struct map *m)
{
	return m->n;
}

void *
map_next(const struct map *m, size_t *at)
{
	while (*at < m->room) {
		void *value = m->entries[(*at)++].value;

		if (value)
			return value;
	}
	return NULL;
}
