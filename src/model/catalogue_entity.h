/* SPDX-License-Identifier: Apache-2.0
 *
 * model/catalogue_entity.h - brands, models, OIDs, index formulas and state labels as
 * users see and change them, and the table of each (model/entity.h).
 *
 * An included row that is changed is marked as edited, and later versions do not
 * overwrite it (store/catalogue/catalogue.h). An included row that is deleted is kept and
 * marked as deleted, so that later versions do not add it again. Later versions do not
 * change rows that users created.
 *
 * Plain values; text is borrowed, and NULL is "".
 */
#ifndef FACHO_MODEL_CATALOGUE_ENTITY_H
#define FACHO_MODEL_CATALOGUE_ENTITY_H

#include <stdbool.h>
#include <stdint.h>

#include "model/entity.h"
#include "model/ids.h"

struct oid_id {
	int64_t v;
};

struct formula_id {
	int64_t v;
};

struct label_id {
	int64_t v;
};

struct stored_brand {
	struct brand_id id;
	const char *name;
	const char *description;
	bool is_builtin, is_edited;
};

struct stored_model {
	struct model_id id;
	struct brand_id brand; /* permanent: a model cannot move to another brand */
	const char *name;
	const char *profile; /* the profile */
	const char *technology; /* "gpon,epon" */
	int64_t slots, ports, onus_per_port; /* 0: unknown */
	const char *notes;
	bool is_builtin, is_edited;
};

/* Converts a raw SNMP index to frame/slot/port/ONU and back. */
struct stored_formula {
	struct formula_id id;
	struct brand_id brand; /* 0: generic */
	struct model_id model; /* 0: any model of the brand */
	const char *profile; /* of included rows; "" otherwise */
	const char *name; /* OIDs refer to it by this name */
	const char *definition; /* a JSON object, as in a profile */
	bool is_builtin, is_edited;
};

struct stored_oid {
	struct oid_id id;
	struct brand_id brand; /* 0: generic */
	struct model_id model; /* 0: any model of the brand */
	const char *profile, *table; /* of included rows; "" otherwise */
	const char *name;
	const char *oid; /* numeric */
	const char *purpose; /* model/purpose.h, or "custom:name" */
	const char *formula; /* the name of a formula */
	const char *transform; /* a JSON object, as in a profile */
	const char *unit;
	const char *invalid; /* a JSON list of raw values that mean "no reading" */
	bool keep_previous;
	bool is_slow;
	bool enabled;
	bool in_metrics; /* its values are part of /metrics */
	bool is_builtin, is_edited;
};

/* The label and the meaning of a raw value of a device. */
struct stored_label {
	struct label_id id;
	struct brand_id brand; /* 0: generic */
	const char *profile; /* of included rows; "" otherwise */
	const char *column; /* "onu.run_state" of a profile; "": any */
	const char *purpose; /* "run_state", like the purpose of an OID */
	const char *raw; /* the number or the text that the device sends */
	const char *label;
	const char *meaning; /* "online" (model/value.h); "": there is only the label */
	bool is_builtin, is_edited;
};

extern const struct entity_type BRAND_ENTITY, MODEL_ENTITY, FORMULA_ENTITY, OID_ENTITY,
    STATE_ENTITY;

#endif
