/* SPDX-License-Identifier: Apache-2.0 */
#include "ledger_lab.h"

/* ---- trackers ---------------------------------------------------------------- */

static void
an_hour_requires_what_is_due_in_it_by_job(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node nodes[] = {
		node_of(1, TASK_DISCOVERY, "0 * * * *"),
		node_of(2, TASK_GET, "*/5 * * * *"),
		node_of(3, TASK_GET, "*/15 * * * *"),
		node_of(4, TASK_WALK, "0 12 * * *"),
	};
	int64_t now = EIGHT - MINUTE;

	(void)state;
	tell(b, nodes, 4, true, now);
	pass(b, &now, EIGHT + 15 * SECOND);
	assert_int_equal(told(1, EIGHT).required, 1);
	assert_string_equal(told(1, EIGHT).task_type, "discovery");
	assert_int_equal(told(2, EIGHT).required, 12);
	assert_int_equal(told(2, EIGHT).pending, 12);
	assert_int_equal(told(2, EIGHT).status, QUOTA_IN_PROGRESS);
	assert_int_equal(told(2, EIGHT).period_end_ms, EIGHT + HOUR);
	assert_int_equal(told(3, EIGHT).required, 4);
	/* No walk is due, so there is no tracker. */
	assert_false(is_told(4, EIGHT));
}

static void
intervals_require_3600_by_interval(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node nodes[] = { node_of(1, TASK_GET, NULL),
		node_of(2, TASK_WALK, NULL) };
	int64_t now = EIGHT - 10 * MINUTE;

	(void)state;
	nodes[0].node.interval_ms = 5 * MINUTE;
	nodes[1].node.interval_ms = 30 * SECOND;
	tell(b, nodes, 2, true, now);
	pass(b, &now, EIGHT + 15 * SECOND);
	assert_int_equal(told(1, EIGHT).required, 12);
	assert_int_equal(told(2, EIGHT).required, 120);
}

static void
enabled_in_mid_hour_only_what_remains_is_required(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "*/5 * * * *");
	int64_t now = EIGHT + 32 * MINUTE;

	(void)state;
	tell(b, &node, 1, true, now);
	pass(b, &now, now + SECOND);
	/* 35, 40, 45, 50, 55 */
	assert_int_equal(told(1, EIGHT).required, 5);
}

/* The coordinator runs it at once, so it is required. */
static void
a_first_run_that_was_due_a_moment_ago_is_required(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "0 * * * *");
	int64_t now = EIGHT + 32 * MINUTE;

	(void)state;
	node.node.next_run_ms = now - 300;
	tell(b, &node, 1, true, now);
	pass(b, &now, now + SECOND);
	assert_int_equal(told(1, EIGHT).required, 1);
}

static void
chained_nodes_are_due_with_their_master_each_for_its_job(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node nodes[] = {
		node_of(1, TASK_DISCOVERY, "*/15 * * * *"),
		node_of(2, TASK_GET, "*/5 * * * *"), /* its own schedule is not used */
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
	for (int64_t job = 1; job <= 3; job++)
		assert_int_equal(told(job, EIGHT).required, 4);
	assert_int_equal(seen.n_quotas, 3);
	/* A plan counts the composite node once. */
	assert_int_equal(seen.plans[0].plan.total, 4);
}

static void
an_hour_in_which_everything_was_made_is_completed(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "*/15 * * * *");

	(void)state;
	live_through_an_hour(b, &node, 4);
	assert_int_equal(told(1, EIGHT).status, QUOTA_COMPLETED);
	assert_int_equal(told(1, EIGHT).pending, 0);
	assert_int_equal(told(1, EIGHT + HOUR).status, QUOTA_IN_PROGRESS);
	assert_int_equal(seen.n_violations, 0);
	assert_int_equal(count_entries("QUOTA_VIOLATION"), 0);
}

static void
two_of_four_is_a_violation_that_is_high_and_said_once(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "*/15 * * * *");
	int64_t now = EIGHT + HOUR + 15 * SECOND;
	json_t *report;

	(void)state;
	live_through_an_hour(b, &node, 2);
	assert_int_equal(told(1, EIGHT).status, QUOTA_NOT_MET);
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
	assert_int_equal(count_entries("QUOTA_VIOLATION"), 1);
	pass(b, &now, EIGHT + HOUR + 20 * MINUTE);
	assert_int_equal(seen.n_violations, 1);
	for (int i = 0; i < seen.n_entries; i++) {
		if (strcmp(seen.events[i], "QUOTA_VIOLATION") != 0)
			continue;
		assert_string_equal(seen.messages[i],
		    "norte-1: 2 of 4 get runs between 08:00 and 09:00 (HIGH)");
		assert_int_equal(seen.entries[i].level, ENTRY_CRITICAL);
	}
}

