/* SPDX-License-Identifier: Apache-2.0 */
#include "model/limit.h"

#include <string.h>

#include "model/text.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))
#define AT(member) offsetof(struct limit_row, member)

static const struct entity_field FIELDS[] = {
	{ "name", NULL, ENTITY_NAME, ENTITY_MUST | ENTITY_KEY, AT(name), 1, TEXT_NAME_MAX,
	    .help = "Unique.", .option = { NULL, "NAME", "change: the new name." } },
	{ "entity", NULL, ENTITY_CHOICE, ENTITY_MUST, AT(entity),
	    .choices = LIMIT_ENTITY_CHOICES,
	    .help = "What is measured. olt: the device and each part of its chassis; "
		    "card: the parts only.",
	    .option = { NULL, "KIND",
		"add, change: what is measured: onu, port, card, olt or uplink." } },
	{ "purpose", NULL, ENTITY_NAME, ENTITY_MUST, AT(purpose), 1, TEXT_NAME_MAX,
	    .help = "The value, like cpu, memory, chassis_temperature, port_use, onu_rx, "
		    "or custom:NAME for an OID of your own.",
	    .option = { NULL, "PURPOSE",
		"add, change: the value, like cpu, chassis_temperature, port_use, "
		"onu_rx, or custom:NAME for an OID of your own." } },
	{ "op", NULL, ENTITY_CHOICE, 0, AT(op), .choices = LIMIT_OP_CHOICES,
	    .fallback = "above", .help = "Which values are wrong.",
	    .option = { NULL, "SIDE",
		"add, change: which values are wrong: above (default), below, equal or "
		"not_equal." } },
	{ "value", NULL, ENTITY_REAL, ENTITY_MUST, AT(value),
	    .help = "The limit, in the unit of the value.",
	    .option = { NULL, "NUMBER", "add, change: the limit." } },
	{ "for_s", NULL, ENTITY_INT, 0, AT(for_s), 0, LIMIT_FOR_MAX_S,
	    .help = "For how many seconds the value must be wrong; 0: at once.",
	    .option = { "for-s", "SECONDS",
		"add, change: for how many seconds the value must be wrong." } },
	{ "hysteresis", NULL, ENTITY_REAL, 0, AT(hysteresis),
	    .help =
		"The incident ends when the value is better than the limit by this much.",
	    .option = { NULL, "NUMBER",
		"add, change: the incident ends when the value is better than the limit "
		"by this much." } },
	{ "severity", NULL, ENTITY_CHOICE, 0, AT(severity),
	    .choices = LIMIT_SEVERITY_CHOICES, .fallback = "minor",
	    .option = { NULL, "SEVERITY",
		"add, change: info, minor (default), major or critical." } },
	{ "olt", "olt_id", ENTITY_REF, ENTITY_NULL, AT(olt),
	    .help = "Only this OLT: number or name; null: all.",
	    .option = { NULL, "OLT", "add, change: only this OLT." } },
	{ "brand", "brand_id", ENTITY_REF, ENTITY_NULL, AT(brand),
	    .help = "Only OLTs of this brand: number or name; null: all.",
	    .option = { NULL, "BRAND", "add, change: only OLTs of this brand." } },
	{ "site", NULL, ENTITY_NAME, 0, AT(site), 0, TEXT_WORDS_MAX,
	    .help = "Only OLTs of this site; empty: all.",
	    .option = { NULL, "SITE", "add, change: only OLTs of this site." } },
	{ "place", NULL, ENTITY_NAME, 0, AT(place), 0, LIMIT_PLACE_MAX,
	    .help = "Only this port (\"0/1/3\"), card (\"0/1\") or uplink, or the ONUs "
		    "of this port; empty: all.",
	    .option = { NULL, "PLACE",
		"add, change: only this port, card or uplink, or the ONUs of this "
		"port." } },
	{ "enabled", NULL, ENTITY_BOOL, 0, AT(enabled), .fallback = "true",
	    .option = { NULL, NULL, "add, change: whether it is used." } },
	{ "is_builtin", "builtin_key", ENTITY_PRESENT, ENTITY_COMPUTED, AT(is_builtin) },
	{ "is_edited", NULL, ENTITY_BOOL, ENTITY_COMPUTED, AT(is_edited) },
	{ "created_ms", NULL, ENTITY_INT, ENTITY_COMPUTED, AT(created_ms) },
	{ "updated_ms", NULL, ENTITY_INT, ENTITY_COMPUTED, AT(updated_ms) },
};

const struct entity_type LIMIT_ENTITY = { "limit", "limits", sizeof(struct limit_row),
	"name", .ships = true,
	.upkeep_columns = "builtin_key, is_edited, created_ms, updated_ms",
	.fields = FIELDS, .n_fields = COUNT(FIELDS), .is_removed = true };

