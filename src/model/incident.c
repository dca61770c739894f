/* SPDX-License-Identifier: Apache-2.0 */
#include "model/incident.h"

#include "model/names_int.h"

static const char *const STATES[INCIDENT_STATES] = {
	[INCIDENT_SUSPECT] = "suspect",
	[INCIDENT_OPEN] = "open",
	[INCIDENT_RECOVERING] = "recovering",
	[INCIDENT_RESOLVED] = "resolved",
	[INCIDENT_CLOSED] = "closed",
	[INCIDENT_DISMISSED] = "dismissed",
	[INCIDENT_MERGED] = "merged",
};

static const char *const SEVERITIES[INCIDENT_SEVERITIES] = {
	[INCIDENT_INFO] = "info",
	[INCIDENT_MINOR] = "minor",
	[INCIDENT_MAJOR] = "major",
	[INCIDENT_CRITICAL] = "critical",
};

static const char *const CLASSES[INCIDENT_CLASSES] = {
	[INCIDENT_UNKNOWN] = "unknown",
	[INCIDENT_FIBRE] = "fibre",
	[INCIDENT_POWER] = "power",
	[INCIDENT_EQUIPMENT] = "equipment",
	[INCIDENT_ADMIN] = "admin",
	[INCIDENT_COLLECTOR] = "collector",
	[INCIDENT_OPTICAL] = "optical",
};

const char *
incident_state_name(enum incident_state state)
{
	return STATES[state];
}

const char *
incident_class_name(enum incident_class cause_class)
{
	return CLASSES[cause_class];
}

bool
incident_state_from_name(const char *name, enum incident_state *ret_state)
{
	int i;

	if (!name_find(STATES, INCIDENT_STATES, name, &i))
		return false;
	*ret_state = (enum incident_state)i;
	return true;
}

bool
incident_severity_from_name(const char *name, enum incident_severity *ret_severity)
{
	int i;

	if (!name_find(SEVERITIES, INCIDENT_SEVERITIES, name, &i))
		return false;
	*ret_severity = (enum incident_severity)i;
	return true;
}

bool
incident_class_from_name(const char *name, enum incident_class *ret_class)
{
	int i;

	if (!name_find(CLASSES, INCIDENT_CLASSES, name, &i))
		return false;
	*ret_class = (enum incident_class)i;
	return true;
}

bool
incident_is_over(enum incident_state state)
{
	return state == INCIDENT_RESOLVED || state == INCIDENT_CLOSED ||
	    state == INCIDENT_DISMISSED;
}
