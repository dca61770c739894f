/* SPDX-License-Identifier: Apache-2.0 */
#include "poll/columns.h"

#include <stdlib.h>

static struct overlay_row
row_of(const struct stored_oid *o)
{
	return (struct overlay_row){ .profile = o->profile,
		.table = o->table,
		.name = o->name,
		.oid = o->oid,
		.purpose = o->purpose,
		.formula = o->formula,
		.transform = o->transform,
		.unit = o->unit,
		.invalid = o->invalid,
		.is_slow = o->is_slow,
		.is_builtin = o->is_builtin,
		.is_edited = o->is_edited };
}

enum rc
columns_take(struct overlays *overlays, const struct profile *base,
    const struct stored_oid *oids, size_t n, const struct overlay **ret_overlay,
    struct err *err)
{
	struct overlay_row *rows OWNED(free) = calloc(n + 1, sizeof(*rows));
	struct overlay_question q = { .base = base, .rows = rows };

	if (!rows)
		return err_set(err, RC_NOMEM, "no memory for the columns of a job");
	for (size_t i = 0; i < n; i++) {
		if (oids[i].enabled)
			rows[q.n_rows++] = row_of(&oids[i]);
	}
	return overlays_take(overlays, &q, ret_overlay, err);
}
