/* SPDX-License-Identifier: Apache-2.0
 *
 * Ports and chassis, of simulated OLTs and of recordings of real ones.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "olt_bed.h"

/* ---- ports and chassis ------------------------------------------------------------------- */

static void
ports_have_rows_of_their_own(void **state)
{
	static const char *const WITH_PORTS[] = { "huawei_smartax", "zte_c300_c320",
		"zte_c600", "fiberhome_an5516", "nokia_isam", "vsol_v1600g", "bdcom",
		"cdata", "ubiquiti_ufiber" };

	(void)state;
	for (size_t i = 0; i < sizeof(WITH_PORTS) / sizeof(WITH_PORTS[0]); i++) {
		struct olt o = usual_olt(WITH_PORTS[i]);
		const struct collection *c = run_job(&o, STANDARD_PORTS);

		print_message(
		    "%s: %zu ports\n", WITH_PORTS[i], rows_count(c->ports.rows));
		check_rc(c->rc, RC_OK);
		assert_int_equal(rows_count(c->rows), 0);
		assert_true(rows_count(c->ports.rows) >= PORTS);
		for (size_t k = 0; k < rows_count(c->ports.rows); k++) {
			const struct row *row = rows_at(c->ports.rows, k);

			assert_true(position_has(&row->position, POS_PORT));
			assert_false(position_has(&row->position, POS_ONU));
			assert_true(row->answered != 0);
		}
		olt_free(&o);
	}
}

static void
the_chassis_is_read_in_parts(void **state)
{
	static const char *const WITH_HEALTH[] = { "huawei_smartax", "zte_c300_c320",
		"fiberhome_an5516", "nokia_isam", "vsol_v1600g", "bdcom", "cdata" };

	(void)state;
	for (size_t i = 0; i < sizeof(WITH_HEALTH) / sizeof(WITH_HEALTH[0]); i++) {
		struct olt o = usual_olt(WITH_HEALTH[i]);
		const struct collection *c = run_job(&o, STANDARD_CHASSIS);

		print_message(
		    "%s: %zu parts\n", WITH_HEALTH[i], rows_count(c->parts.rows));
		check_rc(c->rc, RC_OK);
		assert_true(rows_count(c->parts.rows) > 0);
		for (size_t k = 0; k < rows_count(c->parts.rows); k++) {
			assert_non_null(rows_at(c->parts.rows, k)->part);
			print_message("#   %s\n", rows_at(c->parts.rows, k)->part);
		}
		olt_free(&o);
	}
}

static void
scalars_and_boards_come_in_one_collection(void **state)
{
	struct olt o = usual_olt("huawei_smartax");
	const struct collection *c = run_job(&o, STANDARD_CHASSIS);
	int uptime = output_of(&c->parts, "chassis_uptime_s");
	int cpu = output_of(&c->parts, "cpu_pct");
	bool has_system = false, has_board = false;

	(void)state;
	for (size_t i = 0; i < rows_count(c->parts.rows); i++) {
		const struct row *row = rows_at(c->parts.rows, i);

		if (strcmp(row->part, "") == 0)
			has_system = row->values[uptime].kind != VALUE_NULL;
		if (strncmp(row->part, "board ", 6) == 0)
			has_board = row->values[cpu].kind != VALUE_NULL;
	}
	assert_true(has_system);
	assert_true(has_board);
	olt_free(&o);
}

/* ---- real devices --------------------------------------------------------------------- */

/* The recordings lie beside the project and may be absent; that is said. */
static bool
recorded_olt(const char *profile, const char *name, struct olt *ret)
{
	const char *folder = getenv("FACHO_SHARED");
	char path[1024];
	const char *more[] = { "--snmprec", path, NULL };

	(void)snprintf(path, sizeof(path), "%s/recordings/%s.snmprec",
	    folder ? folder : SHARED_FOLDER, name);
	if (access(path, R_OK) != 0) {
		print_message("# %s is not here: skipped\n", path);
		return false;
	}
	*ret = olt_make(profile, more);
	return true;
}

static const struct row *
find_part(const struct collection *c, const char *part)
{
	for (size_t i = 0; i < rows_count(c->parts.rows); i++) {
		if (strcmp(rows_at(c->parts.rows, i)->part, part) == 0)
			return rows_at(c->parts.rows, i);
	}
	return NULL;
}

/* A number of a row, whatever it is stored as. */
static double
number(const struct collected *of, const struct row *row, const char *key)
{
	const struct value *v = &row->values[output_of(of, key)];

	assert_true(v->kind == VALUE_INT || v->kind == VALUE_REAL);
	return v->kind == VALUE_REAL ? v->r : (double)v->i;
}

static void
a_real_huawei_shows_its_ports_and_boards(void **state)
{
	const struct collection *c;
	const struct row *row;
	struct olt o;

	(void)state;
	if (!recorded_olt("huawei_smartax", "smartax", &o))
		return;
	c = run_job(&o, STANDARD_PORTS);
	check_rc(c->rc, RC_OK);
	assert_int_equal(rows_count(c->ports.rows), 32);
	row = rows_at(c->ports.rows, 0);
	assert_true(number(&c->ports, row, "port_tx_dbm") == 7.11);
	assert_string_equal(
	    row->values[output_of(&c->ports, "port_name")].text, "GPON 0/0/0");
	c = run_job(&o, STANDARD_CHASSIS);
	check_rc(c->rc, RC_OK);
	row = find_part(c, "board 0/7");
	assert_non_null(row);
	assert_true(number(&c->parts, row, "cpu_pct") == 17);
	assert_true(number(&c->parts, row, "memory_pct") == 75);
	row = find_part(c, "");
	assert_non_null(row);
	assert_true(number(&c->parts, row, "chassis_uptime_s") == 1114048);
	olt_free(&o);
}

