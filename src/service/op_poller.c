/* SPDX-License-Identifier: Apache-2.0
 *
 * Pollers, their queue and their figures, as the engine last showed them.
 */
#include "model/lane.h"
#include "service/service_int.h"
#include "store/list/list.h"

enum { PAGE_USUAL = 50, NEXT_NODES = 10, QUEUE_SHOWN = 20 };

/* NULL, and the call has failed, when there is none. */
static const struct snapshot *
look(struct ask *a)
{
	const struct service_ops *ops = &a->s->options.ops;
	const struct snapshot *s = ops->snapshot(ops->ctx);

	if (!s)
		(void)ask_fail(a, RC_BUSY, "the engine has not begun yet");
	return s;
}

static void
release(struct ask *a, const struct snapshot *s)
{
	a->s->options.ops.release(a->s->options.ops.ctx, s);
}

json_t *
show_queue_lanes(const struct coordinator_figures *f)
{
	json_t *lanes = json_object();

	for (int i = 0; i < LANES; i++)
		(void)json_object_set_new(lanes, lane_name((enum lane)i),
		    json_integer((json_int_t)f->queue_lane[i]));
	return lanes;
}

/* Whose node it is and what it does: numbers tell people little. */
static void
add_names(struct ask *a, struct node_id node, json_t *shown)
{
	struct err err = { 0 };
	json_t *row = node.v ? show_row(a->db, "nodes", node.v, &err) : NULL;
	json_t *olt = json_object_get(row, "olt_name");
	json_t *job = json_object_get(row, "job_name");

	(void)json_object_set(shown, "olt_name", olt ? olt : json_null());
	(void)json_object_set(shown, "job_name", job ? job : json_null());
	json_decref(row);
}

static json_t *
number_or_null(int64_t n)
{
	return n ? json_integer(n) : json_null();
}

/* Also what it is busy with now counts. */
static int64_t
busy_ms(const struct coordinator_poller *p, int64_t now_ms)
{
	int64_t ms = p->busy_ms + (p->is_busy ? now_ms - p->since_ms : 0);

	return ms < p->total_ms ? ms : p->total_ms;
}

/* What a free one did last is of no interest. */
static json_t *
show_poller(struct ask *a, const struct snapshot *s, size_t i)
{
	const struct coordinator_poller *p = &s->pollers[i];
	double busy_s = (double)busy_ms(p, s->at_ms) / 1000.0;
	double total_s = (double)p->total_ms / 1000.0;
	json_t *shown = json_pack(
	    "{s:I, s:s, s:b, s:o, s:o, s:o, s:o, s:f, s:f, s:f, s:I, s:I, s:o, s:o}",
	    "poller_id", (json_int_t)p->number, "status", p->is_busy ? "BUSY" : "FREE",
	    "is_leaving", p->is_leaving, "olt", number_or_null(p->is_busy ? p->olt.v : 0),
	    "current_node_id", number_or_null(p->is_busy ? p->node.v : 0), "execution",
	    number_or_null(p->is_busy ? p->execution.v : 0), "since",
	    show_moment(p->since_ms), "busy_time", busy_s, "total_time", total_s,
	    "busy_percent", total_s > 0 ? 100.0 * busy_s / total_s : 0.0,
	    "tasks_completed", (json_int_t)p->completed, "tasks_delayed",
	    (json_int_t)p->delayed, "created_at", show_moment(s->started_ms),
	    "updated_at", show_moment(s->at_ms));

	add_names(a, (struct node_id){ p->is_busy ? p->node.v : 0 }, shown);
	return shown;
}

static json_t *
show_unit(struct ask *a, const struct unit *u, size_t place, int64_t now_ms)
{
	json_t *shown = json_pack("{s:I, s:I, s:I, s:I, s:s, s:I, s:o, s:I, s:i, s:s}",
	    "place", (json_int_t)place, "execution", (json_int_t)u->id.v, "olt",
	    (json_int_t)u->olt.v, "node", (json_int_t)u->node.v, "lane",
	    lane_name(u->lane), "priority", (json_int_t)u->priority, "due_at",
	    show_moment(u->due_ms), "late_ms",
	    (json_int_t)(now_ms > u->due_ms ? now_ms - u->due_ms : 0), "attempt",
	    (int)u->attempt, "asked_by", u->asked_by);

	add_names(a, u->node, shown);
	return shown;
}

