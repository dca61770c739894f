/* SPDX-License-Identifier: Apache-2.0 */
#include "snmpc/print.h"

#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>

#include <string.h>

enum { PRINT_START = 256 };

/* The value's bytes in the format that net-snmp uses. */
static bool
set_value(netsnmp_variable_list *var, const struct snmp_value *v)
{
	oid arcs[OID_MAX];
	struct counter64 c64;
	long number;

	switch (v->type) {
	case SNMP_INTEGER:
		number = (long)v->i;
		return snmp_set_var_value(var, &number, sizeof(number)) == 0;
	case SNMP_COUNTER32:
	case SNMP_GAUGE32:
	case SNMP_TIMETICKS:
		number = (long)v->u;
		return snmp_set_var_value(var, &number, sizeof(number)) == 0;
	case SNMP_COUNTER64:
		c64.high = (u_long)(v->u >> 32);
		c64.low = (u_long)(v->u & 0xFFFFFFFFU);
		return snmp_set_var_value(var, &c64, sizeof(c64)) == 0;
	case SNMP_OID:
		for (uint32_t i = 0; i < v->len && i < OID_MAX; i++)
			arcs[i] = v->arcs[i];
		return snmp_set_var_value(var, arcs, v->len * sizeof(oid)) == 0;
	case SNMP_OCTETS:
	case SNMP_OPAQUE:
	case SNMP_IPADDRESS:
		return snmp_set_var_value(var, v->octets, v->len) == 0;
	case SNMP_NULL:
	case SNMP_NO_SUCH_OBJECT:
	case SNMP_NO_SUCH_INSTANCE:
	case SNMP_END_OF_MIB_VIEW:
		return true;
	}
	return true;
}

char *
snmpc_print(const uint32_t *arcs, size_t n, const struct snmp_value *value)
{
	netsnmp_variable_list var = { .type = (u_char)value->type };
	u_char *text = malloc(PRINT_START);
	size_t room = PRINT_START, used = 0;
	oid name[OID_MAX];

	if (!text)
		return NULL;
	netsnmp_ds_set_int(NETSNMP_DS_LIBRARY_ID, NETSNMP_DS_LIB_OID_OUTPUT_FORMAT,
	    NETSNMP_OID_OUTPUT_NUMERIC);
	for (size_t i = 0; i < n && i < OID_MAX; i++)
		name[i] = arcs[i];
	if (!set_value(&var, value) ||
	    !sprint_realloc_variable(&text, &room, &used, 1, name, n, &var)) {
		free(text);
		text = NULL;
	}
	snmp_reset_var_buffers(&var);
	return (char *)text;
}

const char *
snmpc_error_text(uint32_t error_status)
{
	return snmp_errstring((int)error_status);
}
