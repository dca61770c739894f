/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <jansson.h>
#include <time.h>

#include "model/plan.h"
#include "poll/books.h"

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)
/* 2026-01-01 08:00 UTC */
#define EIGHT (INT64_C(1767225600000) + 8 * HOUR)

enum { OLT = 7, ROWS = 256, LINES = 256 };

/* ---- a world that remembers -------------------------------------------------- */

struct seen_quota {
	struct quota q;
	int times;
};

struct seen_plan {
	struct plan plan;
	int64_t first_due_ms;
};

static struct seen {
	struct seen_quota quotas[ROWS]; /* the last of each key */
	int n_quotas;
	struct violation violations[ROWS];
	char reports[ROWS][1024];
	int n_violations;
	struct seen_plan plans[ROWS]; /* each new one */
	int n_plans;
	struct plan moved[ROWS]; /* and each word about them */
	int n_moved;
	struct coordinator_entry entries[LINES];
	char events[LINES][32], messages[LINES][256], details[LINES][1024];
	int n_entries;
	struct poller_stats stats[ROWS];
	int n_stats;
	bool is_full;
} seen;

static bool
has_room(void *ctx)
{
	(void)ctx;
	return !seen.is_full;
}

static struct seen_quota *
seen_of(const struct quota_key *key)
{
	for (int i = 0; i < seen.n_quotas; i++) {
		const struct quota_key *k = &seen.quotas[i].q.key;

		if (k->olt.v == key->olt.v && k->type == key->type &&
		    k->period_start_ms == key->period_start_ms)
			return &seen.quotas[i];
	}
	assert_true(seen.n_quotas < ROWS);
	return &seen.quotas[seen.n_quotas++];
}

static void
put_quota(void *ctx, const struct quota *quota)
{
	struct seen_quota *s = seen_of(&quota->key);

	(void)ctx;
	s->q = *quota;
	s->times++;
}

static void
add_violation(void *ctx, const struct violation *violation)
{
	(void)ctx;
	assert_true(seen.n_violations < ROWS);
	(void)snprintf(seen.reports[seen.n_violations], 1024, "%s", violation->report);
	seen.violations[seen.n_violations++] = *violation;
}

static void
put_plan(void *ctx, const struct plan *plan)
{
	(void)ctx;
	assert_true(seen.n_plans < ROWS);
	seen.plans[seen.n_plans].plan = *plan;
	seen.plans[seen.n_plans++].first_due_ms = plan->n_runs ? plan->runs[0].due_ms : 0;
}

static void
move_plan(void *ctx, const struct plan *plan)
{
	(void)ctx;
	assert_true(seen.n_moved < ROWS);
	seen.moved[seen.n_moved++] = *plan;
}

static void
log_entry(void *ctx, const struct coordinator_entry *entry)
{
	int i = seen.n_entries++;

	(void)ctx;
	assert_true(i < LINES);
	seen.entries[i] = *entry;
	(void)snprintf(seen.events[i], 32, "%s", entry->event);
	(void)snprintf(seen.messages[i], 256, "%s", entry->message);
	(void)snprintf(seen.details[i], 1024, "%s", entry->details ? entry->details : "");
}

static void
add_stats(void *ctx, const struct poller_stats *stats)
{
	(void)ctx;
	assert_true(seen.n_stats < ROWS);
	seen.stats[seen.n_stats++] = *stats;
}

static const struct books_world WORLD = {
	.has_room = has_room,
	.put_quota = put_quota,
	.add_violation = add_violation,
	.put_plan = put_plan,
	.move_plan = move_plan,
	.log = log_entry,
	.stats = add_stats,
};

/* ---- an OLT with nodes of cron, whose slots are easily seen -------------------- */

static struct books *
open_books(void)
{
	struct books_options options = BOOKS_OPTIONS;
	struct books *b = NULL;
	struct err err;

	(void)setenv("TZ", "UTC0", 1);
	tzset();
	memset(&seen, 0, sizeof(seen));
	check_rc(books_new(&options, &WORLD, &b, &err), RC_OK);
	return b;
}

static struct desk_node
node_of(int64_t id, enum task_type type, const char *cron)
{
	return (struct desk_node){
		.node = { .id = { id },
		    .olt = { OLT },
		    .type = type,
		    .enabled = true,
		    .cron = cron,
		    .priority = 40 },
		.name = "job",
	};
}

static void
tell(struct books *b, const struct desk_node *nodes, size_t n, bool enabled, int64_t now)
{
	struct desk_olt olt = { .id = { OLT },
		.name = "norte-1",
		.enabled = enabled,
		.n_nodes = n,
		.nodes = nodes };

	check_rc(books_olt(b, &olt, now), RC_OK);
}