/* More waits than the pollers can soon take: the queue's part of saturation. */
static bool
is_overload(const struct coordinator_figures *f)
{
	return f->queue > 2 * (size_t)f->total;
}

static json_t *
show_units(struct ask *a, const struct snapshot *s, size_t first, size_t n)
{
	json_t *units = json_array();

	for (size_t i = first; i < s->n_queue && i < first + n; i++)
		(void)json_array_append_new(
		    units, show_unit(a, &s->queue[i], i + 1, s->at_ms));
	return units;
}

/* The engine shows the first thousand; how many there are it counts all the same. */
void
op_poller_queue(struct ask *a)
{
	int64_t page = arg_int(a, "page", (struct arg_range){ 1, INT32_MAX, 1 });
	int64_t size =
	    arg_int(a, "page_size", (struct arg_range){ 1, LIST_PAGE_MAX, PAGE_USUAL });
	const struct snapshot *s = args_are_right(a) ? look(a) : NULL;

	if (!s)
		return;
	ask_answer(a,
	    json_pack("{s:I, s:I, s:b, s:o, s:I, s:o, s:o}", "count",
		(json_int_t)s->figures.queue, "size", (json_int_t)s->figures.queue,
		"is_overload", is_overload(&s->figures), "next_nodes",
		show_units(a, s, 0, NEXT_NODES), "page", (json_int_t)page, "at",
		show_moment(s->at_ms), "results",
		show_units(a, s, (size_t)((page - 1) * size), (size_t)size)));
	release(a, s);
}

static json_t *
show_lanes(const struct coordinator_figures *f)
{
	json_t *lanes = json_array();

	for (int i = 0; i < LANES; i++)
		(void)json_array_append_new(lanes,
		    json_pack("{s:s, s:I, s:i, s:i, s:i}", "lane",
			lane_name((enum lane)i), "waiting", (json_int_t)f->queue_lane[i],
			"busy", (int)f->lanes[i].held, "most", (int)f->lanes[i].most,
			"reserved", (int)f->lanes[i].reserved));
	return lanes;
}

json_t *
show_poller_stats(const struct snapshot *s)
{
	const struct coordinator_figures *f = &s->figures;

	return json_pack(
	    "{s:o, s:i, s:i, s:i, s:f, s:I, s:o, s:o, s:b, s:s, s:b, s:I, s:I, s:I, "
	    "s:I, s:I, s:I, s:I, s:I}",
	    "timestamp", show_moment(s->at_ms), "total_pollers", (int)f->total,
	    "free_pollers", (int)(f->total - f->busy), "busy_pollers", (int)f->busy,
	    "busy_percentage", f->busy_percent, "queue_size", (json_int_t)f->queue,
	    "queue_by_lane", show_queue_lanes(f), "lanes", show_lanes(f), "is_saturated",
	    f->is_saturated, "saturation", f->saturation ? f->saturation : "", "is_held",
	    f->is_held, "total_tasks_completed", (json_int_t)f->completed,
	    "total_tasks_delayed", (json_int_t)f->delayed, "skipped",
	    (json_int_t)f->skipped, "retries_waiting", (json_int_t)f->retries_waiting,
	    "sweeps_paused", (json_int_t)f->sweeps_paused, "late_p50_ms",
	    (json_int_t)f->late_p50_ms, "late_p99_ms", (json_int_t)f->late_p99_ms,
	    "late_max_ms", (json_int_t)f->late_max_ms);
}

/* Everything of one moment: who is busy, how busy all are, who waits. */
void
op_poller_list(struct ask *a)
{
	const struct snapshot *s = look(a);
	json_t *results;

	if (!s)
		return;
	results = json_array();
	for (size_t i = 0; i < s->n_pollers; i++)
		(void)json_array_append_new(results, show_poller(a, s, i));
	ask_answer(a,
	    json_pack("{s:I, s:o, s:o, s:o, s:o}", "count", (json_int_t)s->n_pollers,
		"at", show_moment(s->at_ms), "results", results, "stats",
		show_poller_stats(s), "queue", show_units(a, s, 0, QUEUE_SHOWN)));
	release(a, s);
}

void
op_poller_stats(struct ask *a)
{
	const struct snapshot *s = look(a);

	if (!s)
		return;
	ask_answer(a, show_poller_stats(s));
	release(a, s);
}
