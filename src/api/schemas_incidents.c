/* SPDX-License-Identifier: Apache-2.0
 *
 * Incidents.
 */
#include "api/schemas_int.h"
#include "model/plant.h"
#include "model/text.h"

const struct schema SCHEMA_INCIDENT = { "Incident", "incidents", NULL };
const struct schema SCHEMA_INCIDENT_LOG = { "IncidentLog", "incident_log", NULL };
const struct schema SCHEMA_INCIDENT_EVIDENCE = { "IncidentEvidence", "incident_evidence",
	NULL };

static const struct field BRIEF[] = {
	{ "id", FIELD_INT, FIELD_MUST },
	{ "since_at", FIELD_TIME, FIELD_MUST },
	{ "cause_class", FIELD_TEXT, FIELD_MUST },
	{ "sentence_en", FIELD_TEXT, FIELD_MUST },
	{ "sentence_es", FIELD_TEXT, FIELD_MUST },
	{ NULL },
};

const struct schema SCHEMA_INCIDENT_BRIEF = { "IncidentBrief", NULL, BRIEF };

static const struct field MEMBER[] = {
	{ "onu_id", FIELD_INT, FIELD_MUST },
	{ "olt", FIELD_INT, FIELD_MUST },
	{ "olt_name", FIELD_TEXT, FIELD_MUST },
	{ "serial", FIELD_TEXT, FIELD_MUST },
	{ "description", FIELD_TEXT, FIELD_MUST },
	{ "place", FIELD_TEXT, FIELD_MUST },
	{ "down_at", FIELD_TIME, FIELD_MUST | FIELD_NULL },
	{ "up_at", FIELD_TIME, FIELD_MUST | FIELD_NULL,
	    .help = "Null: it is still down." },
	{ "evidence", FIELD_TEXT, FIELD_MUST,
	    .help = "Cause of this ONU: power, los_onu, ..." },
	{ "is_exact", FIELD_BOOL, FIELD_MUST,
	    .help = "down_at is the time given by the device." },
	{ "distance_m", FIELD_INT, FIELD_MUST | FIELD_NULL,
	    .help = "Last known distance." },
	{ NULL },
};

static const struct schema SCHEMA_INCIDENT_MEMBER = { "IncidentMember", NULL, MEMBER };

static const struct field MEMBERS[] = {
	{ "count", FIELD_INT, FIELD_MUST, .help = "Number of ONUs on all pages." },
	{ "page", FIELD_INT, FIELD_MUST },
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_INCIDENT_MEMBER },
	{ NULL },
};

const struct schema SCHEMA_INCIDENT_MEMBERS = { "IncidentMembers", NULL, MEMBERS };

static const struct field MEMBERS_ASK[] = {
	{ "page", FIELD_INT, 0, 1, INT32_MAX },
	{ "page_size", FIELD_INT, 0, 1, 1000, .help = "Rows of a page; default: 100." },
	{ NULL },
};

const struct schema SCHEMA_INCIDENT_MEMBERS_ASK = { "IncidentMembersAsk", NULL,
	MEMBERS_ASK };

static const struct field FOUND[] = {
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_INCIDENT,
	    .help = "Newest first." },
	{ NULL },
};

const struct schema SCHEMA_INCIDENTS_FOUND = { "IncidentsFound", NULL, FOUND };

static const struct field ACK[] = {
	{ "for", FIELD_DURATION, 0, .help = "Default and maximum: four hours." },
	{ NULL },
};

const struct schema SCHEMA_INCIDENT_ACK = { "IncidentAck", NULL, ACK };

static const struct field ASSIGN[] = {
	{ "owner", FIELD_TEXT, FIELD_MUST, 0, TEXT_USER_WORDS_MAX,
	    .help = "\"\": nobody." },
	{ NULL },
};

const struct schema SCHEMA_INCIDENT_ASSIGN = { "IncidentAssign", NULL, ASSIGN };

static const struct field NOTE[] = {
	{ "note", FIELD_TEXT, FIELD_MUST, 0, 2000 },
	{ NULL },
};

const struct schema SCHEMA_INCIDENT_NOTE = { "IncidentNote", NULL, NOTE };

static const struct field CLOSE[] = {
	{ "reason", FIELD_TEXT, FIELD_MUST, 1, 2000 },
	{ "false_alarm", FIELD_BOOL, 0,
	    .help = "It was a false alarm: there was no problem." },
	{ NULL },
};

const struct schema SCHEMA_INCIDENT_CLOSE = { "IncidentClose", NULL, CLOSE };

static const struct field SILENCE[] = {
	{ "for", FIELD_DURATION, 0, .help = "Default: one hour." },
	{ "until", FIELD_TEXT, 0, .choices = "tomorrow|end",
	    .help = "Instead of for: until tomorrow at 08:00, or until it ends." },
	{ "why", FIELD_TEXT, 0, 0, TEXT_WORDS_MAX },
	{ NULL },
};

