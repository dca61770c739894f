/* SPDX-License-Identifier: Apache-2.0
 *
 * api/access_int.h - identification of the caller of a request.
 *
 * The server (server.h) takes the credentials from a request and calls `identify`. Only
 * `identify` checks sessions, tokens and the CSRF token of a cookie.
 *
 * Rights are not checked here, but by the route and the operation.
 */
#ifndef FACHO_API_ACCESS_INT_H
#define FACHO_API_ACCESS_INT_H

#include <stdbool.h>

#include "base/err.h"
#include "model/ids.h"
#include "model/text.h"
#include "model/user.h"

#define API_COOKIE "facho_session"
#define API_COOKIE_TLS "__Host-facho_session"
#define API_CSRF_HEADER "X-CSRF-Token"

/* Credentials of a request. Texts are borrowed; NULL: not present. */
struct api_credentials {
	const char *authorization; /* the complete header: "Token ..." */
	const char *cookie; /* the value of the session cookie */
	const char *csrf; /* the header X-CSRF-Token */
	const char *origin; /* the header Origin */
	/* the header Host, or the host requested from a trusted proxy */
	const char *host;
	/* address of the client, also behind trusted proxies; never NULL */
	const char *address;
	bool is_tls; /* received with TLS, here or at a trusted proxy */
	bool is_change; /* not GET and not HEAD: a cookie alone is not enough */
};

enum { API_NAME_MAX = TEXT_USER_NAME_BYTES };

struct api_identity {
	struct user_id user;
	enum role role;
	char name[API_NAME_MAX]; /* for the audit log */
	const char *session; /* the cookie, if it identified the caller; borrowed */
};

struct api_access {
	/* RC_OK: *ret_identity is the caller. RC_NOT_FOUND: no credentials (401).
	 * RC_REFUSED: invalid credentials (401). RC_INVALID: a cookie without its CSRF
	 * token, or from another origin (403). RC_BUSY: cannot be checked now (503). The
	 * message is shown to the user. On public routes an unknown caller is accepted as
	 * nobody, because an old cookie must not prevent a login. Any thread, several at
	 * the same time; called for every request, so it must be fast. */
	enum rc (*identify)(void *ctx, const struct api_credentials *credentials,
	    struct api_identity *ret_identity, struct err *err);
	void *ctx;
};

struct service;

/* Uses the users, sessions and tokens of a service (service/access.h), borrowed. */
struct api_access api_access_of(struct service *service);

/* Does it come from a page of this server, or from no page? */
bool api_is_own_origin(const struct api_credentials *credentials);

#endif
