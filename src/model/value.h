/* SPDX-License-Identifier: Apache-2.0
 *
 * model/value.h - raw SNMP values and decoded values.
 *
 * A struct snmp_value is the raw value sent by an agent. A struct value is the value
 * decoded by a column of a profile: typed, in our units, null if the device has no
 * reading. Both are plain values and borrow their text and octets from their creator (a
 * packet, an arena).
 */
#ifndef FACHO_MODEL_VALUE_H
#define FACHO_MODEL_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The ASN.1 tags of SNMP, as on the wire and as in .snmprec files. */
enum snmp_type {
	SNMP_INTEGER = 2,
	SNMP_OCTETS = 4,
	SNMP_NULL = 5,
	SNMP_OID = 6,
	SNMP_IPADDRESS = 64,
	SNMP_COUNTER32 = 65,
	SNMP_GAUGE32 = 66,
	SNMP_TIMETICKS = 67,
	SNMP_OPAQUE = 68,
	SNMP_COUNTER64 = 70,
	SNMP_NO_SUCH_OBJECT = 128,
	SNMP_NO_SUCH_INSTANCE = 129,
	SNMP_END_OF_MIB_VIEW = 130,
};

struct snmp_value {
	enum snmp_type type;
	uint32_t len; /* octets of OCTETS, OPAQUE, IPADDRESS; arcs of OID */
	union {
		int64_t i; /* INTEGER */
		uint64_t u; /* COUNTER32, GAUGE32, TIMETICKS, COUNTER64 */
		const uint8_t *octets; /* OCTETS, OPAQUE, IPADDRESS (4) */
		const uint32_t *arcs; /* OID */
	};
};

enum value_kind {
	VALUE_NULL, /* the device has no reading */
	VALUE_INT,
	VALUE_REAL,
	VALUE_TEXT, /* UTF-8, NUL-terminated */
	VALUE_TIME, /* epoch milliseconds */
	VALUE_STATE, /* an enum: code is the raw number, text its label, state its meaning */
};

/* States and causes for all brands, used by profiles, database, API and pages (which have
 * the words for users). STATE_NONE: only the vendor's label is known.
 *
 * Values from STATE_CAUSES on are causes: why an ONU is offline. A run state may also be
 * a cause ("LOS"): then the ONU is offline for that cause. */
enum state {
	STATE_NONE,
	STATE_ONLINE,
	STATE_OFFLINE,
	STATE_ENABLED,
	STATE_DISABLED, /* disabled by the operator */
	STATE_TRANSITIONAL, /* coming up, synchronising, authenticating */
	STATE_FAULT, /* any other fault */
	STATE_MODULE_ABSENT, /* of a port: no optical module */
	STATE_MODULE_FAULT, /* of a port: the module does not work */
	STATE_LOS_PORT, /* no light from any ONU of the port */
	STATE_LOS_ONU, /* no light from this ONU */
	STATE_POWER, /* dying gasp: no power at the customer */
	STATE_SIGNAL, /* there is light, but frames are bad */
	STATE_ADMIN, /* disabled by the operator */
	STATE_RESET, /* rebooted, re-registered */
	STATE_ROGUE, /* it transmits outside its time slots */
	STATE_UNKNOWN, /* no known cause */
};

enum { STATE_CAUSES = STATE_LOS_PORT, STATE_COUNT = STATE_UNKNOWN + 1 };

struct value {
	enum value_kind kind;
	enum state state; /* VALUE_STATE only */
	/* INT only: width of a counter, 32 or 64; 0: not a counter */
	uint8_t counter_bits;
	const char *text; /* TEXT, STATE (label, may be NULL) */
	union {
		int64_t i; /* INT, STATE (the raw code), TIME (ms) */
		double r; /* REAL */
	};
};

/* "online", "los_port"; "" for STATE_NONE. Names of causes are the codes of the API. */
const char *state_name(enum state state);
/* "los" is los_onu: older profiles of users may have this name. */
bool state_from_name(const char *name, enum state *ret_state);

/* The cause of a state or a cause; STATE_UNKNOWN if it has none. */
enum state state_cause(enum state state);

/* "INTEGER", "OCTET STRING", ... for messages. */
const char *snmp_type_name(enum snmp_type type);

/* Is it one of noSuchObject, noSuchInstance, endOfMibView? */
bool snmp_type_is_exception(enum snmp_type type);

#endif
