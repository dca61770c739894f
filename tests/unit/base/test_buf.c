/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "base/buf.h"

static void
appends_add_up(void **state)
{
	struct buf b = BUF_INIT(1000);

	(void)state;
	assert_string_equal(buf_text(&b), "");
	buf_puts(&b, "olt");
	buf_putc(&b, '=');
	buf_printf(&b, "%05d", 42);
	buf_add(&b, "xyz", 1);
	assert_string_equal(buf_text(&b), "olt=00042x");
	assert_int_equal(b.len, 10);
	assert_true(buf_ok(&b));
	buf_fini(&b);
}

static void
the_first_append_that_does_not_fit_spoils_it_for_good(void **state)
{
	struct buf b = BUF_INIT(5);

	(void)state;
	buf_puts(&b, "abc");
	buf_puts(&b, "def");
	assert_false(buf_ok(&b));
	assert_string_equal(buf_text(&b), "abc");
	buf_putc(&b, 'd');
	assert_string_equal(buf_text(&b), "abc");
	assert_false(buf_ok(&b));
	buf_clear(&b);
	assert_true(buf_ok(&b));
	buf_puts(&b, "12345");
	assert_true(buf_ok(&b));
	assert_string_equal(buf_text(&b), "12345");
	buf_fini(&b);
}

static void
a_printf_that_is_too_long_leaves_the_text_alone(void **state)
{
	struct buf b = BUF_INIT(8);

	(void)state;
	buf_printf(&b, "%d", 12345678);
	assert_true(buf_ok(&b));
	buf_printf(&b, "%d", 9);
	assert_false(buf_ok(&b));
	assert_string_equal(buf_text(&b), "12345678");
	buf_fini(&b);
}

static void
in_an_address_only_plain_characters_stand_for_themselves(void **state)
{
	struct buf b = BUF_INIT(64);

	(void)state;
	buf_put_escaped(&b, "aZ09-_.~");
	buf_put_escaped(&b, "&/ ?\xc3\xb1");
	assert_string_equal(buf_text(&b), "aZ09-_.~%26%2F%20%3F%C3%B1");
	buf_fini(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(appends_add_up),
		cmocka_unit_test(the_first_append_that_does_not_fit_spoils_it_for_good),
		cmocka_unit_test(a_printf_that_is_too_long_leaves_the_text_alone),
		cmocka_unit_test(
		    in_an_address_only_plain_characters_stand_for_themselves),
	};

	return CHECK_ALL(tests);
}
