/* SPDX-License-Identifier: Apache-2.0 */
#include "model/v3.h"

#include <stddef.h>
#include <string.h>

#define V3_NAME(id, name) name,

static const char *const AUTH_NAMES[] = { "", V3_AUTH_LIST(V3_NAME, V3_NAME) NULL };
static const char *const PRIV_NAMES[] = { "", V3_PRIV_LIST(V3_NAME, V3_NAME) NULL };

const char *
v3_auth_name(enum v3_auth auth)
{
	return AUTH_NAMES[auth];
}

const char *
v3_priv_name(enum v3_priv priv)
{
	return PRIV_NAMES[priv];
}

/* Index of the name in the table; 0 for no name, -1: not found. */
static int
place_of(const char *name, const char *const *names)
{
	if (!name || !*name)
		return 0;
	for (int i = 1; names[i]; i++) {
		if (strcmp(names[i], name) == 0)
			return i;
	}
	return -1;
}

bool
v3_auth_from_name(const char *name, enum v3_auth *ret)
{
	int place = place_of(name, AUTH_NAMES);

	if (place >= 0)
		*ret = (enum v3_auth)place;
	return place >= 0;
}

bool
v3_priv_from_name(const char *name, enum v3_priv *ret)
{
	int place = place_of(name, PRIV_NAMES);

	if (place >= 0)
		*ret = (enum v3_priv)place;
	return place >= 0;
}
