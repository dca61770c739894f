/* SPDX-License-Identifier: Apache-2.0
 *
 * A live read of one ONU through the engine, against a simulated OLT: it is an execution,
 * what it brings is in the ONU, who asks meanwhile shares it, and it disturbs nobody.
 */
#include "backends.h"

#include <pthread.h>
#include <time.h>

#include "base/clock.h"
#include "lab.h"
#include "plant.h"

static struct lab_sim sim;
static uint16_t sim_port;

static const char PROFILE[] = "huawei_smartax";

/* What came back, and how often. */
struct answer {
	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t came;
	int n;
	enum rc rc;
	char message[256];
	struct execution_id execution;
};

static void
on_begun(void *ctx, const struct refreshed *r)
{
	struct answer *a = ctx;

	pthread_mutex_lock(&a->lock);
	a->n++;
	a->rc = r->rc;
	a->execution = r->execution;
	(void)snprintf(a->message, sizeof(a->message), "%s", r->message);
	pthread_cond_signal(&a->came);
	pthread_mutex_unlock(&a->lock);
}

static void
wait_for(struct answer *a, int n)
{
	struct timespec until;

	(void)clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 60;
	pthread_mutex_lock(&a->lock);
	while (a->n < n && pthread_cond_timedwait(&a->came, &a->lock, &until) == 0)
		continue;
	assert_int_equal(a->n, n);
	pthread_mutex_unlock(&a->lock);
}

/* 0/1/0:0 is there: four ports of eight ONUs. */
static void
ask_for(struct plant *p, struct olt_id olt, int64_t wait_ms, struct answer *a)
{
	struct engine_refresh refresh = { .olt = olt,
		.wait_ms = wait_ms,
		.asked_by = "ana",
		.begun = on_begun,
		.ctx = a };
	int n = a->n;

	refresh.position.has =
	    1U << POS_FRAME | 1U << POS_SLOT | 1U << POS_PORT | 1U << POS_ONU;
	refresh.position.part[POS_SLOT] = 1;
	check_rc(engine_refresh(p->engine, &refresh), RC_OK);
	wait_for(a, n + 1);
}

#define ANSWER                                                                      \
	{                                                                           \
		.lock = PTHREAD_MUTEX_INITIALIZER, .came = PTHREAD_COND_INITIALIZER \
	}

static struct plant
plant_on(void **state)
{
	struct backend *b = backend_of(state);
	struct plant p = { 0 };

	plant_open(&p, b->where, b->folder);
	return p;
}

static struct node_id
discovery_on(struct plant *p, struct olt_id olt)
{
	struct plant_job job = { .name = "walk",
		.type = TASK_DISCOVERY,
		.profile = PROFILE,
		.columns = "onu/serial",
		.interval_ms = 300000 };

	return plant_node(p, olt, plant_job(p, &job));
}

static struct engine_event
until(struct plant *p, enum coordinator_event_kind kind, struct execution_id execution)
{
	return plant_wait(
	    p, &(struct plant_wait){ .kind = kind, .execution = execution });
}

static const char *
field(struct plant *p, struct execution_id execution, const char *name)
{
	char sql[128];

	(void)snprintf(sql, sizeof(sql),
	    "SELECT CAST(%s AS TEXT) FROM executions WHERE id = %lld", name,
	    (long long)execution.v);
	return plant_text(p, sql);
}

static void
what_is_read_is_in_the_onu_when_its_execution_ends(void **state)
{
	static const char RX[] = "SELECT COUNT(*) FROM onu_numbers WHERE onu_rx_dbm < 0";
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct node_id walk = discovery_on(&p, olt);
	struct answer a = ANSWER;
	struct engine_event end;

	plant_start(&p);
	(void)plant_run(&p, walk);
	plant_settle(&p, 1);
	assert_int_equal(plant_number(&p, RX), 0);
	ask_for(&p, olt, 5000, &a);
	check_rc(a.rc, RC_OK);
	end = until(&p, COORDINATOR_ENDED, a.execution);
	assert_int_equal(end.event.state, EXECUTION_SUCCESS);
	assert_true(end.event.by_hand);
	check_contains(end.text, "A: the live read of 0/1/0:0 SUCCESS");
	assert_int_equal(plant_number(&p, RX), 1);
	assert_string_equal(field(&p, a.execution, "state"), "SUCCESS");
	assert_string_equal(field(&p, a.execution, "asked_by"), "ana");
	assert_string_equal(field(&p, a.execution, "onus_ok"), "1");
	assert_string_equal(field(&p, a.execution, "lane"), "high");
	assert_string_equal(field(&p, a.execution, "COALESCE(node_id, 0)"), "0");
	assert_int_equal(plant_number(&p,
			     "SELECT COUNT(*) FROM attempts a JOIN executions e "
			     "ON e.id = a.execution_id WHERE e.node_id IS NULL"),
	    1);
	/* A person's wish is owed to nobody: the walk is by hand, too. */
	assert_int_equal(plant_number(&p, "SELECT COUNT(*) FROM quota_trackers"), 0);
	plant_close(&p);
}

static void
those_who_ask_at_once_follow_one_execution(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct answer a = ANSWER;
	struct execution_id first;
	double alone, shared;

	plant_start(&p);
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"reset\"}"));
	ask_for(&p, olt, 5000, &a);
	(void)until(&p, COORDINATOR_ENDED, a.execution);
	alone = lab_sim_counter(&sim, "requests");
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"set\",\"latency\":\"100ms\"}"));
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"reset\"}"));
	first = a.execution;
	ask_for(&p, olt, 5000, &a);
	assert_true(a.execution.v > first.v);
	first = a.execution;
	for (int i = 0; i < 5; i++) {
		ask_for(&p, olt, 5000, &a);
		assert_int_equal(a.execution.v, first.v);
	}
	(void)until(&p, COORDINATOR_ENDED, first);
	shared = lab_sim_counter(&sim, "requests");
	assert_true(alone > 0);
	assert_true(shared <= alone);
	plant_close(&p);
}

