/* SPDX-License-Identifier: Apache-2.0 */
#include "api/access_int.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "service/access.h"

/* ---- origins ------------------------------------------------------------------------- */

/* Browsers send the origin of the page that makes a change; other programs send nothing.
 * Only the host is compared, because we cannot know whether TLS is used between the
 * browser and a proxy. */
bool
api_is_own_origin(const struct api_credentials *c)
{
	const char *host;

	if (!c->origin)
		return true;
	host = strstr(c->origin, "://");
	return host && c->host && strcasecmp(host + 3, c->host) == 0;
}

/* ---- identifying --------------------------------------------------------------------- */

static enum rc
by_token(struct service *s, const char *authorization, struct identity *ret_who,
    struct err *err)
{
	static const char SCHEME[] = "Token ";
	const char *token = authorization + sizeof(SCHEME) - 1;

	if (strncasecmp(authorization, SCHEME, sizeof(SCHEME) - 1) != 0)
		return err_set(
		    err, RC_REFUSED, "Authorization is \"Token\" and the token");
	return service_identify_token(s, token + strspn(token, " "), ret_who, err);
}

static enum rc
by_session(struct service *s, const struct api_credentials *c, struct identity *ret_who,
    struct err *err)
{
	if (c->is_change && !api_is_own_origin(c))
		return err_set(err, RC_INVALID, "this request comes from another site");
	return service_identify_session(
	    s, c->cookie, c->is_change ? (c->csrf ? c->csrf : "") : NULL, ret_who, err);
}

static enum rc
identify(void *ctx, const struct api_credentials *c, struct api_identity *ret_identity,
    struct err *err)
{
	struct identity who = { 0 };
	enum rc rc;

	if (c->authorization)
		rc = by_token(ctx, c->authorization, &who, err);
	else if (c->cookie)
		rc = by_session(ctx, c, &who, err);
	else
		return err_set(err, RC_NOT_FOUND, "log in, or send a token");
	if (rc != RC_OK)
		return rc;
	*ret_identity = (struct api_identity){ .user = who.user,
		.role = who.role,
		.session = c->authorization ? NULL : c->cookie };
	(void)snprintf(ret_identity->name, sizeof(ret_identity->name), "%s", who.name);
	return RC_OK;
}

struct api_access
api_access_of(struct service *service)
{
	return (struct api_access){ .identify = identify, .ctx = service };
}
