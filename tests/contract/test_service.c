/* SPDX-License-Identifier: Apache-2.0
 *
 * What operators may ask for, on both back-ends, with a ops that only remembers.
 */
#include "service_lab.h"

/* ---- OLTs ------------------------------------------------------------------------- */

static void
a_new_olt_is_told_to_the_engine_and_written_down(void **state)
{
	struct lab l = { 0 };
	struct line line;
	json_t *olt;

	lab_open(&l, state);
	olt = ask(&l, "olt.add", AN_OLT);
	assert_string_equal(text_of(olt, "name"), "centro");
	assert_string_equal(text_of(olt, "brand"), "Huawei");
	assert_string_equal(text_of(olt, "profile"), "huawei_smartax");
	assert_int_equal(int_of(olt, "port"), 161);
	assert_true(json_is_true(json_object_get(olt, "has_community")));
	assert_int_equal(l.ops.puts, 1);
	assert_int_equal(l.ops.last_olt, int_of(olt, "id"));
	assert_string_equal(l.ops.last_community, "s3cret");
	line = audited(&l, "olt");
	assert_int_equal(line.n, 1);
	assert_string_equal(line.action, "create");
	assert_string_equal(line.who, "ana");
	assert_false(line.has_before);
	check_contains(line.after, "\"centro\"");
	assert_null(strstr(line.after, "s3cret"));
	lab_close(&l);
}

static void
everything_that_is_wrong_is_said_at_once(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	check_rc(refused(&l, "olt.add",
		     "{'name':'','address':'a b','port':70000,'version':'4',"
		     "'brand':'Nobody','latitude':99,'longitude':3,'retries':99,"
		     "'colour':'red'}"),
	    RC_INVALID);
	check_contains(said(&l, "colour"), "no such thing");
	check_rc(refused(&l, "olt.add",
		     "{'name':'','address':'a b','port':70000,'version':'4',"
		     "'brand':'Nobody','latitude':99,'longitude':3,'retries':99}"),
	    RC_INVALID);
	check_contains(said(&l, "name"), "1 to 64");
	check_contains(said(&l, "port"), "1 to 65535");
	check_contains(said(&l, "version"), "2c");
	check_contains(said(&l, "brand"), "Nobody");
	check_contains(said(&l, "latitude"), "-90 to 90");
	check_contains(said(&l, "retries"), "0 to 10");
	check_contains(said(&l, "community"), "needs one");
	check_contains(l.answer.message, "port: ");
	assert_int_equal(l.ops.puts, 0);
	assert_int_equal(audited(&l, "olt").n, 0);
	lab_close(&l);
}

static void
a_name_is_taken_once_until_its_olt_is_deleted(void **state)
{
	struct lab l = { 0 };
	int64_t id;

	lab_open(&l, state);
	id = int_of(ask(&l, "olt.add", AN_OLT), "id");
	check_rc(refused(&l, "olt.add", AN_OLT), RC_INVALID);
	check_contains(said(&l, "name"), "already");
	(void)ask(&l, "olt.delete", "{'olt':'centro','why':'replaced'}");
	assert_int_equal(l.ops.drops, 1);
	assert_int_equal(l.ops.last_olt, id);
	check_rc(refused(&l, "olt.get", "{'olt':'centro'}"), RC_INVALID);
	(void)ask(&l, "olt.add", AN_OLT);
	check_rc(refused(&l, "olt.restore", "{'olt':'centro'}"), RC_CONFLICT);
	check_contains(l.answer.message, "taken");
	(void)ask(&l, "olt.change", "{'olt':'centro','name':'sur'}");
	(void)ask(&l, "olt.restore", "{'olt':'centro'}");
	assert_int_equal(l.ops.last_olt, id);
	assert_string_equal(audited(&l, "olt").action, "restore");
	lab_close(&l);
}

static void
a_change_leaves_the_rest_and_the_secrets_as_they_were(void **state)
{
	struct lab l = { 0 };
	json_t *olt;

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	olt = ask(&l, "olt.change",
	    "{'olt':'centro','latitude':1,'longitude':2,'timeout_ms':3000,"
	    "'description':'x'}");
	assert_true(json_real_value(json_object_get(olt, "longitude")) == 2.0);
	assert_int_equal(int_of(olt, "timeout_ms"), 3000);
	assert_string_equal(text_of(olt, "site"), "Norte");
	assert_string_equal(l.ops.last_community, "s3cret");
	olt = ask(
	    &l, "olt.change", "{'olt':'centro','timeout_ms':null,'community':'other'}");
	assert_true(json_is_null(json_object_get(olt, "timeout_ms")));
	assert_string_equal(l.ops.last_community, "other");
	assert_true(audited(&l, "olt").has_before);
	lab_close(&l);
}

