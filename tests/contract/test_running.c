/* SPDX-License-Identifier: Apache-2.0
 *
 * The engine with everything that belongs to it (bench/plant.h), against simulated
 * OLTs, on both databases: what was asked for is in the database afterwards.
 */
#include "backends.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "lab.h"
#include "plant.h"

enum { PORTS = 4, ONUS = 8 };

static struct lab_sim sim;
static uint16_t sim_port;

static const char PROFILE[] = "huawei_smartax";

static struct plant
plant_on(void **state)
{
	struct backend *b = backend_of(state);
	struct plant p = { 0 };

	plant_open(&p, b->where, b->folder);
	return p;
}

static struct node_id
node_of(struct plant *p, struct olt_id olt, enum task_type type, const char *columns)
{
	struct plant_job job = { .name = columns,
		.type = type,
		.profile = PROFILE,
		.columns = columns,
		.interval_ms = 300000 };

	return plant_node(p, olt, plant_job(p, &job));
}

/* Set a fault on all OLTs; it is taken back after the test. */
static void
fault(const char *name, const char *value)
{
	char line[256];

	(void)snprintf(
	    line, sizeof(line), "{\"cmd\":\"set\",\"%s\":\"%s\"}", name, value);
	json_decref(lab_sim_ask(&sim, line));
}

static void
reset_sim(void)
{
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"reset\"}"));
}

static const char *
state_of(struct plant *p, struct execution_id id)
{
	char sql[128];

	(void)snprintf(sql, sizeof(sql), "SELECT state FROM executions WHERE id = %lld",
	    (long long)id.v);
	return plant_text(p, sql);
}

/* ---- what a run brings ----------------------------------------------------------- */

static void
a_discovery_finds_the_onus(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct node_id node =
	    node_of(&p, olt, TASK_DISCOVERY, "onu/serial,onu/description");
	struct execution_id run;

	plant_start(&p);
	run = plant_run(&p, node);
	assert_string_equal(state_of(&p, run), "SUCCESS");
	assert_int_equal(plant_number(&p, "SELECT COUNT(*) FROM onus"), PORTS * ONUS);
	assert_int_equal(plant_number(&p, "SELECT COUNT(*) FROM onus WHERE serial <> ''"),
	    PORTS * ONUS);
	assert_int_equal(
	    plant_number(&p, "SELECT onus_new FROM executions"), PORTS * ONUS);
	plant_close(&p);
}

static void
an_olt_is_detected_before_it_is_asked(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, NULL);
	struct node_id node = node_of(&p, olt, TASK_DISCOVERY, "onu/serial");

	plant_start(&p);
	assert_string_equal(state_of(&p, plant_run(&p, node)), "SUCCESS");
	plant_stop(&p);
	assert_string_equal(plant_text(&p, "SELECT profile FROM olts"), PROFILE);
	plant_close(&p);
}

/* Its moment came after it was stored and before the engine heard of it, as on a machine
 * that labours; its next slot is up to five minutes away. */
static void
a_first_run_that_was_due_before_the_engine_knew_of_it_is_made(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct plant_wait ended = { .kind = COORDINATOR_ENDED, .olt = olt };
	char sql[96];

	plant_start(&p);
	(void)node_of(&p, olt, TASK_DISCOVERY, "onu/serial");
	(void)snprintf(sql, sizeof(sql), "UPDATE nodes SET next_run_ms = %lld",
	    (long long)clock_wall_ms());
	plant_do(&p, sql);
	(void)usleep(2000);
	plant_reload(&p, olt);
	assert_string_equal(
	    state_of(&p, plant_wait(&p, &ended).event.execution), "SUCCESS");
	assert_int_equal(
	    plant_number(&p, "SELECT COUNT(*) FROM executions WHERE due_ms IS NOT NULL"),
	    1);
	plant_close(&p);
}

/* The ONUs that are known, and what the simulator thinks of them. */
static void
discover(struct plant *p, struct olt_id olt)
{
	struct node_id node = node_of(p, olt, TASK_DISCOVERY, "onu/serial,onu/status");

	plant_reload(p, olt);
	assert_string_equal(state_of(p, plant_run(p, node)), "SUCCESS");
}

