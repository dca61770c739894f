/* SPDX-License-Identifier: Apache-2.0 */
#include "poll/rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"

struct rows {
	struct arena *arena;
	size_t n_values;
	struct vec list; /* struct row * */
	struct map *by_index;
	struct map *by_position;
};

struct index_key {
	const void *format; /* so that equal numbers of different encodings do not meet */
	uint32_t family;
	uint32_t arcs[OID_MAX];
};

struct position_key {
	uint32_t family;
	uint32_t part[POS_PARTS];
	uint8_t serial[POSITION_SERIAL_MAX];
};

struct rows *
rows_new(struct arena *arena, size_t n_values)
{
	struct rows *rows = calloc(1, sizeof(*rows));

	if (!rows)
		return NULL;
	rows->arena = arena;
	rows->n_values = n_values;
	rows->list = (struct vec)VEC_INIT(struct row *);
	rows->by_index = map_new();
	rows->by_position = map_new();
	if (!rows->by_index || !rows->by_position) {
		rows_free(rows);
		return NULL;
	}
	return rows;
}

void
rows_free(struct rows *rows)
{
	if (!rows)
		return;
	map_free(rows->by_index);
	map_free(rows->by_position);
	vec_fini(&rows->list);
	free(rows);
}

size_t
rows_count(const struct rows *rows)
{
	return rows->list.n;
}

struct row *
rows_at(const struct rows *rows, size_t i)
{
	return *VEC_AT(&rows->list, struct row *, i);
}

static bool
is_row(const struct row *row, const struct index_format *format, uint32_t family,
    const uint32_t *index, size_t n)
{
	return row->format == format && row->family == family && row->n_index == n &&
	    memcmp(row->index, index, n * sizeof(*index)) == 0;
}

static struct row *
find_by_hint(const struct rows *rows, const struct index_format *format, uint32_t family,
    const uint32_t *index, size_t n, size_t *hint)
{
	struct row *row;

	if (*hint >= rows->list.n)
		return NULL;
	row = rows_at(rows, *hint);
	if (!is_row(row, format, family, index, n))
		return NULL;
	(*hint)++;
	return row;
}

static struct row *
row_add(struct rows *rows, const struct row *like)
{
	struct row *row = arena_alloc(rows->arena, sizeof(*row));
	uint32_t *index = arena_alloc(rows->arena, like->n_index * sizeof(*index));
	struct row **slot;

	if (!row || !index)
		return NULL;
	*row = *like;
	memcpy(index, like->index, like->n_index * sizeof(*index));
	row->index = index;
	row->values = arena_alloc(rows->arena, rows->n_values * sizeof(*row->values));
	row->from = arena_alloc(rows->arena, rows->n_values * sizeof(*row->from));
	row->number = rows->list.n;
	slot = row->values && row->from ? vec_add(&rows->list) : NULL;
	if (!slot)
		return NULL;
	*slot = row;
	return row;
}

/* Another index may have made the row of this position already. */
static enum rc
find_by_position(struct rows *rows, const struct row *like, struct row **ret_row)
{
	struct position_key key;
	struct row *row;
	enum rc rc;

	memset(&key, 0, sizeof(key));
	key.family = like->family;
	memcpy(key.part, like->position.part, sizeof(key.part));
	memcpy(key.serial, like->position.serial, sizeof(key.serial));
	row = map_find(rows->by_position, &key, sizeof(key));
	if (!row) {
		row = row_add(rows, like);
		if (!row)
			return RC_NOMEM;
		rc = map_add(rows->by_position, &key, sizeof(key), row);
		if (rc != RC_OK)
			return rc;
	}
	*ret_row = row;
	return RC_OK;
}

enum rc
rows_find(struct rows *rows, const struct index_format *format, uint32_t family,
    const uint32_t *index, size_t n, size_t *hint, struct row **ret_row)
{
	struct index_key key;
	struct row like = {
		.family = family, .n_index = (uint32_t)n, .index = index, .format = format
	};
	size_t key_n = offsetof(struct index_key, arcs) + n * sizeof(*index);
	struct row *row = find_by_hint(rows, format, family, index, n, hint);
	enum rc rc;

	if (row) {
		*ret_row = row;
		return RC_OK;
	}
	if (n > OID_MAX)
		return RC_INVALID;
	memset(&key, 0, offsetof(struct index_key, arcs));
	key.format = format;
	key.family = family;
	memcpy(key.arcs, index, n * sizeof(*index));
	row = map_find(rows->by_index, &key, key_n);
	if (!row) {
		if (format) {
			rc = index_decode(format, index, n, &like.position);
			if (rc != RC_OK)
				return rc;
			like.position = position_of_onu(&like.position);
		} else {
			like.position.part[POS_ONU] = index[n - 1];
			like.position.has = 1U << POS_ONU;
		}
		rc = find_by_position(rows, &like, &row);
		if (rc == RC_OK)
			rc = map_add(rows->by_index, &key, key_n, row);
		if (rc != RC_OK)
			return rc;
	}
	*hint = row->number + 1;
	*ret_row = row;
	return RC_OK;
}

static int
by_position(const void *a, const void *b)
{
	const struct row *x = *(struct row *const *)a, *y = *(struct row *const *)b;

	if (x->family != y->family)
		return x->family < y->family ? -1 : 1;
	return position_compare(&x->position, &y->position);
}

void
rows_filter(struct rows *rows, bool (*keep)(const struct row *row, const void *ctx),
    const void *ctx)
{
	size_t n = 0;

	for (size_t i = 0; i < rows->list.n; i++) {
		struct row *row = rows_at(rows, i);

		if (keep(row, ctx))
			*VEC_AT(&rows->list, struct row *, n++) = row;
	}
	rows->list.n = n;
}

void
rows_sort(struct rows *rows)
{
	if (rows->list.n)
		qsort(rows->list.data, rows->list.n, sizeof(struct row *), by_position);
}
