/* SPDX-License-Identifier: Apache-2.0
 *
 * The value of each column, by its purpose, as struct value. device_value.c encodes it as
 * the profile defines.
 */
#include "sim/device_int.h"

#include <math.h>
#include <string.h>

/* Salts differ by purpose; life_level() uses three consecutive ones. */
enum { SALT_COLUMN = 5000, SALTS_A_PURPOSE = 8, SALT_TEXT = 4000 };

static uint64_t
salt_of(enum purpose purpose)
{
	return SALT_COLUMN + (uint64_t)purpose * SALTS_A_PURPOSE;
}

static struct value
int_value(int64_t i)
{
	return (struct value){ .kind = VALUE_INT, .i = i };
}

static struct value
real_value(double r)
{
	return (struct value){ .kind = VALUE_REAL, .r = r };
}

static struct value
text_value(const char *text)
{
	return (struct value){ .kind = VALUE_TEXT, .text = text ? text : "" };
}

static struct value
time_value(int64_t ms)
{
	return (struct value){ .kind = VALUE_TIME, .i = ms };
}

/* Some OLTs know no times. */
static struct value
device_time(const struct making *m, int64_t ms)
{
	if (m->d->habits.hides_times)
		return (struct value){ .kind = VALUE_NULL };
	return time_value(ms);
}

static bool
is_onu(const struct making *m)
{
	return m->row->entity == ENTITY_ONU;
}

static struct onu_life
onu_life(const struct making *m)
{
	if (!is_onu(m))
		return (struct onu_life){ .is_enabled = true, .is_online = true };
	return device_onu(m->d, m->row->number, m->now);
}

/* Its cause is not known yet (the OLT still has the one of the time before). */
static bool
is_cause_late(const struct making *m, const struct onu_life *l)
{
	int64_t late_us = m->d->habits.cause_late_us;

	return late_us > 0 && m->now->wall_ms < l->last_down_ms + late_us / 1000;
}

/* ---- states ---------------------------------------------------------------- */

static const struct enum_label *
label_with(const struct column *c, enum state state)
{
	for (size_t i = 0; i < c->n_labels; i++) {
		if (c->labels[i].state == state)
			return &c->labels[i];
	}
	return NULL;
}

/* The label of this column with the most similar meaning. */
static const struct enum_label *
label_for(const struct column *c, enum state state)
{
	static const enum state NEXT_BEST[][3] = {
		[STATE_ONLINE] = { STATE_ENABLED },
		[STATE_ENABLED] = { STATE_ONLINE },
		[STATE_LOS_PORT] = { STATE_LOS_ONU, STATE_OFFLINE, STATE_UNKNOWN },
		[STATE_LOS_ONU] = { STATE_OFFLINE, STATE_UNKNOWN },
		[STATE_POWER] = { STATE_OFFLINE, STATE_UNKNOWN },
		[STATE_RESET] = { STATE_UNKNOWN, STATE_OFFLINE },
		[STATE_SIGNAL] = { STATE_UNKNOWN, STATE_OFFLINE, STATE_LOS_ONU },
		[STATE_DISABLED] = { STATE_OFFLINE, STATE_ADMIN, STATE_FAULT },
		[STATE_OFFLINE] = { STATE_LOS_ONU, STATE_DISABLED, STATE_FAULT },
		[STATE_FAULT] = { STATE_OFFLINE },
		[STATE_UNKNOWN] = { STATE_OFFLINE },
	};
	const struct enum_label *found = label_with(c, state);

	for (size_t i = 0; !found && i < 3; i++) {
		if (NEXT_BEST[state][i] != STATE_NONE)
			found = label_with(c, NEXT_BEST[state][i]);
	}
	return found;
}

/* If the labels of a column do not help: 1 for good and 2 for bad. */
static struct value
state_value(const struct column *c, enum state state)
{
	const struct enum_label *l = label_for(c, state);
	bool is_good = state == STATE_ONLINE || state == STATE_ENABLED;

	if (!l)
		return c->parse == PARSE_TEXT ? text_value(state_name(state))
					      : int_value(is_good ? 1 : 2);
	return (struct value){
		.kind = VALUE_STATE, .state = l->state, .text = l->label, .i = l->code
	};
}

/* If run state and cause are the same column (ZTE), it has the cause of an offline
 * ONU. */