/* 2 failures of 2 are a violation, independent of other jobs of the same type. */
static void
a_job_that_always_fails_does_not_hide_behind_another_of_its_type(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node nodes[] = { node_of(1, TASK_GET, "*/5 * * * *"),
		node_of(2, TASK_GET, "*/30 * * * *") };
	int64_t now = EIGHT - MINUTE;

	(void)state;
	tell(b, nodes, 2, true, now);
	for (int i = 0; i < 12; i++) {
		int64_t due = EIGHT + i * 5 * MINUTE;

		pass(b, &now, due + 2 * SECOND);
		end_run(b, &nodes[0], due, now, EXECUTION_SUCCESS);
		if (i % 6 == 0)
			end_run(b, &nodes[1], due, now, EXECUTION_FAILED);
	}
	pass(b, &now, EIGHT + HOUR + 15 * SECOND);
	assert_int_equal(told(1, EIGHT).status, QUOTA_COMPLETED);
	assert_int_equal(told(2, EIGHT).status, QUOTA_FAILED);
	assert_int_equal(told(2, EIGHT).failed, 2);
	assert_int_equal(seen.n_violations, 1);
	assert_int_equal(seen.violations[0].key.job.v, 2);
	assert_int_equal(seen.violations[0].severity, SEVERITY_CRITICAL);
	assert_int_equal(seen.violations[0].notified_ms, 0);
}

/* A run with less than 80 % of the requested values is neither completed nor failed. */
static void
too_little_is_counted_as_partial_and_not_as_made(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "*/15 * * * *");
	int64_t now = EIGHT - MINUTE;

	(void)state;
	tell(b, &node, 1, true, now);
	for (int i = 0; i < 4; i++) {
		int64_t due = EIGHT + i * 15 * MINUTE;

		pass(b, &now, due + 2 * SECOND);
		end_run(b, &node, due, now, EXECUTION_PARTIAL);
	}
	pass(b, &now, EIGHT + HOUR + 15 * SECOND);
	assert_int_equal(told(1, EIGHT).completed, 0);
	assert_int_equal(told(1, EIGHT).partial, 4);
	assert_int_equal(told(1, EIGHT).failed, 0);
	assert_int_equal(told(1, EIGHT).status, QUOTA_NOT_MET);
	assert_int_equal(seen.violations[0].severity, SEVERITY_CRITICAL);
}

static void
nothing_made_is_failed_and_critical(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "*/15 * * * *");

	(void)state;
	live_through_an_hour(b, &node, 0);
	assert_int_equal(told(1, EIGHT).status, QUOTA_FAILED);
	assert_int_equal(seen.violations[0].severity, SEVERITY_CRITICAL);
	/* And nothing of the plan was completed. */
	assert_int_equal(seen.moved[seen.n_moved - 1].completed, 0);
	assert_int_equal(seen.moved[seen.n_moved - 1].failed, 4);
	assert_int_equal(seen.moved[seen.n_moved - 1].status, PLAN_ABORTED);
}

/* Due at 08:45, ends at 09:00:30. */
static void
a_run_counts_for_the_hour_in_which_it_was_due(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "45 * * * *");
	int64_t now = EIGHT;

	(void)state;
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + HOUR + 30 * SECOND);
	assert_int_equal(told(1, EIGHT).status, QUOTA_IN_PROGRESS);
	end_run(b, &node, EIGHT + 45 * MINUTE, now, EXECUTION_SUCCESS);
	pass(b, &now, now + 15 * SECOND);
	assert_int_equal(told(1, EIGHT).status, QUOTA_COMPLETED);
	assert_int_equal(told(1, EIGHT + HOUR).required, 1);
	assert_int_equal(told(1, EIGHT + HOUR).pending, 1);
	assert_int_equal(seen.n_violations, 0);
}

static void
what_does_not_end_is_waited_for_until_its_next_time(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "45 * * * *");
	int64_t now = EIGHT;

	(void)state;
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + HOUR + 49 * MINUTE);
	assert_int_equal(told(1, EIGHT).status, QUOTA_IN_PROGRESS);
	pass(b, &now, EIGHT + HOUR + 50 * MINUTE + 15 * SECOND);
	assert_int_equal(told(1, EIGHT).status, QUOTA_FAILED);
	assert_int_equal(seen.n_violations, 1);
}

