/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/row_list_int.h"

#include <string.h>

#include "model/oid.h"
#include "sim/ber_int.h"

struct row_list *
row_list_new(bool is_whole)
{
	struct row_list *rows = calloc(1, sizeof(*rows));

	if (rows)
		rows->is_whole = is_whole;
	return rows;
}

void
row_list_free(struct row_list *rows)
{
	if (!rows)
		return;
	free(rows->row);
	free(rows->arcs);
	free(rows->ber);
	free(rows);
}

static bool
grow(void **array, size_t *cap, size_t wanted, size_t item_bytes)
{
	if (wanted <= *cap)
		return true;
	size_t bigger = *cap ? *cap * 2 : 64;
	while (bigger < wanted)
		bigger *= 2;
	void *moved = realloc(*array, bigger * item_bytes);
	if (!moved)
		return false;
	*array = moved;
	*cap = bigger;
	return true;
}

enum rc
row_list_add(struct row_list *rows, const uint32_t *arcs, size_t n, enum entity entity,
    uint32_t number)
{
	if (n > OID_MAX)
		return RC_INVALID;
	if (!grow((void **)&rows->row, &rows->row_cap, rows->n + 1, sizeof(struct row)) ||
	    !grow((void **)&rows->arcs, &rows->arcs_cap, rows->arcs_len + n,
		sizeof(uint32_t)))
		return RC_NOMEM;
	memcpy(rows->arcs + rows->arcs_len, arcs, n * sizeof(uint32_t));
	/* Until row_list_finish(), ber_at is the order in which rows were added: qsort is
	 * not stable. */
	rows->row[rows->n] = (struct row){ (uint32_t)rows->arcs_len, (uint32_t)rows->n,
		number, 0, (uint8_t)n, (uint8_t)entity };
	rows->n++;
	rows->arcs_len += n;
	return RC_OK;
}

enum rc
row_list_add_all(struct row_list *rows, const struct row_list *from)
{
	enum rc rc = RC_OK;

	for (size_t i = 0; i < from->n && rc == RC_OK; i++) {
		const struct row *row = &from->row[i];
		rc = row_list_add(rows, from->arcs + row->arcs_at, row->n_arcs,
		    (enum entity)row->entity, row->number);
	}
	return rc;
}

static int
compare_rows(const void *left, const void *right, void *context)
{
	const struct row *a = left, *b = right;
	const struct row_list *rows = context;
	int order = oid_compare(
	    rows->arcs + a->arcs_at, a->n_arcs, rows->arcs + b->arcs_at, b->n_arcs);

	return order ? order : (a->ber_at > b->ber_at) - (a->ber_at < b->ber_at);
}

static bool
same_index(const struct row_list *rows, const struct row *a, const struct row *b)
{
	return oid_compare(rows->arcs + a->arcs_at, a->n_arcs, rows->arcs + b->arcs_at,
		   b->n_arcs) == 0;
}

static void
drop_duplicates(struct row_list *rows)
{
	size_t kept = 0;

	for (size_t i = 0; i < rows->n; i++) {
		if (kept > 0 && same_index(rows, &rows->row[kept - 1], &rows->row[i]))
			continue;
		rows->row[kept++] = rows->row[i];
	}
	rows->n = kept;
}

enum rc
row_list_finish(struct row_list *rows)
{
	uint8_t *ber = malloc(rows->arcs_len * 5 + 1);
	size_t used = 0;

	if (!ber)
		return RC_NOMEM;
	if (rows->n > 0)
		qsort_r(rows->row, rows->n, sizeof(struct row), compare_rows, rows);
	drop_duplicates(rows);
	for (size_t i = 0; i < rows->n; i++) {
		struct row *row = &rows->row[i];
		const uint32_t *arcs = rows->arcs + row->arcs_at;
		size_t len = rows->is_whole
		    ? ber_write_oid(arcs, row->n_arcs, ber + used)
		    : ber_write_arcs(arcs, row->n_arcs, ber + used);
		row->ber_at = (uint32_t)used;
		row->ber_len = (uint16_t)len;
		used += len;
	}
	free(rows->ber);
	rows->ber = ber;
	return RC_OK;
}

size_t
row_list_seek(
    const struct row_list *rows, const uint32_t *arcs, size_t n, bool after_equal)
{
	size_t low = 0, high = rows->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct row *row = &rows->row[middle];
		int order = oid_compare(rows->arcs + row->arcs_at, row->n_arcs, arcs, n);
		if (order < 0 || (order == 0 && after_equal))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}
