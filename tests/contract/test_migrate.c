/* SPDX-License-Identifier: Apache-2.0
 *
 * Migrations, on both back-ends.
 */
#include "backends.h"

#include <pthread.h>

#include "store/upkeep/migrate.h"
#include "store/upkeep/migrate_int.h"

static int64_t
number(struct db *db, const char *sql)
{
	struct db_stmt *q = NULL;
	struct err err = { 0 };
	int64_t n;

	if (db_prepare(db, sql, &q, &err) != RC_OK || db_first(q, &err) != RC_OK)
		fail_msg("%s: %s", sql, err.msg);
	n = db_int(q, 0);
	db_done(q);
	return n;
}

static enum rc
outcome(struct db *db, const char *sql)
{
	return db_script(db, sql, NULL);
}

static void
an_empty_database_gets_every_table_and_a_second_time_nothing(void **state)
{
	static const char *const TABLES[] = { "settings", "users", "sessions", "tokens",
		"audit_log", "brands", "models", "oids", "index_formulas", "state_labels",
		"snmp_settings", "olts", "olt_columns", "jobs", "job_oids", "workflows",
		"nodes", "executions", "attempts", "onus", "onu_positions", "onu_events",
		"pon_ports", "chassis_health", "history_metrics", "history_rosters",
		"history_blocks", "history_hours", "quota_trackers", "violations",
		"plans", "coordinator_logs", "poller_stats", "onu_search", "onu_numbers",
		"onu_custom", "value_stamps", "olt_values" };
	struct backend *b = backend_empty(state);
	struct err err = { 0 };
	int64_t version = -1, from = -1;
	char sql[128];

	check_rc(store_version_of(b->db, &version, &err), RC_OK);
	assert_int_equal(version, 0);
	check_rc(store_check_version(b->db, &err), RC_CONFLICT);
	check_contains(err.msg, "facho migrate");
	if (store_migrate(b->db, 1000, &from, &err) != RC_OK)
		fail_msg("%s", err.msg);
	assert_int_equal(from, 0);
	for (size_t i = 0; i < sizeof(TABLES) / sizeof(TABLES[0]); i++) {
		(void)snprintf(sql, sizeof(sql), "SELECT count(*) FROM %s", TABLES[i]);
		assert_true(number(b->db, sql) >= 0);
	}
	check_rc(store_migrate(b->db, 2000, &from, &err), RC_OK);
	assert_int_equal(from, store_version_known());
	assert_int_equal(
	    number(b->db, "SELECT applied_ms FROM facho_migrations WHERE version = 1"),
	    1000);
	check_rc(store_check_version(b->db, &err), RC_OK);
}

static void
a_newer_database_is_refused_and_left_alone(void **state)
{
	struct backend *b = backend_empty(state);
	struct err err = { 0 };
	int64_t version = -7;

	check_rc(store_migrate(b->db, 1000, NULL, NULL), RC_OK);
	check_rc(outcome(b->db, "INSERT INTO facho_migrations VALUES (9999, 'later', 1)"),
	    RC_OK);
	check_rc(store_migrate(b->db, 2000, &version, &err), RC_REFUSED);
	check_contains(err.msg, "9999");
	check_contains(err.msg, "newer facho");
	check_rc(store_version_of(b->db, &version, &err), RC_REFUSED);
	check_rc(store_check_version(b->db, &err), RC_REFUSED);
	assert_int_equal(version, -7);
	assert_false(db_in_transaction(b->db));
}

static void
the_database_of_another_program_is_refused_and_left_alone(void **state)
{
	struct backend *b = backend_empty(state);
	struct err err = { 0 };

	check_rc(outcome(b->db, "CREATE TABLE customers (id BIGINT)"), RC_OK);
	check_rc(store_migrate(b->db, 1000, NULL, &err), RC_PROTOCOL);
	check_contains(err.msg, "another program");
	check_rc(outcome(b->db, "SELECT id FROM customers"), RC_OK);
	check_rc(outcome(b->db, "SELECT id FROM olts"), RC_INVALID);
}

