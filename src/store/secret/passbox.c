/* SPDX-License-Identifier: Apache-2.0 */
#include "store/secret/passbox.h"

#include <sodium.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/own.h"

enum {
	VERSION = 1,
	SALT_AT = 1,
	NONCE_AT = SALT_AT + crypto_pwhash_SALTBYTES,
	BODY_AT = NONCE_AT + crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
	OVERHEAD = BODY_AT + crypto_aead_xchacha20poly1305_ietf_ABYTES,
	KEY_BYTES = crypto_aead_xchacha20poly1305_ietf_KEYBYTES,
	BOX_MAX = 64 * 1024 * 1024,
};

static enum rc
make_key(const struct secret *passphrase, const unsigned char *salt,
    unsigned char key[KEY_BYTES], struct err *err)
{
	if (sodium_init() < 0)
		return err_set(err, RC_IO, "no source of random numbers");
	if (passphrase->len < PASSPHRASE_MIN)
		return err_set(err, RC_INVALID,
		    "the passphrase must have at least %d characters", PASSPHRASE_MIN);
	if (crypto_pwhash(key, KEY_BYTES, passphrase->bytes, passphrase->len, salt,
		crypto_pwhash_OPSLIMIT_MODERATE, crypto_pwhash_MEMLIMIT_MODERATE,
		crypto_pwhash_ALG_ARGON2ID13) != 0)
		return err_set(err, RC_NOMEM, "not enough memory for the passphrase");
	return RC_OK;
}

static char *
to_base64(const unsigned char *box, size_t n)
{
	size_t room = sodium_base64_encoded_len(n, sodium_base64_VARIANT_ORIGINAL);
	char *text = malloc(room);

	return text
	    ? sodium_bin2base64(text, room, box, n, sodium_base64_VARIANT_ORIGINAL)
	    : NULL;
}

enum rc
passbox_seal(const struct secret *passphrase, const void *bytes, size_t n,
    char **ret_text, struct err *err)
{
	unsigned char *box OWNED(free) = malloc(OVERHEAD + n);
	unsigned char key[KEY_BYTES];
	char *text;
	enum rc rc;

	if (!box)
		return err_set(err, RC_NOMEM, "out of memory");
	box[0] = VERSION;
	if (sodium_init() < 0)
		return err_set(err, RC_IO, "no source of random numbers");
	randombytes_buf(box + SALT_AT, BODY_AT - SALT_AT);
	rc = make_key(passphrase, box + SALT_AT, key, err);
	if (rc != RC_OK)
		return rc;
	(void)crypto_aead_xchacha20poly1305_ietf_encrypt(box + BODY_AT, NULL, bytes, n,
	    box, 1, NULL, box + NONCE_AT, key); /* cannot fail */
	sodium_memzero(key, sizeof(key));
	text = to_base64(box, OVERHEAD + n);
	if (!text)
		return err_set(err, RC_NOMEM, "out of memory");
	*ret_text = text;
	return RC_OK;
}

enum rc
passbox_open(const struct secret *passphrase, const char *text, char **ret_bytes,
    size_t *ret_n, struct err *err)
{
	size_t room = strlen(text) / 4 * 3 + 3, n = 0;
	unsigned char *box OWNED(free) = room < BOX_MAX ? malloc(room) : NULL;
	unsigned char key[KEY_BYTES];
	char *bytes;
	enum rc rc;

	if (!box)
		return err_set(err, RC_NOMEM, "out of memory");
	if (sodium_base642bin(box, room, text, strlen(text), NULL, &n, NULL,
		sodium_base64_VARIANT_ORIGINAL) != 0 ||
	    n < OVERHEAD || box[0] != VERSION)
		return err_set(
		    err, RC_INVALID, "the secrets of this file cannot be read");
	rc = make_key(passphrase, box + SALT_AT, key, err);
	if (rc != RC_OK)
		return rc;
	bytes = calloc(1, n - OVERHEAD + 1);
	if (bytes &&
	    crypto_aead_xchacha20poly1305_ietf_decrypt((unsigned char *)bytes, NULL, NULL,
		box + BODY_AT, n - BODY_AT, box, 1, box + NONCE_AT, key) != 0) {
		free(bytes);
		sodium_memzero(key, sizeof(key));
		return err_set(err, RC_REFUSED, "the passphrase is not that of the file");
	}
	sodium_memzero(key, sizeof(key));
	if (!bytes)
		return err_set(err, RC_NOMEM, "out of memory");
	*ret_bytes = bytes;
	*ret_n = n - OVERHEAD;
	return RC_OK;
}
