/* SPDX-License-Identifier: Apache-2.0 */
#include "model/olt.h"

#include <string.h>

enum { NAME_MAX_BYTES = 64, ADDRESS_MAX_BYTES = 255, TEXT_MAX_BYTES = 1000 };

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

static enum rc
check_texts(const struct olt *o, struct err *err)
{
	const char *name = or_empty(o->name), *address = or_empty(o->address);

	if (!*name || strlen(name) > NAME_MAX_BYTES)
		return err_set(
		    err, RC_INVALID, "name: 1 to %d characters", NAME_MAX_BYTES);
	if (!*address || strlen(address) > ADDRESS_MAX_BYTES ||
	    strpbrk(address, " \t\r\n/@"))
		return err_set(
		    err, RC_INVALID, "address: an IPv4 or IPv6 address or a host name");
	if (strlen(or_empty(o->description)) > TEXT_MAX_BYTES ||
	    strlen(or_empty(o->site)) > TEXT_MAX_BYTES)
		return err_set(err, RC_INVALID,
		    "description, site: at most %d characters", TEXT_MAX_BYTES);
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

static enum rc
check_overrides(const struct olt_overrides *o, struct err *err)
{
	if (o->timeout_ms != -1 && (o->timeout_ms < 100 || o->timeout_ms > 60000))
		return err_set(err, RC_INVALID, "timeout_ms: 100 to 60000");
	if (o->retries < -1 || o->retries > 10)
		return err_set(err, RC_INVALID, "retries: 0 to 10");
	if (o->repetitions != -1 && (o->repetitions < 1 || o->repetitions > 1000))
		return err_set(err, RC_INVALID, "repetitions: 1 to 1000");
	if (o->in_flight != -1 && (o->in_flight < 1 || o->in_flight > 64))
		return err_set(err, RC_INVALID, "in_flight: 1 to 64");
	return RC_OK;
}

enum rc
olt_check(const struct olt *olt, struct err *err)
{
	enum rc rc = check_texts(olt, err);

	if (rc == RC_OK)
		rc = check_v3(olt, err);
	if (rc == RC_OK)
		rc = check_overrides(&olt->overrides, err);
	if (rc != RC_OK)
		return rc;
	if (olt->port < 1 || olt->port > 65535)
		return err_set(err, RC_INVALID, "port: 1 to 65535");
	if (olt->has_location &&
	    !(olt->latitude >= -90 && olt->latitude <= 90 && olt->longitude >= -180 &&
		olt->longitude <= 180))
		return err_set(
		    err, RC_INVALID, "latitude: -90 to 90, longitude: -180 to 180");
	return RC_OK;
}