static void
switching_off_and_on_is_told_and_written_down(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	(void)ask(&l, "olt.disable", "{'olt':'centro'}");
	assert_false(l.ops.last_enabled);
	assert_string_equal(audited(&l, "olt").action, "disable");
	(void)ask(&l, "olt.enable", "{'olt':1}");
	assert_true(l.ops.last_enabled);
	(void)ask(&l, "olt.revive", "{'olt':'centro'}");
	assert_int_equal(l.ops.revivals, 1);
	lab_close(&l);
}

static void
roles_may_do_what_they_may(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	check_rc(ask_as(&l, ROLE_OPERATOR, "olt.add", AN_OLT), RC_REFUSED);
	check_contains(l.answer.message, "admin");
	(void)ask(&l, "olt.add", AN_OLT);
	check_rc(ask_as(&l, ROLE_VIEWER, "olt.disable", "{'olt':1}"), RC_REFUSED);
	check_rc(ask_as(&l, ROLE_VIEWER, "olt.get", "{'olt':1}"), RC_OK);
	check_rc(ask_as(&l, ROLE_OPERATOR, "olt.disable", "{'olt':1}"), RC_OK);
	check_rc(ask_as(&l, ROLE_ADMIN, "olt.paint", "{}"), RC_NOT_FOUND);
	lab_close(&l);
}

static void
a_test_says_what_the_device_is_and_writes_nothing(void **state)
{
	struct lab l = { 0 };
	json_t *result;

	lab_open(&l, state);
	l.ops.detects = "zte";
	result = ask(&l, "olt.test", "{'address':'192.0.2.1','community':'s3cret'}");
	assert_string_equal(text_of(result, "brand"), "ZTE");
	assert_int_equal(int_of(result, "uptime_s"), 5);
	assert_int_equal(l.ops.tests, 1);
	assert_string_equal(l.ops.test_host, "192.0.2.1");
	assert_string_equal(l.ops.test_community, "s3cret");
	assert_int_equal(
	    int_of(ask(&l, "list", "{'list':'olts','page_size':1}"), "count"), 0);
	lab_close(&l);
}

/* ---- jobs and nodes --------------------------------------------------------------------- */

static void
a_job_is_checked_field_by_field(void **state)
{
	struct lab l = { 0 };
	json_t *job;

	lab_open(&l, state);
	check_rc(refused(&l, "job.add",
		     "{'name':'x','type':'sing','interval':'5','lane':'slow',"
		     "'oids':['no/such/thing'],'max_retries':50}"),
	    RC_INVALID);
	check_contains(said(&l, "type"), "discovery");
	check_contains(said(&l, "interval"), "30s");
	check_contains(said(&l, "lane"), "polling");
	check_contains(said(&l, "oids"), "no/such/thing");
	check_contains(said(&l, "max_retries"), "0 to 10");
	check_rc(refused(&l, "job.add",
		     "{'name':'x','type':'get','cron':'61 * * * *','oids':[1]}"),
	    RC_INVALID);
	assert_true(*said(&l, "cron"));
	check_rc(refused(&l, "job.add",
		     "{'name':'x','type':'get','cron':'1 * * * *','interval':'5m',"
		     "'oids':[1]}"),
	    RC_INVALID);
	check_contains(said(&l, "cron"), "not both");
	job = ask(&l, "job.add", A_JOB);
	assert_int_equal(int_of(job, "priority"), 40);
	assert_int_equal(int_of(job, "interval_ms"), 300000);
	assert_string_equal(text_of(job, "lane"), "polling");
	assert_int_equal(json_array_size(json_object_get(job, "oids")), 1);
	check_rc(refused(&l, "job.add", A_JOB), RC_INVALID);
	check_contains(said(&l, "name"), "already");
	lab_close(&l);
}

