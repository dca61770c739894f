/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <sys/stat.h>
#include <unistd.h>

#include "store/secret/vault.h"

static char folder[] = "/tmp/facho-vault.XXXXXX";

static const char *
file(const char *name)
{
	static char path[128];

	(void)snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

static struct secret
secret(const char *text)
{
	struct secret s = { 0 };

	check_rc(secret_set(&s, text), RC_OK);
	return s;
}

static struct vault *
opened(const char *name)
{
	struct vault *v = NULL;

	if (access(file(name), F_OK) != 0)
		check_rc(vault_create(file(name), NULL), RC_OK);
	check_rc(vault_open(file(name), &v, NULL), RC_OK);
	return v;
}

static void
a_key_file_is_for_its_owner_alone_and_never_overwritten(void **state)
{
	struct stat st;
	struct err err = { 0 };

	(void)state;
	check_rc(vault_create(file("own"), &err), RC_OK);
	assert_int_equal(stat(file("own"), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(st.st_nlink, 1); /* no temporary file is left */
	check_rc(vault_create(file("own"), &err), RC_CONFLICT);
	check_contains(err.msg, "exists already");
}

static void
a_key_that_others_may_read_is_refused(void **state)
{
	struct vault *v = NULL;
	struct err err = { 0 };

	(void)state;
	check_rc(vault_create(file("open"), NULL), RC_OK);
	(void)chmod(file("open"), 0640);
	check_rc(vault_open(file("open"), &v, &err), RC_REFUSED);
	check_contains(err.msg, "chmod 600");
	assert_null(v);
}

static void
what_is_no_key_file_is_said_to_be_none(void **state)
{
	static const char *const BAD[] = { "", "facho-key-1 \n", "facho-key-1 00ff\n",
		"facho-key-2 "
		"000102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f\n",
		"facho-key-1 "
		"xx0102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f\n" };
	struct vault *v = NULL;
	struct err err = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(BAD) / sizeof(BAD[0]); i++) {
		FILE *f = fopen(file("bad"), "w");

		(void)fputs(BAD[i], f);
		(void)fclose(f);
		(void)chmod(file("bad"), 0600);
		check_rc(vault_open(file("bad"), &v, &err), RC_INVALID);
		check_contains(err.msg, "no key file");
	}
	check_rc(vault_open(file("missing"), &v, &err), RC_NOT_FOUND);
	assert_null(v);
}

static void
a_secret_comes_back_and_its_bytes_do_not_show_it(void **state)
{
	struct vault *v = opened("a");
	struct vault_place place = { "olts.community", 17 };
	char longest[SECRET_MAX + 1];
	const char *texts[] = { "", "public", "ñandú ☃", longest };

	(void)state;
	memset(longest, 'x', SECRET_MAX);
	longest[SECRET_MAX] = '\0';
	for (int i = 0; i < 4; i++) {
		struct secret in = secret(texts[i]), out = { 0 };
		struct vault_sealed one, two;

		vault_seal(v, &place, &in, &one);
		vault_seal(v, &place, &in, &two);
		assert_int_equal(one.len, two.len);
		assert_memory_not_equal(one.bytes, two.bytes, one.len);
		if (in.len)
			assert_null(memmem(one.bytes, one.len, in.bytes, in.len));
		check_rc(vault_unseal(v, &place, one.bytes, one.len, &out, NULL), RC_OK);
		assert_int_equal(out.len, in.len);
		assert_string_equal(out.bytes, in.bytes);
	}
	vault_close(v);
}

static void
it_opens_in_its_own_place_only(void **state)
{
	static const struct vault_place OTHERS[] = { { "olts.community", 18 },
		{ "olts.v3_auth_key", 17 }, { "olts.community", 1 } };
	struct vault *v = opened("a");
	struct vault_place place = { "olts.community", 17 };
	struct secret in = secret("public"), out = secret("untouched");
	struct vault_sealed sealed;
	struct err err = { 0 };

	(void)state;
	vault_seal(v, &place, &in, &sealed);
	for (int i = 0; i < 3; i++) {
		check_rc(
		    vault_unseal(v, &OTHERS[i], sealed.bytes, sealed.len, &out, &err),
		    RC_PROTOCOL);
		check_contains(err.msg, "copied from elsewhere");
		assert_string_equal(out.bytes, "untouched");
	}
	vault_close(v);
}

static void
every_changed_byte_and_every_cut_is_noticed(void **state)
{
	struct vault *v = opened("a");
	struct vault_place place = { "olts.community", 17 };
	struct secret in = secret("public"), out = secret("untouched");
	struct vault_sealed sealed;

	(void)state;
	vault_seal(v, &place, &in, &sealed);
	for (size_t i = 0; i < sealed.len; i++) {
		sealed.bytes[i] ^= 1;
		assert_int_not_equal(
		    vault_unseal(v, &place, sealed.bytes, sealed.len, &out, NULL), RC_OK);
		sealed.bytes[i] ^= 1;
	}
	for (size_t n = 0; n < sealed.len; n++)
		check_rc(
		    vault_unseal(v, &place, sealed.bytes, n, &out, NULL), RC_PROTOCOL);
	assert_string_equal(out.bytes, "untouched");
	vault_close(v);
}

static void
another_key_is_refused_and_not_taken_for_damage(void **state)
{
	struct vault *a = opened("a"), *b = opened("b");
	struct vault_place place = { "olts.community", 17 };
	struct secret in = secret("public"), out = { 0 };
	struct vault_sealed sealed;
	struct err err = { 0 };

	(void)state;
	assert_string_not_equal(vault_id(a), vault_id(b));
	vault_seal(a, &place, &in, &sealed);
	check_rc(
	    vault_unseal(b, &place, sealed.bytes, sealed.len, &out, &err), RC_REFUSED);
	check_contains(err.msg, "another key");
	vault_close(a);
	vault_close(b);
	vault_close(NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_key_file_is_for_its_owner_alone_and_never_overwritten),
		cmocka_unit_test(a_key_that_others_may_read_is_refused),
		cmocka_unit_test(what_is_no_key_file_is_said_to_be_none),
		cmocka_unit_test(a_secret_comes_back_and_its_bytes_do_not_show_it),
		cmocka_unit_test(it_opens_in_its_own_place_only),
		cmocka_unit_test(every_changed_byte_and_every_cut_is_noticed),
		cmocka_unit_test(another_key_is_refused_and_not_taken_for_damage),
	};
	static const char *const FILES[] = { "own", "open", "bad", "a", "b" };
	int failed;

	if (!mkdtemp(folder))
		return 1;
	failed = CHECK_ALL(tests);
	for (size_t i = 0; i < sizeof(FILES) / sizeof(FILES[0]); i++)
		(void)unlink(file(FILES[i]));
	(void)rmdir(folder);
	return failed;
}
