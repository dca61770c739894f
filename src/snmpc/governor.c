/* SPDX-License-Identifier: Apache-2.0 */
#include "snmpc/governor_int.h"

enum {
	START_BYTES = 1400,
	START_VARBIND_BYTES = 34, /* typical value of an OLT, used until it is measured */
	HEADER_BYTES = 64, /* of an SNMP message without its varbinds */
	SMALLEST_BYTES = 128,
	EPOCH_MAX = 8,
	HOLD_FIRST = 16,
	HOLD_MAX = 1024,
	/* A shorter round trip is noise of our own machine and does not show the load of
	 * the device. */
	QUIET_US = 4000,
	RTO_MIN_US = 150000,
};

/* A step up must bring at least this share of the highest possible gain. */
static const double STEP_MUST_PAY = 0.35;

/* A step that only makes answers larger must keep at least this share of the pace. */
static const double BYTES_MUST_KEEP = 0.90;

/* With unchanged settings, a pace below this share of the best one means that the device
 * has become slower. */
static const double SWOLLEN = 0.55;

struct snmpc_limits
snmpc_limits_default(void)
{
	return (struct snmpc_limits){
		.in_flight = 5,
		.repetitions = 50,
		.answer_bytes = START_BYTES,
		.timeout_ms = 2000,
		.retries = 2,
		.max_rows = SNMPC_MAX_ROWS,
		.max_bytes = SNMPC_MAX_BYTES,
		.batch_onus = { 200, 50, 1 },
	};
}

static uint32_t
clamp(uint32_t v, uint32_t low, uint32_t high)
{
	return v < low ? low : v > high ? high : v;
}

static uint32_t
bytes_ceiling(const struct governor *g)
{
	const struct snmpc_limits *l = &g->limits;

	return l->answer_bytes_known > l->answer_bytes ? l->answer_bytes_known
						       : l->answer_bytes;
}

static void
begin_epoch(struct governor *g)
{
	g->epoch++;
	g->answers = 0;
	g->rtt_sum_us = 0;
	g->varbind_sum = 0;
}

void
governor_init(struct governor *g, const struct snmpc_limits *limits,
    const struct snmpc_memory *memory)
{
	*g = (struct governor){ .limits = *limits };
	if (g->limits.in_flight == 0)
		g->limits.in_flight = 1;
	if (g->limits.max_rows == 0)
		g->limits.max_rows = SNMPC_MAX_ROWS;
	if (g->limits.max_bytes == 0)
		g->limits.max_bytes = SNMPC_MAX_BYTES;
	g->window_cap = g->limits.in_flight;
	g->bytes_cap = bytes_ceiling(g);
	g->hold_next = HOLD_FIRST;
	g->window = 1;
	g->bytes = clamp(START_BYTES, SMALLEST_BYTES, g->bytes_cap);
	g->varbind_bytes = START_VARBIND_BYTES;
	if (memory && memory->in_flight) {
		g->window = clamp(memory->in_flight, 1, g->limits.in_flight);
		g->bytes = clamp(memory->answer_bytes, SMALLEST_BYTES, g->bytes_cap);
		g->srtt_us = memory->rtt_us;
		g->rttvar_us = memory->rtt_us / 2.0;
		if (memory->varbind_bytes)
			g->varbind_bytes = memory->varbind_bytes;
	}
	if (g->limits.fixed) {
		g->window = g->limits.in_flight;
		g->bytes = bytes_ceiling(g);
	}
	begin_epoch(g);
}

struct snmpc_memory
governor_memory(const struct governor *g)
{
	if (g->srtt_us <= 0)
		return (struct snmpc_memory){ 0 };
	return (struct snmpc_memory){
		.in_flight = g->window,
		.answer_bytes = g->bytes,
		.rtt_us = (uint32_t)g->srtt_us,
		.varbind_bytes = (uint32_t)(g->varbind_bytes + 0.5),
	};
}

uint32_t
governor_varbinds(const struct governor *g)
{
	double room = (double)g->bytes - HEADER_BYTES;

	return room > g->varbind_bytes ? (uint32_t)(room / g->varbind_bytes) : 1;
}

int64_t
governor_timeout_us(const struct governor *g)
{
	int64_t most = (int64_t)g->limits.timeout_ms * 1000;
	int64_t rto;

	if (g->srtt_us <= 0)
		return most;
	rto = (int64_t)(2 * g->srtt_us + 4 * g->rttvar_us);
	if (rto < RTO_MIN_US)
		rto = RTO_MIN_US;
	return rto < most ? rto : most;
}

static void
learn_rtt(struct governor *g, double rtt_us)
{
	double off;

	if (g->srtt_us <= 0) {
		g->srtt_us = rtt_us;
		g->rttvar_us = rtt_us / 2;
		return;
	}
	off = rtt_us > g->srtt_us ? rtt_us - g->srtt_us : g->srtt_us - rtt_us;
	g->rttvar_us += (off - g->rttvar_us) / 4;
	g->srtt_us += (rtt_us - g->srtt_us) / 8;
}

