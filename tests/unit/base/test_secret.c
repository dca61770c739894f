/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "base/secret.h"

static void
a_secret_shows_as_stars(void **state)
{
	struct secret s = { 0 };

	(void)state;
	assert_string_equal(secret_shown(&s), "");
	assert_true(secret_is_empty(&s));
	check_rc(secret_set(&s, "public"), RC_OK);
	assert_string_equal(secret_shown(&s), "***");
	assert_string_equal(s.bytes, "public");
	assert_int_equal(s.len, 6);
}

static void
the_old_bytes_are_gone_when_it_is_overwritten_or_wiped(void **state)
{
	struct secret s = { 0 };

	(void)state;
	check_rc(secret_set(&s, "a long old one"), RC_OK);
	check_rc(secret_set(&s, "new"), RC_OK);
	for (size_t i = 3; i < sizeof(s.bytes); i++)
		assert_int_equal(s.bytes[i], 0);
	secret_wipe(&s);
	assert_true(secret_is_empty(&s));
	for (size_t i = 0; i < sizeof(s.bytes); i++)
		assert_int_equal(s.bytes[i], 0);
}

static void
one_that_is_too_long_is_refused_and_leaves_nothing(void **state)
{
	char text[SECRET_MAX + 2];
	struct secret s = { 0 };

	(void)state;
	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	check_rc(secret_set(&s, "before"), RC_OK);
	check_rc(secret_set(&s, text), RC_INVALID);
	assert_true(secret_is_empty(&s));
	text[SECRET_MAX] = '\0';
	check_rc(secret_set(&s, text), RC_OK);
	assert_int_equal(s.len, SECRET_MAX);
}

static void
a_text_is_wiped_in_place(void **state)
{
	char text[] = "community";

	(void)state;
	secret_wipe_text(text);
	for (size_t i = 0; i < sizeof(text); i++)
		assert_int_equal(text[i], 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_secret_shows_as_stars),
		cmocka_unit_test(the_old_bytes_are_gone_when_it_is_overwritten_or_wiped),
		cmocka_unit_test(one_that_is_too_long_is_refused_and_leaves_nothing),
		cmocka_unit_test(a_text_is_wiped_in_place),
	};

	return CHECK_ALL(tests);
}