/* Let time pass in steps of a second, up to and with `to`. */
static void
pass(struct books *b, int64_t *now, int64_t to)
{
	struct desk_figures figures = { 0 };

	for (; *now < to; *now = *now + SECOND < to ? *now + SECOND : to)
		books_tick(b, &figures, *now);
	books_tick(b, &figures, *now + 600); /* its part of the round, whatever was */
}

static void
end_run(struct books *b, const struct desk_node *node, int64_t due, int64_t now,
    enum execution_state state)
{
	struct desk_event e = { .kind = DESK_ENDED,
		.at_ms = now,
		.olt = { OLT },
		.node = node->node.id,
		.execution = { 1 },
		.type = node->node.type,
		.state = state,
		.trouble = state == EXECUTION_SUCCESS ? TROUBLE_NONE : TROUBLE_TIMEOUT,
		.due_ms = due,
		.duration_ms = 2 * SECOND,
		.message = "it ended" };

	books_event(b, &e);
}

/* The tracker as the world has it; fails when it has none. */
static struct quota
told(enum task_type type, int64_t hour)
{
	struct quota_key key = { { OLT }, type, hour };
	int n = seen.n_quotas;
	struct seen_quota *s = seen_of(&key);

	if (seen.n_quotas != n)
		fail_msg("no tracker of %s", task_type_name(type));
	return s->q;
}

static int
count_entries(const char *event)
{
	int n = 0;

	for (int i = 0; i < seen.n_entries; i++)
		n += strcmp(seen.events[i], event) == 0;
	return n;
}

/* ---- trackers ---------------------------------------------------------------- */

static void
an_hour_requires_what_is_due_in_it_by_type(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node nodes[] = {
		node_of(1, TASK_DISCOVERY, "0 * * * *"),
		node_of(2, TASK_GET, "*/5 * * * *"),
		node_of(3, TASK_GET, "*/15 * * * *"),
		node_of(4, TASK_WALK, "0 12 * * *"),
	};
	int64_t now = EIGHT - MINUTE;

	(void)state;
	tell(b, nodes, 4, true, now);
	pass(b, &now, EIGHT + 15 * SECOND);
	assert_int_equal(told(TASK_DISCOVERY, EIGHT).required, 1);
	assert_int_equal(told(TASK_GET, EIGHT).required, 12 + 4);
	assert_int_equal(told(TASK_GET, EIGHT).pending, 16);
	assert_int_equal(told(TASK_GET, EIGHT).status, QUOTA_IN_PROGRESS);
	assert_int_equal(told(TASK_GET, EIGHT).period_end_ms, EIGHT + HOUR);
	/* Nothing of the walk is due, so there is no tracker. */
	assert_false(
	    books_quota(b, (struct olt_id){ OLT }, TASK_WALK, &(struct quota){ 0 }));
}

static void
intervals_require_3600_by_interval(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node nodes[] = { node_of(1, TASK_GET, NULL),
		node_of(2, TASK_WALK, NULL) };
	int64_t now = EIGHT - 10 * MINUTE;

	(void)state;
	nodes[0].node.interval_ms = 5 * MINUTE;
	nodes[1].node.interval_ms = 30 * SECOND;
	tell(b, nodes, 2, true, now);
	pass(b, &now, EIGHT + 15 * SECOND);
	assert_int_equal(told(TASK_GET, EIGHT).required, 12);
	assert_int_equal(told(TASK_WALK, EIGHT).required, 120);
}

static void
enabled_in_mid_hour_only_what_remains_is_required(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, "*/5 * * * *");
	int64_t now = EIGHT + 32 * MINUTE;

	(void)state;
	tell(b, &node, 1, true, now);
	pass(b, &now, now + SECOND);
	/* 35, 40, 45, 50, 55 */
	assert_int_equal(told(TASK_GET, EIGHT).required, 5);
}

static void
chained_nodes_are_due_with_their_master_each_for_its_type(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node nodes[] = {
		node_of(1, TASK_DISCOVERY, "*/15 * * * *"),
		node_of(2, TASK_GET, "*/5 * * * *"), /* its own time counts for nothing */
		node_of(3, TASK_GET, NULL),
		node_of(4, TASK_WALK, NULL),
	};
	int64_t now = EIGHT - MINUTE;

	(void)state;
	for (int i = 1; i < 4; i++)
		nodes[i].node.master = nodes[0].node.id;
	nodes[3].node.enabled = false;
	tell(b, nodes, 4, true, now);
	pass(b, &now, EIGHT + 15 * SECOND);
	assert_int_equal(told(TASK_DISCOVERY, EIGHT).required, 4);
	assert_int_equal(told(TASK_GET, EIGHT).required, 8);
	assert_int_equal(seen.n_quotas, 2);
	/* A plan has the composite node once. */
	assert_int_equal(seen.plans[0].plan.total, 4);
}

