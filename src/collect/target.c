/* SPDX-License-Identifier: Apache-2.0 */
#include "collect/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/collect.h"

static enum rc
copy_text(char *to, size_t room, const char *text, const char *what, struct err *err)
{
	int n = snprintf(to, room, "%s", text ? text : "");

	if (n < 0 || (size_t)n >= room)
		return err_set(err, RC_INVALID, "the %s is too long", what);
	return RC_OK;
}

static enum snmp_version
version_of(enum olt_version version)
{
	switch (version) {
	case OLT_SNMP_1:
		return SNMP_V1;
	case OLT_SNMP_3:
		return SNMP_V3;
	case OLT_SNMP_2C:
	case OLT_VERSIONS:
		break;
	}
	return SNMP_V2C;
}

static enum rc
set_protocols(const struct olt *o, struct snmpc_target *t, struct err *err)
{
	if (!v3_auth_from_name(o->v3_auth, &t->auth))
		return err_set(err, RC_INVALID,
		    "%s: unknown SNMPv3 authentication protocol \"%.20s\"", o->name,
		    o->v3_auth);
	if (!v3_priv_from_name(o->v3_priv, &t->priv))
		return err_set(err, RC_INVALID,
		    "%s: unknown SNMPv3 privacy protocol \"%.20s\"", o->name, o->v3_priv);
	if (t->priv != V3_PRIV_NONE && t->auth == V3_AUTH_NONE)
		return err_set(err, RC_INVALID,
		    "%s: there is no SNMPv3 privacy without authentication", o->name);
	return RC_OK;
}

static enum rc
set_texts(const struct olt *o, struct snmpc_target *t, struct err *err)
{
	enum rc rc = copy_text(t->host, sizeof(t->host), o->address, "address", err);

	if (rc == RC_OK)
		rc = copy_text(t->user, sizeof(t->user), o->v3_user, "SNMPv3 user", err);
	if (rc == RC_OK)
		rc = copy_text(
		    t->context, sizeof(t->context), o->v3_context, "SNMPv3 context", err);
	return rc;
}

enum rc
target_of(const struct olt *olt, const struct olt_secrets *secrets,
    const struct snmpc_limits *limits, struct snmpc_target *ret_target, struct err *err)
{
	struct snmpc_target t = { .port = (uint16_t)olt->port,
		.version = version_of(olt->version),
		.limits = *limits };
	enum rc rc = set_texts(olt, &t, err);

	if (rc == RC_OK && t.version == SNMP_V3)
		rc = set_protocols(olt, &t, err);
	if (rc != RC_OK)
		return rc;
	t.community = secrets->community;
	t.auth_pass = secrets->auth_key;
	t.priv_pass = secrets->priv_key;
	*ret_target = t;
	explicit_bzero(&t, sizeof(t));
	return RC_OK;
}

static void
read_batch(const char *text, uint32_t batch[3])
{
	for (size_t i = 0; text && *text && i < 3; i++) {
		char *end;
		long n = strtol(text, &end, 10);

		if (end == text || n < 1 || n > 10000)
			return;
		batch[i] = (uint32_t)n;
		text = *end == ',' ? end + 1 : end;
	}
}

struct snmpc_limits
target_limits(const struct snmpc_limits *program, const struct profile *profile,
    const struct snmp_settings *said)
{
	struct snmpc_limits l = *program;

	if (profile)
		l = poll_limits(&l, &profile->quirks);
	if (said->timeout_ms > 0) {
		l.timeout_ms = (uint32_t)said->timeout_ms;
		l.first_timeout_ms = 0;
	}
	if (said->retries >= 0)
		l.retries = (uint32_t)said->retries;
	if (said->repetitions > 0)
		l.repetitions = (uint32_t)said->repetitions;
	if (said->in_flight > 0)
		l.in_flight = (uint32_t)said->in_flight;
	read_batch(said->batch, l.batch_onus);
	return l;
}
