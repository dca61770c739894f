/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "model/discovery.h"

static const struct discovery_rules RULES = DISCOVERY_RULES;
static const struct discovery_hold NO_HOLD = { 0 };

static struct position
at(uint32_t port, uint32_t onu)
{
	struct position p = { .has = 1 << POS_SLOT | 1 << POS_PORT | 1 << POS_ONU };

	p.part[POS_PORT] = port;
	p.part[POS_ONU] = onu;
	return p;
}

static struct onu
known(int64_t id, uint32_t port, uint32_t n, const char *serial)
{
	return (struct onu){ .id = { id },
		.position = at(port, n),
		.serial = serial,
		.is_present = true };
}

static struct discovery_row
row(uint32_t port, uint32_t n, const char *serial)
{
	return (struct discovery_row){ at(port, n), serial };
}

/* A complete walk, evaluated with the default rules. */
static struct discovery
judge(struct arena *arena, const struct onu *onus, size_t n_onus,
    const struct discovery_row *rows, size_t n_rows)
{
	struct discovery_walk walk = { true, n_rows, rows };
	struct discovery d;

	check_rc(
	    discovery_judge(onus, n_onus, &NO_HOLD, &walk, &RULES, arena, &d), RC_OK);
	return d;
}

static int
setup(void **state)
{
	*state = arena_new(0);
	return *state ? 0 : -1;
}

static int
teardown(void **state)
{
	arena_free(*state);
	return 0;
}

static void
the_first_walk_finds_only_new_onus(void **state)
{
	struct discovery_row rows[] = { row(1, 1, "A"), row(1, 2, NULL) };
	struct discovery d = judge(*state, NULL, 0, rows, 2);

	assert_false(d.is_held);
	assert_int_equal(d.n_new, 2);
	assert_int_equal(d.rows[0].verdict, DISCOVERY_NEW);
	assert_null(d.rows[0].onu);
	assert_null(d.rows[1].replaces);
}

static void
an_olt_without_onus_may_stay_so(void **state)
{
	struct discovery d = judge(*state, NULL, 0, NULL, 0);

	assert_false(d.is_held);
	assert_int_equal(d.n_new, 0);
}

static void
a_known_serial_at_its_place_is_seen(void **state)
{
	struct onu onus[] = { known(1, 1, 1, "A"), known(2, 1, 2, "") };
	struct discovery_row rows[] = { row(1, 2, ""), row(1, 1, "A") };
	struct discovery d = judge(*state, onus, 2, rows, 2);

	assert_int_equal(d.rows[0].verdict, DISCOVERY_SEEN);
	assert_ptr_equal(d.rows[0].onu, &onus[1]);
	assert_int_equal(d.rows[1].verdict, DISCOVERY_SEEN);
	assert_ptr_equal(d.rows[1].onu, &onus[0]);
	assert_int_equal(d.n_seen, 2);
	assert_int_equal(d.n_new + d.n_moved + d.n_absent + d.n_returned, 0);
}

static void
a_serial_column_that_failed_changes_nobody(void **state)
{
	struct onu onus[] = { known(1, 1, 1, "A") };
	struct discovery_row rows[] = { row(1, 1, NULL) };
	struct discovery d = judge(*state, onus, 1, rows, 1);

	assert_int_equal(d.rows[0].verdict, DISCOVERY_SEEN);
	assert_ptr_equal(d.rows[0].onu, &onus[0]);
}

static void
a_known_serial_elsewhere_has_moved(void **state)
{
	struct onu onus[] = { known(1, 1, 1, "A"), known(2, 1, 2, "B") };
	struct discovery_row rows[] = { row(4, 9, "A"), row(1, 2, "B") };
	struct discovery d = judge(*state, onus, 2, rows, 2);

	assert_int_equal(d.rows[0].verdict, DISCOVERY_MOVED);
	assert_ptr_equal(d.rows[0].onu, &onus[0]);
	assert_int_equal(d.n_moved, 1);
	assert_int_equal(d.n_missing, 0);
}

