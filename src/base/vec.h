/* SPDX-License-Identifier: Apache-2.0
 *
 * base/vec.h - a growing array of items of one size.
 *
 *	struct vec v = VEC_INIT(struct thing);
 *	struct thing *t = vec_add(&v);		(zeroed; NULL: no memory)
 *	for (size_t i = 0; i < v.n; i++)
 *		use(VEC_AT(&v, struct thing, i));
 *	vec_fini(&v);
 *
 * Growing moves the items: a pointer to an item is valid until the next vec_add. Owner
 * only.
 */
#ifndef FACHO_BASE_VEC_H
#define FACHO_BASE_VEC_H

#include <assert.h>
#include <stddef.h>

struct vec {
	void *data; /* owned */
	size_t n;
	size_t room;
	size_t item_bytes;
};

#define VEC_INIT(type)                     \
	{                                  \
		.item_bytes = sizeof(type) \
	}

#define VEC_AT(v, type, i) ((type *)vec_at((v), (i), sizeof(type)))

/* One more item at the end, zeroed. NULL: out of memory; then v is not changed. */
void *vec_add(struct vec *v);

/* Remove the items, keep the memory. */
void vec_clear(struct vec *v);
void vec_fini(struct vec *v);

/* Use VEC_AT: the size is checked against the type. */
static inline void *
vec_at(const struct vec *v, size_t i, size_t item_bytes)
{
	assert(i < v->n && item_bytes == v->item_bytes);
	return (char *)v->data + i * item_bytes;
}

#endif
