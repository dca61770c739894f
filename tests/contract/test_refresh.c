/* SPDX-License-Identifier: Apache-2.0
 *
 * A live read of one ONU through the engine, against a simulated OLT: what comes of it,
 * who shares it, and what it does not disturb.
 */
#include "backends.h"

#include <pthread.h>
#include <time.h>

#include "base/clock.h"
#include "lab.h"
#include "plant.h"
#include "poll/rows.h"

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
	bool has_rx, has_state;
	uint32_t asked; /* ONUs */
};

static void
on_refreshed(void *ctx, const struct refreshed *r)
{
	struct answer *a = ctx;

	pthread_mutex_lock(&a->lock);
	a->n++;
	a->rc = r->rc;
	(void)snprintf(
	    a->message, sizeof(a->message), "%s", r->message ? r->message : "");
	for (size_t i = 0; r->row && i < r->collection->n_outputs; i++) {
		const struct output *o = &r->collection->outputs[i];

		a->has_rx |=
		    o->purpose == PURPOSE_ONU_RX && r->row->values[i].kind == VALUE_REAL;
		a->has_state |= o->purpose == PURPOSE_RUN_STATE &&
		    r->row->values[i].kind == VALUE_STATE;
	}
	if (r->collection)
		a->asked = r->collection->onus.asked;
	pthread_cond_signal(&a->came);
	pthread_mutex_unlock(&a->lock);
}

static void
ask_for(struct plant *p, struct olt_id olt, int64_t wait_ms, struct answer *a)
{
	struct engine_refresh refresh = {
		.olt = olt, .wait_ms = wait_ms, .done = on_refreshed, .ctx = a
	};

	/* 0/1/0:0 is there: four ports of eight ONUs. */
	refresh.position.has =
	    1U << POS_FRAME | 1U << POS_SLOT | 1U << POS_PORT | 1U << POS_ONU;
	refresh.position.part[POS_SLOT] = 1;
	check_rc(engine_refresh(p->engine, &refresh), RC_OK);
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

static void
an_onu_is_read_alone_and_nothing_is_written(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct answer a = ANSWER;

	plant_start(&p);
	ask_for(&p, olt, 5000, &a);
	wait_for(&a, 1);
	check_rc(a.rc, RC_OK);
	assert_true(a.has_rx);
	assert_true(a.has_state);
	assert_int_equal(a.asked, 1);
	plant_stop(&p);
	assert_int_equal(plant_number(&p, "SELECT COUNT(*) FROM executions"), 0);
	assert_int_equal(plant_number(&p, "SELECT COUNT(*) FROM onus"), 0);
	plant_close(&p);
}

static void
those_who_ask_at_once_share_one_read(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct answer a = ANSWER;
	double alone, shared;

	plant_start(&p);
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"reset\"}"));
	ask_for(&p, olt, 5000, &a);
	wait_for(&a, 1);
	alone = lab_sim_counter(&sim, "requests");
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"reset\"}"));
	for (int i = 0; i < 5; i++)
		ask_for(&p, olt, 5000, &a);
	wait_for(&a, 6);
	shared = lab_sim_counter(&sim, "requests");
	check_rc(a.rc, RC_OK);
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
	wait_for(&a, 1);
	check_rc(a.rc, RC_NOT_FOUND);
	ask_for(&p, olt, 5000, &a);
	wait_for(&a, 2);
	check_rc(a.rc, RC_CONFLICT);
	check_contains(a.message, "disabled");
	plant_close(&p);
}

/* While a run has the OLT, a live read waits for it; when that takes too long it says so. */
static void
a_run_is_not_disturbed(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct plant_job job = { .name = "walk",
		.type = TASK_DISCOVERY,
		.profile = PROFILE,
		.columns = "onu/serial",
		.interval_ms = 300000 };
	struct node_id node = plant_node(&p, olt, plant_job(&p, &job));
	struct answer hasty = ANSWER, patient = ANSWER;
	struct execution_id run;

	plant_start(&p);
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"set\",\"latency\":\"300ms\"}"));
	run = plant_ask(&p, node);
	(void)plant_wait(
	    &p, &(struct plant_wait){ .kind = DESK_STARTED, .execution = run });
	ask_for(&p, olt, 0, &hasty);
	wait_for(&hasty, 1);
	check_rc(hasty.rc, RC_BUSY);
	ask_for(&p, olt, 30000, &patient);
	(void)plant_wait(
	    &p, &(struct plant_wait){ .kind = DESK_ENDED, .execution = run });
	wait_for(&patient, 1);
	check_rc(patient.rc, RC_OK);
	assert_int_equal(
	    plant_number(&p, "SELECT COUNT(*) FROM executions WHERE state = 'SUCCESS'"),
	    1);
	plant_close(&p);
}

static void
who_waits_at_the_end_is_told(void **state)
{
	struct plant p = plant_on(state);
	struct olt_id olt = plant_olt(&p, "A", sim_port, PROFILE);
	struct answer a = ANSWER;

	plant_start(&p);
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"set\",\"silent\":\"1\"}"));
	ask_for(&p, olt, 5000, &a);
	plant_stop(&p);
	wait_for(&a, 1);
	assert_true(a.rc == RC_CANCELLED || a.rc == RC_TIMEOUT);
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

/* The engine does not look at the database for any of it: one kind is enough. */
#define ON_ONE(test)                                                        \
	{                                                                   \
		"sqlite: " #test, test, backend_setup, heal, BACKEND_SQLITE \
	}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_ONE(an_onu_is_read_alone_and_nothing_is_written),
		ON_ONE(those_who_ask_at_once_share_one_read),
		ON_ONE(an_olt_that_is_not_there_or_disabled_is_not_asked),
		ON_ONE(a_run_is_not_disturbed),
		ON_ONE(who_waits_at_the_end_is_told),
	};

	return cmocka_run_group_tests(tests, bring_up, take_down);
}
