/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors calculated by hand from X.690 and the examples of RFC 1157.
 */
#include "check.h"

#include "sim/ber_int.h"

static struct ber_reader
reader(const uint8_t *bytes, size_t n)
{
	return (struct ber_reader){ bytes, bytes + n };
}

#define READER(...) \
	reader((const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }))

static void
integers_are_read_with_their_sign(void **state)
{
	static const struct {
		uint8_t bytes[6];
		size_t n;
		int32_t value;
	} CASES[] = {
		{ { 2, 1, 0 }, 3, 0 },
		{ { 2, 1, 127 }, 3, 127 },
		{ { 2, 2, 0, 128 }, 4, 128 },
		{ { 2, 1, 0x80 }, 3, -128 },
		{ { 2, 1, 0xff }, 3, -1 },
		{ { 2, 4, 0x7f, 0xff, 0xff, 0xff }, 6, INT32_MAX },
		{ { 2, 4, 0x80, 0, 0, 0 }, 6, INT32_MIN },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		struct ber_reader r = reader(CASES[i].bytes, CASES[i].n);
		int32_t value = 99;
		assert_true(ber_read_int(&r, &value));
		assert_int_equal(value, CASES[i].value);
		assert_true(ber_at_end(&r));
	}
}

static void
integers_that_are_empty_or_too_long_are_refused(void **state)
{
	struct ber_reader empty = READER(2, 0);
	struct ber_reader five = READER(2, 5, 0, 1, 2, 3, 4);
	struct ber_reader other = READER(4, 1, 7);
	int32_t value;

	(void)state;
	assert_false(ber_read_int(&empty, &value));
	assert_false(ber_read_int(&five, &value));
	assert_false(ber_read_int(&other, &value));
}

static void
lengths_past_the_end_are_refused(void **state)
{
	struct ber_reader short_one = READER(0x30, 3, 1, 2);
	struct ber_reader long_form = READER(0x30, 0x82, 0xff, 0xff, 0);
	struct ber_reader cut_length = READER(0x30, 0x82, 1);
	struct ber_reader indefinite = READER(0x30, 0x80, 0, 0);
	struct ber_reader huge = READER(0x30, 0x85, 0, 0, 0, 0, 0);
	struct ber_reader in;
	uint8_t tag;

	(void)state;
	assert_false(ber_take(&short_one, &tag, &in));
	assert_false(ber_take(&long_form, &tag, &in));
	assert_false(ber_take(&cut_length, &tag, &in));
	assert_false(ber_take(&indefinite, &tag, &in));
	assert_false(ber_take(&huge, &tag, &in));
}

static void
a_long_length_may_be_written_with_more_octets_than_needed(void **state)
{
	struct ber_reader r = READER(4, 0x83, 0, 0, 2, 'h', 'i');
	struct ber_reader in;

	(void)state;
	assert_true(ber_open(&r, SNMP_OCTETS, &in));
	assert_int_equal(in.end - in.at, 2);
	assert_memory_equal(in.at, "hi", 2);
}

/* 1.3.6.1.4.1.2011.2: 40 * 1 + 3 = 43 = 0x2b; 2011 = 15 * 128 + 91 = 8f 5b. */
static void
an_oid_goes_both_ways(void **state)
{
	static const uint32_t ARCS[] = { 1, 3, 6, 1, 4, 1, 2011, 2 };
	static const uint8_t BER[] = { 0x2b, 6, 1, 4, 1, 0x8f, 0x5b, 2 };
	uint8_t out[BER_OID_MAX];
	uint32_t arcs[16];
	size_t n;
	struct ber_reader r = reader(BER, sizeof(BER));

	(void)state;
	assert_int_equal(ber_write_oid(ARCS, 8, out), sizeof(BER));
	assert_memory_equal(out, BER, sizeof(BER));
	assert_true(ber_read_oid(&r, arcs, 16, &n));
	assert_int_equal(n, 8);
	assert_memory_equal(arcs, ARCS, sizeof(ARCS));
}

