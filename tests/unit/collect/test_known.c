/* SPDX-License-Identifier: Apache-2.0
 *
 * The known ONUs between two collections.
 */
#include <string.h>

#include "check.h"
#include "collect/collect.h"

enum { SERIAL, RUN_STATE, N_OUTPUTS };

static const struct output OUTPUTS[N_OUTPUTS] = {
	[SERIAL] = { .key = "serial", .purpose = PURPOSE_SERIAL, .is_wanted = true },
	[RUN_STATE] = { .key = "run_state",
	    .purpose = PURPOSE_RUN_STATE,
	    .is_wanted = true },
};

static const struct index_format OPAQUE = { .name = "onu",
	.n_arcs = 1,
	.arcs = { { .kind = ARC_OPAQUE } },
	.name_column = "if_name",
	.name_pattern = "GPON{slot}/{port}:{onu}" };

struct lab {
	struct arena *arena;
	struct rows *rows;
	struct known *known;
};

static struct lab
lab_open(void)
{
	struct lab l = { .arena = arena_new(0), .known = known_new() };

	l.rows = rows_new(l.arena, N_OUTPUTS, SNMPC_MAX_ROWS);
	assert_non_null(l.rows);
	assert_non_null(l.known);
	return l;
}

static void
lab_close(struct lab *l)
{
	rows_free(l->rows);
	known_free(l->known);
	arena_free(l->arena);
}

static struct position
place(uint32_t port, uint32_t onu)
{
	struct position at = { .has = 1U << POS_PORT | 1U << POS_ONU };

	at.part[POS_PORT] = port;
	at.part[POS_ONU] = onu;
	return at;
}

static struct row *
add_row(struct lab *l, uint32_t port, uint32_t onu)
{
	struct row like = { .position = place(port, onu), .family = 2 };
	struct row *row = rows_seed(l->rows, &like);

	assert_non_null(row);
	return row;
}

static void
learn(struct lab *l, bool is_discovery, bool is_complete)
{
	struct collection c = { .n_outputs = N_OUTPUTS,
		.outputs = OUTPUTS,
		.rows = l->rows,
		.is_discovery = is_discovery,
		.is_complete = is_complete };

	check_rc(known_learn(l->known, &c), RC_OK);
	rows_free(l->rows);
	l->rows = rows_new(l->arena, N_OUTPUTS, SNMPC_MAX_ROWS);
	assert_non_null(l->rows);
}

static void
those_of_the_database_are_sorted_and_there_once(void **state)
{
	struct lab l = lab_open();
	struct position at;

	(void)state;
	for (uint32_t i = 0; i < 3; i++) {
		at = place(3 - i, 1);
		check_rc(known_add(l.known, &at, i == 0), RC_OK);
	}
	at = place(2, 1);
	check_rc(known_add(l.known, &at, false), RC_OK);
	known_sort(l.known);
	assert_int_equal(known_count(l.known), 3);
	for (uint32_t i = 0; i < 3; i++)
		assert_int_equal(known_at(l.known)[i].position.part[POS_PORT], i + 1);
	assert_true(known_at(l.known)[2].is_offline);
	assert_int_equal(known_at(l.known)[0].table, 0);
	lab_close(&l);
}

static void
only_a_discovery_brings_new_ones(void **state)
{
	struct lab l = lab_open();

	(void)state;
	(void)add_row(&l, 1, 7);
	learn(&l, false, false);
	assert_int_equal(known_count(l.known), 0);
	(void)add_row(&l, 1, 7);
	(void)add_row(&l, 1, 5);
	learn(&l, true, true);
	assert_int_equal(known_count(l.known), 2);
	assert_int_equal(known_at(l.known)[0].position.part[POS_ONU], 5);
	assert_int_equal(known_at(l.known)[0].table, 3); /* the third table */
	lab_close(&l);
}

static void
a_state_that_was_read_is_remembered_until_the_next(void **state)
{
	struct lab l = lab_open();
	struct row *row;

	(void)state;
	(void)add_row(&l, 1, 1);
	learn(&l, true, true);
	assert_false(known_at(l.known)->is_offline);
	row = add_row(&l, 1, 1);
	row->values[RUN_STATE] =
	    (struct value){ .kind = VALUE_STATE, .state = STATE_OFFLINE };
	learn(&l, false, false);
	assert_true(known_at(l.known)->is_offline);
	(void)add_row(&l, 1, 1); /* a run that did not request it */
	learn(&l, false, false);
	assert_true(known_at(l.known)->is_offline);
	row = add_row(&l, 1, 1);
	row->values[RUN_STATE] =
	    (struct value){ .kind = VALUE_STATE, .state = STATE_ONLINE };
	learn(&l, false, false);
	assert_false(known_at(l.known)->is_offline);
	lab_close(&l);
}

