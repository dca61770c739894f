/* SPDX-License-Identifier: Apache-2.0 */
#include "lab.h"

static const struct history_label LABEL = {
	.metric = 7, .scale = 100, .roster = 2, .n = 3, .time_ms = 1000
};

static struct history_label
label_of(uint32_t n, int64_t time_ms)
{
	struct history_label label = LABEL;

	label.n = n;
	label.time_ms = time_ms;
	return label;
}

static struct history_block *
open_last(struct lab *lab)
{
	struct history_block *b = NULL;
	struct err err;

	check_rc(
	    history_block_open(lab->codec, lab->out.data, lab->out.len, &b, &err), RC_OK);
	return b;
}

static struct history_block *
through(struct lab *lab, const struct history_label *label, const int32_t *values,
    const struct history_block *base)
{
	buf_clear(&lab->out);
	check_rc(history_encode(lab->codec, label, values, base, &lab->out, NULL), RC_OK);
	return open_last(lab);
}

/* All at once, and each one separately. */
static void
check_values(const struct history_block *b, const struct history_block *base,
    const int32_t *expected)
{
	uint32_t n = history_block_head(b)->label.n;
	int32_t *values OWNED(free) = calloc(n + 1, sizeof(*values));
	int32_t value = 0;

	assert_non_null(values);
	values[n] = 77;
	check_rc(history_block_values(b, base, values), RC_OK);
	assert_int_equal(values[n], 77);
	for (uint32_t i = 0; i < n; i++) {
		check_rc(history_block_value(b, base, i, &value), RC_OK);
		assert_int_equal(value, expected[i]);
		assert_int_equal(values[i], expected[i]);
	}
	value = 55;
	check_rc(history_block_value(b, base, n, &value), RC_NOT_FOUND);
	assert_int_equal(value, 55);
}

/* ---- the format, calculated by hand ------------------------------------ */

static void
a_block_is_written_as_the_format_says(void **state)
{
	static const int32_t VALUES[] = { -2137, HISTORY_NULL, -2130 };
	static const uint8_t EXPECTED[] = {
		0xFA, 1, 1, 0, /* front: raw, no flags */
		7, 100, 2, 3, 0xD0, 0x0F, /* metric, scale, roster, n, zigzag(1000) */
		1, 2, /* nulls: a bitmap, place 1 */
		0xB1, 0x21, /* reference -2137: zigzag 4273 */
		3, /* 0, 0 and 7 in three bits each */
		0xC0, 0x01, /* 111 000 000 */
		0xAE, 0xD2, 0x67, 0x5D, /* CRC-32C */
	};
	struct lab *lab = *state;
	struct history_block *b OWNED(history_block_free) =
	    through(lab, &LABEL, VALUES, NULL);

	CHECK_BYTES(&lab->out, EXPECTED);
	check_values(b, NULL, VALUES);
	const struct history_head *head = history_block_head(b);
	assert_int_equal(head->kind, HISTORY_RAW);
	assert_memory_equal(&head->label, &LABEL, sizeof(LABEL));
	assert_false(head->is_difference);
	assert_int_equal(head->base_ms, 1000);
}

static void
a_difference_is_written_as_the_format_says(void **state)
{
	static const uint8_t FRONT[] = {
		0xFA, 1, 1, 1, /* front: raw, a difference */
		7, 100, 2, 40, 0x90, 0xDF, 0x24, /* zigzag(301000) is 602000 */
		0xE0, 0xA7, 0x12, /* 300000 ms after its base */
	};
	static const uint8_t BODY[] = {
		0, /* no nulls */
		2, /* reference 1 */
		2, 2, /* two bits each in both groups */
		0xAA, 0xAA, 0xAA, 0xAA, 0xAA, 0xAA, 0xAA, 0xAA, /* +1 is 10 */
		0xAA, 0xAA, /* eight more */
	};
	struct lab *lab = *state;
	struct history_label first = label_of(40, 1000), second = label_of(40, 301000);
	int32_t values[40];

	for (int i = 0; i < 40; i++)
		values[i] = i * 100;
	struct history_block *base OWNED(history_block_free) =
	    through(lab, &first, values, NULL);
	uint8_t base_crc[4];
	memcpy(base_crc, lab->out.data + lab->out.len - 4, 4);
	for (int i = 0; i < 40; i++)
		values[i]++;
	struct history_block *b OWNED(history_block_free) =
	    through(lab, &second, values, base);

	assert_int_equal(lab->out.len, sizeof(FRONT) + 4 + sizeof(BODY) + 4);
	assert_memory_equal(lab->out.data, FRONT, sizeof(FRONT));
	assert_memory_equal(lab->out.data + sizeof(FRONT), base_crc, 4);
	assert_memory_equal(lab->out.data + sizeof(FRONT) + 4, BODY, sizeof(BODY));
	assert_true(history_block_head(b)->is_difference);
	assert_int_equal(history_block_head(b)->base_ms, 1000);
	check_values(b, base, values);
}

