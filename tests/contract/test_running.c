/* SPDX-License-Identifier: Apache-2.0
 *
 * The engine with everything that belongs to it (bench/plant.h), against simulated
 * OLTs, on both databases: what was asked for is in the database afterwards.
 */
#include "backends.h"

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
take_down(void **state)
{
	(void)state;
	lab_sim_stop(&sim);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(a_discovery_finds_the_onus),
		ON_EACH(an_olt_is_detected_before_it_is_asked),
	};

	return cmocka_run_group_tests(tests, bring_up, take_down);
}
