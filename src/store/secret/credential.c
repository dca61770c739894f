/* SPDX-License-Identifier: Apache-2.0 */
#include "store/secret/credential.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

static_assert(PASSWORD_HASH_MAX >= crypto_pwhash_STRBYTES, "it fits");

/* Every program that hashes has a source of random numbers, or stops. */
static void
need_sodium(void)
{
	int ready = sodium_init();

	assert(ready >= 0);
	(void)ready;
}

enum rc
password_hash(
    const struct secret *password, char ret_hash[PASSWORD_HASH_MAX], struct err *err)
{
	char hash[crypto_pwhash_STRBYTES];

	need_sodium();
	if (password->len < PASSWORD_MIN)
		return err_set(err, RC_INVALID, "a password needs at least %d characters",
		    PASSWORD_MIN);
	if (crypto_pwhash_str_alg(hash, password->bytes, password->len,
		crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE,
		crypto_pwhash_ALG_ARGON2ID13) != 0)
		return err_set(err, RC_NOMEM, "no memory to hash a password");
	memcpy(ret_hash, hash, sizeof(hash));
	return RC_OK;
}

/* What the password of nobody looks like, so that asking for a name that does not
 * exist takes as long as for one that does. */
static const char NOBODY[] = "$argon2id$v=19$m=65536,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$"
			     "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

bool
password_is(const struct secret *password, const char *hash)
{
	char full[crypto_pwhash_STRBYTES] = { 0 };
	bool is_one;

	need_sodium();
	is_one = strncmp(hash, "$argon2id$", 10) == 0 && strlen(hash) < sizeof(full);
	memcpy(full, is_one ? hash : NOBODY, strlen(is_one ? hash : NOBODY));
	return crypto_pwhash_str_verify(full, password->bytes, password->len) == 0 &&
	    is_one;
}

void
password_make(struct secret *ret_password)
{
	/* Without 0, O, 1, l, I: it will be typed from a screen. */
	static const char LETTERS[] =
	    "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

	need_sodium();
	ret_password->len = 20;
	for (size_t i = 0; i < ret_password->len; i++)
		ret_password->bytes[i] =
		    LETTERS[randombytes_uniform(sizeof(LETTERS) - 1)];
	ret_password->bytes[ret_password->len] = '\0';
}

static void
spell(const unsigned char bytes[TOKEN_HASH_BYTES], char ret_text[TOKEN_TEXT_MAX])
{
	static const char PREFIX[] = "facho_"; /* so that scanners of leaks know it */
	size_t at = sizeof(PREFIX) - 1;

	static_assert(sizeof(PREFIX) - 1 +
		    sodium_base64_ENCODED_LEN(
			TOKEN_HASH_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING) <=
		TOKEN_TEXT_MAX,
	    "it fits");
	memcpy(ret_text, PREFIX, at);
	(void)sodium_bin2base64(ret_text + at, TOKEN_TEXT_MAX - at, bytes,
	    TOKEN_HASH_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void
token_make(char ret_text[TOKEN_TEXT_MAX], unsigned char ret_hash[TOKEN_HASH_BYTES])
{
	unsigned char random[TOKEN_HASH_BYTES];

	need_sodium();
	randombytes_buf(random, sizeof(random));
	spell(random, ret_text);
	token_hash(ret_text, ret_hash);
	sodium_memzero(random, sizeof(random));
}

void
token_derive(const char *text, const char *purpose, char ret_text[TOKEN_TEXT_MAX])
{
	unsigned char key[TOKEN_HASH_BYTES], derived[TOKEN_HASH_BYTES];

	/* Not from the text's own hash, which is kept where others may read it. */
	token_hash(purpose, key);
	(void)crypto_generichash(derived, sizeof(derived), (const unsigned char *)text,
	    strlen(text), key, sizeof(key)); /* fails for wrong sizes only */
	spell(derived, ret_text);
	sodium_memzero(derived, sizeof(derived));
}

void
token_hash(const char *text, unsigned char ret_hash[TOKEN_HASH_BYTES])
{
	need_sodium();
	(void)crypto_generichash(ret_hash, TOKEN_HASH_BYTES, (const unsigned char *)text,
	    strlen(text), NULL, 0); /* fails for wrong sizes only */
}

bool
token_hash_is_same(const unsigned char *a, const unsigned char *b)
{
	return sodium_memcmp(a, b, TOKEN_HASH_BYTES) == 0;
}