static void
check_values(void **state, enum task_type type)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct node_id node = node_of(&p, olt, type, "onu/description,onu/distance_m");

	plant_start(&p);
	discover(&p, olt);
	assert_string_equal(state_of(&p, plant_run(&p, node)), "SUCCESS");
	assert_int_equal(
	    plant_number(&p, "SELECT onus_ok FROM executions ORDER BY id DESC LIMIT 1"),
	    PORTS * ONUS);
	assert_int_equal(
	    plant_number(&p, "SELECT COUNT(*) FROM onus WHERE description <> ''"),
	    PORTS * ONUS);
	plant_close(&p);
}

static void
a_walk_brings_values(void **state)
{
	check_values(state, TASK_WALK);
}

static void
a_get_brings_values(void **state)
{
	check_values(state, TASK_GET);
}

/* Slow columns run in slices: 32 ONUs and 10 s make two, one request at a time. */
static void
a_sweep_runs_in_slices_and_brings_levels(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct plant_job job = { "optics", TASK_GET, PROFILE, "onu/rx_dbm,onu/tx_dbm",
		10000, 0, 0 };
	struct node_id node = plant_node(&p, olt, plant_job(&p, &job));
	struct plant_wait began = { .kind = COORDINATOR_STARTED },
			  ended = { .kind = COORDINATOR_ENDED };

	plant_start(&p);
	discover(&p, olt);
	reset_sim();
	plant_restart_due(&p, node, clock_wall_ms() + 1500);
	began.olt = olt;
	began.execution = plant_wait(&p, &began).event.execution;
	ended.execution = began.execution;
	(void)plant_wait(&p, &ended);
	assert_string_equal(state_of(&p, began.execution), "SUCCESS");
	assert_int_equal(plant_number(&p,
			     "SELECT COUNT(*) FROM onu_numbers WHERE onu_rx_dbm IS "
			     "NOT NULL"),
	    plant_number(&p, "SELECT COUNT(*) FROM onus WHERE run_state = 'online'"));
	assert_int_equal((int)lab_sim_counter(&sim, "max_in_flight"), 1);
	plant_close(&p);
}

static void
ports_and_chassis_have_rows_of_their_own(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct node_id ports =
	    node_of(&p, olt, TASK_TABLE, "pon/description,pon/onu_count,pon/tx_dbm");
	struct node_id chassis =
	    node_of(&p, olt, TASK_TABLE, "board/cpu_pct,board/mem_pct,system/uptime");

	plant_start(&p);
	assert_string_equal(state_of(&p, plant_run(&p, ports)), "SUCCESS");
	assert_int_equal(plant_number(&p, "SELECT COUNT(*) FROM pon_ports"), PORTS);
	assert_string_equal(state_of(&p, plant_run(&p, chassis)), "SUCCESS");
	assert_true(
	    plant_number(&p,
		"SELECT COUNT(*) FROM chassis_health WHERE cpu_percent IS NOT NULL") > 0);
	assert_int_equal(
	    plant_number(&p, "SELECT COUNT(*) FROM chassis_health WHERE part = ''"), 1);
	plant_close(&p);
}

/* ---- what goes wrong -------------------------------------------------------------- */

static void
what_does_not_come_is_counted_and_named(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct node_id node =
	    node_of(&p, olt, TASK_WALK, "onu/description,onu/distance_m");

	plant_start(&p);
	discover(&p, olt);
	fault("generr", "1.3.6.1.4.1.2011.6.128.1.1.2.46.1.20");
	assert_string_equal(state_of(&p, plant_run(&p, node)), "PARTIAL");
	check_contains(
	    plant_text(&p, "SELECT message FROM executions ORDER BY id DESC LIMIT 1"),
	    "distance");
	assert_int_equal(
	    plant_number(&p, "SELECT COUNT(*) FROM onus WHERE description <> ''"),
	    PORTS * ONUS);
	plant_close(&p);
}

static void
a_column_that_the_olt_does_not_have_is_remembered(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct node_id node =
	    node_of(&p, olt, TASK_WALK, "onu/description,onu/distance_m");

	plant_start(&p);
	discover(&p, olt);
	fault("missing", "1.3.6.1.4.1.2011.6.128.1.1.2.46.1.20");
	assert_string_equal(state_of(&p, plant_run(&p, node)), "SUCCESS");
	plant_stop(&p);
	assert_string_equal(plant_text(&p,
				"SELECT state FROM olt_columns WHERE oid = "
				"'1.3.6.1.4.1.2011.6.128.1.1.2.46.1.20'"),
	    "unsupported");
	plant_close(&p);
}

