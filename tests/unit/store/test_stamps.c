/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "store/value/stamps.h"

static const struct stamp EARLY = { 1000, { 7 } }, LATE = { 2000, { 8 } };

static void
what_was_encoded_is_decoded_and_alike_stamps_share_an_entry(void **state)
{
	struct stamps s = { 0 }, back;
	uint8_t bytes[STAMPS_BYTES_MAX];

	(void)state;
	assert_int_equal(stamps_encode(&s, bytes), 0);
	stamps_set(&s, 0, &EARLY);
	stamps_set(&s, 3, &LATE);
	stamps_set(&s, LATEST_MAX - 1, &EARLY);
	assert_int_equal(stamps_encode(&s, bytes), 2 * STAMPS_ENTRY_BYTES);
	stamps_decode(bytes, sizeof(bytes[0]) * 2 * STAMPS_ENTRY_BYTES, &back);
	assert_int_equal(back.places, 1u | 1u << 3 | 1u << (LATEST_MAX - 1));
	assert_true(stamp_is_same(&back.at[0], &EARLY));
	assert_true(stamp_is_same(&back.at[3], &LATE));
	assert_true(stamp_is_same(&back.at[LATEST_MAX - 1], &EARLY));
	assert_false(stamps_has(&back, 1));
	stamps_clear(&back, 3);
	assert_int_equal(stamps_encode(&back, bytes), STAMPS_ENTRY_BYTES);
}

static void
the_bytes_are_those_that_are_documented(void **state)
{
	static const uint8_t EXPECTED[STAMPS_ENTRY_BYTES] = { 0x02, 0, 0, 0, 0xe8, 0x03,
		0, 0, 0, 0, 0, 0, 7 };
	struct stamps s = { 0 };
	uint8_t bytes[STAMPS_BYTES_MAX];

	(void)state;
	stamps_set(&s, 1, &EARLY); /* 1000 is 0x03e8 */
	assert_int_equal(stamps_encode(&s, bytes), STAMPS_ENTRY_BYTES);
	assert_memory_equal(bytes, EXPECTED, STAMPS_ENTRY_BYTES);
}

static void
bytes_that_nobody_wrote_are_no_exceptions(void **state)
{
	static const uint8_t RUBBISH[STAMPS_ENTRY_BYTES + 1] = { 0xff };
	struct stamps s = { 0 };

	(void)state;
	stamps_decode(NULL, 0, &s);
	assert_int_equal(s.places, 0);
	stamps_decode(RUBBISH, sizeof(RUBBISH), &s);
	assert_int_equal(s.places, 0);
	/* Places that do not exist are ignored. */
	memset(&s, 0, sizeof(s));
	stamps_decode(
	    (const uint8_t[STAMPS_ENTRY_BYTES]){ 0, 0, 0, 0x80 }, STAMPS_ENTRY_BYTES, &s);
	assert_int_equal(s.places, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    what_was_encoded_is_decoded_and_alike_stamps_share_an_entry),
		cmocka_unit_test(the_bytes_are_those_that_are_documented),
		cmocka_unit_test(bytes_that_nobody_wrote_are_no_exceptions),
	};

	return CHECK_ALL(tests);
}
