/* SPDX-License-Identifier: Apache-2.0
 *
 * ONUs, history, and settings.
 */
#include "api/schemas_int.h"

/* ---- ONUs ------------------------------------------------------------------------------ */

static const struct field ONU_FIND[] = {
	{ "text", FIELD_TEXT, FIELD_MUST, 0, 128,
	    .help = "Words in any order, whole or part: serial, MAC, subscriber, "
		    "description, position; or the address of an OLT." },
	{ "limit", FIELD_INT, 0, 1, 200, .help = "Default: 20." },
	{ NULL },
};

const struct schema SCHEMA_ONU_FIND = { "OnuFind", NULL, ONU_FIND };

static const struct field ONU_HIT[] = {
	{ "id", FIELD_INT, FIELD_MUST },
	{ "olt", FIELD_INT, FIELD_MUST },
	{ "olt_name", FIELD_TEXT, FIELD_MUST },
	{ "place", FIELD_TEXT, FIELD_MUST },
	{ "serial", FIELD_TEXT, FIELD_MUST },
	{ "mac", FIELD_TEXT, FIELD_MUST },
	{ "subscriber", FIELD_TEXT, FIELD_MUST },
	{ "description", FIELD_TEXT, FIELD_MUST },
	{ "name", FIELD_TEXT, FIELD_MUST },
	{ "is_present", FIELD_BOOL, FIELD_MUST },
	{ "is_silent", FIELD_BOOL, FIELD_MUST,
	    .help =
		"Its OLT is disabled, suspended or not answering: the state is old." },
	{ "run_state", FIELD_TEXT, FIELD_MUST },
	{ "cause_state", FIELD_TEXT, FIELD_MUST },
	{ "match", FIELD_TEXT, FIELD_MUST, .choices = "whole|beginning|part" },
	{ "cause", FIELD_TEXT, FIELD_MUST | FIELD_NULL,
	    .help = "Code of the cause if it is offline, as in lists." },
	{ "since", FIELD_TIME, FIELD_MUST | FIELD_NULL,
	    .help = "Start of this state, if known." },
	{ "sentence", FIELD_TEXT, FIELD_MUST,
	    .help = "State, duration and cause as a sentence: \"Offline for 3 hours: no "
		    "power.\"" },
	{ "incident", FIELD_THING, FIELD_MUST | FIELD_NULL, .of = &SCHEMA_INCIDENT_BRIEF,
	    .help = "The incident, if it is down together with others." },
	{ NULL },
};

static const struct schema SCHEMA_ONU_HIT = { "OnuHit", NULL, ONU_HIT };

static const struct field ONU_HITS[] = {
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_ONU_HIT,
	    .help = "Best match first." },
	{ "has_more", FIELD_BOOL, FIELD_MUST },
	{ NULL },
};

const struct schema SCHEMA_ONU_HITS = { "OnuHits", NULL, ONU_HITS };

static const struct field ONU_FACTS[] = {
	{ "presence", FIELD_THING, FIELD_MUST,
	    .help = "is_present, first_seen_at, last_seen_at, words." },
	{ "admin", FIELD_THING, FIELD_MUST, .help = "state, label, words." },
	{ "run", FIELD_THING, FIELD_MUST,
	    .help = "state, label, cause (a code; null if it is online or was not read), "
		    "cause_label (the text of the device), since, words." },
	{ NULL },
};

static const struct schema SCHEMA_ONU_FACTS = { "OnuFacts", NULL, ONU_FACTS };

static const struct field ONU[] = {
	{ "sentence", FIELD_TEXT, FIELD_MUST,
	    .help = "\"Online for 12 days, -21.4 dBm, good.\"" },
	{ "facts", FIELD_THING, FIELD_MUST, .of = &SCHEMA_ONU_FACTS },
	{ "values", FIELD_THING, FIELD_MUST,
	    .help =
		"By name: value, at, execution; for a level also level and limits; for a "
		"custom OID is_custom, unit and is_counter (its history is a rate)." },
	{ "incident", FIELD_THING, FIELD_MUST | FIELD_NULL, .of = &SCHEMA_INCIDENT_BRIEF,
	    .help = "The incident, if it is down together with others." },
	{ "tags", FIELD_TEXTS, FIELD_MUST,
	    .help = "Tags like hospital: they raise the severity of incidents." },
	{ "node", FIELD_THING, FIELD_MUST | FIELD_NULL, .of = &SCHEMA_NODE_BRIEF,
	    .help = "The node of the plant to which it is connected." },
	{ NULL },
};

const struct schema SCHEMA_ONU = { "Onu", "onus", ONU };

