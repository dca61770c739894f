/* SPDX-License-Identifier: Apache-2.0 */
#include "model/value.h"

#include <string.h>

static const struct {
	enum state state;
	const char *name;
} STATES[] = {
	{ STATE_NONE, "" }, { STATE_ONLINE, "online" }, { STATE_OFFLINE, "offline" },
	{ STATE_ENABLED, "enabled" }, { STATE_DISABLED, "disabled" },
	{ STATE_TRANSITIONAL, "transitional" }, { STATE_FAULT, "fault" },
	{ STATE_MODULE_ABSENT, "module_absent" }, { STATE_MODULE_FAULT, "module_fault" },
	{ STATE_LOS_PORT, "los_port" }, { STATE_LOS_ONU, "los_onu" },
	{ STATE_POWER, "power" }, { STATE_SIGNAL, "signal" }, { STATE_ADMIN, "admin" },
	{ STATE_RESET, "reset" }, { STATE_ROGUE, "rogue" }, { STATE_UNKNOWN, "unknown" },
	{ STATE_LOS_ONU, "los" }, /* an older name */
};

const char *
state_name(enum state state)
{
	return STATES[state].name;
}

bool
state_from_name(const char *name, enum state *ret_state)
{
	for (size_t i = 1; i < sizeof(STATES) / sizeof(STATES[0]); i++) {
		if (strcmp(STATES[i].name, name) == 0) {
			*ret_state = STATES[i].state;
			return true;
		}
	}
	return false;
}

enum state
state_cause(enum state state)
{
	if (state == STATE_DISABLED)
		return STATE_ADMIN;
	return (int)state >= STATE_CAUSES ? state : STATE_UNKNOWN;
}

const char *
snmp_type_name(enum snmp_type type)
{
	switch (type) {
	case SNMP_INTEGER:
		return "INTEGER";
	case SNMP_OCTETS:
		return "OCTET STRING";
	case SNMP_NULL:
		return "NULL";
	case SNMP_OID:
		return "OBJECT IDENTIFIER";
	case SNMP_IPADDRESS:
		return "IpAddress";
	case SNMP_COUNTER32:
		return "Counter32";
	case SNMP_GAUGE32:
		return "Gauge32";
	case SNMP_TIMETICKS:
		return "TimeTicks";
	case SNMP_OPAQUE:
		return "Opaque";
	case SNMP_COUNTER64:
		return "Counter64";
	case SNMP_NO_SUCH_OBJECT:
		return "noSuchObject";
	case SNMP_NO_SUCH_INSTANCE:
		return "noSuchInstance";
	case SNMP_END_OF_MIB_VIEW:
		return "endOfMibView";
	}
	return "unknown type";
}

bool
snmp_type_is_exception(enum snmp_type type)
{
	return type == SNMP_NO_SUCH_OBJECT || type == SNMP_NO_SUCH_INSTANCE ||
	    type == SNMP_END_OF_MIB_VIEW;
}