struct starter {
	const char *where;
	pthread_t thread;
	enum rc rc;
	struct err err;
};

static void *
start(void *ctx)
{
	struct starter *s = ctx;
	struct db *db = NULL;

	s->rc = db_open(s->where, DB_CREATE, &db, &s->err);
	if (s->rc == RC_OK)
		s->rc = db_set_patience(db, 20000, &s->err);
	if (s->rc == RC_OK)
		s->rc = store_migrate(db, 1000, NULL, &s->err);
	db_close(db);
	return NULL;
}

static void
many_that_start_at_once_migrate_it_once(void **state)
{
	enum { MANY = 6 };
	struct backend *b = backend_empty(state);
	struct starter starters[MANY] = { 0 };

	for (int i = 0; i < MANY; i++) {
		starters[i].where = b->where;
		assert_int_equal(
		    pthread_create(&starters[i].thread, NULL, start, &starters[i]), 0);
	}
	for (int i = 0; i < MANY; i++)
		(void)pthread_join(starters[i].thread, NULL);
	for (int i = 0; i < MANY; i++) {
		if (starters[i].rc != RC_OK)
			fail_msg("starter %d: %s", i, starters[i].err.msg);
	}
	assert_int_equal(number(b->db, "SELECT count(*) FROM facho_migrations"),
	    store_version_known());
}

/* A database as the first release left it. */
static void
make_first_version(struct db *db)
{
	const char *backend = db_backend(db);

	check_rc(outcome(db,
		     "CREATE TABLE facho_migrations (version BIGINT PRIMARY KEY,"
		     " name TEXT NOT NULL, applied_ms BIGINT NOT NULL);"
		     "INSERT INTO facho_migrations VALUES (1, 'schema', 1)"),
	    RC_OK);
	for (size_t i = 0; i < N_MIGRATIONS; i++) {
		const struct migration *m = &MIGRATIONS[i];

		if (strncmp(m->name, "0001_", 5) == 0 && strstr(m->name, backend))
			check_rc(outcome(db, (const char *)m->sql), RC_OK);
	}
}

static void
what_the_first_version_kept_is_kept(void **state)
{
	struct backend *b = backend_empty(state);
	struct err err = { 0 };
	int64_t from = -1;

	make_first_version(b->db);
	check_rc(outcome(b->db,
		     "INSERT INTO olts (id, name, address, created_ms, updated_ms)"
		     " VALUES (1, 'centro', '192.0.2.1', 0, 0);"
		     "INSERT INTO executions (id, olt_id, type, state, queued_ms)"
		     " VALUES (5, 1, 'get', 'RUNNING', 1), (6, 1, 'get', 'RUNNING', 1);"
		     "INSERT INTO coordinator_logs (event, level, message, at_ms)"
		     " VALUES ('x', 'INFO', 'one', 7), ('x', 'INFO', 'two', 7)"),
	    RC_OK);
	if (store_migrate(b->db, 1000, &from, &err) != RC_OK)
		fail_msg("%s", err.msg);
	assert_int_equal(from, 1);
	check_rc(store_check_version(b->db, &err), RC_OK);
	assert_int_equal(
	    number(b->db, "SELECT count(*) FROM executions WHERE due_ms IS NULL"), 2);
	assert_int_equal(number(b->db, "SELECT fence FROM olts"), 0);
	assert_int_equal(number(b->db, "SELECT count(*) FROM coordinator_logs"), 2);
}

/* ---- what the schema promises ------------------------------------------------ */

static const char AN_OLT[] =
    "INSERT INTO olts (id, name, address, created_ms, updated_ms)"
    " VALUES (1, 'centro', '192.0.2.1', 0, 0)";