static void
an_hour_is_written_as_the_format_says(void **state)
{
	static const struct history_hour HOURS[] = { { 19, 20, 22, 12 },
		{ HISTORY_NULL, HISTORY_NULL, HISTORY_NULL, 0 } };
	static const uint8_t EXPECTED[] = {
		0xFA, 1, 2, 0, /* front: hour */
		1, 10, 1, 2, 0, /* metric, scale, roster, n, time */
		1, 2, /* place 1 is null */
		40, 0, /* average: reference 20, no bits */
		1, 0, /* 1 below it */
		2, 0, /* 2 above it */
		12, 0, /* from 12 readings */
		0x34, 0xD7, 0x95, 0xE2, /* CRC-32C */
	};
	struct history_label label = { .metric = 1, .scale = 10, .roster = 1, .n = 2 };
	struct lab *lab = *state;
	struct history_hour back[2];

	check_rc(history_encode_hours(lab->codec, &label, HOURS, NULL, &lab->out, NULL),
	    RC_OK);
	CHECK_BYTES(&lab->out, EXPECTED);
	struct history_block *b OWNED(history_block_free) = open_last(lab);
	check_rc(history_block_hours(b, NULL, back), RC_OK);
	assert_memory_equal(back, HOURS, sizeof(HOURS));
}

static void
a_block_of_nobody_is_a_block(void **state)
{
	static const uint8_t EXPECTED[] = { 0xFA, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0x3F,
		0xE2, 0xF9, 0xE7 };
	struct history_label label = { .metric = 1, .scale = 1 };
	struct lab *lab = *state;
	struct history_block *b OWNED(history_block_free) =
	    through(lab, &label, NULL, NULL);

	CHECK_BYTES(&lab->out, EXPECTED);
	check_values(b, NULL, NULL);
}

/* ---- encode and decode ------------------------------------------------- */

static void
one_onu_comes_back_whatever_its_value(void **state)
{
	static const int32_t VALUES[] = { 0, 1, -1, INT32_MAX, -INT32_MAX, HISTORY_NULL };
	struct lab *lab = *state;
	struct history_label label = label_of(1, INT64_MAX);

	for (size_t i = 0; i < sizeof(VALUES) / sizeof(VALUES[0]); i++) {
		struct history_block *b OWNED(history_block_free) =
		    through(lab, &label, &VALUES[i], NULL);
		check_values(b, NULL, &VALUES[i]);
	}
}