static void
an_olt_that_is_not_there_or_disabled_is_not_asked(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct answer a = ANSWER;

	plant_do(&p, "UPDATE olts SET enabled = 0");
	plant_start(&p);
	ask_for(&p, (struct olt_id){ 99 }, 5000, &a);
	check_rc(a.rc, RC_NOT_FOUND);
	ask_for(&p, olt, 5000, &a);
	check_rc(a.rc, RC_CONFLICT);
	check_contains(a.message, "disabled");
	plant_stop(&p);
	assert_int_equal(plant_number(&p, "SELECT COUNT(*) FROM executions"), 0);
	plant_close(&p);
}

/* While a run has the OLT, a live read waits for it; when that takes too long it ends. */
static void
a_run_is_not_disturbed(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct node_id node = discovery_on(&p, olt);
	struct answer hasty = ANSWER, patient = ANSWER;
	struct execution_id run;

	plant_start(&p);
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"set\",\"latency\":\"300ms\"}"));
	run = plant_ask(&p, node);
	(void)until(&p, COORDINATOR_STARTED, run);
	ask_for(&p, olt, 0, &hasty);
	check_rc(hasty.rc, RC_OK);
	(void)until(&p, COORDINATOR_INTERRUPTED, hasty.execution);
	ask_for(&p, olt, 30000, &patient);
	check_contains(until(&p, COORDINATOR_QUEUED, patient.execution).text, "waits");
	(void)until(&p, COORDINATOR_ENDED, run);
	(void)until(&p, COORDINATOR_ENDED, patient.execution);
	plant_stop(&p);
	assert_string_equal(field(&p, run, "state"), "SUCCESS");
	assert_string_equal(field(&p, patient.execution, "state"), "SUCCESS");
	assert_string_equal(field(&p, hasty.execution, "state"), "INTERRUPTED");
	assert_string_equal(field(&p, hasty.execution, "error"), "DEADLINE");
	plant_close(&p);
}

static void
it_can_be_interrupted_and_fails_as_runs_do(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct answer a = ANSWER;

	p.limits.timeout_ms = 100;
	p.limits.retries = 0;
	plant_start(&p);
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"set\",\"latency\":\"3s\"}"));
	ask_for(&p, olt, 5000, &a);
	(void)until(&p, COORDINATOR_STARTED, a.execution);
	check_rc(engine_interrupt(p.engine, a.execution, "ana"), RC_OK);
	(void)until(&p, COORDINATOR_INTERRUPTED, a.execution);
	json_decref(
	    lab_sim_ask(&sim, "{\"cmd\":\"set\",\"latency\":\"0ms\",\"silent\":\"1\"}"));
	plant_settle(&p, 1);
	assert_string_equal(field(&p, a.execution, "error"), "USER");
	ask_for(&p, olt, 5000, &a);
	assert_int_equal(
	    until(&p, COORDINATOR_ENDED, a.execution).event.state, EXECUTION_FAILED);
	assert_string_equal(field(&p, a.execution, "error"), "TIMEOUT");
	plant_close(&p);
}

static void
what_waits_at_the_end_is_interrupted(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct answer a = ANSWER;

	plant_start(&p);
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"set\",\"silent\":\"1\"}"));
	ask_for(&p, olt, 5000, &a);
	(void)until(&p, COORDINATOR_STARTED, a.execution);
	plant_stop(&p);
	assert_string_equal(field(&p, a.execution, "state"), "INTERRUPTED");
	assert_string_equal(field(&p, a.execution, "error"), "SHUTDOWN");
	plant_close(&p);
}

static int
bring_up(void **state)
{
	static const char *const ARGS[] = { "--profile", "huawei", "--olts", "1",
		"--ports", "4", "--onus", "8", "--static", NULL };

	(void)state;
	sim_port = lab_free_ports(1);
	sim = lab_sim_start(sim_port, ARGS);
	return 0;
}

static int
heal(void **state)
{
	json_decref(
	    lab_sim_ask(&sim, "{\"cmd\":\"set\",\"latency\":\"0ms\",\"silent\":\"0\"}"));
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"reset\"}"));
	return backend_teardown(state);
}

static int
take_down(void **state)
{
	(void)state;
	lab_sim_stop(&sim);
	return 0;
}

/* What is written is looked at on both; the engine's part needs one. */
#define ON_ONE(test, kind)                                        \
	{                                                         \
#kind ": " #test, test, backend_setup, heal, kind \
	}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_ONE(
		    what_is_read_is_in_the_onu_when_its_execution_ends, BACKEND_SQLITE),
		ON_ONE(what_is_read_is_in_the_onu_when_its_execution_ends, BACKEND_PGSQL),
		ON_ONE(those_who_ask_at_once_follow_one_execution, BACKEND_SQLITE),
		ON_ONE(an_olt_that_is_not_there_or_disabled_is_not_asked, BACKEND_SQLITE),
		ON_ONE(a_run_is_not_disturbed, BACKEND_SQLITE),
		ON_ONE(it_can_be_interrupted_and_fails_as_runs_do, BACKEND_SQLITE),
		ON_ONE(what_waits_at_the_end_is_interrupted, BACKEND_SQLITE),
	};

	return cmocka_run_group_tests(tests, bring_up, take_down);
}
