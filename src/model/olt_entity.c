/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of OLTs (model/entity.h).
 */
#include "model/entity.h"
#include "model/olt.h"
#include "model/text.h"
#include "model/v3.h"

#define AT(member) offsetof(struct olt, member)

/* Overrides of the settings per operation. */
#define OVERRIDE(name, low, high, words)                                             \
	{                                                                            \
#name, NULL, ENTITY_INT, ENTITY_NULL, AT(overrides.name), low, high, \
		    .none = -1, .help = words                                        \
	}

/* Set by the program. */
#define MOMENT(name)                                               \
	{                                                          \
#name, NULL, ENTITY_INT, ENTITY_COMPUTED, AT(name) \
	}
#define WORDS(name)                                                 \
	{                                                           \
#name, NULL, ENTITY_TEXT, ENTITY_COMPUTED, AT(name) \
	}

static const struct entity_field FIELDS[] = {
	{ "name", NULL, ENTITY_NAME, ENTITY_MUST | ENTITY_KEY, AT(name), 1, TEXT_NAME_MAX,
	    .help = "Unique." },
	{ "address", NULL, ENTITY_NAME, ENTITY_MUST, AT(address), 1, TEXT_ADDRESS_MAX,
	    .help = "IPv4, IPv6 or a host name." },
	{ "port", NULL, ENTITY_INT32, 0, AT(port), 1, 65535, "161",
	    .help = "Default: 161." },
	{ "brand", "brand_id", ENTITY_BRAND, 0, AT(brand), .help = "Number or name." },
	{ "model", "model_id", ENTITY_MODEL, ENTITY_NULL, AT(model),
	    .help = "A model of the brand: number or name." },
	{ "profile", NULL, ENTITY_NAME, ENTITY_NULL, AT(profile), 0, TEXT_NAME_MAX,
	    .help = "The vendor profile; detected if it is not given." },
	{ "version", "snmp_version", ENTITY_CHOICE, 0, AT(version), .fallback = "2c",
	    .choices = OLT_VERSION_CHOICES, .help = "SNMP version; default: 2c." },
	{ "community", NULL, ENTITY_SECRET, 0, 0, 0, TEXT_SECRET_MAX,
	    .help = "For SNMP versions 1 and 2c." },
	{ "has_community", "community", ENTITY_PRESENT, ENTITY_COMPUTED,
	    AT(has_community) },
	{ "has_auth_key", "v3_auth_key", ENTITY_PRESENT, ENTITY_COMPUTED,
	    AT(has_auth_key) },
	{ "has_priv_key", "v3_priv_key", ENTITY_PRESENT, ENTITY_COMPUTED,
	    AT(has_priv_key) },
	{ "v3_user", NULL, ENTITY_TEXT, ENTITY_NULL, AT(v3_user), 0, TEXT_V3_NAME_MAX },
	{ "v3_context", NULL, ENTITY_TEXT, ENTITY_NULL, AT(v3_context), 0,
	    TEXT_V3_NAME_MAX },
	{ "v3_auth", NULL, ENTITY_TEXT, ENTITY_NULL, AT(v3_auth),
	    .choices = V3_AUTH_CHOICES },
	{ "v3_priv", NULL, ENTITY_TEXT, ENTITY_NULL, AT(v3_priv),
	    .choices = V3_PRIV_CHOICES },
	{ "auth_pass", NULL, ENTITY_SECRET, 0, 0, 0, TEXT_SECRET_MAX },
	{ "priv_pass", NULL, ENTITY_SECRET, 0, 0, 0, TEXT_SECRET_MAX },
	{ "description", NULL, ENTITY_TEXT, ENTITY_NULL, AT(description), 0,
	    TEXT_WORDS_MAX },
	{ "site", NULL, ENTITY_NAME, ENTITY_NULL, AT(site), 0, TEXT_WORDS_MAX },
	{ "enabled", NULL, ENTITY_BOOL, 0, AT(enabled), .fallback = "true",
	    .help = "Default: true." },
	OVERRIDE(timeout_ms, 100, 60000, "How long to wait for an answer."),
	OVERRIDE(
	    retries, 0, 10, "How many times a request without an answer is sent again."),
	OVERRIDE(repetitions, 1, 1000, "Maximum number of rows of one GETBULK."),
	OVERRIDE(in_flight, 1, 64, "Maximum number of requests at the same time."),
	{ "batch", NULL, ENTITY_TEXT, ENTITY_NULL | ENTITY_UNSET, AT(overrides.batch), 0,
	    TEXT_BATCH_MAX,
	    .help =
		"ONUs in one GET, and in the smaller ones after a failure: 200,50,1." },
	{ "latitude", NULL, ENTITY_REAL, ENTITY_NULL, AT(latitude), -90, 90 },
	{ "longitude", NULL, ENTITY_REAL, ENTITY_NULL, AT(longitude), -180, 180 },
	MOMENT(created_ms),
	MOMENT(updated_ms),
	MOMENT(deleted_ms),
	WORDS(deleted_by),
	WORDS(deleted_why),
	MOMENT(failures),
	MOMENT(suspended_ms),
	WORDS(suspended_why),
	MOMENT(not_answering_ms),
	MOMENT(up_since_ms),
	MOMENT(last_walk_ms),
	MOMENT(last_answer_ms),
};

const struct entity_type OLT_ENTITY = { "olt", "olts", sizeof(struct olt), "name", false,
	"deleted_ms, deleted_by, deleted_why, created_ms, updated_ms", FIELDS,
	sizeof(FIELDS) / sizeof(FIELDS[0]) };
