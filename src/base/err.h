/* SPDX-License-Identifier: Apache-2.0
 *
 * base/err.h - the error message of an outcome.
 *
 * If a user will read the message, the last parameter of a function is struct err *
 * (NULL: no message is wanted), and it ends with
 *
 *	return err_set(err, RC_REFUSED, "%s: wrong community", name);
 *
 * The sentence names the object and the remedy, not the function. Never put a secret in a
 * message: for that reason struct secret has no printable form.
 */
#ifndef FACHO_BASE_ERR_H
#define FACHO_BASE_ERR_H

#include "base/rc.h"

enum { ERR_MAX = 512 };

struct err {
	enum rc rc;
	char msg[ERR_MAX]; /* truncated if longer */
};

/* Fill err (if not NULL) and return rc. Any thread. */
enum rc err_set(struct err *err, enum rc rc, const char *fmt, ...) PRINTF_LIKE(3, 4);

#ifdef __clang_analyzer__
/* clang-tidy does not analyse err.c, and would otherwise follow paths on which err_set
 * returns RC_OK. */
#define err_set(err, rc, ...) ((void)err_set(err, rc, __VA_ARGS__), (rc))
#endif

/* Put context before the message already in err ("profile x.json: ...") and return its
 * rc. */
enum rc err_prefix(struct err *err, enum rc rc, const char *fmt, ...) PRINTF_LIKE(3, 4);

#endif