static void
two_onus_that_changed_places_both_moved(void **state)
{
	struct onu onus[] = { known(1, 1, 1, "A"), known(2, 1, 2, "B") };
	struct discovery_row rows[] = { row(1, 1, "B"), row(1, 2, "A") };
	struct discovery d = judge(*state, onus, 2, rows, 2);

	assert_int_equal(d.n_moved, 2);
	assert_ptr_equal(d.rows[0].onu, &onus[1]);
	assert_ptr_equal(d.rows[1].onu, &onus[0]);
}

static void
an_onu_known_by_its_place_tells_its_serial(void **state)
{
	struct onu onus[] = { known(1, 1, 1, "") };
	struct discovery_row rows[] = { row(1, 1, "A") };
	struct discovery d = judge(*state, onus, 1, rows, 1);

	assert_int_equal(d.rows[0].verdict, DISCOVERY_SERIAL);
	assert_ptr_equal(d.rows[0].onu, &onus[0]);
	assert_int_equal(d.n_new, 0);
}

static void
another_serial_at_a_place_replaces_and_the_other_is_missing(void **state)
{
	struct onu onus[] = { known(1, 1, 1, "A"), known(2, 1, 2, "B"),
		known(3, 1, 3, "C") };
	struct discovery_row rows[] = { row(1, 1, "Z"), row(1, 2, "B"), row(1, 3, "C") };
	struct discovery d = judge(*state, onus, 3, rows, 3);

	assert_int_equal(d.rows[0].verdict, DISCOVERY_NEW);
	assert_ptr_equal(d.rows[0].replaces, &onus[0]);
	assert_false(d.fates[0].is_seen);
	assert_int_equal(d.fates[0].missed, 1);
	assert_false(d.fates[0].turns_absent);
}

static void
a_newcomer_where_a_moved_onu_was_replaces_nobody(void **state)
{
	struct onu onus[] = { known(1, 1, 1, "A") };
	struct discovery_row rows[] = { row(1, 1, "Z"), row(2, 1, "A") };
	struct discovery d = judge(*state, onus, 1, rows, 2);

	assert_int_equal(d.rows[0].verdict, DISCOVERY_NEW);
	assert_null(d.rows[0].replaces);
	assert_int_equal(d.rows[1].verdict, DISCOVERY_MOVED);
}

static void
check_place(const struct position *at, uint32_t port, uint32_t onu)
{
	struct discovery_row like = row(port, onu, NULL);

	assert_non_null(at);
	assert_int_equal(position_compare(at, &like.position), 0);
}

static void
a_serial_at_two_places_is_two_onus_and_the_first_keeps_its_own(void **state)
{
	struct onu onus[] = { known(1, 1, 1, "A"), known(2, 1, 2, "B") };
	struct discovery_row rows[] = { row(5, 5, "A"), row(1, 1, "A"), row(6, 6, "A"),
		row(1, 2, "B") };
	struct discovery d = judge(*state, onus, 2, rows, 4);

	assert_int_equal(d.rows[0].verdict, DISCOVERY_NEW);
	check_place(d.rows[0].twin, 1, 1);
	assert_int_equal(d.rows[1].verdict, DISCOVERY_SEEN);
	assert_ptr_equal(d.rows[1].onu, &onus[0]);
	check_place(d.rows[1].twin, 5, 5);
	assert_int_equal(d.rows[2].verdict, DISCOVERY_NEW);
	assert_null(d.rows[3].twin);
	assert_non_null(d.fates[0].twin);
	assert_null(d.fates[1].twin);
	assert_int_equal(d.n_duplicate, 3);
	assert_int_equal(d.n_new, 2);
	assert_int_equal(d.n_moved, 0);
}

static void
of_two_with_one_serial_the_one_whose_place_is_empty_has_moved(void **state)
{
	struct onu onus[] = { known(1, 1, 1, "A"), known(2, 2, 2, "A") };
	struct discovery_row rows[] = { row(3, 3, "A"), row(2, 2, "A") };
	struct discovery d = judge(*state, onus, 2, rows, 2);

	assert_int_equal(d.rows[0].verdict, DISCOVERY_MOVED);
	assert_ptr_equal(d.rows[0].onu, &onus[0]);
	assert_ptr_equal(d.rows[1].onu, &onus[1]);
	assert_int_equal(d.n_new, 0);
	assert_int_equal(d.n_duplicate, 2);
}

