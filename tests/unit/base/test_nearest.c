/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "base/nearest.h"

static void
distances_count_slips_of_the_finger(void **state)
{
	(void)state;
	assert_int_equal(nearest_distance("walk", "walk"), 0);
	assert_int_equal(nearest_distance("wakl", "walk"), 1); /* swapped */
	assert_int_equal(nearest_distance("wal", "walk"), 1); /* missing */
	assert_int_equal(nearest_distance("wwalk", "walk"), 1); /* doubled */
	assert_int_equal(nearest_distance("talk", "walk"), 1); /* replaced */
	assert_int_equal(nearest_distance("", "walk"), 4);
	assert_int_equal(nearest_distance("kitten", "sitting"), 3);
}

static void
the_nearest_word_is_proposed(void **state)
{
	struct nearest near = { 0 };

	(void)state;
	nearest_offer(&near, "detcet", "get");
	nearest_offer(&near, "detcet", "detect");
	nearest_offer(&near, "detcet", "walk");
	assert_string_equal(near.best, "detect");
	assert_int_equal(near.distance, 1);
}

static void
nothing_is_proposed_for_a_word_like_none(void **state)
{
	struct nearest near = { 0 };

	(void)state;
	nearest_offer(&near, "xyzzy", "get");
	nearest_offer(&near, "xyzzy", "walk");
	assert_null(near.best);
}

static void
endless_words_do_no_harm(void **state)
{
	char word[500];

	(void)state;
	memset(word, 'x', sizeof(word) - 1);
	word[sizeof(word) - 1] = '\0';
	assert_int_equal(nearest_distance(word, "walk"), 499);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(distances_count_slips_of_the_finger),
		cmocka_unit_test(the_nearest_word_is_proposed),
		cmocka_unit_test(nothing_is_proposed_for_a_word_like_none),
		cmocka_unit_test(endless_words_do_no_harm),
	};

	return CHECK_ALL(tests);
}