static const struct field ONU_REFRESH[] = {
	{ "onu", FIELD_INT, FIELD_MUST },
	{ "execution", FIELD_INT, FIELD_MUST,
	    .help = "Its progress is at executions/{id}/. When it ends, the ONU has the "
		    "new values." },
	{ NULL },
};

const struct schema SCHEMA_ONU_REFRESH = { "OnuRefresh", NULL, ONU_REFRESH };

/* ---- numbers over time ------------------------------------------------------------------ */

#define RANGE_FIELDS                                                             \
	{ "from", FIELD_TIME, 0, .help = "Default: one day before the end." },   \
	    { "to", FIELD_TIME, 0, .help = "End, not included; default: now." }, \
	{                                                                        \
		"resolution", FIELD_TEXT, 0,                                     \
		    .choices = "auto|raw|hour",                                  \
		    .help = "Default: by hour for more than two days."           \
	}

static const struct field HISTORY_ASK[] = {
	{ "metric", FIELD_TEXT, 0, 1, 72,
	    .help = "For an ONU \"onu_rx\" (default), \"olt_rx\", ... \"custom:name\"; "
		    "for a port \"port_onus\" or \"port_tx\"." },
	RANGE_FIELDS,
	{ NULL },
};

const struct schema SCHEMA_HISTORY_ASK = { "HistoryAsk", NULL, HISTORY_ASK };

static const struct field VALUE_ASK[] = { RANGE_FIELDS, { NULL } };

const struct schema SCHEMA_VALUE_ASK = { "ValueHistoryAsk", NULL, VALUE_ASK };

static const struct field CHASSIS_ASK[] = {
	{ "part", FIELD_TEXT, 0, 0, 64, .help = "Default: the whole device." },
	{ "metric", FIELD_TEXT, 0, 1, 72,
	    .help = "\"cpu\" (default), \"memory\" or \"chassis_temperature\"." },
	RANGE_FIELDS,
	{ NULL },
};

const struct schema SCHEMA_CHASSIS_ASK = { "ChassisHistoryAsk", NULL, CHASSIS_ASK };

static const struct field POINT[] = {
	{ "at", FIELD_TIME, FIELD_MUST },
	{ "value", FIELD_REAL, FIELD_MUST | FIELD_NULL,
	    .help = "The value; for an hour, its average." },
	{ "min", FIELD_REAL },
	{ "max", FIELD_REAL },
	{ "count", FIELD_INT, 0, .help = "Number of readings in the hour." },
	{ NULL },
};

static const struct schema SCHEMA_POINT = { "HistoryPoint", NULL, POINT };

static const struct field HISTORY[] = {
	{ "metric", FIELD_TEXT, FIELD_MUST, .help = "Name with unit: \"onu_rx_dbm\"." },
	{ "resolution", FIELD_TEXT, FIELD_MUST, .choices = "raw|hour" },
	{ "from", FIELD_TIME, FIELD_MUST },
	{ "to", FIELD_TIME, FIELD_MUST },
	{ "points", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_POINT },
	{ "damaged", FIELD_INT, FIELD_MUST, .help = "Number of damaged blocks." },
	{ "unit", FIELD_TEXT, 0, .help = "Unit of a custom OID." },
	{ "is_rate", FIELD_BOOL, 0,
	    .help = "The value is the rate of a counter, per second." },
	{ NULL },
};

const struct schema SCHEMA_HISTORY = { "History", NULL, HISTORY };

static const struct field NEIGHBOURS_ASK[] = {
	{ "metric", FIELD_TEXT, 0, 1, 72, .help = "Default: \"onu_rx\"." },
	{ "at", FIELD_TIME, 0, .help = "Default: now." },
	{ NULL },
};

const struct schema SCHEMA_NEIGHBOURS_ASK = { "NeighboursAsk", NULL, NEIGHBOURS_ASK };

static const struct field NEIGHBOUR[] = {
	{ "id", FIELD_INT, FIELD_MUST },
	{ "place", FIELD_TEXT, FIELD_MUST },
	{ "serial", FIELD_TEXT, FIELD_MUST },
	{ "run_state", FIELD_TEXT, FIELD_MUST | FIELD_NULL },
	{ "cause", FIELD_TEXT, FIELD_MUST | FIELD_NULL,
	    .help = "Cause, if it is offline." },
	{ "value", FIELD_REAL, FIELD_MUST | FIELD_NULL },
	{ "level", FIELD_TEXT, 0, .choices = "good|warn|bad" },
	{ "is_self", FIELD_BOOL, FIELD_MUST },
	{ NULL },
};

static const struct schema SCHEMA_NEIGHBOUR = { "Neighbour", NULL, NEIGHBOUR };

static const struct field NEIGHBOURS[] = {
	{ "metric", FIELD_TEXT, FIELD_MUST },
	{ "at", FIELD_TIME, FIELD_MUST },
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_NEIGHBOUR },
	{ NULL },
};