static void
the_name_of_an_olt_is_taken_until_it_is_deleted(void **state)
{
	struct backend *b = backend_empty(state);

	check_rc(store_migrate(b->db, 1000, NULL, NULL), RC_OK);
	check_rc(outcome(b->db, AN_OLT), RC_OK);
	check_rc(outcome(b->db,
		     "INSERT INTO olts (name, address, created_ms, updated_ms)"
		     " VALUES ('centro', '192.0.2.2', 0, 0)"),
	    RC_CONFLICT);
	check_rc(outcome(b->db, "UPDATE olts SET deleted_ms = 5"), RC_OK);
	check_rc(outcome(b->db,
		     "INSERT INTO olts (id, name, address, created_ms, updated_ms)"
		     " VALUES (2, 'centro', '192.0.2.2', 0, 0)"),
	    RC_OK);
}

static void
a_quota_is_unique_for_olt_job_and_hour_and_needs_both(void **state)
{
	static const char QUOTA[] =
	    "INSERT INTO quota_trackers (olt_id, job_id, task_type, period_start_ms,"
	    " period_end_ms, created_ms, updated_ms)"
	    " VALUES (1, 5, 'get_levels', 0, 1, 0, 0)";
	static const char A_JOB[] =
	    "INSERT INTO jobs (id, name, type, interval_ms, task_type, created_ms,"
	    " updated_ms) VALUES (5, 'levels', 'get', 1000, 'get_levels', 0, 0)";
	struct backend *b = backend_empty(state);

	check_rc(store_migrate(b->db, 1000, NULL, NULL), RC_OK);
	check_rc(outcome(b->db, QUOTA), RC_CONFLICT); /* no OLT yet */
	check_rc(outcome(b->db, AN_OLT), RC_OK);
	check_rc(outcome(b->db, QUOTA), RC_CONFLICT); /* and no job */
	check_rc(outcome(b->db, A_JOB), RC_OK);
	check_rc(outcome(b->db, QUOTA), RC_OK);
	check_rc(outcome(b->db, QUOTA), RC_CONFLICT);
}

static void
an_execution_is_over_or_has_no_end(void **state)
{
	struct backend *b = backend_empty(state);

	check_rc(store_migrate(b->db, 1000, NULL, NULL), RC_OK);
	check_rc(outcome(b->db, AN_OLT), RC_OK);
	check_rc(outcome(b->db,
		     "INSERT INTO executions (olt_id, type, state, queued_ms,"
		     " finished_ms) VALUES (1, 'get', 'RUNNING', 1, 2)"),
	    RC_INVALID);
	check_rc(outcome(b->db,
		     "INSERT INTO executions (olt_id, type, state, queued_ms)"
		     " VALUES (1, 'get', 'SUCCESS', 1)"),
	    RC_INVALID);
	check_rc(outcome(b->db,
		     "INSERT INTO executions (olt_id, type, state, queued_ms)"
		     " VALUES (1, 'get', 'RUNNING', 1)"),
	    RC_OK);
}