/* A missing ONU still counts as present until it is absent. */
static void
the_flag_ends_with_the_last_walk_of_the_other(void **state)
{
	struct onu onus[] = { known(1, 1, 1, "A"), known(2, 2, 2, "A") };
	struct discovery_row rows[] = { row(2, 2, "A") };

	for (int32_t walk = 1; walk <= 3; walk++) {
		struct discovery d = judge(*state, onus, 2, rows, 1);

		assert_int_equal(d.n_duplicate, walk < 3 ? 2 : 0);
		assert_int_equal(d.fates[1].twin == NULL, walk == 3);
		onus[0].missed = d.fates[0].missed;
	}
}

static void
an_absent_twin_comes_back_as_itself(void **state)
{
	struct onu onus[] = { known(1, 1, 1, "A"), known(2, 2, 2, "A") };
	struct discovery_row rows[] = { row(2, 2, "A"), row(1, 1, "A") };

	onus[1].is_present = false;
	onus[1].missed = 3;
	struct discovery d = judge(*state, onus, 2, rows, 2);
	assert_ptr_equal(d.rows[0].onu, &onus[1]);
	assert_true(d.rows[0].has_returned);
	assert_ptr_equal(d.rows[1].onu, &onus[0]);
	assert_int_equal(d.n_duplicate, 2);
	/* But if the other one has left its position, this one has moved there. */
	d = judge(*state, onus, 2, rows, 1);
	assert_int_equal(d.rows[0].verdict, DISCOVERY_MOVED);
	assert_ptr_equal(d.rows[0].onu, &onus[0]);
	assert_int_equal(d.n_duplicate, 0);
}

static void
a_walk_that_broke_off_does_not_tell_a_move_from_a_twin(void **state)
{
	struct onu onus[] = { known(1, 1, 1, "A"), known(2, 1, 2, "B") };
	struct discovery_row rows[] = { row(5, 5, "A"), row(1, 2, "B"), row(6, 6, "B") };
	struct discovery_walk walk = { false, 3, rows };
	struct discovery_hold hold = { 0 };
	struct discovery d;

	check_rc(discovery_judge(onus, 2, &hold, &walk, &RULES, *state, &d), RC_OK);
	assert_int_equal(d.rows[0].verdict, DISCOVERY_UNCERTAIN);
	assert_null(d.rows[0].onu);
	assert_int_equal(d.n_uncertain, 1);
	assert_int_equal(d.n_moved, 0);
	/* This one was seen at both positions. */
	assert_int_equal(d.rows[2].verdict, DISCOVERY_NEW);
	assert_int_equal(d.n_duplicate, 2);
}

/* All serials are equal, and every ONU is found in linear time. */
static void
sixty_thousand_clones_are_judged_at_once(void **state)
{
	enum { CLONES = 60000 };
	struct onu *onus = calloc(CLONES, sizeof(*onus));
	struct discovery_row *rows = calloc(CLONES, sizeof(*rows));
	struct discovery d;

	assert_true(onus && rows);
	for (uint32_t i = 0; i < CLONES; i++) {
		onus[i] = known((int64_t)i + 1, i / 100, i % 100, "A");
		rows[i] = row(1 + i / 100, i % 100, "A");
	}
	d = judge(*state, onus, CLONES, rows, CLONES);
	assert_int_equal(d.n_moved, 100);
	assert_int_equal(d.n_new, 0);
	assert_int_equal(d.n_duplicate, CLONES);
	free(rows);
	free(onus);
}

