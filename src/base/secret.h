/* SPDX-License-Identifier: Apache-2.0
 *
 * base/secret.h - a community, a passphrase, a key.
 *
 * It is a separate type so that it cannot be used in a format string by mistake: print it
 * with secret_shown(), which is always "***" ("" if empty). The bytes are wiped when it
 * is freed or overwritten.
 */
#ifndef FACHO_BASE_SECRET_H
#define FACHO_BASE_SECRET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/rc.h"

enum { SECRET_MAX = 256 };

struct secret {
	size_t len;
	char bytes[SECRET_MAX + 1]; /* NUL-terminated; access it only to use it */
};

/* RC_INVALID: longer than SECRET_MAX; then s is empty. */
enum rc secret_set(struct secret *s, const char *text) MUST_CHECK;
void secret_wipe(struct secret *s);
const char *secret_shown(const struct secret *s);

static inline bool
secret_is_empty(const struct secret *s)
{
	return s->len == 0;
}

/* Overwrite text in place (an argv entry) in a way that the compiler does not optimise
 * away. */
void secret_wipe_text(char *text);

#endif
