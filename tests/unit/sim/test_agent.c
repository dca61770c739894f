/* SPDX-License-Identifier: Apache-2.0
 *
 * The rules of RFC 1157 and RFC 3416, one by one, with a tree of eight leaves.
 */
#include "talk.h"

static const char RECORDING[] =
    "1.3.6.1.2.1.1.1.0|4|an OLT\n" /* 6 octets */
    "1.3.6.1.2.1.1.3.0|67|100\n"
    "1.3.6.1.4.1.9.1.1|2|1\n"
    "1.3.6.1.4.1.9.1.2|2|2\n"
    "1.3.6.1.4.1.9.1.3|2|3\n"
    "1.3.6.1.4.1.9.2.1|70|5000000000\n" /* five octets: 0x12a05f200 */
    "1.3.6.1.4.1.9.2.2|70|7\n"
    "1.3.6.1.4.1.9.3.1|65|9\n";

static struct talk talk;

static int
setup(void **state)
{
	(void)state;
	talk_start(&talk, RECORDING);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	talk_end(&talk);
	return 0;
}

static void
check(enum pdu pdu, const char *names, const char *expected)
{
	struct said said = talk_ask(&talk, pdu, names);

	assert_true(said.is_answer);
	assert_int_equal(said.id, 77);
	assert_int_equal(said.status, NO_ERROR);
	assert_int_equal(said.index, 0);
	assert_string_equal(said.varbinds, expected);
	talk_sent(&talk, &said);
}

static void
check_error(enum pdu pdu, const char *names, enum error_status status, int32_t index,
    const char *varbinds)
{
	struct said said = talk_ask(&talk, pdu, names);

	assert_true(said.is_answer);
	assert_int_equal(said.status, status);
	assert_int_equal(said.index, index);
	assert_string_equal(said.varbinds, varbinds);
	talk_sent(&talk, &said);
}

static void
get_answers_in_the_order_asked(void **state)
{
	(void)state;
	check(PDU_GET, "1.3.6.1.4.1.9.1.2 1.3.6.1.2.1.1.1.0",
	    "1.3.6.1.4.1.9.1.2=2:1 1.3.6.1.2.1.1.1.0=4:6");
	check(PDU_GET, "1.3.6.1.4.1.9.2.1", "1.3.6.1.4.1.9.2.1=70:5");
	check(PDU_GET, "", "");
}

static void
get_of_what_is_not_there_is_an_exception_in_v2(void **state)
{
	(void)state;
	check(PDU_GET, "1.3.6.1.4.1.9.1.9", "1.3.6.1.4.1.9.1.9=129:0");
	check(PDU_GET, "1.3.6.1.4.1.8.1 1.3.6.1.4.1.9.1.1",
	    "1.3.6.1.4.1.8.1=128:0 1.3.6.1.4.1.9.1.1=2:1");
}

static void
get_of_what_is_not_there_is_no_such_name_in_v1(void **state)
{
	(void)state;
	talk.version = VERSION_1;
	check_error(PDU_GET, "1.3.6.1.4.1.9.1.1 1.3.6.1.4.1.9.1.9", NO_SUCH_NAME, 2,
	    "1.3.6.1.4.1.9.1.1=5:0 1.3.6.1.4.1.9.1.9=5:0");
	check_error(
	    PDU_GETNEXT, "1.3.6.1.4.1.9.3.1", NO_SUCH_NAME, 1, "1.3.6.1.4.1.9.3.1=5:0");
}

static void
version_1_does_not_see_counter64(void **state)
{
	(void)state;
	talk.version = VERSION_1;
	check_error(
	    PDU_GET, "1.3.6.1.4.1.9.2.1", NO_SUCH_NAME, 1, "1.3.6.1.4.1.9.2.1=5:0");
	check(PDU_GETNEXT, "1.3.6.1.4.1.9.1.3", "1.3.6.1.4.1.9.3.1=65:1");
	talk.version = VERSION_2C;
	check(PDU_GETNEXT, "1.3.6.1.4.1.9.1.3", "1.3.6.1.4.1.9.2.1=70:5");
}

static void
getnext_goes_on_and_ends(void **state)
{
	(void)state;
	check(PDU_GETNEXT, "1.3", "1.3.6.1.2.1.1.1.0=4:6");
	check(PDU_GETNEXT, "1.3.6.1.4.1.9.1.3 1.3.6.1.4.1.9.3.1",
	    "1.3.6.1.4.1.9.2.1=70:5 1.3.6.1.4.1.9.3.1=130:0");
}

