/* SPDX-License-Identifier: Apache-2.0
 *
 * The network outside of a simulated OLT, its faults, and what an OLT shows of them.
 */
#include "check.h"

#include <math.h>
#include <string.h>

#include "sim/device_int.h"

enum { PORTS = 32, ONUS = 64, SECOND = 1000, MINUTE = 60 * SECOND };

static const struct moment START = { 1000000, INT64_C(1780000000000) };

static struct profile_set *profiles;
static struct plant *plant;
static struct device device;
static struct arena *arena;
static uint32_t last_id;

static struct plant *
make(const struct profile *profile, uint32_t ports, uint32_t onus)
{
	struct life life = { .seed = 1 };
	struct plant *made = NULL;
	struct err err = { 0 };
	struct olt_spec spec;

	olt_spec_init(&spec);
	spec.ports = ports;
	spec.onus = onus;
	if (plant_new_from_profile(profile, &spec, &life, &made, &err) != RC_OK)
		fail_msg("%s: %s", profile->id, err.msg);
	olt_spec_fini(&spec);
	return made;
}

static int
setup_profiles(void **state)
{
	struct err err = { 0 };

	(void)state;
	return profile_set_load_builtin(&profiles, &err) == RC_OK ? 0 : -1;
}

static int
teardown_profiles(void **state)
{
	(void)state;
	profile_set_free(profiles);
	return 0;
}

/* Two cards of 16 ports; all ONUs are up, and nothing happens by itself. */
static int
setup(void **state)
{
	(void)state;
	plant = make(profile_set_find(profiles, "huawei"), PORTS, ONUS);
	device_init(&device, plant, 1, &START);
	device.habits = (struct habits){ .mute_pct = 25, .ups_pct = 3, .gasp_pct = 90 };
	arena = arena_new(0);
	last_id = 0;
	return arena ? 0 : -1;
}

static int
teardown(void **state)
{
	(void)state;
	arena_free(arena);
	device_fini(&device);
	plant_unref(plant);
	return 0;
}

static struct moment
later(int64_t ms)
{
	return (struct moment){ START.mono_us + ms * 1000, START.wall_ms + ms };
}

