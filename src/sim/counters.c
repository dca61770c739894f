/* SPDX-License-Identifier: Apache-2.0
 *
 * The counters of simulated OLTs: one table with their names and how they are added.
 */
#include "sim/olt.h"

enum add { SUM, HIGHEST };

static const struct counter {
	const char *name;
	size_t offset;
	enum add add;
} COUNTERS[] = {
#define COUNTER(field, add)                                   \
	{                                                     \
#field, offsetof(struct counters, field), add \
	}
	COUNTER(requests, SUM),
	COUNTER(get, SUM),
	COUNTER(getnext, SUM),
	COUNTER(getbulk, SUM),
	COUNTER(set, SUM),
	COUNTER(retransmits, SUM),
	COUNTER(answers, SUM),
	COUNTER(varbinds, SUM),
	COUNTER(dropped, SUM),
	COUNTER(bad_community, SUM),
	COUNTER(malformed, SUM),
	COUNTER(reports, SUM),
	COUNTER(bytes_in, SUM),
	COUNTER(bytes_out, SUM),
	COUNTER(in_flight, SUM),
	COUNTER(max_in_flight, HIGHEST),
	{ "max_varbinds_in_answer", offsetof(struct counters, max_varbinds), HIGHEST },
	COUNTER(max_answer_bytes, HIGHEST),
#undef COUNTER
};

enum { N_COUNTERS = sizeof(COUNTERS) / sizeof(COUNTERS[0]) };

static const uint64_t *
field_of(const struct counters *c, const struct counter *counter)
{
	return (const uint64_t *)(const void *)((const char *)c + counter->offset);
}

void
counters_add(struct counters *total, const struct counters *more)
{
	for (size_t i = 0; i < N_COUNTERS; i++) {
		uint64_t *to = (uint64_t *)(void *)((char *)total + COUNTERS[i].offset);
		uint64_t from = *field_of(more, &COUNTERS[i]);
		if (COUNTERS[i].add == SUM)
			*to += from;
		else if (from > *to)
			*to = from;
	}
}

void
counters_to_json(const struct counters *c, json_t *object)
{
	/* When out of memory a key is missing; then the caller's dump fails too. */
	for (size_t i = 0; i < N_COUNTERS; i++)
		(void)json_object_set_new(object, COUNTERS[i].name,
		    json_integer((json_int_t)*field_of(c, &COUNTERS[i])));
}

static json_t *
cpu_json(const struct cpu *cpu)
{
	return json_pack("{s:f, s:f, s:I}", "pct", cpu->pct, "peak_pct", cpu->peak_pct,
	    "over_limit_ms", (json_int_t)(cpu->over_limit_us / 1000));
}

json_t *
olt_counters_json(struct olt *o, const struct moment *now)
{
	json_t *object = json_object();

	cpu_advance(
	    &o->cpu, &o->behaviour.cpu, (uint32_t)o->counters.in_flight, now->mono_us);
	counters_to_json(&o->counters, object);
	(void)json_object_set_new(object, "cpu", cpu_json(&o->cpu));
	return object;
}

/* Requests in the device still count as in flight; the other figures are reset. */
void
olt_counters_reset(struct olt *o, const struct moment *now)
{
	uint64_t in_flight = o->counters.in_flight;

	o->counters =
	    (struct counters){ .in_flight = in_flight, .max_in_flight = in_flight };
	o->cpu.peak_pct = o->cpu.pct;
	o->cpu.over_limit_us = 0;
	o->cpu.since_us = now->mono_us;
	o->seen = 0;
}
