/* SPDX-License-Identifier: Apache-2.0
 *
 * Workflows, quotas, violations, plans, pollers and the dashboard through the service, on
 * both back-ends.
 */
#include "service_lab.h"
#include "site.h"

#include "base/clock.h"
#include "model/plan.h"
#include "store/ledger/coordinator.h"
#include "store/ledger/plan.h"
#include "store/ledger/quota.h"

#define HOUR_MS INT64_C(3600000)

/* ---- workflows ------------------------------------------------------------------------- */

/* An OLT with three nodes, 1 to 3, of which 2 and 3 are chained to 1. */
static void
make_workflow(struct lab *l)
{
	static const char *const NAMES[] = { "first", "second", "third" };
	char text[256];

	(void)ask(l, "olt.add", AN_OLT);
	for (size_t i = 0; i < 3; i++) {
		(void)snprintf(text, sizeof(text),
		    "{'name':'%s','type':'get','interval':'5m','brand':'Huawei','oids':["
		    "'huawei_smartax/onu/rx_dbm']}",
		    NAMES[i]);
		(void)ask(l, "job.add", text);
		(void)snprintf(
		    text, sizeof(text), "{'job':'%s','olt':'centro'}", NAMES[i]);
		(void)ask(l, "job.apply", text);
	}
	(void)ask(l, "node.chain", "{'node':2,'master':1}");
	(void)ask(l, "node.chain", "{'node':3,'master':1}");
}

static int64_t
chained(const json_t *workflow, size_t i)
{
	const json_t *units = json_object_get(workflow, "units");

	assert_int_equal(json_array_size(units), 1);
	return int_of(
	    json_array_get(json_object_get(json_array_get(units, 0), "chain"), i), "id");
}

static void
a_workflow_is_its_masters_with_their_chains_in_order(void **state)
{
	struct lab l = { 0 };
	json_t *workflow;

	lab_open(&l, state);
	make_workflow(&l);
	workflow = ask(&l, "workflow.get", "{'olt':'centro'}");
	assert_int_equal(chained(workflow, 0), 2);
	assert_int_equal(chained(workflow, 1), 3);
	workflow = ask(&l, "workflow.order", "{'olt':'centro','nodes':[3,2]}");
	assert_int_equal(chained(workflow, 0), 3);
	assert_int_equal(chained(workflow, 1), 2);
	assert_string_equal(audited(&l, "workflow").action, "order");
	assert_int_equal(l.ops.last_nodes, 3);
	check_rc(
	    refused(&l, "workflow.order", "{'olt':'centro','nodes':[3,3]}"), RC_INVALID);
	check_contains(said(&l, "nodes"), "twice");
	check_rc(
	    refused(&l, "workflow.order", "{'olt':'centro','nodes':[9]}"), RC_INVALID);
	check_contains(said(&l, "nodes"), "9");
	check_rc(refused(&l, "workflow.order", "{'olt':'x','nodes':[]}"), RC_INVALID);
	assert_true(*said(&l, "olt") && *said(&l, "nodes"));
	lab_close(&l);
}

static void
a_workflow_is_switched_and_run_as_a_whole(void **state)
{
	struct lab l = { 0 };
	json_t *workflow;

	lab_open(&l, state);
	make_workflow(&l);
	workflow = ask(&l, "workflow.disable", "{'olt':'centro'}");
	assert_true(json_is_false(json_object_get(workflow, "enabled")));
	assert_true(audited(&l, "workflow").has_before);
	workflow = ask(&l, "workflow.enable", "{'olt':'centro'}");
	assert_true(json_is_true(json_object_get(workflow, "enabled")));
	(void)ask(&l, "olt.run", "{'olt':'centro'}");
	assert_int_equal(l.ops.runs, 1); /* the master brings its chain */
	(void)ask(&l, "node.disable", "{'node':1}");
	check_rc(refused(&l, "olt.run", "{'olt':'centro'}"), RC_NOT_FOUND);
	check_rc(ask_as(&l, ROLE_VIEWER, "workflow.disable", "{'olt':1}"), RC_REFUSED);
	lab_close(&l);
}

/* ---- which OLTs a job is for ----------------------------------------------------------- */