/* Four runs are due; so many of them succeed, the others fail. */
static void
live_through_an_hour(struct books *b, const struct desk_node *node, int good)
{
	int64_t now = EIGHT - MINUTE;

	tell(b, node, 1, true, now);
	for (int i = 0; i < 4; i++) {
		int64_t due = EIGHT + i * 15 * MINUTE;

		pass(b, &now, due + 2 * SECOND);
		end_run(
		    b, node, due, now, i < good ? EXECUTION_SUCCESS : EXECUTION_FAILED);
	}
	pass(b, &now, EIGHT + HOUR + 15 * SECOND);
}

static void
an_hour_in_which_everything_was_made_is_completed(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, "*/15 * * * *");

	(void)state;
	live_through_an_hour(b, &node, 4);
	assert_int_equal(told(TASK_GET, EIGHT).status, QUOTA_COMPLETED);
	assert_int_equal(told(TASK_GET, EIGHT).pending, 0);
	assert_int_equal(told(TASK_GET, EIGHT + HOUR).status, QUOTA_IN_PROGRESS);
	assert_int_equal(seen.n_violations, 0);
	assert_int_equal(count_entries("quota_violation"), 0);
}

static void
two_of_four_is_a_violation_that_is_high_and_said_once(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, "*/15 * * * *");
	int64_t now = EIGHT + HOUR + 15 * SECOND;
	json_t *report;

	(void)state;
	live_through_an_hour(b, &node, 2);
	assert_int_equal(told(TASK_GET, EIGHT).status, QUOTA_NOT_MET);
	assert_int_equal(seen.n_violations, 1);
	assert_int_equal(seen.violations[0].severity, SEVERITY_HIGH);
	assert_int_equal(seen.violations[0].key.period_start_ms, EIGHT);
	assert_int_equal(seen.violations[0].key.olt.v, OLT);
	report = json_loads(seen.reports[0], 0, NULL);
	assert_int_equal(json_integer_value(json_object_get(report, "completed")), 2);
	assert_int_equal(json_integer_value(json_object_get(
			     json_object_get(report, "errors"), "TIMEOUT")),
	    2);
	json_decref(report);
	assert_int_equal(count_entries("quota_violation"), 1);
	pass(b, &now, EIGHT + HOUR + 20 * MINUTE);
	assert_int_equal(seen.n_violations, 1);
	for (int i = 0; i < seen.n_entries; i++) {
		if (strcmp(seen.events[i], "quota_violation") == 0)
			assert_string_equal(seen.messages[i],
			    "norte-1: 2 of 4 get runs between 08:00 and 09:00 (HIGH)");
	}
}

static void
nothing_made_is_failed_and_critical(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, "*/15 * * * *");

	(void)state;
	live_through_an_hour(b, &node, 0);
	assert_int_equal(told(TASK_GET, EIGHT).status, QUOTA_FAILED);
	assert_int_equal(seen.violations[0].severity, SEVERITY_CRITICAL);
}

/* Due at 08:45, at its end at 09:00:30. */
static void
a_run_counts_for_the_hour_in_which_it_was_due(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, "45 * * * *");
	int64_t now = EIGHT;

	(void)state;
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + HOUR + 30 * SECOND);
	assert_int_equal(told(TASK_GET, EIGHT).status, QUOTA_IN_PROGRESS);
	end_run(b, &node, EIGHT + 45 * MINUTE, now, EXECUTION_PARTIAL);
	pass(b, &now, now + 15 * SECOND);
	assert_int_equal(told(TASK_GET, EIGHT).status, QUOTA_COMPLETED);
	assert_int_equal(told(TASK_GET, EIGHT + HOUR).required, 1);
	assert_int_equal(told(TASK_GET, EIGHT + HOUR).pending, 1);
	assert_int_equal(seen.n_violations, 0);
}

static void
what_does_not_end_is_waited_for_five_minutes(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, "45 * * * *");
	int64_t now = EIGHT;

	(void)state;
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + HOUR + 4 * MINUTE);
	assert_int_equal(told(TASK_GET, EIGHT).status, QUOTA_IN_PROGRESS);
	pass(b, &now, EIGHT + HOUR + 5 * MINUTE + 15 * SECOND);
	assert_int_equal(told(TASK_GET, EIGHT).status, QUOTA_FAILED);
	assert_int_equal(seen.n_violations, 1);
}

