/* SPDX-License-Identifier: Apache-2.0
 *
 * An array sorted by position. A walk of the OLT has nearly the same order, so the next
 * row is mostly the next ONU.
 */
#include "collect/known.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "collect/collect.h"

struct known {
	struct vec list; /* struct known_onu; owns the indexes */
};

struct known *
known_new(void)
{
	struct known *k = calloc(1, sizeof(*k));

	if (k)
		k->list = (struct vec)VEC_INIT(struct known_onu);
	return k;
}

static struct known_onu *
at(const struct known *k, size_t i)
{
	return VEC_AT(&k->list, struct known_onu, i);
}

static void
forget_index(struct known_onu *onu)
{
	union {
		const uint32_t *kept;
		void *given;
	} u = { .kept = onu->index };

	free(u.given); /* it is owned; const is only for readers */
	onu->index = NULL;
	onu->n_index = 0;
}

void
known_free(struct known *k)
{
	if (!k)
		return;
	for (size_t i = 0; i < k->list.n; i++)
		forget_index(at(k, i));
	vec_fini(&k->list);
	free(k);
}

size_t
known_count(const struct known *k)
{
	return k->list.n;
}

const struct known_onu *
known_at(const struct known *k)
{
	return k->list.data;
}

enum rc
known_add(struct known *k, const struct position *position, bool is_offline)
{
	struct known_onu *onu = vec_add(&k->list);

	if (!onu)
		return RC_NOMEM;
	*onu = (struct known_onu){ .position = *position, .is_offline = is_offline };
	return RC_OK;
}

static int
by_position(const void *a, const void *b)
{
	const struct known_onu *x = a, *y = b;

	return position_compare(&x->position, &y->position);
}

void
known_sort(struct known *k)
{
	size_t n = 0;

	if (k->list.n)
		qsort(k->list.data, k->list.n, sizeof(struct known_onu), by_position);
	for (size_t i = 0; i < k->list.n; i++) {
		if (n && by_position(at(k, n - 1), at(k, i)) == 0)
			forget_index(at(k, i));
		else
			*at(k, n++) = *at(k, i);
	}
	k->list.n = n;
}

enum rc
known_add_from(struct known *k, const struct known *from, const struct position *position)
{
	struct known_onu like = { .position = *position };
	const struct known_onu *old = from->list.n
	    ? bsearch(&like, from->list.data, from->list.n, sizeof(like), by_position)
	    : NULL;
	uint32_t *index = NULL;
	enum rc rc = known_add(k, position, old && old->is_offline);
	struct known_onu *onu = rc == RC_OK ? at(k, k->list.n - 1) : NULL;

	if (!onu || !old)
		return rc;
	onu->table = old->table;
	if (!old->n_index)
		return RC_OK;
	index = calloc(old->n_index, sizeof(*index));
	if (!index)
		return RC_NOMEM;
	memcpy(index, old->index, old->n_index * sizeof(*index));
	onu->index = index;
	onu->n_index = old->n_index;
	return RC_OK;
}

void
known_forget_indexes(struct known *k)
{
	for (size_t i = 0; i < k->list.n; i++) {
		forget_index(at(k, i));
		at(k, i)->table = 0;
	}
}

/* ---- learning ------------------------------------------------------------------ */

static struct known_onu *
find(struct known *k, const struct position *position, size_t *hint)
{
	struct known_onu like = { .position = *position };
	struct known_onu *onu;

	if (*hint < k->list.n && position_compare(&at(k, *hint)->position, position) == 0)
		return at(k, (*hint)++);
	if (!k->list.data)
		return NULL;
	onu = bsearch(&like, k->list.data, k->list.n, sizeof(like), by_position);
	if (onu)
		*hint = (size_t)(onu - at(k, 0)) + 1;
	return onu;
}