/* Its time is up in the middle: what came is kept, and the reason has a name. */
static void
a_run_that_takes_too_long_ends_at_its_limit(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct node_id node =
	    node_of(&p, olt, TASK_WALK, "onu/description,onu/distance_m");

	p.limits.in_flight = 1;
	p.limits.repetitions = 1;
	plant_do(&p, "UPDATE jobs SET timeout_ms = 500");
	plant_start(&p);
	fault("latency", "50ms");
	assert_string_equal(state_of(&p, plant_run(&p, node)), "PARTIAL");
	assert_string_equal(plant_text(&p, "SELECT error FROM executions"), "DEADLINE");
	plant_close(&p);
}

static void
a_silent_olt_is_tried_again_as_often_as_the_job_says(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct plant_job job = { "twice", TASK_WALK, PROFILE, "onu/description", 300000,
		1, 1000 };
	struct node_id node = plant_node(&p, olt, plant_job(&p, &job));
	struct plant_wait ended = { .kind = COORDINATOR_ENDED, .olt = olt };

	plant_do(&p, "UPDATE olts SET timeout_ms = 50, retries = 1");
	plant_start(&p);
	fault("silent", "1");
	plant_restart_due(&p, node, clock_wall_ms() + 1500);
	ended.execution = plant_wait(&p, &ended).event.execution;
	assert_string_equal(state_of(&p, ended.execution), "FAILED");
	assert_int_equal(plant_number(&p, "SELECT attempts FROM executions"), 2);
	assert_int_equal(plant_number(&p, "SELECT COUNT(*) FROM attempts"), 2);
	assert_int_equal(
	    plant_number(&p, "SELECT CAST(SUM(timeouts) AS BIGINT) FROM attempts"), 2);
	plant_close(&p);
}

static void
a_dead_olt_is_suspended_and_comes_back(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct node_id node = node_of(&p, olt, TASK_WALK, "onu/description");
	struct plant_wait suspended = { .kind = COORDINATOR_OLT_SUSPENDED },
			  back = { .kind = COORDINATOR_OLT_BACK };
	struct execution_id run = { 0 };

	plant_do(&p, "UPDATE olts SET timeout_ms = 50, retries = 1");
	p.rules.health.probe_ms = 300;
	plant_start(&p);
	fault("silent", "1");
	for (int i = 0; i < 3; i++)
		run = plant_run(&p, node);
	assert_string_equal(state_of(&p, run), "FAILED");
	assert_string_equal(plant_text(&p,
				"SELECT error FROM executions ORDER BY id DESC "
				"LIMIT 1"),
	    "TIMEOUT");
	p.last_event = 0;
	(void)plant_wait(&p, &suspended);
	fault("silent", "0");
	(void)plant_wait(&p, &back);
	assert_string_equal(state_of(&p, plant_run(&p, node)), "SUCCESS");
	plant_stop(&p);
	assert_int_equal(plant_number(&p, "SELECT suspended_ms FROM olts"), -1);
	assert_int_equal(plant_number(&p, "SELECT failures FROM olts"), 0);
	plant_close(&p);
}

/* Stopped traffic: what the simulator has seen does not grow any more. */
static void
an_interrupted_run_stops_its_traffic(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct node_id node =
	    node_of(&p, olt, TASK_WALK, "onu/description,onu/distance_m");
	struct plant_wait began = { .kind = COORDINATOR_STARTED },
			  stopped = { .kind = COORDINATOR_INTERRUPTED };
	struct execution_id run;
	double seen;

	p.limits.in_flight = 1;
	p.limits.repetitions = 1;
	plant_start(&p);
	fault("latency", "100ms");
	run = plant_ask(&p, node);
	began.execution = stopped.execution = run;
	(void)plant_wait(&p, &began);
	(void)usleep(350 * 1000);
	check_rc(engine_interrupt(p.engine, run, "test"), RC_OK);
	(void)plant_wait(&p, &stopped);
	(void)usleep(150 * 1000); /* the one that was in flight */
	seen = lab_sim_counter(&sim, "requests");
	assert_true(seen > 0);
	(void)usleep(500 * 1000);
	assert_int_equal((int)lab_sim_counter(&sim, "requests"), (int)seen);
	plant_stop(&p);
	assert_string_equal(state_of(&p, run), "INTERRUPTED");
	plant_close(&p);
}

