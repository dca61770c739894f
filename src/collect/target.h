/* SPDX-License-Identifier: Apache-2.0
 *
 * collect/target.h - converts a configured OLT to a target of snmpc.
 *
 * Runs, probes, live reads and tests of an OLT all use these two functions, so that they
 * use the same parameters. Any thread.
 */
#ifndef FACHO_COLLECT_TARGET_H
#define FACHO_COLLECT_TARGET_H

#include "base/err.h"
#include "model/olt.h"
#include "snmpc/snmpc.h"
#include "model/snmp_settings.h"
#include "vendor/profile.h"

/* RC_INVALID: a text is too long, or a protocol is not one of model/v3.h. *ret_target has
 * no data of an earlier session. The caller must wipe its secrets. */
enum rc target_of(const struct olt *olt, const struct olt_secrets *secrets,
    const struct snmpc_limits *limits, struct snmpc_target *ret_target, struct err *err)
    MUST_CHECK;

/* The program's limits, then the profile's quirks (NULL: unknown), then the settings of
 * the operation and the OLT. */
struct snmpc_limits target_limits(const struct snmpc_limits *program,
    const struct profile *profile, const struct snmp_settings *said);

#endif
