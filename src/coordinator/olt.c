/* SPDX-License-Identifier: Apache-2.0
 *
 * OLTs and their tasks, and the effects of changes.
 */
#include "coordinator/coordinator_int.h"

#include <string.h>

struct olt_state *
olt_state_find(const struct coordinator *d, struct olt_id olt)
{
	return map_find_u64(d->olts, (uint64_t)olt.v);
}

struct node_state *
node_state_find(const struct coordinator *d, struct node_id node)
{
	return map_find_u64(d->tasks, (uint64_t)node.v);
}

bool
node_state_is_on(const struct node_state *t)
{
	return t->enabled && t->olt->enabled;
}

/* ---- creation and release ----------------------------------------------------- */

static void
task_free(struct node_state *t)
{
	if (!t)
		return;
	free(t->name);
	free(t);
}
OWNED_BY(struct node_state, task_free);

void
olt_state_free(struct olt_state *h)
{
	if (!h)
		return;
	for (size_t i = 0; i < h->n_tasks; i++)
		task_free(h->tasks[i]);
	free(h->tasks);
	free(h->name);
	free(h);
}
OWNED_BY(struct olt_state, olt_state_free);

static struct olt_state *
olt_state_new(struct coordinator *d, const struct coordinator_olt *olt)
{
	struct olt_state *h OWNED(olt_state_free) = calloc(1, sizeof(*h));

	if (!h)
		return NULL;
	h->id = olt->id;
	h->name = strdup(olt->name ? olt->name : "");
	TAILQ_INIT(&h->executions);
	/* Each of them may be in the heap of probes. */
	if (!h->name || heap_reserve(&d->probes, map_count(d->olts) + 1) != RC_OK ||
	    map_add_u64(d->olts, (uint64_t)olt->id.v, h) != RC_OK)
		return NULL;
	olt_state_health(d, h, &olt->health);
	return GIVE(h);
}

static enum rc
reserve_task(struct olt_state *h)
{
	size_t room = h->room_tasks ? h->room_tasks * 2 : 8;
	struct node_state **tasks;

	if (h->n_tasks < h->room_tasks)
		return RC_OK;
	tasks = reallocarray(h->tasks, room, sizeof(struct node_state *));
	if (!tasks)
		return RC_NOMEM;
	h->tasks = tasks;
	h->room_tasks = room;
	return RC_OK;
}

static struct node_state *
task_new(struct coordinator *d, struct olt_state *h, struct node_id id)
{
	struct node_state *t OWNED(task_free) = calloc(1, sizeof(*t));

	if (!t || reserve_task(h) != RC_OK)
		return NULL;
	t->id = id;
	t->olt = h;
	t->name = strdup("");
	if (!t->name || map_add_u64(d->tasks, (uint64_t)id.v, t) != RC_OK)
		return NULL;
	h->tasks[h->n_tasks++] = t;
	return GIVE(t);
}

/* Remove it from everything except its OLT's list. */
static void
task_forget(struct coordinator *d, struct node_state *t)
{
	node_state_plan(d, t, 0);
	(void)map_take_u64(d->tasks, (uint64_t)t->id.v);
	task_free(t);
}

/* ---- changes of a task ---------------------------------------------------------- */

static enum rc
set_name(char **name, const char *to)
{
	char *copy;

	to = to ? to : "";
	if (strcmp(*name, to) == 0)
		return RC_OK;
	copy = strdup(to);
	if (!copy)
		return RC_NOMEM;
	free(*name);
	*name = copy;
	return RC_OK;
}

/* Copy the fields, without the effects of a change. */
static void
task_set(struct node_state *t, const struct coordinator_node *n)
{
	t->master = n->node.master;
	t->job = n->node.job;
	t->type = n->node.type;
	t->priority = n->node.priority;
	t->enabled = n->node.enabled;
	t->max_retries = n->max_retries > 0 ? n->max_retries : 0;
	t->retry_delay_ms = n->retry_delay_ms > 0 ? n->retry_delay_ms : 0;
	t->retry_grows = n->retry_grows;
	t->timeout_ms = n->timeout_ms;
	t->reads_levels = n->reads_levels;
	if (!n->node.lane || !lane_from_name(n->node.lane, &t->lane))
		t->lane = LANE_POLLING;
	/* The service has checked it. If it is invalid nevertheless, it never runs. */
	t->has_schedule = schedule_make(n->node.interval_ms, n->node.cron,
			      (uint64_t)t->id.v, &t->schedule, NULL) == RC_OK;
}

