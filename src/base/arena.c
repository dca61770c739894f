/* SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 16 * 1024, LARGEST_BLOCK = 1024 * 1024, ALIGN = 16 };

struct block {
	struct block *prev;
	size_t size; /* bytes of data */
	size_t used;
	_Alignas(16) unsigned char data[];
};

struct arena {
	struct block *last; /* the block in use; older blocks follow it */
	size_t ceiling;
	size_t used;
};

static struct block *
block_new(struct block *prev, size_t size)
{
	struct block *b = malloc(sizeof(*b) + size);

	if (!b)
		return NULL;
	b->prev = prev;
	b->size = size;
	b->used = 0;
	return b;
}

static size_t
next_size(const struct arena *a, size_t need)
{
	size_t size = a->last ? a->last->size * 2 : FIRST_BLOCK;

	if (size > LARGEST_BLOCK)
		size = LARGEST_BLOCK;
	return size > need ? size : need;
}

struct arena *
arena_new(size_t ceiling_bytes)
{
	struct arena *a = calloc(1, sizeof(*a));

	if (a)
		a->ceiling = ceiling_bytes;
	return a;
}

void
arena_free(struct arena *a)
{
	if (!a)
		return;
	while (a->last) {
		struct block *prev = a->last->prev;

		free(a->last);
		a->last = prev;
	}
	free(a);
}

void
arena_reset(struct arena *a)
{
	while (a->last && a->last->prev) {
		struct block *prev = a->last->prev;

		free(a->last);
		a->last = prev;
	}
	if (a->last)
		a->last->used = 0;
	a->used = 0;
}

void *
arena_alloc(struct arena *a, size_t bytes)
{
	size_t need;
	void *p;

	if (bytes > SIZE_MAX / 2)
		return NULL;
	need = (bytes + ALIGN - 1) & ~(size_t)(ALIGN - 1);
	if (a->ceiling && a->used + need > a->ceiling)
		return NULL;
	if (!a->last || a->last->size - a->last->used < need) {
		struct block *b = block_new(a->last, next_size(a, need));

		if (!b)
			return NULL;
		a->last = b;
	}
	p = a->last->data + a->last->used;
	a->last->used += need;
	a->used += need;
	return memset(p, 0, bytes);
}

char *
arena_copy(struct arena *a, const void *bytes, size_t n)
{
	char *p = arena_alloc(a, n + 1);

	if (p && n)
		memcpy(p, bytes, n);
	return p;
}

char *
arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list ap;
	int n;
	char *p;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n < 0)
		return NULL;
	p = arena_alloc(a, (size_t)n + 1);
	if (!p)
		return NULL;
	va_start(ap, fmt);
	(void)vsnprintf(p, (size_t)n + 1, fmt, ap); /* the length was measured above */
	va_end(ap);
	return p;
}
