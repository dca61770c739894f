/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "engine/judge_int.h"

static const struct circumstances SILENT = { false, false }, SPOKE = { false, true },
				  LATE = { true, false };

static void
every_outcome_has_a_name_for_people(void **state)
{
	(void)state;
	assert_int_equal(trouble_of(RC_OK, SPOKE), TROUBLE_NONE);
	assert_int_equal(trouble_of(RC_TIMEOUT, SILENT), TROUBLE_TIMEOUT);
	assert_int_equal(trouble_of(RC_TIMEOUT, LATE), TROUBLE_DEADLINE);
	assert_int_equal(trouble_of(RC_UNREACHABLE, SILENT), TROUBLE_UNREACHABLE);
	assert_int_equal(trouble_of(RC_REFUSED, SPOKE), TROUBLE_AUTH);
	assert_int_equal(trouble_of(RC_PROTOCOL, SPOKE), TROUBLE_BAD_RESPONSE);
	assert_int_equal(trouble_of(RC_TOO_MUCH, SPOKE), TROUBLE_TOO_MUCH);
	/* It answers without any requested object; or its name has no address. */
	assert_int_equal(trouble_of(RC_NOT_FOUND, SPOKE), TROUBLE_NO_SUCH_OBJECT);
	assert_int_equal(trouble_of(RC_NOT_FOUND, SILENT), TROUBLE_UNREACHABLE);
	for (int rc = RC_NOMEM; rc <= RC_IO; rc++)
		assert_int_not_equal(trouble_of((enum rc)rc, SILENT), TROUBLE_NONE);
}

static struct collection
collection_of(struct rows *rows)
{
	return (struct collection){ .rows = rows,
		.message = "",
		.has_answered = true,
		.stats = { .requests = 1 } };
}

static void
what_came_decides_between_partial_and_failed(void **state)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct rows *rows OWNED(rows_free) = rows_new(arena, 1, SNMPC_MAX_ROWS);
	struct collection c = collection_of(rows);
	char text[EXECUTION_MESSAGE_MAX];
	struct coordinator_outcome o = outcome_of(&c, false, text);

	(void)state;
	assert_int_equal(o.state, EXECUTION_SUCCESS);
	assert_int_equal(o.trouble, TROUBLE_NONE);
	assert_string_equal(o.message, "");
	c.rc = RC_TIMEOUT;
	c.message = "192.0.2.1: no answer";
	c.is_partial = true;
	o = outcome_of(&c, false, text);
	assert_int_equal(o.state, EXECUTION_PARTIAL);
	assert_int_equal(o.trouble, TROUBLE_TIMEOUT);
	assert_string_equal(o.message, "192.0.2.1: no answer");
	assert_true(o.answered);
	c.is_partial = false;
	c.has_answered = false;
	o = outcome_of(&c, true, text);
	assert_int_equal(o.state, EXECUTION_FAILED);
	assert_int_equal(o.trouble, TROUBLE_DEADLINE);
	assert_false(o.answered);
}

static void
a_run_that_asked_nothing_has_no_success_and_no_failure(void **state)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct rows *rows OWNED(rows_free) = rows_new(arena, 1, SNMPC_MAX_ROWS);
	struct collection c = collection_of(rows);
	char text[EXECUTION_MESSAGE_MAX];
	struct coordinator_outcome o;

	(void)state;
	c.stats.requests = 0;
	c.has_answered = false;
	o = outcome_of(&c, false, text);
	assert_int_equal(o.state, EXECUTION_INTERRUPTED);
	assert_int_equal(o.trouble, TROUBLE_NOTHING_TO_ASK);
	assert_false(o.answered);
	assert_int_equal(execution_step_to(o.state), EXECUTION_CANCEL);
	o = outcome_of_nothing("it waits", true, text);
	assert_string_equal(o.message, "it waits");
	assert_true(o.answered);
}

/* All of them, even if there is no space for details. */
static void
columns_that_could_not_be_read_are_named_first(void **state)
{
	static const char *const NOTES[] = { "run_state: 7 values could not be read" };
	struct column state_column = { .key = "run_state" },
		      level_column = { .key = "onu_rx_dbm" },
		      guess_column = { .key = "mac" };
	struct column_outcome columns[] = {
		{ .column = &state_column, .is_wanted = true, .bad = 7 },
		{ .column = &level_column, .is_wanted = true, .bad = 1 },
		{ .column = &guess_column,
		    .is_wanted = true,
		    .bad = 7,
		    .is_implausible = true },
	};
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct rows *rows OWNED(rows_free) = rows_new(arena, 1, SNMPC_MAX_ROWS);
	struct collection c = collection_of(rows);
	char text[EXECUTION_MESSAGE_MAX];
	struct coordinator_outcome o;

	(void)state;
	c.rc = RC_PROTOCOL;
	c.is_partial = true;
	c.onus = (struct collected_onus){ .asked = 7, .failed = 7 };
	c.n_columns = 3;
	c.columns = columns;
	c.n_notes = 1;
	c.notes = NOTES;
	o = outcome_of(&c, false, text);
	assert_int_equal(o.state, EXECUTION_PARTIAL);
	assert_int_equal(o.trouble, TROUBLE_BAD_RESPONSE);
	assert_string_equal(o.message,
	    "7 of 7 ONUs did not answer all; values that could not be read: run_state, "
	    "onu_rx_dbm; run_state: 7 values could not be read");
}

