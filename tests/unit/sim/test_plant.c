/* SPDX-License-Identifier: Apache-2.0
 *
 * Every shipped profile makes a tree in the right order, is recognised, and has values
 * that its columns can decode.
 */
#include "check.h"

#include <string.h>

#include "sim/device.h"
#include "sim/endless_int.h"
#include "sim/identity_int.h"

static struct profile_set *profiles;
static const struct moment NOW = { 1000000, INT64_C(1780000000000) };

static int
setup(void **state)
{
	struct err err = { 0 };

	(void)state;
	return profile_set_load_builtin(&profiles, &err) == RC_OK ? 0 : -1;
}

static int
teardown(void **state)
{
	(void)state;
	profile_set_free(profiles);
	return 0;
}

static struct plant *
make(const char *profile, uint32_t ports, uint32_t onus)
{
	static const struct life LIFE = { .seed = 1 };
	struct plant *plant = NULL;
	struct err err = { 0 };
	struct olt_spec spec;

	olt_spec_init(&spec);
	spec.ports = ports;
	spec.onus = onus;
	if (plant_new_from_profile(
		profile_set_find(profiles, profile), &spec, &LIFE, &plant, &err) != RC_OK)
		fail_msg("%s: %s", profile, err.msg);
	olt_spec_fini(&spec);
	return plant;
}

static void
check_order(const struct plant *plant)
{
	uint32_t before[OID_MAX] = { 0 }, now[OID_MAX];
	size_t before_n = 1;
	struct place at = { 0, 0 };

	for (; !tree_at_end(plant->tree, at); at = tree_step(plant->tree, at)) {
		struct place found;
		size_t n = tree_oid(plant->tree, at, now);
		assert_true(oid_compare(now, n, before, before_n) > 0);
		assert_int_equal(tree_find(plant->tree, now, n, &found), TREE_FOUND);
		assert_int_equal(found.segment, at.segment);
		assert_int_equal(found.row, at.row);
		memcpy(before, now, n * sizeof(uint32_t));
		before_n = n;
	}
}

static void
every_tree_is_in_order_and_every_leaf_can_be_found(void **state)
{
	(void)state;
	for (size_t i = 0; i < profile_set_count(profiles); i++) {
		struct plant *plant = make(profile_set_at(profiles, i)->id, 4, 8);
		assert_true(plant->tree->n > 7);
		check_order(plant);
		plant_unref(plant);
	}
}

static void
every_plant_is_recognised_as_what_it_is(void **state)
{
	(void)state;
	for (size_t i = 0; i < profile_set_count(profiles); i++) {
		const struct profile *profile = profile_set_at(profiles, i);
		struct plant *plant = make(profile->id, 4, 8);
		struct candidate candidates[CANDIDATES_MAX];
		size_t n = vendor_candidates(
		    profiles, &plant->sys_object_id, plant->sys_descr, candidates);
		bool is_there = profile->n_rules == 0; /* chosen by a user */
		for (size_t c = 0; c < n; c++)
			is_there = is_there || candidates[c].profile == profile;
		if (!is_there)
			fail_msg("%s: \"%s\"", profile->id, plant->sys_descr);
		plant_unref(plant);
	}
}

static void
check_values(const struct plant *plant, struct device *d, struct arena *arena)
{
	for (size_t s = 0; s < plant->tree->n; s++) {
		const struct segment *segment = &plant->tree->segments[s];
		for (uint32_t row = 0; row < segment->rows->n; row++) {
			struct place at = { (uint32_t)s, row };
			struct snmp_value raw;
			struct value value;
			struct err err = { 0 };
			device_value(d, at, &NOW, arena, &raw);
			if (segment->column && !segment->second &&
			    column_decode(segment->column, &raw, arena, &value, &err) !=
				RC_OK)
				fail_msg("%s %s: %s", plant->profile->id,
				    segment->column->name, err.msg);
			arena_reset(arena);
		}
	}
}

static void
every_value_is_one_its_column_can_decode(void **state)
{
	struct arena *arena = arena_new(0);

	(void)state;
	for (size_t i = 0; i < profile_set_count(profiles); i++) {
		struct plant *plant = make(profile_set_at(profiles, i)->id, 2, 40);
		struct device d;
		device_init(&d, plant, 1, &NOW);
		d.life.offline_pct = 30;
		check_values(plant, &d, arena);
		device_fini(&d);
		plant_unref(plant);
	}
	arena_free(arena);
}