static void
a_job_becomes_a_node_once_and_only_where_it_fits(void **state)
{
	struct lab l = { 0 };
	json_t *result;

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	(void)ask(&l, "olt.add",
	    "{'name':'z','address':'192.0.2.2','community':'c','profile':'zte'}");
	(void)ask(&l, "job.add", A_JOB);
	result = ask(&l, "job.apply", "{'job':'levels','olt':'centro'}");
	assert_int_equal(int_of(result, "applied"), 1);
	assert_int_equal(l.ops.last_nodes, 1);
	result = ask(&l, "job.apply", "{'job':'levels','olt':'centro'}");
	assert_int_equal(int_of(result, "already"), 1);
	check_rc(refused(&l, "job.apply", "{'job':'levels','olt':'z'}"), RC_INVALID);
	check_contains(l.answer.message, "Huawei");
	check_contains(l.answer.message, "ZTE");
	result = ask(&l, "job.apply", "{'job':'levels','all':true}");
	assert_int_equal(int_of(result, "applied"), 0);
	assert_int_equal(int_of(result, "already"), 1);
	assert_int_equal(json_array_size(json_object_get(result, "refused")), 1);
	lab_close(&l);
}

static void
check_preview(struct lab *l, const char *args, const char *when, int64_t olts)
{
	json_t *shown = ask(l, "job.preview", args);
	json_t *next = json_object_get(shown, "next");

	assert_string_equal(text_of(json_object_get(shown, "when"), "text"), when);
	assert_int_equal(int_of(shown, "olts"), olts);
	assert_int_equal(json_array_size(next), 3);
	for (size_t i = 0; i < 2; i++) /* as ISO 8601 is ordered */
		assert_true(strcmp(json_string_value(json_array_get(next, i)),
				json_string_value(json_array_get(next, i + 1))) < 0);
}

static void
what_a_job_would_do_is_said_before_it_is_entered(void **state)
{
	struct lab l = { 0 };
	json_t *shown;

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	(void)ask(&l, "olt.add",
	    "{'name':'z','address':'192.0.2.2','community':'c','profile':'zte'}");
	check_preview(&l, "{'interval':'5m','target':'all'}", "every 5 minutes", 2);
	check_preview(&l, "{'cron':'15 3 * * *','brand':'ZTE','target':'all'}",
	    "every day at 03:15", 1);
	check_preview(&l, "{'interval':'1h','target_site':'Norte'}", "every hour", 1);
	check_preview(&l, "{'interval':'1h','target_site':'Sur'}", "every hour", 0);
	check_preview(&l, "{'cron':'0 8 * * 1,5'}", "every Monday, Friday at 08:00", 0);
	shown = json_object_get(json_object_get(l.answer.result, "when"), "weekdays");
	assert_int_equal(json_array_size(shown), 2);
	shown = ask(&l, "job.preview", "{'target':'all'}");
	assert_true(json_is_null(json_object_get(shown, "when")));
	check_rc(refused(&l, "job.preview", "{'cron':'61 * * * *'}"), RC_INVALID);
	check_contains(said(&l, "cron"), "minute");
	check_rc(refused(&l, "job.preview", "{'interval':'soon'}"), RC_INVALID);
	(void)ask(&l, "job.add", A_JOB);
	check_preview(&l, "{'job':'levels'}", "every 5 minutes", 0);
	(void)ask(&l, "job.apply", "{'job':'levels','olt':'centro'}");
	check_preview(&l, "{'job':'levels','interval':'2m'}", "every 2 minutes", 1);
	shown = ask(&l, "job.get", "{'job':'levels'}");
	assert_int_equal(int_of(shown, "interval_ms"), 300000); /* nothing is written */
	lab_close(&l);
}

