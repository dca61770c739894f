/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "history/crc_int.h"

static struct crc crc;

static int
set_up(void **state)
{
	(void)state;
	crc_init(&crc);
	return 0;
}

/* RFC 3720, B.4, and the check value of the catalogue of CRCs. */
static void
published_checksums_come_out(void **state)
{
	uint8_t bytes[32];

	(void)state;
	assert_int_equal(crc_of(&crc, "123456789", 9), 0xE3069283);
	assert_int_equal(crc_of(&crc, "", 0), 0);
	memset(bytes, 0, sizeof(bytes));
	assert_int_equal(crc_of(&crc, bytes, 32), 0x8A9136AA);
	memset(bytes, 0xFF, sizeof(bytes));
	assert_int_equal(crc_of(&crc, bytes, 32), 0x62A8AB43);
	for (int i = 0; i < 32; i++)
		bytes[i] = (uint8_t)i;
	assert_int_equal(crc_of(&crc, bytes, 32), 0x46DD794E);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(published_checksums_come_out, set_up),
	};

	return CHECK_ALL(tests);
}