static int64_t
nodes_of(struct lab *l, const char *olt)
{
	char args[128];

	(void)snprintf(
	    args, sizeof(args), "{'list':'nodes','filter':{'olt_name':'%s'}}", olt);
	return int_of(ask(l, "list", args), "count");
}

#define A_JOB_FOR(target)                                                 \
	"{'name':'levels','type':'get','interval':'5m','brand':'Huawei'," \
	"'oids':['huawei_smartax/onu/rx_dbm']," target "}"

static void
a_job_goes_where_it_belongs_by_itself(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT); /* of the site Norte */
	(void)ask(&l, "olt.add",
	    "{'name':'z','address':'192.0.2.2','community':'c','profile':'zte'}");
	(void)ask(&l, "job.add", A_JOB_FOR("'target_site':'Norte'"));
	assert_string_equal(text_of(l.answer.result, "target"), "filter");
	assert_int_equal(nodes_of(&l, "centro"), 1);
	assert_int_equal(l.ops.last_nodes, 1);
	assert_int_equal(nodes_of(&l, "z"), 0);
	/* An OLT that comes later has it too, and one that moves away loses it. */
	(void)ask(&l, "olt.add",
	    "{'name':'n2','address':'192.0.2.3','community':'c','profile':'huawei',"
	    "'site':'Norte'}");
	assert_int_equal(nodes_of(&l, "n2"), 1);
	(void)ask(&l, "olt.change", "{'olt':'n2','site':'Sur'}");
	assert_int_equal(nodes_of(&l, "n2"), 0);
	assert_int_equal(l.ops.last_nodes, 0);
	/* For all: those of its brand. Picked again, it stays where it is. */
	(void)ask(&l, "job.change", "{'job':'levels','target':'all'}");
	assert_int_equal(nodes_of(&l, "n2"), 1);
	assert_int_equal(nodes_of(&l, "z"), 0);
	(void)ask(&l, "job.change", "{'job':'levels','target':'picked'}");
	assert_int_equal(nodes_of(&l, "n2"), 1);
	(void)ask(&l, "job.duplicate", "{'job':'levels','name':'copy'}");
	assert_int_equal(nodes_of(&l, "n2"), 1);
	lab_close(&l);
}

/* The moments of the newest audit lines about an OLT and a node: no two changes have the
 * same one. */
static void
check_one_change(struct lab *l, const char *action)
{
	char moments[2][40];
	static const char *const ENTITIES[] = { "olt", "node" };

	for (size_t i = 0; i < 2; i++) {
		char args[128];
		const json_t *rows, *row;

		(void)snprintf(args, sizeof(args),
		    "{'list':'audit_log','filter':{'entity':'%s'},'ordering':'-id'}",
		    ENTITIES[i]);
		rows = json_object_get(ask(l, "list", args), "results");
		row = json_array_get(rows, 0);
		assert_string_equal(text_of(row, "action"), i ? "create" : action);
		(void)snprintf(moments[i], sizeof(moments[i]), "%s", text_of(row, "at"));
	}
	assert_string_equal(moments[0], moments[1]);
}

static void
an_olt_and_the_nodes_that_it_gets_are_one_change(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	(void)ask(&l, "job.add", A_JOB_FOR("'target':'all'"));
	(void)ask(&l, "olt.add", AN_OLT);
	assert_int_equal(nodes_of(&l, "centro"), 1);
	check_one_change(&l, "create");
	(void)ask(&l, "olt.delete", "{'olt':'centro'}");
	(void)ask(&l, "job.add",
	    "{'name':'more','type':'get','interval':'5m','brand':'Huawei','target':'all',"
	    "'oids':['huawei_smartax/onu/rx_dbm']}");
	(void)ask(&l, "olt.restore", "{'olt':'centro'}");
	assert_int_equal(nodes_of(&l, "centro"), 2);
	check_one_change(&l, "restore");
	(void)ask(&l, "job.add",
	    "{'name':'south','type':'get','interval':'5m','brand':'Huawei',"
	    "'target_site':'Sur','oids':['huawei_smartax/onu/rx_dbm']}");
	assert_int_equal(nodes_of(&l, "centro"), 2);
	(void)ask(&l, "olt.change", "{'olt':'centro','site':'Sur'}");
	assert_int_equal(nodes_of(&l, "centro"), 3);
	check_one_change(&l, "update");
	lab_close(&l);
}