static void
say_task(
    struct coordinator *d, enum coordinator_event_kind kind, const struct node_state *t)
{
	static const char *const WORDS[COORDINATOR_EVENT_KINDS] = {
		[COORDINATOR_TASK_ADDED] = "was added",
		[COORDINATOR_TASK_REMOVED] = "was removed",
		[COORDINATOR_TASK_ENABLED] = "was enabled",
		[COORDINATOR_TASK_DISABLED] = "was disabled",
		[COORDINATOR_INTERVAL_CHANGED] = "runs at other times now",
		[COORDINATOR_TASK_CHAINED] = "runs after another task now",
		[COORDINATOR_TASK_UNCHAINED] = "runs on its own again",
	};
	struct coordinator_event event = event_of_node(kind, t);

	coordinator_say(d, &event, "%s: %s %s", t->olt->name, t->name, WORDS[kind]);
}

/* The previous state of a task. */
struct before {
	bool is_new, was_on, was_enabled, had_schedule;
	struct node_id master;
	struct schedule schedule;
};

static bool
has_other_times(const struct node_state *t, const struct before *b)
{
	return b->had_schedule != t->has_schedule || b->master.v != t->master.v ||
	    (t->has_schedule && !schedule_is_same(&t->schedule, &b->schedule));
}

/* The times of a chained task also change, but not because of its interval. */
static enum coordinator_event_kind
kind_of_times(const struct node_state *t, const struct before *b)
{
	if (b->master.v == t->master.v)
		return COORDINATOR_INTERVAL_CHANGED;
	return t->master.v ? COORDINATOR_TASK_CHAINED : COORDINATOR_TASK_UNCHAINED;
}

static void
task_changed(
    struct coordinator *d, struct node_state *t, const struct before *b, bool is_quiet)
{
	bool is_on = node_state_is_on(t);

	if (!is_quiet && b->was_enabled != t->enabled)
		say_task(d,
		    t->enabled ? COORDINATOR_TASK_ENABLED : COORDINATOR_TASK_DISABLED, t);
	if (b->was_on && !is_on) {
		node_state_plan(d, t, 0);
		live_executions_interrupt(d, t->olt, t, LIVE_WAITING_SLOTS,
		    TROUBLE_JOB_DISABLED, "the task was disabled");
		return;
	}
	if (!is_on || (b->was_on && !has_other_times(t, b)))
		return;
	if (b->was_on && !is_quiet)
		say_task(d, kind_of_times(t, b), t);
	if (!node_state_is_due_ever(t))
		node_state_plan(d, t, 0);
	else if (b->was_on)
		node_state_move(
		    d, t, schedule_next(&t->schedule, 0, d->now.wall_ms, NULL));
	else
		node_state_move(d, t, schedule_first(&t->schedule, d->now.wall_ms));
}

/* How a change of an OLT is logged. */
struct telling {
	bool olt_state_was_enabled;
	bool is_quiet; /* effects of the OLT's change are not logged for each task */
	int64_t since_ms;
};

static enum rc
task_told(struct coordinator *d, struct olt_state *h, const struct coordinator_node *n,
    const struct telling *telling)
{
	struct node_state *t = node_state_find(d, n->node.id);
	struct before before = { .is_new = !t };

	if (!t)
		t = task_new(d, h, n->node.id);
	/* A node never moves to another OLT. */
	if (!t || t->olt != h)
		return t ? RC_INVALID : RC_NOMEM;
	before.was_enabled = t->enabled;
	before.was_on = t->enabled && telling->olt_state_was_enabled;
	before.master = t->master;
	before.had_schedule = t->has_schedule;
	before.schedule = t->schedule;
	t->round = h->round;
	task_set(t, n);
	if (set_name(&t->name, n->name) != RC_OK)
		return RC_NOMEM;
	if (!before.is_new) {
		task_changed(d, t, &before, telling->is_quiet);
		return RC_OK;
	}
	if (!telling->is_quiet)
		say_task(d, COORDINATOR_TASK_ADDED, t);
	t->last_slot_ms = n->last_slot_ms;
	t->has_brought = n->node.last_success_ms != 0;
	node_state_plan_stored(d, t, &n->node, telling->since_ms);
	return RC_OK;
}

