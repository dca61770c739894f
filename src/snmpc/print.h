/* SPDX-License-Identifier: Apache-2.0
 *
 * snmpc/print.h - a varbind as net-snmp's own tools print it with -On, so that
 * the output can be compared line by line. net-snmp does the printing.
 */
#ifndef FACHO_SNMPC_PRINT_H
#define FACHO_SNMPC_PRINT_H

#include "base/rc.h"
#include "model/oid.h"
#include "model/value.h"

/* ".1.3.6.1.2.1.1.3.0 = Timeticks: (42) 0:00:00.42", malloced: the caller's.
 * NULL when there is no memory. Needs an engine (snmpc_new) to exist. */
char *snmpc_print(const uint32_t *arcs, size_t n, const struct snmp_value *value);

/* "noSuchName" and its sentence, as the tools say it. */
const char *snmpc_error_text(uint32_t error_status);

#endif