static void
any_part_of_an_onus_words_finds_it_and_follows_its_changes(void **state)
{
	static const char FIND[] = "SELECT count(*) FROM onu_search s"
				   " JOIN onus o ON o.id = s.rowid"
				   " WHERE s.search_text LIKE ";
	struct backend *b = backend_empty(state);
	char sql[256];

	check_rc(store_migrate(b->db, 1000, NULL, NULL), RC_OK);
	check_rc(outcome(b->db, AN_OLT), RC_OK);
	check_rc(
	    outcome(b->db,
		"INSERT INTO onus (olt_id, serial, place, description, first_seen_ms,"
		" last_seen_ms) VALUES (1, 'HWTC12345678', '0/1/3:12', 'Ana López', 0,"
		" 0), (1, 'ZTEGC0000001', '0/1/3:13', 'Bar Pepe', 0, 0)"),
	    RC_OK);
#define FOUND(pattern) \
	((void)snprintf(sql, sizeof(sql), "%s'%s'", FIND, pattern), number(b->db, sql))
	assert_int_equal(FOUND("%tc1234%"), 1);
	assert_int_equal(FOUND("%1/3:1%"), 2);
	assert_int_equal(FOUND("%pepe%"), 1);
	assert_int_equal(FOUND("%lop%"), 1); /* without its accent */
	check_rc(outcome(b->db,
		     "UPDATE onus SET description = 'Taller' WHERE"
		     " serial = 'ZTEGC0000001'"),
	    RC_OK);
	assert_int_equal(FOUND("%pepe%"), 0);
	assert_int_equal(FOUND("%taller%"), 1);
	check_rc(outcome(b->db, "UPDATE onus SET run_since_ms = 5"), RC_OK);
	assert_int_equal(FOUND("%taller%"), 1);
	check_rc(outcome(b->db, "DELETE FROM onus WHERE description = 'Taller'"), RC_OK);
	assert_int_equal(FOUND("%taller%"), 0);
#undef FOUND
}

static void
a_damaged_file_is_said_to_be_damaged(void **state)
{
	struct backend *b = backend_empty(state);
	struct err err = { 0 };
	struct db *db = NULL;
	char path[128];
	FILE *f;
	enum rc rc;

	check_rc(store_migrate(b->db, 1000, NULL, NULL), RC_OK);
	db_close(b->db); /* everything is in the file, the log is gone */
	b->db = NULL;
	(void)snprintf(path, sizeof(path), "%s/db", b->folder);
	f = fopen(path, "r+");
	assert_non_null(f);
	(void)fseek(f, 100, SEEK_SET); /* behind the header: the list of tables */
	for (int i = 0; i < 8000; i++)
		(void)fputc(0xA5, f);
	(void)fclose(f);
	rc = db_open(b->where, DB_WRITE, &db, &err);
	if (rc == RC_OK)
		rc = store_check_version(db, &err);
	check_rc(rc, RC_PROTOCOL);
	check_contains(err.msg, "malformed");
	db_close(db);
}

/* The scripts from one number to another, without the bookkeeping. */
static void
run_scripts(struct backend *b, const char *from, const char *to)
{
	for (size_t i = 0; i < N_MIGRATIONS; i++) {
		const struct migration *m = &MIGRATIONS[i];
		struct err err = { 0 };

		if (!strstr(m->name, db_backend(b->db)) ||
		    strncmp(m->name, from, 4) < 0 || strncmp(m->name, to, 4) > 0)
			continue;
		if (db_script(b->db, (const char *)m->sql, &err) != RC_OK)
			fail_msg("%s: %s", m->name, err.msg);
	}
}

static void
numbers_of_an_older_database_move_to_their_own_table(void **state)
{
	struct backend *b = backend_empty(state);

	run_scripts(b, "0001", "0002");
	check_rc(outcome(b->db,
		     "INSERT INTO olts (id, name, address, created_ms, updated_ms) "
		     "VALUES (1, 'A', 'x', 0, 0);"
		     "INSERT INTO onus (id, olt_id, serial, description, onu_rx_dbm, "
		     "in_octets, values_ms, execution_id, first_seen_ms, last_seen_ms) "
		     "VALUES (7, 1, 'S', 'Taller', -21.5, 77, 5, 6, 1, 1), "
		     "(8, 1, 'T', NULL, NULL, NULL, NULL, NULL, 1, 1)"),
	    RC_OK);
	run_scripts(b, "0003", "0003");
	assert_int_equal(number(b->db, "SELECT COUNT(*) FROM onu_numbers"), 2);
	assert_int_equal(
	    number(b->db,
		"SELECT CAST(onu_rx_dbm * 10 AS BIGINT) + in_octets + "
		"values_ms + execution_id FROM onu_numbers WHERE onu_id = 7"),
	    -215 + 77 + 5 + 6);
	assert_int_equal(number(b->db,
			     "SELECT COUNT(*) FROM onu_search WHERE search_text LIKE "
			     "'%taller%'"),
	    1);
}