static void
a_change_of_a_job_reaches_every_olt_that_has_it(void **state)
{
	struct lab l = { 0 };
	int before;

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	(void)ask(&l, "olt.add",
	    "{'name':'b','address':'192.0.2.2','community':'c','profile':'huawei'}");
	(void)ask(&l, "job.add", A_JOB);
	(void)ask(&l, "job.apply", "{'job':'levels','all':true}");
	before = l.ops.puts;
	(void)ask(&l, "job.change", "{'job':'levels','interval':'1m'}");
	assert_int_equal(l.ops.puts, before + 2);
	(void)ask(&l, "job.disable", "{'job':'levels'}");
	assert_int_equal(l.ops.puts, before + 4);
	(void)ask(&l, "job.duplicate", "{'job':'levels'}");
	assert_string_equal(text_of(l.answer.result, "name"), "levels (copy)");
	assert_int_equal(int_of(l.answer.result, "nodes"), 0);
	(void)ask(&l, "job.run", "{'job':'levels'}");
	assert_int_equal(l.ops.runs, 2);
	(void)ask(&l, "job.delete", "{'job':'levels'}");
	assert_int_equal(l.ops.last_nodes, 0);
	check_rc(refused(&l, "job.run", "{'job':'levels'}"), RC_INVALID);
	lab_close(&l);
}

static void
a_job_of_many_olts_is_told_to_each_of_them_and_nobody_else(void **state)
{
	struct lab l = { 0 };
	char text[160];
	int before;

	lab_open(&l, state);
	for (int i = 0; i < 24; i++) {
		(void)snprintf(text, sizeof(text),
		    "{'name':'h%d','address':'192.0.2.1','community':'c','profile':'%s'}",
		    i, i % 4 == 3 ? "zte" : "huawei");
		(void)ask(&l, "olt.add", text);
	}
	(void)ask(&l, "job.add", A_JOB);
	(void)ask(&l, "job.apply", "{'job':'levels','all':true}");
	assert_int_equal(int_of(l.answer.result, "applied"), 18);
	before = l.ops.puts;
	(void)ask(&l, "job.change", "{'job':'levels','priority':50}");
	assert_int_equal(l.ops.puts, before + 18);
	lab_close(&l);
}

static void
a_node_has_times_of_its_own_and_may_follow_another(void **state)
{
	struct lab l = { 0 };
	json_t *node;

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	(void)ask(&l, "job.add", A_JOB);
	(void)ask(&l, "job.duplicate", "{'job':'levels','name':'second'}");
	(void)ask(&l, "job.apply", "{'job':'levels','olt':1}");
	(void)ask(&l, "job.apply", "{'job':'second','olt':1,'first_in':'5s'}");
	node = ask(&l, "node.override", "{'node':1,'interval':'10m','priority':7}");
	assert_int_equal(int_of(node, "interval_ms"), 600000);
	assert_int_equal(int_of(node, "priority"), 7);
	node = ask(&l, "node.override", "{'node':1}");
	assert_int_equal(int_of(node, "interval_ms"), 300000);
	node = ask(&l, "node.chain", "{'node':2,'master':1}");
	assert_int_equal(int_of(node, "master"), 1);
	assert_true(json_is_null(json_object_get(node, "next_run_at")));
	check_rc(refused(&l, "node.chain", "{'node':1,'master':2}"), RC_INVALID);
	(void)ask(&l, "node.disable", "{'node':1}");
	(void)ask(&l, "node.enable", "{'node':1}");
	(void)ask(&l, "node.run", "{'node':1}");
	assert_int_equal(l.ops.runs, 1);
	assert_int_equal(l.ops.syncs, 1); /* whoever has its number finds it */
	l.ops.sync_rc = RC_CANCELLED;
	check_rc(refused(&l, "node.run", "{'node':1}"), RC_BUSY);
	check_rc(refused(&l, "node.remove", "{'node':1}"), RC_CONFLICT);
	(void)ask(&l, "node.remove", "{'node':2}");
	assert_int_equal(l.ops.last_nodes, 1);
	check_rc(refused(&l, "node.enable", "{'node':99}"), RC_INVALID);
	lab_close(&l);
}

static void
the_standard_jobs_are_made_once_and_shared(void **state)
{
	struct lab l = { 0 };
	json_t *result;
	int64_t n;

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	result = ask(&l, "job.standard", "{'olt':'centro'}");
	n = int_of(result, "applied");
	assert_true(n >= 4);
	assert_int_equal(l.ops.last_nodes, n);
	result = ask(&l, "job.standard", "{'olt':'centro'}");
	assert_int_equal(int_of(result, "applied"), 0);
	assert_int_equal(int_of(result, "already"), n);
	(void)ask(&l, "olt.add",
	    "{'name':'b','address':'192.0.2.1','community':'s3cret','profile':'huawei'}");
	result = ask(&l, "job.standard", "{'all':true}");
	assert_int_equal(int_of(result, "applied"), n);
	result = ask(&l, "list", "{'list':'jobs'}");
	assert_int_equal(int_of(result, "count"), n);
	result = ask(&l, "job.get", "{'job':'huawei_smartax states'}");
	assert_int_equal(int_of(result, "interval_ms"), 60000);
	result = ask(&l, "job.get", "{'job':'huawei_smartax discovery'}");
	assert_int_equal(int_of(result, "priority"), 90);
	lab_close(&l);
}

