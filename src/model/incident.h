/* SPDX-License-Identifier: Apache-2.0
 *
 * model/incident.h - the states, severities and classes of cause of incidents, used by
 * several folders. watch/ decides them, store/ writes them, notify/ compares them.
 *
 *	SUSPECT ─► OPEN ─► RECOVERING ─► RESOLVED ─► CLOSED
 *	   └─► DISMISSED     MERGED: a part of another incident
 *
 * A RESOLVED incident may be OPEN again (reopened).
 */
#ifndef FACHO_MODEL_INCIDENT_H
#define FACHO_MODEL_INCIDENT_H

#include <stdbool.h>

enum incident_state {
	INCIDENT_SUSPECT,
	INCIDENT_OPEN,
	INCIDENT_RECOVERING,
	INCIDENT_RESOLVED,
	INCIDENT_CLOSED,
	INCIDENT_DISMISSED,
	INCIDENT_MERGED,
	INCIDENT_STATES,
};

/* In this order: a greater number is worse. Stored as the number. */
enum incident_severity {
	INCIDENT_INFO,
	INCIDENT_MINOR,
	INCIDENT_MAJOR,
	INCIDENT_CRITICAL,
	INCIDENT_SEVERITIES,
};

enum incident_class {
	INCIDENT_UNKNOWN,
	INCIDENT_FIBRE,
	INCIDENT_POWER,
	INCIDENT_EQUIPMENT,
	INCIDENT_ADMIN,
	INCIDENT_COLLECTOR,
	INCIDENT_OPTICAL,
	INCIDENT_CLASSES,
};

/* As stored and as shown by the API: "recovering", "major", "fibre". Any thread. */
const char *incident_state_name(enum incident_state state);
const char *incident_class_name(enum incident_class cause_class);

/* False: unknown name; then the result is not changed. */
bool incident_state_from_name(const char *name, enum incident_state *ret_state);
bool incident_severity_from_name(const char *name, enum incident_severity *ret_severity);
bool incident_class_from_name(const char *name, enum incident_class *ret_class);

/* The problem is over: RESOLVED, CLOSED or DISMISSED. */
bool incident_is_over(enum incident_state state);

#endif
