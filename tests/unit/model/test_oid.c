/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "model/oid.h"

static void
an_oid_is_read_with_and_without_its_leading_dot(void **state)
{
	struct oid oid;

	(void)state;
	check_rc(oid_parse(".1.3.6.1.4.1.2011", &oid, NULL), RC_OK);
	assert_int_equal(oid.n, 7);
	assert_int_equal(oid.arcs[0], 1);
	assert_int_equal(oid.arcs[6], 2011);
	check_rc(oid_parse("1.4294967295", &oid, NULL), RC_OK);
	assert_int_equal(oid.n, 2);
	assert_int_equal(oid.arcs[1], 4294967295U);
}

static void
what_is_no_oid_is_refused_with_the_place(void **state)
{
	static const struct {
		const char *text, *why;
	} WRONG[] = {
		{ "", "at character 1" },
		{ ".", "at character 2" },
		{ "1..3", "at character 3" },
		{ "1.3.", "at character 5" },
		{ "1.3.x", "at character 5" },
		{ "1.3-6", "dot at character 4" },
		{ "1.4294967296", "4294967295 at character 3" },
		{ "-1.3", "at character 1" },
	};
	struct oid oid = { .n = 99 };
	struct err err;

	(void)state;
	for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
		check_rc(oid_parse(WRONG[i].text, &oid, &err), RC_INVALID);
		check_contains(err.msg, WRONG[i].why);
		assert_int_equal(oid.n, 99);
	}
}

static void
no_more_than_128_numbers_fit(void **state)
{
	char text[2 * OID_MAX + 3] = "";
	struct oid oid;

	(void)state;
	for (int i = 0; i < OID_MAX; i++)
		memcpy(text + 2 * i, i ? ".1" : "1.", 3);
	/* "1." and then 127 times ".1" would double the first dot. */
	memmove(text + 1, text + 2, strlen(text + 2) + 1);
	check_rc(oid_parse(text, &oid, NULL), RC_OK);
	assert_int_equal(oid.n, OID_MAX);
	memcpy(text + strlen(text), ".1", 3);
	check_rc(oid_parse(text, &oid, NULL), RC_INVALID);
}

static void
formatting_gives_the_same_numbers_back(void **state)
{
	static const uint32_t ARCS[] = { 1, 3, 0, 4294967295U, 10 };
	char text[OID_TEXT_MAX];

	(void)state;
	assert_string_equal(oid_format(ARCS, 5, text), "1.3.0.4294967295.10");
	assert_string_equal(oid_format(ARCS, 0, text), "");
}

/* The order of a walk: number by number, and a prefix before longer OIDs. */
static void
the_order_is_that_of_a_walk(void **state)
{
	static const uint32_t A[] = { 1, 3, 9 }, B[] = { 1, 3, 10 }, C[] = { 1, 3 };

	(void)state;
	assert_true(oid_compare(A, 3, B, 3) < 0);
	assert_true(oid_compare(B, 3, A, 3) > 0);
	assert_true(oid_compare(C, 2, A, 3) < 0);
	assert_true(oid_compare(A, 3, C, 2) > 0);
	assert_int_equal(oid_compare(A, 3, A, 3), 0);
}

static void
a_prefix_is_the_beginning_or_all_of_it(void **state)
{
	static const uint32_t A[] = { 1, 3, 6 }, B[] = { 1, 4 };

	(void)state;
	assert_true(oid_starts_with(A, 3, A, 2));
	assert_true(oid_starts_with(A, 3, A, 3));
	assert_true(oid_starts_with(A, 3, A, 0));
	assert_false(oid_starts_with(A, 2, A, 3));
	assert_false(oid_starts_with(A, 3, B, 2));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_oid_is_read_with_and_without_its_leading_dot),
		cmocka_unit_test(what_is_no_oid_is_refused_with_the_place),
		cmocka_unit_test(no_more_than_128_numbers_fit),
		cmocka_unit_test(formatting_gives_the_same_numbers_back),
		cmocka_unit_test(the_order_is_that_of_a_walk),
		cmocka_unit_test(a_prefix_is_the_beginning_or_all_of_it),
	};

	return CHECK_ALL(tests);
}