/* How many indexes there are by serial that leave some ONUs out. */
static int64_t
partial_indexes(struct backend *b)
{
	return number(b->db,
	    *b->database
		? "SELECT COUNT(*) FROM pg_indexes WHERE indexname = 'onus_serial' "
		  "AND indexdef LIKE '%WHERE%'"
		: "SELECT COUNT(*) FROM sqlite_master WHERE name = 'onus_serial' "
		  "AND sql LIKE '%WHERE%'");
}

static void
onus_of_an_older_database_are_all_in_the_index_by_serial(void **state)
{
	struct backend *b = backend_empty(state);

	run_scripts(b, "0001", "0006");
	check_rc(outcome(b->db,
		     "INSERT INTO olts (id, name, address, created_ms, updated_ms) "
		     "VALUES (1, 'A', 'x', 0, 0);"
		     "INSERT INTO onus (id, olt_id, serial, first_seen_ms, last_seen_ms) "
		     "VALUES (7, 1, 'S', 1, 1), (8, 1, '', 1, 1)"),
	    RC_OK);
	assert_int_equal(partial_indexes(b), 1);
	run_scripts(b, "0007", "0007");
	assert_int_equal(partial_indexes(b), 0);
	assert_int_equal(number(b->db, "SELECT COUNT(*) FROM onus"), 2);
}

/* Rows from before keep their type and have no job; what was in progress has ended. */
static void
quotas_of_an_older_database_are_kept_without_a_job(void **state)
{
	static const char OLD[] =
	    "INSERT INTO olts (id, name, address, created_ms, updated_ms) "
	    "VALUES (1, 'A', 'x', 0, 0);"
	    "INSERT INTO jobs (id, name, type, interval_ms, created_ms, updated_ms) "
	    "VALUES (1, 'GET Descripción', 'get', 1000, 0, 0), "
	    "(2, 'Niveles  ópticos (OLT)', 'get', 1000, 0, 0), "
	    "(3, 'Discovery', 'discovery', 1000, 0, 0), (4, '***', 'walk', 1000, 0, 0);"
	    "INSERT INTO quota_trackers (id, olt_id, task_type, period_start_ms, "
	    "period_end_ms, required, completed, failed, pending, status, created_ms, "
	    "updated_ms) VALUES (7, 1, 'get', 0, 3600000, 14, 12, 2, 0, 'COMPLETED', 0, "
	    "0), (8, 1, 'get', 3600000, 7200000, 14, 3, 0, 11, 'IN_PROGRESS', 0, 0);"
	    "INSERT INTO violations (id, olt_id, task_type, period_start_ms, "
	    "period_end_ms, severity, report, acked_ms, acked_by, created_ms) "
	    "VALUES (3, 1, 'get', 0, 3600000, 'HIGH', '{}', 9, 'ana', 4);"
	    "INSERT INTO plans (id, olt_id, period_start_ms, period_end_ms, status, "
	    "runs, total, completed, failed, created_ms, updated_ms) "
	    "VALUES (1, 1, 0, 3600000, 'COMPLETED', '[]', 4, 0, 4, 0, 0), "
	    "(2, 1, 3600000, 7200000, 'COMPLETED', '[]', 4, 1, 3, 0, 0)";
	struct backend *b = backend_empty(state);

	run_scripts(b, "0001", "0004");
	check_rc(outcome(b->db, OLD), RC_OK);
	run_scripts(b, "0005", "0005");
	assert_int_equal(number(b->db,
			     "SELECT COUNT(*) FROM quota_trackers WHERE job_id IS NULL "
			     "AND task_type = 'get' AND partial = 0"),
	    2);
	assert_int_equal(number(b->db,
			     "SELECT completed * 100 + failed FROM quota_trackers "
			     "WHERE id = 7 AND status = 'COMPLETED'"),
	    1202);
	assert_int_equal(number(b->db,
			     "SELECT pending FROM quota_trackers "
			     "WHERE id = 8 AND status = 'INTERRUPTED' AND completed = 3"),
	    0);
	assert_int_equal(number(b->db,
			     "SELECT acked_ms FROM violations WHERE id = 3 AND "
			     "job_id IS NULL AND acked_by = 'ana'"),
	    9);
	assert_int_equal(
	    number(b->db, "SELECT id FROM jobs WHERE task_type = 'get_descripcion'"), 1);
	assert_int_equal(
	    number(
		b->db, "SELECT id FROM jobs WHERE task_type = 'get_niveles_opticos_olt'"),
	    2);
	assert_int_equal(
	    number(b->db, "SELECT id FROM jobs WHERE task_type = 'discovery'"), 3);
	assert_int_equal(
	    number(b->db, "SELECT id FROM jobs WHERE task_type = 'walk'"), 4);
	assert_int_equal(
	    number(b->db, "SELECT id FROM plans WHERE status = 'ABORTED'"), 1);
	assert_int_equal(
	    number(b->db, "SELECT id FROM plans WHERE status = 'COMPLETED'"), 2);
}