static void
fifty_runs_at_once_never_ask_more_than_is_permitted(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct node_id nodes[2];

	nodes[0] = node_of(&p, olt, TASK_WALK, "onu/description");
	nodes[1] = node_of(&p, olt, TASK_WALK, "onu/distance_m,onu/status");
	p.limits.in_flight = 3;
	plant_start(&p);
	discover(&p, olt);
	plant_settle(&p, 3); /* what comes first runs at once */
	reset_sim();
	for (int i = 0; i < 50; i++)
		(void)plant_ask(&p, nodes[i % 2]);
	plant_settle(&p, 53);
	assert_int_equal(
	    plant_number(&p, "SELECT COUNT(*) FROM executions WHERE state = 'SUCCESS'"),
	    53);
	assert_true(lab_sim_counter(&sim, "max_in_flight") <= 3);
	plant_close(&p);
}

/* Wait until everything is written and the engine knows it. It tells when it begins to hold
 * runs back: on a busy machine it may do so before the test has begun, and then not again. */
static void
let_it_write(struct plant *p)
{
	int64_t written_ms = 0;
	bool is_held = true;

	for (int i = 0; i < 6000 && is_held; i++) {
		const struct snapshot *s = engine_snapshot(p->engine);

		(void)usleep(10000);
		if (writer_figures(p->writer).waiting > 0)
			written_ms = 0;
		else if (!written_ms)
			written_ms = clock_wall_ms();
		else
			is_held = !s || s->at_ms <= written_ms || s->figures.is_held;
		if (s)
			snapshot_release(s);
	}
	assert_false(is_held);
}

/* What was told until now is not waited for. */
static void
forget_events(struct plant *p)
{
	struct engine_event event;
	size_t n;

	while (engine_listen(p->engine, &p->last_event, &event, 1, &n, 0) == RC_OK)
		;
}

/* Somebody else has the database: what runs ends and is kept, nothing new begins. */
static void
when_the_store_is_away_nothing_is_lost(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct node_id node = node_of(&p, olt, TASK_WALK, "onu/description");
	bool is_sqlite = strcmp(db_backend(p.db), "sqlite") == 0;

	p.writing.bound = 8;
	p.limits.timeout_ms = 60000; /* a busy machine is no silent OLT */
	plant_start(&p);
	discover(&p, olt);
	plant_settle(&p, 2); /* what comes first runs at once */
	let_it_write(&p);
	forget_events(&p);
	plant_begin(&p);
	if (!is_sqlite)
		plant_do(&p, "LOCK TABLE executions IN ACCESS EXCLUSIVE MODE");
	for (int i = 0; i < 20; i++)
		(void)plant_ask(&p, node);
	(void)plant_wait(&p, &(struct plant_wait){ .kind = COORDINATOR_HELD });
	plant_commit(&p);
	(void)plant_wait(&p, &(struct plant_wait){ .kind = COORDINATOR_RESUMED });
	plant_settle(&p, 22);
	assert_int_equal(
	    plant_number(&p, "SELECT COUNT(*) FROM executions WHERE state = 'SUCCESS'"),
	    22);
	plant_close(&p);
}

static void
what_runs_at_the_end_is_interrupted(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct node_id node = node_of(&p, olt, TASK_WALK, "onu/description");
	struct execution_id run;

	plant_start(&p);
	fault("latency", "2s");
	run = plant_ask(&p, node);
	(void)plant_wait(
	    &p, &(struct plant_wait){ .kind = COORDINATOR_STARTED, .execution = run });
	engine_stop(p.engine, 100);
	plant_stop(&p);
	assert_string_equal(state_of(&p, run), "INTERRUPTED");
	assert_string_equal(plant_text(&p, "SELECT error FROM executions"), "SHUTDOWN");
	fault("latency", "0ms");
	plant_start(&p);
	assert_true(plant_run(&p, node).v > run.v);
	plant_close(&p);
}

/* ---- what the upkeep does ----------------------------------------------------------- */

/* Somebody has changed the database and told nobody: the compare of every minute, here
 * more often, finds it. */
