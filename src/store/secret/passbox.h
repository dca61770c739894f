/* SPDX-License-Identifier: Apache-2.0
 *
 * store/secret/passbox.h - bytes under a passphrase, as one line of text: for secrets that
 * leave the installation in an export.
 *
 * The key is made from the passphrase with Argon2id and a salt of its own; the bytes
 * are sealed with XChaCha20-Poly1305. The text is base64 of version, salt, nonce and
 * sealed bytes. Any thread; takes a quarter of a gigabyte and a second, on purpose.
 */
#ifndef FACHO_STORE_SECRET_PASSBOX_H
#define FACHO_STORE_SECRET_PASSBOX_H

#include <stddef.h>

#include "base/err.h"
#include "base/secret.h"

enum { PASSPHRASE_MIN = 8 };

/* *ret_text is the caller's to free. RC_INVALID: the passphrase is too short. */
enum rc passbox_seal(const struct secret *passphrase, const void *bytes, size_t n,
    char **ret_text, struct err *err) MUST_CHECK;

/* *ret_bytes is the caller's to wipe and free; a NUL stands behind it. RC_REFUSED:
 * another passphrase, or damaged; RC_INVALID: it is no such text. */
enum rc passbox_open(const struct secret *passphrase, const char *text, char **ret_bytes,
    size_t *ret_n, struct err *err) MUST_CHECK;

#endif