static void
a_run_by_hand_counts_for_nothing(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "*/15 * * * *");
	int64_t now = EIGHT - MINUTE;
	struct coordinator_event e = { .kind = COORDINATOR_ENDED,
		.olt = { OLT },
		.node = { 1 },
		.job = { 1 },
		.type = TASK_GET,
		.state = EXECUTION_SUCCESS,
		.due_ms = EIGHT + MINUTE,
		.by_hand = true };

	(void)state;
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + MINUTE);
	ledger_event(b, &e);
	ledger_flush(b, now);
	assert_int_equal(told(1, EIGHT).completed, 0);
	assert_int_equal(told(1, EIGHT).pending, told(1, EIGHT).required);
}

static void
skipped_slots_are_those_of_their_hours(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "*/15 * * * *");
	int64_t now = EIGHT - MINUTE;
	struct coordinator_event e = { .kind = COORDINATOR_SKIPPED,
		.olt = { OLT },
		.node = { 1 },
		.job = { 1 },
		.type = TASK_GET,
		.at_ms = EIGHT + HOUR + 16 * MINUTE, /* 09:00 and 09:15 were missed */
		.number = 5 };

	(void)state;
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + MINUTE);
	end_run(b, &node, EIGHT, EIGHT + MINUTE, EXECUTION_SUCCESS);
	now = EIGHT + HOUR + 16 * MINUTE;
	ledger_event(b, &e); /* and 08:15, 08:30, 08:45 */
	pass(b, &now, now + SECOND);
	assert_int_equal(told(1, EIGHT + HOUR).skipped, 2);
	/* One of four: the hour can be evaluated, because no more runs will come. */
	assert_int_equal(told(1, EIGHT).status, QUOTA_NOT_MET);
	assert_int_equal(seen.violations[0].severity, SEVERITY_HIGH);
}

/* ---- changes ----------------------------------------------------------------- */

static void
a_disabled_task_is_not_owed_any_more_and_the_plan_is_remade(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node nodes[] = { node_of(1, TASK_GET, "*/15 * * * *"),
		node_of(2, TASK_GET, "*/30 * * * *") };
	int64_t now = EIGHT - MINUTE;

	(void)state;
	tell(b, nodes, 2, true, now);
	pass(b, &now, EIGHT + 20 * MINUTE);
	assert_int_equal(told(1, EIGHT).required, 4);
	nodes[0].node.enabled = false;
	tell(b, nodes, 2, true, now);
	pass(b, &now, now + SECOND);
	/* 08:00 and 08:15 of the first were due; 08:00 and 08:30 of the second do not
	 * change. */
	assert_int_equal(told(1, EIGHT).required, 2);
	assert_int_equal(told(2, EIGHT).required, 2);
	assert_int_equal(seen.plans[seen.n_plans - 1].plan.total, 1);
	assert_int_equal(count_entries("PLAN_ADJUSTED"), 1);
	assert_string_equal(seen.messages[seen.n_entries - 1],
	    "norte-1: the plan of this hour was adjusted, 1 runs are to come");
	assert_int_equal(seen.plans[seen.n_plans - 1].first_due_ms, EIGHT + 30 * MINUTE);
	assert_int_equal(seen.plans[seen.n_plans - 1].plan.period_start_ms, EIGHT);
	/* Enabled again at 08:21, it runs at 08:30 and 08:45. */
	nodes[0].node.enabled = true;
	tell(b, nodes, 2, true, now);
	pass(b, &now, now + SECOND);
	assert_int_equal(told(1, EIGHT).required, 4);
}

static void
a_waiting_run_of_a_disabled_task_is_not_owed_and_one_that_a_person_stopped_is(
    void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "*/15 * * * *");
	struct coordinator_event e = { .kind = COORDINATOR_INTERRUPTED,
		.at_ms = EIGHT + MINUTE,
		.olt = { OLT },
		.node = { 1 },
		.job = { 1 },
		.execution = { 9 },
		.type = TASK_GET,
		.due_ms = EIGHT,
		.trouble = TROUBLE_USER };
	int64_t now = EIGHT - MINUTE;

	(void)state;
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + MINUTE);
	ledger_event(b, &e);
	pass(b, &now, now + SECOND);
	assert_int_equal(told(1, EIGHT).required, 4);
	assert_int_equal(told(1, EIGHT).pending, 3);
	e.trouble = TROUBLE_JOB_DISABLED;
	e.due_ms = EIGHT + 15 * MINUTE;
	ledger_event(b, &e);
	pass(b, &now, now + SECOND);
	assert_int_equal(told(1, EIGHT).required, 3);
	assert_int_equal(told(1, EIGHT).pending, 2);
}