/* A fault from the start on, for so long (0: it has no end yet). */
static struct fault
strike(enum fault_kind kind, struct fault_words words, int64_t for_ms)
{
	struct fault f = { .id = ++last_id,
		.kind = kind,
		.began_ms = START.wall_ms,
		.ended_ms = for_ms ? START.wall_ms + for_ms : INT64_MAX,
		.db = 3 };
	struct err err = { 0 };

	if (fault_set_place(&f, plant, &words, &err) != RC_OK ||
	    device_add_fault(&device, &f, &START, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return f;
}

static struct onu_life
onu_at(uint32_t onu, int64_t ms)
{
	struct moment at = later(ms);

	return device_onu(&device, onu, &at);
}

static uint32_t
count_down(uint32_t first, uint32_t n, int64_t ms)
{
	uint32_t down = 0;

	for (uint32_t onu = first; onu < first + n; onu++)
		down += !onu_at(onu, ms).is_online;
	return down;
}

static uint32_t
count_cause(uint32_t first, uint32_t n, int64_t ms, enum state cause)
{
	uint32_t found = 0;

	for (uint32_t onu = first; onu < first + n; onu++) {
		struct onu_life l = onu_at(onu, ms);
		found += !l.is_online && l.cause == cause;
	}
	return found;
}

static const struct column *
column_for(enum purpose purpose)
{
	for (size_t i = 0; i < plant->profile->n_columns; i++) {
		if (plant->profile->columns[i].purpose == purpose)
			return &plant->profile->columns[i];
	}
	fail_msg("no column");
	return NULL;
}

static struct value
read_value(enum purpose purpose, enum entity entity, uint32_t number, int64_t ms)
{
	struct row row = { .entity = (uint8_t)entity, .number = number };
	struct moment at = later(ms);

	return device_row_value(&device, column_for(purpose), &row, &at, arena);
}

/* ---- the network outside ----------------------------------------------------- */

static void
onus_of_a_box_are_near_each_other(void **state)
{
	(void)state;
	for (uint32_t box = 0; box < PORTS * ONUS / 8; box++) {
		uint32_t low = UINT32_MAX, high = 0;
		for (uint32_t onu = 8 * box; onu < 8 * box + 8; onu++) {
			uint32_t m = outside_distance_m(plant, &device.life, onu);
			low = m < low ? m : low;
			high = m > high ? m : high;
			assert_int_equal(outside_box_of_onu(plant, onu), box % 8);
		}
		assert_true(low >= 500);
		assert_true(high < 20000);
		assert_true(high - low < 200);
	}
}

static void
trunks_and_zones_have_each_onu_once(void **state)
{
	(void)state;
	for (uint32_t onu = 0; onu < PORTS * ONUS; onu++) {
		uint32_t in_trunks = 0, in_zones = 0;
		for (uint32_t i = 0; i < outside_trunks(plant); i++) {
			struct area area = outside_trunk(plant, i);
			in_trunks += area_has_onu(&area, plant, onu);
		}
		for (uint32_t i = 0; i < outside_zones(plant); i++) {
			struct area area = outside_zone(plant, i);
			in_zones += area_has_onu(&area, plant, onu);
		}
		assert_int_equal(in_trunks, 1);
		assert_int_equal(in_zones, 1);
	}
	/* 32 ports by 4; 11 groups of at most 3 ports, each with two halves of 8 boxes. */
	assert_int_equal(outside_trunks(plant), 8);
	assert_int_equal(outside_zones(plant), 22);
}

/* ---- cuts ---------------------------------------------------------------------- */

static void
a_cut_of_a_box_takes_the_light_of_its_onus_only(void **state)
{
	struct fault f = strike(
	    FAULT_BOX, (struct fault_words){ .port = "1/2", .box = 3 }, 5 * MINUTE);
	uint32_t first = 2 * ONUS + 2 * 8;

	(void)state;
	assert_int_equal(count_down(0, PORTS * ONUS, -1), 0);
	assert_int_equal(count_down(0, PORTS * ONUS, SECOND), 8);
	assert_int_equal(count_cause(first, 8, SECOND, STATE_LOS_ONU), 8);
	assert_int_equal(count_down(first, 8, 5 * MINUTE), 8);
	/* Repaired: all are back within ten seconds. */
	assert_int_equal(count_down(0, PORTS * ONUS, 5 * MINUTE + 10 * SECOND), 0);
	for (uint32_t onu = first; onu < first + 8; onu++) {
		struct onu_life l = onu_at(onu, 6 * MINUTE);
		assert_in_range(l.last_down_ms, f.began_ms, f.began_ms + 300);
		assert_in_range(l.last_up_ms, f.ended_ms + 1, f.ended_ms + 10 * SECOND);
		/* It had power all the time. */
		assert_true(l.booted_ms < f.began_ms);
	}
}

static void
a_cut_feeder_darkens_its_port(void **state)
{
	struct moment soon = later(SECOND);

	(void)state;
	(void)strike(FAULT_FEEDER, (struct fault_words){ .port = "1/2" }, 0);
	assert_int_equal(count_cause(2 * ONUS, ONUS, SECOND, STATE_LOS_PORT), ONUS);
	assert_int_equal(count_down(0, PORTS * ONUS, SECOND), ONUS);
	assert_true(device_port_is_dark(&device, 2, &soon));
	assert_false(device_port_is_dark(&device, 1, &soon));
	assert_int_equal(
	    read_value(PURPOSE_PORT_STATE, ENTITY_PORT, 2, SECOND).state, STATE_OFFLINE);
	assert_int_equal(
	    read_value(PURPOSE_PORT_STATE, ENTITY_PORT, 3, SECOND).state, STATE_ONLINE);
	assert_int_equal(
	    read_value(PURPOSE_PORT_CAUSE, ENTITY_PORT, 2, SECOND).state, STATE_LOS_PORT);
	/* Without an end it stays so. */
	assert_int_equal(count_down(0, PORTS * ONUS, 3600 * SECOND), ONUS);
	soon = later(2 * SECOND);
	assert_non_null(device_end_fault(&device, 1, &soon));
	assert_null(device_end_fault(&device, 2, &soon));
	assert_int_equal(count_down(0, PORTS * ONUS, 20 * SECOND), 0);
}

static void
trunk_drop_and_card_take_what_is_behind_them(void **state)
{
	(void)state;
	(void)strike(FAULT_TRUNK, (struct fault_words){ .port = "1/5" }, MINUTE);
	assert_int_equal(count_down(4 * ONUS, 4 * ONUS, SECOND), 4 * ONUS);
	assert_int_equal(count_down(0, PORTS * ONUS, SECOND), 4 * ONUS);
	(void)strike(FAULT_DROP,
	    (struct fault_words){ .port = "1/0", .has_onu = true, .onu = 7 }, 0);
	assert_false(onu_at(7, SECOND).is_online);
	assert_int_equal(count_down(0, PORTS * ONUS, SECOND), 4 * ONUS + 1);
	(void)strike(FAULT_CARD, (struct fault_words){ .card = "2" }, 0);
	assert_int_equal(count_down(16 * ONUS, 16 * ONUS, SECOND), 16 * ONUS);
	assert_int_equal(
	    read_value(PURPOSE_BOARD_STATE, ENTITY_BOARD, 1, SECOND).state, STATE_FAULT);
	assert_int_equal(
	    read_value(PURPOSE_BOARD_STATE, ENTITY_BOARD, 0, SECOND).state, STATE_ONLINE);
	assert_int_equal(
	    read_value(PURPOSE_CPU, ENTITY_BOARD, 1, SECOND).kind, VALUE_NULL);
	assert_int_not_equal(
	    read_value(PURPOSE_CPU, ENTITY_BOARD, 0, SECOND).kind, VALUE_NULL);
}

static void
a_dead_module_sends_no_light(void **state)
{
	(void)state;
	(void)strike(FAULT_SFP, (struct fault_words){ .port = "1/2" }, 0);
	assert_int_equal(
	    read_value(PURPOSE_PORT_TX, ENTITY_PORT, 2, SECOND).kind, VALUE_NULL);
	assert_int_equal(
	    read_value(PURPOSE_PORT_TX, ENTITY_PORT, 1, SECOND).kind, VALUE_REAL);
	assert_int_equal(count_cause(2 * ONUS, ONUS, SECOND, STATE_LOS_PORT), ONUS);
	assert_int_equal(read_value(PURPOSE_PORT_CAUSE, ENTITY_PORT, 2, SECOND).state,
	    STATE_MODULE_FAULT);
}

/* ---- power ------------------------------------------------------------------------ */

/* Zone 1: the first four boxes of three ports, so 96 ONUs. */
static void
in_a_power_cut_some_gasp_and_some_stay(void **state)
{
	struct fault f =
	    strike(FAULT_POWER, (struct fault_words){ .zone = 1 }, 10 * MINUTE);
	uint32_t down = count_down(0, PORTS * ONUS, 5 * SECOND);
	uint32_t gasped = count_cause(0, PORTS * ONUS, 5 * SECOND, STATE_POWER);
	int64_t first_up = INT64_MAX, last_up = 0;

	(void)state;
	/* 97 % of 96 have no battery; 75 % of them are able to gasp, and 90 % are heard. */
	assert_in_range(down, 84, 96);
	assert_in_range(gasped, 45, 80);
	assert_int_equal(
	    count_cause(0, PORTS * ONUS, 5 * SECOND, STATE_LOS_ONU), down - gasped);
	for (uint32_t onu = 0; onu < PORTS * ONUS; onu++) {
		struct onu_life l = onu_at(onu, 60 * MINUTE);
		assert_true(l.is_online);
		if (l.last_down_ms < f.began_ms)
			continue;
		if (onu_is_mute(&device.life, &device.habits, onu))
			assert_int_equal(l.cause, STATE_LOS_ONU);
		first_up = l.last_up_ms < first_up ? l.last_up_ms : first_up;
		last_up = l.last_up_ms > last_up ? l.last_up_ms : last_up;
		assert_true(l.booted_ms == l.last_up_ms);
	}
	/* They boot, each at its own pace. */
	assert_true(last_up - first_up > 60 * SECOND);
}

static void
certain_gasps_and_no_batteries_are_settings(void **state)
{
	(void)state;
	device.habits = (struct habits){ .gasp_pct = 100 };
	(void)strike(FAULT_POWER, (struct fault_words){ .port = "1/0" }, 0);
	assert_int_equal(count_cause(0, ONUS, 5 * SECOND, STATE_POWER), ONUS);
	device.habits = (struct habits){ .gasp_pct = 100, .mute_pct = 100 };
	assert_int_equal(count_cause(0, ONUS, 5 * SECOND, STATE_LOS_ONU), ONUS);
	device.habits = (struct habits){ .ups_pct = 100 };
	assert_int_equal(count_down(0, ONUS, 5 * SECOND), 0);
}

static void
mute_models_never_gasp(void **state)
{
	uint32_t gasped = 0;

	(void)state;
	device.life.offline_pct = 100;
	for (uint32_t onu = 0; onu < PORTS * ONUS; onu++) {
		bool is_mute = onu_is_mute(&device.life, &device.habits, onu);
		gasped += onu_at(onu, 0).cause == STATE_POWER;
		if (is_mute)
			assert_int_not_equal(onu_at(onu, 0).cause, STATE_POWER);
	}
	assert_true(gasped > 100);
}

/* ---- what an OLT tells of it ---------------------------------------------------- */

static void
a_late_cause_is_that_of_the_time_before(void **state)
{
	struct onu_life before = onu_at(0, -1);
	struct value late, known;

	(void)state;
	device.habits =
	    (struct habits){ .cause_late_us = 30 * INT64_C(1000000), .gasp_pct = 100 };
	(void)strike(FAULT_FEEDER, (struct fault_words){ .port = "1/0" }, 0);
	late = read_value(PURPOSE_LAST_DOWN_CAUSE, ENTITY_ONU, 0, 29 * SECOND);
	known = read_value(PURPOSE_LAST_DOWN_CAUSE, ENTITY_ONU, 0, 31 * SECOND);
	assert_int_equal(late.state, before.cause);
	assert_int_equal(known.state, STATE_LOS_PORT);
	assert_int_not_equal(
	    read_value(PURPOSE_RUN_STATE, ENTITY_ONU, 0, SECOND).state, STATE_ONLINE);
}

static void
an_olt_may_have_no_times(void **state)
{
	(void)state;
	assert_int_equal(
	    read_value(PURPOSE_LAST_DOWN, ENTITY_ONU, 0, 0).kind, VALUE_TIME);
	device.habits.hides_times = true;
	assert_int_equal(
	    read_value(PURPOSE_LAST_DOWN, ENTITY_ONU, 0, 0).kind, VALUE_NULL);
	assert_int_equal(read_value(PURPOSE_LAST_UP, ENTITY_ONU, 0, 0).kind, VALUE_NULL);
}

static void
a_bend_takes_more_light_downstream(void **state)
{
	double rx = read_value(PURPOSE_ONU_RX, ENTITY_ONU, 9, SECOND).r;
	double olt_rx = read_value(PURPOSE_OLT_RX, ENTITY_ONU, 9, SECOND).r;
	double other = read_value(PURPOSE_ONU_RX, ENTITY_ONU, 0, SECOND).r;

	(void)state;
	(void)strike(FAULT_BEND, (struct fault_words){ .port = "1/0", .box = 2 }, MINUTE);
	assert_true(
	    fabs(read_value(PURPOSE_ONU_RX, ENTITY_ONU, 9, SECOND).r - rx + 3) < 1e-9);
	assert_true(fabs(read_value(PURPOSE_OLT_RX, ENTITY_ONU, 9, SECOND).r - olt_rx +
			1.8) < 1e-9);
	assert_true(
	    fabs(read_value(PURPOSE_ONU_RX, ENTITY_ONU, 0, SECOND).r - other) < 1e-9);
	assert_int_equal(count_down(0, ONUS, SECOND), 0);
}

static void
a_drift_takes_a_little_every_day(void **state)
{
	enum { DAY = 24 * 60 * MINUTE };
	struct moment at = later(10 * INT64_C(1) * DAY);

	(void)state;
	(void)strike(FAULT_DRIFT,
	    (struct fault_words){ .port = "1/0", .has_onu = true, .onu = 5 }, 0);
	/* 3 dB a day, for ten days. */
	assert_true(fabs(device_loss_db(&device, 5, &at, true) - 30) < 1e-6);
	assert_true(fabs(device_loss_db(&device, 4, &at, true)) < 1e-9);
}

static void
a_rogue_onu_makes_others_go_up_and_down(void **state)
{
	uint32_t flapping = 0;

	(void)state;
	(void)strike(FAULT_ROGUE,
	    (struct fault_words){ .port = "1/1", .has_onu = true, .onu = 4 },
	    30 * MINUTE);
	for (uint32_t onu = 0; onu < PORTS * ONUS; onu++) {
		unsigned downs = 0;
		bool was_online = true;
		for (int64_t ms = 0; ms < 30 * MINUTE; ms += 5 * SECOND) {
			struct onu_life l = onu_at(onu, ms);
			downs += was_online && !l.is_online;
			was_online = l.is_online;
			if (l.is_online && l.last_down_ms >= START.wall_ms)
				assert_true(l.last_up_ms >= l.last_down_ms);
			if (!l.is_online)
				assert_int_equal(l.cause, STATE_SIGNAL);
		}
		assert_true(downs == 0 || onu / ONUS == 1);
		flapping += downs >= 2;
	}
	/* Half of the 63 others. */
	assert_in_range(flapping, 18, 45);
	assert_true(onu_at(ONUS + 4, 10 * MINUTE).last_down_ms < START.wall_ms);
	assert_int_equal(count_down(0, PORTS * ONUS, 31 * MINUTE), 0);
}

static void
a_reboot_is_silence_and_a_new_uptime(void **state)
{
	struct moment during = later(30 * SECOND), after = later(70 * SECOND);

	(void)state;
	(void)strike(FAULT_REBOOT, (struct fault_words){ 0 }, MINUTE);
	assert_true(device_is_booting(&device, &during));
	assert_int_equal(device.boots, 1);
	assert_false(device_is_booting(&device, &after));
	assert_int_equal(device.boots, 2);
	assert_int_equal(device_uptime_ticks(&device, &after), 1000);
	assert_int_equal(count_down(0, PORTS * ONUS, MINUTE), PORTS * ONUS);
	assert_int_equal(count_down(0, PORTS * ONUS, 2 * MINUTE), 0);
}

/* The column of a brand that counts ONUs online; 16 of a port, 8 of a box. */
static void
a_cut_box_lowers_the_count_of_its_port(void **state)
{
	struct plant *other = make(profile_set_find(profiles, "zte_c600"), 2, 16);
	struct fault f = { .id = 1,
		.kind = FAULT_BOX,
		.area = { 1, 1, 0, 1 },
		.onu = FAULT_ALL_ONUS,
		.began_ms = START.wall_ms,
		.ended_ms = INT64_MAX };
	struct moment now = later(SECOND);
	const struct column *counts = NULL;
	struct device d;

	(void)state;
	for (size_t i = 0; i < other->profile->n_columns; i++) {
		if (other->profile->columns[i].counts_online)
			counts = &other->profile->columns[i];
	}
	assert_non_null(counts);
	device_init(&d, other, 1, &START);
	check_rc(device_add_fault(&d, &f, &START, NULL), RC_OK);
	for (uint32_t port = 0; port < 2; port++) {
		struct row row = { .entity = ENTITY_PORT, .number = port };
		struct value v = device_row_value(&d, counts, &row, &now, arena);
		assert_int_equal(v.i, port == 0 ? 16 : 8);
	}
	device_fini(&d);
	plant_unref(other);
}

/* ---- several faults, and the truth ------------------------------------------------ */

static void
what_was_down_before_is_no_part_of_a_fault(void **state)
{
	uint32_t onus[PORTS * ONUS];
	struct moment at = later(2 * MINUTE);
	struct fault second = { .id = 2,
		.kind = FAULT_FEEDER,
		.began_ms = at.wall_ms,
		.ended_ms = INT64_MAX };
	struct fault_words words = { .port = "1/0" };

	(void)state;
	(void)strike(
	    FAULT_BOX, (struct fault_words){ .port = "1/0", .box = 1 }, 3 * MINUTE);
	check_rc(fault_set_place(&second, plant, &words, NULL), RC_OK);
	check_rc(device_add_fault(&device, &second, &at, NULL), RC_OK);
	assert_int_equal(device_fault_onus(&device, &device.faults[0], &at, onus), 8);
	assert_int_equal(onus[0], 0);
	assert_int_equal(
	    device_fault_onus(&device, &device.faults[1], &at, onus), ONUS - 8);
	assert_int_equal(onus[0], 8);
	/* The box is repaired, the feeder is not. */
	assert_int_equal(count_down(0, ONUS, 10 * MINUTE), ONUS);
	assert_int_equal(onu_at(0, 2 * MINUTE + SECOND).cause, STATE_LOS_ONU);
}

static void
the_truth_names_those_that_go_down(void **state)
{
	uint32_t onus[PORTS * ONUS];
	struct moment now = later(MINUTE);
	uint32_t down = 0;

	(void)state;
	device.life.churn_pct = 5;
	device.life.offline_pct = 5;
	struct fault f = strike(FAULT_POWER, (struct fault_words){ .zone = 2 }, 0);
	size_t n = device_fault_onus(&device, &f, &now, onus);
	for (size_t i = 0; i < n; i++) {
		assert_true(onu_at(onus[i], -1).is_online);
		down += !onu_at(onus[i], 5 * SECOND).is_online;
	}
	assert_true(n > 70);
	assert_int_equal(down, n);
}

static void
old_faults_are_forgotten_when_there_are_many(void **state)
{
	struct moment now = later(10 * MINUTE);
	struct fault more = { .id = 5000, .kind = FAULT_BEND, .began_ms = now.wall_ms };
	struct err err = { 0 };

	(void)state;
	for (unsigned i = 0; i < 200; i++)
		(void)strike(FAULT_BEND, (struct fault_words){ .port = "1/0" },
		    i == 0 ? 0 : MINUTE);
	check_rc(device_add_fault(&device, &more, &now, &err), RC_OK);
	assert_int_equal(device.n_faults, 200);
	/* The first one is not over; the second is gone. */
	assert_int_equal(device.faults[0].id, 1);
	assert_int_equal(device.faults[1].id, 3);
	for (unsigned i = 0; i < 200; i++)
		device.faults[i].ended_ms = INT64_MAX;
	check_rc(device_add_fault(&device, &more, &now, &err), RC_BUSY);
}

static void
a_wrong_place_says_what_is_right(void **state)
{
	static const struct {
		enum fault_kind kind;
		struct fault_words words;
		const char *said;
	} WRONG[] = {
		{ FAULT_FEEDER, { .port = "9/9" }, "there is no port \"9/9\"" },
		{ FAULT_FEEDER, { .zone = 1 }, "is: port" },
		{ FAULT_BOX, { .port = "1/0", .box = 9 }, "there is no box 9" },
		{ FAULT_DROP, { .port = "1/0", .has_onu = true, .onu = 64 },
		    "there is no ONU 64" },
		{ FAULT_TRUNK, { .trunk = 9 }, "from 1 to 8" },
		{ FAULT_POWER, { .zone = 23 }, "from 1 to 22" },
		{ FAULT_POWER, { 0 }, "port, or port and box, or port and onu, or zone" },
		{ FAULT_CARD, { .card = "3" }, "slots go from 1 to 2" },
		{ FAULT_REBOOT, { .port = "1/0" }, "is: nothing" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
		struct fault f = { .id = 1, .kind = WRONG[i].kind };
		struct err err = { 0 };
		assert_int_not_equal(
		    fault_set_place(&f, plant, &WRONG[i].words, &err), RC_OK);
		if (!strstr(err.msg, WRONG[i].said))
			fail_msg("%s", err.msg);
	}
}

static void
every_kind_has_a_name(void **state)
{
	enum fault_kind back;

	(void)state;
	for (int kind = 0; kind < FAULT_KINDS; kind++) {
		assert_true(
		    fault_kind_from_name(fault_kind_name((enum fault_kind)kind), &back));
		assert_int_equal(back, kind);
	}
	assert_false(fault_kind_from_name("flood", &back));
}

/* ---- every profile ----------------------------------------------------------------- */

static void
check_values(const struct device *d, const struct moment *now)
{
	for (size_t s = 0; s < d->plant->tree->n; s++) {
		const struct segment *segment = &d->plant->tree->segments[s];
		for (uint32_t row = 0; row < segment->rows->n; row++) {
			struct place at = { (uint32_t)s, row };
			struct snmp_value raw;
			struct value value;
			struct err err = { 0 };
			device_value(d, at, now, arena, &raw);
			if (segment->column && !segment->second &&
			    column_decode(segment->column, &raw, arena, &value, &err) !=
				RC_OK)
				fail_msg("%s %s: %s", d->plant->profile->id,
				    segment->column->name, err.msg);
			arena_reset(arena);
		}
	}
}

static void
every_brand_can_say_every_fault(void **state)
{
	struct moment now = later(MINUTE);

	(void)state;
	for (size_t i = 0; i < profile_set_count(profiles); i++) {
		struct plant *other = make(profile_set_at(profiles, i), 4, 16);
		struct device d;
		device_init(&d, other, 1, &START);
		d.habits = (struct habits){ .hides_times = i % 2, .gasp_pct = 50 };
		for (int kind = 0; kind < FAULT_KINDS; kind++) {
			struct fault f = { .id = (uint32_t)kind + 1,
				.kind = (enum fault_kind)kind,
				.area = outside_ports(other, (uint32_t)kind % 4, 1),
				.onu = FAULT_ALL_ONUS,
				.began_ms = START.wall_ms,
				.ended_ms = INT64_MAX };
			if (kind != FAULT_REBOOT)
				check_rc(device_add_fault(&d, &f, &START, NULL), RC_OK);
		}
		check_values(&d, &now);
		device_fini(&d);
		plant_unref(other);
	}
}

int
main(void)
{
#define WITH_OLT(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
	const struct CMUnitTest tests[] = {
		WITH_OLT(onus_of_a_box_are_near_each_other),
		WITH_OLT(trunks_and_zones_have_each_onu_once),
		WITH_OLT(a_cut_of_a_box_takes_the_light_of_its_onus_only),
		WITH_OLT(a_cut_feeder_darkens_its_port),
		WITH_OLT(trunk_drop_and_card_take_what_is_behind_them),
		WITH_OLT(a_dead_module_sends_no_light),
		WITH_OLT(in_a_power_cut_some_gasp_and_some_stay),
		WITH_OLT(certain_gasps_and_no_batteries_are_settings),
		WITH_OLT(mute_models_never_gasp),
		WITH_OLT(a_late_cause_is_that_of_the_time_before),
		WITH_OLT(an_olt_may_have_no_times),
		WITH_OLT(a_bend_takes_more_light_downstream),
		WITH_OLT(a_drift_takes_a_little_every_day),
		WITH_OLT(a_rogue_onu_makes_others_go_up_and_down),
		WITH_OLT(a_reboot_is_silence_and_a_new_uptime),
		WITH_OLT(a_cut_box_lowers_the_count_of_its_port),
		WITH_OLT(what_was_down_before_is_no_part_of_a_fault),
		WITH_OLT(the_truth_names_those_that_go_down),
		WITH_OLT(old_faults_are_forgotten_when_there_are_many),
		WITH_OLT(a_wrong_place_says_what_is_right),
		WITH_OLT(every_kind_has_a_name),
		WITH_OLT(every_brand_can_say_every_fault),
	};
	return cmocka_run_group_tests(tests, setup_profiles, teardown_profiles);
}