static void
fill(struct lab *l, uint32_t first, uint32_t last)
{
	for (uint32_t i = first; i <= last; i++)
		(void)add_row(l, 1, i);
}

/* Neither one incomplete walk nor many remove ONUs: the store decides. */
static void
nobody_leaves_by_a_walk(void **state)
{
	struct lab l = lab_open();

	(void)state;
	fill(&l, 1, 10);
	learn(&l, true, true);
	for (int i = 0; i < 5; i++) {
		fill(&l, 1, 8);
		learn(&l, true, true);
	}
	assert_int_equal(known_count(l.known), 10);
	lab_close(&l);
}

static void
who_is_present_is_what_the_store_says(void **state)
{
	struct lab l = lab_open();
	struct row like = { .position = place(1, 3),
		.format = &OPAQUE,
		.n_index = 1,
		.index = (uint32_t[]){ 4711 } };
	struct position present[] = { place(1, 4), place(1, 3), place(9, 9),
		place(1, 4) };

	(void)state;
	assert_non_null(rows_seed(l.rows, &like));
	fill(&l, 4, 10);
	learn(&l, true, true);
	check_rc(known_follow(l.known, present, 4), RC_OK);
	assert_int_equal(known_count(l.known), 3); /* one entry per position */
	assert_int_equal(known_at(l.known)[0].index[0], 4711); /* learned data is kept */
	assert_int_equal(known_at(l.known)[1].table, 3);
	assert_int_equal(known_at(l.known)[2].position.part[POS_PORT], 9);
	assert_int_equal(known_at(l.known)[2].table, 0);
	check_rc(known_follow(l.known, NULL, 0), RC_OK);
	assert_int_equal(known_count(l.known), 0);
	lab_close(&l);
}

static void
a_key_is_kept_where_the_position_does_not_tell_it(void **state)
{
	struct lab l = lab_open();
	struct row like = { .position = place(1, 1),
		.format = &OPAQUE,
		.n_index = 1,
		.index = (uint32_t[]){ 4711 } };

	(void)state;
	assert_non_null(rows_seed(l.rows, &like));
	like = (struct row){ .position = place(1, 2) };
	assert_non_null(rows_seed(l.rows, &like));
	learn(&l, true, true);
	assert_int_equal(known_at(l.known)[0].n_index, 1);
	assert_int_equal(known_at(l.known)[0].index[0], 4711);
	assert_null(known_at(l.known)[1].index);
	like = (struct row){ .position = place(1, 1),
		.format = &OPAQUE,
		.n_index = 1,
		.index = (uint32_t[]){ 4712 } };
	assert_non_null(rows_seed(l.rows, &like)); /* another one after a reboot */
	learn(&l, false, false);
	assert_int_equal(known_at(l.known)[0].index[0], 4712);
	known_forget_indexes(l.known);
	assert_null(known_at(l.known)[0].index);
	assert_int_equal(known_at(l.known)[0].table, 0);
	lab_close(&l);
}

static void
a_guess_that_was_not_answered_teaches_nothing(void **state)
{
	struct lab l = lab_open();
	struct position at = place(1, 1);
	struct row *row;

	(void)state;
	check_rc(known_add(l.known, &at, false), RC_OK);
	row = add_row(&l, 1, 1);
	row->is_guess = true;
	learn(&l, false, false);
	assert_int_equal(known_at(l.known)->table, 0);
	row = add_row(&l, 1, 1);
	row->is_guess = true;
	row->answered = 1;
	learn(&l, false, false);
	assert_int_equal(known_at(l.known)->table, 3);
	lab_close(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(those_of_the_database_are_sorted_and_there_once),
		cmocka_unit_test(only_a_discovery_brings_new_ones),
		cmocka_unit_test(a_state_that_was_read_is_remembered_until_the_next),
		cmocka_unit_test(nobody_leaves_by_a_walk),
		cmocka_unit_test(who_is_present_is_what_the_store_says),
		cmocka_unit_test(a_key_is_kept_where_the_position_does_not_tell_it),
		cmocka_unit_test(a_guess_that_was_not_answered_teaches_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
