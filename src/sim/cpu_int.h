/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/cpu_int.h - a management CPU that becomes slower when it gets too many requests at
 * once.
 *
 * With q requests in the device when one is accepted (including this one), it takes
 *
 *	(latency + varbinds * per_varbind) * max(1, q / knee)^2
 *
 * So up to `knee` parallel requests run at full speed; above it the throughput, q / time,
 * falls as 1 / q: more parallel requests get fewer answers.
 *
 * The load is 75 % * q / knee up to the knee and 100 % above it. The CPU figure is its
 * exponential average with a time constant of one second: with `knee` requests in flight
 * all the time it is 75 %, below the default limit of 80 %; with knee + 1 for a quarter
 * of a second it is above it.
 *
 * Pure: the time is an argument. One owner.
 */
#ifndef FACHO_SIM_CPU_INT_H
#define FACHO_SIM_CPU_INT_H

#include <stdint.h>

struct cpu_model {
	uint32_t knee; /* 0: no model, the CPU is never slow */
	int64_t per_varbind_us;
	double limit_pct;
};

struct cpu {
	double pct; /* at since_us */
	double peak_pct;
	int64_t over_limit_us; /* total time with pct above the limit */
	int64_t since_us;
};

/* The duration of a request that is accepted as the q-th in the device. */
int64_t cpu_service_us(
    const struct cpu_model *model, int64_t latency_us, uint64_t varbinds, uint32_t q);

/* Advance the time to now_us, with q requests in the device since the last call. Call it
 * before every change of q and before reading the figures. */
void cpu_advance(
    struct cpu *cpu, const struct cpu_model *model, uint32_t q, int64_t now_us);

#endif
