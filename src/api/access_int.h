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

/* What it came with; texts are borrowed, NULL: there was none. */
struct api_credentials {
	const char *authorization; /* the header, whole: "Token ..." */
	const char *cookie; /* the value of the session's cookie */
	const char *csrf; /* the header X-CSRF-Token */
	const char *origin; /* the header Origin */
	const char *host; /* the header Host, or what a trusted proxy was asked for */
	const char *address; /* of the client, behind trusted proxies too; never NULL */
	bool is_tls; /* it came by TLS, here or at a trusted proxy */
	bool is_change; /* not GET and not HEAD: a cookie alone is not enough */
};

enum { API_NAME_MAX = TEXT_USER_NAME_BYTES };

struct api_identity {
	struct user_id user;
	enum role role;
	char name[API_NAME_MAX]; /* for the audit log */
	const char *session; /* the cookie, when it is that which counts; borrowed */
};

struct api_access {
	/* RC_OK: it is *ret_identity. RC_NOT_FOUND: it came with nothing (401).
	 * RC_REFUSED: with something that is not good (401). RC_INVALID: a cookie without
	 * its CSRF text, or from another origin (403). RC_BUSY: cannot be told now (503).
	 * The sentence is shown. Where the route is public, whoever is not known is
	 * nobody: an old cookie must not keep anybody from logging in.
	 * Any thread, several at once; called for every request, so it must be quick. */
	enum rc (*identify)(void *ctx, const struct api_credentials *credentials,
	    struct api_identity *ret_identity, struct err *err);
	void *ctx;
};

struct service;

/* With the users, sessions and tokens of a service (service/access.h), borrowed. */
struct api_access api_access_of(struct service *service);

/* Does it come from a page of ours, or from no page at all? */
bool api_is_own_origin(const struct api_credentials *credentials);

#endif