static void
another_interval_changes_what_is_required(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "*/15 * * * *");
	int64_t now = EIGHT - MINUTE;

	(void)state;
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + 31 * MINUTE);
	node.node.cron = "*/5 * * * *";
	tell(b, &node, 1, true, now);
	pass(b, &now, now + SECOND);
	/* 00, 15, 30 were due; 35, 40, 45, 50, 55 follow. */
	assert_int_equal(told(1, EIGHT).required, 8);
}

static void
telling_the_same_again_changes_nothing(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, NULL);
	int64_t now = EIGHT - MINUTE;
	int plans;

	(void)state;
	node.node.interval_ms = 5 * MINUTE;
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + 20 * MINUTE);
	plans = seen.n_plans;
	for (int i = 0; i < 10; i++) {
		node.node.next_run_ms = now + i; /* with any stored time */
		tell(b, &node, 1, true, now);
		pass(b, &now, now + 10 * SECOND);
	}
	assert_int_equal(told(1, EIGHT).required, 12);
	assert_int_equal(seen.n_plans, plans);
}

static void
a_disabled_olt_is_interrupted_and_owes_the_rest_when_it_is_back(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "*/5 * * * *");
	int64_t now = EIGHT - MINUTE;
	int rows;

	(void)state;
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + 12 * MINUTE); /* 00, 05, 10 were due */
	tell(b, &node, 1, false, now);
	assert_int_equal(told(1, EIGHT).status, QUOTA_INTERRUPTED);
	assert_int_equal(told(1, EIGHT).required, 12);
	assert_int_equal(told(1, EIGHT).pending, 0);
	assert_int_equal(seen.moved[seen.n_moved - 1].status, PLAN_ABORTED);
	rows = seen.n_plans;
	pass(b, &now, EIGHT + 42 * MINUTE);
	assert_int_equal(seen.n_plans, rows);
	tell(b, &node, 1, true, now);
	pass(b, &now, now + SECOND);
	assert_int_equal(told(1, EIGHT).status, QUOTA_IN_PROGRESS);
	assert_int_equal(told(1, EIGHT).required, 3 + 3); /* 45, 50, 55 */
	assert_int_equal(seen.plans[seen.n_plans - 1].plan.total, 3);
}

static void
an_olt_disabled_for_hours_owes_nothing(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "*/5 * * * *");
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
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "*/5 * * * *");
	int64_t now = EIGHT - MINUTE;

	(void)state;
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + 12 * MINUTE);
	ledger_olt_gone(b, (struct olt_id){ OLT }, now);
	assert_int_equal(told(1, EIGHT).status, QUOTA_INTERRUPTED);
	assert_int_equal(seen.moved[seen.n_moved - 1].status, PLAN_ABORTED);
	end_run(b, &node, EIGHT, now, EXECUTION_SUCCESS);
	pass(b, &now, EIGHT + 2 * HOUR);
	assert_int_equal(seen.n_quotas, 1);
	assert_int_equal(seen.n_violations, 0);
	ledger_olt_gone(b, (struct olt_id){ OLT }, now);
}

/* ---- plans ------------------------------------------------------------------- */

static void
a_plan_counts_units_and_is_completed_with_its_hour(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "*/15 * * * *");
	const struct plan *last;

	(void)state;
	live_through_an_hour(b, &node, 3);
	/* For eight and nine o'clock; nothing was due in the last minute before eight. */
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
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "*/5 * * * *");
	int64_t now = EIGHT - MINUTE;

	(void)state;
	/* Six minutes each, every five minutes. */
	check_rc(ledger_load_duration(
		     b, node.node.id, (struct ledger_duration){ 6 * MINUTE, 1 }),
	    RC_OK);
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + 15 * SECOND);
	assert_int_equal(seen.n_plans, 1);
	assert_false(seen.plans[0].plan.fits);
	assert_int_equal(count_entries("PLAN_DOES_NOT_FIT"), 1);
	assert_string_equal(seen.events[0], "PLAN_DOES_NOT_FIT");
	check_contains(seen.messages[0],
	    "norte-1: the hour from 08:00 on: 6 runs take 2160 s of 3600 s, which does "
	    "not fit: 6 more will be skipped");
	check_contains(seen.details[0],
	    ",\"total\":6,\"work_ms\":2160000,\"skipped\":6,\"beyond\":0,\"cut\":0}");
	assert_int_equal(seen.entries[0].level, ENTRY_WARNING);
}