const struct schema SCHEMA_NEIGHBOURS = { "Neighbours", NULL, NEIGHBOURS };

static const struct field SIBLINGS_POINT[] = {
	{ "at", FIELD_TIME, FIELD_MUST },
	{ "low", FIELD_REAL, FIELD_MUST },
	{ "median", FIELD_REAL, FIELD_MUST },
	{ "high", FIELD_REAL, FIELD_MUST },
	{ "count", FIELD_INT, FIELD_MUST, .help = "Number of ONUs with a reading." },
	{ NULL },
};

static const struct schema SCHEMA_SIBLINGS_POINT = { "SiblingsPoint", NULL,
	SIBLINGS_POINT };

static const struct field SIBLINGS[] = {
	{ "metric", FIELD_TEXT, FIELD_MUST, .help = "Name with unit: \"onu_rx_dbm\"." },
	{ "resolution", FIELD_TEXT, FIELD_MUST, .choices = "raw|hour" },
	{ "from", FIELD_TIME, FIELD_MUST },
	{ "to", FIELD_TIME, FIELD_MUST },
	{ "points", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_SIBLINGS_POINT,
	    .help = "At most 100 points for any range." },
	{ NULL },
};

const struct schema SCHEMA_SIBLINGS = { "Siblings", NULL, SIBLINGS };

/* ---- how it was ---------------------------------------------------------------------------- */

static const struct field TIMELINE_ASK[] = {
	{ "from", FIELD_TIME, 0, .help = "Default: one day before the end." },
	{ "to", FIELD_TIME, 0, .help = "End, not included; default: now." },
	{ NULL },
};

const struct schema SCHEMA_TIMELINE_ASK = { "TimelineAsk", NULL, TIMELINE_ASK };

static const struct field STRETCH[] = {
	{ "from", FIELD_TIME, FIELD_MUST },
	{ "to", FIELD_TIME, FIELD_MUST },
	{ "state", FIELD_TEXT, FIELD_MUST,
	    .help =
		"\"online\", \"los\", ...; \"absent\"; \"unknown\": it was not read." },
	{ "cause", FIELD_TEXT, FIELD_MUST | FIELD_NULL,
	    .help = "Cause, if it was not online and the device reports it." },
	{ NULL },
};

static const struct schema SCHEMA_STRETCH = { "TimelineStretch", NULL, STRETCH };

static const struct field OUTAGE[] = {
	{ "since", FIELD_TIME, FIELD_MUST },
	{ "until", FIELD_TIME, FIELD_MUST | FIELD_NULL,
	    .help = "Null: it is still down." },
	{ "duration_ms", FIELD_INT, FIELD_MUST,
	    .help = "Until now, if it is still down." },
	{ "state", FIELD_TEXT, FIELD_MUST },
	{ "cause", FIELD_TEXT, FIELD_MUST | FIELD_NULL },
	{ NULL },
};

static const struct schema SCHEMA_OUTAGE = { "TimelineOutage", NULL, OUTAGE };

static const struct field TIMELINE[] = {
	{ "from", FIELD_TIME, FIELD_MUST,
	    .help = "Later than requested if there are too many changes." },
	{ "to", FIELD_TIME, FIELD_MUST },
	{ "stretches", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_STRETCH,
	    .help = "Ascending, without gaps." },
	{ "outages", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_OUTAGE,
	    .help = "Each time it was down, newest first." },
	{ "observed_ms", FIELD_INT, FIELD_MUST,
	    .help = "Time in which it was present and its state was known." },
	{ "online_ms", FIELD_INT, FIELD_MUST,
	    .help = "Part of observed_ms in which it was online." },
	{ "availability_pct", FIELD_REAL, FIELD_MUST | FIELD_NULL,
	    .help = "Percentage of observed_ms; null: it was not read." },
	{ NULL },
};

const struct schema SCHEMA_TIMELINE = { "Timeline", NULL, TIMELINE };

/* ---- how an OLT performs --------------------------------------------------------------------- */

static const struct field PERFORMANCE_ASK[] = {
	{ "from", FIELD_TIME, 0, .help = "Default: one week before the end." },
	{ "to", FIELD_TIME, 0, .help = "End, not included; default: now." },
	{ NULL },
};

const struct schema SCHEMA_PERFORMANCE_ASK = { "PerformanceAsk", NULL, PERFORMANCE_ASK };

