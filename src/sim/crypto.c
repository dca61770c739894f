/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/crypto_int.h"

#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>

#include <string.h>

enum { PROTOCOL_N = 10 };

static const struct {
	const oid *protocol;
	size_t mac_len;
} AUTHS[V3_AUTHS] = {
	[V3_AUTH_NONE] = { usmNoAuthProtocol, 0 },
	[V3_AUTH_MD5] = { usmHMACMD5AuthProtocol, 12 },
	[V3_AUTH_SHA] = { usmHMACSHA1AuthProtocol, 12 },
	[V3_AUTH_SHA224] = { usmHMAC128SHA224AuthProtocol, 16 },
	[V3_AUTH_SHA256] = { usmHMAC192SHA256AuthProtocol, 24 },
	[V3_AUTH_SHA384] = { usmHMAC256SHA384AuthProtocol, 32 },
	[V3_AUTH_SHA512] = { usmHMAC384SHA512AuthProtocol, 48 },
};

static const struct {
	const oid *protocol;
	u_int key_bytes, iv_bytes, pad_bytes;
} PRIVS[V3_PRIVS] = {
	[V3_PRIV_NONE] = { usmNoPrivProtocol, 0, 0, 0 },
	[V3_PRIV_DES] = { usmDESPrivProtocol, 8, 8, CRYPTO_PAD_MAX },
	[V3_PRIV_AES] = { usmAESPrivProtocol, 16, 16, 0 },
};

size_t
crypto_mac_len(enum v3_auth auth)
{
	return AUTHS[auth].mac_len;
}

bool
crypto_key_from_pass(enum v3_auth auth, const char *pass, struct crypto_key *ret_key)
{
	struct crypto_key key = { .len = CRYPTO_KEY_MAX };

	if (generate_Ku(AUTHS[auth].protocol, PROTOCOL_N, (const u_char *)pass,
		strlen(pass), key.bytes, &key.len) != SNMPERR_SUCCESS)
		return false;
	*ret_key = key;
	return true;
}

bool
crypto_key_localise(enum v3_auth auth, const struct crypto_key *key,
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
crypto_mac(enum v3_auth auth, const struct crypto_key *key, const uint8_t *bytes,
    size_t len, uint8_t mac[CRYPTO_MAC_MAX])
{
	size_t mac_len = AUTHS[auth].mac_len;

	return sc_generate_keyed_hash(AUTHS[auth].protocol, PROTOCOL_N, key->bytes,
		   (u_int)key->len, bytes, (u_int)len, mac, &mac_len) == SNMPERR_SUCCESS;
}

bool
crypto_encrypt(enum v3_priv priv, const struct crypto_key *key,
    const uint8_t iv[CRYPTO_IV_MAX], const uint8_t *plain, uint8_t *cipher, size_t *len)
{
	/* net-snmp's prototypes have no const; it does not write to these. */
	uint8_t key_copy[CRYPTO_KEY_MAX], iv_copy[CRYPTO_IV_MAX];
	size_t out_len = *len + PRIVS[priv].pad_bytes;

	memcpy(key_copy, key->bytes, sizeof(key_copy));
	memcpy(iv_copy, iv, sizeof(iv_copy));
	if (sc_encrypt(PRIVS[priv].protocol, PROTOCOL_N, key_copy, PRIVS[priv].key_bytes,
		iv_copy, PRIVS[priv].iv_bytes, plain, (u_int)*len, cipher,
		&out_len) != SNMPERR_SUCCESS)
		return false;
	*len = out_len;
	return true;
}

bool
crypto_decrypt(enum v3_priv priv, const struct crypto_key *key,
    const uint8_t iv[CRYPTO_IV_MAX], const uint8_t *cipher, size_t len, uint8_t *plain)
{
	uint8_t key_copy[CRYPTO_KEY_MAX], iv_copy[CRYPTO_IV_MAX];
	size_t out_len = len;

	memcpy(key_copy, key->bytes, sizeof(key_copy));
	memcpy(iv_copy, iv, sizeof(iv_copy));
	/* The cipher text is only read. */
	return sc_decrypt(PRIVS[priv].protocol, PROTOCOL_N, key_copy,
		   PRIVS[priv].key_bytes, iv_copy, PRIVS[priv].iv_bytes,
		   (u_char *)(uintptr_t)cipher, (u_int)len, plain,
		   &out_len) == SNMPERR_SUCCESS &&
	    out_len == len;
}
