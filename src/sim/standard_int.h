/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/standard_int.h - objects that every agent has: the system group, and the interface
 * tables if the profile uses them.
 */
#ifndef FACHO_SIM_STANDARD_INT_H
#define FACHO_SIM_STANDARD_INT_H

#include <stddef.h>
#include <stdint.h>

enum standard {
	STANDARD_NONE,
	SYS_DESCR,
	SYS_OBJECT_ID,
	SYS_UPTIME,
	SYS_CONTACT,
	SYS_NAME,
	SYS_LOCATION,
	SYS_SERVICES,
	MODEL_NAME, /* the object from which the detection rule reads the model */
	PROBE_TEXT, /* the object that the detection rule checks for the brand */
	IF_INDEX,
	IF_DESCR,
	IF_TYPE,
	IF_MTU,
	IF_SPEED,
	IF_ADMIN,
	IF_OPER,
	IF_LAST_CHANGE,
	IF_IN_OCTETS,
	IF_IN_ERRORS,
	IF_OUT_OCTETS,
	IF_OUT_ERRORS,
	IF_NAME,
	IF_HC_IN,
	IF_HC_OUT,
	IF_HIGH_SPEED,
	IF_ALIAS,
};

struct standard_object {
	enum standard what;
	uint32_t n;
	uint32_t arcs[12]; /* a scalar, without its .0 */
};

/* The scalars of the system group, and the columns of ifTable and ifXTable. */
const struct standard_object *standard_system(size_t *ret_n);
const struct standard_object *standard_interfaces(size_t *ret_n);

#endif
