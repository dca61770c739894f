/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/tripwire_int.h"

#include <string.h>

#include "base/clock.h"
#include "sched/tripwire.h"

enum {
	COUNTS_MS = 3600 * 1000, /* an older count is not compared */
	RESTS_MS = 3600 * 1000, /* of an OLT that answers only without counts */
	SILENT_MAX = 2,
};

static struct position
port_of(const struct position *onu)
{
	struct position port = *onu;

	port.has &= (uint8_t) ~(1U << POS_ONU);
	port.part[POS_ONU] = 0;
	return port;
}

/* ---- what is asked ---------------------------------------------------------------- */

/* The row of this port in a column; false: it cannot be calculated. */
static bool
encode(struct tripwire *t)
{
	struct position at = t->port;
	uint32_t arcs[OID_MAX];
	size_t n;

	at.has |= 1U << POS_SUB | 1U << POS_SUB2;
	if (!t->column->index || t->column->index->name_column ||
	    index_encode(t->column->index, &at, arcs, OID_MAX, &n) != RC_OK ||
	    n > TRIPWIRE_ARCS_MAX)
		return false;
	memcpy(t->arcs, arcs, n * sizeof(*arcs));
	t->n_arcs = n;
	return true;
}

/* A column with the count of this port; false: there is none. */
static bool
find_column(const struct device *device, struct tripwire *t)
{
	const struct profile *p = device->profile;

	for (size_t i = 0; i < p->n_columns; i++) {
		t->column = &p->columns[i];
		if (t->column->counts_online && t->column->cost == COST_FAST &&
		    !device_lacks(device, &t->column->oid, clock_wall_ms()) && encode(t))
			return true;
	}
	return false;
}

static bool
has_counts(const struct profile *p)
{
	for (size_t i = 0; p && i < p->n_columns; i++) {
		if (p->columns[i].counts_online)
			return true;
	}
	return false;
}

/* How many different ports its ONUs have; the list is sorted by position. */
static size_t
count_ports(const struct device *device)
{
	const struct known_onu *onus = known_at(device->known);
	size_t n = 0;

	for (size_t i = 0; i < known_count(device->known); i++) {
		struct position port = port_of(&onus[i].position);
		struct position last = i ? port_of(&onus[i - 1].position) : port;

		n += i == 0 || position_compare(&port, &last) != 0;
	}
	return n;
}

/* SNMPv1 answers nothing of a request if one of its rows does not exist. */
static bool
may_ask(const struct device *device)
{
	return has_counts(device->profile) &&
	    device->olt_config->site->olt.version != OLT_SNMP_1 &&
	    !device->is_count_silent && clock_mono_ms() >= device->counts_from_ms &&
	    known_count(device->known) > 0;
}

void
tripwires_choose(struct device *device, size_t most, struct tripwires *ret)
{
	const struct known_onu *onus = known_at(device->known);
	size_t n_ports, number = 0;

	ret->n = ret->n_falls = 0;
	if (most > TRIPWIRES_MAX)
		most = TRIPWIRES_MAX;
	if (!may_ask(device))
		return;
	n_ports = count_ports(device);
	if (device->next_count >= n_ports)
		device->next_count = 0;
	for (size_t i = 0; i < known_count(device->known) && ret->n < most; i++) {
		struct tripwire *t = &ret->at[ret->n];
		struct position before = port_of(&onus[i ? i - 1 : 0].position);

		t->port = port_of(&onus[i].position);
		if (i && position_compare(&t->port, &before) == 0)
			continue;
		if (number++ >= device->next_count && find_column(device, t))
			ret->n++;
	}
	device->next_count = number;
}

/* ---- what was answered ------------------------------------------------------------ */

static struct port_count *
count_of(struct device *device, const struct position *port)
{
	struct port_count *c;

	for (size_t i = 0; i < device->counts.n; i++) {
		c = VEC_AT(&device->counts, struct port_count, i);
		if (position_compare(&c->port, port) == 0)
			return c;
	}
	c = vec_add(&device->counts);
	if (c)
		*c = (struct port_count){ .port = *port };
	return c;
}

static bool
read_count(const struct tripwire *t, const struct snmp_value *raw, int64_t *ret)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct value v;

	if (!arena || column_decode(t->column, raw, arena, &v, NULL) != RC_OK ||
	    v.kind != VALUE_INT)
		return false;
	*ret = v.i;
	return true;
}

void
tripwires_take(
    struct device *device, struct tripwires *t, size_t i, const struct snmp_value *value)
{
	const struct tripwire *wire = &t->at[i];
	struct port_count *last;
	int64_t now_ms = clock_mono_ms(), count;

	if (value->type == SNMP_NO_SUCH_OBJECT) {
		if (device_learn_lack(
			device, &wire->column->oid, clock_wall_ms(), NULL) != RC_OK)
			return; /* then it is asked again the next time */
		return;
	}
	if (snmp_type_is_exception(value->type) || !read_count(wire, value, &count))
		return;
	last = count_of(device, &wire->port);
	if (!last)
		return; /* no memory: nothing is compared */
	if (last->at_ms && now_ms - last->at_ms < COUNTS_MS &&
	    tripwire_fell(last->count, count)) {
		struct port_fall *fall = &t->falls[t->n_falls++];

		(void)position_format(&wire->port, fall->place);
		fall->before = last->count;
		fall->after = count;
	}
	last->count = count;
	last->at_ms = now_ms;
}

void
tripwires_probed(struct device *device, const struct tripwires *t, bool was_answered)
{
	if (t->n) {
		device->is_count_silent = !was_answered;
		device->counts_silent = was_answered ? 0 : device->counts_silent + 1;
		return;
	}
	if (!was_answered)
		return;
	device->is_count_silent = false;
	if (device->counts_silent >= SILENT_MAX) {
		device->counts_silent = 0;
		device->counts_from_ms = clock_mono_ms() + RESTS_MS;
	}
}
