/* SPDX-License-Identifier: Apache-2.0
 *
 * store/secret/vault.h - communities and SNMPv3 keys at rest.
 *
 * A secret is sealed with XChaCha20-Poly1305 under a key that is not in the
 * database but in a file of mode 0600. What is sealed is bound to its place (the
 * table, the column and the row): bytes copied to another row do not open there.
 *
 * The file is one line, "facho-key-1" and 64 hexadecimal digits. Whoever has it and
 * the database has the secrets; a backup of the database alone has none.
 *
 * A vault does not change: any thread.
 */
#ifndef FACHO_STORE_SECRET_VAULT_H
#define FACHO_STORE_SECRET_VAULT_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "base/secret.h"

struct vault;

enum { VAULT_SEALED_MAX = SECRET_MAX + 64, VAULT_ID_MAX = 17 };

/* Make a key file with a new key. It is there whole or not at all. RC_CONFLICT: there
 * is a file of that name. */
enum rc vault_create(const char *key_file, struct err *err) MUST_CHECK;

/* RC_NOT_FOUND: no such file. RC_REFUSED: others may read it. RC_INVALID: it is no key
 * file. */
enum rc vault_open(const char *key_file, struct vault **ret_vault, struct err *err)
    MUST_CHECK;
void vault_close(struct vault *v);
OWNED_BY(struct vault, vault_close);

/* Which key it is, as text; says nothing about the key itself. Borrowed. */
const char *vault_id(const struct vault *v);

/* Where a secret is kept. */
struct vault_place {
	const char *column; /* "olts.community" */
	int64_t id;
};

struct vault_sealed {
	size_t len;
	unsigned char bytes[VAULT_SEALED_MAX];
};

void vault_seal(const struct vault *v, const struct vault_place *place,
    const struct secret *secret, struct vault_sealed *ret_sealed);

/* RC_REFUSED: sealed with another key. RC_PROTOCOL: damaged, or sealed for another
 * place. *ret_secret is untouched then. */
enum rc vault_unseal(const struct vault *v, const struct vault_place *place,
    const void *bytes, size_t n, struct secret *ret_secret, struct err *err) MUST_CHECK;

#endif
