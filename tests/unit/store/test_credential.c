/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "store/secret/credential.h"

static struct secret
secret(const char *text)
{
	struct secret s = { 0 };

	check_rc(secret_set(&s, text), RC_OK);
	return s;
}

static void
a_password_is_known_again_by_its_hash_alone(void **state)
{
	struct secret right = secret("correct horse"), wrong = secret("correct horsE");
	char one[PASSWORD_HASH_MAX], two[PASSWORD_HASH_MAX];

	(void)state;
	check_rc(password_hash(&right, one, NULL), RC_OK);
	check_rc(password_hash(&right, two, NULL), RC_OK);
	assert_memory_equal(one, "$argon2id$", 10);
	assert_string_not_equal(one, two); /* each has its own salt */
	assert_null(strstr(one, "horse"));
	assert_true(password_is(&right, one));
	assert_true(password_is(&right, two));
	assert_false(password_is(&wrong, one));
}

static void
nobody_has_no_password(void **state)
{
	struct secret empty = { 0 }, some = secret("password");

	(void)state;
	assert_false(password_is(&empty, ""));
	assert_false(password_is(&some, ""));
	assert_false(password_is(&some, "password")); /* plain text, by mistake */
	assert_false(password_is(&some, "$argon2id$nonsense"));
}

static void
a_short_password_is_refused(void **state)
{
	struct secret seven = secret("1234567"), eight = secret("12345678");
	char hash[PASSWORD_HASH_MAX] = "untouched";
	struct err err = { 0 };

	(void)state;
	check_rc(password_hash(&seven, hash, &err), RC_INVALID);
	assert_string_equal(hash, "untouched");
	check_contains(err.msg, "8");
	check_rc(password_hash(&eight, hash, &err), RC_OK);
}

static void
made_passwords_are_long_and_differ(void **state)
{
	struct secret a = { 0 }, b = { 0 };

	(void)state;
	password_make(&a);
	password_make(&b);
	assert_int_equal(a.len, 20);
	assert_int_equal(strlen(a.bytes), 20);
	assert_string_not_equal(a.bytes, b.bytes);
	assert_null(strpbrk(a.bytes, "0O1lI"));
}

static void
a_token_is_found_by_the_hash_of_its_text(void **state)
{
	char text[TOKEN_TEXT_MAX], other[TOKEN_TEXT_MAX];
	unsigned char hash[TOKEN_HASH_BYTES], again[TOKEN_HASH_BYTES];

	(void)state;
	token_make(text, hash);
	token_hash(text, again);
	assert_true(token_hash_is_same(hash, again));
	assert_memory_equal(text, "facho_", 6);
	assert_int_equal(strlen(text), 6 + 43); /* 32 bytes in base64 */
	token_make(other, again);
	assert_string_not_equal(text, other);
	assert_false(token_hash_is_same(hash, again));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_password_is_known_again_by_its_hash_alone),
		cmocka_unit_test(nobody_has_no_password),
		cmocka_unit_test(a_short_password_is_refused),
		cmocka_unit_test(made_passwords_are_long_and_differ),
		cmocka_unit_test(a_token_is_found_by_the_hash_of_its_text),
	};

	return CHECK_ALL(tests);
}
