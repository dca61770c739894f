/* SPDX-License-Identifier: Apache-2.0 */
#include "snmpc/v3_int.h"

#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>
#include <net-snmp/library/snmpusm.h>

#include <string.h>

static void
set_names(netsnmp_session *ns, struct snmpc_target *t)
{
	ns->version = SNMP_VERSION_3;
	ns->securityModel = USM_SEC_MODEL_NUMBER;
	ns->securityName = t->user;
	ns->securityNameLen = strlen(t->user);
	ns->contextName = t->context;
	ns->contextNameLen = strlen(t->context);
	ns->securityLevel = t->priv != V3_PRIV_NONE ? SNMP_SEC_LEVEL_AUTHPRIV
	    : t->auth != V3_AUTH_NONE               ? SNMP_SEC_LEVEL_AUTHNOPRIV
						    : SNMP_SEC_LEVEL_NOAUTH;
	ns->flags |= SNMP_FLAGS_DONT_PROBE;
}

struct algorithm {
	oid *oid;
	size_t n;
};

#define ALGORITHM(protocol)                         \
	(struct algorithm)                          \
	{                                           \
		(protocol), OID_LENGTH((protocol)), \
	}

static struct algorithm
auth_algorithm(enum v3_auth auth)
{
	switch (auth) {
	case V3_AUTH_MD5:
		return ALGORITHM(usmHMACMD5AuthProtocol);
	case V3_AUTH_SHA:
		return ALGORITHM(usmHMACSHA1AuthProtocol);
	case V3_AUTH_SHA224:
		return ALGORITHM(usmHMAC128SHA224AuthProtocol);
	case V3_AUTH_SHA256:
		return ALGORITHM(usmHMAC192SHA256AuthProtocol);
	case V3_AUTH_SHA384:
		return ALGORITHM(usmHMAC256SHA384AuthProtocol);
	case V3_AUTH_SHA512:
		return ALGORITHM(usmHMAC384SHA512AuthProtocol);
	case V3_AUTH_NONE:
	case V3_AUTHS:
		break;
	}
	return ALGORITHM(usmNoAuthProtocol);
}

static struct algorithm
priv_algorithm(enum v3_priv priv)
{
	switch (priv) {
	case V3_PRIV_DES:
		return ALGORITHM(usmDESPrivProtocol);
	case V3_PRIV_AES:
		return ALGORITHM(usmAESPrivProtocol);
	case V3_PRIV_NONE:
	case V3_PRIVS:
		break;
	}
	return ALGORITHM(usmNoPrivProtocol);
}

/* Compute the key from the passphrase. It is stored in the session and never printed. */
static bool
derive_key(
    const struct algorithm *auth, const struct secret *pass, u_char *key, size_t *n)
{
	*n = USM_AUTH_KU_LEN;
	return generate_Ku(auth->oid, (u_int)auth->n, (const u_char *)pass->bytes,
		   pass->len, key, n) == SNMPERR_SUCCESS;
}

static enum rc
set_keys(netsnmp_session *ns, const struct snmpc_target *t, struct err *err)
{
	struct algorithm auth = auth_algorithm(t->auth);
	struct algorithm priv = priv_algorithm(t->priv);

	ns->securityAuthProto = auth.oid;
	ns->securityAuthProtoLen = auth.n;
	ns->securityPrivProto = priv.oid;
	ns->securityPrivProtoLen = priv.n;
	if (t->auth != V3_AUTH_NONE &&
	    !derive_key(
		&auth, &t->auth_pass, ns->securityAuthKey, &ns->securityAuthKeyLen))
		return err_set(err, RC_INVALID,
		    "%s: the SNMPv3 authentication passphrase must have at least 8 "
		    "characters",
		    t->host);
	if (t->priv != V3_PRIV_NONE &&
	    !derive_key(
		&auth, &t->priv_pass, ns->securityPrivKey, &ns->securityPrivKeyLen))
		return err_set(err, RC_INVALID,
		    "%s: the SNMPv3 privacy passphrase must have at least 8 characters",
		    t->host);
	return RC_OK;
}

enum rc
v3_prepare(netsnmp_session *ns, struct snmpc_target *t, struct err *err)
{
	set_names(ns, t);
	return set_keys(ns, t, err);
}

enum rc
v3_make_user(struct snmpc_session *session)
{
	netsnmp_session *ns = snmp_sess_session(session->handle);
	struct usmUser *user;

	if (ns->securityEngineIDLen == 0)
		return RC_PROTOCOL;
	if (usm_create_user_from_session(ns) != SNMPERR_SUCCESS)
		return RC_INVALID;
	user =
	    usm_get_user(ns->securityEngineID, ns->securityEngineIDLen, ns->securityName);
	if (!user)
		return RC_INVALID;
	(void)usm_remove_user(user);
	session->user = user;
	return RC_OK;
}

void
v3_user_in(const struct snmpc_session *session)
{
	if (session->user)
		(void)usm_add_user(session->user);
}

void
v3_user_out(const struct snmpc_session *session)
{
	if (session->user)
		(void)usm_remove_user(session->user);
}

void
v3_user_free(struct snmpc_session *session)
{
	if (session->user)
		(void)usm_free_user(session->user);
	session->user = NULL;
}

const char *
v3_reason(int code)
{
	switch (code) {
	case SNMPERR_UNKNOWN_USER_NAME:
	case SNMPERR_USM_UNKNOWNSECURITYNAME:
		return "the device does not know this SNMPv3 user";
	case SNMPERR_AUTHENTICATION_FAILURE:
	case SNMPERR_USM_AUTHENTICATIONFAILURE:
		return "wrong SNMPv3 authentication passphrase or protocol";
	case SNMPERR_DECRYPTION_ERR:
	case SNMPERR_USM_DECRYPTIONERROR:
		return "wrong SNMPv3 privacy passphrase or protocol";
	case SNMPERR_UNSUPPORTED_SEC_LEVEL:
	case SNMPERR_USM_UNSUPPORTEDSECURITYLEVEL:
		return "the device does not allow this SNMPv3 security level for the "
		       "user";
	case SNMPERR_NOT_IN_TIME_WINDOW:
	case SNMPERR_USM_NOTINTIMEWINDOW:
		return "the SNMPv3 clock of the device does not agree with itself";
	default:
		return "SNMPv3 message refused";
	}
}
