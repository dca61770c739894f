/* SPDX-License-Identifier: Apache-2.0 */
#include "collect/rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"

struct rows {
	struct arena *arena;
	size_t n_values, max;
	struct vec list; /* struct row * */
	struct map *by_index;
	struct map *by_position;
};

struct index_key {
	const void *format; /* equal numbers in different encodings differ */
	uint32_t family;
	uint32_t arcs[OID_MAX];
};

struct position_key {
	uint32_t family;
	uint32_t part[POS_PARTS];
	uint8_t serial[POSITION_SERIAL_MAX];
};

struct rows *
rows_new(struct arena *arena, size_t n_values, size_t max)
{
	struct rows *rows = calloc(1, sizeof(*rows));

	if (!rows)
		return NULL;
	rows->arena = arena;
	rows->n_values = n_values;
	rows->max = max;
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

void
rows_settle(struct rows *rows)
{
	map_free(rows->by_index);
	map_free(rows->by_position);
	rows->by_index = NULL;
	rows->by_position = NULL;
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

static struct row *
find_by_hint(const struct rows *rows, const struct rows_key *like, const size_t *hint)
{
	struct row *row;

	if (*hint >= rows->list.n)
		return NULL;
	row = rows_at(rows, *hint);
	if (row->format != like->format || row->family != like->family ||
	    row->n_index != like->n ||
	    memcmp(row->index, like->index, like->n * sizeof(*like->index)) != 0)
		return NULL;
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
	if (like->n_index)
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

/* The row of this position may exist already, with another index. */
static enum rc
find_by_position(struct rows *rows, const struct row *like, struct row **ret_row)
{
	struct position_key *key = arena_alloc(rows->arena, sizeof(*key));
	struct row *row;
	enum rc rc;

	if (!key)
		return RC_NOMEM;
	key->family = like->family;
	memcpy(key->part, like->position.part, sizeof(key->part));
	memcpy(key->serial, like->position.serial, sizeof(key->serial));
	row = map_find(rows->by_position, key, sizeof(*key));
	if (!row && rows->list.n >= rows->max)
		return RC_TOO_MUCH;
	if (!row) {
		row = row_add(rows, like);
		if (!row)
			return RC_NOMEM;
		rc = map_add(rows->by_position, key, sizeof(*key), row);
		if (rc != RC_OK)
			return rc;
	}
	*ret_row = row;
	return RC_OK;
}

/* Returns the number of bytes used. */
static size_t
key_of(struct index_key *key, const void *format, uint32_t family, const uint32_t *index,
    size_t n)
{
	memset(key, 0, offsetof(struct index_key, arcs));
	key->format = format;
	key->family = family;
	if (n)
		memcpy(key->arcs, index, n * sizeof(*index));
	return offsetof(struct index_key, arcs) + n * sizeof(*index);
}

struct row *
rows_seed(struct rows *rows, const struct row *like)
{
	struct row *row = row_add(rows, like);
	struct index_key key;
	size_t n;
	void *kept;

	if (!row || !row->n_index)
		return row;
	n = key_of(&key, row->format, row->family, row->index, row->n_index);
	kept = arena_copy(rows->arena, &key, n);
	/* If two ONUs have the same key, the first keeps it. */
	return kept && map_add(rows->by_index, kept, n, row) != RC_NOMEM ? row : NULL;
}

/* A new index: decode it, find or create its row, and remember it. */
static enum rc
learn_index(struct rows *rows, const struct rows_key *like, const struct index_key *key,
    size_t key_n, struct row **ret_row)
{
	struct row row = { .family = like->family,
		.n_index = (uint32_t)like->n,
		.index = like->index,
		.format = like->format };
	void *kept = arena_copy(rows->arena, key, key_n);
	enum rc rc = RC_OK;

	if (!kept)
		return RC_NOMEM;
	if (like->format)
		rc = index_decode(like->format, like->index, like->n, &row.position);
	if (rc != RC_OK)
		return rc;
	if (!like->format) {
		row.position.part[POS_ONU] = like->n ? like->index[like->n - 1] : 0;
		row.position.has = 1U << POS_ONU;
	}
	if (!like->is_whole)
		row.position = position_of_onu(&row.position);
	if (like->is_alone && rows->list.n >= rows->max)
		return RC_TOO_MUCH;
	if (like->is_alone)
		*ret_row = row_add(rows, &row);
	else
		rc = find_by_position(rows, &row, ret_row);
	if (rc != RC_OK || !*ret_row)
		return rc != RC_OK ? rc : RC_NOMEM;
	return map_add(rows->by_index, kept, key_n, *ret_row);
}

enum rc
rows_find(
    struct rows *rows, const struct rows_key *like, size_t *hint, struct row **ret_row)
{
	struct index_key key;
	size_t key_n = 0;
	struct row *row = find_by_hint(rows, like, hint);
	enum rc rc;

	if (!row) {
		if (like->n > OID_MAX)
			return RC_INVALID;
		key_n = key_of(&key, like->format, like->family, like->index, like->n);
		row = map_find(rows->by_index, &key, key_n);
	}
	if (!row) {
		rc = learn_index(rows, like, &key, key_n, &row);
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

/* Copy to row what it does not have and what an earlier source has in other. */
static void
merge_row(struct row *row, const struct row *other, size_t n_values)
{
	for (size_t i = 0; i < n_values; i++) {
		if (!other->from[i] || (row->from[i] && row->from[i] < other->from[i]))
			continue;
		row->values[i] = other->values[i];
		row->from[i] = other->from[i];
	}
	row->answered |= other->answered;
}

void
rows_merge(struct rows *rows)
{
	size_t n = 0;

	for (size_t i = 0; i < rows->list.n; i++) {
		struct row *row = rows_at(rows, i);
		struct row *last = n ? rows_at(rows, n - 1) : NULL;

		if (last && last->family == row->family &&
		    position_compare(&last->position, &row->position) == 0)
			merge_row(last, row, rows->n_values);
		else
			*VEC_AT(&rows->list, struct row *, n++) = row;
	}
	rows->list.n = n;
}
