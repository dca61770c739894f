/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/crypto.h - hashing and AES for SNMPv3, which nobody should write by hand:
 * the only thing the simulator takes from net-snmp.
 *
 * All say false when the library refuses, which only wrong lengths bring about.
 */
#ifndef FACHO_SIM_CRYPTO_H
#define FACHO_SIM_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum crypto_auth { CRYPTO_SHA1, CRYPTO_SHA256 };

enum { CRYPTO_KEY_MAX = 64, CRYPTO_MAC_MAX = 24, CRYPTO_IV_BYTES = 16 };

struct crypto_key {
	size_t len;
	uint8_t bytes[CRYPTO_KEY_MAX];
};

/* How long the code of a message is: 12 or 24. */
size_t crypto_mac_len(enum crypto_auth auth);

/* A key from a passphrase (a megabyte is hashed), and that key tied to one
 * engine (RFC 3414 2.6). */
bool crypto_key_from_pass(
    enum crypto_auth auth, const char *pass, struct crypto_key *ret_key);
bool crypto_key_localise(enum crypto_auth auth, const struct crypto_key *key,
    const uint8_t *engine_id, size_t engine_id_len, struct crypto_key *ret_key);

bool crypto_mac(enum crypto_auth auth, const struct crypto_key *key, const uint8_t *bytes,
    size_t len, uint8_t mac[CRYPTO_MAC_MAX]);

/* AES-128 in CFB mode: as many octets out as in. */
bool crypto_encrypt(const struct crypto_key *key, const uint8_t iv[CRYPTO_IV_BYTES],
    const uint8_t *plain, size_t len, uint8_t *cipher);
bool crypto_decrypt(const struct crypto_key *key, const uint8_t iv[CRYPTO_IV_BYTES],
    const uint8_t *cipher, size_t len, uint8_t *plain);

#endif
