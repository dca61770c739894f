/* SPDX-License-Identifier: Apache-2.0
 *
 * OLTs and their tasks as the desk is told of them, and what a change means.
 */
#include "poll/desk_int.h"

#include <string.h>

struct host *
host_find(const struct desk *d, struct olt_id olt)
{
	return map_find_u64(d->hosts, (uint64_t)olt.v);
}

struct task *
task_find(const struct desk *d, struct node_id node)
{
	return map_find_u64(d->tasks, (uint64_t)node.v);
}

bool
task_is_on(const struct task *t)
{
	return t->enabled && t->host->enabled;
}

/* ---- making and freeing -------------------------------------------------------- */

static void
task_free(struct task *t)
{
	if (!t)
		return;
	free(t->name);
	free(t);
}
OWNED_BY(struct task, task_free);

void
host_free(struct host *h)
{
	if (!h)
		return;
	for (size_t i = 0; i < h->n_tasks; i++)
		task_free(h->tasks[i]);
	free(h->tasks);
	free(h->name);
	free(h);
}
OWNED_BY(struct host, host_free);

static struct host *
host_new(struct desk *d, const struct desk_olt *olt)
{
	struct host *h OWNED(host_free) = calloc(1, sizeof(*h));

	if (!h)
		return NULL;
	h->id = olt->id;
	h->name = strdup(olt->name ? olt->name : "");
	TAILQ_INIT(&h->opens);
	/* Every one of them is asked now and then. */
	if (!h->name || heap_reserve(&d->probes, map_count(d->hosts) + 1) != RC_OK ||
	    map_add_u64(d->hosts, (uint64_t)olt->id.v, h) != RC_OK)
		return NULL;
	host_health(d, h, &olt->health);
	return GIVE(h);
}

static enum rc
reserve_task(struct host *h)
{
	size_t room = h->room_tasks ? h->room_tasks * 2 : 8;
	struct task **tasks;

	if (h->n_tasks < h->room_tasks)
		return RC_OK;
	tasks = reallocarray(h->tasks, room, sizeof(struct task *));
	if (!tasks)
		return RC_NOMEM;
	h->tasks = tasks;
	h->room_tasks = room;
	return RC_OK;
}

static struct task *
task_new(struct desk *d, struct host *h, struct node_id id)
{
	struct task *t OWNED(task_free) = calloc(1, sizeof(*t));

	if (!t || reserve_task(h) != RC_OK)
		return NULL;
	t->id = id;
	t->host = h;
	t->name = strdup("");
	if (!t->name || map_add_u64(d->tasks, (uint64_t)id.v, t) != RC_OK)
		return NULL;
	h->tasks[h->n_tasks++] = t;
	return GIVE(t);
}

/* Out of everything but its host's list. */
static void
task_forget(struct desk *d, struct task *t)
{
	task_plan(d, t, 0);
	(void)map_take_u64(d->tasks, (uint64_t)t->id.v);
	task_free(t);
}

/* ---- what is told of a task ------------------------------------------------------ */

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

/* What it is, without what follows from a change. */
static void
task_set(struct task *t, const struct desk_node *n)
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
	/* What the service checks cannot be wrong here; if it is, it never runs. */
	t->has_schedule = schedule_make(n->node.interval_ms, n->node.cron,
			      (uint64_t)t->id.v, &t->schedule, NULL) == RC_OK;
}

static void
say_task(struct desk *d, enum desk_event_kind kind, const struct task *t)
{
	static const char *const WORDS[DESK_EVENT_KINDS] = {
		[DESK_TASK_ADDED] = "was added",
		[DESK_TASK_REMOVED] = "was removed",
		[DESK_TASK_ENABLED] = "was enabled",
		[DESK_TASK_DISABLED] = "was disabled",
		[DESK_INTERVAL_CHANGED] = "runs at other times now",
		[DESK_TASK_CHAINED] = "runs after another task now",
		[DESK_TASK_UNCHAINED] = "runs on its own again",
	};
	struct desk_event event = event_of_task(kind, t);

	desk_say(d, &event, "%s: %s %s", t->host->name, t->name, WORDS[kind]);
}

/* What a task was before it was told anew. */
struct before {
	bool is_new, was_on, was_enabled, had_schedule;
	struct node_id master;
	struct schedule schedule;
};

static bool
has_other_times(const struct task *t, const struct before *b)
{
	return b->had_schedule != t->has_schedule || b->master.v != t->master.v ||
	    (t->has_schedule && !schedule_is_same(&t->schedule, &b->schedule));
}

/* A task that is chained runs at other times too, but its interval is as it was. */
static enum desk_event_kind
kind_of_times(const struct task *t, const struct before *b)
{
	if (b->master.v == t->master.v)
		return DESK_INTERVAL_CHANGED;
	return t->master.v ? DESK_TASK_CHAINED : DESK_TASK_UNCHAINED;
}