const struct schema SCHEMA_INCIDENT_SILENCE = { "IncidentSilence", NULL, SILENCE };

static const struct field REAL_CAUSE[] = {
	{ "real_cause", FIELD_TEXT, FIELD_MUST, 0, 2000 },
	{ "false_alarm", FIELD_BOOL, 0,
	    .help = "It was a false alarm: there was no problem." },
	{ NULL },
};

const struct schema SCHEMA_INCIDENT_REAL_CAUSE = { "IncidentRealCause", NULL,
	REAL_CAUSE };

/* ---- the plant ------------------------------------------------------------------------- */

static const struct field NODE[] = {
	{ "tags", FIELD_TEXTS, 0,
	    .help = "Only in the answer for one node, not in lists." },
	{ NULL },
};

const struct schema SCHEMA_PLANT_NODE = { "PlantNode", "plant_nodes", NODE };

static const struct field NODE_BRIEF[] = {
	{ "id", FIELD_INT, FIELD_MUST },
	{ "name", FIELD_TEXT, FIELD_MUST },
	{ "code", FIELD_TEXT, FIELD_MUST },
	{ "kind", FIELD_TEXT, FIELD_MUST },
	{ "is_learnt", FIELD_BOOL, FIELD_MUST },
	{ NULL },
};

const struct schema SCHEMA_NODE_BRIEF = { "PlantNodeBrief", NULL, NODE_BRIEF };

static const struct field ONU_NODE[] = {
	{ "node", FIELD_REF, FIELD_MUST | FIELD_NULL,
	    .help = "Code or number of the node; null: not known." },
	{ NULL },
};

const struct schema SCHEMA_ONU_NODE = { "OnuNode", NULL, ONU_NODE };

static const struct field ONU_HUNG[] = {
	{ "id", FIELD_INT, FIELD_MUST },
	{ "node", FIELD_THING, FIELD_MUST | FIELD_NULL, .of = &SCHEMA_NODE_BRIEF },
	{ NULL },
};

const struct schema SCHEMA_ONU_HUNG = { "OnuHung", NULL, ONU_HUNG };

static const struct field NODE_ADD[] = {
	{ "parent", FIELD_REF, FIELD_NULL,
	    .help = "The node above it, by code or number." },
	{ "olt", FIELD_REF, FIELD_NULL, .help = "The OLT to which it is connected." },
	{ "onus", FIELD_REFS, 0, 0, 1024,
	    .help = "The ONUs connected to it, by serial or number." },
	{ NULL },
};

const struct schema SCHEMA_PLANT_NODE_ADD = { "PlantNodeAdd", NULL, NODE_ADD,
	.entity = &PLANT_NODE_ENTITY,
	.only = "kind|name|code|place|latitude|longitude|distance_m" };

static const struct field IMPORT[] = {
	{ "nodes", FIELD_THINGS, 0, 0, 10000,
	    .help =
		"The nodes, with the fields for adding one and tags; parents by code." },
	{ "csv", FIELD_TEXT, 0, 1, 1000000,
	    .help = "Or a CSV file as text, with a heading: kind, code, name, parent, "
		    "olt, place, distance_m, latitude, longitude, onus, tags; or tipo, "
		    "código, nombre and so on. An empty cell changes nothing." },
	{ NULL },
};

const struct schema SCHEMA_PLANT_IMPORT = { "PlantImport", NULL, IMPORT };

static const struct field IMPORT_REFUSED[] = {
	{ "row", FIELD_INT, FIELD_MUST,
	    .help = "Number in the list, from 1; for a file: the line." },
	{ "field", FIELD_TEXT, FIELD_MUST | FIELD_NULL },
	{ "why", FIELD_TEXT, FIELD_MUST },
	{ NULL },
};

static const struct schema SCHEMA_IMPORT_REFUSED = { "PlantImportRefused", NULL,
	IMPORT_REFUSED };

static const struct field IMPORTED[] = {
	{ "added", FIELD_INT, FIELD_MUST },
	{ "changed", FIELD_INT, FIELD_MUST },
	{ "refused", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_IMPORT_REFUSED },
	{ "unused", FIELD_TEXTS, FIELD_MUST,
	    .help = "Columns of the file that are not used." },
	{ NULL },
};

const struct schema SCHEMA_PLANT_IMPORTED = { "PlantImported", NULL, IMPORTED };

static const struct field TAGS[] = {
	{ "tags", FIELD_TEXTS, FIELD_MUST, 0, 16 },
	{ NULL },
};

const struct schema SCHEMA_TAGS = { "Tags", NULL, TAGS };

static const struct field TAGGED[] = {
	{ "id", FIELD_INT, FIELD_MUST },
	{ "tags", FIELD_TEXTS, FIELD_MUST },
	{ NULL },
};

const struct schema SCHEMA_TAGGED = { "Tagged", NULL, TAGGED };
