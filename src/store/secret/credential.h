/* SPDX-License-Identifier: Apache-2.0
 *
 * store/secret/credential.h - passwords and tokens, which are never stored themselves.
 *
 * A password becomes an Argon2id text with its own salt. A token is 32 random
 * bytes, shown once; its BLAKE2b hash is kept, and finding it again needs no
 * slow hash because nobody can guess it.
 *
 * Any thread. Hashing a password takes 64 MB and a tenth of a second, on purpose.
 */
#ifndef FACHO_STORE_SECRET_CREDENTIAL_H
#define FACHO_STORE_SECRET_CREDENTIAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/secret.h"

enum {
	PASSWORD_HASH_MAX = 128,
	PASSWORD_MIN = 8,
	TOKEN_TEXT_MAX = 64,
	TOKEN_HASH_BYTES = 32,
};

/* RC_INVALID: shorter than PASSWORD_MIN; RC_NOMEM. */
enum rc password_hash(const struct secret *password, char ret_hash[PASSWORD_HASH_MAX],
    struct err *err) MUST_CHECK;

/* Takes as long for a wrong one as for the right one; for a hash that is none too
 * (give "" when there is no such user). */
bool password_is(const struct secret *password, const char *hash);

/* A password for the first start: 20 characters that can be read aloud. */
void password_make(struct secret *ret_password);

/* A new token: its text, and what to keep of it. */
void token_make(char ret_text[TOKEN_TEXT_MAX], unsigned char ret_hash[TOKEN_HASH_BYTES]);
void token_hash(const char *text, unsigned char ret_hash[TOKEN_HASH_BYTES]);

/* Another secret text that follows from one, and does not tell it; for each purpose a
 * different one. */
void token_derive(const char *text, const char *purpose, char ret_text[TOKEN_TEXT_MAX]);

/* In constant time. */
bool token_hash_is_same(const unsigned char *a, const unsigned char *b);

#endif
