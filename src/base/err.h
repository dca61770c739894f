/* SPDX-License-Identifier: Apache-2.0
 *
 * base/err.h - the sentence that goes with an outcome.
 *
 * Where a person will read it, a function's last parameter is struct err *
 * (NULL when nobody will) and it ends with
 *
 *	return err_set(err, RC_REFUSED, "%s: wrong community", name);
 *
 * The sentence names the object and the remedy, not the function. Never put
 * a secret in one: struct secret has no printable form for that reason.
 */
#ifndef FACHO_BASE_ERR_H
#define FACHO_BASE_ERR_H

#include "base/rc.h"

enum { ERR_MAX = 512 };

struct err {
	enum rc rc;
	char msg[ERR_MAX]; /* cut, never overrun, when longer */
};

/* Fill err (if any) and return rc. Any thread. */
enum rc err_set(struct err *err, enum rc rc, const char *fmt, ...) PRINTF_LIKE(3, 4);

#ifdef __clang_analyzer__
/* clang-tidy does not look into err.c, and would follow paths on which a failure
 * is no failure. */
#define err_set(err, rc, ...) ((void)err_set(err, rc, __VA_ARGS__), (rc))
#endif

/* Put context before the sentence already in err ("profile x.json: ...") and
 * return its rc. */
enum rc err_prefix(struct err *err, enum rc rc, const char *fmt, ...) PRINTF_LIKE(3, 4);

#endif
