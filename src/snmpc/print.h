/* SPDX-License-Identifier: Apache-2.0
 *
 * snmpc/print.h - a varbind as net-snmp's tools print it with -On, so that the output can
 * be compared line by line. It is formatted by net-snmp.
 */
#ifndef FACHO_SNMPC_PRINT_H
#define FACHO_SNMPC_PRINT_H

#include "base/rc.h"
#include "model/oid.h"
#include "model/value.h"

/* ".1.3.6.1.2.1.1.3.0 = Timeticks: (42) 0:00:00.42". The caller frees it. NULL when out
 * of memory. An engine (snmpc_new) must exist. */
char *snmpc_print(const uint32_t *arcs, size_t n, const struct snmp_value *value);

/* "noSuchName" and its description, as in net-snmp's tools. */
const char *snmpc_error_text(uint32_t error_status);

#endif
