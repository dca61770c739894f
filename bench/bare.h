/* SPDX-License-Identifier: Apache-2.0
 *
 * bench/bare.h - a minimal net-snmp client for comparison: sends GETBULKs, receives the
 * answers through net-snmp's own sessions, and counts the varbinds.
 */
#ifndef FACHO_BENCH_BARE_H
#define FACHO_BENCH_BARE_H

#include <stddef.h>
#include <stdint.h>

#include "model/oid.h"

/* Walk the columns of n_agents agents on consecutive ports, one column after the other,
 * with one request in flight per agent and this many repetitions. Returns the number of
 * varbinds received. */
uint64_t bare_walk(uint16_t port, size_t n_agents, const struct oid *columns,
    size_t n_columns, unsigned repetitions);

#endif
