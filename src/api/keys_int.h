/* SPDX-License-Identifier: Apache-2.0
 *
 * api/keys_int.h - Idempotency-Key: the answer to a POST is stored for a day, so that a
 * client that has not received it can repeat the request without doing the action twice.
 *
 * A key belongs to its caller. At most KEYS_MAX answers are stored, the oldest are
 * deleted first; answers that are too long and server errors are not stored.
 *
 * Any thread; the time is an argument.
 */
#ifndef FACHO_API_KEYS_INT_H
#define FACHO_API_KEYS_INT_H

#include <stddef.h>
#include <stdint.h>

#include "base/own.h"
#include "base/rc.h"

struct keys;

enum { KEYS_MAX = 2000, KEYS_TEXT_MAX = 128, KEYS_BODY_MAX = 64 * 1024 };

#define KEYS_KEPT_MS (INT64_C(24) * 3600 * 1000)

/* What identifies a request as a repetition. Borrowed. */
struct keys_request {
	const char *caller;
	const char *key;
	const char *method, *path;
	const char *body;
	size_t n_body;
};

struct keys *keys_new(void);
void keys_free(struct keys *k);
OWNED_BY(struct keys, keys_free);

/* RC_OK: the request is new; process it and call keys_end. RC_CONFLICT: the same request
 * is in progress. RC_INVALID: the key belongs to another request. RC_NOT_FOUND: it was
 * already answered: *ret_status and *ret_body (malloc, owned by the caller). RC_NOMEM. */
enum rc keys_begin(struct keys *k, const struct keys_request *request, int64_t now_ms,
    int *ret_status, char **ret_body) MUST_CHECK;

/* Stores the answer; body NULL: forget the request, so that it can be repeated. */
void keys_end(struct keys *k, const struct keys_request *request, int status,
    const char *body, size_t n_body);

#endif
