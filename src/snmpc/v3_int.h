/* SPDX-License-Identifier: Apache-2.0
 *
 * snmpc/v3_int.h - SNMPv3 parts of a session: names, keys and its user.
 *
 * net-snmp has one list of users per process, with engine and name as the key. Two
 * sessions to one device with different passphrases (a test of new credentials during a
 * collection) would overwrite each other's user. Therefore each session has its own user,
 * which is in the list only while net-snmp works for that session.
 */
#ifndef FACHO_SNMPC_V3_INT_H
#define FACHO_SNMPC_V3_INT_H

#include "snmpc/snmpc_int.h"

struct snmp_session;

/* Set the names, protocols and keys of the target in a session before it is opened. The
 * session borrows them. RC_INVALID: a passphrase is too short. */
enum rc v3_prepare(struct snmp_session *ns, struct snmpc_target *t, struct err *err)
    MUST_CHECK;

/* Call it after the probe. RC_PROTOCOL: the device did not send an engine id. */
enum rc v3_make_user(struct snmpc_session *session) MUST_CHECK;

void v3_user_in(const struct snmpc_session *session);
void v3_user_out(const struct snmpc_session *session);
void v3_user_free(struct snmpc_session *session);

/* Why the device refused a message, or why it could not be built. */
const char *v3_reason(int code);

#endif