/* 4194312192 = 0xfa002000, an ifIndex of Huawei: five groups of seven bits,
 * 15, 80, 0, 64, 0. */
static void
an_arc_of_32_bits_goes_both_ways(void **state)
{
	static const uint32_t ARCS[] = { 1, 3, 4194312192 };
	static const uint8_t BER[] = { 0x2b, 0x8f, 0xd0, 0x80, 0xc0, 0x00 };
	uint8_t out[BER_OID_MAX];
	uint32_t arcs[4];
	size_t n;
	struct ber_reader r = reader(BER, sizeof(BER));

	(void)state;
	assert_int_equal(ber_write_oid(ARCS, 3, out), sizeof(BER));
	assert_memory_equal(out, BER, sizeof(BER));
	assert_true(ber_read_oid(&r, arcs, 4, &n));
	assert_int_equal(arcs[2], 4194312192);
}

static void
bad_oids_are_refused(void **state)
{
	struct ber_reader empty = { 0 };
	struct ber_reader cut = READER(0x2b, 0x8f);
	struct ber_reader too_large = READER(0x2b, 0x9f, 0xff, 0xff, 0xff, 0x7f);
	struct ber_reader too_many = READER(0x2b, 1, 2, 3);
	uint32_t arcs[4];
	size_t n;

	(void)state;
	assert_false(ber_read_oid(&empty, arcs, 4, &n));
	assert_false(ber_read_oid(&cut, arcs, 4, &n));
	assert_false(ber_read_oid(&too_large, arcs, 4, &n));
	assert_false(ber_read_oid(&too_many, arcs, 4, &n));
}

static void
the_first_two_arcs_share_an_octet(void **state)
{
	struct ber_reader zero = READER(0), two = READER(0x81, 0x34);
	uint32_t arcs[4];
	size_t n;

	(void)state;
	assert_true(ber_read_oid(&zero, arcs, 4, &n));
	assert_int_equal(arcs[0], 0);
	assert_int_equal(arcs[1], 0);
	/* 0x81 0x34 is 180: 2.100 (X.690 8.19.4). */
	assert_true(ber_read_oid(&two, arcs, 4, &n));
	assert_int_equal(arcs[0], 2);
	assert_int_equal(arcs[1], 100);
}

static void
check_varbind(const struct snmp_value *value, const uint8_t *expected, size_t n)
{
	static const uint8_t NAME[] = { 0x2b, 6 }, ROW[] = { 5 };
	uint8_t bytes[512];
	struct ber_out out = { bytes, bytes + sizeof(bytes) };

	assert_true(ber_put_varbind(&out, NAME, 2, ROW, 1, value));
	assert_int_equal(out.at - bytes, n);
	assert_memory_equal(bytes, expected, n);
}

#define CHECK_VARBIND(value, ...)                              \
	check_varbind(value, (const uint8_t[]){ __VA_ARGS__ }, \
	    sizeof((const uint8_t[]){ __VA_ARGS__ }))

static void
values_are_written_in_their_shortest_form(void **state)
{
	struct snmp_value minus = { .type = SNMP_INTEGER, .i = -129 };
	struct snmp_value gauge = { .type = SNMP_GAUGE32, .u = 4294967295 };
	struct snmp_value big = { .type = SNMP_COUNTER64, .u = UINT64_MAX };
	struct snmp_value zero = { .type = SNMP_COUNTER32, .u = 0 };
	struct snmp_value none = { .type = SNMP_NO_SUCH_INSTANCE };
	struct snmp_value text = {
		.type = SNMP_OCTETS, .len = 2, .octets = (const uint8_t *)"hi"
	};
	struct snmp_value oid = {
		.type = SNMP_OID, .len = 3, .arcs = (const uint32_t[]){ 1, 3, 6 }
	};

	(void)state;
	CHECK_VARBIND(&minus, 0x30, 9, 6, 3, 0x2b, 6, 5, 2, 2, 0xff, 0x7f);
	CHECK_VARBIND(
	    &gauge, 0x30, 12, 6, 3, 0x2b, 6, 5, 0x42, 5, 0, 0xff, 0xff, 0xff, 0xff);
	CHECK_VARBIND(&big, 0x30, 16, 6, 3, 0x2b, 6, 5, 0x46, 9, 0, 0xff, 0xff, 0xff,
	    0xff, 0xff, 0xff, 0xff, 0xff);
	CHECK_VARBIND(&zero, 0x30, 8, 6, 3, 0x2b, 6, 5, 0x41, 1, 0);
	CHECK_VARBIND(&none, 0x30, 7, 6, 3, 0x2b, 6, 5, 0x81, 0);
	CHECK_VARBIND(&text, 0x30, 9, 6, 3, 0x2b, 6, 5, 4, 2, 'h', 'i');
	CHECK_VARBIND(&oid, 0x30, 9, 6, 3, 0x2b, 6, 5, 6, 2, 0x2b, 6);
}