static uint32_t
any(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

/* Numbers of all magnitudes, one in eight null. */
static int32_t
any_value(uint32_t *seed)
{
	int32_t v = (int32_t)(any(seed) << 8 ^ any(seed)) >> any(seed) % 32;

	return any(seed) % 8 == 0 ? HISTORY_NULL : v;
}

static void
all_magnitudes_and_sizes_come_back_alone_and_as_differences(void **state)
{
	static const uint32_t SIZES[] = { 1, 2, 31, 32, 33, 63, 64, 65, 1000, 1024 };
	struct lab *lab = *state;
	uint32_t seed = 1;
	unsigned differences = 0;

	for (size_t s = 0; s < sizeof(SIZES) / sizeof(SIZES[0]); s++) {
		struct history_label first = label_of(SIZES[s], 1),
				     second = label_of(SIZES[s], 2);
		int32_t a[1024], b[1024];

		for (uint32_t i = 0; i < SIZES[s]; i++) {
			a[i] = any_value(&seed);
			b[i] = any(&seed) % 10 < 8 ? a[i] : any_value(&seed);
		}
		struct history_block *base OWNED(history_block_free) =
		    through(lab, &first, a, NULL);
		struct history_block *next OWNED(history_block_free) =
		    through(lab, &second, b, base);
		check_values(base, NULL, a);
		check_values(next, base, b);
		differences += history_block_head(next)->is_difference;
	}
	assert_true(differences >= 2);
}

static void
a_difference_between_extremes_comes_back(void **state)
{
	struct lab *lab = *state;
	struct history_label first = label_of(64, 1), second = label_of(64, 2);
	int32_t a[64], b[64];

	for (int i = 0; i < 64; i++)
		a[i] = b[i] = i % 2 ? INT32_MAX : -INT32_MAX;
	b[0] = INT32_MAX;
	b[1] = -INT32_MAX;
	struct history_block *base OWNED(history_block_free) =
	    through(lab, &first, a, NULL);
	struct history_block *next OWNED(history_block_free) =
	    through(lab, &second, b, base);
	assert_true(history_block_head(next)->is_difference);
	check_values(next, base, b);
}

static void
the_largest_roster_fits(void **state)
{
	struct lab *lab = *state;
	struct history_label label = label_of(HISTORY_ONUS_MAX, 1);
	int32_t *values OWNED(free) = calloc(HISTORY_ONUS_MAX, sizeof(*values));
	int32_t *back OWNED(free) = calloc(HISTORY_ONUS_MAX, sizeof(*back));
	uint32_t seed = 9;

	assert_non_null(values);
	assert_non_null(back);
	for (uint32_t i = 0; i < HISTORY_ONUS_MAX; i++)
		values[i] = any_value(&seed);
	struct history_block *b OWNED(history_block_free) =
	    through(lab, &label, values, NULL);
	check_rc(history_block_values(b, NULL, back), RC_OK);
	assert_memory_equal(back, values, HISTORY_ONUS_MAX * sizeof(*values));
}

static void
what_repeats_is_compressed(void **state)
{
	struct lab *lab = *state;
	struct history_label label = label_of(1024, 1);
	int32_t values[1024];

	for (int i = 0; i < 1024; i++)
		values[i] = i % 64 * 1000;
	struct history_block *b OWNED(history_block_free) =
	    through(lab, &label, values, NULL);
	assert_true(lab->out.len < 400);
	assert_int_equal(lab->out.data[3], 2); /* flags: zstd */
	check_values(b, NULL, values);
}

static void
nulls_that_stay_cost_nothing_in_a_difference(void **state)
{
	struct lab *lab = *state;
	struct history_label first = label_of(1024, 1), second = label_of(1024, 2);
	int32_t values[1024];
	uint32_t seed = 3;

	for (int i = 0; i < 1024; i++)
		values[i] = any(&seed) % 3 ? -(int32_t)(any(&seed) % 2000) : HISTORY_NULL;
	struct history_block *base OWNED(history_block_free) =
	    through(lab, &first, values, NULL);
	struct history_block *next OWNED(history_block_free) =
	    through(lab, &second, values, base);
	/* Header 20, nulls 1, reference 2, 32 widths of 0, checksum 4. */
	assert_true(lab->out.len < 60);
	check_values(next, base, values);
}

static void
hours_come_back_alone_and_as_differences(void **state)
{
	struct lab *lab = *state;
	struct history_label first = label_of(100, 0), second = label_of(100, 3600000);
	struct history_hour a[100], b[100], back[100];
	struct history_hour one;

	for (int i = 0; i < 100; i++) {
		a[i] = (struct history_hour){ i * 50 - i, i * 50, i * 50 + 3, 12 };
		b[i] = (struct history_hour){ i * 50, i * 50 + 1, i * 50 + 1, 11 };
	}
	a[3] = b[4] =
	    (struct history_hour){ HISTORY_NULL, HISTORY_NULL, HISTORY_NULL, 0 };
	a[5] = (struct history_hour){ -INT32_MAX, 0, INT32_MAX, UINT32_MAX };
	b[6] = (struct history_hour){ -INT32_MAX, INT32_MAX, INT32_MAX, 1 };
	check_rc(
	    history_encode_hours(lab->codec, &first, a, NULL, &lab->out, NULL), RC_OK);
	struct history_block *base OWNED(history_block_free) = open_last(lab);
	buf_clear(&lab->out);
	check_rc(
	    history_encode_hours(lab->codec, &second, b, base, &lab->out, NULL), RC_OK);
	struct history_block *next OWNED(history_block_free) = open_last(lab);

	check_rc(history_block_hours(base, NULL, back), RC_OK);
	assert_memory_equal(back, a, sizeof(a));
	assert_true(history_block_head(next)->is_difference);
	check_rc(history_block_hours(next, base, back), RC_OK);
	assert_memory_equal(back, b, sizeof(b));
	for (uint32_t i = 0; i < 100; i++) {
		check_rc(history_block_hour(next, base, i, &one), RC_OK);
		assert_memory_equal(&one, &b[i], sizeof(one));
	}
	check_rc(history_block_hour(next, base, 100, &one), RC_NOT_FOUND);
}

/* ---- errors ------------------------------------------------------------ */

static void
refuse(struct lab *lab, const uint8_t *bytes, size_t n)
{
	struct history_block *b = NULL;
	struct err err = { 0 };

	check_rc(history_block_open(lab->codec, bytes, n, &b, &err), RC_INVALID);
	assert_null(b);
	check_contains(err.msg, "history: ");
}

static void
damage_is_noticed_wherever_it_is(void **state)
{
	struct lab *lab = *state;
	struct history_label first = label_of(50, 1), second = label_of(50, 2);
	int32_t values[50];

	for (int i = 0; i < 50; i++)
		values[i] = i % 7 ? -2000 + i * i % 97 : HISTORY_NULL;
	struct history_block *base OWNED(history_block_free) =
	    through(lab, &first, values, NULL);
	lab_damage_everywhere(lab, refuse);
	values[9] += 2;
	struct history_block *next OWNED(history_block_free) =
	    through(lab, &second, values, base);
	assert_true(history_block_head(next)->is_difference);
	lab_damage_everywhere(lab, refuse);
}

static void
damage_under_compression_is_noticed_too(void **state)
{
	struct lab *lab = *state;
	struct history_label label = label_of(1024, 1);
	int32_t values[1024];

	for (int i = 0; i < 1024; i++)
		values[i] = i % 64 * 1000;
	history_block_free(through(lab, &label, values, NULL));
	lab_damage_everywhere(lab, refuse);
}

static void
a_later_version_is_refused_by_name(void **state)
{
	static const uint8_t LATER[] = { 0xFA, 2, 1, 0, 9, 9, 9, 9, 9 };
	struct lab *lab = *state;
	struct history_block *b = NULL;
	struct err err;

	check_rc(
	    history_block_open(lab->codec, LATER, sizeof(LATER), &b, &err), RC_INVALID);
	check_contains(err.msg, "version 2");
}

static void
only_its_own_base_will_do(void **state)
{
	struct lab *lab = *state;
	struct history_label first = label_of(40, 1), second = label_of(40, 2);
	int32_t values[40], other_values[40];
	int32_t value = 55;

	for (int i = 0; i < 40; i++) {
		values[i] = i * 1000;
		other_values[i] = i * 1000 + 1;
	}
	struct history_block *base OWNED(history_block_free) =
	    through(lab, &first, values, NULL);
	struct history_block *other OWNED(history_block_free) =
	    through(lab, &first, other_values, NULL);
	struct history_block *next OWNED(history_block_free) =
	    through(lab, &second, values, base);

	check_rc(history_block_value(next, NULL, 0, &value), RC_CONFLICT);
	check_rc(history_block_value(next, other, 0, &value), RC_CONFLICT);
	check_rc(history_block_value(next, next, 0, &value), RC_CONFLICT);
	check_rc(history_block_values(next, other, values), RC_CONFLICT);
	assert_int_equal(value, 55);
	check_rc(history_block_value(next, base, 0, &value), RC_OK);
}

static void
a_base_must_fit_the_block(void **state)
{
	struct lab *lab = *state;
	struct history_label first = label_of(40, 1000);
	int32_t values[41] = { 0 };
	struct history_block *base OWNED(history_block_free) =
	    through(lab, &first, values, NULL);
	struct history_label wrong[] = { label_of(41, 2000), label_of(40, 1000),
		label_of(40, 999), label_of(40, 2000), label_of(40, 2000),
		label_of(40, 2000), label_of(40, INT64_MIN) };

	wrong[3].roster++;
	wrong[4].scale++;
	wrong[5].metric++;
	buf_clear(&lab->out);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		check_rc(
		    history_encode(lab->codec, &wrong[i], values, base, &lab->out, NULL),
		    RC_INVALID);
	assert_false(history_block_may_base(base, HISTORY_HOUR,
	    &(struct history_label){
		.metric = 7, .scale = 100, .roster = 2, .n = 40, .time_ms = 2000 }));
	assert_int_equal(lab->out.len, 0);
}

static void
labels_and_hours_that_cannot_be_are_refused(void **state)
{
	static const struct history_hour WRONG[] = { { 5, 4, 6, 1 }, { 1, 4, 3, 1 },
		{ 1, 1, 1, 0 }, { HISTORY_NULL, 1, 1, 1 } };
	struct lab *lab = *state;
	struct history_label label = label_of(1, 0);
	int32_t value = 0;

	for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++)
		check_rc(history_encode_hours(
			     lab->codec, &label, &WRONG[i], NULL, &lab->out, NULL),
		    RC_INVALID);
	label.scale = 0;
	check_rc(history_encode(lab->codec, &label, &value, NULL, &lab->out, NULL),
	    RC_INVALID);
	label = label_of(HISTORY_ONUS_MAX + 1, 0);
	check_rc(history_encode(lab->codec, &label, &value, NULL, &lab->out, NULL),
	    RC_INVALID);
	assert_int_equal(lab->out.len, 0);
}