static void
a_run_by_hand_counts_for_nothing(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, "*/15 * * * *");
	int64_t now = EIGHT - MINUTE;
	struct desk_event e = { .kind = DESK_ENDED,
		.olt = { OLT },
		.node = { 1 },
		.type = TASK_GET,
		.state = EXECUTION_SUCCESS,
		.due_ms = EIGHT + MINUTE,
		.by_hand = true };
	struct quota q;

	(void)state;
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + MINUTE);
	books_event(b, &e);
	assert_true(books_quota(b, (struct olt_id){ OLT }, TASK_GET, &q));
	assert_int_equal(q.completed, 0);
}

static void
skipped_slots_are_those_of_their_hours(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, "*/15 * * * *");
	int64_t now = EIGHT - MINUTE;
	struct desk_event e = { .kind = DESK_SKIPPED,
		.olt = { OLT },
		.node = { 1 },
		.type = TASK_GET,
		.at_ms = EIGHT + HOUR + 16 * MINUTE, /* 09:00 and 09:15 were missed */
		.number = 5 };
	struct quota q;

	(void)state;
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + MINUTE);
	end_run(b, &node, EIGHT, EIGHT + MINUTE, EXECUTION_SUCCESS);
	now = EIGHT + HOUR + 16 * MINUTE;
	books_event(b, &e); /* and 08:15, 08:30, 08:45 */
	assert_true(books_quota(b, (struct olt_id){ OLT }, TASK_GET, &q));
	assert_int_equal(q.skipped, 2);
	pass(b, &now, now + SECOND);
	/* One of four: the hour is settled, nothing of it can come. */
	assert_int_equal(told(TASK_GET, EIGHT).status, QUOTA_NOT_MET);
	assert_int_equal(seen.violations[0].severity, SEVERITY_HIGH);
}

/* ---- changes ----------------------------------------------------------------- */

static void
a_disabled_task_is_not_owed_any_more_and_the_plan_is_remade(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node nodes[] = { node_of(1, TASK_GET, "*/15 * * * *"),
		node_of(2, TASK_GET, "*/30 * * * *") };
	int64_t now = EIGHT - MINUTE;

	(void)state;
	tell(b, nodes, 2, true, now);
	pass(b, &now, EIGHT + 20 * MINUTE);
	assert_int_equal(told(TASK_GET, EIGHT).required, 6);
	nodes[0].node.enabled = false;
	tell(b, nodes, 2, true, now);
	pass(b, &now, now + SECOND);
	/* 08:00 and 08:15 of the first were due, 08:00 and 08:30 of the second stay. */
	assert_int_equal(told(TASK_GET, EIGHT).required, 4);
	assert_int_equal(seen.plans[seen.n_plans - 1].plan.total, 1);
	assert_int_equal(seen.plans[seen.n_plans - 1].first_due_ms, EIGHT + 30 * MINUTE);
	assert_int_equal(seen.plans[seen.n_plans - 1].plan.period_start_ms, EIGHT);
	/* Enabled again at 08:21, it runs at 08:30 and 08:45. */
	nodes[0].node.enabled = true;
	tell(b, nodes, 2, true, now);
	pass(b, &now, now + SECOND);
	assert_int_equal(told(TASK_GET, EIGHT).required, 6);
}

static void
a_waiting_run_of_a_disabled_task_is_not_owed_and_one_that_a_person_stopped_is(
    void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, "*/15 * * * *");
	struct desk_event e = { .kind = DESK_INTERRUPTED,
		.at_ms = EIGHT + MINUTE,
		.olt = { OLT },
		.node = { 1 },
		.execution = { 9 },
		.type = TASK_GET,
		.due_ms = EIGHT,
		.trouble = TROUBLE_USER };
	int64_t now = EIGHT - MINUTE;

	(void)state;
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + MINUTE);
	books_event(b, &e);
	pass(b, &now, now + SECOND);
	assert_int_equal(told(TASK_GET, EIGHT).required, 4);
	assert_int_equal(told(TASK_GET, EIGHT).pending, 3);
	e.trouble = TROUBLE_JOB_DISABLED;
	e.due_ms = EIGHT + 15 * MINUTE;
	books_event(b, &e);
	pass(b, &now, now + SECOND);
	assert_int_equal(told(TASK_GET, EIGHT).required, 3);
	assert_int_equal(told(TASK_GET, EIGHT).pending, 2);
}

static void
another_interval_changes_what_is_required(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, "*/15 * * * *");
	int64_t now = EIGHT - MINUTE;

	(void)state;
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + 31 * MINUTE);
	node.node.cron = "*/5 * * * *";
	tell(b, &node, 1, true, now);
	pass(b, &now, now + SECOND);
	/* 00, 15, 30 were due; 35, 40, 45, 50, 55 come. */
	assert_int_equal(told(TASK_GET, EIGHT).required, 8);
}

