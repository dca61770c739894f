/* SPDX-License-Identifier: Apache-2.0
 *
 * snmpc/v3_int.h - what SNMPv3 needs of a session: names and keys, and a user of
 * its own.
 *
 * net-snmp looks users up in one list for the whole process, by engine and
 * name, so that two sessions to one device with different passphrases (a test
 * of new credentials beside the running collection) would spoil each other.
 * Each session keeps its own user, which is in the list only while net-snmp
 * works for that session.
 */
#ifndef FACHO_SNMPC_V3_INT_H
#define FACHO_SNMPC_V3_INT_H

#include "snmpc/snmpc_int.h"

struct snmp_session;

/* Names, protocols and keys of the target into a session to be opened, which
 * borrows them. RC_INVALID: a passphrase is too short. */
enum rc v3_prepare(struct snmp_session *ns, struct snmpc_target *t, struct err *err)
    MUST_CHECK;

/* After the probe. RC_PROTOCOL when the device told no engine id. */
enum rc v3_make_user(struct snmpc_session *session) MUST_CHECK;

void v3_user_in(const struct snmpc_session *session);
void v3_user_out(const struct snmpc_session *session);
void v3_user_free(struct snmpc_session *session);

/* Why the device refused a message, or why it could not be built. */
const char *v3_reason(int code);

#endif
