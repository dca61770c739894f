/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "model/execution.h"

static struct execution
queued(int32_t max_attempts)
{
	return (struct execution){ .olt = { 7 },
		.state = EXECUTION_PENDING,
		.max_attempts = max_attempts,
		.queued_ms = 1000 };
}

static void
a_good_run_goes_from_pending_to_success(void **state)
{
	struct execution e = queued(1);

	(void)state;
	check_rc(execution_step(&e, EXECUTION_START, TROUBLE_NONE, 1500), RC_OK);
	assert_int_equal(e.state, EXECUTION_RUNNING);
	assert_int_equal(e.started_ms, 1500);
	assert_int_equal(e.attempts, 1);
	check_rc(execution_step(&e, EXECUTION_ALL_CAME, TROUBLE_NONE, 1900), RC_OK);
	assert_int_equal(e.state, EXECUTION_SUCCESS);
	assert_int_equal(e.finished_ms, 1900);
}

static void
a_second_try_keeps_the_first_start_and_there_is_no_third_of_two(void **state)
{
	struct execution e = queued(2);

	(void)state;
	check_rc(execution_step(&e, EXECUTION_START, TROUBLE_NONE, 1500), RC_OK);
	check_rc(execution_step(&e, EXECUTION_TRY_LATER, TROUBLE_TIMEOUT, 1600), RC_OK);
	assert_int_equal(e.state, EXECUTION_PENDING);
	assert_int_equal(e.trouble, TROUBLE_TIMEOUT);
	check_rc(execution_step(&e, EXECUTION_START, TROUBLE_NONE, 2500), RC_OK);
	assert_int_equal(e.started_ms, 1500);
	assert_int_equal(e.attempts, 2);
	assert_int_equal(e.trouble, TROUBLE_NONE);
	check_rc(
	    execution_step(&e, EXECUTION_TRY_LATER, TROUBLE_TIMEOUT, 2600), RC_CONFLICT);
	check_rc(
	    execution_step(&e, EXECUTION_NOTHING_CAME, TROUBLE_TIMEOUT, 2600), RC_OK);
	assert_int_equal(e.state, EXECUTION_FAILED);
}

static void
nothing_leads_out_of_an_end(void **state)
{
	static const enum execution_step ENDS[] = { EXECUTION_ALL_CAME,
		EXECUTION_SOME_CAME, EXECUTION_NOTHING_CAME, EXECUTION_CANCEL };

	(void)state;
	for (size_t i = 0; i < sizeof(ENDS) / sizeof(ENDS[0]); i++) {
		struct execution e = queued(3), before;
		enum trouble why =
		    ENDS[i] == EXECUTION_ALL_CAME ? TROUBLE_NONE : TROUBLE_USER;

		check_rc(execution_step(&e, EXECUTION_START, TROUBLE_NONE, 1500), RC_OK);
		check_rc(execution_step(&e, ENDS[i], why, 1600), RC_OK);
		assert_true(execution_is_over(e.state));
		before = e;
		for (int s = 0; s < EXECUTION_STEPS; s++) {
			check_rc(execution_step(
				     &e, (enum execution_step)s, TROUBLE_USER, 1700),
			    RC_CONFLICT);
			assert_memory_equal(&e, &before, sizeof(e));
		}
	}
}

static void
what_has_not_started_can_be_cancelled_and_nothing_else(void **state)
{
	struct execution e = queued(1);

	(void)state;
	check_rc(execution_step(&e, EXECUTION_ALL_CAME, TROUBLE_NONE, 1500), RC_CONFLICT);
	check_rc(execution_step(&e, EXECUTION_CANCEL, TROUBLE_NONE, 1500), RC_INVALID);
	assert_int_equal(e.state, EXECUTION_PENDING);
	check_rc(execution_step(&e, EXECUTION_CANCEL, TROUBLE_OLT_DISABLED, 1500), RC_OK);
	assert_int_equal(e.state, EXECUTION_INTERRUPTED);
	assert_int_equal(e.started_ms, 0);
	assert_int_equal(e.finished_ms, 1500);
}

