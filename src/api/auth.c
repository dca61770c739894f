/* SPDX-License-Identifier: Apache-2.0
 *
 * The session cookie. HttpOnly: scripts cannot read it. SameSite=Strict: pages of other
 * sites cannot send it. With TLS it is also Secure, and its name begins with __Host-,
 * which browsers accept only from this host.
 */
#include "api/auth_int.h"

#include <stdio.h>
#include <string.h>

#include "api/request_int.h"
#include "api/server.h"

enum { COOKIE_MAX = 256, COOKIE_LIFE_S = 30 * 24 * 3600 };

/* text "": delete the cookie. */
static void
set_cookie(const struct request *request, struct reply *reply, const char *text)
{
	bool is_tls = request->credentials.is_tls;
	char cookie[COOKIE_MAX];

	(void)snprintf(cookie, sizeof(cookie),
	    "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Strict%s",
	    is_tls ? API_COOKIE_TLS : API_COOKIE, text, *text ? COOKIE_LIFE_S : 0,
	    is_tls ? "; Secure" : "");
	reply_header(reply, "Set-Cookie", cookie);
	explicit_bzero(cookie, sizeof(cookie));
}

static void
fail(struct request *request, struct reply *reply, const struct service_answer *answer)
{
	if (answer->rc == RC_REFUSED)
		reply_error(reply, 401, "%s", answer->message);
	else
		reply_failure(reply, request->route, answer);
}

void
handle_login(struct request *request, struct reply *reply)
{
	const char *agent = request_header(request, "User-Agent");
	struct service_answer answer;

	/* A page of another site must not be able to log a user in here. */
	if (!api_is_own_origin(&request->credentials)) {
		reply_error(reply, 403, "this request comes from another site");
		return;
	}
	if (agent)
		(void)json_object_set_new(request->args, "agent", json_string(agent));
	service_call(api_service(request->api), &request->caller,
	    request->route->operation, request->args, &answer);
	if (answer.rc != RC_OK) {
		fail(request, reply, &answer);
	} else {
		set_cookie(request, reply,
		    json_string_value(json_object_get(answer.result, "session")));
		(void)json_object_del(answer.result, "session");
		reply_json(reply, 200, json_incref(answer.result));
	}
	service_answer_fini(&answer);
}

void
handle_logout(struct request *request, struct reply *reply)
{
	struct service_answer answer;

	service_call(api_service(request->api), &request->caller,
	    request->route->operation, request->args, &answer);
	if (answer.rc != RC_OK) {
		reply_failure(reply, request->route, &answer);
	} else {
		set_cookie(request, reply, "");
		reply_json(reply, 200, json_incref(answer.result));
	}
	service_answer_fini(&answer);
}