static void
an_onu_is_absent_after_the_third_walk_without_it(void **state)
{
	struct onu onus[] = { known(1, 1, 1, "A"), known(2, 1, 2, "B") };
	struct discovery_row rows[] = { row(1, 2, "B") };

	for (int32_t walk = 1; walk <= 3; walk++) {
		struct discovery d = judge(*state, onus, 2, rows, 1);

		assert_false(d.is_held); /* exactly a half is missing, not more */
		assert_int_equal(d.fates[0].missed, walk);
		assert_int_equal(d.fates[0].turns_absent, walk == 3);
		assert_int_equal(d.n_absent, walk == 3);
		onus[0].missed = d.fates[0].missed;
	}
}

static void
an_absent_onu_comes_back_as_itself(void **state)
{
	struct onu onus[] = { known(1, 1, 1, "A") };
	struct discovery_row rows[] = { row(1, 1, "A") };

	onus[0].is_present = false;
	onus[0].missed = 3;
	struct discovery d = judge(*state, onus, 1, rows, 1);
	assert_true(d.rows[0].has_returned);
	assert_int_equal(d.n_returned, 1);
	assert_int_equal(d.fates[0].missed, 0);
}

static void
who_is_absent_already_is_not_missed_again(void **state)
{
	struct onu onus[] = { known(1, 1, 1, "A") };

	onus[0].is_present = false;
	onus[0].missed = 3;
	struct discovery d = judge(*state, onus, 1, NULL, 0);
	assert_false(d.is_held);
	assert_int_equal(d.fates[0].missed, 3);
	assert_int_equal(d.n_absent, 0);
}

static void
a_walk_that_broke_off_says_nothing_about_the_missing(void **state)
{
	struct onu onus[] = { known(1, 1, 1, "A"), known(2, 1, 2, "B"),
		known(3, 1, 3, "C") };
	struct discovery_row rows[] = { row(1, 1, "A"), row(9, 9, "N") };
	struct discovery_walk walk = { false, 2, rows };
	struct discovery_hold hold = { 1, 0 };
	struct discovery d;

	check_rc(discovery_judge(onus, 3, &hold, &walk, &RULES, *state, &d), RC_OK);
	assert_false(d.is_held);
	assert_int_equal(d.n_new, 1);
	assert_int_equal(d.fates[1].missed, 0);
	assert_int_equal(d.hold.walks, 1); /* it is not counted */
}

static void
an_empty_walk_counts_only_when_two_more_agree(void **state)
{
	struct onu onus[] = { known(1, 1, 1, "A"), known(2, 1, 2, "B") };
	struct discovery_walk empty = { true, 0, NULL };
	struct discovery_hold hold = NO_HOLD;
	struct discovery d;

	for (int32_t i = 1; i <= 2; i++) {
		check_rc(
		    discovery_judge(onus, 2, &hold, &empty, &RULES, *state, &d), RC_OK);
		assert_true(d.is_held);
		assert_int_equal(d.hold.walks, i);
		hold = d.hold;
	}
	check_rc(discovery_judge(onus, 2, &hold, &empty, &RULES, *state, &d), RC_OK);
	assert_false(d.is_held);
	assert_int_equal(d.hold.walks, 0);
	assert_int_equal(d.fates[0].missed, 3);
	assert_int_equal(d.n_absent, 2);
}

static void
a_good_walk_ends_a_hold(void **state)
{
	struct onu onus[] = { known(1, 1, 1, "A"), known(2, 1, 2, "B") };
	struct discovery_row rows[] = { row(1, 1, "A"), row(1, 2, "B") };
	struct discovery_walk walk = { true, 2, rows };
	struct discovery_hold hold = { 2, 0 };
	struct discovery d;

	check_rc(discovery_judge(onus, 2, &hold, &walk, &RULES, *state, &d), RC_OK);
	assert_false(d.is_held);
	assert_int_equal(d.hold.walks, 0);
	assert_int_equal(d.fates[0].missed, 0);
}

