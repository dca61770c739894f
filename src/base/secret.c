/* SPDX-License-Identifier: Apache-2.0 */
#include "base/secret.h"

#include <string.h>

enum rc
secret_set(struct secret *s, const char *text)
{
	size_t n = strlen(text);

	secret_wipe(s);
	if (n > SECRET_MAX)
		return RC_INVALID;
	memcpy(s->bytes, text, n + 1);
	s->len = n;
	return RC_OK;
}

void
secret_wipe(struct secret *s)
{
	explicit_bzero(s, sizeof(*s));
}

const char *
secret_shown(const struct secret *s)
{
	return s->len ? "***" : "";
}

void
secret_wipe_text(char *text)
{
	explicit_bzero(text, strlen(text));
}
