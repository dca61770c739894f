/* SPDX-License-Identifier: Apache-2.0
 *
 * What becomes of nodes and workflows next, as the engine says: the one source of it.
 * What the database has is what a start goes by; it is of the last run, and may be past.
 */
#include <string.h>

#include "base/clock.h"
#include "service/live.h"
#include "service/service_int.h"

void
show_next(json_t *shown, struct next next)
{
	next = next_at(next, clock_wall_ms());
	(void)json_object_set_new(shown, "next_run", json_string(next_name(next.kind)));
	(void)json_object_set_new(shown, "next_run_at", show_moment(next.at_ms));
	(void)json_object_set_new(shown, "waits_for",
	    next.waits_for.v ? json_integer(next.waits_for.v) : json_null());
}

static int64_t
number(const json_t *row, const char *name)
{
	return json_integer_value(json_object_get(row, name));
}

static void
fill(const struct snapshot *s, bool is_node, json_t *row)
{
	struct olt_id olt = { number(row, "olt") };
	struct node_id node = { number(row, "id") };
	struct next next = { .kind = NEXT_UNKNOWN };

	if (s)
		next = is_node ? snapshot_next_node(s, olt, node) : snapshot_next(s, olt);
	show_next(row, next);
}

void
show_next_runs(struct service *s, const char *list, json_t *rows)
{
	bool is_node = strcmp(list, "nodes") == 0;
	const struct snapshot *snapshot;
	json_t *row;
	size_t i;

	if (!is_node && strcmp(list, "workflows") != 0)
		return;
	snapshot = service_snapshot(s);
	if (json_is_object(rows))
		fill(snapshot, is_node, rows);
	json_array_foreach(rows, i, row)
	{
		fill(snapshot, is_node, row);
	}
	service_snapshot_release(s, snapshot);
}