static void
getbulk_takes_non_repeaters_once_and_the_rest_in_rounds(void **state)
{
	(void)state;
	talk.non_repeaters = 1;
	talk.max_repetitions = 2;
	check(PDU_GETBULK, "1.3.6.1.2.1.1 1.3.6.1.4.1.9.1 1.3.6.1.4.1.9.2",
	    "1.3.6.1.2.1.1.1.0=4:6 "
	    "1.3.6.1.4.1.9.1.1=2:1 1.3.6.1.4.1.9.2.1=70:5 "
	    "1.3.6.1.4.1.9.1.2=2:1 1.3.6.1.4.1.9.2.2=70:1");
}

static void
getbulk_without_repetitions_answers_only_the_non_repeaters(void **state)
{
	(void)state;
	talk.non_repeaters = 1;
	check(PDU_GETBULK, "1.3.6.1.2.1.1 1.3.6.1.4.1.9.1", "1.3.6.1.2.1.1.1.0=4:6");
	talk.non_repeaters = 5;
	talk.max_repetitions = 9;
	check(PDU_GETBULK, "1.3.6.1.2.1.1", "1.3.6.1.2.1.1.1.0=4:6");
}

static void
getbulk_stops_when_all_columns_have_ended(void **state)
{
	(void)state;
	talk.max_repetitions = 50;
	check(PDU_GETBULK, "1.3.6.1.4.1.9.2.2 1.3.6.1.4.1.9.3.1",
	    "1.3.6.1.4.1.9.3.1=65:1 1.3.6.1.4.1.9.3.1=130:0 "
	    "1.3.6.1.4.1.9.3.1=130:0 1.3.6.1.4.1.9.3.1=130:0");
}

static void
getbulk_is_cut_to_the_size_of_a_message(void **state)
{
	(void)state;
	talk.max_repetitions = 50;
	struct said all = talk_ask(&talk, PDU_GETBULK, "1.3");
	assert_int_equal(all.n, 9);
	talk_sent(&talk, &all);
	talk.olt.behaviour.max_bytes = 150;
	struct said some = talk_ask(&talk, PDU_GETBULK, "1.3");
	assert_int_equal(some.status, NO_ERROR);
	assert_in_range(some.n, 3, 7);
	assert_true(some.len <= 150);
	talk_sent(&talk, &some);
}

static void
a_get_that_does_not_fit_is_too_big(void **state)
{
	(void)state;
	talk.olt.behaviour.max_bytes = 100;
	check_error(PDU_GET,
	    "1.3.6.1.2.1.1.1.0 1.3.6.1.2.1.1.1.0 1.3.6.1.2.1.1.1.0 1.3.6.1.2.1.1.1.0",
	    TOO_BIG, 0, "");
	/* Version 1 repeats the request, and here it does not fit. */
	talk.version = VERSION_1;
	struct said said = talk_ask(&talk, PDU_GET,
	    "1.3.6.1.2.1.1.1.0 1.3.6.1.2.1.1.1.0 1.3.6.1.2.1.1.1.0 1.3.6.1.2.1.1.1.0 "
	    "1.3.6.1.2.1.1.1.0");
	assert_false(said.is_answer);
}

static void
nothing_can_be_written(void **state)
{
	(void)state;
	check_error(
	    PDU_SET, "1.3.6.1.2.1.1.1.0", NOT_WRITABLE, 1, "1.3.6.1.2.1.1.1.0=5:0");
	talk.version = VERSION_1;
	check_error(PDU_SET, "1.3.6.1.2.1.1.1.0", READ_ONLY, 1, "1.3.6.1.2.1.1.1.0=5:0");
}

/* ---- faults of the content ----------------------------------------------------- */

static void
missing_columns_are_no_such_object_and_not_walked(void **state)
{
	(void)state;
	talk_set(&talk, "missing", "1.3.6.1.4.1.9.1");
	check(PDU_GET, "1.3.6.1.4.1.9.1.2", "1.3.6.1.4.1.9.1.2=128:0");
	check(PDU_GETNEXT, "1.3.6.1.2.1.1.3.0", "1.3.6.1.4.1.9.2.1=70:5");
}