static void
oids_of_an_older_database_are_in_no_metrics(void **state)
{
	struct backend *b = backend_empty(state);

	run_scripts(b, "0001", "0005");
	check_rc(outcome(b->db,
		     "INSERT INTO olts (id, name, address, created_ms, updated_ms) "
		     "VALUES (1, 'A', 'x', 0, 0);"
		     "INSERT INTO oids (id, brand_id, name, oid, purpose, created_ms, "
		     "updated_ms) VALUES (700, 1, 'mine', '1.3.6.1.2.1.1.5.0', "
		     "'custom:sysname', 0, 0)"),
	    RC_OK);
	run_scripts(b, "0006", "0006");
	assert_int_equal(number(b->db, "SELECT in_metrics FROM oids WHERE id = 700"), 0);
	assert_int_equal(number(b->db, "SELECT COUNT(*) FROM olt_values"), 0);
	check_rc(outcome(b->db,
		     "INSERT INTO olt_values (olt_id, name, idx, idx_order, kind, "
		     "first_seen_ms, at_ms, execution_id) "
		     "VALUES (1, 'sysname', '0', '10', 'text', 1, 1, 1)"),
	    RC_OK);
	check_rc(outcome(b->db,
		     "INSERT INTO olt_values (olt_id, name, idx, idx_order, kind, "
		     "first_seen_ms, at_ms, execution_id) "
		     "VALUES (1, 'sysname', '0', '10', 'text', 1, 1, 1)"),
	    RC_CONFLICT);
	check_rc(outcome(b->db, "DELETE FROM olts WHERE id = 1"), RC_OK);
	assert_int_equal(number(b->db, "SELECT COUNT(*) FROM olt_values"), 0);
}

static void
events_of_an_older_log_are_named_as_now(void **state)
{
	struct backend *b = backend_empty(state);

	run_scripts(b, "0001", "0007");
	check_rc(outcome(b->db,
		     "INSERT INTO coordinator_logs (id, event, level, message, at_ms) "
		     "VALUES (1, 'interval_changed', 'INFO', 'x', 1), "
		     "(2, 'olt_disabled', 'INFO', 'x', 1)"),
	    RC_OK);
	run_scripts(b, "0008", "0008");
	assert_int_equal(number(b->db,
			     "SELECT id FROM coordinator_logs WHERE "
			     "event_type = 'TASK_INTERVAL_CHANGED'"),
	    1);
	assert_int_equal(
	    number(b->db,
		"SELECT id FROM coordinator_logs WHERE event_type = 'OLT_DISABLED'"),
	    2);
}