static void
a_target_that_cannot_be_is_named(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	check_rc(refused(&l, "job.add", A_JOB_FOR("'target':'some'")), RC_INVALID);
	check_contains(said(&l, "target"), "picked");
	check_rc(refused(&l, "job.add", A_JOB_FOR("'target':'filter'")), RC_INVALID);
	assert_true(*said(&l, "target"));
	check_rc(
	    refused(&l, "job.add", A_JOB_FOR("'target_brand':'Nobody'")), RC_INVALID);
	check_contains(said(&l, "target_brand"), "Nobody");
	check_rc(refused(&l, "job.add", A_JOB_FOR("'target_model':'X'")), RC_INVALID);
	assert_true(*said(&l, "target_model"));
	lab_close(&l);
}

/* ---- quotas and violations --------------------------------------------------------------- */

static void
quotas_of_this_hour_say_which_are_at_risk(void **state)
{
	struct backend *b = backend_of(state);
	struct lab l = { 0 };
	int64_t hour_ms = quota_period_of(clock_wall_ms());
	struct quota easy = { .key = { { SITE_OLT }, { SITE_JOB }, hour_ms },
		.task_type = "get_levels",
		.period_end_ms = hour_ms + HOUR_MS,
		.required = 0 };
	struct quota hard = { .key = { { 2 }, { SITE_JOB }, hour_ms },
		.task_type = "walk_levels",
		.period_end_ms = hour_ms + HOUR_MS,
		.required = 1000000,
		.pending = 1000000 };
	const json_t *results;

	site_make(b);
	check_rc(store_quota_put(b->db, &easy, hour_ms, NULL), RC_OK);
	check_rc(store_quota_put(b->db, &hard, hour_ms, NULL), RC_OK);
	site_do(b->db,
	    "UPDATE quota_trackers SET completed = 10, total_duration_ms = 100000, "
	    "at_risk = 1 "
	    "WHERE task_type = 'walk_levels'");
	lab_open(&l, state);
	results = json_object_get(ask(&l, "quota.now", "{}"), "results");
	assert_int_equal(json_array_size(results), 2);
	assert_string_equal(text_of(json_array_get(results, 0), "olt_name"), "A");
	assert_int_equal(int_of(json_array_get(results, 0), "job"), SITE_JOB);
	assert_string_equal(
	    text_of(json_array_get(results, 0), "task_type"), "get_levels");
	assert_string_equal(text_of(json_array_get(results, 1), "olt_name"), "B");
	assert_true(
	    json_is_false(json_object_get(json_array_get(results, 0), "at_risk")));
	results = json_object_get(ask(&l, "quota.now", "{'olt':'B'}"), "results");
	assert_int_equal(json_array_size(results), 1);
	assert_true(json_is_true(json_object_get(json_array_get(results, 0), "at_risk")));
	assert_int_equal(
	    int_of(json_array_get(results, 0), "average_duration_ms"), 10000);
	assert_int_equal(int_of(json_array_get(results, 0), "pending"), 999990);
	lab_close(&l);
}

static void
a_violation_is_acknowledged_once_and_by_a_name(void **state)
{
	struct backend *b = backend_of(state);
	struct lab l = { 0 };
	struct violation v = { .key = { { SITE_OLT }, { SITE_JOB }, SITE_MS },
		.task_type = "get_levels",
		.period_end_ms = SITE_MS + HOUR_MS,
		.severity = SEVERITY_HIGH,
		.report = "{\"completed\":2}",
		.created_ms = SITE_MS + HOUR_MS };
	json_t *shown;

	site_make(b);
	check_rc(store_violation_add(b->db, &v, NULL), RC_OK);
	lab_open(&l, state);
	shown = ask(&l, "violation.get", "{'violation':1}");
	assert_int_equal(int_of(json_object_get(shown, "report"), "completed"), 2);
	assert_true(json_is_null(json_object_get(shown, "acked_at")));
	/* Nobody was told: nothing was delivered. */
	assert_true(json_is_false(json_object_get(shown, "notified")));
	assert_true(json_is_null(json_object_get(shown, "notified_at")));
	assert_int_equal(int_of(shown, "job"), SITE_JOB);
	shown = ask(&l, "violation.ack", "{'violation':1}");
	assert_string_equal(text_of(shown, "acked_by"), "ana");
	assert_true(json_is_string(json_object_get(shown, "acked_at")));
	assert_string_equal(audited(&l, "violation").action, "ack");
	(void)ask(&l, "violation.ack", "{'violation':1}");
	check_rc(refused(&l, "violation.ack", "{'violation':2}"), RC_INVALID);
	check_contains(said(&l, "violation"), "no violation");
	check_rc(ask_as(&l, ROLE_VIEWER, "violation.ack", "{'violation':1}"), RC_REFUSED);
	lab_close(&l);
}

