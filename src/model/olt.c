/* SPDX-License-Identifier: Apache-2.0 */
#include "model/olt.h"

#include <string.h>
#include <strings.h>

#include "model/entity.h"
#include "model/text.h"
#include "model/v3.h"

static const char *const VERSIONS[OLT_VERSIONS] = { "1", "2c", "3" };

const char *
olt_version_name(enum olt_version version)
{
	return VERSIONS[version];
}

bool
olt_version_from_name(const char *name, enum olt_version *ret_version)
{
	for (int i = 0; i < OLT_VERSIONS; i++) {
		if (strcmp(VERSIONS[i], name) == 0) {
			*ret_version = (enum olt_version)i;
			return true;
		}
	}
	return false;
}

static const char *const COLUMN_STATES[OLT_COLUMN_STATES] = { "answers", "unsupported" };

const char *
olt_column_name(enum olt_column state)
{
	return COLUMN_STATES[state];
}

bool
olt_column_from_name(const char *name, enum olt_column *ret_state)
{
	for (int i = 0; i < OLT_COLUMN_STATES; i++) {
		if (strcmp(COLUMN_STATES[i], name) == 0) {
			*ret_state = (enum olt_column)i;
			return true;
		}
	}
	return false;
}

void
olt_secrets_wipe(struct olt_secrets *s)
{
	secret_wipe(&s->community);
	secret_wipe(&s->auth_key);
	secret_wipe(&s->priv_key);
}

static const char *
or_empty(const char *text)
{
	return text ? text : "";
}

/* The secrets that its version and protocols use. */
static struct olt_secrets_set
olt_secrets_used(const struct olt *olt)
{
	bool is_v3 = olt->version == OLT_SNMP_3;

	return (struct olt_secrets_set){ .community = !is_v3,
		.auth_key = is_v3 && *or_empty(olt->v3_auth),
		.priv_key = is_v3 && *or_empty(olt->v3_priv) };
}

static bool
is_same_target(const struct olt *a, const struct olt *b)
{
	if (strcasecmp(or_empty(a->address), or_empty(b->address)) != 0 ||
	    a->port != b->port || a->version != b->version)
		return false;
	if (a->version != OLT_SNMP_3)
		return true;
	return strcmp(or_empty(a->v3_user), or_empty(b->v3_user)) == 0 &&
	    strcmp(or_empty(a->v3_auth), or_empty(b->v3_auth)) == 0 &&
	    strcmp(or_empty(a->v3_priv), or_empty(b->v3_priv)) == 0;
}

bool
olt_secrets_may_stay(const struct olt *before, const struct olt *after,
    struct olt_secrets_set given, struct olt_secrets_set *ret_missing)
{
	struct olt_secrets_set used = olt_secrets_used(after);

	if (is_same_target(before, after))
		used = (struct olt_secrets_set){ 0 };
	*ret_missing =
	    (struct olt_secrets_set){ .community = used.community && !given.community,
		    .auth_key = used.auth_key && !given.auth_key,
		    .priv_key = used.priv_key && !given.priv_key };
	return !ret_missing->community && !ret_missing->auth_key &&
	    !ret_missing->priv_key;
}

static enum rc
check_address(const struct olt *o, struct err *err)
{
	const char *address = or_empty(o->address);

	if (!*address || strlen(address) > TEXT_ADDRESS_MAX || strpbrk(address, " /@") ||
	    text_has_control(address))
		return err_set(
		    err, RC_INVALID, "address: an IPv4 or IPv6 address or a host name");
	return RC_OK;
}

/* For all versions, because the version may be changed to 3 later. */
static enum rc
check_protocols(const struct olt *o, struct err *err)
{
	enum v3_auth auth;
	enum v3_priv priv;

	/* SNMP limits the number of bytes. */
	if (strlen(or_empty(o->v3_user)) > TEXT_V3_NAME_MAX)
		return err_set(
		    err, RC_INVALID, "v3_user: at most %d bytes", TEXT_V3_NAME_MAX);
	if (strlen(or_empty(o->v3_context)) > TEXT_V3_NAME_MAX)
		return err_set(
		    err, RC_INVALID, "v3_context: at most %d bytes", TEXT_V3_NAME_MAX);
	if (!v3_auth_from_name(o->v3_auth, &auth))
		return err_set(err, RC_INVALID, "v3_auth: one of %s", V3_AUTH_CHOICES);
	if (!v3_priv_from_name(o->v3_priv, &priv))
		return err_set(err, RC_INVALID, "v3_priv: one of %s", V3_PRIV_CHOICES);
	return RC_OK;
}

static enum rc
check_v3(const struct olt *o, struct err *err)
{
	if (o->version != OLT_SNMP_3)
		return RC_OK;
	if (!*or_empty(o->v3_user))
		return err_set(err, RC_INVALID, "v3_user: SNMP version 3 needs one");
	if (*or_empty(o->v3_priv) && !*or_empty(o->v3_auth))
		return err_set(err, RC_INVALID,
		    "v3_priv: there is no privacy without authentication");
	return RC_OK;
}

enum rc
olt_check(const struct olt *olt, struct err *err)
{
	enum rc rc = entity_check_text(entity_find(&OLT_ENTITY, "name"), olt->name, err);

	if (rc == RC_OK)
		rc = check_address(olt, err);
	if (rc == RC_OK)
		rc = entity_check(&OLT_ENTITY, olt, err);
	if (rc == RC_OK)
		rc = check_protocols(olt, err);
	if (rc == RC_OK)
		rc = check_v3(olt, err);
	if (rc != RC_OK)
		return rc;
	if (olt->has_location &&
	    !(olt->latitude >= -90 && olt->latitude <= 90 && olt->longitude >= -180 &&
		olt->longitude <= 180))
		return err_set(
		    err, RC_INVALID, "latitude: -90 to 90, longitude: -180 to 180");
	return RC_OK;
}
