/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "sim/crypto_int.h"

/* The example of RFC 3414 A.3.2: the password "maplesyrup", SHA. */
static void
keys_are_those_of_the_rfc(void **state)
{
	static const uint8_t ENGINE[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2 };
	static const uint8_t KU[20] = { 0x9f, 0xb5, 0xcc, 0x03, 0x81, 0x49, 0x7b, 0x37,
		0x93, 0x52, 0x89, 0x39, 0xff, 0x78, 0x8d, 0x5d, 0x79, 0x14, 0x52, 0x11 };
	static const uint8_t KUL[20] = { 0x66, 0x95, 0xfe, 0xbc, 0x92, 0x88, 0xe3, 0x62,
		0x82, 0x23, 0x5f, 0xc7, 0x15, 0x1f, 0x12, 0x84, 0x97, 0xb3, 0x8f, 0x3f };
	struct crypto_key key, local;

	(void)state;
	assert_true(crypto_key_from_pass(V3_AUTH_SHA, "maplesyrup", &key));
	assert_int_equal(key.len, 20);
	assert_memory_equal(key.bytes, KU, 20);
	assert_true(crypto_key_localise(V3_AUTH_SHA, &key, ENGINE, 12, &local));
	assert_memory_equal(local.bytes, KUL, 20);
}

/* HMAC-SHA-1 of RFC 2202, test case 1, truncated to 96 bits. */
static void
codes_are_those_of_the_rfc(void **state)
{
	static const uint8_t EXPECTED[12] = { 0xb6, 0x17, 0x31, 0x86, 0x55, 0x05, 0x72,
		0x64, 0xe2, 0x8b, 0xc0, 0xb6 };
	struct crypto_key key = { .len = 20 };
	uint8_t mac[CRYPTO_MAC_MAX];

	(void)state;
	memset(key.bytes, 0x0b, 20);
	assert_int_equal(crypto_mac_len(V3_AUTH_SHA), 12);
	assert_true(crypto_mac(V3_AUTH_SHA, &key, (const uint8_t *)"Hi There", 8, mac));
	assert_memory_equal(mac, EXPECTED, 12);
}

/* AES-128 in CFB mode, the example of NIST SP 800-38A F.3.13. */
static void
ciphers_are_those_of_nist(void **state)
{
	struct crypto_key key = { .len = 16,
		.bytes = { 0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7,
		    0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c } };
	static const uint8_t IV[16] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
		15 };
	static const uint8_t PLAIN[16] = { 0x6b, 0xc1, 0xbe, 0xe2, 0x2e, 0x40, 0x9f, 0x96,
		0xe9, 0x3d, 0x7e, 0x11, 0x73, 0x93, 0x17, 0x2a };
	static const uint8_t CIPHER[16] = { 0x3b, 0x3f, 0xd9, 0x2e, 0xb7, 0x2d, 0xad,
		0x20, 0x33, 0x34, 0x49, 0xf8, 0xe8, 0x3c, 0xfb, 0x4a };
	uint8_t out[16];
	size_t len = 16;

	(void)state;
	assert_true(crypto_encrypt(V3_PRIV_AES, &key, IV, PLAIN, out, &len));
	assert_int_equal(len, 16);
	assert_memory_equal(out, CIPHER, 16);
	assert_true(crypto_decrypt(V3_PRIV_AES, &key, IV, CIPHER, 16, out));
	assert_memory_equal(out, PLAIN, 16);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_are_those_of_the_rfc),
		cmocka_unit_test(codes_are_those_of_the_rfc),
		cmocka_unit_test(ciphers_are_those_of_nist),
	};
	return CHECK_ALL(tests);
}