/* The extra rows after the last row ascend, with any kind of index. */
static void
check_endless(const struct segment *s)
{
	static const uint64_t STEPS[] = { 0, 1, 2, 63, 64, 200, 5000, 70000, 70001 };
	const struct row *last = &s->rows->row[s->rows->n - 1];
	uint32_t before[OID_MAX], now[OID_MAX];
	size_t before_n = s->n_arcs + last->n_arcs;

	memcpy(before, s->arcs, s->n_arcs * sizeof(*before));
	memcpy(before + s->n_arcs, s->rows->arcs + last->arcs_at,
	    last->n_arcs * sizeof(*before));
	assert_int_equal(endless_after(s, before, before_n), 0);
	for (size_t i = 0; i < sizeof(STEPS) / sizeof(STEPS[0]); i++) {
		size_t n = endless_oid(s, STEPS[i], now);

		assert_true(oid_compare(now, n, before, before_n) > 0);
		assert_true(oid_starts_with(now, n, s->arcs, s->n_arcs));
		assert_int_equal(endless_after(s, now, n), STEPS[i] + 1);
		memcpy(before, now, sizeof(before));
		before_n = n;
	}
}

static void
rows_without_end_ascend_and_are_found_again(void **state)
{
	(void)state;
	for (size_t i = 0; i < profile_set_count(profiles); i++) {
		struct plant *plant = make(profile_set_at(profiles, i)->id, 2, 4);

		for (size_t s = 0; s < plant->tree->n; s++) {
			const struct segment *segment = &plant->tree->segments[s];

			if (segment->column && !segment->column->is_scalar)
				check_endless(segment);
		}
		plant_unref(plant);
	}
}

static void
huawei_counts_ports_and_onts_from_zero_in_slots_from_one(void **state)
{
	struct plant *plant = make("huawei", 20, 64);
	struct position first = plant_onu(plant, 0), last = plant_onu(plant, 20 * 64 - 1);
	char text[POSITION_TEXT_MAX];

	(void)state;
	assert_string_equal(position_format(&first, text), "1/0/1/0:0");
	assert_int_equal(first.part[POS_SLOT], 1);
	assert_int_equal(first.part[POS_PORT], 0);
	/* Port 20 is the fourth of the second card. */
	assert_int_equal(last.part[POS_SLOT], 2);
	assert_int_equal(last.part[POS_PORT], 3);
	assert_int_equal(last.part[POS_ONU], 63);
	plant_unref(plant);
}

/* 0xfa002000 is GPON 0/1/0 (OLT-FACTS 3.1), followed by ONT 5. */
static void
a_huawei_serial_is_where_the_vendor_puts_it(void **state)
{
	static const uint32_t SERIAL[] = { 1, 3, 6, 1, 4, 1, 2011, 6, 128, 1, 1, 2, 43, 1,
		3, 4194312192, 5 };
	struct plant *plant = make("huawei", 1, 8);
	struct arena *arena = arena_new(0);
	struct snmp_value value;
	struct device d;
	struct place at;

	(void)state;
	device_init(&d, plant, 1, &NOW);
	assert_int_equal(tree_find(plant->tree, SERIAL, 17, &at), TREE_FOUND);
	device_value(&d, at, &NOW, arena, &value);
	assert_int_equal(value.type, SNMP_OCTETS);
	assert_int_equal(value.len, 8);
	assert_memory_equal(value.octets, "HWTC", 4);
	arena_free(arena);
	plant_unref(plant);
}

static void
too_many_onus_are_refused_with_how_many_there_may_be(void **state)
{
	static const struct life LIFE = { .seed = 1 };
	struct plant *plant = NULL;
	struct err err = { 0 };
	struct olt_spec spec;

	(void)state;
	olt_spec_init(&spec);
	spec.onus = 129;
	check_rc(plant_new_from_profile(
		     profile_set_find(profiles, "huawei"), &spec, &LIFE, &plant, &err),
	    RC_INVALID);
	check_contains(err.msg, "has room for 128 ONUs on a port");
	assert_null(plant);
	olt_spec_fini(&spec);
}

static uint32_t
count_rows(const struct device *d)
{
	uint32_t n = 0;

	for (size_t s = 0; s < d->plant->tree->n; s++) {
		const struct row_list *rows = d->plant->tree->segments[s].rows;
		for (size_t i = 0; i < rows->n; i++)
			n += rows->row[i].entity == ENTITY_ONU &&
			    device_has_row(d, &rows->row[i]);
	}
	return n;
}