static void
a_change_that_nobody_told_is_found(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct olt_id other = plant_olt(&p, "B", (uint16_t)(sim_port + 1), PROFILE);
	struct plant_wait disabled = { .kind = COORDINATOR_OLT_DISABLED, .olt = olt };
	const struct snapshot *s = NULL;

	p.has_keeper = true;
	p.check_ms = 200;
	plant_start(&p);
	plant_do(&p, "UPDATE olts SET enabled = 0 WHERE name = 'A'");
	(void)plant_wait(&p, &disabled);
	plant_do(&p, "UPDATE olts SET deleted_ms = 1 WHERE name = 'B'");
	for (int i = 0; i < 600 && !(s && s->n_olts == 1); i++) {
		if (s)
			snapshot_release(s);
		(void)usleep(20000);
		s = engine_snapshot(p.engine);
	}
	assert_int_equal(s->n_olts, 1);
	assert_int_equal(s->olts[0].id.v, olt.v);
	assert_int_not_equal(other.v, olt.v);
	snapshot_release(s);
	plant_close(&p);
}

static void
what_is_too_old_is_removed(void **state)
{
	struct plant p = plant_on(state);

	(void)plant_olt(&p, "A", sim_port, PROFILE);
	plant_do(&p,
	    "INSERT INTO coordinator_logs (at_ms, key, level, event_type, message) "
	    "VALUES (1, 1, 'INFO', 'held', 'long ago')");
	p.has_keeper = true;
	p.upkeep_ms = 100;
	plant_start(&p);
	for (int i = 0; i < 600; i++) {
		if (plant_number(
			&p, "SELECT COUNT(*) FROM coordinator_logs WHERE at_ms = 1") == 0)
			break;
		(void)usleep(20000);
	}
	assert_int_equal(
	    plant_number(&p, "SELECT COUNT(*) FROM coordinator_logs WHERE at_ms = 1"), 0);
	plant_close(&p);
}

/* ---- "test this OLT" -------------------------------------------------------------- */

struct trial {
	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t told;
	bool is_told;
	enum rc rc;
	size_t n_columns, n_answering, n_rows;
	char profile[64], message[256];
};

static void
on_tested(void *ctx, const struct detection *d, const struct collection *sample)
{
	struct trial *t = ctx;

	pthread_mutex_lock(&t->lock);
	t->is_told = true;
	t->rc = d->rc;
	(void)snprintf(
	    t->profile, sizeof(t->profile), "%s", d->profile ? d->profile->id : "");
	(void)snprintf(
	    t->message, sizeof(t->message), "%s", d->message ? d->message : "");
	t->n_columns = d->n_columns;
	for (size_t i = 0; i < d->n_columns; i++)
		t->n_answering += d->columns[i].answers;
	t->n_rows = sample ? rows_count(sample->rows) : 0;
	pthread_cond_signal(&t->told);
	pthread_mutex_unlock(&t->lock);
}

static void
begin_test(struct plant *p, struct trial *t, uint16_t port)
{
	struct engine_test test = { .done = on_tested, .ctx = t };

	test.target = (struct snmpc_target){ .port = port,
		.version = SNMP_V2C,
		.host = "127.0.0.1",
		.limits = p->limits };
	check_rc(secret_set(&test.target.community, "public"), RC_OK);
	check_rc(engine_test(p->engine, &test), RC_OK);
}

static void
try_olt(struct plant *p, struct trial *t, uint16_t port)
{
	begin_test(p, t, port);
	pthread_mutex_lock(&t->lock);
	while (!t->is_told)
		(void)pthread_cond_wait(&t->told, &t->lock);
	pthread_mutex_unlock(&t->lock);
}

static void
an_olt_can_be_tested_before_it_is_saved(void **state)
{
	struct plant p = plant_on(state);
	struct trial good = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER };
	struct trial dead = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER };

	p.limits.timeout_ms = 200;
	plant_start(&p);
	try_olt(&p, &good, sim_port);
	check_rc(good.rc, RC_OK);
	assert_string_equal(good.profile, PROFILE);
	assert_true(good.n_answering > 10 && good.n_answering <= good.n_columns);
	assert_int_equal(good.n_rows, PORTS * ONUS);
	try_olt(&p, &dead, lab_free_ports(1));
	check_rc(dead.rc, RC_UNREACHABLE);
	assert_true(dead.message[0]);
	assert_int_equal(plant_number(&p, "SELECT COUNT(*) FROM executions"), 0);
	plant_close(&p);
}

/* Takes everything and says nothing. */
static int
silent_socket(uint16_t *ret_port)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t n = sizeof(at);
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	assert_int_equal(bind(fd, (struct sockaddr *)&at, n), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &n), 0);
	*ret_port = ntohs(at.sin_port);
	return fd;
}