/* ---- plans ------------------------------------------------------------------------------- */

static void
a_plan_is_shown_beside_what_happened(void **state)
{
	struct backend *b = backend_of(state);
	struct lab l = { 0 };
	struct plan_run runs[] = {
		{ { SITE_NODE }, TASK_GET, SITE_MS, SITE_MS, 1500 },
		{ { SITE_NODE }, TASK_GET, SITE_MS + 300000, SITE_MS + 300000, 1500 },
	};
	struct plan plan = { .olt = { SITE_OLT },
		.period_start_ms = SITE_MS,
		.period_end_ms = SITE_MS + HOUR_MS,
		.fits = true,
		.total = 2,
		.created_ms = SITE_MS,
		.n_runs = 2,
		.runs = runs };
	struct execution e = { .olt = { SITE_OLT },
		.node = { SITE_NODE },
		.job = { SITE_JOB },
		.type = TASK_GET,
		.max_attempts = 1,
		.due_ms = SITE_MS,
		.queued_ms = SITE_MS };
	const json_t *shown;

	site_make(b);
	check_rc(store_plan_put(b->db, &plan, NULL), RC_OK);
	check_rc(execution_step(&e, EXECUTION_START, TROUBLE_NONE, SITE_MS + 7), RC_OK);
	check_rc(store_execution_add(b->db, &e, NULL), RC_OK);
	lab_open(&l, state);
	shown = json_object_get(ask(&l, "plan.get", "{'plan':1}"), "runs");
	assert_int_equal(json_array_size(shown), 2);
	assert_string_equal(
	    text_of(json_array_get(shown, 0), "due_at"), "2026-01-01T00:00:00.000Z");
	assert_string_equal(
	    text_of(json_object_get(json_array_get(shown, 0), "actual"), "state"),
	    "RUNNING");
	assert_string_equal(
	    text_of(json_object_get(json_array_get(shown, 0), "actual"), "started_at"),
	    "2026-01-01T00:00:00.007Z");
	assert_true(json_is_null(json_object_get(json_array_get(shown, 1), "actual")));
	check_rc(refused(&l, "plan.get", "{'plan':7}"), RC_INVALID);
	lab_close(&l);
}

/* ---- pollers ----------------------------------------------------------------------------- */