static void
telling_the_same_again_changes_nothing(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, NULL);
	int64_t now = EIGHT - MINUTE;
	int plans;

	(void)state;
	node.node.interval_ms = 5 * MINUTE;
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + 20 * MINUTE);
	plans = seen.n_plans;
	for (int i = 0; i < 10; i++) {
		node.node.next_run_ms = now + i; /* whatever is stored by now */
		tell(b, &node, 1, true, now);
		pass(b, &now, now + 10 * SECOND);
	}
	assert_int_equal(told(TASK_GET, EIGHT).required, 12);
	assert_int_equal(seen.n_plans, plans);
}

static void
a_disabled_olt_is_interrupted_and_owes_the_rest_when_it_is_back(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, "*/5 * * * *");
	int64_t now = EIGHT - MINUTE;
	int rows;

	(void)state;
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + 12 * MINUTE); /* 00, 05, 10 were due */
	tell(b, &node, 1, false, now);
	assert_int_equal(told(TASK_GET, EIGHT).status, QUOTA_INTERRUPTED);
	assert_int_equal(told(TASK_GET, EIGHT).required, 12);
	assert_int_equal(told(TASK_GET, EIGHT).pending, 0);
	assert_int_equal(seen.moved[seen.n_moved - 1].status, PLAN_ABORTED);
	rows = seen.n_plans;
	pass(b, &now, EIGHT + 42 * MINUTE);
	assert_int_equal(seen.n_plans, rows);
	tell(b, &node, 1, true, now);
	pass(b, &now, now + SECOND);
	assert_int_equal(told(TASK_GET, EIGHT).status, QUOTA_IN_PROGRESS);
	assert_int_equal(told(TASK_GET, EIGHT).required, 3 + 3); /* 45, 50, 55 */
	assert_int_equal(seen.plans[seen.n_plans - 1].plan.total, 3);
}

static void
an_olt_disabled_for_hours_owes_nothing(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, "*/5 * * * *");
	int64_t now = EIGHT - MINUTE;

	(void)state;
	tell(b, &node, 1, false, now);
	pass(b, &now, EIGHT + 3 * HOUR);
	assert_int_equal(seen.n_quotas, 0);
	assert_int_equal(seen.n_plans, 0);
	assert_int_equal(seen.n_violations, 0);
}

static void
a_deleted_olt_is_interrupted_and_forgotten(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, "*/5 * * * *");
	int64_t now = EIGHT - MINUTE;

	(void)state;
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + 12 * MINUTE);
	books_olt_gone(b, (struct olt_id){ OLT }, now);
	assert_int_equal(told(TASK_GET, EIGHT).status, QUOTA_INTERRUPTED);
	assert_int_equal(seen.moved[seen.n_moved - 1].status, PLAN_ABORTED);
	end_run(b, &node, EIGHT, now, EXECUTION_SUCCESS);
	pass(b, &now, EIGHT + 2 * HOUR);
	assert_int_equal(seen.n_quotas, 1);
	assert_int_equal(seen.n_violations, 0);
	books_olt_gone(b, (struct olt_id){ OLT }, now);
}

/* ---- plans ------------------------------------------------------------------- */

static void
a_plan_counts_units_and_is_completed_with_its_hour(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, "*/15 * * * *");
	const struct plan *last;

	(void)state;
	live_through_an_hour(b, &node, 3);
	/* Of eight and of nine; in the last minute of seven nothing was due. */
	assert_int_equal(seen.n_plans, 2);
	assert_int_equal(seen.plans[0].plan.period_start_ms, EIGHT);
	assert_int_equal(seen.plans[0].plan.total, 4);
	assert_int_equal(seen.plans[0].first_due_ms, EIGHT);
	assert_true(seen.plans[0].plan.fits);
	last = &seen.moved[seen.n_moved - 1];
	assert_int_equal(last->period_start_ms, EIGHT);
	assert_int_equal(last->created_ms, seen.plans[0].plan.created_ms);
	assert_int_equal(last->status, PLAN_COMPLETED);
	assert_int_equal(last->completed, 3);
	assert_int_equal(last->failed, 1);
}

static void
durations_are_learnt_and_what_does_not_fit_is_said_beforehand(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, "*/5 * * * *");
	int64_t now = EIGHT - MINUTE;

	(void)state;
	/* Six minutes each, every five. */
	check_rc(books_load_duration(b, node.node.id, 6 * MINUTE), RC_OK);
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + 15 * SECOND);
	assert_int_equal(seen.n_plans, 1);
	assert_false(seen.plans[0].plan.fits);
	assert_int_equal(count_entries("plan_does_not_fit"), 1);
	assert_string_equal(seen.events[0], "plan_does_not_fit");
	check_contains(seen.messages[0],
	    "norte-1: the hour from 08:00 on: 6 runs take 2160 s of 3600 s, which does "
	    "not fit: 6 more will be skipped");
	assert_int_equal(seen.entries[0].level, ENTRY_WARNING);
}

