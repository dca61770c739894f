/* SPDX-License-Identifier: Apache-2.0
 *
 * ONUs, numbers over time, and settings.
 */
#include "api/schemas.h"

/* ---- ONUs ------------------------------------------------------------------------------ */

static const struct field ONU_FIND[] = {
	{ "text", FIELD_TEXT, FIELD_MUST, 0, 128,
	    .help = "Whole or part: serial, MAC, subscriber, description, position." },
	{ "limit", FIELD_INT, 0, 1, 200, .help = "20 unless said." },
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
	{ "is_present", FIELD_TRUTH, FIELD_MUST },
	{ "is_silent", FIELD_TRUTH, FIELD_MUST,
	    .help = "Its OLT is disabled or suspended: the states are old." },
	{ "run_state", FIELD_TEXT, FIELD_MUST },
	{ "cause_state", FIELD_TEXT, FIELD_MUST },
	{ "match", FIELD_TEXT, FIELD_MUST, .choices = "whole|beginning|part" },
	{ NULL },
};

static const struct schema SCHEMA_ONU_HIT = { "OnuHit", NULL, ONU_HIT };

static const struct field ONU_HITS[] = {
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_ONU_HIT,
	    .help = "Best first." },
	{ "has_more", FIELD_TRUTH, FIELD_MUST },
	{ NULL },
};

const struct schema SCHEMA_ONU_HITS = { "OnuHits", NULL, ONU_HITS };

static const struct field ONU_FACTS[] = {
	{ "presence", FIELD_THING, FIELD_MUST,
	    .help = "is_present, first_seen_at, last_seen_at, words." },
	{ "admin", FIELD_THING, FIELD_MUST, .help = "state, label, words." },
	{ "run", FIELD_THING, FIELD_MUST,
	    .help = "state, label, cause, cause_label, since, words." },
	{ NULL },
};

static const struct schema SCHEMA_ONU_FACTS = { "OnuFacts", NULL, ONU_FACTS };

static const struct field ONU[] = {
	{ "sentence", FIELD_TEXT, FIELD_MUST,
	    .help = "\"Online for 12 days, -21.4 dBm, good.\"" },
	{ "facts", FIELD_THING, FIELD_MUST, .of = &SCHEMA_ONU_FACTS },
	{ "values", FIELD_THING, FIELD_MUST,
	    .help = "By name: value, at, execution; of a level also level and limits." },
	{ NULL },
};

const struct schema SCHEMA_ONU = { "Onu", "onus", ONU };

static const struct field ONU_REFRESH[] = {
	{ "onu", FIELD_INT, FIELD_MUST },
	{ "execution", FIELD_INT, FIELD_MUST,
	    .help = "Follow it at executions/{id}/: the values are in the ONU when it "
		    "has ended." },
	{ NULL },
};

const struct schema SCHEMA_ONU_REFRESH = { "OnuRefresh", NULL, ONU_REFRESH };

/* ---- numbers over time ------------------------------------------------------------------ */

#define RANGE_FIELDS                                                              \
	{ "from", FIELD_MOMENT, 0, .help = "A day before the end unless said." }, \
	    { "to", FIELD_MOMENT, 0, .help = "Not included; now unless said." },  \
	{                                                                         \
		"resolution", FIELD_TEXT, 0,                                      \
		    .choices = "auto|raw|hour",                                   \
		    .help = "Beyond two days by the hour, unless said."           \
	}

static const struct field HISTORY_ASK[] = {
	{ "metric", FIELD_TEXT, 0, 1, 72,
	    .help =
		"Of an ONU \"onu_rx\" unless said, \"olt_rx\", ... \"custom:name\"; of "
		"a port \"port_onus\" or \"port_tx\"." },
	RANGE_FIELDS,
	{ NULL },
};

const struct schema SCHEMA_HISTORY_ASK = { "HistoryAsk", NULL, HISTORY_ASK };

static const struct field CHASSIS_ASK[] = {
	{ "part", FIELD_TEXT, 0, 0, 64, .help = "The device as a whole unless said." },
	{ "metric", FIELD_TEXT, 0, 1, 72,
	    .help = "\"cpu\" unless said, \"memory\", \"chassis_temperature\"." },
	RANGE_FIELDS,
	{ NULL },
};

const struct schema SCHEMA_CHASSIS_ASK = { "ChassisHistoryAsk", NULL, CHASSIS_ASK };

static const struct field POINT[] = {
	{ "at", FIELD_MOMENT, FIELD_MUST },
	{ "value", FIELD_REAL, FIELD_MUST | FIELD_NULL,
	    .help = "Of an hour, its average." },
	{ "min", FIELD_REAL },
	{ "max", FIELD_REAL },
	{ "count", FIELD_INT, 0, .help = "Readings in the hour." },
	{ NULL },
};

