/* SPDX-License-Identifier: Apache-2.0
 *
 * Everything the engine must know of an OLT, at once, on both back-ends.
 */
#include "site.h"

#include "base/vec.h"
#include "store/work/job.h"
#include "store/secret/key.h"
#include "store/load/load.h"
#include "store/secret/vault.h"

enum { HUAWEI = 10, MANY = 1000, MANY_NODES = 7 };

struct fixture {
	struct db *db;
	struct vault *vault;
};

static struct fixture
fresh(void **state)
{
	struct backend *b = backend_of(state);
	struct fixture f = { .db = b->db };
	char path[128];

	(void)snprintf(path, sizeof(path), "%s/key", b->folder);
	check_rc(store_key_open(b->db, path, 1, &f.vault, NULL), RC_OK);
	site_do(b->db,
	    "INSERT INTO brands (id, name, created_ms, updated_ms)"
	    " VALUES (10, 'Huawei', 0, 0);"
	    "INSERT INTO oids (id, brand_id, name, oid, purpose, created_ms, updated_ms)"
	    " VALUES (50, 10, 'a', '1.3', 'serial', 0, 0),"
	    " (51, 10, 'b', '1.4', 'onu_rx', 0, 0), (52, 10, 'c', '1.5', 'mac', 0, 0)");
	return f;
}