/* Its light stands under the port's number, its traffic under an ifIndex. */
static void
a_real_vsol_has_one_row_a_port_out_of_two_tables(void **state)
{
	const struct collection *c;
	const struct row *row;
	struct olt o;

	(void)state;
	if (!recorded_olt("vsol_v1600d", "vsolution_v1600d", &o))
		return;
	c = run_job(&o, STANDARD_PORTS);
	check_rc(c->rc, RC_OK);
	assert_int_equal(rows_count(c->ports.rows), 2);
	row = rows_at(c->ports.rows, 0);
	assert_true(number(&c->ports, row, "port_tx_dbm") == 6.56);
	assert_true(number(&c->ports, row, "in_octets") == 68750140951.0);
	c = run_job(&o, STANDARD_DISCOVERY);
	assert_int_equal(rows_count(c->rows), 16);
	assert_true(c->is_complete);
	olt_free(&o);
}

static void
uplinks_of_real_devices_are_no_pon_ports(void **state)
{
	static const struct {
		const char *profile, *recording;
		size_t n_ports;
	} DEVICES[] = { { "zte_c300_c320", "zxa10_c320", 8 }, { "cdata", "cdata", 8 } };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		const struct collection *c;
		struct olt o;

		if (!recorded_olt(DEVICES[i].profile, DEVICES[i].recording, &o))
			continue;
		c = run_job(&o, STANDARD_PORTS);
		check_rc(c->rc, RC_OK);
		assert_int_equal(rows_count(c->ports.rows), DEVICES[i].n_ports);
		olt_free(&o);
	}
}

/* They are parts of the chassis, called as the device calls them; those that a person
 * switched off are none, nor are management and VLAN interfaces. */
static void
uplinks_of_real_devices_are_read(void **state)
{
	static const struct {
		const char *profile, *recording, *up, *down;
		size_t n;
	} DEVICES[] = {
		{ "huawei_smartax", "smartax", "uplink ethernet0/8/0",
		    "uplink ethernet0/7/0", 6 },
		{ "zte_c300_c320", "zxa10_c320", "uplink xgei_1/4/2", "uplink gei_1/4/1",
		    3 },
		{ "cdata", "cdata", "uplink ge0/0/5-uplink", "uplink xge0/0/1", 12 },
		{ "vsol_v1600d", "vsolution_v1600d", "uplink GE0/3", "uplink GE0/1", 4 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(DEVICES) / sizeof(DEVICES[0]); i++) {
		const struct collection *c;
		size_t n = 0;
		int at;
		struct olt o;

		if (!recorded_olt(DEVICES[i].profile, DEVICES[i].recording, &o))
			continue;
		c = run_job(&o, STANDARD_CHASSIS);
		check_rc(c->rc, RC_OK);
		for (size_t k = 0; k < rows_count(c->parts.rows); k++)
			n += strncmp(rows_at(c->parts.rows, k)->part, "uplink ", 7) == 0;
		assert_int_equal(n, DEVICES[i].n);
		at = output_of(&c->parts, "board_state");
		assert_non_null(find_part(c, DEVICES[i].up));
		assert_int_equal(
		    find_part(c, DEVICES[i].up)->values[at].state, STATE_ONLINE);
		assert_non_null(find_part(c, DEVICES[i].down));
		assert_int_equal(
		    find_part(c, DEVICES[i].down)->values[at].state, STATE_OFFLINE);
		olt_free(&o);
	}
}

static void
every_card_of_a_real_raisecom_has_its_cpu(void **state)
{
	const struct collection *c;
	struct olt o;

	(void)state;
	if (!recorded_olt("raisecom", "raisecom", &o))
		return;
	c = run_job(&o, STANDARD_CHASSIS);
	check_rc(c->rc, RC_OK);
	assert_int_equal(rows_count(c->parts.rows), 6);
	assert_true(number(&c->parts, find_part(c, "unit 3"), "cpu_pct") == 6);
	assert_true(number(&c->parts, find_part(c, ""), "chassis_temperature_c") == 33);
	olt_free(&o);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ports_have_rows_of_their_own),
		cmocka_unit_test(the_chassis_is_read_in_parts),
		cmocka_unit_test(scalars_and_boards_come_in_one_collection),
		cmocka_unit_test(a_real_huawei_shows_its_ports_and_boards),
		cmocka_unit_test(a_real_vsol_has_one_row_a_port_out_of_two_tables),
		cmocka_unit_test(uplinks_of_real_devices_are_no_pon_ports),
		cmocka_unit_test(uplinks_of_real_devices_are_read),
		cmocka_unit_test(every_card_of_a_real_raisecom_has_its_cpu),
	};

	return cmocka_run_group_tests(tests, load_profiles, unload_profiles);
}