static struct value
run_state(const struct making *m, const struct column *c)
{
	struct onu_life l = onu_life(m);

	if (m->row->entity == ENTITY_AUTOFIND)
		return state_value(c, STATE_OFFLINE);
	if (l.is_online)
		return state_value(c, STATE_ONLINE);
	if (is_cause_late(m, &l))
		return state_value(c, STATE_OFFLINE);
	if (l.cause == STATE_LOS_PORT && !label_with(c, STATE_LOS_PORT))
		l.cause = STATE_LOS_ONU;
	return state_value(c, label_with(c, l.cause) ? l.cause : STATE_OFFLINE);
}

static struct value
last_down_cause(const struct making *m, const struct column *c)
{
	struct onu_life l = onu_life(m);

	if (!is_cause_late(m, &l))
		return state_value(c, l.cause);
	if (l.cause_before == STATE_NONE)
		l.cause_before = life_cause_before(&m->d->life, m->row->number);
	if (l.cause_before == STATE_POWER &&
	    onu_is_mute(&m->d->life, &m->d->habits, m->row->number))
		l.cause_before = STATE_LOS_ONU;
	return state_value(c, l.cause_before);
}

static bool
is_dark_port(const struct making *m)
{
	return m->row->entity == ENTITY_PORT &&
	    device_port_is_dark(m->d, m->row->number, m->now);
}

static struct value
port_state(const struct making *m, const struct column *c)
{
	return state_value(c, is_dark_port(m) ? STATE_OFFLINE : STATE_ONLINE);
}

/* What the port says of why it is down. One that works says nothing. */
static struct value
port_cause(const struct making *m, const struct column *c)
{
	if (m->row->entity == ENTITY_PORT &&
	    device_port_fault(m->d, FAULT_SFP, m->row->number, m->now))
		return state_value(c, STATE_MODULE_FAULT);
	return state_value(c, is_dark_port(m) ? STATE_LOS_PORT : STATE_UNKNOWN);
}

/* ---- texts ----------------------------------------------------------------- */

static struct value
serial(const struct making *m)
{
	const struct plant *plant = m->d->plant;
	uint32_t number = m->row->number;
	char *text = arena_alloc(m->arena, 13);

	if (m->row->entity == ENTITY_AUTOFIND)
		number += plant->ports * plant->onus;
	else if (m->extra)
		number =
		    plant->ports * plant->onus + plant->autofind + (uint32_t)m->extra;
	else if (number < m->d->clones)
		number = 0;
	if (text)
		life_serial(&m->d->life, plant->vendor_letters, number, text);
	return text_value(text);
}

static struct value
mac(const struct making *m)
{
	uint64_t h = life_hash(m->d->life.seed, m->row->number, SALT_TEXT);

	return text_value(arena_printf(m->arena, "02:fa:%02x:%02x:%02x:%02x",
	    (unsigned)(h >> 24 & 255), (unsigned)(h >> 16 & 255),
	    (unsigned)(h >> 8 & 255), (unsigned)(m->row->number & 255)));
}

/* "Cliente 00123 Calle Bolivar 45". Without printf: descriptions are read in bulk, and
 * printf would be half of the work. */
static struct value
description(const struct making *m)
{
	static const char *const STREETS[] = { "Calle Bolivar", "Calle Sucre", "Av. Arce",
		"Calle Ayacucho", "Av. Peru", "Calle Junin", "Av. Libertad",
		"Calle Lima" };
	uint64_t h = life_hash(m->d->life.seed, m->row->number, SALT_TEXT + 1);
	const char *street = STREETS[h % 8];
	size_t street_len = strlen(street);
	char *text = arena_alloc(m->arena, 48);

	if (!text)
		return text_value("");
	memcpy(text, "Cliente 00000 ", 14);
	uint32_t number = m->row->number + 1;
	for (int i = 12; i >= 8; i--, number /= 10)
		text[i] = (char)('0' + number % 10);
	memcpy(text + 14, street, street_len);
	char *house = text + 14 + street_len;
	unsigned at = (unsigned)(h >> 8) % 900 + 100;
	house[0] = ' ';
	house[1] = (char)('0' + at / 100);
	house[2] = (char)('0' + at / 10 % 10);
	house[3] = (char)('0' + at % 10);
	return text_value(text);
}

static struct position
position_of_row(const struct making *m)
{
	switch ((enum entity)m->row->entity) {
	case ENTITY_ONU:
		return plant_onu(m->d->plant, m->row->number);
	case ENTITY_PORT:
		return plant_port(m->d->plant, m->row->number);
	case ENTITY_BOARD:
	case ENTITY_SYSTEM:
	case ENTITY_AUTOFIND:
	case ENTITY_RECORD:
		break;
	}
	return plant_board(m->d->plant, 0);
}

