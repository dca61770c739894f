/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

static void
the_outcome_and_the_sentence_go_together(void **state)
{
	struct err err = { 0 };

	(void)state;
	check_rc(err_set(&err, RC_REFUSED, "%s: wrong community", "olt1"), RC_REFUSED);
	assert_int_equal(err.rc, RC_REFUSED);
	assert_string_equal(err.msg, "olt1: wrong community");
	check_rc(err_set(NULL, RC_TIMEOUT, "nobody reads this"), RC_TIMEOUT);
}

static void
context_goes_before_the_sentence(void **state)
{
	struct err err = { 0 };

	(void)state;
	(void)err_set(&err, RC_INVALID, "columns[3].oid: not an OID");
	check_rc(err_prefix(&err, RC_INVALID, "profile %s: ", "x.json"), RC_INVALID);
	assert_string_equal(err.msg, "profile x.json: columns[3].oid: not an OID");
}

static void
a_sentence_too_long_is_cut_not_overrun(void **state)
{
	char long_text[2 * ERR_MAX];
	struct err err = { 0 };

	(void)state;
	memset(long_text, 'x', sizeof(long_text) - 1);
	long_text[sizeof(long_text) - 1] = '\0';
	(void)err_set(&err, RC_IO, "%s", long_text);
	assert_int_equal(strlen(err.msg), ERR_MAX - 1);
	(void)err_prefix(&err, RC_IO, "%s", long_text);
	assert_int_equal(strlen(err.msg), ERR_MAX - 1);
}

static void
every_outcome_has_a_name_of_its_own(void **state)
{
	(void)state;
	for (int i = RC_OK; i <= RC_IO; i++) {
		assert_string_not_equal(rc_name((enum rc)i), "unknown");
		for (int j = RC_OK; j < i; j++)
			assert_string_not_equal(rc_name((enum rc)i), rc_name((enum rc)j));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_outcome_and_the_sentence_go_together),
		cmocka_unit_test(context_goes_before_the_sentence),
		cmocka_unit_test(a_sentence_too_long_is_cut_not_overrun),
		cmocka_unit_test(every_outcome_has_a_name_of_its_own),
	};

	return CHECK_ALL(tests);
}