/* Do not try to exceed the caps for some time, longer each time. */
static void
hold_off(struct governor *g)
{
	g->hold = g->hold_next;
	g->hold_next = clamp(g->hold_next * 2, HOLD_FIRST, HOLD_MAX);
}

static void
step_back(struct governor *g)
{
	if (g->step == STEP_WINDOW)
		g->window = g->window_cap = g->before_step;
	else
		g->bytes = g->bytes_cap = g->before_step;
	g->pace_best = g->pace_before;
	hold_off(g);
	g->step = STEP_NONE;
}

/* Larger answers first: they cause the least load on a device. */
static void
step_up(struct governor *g, double pace)
{
	g->pace_before = pace;
	if (g->bytes < g->bytes_cap) {
		g->step = STEP_BYTES;
		g->before_step = g->bytes;
		g->bytes = clamp(g->bytes * 2, SMALLEST_BYTES, g->bytes_cap);
	} else if (g->window < g->window_cap) {
		g->step = STEP_WINDOW;
		g->before_step = g->window;
		g->window++;
	} else {
		g->step = STEP_NONE;
	}
}

/* Did the step up bring enough? If all round trips are noise, yes. */
static bool
step_paid(const struct governor *g, double pace, double rtt_us)
{
	if (rtt_us < QUIET_US)
		return true;
	if (g->step == STEP_BYTES)
		return pace >= g->pace_before * BYTES_MUST_KEEP;
	return pace >= g->pace_before *
	    (1 + STEP_MUST_PAY * ((double)g->window / g->before_step - 1));
}

/* Some time after a step without gain, try one step up again: the device may have been
 * busy at that time. */
static void
maybe_lift_caps(struct governor *g)
{
	if (g->window < g->window_cap || g->bytes < g->bytes_cap)
		return;
	if (g->hold && --g->hold)
		return;
	if (g->window_cap < g->limits.in_flight)
		g->window_cap++;
	else if (g->bytes_cap < bytes_ceiling(g))
		g->bytes_cap = clamp(g->bytes_cap * 2, SMALLEST_BYTES, bytes_ceiling(g));
}

static void
swell(struct governor *g)
{
	if (g->window > 1)
		g->window--;
	g->window_cap = g->window;
	hold_off(g);
	g->step = STEP_NONE;
	g->pace_best = 0;
}

static void
end_epoch(struct governor *g)
{
	double rtt_us = g->rtt_sum_us / g->answers;
	double pace = g->window * (g->varbind_sum / g->answers) * 1000 / rtt_us;

	if (g->step != STEP_NONE && !step_paid(g, pace, rtt_us)) {
		step_back(g);
	} else if (g->step == STEP_NONE && rtt_us > QUIET_US &&
	    pace < g->pace_best * SWOLLEN) {
		swell(g);
	} else {
		g->step = STEP_NONE;
		g->pace_best =
		    pace > g->pace_best ? pace : g->pace_best * 0.9 + pace * 0.1;
		maybe_lift_caps(g);
		step_up(g, pace);
	}
	begin_epoch(g);
}

void
governor_answered(struct governor *g, const struct governor_answer *a)
{
	uint32_t enough = clamp(g->window, 1, EPOCH_MAX);

	if (a->varbinds) {
		double each = ((double)a->bytes - HEADER_BYTES / 2.0) / a->varbinds;

		if (each > 1)
			g->varbind_bytes += (each - g->varbind_bytes) / 8;
	}
	if (a->was_resent)
		return;
	learn_rtt(g, (double)a->rtt_us);
	if (g->limits.fixed || a->epoch != g->epoch || !a->was_full)
		return;
	g->answers++;
	g->rtt_sum_us += (double)a->rtt_us;
	g->varbind_sum += a->varbinds;
	if (g->answers >= enough)
		end_epoch(g);
}

void
governor_timed_out(struct governor *g, uint32_t epoch)
{
	if (g->limits.fixed || epoch != g->epoch)
		return;
	if (g->step == STEP_BYTES) {
		g->bytes = g->before_step;
		g->bytes_cap = g->before_step;
		hold_off(g);
	}
	if (g->window > 1)
		g->window /= 2;
	g->step = STEP_NONE;
	g->pace_best = 0;
	begin_epoch(g);
}

void
governor_too_big(struct governor *g, uint32_t varbinds)
{
	double half = varbinds * g->varbind_bytes / 2 + HEADER_BYTES;

	if (g->limits.fixed)
		return;
	if (half < g->bytes)
		g->bytes = clamp((uint32_t)half, SMALLEST_BYTES, bytes_ceiling(g));
	g->bytes_cap = g->bytes;
	hold_off(g);
	g->step = STEP_NONE;
	g->pace_best = 0;
	begin_epoch(g);
}