static void
a_tracker_at_risk_is_said_once(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, "*/15 * * * *");
	int64_t now = EIGHT - MINUTE;

	(void)state;
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + MINUTE);
	end_run(b, &node, EIGHT, now, EXECUTION_FAILED); /* three of four is 75 % */
	pass(b, &now, EIGHT + 14 * MINUTE);
	assert_int_equal(count_entries("quota_at_risk"), 1);
}

/* ---- restart ----------------------------------------------------------------- */

static void
a_restart_in_mid_hour_goes_on_from_what_is_stored(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, "*/15 * * * *");
	struct quota stored = { .key = { { OLT }, TASK_GET, EIGHT },
		.period_end_ms = EIGHT + HOUR,
		.required = 4,
		.completed = 2 };
	int64_t now = EIGHT + 20 * MINUTE;
	struct quota q;

	(void)state;
	check_rc(books_load_quota(b, &stored, now), RC_OK);
	node.node.next_run_ms = EIGHT + 30 * MINUTE;
	tell(b, &node, 1, true, now);
	pass(b, &now, now + SECOND);
	assert_int_equal(told(TASK_GET, EIGHT).required, 4);
	assert_int_equal(told(TASK_GET, EIGHT).pending, 2);
	assert_true(books_quota(b, (struct olt_id){ OLT }, TASK_GET, &q));
	assert_int_equal(q.completed, 2);
	end_run(b, &node, EIGHT + 30 * MINUTE, now, EXECUTION_SUCCESS);
	end_run(b, &node, EIGHT + 45 * MINUTE, now, EXECUTION_SUCCESS);
	pass(b, &now, EIGHT + HOUR + 15 * SECOND);
	assert_int_equal(told(TASK_GET, EIGHT).status, QUOTA_COMPLETED);
}

static void
hours_that_nobody_judged_are_judged_after_a_restart(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct quota stored = { .key = { { OLT }, TASK_GET, EIGHT - 5 * HOUR },
		.period_end_ms = EIGHT - 4 * HOUR,
		.required = 4,
		.completed = 1 };
	int64_t now = EIGHT + 20 * MINUTE;

	(void)state;
	check_rc(books_load_quota(b, &stored, now), RC_OK);
	stored.key.type = TASK_WALK;
	stored.completed = 4;
	check_rc(books_load_quota(b, &stored, now), RC_OK);
	stored.key.type = TASK_BULK;
	stored.status = QUOTA_INTERRUPTED; /* that is its end */
	check_rc(books_load_quota(b, &stored, now), RC_OK);
	pass(b, &now, now + SECOND);
	assert_int_equal(told(TASK_GET, EIGHT - 5 * HOUR).status, QUOTA_NOT_MET);
	assert_int_equal(told(TASK_WALK, EIGHT - 5 * HOUR).status, QUOTA_COMPLETED);
	assert_int_equal(seen.n_quotas, 2);
	assert_int_equal(seen.n_violations, 1);
}

static void
a_clock_that_goes_back_judges_no_hour_twice(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, "*/15 * * * *");
	struct desk_event step = {
		.kind = DESK_CLOCK_STEPPED, .at_ms = EIGHT + 20 * MINUTE, .number = -HOUR
	};
	int64_t now = EIGHT + HOUR + 20 * MINUTE;

	(void)state;
	live_through_an_hour(b, &node, 2);
	pass(b, &now, now + SECOND);
	assert_int_equal(seen.n_violations, 1);
	books_event(b, &step);
	now = EIGHT + 20 * MINUTE;
	pass(b, &now, EIGHT + HOUR + MINUTE);
	assert_int_equal(seen.n_violations, 1);
	assert_int_equal(told(TASK_GET, EIGHT).status, QUOTA_NOT_MET);
}

/* ---- the log ----------------------------------------------------------------- */