static void
a_varbind_over_127_octets_has_long_lengths(void **state)
{
	static const uint8_t NAME[] = { 0x2b, 6 }, TEXT[200] = { 'x' };
	struct snmp_value value = { .type = SNMP_OCTETS, .len = 200, .octets = TEXT };
	uint8_t bytes[300];
	struct ber_out out = { bytes, bytes + sizeof(bytes) };
	static const uint8_t HEAD[] = { 0x30, 0x81, 207, 6, 2, 0x2b, 6, 4, 0x81, 200,
		'x' };

	(void)state;
	assert_true(ber_put_varbind(&out, NAME, 2, NULL, 0, &value));
	assert_int_equal(out.at - bytes, 3 + 207);
	assert_memory_equal(bytes, HEAD, sizeof(HEAD));
}

static void
a_varbind_that_does_not_fit_leaves_no_trace(void **state)
{
	static const uint8_t NAME[] = { 0x2b, 6 };
	struct snmp_value value = { .type = SNMP_INTEGER, .i = 5 };
	uint8_t bytes[9] = { 0 };
	struct ber_out one_short = { bytes, bytes + 8 }, enough = { bytes, bytes + 9 };

	(void)state;
	assert_false(ber_put_varbind(&one_short, NAME, 2, NULL, 0, &value));
	assert_ptr_equal(one_short.at, bytes);
	assert_int_equal(bytes[0], 0);
	assert_true(ber_put_varbind(&enough, NAME, 2, NULL, 0, &value));
	assert_ptr_equal(enough.at, bytes + 9);
}

static void
headers_grow_backwards(void **state)
{
	static const uint8_t EXPECTED[] = { 0x30, 9, 2, 1, 1, 4, 4, 'p', 'u', 'b', 'l' };
	uint8_t bytes[32];
	struct ber_front f = { bytes + sizeof(bytes), bytes };

	(void)state;
	ber_front_octets(&f, "publ", 4);
	ber_front_int(&f, 1);
	ber_front_wrap(&f, BER_SEQUENCE, bytes + sizeof(bytes));
	assert_int_equal(bytes + sizeof(bytes) - f.at, sizeof(EXPECTED));
	assert_memory_equal(f.at, EXPECTED, sizeof(EXPECTED));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(integers_are_read_with_their_sign),
		cmocka_unit_test(integers_that_are_empty_or_too_long_are_refused),
		cmocka_unit_test(lengths_past_the_end_are_refused),
		cmocka_unit_test(
		    a_long_length_may_be_written_with_more_octets_than_needed),
		cmocka_unit_test(an_oid_goes_both_ways),
		cmocka_unit_test(an_arc_of_32_bits_goes_both_ways),
		cmocka_unit_test(bad_oids_are_refused),
		cmocka_unit_test(the_first_two_arcs_share_an_octet),
		cmocka_unit_test(values_are_written_in_their_shortest_form),
		cmocka_unit_test(a_varbind_over_127_octets_has_long_lengths),
		cmocka_unit_test(a_varbind_that_does_not_fit_leaves_no_trace),
		cmocka_unit_test(headers_grow_backwards),
	};
	return CHECK_ALL(tests);
}
