/* SPDX-License-Identifier: Apache-2.0
 *
 * base/secret.h - a community, a passphrase, a key.
 *
 * A type of its own so that it cannot slip into a format string: what it
 * prints as is secret_shown(), always "***" ("" when empty). The bytes are
 * wiped when it is freed or overwritten.
 */
#ifndef FACHO_BASE_SECRET_H
#define FACHO_BASE_SECRET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/rc.h"

enum { SECRET_MAX = 256 };

struct secret {
	size_t len;
	char bytes[SECRET_MAX + 1]; /* NUL behind it; read it only to use it */
};

/* RC_INVALID when longer than SECRET_MAX; then s is empty. */
enum rc secret_set(struct secret *s, const char *text) MUST_CHECK;
void secret_wipe(struct secret *s);
const char *secret_shown(const struct secret *s);

static inline bool
secret_is_empty(const struct secret *s)
{
	return s->len == 0;
}

/* Overwrite text in place (an argv entry) in a way the compiler keeps. */
void secret_wipe_text(char *text);

#endif
