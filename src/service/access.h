/* SPDX-License-Identifier: Apache-2.0
 *
 * service/access.h - who comes with a request, for those who let requests in.
 *
 * Logging in and out are operations ("auth.login") of service.h like all others. What
 * comes with every request after that, a session's cookie or a token, is looked up here,
 * in the database, each time: whoever is deleted, disabled, demoted or logged out is so
 * from the next request on.
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
	enum role role; /* what counts for this request: the token's may be less */
	char name[TEXT_USER_NAME_BYTES];
};

/* RC_REFUSED: it is no good (any more). RC_BUSY: the database cannot say now. Any thread;
 * waits for the database at most, on a connection that nothing slow uses. */
enum rc service_identify_token(struct service *s, const char *token,
    struct identity *ret_identity, struct err *err) MUST_CHECK;

/* csrf: what came with the request; NULL when it changes nothing and needs none.
 * RC_INVALID: it is not that of this session. */
enum rc service_identify_session(struct service *s, const char *cookie, const char *csrf,
    struct identity *ret_identity, struct err *err) MUST_CHECK;

/* ---- the first start -------------------------------------------------------- */

struct first_admin {
	bool is_new; /* there was no user, and now there is "admin" */
	struct secret password; /* that was made up; empty when it was given */
};

/* Make the user "admin" when there is no user at all; given (NULL or "": make one up) is
 * the password. It is said nowhere but in *ret_admin, which the caller shows once and
 * wipes. Before threads: db may write, and no transaction is open. */
enum rc service_first_admin(struct db *db, const char *given, int64_t now_ms,
    struct first_admin *ret_admin, struct err *err) MUST_CHECK;

#endif
