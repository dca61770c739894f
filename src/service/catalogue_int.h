/* SPDX-License-Identifier: Apache-2.0
 *
 * service/catalogue_int.h - the kinds of rows of the catalogue: brands, models, OIDs, index
 * formulas and state labels are entered, changed, deleted and copied alike.
 */
#ifndef FACHO_SERVICE_CATALOGUE_INT_H
#define FACHO_SERVICE_CATALOGUE_INT_H

#include "model/catalogue_entity.h"
#include "service/entity_int.h"
#include "service/service_int.h"

/* A row of any kind, as the store has it. */
struct catalogue_row {
	union {
		struct stored_brand brand;
		struct stored_model model;
		struct stored_oid oid;
		struct stored_formula formula;
		struct stored_label label;
	};
};

struct kind {
	const struct entity_type *type;
	struct find_place place;
	const struct entity *entity;
	const struct field_rule *rules;
};

extern const struct kind KIND_BRAND, KIND_MODEL, KIND_OID, KIND_FORMULA, KIND_STATE;

/* In an order in which each finds those it refers to; NULL behind the last. */
const struct kind *kind_at(size_t i);

/* The argument purpose, for a row of either. */
void take_purpose(struct ask *a, const char **purpose);

#endif
