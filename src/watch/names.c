/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of kinds, states, roots, causes, classes and severities: as stored, as in the API.
 */
#include "watch/incident.h"
#include "watch/watch.h"

#include <string.h>

static const char *const KIND[WATCH_KINDS] = { "outage", "olt_silent", "site_silent",
	"collector", "flapping", "optics", "duplicate", "walk_held", "saturated", "store",
	"quota", "channel_dead", "limit", "planned", "window_open" };
static const char *const STATE[WATCH_STATES] = { "suspect", "open", "recovering",
	"resolved", "closed", "dismissed", "merged" };
static const char *const ROOT[WATCH_ROOTS] = { "site", "zone", "olt", "card", "port",
	"part", "trunk", "node", "onu", "collector", "ports" };
static const char *const SEVERITY[WATCH_SEVERITIES] = { "info", "minor", "major",
	"critical" };
static const char *const CLASS[WATCH_CAUSE_CLASSES] = { "unknown", "fibre", "power",
	"equipment", "admin", "collector", "optical" };
static const char *const NODE[WATCH_NODE_KINDS] = { "site", "zone", "trunk", "odf",
	"splitter", "box", "group" };

static const struct {
	const char *name;
	enum watch_cause_class class;
} CAUSE[WATCH_CAUSES] = {
	[WATCH_CAUSE_NONE] = { "", WATCH_CLASS_UNKNOWN },
	[WATCH_CAUSE_FINDING] = { "finding", WATCH_CLASS_UNKNOWN },
	[WATCH_CAUSE_UNKNOWN] = { "unknown", WATCH_CLASS_UNKNOWN },
	[WATCH_CAUSE_MIXED] = { "mixed", WATCH_CLASS_UNKNOWN },
	[WATCH_CAUSE_OLT_RESTART] = { "olt_restart", WATCH_CLASS_EQUIPMENT },
	[WATCH_CAUSE_OLT_SILENT] = { "olt_silent", WATCH_CLASS_UNKNOWN },
	[WATCH_CAUSE_SITE_SILENT] = { "site_silent", WATCH_CLASS_UNKNOWN },
	[WATCH_CAUSE_COLLECTOR] = { "collector", WATCH_CLASS_COLLECTOR },
	[WATCH_CAUSE_ADMIN] = { "admin", WATCH_CLASS_ADMIN },
	[WATCH_CAUSE_CARD] = { "card", WATCH_CLASS_EQUIPMENT },
	[WATCH_CAUSE_SFP] = { "sfp", WATCH_CLASS_EQUIPMENT },
	[WATCH_CAUSE_ROGUE] = { "rogue", WATCH_CLASS_EQUIPMENT },
	[WATCH_CAUSE_RESET] = { "reset", WATCH_CLASS_EQUIPMENT },
	[WATCH_CAUSE_POWER] = { "power", WATCH_CLASS_POWER },
	[WATCH_CAUSE_POWER_WIDE] = { "power_wide", WATCH_CLASS_POWER },
	[WATCH_CAUSE_POWER_MUTE] = { "power_mute", WATCH_CLASS_POWER },
	[WATCH_CAUSE_TRUNK] = { "trunk", WATCH_CLASS_FIBRE },
	[WATCH_CAUSE_FEEDER] = { "feeder", WATCH_CLASS_FIBRE },
	[WATCH_CAUSE_BRANCH] = { "branch", WATCH_CLASS_FIBRE },
	[WATCH_CAUSE_DROP] = { "drop", WATCH_CLASS_OPTICAL },
	[WATCH_CAUSE_BEND] = { "bend", WATCH_CLASS_OPTICAL },
	[WATCH_CAUSE_CONNECTOR] = { "connector", WATCH_CLASS_OPTICAL },
	[WATCH_CAUSE_ONU_LASER] = { "onu_laser", WATCH_CLASS_OPTICAL },
	[WATCH_CAUSE_OLT_LASER] = { "olt_laser", WATCH_CLASS_OPTICAL },
	[WATCH_CAUSE_DRIFT] = { "drift", WATCH_CLASS_OPTICAL },
	[WATCH_CAUSE_PLANNED] = { "planned", WATCH_CLASS_ADMIN },
};

static bool
find(const char *const *names, int n, const char *name, int *ret)
{
	for (int i = 0; i < n; i++)
		if (strcmp(names[i], name) == 0) {
			*ret = i;
			return true;
		}
	return false;
}

#define NAMES(fn, type, table, count)                    \
	const char *fn##_name(type v)                    \
	{                                                \
		return table[v];                         \
	}                                                \
	bool fn##_from_name(const char *name, type *ret) \
	{                                                \
		int i;                                   \
                                                         \
		if (!find(table, count, name, &i))       \
			return false;                    \
		*ret = (type)i;                          \
		return true;                             \
	}

NAMES(watch_kind, enum watch_kind, KIND, WATCH_KINDS)
NAMES(watch_state, enum watch_state, STATE, WATCH_STATES)
NAMES(watch_root, enum watch_root, ROOT, WATCH_ROOTS)
NAMES(watch_class, enum watch_cause_class, CLASS, WATCH_CAUSE_CLASSES)
NAMES(watch_severity, enum watch_severity, SEVERITY, WATCH_SEVERITIES)
NAMES(watch_node_kind, enum watch_node_kind, NODE, WATCH_NODE_KINDS)

const char *
watch_cause_name(enum watch_cause cause)
{
	return CAUSE[cause].name;
}

bool
watch_cause_from_name(const char *name, enum watch_cause *ret)
{
	for (int i = 0; i < WATCH_CAUSES; i++)
		if (strcmp(CAUSE[i].name, name) == 0) {
			*ret = (enum watch_cause)i;
			return true;
		}
	return false;
}

enum watch_cause_class
watch_class_of(enum watch_cause cause)
{
	return CAUSE[cause].class;
}

bool
watch_state_is_live(enum watch_state state)
{
	return state == WATCH_SUSPECT || state == WATCH_OPEN || state == WATCH_RECOVERING;
}