/* An index is stored only if it cannot be calculated from the position. */
static enum rc
learn_index(struct known_onu *onu, const struct row *row)
{
	uint32_t *copy;

	if (!row->format || !row->format->name_column || !row->n_index ||
	    row->n_index > UINT8_MAX)
		return RC_OK;
	if (onu->n_index == row->n_index &&
	    memcmp(onu->index, row->index, row->n_index * sizeof(*copy)) == 0)
		return RC_OK;
	copy = calloc(row->n_index, sizeof(*copy));
	if (!copy)
		return RC_NOMEM;
	memcpy(copy, row->index, row->n_index * sizeof(*copy));
	forget_index(onu);
	onu->index = copy;
	onu->n_index = (uint8_t)row->n_index;
	return RC_OK;
}

static int
run_state_of(const struct collection *c)
{
	for (size_t i = 0; i < c->n_outputs; i++) {
		if (c->outputs[i].purpose == PURPOSE_RUN_STATE)
			return (int)i;
	}
	return -1;
}

static enum rc
learn_row(struct known_onu *onu, const struct row *row, int run_state)
{
	const struct value *v = run_state >= 0 ? &row->values[run_state] : NULL;
	enum rc rc = learn_index(onu, row);

	if (rc != RC_OK || row->is_absent)
		return rc;
	if (!row->is_guess || row->answered)
		onu->table = (uint16_t)(row->family + 1);
	if (v && v->kind == VALUE_STATE && v->state != STATE_NONE)
		onu->is_offline = v->state != STATE_ONLINE;
	return RC_OK;
}

static enum rc
learn_rows(struct known *k, const struct collection *c)
{
	int run_state = run_state_of(c);
	size_t hint = 0, n_before = k->list.n;
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < rows_count(c->rows); i++) {
		const struct row *row = rows_at(c->rows, i);
		struct known_onu *onu = NULL;
		size_t sorted = k->list.n;

		k->list.n = n_before; /* new entries are after the sorted ones */
		onu = find(k, &row->position, &hint);
		k->list.n = sorted;
		if (!onu && c->is_discovery) {
			rc = known_add(k, &row->position, false);
			onu = rc == RC_OK ? at(k, k->list.n - 1) : NULL;
		}
		if (onu)
			rc = learn_row(onu, row, run_state);
	}
	return rc;
}

/* Store the keys that were looked up, also for ONUs of other slices. */
static enum rc
learn_taught(struct known *k, const struct collection *c)
{
	size_t hint = 0;
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < c->n_taught; i++) {
		struct known_onu *onu = find(k, &c->taught[i]->position, &hint);

		if (!onu)
			continue;
		rc = learn_index(onu, c->taught[i]);
		onu->table = (uint16_t)(c->taught[i]->family + 1);
	}
	return rc;
}

enum rc
known_learn(struct known *k, const struct collection *c)
{
	enum rc rc = learn_taught(k, c);

	if (rc == RC_OK)
		rc = learn_rows(k, c);
	known_sort(k);
	return rc;
}

/* ---- presence -------------------------------------------------------------------- */

static int
compare_positions(const void *a, const void *b)
{
	return position_compare(a, b);
}

enum rc
known_follow(struct known *k, struct position *present, size_t n)
{
	struct vec list = VEC_INIT(struct known_onu);
	size_t at_old = 0;

	if (n)
		qsort(present, n, sizeof(*present), compare_positions);
	for (size_t i = 0; i < n; i++) {
		struct known_onu *onu;

		if (i && position_compare(&present[i - 1], &present[i]) == 0)
			continue; /* one entry per position */
		onu = vec_add(&list);
		if (!onu) {
			vec_fini(&list);
			return RC_NOMEM;
		}
		*onu = (struct known_onu){ .position = present[i] };
	}
	/* Learned data stays with its position; indexes are moved, not copied. */
	for (size_t i = 0; i < list.n; i++) {
		struct known_onu *onu = VEC_AT(&list, struct known_onu, i);

		while (at_old < k->list.n && by_position(at(k, at_old), onu) < 0)
			forget_index(at(k, at_old++));
		if (at_old < k->list.n && by_position(at(k, at_old), onu) == 0)
			*onu = *at(k, at_old++);
	}
	while (at_old < k->list.n)
		forget_index(at(k, at_old++));
	vec_fini(&k->list);
	k->list = list;
	return RC_OK;
}
