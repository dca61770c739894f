/* SPDX-License-Identifier: Apache-2.0
 *
 * demo/sim.h - the simulated OLTs of the demo: `facho sim` in a separate process.
 *
 * It ends with its control connection, which is a pipe from this process: if this process
 * ends for any reason, the simulator ends too. Main thread only.
 */
#ifndef FACHO_DEMO_SIM_H
#define FACHO_DEMO_SIM_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"

enum { DEMO_OLTS_MAX = 8 };

struct demo_sim;

/* One OLT for each setting ("profile=zte,ports=4"), on free ports of the loopback
 * interface. */
enum rc demo_sim_start(const char *const *olts, size_t n, struct demo_sim **ret_sim,
    struct err *err) MUST_CHECK;
void demo_sim_stop(struct demo_sim *s);
OWNED_BY(struct demo_sim, demo_sim_stop);

/* The port of OLT i. */
int demo_sim_port(const struct demo_sim *s, size_t i);

/* Send a control line, without line end. Its reply is read and must be a success. */
enum rc demo_sim_say(struct demo_sim *s, const char *line, struct err *err) MUST_CHECK;

#endif
