/* SPDX-License-Identifier: Apache-2.0
 *
 * bench/bare.h - the least that net-snmp can do: send GETBULKs, receive the
 * answers through net-snmp's own sessions, and count the varbinds.
 */
#ifndef FACHO_BENCH_BARE_H
#define FACHO_BENCH_BARE_H

#include <stddef.h>
#include <stdint.h>

#include "model/oid.h"

/* Walk the columns of n_agents agents on consecutive ports, one column after
 * the other, one request in flight an agent, that many repetitions in each.
 * Returns how many varbinds came. */
uint64_t bare_walk(uint16_t port, size_t n_agents, const struct oid *columns,
    size_t n_columns, unsigned repetitions);

#endif