static void
generr_names_the_varbind(void **state)
{
	(void)state;
	talk_set(&talk, "generr", "1.3.6.1.4.1.9.1.2");
	check_error(PDU_GET, "1.3.6.1.4.1.9.1.1 1.3.6.1.4.1.9.1.2", GEN_ERR, 2,
	    "1.3.6.1.4.1.9.1.1=5:0 1.3.6.1.4.1.9.1.2=5:0");
	talk.max_repetitions = 3;
	check_error(PDU_GETBULK, "1.3.6.1.4.1.9.1", GEN_ERR, 1, "1.3.6.1.4.1.9.1=5:0");
}

static void
wrong_types_swap_numbers_and_texts(void **state)
{
	(void)state;
	talk_set(&talk, "wrong_type", "1.3.6.1");
	check(PDU_GET, "1.3.6.1.4.1.9.1.1 1.3.6.1.2.1.1.1.0",
	    "1.3.6.1.4.1.9.1.1=4:5 1.3.6.1.2.1.1.1.0=70:5");
}

static void
foreign_rows_have_another_name(void **state)
{
	(void)state;
	talk_set(&talk, "foreign", "1.3.6.1.4.1.9.1");
	/* The complete OID of the recording follows: 43 is the encoding of 1.3. */
	check(
	    PDU_GETNEXT, "1.3.6.1.2.1.1.3.0", "1.3.6.1.4.1.32473.1.43.6.1.4.1.9.1.1=2:1");
}

static void
a_repeated_row_comes_again_and_again(void **state)
{
	(void)state;
	talk_set(&talk, "repeat", "1.3.6.1.4.1.9.1:2");
	talk.max_repetitions = 4;
	check(PDU_GETBULK, "1.3.6.1.4.1.9.1",
	    "1.3.6.1.4.1.9.1.1=2:1 1.3.6.1.4.1.9.1.2=2:1 "
	    "1.3.6.1.4.1.9.1.2=2:1 1.3.6.1.4.1.9.1.2=2:1");
	check(PDU_GETNEXT, "1.3.6.1.4.1.9.1.2", "1.3.6.1.4.1.9.1.2=2:1");
}

static void
a_loop_starts_over(void **state)
{
	(void)state;
	talk_set(&talk, "loop", "1.3.6.1.4.1.9.1:3");
	talk.max_repetitions = 5;
	check(PDU_GETBULK, "1.3.6.1.4.1.9.1",
	    "1.3.6.1.4.1.9.1.1=2:1 1.3.6.1.4.1.9.1.2=2:1 1.3.6.1.4.1.9.1.3=2:1 "
	    "1.3.6.1.4.1.9.1.1=2:1 1.3.6.1.4.1.9.1.2=2:1");
}

static void
repetitions_are_limited(void **state)
{
	(void)state;
	talk_set(&talk, "max_repetitions", "2");
	talk.max_repetitions = 50;
	check(PDU_GETBULK, "1.3.6.1.4.1.9.1",
	    "1.3.6.1.4.1.9.1.1=2:1 1.3.6.1.4.1.9.1.2=2:1");
}

static void
a_bad_agent_calls_a_getbulk_too_big(void **state)
{
	(void)state;
	talk_set(&talk, "toobig", "100");
	talk.max_repetitions = 50;
	check_error(PDU_GETBULK, "1.3.6.1", TOO_BIG, 0, "");
	talk.max_repetitions = 2;
	check(PDU_GETBULK, "1.3.6.1.4.1.9.1",
	    "1.3.6.1.4.1.9.1.1=2:1 1.3.6.1.4.1.9.1.2=2:1");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(get_answers_in_the_order_asked),
		TEST(get_of_what_is_not_there_is_an_exception_in_v2),
		TEST(get_of_what_is_not_there_is_no_such_name_in_v1),
		TEST(version_1_does_not_see_counter64),
		TEST(getnext_goes_on_and_ends),
		TEST(getbulk_takes_non_repeaters_once_and_the_rest_in_rounds),
		TEST(getbulk_without_repetitions_answers_only_the_non_repeaters),
		TEST(getbulk_stops_when_all_columns_have_ended),
		TEST(getbulk_is_cut_to_the_size_of_a_message),
		TEST(a_get_that_does_not_fit_is_too_big),
		TEST(nothing_can_be_written),
		TEST(missing_columns_are_no_such_object_and_not_walked),
		TEST(generr_names_the_varbind),
		TEST(wrong_types_swap_numbers_and_texts),
		TEST(foreign_rows_have_another_name),
		TEST(a_repeated_row_comes_again_and_again),
		TEST(a_loop_starts_over),
		TEST(repetitions_are_limited),
		TEST(a_bad_agent_calls_a_getbulk_too_big),
	};
	return CHECK_ALL(tests);
}