/* ---- what a limit may be about --------------------------------------------------------- */

static const struct limit_purpose PURPOSES_OF[] = {
	{ LIMIT_OF_OLT, "cpu", "%" },
	{ LIMIT_OF_OLT, "memory", "%" },
	{ LIMIT_OF_OLT, "chassis_temperature", "°C" },
	{ LIMIT_OF_OLT, "chassis_uptime", "s" },
	{ LIMIT_OF_CARD, "cpu", "%" },
	{ LIMIT_OF_CARD, "memory", "%" },
	{ LIMIT_OF_CARD, "chassis_temperature", "°C" },
	{ LIMIT_OF_UPLINK, "uplink_state", "" }, /* 1: up, 0: down */
	/* ONUs, in percent of the maximum of the port */
	{ LIMIT_OF_PORT, "port_use", "%" },
	{ LIMIT_OF_PORT, "port_onus", "" },
	{ LIMIT_OF_PORT, "port_tx", "dBm" },
	{ LIMIT_OF_PORT, "traffic_in", "bit/s" },
	{ LIMIT_OF_PORT, "traffic_out", "bit/s" },
	{ LIMIT_OF_ONU, "onu_rx", "dBm" },
	{ LIMIT_OF_ONU, "onu_tx", "dBm" },
	{ LIMIT_OF_ONU, "olt_rx", "dBm" },
	{ LIMIT_OF_ONU, "temperature", "°C" },
	{ LIMIT_OF_ONU, "voltage", "V" },
	{ LIMIT_OF_ONU, "bias", "mA" },
	{ LIMIT_OF_ONU, "distance", "m" },
	{ LIMIT_OF_ONU, "uptime", "s" },
};

const struct limit_purpose *
limit_purpose_at(size_t i)
{
	return i < COUNT(PURPOSES_OF) ? &PURPOSES_OF[i] : NULL;
}

const struct limit_purpose *
limit_purpose_find(enum limit_entity entity, const char *name)
{
	const struct limit_purpose *p;

	for (size_t i = 0; (p = limit_purpose_at(i)) != NULL; i++) {
		if (p->entity == entity && strcmp(p->name, name) == 0)
			return p;
	}
	return NULL;
}

const char *
limit_unit(const char *purpose)
{
	for (size_t i = 0; i < COUNT(PURPOSES_OF); i++) {
		if (strcmp(PURPOSES_OF[i].name, purpose) == 0)
			return PURPOSES_OF[i].unit;
	}
	return "";
}

const char *
limit_custom_name(const char *purpose)
{
	static const char START[] = "custom:";
	size_t n = sizeof(START) - 1;

	return strncmp(purpose, START, n) == 0 && purpose[n] ? purpose + n : NULL;
}

/* ---- what ships ------------------------------------------------------------------------- */

/* Names in other languages are in watch/sentence.c and the web admin. */
static const struct limit_shipped SHIPPED[] = {
	{ "chassis_temperature",
	    { .name = "Chassis temperature",
		.entity = LIMIT_OF_OLT,
		.purpose = "chassis_temperature",
		.op = LIMIT_ABOVE,
		.value = 70,
		.for_s = 600,
		.hysteresis = 5,
		.severity = LIMIT_MAJOR } },
	{ "cpu",
	    { .name = "CPU load",
		.entity = LIMIT_OF_OLT,
		.purpose = "cpu",
		.op = LIMIT_ABOVE,
		.value = 90,
		.for_s = 900,
		.hysteresis = 10,
		.severity = LIMIT_MINOR } },
	{ "memory",
	    { .name = "Memory in use",
		.entity = LIMIT_OF_OLT,
		.purpose = "memory",
		.op = LIMIT_ABOVE,
		.value = 95,
		.for_s = 1800,
		.hysteresis = 5,
		.severity = LIMIT_MINOR } },
	{ "uplink_down",
	    { .name = "Uplink down",
		.entity = LIMIT_OF_UPLINK,
		.purpose = "uplink_state",
		.op = LIMIT_EQUAL,
		.value = 0,
		.severity = LIMIT_MAJOR } },
	{ "port_full",
	    { .name = "Port full",
		.entity = LIMIT_OF_PORT,
		.purpose = "port_use",
		.op = LIMIT_ABOVE,
		.value = 95,
		.hysteresis = 2,
		.severity = LIMIT_INFO } },
};

const struct limit_shipped *
limit_shipped_at(size_t i)
{
	return i < COUNT(SHIPPED) ? &SHIPPED[i] : NULL;
}