static void
pollers_and_their_queue_are_told_by_name(void **state)
{
	struct backend *b = backend_of(state);
	struct lab l = { 0 };
	const struct coordinator_poller pollers[] = {
		{ .number = 1,
		    .is_busy = true,
		    .execution = { 9 },
		    .node = { SITE_NODE },
		    .olt = { SITE_OLT },
		    .since_ms = SITE_MS - 500,
		    .busy_ms = 250,
		    .total_ms = 1000,
		    .completed = 3 },
		{ .number = 2, .node = { SITE_NODE }, .total_ms = 1000 },
	};
	const struct unit queue[] = {
		{ .id = { 10 },
		    .lane = LANE_POLLING,
		    .olt = { SITE_OLT },
		    .node = { SITE_NODE },
		    .due_ms = SITE_MS - 2000 },
		{ .id = { 11 },
		    .lane = LANE_HIGH,
		    .olt = { SITE_OLT },
		    .node = { SITE_NODE },
		    .due_ms = SITE_MS + 5 },
	};
	const struct snapshot snapshot = { .at_ms = SITE_MS,
		.started_ms = SITE_MS - 1000,
		.figures = { .total = 2, .busy = 1, .queue = 2, .late_p99_ms = 40 },
		.n_pollers = 2,
		.pollers = pollers,
		.n_queue = 2,
		.queue = queue };
	const json_t *row;

	site_make(b);
	lab_open(&l, state);
	check_rc(refused(&l, "poller.list", "{}"), RC_BUSY);
	check_rc(refused(&l, "poller.stats", "{}"), RC_BUSY);
	l.ops.snapshot = &snapshot;
	(void)ask(&l, "poller.list", "{}");
	assert_int_equal(int_of(l.answer.result, "count"), 2);
	row = row_of(l.answer.result, "status", "BUSY");
	assert_string_equal(text_of(row, "olt_name"), "A");
	assert_string_equal(text_of(row, "job_name"), "optics");
	/* What it is busy with now counts too. */
	assert_int_equal((int)json_real_value(json_object_get(row, "busy_percent")), 75);
	assert_int_equal(int_of(row, "poller_id"), 1);
	assert_int_equal(int_of(row, "current_node_id"), SITE_NODE);
	assert_true(json_real_value(json_object_get(row, "busy_time")) == 0.75);
	assert_true(json_real_value(json_object_get(row, "total_time")) == 1.0);
	assert_int_equal(int_of(row, "tasks_completed"), 3);
	assert_int_equal(int_of(row, "tasks_delayed"), 0);
	assert_true(json_is_string(json_object_get(row, "created_at")));
	assert_true(json_is_string(json_object_get(row, "updated_at")));
	row = row_of(l.answer.result, "status", "FREE");
	assert_true(json_is_null(json_object_get(row, "current_node_id")));
	(void)ask(&l, "poller.queue", "{'page_size':1}");
	assert_int_equal(int_of(l.answer.result, "count"), 2);
	assert_int_equal(int_of(l.answer.result, "size"), 2);
	assert_true(json_is_false(json_object_get(l.answer.result, "is_overload")));
	assert_int_equal(
	    json_array_size(json_object_get(l.answer.result, "next_nodes")), 2);
	row = row_of(l.answer.result, "lane", "polling");
	assert_int_equal(int_of(row, "late_ms"), 2000);
	(void)ask(&l, "poller.queue", "{'page_size':1,'page':2}");
	assert_int_equal(
	    int_of(row_of(l.answer.result, "lane", "high"), "execution"), 11);
	check_rc(refused(&l, "poller.queue", "{'page':0}"), RC_INVALID);
	(void)ask(&l, "poller.stats", "{}");
	assert_int_equal(int_of(l.answer.result, "free_pollers"), 1);
	assert_int_equal(int_of(l.answer.result, "late_p99_ms"), 40);
	assert_int_equal(l.ops.looks, 0);
	lab_close(&l);
}

/* ---- the dashboard -------------------------------------------------------------------------- */

static void
the_dashboard_tells_what_is_up_and_what_is_not(void **state)
{
	struct backend *b = backend_of(state);
	struct lab l = { 0 };
	const json_t *olts;

	site_make(b);
	site_do(b->db,
	    "UPDATE olts SET failures = 1 WHERE id = 2;"
	    "UPDATE olts SET last_answer_ms = 5 WHERE id = 1");
	lab_open(&l, state);
	/* What is wrong now has an answer of its own. */
	assert_null(json_object_get(ask(&l, "dashboard", "{}"), "problems"));
	olts = json_object_get(l.answer.result, "olts");
	assert_int_equal(int_of(olts, "up"), 1);
	assert_int_equal(int_of(olts, "down"), 1);
	assert_true(json_is_null(json_object_get(l.answer.result, "pollers")));
	lab_close(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(a_workflow_is_its_masters_with_their_chains_in_order),
		ON_EACH(a_workflow_is_switched_and_run_as_a_whole),
		ON_EACH(a_job_goes_where_it_belongs_by_itself),
		ON_EACH(an_olt_and_the_nodes_that_it_gets_are_one_change),
		ON_EACH(a_target_that_cannot_be_is_named),
		ON_EACH(quotas_of_this_hour_say_which_are_at_risk),
		ON_EACH(a_violation_is_acknowledged_once_and_by_a_name),
		ON_EACH(a_plan_is_shown_beside_what_happened),
		ON_EACH(pollers_and_their_queue_are_told_by_name),
		ON_EACH(the_dashboard_tells_what_is_up_and_what_is_not),
	};

	return CHECK_ALL(tests);
}