static void
a_tracker_at_risk_is_said_once(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "*/15 * * * *");
	int64_t now = EIGHT - MINUTE;

	(void)state;
	tell(b, &node, 1, true, now);
	pass(b, &now, EIGHT + MINUTE);
	end_run(b, &node, EIGHT, now, EXECUTION_FAILED); /* three of four is 75 % */
	pass(b, &now, EIGHT + 14 * MINUTE);
	assert_int_equal(count_entries("QUOTA_AT_RISK"), 1);
	check_contains(seen.details[seen.n_entries - 1],
	    "{\"job\":1,\"task_type\":\"get\",\"completed\":0,\"required\":4}");
}

/* ---- restart ----------------------------------------------------------------- */

static void
a_restart_in_mid_hour_goes_on_from_what_is_stored(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "*/15 * * * *");
	struct quota stored = { .key = { { OLT }, { 1 }, EIGHT },
		.period_end_ms = EIGHT + HOUR,
		.required = 4,
		.completed = 2 };
	int64_t now = EIGHT + 20 * MINUTE;

	(void)state;
	check_rc(ledger_load_quota(b, &stored, now), RC_OK);
	node.node.next_run_ms = EIGHT + 30 * MINUTE;
	tell(b, &node, 1, true, now);
	pass(b, &now, now + SECOND);
	assert_int_equal(told(1, EIGHT).required, 4);
	assert_int_equal(told(1, EIGHT).pending, 2);
	assert_int_equal(told(1, EIGHT).completed, 2);
	end_run(b, &node, EIGHT + 30 * MINUTE, now, EXECUTION_SUCCESS);
	end_run(b, &node, EIGHT + 45 * MINUTE, now, EXECUTION_SUCCESS);
	pass(b, &now, EIGHT + HOUR + 15 * SECOND);
	assert_int_equal(told(1, EIGHT).status, QUOTA_COMPLETED);
}

static void
hours_that_nobody_judged_are_judged_after_a_restart(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct quota stored = { .key = { { OLT }, { 1 }, EIGHT - 5 * HOUR },
		.period_end_ms = EIGHT - 4 * HOUR,
		.required = 4,
		.completed = 1 };
	int64_t now = EIGHT + 20 * MINUTE;

	(void)state;
	check_rc(ledger_load_quota(b, &stored, now), RC_OK);
	stored.key.job.v = 2;
	stored.completed = 4;
	check_rc(ledger_load_quota(b, &stored, now), RC_OK);
	stored.key.job.v = 3;
	stored.status = QUOTA_INTERRUPTED; /* this is final */
	check_rc(ledger_load_quota(b, &stored, now), RC_OK);
	pass(b, &now, now + SECOND);
	assert_int_equal(told(1, EIGHT - 5 * HOUR).status, QUOTA_NOT_MET);
	assert_int_equal(told(2, EIGHT - 5 * HOUR).status, QUOTA_COMPLETED);
	assert_int_equal(seen.n_quotas, 2);
	assert_int_equal(seen.n_violations, 1);
}

static void
a_clock_that_goes_back_judges_no_hour_twice(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "*/15 * * * *");
	struct coordinator_event step = { .kind = COORDINATOR_CLOCK_STEPPED,
		.at_ms = EIGHT + 20 * MINUTE,
		.number = -HOUR };
	int64_t now = EIGHT + HOUR + 20 * MINUTE;

	(void)state;
	live_through_an_hour(b, &node, 2);
	pass(b, &now, now + SECOND);
	assert_int_equal(seen.n_violations, 1);
	ledger_event(b, &step);
	now = EIGHT + 20 * MINUTE;
	pass(b, &now, EIGHT + HOUR + MINUTE);
	assert_int_equal(seen.n_violations, 1);
	assert_int_equal(told(1, EIGHT).status, QUOTA_NOT_MET);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_hour_requires_what_is_due_in_it_by_job),
		cmocka_unit_test(intervals_require_3600_by_interval),
		cmocka_unit_test(enabled_in_mid_hour_only_what_remains_is_required),
		cmocka_unit_test(a_first_run_that_was_due_a_moment_ago_is_required),
		cmocka_unit_test(
		    chained_nodes_are_due_with_their_master_each_for_its_job),
		cmocka_unit_test(an_hour_in_which_everything_was_made_is_completed),
		cmocka_unit_test(two_of_four_is_a_violation_that_is_high_and_said_once),
		cmocka_unit_test(
		    a_job_that_always_fails_does_not_hide_behind_another_of_its_type),
		cmocka_unit_test(too_little_is_counted_as_partial_and_not_as_made),
		cmocka_unit_test(nothing_made_is_failed_and_critical),
		cmocka_unit_test(a_run_counts_for_the_hour_in_which_it_was_due),
		cmocka_unit_test(what_does_not_end_is_waited_for_until_its_next_time),
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
	};

	return CHECK_ALL(tests);
}