static void
a_discovery_that_met_a_ceiling_is_held(void **state)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct rows *rows OWNED(rows_free) = rows_new(arena, 1, SNMPC_MAX_ROWS);
	struct collection c = collection_of(rows);
	char text[EXECUTION_MESSAGE_MAX];
	struct coordinator_outcome o;

	(void)state;
	c.rc = RC_TOO_MUCH;
	c.is_partial = true;
	c.met_ceiling = true;
	c.message = "too many rows";
	o = outcome_of(&c, false, text);
	assert_int_equal(o.state, EXECUTION_PARTIAL); /* values of known ONUs */
	assert_int_equal(o.trouble, TROUBLE_TOO_MUCH);
	c.is_discovery = true;
	o = outcome_of(&c, false, text);
	assert_int_equal(o.state, EXECUTION_FAILED);
	assert_int_equal(o.trouble, TROUBLE_TOO_MUCH);
	c.rc = RC_TIMEOUT;
	o = outcome_of(&c, true, text);
	assert_int_equal(o.state, EXECUTION_FAILED);
	assert_int_equal(o.trouble, TROUBLE_DEADLINE);
	c.met_ceiling = false;
	o = outcome_of(&c, false, text);
	assert_int_equal(o.state, EXECUTION_PARTIAL);
}

static void
what_did_not_come_is_counted_and_named(void **state)
{
	static const char *const NOTES[] = { "onu_rx_dbm (1.3.6): no answer",
		"distance_m (1.3.7): cut there" };
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct rows *rows OWNED(rows_free) = rows_new(arena, 1, SNMPC_MAX_ROWS);
	struct collection c = collection_of(rows);
	char text[EXECUTION_MESSAGE_MAX];

	(void)state;
	c.rc = RC_PROTOCOL;
	c.is_partial = true;
	c.onus = (struct collected_onus){ .asked = 64, .ok = 61, .failed = 3 };
	c.n_notes = 2;
	c.notes = NOTES;
	assert_int_equal(outcome_of(&c, false, text).onus.failed, 3);
	assert_string_equal(text,
	    "3 of 64 ONUs did not answer all; onu_rx_dbm (1.3.6): no answer; distance_m "
	    "(1.3.7): cut there");
}

/* A text of a device may be truncated in the middle of a character. */
static void
a_sentence_that_is_too_long_can_still_be_stored(void **state)
{
	char message[EXECUTION_MESSAGE_MAX + 8], text[EXECUTION_MESSAGE_MAX];

	(void)state;
	memset(message, 'x', sizeof(message) - 1);
	message[sizeof(message) - 1] = '\0';
	memcpy(message + EXECUTION_MESSAGE_MAX - 2, "\xc3\xb1", 2);
	(void)outcome_of_failure(RC_TIMEOUT, SILENT, message, text);
	assert_int_equal(strlen(text), EXECUTION_MESSAGE_MAX - 2);
}

static void
requests_and_bytes_are_added_up(void **state)
{
	struct snmpc_stats stats = { .requests = 3,
		.retransmits = 2,
		.timeouts = 1,
		.varbinds = 40,
		.bytes_in = 1400 };
	struct traffic sum = traffic_of(&stats), more = traffic_of(&stats);

	(void)state;
	traffic_add(&sum, &more);
	assert_int_equal(sum.requests, 6);
	assert_int_equal(sum.retransmits, 4);
	assert_int_equal(sum.timeouts, 2);
	assert_int_equal(sum.varbinds, 80);
	assert_int_equal(sum.bytes, 2800);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_outcome_has_a_name_for_people),
		cmocka_unit_test(what_came_decides_between_partial_and_failed),
		cmocka_unit_test(a_run_that_asked_nothing_has_no_success_and_no_failure),
		cmocka_unit_test(columns_that_could_not_be_read_are_named_first),
		cmocka_unit_test(a_discovery_that_met_a_ceiling_is_held),
		cmocka_unit_test(what_did_not_come_is_counted_and_named),
		cmocka_unit_test(a_sentence_that_is_too_long_can_still_be_stored),
		cmocka_unit_test(requests_and_bytes_are_added_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