static void
an_hour_is_not_read_from_a_run(void **state)
{
	static const int32_t VALUES[3] = { 1, 2, 3 };
	struct lab *lab = *state;
	struct history_hour hours[3];
	struct history_block *b OWNED(history_block_free) =
	    through(lab, &LABEL, VALUES, NULL);

	check_rc(history_block_hour(b, NULL, 0, hours), RC_INVALID);
	check_rc(history_block_hours(b, NULL, hours), RC_INVALID);
}

static void
a_buffer_without_room_stays_as_it_was(void **state)
{
	static const int32_t VALUES[3] = { 1, 2, 3 };
	struct lab *lab = *state;
	struct buf small = BUF_INIT(20);

	buf_puts(&small, "before");
	check_rc(
	    history_encode(lab->codec, &LABEL, VALUES, NULL, &small, NULL), RC_NOMEM);
	assert_string_equal(buf_text(&small), "before");
	buf_fini(&small);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		LAB_TEST(a_block_is_written_as_the_format_says),
		LAB_TEST(a_difference_is_written_as_the_format_says),
		LAB_TEST(an_hour_is_written_as_the_format_says),
		LAB_TEST(a_block_of_nobody_is_a_block),
		LAB_TEST(one_onu_comes_back_whatever_its_value),
		LAB_TEST(all_magnitudes_and_sizes_come_back_alone_and_as_differences),
		LAB_TEST(a_difference_between_extremes_comes_back),
		LAB_TEST(the_largest_roster_fits),
		LAB_TEST(what_repeats_is_compressed),
		LAB_TEST(nulls_that_stay_cost_nothing_in_a_difference),
		LAB_TEST(hours_come_back_alone_and_as_differences),
		LAB_TEST(damage_is_noticed_wherever_it_is),
		LAB_TEST(damage_under_compression_is_noticed_too),
		LAB_TEST(a_later_version_is_refused_by_name),
		LAB_TEST(only_its_own_base_will_do),
		LAB_TEST(a_base_must_fit_the_block),
		LAB_TEST(labels_and_hours_that_cannot_be_are_refused),
		LAB_TEST(an_hour_is_not_read_from_a_run),
		LAB_TEST(a_buffer_without_room_stays_as_it_was),
	};

	return CHECK_ALL(tests);
}
