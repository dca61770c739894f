/* SPDX-License-Identifier: Apache-2.0
 *
 * A look at several ONUs through the engine, against a simulated OLT: it is an execution,
 * what it finds changed is an event, it is gentle, and it has limits.
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

enum { ONUS = 8 }; /* of a port */

/* The first n ONUs of 0/1/0: four ports of eight ONUs are there. */
static void
ask_for(struct plant *p, struct olt_id olt, size_t n_onus, struct answer *a)
{
	struct position onus[ENGINE_LOOK_ONUS + 1] = { 0 };
	struct engine_look look = { .olt = olt,
		.onus = onus,
		.n_onus = n_onus,
		.wait_ms = 30000,
		.asked_by = "incident 71",
		.begun = on_begun,
		.ctx = a };
	int n = a->n;

	for (size_t i = 0; i < n_onus; i++) {
		onus[i].has =
		    1U << POS_FRAME | 1U << POS_SLOT | 1U << POS_PORT | 1U << POS_ONU;
		onus[i].part[POS_SLOT] = 1;
		onus[i].part[POS_ONU] = (uint32_t)i;
	}
	check_rc(engine_look(p->engine, &look), RC_OK);
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
		.columns = "onu/serial,onu/status",
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
what_changed_on_a_port_is_an_event_when_it_ends(void **state)
{
	static const char DOWN[] =
	    "SELECT COUNT(*) FROM onu_events WHERE kind = 'run_state' "
	    "AND state <> 'online'";
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct node_id walk = discovery_on(&p, olt);
	struct answer a = ANSWER;
	struct engine_event end;
	int64_t before;

	plant_start(&p);
	(void)plant_run(&p, walk);
	plant_settle(&p, 1);
	before = plant_number(&p, DOWN);
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"dark\",\"port\":\"1/0\"}"));
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"reset\"}"));
	ask_for(&p, olt, ONUS, &a);
	check_rc(a.rc, RC_OK);
	end = until(&p, COORDINATOR_ENDED, a.execution);
	assert_int_equal(end.event.state, EXECUTION_SUCCESS);
	check_contains(end.text, "A: the look at 8 ONUs of 0/1/0 SUCCESS");
	assert_true(plant_number(&p, DOWN) > before);
	assert_int_equal(plant_number(&p,
			     "SELECT COUNT(*) FROM onus WHERE port = 0 AND slot = 1 "
			     "AND run_state = 'online'"),
	    0);
	assert_true(
	    plant_number(&p, "SELECT COUNT(*) FROM onus WHERE run_state = 'online'") > 0);
	assert_string_equal(field(&p, a.execution, "state"), "SUCCESS");
	assert_string_equal(field(&p, a.execution, "asked_by"), "incident 71");
	assert_string_equal(field(&p, a.execution, "onus_ok"), "8");
	assert_string_equal(field(&p, a.execution, "COALESCE(node_id, 0)"), "0");
	assert_int_equal(plant_number(&p, "SELECT COUNT(*) FROM quota_trackers"), 0);
	/* And the port says why: it was not read before. */
	assert_string_equal(plant_text(&p,
				"SELECT state || ' ' || cause FROM pon_ports "
				"WHERE place = '0/1/0'"),
	    "offline los_port");
	assert_true(lab_sim_counter(&sim, "max_in_flight") <= 1);
	assert_true(lab_sim_counter(&sim, "max_varbinds_in_answer") <= 12);
	plant_close(&p);
}

static void
the_fourth_within_a_minute_is_refused(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct answer a = ANSWER;

	plant_start(&p);
	for (int i = 0; i < 3; i++) {
		ask_for(&p, olt, ONUS, &a);
		check_rc(a.rc, RC_OK);
	}
	ask_for(&p, olt, ONUS, &a);
	check_rc(a.rc, RC_BUSY);
	check_contains(a.message, "3 times this minute");
	plant_close(&p);
}

