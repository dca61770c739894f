/* SPDX-License-Identifier: Apache-2.0
 *
 * model/value.h - values as they come off the wire, and as we understand them.
 *
 * A struct snmp_value is what an agent sent, untouched. A struct value is what
 * a profile's column makes of it: typed, in our units, null when the device
 * said "no reading". Both are plain and borrow their text and octets from
 * whoever made them (a packet, an arena).
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
	VALUE_NULL, /* the device says it has no reading */
	VALUE_INT,
	VALUE_REAL,
	VALUE_TEXT, /* UTF-8, NUL-terminated */
	VALUE_TIME, /* epoch milliseconds */
	VALUE_STATE, /* an enum: code is the raw number, text its label, state its meaning */
};

/* What an operator wants to know of a state or a cause, across brands: the one vocabulary
 * of profiles, database, API and pages (which have the words for people).
 * STATE_NONE: the vendor's label is all we have.
 *
 * From STATE_CAUSES on they are causes: why an ONU is offline. A run state may be one,
 * too ("LOS"): the ONU is offline then, and that is why. */
enum state {
	STATE_NONE,
	STATE_ONLINE,
	STATE_OFFLINE,
	STATE_ENABLED,
	STATE_DISABLED, /* switched off by the operator */
	STATE_TRANSITIONAL, /* coming up, synchronising, authenticating */
	STATE_FAULT, /* anything else that is wrong */
	STATE_LOS_PORT, /* no light from any ONU of the port */
	STATE_LOS_ONU, /* no light from this ONU */
	STATE_POWER, /* dying gasp: no power at the customer */
	STATE_SIGNAL, /* there is light, and frames are bad */
	STATE_ADMIN, /* switched off by the operator */
	STATE_RESET, /* rebooted, re-registered */
	STATE_ROGUE, /* it transmits out of turn */
	STATE_UNKNOWN, /* no known cause */
};

enum { STATE_CAUSES = STATE_LOS_PORT, STATE_COUNT = STATE_UNKNOWN + 1 };

struct value {
	enum value_kind kind;
	enum state state; /* VALUE_STATE only */
	/* INT only: 32 or 64 where the device counts and runs over there; 0: no counter */
	uint8_t counter_bits;
	const char *text; /* TEXT, STATE (label, may be NULL) */
	union {
		int64_t i; /* INT, STATE (the raw code), TIME (ms) */
		double r; /* REAL */
	};
};

/* "online", "los_port"; "" for STATE_NONE. Names of causes are the codes of the API. */
const char *state_name(enum state state);
/* "los" is los_onu: profiles of people may have the name of before there were two. */
bool state_from_name(const char *name, enum state *ret_state);

/* The cause that a state or a cause stands for: STATE_UNKNOWN where it tells none. */
enum state state_cause(enum state state);

/* "INTEGER", "OCTET STRING", ... for messages. */
const char *snmp_type_name(enum snmp_type type);

/* Is it one of noSuchObject, noSuchInstance, endOfMibView? */
bool snmp_type_is_exception(enum snmp_type type);

#endif