static void
task_changed(struct desk *d, struct task *t, const struct before *b, bool is_quiet)
{
	bool is_on = task_is_on(t);

	if (!is_quiet && b->was_enabled != t->enabled)
		say_task(d, t->enabled ? DESK_TASK_ENABLED : DESK_TASK_DISABLED, t);
	if (b->was_on && !is_on) {
		task_plan(d, t, 0);
		opens_interrupt(d, t->host, t, OPEN_WAITING_SLOTS, TROUBLE_JOB_DISABLED,
		    "the task was disabled");
		return;
	}
	if (!is_on || (b->was_on && !has_other_times(t, b)))
		return;
	if (b->was_on && !is_quiet)
		say_task(d, kind_of_times(t, b), t);
	if (!task_is_due_ever(t))
		task_plan(d, t, 0);
	else if (b->was_on)
		task_move(d, t, schedule_next(&t->schedule, 0, d->now.wall_ms, NULL));
	else
		task_move(d, t, schedule_first(&t->schedule, d->now.wall_ms));
}

/* How its OLT is told. */
struct telling {
	bool host_was_enabled;
	bool
	    is_quiet; /* what follows from the OLT's own change is not said of each task */
	int64_t since_ms;
};

static enum rc
task_told(struct desk *d, struct host *h, const struct desk_node *n,
    const struct telling *telling)
{
	struct task *t = task_find(d, n->node.id);
	struct before before = { .is_new = !t };

	if (!t)
		t = task_new(d, h, n->node.id);
	/* A node never changes its OLT. */
	if (!t || t->host != h)
		return t ? RC_INVALID : RC_NOMEM;
	before.was_enabled = t->enabled;
	before.was_on = t->enabled && telling->host_was_enabled;
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
		say_task(d, DESK_TASK_ADDED, t);
	t->last_slot_ms = n->last_slot_ms;
	t->has_brought = n->node.last_success_ms != 0;
	task_plan_stored(d, t, &n->node, telling->since_ms);
	return RC_OK;
}

/* Those that were not named any more. */
static void
remove_others(struct desk *d, struct host *h)
{
	for (size_t i = 0; i < h->n_tasks;) {
		struct task *t = h->tasks[i];

		if (t->round == h->round) {
			i++;
			continue;
		}
		h->tasks[i] = h->tasks[--h->n_tasks];
		say_task(d, DESK_TASK_REMOVED, t);
		opens_interrupt(
		    d, h, t, OPEN_ALL, TROUBLE_JOB_DISABLED, "the task was removed");
		task_forget(d, t);
	}
}

/* ---- what is told of an OLT ------------------------------------------------------ */

static void
say_host(
    struct desk *d, enum desk_event_kind kind, const struct host *h, const char *words)
{
	desk_say(d, &(struct desk_event){ .kind = kind, .olt = h->id, .why = words },
	    "%s %s", h->name, words);
}

static void
host_disabled(struct desk *d, struct host *h, const char *words)
{
	h->enabled = false;
	say_host(d, DESK_OLT_DISABLED, h, words);
	opens_interrupt(
	    d, h, NULL, OPEN_ALL, TROUBLE_OLT_DISABLED, "the OLT was disabled");
	probe_end(d, h);
	host_let_go(d, h);
	probe_plan(d, h);
}

/* Whoever enables it believes that it is well. */
static void
host_enabled(struct desk *d, struct host *h)
{
	h->enabled = true;
	say_host(d, DESK_OLT_ENABLED, h, "was enabled");
	if (h->health.suspended_ms)
		host_revived(d, h, "somebody enabled it");
	else
		probe_plan(d, h);
}

static void
host_told(struct desk *d, struct host *h, const struct desk_olt *olt, bool is_new)
{
	if (is_new) {
		h->enabled = olt->enabled;
		probe_plan(d, h);
		if (!olt->is_start)
			say_host(d, DESK_OLT_ADDED, h, "was added");
	} else if (h->enabled && !olt->enabled) {
		host_disabled(d, h, "was disabled");
	} else if (!h->enabled && olt->enabled) {
		host_enabled(d, h);
	}
}

enum rc
desk_olt(struct desk *d, const struct desk_olt *olt, struct moment now)
{
	struct host *h = host_find(d, olt->id);
	struct telling telling = { .host_was_enabled = h && h->enabled,
		.since_ms = olt->since_ms };
	bool is_new = !h, is_found = h && h->n_onus == 0 && olt->n_onus > 0;
	enum rc rc;

	desk_enter(d, now);
	if (!h)
		h = host_new(d, olt);
	if (!h)
		return RC_NOMEM;
	rc = set_name(&h->name, olt->name);
	h->n_onus = olt->n_onus;
	h->round++;
	host_told(d, h, olt, is_new);
	telling.is_quiet = is_new || telling.host_was_enabled != h->enabled;
	for (size_t i = 0; i < olt->n_nodes && rc == RC_OK; i++)
		rc = task_told(d, h, &olt->nodes[i], &telling);
	if (rc == RC_OK)
		remove_others(d, h);
	if (is_found)
		slots_first(d, h);
	desk_pump(d);
	return rc;
}

void
desk_olt_gone(struct desk *d, struct olt_id olt, struct moment now)
{
	struct host *h = host_find(d, olt);

	desk_enter(d, now);
	if (!h)
		return;
	host_disabled(d, h, "was deleted");
	host_not_counted(h);
	while (h->n_tasks > 0)
		task_forget(d, h->tasks[--h->n_tasks]);
	(void)map_take_u64(d->hosts, (uint64_t)olt.v);
	(void)broker_remove(d->broker, olt, (struct node_id){ 0 }, NULL, NULL);
	host_free(h);
	desk_pump(d);
}