static struct olt_id
put_olt(const struct fixture *f, const char *name)
{
	struct olt o = { .name = name,
		.brand = { HUAWEI },
		.address = "192.0.2.1",
		.port = 161,
		.version = OLT_SNMP_2C,
		.enabled = true,
		.overrides = OLT_OVERRIDES_NONE };
	struct olt_secrets secrets = { 0 };
	struct olt_put how = { f->vault, &secrets, 100 };
	struct err err = { 0 };

	check_rc(secret_set(&secrets.community, name), RC_OK);
	if (store_olt_put(f->db, &o, &how, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return o.id;
}

static struct job_id
put_job(const struct fixture *f, const char *name, enum task_type type)
{
	static const int64_t OIDS[] = { 52, 50 };
	struct job j = { .name = name,
		.brand = { HUAWEI },
		.type = type,
		.interval_ms = 300000,
		.priority = 40,
		.max_retries = 2,
		.retry_delay_ms = 120000,
		.timeout_ms = 90000,
		.lane = "polling",
		.enabled = true,
		.n_oids = 2,
		.oids = OIDS };
	struct err err = { 0 };

	if (store_job_put(f->db, &j, 100, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return j.id;
}

static struct node_id
apply(const struct fixture *f, struct job_id job, struct olt_id olt)
{
	struct node_apply a = { job, olt, 60100, 100 };
	struct node_id id = { 0 };
	struct err err = { 0 };

	if (store_node_apply(f->db, &a, &id, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return id;
}

static void
chain(const struct fixture *f, struct node_id node, struct node_id master)
{
	struct node_chain c = { .node = node, .master = master, .now_ms = 100 };

	check_rc(store_node_chain(f->db, &c, NULL), RC_OK);
}

static enum rc
keep_one(void *ctx, struct loaded_olt *olt)
{
	struct loaded_olt **to = ctx;

	assert_null(*to);
	*to = olt;
	return RC_OK;
}

static struct loaded_olt *
load_one(const struct fixture *f, struct olt_id olt)
{
	struct load_query query = { olt, .with_onus = true, .with_slots = true };
	struct loaded_olt *s = NULL;
	struct err err = { 0 };

	if (store_load_olts(f->db, f->vault, &query, keep_one, &s, &err) != RC_OK)
		fail_msg("%s", err.msg);
	assert_non_null(s);
	return s;
}

static enum rc
keep_all(void *ctx, struct loaded_olt *olt)
{
	struct loaded_olt **to = vec_add(ctx);

	assert_non_null(to);
	*to = olt;
	return RC_OK;
}

static struct vec
load_all(const struct fixture *f)
{
	struct vec all = VEC_INIT(struct loaded_olt *);
	struct load_query query = { .with_onus = true };
	struct err err = { 0 };

	if (store_load_olts(f->db, f->vault, &query, keep_all, &all, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return all;
}

static void
free_all(struct vec *all)
{
	for (size_t i = 0; i < all->n; i++)
		loaded_olt_free(*VEC_AT(all, struct loaded_olt *, i));
	vec_fini(all);
}

/* ---- one OLT ------------------------------------------------------------- */

static void
an_olt_comes_with_everything_about_it(void **state)
{
	struct fixture f = fresh(state);
	struct olt_id olt = put_olt(&f, "centro");
	struct node_id node = apply(&f, put_job(&f, "levels", TASK_GET), olt);
	struct olt_learnt learnt = { 4, 1400, 25, 9000 };
	struct loaded_olt *s;

	check_rc(store_olt_learnt_put(f.db, olt, &learnt, NULL), RC_OK);
	site_do(f.db,
	    "INSERT INTO olt_columns (olt_id, oid, state, since_ms) VALUES"
	    " (1, '1.4', 'answers', 0), (1, '1.3', 'unsupported', 7);"
	    "UPDATE olts SET suspended_ms = 77, suspended_why = 'silent', failures = 3;"
	    "INSERT INTO onus (olt_id, pos_has, port, onu, serial, run_state,"
	    " first_seen_ms, last_seen_ms, is_present) VALUES"
	    " (1, 24, 3, 12, 'HWTC1', 'online', 5, 6, 1),"
	    " (1, 24, 3, 13, 'HWTC2', NULL, 5, 6, 0)");
	s = load_one(&f, olt);
	assert_string_equal(s->olt.name, "centro");
	assert_int_equal(s->olt.suspended_ms, 77);
	assert_string_equal(s->olt.suspended_why, "silent");
	assert_int_equal(s->olt.failures, 3);
	check_rc(s->secrets_rc, RC_OK);
	assert_string_equal(s->secrets.community.bytes, "centro");
	assert_true(secret_is_empty(&s->secrets.auth_key));
	assert_int_equal(s->learnt.in_flight, 4);
	assert_int_equal(s->learnt.rtt_us, 9000);
	assert_true(s->is_workflow_enabled);

	assert_int_equal(s->n_nodes, 1);
	assert_int_equal(s->nodes[0].node.id.v, node.v);
	assert_int_equal(s->nodes[0].node.next_run_ms, 60100);
	assert_string_equal(s->nodes[0].node.lane, "polling");
	assert_null(s->nodes[0].node.cron);
	assert_string_equal(s->nodes[0].job->name, "levels");
	assert_int_equal(s->nodes[0].job->timeout_ms, 90000);
	assert_int_equal(s->nodes[0].n_oids, 2);
	assert_string_equal(s->nodes[0].oids[0].oid, "1.5");
	assert_string_equal(s->nodes[0].oids[1].purpose, "serial");
	assert_int_equal(s->nodes[0].job->oids[0], 52);

	assert_int_equal(s->n_columns, 2);
	assert_string_equal(s->columns[0].oid, "1.3");
	assert_int_equal(s->columns[0].state, OLT_COLUMN_UNSUPPORTED);
	assert_int_equal(s->columns[0].since_ms, 7);
	assert_int_equal(s->columns[1].state, OLT_COLUMN_ANSWERS);
	assert_int_equal(s->n_onus, 2);
	assert_string_equal(s->onus[0].onu.serial, "HWTC1");
	assert_int_equal(s->onus[0].onu.position.part[POS_ONU], 12);
	assert_int_equal(s->onus[0].run_state, STATE_ONLINE);
	assert_true(s->onus[0].onu.is_present);
	assert_int_equal(s->onus[1].run_state, STATE_NONE);
	assert_false(s->onus[1].onu.is_present);
	loaded_olt_free(s);
	vault_close(f.vault);
}

static void
a_master_comes_before_its_chain_and_the_higher_priority_first(void **state)
{
	struct fixture f = fresh(state);
	struct olt_id olt = put_olt(&f, "centro");
	struct node_id alone = apply(&f, put_job(&f, "alone", TASK_WALK), olt);
	struct node_id late = apply(&f, put_job(&f, "late", TASK_GET), olt);
	struct node_id early = apply(&f, put_job(&f, "early", TASK_GET), olt);
	struct node_id master = apply(&f, put_job(&f, "master", TASK_DISCOVERY), olt);
	struct node_overrides higher = { 0, NULL, 80 };
	int64_t order[] = { alone.v, master.v, early.v, late.v };
	struct loaded_olt *s;

	chain(&f, late, master);
	chain(&f, early, master);
	check_rc(store_node_override(f.db, early, &higher, 100, NULL), RC_OK);
	s = load_one(&f, olt);
	assert_int_equal(s->n_nodes, 4);
	for (size_t i = 0; i < s->n_nodes; i++)
		assert_int_equal(s->nodes[i].node.id.v, order[i]);
	assert_int_equal(s->nodes[2].node.priority, 80);
	loaded_olt_free(s);

	/* A chain whose master's job is deleted never runs. */
	site_do(f.db, "UPDATE jobs SET deleted_ms = 5 WHERE name = 'master'");
	s = load_one(&f, olt);
	assert_int_equal(s->n_nodes, 1);
	assert_int_equal(s->nodes[0].node.id.v, alone.v);
	loaded_olt_free(s);
	vault_close(f.vault);
}

/* A slot is used once, also when the clock was set back and the program began anew. */
static void
the_latest_slot_of_a_node_is_told_to_those_who_ask(void **state)
{
	struct fixture f = fresh(state);
	struct olt_id olt = put_olt(&f, "centro");
	struct node_id ran = apply(&f, put_job(&f, "levels", TASK_GET), olt);
	struct node_id idle = apply(&f, put_job(&f, "states", TASK_GET), olt);
	struct loaded_olt *s;
	struct vec all;

	site_do(f.db,
	    "INSERT INTO executions (id, node_id, job_id, olt_id, type, lane, "
	    "state, queued_ms, finished_ms, due_ms) VALUES"
	    " (1, 1, 1, 1, 'get', 'polling', 'SUCCESS', 5, 9999, 7000),"
	    " (2, 1, 1, 1, 'get', 'polling', 'FAILED', 5, 9999, 9000),"
	    " (3, 1, 1, 1, 'get', 'high', 'SUCCESS', 9999, 9999, NULL),"
	    " (4, 1, 1, 1, 'get', 'polling', 'SUCCESS', 5, 9999, 8000)");
	s = load_one(&f, olt);
	assert_int_equal(s->nodes[0].node.id.v, ran.v);
	assert_int_equal(s->nodes[0].last_slot_ms, 9000);
	assert_int_equal(s->nodes[1].node.id.v, idle.v);
	assert_int_equal(s->nodes[1].last_slot_ms, 0);
	loaded_olt_free(s);
	all = load_all(&f); /* which does not ask */
	s = *VEC_AT(&all, struct loaded_olt *, 0);
	assert_int_equal(s->nodes[0].last_slot_ms, 0);
	free_all(&all);
	vault_close(f.vault);
}

static void
settings_are_the_operations_then_the_general_ones_then_the_olts(void **state)
{
	struct fixture f = fresh(state);
	struct olt_id olt = put_olt(&f, "centro");
	struct snmp_settings general = { 2000, 3, -1, 5, "200,50,1" };
	struct snmp_settings walk = { -1, -1, 50, -1, NULL };
	struct loaded_olt *s;

	check_rc(store_snmp_settings_put(f.db, "general", &general, 1, NULL), RC_OK);
	check_rc(store_snmp_settings_put(f.db, "walk", &walk, 1, NULL), RC_OK);
	site_do(f.db, "UPDATE olts SET in_flight = 1, retries = 0");
	s = load_one(&f, olt);
	assert_int_equal(s->settings[TASK_WALK].timeout_ms, 2000);
	assert_int_equal(s->settings[TASK_WALK].repetitions, 50);
	assert_int_equal(s->settings[TASK_GET].repetitions, -1);
	assert_int_equal(s->settings[TASK_GET].in_flight, 1);
	assert_int_equal(s->settings[TASK_GET].retries, 0);
	assert_string_equal(s->settings[TASK_BULK].batch, "200,50,1");
	loaded_olt_free(s);
	site_do(f.db, "UPDATE olts SET batch = '20,1'");
	s = load_one(&f, olt);
	assert_string_equal(s->settings[TASK_BULK].batch, "20,1");
	loaded_olt_free(s);
	vault_close(f.vault);
}

static void
a_deleted_olt_is_not_told_and_a_disabled_one_is(void **state)
{
	struct fixture f = fresh(state);
	struct olt_id off = put_olt(&f, "off"), gone = put_olt(&f, "gone");
	struct node_id node = apply(&f, put_job(&f, "levels", TASK_GET), off);
	struct olt_deletion deletion = { "noc", "sold", 200 };
	struct load_query query = { gone, false };
	struct loaded_olt *s = NULL;
	struct err err = { 0 };
	struct vec all;

	site_do(f.db, "UPDATE olts SET enabled = 0 WHERE name = 'off'");
	check_rc(store_olt_delete(f.db, gone, &deletion, NULL), RC_OK);
	check_rc(
	    store_load_olts(f.db, f.vault, &query, keep_one, &s, &err), RC_NOT_FOUND);
	assert_null(s);
	check_contains(err.msg, "no OLT");
	all = load_all(&f);
	assert_int_equal(all.n, 1);
	s = *VEC_AT(&all, struct loaded_olt *, 0);
	assert_int_equal(s->olt.id.v, off.v);
	assert_false(s->olt.enabled);
	assert_int_equal(s->nodes[0].node.id.v, node.v);
	assert_false(s->nodes[0].node.enabled);
	assert_true(s->nodes[0].job->enabled);
	assert_int_equal(s->n_onus, 0);
	free_all(&all);
	vault_close(f.vault);
}

static void
secrets_that_do_not_open_cost_their_olt_only(void **state)
{
	struct fixture f = fresh(state);
	struct vec all;
	struct loaded_olt *s;

	(void)put_olt(&f, "centro");
	(void)put_olt(&f, "norte");
	site_do(f.db,
	    "UPDATE olts SET community = (SELECT o.community FROM olts o"
	    " WHERE o.name = 'norte') WHERE name = 'centro'");
	all = load_all(&f);
	assert_int_equal(all.n, 2);
	s = *VEC_AT(&all, struct loaded_olt *, 0);
	check_rc(s->secrets_rc, RC_PROTOCOL);
	assert_true(secret_is_empty(&s->secrets.community));
	s = *VEC_AT(&all, struct loaded_olt *, 1);
	check_rc(s->secrets_rc, RC_OK);
	assert_string_equal(s->secrets.community.bytes, "norte");
	free_all(&all);
	vault_close(f.vault);
}

/* ---- many ---------------------------------------------------------------- */

static void
make_many(const struct fixture *f)
{
	struct job_id jobs[MANY_NODES];
	char name[32];

	for (int i = 0; i < MANY_NODES; i++) {
		(void)snprintf(name, sizeof(name), "job %d", i);
		jobs[i] = put_job(f, name, TASK_GET);
	}
	check_rc(db_begin(f->db, NULL), RC_OK);
	for (int i = 0; i < MANY; i++) {
		struct node_id master;
		struct olt_id olt;

		(void)snprintf(name, sizeof(name), "olt %d", i);
		olt = put_olt(f, name);
		master = apply(f, jobs[0], olt);
		for (int k = 1; k < MANY_NODES - i % 3; k++)
			chain(f, apply(f, jobs[k], olt), master);
	}
	check_rc(db_commit(f->db, NULL), RC_OK);
	site_do(f->db,
	    "UPDATE olts SET deleted_ms = 1 WHERE id % 10 = 0;"
	    "INSERT INTO olt_columns (olt_id, oid, state, since_ms)"
	    " SELECT id, '1.3.' || id, 'answers', 0 FROM olts WHERE id % 2 = 0;"
	    "INSERT INTO onus (olt_id, serial, first_seen_ms, last_seen_ms)"
	    " SELECT id, 'A' || id, 0, 0 FROM olts WHERE id % 3 = 0;"
	    "INSERT INTO onus (olt_id, serial, first_seen_ms, last_seen_ms)"
	    " SELECT id, 'B' || id, 0, 0 FROM olts WHERE id % 9 = 0");
}

static void
check_same(const struct loaded_olt *a, const struct loaded_olt *b)
{
	assert_int_equal(a->olt.id.v, b->olt.id.v);
	assert_string_equal(a->olt.name, b->olt.name);
	assert_string_equal(a->secrets.community.bytes, b->secrets.community.bytes);
	assert_true(a->hash == b->hash);
	assert_int_equal(a->n_nodes, b->n_nodes);
	for (size_t i = 0; i < a->n_nodes; i++) {
		assert_int_equal(a->nodes[i].node.id.v, b->nodes[i].node.id.v);
		assert_int_equal(
		    a->nodes[i].node.next_run_ms, b->nodes[i].node.next_run_ms);
		assert_string_equal(a->nodes[i].job->name, b->nodes[i].job->name);
		assert_int_equal(a->nodes[i].n_oids, b->nodes[i].n_oids);
	}
	assert_int_equal(a->n_columns, b->n_columns);
	for (size_t i = 0; i < a->n_columns; i++)
		assert_string_equal(a->columns[i].oid, b->columns[i].oid);
	assert_int_equal(a->n_onus, b->n_onus);
	for (size_t i = 0; i < a->n_onus; i++)
		assert_string_equal(a->onus[i].onu.serial, b->onus[i].onu.serial);
}

static void
a_thousand_at_once_are_as_each_of_them_alone(void **state)
{
	struct fixture f = fresh(state);
	struct vec all;

	make_many(&f);
	all = load_all(&f);
	assert_int_equal(all.n, MANY - MANY / 10);
	for (size_t i = 0; i < all.n; i++) {
		const struct loaded_olt *s = *VEC_AT(&all, struct loaded_olt *, i);
		int64_t id = s->olt.id.v;
		struct loaded_olt *alone = load_one(&f, s->olt.id);

		assert_int_equal(s->n_nodes, MANY_NODES - (id - 1) % 3);
		assert_int_equal(s->n_columns, id % 2 == 0);
		assert_int_equal(s->n_onus, (id % 3 == 0) + (id % 9 == 0));
		check_same(s, alone);
		loaded_olt_free(alone);
	}
	free_all(&all);
	vault_close(f.vault);
}

static enum rc
two_are_enough(void *ctx, struct loaded_olt *olt)
{
	int *n = ctx;

	loaded_olt_free(olt);
	return ++*n == 2 ? RC_BUSY : RC_OK;
}

static void
loading_stops_where_it_is_told_to(void **state)
{
	struct fixture f = fresh(state);
	struct load_query query = { 0 };
	int n = 0;

	for (int i = 0; i < 4; i++)
		(void)put_olt(&f, (const char *[]){ "a", "b", "c", "d" }[i]);
	check_rc(
	    store_load_olts(f.db, f.vault, &query, two_are_enough, &n, NULL), RC_BUSY);
	assert_int_equal(n, 2);
	assert_false(db_in_transaction(f.db));
	vault_close(f.vault);
}

static enum rc
add_id(void *ctx, struct olt_id olt)
{
	char *all = ctx;
	size_t at = strlen(all);

	(void)snprintf(all + at, 64 - at, "%lld;", (long long)olt.v);
	return RC_OK;
}

static void
the_olts_of_a_job_and_of_an_oid_are_known(void **state)
{
	struct fixture f = fresh(state);
	struct job_id job = put_job(&f, "levels", TASK_GET);
	struct job_id other = put_job(&f, "other", TASK_GET);
	char ids[64] = "";

	for (int i = 0; i < 4; i++) {
		struct olt_id olt =
		    put_olt(&f, (const char *[]){ "a", "b", "c", "d" }[i]);

		if (i != 1)
			(void)apply(&f, job, olt);
		if (i == 3)
			(void)apply(&f, other, olt);
	}
	site_do(f.db, "UPDATE olts SET deleted_ms = 5 WHERE name = 'c'");
	check_rc(store_olts_of_job(f.db, job, add_id, ids, NULL), RC_OK);
	assert_string_equal(ids, "1;4;");
	ids[0] = '\0';
	check_rc(
	    store_olts_of_oid(f.db, (struct oid_id){ 50 }, add_id, ids, NULL), RC_OK);
	assert_string_equal(ids, "1;4;"); /* each once */
	ids[0] = '\0';
	check_rc(
	    store_olts_of_oid(f.db, (struct oid_id){ 51 }, add_id, ids, NULL), RC_OK);
	assert_string_equal(ids, "");
	vault_close(f.vault);
}

/* ---- formulas and labels --------------------------------------------------- */

static void
formulas_and_labels_of_people_come_along_the_special_ones_last(void **state)
{
	struct fixture f = fresh(state);
	struct olt_id olt = put_olt(&f, "centro");
	struct loaded_olt *s;

	site_do(f.db,
	    "INSERT INTO index_formulas (brand_id, name, definition, profile, "
	    "builtin_key,"
	    " is_edited, deleted_ms, created_ms, updated_ms) VALUES"
	    " (10, 'ont', '{\"a\":1}', '', NULL, 0, NULL, 0, 0),"
	    " (1, 'ont', '{\"a\":2}', '', NULL, 0, NULL, 0, 0),"
	    " (10, 'pon', '{}', 'huawei_smartax', 'k1', 0, NULL, 0, 0),"
	    " (10, 'fan', '{}', 'huawei_smartax', 'k2', 1, NULL, 0, 0),"
	    " (10, 'gone', '{}', '', NULL, 0, 5, 0, 0);"
	    "INSERT INTO state_labels (brand_id, purpose, raw, label, builtin_key,"
	    " is_edited, created_ms, updated_ms) VALUES"
	    " (10, 'run_state', '1', 'arriba', NULL, 0, 0, 0),"
	    " (10, 'run_state', '2', 'abajo', 'k1', 0, 0, 0)");
	s = load_one(&f, olt);
	assert_int_equal(s->words->n_formulas, 3);
	assert_string_equal(s->words->formulas[0].definition, "{\"a\":2}");
	assert_int_equal(s->words->formulas[0].brand.v, 0);
	assert_string_equal(s->words->formulas[1].definition, "{\"a\":1}");
	assert_int_equal(s->words->formulas[1].brand.v, HUAWEI);
	assert_string_equal(s->words->formulas[2].name, "fan");
	assert_true(s->words->formulas[2].is_builtin);
	assert_int_equal(s->words->n_labels, 1);
	assert_string_equal(s->words->labels[0].label, "arriba");
	loaded_olt_free(s);
	vault_close(f.vault);
}

/* ---- the hash ------------------------------------------------------------ */

static uint64_t
hash_of(const struct fixture *f, struct olt_id olt)
{
	struct loaded_olt *s = load_one(f, olt);
	uint64_t hash = s->hash;

	loaded_olt_free(s);
	return hash;
}

static void
the_hash_changes_with_all_that_matters_for_running(void **state)
{
	static const char ADD_FORMULA[] =
	    "INSERT INTO index_formulas (brand_id, name, definition, created_ms, "
	    "updated_ms) VALUES (10, 'ont', '{}', 0, 0)";
	static const char ADD_LABEL[] =
	    "INSERT INTO state_labels (brand_id, purpose, raw, label, created_ms, "
	    "updated_ms) VALUES (1, 'run_state', '1', 'up', 0, 0)";
	static const char *const CHANGES[] = { ADD_FORMULA,
		"UPDATE index_formulas SET definition = '[]'", ADD_LABEL,
		"UPDATE state_labels SET label = 'down'",
		"UPDATE olts SET address = '192.0.2.9'", "UPDATE olts SET port = 1161",
		"UPDATE olts SET snmp_version = '1'", "UPDATE olts SET enabled = 0",
		"UPDATE olts SET enabled = 1", "UPDATE olts SET timeout_ms = 500",
		"UPDATE olts SET batch = '10,1'", "UPDATE olts SET profile = 'zte_c300'",
		"UPDATE olts SET v3_user = 'noc'", "UPDATE olts SET name = 'other'",
		"UPDATE olts SET community = NULL", "UPDATE olts SET brand_id = 1",
		"UPDATE workflows SET enabled = 0", "UPDATE workflows SET enabled = 1",
		"UPDATE nodes SET enabled = 0", "UPDATE nodes SET enabled = 1",
		"UPDATE nodes SET interval_ms = 60000", "UPDATE nodes SET priority = 90",
		"UPDATE nodes SET interval_ms = NULL, cron = '0 3 * * *'",
		"UPDATE jobs SET interval_ms = 7000, lane = 'retry'",
		"UPDATE jobs SET max_retries = 9", "UPDATE jobs SET retry_grows = 1",
		"UPDATE jobs SET timeout_ms = NULL", "UPDATE jobs SET enabled = 0",
		"UPDATE oids SET oid = '1.9' WHERE id = 50",
		"UPDATE oids SET transform = '{\"mul\":2}' WHERE id = 52",
		"UPDATE oids SET enabled = 0 WHERE id = 52",
		"UPDATE job_oids SET place = 5 WHERE oid_id = 52",
		"UPDATE snmp_settings SET retries = 7 WHERE operation = 'general'",
		"UPDATE snmp_settings SET repetitions = 8 WHERE operation = 'walk'",
		"UPDATE jobs SET deleted_ms = 5" };
	struct fixture f = fresh(state);
	struct olt_id olt = put_olt(&f, "centro");
	uint64_t before;

	(void)apply(&f, put_job(&f, "levels", TASK_GET), olt);
	before = hash_of(&f, olt);
	assert_true(before == hash_of(&f, olt));
	for (size_t i = 0; i < sizeof(CHANGES) / sizeof(CHANGES[0]); i++) {
		uint64_t after;

		site_do(f.db, CHANGES[i]);
		after = hash_of(&f, olt);
		if (after == before)
			fail_msg("%s: the same hash", CHANGES[i]);
		before = after;
	}
	vault_close(f.vault);
}

static void
the_hash_stays_when_the_engine_writes_or_nothing_of_it_changed(void **state)
{
	static const char ADD_BRAND[] =
	    "INSERT INTO brands (id, name, created_ms, updated_ms)"
	    " VALUES (11, 'ZTE', 0, 0)";
	static const char ADD_FORMULA[] =
	    "INSERT INTO index_formulas (brand_id, name, definition, created_ms, "
	    "updated_ms) VALUES (11, 'ont', '{}', 0, 0)";
	static const char *const CHANGES[] = {
		"UPDATE olts SET failures = 2, suspended_ms = 5, suspended_why = 'x'",
		"UPDATE olts SET last_walk_ms = 5, last_answer_ms = 6, updated_ms = 7",
		"UPDATE olts SET governor_in_flight = 3, governor_rtt_us = 5, roster = 2",
		"UPDATE olts SET description = 'x', site = 'y', latitude = 1",
		"UPDATE nodes SET next_run_ms = 5, last_run_ms = 4, failures = 1",
		"UPDATE nodes SET skipped = 3, updated_ms = 9, last_success_ms = 8",
		"UPDATE jobs SET description = 'x', updated_ms = 5",
		"UPDATE oids SET oid = '1.77' WHERE id = 51", /* of no job of ours */
		"INSERT INTO olt_columns VALUES (1, '1.3', 'answers', 5)",
		"INSERT INTO onus (olt_id, first_seen_ms, last_seen_ms) VALUES (1, 1, 1)",
		"UPDATE olts SET address = 'far' WHERE name = 'other'", ADD_BRAND,
		ADD_FORMULA /* another brand's */
	};
	struct fixture f = fresh(state);
	struct olt_id olt = put_olt(&f, "centro");
	uint64_t before;

	(void)put_olt(&f, "other");
	(void)apply(&f, put_job(&f, "levels", TASK_GET), olt);
	before = hash_of(&f, olt);
	for (size_t i = 0; i < sizeof(CHANGES) / sizeof(CHANGES[0]); i++) {
		site_do(f.db, CHANGES[i]);
		if (hash_of(&f, olt) != before)
			fail_msg("%s: another hash", CHANGES[i]);
	}
	vault_close(f.vault);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(an_olt_comes_with_everything_about_it),
		ON_EACH(a_master_comes_before_its_chain_and_the_higher_priority_first),
		ON_EACH(the_latest_slot_of_a_node_is_told_to_those_who_ask),
		ON_EACH(settings_are_the_operations_then_the_general_ones_then_the_olts),
		ON_EACH(a_deleted_olt_is_not_told_and_a_disabled_one_is),
		ON_EACH(secrets_that_do_not_open_cost_their_olt_only),
		ON_EACH(a_thousand_at_once_are_as_each_of_them_alone),
		ON_EACH(loading_stops_where_it_is_told_to),
		ON_EACH(the_olts_of_a_job_and_of_an_oid_are_known),
		ON_EACH(formulas_and_labels_of_people_come_along_the_special_ones_last),
		ON_EACH(the_hash_changes_with_all_that_matters_for_running),
		ON_EACH(the_hash_stays_when_the_engine_writes_or_nothing_of_it_changed),
	};

	return CHECK_ALL(tests);
}
