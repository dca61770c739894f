/* SPDX-License-Identifier: Apache-2.0
 *
 * The keys are stored next to the maps that borrow them: a position as bytes without the
 * padding of its struct, a serial where its ONU has it.
 */
#include "model/discovery.h"

#include <string.h>

#include "base/map.h"

enum { KEY_BYTES = 2 + POS_PARTS * 4 + POSITION_SERIAL_MAX };

struct place {
	uint8_t key[KEY_BYTES];
	const struct onu *onu;
};

struct onu_finder {
	struct map *by_serial; /* the first ONU with each key */
	struct map *by_place; /* to struct place */
	/* the same; the key is the position followed by the serial */
	struct map *by_both;
	struct place *places; /* owned, two per ONU: position only, and both */
	struct arena *arena; /* keys of position and serial */
};

static void
key_of(const struct position *at, uint8_t key[KEY_BYTES])
{
	struct position p = position_of_onu(at);

	memset(key, 0, KEY_BYTES);
	key[0] = p.has;
	key[1] = p.serial_len;
	memcpy(key + 2, p.part, sizeof(p.part));
	memcpy(key + 2 + sizeof(p.part), p.serial, p.serial_len);
}

static bool
is_better(const struct onu *a, const struct onu *b)
{
	if (a->is_present != b->is_present)
		return a->is_present;
	return a->missed < b->missed;
}

static enum rc
add_to(struct map *map, const void *key, size_t n, struct place *at)
{
	struct place *other = map_find(map, key, n);

	if (!other)
		return map_add(map, key, n, at);
	if (is_better(at->onu, other->onu))
		other->onu = at->onu;
	return RC_OK;
}

static enum rc
add_place(struct onu_finder *f, struct place *at, const struct onu *onu)
{
	key_of(&onu->position, at->key);
	at->onu = onu;
	return add_to(f->by_place, at->key, KEY_BYTES, at);
}

enum { SERIAL_BYTES_MAX = 256 }; /* maximum size of a key; a longer serial is not used */

/* The bytes of a position followed by its serial; 0: no serial. */
static size_t
both_of(const char *serial, const struct position *position,
    uint8_t key[KEY_BYTES + SERIAL_BYTES_MAX])
{
	size_t n = serial ? strlen(serial) : 0;

	if (n == 0 || n > SERIAL_BYTES_MAX)
		return 0;
	key_of(position, key);
	memcpy(key + KEY_BYTES, serial, n);
	return KEY_BYTES + n;
}

static enum rc
add_both(struct onu_finder *f, struct place *at, const struct onu *onu)
{
	uint8_t key[KEY_BYTES + SERIAL_BYTES_MAX];
	size_t n = both_of(onu->serial, &onu->position, key);
	void *kept = n ? arena_copy(f->arena, key, n) : NULL;

	at->onu = onu;
	if (n && !kept)
		return RC_NOMEM;
	return n ? add_to(f->by_both, kept, n, at) : RC_OK;
}

/* The map returns non-const pointers; ONUs are only read. */
static void *
unconst(const struct onu *onu)
{
	void *p;

	memcpy(&p, &onu, sizeof(p));
	return p;
}

static enum rc
add_serial(struct onu_finder *f, const struct onu *onu)
{
	size_t n = onu->serial ? strlen(onu->serial) : 0;

	if (n == 0 || map_find(f->by_serial, onu->serial, n))
		return RC_OK;
	return map_add(f->by_serial, onu->serial, n, unconst(onu));
}

struct onu_finder *
onu_finder_new(const struct onu *onus, size_t n)
{
	struct onu_finder *f OWNED(onu_finder_free) = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->by_serial = map_new();
	f->by_place = map_new();
	f->by_both = map_new();
	f->arena = arena_new(0);
	f->places = calloc(2 * n + 1, sizeof(*f->places));
	if (!f->by_serial || !f->by_place || !f->by_both || !f->arena || !f->places)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		if (add_place(f, &f->places[2 * i], &onus[i]) != RC_OK ||
		    add_both(f, &f->places[2 * i + 1], &onus[i]) != RC_OK ||
		    add_serial(f, &onus[i]) != RC_OK)
			return NULL;
	}
	return GIVE(f);
}

void
onu_finder_free(struct onu_finder *f)
{
	if (!f)
		return;
	map_free(f->by_serial);
	map_free(f->by_place);
	map_free(f->by_both);
	arena_free(f->arena);
	free(f->places);
	free(f);
}

const struct onu *
onu_find_at(
    const struct onu_finder *f, const char *serial, const struct position *position)
{
	uint8_t key[KEY_BYTES + SERIAL_BYTES_MAX];
	size_t n = both_of(serial, position, key);
	const struct place *at = n ? map_find(f->by_both, key, n) : NULL;

	return at ? at->onu : NULL;
}

const struct onu *
onu_find_row(
    const struct onu_finder *f, const char *serial, const struct position *position)
{
	const struct onu *onu = onu_find_at(f, serial, position);
	const struct onu *there = onu ? onu : onu_find_position(f, position);

	if (onu || !serial || !*serial)
		return there;
	if (there && (!there->serial || !*there->serial))
		return there;
	return map_find(f->by_serial, serial, strlen(serial)) ? NULL : there;
}

const struct onu *
onu_find_position(const struct onu_finder *f, const struct position *position)
{
	uint8_t key[KEY_BYTES];
	const struct place *at;

	key_of(position, key);
	at = map_find(f->by_place, key, KEY_BYTES);
	return at ? at->onu : NULL;
}
