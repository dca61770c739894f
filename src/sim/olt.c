/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/olt.h"

#include <stdio.h>
#include <string.h>

/* ---- creation -------------------------------------------------------------- */

uint64_t
olt_seed(const struct olt_spec *spec, uint32_t number)
{
	return life_hash(spec->seed, number, 1);
}

enum rc
olt_init(struct olt *o, const struct olt_spec *spec, struct plant *plant, uint32_t number,
    const struct moment *now, struct err *err)
{
	memset(o, 0, sizeof(*o));
	if (behaviour_copy(&o->behaviour, &spec->behaviour) != RC_OK)
		return err_set(err, RC_NOMEM, "no memory for a simulated OLT");
	if (secret_set(&o->community, spec->community) != RC_OK)
		return err_set(err, RC_INVALID, "community: too long");
	o->plant = plant_ref(plant);
	device_init(&o->device, plant, olt_seed(spec, number), now);
	if (spec->name[0])
		memcpy(o->device.name, spec->name, sizeof(spec->name));
	else
		(void)snprintf(
		    o->device.name, sizeof(o->device.name), "sim-%u", number); /* fits */
	usm_engine_init(&o->engine, o->device.life.seed);
	o->random = o->device.life.seed | 1;
	olt_behaviour_changed(o, now);
	return RC_OK;
}

void
olt_fini(struct olt *o)
{
	behaviour_fini(&o->behaviour);
	device_fini(&o->device);
	plant_unref(o->plant);
	o->plant = NULL;
	secret_wipe(&o->community);
}

void
olt_behaviour_changed(struct olt *o, const struct moment *now)
{
	device_set_behaviour(&o->device, &o->behaviour);
	if (o->behaviour.cpu.knee > 0 && o->device.cpu_pct < 0)
		o->cpu = (struct cpu){ .since_us = now->mono_us };
	o->device.cpu_pct = o->behaviour.cpu.knee > 0 ? o->cpu.pct : -1;
}

/* ---- random numbers ---------------------------------------------------------- */

/* xorshift64* (Vigna 2016), from 0 to below 1. */
static double
roll(struct olt *o)
{
	uint64_t x = o->random;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	o->random = x;
	return (double)((x * UINT64_C(0x2545f4914f6cdd1d)) >> 11) * 0x1p-53;
}

static bool
happens(struct olt *o, double percent)
{
	return percent > 0 && roll(o) * 100 < percent;
}

/* ---- requests ------------------------------------------------------------------ */

static void
advance_cpu(struct olt *o, const struct moment *now)
{
	if (o->behaviour.cpu.knee == 0)
		return;
	cpu_advance(
	    &o->cpu, &o->behaviour.cpu, (uint32_t)o->counters.in_flight, now->mono_us);
	o->device.cpu_pct = o->cpu.pct;
}

static bool
is_dead(struct olt *o)
{
	const struct behaviour *b = &o->behaviour;

	o->seen++;
	return b->is_silent || (b->die_after > 0 && o->seen > b->die_after) ||
	    happens(o, b->loss_pct);
}

static void
count_request(struct olt *o, const struct request *r)
{
	o->counters.requests++;
	switch (r->pdu) {
	case PDU_GET:
		o->counters.get++;
		break;
	case PDU_GETNEXT:
		o->counters.getnext++;
		break;
	case PDU_GETBULK:
		o->counters.getbulk++;
		break;
	case PDU_SET:
		o->counters.set++;
		break;
	case PDU_RESPONSE:
	case PDU_REPORT:
		break;
	}
}

static uint32_t
engine_time_s(const struct olt *o, const struct moment *now)
{
	return device_uptime_ticks(&o->device, now) / 100;
}

static struct usm_side
usm_side_of(struct olt *o, const struct olt_shared *shared, const struct moment *now)
{
	return (struct usm_side){ &shared->user, &o->engine, o->device.boots,
		engine_time_s(o, now) };
}

enum door { DOOR_OPEN, DOOR_SHUT, DOOR_REPORT };

static enum door
knock_v3(struct olt *o, struct olt_shared *shared, const struct moment *now,
    struct answer *ret_report)
{
	struct request *r = &shared->request;
	struct usm_side side = usm_side_of(o, shared, now);
	enum usm_stat stat;

	switch (usm_open(&side, r, &shared->usm_room, &stat)) {
	case USM_OK:
		return DOOR_OPEN;
	case USM_REPORT:
		if (usm_report(
			&side, r, stat, &shared->room, &shared->usm_room, ret_report))
			return DOOR_REPORT;
		return DOOR_SHUT;
	case USM_DROP:
		o->counters.malformed++;
		break;
	}
	return DOOR_SHUT;
}

/* Check community or user. A wrong community gets no answer (RFC 3584 5.2.1). */
static enum door
knock(struct olt *o, struct olt_shared *shared, const struct moment *now,
    struct answer *ret_report)
{
	const struct request *r = &shared->request;

	if (r->version == VERSION_3)
		return knock_v3(o, shared, now, ret_report);
	if (r->community.len == o->community.len &&
	    memcmp(r->community.at, o->community.bytes, o->community.len) == 0)
		return DOOR_OPEN;
	o->counters.bad_community++;
	return DOOR_SHUT;
}

/* ---- the answer ------------------------------------------------------------------ */

static size_t
overhead(const struct request *r)
{
	enum { HEADERS = 16 }; /* two of at most 4 octets, a version, a header */

	return r->version == VERSION_3 ? usm_overhead(r) : HEADERS + r->community.len;
}