static void
what_was_tried_can_be_given_up_and_what_was_not_cannot(void **state)
{
	struct execution e = queued(3);

	(void)state;
	check_rc(
	    execution_step(&e, EXECUTION_GIVE_UP, TROUBLE_TIMEOUT, 1400), RC_CONFLICT);
	check_rc(execution_step(&e, EXECUTION_START, TROUBLE_NONE, 1500), RC_OK);
	check_rc(
	    execution_step(&e, EXECUTION_GIVE_UP, TROUBLE_TIMEOUT, 1550), RC_CONFLICT);
	check_rc(execution_step(&e, EXECUTION_TRY_LATER, TROUBLE_TIMEOUT, 1600), RC_OK);
	check_rc(execution_step(&e, EXECUTION_GIVE_UP, TROUBLE_NONE, 1700), RC_INVALID);
	check_rc(execution_step(&e, EXECUTION_GIVE_UP, TROUBLE_TIMEOUT, 1700), RC_OK);
	assert_int_equal(e.state, EXECUTION_FAILED);
	assert_int_equal(e.finished_ms, 1700);
}

static void
success_has_no_excuse_and_failure_needs_one(void **state)
{
	struct execution e = queued(1);

	(void)state;
	check_rc(execution_step(&e, EXECUTION_START, TROUBLE_NONE, 1500), RC_OK);
	check_rc(
	    execution_step(&e, EXECUTION_ALL_CAME, TROUBLE_TIMEOUT, 1600), RC_INVALID);
	check_rc(execution_step(&e, EXECUTION_SOME_CAME, TROUBLE_NONE, 1600), RC_INVALID);
	assert_int_equal(e.state, EXECUTION_RUNNING);
}

static void
every_name_leads_back(void **state)
{
	enum execution_state s;
	enum trouble t;
	enum task_type type;

	(void)state;
	for (int i = 0; i < EXECUTION_STATES; i++) {
		assert_true(execution_state_from_name(
		    execution_state_name((enum execution_state)i), &s));
		assert_int_equal(s, i);
	}
	for (int i = 0; i < TROUBLES; i++) {
		assert_true(trouble_from_name(trouble_name((enum trouble)i), &t));
		assert_int_equal(t, i);
	}
	for (int i = 0; i < TASK_TYPES; i++) {
		assert_true(
		    task_type_from_name(task_type_name((enum task_type)i), &type));
		assert_int_equal(type, i);
	}
	assert_false(execution_state_from_name("DONE", &s));
	assert_false(trouble_from_name("BORED", &t));
	assert_false(task_type_from_name("set", &type));
}

static void
a_partial_run_counts_with_eighty_percent_of_what_it_asked_for(void **state)
{
	static const struct share ALL = { 10, 10 }, ENOUGH = { 10, 8 },
				  LESS = { 1000, 799 }, NOTHING = { 0, 0 };

	(void)state;
	assert_true(execution_is_made(EXECUTION_SUCCESS, NOTHING));
	assert_true(execution_is_made(EXECUTION_PARTIAL, ALL));
	assert_true(execution_is_made(EXECUTION_PARTIAL, ENOUGH));
	assert_false(execution_is_made(EXECUTION_PARTIAL, LESS));
	assert_false(execution_is_made(EXECUTION_PARTIAL, NOTHING));
	assert_false(execution_is_made(EXECUTION_FAILED, ALL));
	assert_false(execution_is_made(EXECUTION_INTERRUPTED, ALL));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_good_run_goes_from_pending_to_success),
		cmocka_unit_test(
		    a_second_try_keeps_the_first_start_and_there_is_no_third_of_two),
		cmocka_unit_test(nothing_leads_out_of_an_end),
		cmocka_unit_test(what_has_not_started_can_be_cancelled_and_nothing_else),
		cmocka_unit_test(what_was_tried_can_be_given_up_and_what_was_not_cannot),
		cmocka_unit_test(success_has_no_excuse_and_failure_needs_one),
		cmocka_unit_test(every_name_leads_back),
		cmocka_unit_test(
		    a_partial_run_counts_with_eighty_percent_of_what_it_asked_for),
	};

	return CHECK_ALL(tests);
}
