/* SPDX-License-Identifier: Apache-2.0
 *
 * Tripwires, against a simulated OLT that counts the ONUs online per port: the counts ride
 * in the probe, and a port that loses its light is an event before any run reads it.
 */
#include "backends.h"

#include <unistd.h>

#include "lab.h"
#include "plant.h"

static struct lab_sim sim;
static uint16_t sim_port;

static const char PROFILE[] = "vsol_v1600g";

static struct node_id
discovery_on(struct plant *p, struct olt_id olt)
{
	struct plant_job job = { .name = "walk",
		.type = TASK_DISCOVERY,
		.profile = PROFILE,
		.columns = "onu/serial",
		.interval_ms = 3600000 };

	return plant_node(p, olt, plant_job(p, &job));
}

/* At most so many tenths of a second. */
enum { PATIENCE = 1200 };

static void
wait_for_requests(double n)
{
	for (int i = 0; i < PATIENCE && lab_sim_counter(&sim, "requests") < n; i++)
		(void)usleep(100000);
	assert_true(lab_sim_counter(&sim, "requests") >= n);
}

static void
a_count_that_falls_is_an_event_of_its_port(void **state)
{
	static const char FELL[] =
	    "SELECT COUNT(*) FROM part_events WHERE what = 'count'";
	struct backend *b = backend_of(state);
	struct plant p = { 0 };
	struct olt_id olt;
	struct node_id walk;
	json_t *answer;

	plant_open(&p, b->where, b->folder);
	p.rules.health.watch_ms = 300;
	olt = plant_olt(&p, "A", sim_port, PROFILE);
	walk = discovery_on(&p, olt);
	plant_start(&p);
	(void)plant_run(&p, walk);
	plant_settle(&p, 1);
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"reset\"}"));
	wait_for_requests(3);
	assert_int_equal(plant_number(&p, FELL), 0);
	/* sysUpTime and the counts of both ports are one request. */
	assert_true(lab_sim_counter(&sim, "max_varbinds_in_answer") <= 3);
	answer = lab_sim_ask(&sim, "{\"cmd\":\"dark\",\"port\":\"1/1\"}");
	assert_true(json_is_true(json_object_get(answer, "ok")));
	json_decref(answer);
	for (int i = 0; i < PATIENCE && plant_number(&p, FELL) == 0; i++)
		(void)usleep(100000);
	assert_int_equal(plant_number(&p, FELL), 1);
	assert_string_equal(
	    plant_text(
		&p, "SELECT part || value_after FROM part_events WHERE what = 'count'"),
	    "port0");
	assert_int_equal(plant_number(&p,
			     "SELECT COUNT(*) FROM part_events e JOIN pon_ports p "
			     "ON p.place = e.place WHERE e.what = 'count'"),
	    1);
	assert_int_equal(plant_number(&p,
			     "SELECT COUNT(*) FROM events WHERE kind = 'parts' "
			     "AND subject IS NULL AND n = 1"),
	    1);
	/* It is no fact: the ONUs are as they were. */
	assert_int_equal(plant_number(&p, "SELECT COUNT(*) FROM executions"), 1);
	plant_close(&p);
}

static int
bring_up(void **state)
{
	static const char *const ARGS[] = { "--profile", "vsol_v1600g", "--olts", "1",
		"--ports", "2", "--onus", "8", "--offline", "0", "--static", NULL };

	(void)state;
	sim_port = lab_free_ports(1);
	sim = lab_sim_start(sim_port, ARGS);
	return 0;
}

static int
heal(void **state)
{
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"light\",\"port\":\"1/1\"}"));
	return backend_teardown(state);
}

static int
take_down(void **state)
{
	(void)state;
	lab_sim_stop(&sim);
	return 0;
}

#define ON_ONE(test, kind)                                        \
	{                                                         \
#kind ": " #test, test, backend_setup, heal, kind \
	}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_ONE(a_count_that_falls_is_an_event_of_its_port, BACKEND_SQLITE),
		ON_ONE(a_count_that_falls_is_an_event_of_its_port, BACKEND_PGSQL),
	};

	return cmocka_run_group_tests(tests, bring_up, take_down);
}
