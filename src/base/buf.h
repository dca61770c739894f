/* SPDX-License-Identifier: Apache-2.0
 *
 * base/buf.h - text of unknown length, with a ceiling and an error that sticks.
 *
 * Append freely and look once at the end: after the first append that does
 * not fit, the buffer stays as it was and buf_ok() is false for good.
 * The text is always NUL-terminated.
 */
#ifndef FACHO_BASE_BUF_H
#define FACHO_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/rc.h"

struct buf {
	char *data; /* owned; NULL until the first append */
	size_t len;
	size_t cap;
	size_t ceiling;
	bool failed;
};

#define BUF_INIT(ceiling_bytes)            \
	{                                  \
		.ceiling = (ceiling_bytes) \
	}

void buf_fini(struct buf *b);
void buf_clear(struct buf *b);
void buf_add(struct buf *b, const void *bytes, size_t n);
void buf_puts(struct buf *b, const char *text);
void buf_putc(struct buf *b, char c);
void buf_printf(struct buf *b, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* As a value in an address: all but letters, digits and -_.~ as %XX. */
void buf_put_escaped(struct buf *b, const char *text);

static inline bool
buf_ok(const struct buf *b)
{
	return !b->failed;
}

/* The text so far, "" when there is none. Borrowed until the next append. */
static inline const char *
buf_text(const struct buf *b)
{
	return b->data ? b->data : "";
}

#endif