static void
one_that_cannot_be_is_refused_with_a_reason(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct answer a = ANSWER;

	plant_start(&p);
	ask_for(&p, (struct olt_id){ 99 }, ONUS, &a);
	check_rc(a.rc, RC_NOT_FOUND);
	ask_for(&p, olt, 0, &a);
	check_rc(a.rc, RC_INVALID);
	ask_for(&p, olt, ENGINE_LOOK_ONUS + 1, &a);
	check_rc(a.rc, RC_INVALID);
	check_contains(a.message, "1 to 64 ONUs, not at 65");
	plant_do(&p, "UPDATE olts SET enabled = 0");
	plant_reload(&p, olt);
	ask_for(&p, olt, ONUS, &a);
	check_rc(a.rc, RC_CONFLICT);
	plant_stop(&p);
	assert_int_equal(plant_number(&p, "SELECT COUNT(*) FROM executions"), 0);
	plant_close(&p);
}

static void
a_run_ends_before_it_begins(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct node_id node = discovery_on(&p, olt);
	struct answer a = ANSWER;
	struct execution_id run;

	plant_start(&p);
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"set\",\"latency\":\"300ms\"}"));
	run = plant_ask(&p, node);
	(void)until(&p, COORDINATOR_STARTED, run);
	ask_for(&p, olt, ONUS, &a);
	check_rc(a.rc, RC_OK);
	(void)until(&p, COORDINATOR_ENDED, run);
	(void)until(&p, COORDINATOR_ENDED, a.execution);
	plant_stop(&p);
	assert_string_equal(field(&p, run, "state"), "SUCCESS");
	assert_string_equal(field(&p, a.execution, "state"), "SUCCESS");
	plant_close(&p);
}

static void
an_olt_that_answers_late_is_left_alone(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct answer a = ANSWER;

	p.limits.timeout_ms = 100;
	p.limits.retries = 0;
	plant_start(&p);
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"set\",\"silent\":\"1\"}"));
	ask_for(&p, olt, ONUS, &a);
	check_rc(a.rc, RC_OK);
	check_contains(until(&p, COORDINATOR_ENDED, a.execution).text, "FAILED");
	ask_for(&p, olt, ONUS, &a);
	check_rc(a.rc, RC_BUSY);
	check_contains(a.message, "answered late");
	plant_close(&p);
}

/* The simulator's cards have 14 to 40 %. */
static void
an_olt_whose_cpu_is_busy_is_left_alone(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct plant_job job = { .name = "cards",
		.type = TASK_TABLE,
		.profile = PROFILE,
		.columns = "board/cpu_pct",
		.interval_ms = 300000 };
	struct node_id node = plant_node(&p, olt, plant_job(&p, &job));
	struct answer a = ANSWER;
	int64_t asked;

	plant_do(&p,
	    "UPDATE oids SET transform = '{\"mul\": 0.3, \"add\": 86}', is_edited = 1 "
	    "WHERE purpose = "
	    "'cpu'");
	plant_start(&p);
	(void)plant_run(&p, node);
	plant_settle(&p, 1);
	asked = plant_number(&p, "SELECT COUNT(*) FROM executions");
	ask_for(&p, olt, ONUS, &a);
	check_rc(a.rc, RC_BUSY);
	check_contains(a.message, "its CPU is at ");
	assert_int_equal(plant_number(&p, "SELECT COUNT(*) FROM executions"), asked);
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
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"light\",\"port\":\"1/0\"}"));
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
		ON_ONE(what_changed_on_a_port_is_an_event_when_it_ends, BACKEND_SQLITE),
		ON_ONE(what_changed_on_a_port_is_an_event_when_it_ends, BACKEND_PGSQL),
		ON_ONE(the_fourth_within_a_minute_is_refused, BACKEND_SQLITE),
		ON_ONE(one_that_cannot_be_is_refused_with_a_reason, BACKEND_SQLITE),
		ON_ONE(a_run_ends_before_it_begins, BACKEND_SQLITE),
		ON_ONE(an_olt_whose_cpu_is_busy_is_left_alone, BACKEND_SQLITE),
		ON_ONE(an_olt_that_answers_late_is_left_alone, BACKEND_SQLITE),
	};

	return cmocka_run_group_tests(tests, bring_up, take_down);
}
