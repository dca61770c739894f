/* SPDX-License-Identifier: Apache-2.0
 *
 * service/access.h - identifies the user of a request.
 *
 * Login and logout are operations ("auth.login") of service.h. The session cookie or
 * token of each later request is looked up here, in the database, each time: if a user is
 * deleted, disabled, logged out or gets another role, this applies from the next request.
 */
#ifndef FACHO_SERVICE_ACCESS_H
#define FACHO_SERVICE_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/secret.h"
#include "model/text.h"
#include "model/user.h"

struct db;
struct service;

struct identity {
	struct user_id user;
	enum role role; /* for this request: that of the token may be lower */
	char name[TEXT_USER_NAME_BYTES];
};

/* RC_REFUSED: it is not valid. RC_BUSY: the database is not available. Any thread; it
 * waits only for the database, on a connection that is not used for slow queries. */
enum rc service_identify_token(struct service *s, const char *token,
    struct identity *ret_identity, struct err *err) MUST_CHECK;

/* csrf: the token sent with the request; NULL if the request changes nothing. RC_INVALID:
 * it is not that of this session. */
enum rc service_identify_session(struct service *s, const char *cookie, const char *csrf,
    struct identity *ret_identity, struct err *err) MUST_CHECK;

/* ---- the first start -------------------------------------------------------- */

struct first_admin {
	bool is_new; /* there was no user, and "admin" was created */
	struct secret password; /* the generated password; empty if it was given */
};

/* Create the user "admin" if there is no user; given is the password (NULL or "":
 * generate one). It is only in *ret_admin, which the caller shows once and wipes. Call it
 * before threads: db must be writable, without an open transaction. */
enum rc service_first_admin(struct db *db, const char *given, int64_t now_ms,
    struct first_admin *ret_admin, struct err *err) MUST_CHECK;

#endif