static void
every_event_is_an_entry_with_level_details_and_a_key_of_its_own(void **state)
{
	struct books_options options = BOOKS_OPTIONS;
	struct books *b OWNED(books_free) = NULL;

	(void)state;
	memset(&seen, 0, sizeof(seen));
	options.least = ENTRY_DEBUG;
	check_rc(books_new(&options, &WORLD, &b, NULL), RC_OK);
	for (enum desk_event_kind k = DESK_OLT_ADDED; k < DESK_EVENT_KINDS; k++) {
		struct desk_event e = { .kind = k,
			.at_ms = EIGHT,
			.olt = { OLT },
			.node = { 1 },
			.execution = { 12 },
			.trouble = TROUBLE_TIMEOUT,
			.number = 3,
			.message = "a sentence" };

		books_event(b, &e);
	}
	assert_int_equal(seen.n_entries, DESK_EVENT_KINDS);
	for (int i = 0; i < seen.n_entries; i++) {
		json_t *details = json_loads(seen.details[i], 0, NULL);

		assert_string_equal(
		    seen.events[i], desk_event_name((enum desk_event_kind)i));
		assert_string_equal(seen.messages[i], "a sentence");
		assert_int_equal(seen.entries[i].olt.v, OLT);
		assert_int_equal(
		    json_integer_value(json_object_get(details, "execution")), 12);
		assert_string_equal(
		    json_string_value(json_object_get(details, "error")), "TIMEOUT");
		json_decref(details);
		for (int j = 0; j < i; j++)
			assert_true(seen.entries[i].key != seen.entries[j].key);
	}
	assert_int_equal(seen.entries[DESK_OLT_SUSPENDED].level, ENTRY_ERROR);
	assert_int_equal(seen.entries[DESK_STARTED].level, ENTRY_DEBUG);
}

static void
an_end_is_logged_as_bad_as_it_was_and_starts_only_when_wanted(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, "*/15 * * * *");

	(void)state;
	end_run(b, &node, EIGHT, EIGHT, EXECUTION_SUCCESS);
	end_run(b, &node, EIGHT, EIGHT, EXECUTION_PARTIAL);
	end_run(b, &node, EIGHT, EIGHT, EXECUTION_FAILED);
	books_event(b, &(struct desk_event){ .kind = DESK_STARTED, .message = "x" });
	assert_int_equal(seen.n_entries, 3);
	assert_int_equal(seen.entries[0].level, ENTRY_INFO);
	assert_int_equal(seen.entries[1].level, ENTRY_WARNING);
	assert_int_equal(seen.entries[2].level, ENTRY_ERROR);
	check_contains(seen.details[2], "\"state\":\"FAILED\"");
}

static void
that_an_olt_is_there_at_a_start_is_no_news(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_event e = { .kind = DESK_OLT_ADDED, .at_ms = EIGHT, .message = "x" };

	(void)state;
	books_event(b, &e);
	e.at_ms = EIGHT + 5 * SECOND;
	books_event(b, &e);
	assert_int_equal(seen.n_entries, 0);
	e.at_ms = EIGHT + 5 * MINUTE;
	books_event(b, &e);
	assert_int_equal(seen.n_entries, 1);
}

/* ---- figures and load -------------------------------------------------------- */

static void
each_minute_has_a_row_of_figures(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_figures f = { .total = 50,
		.busy = 10,
		.busy_percent = 20.5,
		.queue = 3,
		.late_p99_ms = 120 };

	(void)state;
	for (int64_t t = 0; t < 150; t++) { /* from 08:00:30 to 08:02:59 */
		f.completed = 100 + t;
		f.delayed = t / 10;
		books_tick(b, &f, EIGHT + (30 + t) * SECOND);
	}
	assert_int_equal(seen.n_stats, 2);
	assert_int_equal(seen.stats[0].at_ms, EIGHT + MINUTE);
	assert_int_equal(seen.stats[0].completed, 30);
	assert_int_equal(seen.stats[1].completed, 60);
	assert_int_equal(seen.stats[1].delayed, 6);
	assert_int_equal(seen.stats[1].total, 50);
	assert_int_equal(seen.stats[1].late_p99_ms, 120);
	assert_true(seen.stats[1].busy_percent == 20.5);
	assert_string_equal(seen.stats[1].machine, "");
}

static void
without_room_nothing_is_written_and_with_room_nothing_is_missing(void **state)
{
	struct books *b OWNED(books_free) = open_books();
	struct desk_node node = node_of(1, TASK_GET, "*/15 * * * *");
	int64_t now = EIGHT + HOUR + 15 * SECOND;

	(void)state;
	seen.is_full = true;
	live_through_an_hour(b, &node, 2);
	assert_int_equal(seen.n_quotas, 0);
	assert_int_equal(seen.n_plans, 0);
	seen.is_full = false;
	pass(b, &now, now + 2 * SECOND);
	assert_int_equal(told(TASK_GET, EIGHT).status, QUOTA_NOT_MET);
	assert_int_equal(seen.n_violations, 1);
	assert_int_equal(told(TASK_GET, EIGHT + HOUR).required, 4);
}

static struct {
	int quotas, plans, most; /* the most in one tick */
	int in_tick;
} crowd;

static void
crowd_quota(void *ctx, const struct quota *quota)
{
	(void)ctx;
	crowd.quotas += quota->key.period_start_ms == EIGHT;
}

static void
crowd_plan(void *ctx, const struct plan *plan)
{
	(void)ctx;
	crowd.plans += plan->period_start_ms == EIGHT;
	crowd.in_tick++;
}