static void
an_olt_that_nobody_knows_yet_is_asked_what_it_is(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	(void)ask(
	    &l, "olt.add", "{'name':'n','address':'192.0.2.1','community':'s3cret'}");
	check_rc(refused(&l, "job.standard", "{'olt':'n'}"), RC_NOT_FOUND);
	check_contains(l.answer.message, "nobody knows");
	l.ops.detects = "zte";
	(void)ask(&l, "job.standard", "{'olt':'n'}");
	(void)ask(&l, "olt.get", "{'olt':'n'}");
	assert_string_equal(text_of(l.answer.result, "brand"), "ZTE");
	lab_close(&l);
}

static void
a_new_olt_has_its_standard_jobs_at_once_if_it_is_wanted(void **state)
{
	struct lab l = { 0 };
	json_t *result;

	lab_open(&l, state);
	result = ask(&l, "olt.add",
	    "{'name':'a','address':'192.0.2.1','community':'s3cret','profile':'huawei',"
	    "'standard':true}");
	assert_string_equal(text_of(result, "name"), "a");
	assert_true(int_of(json_object_get(result, "standard"), "applied") >= 4);
	/* One that nobody knows is added all the same, and says why it has none. */
	result = ask(&l, "olt.add",
	    "{'name':'n','address':'192.0.2.1','community':'s3cret','standard':true}");
	assert_int_equal(int_of(json_object_get(result, "standard"), "applied"), 0);
	check_contains(
	    text_of(json_object_get(result, "standard"), "why"), "nobody knows");
	result = ask(&l, "list", "{'list':'olts'}");
	assert_int_equal(int_of(result, "count"), 2);
	lab_close(&l);
}

static void
of_a_device_that_nobody_knows_the_brand_that_was_chosen_counts(void **state)
{
	struct lab l = { 0 };
	json_t *result;

	lab_open(&l, state);
	result = ask(&l, "olt.add",
	    "{'name':'n','address':'192.0.2.1','community':'s3cret',"
	    "'brand':'Standard MIBs','standard':true}");
	/* Interfaces and uptime. */
	assert_int_equal(int_of(json_object_get(result, "standard"), "applied"), 2);
	result = ask(&l, "olt.get", "{'olt':'n'}");
	assert_string_equal(text_of(result, "profile"), "standard_mibs");
	lab_close(&l);
}

static void
an_olt_that_is_restored_gets_the_jobs_that_came_meanwhile(void **state)
{
	struct lab l = { 0 };
	json_t *result;

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	(void)ask(&l, "olt.delete", "{'olt':'centro','why':'moved'}");
	(void)ask(&l, "job.add",
	    "{'name':'up','type':'get','interval':'5m','brand':'Huawei','target':'all',"
	    "'oids':['huawei_smartax/system/uptime']}");
	(void)ask(&l, "olt.restore", "{'olt':'centro'}");
	result = ask(&l, "list", "{'list':'nodes'}");
	assert_int_equal(int_of(result, "count"), 1);
	lab_close(&l);
}

/* ---- the rest ------------------------------------------------------------------------------ */

static void
lists_have_pages_filters_and_an_order(void **state)
{
	struct lab l = { 0 };
	json_t *result, *rows;
	char text[128];

	lab_open(&l, state);
	for (int i = 0; i < 5; i++) {
		(void)snprintf(text, sizeof(text),
		    "{'name':'olt%d','address':'192.0.2.1','community':'c',"
		    "'site':'%s'}",
		    i, i % 2 ? "odd" : "even");
		(void)ask(&l, "olt.add", text);
	}
	result = ask(&l, "list",
	    "{'list':'olts','filter':{'site':'even'},'ordering':'-name',"
	    "'page_size':2}");
	assert_int_equal(int_of(result, "count"), 3);
	rows = json_object_get(result, "results");
	assert_int_equal(json_array_size(rows), 2);
	assert_string_equal(text_of(json_array_get(rows, 0), "name"), "olt4");
	result = ask(&l, "list", "{'list':'olts','filter':{'id__gte':4}}");
	assert_int_equal(int_of(result, "count"), 2);
	check_rc(
	    refused(&l, "list", "{'list':'olts','filter':{'colour':'x'}}"), RC_INVALID);
	check_rc(refused(&l, "list", "{'list':'secrets'}"), RC_INVALID);
	assert_non_null(json_object_get(ask(&l, "lists", "{}"), "executions"));
	lab_close(&l);
}

