/* SPDX-License-Identifier: Apache-2.0
 *
 * collect/target.h - from an OLT as people entered it to the target that snmpc asks.
 *
 * Runs, probes, live reads and tests of an OLT all go through these two functions, so that
 * an OLT that passes its test is polled in the same way. Any thread.
 */
#ifndef FACHO_COLLECT_TARGET_H
#define FACHO_COLLECT_TARGET_H

#include "base/err.h"
#include "model/olt.h"
#include "snmpc/snmpc.h"
#include "model/snmp_settings.h"
#include "vendor/profile.h"

/* RC_INVALID: a text is too long, or a protocol is not one of model/v3.h. *ret_target has
 * no memory of an earlier session. Its secrets are the caller's to wipe. */
enum rc target_of(const struct olt *olt, const struct olt_secrets *secrets,
    const struct snmpc_limits *limits, struct snmpc_target *ret_target, struct err *err)
    MUST_CHECK;

/* The program's limits, then the profile's quirks (NULL: not known), then what was said
 * for the operation and the OLT. */
struct snmpc_limits target_limits(const struct snmpc_limits *program,
    const struct profile *profile, const struct snmp_settings *said);

#endif
