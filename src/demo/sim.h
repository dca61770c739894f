/* SPDX-License-Identifier: Apache-2.0
 *
 * demo/sim.h - the simulated OLTs of the demo: `facho sim` in a process of its own.
 *
 * It lives as long as its control line, which is a pipe from us: whatever becomes of this
 * process, the simulator does not stay behind. Main thread only.
 */
#ifndef FACHO_DEMO_SIM_H
#define FACHO_DEMO_SIM_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"

enum { DEMO_OLTS_MAX = 8 };

struct demo_sim;

/* One for each setting ("profile=zte,ports=4"), on free ports of the loopback. */
enum rc demo_sim_start(const char *const *olts, size_t n, struct demo_sim **ret_sim,
    struct err *err) MUST_CHECK;
void demo_sim_stop(struct demo_sim *s);
OWNED_BY(struct demo_sim, demo_sim_stop);

/* Where OLT i listens. */
int demo_sim_port(const struct demo_sim *s, size_t i);

/* A control line, without its end; its reply is read and must be good. */
enum rc demo_sim_say(struct demo_sim *s, const char *line, struct err *err) MUST_CHECK;

#endif
