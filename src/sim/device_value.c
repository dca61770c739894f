/* SPDX-License-Identifier: Apache-2.0
 *
 * The value on the wire: the value of a column as its profile encodes it, or a standard
 * object.
 */
#include "sim/device_int.h"

#include <string.h>

#include "sim/standard_int.h"

enum { SALT_IN = 4010, SALT_OUT = 4020 };

static struct snmp_value
octets_of(const char *text)
{
	return (struct snmp_value){ .type = SNMP_OCTETS,
		.len = (uint32_t)strlen(text),
		.octets = (const uint8_t *)text };
}

static struct snmp_value
unsigned_of(enum snmp_type type, uint64_t u)
{
	return (struct snmp_value){ .type = type,
		.u = type == SNMP_COUNTER64 ? u : u & UINT32_MAX };
}

static struct snmp_value
integer_of(int64_t i)
{
	return (struct snmp_value){ .type = SNMP_INTEGER, .i = i };
}

/* If a column has no value: the empty value of its type. */
static struct snmp_value
empty_value(enum snmp_type wire)
{
	static const uint8_t NO_ADDRESS[4];
	static const uint32_t NO_OID[2];

	switch (wire) {
	case SNMP_OCTETS:
	case SNMP_OPAQUE:
		return (struct snmp_value){ .type = wire, .octets = NO_ADDRESS };
	case SNMP_IPADDRESS:
		return (
		    struct snmp_value){ .type = wire, .len = 4, .octets = NO_ADDRESS };
	case SNMP_OID:
		return (struct snmp_value){ .type = wire, .len = 2, .arcs = NO_OID };
	case SNMP_INTEGER:
	case SNMP_COUNTER32:
	case SNMP_GAUGE32:
	case SNMP_TIMETICKS:
	case SNMP_COUNTER64:
		return (struct snmp_value){ .type = wire };
	case SNMP_NULL:
	case SNMP_NO_SUCH_OBJECT:
	case SNMP_NO_SUCH_INSTANCE:
	case SNMP_END_OF_MIB_VIEW:
		break;
	}
	return (struct snmp_value){ .type = SNMP_INTEGER };
}

static bool
is_inside_probe(const struct making *m)
{
	const struct detect_rule *rule = m->d->plant->rule;

	return rule && rule->probe_text && rule->probe.n > 0 &&
	    oid_starts_with(
		m->segment->arcs, m->segment->n_arcs, rule->probe.arcs, rule->probe.n);
}

static struct snmp_value
column_value(const struct making *m, const struct column *c)
{
	struct snmp_value raw;

	if (c->wire == SNMP_OCTETS && c->parse == PARSE_TEXT && is_inside_probe(m))
		return octets_of(m->d->plant->rule->probe_text);
	if (m->segment->present && c->wire == SNMP_INTEGER)
		return integer_of(*m->segment->present);
	struct value v = device_meaning(m, c);
	if (column_encode(c, &v, m->arena, &raw, NULL) == RC_OK)
		return raw;
	return empty_value(c->wire);
}

static struct snmp_value
system_value(const struct making *m)
{
	const struct plant *plant = m->d->plant;

	switch ((enum standard)m->segment->standard) {
	case SYS_DESCR:
		return octets_of(plant->sys_descr);
	case SYS_OBJECT_ID:
		return (struct snmp_value){ .type = SNMP_OID,
			.len = plant->sys_object_id.n,
			.arcs = plant->sys_object_id.arcs };
	case SYS_UPTIME:
		return unsigned_of(SNMP_TIMETICKS, device_uptime_ticks(m->d, m->now));
	case SYS_CONTACT:
		return octets_of("facho sim");
	case SYS_NAME:
		return octets_of(m->d->name);
	case SYS_LOCATION:
		return octets_of("127.0.0.1");
	case SYS_SERVICES:
		return integer_of(78);
	case MODEL_NAME:
		return octets_of(plant->model);
	default:
		return octets_of(plant->rule && plant->rule->probe_text
			? plant->rule->probe_text
			: plant->model);
	}
}

static struct snmp_value
interface_value(const struct making *m)
{
	enum { GPON = 250, MTU = 1500, UP = 1, DOWN = 2 };
	const struct device *d = m->d;
	uint32_t port = m->row->number;
	uint64_t in = life_counter(&d->life, port, SALT_IN, 1e8, m->now);
	uint64_t out = life_counter(&d->life, port, SALT_OUT, 2e8, m->now);

	switch ((enum standard)m->segment->standard) {
	case IF_INDEX:
		return integer_of((int32_t)m->segment->rows->arcs[m->row->arcs_at]);
	case IF_DESCR:
	case IF_NAME:
		return octets_of(device_name_of_row(m, NULL).text);
	case IF_TYPE:
		return integer_of(GPON);
	case IF_MTU:
		return integer_of(MTU);
	case IF_SPEED:
		return unsigned_of(SNMP_GAUGE32, UINT64_C(2488000000));
	case IF_HIGH_SPEED:
		return unsigned_of(SNMP_GAUGE32, 2488);
	case IF_ADMIN:
		return integer_of(UP);
	case IF_OPER:
		return integer_of(device_port_is_dark(d, port, m->now) ? DOWN : UP);
	case IF_LAST_CHANGE:
		return unsigned_of(SNMP_TIMETICKS, 0);
	case IF_IN_OCTETS:
		return unsigned_of(SNMP_COUNTER32, in);
	case IF_OUT_OCTETS:
		return unsigned_of(SNMP_COUNTER32, out);
	case IF_HC_IN:
		return unsigned_of(SNMP_COUNTER64, in);
	case IF_HC_OUT:
		return unsigned_of(SNMP_COUNTER64, out);
	case IF_ALIAS:
		return octets_of("");
	default: /* the error counters */
		return unsigned_of(SNMP_COUNTER32, 0);
	}
}

static struct snmp_value
value_of(const struct making *m)
{
	const struct segment *segment = m->segment;

	if (segment->is_record)
		return m->d->plant->tree->records[m->row->number];
	if (segment->second && m->row->entity == segment->second_entity)
		return column_value(m, segment->second);
	if (segment->column)
		return column_value(m, segment->column);
	return segment->standard < IF_INDEX ? system_value(m) : interface_value(m);
}

void
device_value(const struct device *d, struct place at, const struct moment *now,
    struct arena *arena, struct snmp_value *ret_value)
{
	const struct segment *segment = &d->plant->tree->segments[at.segment];
	const struct making m = { d, segment, &segment->rows->row[at.row], now, arena,
		0 };

	*ret_value = value_of(&m);
}

void
device_extra_value(const struct device *d, struct place at, uint64_t k,
    const struct moment *now, struct arena *arena, struct snmp_value *ret_value)
{
	const struct segment *segment = &d->plant->tree->segments[at.segment];
	const struct row *like = &segment->rows->row[k % segment->rows->n];
	const struct making m = { d, segment, like, now, arena, k + 1 };

	*ret_value = value_of(&m);
}