static void
how_devices_are_asked_is_said_per_operation(void **state)
{
	struct lab l = { 0 };
	json_t *all, *walk;

	lab_open(&l, state);
	(void)ask(&l, "snmp.change", "{'operation':'walk','retries':1}");
	all = ask(&l, "snmp.change", "{'operation':'walk','timeout_ms':3000}");
	walk = json_array_get(all, 1 + TASK_WALK);
	assert_string_equal(text_of(walk, "operation"), "walk");
	assert_int_equal(int_of(walk, "retries"), 1);
	assert_int_equal(int_of(walk, "timeout_ms"), 3000);
	check_rc(refused(&l, "snmp.change", "{'operation':'sing'}"), RC_INVALID);
	check_rc(refused(&l, "snmp.change", "{'batch':'many'}"), RC_INVALID);
	lab_close(&l);
}

static void
the_status_is_there_without_an_engine_too(void **state)
{
	struct lab l = { 0 };
	json_t *status;

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	status = ask(&l, "status", "{}");
	assert_true(json_is_null(json_object_get(status, "engine")));
	assert_int_equal(int_of(json_object_get(status, "olts"), "enabled"), 1);
	check_rc(refused(&l, "execution.interrupt", "{'execution':8}"), RC_BUSY);
	(void)ask(&l, "execution.interrupt", "{'execution':7}");
	check_rc(refused(&l, "execution.get", "{'execution':1}"), RC_INVALID);
	lab_close(&l);
}

static void
every_operation_has_help_and_a_name_of_its_own(void **state)
{
	(void)state;
	for (const struct operation *o = service_operations(); o->name; o++) {
		assert_true(strlen(o->help) > 8);
		assert_non_null(o->run);
		for (const struct operation *other = o + 1; other->name; other++)
			assert_string_not_equal(o->name, other->name);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(a_new_olt_is_told_to_the_engine_and_written_down),
		ON_EACH(everything_that_is_wrong_is_said_at_once),
		ON_EACH(a_name_is_taken_once_until_its_olt_is_deleted),
		ON_EACH(a_change_leaves_the_rest_and_the_secrets_as_they_were),
		ON_EACH(switching_off_and_on_is_told_and_written_down),
		ON_EACH(roles_may_do_what_they_may),
		ON_EACH(a_test_says_what_the_device_is_and_writes_nothing),
		ON_EACH(a_job_is_checked_field_by_field),
		ON_EACH(a_job_becomes_a_node_once_and_only_where_it_fits),
		ON_EACH(what_a_job_would_do_is_said_before_it_is_entered),
		ON_EACH(a_change_of_a_job_reaches_every_olt_that_has_it),
		ON_EACH(a_job_of_many_olts_is_told_to_each_of_them_and_nobody_else),
		ON_EACH(a_node_has_times_of_its_own_and_may_follow_another),
		ON_EACH(the_standard_jobs_are_made_once_and_shared),
		ON_EACH(an_olt_that_nobody_knows_yet_is_asked_what_it_is),
		ON_EACH(a_new_olt_has_its_standard_jobs_at_once_if_it_is_wanted),
		ON_EACH(of_a_device_that_nobody_knows_the_brand_that_was_chosen_counts),
		ON_EACH(an_olt_that_is_restored_gets_the_jobs_that_came_meanwhile),
		ON_EACH(lists_have_pages_filters_and_an_order),
		ON_EACH(how_devices_are_asked_is_said_per_operation),
		ON_EACH(the_status_is_there_without_an_engine_too),
		cmocka_unit_test(every_operation_has_help_and_a_name_of_its_own),
	};

	return CHECK_ALL(tests);
}
