/* SPDX-License-Identifier: Apache-2.0
 *
 * Jobs and nodes in the database, on both back-ends.
 */
#include "backends.h"

#include "store/work/job.h"
#include "store/work/settle.h"
#include "store/core/tx.h"

static struct db *
fresh(void **state)
{
	struct backend *b = backend_of(state);
	struct err err = { 0 };

	if (db_script(b->db,
		"INSERT INTO brands (id, name, created_ms, updated_ms) VALUES"
		" (10, 'Huawei', 0, 0), (11, 'ZTE', 0, 0);"
		"INSERT INTO oids (id, brand_id, name, oid, purpose, created_ms, "
		"updated_ms)"
		" VALUES (50, 10, 'a', '1.3', 'serial', 0, 0),"
		" (51, 10, 'b', '1.4', 'onu_rx', 0, 0), (52, 10, 'c', '1.5', 'mac', 0, "
		"0);"
		"INSERT INTO olts (id, name, brand_id, address, created_ms, updated_ms)"
		" VALUES (1, 'centro', 10, 'h', 0, 0), (2, 'norte', 11, 'z', 0, 0);"
		"INSERT INTO workflows (olt_id, created_ms, updated_ms)"
		" VALUES (1, 0, 0), (2, 0, 0)",
		&err) != RC_OK)
		fail_msg("%s", err.msg);
	return b->db;
}

static struct job
a_job(const char *name, int64_t brand)
{
	return (struct job){ .name = name,
		.brand = { brand },
		.type = TASK_GET,
		.interval_ms = 300000,
		.priority = 40,
		.max_retries = 2,
		.retry_delay_ms = 120000,
		.lane = "polling",
		.enabled = true };
}