/* Remove the tasks that are missing in the call. */
static void
remove_others(struct coordinator *d, struct olt_state *h)
{
	for (size_t i = 0; i < h->n_tasks;) {
		struct node_state *t = h->tasks[i];

		if (t->round == h->round) {
			i++;
			continue;
		}
		h->tasks[i] = h->tasks[--h->n_tasks];
		say_task(d, COORDINATOR_TASK_REMOVED, t);
		live_executions_interrupt(
		    d, h, t, LIVE_ALL, TROUBLE_JOB_DISABLED, "the task was removed");
		task_forget(d, t);
	}
}

/* ---- changes of an OLT ---------------------------------------------------------- */

static void
say_olt(struct coordinator *d, enum coordinator_event_kind kind,
    const struct olt_state *h, const char *words)
{
	coordinator_say(d,
	    &(struct coordinator_event){ .kind = kind, .olt = h->id, .why = words },
	    "%s %s", h->name, words);
}

static void
olt_state_disabled(struct coordinator *d, struct olt_state *h, const char *words)
{
	h->enabled = false;
	say_olt(d, COORDINATOR_OLT_DISABLED, h, words);
	live_executions_interrupt(
	    d, h, NULL, LIVE_ALL, TROUBLE_OLT_DISABLED, "the OLT was disabled");
	probe_end(d, h);
	olt_state_let_go(d, h);
	probe_plan(d, h);
}

/* Enabling an OLT also ends its suspension. */
static void
olt_state_enabled(struct coordinator *d, struct olt_state *h)
{
	h->enabled = true;
	say_olt(d, COORDINATOR_OLT_ENABLED, h, "was enabled");
	if (h->health.suspended_ms)
		olt_state_revived(d, h, "somebody enabled it");
	else
		probe_plan(d, h);
}

static void
olt_state_told(struct coordinator *d, struct olt_state *h,
    const struct coordinator_olt *olt, bool is_new)
{
	if (is_new) {
		h->enabled = olt->enabled;
		probe_plan(d, h);
		if (!olt->is_start)
			say_olt(d, COORDINATOR_OLT_ADDED, h, "was added");
	} else if (h->enabled && !olt->enabled) {
		olt_state_disabled(d, h, "was disabled");
	} else if (!h->enabled && olt->enabled) {
		olt_state_enabled(d, h);
	}
}

enum rc
coordinator_olt(
    struct coordinator *d, const struct coordinator_olt *olt, struct moment now)
{
	struct olt_state *h = olt_state_find(d, olt->id);
	struct telling telling = { .olt_state_was_enabled = h && h->enabled,
		.since_ms = olt->since_ms };
	bool is_new = !h, is_found = h && h->n_onus == 0 && olt->n_onus > 0;
	enum rc rc;

	coordinator_enter(d, now);
	if (!h)
		h = olt_state_new(d, olt);
	if (!h)
		return RC_NOMEM;
	rc = set_name(&h->name, olt->name);
	h->n_onus = olt->n_onus;
	h->round++;
	olt_state_told(d, h, olt, is_new);
	telling.is_quiet = is_new || telling.olt_state_was_enabled != h->enabled;
	for (size_t i = 0; i < olt->n_nodes && rc == RC_OK; i++)
		rc = task_told(d, h, &olt->nodes[i], &telling);
	if (rc == RC_OK)
		remove_others(d, h);
	if (is_found)
		slots_first(d, h);
	coordinator_pump(d);
	return rc;
}

void
coordinator_olt_gone(struct coordinator *d, struct olt_id olt, struct moment now)
{
	struct olt_state *h = olt_state_find(d, olt);

	coordinator_enter(d, now);
	if (!h)
		return;
	olt_state_disabled(d, h, "was deleted");
	olt_state_not_counted(h);
	while (h->n_tasks > 0)
		task_forget(d, h->tasks[--h->n_tasks]);
	(void)map_take_u64(d->olts, (uint64_t)olt.v);
	(void)node_queue_remove(d->queue, olt, (struct node_id){ 0 }, NULL, NULL);
	olt_state_free(h);
	coordinator_pump(d);
}