static void
wrap_community(const struct request *r, struct agent_room *room, struct answer *answer)
{
	struct ber_front f = { answer->at, room->bytes };
	const uint8_t *end = answer->at + answer->len;

	ber_front_octets(&f, r->community.at, r->community.len);
	ber_front_int(&f, (int32_t)r->version);
	ber_front_wrap(&f, BER_SEQUENCE, end);
	answer->at = f.at;
	answer->len = (size_t)(end - f.at);
}

static size_t
less(size_t bytes, size_t by)
{
	return bytes > by ? bytes - by : 1;
}

static bool
make_answer(struct olt *o, struct olt_shared *shared, const struct moment *now,
    struct answer *ret_answer)
{
	const struct behaviour *b = &o->behaviour;
	const struct request *r = &shared->request;
	struct view view = { &o->device, b, *now, shared->arena };
	size_t around = overhead(r), max = b->max_bytes;
	int32_t id = happens(o, b->wrong_id_pct) ? r->id ^ 0x5555 : r->id;

	if (r->version == VERSION_3 && (size_t)r->v3.max_bytes < max)
		max = (size_t)r->v3.max_bytes;
	if (!agent_answer(&view, r, id, less(max, around),
		b->too_big_bytes ? less(b->too_big_bytes, around) : 0, &shared->room,
		ret_answer))
		return false;
	if (r->version == VERSION_3) {
		struct usm_side side = usm_side_of(o, shared, now);

		usm_wrap(&side, r, &shared->room, &shared->usm_room, ret_answer);
	} else {
		wrap_community(r, &shared->room, ret_answer);
	}
	return true;
}

static bool
asks_too_much(const struct olt *o, const struct request *r)
{
	uint32_t limit = o->behaviour.max_repetitions_silent;

	return limit > 0 && r->pdu == PDU_GETBULK && (uint32_t)r->max_repetitions > limit;
}

static int64_t
delay_of(struct olt *o, const struct answer *answer)
{
	enum { REORDER_US = 10000 };
	const struct behaviour *b = &o->behaviour;
	int64_t us = cpu_service_us(
	    &b->cpu, b->latency_us, answer->varbinds, (uint32_t)o->counters.in_flight);

	us += answer->slow_us;
	if (b->jitter_us > 0)
		us += (int64_t)(roll(o) * (double)b->jitter_us);
	/* Delayed long enough for the next answer to be sent first. */
	if (happens(o, b->reorder_pct))
		us += 2 * (b->latency_us + b->jitter_us) + REORDER_US;
	return us;
}

static void
spoil(struct olt *o, struct answer *answer)
{
	if (happens(o, o->behaviour.truncate_pct))
		answer->len /= 2;
	if (!happens(o, o->behaviour.garbage_pct))
		return;
	for (size_t i = 0; i < answer->len; i++)
		answer->at[i] = (uint8_t)(roll(o) * 256);
}

static void
count_in(struct olt *o, bool is_known)
{
	struct counters *c = &o->counters;

	if (is_known) {
		c->retransmits++;
		return;
	}
	c->in_flight++;
	if (c->in_flight > c->max_in_flight)
		c->max_in_flight = c->in_flight;
}

static unsigned
copies_of(struct olt *o)
{
	if (happens(o, o->behaviour.loss_pct))
		return 0;
	return happens(o, o->behaviour.duplicate_pct) ? 2 : 1;
}

static bool
send_report(struct olt *o, const struct answer *report, struct outgoing *ret)
{
	o->counters.reports++;
	*ret = (struct outgoing){ .bytes = report->at,
		.len = report->len,
		.delay_us = o->behaviour.latency_us,
		.copies = 1 };
	return true;
}

static bool
drop(struct olt *o)
{
	o->counters.dropped++;
	return false;
}

bool
olt_receive(struct olt *o, struct olt_shared *shared, const struct slice *datagram,
    const struct moment *now, olt_is_known *is_known, void *context,
    struct outgoing *ret_outgoing)
{
	struct request *r = &shared->request;
	struct answer answer;

	o->counters.bytes_in += datagram->len;
	if (device_is_booting(&o->device, now) || is_dead(o))
		return drop(o);
	if (!request_read(r, datagram->at, datagram->len)) {
		o->counters.malformed++;
		return false;
	}
	enum door door = knock(o, shared, now, &answer);
	if (door != DOOR_OPEN)
		return door == DOOR_REPORT && send_report(o, &answer, ret_outgoing);
	count_request(o, r);
	if (asks_too_much(o, r))
		return drop(o);
	advance_cpu(o, now);
	if (!make_answer(o, shared, now, &answer))
		return drop(o);
	bool is_again = is_known(context, r->id);
	count_in(o, is_again);
	spoil(o, &answer);
	*ret_outgoing = (struct outgoing){ .bytes = answer.at,
		.len = answer.len,
		.varbinds = answer.varbinds,
		.id = r->id,
		.delay_us = delay_of(o, &answer),
		.copies = copies_of(o),
		.is_in_flight = !is_again };
	return true;
}

void
olt_sent(struct olt *o, const struct outgoing *sent, const struct moment *now)
{
	struct counters *c = &o->counters;

	advance_cpu(o, now);
	if (sent->is_in_flight)
		c->in_flight--;
	if (sent->copies == 0) {
		c->dropped++;
		return;
	}
	c->answers++;
	c->varbinds += sent->varbinds;
	c->bytes_out += sent->len * sent->copies;
	if (sent->varbinds > c->max_varbinds)
		c->max_varbinds = sent->varbinds;
	if (sent->len > c->max_answer_bytes)
		c->max_answer_bytes = sent->len;
}
