/* SPDX-License-Identifier: Apache-2.0
 *
 * model/snmp_settings.h - SNMP parameters of an operation, with the overrides of an OLT.
 * Plain values; text is borrowed.
 */
#ifndef FACHO_MODEL_SNMP_SETTINGS_H
#define FACHO_MODEL_SNMP_SETTINGS_H

#include <stdint.h>

struct snmp_settings {
	int64_t timeout_ms; /* -1: not set here; also below */
	int64_t retries;
	int64_t repetitions;
	int64_t in_flight;
	const char *batch; /* "200,50,1"; NULL: not set here */
};

/* The parameters of one OLT: its overrides applied to s. batch points to that of the OLT
 * if it has one. */
struct snmp_settings snmp_settings_of_olt(
    const struct snmp_settings *s, const struct snmp_settings *by);

#endif
