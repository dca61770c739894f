/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/standard_int.h"

#define SYS(number)                         \
	8,                                  \
	{                                   \
		1, 3, 6, 1, 2, 1, 1, number \
	}
#define IF(number)                                \
	10,                                       \
	{                                         \
		1, 3, 6, 1, 2, 1, 2, 2, 1, number \
	}
#define IFX(number)                                   \
	11,                                           \
	{                                             \
		1, 3, 6, 1, 2, 1, 31, 1, 1, 1, number \
	}

static const struct standard_object SYSTEM[] = {
	{ SYS_DESCR, SYS(1) },
	{ SYS_OBJECT_ID, SYS(2) },
	{ SYS_UPTIME, SYS(3) },
	{ SYS_CONTACT, SYS(4) },
	{ SYS_NAME, SYS(5) },
	{ SYS_LOCATION, SYS(6) },
	{ SYS_SERVICES, SYS(7) },
};

static const struct standard_object INTERFACES[] = {
	{ IF_INDEX, IF(1) },
	{ IF_DESCR, IF(2) },
	{ IF_TYPE, IF(3) },
	{ IF_MTU, IF(4) },
	{ IF_SPEED, IF(5) },
	{ IF_ADMIN, IF(7) },
	{ IF_OPER, IF(8) },
	{ IF_LAST_CHANGE, IF(9) },
	{ IF_IN_OCTETS, IF(10) },
	{ IF_IN_ERRORS, IF(14) },
	{ IF_OUT_OCTETS, IF(16) },
	{ IF_OUT_ERRORS, IF(20) },
	{ IF_NAME, IFX(1) },
	{ IF_HC_IN, IFX(6) },
	{ IF_HC_OUT, IFX(10) },
	{ IF_HIGH_SPEED, IFX(15) },
	{ IF_ALIAS, IFX(18) },
};

const struct standard_object *
standard_system(size_t *ret_n)
{
	*ret_n = sizeof(SYSTEM) / sizeof(SYSTEM[0]);
	return SYSTEM;
}

const struct standard_object *
standard_interfaces(size_t *ret_n)
{
	*ret_n = sizeof(INTERFACES) / sizeof(INTERFACES[0]);
	return INTERFACES;
}
