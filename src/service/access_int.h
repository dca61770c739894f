/* SPDX-License-Identifier: Apache-2.0
 *
 * service/access_int.h - shared by the operations on users, tokens and sessions.
 */
#ifndef FACHO_SERVICE_ACCESS_INT_H
#define FACHO_SERVICE_ACCESS_INT_H

#include "service/lockout_int.h"
#include "service/service_int.h"
#include "store/secret/credential.h"

/* How long a session lasts: without being used, and at most. */
#define SESSION_IDLE_MS (12 * 3600 * (int64_t)1000)
#define SESSION_MOST_MS (30 * 24 * 3600 * (int64_t)1000)

/* The part of a service that identifies: a connection of its own, the counts of wrong
 * logins, and the gate before Argon2. database as in service_options. */
struct access;
enum rc access_new(const char *database, struct access **ret_access, struct err *err)
    MUST_CHECK;
void access_free(struct access *access);

/* Argon2id takes 64 MB and a tenth of a second: few do it at once, few more wait, and the
 * rest is told to come again (RC_BUSY; then the call has failed). While it lasts, the call
 * has no connection. */
enum rc access_hash(struct ask *a, const struct secret *password,
    char ret_hash[PASSWORD_HASH_MAX]) MUST_CHECK;

/* Is it this password? hash "" is nobody's, and takes as long. RC_REFUSED when it is not,
 * counted as a wrong login of this name; RC_BUSY when there were too many of them
 * (answer->retry_ms) or the gate is full. On failure the call has failed. */
enum rc access_compare(struct ask *a, const char *name, const struct secret *password,
    const char *hash, bool is_enabled) MUST_CHECK;

/* Does this user's own token ask? Then the call has failed: whoever finds a token must not be
 * able to throw its owner out, or to become its owner. */
bool access_is_token_of(struct ask *a, struct user_id user);

/* The role that was given; without one it stays. */
void arg_role(struct ask *a, enum role *role);

extern const struct entity ENTITY_USER;

#endif