static void
executions_of_an_older_database_wait_for_no_slice(void **state)
{
	static const char OLD[] =
	    "INSERT INTO olts (id, name, address, created_ms, updated_ms) "
	    "VALUES (1, 'A', 'x', 0, 0);"
	    "INSERT INTO executions (id, olt_id, type, state, message, max_attempts, "
	    "queued_ms, started_ms, finished_ms, attempts) "
	    "VALUES (5, 1, 'get', 'SUCCESS', 'kept', 1, 10, 20, 30, 1)";
	struct backend *b = backend_empty(state);

	run_scripts(b, "0001", "0008");
	check_rc(outcome(b->db, OLD), RC_OK);
	run_scripts(b, "0009", "0009");
	assert_int_equal(number(b->db,
			     "SELECT finished_ms FROM executions WHERE id = 5 AND "
			     "message = 'kept' AND next_slice_ms IS NULL"),
	    30);
}

/* Rows as people and devices left them, on the version before there were two kinds of
 * "no light". */
static void
causes_of_an_older_database_are_of_the_new_classes(void **state)
{
	static const char OLD[] =
	    "INSERT INTO olts (id, name, address, created_ms, updated_ms) "
	    "VALUES (1, 'A', 'x', 0, 0);"
	    "INSERT INTO state_labels (id, brand_id, purpose, raw, label, meaning, "
	    "is_edited, created_ms, updated_ms) VALUES "
	    "(901, 1, 'last_down_cause', '71', 'mine', 'los', 1, 0, 0), "
	    "(902, 1, 'last_down_cause', '72', 'mine', 'disabled', 0, 0, 0), "
	    "(903, 1, 'last_down_cause', '73', 'mine', 'fault', 0, 0, 0), "
	    "(904, 1, 'run_state', '74', 'mine', 'disabled', 0, 0, 0), "
	    "(905, 1, 'run_state', '75', 'mine', 'fault', 0, 0, 0), "
	    "(906, 1, 'last_down_cause', '76', 'mine', 'power', 0, 0, 0);"
	    "INSERT INTO onus (id, olt_id, frame, slot, port, onu, run_state, "
	    "cause_state, cause_label, first_seen_ms, last_seen_ms) VALUES "
	    "(1, 1, 0, 1, 1, 1, 'offline', 'los', 'LOS', 0, 0), "
	    "(2, 1, 0, 1, 1, 2, 'offline', 'power', 'gasp', 0, 0), "
	    "(3, 1, 0, 1, 1, 3, 'disabled', 'disabled', 'off', 0, 0), "
	    "(4, 1, 0, 1, 1, 4, 'offline', 'fault', 'LOFi', 0, 0), "
	    "(5, 1, 0, 1, 1, 5, 'offline', NULL, NULL, 0, 0), "
	    "(6, 1, 0, 1, 1, 6, 'online', 'reset', 'reboot', 0, 0)";
	static const struct {
		const char *sql;
		int64_t n;
	} NOW[] = {
		{ "SELECT id FROM state_labels WHERE meaning = 'los_onu' AND raw = '71' "
		  "AND is_edited = 1 AND label = 'mine'",
		    901 },
		{ "SELECT id FROM state_labels WHERE meaning = 'admin' AND raw = '72'",
		    902 },
		{ "SELECT id FROM state_labels WHERE meaning = 'unknown' AND raw = '73'",
		    903 },
		{ "SELECT id FROM state_labels WHERE meaning = 'disabled' AND raw = '74'",
		    904 },
		{ "SELECT id FROM state_labels WHERE meaning = 'fault' AND raw = '75'",
		    905 },
		{ "SELECT id FROM state_labels WHERE meaning = 'power' AND raw = '76'",
		    906 },
		{ "SELECT id FROM onus WHERE cause_state = 'los_onu' AND "
		  "cause_label = 'LOS' AND run_state = 'offline'",
		    1 },
		{ "SELECT id FROM onus WHERE cause_state = 'power'", 2 },
		{ "SELECT id FROM onus WHERE cause_state = 'admin' AND "
		  "run_state = 'disabled'",
		    3 },
		{ "SELECT id FROM onus WHERE cause_state = 'unknown' AND "
		  "cause_label = 'LOFi'",
		    4 },
		{ "SELECT id FROM onus WHERE cause_state IS NULL", 5 },
		{ "SELECT id FROM onus WHERE cause_state = 'reset'", 6 },
	};
	struct backend *b = backend_empty(state);

	run_scripts(b, "0001", "0009");
	check_rc(outcome(b->db, OLD), RC_OK);
	run_scripts(b, "0010", "0010");
	for (size_t i = 0; i < sizeof(NOW) / sizeof(NOW[0]); i++)
		assert_int_equal(number(b->db, NOW[i].sql), NOW[i].n);
}

