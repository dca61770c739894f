/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "model/v3.h"

static void
every_protocol_has_a_name_both_ways(void **state)
{
	(void)state;
	for (int i = V3_AUTH_NONE; i < V3_AUTHS; i++) {
		enum v3_auth back = V3_AUTHS;

		assert_true(v3_auth_from_name(v3_auth_name((enum v3_auth)i), &back));
		assert_int_equal(back, i);
	}
	for (int i = V3_PRIV_NONE; i < V3_PRIVS; i++) {
		enum v3_priv back = V3_PRIVS;

		assert_true(v3_priv_from_name(v3_priv_name((enum v3_priv)i), &back));
		assert_int_equal(back, i);
	}
	assert_string_equal(v3_auth_name(V3_AUTH_SHA256), "SHA-256");
	assert_string_equal(V3_AUTH_CHOICES, "MD5|SHA|SHA-224|SHA-256|SHA-384|SHA-512");
	assert_string_equal(V3_PRIV_CHOICES, "DES|AES");
}

static void
an_unknown_name_is_not_none(void **state)
{
	static const char *const WRONG[] = { "SHA256", "sha", "none", "AES", " ",
		"MD5 " };
	enum v3_auth auth = V3_AUTH_SHA;
	enum v3_priv priv = V3_PRIV_AES;

	(void)state;
	for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++)
		assert_false(v3_auth_from_name(WRONG[i], &auth));
	assert_false(v3_priv_from_name("AES-256", &priv));
	assert_false(v3_priv_from_name("none", &priv));
	assert_int_equal(auth, V3_AUTH_SHA);
	assert_int_equal(priv, V3_PRIV_AES);
	assert_true(v3_auth_from_name(NULL, &auth));
	assert_int_equal(auth, V3_AUTH_NONE);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_protocol_has_a_name_both_ways),
		cmocka_unit_test(an_unknown_name_is_not_none),
	};
	return CHECK_ALL(tests);
}
