/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/crypto_int.h - hashes and ciphers for SNMPv3. They are the only code of net-snmp
 * that the simulator uses.
 *
 * All functions return false if the library refuses, which happens only for wrong
 * lengths.
 */
#ifndef FACHO_SIM_CRYPTO_INT_H
#define FACHO_SIM_CRYPTO_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/v3.h"

enum {
	CRYPTO_KEY_MAX = 64,
	CRYPTO_MAC_MAX = 48,
	CRYPTO_IV_MAX = 16,
	CRYPTO_PAD_MAX = 8,
};

struct crypto_key {
	size_t len;
	uint8_t bytes[CRYPTO_KEY_MAX];
};

/* The length of the authentication code of a message: 12 to 48; 0 without
 * authentication. */
size_t crypto_mac_len(enum v3_auth auth);

/* A key from a passphrase (a megabyte is hashed), and the key localised to one engine
 * (RFC 3414 2.6). */
bool crypto_key_from_pass(
    enum v3_auth auth, const char *pass, struct crypto_key *ret_key);
bool crypto_key_localise(enum v3_auth auth, const struct crypto_key *key,
    const uint8_t *engine_id, size_t engine_id_len, struct crypto_key *ret_key);

bool crypto_mac(enum v3_auth auth, const struct crypto_key *key, const uint8_t *bytes,
    size_t len, uint8_t mac[CRYPTO_MAC_MAX]);

/* AES-128 in CFB mode (RFC 3826): the output is as long as the input. DES in CBC mode
 * (RFC 3414 8): the plain text is padded to a multiple of 8; key is the first half of the
 * localised key, and iv is the second half combined with the salt. *len is the input
 * length, then the output length. */
bool crypto_encrypt(enum v3_priv priv, const struct crypto_key *key,
    const uint8_t iv[CRYPTO_IV_MAX], const uint8_t *plain, uint8_t *cipher, size_t *len);
bool crypto_decrypt(enum v3_priv priv, const struct crypto_key *key,
    const uint8_t iv[CRYPTO_IV_MAX], const uint8_t *cipher, size_t len, uint8_t *plain);

#endif
