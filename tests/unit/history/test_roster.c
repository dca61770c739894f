/* SPDX-License-Identifier: Apache-2.0 */
#include "lab.h"

#include "history/roster.h"

static struct history_roster *
through(struct lab *lab, const uint64_t *ids, uint32_t n)
{
	struct history_roster *r = NULL;

	buf_clear(&lab->out);
	check_rc(history_roster_encode(lab->codec, ids, n, &lab->out, NULL), RC_OK);
	check_rc(history_roster_open(lab->codec, lab->out.data, lab->out.len, &r, NULL),
	    RC_OK);
	assert_int_equal(history_roster_count(r), n);
	return r;
}

static void
a_roster_is_written_as_the_format_says(void **state)
{
	static const uint64_t IDS[] = { 5, 256, 257 };
	static const uint8_t EXPECTED[] = { 0xFA, 1, 3, 0, /* front */
		3, 5, 0xFB, 0x01, 1, /* three: 5, 251 more, 1 more */
		0x54, 0x7F, 0xCE, 0xF7 };
	struct lab *lab = *state;
	struct history_roster *r OWNED(history_roster_free) = through(lab, IDS, 3);

	CHECK_BYTES(&lab->out, EXPECTED);
	assert_memory_equal(history_roster_ids(r), IDS, sizeof(IDS));
}

static void
any_ids_come_back(void **state)
{
	static const uint64_t EXTREMES[] = { 0, 1, UINT32_MAX, UINT64_MAX - 1,
		UINT64_MAX };
	struct lab *lab = *state;
	uint64_t *many OWNED(free) = calloc(HISTORY_ONUS_MAX, sizeof(*many));

	assert_non_null(many);
	for (uint64_t i = 0; i < HISTORY_ONUS_MAX; i++)
		many[i] = i * i + 3 * i;
	struct history_roster *none OWNED(history_roster_free) = through(lab, many, 0);
	struct history_roster *few OWNED(history_roster_free) = through(lab, EXTREMES, 5);
	struct history_roster *all OWNED(history_roster_free) =
	    through(lab, many, HISTORY_ONUS_MAX);
	assert_true(history_roster_is(none, NULL, 0));
	assert_true(history_roster_is(few, EXTREMES, 5));
	assert_false(history_roster_is(few, EXTREMES, 4));
	assert_true(history_roster_is(all, many, HISTORY_ONUS_MAX));
	many[7]++;
	assert_false(history_roster_is(all, many, HISTORY_ONUS_MAX));
}

static void
ids_in_a_row_cost_next_to_nothing(void **state)
{
	struct lab *lab = *state;
	uint64_t ids[1024];

	for (uint64_t i = 0; i < 1024; i++)
		ids[i] = 70000 + i;
	history_roster_free(through(lab, ids, 1024));
	assert_true(lab->out.len < 60);
}

static void
an_onu_is_found_at_its_place(void **state)
{
	static const uint64_t IDS[] = { 10, 20, 30, 40 };
	struct lab *lab = *state;
	struct history_roster *r OWNED(history_roster_free) = through(lab, IDS, 4);
	uint32_t at = 99;

	assert_false(history_roster_find(r, 9, &at));
	assert_false(history_roster_find(r, 25, &at));
	assert_false(history_roster_find(r, 41, &at));
	assert_int_equal(at, 99);
	for (uint32_t i = 0; i < 4; i++) {
		assert_true(history_roster_find(r, IDS[i], &at));
		assert_int_equal(at, i);
	}
}

static void
values_move_to_another_roster(void **state)
{
	static const uint64_t OLD[] = { 10, 20, 30 }, NEW[] = { 5, 20, 25, 30, 31 };
	static const int32_t VALUES[] = { 1, 2, HISTORY_NULL };
	static const int32_t EXPECTED[] = { HISTORY_NULL, 2, HISTORY_NULL, HISTORY_NULL,
		HISTORY_NULL };
	struct lab *lab = *state;
	struct history_roster *from OWNED(history_roster_free) = through(lab, OLD, 3);
	struct history_roster *to OWNED(history_roster_free) = through(lab, NEW, 5);
	int32_t moved[5];

	history_roster_move(from, VALUES, to, moved);
	assert_memory_equal(moved, EXPECTED, sizeof(EXPECTED));
}

static void
ids_must_ascend(void **state)
{
	static const uint64_t TWICE[] = { 1, 1 }, BACK[] = { 2, 1 };
	struct lab *lab = *state;
	struct err err;

	check_rc(
	    history_roster_encode(lab->codec, TWICE, 2, &lab->out, &err), RC_INVALID);
	check_rc(history_roster_encode(lab->codec, BACK, 2, &lab->out, &err), RC_INVALID);
	check_rc(history_roster_encode(
		     lab->codec, NULL, HISTORY_ONUS_MAX + 1, &lab->out, &err),
	    RC_INVALID);
	assert_int_equal(lab->out.len, 0);
}

static void
refuse(struct lab *lab, const uint8_t *bytes, size_t n)
{
	struct history_roster *r = NULL;

	check_rc(history_roster_open(lab->codec, bytes, n, &r, NULL), RC_INVALID);
	assert_null(r);
}

static void
damage_is_noticed_wherever_it_is(void **state)
{
	struct lab *lab = *state;
	uint64_t ids[40];

	for (uint64_t i = 0; i < 40; i++)
		ids[i] = i * i + 1;
	history_roster_free(through(lab, ids, 40));
	lab_damage_everywhere(lab, refuse);
}

static void
a_block_is_no_roster(void **state)
{
	struct history_label label = { .scale = 1, .n = 1 };
	struct lab *lab = *state;
	int32_t value = 1;

	check_rc(
	    history_encode(lab->codec, &label, &value, NULL, &lab->out, NULL), RC_OK);
	refuse(lab, (const uint8_t *)lab->out.data, lab->out.len);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		LAB_TEST(a_roster_is_written_as_the_format_says),
		LAB_TEST(any_ids_come_back),
		LAB_TEST(ids_in_a_row_cost_next_to_nothing),
		LAB_TEST(an_onu_is_found_at_its_place),
		LAB_TEST(values_move_to_another_roster),
		LAB_TEST(ids_must_ascend),
		LAB_TEST(damage_is_noticed_wherever_it_is),
		LAB_TEST(a_block_is_no_roster),
	};

	return CHECK_ALL(tests);
}
