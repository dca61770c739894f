/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "collect/rows.h"

/* <ifIndex with slot and port>.<onu>, the same with a third arc that is 1, and an opaque
 * key. */
static const struct index_format ONU = {
	.name = "onu",
	.n_arcs = 2,
	.arcs = { { .kind = ARC_FIELDS,
		      .n_fields = 2,
		      .fields = { { .part = POS_SLOT,
				      .mul = 256,
				      .count = 256,
				      .max = 255 },
			  { .part = POS_PORT, .mul = 1, .count = 256, .max = 255 } } },
	    { .kind = ARC_FIELDS,
		.n_fields = 1,
		.fields = { { .part = POS_ONU,
		    .mul = 1,
		    .count = 4294967296u,
		    .max = 127 } } } },
};
static struct index_format optics;
static const struct index_format OPAQUE = {
	.name = "opaque",
	.n_arcs = 1,
	.arcs = { { .kind = ARC_OPAQUE } },
	.name_column = "name",
	.name_pattern = "GPON{slot}/{port}:{onu}",
};

enum { MAX_ROWS = 3000 };

struct fixture {
	struct arena *arena;
	struct rows *rows;
};

static int
make(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	optics = ONU;
	optics.name = "optics";
	optics.n_arcs = 3;
	optics.arcs[2] = (struct index_arc){ .kind = ARC_FIELDS,
		.n_fields = 1,
		.fields = {
		    { .is_const = true, .value = 1, .mul = 1, .count = 4294967296u } } };
	f->arena = arena_new(0);
	f->rows = rows_new(f->arena, 2, MAX_ROWS);
	*state = f;
	return 0;
}

static int
drop(void **state)
{
	struct fixture *f = *state;

	rows_free(f->rows);
	arena_free(f->arena);
	free(f);
	return 0;
}

static struct row *
find(struct fixture *f, const struct index_format *format, uint32_t family,
    const uint32_t *index, size_t n, size_t *hint)
{
	struct rows_key key = {
		.format = format, .family = family, .index = index, .n = n
	};
	struct row *row = NULL;

	check_rc(rows_find(f->rows, &key, hint, &row), RC_OK);
	return row;
}

static void
two_encodings_of_one_position_are_one_row(void **state)
{
	struct fixture *f = *state;
	const uint32_t plain[] = { 1 * 256 + 3, 7 }, with_tail[] = { 1 * 256 + 3, 7, 1 };
	size_t a = 0, b = 0;
	struct row *row = find(f, &ONU, 0, plain, 2, &a);

	assert_int_equal(row->position.part[POS_SLOT], 1);
	assert_int_equal(row->position.part[POS_PORT], 3);
	assert_int_equal(row->position.part[POS_ONU], 7);
	assert_ptr_equal(find(f, &optics, 0, with_tail, 3, &b), row);
	assert_int_equal(rows_count(f->rows), 1);
}

static void
families_never_meet(void **state)
{
	struct fixture *f = *state;
	const uint32_t index[] = { 256, 1 };
	size_t a = 0, b = 0;

	assert_ptr_not_equal(
	    find(f, &ONU, 0, index, 2, &a), find(f, &ONU, 1, index, 2, &b));
}

/* The keys must outlive the caller's buffer: this was a bug. */
static void
rows_are_found_again_in_any_order_and_from_any_buffer(void **state)
{
	struct fixture *f = *state;
	struct row *made[200];
	size_t hint = 0;

	for (uint32_t i = 0; i < 200; i++) {
		uint32_t index[] = { 256 + i / 50, i % 50 };

		made[i] = find(f, &ONU, 0, index, 2, &hint);
		memset(index, 0xFF, sizeof(index));
	}
	assert_int_equal(rows_count(f->rows), 200);
	for (uint32_t i = 200; i-- > 0;) {
		uint32_t index[] = { 256 + i / 50, i % 50 };

		assert_ptr_equal(find(f, &ONU, 0, index, 2, &hint), made[i]);
	}
	assert_int_equal(rows_count(f->rows), 200);
}

static void
an_index_of_another_format_is_refused(void **state)
{
	struct fixture *f = *state;
	const uint32_t index[] = { 256, 1, 2 };
	struct rows_key key = { .format = &ONU, .index = index, .n = 3 };
	struct row *row = NULL;
	size_t hint = 0;

	check_rc(rows_find(f->rows, &key, &hint, &row), RC_INVALID);
	assert_null(row);
	assert_int_equal(rows_count(f->rows), 0);
}

static void
an_opaque_index_is_a_row_of_its_own(void **state)
{
	struct fixture *f = *state;
	const uint32_t a[] = { 9001 }, b[] = { 9002 };
	size_t hint = 0;

	assert_ptr_not_equal(
	    find(f, &OPAQUE, 0, a, 1, &hint), find(f, &OPAQUE, 0, b, 1, &hint));
	assert_int_equal(rows_count(f->rows), 2);
}

static bool
is_even(const struct row *row, const void *ctx)
{
	(void)ctx;
	return row->position.part[POS_ONU] % 2 == 0;
}

static void
rows_are_sorted_by_position_and_filtered(void **state)
{
	struct fixture *f = *state;
	static const uint32_t IN[][2] = { { 513, 2 }, { 256, 10 }, { 256, 9 },
		{ 256, 2 } };
	size_t hint = 0;

	for (size_t i = 0; i < 4; i++)
		(void)find(f, &ONU, 0, IN[i], 2, &hint);
	rows_filter(f->rows, is_even, NULL);
	rows_sort(f->rows);
	assert_int_equal(rows_count(f->rows), 3);
	assert_int_equal(rows_at(f->rows, 0)->position.part[POS_ONU], 2);
	assert_int_equal(rows_at(f->rows, 1)->position.part[POS_ONU], 10);
	assert_int_equal(rows_at(f->rows, 2)->position.part[POS_SLOT], 2);
}

static void
there_are_never_more_rows_than_allowed(void **state)
{
	struct fixture *f = *state;
	struct rows_key key = { .format = &ONU, .is_alone = true, .n = 2 };
	struct row *row = NULL;
	size_t hint = 0;

	for (uint32_t i = 0; i < MAX_ROWS + 100; i++) {
		uint32_t index[2] = { 256 + i / 100, i % 100 };
		enum rc rc;

		key.index = index;
		key.is_alone = i % 2;
		rc = rows_find(f->rows, &key, &hint, &row);
		assert_int_equal(rc, i < MAX_ROWS ? RC_OK : RC_TOO_MUCH);
	}
	assert_int_equal(rows_count(f->rows), MAX_ROWS);
	/* Existing rows are still found. */
	key.index = (const uint32_t[]){ 256, 0 };
	check_rc(rows_find(f->rows, &key, &hint, &row), RC_OK);
}

#define ROWS(test) cmocka_unit_test_setup_teardown(test, make, drop)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ROWS(two_encodings_of_one_position_are_one_row),
		ROWS(families_never_meet),
		ROWS(rows_are_found_again_in_any_order_and_from_any_buffer),
		ROWS(an_index_of_another_format_is_refused),
		ROWS(an_opaque_index_is_a_row_of_its_own),
		ROWS(there_are_never_more_rows_than_allowed),
		ROWS(rows_are_sorted_by_position_and_filtered),
	};

	return CHECK_ALL(tests);
}
