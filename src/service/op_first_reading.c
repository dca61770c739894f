/* SPDX-License-Identifier: Apache-2.0
 *
 * OLTs whose ONUs have not been asked for their levels yet, and how far the first reading
 * has come. What is not in the list has been read.
 */
#include "service/service_int.h"

enum { SHOWN_MAX = 1000 };

static json_t *
show_reading(struct ask *a, const struct snapshot_olt *o)
{
	struct err err = { 0 };
	json_t *row = show_row(a->db, "olts", o->id.v, &err);
	json_t *name = json_object_get(row, "name");
	json_t *shown = json_pack("{s:I, s:O, s:I, s:I}", "olt", (json_int_t)o->id.v,
	    "olt_name", name ? name : json_null(), "asked", (json_int_t)o->asked, "onus",
	    (json_int_t)o->onus);

	json_decref(row);
	return shown;
}

void
op_first_readings(struct ask *a)
{
	const struct service_ops *ops = &a->s->options.ops;
	const struct snapshot *s = ops->snapshot(ops->ctx);
	json_t *all = json_array();

	for (size_t i = 0; s && i < s->n_olts; i++) {
		if (s->olts[i].lacks_levels && json_array_size(all) < SHOWN_MAX)
			(void)json_array_append_new(all, show_reading(a, &s->olts[i]));
	}
	if (s)
		ops->release(ops->ctx, s);
	ask_answer(a, json_pack("{s:o}", "results", all));
}