struct value
device_name_of_row(const struct making *m, const struct column *c)
{
	struct position p = position_of_row(m);
	const struct index_format *f = c ? c->index : NULL;

	if (f && f->name_pattern)
		return text_value(
		    index_name_from_position(f->name_pattern, &p, m->arena));
	if (m->row->entity != ENTITY_PORT && m->row->entity != ENTITY_ONU)
		return text_value(arena_printf(m->arena, "sim-%u", m->row->number + 1));
	return text_value(
	    arena_printf(m->arena, is_onu(m) ? "GPON %u/%u/%u:%u" : "GPON %u/%u/%u",
		p.part[POS_FRAME], p.part[POS_SLOT], p.part[POS_PORT], p.part[POS_ONU]));
}

/* Is this the column from which positions are read? */
static bool
is_name_column(const struct column *c)
{
	return c->index && c->index->name_column &&
	    strcmp(c->index->name_column, c->name) == 0;
}

/* ---- numbers ----------------------------------------------------------------- */

static struct value
level(const struct making *m, const struct column *c, double low, double high)
{
	if (!onu_life(m).is_online)
		return (struct value){ .kind = VALUE_NULL };
	return real_value(life_level(
	    &m->d->life, m->row->number, salt_of(c->purpose), low, high, m->now));
}

/* The light that is left after faults on the way. */
static struct value
received(const struct making *m, const struct column *c, double low, double high)
{
	struct value v = level(m, c, low, high);

	if (v.kind == VALUE_REAL && is_onu(m))
		v.r -= device_loss_db(
		    m->d, m->row->number, m->now, c->purpose == PURPOSE_ONU_RX);
	return v;
}

static struct value
distance(const struct making *m)
{
	if (!is_onu(m) || !onu_life(m).is_online)
		return (struct value){ .kind = VALUE_NULL };
	return int_value(outside_distance_m(m->d->plant, &m->d->life, m->row->number));
}

static struct value
counter(const struct making *m, const struct column *c)
{
	uint64_t count =
	    life_counter(&m->d->life, m->row->number, salt_of(c->purpose), 2e6, m->now);

	return int_value(
	    (int64_t)(c->wire == SNMP_COUNTER64 ? count : count & UINT32_MAX));
}

static struct value
uptime_of_row(const struct making *m)
{
	struct onu_life l = onu_life(m);

	if (!is_onu(m))
		return int_value(device_uptime_ticks(m->d, m->now) / 100);
	if (!l.is_online)
		return int_value(0);
	int64_t wall_ms = life_wall_ms(&m->d->life, m->now);
	return int_value(wall_ms > l.booted_ms ? (wall_ms - l.booted_ms) / 1000 : 0);
}

static struct value
board_level(const struct making *m, enum purpose purpose, double low, double high)
{
	return real_value(
	    life_level(&m->d->life, m->row->number, salt_of(purpose), low, high, m->now));
}

/* A card that does not work tells nothing of itself. */
static bool
is_dead_card(const struct making *m)
{
	return m->row->entity == ENTITY_BOARD &&
	    device_port_fault(
		m->d, FAULT_CARD, m->row->number * m->d->plant->ports_per_board, m->now);
}

/* Cards have a higher load and temperature when there is more traffic. */
static struct value
cpu_load(const struct making *m)
{
	if (m->d->cpu_pct >= 0)
		return int_value(llround(m->d->cpu_pct));
	return int_value(llround(board_level(m, PURPOSE_CPU, 14, 34).r +
	    6 * life_evening(&m->d->life, m->now)));
}

static struct value
warmth(const struct making *m)
{
	return real_value(board_level(m, PURPOSE_CHASSIS_TEMPERATURE, 32, 48).r +
	    2 * life_evening(&m->d->life, m->now));
}

/* Some brands count the ONUs that are online, others those that are configured. */
static struct value
onus_of_port(const struct making *m, const struct column *c)
{
	if (m->row->entity == ENTITY_PORT && c->counts_online)
		return int_value(device_online_onus(m->d, m->row->number, m->now));
	return int_value(is_dark_port(m) ? 0 : m->d->plant->onus);
}

/* The module of a port, or its card, does not work: it sends no light. */
static struct value
port_tx(const struct making *m, const struct column *c)
{
	if (m->row->entity == ENTITY_PORT &&
	    (device_port_fault(m->d, FAULT_SFP, m->row->number, m->now) ||
		device_port_fault(m->d, FAULT_CARD, m->row->number, m->now)))
		return (struct value){ .kind = VALUE_NULL };
	return board_level(m, c->purpose, 3, 5);
}

/* ---- purposes that only one brand has -------------------------------------------- */

