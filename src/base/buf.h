/* SPDX-License-Identifier: Apache-2.0
 *
 * base/buf.h - a text buffer with a maximum length and a sticky error.
 *
 * Append without checks, and check buf_ok() once at the end: after the first append that
 * does not fit, the buffer does not change any more and buf_ok() stays false. The text is
 * always NUL-terminated.
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
/* As a value in a URL: all characters except letters, digits and -_.~ as %XX. */
void buf_put_escaped(struct buf *b, const char *text);

static inline bool
buf_ok(const struct buf *b)
{
	return !b->failed;
}

/* The text so far, "" if it is empty. Borrowed until the next append. */
static inline const char *
buf_text(const struct buf *b)
{
	return b->data ? b->data : "";
}

#endif
