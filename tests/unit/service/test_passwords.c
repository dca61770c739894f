/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "service/passwords_int.h"

static void
common_ones_are_known_in_any_case(void **state)
{
	static const char *const BAD[] = { "password", "PassWord1", "12345678",
		"qwertyuiop", "Contrasena123", "admin123", "ADMIN123", "Huawei@123",
		"zzzzzzzzzzzz", "!!!!!!!!", "zxcvbnm123", "1q2w3e4r" };
	static const char *const GOOD[] = { "correct horse", "passwor", "password1x",
		"Planted-Password-77", "a long enough one", "pass word", "word1 word",
		" password", "password ", "12345678 87654321" };

	(void)state;
	for (size_t i = 0; i < sizeof(BAD) / sizeof(BAD[0]); i++) {
		if (!password_weakness(BAD[i], "ana"))
			fail_msg("%s was taken", BAD[i]);
	}
	for (size_t i = 0; i < sizeof(GOOD) / sizeof(GOOD[0]); i++) {
		if (password_weakness(GOOD[i], "ana"))
			fail_msg("%s was refused", GOOD[i]);
	}
	assert_false(password_is_common(""));
}

static void
a_name_is_no_password(void **state)
{
	static const char *const BAD[] = { "gabriela", "Gabriela2026", "GABRIELA!",
		"123gabriela", "gabrielagabriela", "_gabriela_1" };
	static const char *const GOOD[] = { "gabriela likes tea", "notgabriela",
		"gabriel77777", "xgabriela" };

	(void)state;
	for (size_t i = 0; i < sizeof(BAD) / sizeof(BAD[0]); i++) {
		if (!password_weakness(BAD[i], "gabriela"))
			fail_msg("%s was taken", BAD[i]);
	}
	for (size_t i = 0; i < sizeof(GOOD) / sizeof(GOOD[0]); i++) {
		if (password_weakness(GOOD[i], "gabriela"))
			fail_msg("%s was refused", GOOD[i]);
	}
	assert_null(password_weakness("anything goes", NULL));
	assert_null(password_weakness("anything goes", ""));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(common_ones_are_known_in_any_case),
		cmocka_unit_test(a_name_is_no_password),
	};

	return CHECK_ALL(tests);
}
