/* SPDX-License-Identifier: Apache-2.0 */
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

/* Many vectors have one or two items for ever: large items begin with few. */
enum { FIRST_ROOM = 16, FIRST_BYTES = 256 };

static size_t
first_room(size_t item_bytes)
{
	size_t room = FIRST_ROOM;

	while (room > 1 && room * item_bytes > FIRST_BYTES)
		room /= 2;
	return room;
}

void *
vec_add(struct vec *v)
{
	void *item;

	if (v->n == v->room) {
		size_t room = v->room ? v->room * 2 : first_room(v->item_bytes);
		void *data = reallocarray(v->data, room, v->item_bytes);

		if (!data)
			return NULL;
		v->data = data;
		v->room = room;
	}
	item = (char *)v->data + v->n++ * v->item_bytes;
	return memset(item, 0, v->item_bytes);
}

void
vec_clear(struct vec *v)
{
	v->n = 0;
}

void
vec_fini(struct vec *v)
{
	free(v->data);
	v->data = NULL;
	v->n = v->room = 0;
}
