/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/cpu_int.h"

#include <math.h>

static const double TIME_CONSTANT_US = 1e6;

int64_t
cpu_service_us(
    const struct cpu_model *model, int64_t latency_us, uint64_t varbinds, uint32_t q)
{
	double us = (double)latency_us + (double)varbinds * (double)model->per_varbind_us;

	if (model->knee > 0 && q > model->knee) {
		double strain = (double)q / (double)model->knee;
		us *= strain * strain;
	}
	return (int64_t)us;
}

static double
load_pct(const struct cpu_model *model, uint32_t q)
{
	if (model->knee == 0)
		return 0;
	if (q > model->knee)
		return 100;
	return 75.0 * (double)q / (double)model->knee;
}

/* The figure moves monotonically from `from` to `load`, so it crosses the limit at most
 * once: the time above the limit is before or after the crossing, all of it, or none. */
static double
us_over_limit(double from, double load, double limit, double us)
{
	double to = load + (from - load) * exp(-us / TIME_CONSTANT_US);

	if (from <= limit && to <= limit)
		return 0;
	if (from > limit && to > limit)
		return us;
	double crossing = TIME_CONSTANT_US * log((from - load) / (limit - load));
	return from > limit ? crossing : us - crossing;
}

void
cpu_advance(struct cpu *cpu, const struct cpu_model *model, uint32_t q, int64_t now_us)
{
	double us = (double)(now_us - cpu->since_us);
	double load = load_pct(model, q);

	if (us <= 0)
		return;
	if (cpu->since_us > 0) {
		cpu->over_limit_us +=
		    (int64_t)us_over_limit(cpu->pct, load, model->limit_pct, us);
		cpu->pct = load + (cpu->pct - load) * exp(-us / TIME_CONSTANT_US);
	}
	if (cpu->pct > cpu->peak_pct)
		cpu->peak_pct = cpu->pct;
	cpu->since_us = now_us;
}
