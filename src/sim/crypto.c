/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/crypto.h"

#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>

#include <string.h>

enum { AES_KEY_BYTES = 16, PROTOCOL_N = 10 };

static const struct {
	const oid *protocol;
	size_t mac_len;
} AUTHS[] = {
	[CRYPTO_SHA1] = { usmHMACSHA1AuthProtocol, 12 },
	[CRYPTO_SHA256] = { usmHMAC192SHA256AuthProtocol, 24 },
};

size_t
crypto_mac_len(enum crypto_auth auth)
{
	return AUTHS[auth].mac_len;
}

bool
crypto_key_from_pass(enum crypto_auth auth, const char *pass, struct crypto_key *ret_key)
{
	struct crypto_key key = { .len = CRYPTO_KEY_MAX };

	if (generate_Ku(AUTHS[auth].protocol, PROTOCOL_N, (const u_char *)pass,
		strlen(pass), key.bytes, &key.len) != SNMPERR_SUCCESS)
		return false;
	*ret_key = key;
	return true;
}

bool
crypto_key_localise(enum crypto_auth auth, const struct crypto_key *key,
    const uint8_t *engine_id, size_t engine_id_len, struct crypto_key *ret_key)
{
	struct crypto_key local = { .len = CRYPTO_KEY_MAX };

	if (generate_kul(AUTHS[auth].protocol, PROTOCOL_N, engine_id, engine_id_len,
		key->bytes, key->len, local.bytes, &local.len) != SNMPERR_SUCCESS)
		return false;
	*ret_key = local;
	return true;
}

bool
crypto_mac(enum crypto_auth auth, const struct crypto_key *key, const uint8_t *bytes,
    size_t len, uint8_t mac[CRYPTO_MAC_MAX])
{
	size_t mac_len = AUTHS[auth].mac_len;

	return sc_generate_keyed_hash(AUTHS[auth].protocol, PROTOCOL_N, key->bytes,
		   (u_int)key->len, bytes, (u_int)len, mac, &mac_len) == SNMPERR_SUCCESS;
}

bool
crypto_encrypt(const struct crypto_key *key, const uint8_t iv[CRYPTO_IV_BYTES],
    const uint8_t *plain, size_t len, uint8_t *cipher)
{
	/* net-snmp's prototypes are without const; it does not write to these. */
	uint8_t key_copy[CRYPTO_KEY_MAX], iv_copy[CRYPTO_IV_BYTES];
	size_t out_len = len;

	memcpy(key_copy, key->bytes, sizeof(key_copy));
	memcpy(iv_copy, iv, sizeof(iv_copy));
	return sc_encrypt(usmAESPrivProtocol, PROTOCOL_N, key_copy, AES_KEY_BYTES,
		   iv_copy, sizeof(iv_copy), plain, (u_int)len, cipher,
		   &out_len) == SNMPERR_SUCCESS &&
	    out_len == len;
}

bool
crypto_decrypt(const struct crypto_key *key, const uint8_t iv[CRYPTO_IV_BYTES],
    const uint8_t *cipher, size_t len, uint8_t *plain)
{
	uint8_t key_copy[CRYPTO_KEY_MAX], iv_copy[CRYPTO_IV_BYTES];
	size_t out_len = len;

	memcpy(key_copy, key->bytes, sizeof(key_copy));
	memcpy(iv_copy, iv, sizeof(iv_copy));
	/* CFB decrypts by encrypting, so the cipher text is only read here, too. */
	return sc_decrypt(usmAESPrivProtocol, PROTOCOL_N, key_copy, AES_KEY_BYTES,
		   iv_copy, sizeof(iv_copy), (u_char *)(uintptr_t)cipher, (u_int)len,
		   plain, &out_len) == SNMPERR_SUCCESS &&
	    out_len == len;
}
