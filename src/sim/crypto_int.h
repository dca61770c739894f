/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/crypto_int.h - hashing and ciphers for SNMPv3, which nobody should write by hand:
 * the only thing the simulator takes from net-snmp.
 *
 * All say false when the library refuses, which only wrong lengths bring about.
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

/* How long the code of a message is: 12 to 48; 0 for none. */
size_t crypto_mac_len(enum v3_auth auth);

/* A key from a passphrase (a megabyte is hashed), and that key tied to one
 * engine (RFC 3414 2.6). */
bool crypto_key_from_pass(
    enum v3_auth auth, const char *pass, struct crypto_key *ret_key);
bool crypto_key_localise(enum v3_auth auth, const struct crypto_key *key,
    const uint8_t *engine_id, size_t engine_id_len, struct crypto_key *ret_key);

bool crypto_mac(enum v3_auth auth, const struct crypto_key *key, const uint8_t *bytes,
    size_t len, uint8_t mac[CRYPTO_MAC_MAX]);

/* AES-128 in CFB mode (RFC 3826): as many octets out as in. DES in CBC mode (RFC 3414 8):
 * the plain text is padded to a multiple of 8, and key is the first half of the localised
 * one, iv the second half with the salt. *len is what goes in, then what came out. */
bool crypto_encrypt(enum v3_priv priv, const struct crypto_key *key,
    const uint8_t iv[CRYPTO_IV_MAX], const uint8_t *plain, uint8_t *cipher, size_t *len);
bool crypto_decrypt(enum v3_priv priv, const struct crypto_key *key,
    const uint8_t iv[CRYPTO_IV_MAX], const uint8_t *cipher, size_t len, uint8_t *plain);

#endif