static struct value
some_label(const struct making *m, const struct column *c)
{
	uint64_t h =
	    life_hash(m->d->life.seed, m->row->number, c->oid.arcs[c->oid.n - 1]);
	const struct enum_label *l = &c->labels[h % c->n_labels];

	/* Codes below zero mean "invalid" in all profiles. */
	if (!l->text_code && l->code < 0)
		l = &c->labels[0];
	return (struct value){
		.kind = VALUE_STATE, .state = l->state, .text = l->label, .i = l->code
	};
}

static struct value
custom(const struct making *m, const struct column *c)
{
	uint64_t h =
	    life_hash(m->d->life.seed, m->row->number, c->oid.arcs[c->oid.n - 1]);

	if (c->n_labels > 0)
		return some_label(m, c);
	switch (c->parse) {
	case PARSE_SERIAL:
	case PARSE_STRIP_PREFIX:
		return serial(m);
	case PARSE_MAC:
		return mac(m);
	case PARSE_DATE:
		return time_value(onu_life(m).last_up_ms);
	case PARSE_IP:
		return text_value(arena_printf(m->arena, "10.%u.%u.%u",
		    (unsigned)(h & 255), (unsigned)(m->row->number >> 8 & 255),
		    (unsigned)(m->row->number & 255)));
	case PARSE_OID:
		return text_value("1.3.6.1.4.1.32473.1");
	case PARSE_TEXT:
		if (c->wire == SNMP_OCTETS)
			return text_value(
			    arena_printf(m->arena, "%s-%u", c->name, (unsigned)(h % 10)));
		return int_value((int64_t)(h % 4));
	case PARSE_LEADING_FLOAT:
	case PARSE_FLOAT_IN_PARENS:
	case PARSE_MW_TO_DBM:
		return real_value((double)(h % 20));
	case PARSE_NUMBER:
	case PARSE_ENUM:
	case PARSE_ANY:
		break;
	}
	return real_value(c->mul * (double)(h % 50) + c->add);
}

static struct value
onu_text(const struct making *m, const struct column *c)
{
	uint64_t h = life_hash(m->d->life.seed, m->row->number, SALT_TEXT + 2);
	bool is_mute = onu_is_mute(&m->d->life, &m->d->habits, m->row->number);

	switch (c->purpose) {
	case PURPOSE_MODEL:
		return text_value(is_mute ? "EP1000" : h % 3 ? "HG8310M" : "F660");
	case PURPOSE_HARDWARE:
		return text_value(is_mute ? "V2.1" : "V1.0");
	case PURPOSE_SOFTWARE:
		return text_value(is_mute ? "1.0.7"
			: h % 5           ? "V3R017C10S100"
					  : "V3R016C00S130");
	case PURPOSE_LINE_PROFILE:
		return text_value(h % 2 ? "line-100M" : "line-300M");
	default: /* no other purpose comes here */
		return text_value("srv-internet");
	}
}

/* Columns of ONUs. */
static struct value
onu_meaning(const struct making *m, const struct column *c)
{
	switch (c->purpose) {
	case PURPOSE_SERIAL:
		return serial(m);
	case PURPOSE_MAC:
		return mac(m);
	case PURPOSE_DESCRIPTION:
		return description(m);
	case PURPOSE_NAME:
		return is_onu(m) ? description(m) : device_name_of_row(m, c);
	case PURPOSE_SUBSCRIBER:
		return text_value(arena_printf(m->arena, "C%05u", m->row->number + 1));
	case PURPOSE_ADMIN_STATE:
		return state_value(
		    c, onu_life(m).is_enabled ? STATE_ENABLED : STATE_DISABLED);
	case PURPOSE_RUN_STATE:
		return run_state(m, c);
	case PURPOSE_LAST_DOWN_CAUSE:
		return last_down_cause(m, c);
	case PURPOSE_LAST_UP:
		return device_time(m, onu_life(m).last_up_ms);
	case PURPOSE_LAST_DOWN:
		return device_time(m, onu_life(m).last_down_ms);
	case PURPOSE_DISTANCE:
		return distance(m);
	case PURPOSE_MODEL:
	case PURPOSE_HARDWARE:
	case PURPOSE_SOFTWARE:
	case PURPOSE_LINE_PROFILE:
	case PURPOSE_SERVICE_PROFILE:
		return c->parse == PARSE_TEXT ? onu_text(m, c) : custom(m, c);
	default: /* no other purpose comes here */
		return custom(m, c);
	}
}