static void
ports_of_an_older_database_know_their_onus(void **state)
{
	static const char OLD[] =
	    "INSERT INTO olts (id, name, address, created_ms, updated_ms) "
	    "VALUES (1, 'A', 'x', 0, 0);"
	    "INSERT INTO pon_ports (id, olt_id, pos_has, slot, port, place, description, "
	    "first_seen_ms, updated_ms) VALUES (3, 1, 12, 1, 2, '1/2', 'kept', 0, 0);"
	    "INSERT INTO onus (olt_id, pos_has, slot, port, onu, is_present, run_state, "
	    "first_seen_ms, last_seen_ms) VALUES (1, 28, 1, 2, 1, 1, 'online', 0, 0), "
	    "(1, 28, 1, 2, 2, 1, 'offline', 0, 0), (1, 28, 1, 2, 3, 1, NULL, 0, 0), "
	    "(1, 28, 1, 2, 4, 0, 'online', 0, 0), (1, 28, 1, 9, 1, 1, 'online', 0, 0)";
	struct backend *b = backend_empty(state);

	run_scripts(b, "0001", "0012");
	check_rc(outcome(b->db, OLD), RC_OK);
	run_scripts(b, "0013", "0013");
	assert_int_equal(
	    number(b->db,
		"SELECT id FROM pon_ports WHERE description = 'kept' AND "
		"onus_present = 3 AND onus_online = 1 AND onus_offline = 1 AND "
		"onus_unknown = 1 AND condition = 'unknown' AND rx_median_dbm IS NULL"),
	    3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(an_empty_database_gets_every_table_and_a_second_time_nothing),
		ON_EACH(a_newer_database_is_refused_and_left_alone),
		ON_EACH(the_database_of_another_program_is_refused_and_left_alone),
		ON_EACH(many_that_start_at_once_migrate_it_once),
		ON_EACH(what_the_first_version_kept_is_kept),
		ON_EACH(the_name_of_an_olt_is_taken_until_it_is_deleted),
		ON_EACH(a_quota_is_unique_for_olt_job_and_hour_and_needs_both),
		ON_EACH(an_execution_is_over_or_has_no_end),
		ON_EACH(any_part_of_an_onus_words_finds_it_and_follows_its_changes),
		ON_SQLITE(a_damaged_file_is_said_to_be_damaged),
		ON_EACH(oids_of_an_older_database_are_in_no_metrics),
		ON_EACH(numbers_of_an_older_database_move_to_their_own_table),
		ON_EACH(quotas_of_an_older_database_are_kept_without_a_job),
		ON_EACH(onus_of_an_older_database_are_all_in_the_index_by_serial),
		ON_EACH(events_of_an_older_log_are_named_as_now),
		ON_EACH(executions_of_an_older_database_wait_for_no_slice),
		ON_EACH(causes_of_an_older_database_are_of_the_new_classes),
		ON_EACH(ports_of_an_older_database_know_their_onus),
	};

	return CHECK_ALL(tests);
}
