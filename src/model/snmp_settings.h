/* SPDX-License-Identifier: Apache-2.0
 *
 * model/snmp_settings.h - how a device is asked: what is set for an operation, and what one
 * OLT has of its own. Plain values; text is borrowed.
 */
#ifndef FACHO_MODEL_SNMP_SETTINGS_H
#define FACHO_MODEL_SNMP_SETTINGS_H

#include <stdint.h>

#include "model/olt.h"

struct snmp_settings {
	int64_t timeout_ms; /* -1: not said here; so below */
	int64_t retries;
	int64_t repetitions;
	int64_t in_flight;
	const char *batch; /* "200,50,1"; NULL: not said here */
};

/* What holds for one OLT: its own word over s. batch is the OLT's where it has one. */
struct snmp_settings snmp_settings_of_olt(
    const struct snmp_settings *s, const struct olt_overrides *by);

#endif