static struct value
optical_meaning(const struct making *m, const struct column *c)
{
	switch (c->purpose) {
	case PURPOSE_ONU_RX:
		return received(m, c, -28, -14);
	case PURPOSE_ONU_TX:
		return level(m, c, 1.5, 3.5);
	case PURPOSE_OLT_RX:
		return received(m, c, -29, -16);
	case PURPOSE_TEMPERATURE:
		return level(m, c, 32, 58);
	case PURPOSE_VOLTAGE:
		return level(m, c, 3.2, 3.4);
	default: /* only PURPOSE_BIAS */
		return level(m, c, 8, 20);
	}
}

static struct value
card_meaning(const struct making *m, const struct column *c)
{
	if (c->purpose == PURPOSE_BOARD_STATE)
		return state_value(c, is_dead_card(m) ? STATE_FAULT : STATE_ONLINE);
	if (is_dead_card(m))
		return (struct value){ .kind = VALUE_NULL };
	switch (c->purpose) {
	case PURPOSE_CPU:
		return cpu_load(m);
	case PURPOSE_MEMORY:
		return int_value(llround(board_level(m, c->purpose, 35, 60).r));
	default: /* only PURPOSE_CHASSIS_TEMPERATURE */
		return warmth(m);
	}
}

/* Columns of ports, cards and the OLT. */
static struct value
chassis_meaning(const struct making *m, const struct column *c)
{
	switch (c->purpose) {
	case PURPOSE_UPTIME:
	case PURPOSE_CHASSIS_UPTIME:
		return uptime_of_row(m);
	case PURPOSE_TRAFFIC_IN:
	case PURPOSE_TRAFFIC_OUT:
		return counter(m, c);
	case PURPOSE_PORT_NAME:
		return device_name_of_row(m, c);
	case PURPOSE_PORT_STATE:
		return port_state(m, c);
	case PURPOSE_PORT_CAUSE:
		return port_cause(m, c);
	case PURPOSE_PORT_DESCRIPTION:
		return text_value(
		    arena_printf(m->arena, "Troncal %u", m->row->number + 1));
	case PURPOSE_PORT_ONUS:
		return onus_of_port(m, c);
	case PURPOSE_PORT_TX:
		return port_tx(m, c);
	default: /* the others are of cards */
		return card_meaning(m, c);
	}
}

struct value
device_meaning(const struct making *m, const struct column *c)
{
	if (is_name_column(c))
		return device_name_of_row(m, c);
	if (c->counts_online)
		return onus_of_port(m, c);
	switch (c->purpose) {
	case PURPOSE_SERIAL:
	case PURPOSE_MAC:
	case PURPOSE_DESCRIPTION:
	case PURPOSE_NAME:
	case PURPOSE_SUBSCRIBER:
	case PURPOSE_ADMIN_STATE:
	case PURPOSE_RUN_STATE:
	case PURPOSE_LAST_DOWN_CAUSE:
	case PURPOSE_LAST_UP:
	case PURPOSE_LAST_DOWN:
	case PURPOSE_DISTANCE:
	case PURPOSE_MODEL:
	case PURPOSE_HARDWARE:
	case PURPOSE_SOFTWARE:
	case PURPOSE_LINE_PROFILE:
	case PURPOSE_SERVICE_PROFILE:
		return onu_meaning(m, c);
	case PURPOSE_ONU_RX:
	case PURPOSE_ONU_TX:
	case PURPOSE_OLT_RX:
	case PURPOSE_TEMPERATURE:
	case PURPOSE_VOLTAGE:
	case PURPOSE_BIAS:
		return optical_meaning(m, c);
	case PURPOSE_UPTIME:
	case PURPOSE_CHASSIS_UPTIME:
	case PURPOSE_TRAFFIC_IN:
	case PURPOSE_TRAFFIC_OUT:
	case PURPOSE_PORT_NAME:
	case PURPOSE_PORT_STATE:
	case PURPOSE_PORT_CAUSE:
	case PURPOSE_PORT_DESCRIPTION:
	case PURPOSE_PORT_ONUS:
	case PURPOSE_PORT_TX:
	case PURPOSE_CPU:
	case PURPOSE_MEMORY:
	case PURPOSE_CHASSIS_TEMPERATURE:
	case PURPOSE_BOARD_STATE:
		return chassis_meaning(m, c);
	case PURPOSE_IP:
	case PURPOSE_DISCOVERY:
	case PURPOSE_CUSTOM:
	case PURPOSES:
		break;
	}
	return custom(m, c);
}

struct value
device_row_value(const struct device *d, const struct column *column,
    const struct row *row, const struct moment *at, struct arena *arena)
{
	struct making m = { .d = d, .row = row, .now = at, .arena = arena };

	return device_meaning(&m, column);
}