static void
ignore_plan(void *ctx, const struct plan *plan)
{
	(void)ctx;
	(void)plan;
}

static void
ten_thousand_olts_change_their_hour_in_small_parts(void **state)
{
	struct books_options options = BOOKS_OPTIONS;
	struct books_world world = WORLD;
	struct books *b OWNED(books_free) = NULL;
	struct desk_figures figures = { 0 };
	struct desk_node nodes[7];

	(void)state;
	memset(&seen, 0, sizeof(seen));
	memset(&crowd, 0, sizeof(crowd));
	world.put_quota = crowd_quota;
	world.put_plan = crowd_plan;
	world.move_plan = ignore_plan;
	check_rc(books_new(&options, &world, &b, NULL), RC_OK);
	for (int64_t i = 1; i <= 10000; i++) {
		struct desk_olt olt = { .id = { i },
			.name = "x",
			.enabled = true,
			.n_nodes = 7,
			.nodes = nodes };

		for (int n = 0; n < 7; n++) {
			nodes[n] =
			    node_of(i * 7 + n, n ? TASK_GET : TASK_DISCOVERY, NULL);
			nodes[n].node.interval_ms = 15 * MINUTE;
		}
		check_rc(books_olt(b, &olt, EIGHT - 10 * MINUTE), RC_OK);
	}
	for (int64_t now = EIGHT - 10 * MINUTE; now < EIGHT + 3 * MINUTE; now += SECOND) {
		crowd.in_tick = 0;
		books_tick(b, &figures, now);
		if (crowd.in_tick > crowd.most)
			crowd.most = crowd.in_tick;
	}
	assert_int_equal(crowd.most, 50);
	assert_int_equal(crowd.plans, 180 * 50);
	for (int64_t now = EIGHT + 3 * MINUTE; now < EIGHT + 5 * MINUTE; now += SECOND)
		books_tick(b, &figures, now);
	assert_int_equal(crowd.plans, 10000);
	assert_int_equal(crowd.quotas, 20000);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_hour_requires_what_is_due_in_it_by_type),
		cmocka_unit_test(intervals_require_3600_by_interval),
		cmocka_unit_test(enabled_in_mid_hour_only_what_remains_is_required),
		cmocka_unit_test(
		    chained_nodes_are_due_with_their_master_each_for_its_type),
		cmocka_unit_test(an_hour_in_which_everything_was_made_is_completed),
		cmocka_unit_test(two_of_four_is_a_violation_that_is_high_and_said_once),
		cmocka_unit_test(nothing_made_is_failed_and_critical),
		cmocka_unit_test(a_run_counts_for_the_hour_in_which_it_was_due),
		cmocka_unit_test(what_does_not_end_is_waited_for_five_minutes),
		cmocka_unit_test(a_run_by_hand_counts_for_nothing),
		cmocka_unit_test(skipped_slots_are_those_of_their_hours),
		cmocka_unit_test(
		    a_disabled_task_is_not_owed_any_more_and_the_plan_is_remade),
		cmocka_unit_test(
		    a_waiting_run_of_a_disabled_task_is_not_owed_and_one_that_a_person_stopped_is),
		cmocka_unit_test(another_interval_changes_what_is_required),
		cmocka_unit_test(telling_the_same_again_changes_nothing),
		cmocka_unit_test(
		    a_disabled_olt_is_interrupted_and_owes_the_rest_when_it_is_back),
		cmocka_unit_test(an_olt_disabled_for_hours_owes_nothing),
		cmocka_unit_test(a_deleted_olt_is_interrupted_and_forgotten),
		cmocka_unit_test(a_plan_counts_units_and_is_completed_with_its_hour),
		cmocka_unit_test(
		    durations_are_learnt_and_what_does_not_fit_is_said_beforehand),
		cmocka_unit_test(a_tracker_at_risk_is_said_once),
		cmocka_unit_test(a_restart_in_mid_hour_goes_on_from_what_is_stored),
		cmocka_unit_test(hours_that_nobody_judged_are_judged_after_a_restart),
		cmocka_unit_test(a_clock_that_goes_back_judges_no_hour_twice),
		cmocka_unit_test(
		    every_event_is_an_entry_with_level_details_and_a_key_of_its_own),
		cmocka_unit_test(
		    an_end_is_logged_as_bad_as_it_was_and_starts_only_when_wanted),
		cmocka_unit_test(that_an_olt_is_there_at_a_start_is_no_news),
		cmocka_unit_test(each_minute_has_a_row_of_figures),
		cmocka_unit_test(
		    without_room_nothing_is_written_and_with_room_nothing_is_missing),
		cmocka_unit_test(ten_thousand_olts_change_their_hour_in_small_parts),
	};

	return CHECK_ALL(tests);
}