static struct job_id
put(struct db *db, const char *name, int64_t brand)
{
	struct job j = a_job(name, brand);
	struct err err = { 0 };

	if (store_job_put(db, &j, 100, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return j.id;
}

static struct node_id
apply(struct db *db, struct job_id job, int64_t olt)
{
	struct node_apply a = { job, { olt }, 60100, 100 };
	struct node_id id = { 0 };
	struct err err = { 0 };

	if (store_node_apply(db, &a, &id, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return id;
}

/* ---- jobs ---------------------------------------------------------------- */

static void
a_job_comes_back_with_its_oids_in_order(void **state)
{
	static const int64_t FIRST[] = { 52, 50 }, SECOND[] = { 50, 51, 52 };
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct job j = a_job("levels", 10), back;
	struct err err = { 0 };

	j.oids = FIRST;
	j.n_oids = 2;
	j.description = "every five minutes";
	j.retry_grows = true;
	if (store_job_put(db, &j, 100, &err) != RC_OK)
		fail_msg("%s", err.msg);
	check_rc(store_job_get(db, j.id, arena, &back, NULL), RC_OK);
	assert_string_equal(back.name, "levels");
	assert_string_equal(back.description, "every five minutes");
	assert_int_equal(back.brand.v, 10);
	assert_int_equal(back.type, TASK_GET);
	assert_int_equal(back.interval_ms, 300000);
	assert_null(back.cron);
	assert_int_equal(back.priority, 40);
	assert_int_equal(back.max_retries, 2);
	assert_int_equal(back.retry_delay_ms, 120000);
	assert_true(back.retry_grows && back.enabled);
	assert_int_equal(back.timeout_ms, 0);
	assert_string_equal(back.lane, "polling");
	assert_int_equal(back.n_oids, 2);
	assert_memory_equal(back.oids, FIRST, sizeof(FIRST));

	j.oids = SECOND;
	j.n_oids = 3;
	j.interval_ms = 0;
	j.cron = "*/15 6-22 * * 1,2";
	check_rc(store_job_put(db, &j, 200, NULL), RC_OK);
	check_rc(store_job_get(db, j.id, arena, &back, NULL), RC_OK);
	assert_string_equal(back.cron, "*/15 6-22 * * 1,2");
	assert_int_equal(back.interval_ms, 0);
	assert_int_equal(back.n_oids, 3);
	assert_memory_equal(back.oids, SECOND, sizeof(SECOND));
	assert_int_equal(back.created_ms, 100);
	assert_int_equal(back.updated_ms, 200);
	arena_free(arena);
}

/* Both read the job; one writes, then the other, who knows nothing of the first. */
static void
two_changes_of_different_fields_of_a_job_both_stay(void **state)
{
	static const int64_t FEW[] = { 52 }, MANY[] = { 50, 51, 52 };
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct job j = a_job("levels", 10), read, first, second, back;

	j.oids = FEW;
	j.n_oids = 1;
	check_rc(store_job_put(db, &j, 100, NULL), RC_OK);
	check_rc(store_job_get(db, j.id, arena, &read, NULL), RC_OK);
	first = second = read;
	first.oids = MANY;
	first.n_oids = 3;
	first.interval_ms = 60000;
	second.priority = 7;
	second.target = JOB_FILTER;
	second.target_site = "Norte";
	check_rc(store_job_change(db, &read, &first, 200, NULL), RC_OK);
	check_rc(store_job_change(db, &read, &second, 300, NULL), RC_OK);
	check_rc(store_job_get(db, j.id, arena, &back, NULL), RC_OK);
	assert_int_equal(back.n_oids, 3);
	assert_int_equal(back.interval_ms, 60000);
	assert_int_equal(back.priority, 7);
	assert_string_equal(back.target_site, "Norte");
	assert_int_equal(back.updated_ms, 300);
	second.id.v = 999;
	check_rc(store_job_change(db, &read, &second, 300, NULL), RC_NOT_FOUND);
	arena_free(arena);
}

static void
a_wrong_job_is_refused_and_nothing_of_it_stays(void **state)
{
	static const int64_t GONE[] = { 50, 999 }, TWICE[] = { 50, 50 };
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct job j = a_job("levels", 10), back = { .priority = -7 };
	struct err err = { 0 };

	(void)put(db, "taken", 10);
	j.cron = "* * * * *";
	check_rc(store_job_put(db, &j, 100, &err), RC_INVALID);
	check_contains(err.msg, "never both");
	j.cron = NULL;
	j.oids = GONE;
	j.n_oids = 2;
	check_rc(store_job_put(db, &j, 100, &err), RC_CONFLICT);
	check_contains(err.msg, "oids");
	j.oids = TWICE;
	check_rc(store_job_put(db, &j, 100, &err), RC_CONFLICT);
	assert_int_equal(j.id.v, 0);
	j.n_oids = 0;
	check_rc(store_job_put(db, &j, 100, &err), RC_OK); /* its name was never taken */
	j.name = "taken";
	check_rc(store_job_put(db, &j, 100, &err), RC_CONFLICT);
	check_contains(err.msg, "taken");
	check_rc(
	    store_job_get(db, (struct job_id){ 999 }, arena, &back, &err), RC_NOT_FOUND);
	assert_int_equal(back.priority, -7);
	check_rc(store_job_delete(db, (struct job_id){ 999 }, 5, &err), RC_NOT_FOUND);
	arena_free(arena);
}

static void
a_jobs_oids_are_of_its_brand_and_not_deleted(void **state)
{
	static const int64_t ONE[] = { 50 };
	struct db *db = fresh(state);
	struct job j = a_job("levels", 11);
	struct err err = { 0 };

	j.oids = ONE;
	j.n_oids = 1;
	check_rc(store_job_put(db, &j, 100, &err), RC_INVALID);
	check_contains(err.msg, "Huawei");
	j.brand.v = 0; /* for any brand: takes what it is given */
	check_rc(store_job_put(db, &j, 100, &err), RC_OK);
	check_rc(
	    db_script(db, "UPDATE oids SET deleted_ms = 5 WHERE id = 50", NULL), RC_OK);
	check_rc(store_job_put(db, &j, 100, &err), RC_CONFLICT);
	check_contains(err.msg, "gone");
	j = a_job("other", 999);
	check_rc(store_job_put(db, &j, 100, &err), RC_CONFLICT);
	check_contains(err.msg, "brand");
}

static void
a_target_comes_back_and_must_fit(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct job j = a_job("levels", 10), back;
	struct err err = { 0 };

	check_rc(db_script(db,
		     "INSERT INTO models (id, brand_id, name, created_ms, updated_ms)"
		     " VALUES (7, 10, 'MA5608T', 0, 0), (8, 11, 'C320', 0, 0)",
		     NULL),
	    RC_OK);
	j.target = JOB_FILTER;
	j.target_brand.v = 10;
	j.target_model.v = 7;
	j.target_site = "Oruro";
	check_rc(store_job_put(db, &j, 100, &err), RC_OK);
	check_rc(store_job_get(db, j.id, arena, &back, NULL), RC_OK);
	assert_int_equal(back.target, JOB_FILTER);
	assert_int_equal(back.target_brand.v, 10);
	assert_int_equal(back.target_model.v, 7);
	assert_string_equal(back.target_site, "Oruro");
	j.target_model.v = 8;
	check_rc(store_job_put(db, &j, 100, &err), RC_INVALID);
	check_contains(err.msg, "\"C320\" is not a model of Huawei");
	j.target_brand.v = 11;
	check_rc(store_job_put(db, &j, 100, &err), RC_INVALID);
	check_contains(err.msg, "another brand");
	j.target_brand.v = 10;
	j.target_model.v = 99;
	check_rc(store_job_put(db, &j, 100, &err), RC_CONFLICT);
	check_contains(err.msg, "target: model");
	j.target = JOB_ALL;
	j.target_brand.v = j.target_model.v = 0;
	j.target_site = NULL;
	check_rc(store_job_put(db, &j, 100, &err), RC_OK);
	check_rc(store_job_get(db, j.id, arena, &back, NULL), RC_OK);
	assert_int_equal(back.target, JOB_ALL);
	assert_null(back.target_site);
	arena_free(arena);
}

static enum rc
note_fit(void *ctx, const struct job_fit *f)
{
	char *all = ctx;
	size_t at = strlen(all);

	(void)snprintf(all + at, 128 - at, "%lld@%lld%s%s;", (long long)f->job.v,
	    (long long)f->olt.v, f->node.v ? " on" : "", f->fits ? " fits" : "");
	return RC_OK;
}

static void
check_fits(struct db *db, int64_t job, int64_t olt, const char *expected)
{
	char all[128] = "";

	if (job)
		check_rc(store_job_fits(db, (struct job_id){ job }, note_fit, all, NULL),
		    RC_OK);
	else
		check_rc(store_olt_fits(db, (struct olt_id){ olt }, note_fit, all, NULL),
		    RC_OK);
	assert_string_equal(all, expected);
}

static void
check_reach(struct db *db, const struct job *j, int64_t expected)
{
	int64_t olts = -7;

	check_rc(store_job_reach(db, j, &olts, NULL), RC_OK);
	assert_int_equal(olts, expected);
}

static void
a_job_knows_where_it_belongs(void **state)
{
	struct db *db = fresh(state);
	struct job j = a_job("levels", 0);

	check_rc(db_script(db,
		     "INSERT INTO olts (id, name, brand_id, site, address, created_ms,"
		     " updated_ms, deleted_ms) VALUES (3, 'sur', 10, 'Oruro', 'h', 0, 0,"
		     " NULL), (4, 'gone', 10, 'Oruro', 'h', 0, 0, 5)",
		     NULL),
	    RC_OK);
	check_rc(store_job_put(db, &j, 100, NULL), RC_OK);
	check_fits(db, 1, 0, "");
	(void)apply(db, j.id, 2);
	check_fits(db, 1, 0, "1@2 on fits;"); /* picked is picked */
	check_reach(db, &j, 1);
	j.target = JOB_ALL;
	check_rc(store_job_put(db, &j, 100, NULL), RC_OK);
	check_fits(db, 1, 0, "1@1 fits;1@2 on fits;1@3 fits;");
	check_reach(db, &j, 3);
	j.target = JOB_FILTER;
	j.target_site = "Oruro";
	check_rc(store_job_put(db, &j, 100, NULL), RC_OK);
	check_fits(db, 1, 0, "1@2 on;1@3 fits;");
	check_reach(db, &j, 1);
	check_fits(db, 0, 2, "1@2 on;");
	check_fits(db, 0, 3, "1@3 fits;");
	check_fits(db, 0, 1, "");
	check_fits(db, 0, 4, "");
	j.target_site = NULL;
	j.target_brand.v = 10;
	check_rc(store_job_put(db, &j, 100, NULL), RC_OK);
	check_fits(db, 1, 0, "1@1 fits;1@2 on;1@3 fits;");
	check_reach(db, &j, 2);
	j = a_job("all of a brand", 11);
	j.target = JOB_ALL;
	check_rc(store_job_put(db, &j, 100, NULL), RC_OK);
	check_fits(db, 2, 0, "2@2 fits;");
	check_reach(db, &j, 1);
}

/* ---- nodes where jobs want to be ----------------------------------------------- */

static enum rc
first_run(const struct job *job, struct olt_id olt, int64_t now_ms, int64_t *ret_ms,
    struct err *err)
{
	(void)job;
	(void)err;
	*ret_ms = now_ms + olt.v;
	return RC_OK;
}

static enum rc
note_settled(
    void *ctx, struct db *db, const struct job_fit *f, enum settled what, struct err *err)
{
	static const char *const WORDS[] = { "made", "gone", "left" };
	char *all = ctx;
	size_t at = strlen(all);

	(void)db;
	(void)err;
	(void)snprintf(all + at, 128 - at, "%lld@%lld %s;", (long long)f->job.v,
	    (long long)f->olt.v, WORDS[what]);
	return RC_OK;
}

static void
check_settled(struct db *db, int64_t job, int64_t olt, const char *expected)
{
	char all[128] = "";
	struct settling s = { .now_ms = 1000,
		.first_run = first_run,
		.settled = note_settled,
		.ctx = all };
	struct err err = { 0 };

	if (job)
		check_rc(store_job_settle(db, (struct job_id){ job }, &s, &err), RC_OK);
	else
		check_rc(store_olt_settle(db, (struct olt_id){ olt }, &s, &err), RC_OK);
	assert_string_equal(all, expected);
}

static enum rc
take_node(void *ctx, const struct job_fit *f)
{
	if (f->olt.v == 1)
		*(struct node_id *)ctx = f->node;
	return RC_OK;
}

/* The job's node on OLT 1. */
static struct node_id
node_on_first(struct db *db, int64_t job)
{
	struct node_id node = { 0 };

	check_rc(
	    store_job_fits(db, (struct job_id){ job }, take_node, &node, NULL), RC_OK);
	assert_true(node.v > 0);
	return node;
}

static void
nodes_are_made_and_taken_away_as_targets_want(void **state)
{
	struct db *db = fresh(state);
	struct job all = a_job("all", 0), some = a_job("some", 0);
	struct node_chain chain = { .now_ms = 5 };
	struct tx tx;

	all.target = JOB_ALL;
	some.target = JOB_FILTER;
	some.target_brand.v = 10;
	check_rc(store_job_put(db, &all, 100, NULL), RC_OK);
	check_rc(store_job_put(db, &some, 100, NULL), RC_OK);
	/* What the transaction loses, the nodes are lost with. */
	check_rc(tx_begin(db, &tx, NULL), RC_OK);
	check_settled(db, 0, 1, "1@1 made;2@1 made;");
	(void)tx_end(&tx, RC_INVALID, NULL);
	check_fits(db, 0, 1, "1@1 fits;2@1 fits;");
	check_settled(db, 0, 1, "1@1 made;2@1 made;");
	check_settled(db, 0, 1, ""); /* again changes nothing */
	check_settled(db, 1, 0, "1@2 made;"); /* the job on the other OLT */
	/* One that others are chained to stays, and the transaction goes on. */
	some.target_brand.v = 11;
	check_rc(store_job_put(db, &some, 100, NULL), RC_OK);
	chain.node = node_on_first(db, 1);
	chain.master = node_on_first(db, 2);
	check_rc(store_node_chain(db, &chain, NULL), RC_OK);
	check_rc(tx_begin(db, &tx, NULL), RC_OK);
	check_settled(db, 2, 0, "2@1 left;2@2 made;");
	check_rc(tx_end(&tx, RC_OK, NULL), RC_OK);
	check_fits(db, 2, 0, "2@1 on;2@2 on fits;");
	chain.master.v = 0;
	check_rc(store_node_chain(db, &chain, NULL), RC_OK);
	check_settled(db, 0, 1, "2@1 gone;");
	check_fits(db, 2, 0, "2@2 on fits;");
}

static void
jobs_and_workflows_are_switched_on_and_off(void **state)
{
	struct db *db = fresh(state);
	struct arena *arena = arena_new(0);
	struct job_id id = put(db, "levels", 10);
	struct job back;
	struct err err = { 0 };

	for (int on = 0; on < 4; on++) { /* each twice */
		check_rc(store_job_enable(db, id, on / 2 == 1, 300, &err), RC_OK);
		check_rc(store_job_get(db, id, arena, &back, NULL), RC_OK);
		assert_int_equal(back.enabled, on / 2 == 1);
		check_rc(store_workflow_enable(
			     db, (struct olt_id){ 1 }, on / 2 == 1, 300, &err),
		    RC_OK);
	}
	assert_int_equal(back.updated_ms, 300);
	check_rc(store_job_delete(db, id, 5, NULL), RC_OK);
	check_rc(store_job_enable(db, id, true, 300, &err), RC_NOT_FOUND);
	check_contains(err.msg, "job");
	check_rc(store_workflow_enable(db, (struct olt_id){ 99 }, true, 300, &err),
	    RC_NOT_FOUND);
	arena_free(arena);
}

/* ---- nodes --------------------------------------------------------------- */

static void
a_job_is_applied_once_and_only_where_its_brand_fits(void **state)
{
	struct db *db = fresh(state);
	struct job_id huawei = put(db, "levels", 10), any = put(db, "uptime", 0);
	struct node_apply a = { huawei, { 2 }, 60100, 100 };
	struct node_id id = { -7 };
	struct err err = { 0 };

	check_rc(store_node_apply(db, &a, &id, &err), RC_INVALID);
	check_contains(err.msg, "Huawei");
	check_contains(err.msg, "ZTE");
	a.olt.v = 99;
	check_rc(store_node_apply(db, &a, &id, &err), RC_NOT_FOUND);
	assert_int_equal(id.v, -7);
	(void)apply(db, huawei, 1);
	(void)apply(db, any, 1);
	(void)apply(db, any, 2);
	a.olt.v = 1;
	check_rc(store_node_apply(db, &a, &id, &err), RC_CONFLICT);
	check_contains(err.msg, "already");
	assert_false(db_in_transaction(db));
}

static enum rc
collect(void *ctx, const struct node *n)
{
	char *all = ctx;
	size_t at = strlen(all);

	(void)snprintf(all + at, 512 - at, "%lld/%lld<%lld %s every %lld %s p%lld @%lld;",
	    (long long)n->olt.v, (long long)n->id.v, (long long)n->master.v,
	    n->enabled ? "on" : "off", (long long)n->interval_ms, n->cron ? n->cron : "-",
	    (long long)n->priority, (long long)n->next_run_ms);
	return RC_OK;
}

static void
check_list(struct db *db, const char *expected)
{
	char all[512] = "";

	check_rc(store_node_list(db, collect, all, NULL), RC_OK);
	assert_string_equal(all, expected);
}

static void
overrides_are_applied_and_taken_back(void **state)
{
	struct db *db = fresh(state);
	struct node_id n = apply(db, put(db, "levels", 10), 1);
	struct node_overrides faster = { 60000, NULL, 90 }, none = { 0, NULL, -1 };
	struct node_overrides nightly = { 0, "0 3 * * *", 0 }, both = { 1000, "x", -1 };

	assert_int_equal(n.v, 1);
	check_list(db, "1/1<0 on every 300000 - p40 @60100;");
	check_rc(store_node_override(db, n, &faster, 200, NULL), RC_OK);
	check_list(db, "1/1<0 on every 60000 - p90 @60100;");
	check_rc(store_node_override(db, n, &nightly, 200, NULL), RC_OK);
	check_list(db, "1/1<0 on every 0 0 3 * * * p0 @60100;");
	check_rc(store_node_override(db, n, &both, 200, NULL), RC_INVALID);
	check_rc(store_node_override(db, n, &none, 200, NULL), RC_OK);
	check_list(db, "1/1<0 on every 300000 - p40 @60100;");
	check_rc(store_node_override(db, (struct node_id){ 9 }, &none, 200, NULL),
	    RC_NOT_FOUND);
}

static void
disabled_means_disabled_whoever_says_so(void **state)
{
	static const char *const OFF[] = { "UPDATE jobs SET enabled = 0",
		"UPDATE workflows SET enabled = 0", "UPDATE olts SET enabled = 0" };
	static const char *const ON[] = { "UPDATE jobs SET enabled = 1",
		"UPDATE workflows SET enabled = 1", "UPDATE olts SET enabled = 1" };
	struct db *db = fresh(state);
	struct job_id job = put(db, "levels", 10);
	struct node_id n = apply(db, job, 1);

	check_rc(store_node_disable(db, n, 200, NULL), RC_OK);
	check_list(db, "1/1<0 off every 300000 - p40 @0;");
	check_rc(store_node_enable(db, n, 70000, 300, NULL), RC_OK);
	check_list(db, "1/1<0 on every 300000 - p40 @70000;");
	for (int i = 0; i < 3; i++) {
		check_rc(db_script(db, OFF[i], NULL), RC_OK);
		check_list(db, "1/1<0 off every 300000 - p40 @70000;");
		check_rc(db_script(db, ON[i], NULL), RC_OK);
	}
	check_rc(store_job_delete(db, job, 400, NULL), RC_OK);
	check_list(db, "");
	check_rc(store_node_enable(db, (struct node_id){ 9 }, 1, 1, NULL), RC_NOT_FOUND);
	check_rc(store_node_disable(db, (struct node_id){ 9 }, 1, NULL), RC_NOT_FOUND);
}

static void
a_chain_runs_behind_its_master_in_order_of_priority(void **state)
{
	struct db *db = fresh(state);
	struct node_id a = apply(db, put(db, "a", 10), 1);
	struct node_id b = apply(db, put(db, "b", 10), 1);
	struct node_id c = apply(db, put(db, "c", 10), 1);
	struct node_overrides urgent = { 0, NULL, 90 };
	struct node_chain first = { a, b, 0, 200 }, second = { c, b, 0, 200 };
	struct node_chain alone = { a, { 0 }, 80000, 300 };

	check_rc(store_node_override(db, c, &urgent, 150, NULL), RC_OK);
	check_rc(store_node_chain(db, &first, NULL), RC_OK);
	check_rc(store_node_chain(db, &second, NULL), RC_OK);
	check_list(db,
	    "1/2<0 on every 300000 - p40 @60100;"
	    "1/3<2 on every 300000 - p90 @0;"
	    "1/1<2 on every 300000 - p40 @0;");
	check_rc(store_node_enable(db, a, 5, 250, NULL), RC_OK); /* no time of its own */
	check_rc(store_node_delete(db, b, NULL), RC_CONFLICT);
	check_rc(store_node_chain(db, &alone, NULL), RC_OK);
	check_list(db,
	    "1/1<0 on every 300000 - p40 @80000;"
	    "1/2<0 on every 300000 - p40 @60100;"
	    "1/3<2 on every 300000 - p90 @0;");
	check_rc(store_node_delete(db, c, NULL), RC_OK);
	check_rc(store_node_delete(db, c, NULL), RC_NOT_FOUND);
	check_rc(store_node_delete(db, b, NULL), RC_OK);
}

static void
chains_of_chains_and_across_olts_are_refused(void **state)
{
	struct db *db = fresh(state);
	struct job_id any = put(db, "any", 0), other = put(db, "other", 0);
	struct job_id third = put(db, "third", 0);
	struct node_id a = apply(db, any, 1), b = apply(db, other, 1);
	struct node_id c = apply(db, third, 1), elsewhere = apply(db, any, 2);
	struct node_chain good = { a, b, 0, 1 };
	struct {
		struct node_chain chain;
		enum rc rc;
		const char *why;
	} wrong[] = {
		{ { c, a, 0, 1 }, RC_INVALID, "chained itself" },
		{ { b, c, 0, 1 }, RC_INVALID, "other nodes" },
		{ { c, elsewhere, 0, 1 }, RC_INVALID, "another OLT" },
		{ { c, c, 0, 1 }, RC_INVALID, "its own master" },
		{ { { 99 }, c, 0, 1 }, RC_NOT_FOUND, "no node 99" },
		{ { { 99 }, { 0 }, 5, 1 }, RC_NOT_FOUND, "no node 99" },
	};
	struct err err = { 0 };

	check_rc(store_node_chain(db, &good, NULL), RC_OK);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		check_rc(store_node_chain(db, &wrong[i].chain, &err), wrong[i].rc);
		check_contains(err.msg, wrong[i].why);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(a_job_comes_back_with_its_oids_in_order),
		ON_EACH(two_changes_of_different_fields_of_a_job_both_stay),
		ON_EACH(a_wrong_job_is_refused_and_nothing_of_it_stays),
		ON_EACH(a_jobs_oids_are_of_its_brand_and_not_deleted),
		ON_EACH(a_target_comes_back_and_must_fit),
		ON_EACH(a_job_knows_where_it_belongs),
		ON_EACH(nodes_are_made_and_taken_away_as_targets_want),
		ON_EACH(jobs_and_workflows_are_switched_on_and_off),
		ON_EACH(a_job_is_applied_once_and_only_where_its_brand_fits),
		ON_EACH(overrides_are_applied_and_taken_back),
		ON_EACH(disabled_means_disabled_whoever_says_so),
		ON_EACH(a_chain_runs_behind_its_master_in_order_of_priority),
		ON_EACH(chains_of_chains_and_across_olts_are_refused),
	};

	return CHECK_ALL(tests);
}
