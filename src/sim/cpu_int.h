/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/cpu_int.h - a management CPU that labours when it is asked too much at once.
 *
 * With q requests in the device at the moment one is accepted (itself
 * included), that one takes
 *
 *	(latency + varbinds * per_varbind) * max(1, q / knee)^2
 *
 * so up to `knee` requests at a time run at full speed and beyond it the
 * throughput, q / time, falls as 1 / q: asking harder gets less.
 *
 * The load at a moment is 75 % * q / knee up to the knee and 100 % beyond it.
 * The CPU figure is its exponential average with a time constant of one second:
 * knee requests in flight all the time sit at 75 %, under the default limit of
 * 80 %, and knee + 1 kept up for a quarter of a second goes over it.
 *
 * Pure: the moment is an argument. One owner.
 */
#ifndef FACHO_SIM_CPU_INT_H
#define FACHO_SIM_CPU_INT_H

#include <stdint.h>

struct cpu_model {
	uint32_t knee; /* 0: no model, nothing ever labours */
	int64_t per_varbind_us;
	double limit_pct;
};

struct cpu {
	double pct; /* at since_us */
	double peak_pct;
	int64_t over_limit_us; /* how long pct was above the limit, in all */
	int64_t since_us;
};

/* How long a request takes that is accepted as the q-th in the device. */
int64_t cpu_service_us(
    const struct cpu_model *model, int64_t latency_us, uint64_t varbinds, uint32_t q);

/* Let time pass until now_us with q requests in the device all the while: call
 * it before every change of q, and before reading the figures. */
void cpu_advance(
    struct cpu *cpu, const struct cpu_model *model, uint32_t q, int64_t now_us);

#endif