static const struct schema SCHEMA_POINT = { "HistoryPoint", NULL, POINT };

static const struct field HISTORY[] = {
	{ "metric", FIELD_TEXT, FIELD_MUST, .help = "With its unit: \"onu_rx_dbm\"." },
	{ "resolution", FIELD_TEXT, FIELD_MUST, .choices = "raw|hour" },
	{ "from", FIELD_MOMENT, FIELD_MUST },
	{ "to", FIELD_MOMENT, FIELD_MUST },
	{ "points", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_POINT },
	{ "damaged", FIELD_INT, FIELD_MUST, .help = "Blocks that could not be read." },
	{ NULL },
};

const struct schema SCHEMA_HISTORY = { "History", NULL, HISTORY };

static const struct field NEIGHBOURS_ASK[] = {
	{ "metric", FIELD_TEXT, 0, 1, 72, .help = "\"onu_rx\" unless said." },
	{ "at", FIELD_MOMENT, 0, .help = "Now unless said." },
	{ NULL },
};

const struct schema SCHEMA_NEIGHBOURS_ASK = { "NeighboursAsk", NULL, NEIGHBOURS_ASK };

static const struct field NEIGHBOUR[] = {
	{ "id", FIELD_INT, FIELD_MUST },
	{ "place", FIELD_TEXT, FIELD_MUST },
	{ "serial", FIELD_TEXT, FIELD_MUST },
	{ "run_state", FIELD_TEXT, FIELD_NULL },
	{ "value", FIELD_REAL, FIELD_MUST | FIELD_NULL },
	{ "level", FIELD_TEXT, 0, .choices = "good|warn|bad" },
	{ "is_self", FIELD_TRUTH, FIELD_MUST },
	{ NULL },
};

static const struct schema SCHEMA_NEIGHBOUR = { "Neighbour", NULL, NEIGHBOUR };

static const struct field NEIGHBOURS[] = {
	{ "metric", FIELD_TEXT, FIELD_MUST },
	{ "at", FIELD_MOMENT, FIELD_MUST },
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_NEIGHBOUR },
	{ NULL },
};

const struct schema SCHEMA_NEIGHBOURS = { "Neighbours", NULL, NEIGHBOURS };

static const struct field SIBLINGS_POINT[] = {
	{ "at", FIELD_MOMENT, FIELD_MUST },
	{ "low", FIELD_REAL, FIELD_MUST },
	{ "median", FIELD_REAL, FIELD_MUST },
	{ "high", FIELD_REAL, FIELD_MUST },
	{ "count", FIELD_INT, FIELD_MUST, .help = "ONUs with a reading." },
	{ NULL },
};

static const struct schema SCHEMA_SIBLINGS_POINT = { "SiblingsPoint", NULL,
	SIBLINGS_POINT };

static const struct field SIBLINGS[] = {
	{ "metric", FIELD_TEXT, FIELD_MUST, .help = "With its unit: \"onu_rx_dbm\"." },
	{ "resolution", FIELD_TEXT, FIELD_MUST, .choices = "raw|hour" },
	{ "from", FIELD_MOMENT, FIELD_MUST },
	{ "to", FIELD_MOMENT, FIELD_MUST },
	{ "points", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_SIBLINGS_POINT,
	    .help = "At most a hundred, whatever the range." },
	{ NULL },
};

const struct schema SCHEMA_SIBLINGS = { "Siblings", NULL, SIBLINGS };

/* ---- settings ------------------------------------------------------------------------------ */

static const struct field SETTING[] = {
	{ "id", FIELD_INT, FIELD_MUST },
	{ "key", FIELD_TEXT, FIELD_MUST },
	{ "value", FIELD_REAL, FIELD_MUST },
	{ "default", FIELD_REAL, FIELD_MUST },
	{ "is_changed", FIELD_TRUTH, FIELD_MUST },
	{ "min", FIELD_REAL, FIELD_MUST },
	{ "max", FIELD_REAL, FIELD_MUST },
	{ "unit", FIELD_TEXT, FIELD_MUST },
	{ "help", FIELD_TEXT, FIELD_MUST },
	{ NULL },
};

const struct schema SCHEMA_SETTING = { "Setting", NULL, SETTING };

static const struct field SETTING_CHANGE[] = {
	{ "value", FIELD_REAL, FIELD_MUST },
	{ NULL },
};

const struct schema SCHEMA_SETTING_CHANGE = { "SettingChange", NULL, SETTING_CHANGE };