static const struct field PERFORMANCE_POINT[] = {
	{ "at", FIELD_TIME, FIELD_MUST, .help = "Start of the hour or day." },
	{ "runs", FIELD_INT, FIELD_MUST, .help = "Runs that were not interrupted." },
	{ "succeeded", FIELD_INT, FIELD_MUST },
	{ "partial", FIELD_INT, FIELD_MUST },
	{ "failed", FIELD_INT, FIELD_MUST },
	{ "interrupted", FIELD_INT, FIELD_MUST },
	{ "success_pct", FIELD_REAL, FIELD_MUST | FIELD_NULL },
	{ "duration_ms", FIELD_REAL, FIELD_MUST | FIELD_NULL, .help = "Average." },
	{ "duration_max_ms", FIELD_INT, FIELD_MUST },
	{ "late_ms", FIELD_REAL, FIELD_MUST | FIELD_NULL, .help = "Average." },
	{ "late_max_ms", FIELD_INT, FIELD_MUST },
	{ "requests", FIELD_INT, FIELD_MUST },
	{ "retransmits", FIELD_INT, FIELD_MUST },
	{ "timeouts", FIELD_INT, FIELD_MUST },
	{ "round_trip_ms", FIELD_REAL, FIELD_MUST | FIELD_NULL, .help = "Average." },
	{ "round_trip_max_ms", FIELD_REAL, FIELD_MUST | FIELD_NULL },
	{ NULL },
};

static const struct schema SCHEMA_PERFORMANCE_POINT = { "PerformancePoint", NULL,
	PERFORMANCE_POINT };

static const struct field PERFORMANCE_POINTS[] = {
	{ "from", FIELD_TIME, FIELD_MUST },
	{ "to", FIELD_TIME, FIELD_MUST },
	{ "resolution", FIELD_TEXT, FIELD_MUST, .choices = "hour|day" },
	{ "points", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_PERFORMANCE_POINT,
	    .help = "Hours or days with at least one run, ascending." },
	{ NULL },
};

const struct schema SCHEMA_PERFORMANCE_POINTS = { "PerformancePoints", NULL,
	PERFORMANCE_POINTS };

/* ---- settings ------------------------------------------------------------------------------ */

static const struct field SETTING[] = {
	{ "id", FIELD_INT, FIELD_MUST },
	{ "key", FIELD_TEXT, FIELD_MUST },
	{ "type", FIELD_TEXT, FIELD_MUST,
	    .choices = "number|truth|time|size|text|choice|list|secret",
	    .help = "Type of value, default and in_use: a number, or for all other types "
		    "a text (yes, 5m, 64k)." },
	{ "value", FIELD_SCALAR, FIELD_MUST,
	    .help = "The value of an option, the environment or the file; if there is "
		    "none, the stored value; otherwise the default." },
	{ "default", FIELD_SCALAR, FIELD_MUST },
	{ "in_use", FIELD_SCALAR, FIELD_MUST,
	    .help = "The value that the program uses now." },
	{ "is_changed", FIELD_BOOL, FIELD_MUST },
	{ "applies", FIELD_TEXT, FIELD_MUST, .choices = "now|restart",
	    .help = "When a change takes effect: at once, or after a restart." },
	{ "waits_for_restart", FIELD_BOOL, FIELD_MUST,
	    .help =
		"The setting was changed, and the program still uses the old value." },
	{ "source", FIELD_TEXT, FIELD_MUST,
	    .choices = "default|stored|file|environment|option",
	    .help = "Where the value comes from." },
	{ "origin", FIELD_TEXT, FIELD_MUST,
	    .help = "The line of the file, the variable or the option; empty for "
		    "others." },
	{ "is_editable", FIELD_BOOL, FIELD_MUST,
	    .help = "It can be changed here: it can be stored, and no option, "
		    "environment variable or file overrides it." },
	{ "choices", FIELD_TEXTS, FIELD_MUST,
	    .help = "Possible values, for the type choice." },
	{ "min", FIELD_REAL, FIELD_MUST | FIELD_NULL,
	    .help = "For times in milliseconds, for sizes in bytes." },
	{ "max", FIELD_REAL, FIELD_MUST | FIELD_NULL },
	{ "unit", FIELD_TEXT, FIELD_MUST },
	{ "help", FIELD_TEXT, FIELD_MUST },
	{ "note", FIELD_TEXT, FIELD_MUST,
	    .help = "\"in use: 4, stored: 8, after a restart\", or where the value comes "
		    "from; empty if there is nothing to explain." },
	{ NULL },
};

const struct schema SCHEMA_SETTING = { "Setting", NULL, SETTING };

static const struct field SETTING_CHANGE[] = {
	{ "value", FIELD_SCALAR, FIELD_MUST,
	    .help = "A number, or a text like 5m, 64k, yes." },
	{ NULL },
};

const struct schema SCHEMA_SETTING_CHANGE = { "SettingChange", NULL, SETTING_CHANGE };
