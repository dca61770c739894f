/* SPDX-License-Identifier: Apache-2.0
 *
 * Keys live beside the maps that borrow them: a position as bytes without the
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
	struct map *by_serial;
	struct map *by_place; /* to struct place */
	struct place *places; /* owned, one per ONU */
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
add_place(struct onu_finder *f, struct place *at, const struct onu *onu)
{
	struct place *other;

	key_of(&onu->position, at->key);
	at->onu = onu;
	other = map_find(f->by_place, at->key, KEY_BYTES);
	if (!other)
		return map_add(f->by_place, at->key, KEY_BYTES, at);
	if (is_better(onu, other->onu))
		other->onu = onu;
	return RC_OK;
}

/* The map hands pointers back as they came; ONUs are only ever read. */
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
	f->places = calloc(n + 1, sizeof(*f->places));
	if (!f->by_serial || !f->by_place || !f->places)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		if (add_place(f, &f->places[i], &onus[i]) != RC_OK ||
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
	free(f->places);
	free(f);
}

const struct onu *
onu_find_serial(const struct onu_finder *f, const char *serial)
{
	if (!serial || !*serial)
		return NULL;
	return map_find(f->by_serial, serial, strlen(serial));
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
