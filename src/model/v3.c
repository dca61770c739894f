/* SPDX-License-Identifier: Apache-2.0 */
#include "model/v3.h"

#include <stddef.h>
#include <string.h>

#define V3_NAME(id, name) name,

const char *const V3_AUTH_OPTIONS[] = { "none", V3_AUTH_LIST(V3_NAME, V3_NAME) NULL };
const char *const V3_PRIV_OPTIONS[] = { "none", V3_PRIV_LIST(V3_NAME, V3_NAME) NULL };

const char *
v3_auth_name(enum v3_auth auth)
{
	return auth == V3_AUTH_NONE ? "" : V3_AUTH_OPTIONS[auth];
}

const char *
v3_priv_name(enum v3_priv priv)
{
	return priv == V3_PRIV_NONE ? "" : V3_PRIV_OPTIONS[priv];
}

/* The place of the name among the options; 0 for none, -1: it is not there. */
static int
place_of(const char *name, const char *const *options)
{
	if (!name || !*name)
		return 0;
	for (int i = 1; options[i]; i++) {
		if (strcmp(options[i], name) == 0)
			return i;
	}
	return -1;
}

bool
v3_auth_from_name(const char *name, enum v3_auth *ret)
{
	int place = place_of(name, V3_AUTH_OPTIONS);

	if (place >= 0)
		*ret = (enum v3_auth)place;
	return place >= 0;
}

bool
v3_priv_from_name(const char *name, enum v3_priv *ret)
{
	int place = place_of(name, V3_PRIV_OPTIONS);

	if (place >= 0)
		*ret = (enum v3_priv)place;
	return place >= 0;
}