/* 20 ONUs: a twentieth is one. 0, then 4, then 8 of them differ. */
static void
a_device_that_is_coming_back_agrees_with_nobody(void **state)
{
	struct onu onus[20];
	struct discovery_row rows[20];
	struct discovery_hold hold = NO_HOLD;

	for (uint32_t i = 0; i < 20; i++) {
		onus[i] = known(i + 1, 1, i, "");
		rows[i] = row(1, i, "");
	}
	for (size_t seen = 0; seen <= 8; seen += 4) {
		struct discovery_walk walk = { true, seen, rows };
		struct discovery d;

		check_rc(
		    discovery_judge(onus, 20, &hold, &walk, &RULES, *state, &d), RC_OK);
		assert_true(d.is_held);
		assert_int_equal(d.hold.walks, 1);
		assert_int_equal(d.hold.seen, seen);
		hold = d.hold;
	}
}

static void
where_two_are_known_at_a_place_the_present_one_is_found(void **state)
{
	struct onu onus[] = { known(1, 1, 1, "OLD"), known(2, 1, 1, "NEW") };

	(void)state;
	onus[0].is_present = false;
	struct onu_finder *f OWNED(onu_finder_free) = onu_finder_new(onus, 2);
	assert_non_null(f);
	struct position p = at(1, 1), inside = p, other = at(1, 2);
	inside.has |= 1 << POS_SUB;
	inside.part[POS_SUB] = 3;
	assert_ptr_equal(onu_find_position(f, &p), &onus[1]);
	assert_ptr_equal(onu_find_position(f, &inside), &onus[1]);
	assert_null(onu_find_position(f, &other));
	assert_ptr_equal(onu_find_at(f, "OLD", &p), &onus[0]);
	assert_null(onu_find_at(f, "OLD", &other));
	assert_null(onu_find_at(f, "", &p));
	assert_null(onu_find_at(f, NULL, &p));
	assert_ptr_equal(onu_find_row(f, "OLD", &p), &onus[0]);
	assert_ptr_equal(onu_find_row(f, NULL, &p), &onus[1]);
	assert_ptr_equal(onu_find_row(f, "ANOTHER", &p), &onus[1]);
	assert_null(onu_find_row(f, "NEW", &other)); /* it is known from another place */
}

static void
every_event_has_a_name_that_leads_back(void **state)
{
	enum onu_event_kind kind;

	(void)state;
	for (int i = 0; i < ONU_EVENT_KINDS; i++) {
		assert_true(
		    onu_event_from_name(onu_event_name((enum onu_event_kind)i), &kind));
		assert_int_equal(kind, i);
	}
	assert_false(onu_event_from_name("erased", &kind));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_first_walk_finds_only_new_onus),
		TEST(an_olt_without_onus_may_stay_so),
		TEST(a_known_serial_at_its_place_is_seen),
		TEST(a_serial_column_that_failed_changes_nobody),
		TEST(a_known_serial_elsewhere_has_moved),
		TEST(two_onus_that_changed_places_both_moved),
		TEST(an_onu_known_by_its_place_tells_its_serial),
		TEST(another_serial_at_a_place_replaces_and_the_other_is_missing),
		TEST(a_newcomer_where_a_moved_onu_was_replaces_nobody),
		TEST(a_serial_at_two_places_is_two_onus_and_the_first_keeps_its_own),
		TEST(of_two_with_one_serial_the_one_whose_place_is_empty_has_moved),
		TEST(the_flag_ends_with_the_last_walk_of_the_other),
		TEST(an_absent_twin_comes_back_as_itself),
		TEST(a_walk_that_broke_off_does_not_tell_a_move_from_a_twin),
		TEST(sixty_thousand_clones_are_judged_at_once),
		TEST(an_onu_is_absent_after_the_third_walk_without_it),
		TEST(an_absent_onu_comes_back_as_itself),
		TEST(who_is_absent_already_is_not_missed_again),
		TEST(a_walk_that_broke_off_says_nothing_about_the_missing),
		TEST(an_empty_walk_counts_only_when_two_more_agree),
		TEST(a_good_walk_ends_a_hold),
		TEST(a_device_that_is_coming_back_agrees_with_nobody),
		cmocka_unit_test(where_two_are_known_at_a_place_the_present_one_is_found),
		cmocka_unit_test(every_event_has_a_name_that_leads_back),
	};

	return CHECK_ALL(tests);
}