static void
a_card_pulled_out_takes_its_rows_with_it(void **state)
{
	struct plant *plant = make("huawei", 32, 4);
	struct device d;
	struct err err = { 0 };

	(void)state;
	device_init(&d, plant, 1, &NOW);
	uint32_t all = count_rows(&d);
	check_rc(device_set_gone(&d, "2", true, &err), RC_OK);
	assert_int_equal(count_rows(&d), all / 2);
	check_rc(device_set_gone(&d, "2", false, &err), RC_OK);
	assert_int_equal(count_rows(&d), all);
	check_rc(device_set_gone(&d, "3", true, &err), RC_NOT_FOUND);
	check_contains(err.msg, "slots go from 1 to 2");
	check_rc(device_set_dark(&d, "2/16", true, &NOW, &err), RC_NOT_FOUND);
	check_contains(err.msg, "1/0 to 2/15");
	check_rc(device_set_dark(&d, "2/15", true, &NOW, &err), RC_OK);
	device_fini(&d);
	plant_unref(plant);
}

static const struct column *
column_with(const struct plant *plant, enum purpose purpose)
{
	const struct profile *p = plant->profile;

	for (size_t i = 0; i < p->n_columns; i++) {
		if (p->columns[i].purpose == purpose)
			return &p->columns[i];
	}
	fail_msg("no such column");
	return NULL;
}

/* The last down time of an ONU is the outage of its port, also after it is over. */
static void
an_outage_of_a_port_is_remembered_after_it(void **state)
{
	struct plant *plant = make("huawei", 32, 4);
	struct moment later = { NOW.mono_us + 60000000, NOW.wall_ms + 60000 };
	struct moment end = { later.mono_us + 60000000, later.wall_ms + 60000 };
	const struct column *cause = NULL, *down = NULL;
	struct row row = { .entity = ENTITY_ONU, .number = 0 };
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct device d;
	struct err err = { 0 };

	(void)state;
	device_init(&d, plant, 1, &NOW);
	d.life.offline_pct = d.life.churn_pct = 0;
	cause = column_with(plant, PURPOSE_LAST_DOWN_CAUSE);
	down = column_with(plant, PURPOSE_LAST_DOWN);
	assert_true(device_row_value(&d, down, &row, &end, arena).i < NOW.wall_ms);
	check_rc(device_set_dark(&d, "1/0", true, &later, &err), RC_OK);
	check_rc(device_set_dark(&d, "1/0", false, &end, &err), RC_OK);
	assert_int_equal(
	    device_row_value(&d, cause, &row, &end, arena).state, STATE_LOS_PORT);
	assert_int_equal(device_row_value(&d, down, &row, &end, arena).i, later.wall_ms);
	/* A past outage, as the demo sets it. */
	check_rc(device_set_outage(&d, "1/0",
		     (struct port_outage){ NOW.wall_ms - 1000, NOW.wall_ms - 500 }, &err),
	    RC_OK);
	assert_int_equal(
	    device_row_value(&d, down, &row, &end, arena).i, NOW.wall_ms - 1000);
	device_fini(&d);
	plant_unref(plant);
}

static void
texts_are_made_for_patterns(void **state)
{
	static const char *const PATTERNS[] = { "^Huawei Integrated Access Software",
		"DM46[0-9]{2}.*DmOS", "^(C3[02]0|C600) Version", "a+b?c*d", "V1600[DG]",
		"[[:digit:]]+x", "\\(x\\)", "[^a]b" };
	char text[64];

	(void)state;
	for (size_t i = 0; i < sizeof(PATTERNS) / sizeof(PATTERNS[0]); i++) {
		if (!identity_text_for(PATTERNS[i], text, sizeof(text)))
			fail_msg("%s", PATTERNS[i]);
	}
	memcpy(text, "before", 7);
	assert_false(identity_text_for("(unclosed", text, sizeof(text)));
	assert_string_equal(text, "before");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_tree_is_in_order_and_every_leaf_can_be_found),
		cmocka_unit_test(every_plant_is_recognised_as_what_it_is),
		cmocka_unit_test(every_value_is_one_its_column_can_decode),
		cmocka_unit_test(rows_without_end_ascend_and_are_found_again),
		cmocka_unit_test(
		    huawei_counts_ports_and_onts_from_zero_in_slots_from_one),
		cmocka_unit_test(a_huawei_serial_is_where_the_vendor_puts_it),
		cmocka_unit_test(too_many_onus_are_refused_with_how_many_there_may_be),
		cmocka_unit_test(a_card_pulled_out_takes_its_rows_with_it),
		cmocka_unit_test(an_outage_of_a_port_is_remembered_after_it),
		cmocka_unit_test(texts_are_made_for_patterns),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