static void
tests_of_silent_olts_are_bounded(void **state)
{
	enum { MOST = 64 };
	struct plant p = plant_on(state);
	struct trial olt_tests[MOST + 1];
	uint16_t port;
	int fd = silent_socket(&port);

	p.limits.timeout_ms = 60000;
	plant_start(&p);
	for (int i = 0; i < MOST + 1; i++)
		olt_tests[i] =
		    (struct trial){ PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER };
	for (int i = 0; i < MOST; i++)
		begin_test(&p, &olt_tests[i], port);
	try_olt(&p, &olt_tests[MOST], port);
	check_rc(olt_tests[MOST].rc, RC_BUSY);
	check_contains(olt_tests[MOST].message, "too many OLTs");
	plant_close(&p); /* the others are told that the program ends */
	for (int i = 0; i < MOST; i++)
		check_rc(olt_tests[i].rc, RC_CANCELLED);
	(void)close(fd);
}

/* A card that is gone takes more than half of the ONUs with it: nobody is absent yet. */
static void
a_half_empty_walk_is_held_and_said(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct node_id node = node_of(&p, olt, TASK_DISCOVERY, "onu/serial,onu/status");
	struct plant_wait held = { .kind = COORDINATOR_WALK_HELD, .olt = olt };

	plant_start(&p);
	assert_string_equal(state_of(&p, plant_run(&p, node)), "SUCCESS");
	fault("missing", "1.3.6.1.4.1.2011.6.128.1.1.2");
	held.execution = plant_ask(&p, node);
	(void)plant_wait(&p, &held);
	assert_int_equal(
	    plant_number(&p, "SELECT COUNT(*) FROM onus WHERE is_present = 1"),
	    PORTS * ONUS);
	plant_close(&p);
}

static int
bring_up(void **state)
{
	static const char *const ARGS[] = { "--profile", "huawei", "--olts", "4",
		"--ports", "4", "--onus", "8", "--static", NULL };

	(void)state;
	sim_port = lab_free_ports(4);
	sim = lab_sim_start(sim_port, ARGS);
	return 0;
}

static int
heal(void **state)
{
	static const char *const NONE[][2] = { { "latency", "0ms" }, { "silent", "0" },
		{ "missing", "" }, { "generr", "" } };

	for (size_t i = 0; i < sizeof(NONE) / sizeof(NONE[0]); i++)
		fault(NONE[i][0], NONE[i][1]);
	reset_sim();
	return backend_teardown(state);
}

static int
take_down(void **state)
{
	(void)state;
	lab_sim_stop(&sim);
	return 0;
}

/* The simulator is healed after each. */
#define RUNNING(test)                                                     \
	{ "sqlite: " #test, test, backend_setup, heal, BACKEND_SQLITE },  \
	{                                                                 \
		"pgsql: " #test, test, backend_setup, heal, BACKEND_PGSQL \
	}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		RUNNING(a_discovery_finds_the_onus),
		RUNNING(an_olt_is_detected_before_it_is_asked),
		RUNNING(a_first_run_that_was_due_before_the_engine_knew_of_it_is_made),
		RUNNING(a_walk_brings_values),
		RUNNING(a_get_brings_values),
		RUNNING(a_sweep_runs_in_slices_and_brings_levels),
		RUNNING(ports_and_chassis_have_rows_of_their_own),
		RUNNING(what_does_not_come_is_counted_and_named),
		RUNNING(a_column_that_the_olt_does_not_have_is_remembered),
		RUNNING(a_run_that_takes_too_long_ends_at_its_limit),
		RUNNING(a_silent_olt_is_tried_again_as_often_as_the_job_says),
		RUNNING(a_dead_olt_is_suspended_and_comes_back),
		RUNNING(an_interrupted_run_stops_its_traffic),
		RUNNING(fifty_runs_at_once_never_ask_more_than_is_permitted),
		RUNNING(a_half_empty_walk_is_held_and_said),
		RUNNING(a_change_that_nobody_told_is_found),
		RUNNING(what_is_too_old_is_removed),
		RUNNING(an_olt_can_be_tested_before_it_is_saved),
		RUNNING(tests_of_silent_olts_are_bounded),
		RUNNING(when_the_store_is_away_nothing_is_lost),
		RUNNING(what_runs_at_the_end_is_interrupted),
	};

	return cmocka_run_group_tests(tests, bring_up, take_down);
}
