/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "sim/request_int.h"

/* GETBULK of 1.3.6.1.2.1.1 with id 5, non-repeaters 0, max-repetitions 10, in
 * version 2c with the community "public"; assembled by hand. */
static const uint8_t BULK[] = {
	0x30, 0x24, /* the message */
	0x02, 0x01, 0x01, /* version 2c */
	0x04, 0x06, 'p', 'u', 'b', 'l', 'i', 'c', /* community */
	0xa5, 0x17, /* GETBULK */
	0x02, 0x01, 0x05, /* id */
	0x02, 0x01, 0x00, /* non-repeaters */
	0x02, 0x01, 0x0a, /* max-repetitions */
	0x30, 0x0c, /* the varbinds */
	0x30, 0x0a, 0x06, 0x06, 0x2b, 6, 1, 2, 1, 1, 0x05, 0x00, /* one of them */
};

enum { AT_VERSION = 4, AT_PDU = 13, AT_NON_REPEATERS = 20, AT_NAME_TAG = 28 };

static struct request request; /* too large for the stack */

static bool
reads_with(size_t at, uint8_t octet)
{
	uint8_t bytes[sizeof(BULK)];

	memcpy(bytes, BULK, sizeof(BULK));
	bytes[at] = octet;
	return request_read(&request, bytes, sizeof(bytes));
}

static void
a_getbulk_is_taken_apart(void **state)
{
	static const uint32_t NAME[] = { 1, 3, 6, 1, 2, 1, 1 };

	(void)state;
	assert_true(request_read(&request, BULK, sizeof(BULK)));
	assert_int_equal(request.version, VERSION_2C);
	assert_int_equal(request.pdu, PDU_GETBULK);
	assert_int_equal(request.id, 5);
	assert_int_equal(request.non_repeaters, 0);
	assert_int_equal(request.max_repetitions, 10);
	assert_int_equal(request.community.len, 6);
	assert_memory_equal(request.community.at, "public", 6);
	assert_int_equal(request.n, 1);
	assert_int_equal(request.names[0].n, 7);
	assert_memory_equal(request.arcs, NAME, sizeof(NAME));
	assert_int_equal(request.varbinds.len, 12);
}

static void
a_message_cut_anywhere_is_refused(void **state)
{
	(void)state;
	for (size_t n = 0; n < sizeof(BULK); n++)
		assert_false(request_read(&request, BULK, n));
}

static void
octets_behind_the_message_are_refused(void **state)
{
	uint8_t bytes[sizeof(BULK) + 1] = { 0 };

	(void)state;
	memcpy(bytes, BULK, sizeof(BULK));
	assert_false(request_read(&request, bytes, sizeof(bytes)));
}

static void
what_is_not_a_request_is_refused(void **state)
{
	(void)state;
	assert_true(reads_with(AT_PDU, PDU_GET));
	assert_true(reads_with(AT_PDU, PDU_SET));
	assert_false(reads_with(AT_PDU, PDU_RESPONSE));
	assert_false(reads_with(AT_PDU, PDU_REPORT));
	assert_false(reads_with(AT_VERSION, 2));
	assert_false(reads_with(AT_NAME_TAG, SNMP_OCTETS));
}

static void
version_1_has_no_getbulk(void **state)
{
	(void)state;
	assert_false(reads_with(AT_VERSION, VERSION_1));
	assert_int_equal(request.pdu, PDU_GETBULK);
}

static void
negative_counts_are_zero(void **state)
{
	(void)state;
	assert_true(reads_with(AT_NON_REPEATERS, 0xff));
	assert_int_equal(request.non_repeaters, 0);
}

/* The discovery message of RFC 3414 4: no engine, no user, reportable. */
static const uint8_t DISCOVERY[] = {
	0x30,
	0x37, /* the message: 3 + 15 + 18 + 19 octets */
	0x02,
	0x01,
	0x03, /* version 3 */
	0x30,
	0x0d, /* msgGlobalData */
	0x02,
	0x01,
	0x07, /* msgID */
	0x02,
	0x02,
	0x05,
	0xdc, /* msgMaxSize 1500 */
	0x04,
	0x01,
	0x04, /* msgFlags: reportable */
	0x02,
	0x01,
	0x03, /* USM: 3 + 4 + 3 + 3 octets make 13 */
	0x04,
	0x10, /* msgSecurityParameters */
	0x30,
	0x0e,
	0x04,
	0,
	0x02,
	1,
	0,
	0x02,
	1,
	0,
	0x04,
	0,
	0x04,
	0,
	0x04,
	0,
	0x30,
	0x11, /* the scoped PDU */
	0x04,
	0,
	0x04,
	0, /* context */
	0xa0,
	0x0b,
	0x02,
	1,
	9,
	0x02,
	1,
	0,
	0x02,
	1,
	0,
	0x30,
	0,
};

static void
a_v3_discovery_is_opened_in_two_steps(void **state)
{
	(void)state;
	uint8_t bytes[sizeof(DISCOVERY)];
	memcpy(bytes, DISCOVERY, sizeof(bytes));

	assert_int_equal(sizeof(bytes), 57);
	assert_true(request_read(&request, bytes, sizeof(bytes)));
	assert_int_equal(request.version, VERSION_3);
	assert_int_equal(request.v3.message_id, 7);
	assert_int_equal(request.v3.max_bytes, 1500);
	assert_int_equal(request.v3.flags, V3_FLAG_REPORTABLE);
	assert_int_equal(request.v3.engine_id.len, 0);
	assert_true(
	    request_read_scoped(&request, request.v3.data.at, request.v3.data.len));
	assert_int_equal(request.pdu, PDU_GET);
	assert_int_equal(request.id, 9);
	assert_int_equal(request.n, 0);
}

static void
privacy_without_authentication_is_no_level(void **state)
{
	enum { AT_FLAGS = 16 };
	uint8_t bytes[sizeof(DISCOVERY)];

	(void)state;
	memcpy(bytes, DISCOVERY, sizeof(bytes));
	assert_int_equal(bytes[AT_FLAGS], V3_FLAG_REPORTABLE);
	bytes[AT_FLAGS] = V3_FLAG_PRIV;
	assert_false(request_read(&request, bytes, sizeof(bytes)));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_getbulk_is_taken_apart),
		cmocka_unit_test(a_message_cut_anywhere_is_refused),
		cmocka_unit_test(octets_behind_the_message_are_refused),
		cmocka_unit_test(what_is_not_a_request_is_refused),
		cmocka_unit_test(version_1_has_no_getbulk),
		cmocka_unit_test(negative_counts_are_zero),
		cmocka_unit_test(a_v3_discovery_is_opened_in_two_steps),
		cmocka_unit_test(privacy_without_authentication_is_no_level),
	};
	return CHECK_ALL(tests);
}
