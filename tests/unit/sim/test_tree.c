/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "sim/tree_int.h"

/* Two columns, 1.3.1 with the rows 1.2, 1.10 and 3, and 1.3.5 with a row 0. */
static struct tree *tree;

static const struct row_list *
rows_of(const uint32_t (*arcs)[2], const size_t *lengths, size_t n)
{
	struct row_list *rows = row_list_new(false);

	assert_non_null(rows);
	for (size_t i = 0; i < n; i++)
		check_rc(row_list_add(rows, arcs[i], lengths[i], ENTITY_ONU, (uint32_t)i),
		    RC_OK);
	check_rc(row_list_finish(rows), RC_OK);
	check_rc(tree_own_rows(tree, rows), RC_OK);
	return rows;
}

static int
setup(void **state)
{
	static const uint32_t MANY[][2] = { { 3 }, { 1, 10 }, { 1, 2 } },
			      ONE[][2] = { { 0 } };
	static const size_t MANY_LEN[] = { 1, 2, 2 }, ONE_LEN[] = { 1 };
	static const uint32_t FIRST[] = { 1, 3, 1 }, LAST[] = { 1, 3, 5 };

	(void)state;
	tree = tree_new();
	assert_non_null(tree);
	struct segment many = { .rows = rows_of(MANY, MANY_LEN, 3) };
	struct segment one = { .rows = rows_of(ONE, ONE_LEN, 1) };
	/* Added in the wrong order on purpose. */
	check_rc(tree_add(tree, LAST, 3, &one), RC_OK);
	check_rc(tree_add(tree, FIRST, 3, &many), RC_OK);
	tree_finish(tree);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	tree_unref(tree);
	return 0;
}

static char *
text_of(struct place at, char text[OID_TEXT_MAX])
{
	uint32_t arcs[OID_MAX];

	if (tree_at_end(tree, at))
		return memcpy(text, "end", 4);
	return oid_format(arcs, tree_oid(tree, at, arcs), text);
}

static void
check_after(const char *oid, const char *expected)
{
	char text[OID_TEXT_MAX];
	struct oid from;

	check_rc(oid_parse(oid, &from, NULL), RC_OK);
	assert_string_equal(text_of(tree_after(tree, from.arcs, from.n), text), expected);
}

static void
a_walk_goes_in_the_order_of_oids(void **state)
{
	static const char *const ORDER[] = { "1.3.1.1.2", "1.3.1.1.10", "1.3.1.3",
		"1.3.5.0", "end", "end" };
	static const uint32_t ZERO[] = { 0, 0 };
	struct place at = tree_after(tree, ZERO, 2);
	char text[OID_TEXT_MAX];

	(void)state;
	for (size_t i = 0; i < 6; i++) {
		assert_string_equal(text_of(at, text), ORDER[i]);
		at = tree_step(tree, at);
	}
}

static void
what_follows_an_oid_is_found_wherever_it_is(void **state)
{
	(void)state;
	check_after("1.3", "1.3.1.1.2");
	check_after("1.3.1", "1.3.1.1.2");
	check_after("1.3.1.1", "1.3.1.1.2");
	check_after("1.3.1.1.2", "1.3.1.1.10");
	check_after("1.3.1.1.2.0", "1.3.1.1.10");
	check_after("1.3.1.1.9", "1.3.1.1.10");
	check_after("1.3.1.2", "1.3.1.3");
	check_after("1.3.1.3", "1.3.5.0");
	check_after("1.3.2", "1.3.5.0");
	check_after("1.3.5", "1.3.5.0");
	check_after("1.3.5.0", "end");
	check_after("2.0", "end");
	check_after("1.2.840", "1.3.1.1.2");
}

static void
check_find(const char *oid, enum tree_found expected)
{
	struct place at;
	struct oid wanted;

	check_rc(oid_parse(oid, &wanted, NULL), RC_OK);
	assert_int_equal(tree_find(tree, wanted.arcs, wanted.n, &at), expected);
}

static void
a_missing_row_is_an_instance_and_a_missing_column_an_object(void **state)
{
	(void)state;
	check_find("1.3.1.1.10", TREE_FOUND);
	check_find("1.3.5.0", TREE_FOUND);
	check_find("1.3.1.1.11", TREE_NO_INSTANCE);
	check_find("1.3.1", TREE_NO_INSTANCE);
	check_find("1.3.1.1.10.0", TREE_NO_INSTANCE);
	check_find("1.3.2.1", TREE_NO_OBJECT);
	check_find("1.3", TREE_NO_OBJECT);
	check_find("1.4.1", TREE_NO_OBJECT);
}

static void
of_overlapping_columns_the_first_stays(void **state)
{
	static const uint32_t INSIDE[] = { 1, 3, 1, 1 };
	struct segment same = { .rows = tree->segments[1].rows };

	(void)state;
	check_rc(tree_add(tree, INSIDE, 4, &same), RC_OK);
	assert_int_equal(tree->n, 3);
	tree_finish(tree);
	assert_int_equal(tree->n, 2);
	check_after("1.3.1", "1.3.1.1.2");
}

static void
of_rows_with_the_same_index_the_first_stays(void **state)
{
	static const uint32_t INDEX[] = { 7 };
	struct row_list *rows = row_list_new(false);

	(void)state;
	check_rc(row_list_add(rows, INDEX, 1, ENTITY_ONU, 11), RC_OK);
	check_rc(row_list_add(rows, INDEX, 1, ENTITY_ONU, 12), RC_OK);
	check_rc(row_list_finish(rows), RC_OK);
	assert_int_equal(rows->n, 1);
	assert_int_equal(rows->row[0].number, 11);
	row_list_free(rows);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_walk_goes_in_the_order_of_oids),
		TEST(what_follows_an_oid_is_found_wherever_it_is),
		TEST(a_missing_row_is_an_instance_and_a_missing_column_an_object),
		TEST(of_overlapping_columns_the_first_stays),
		TEST(of_rows_with_the_same_index_the_first_stays),
	};
	return CHECK_ALL(tests);
}
