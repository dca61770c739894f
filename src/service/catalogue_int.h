/* SPDX-License-Identifier: Apache-2.0
 *
 * service/catalogue_int.h - the kinds of rows of the catalogue: brands, models, OIDs, index
 * formulas and state labels are entered, changed, deleted and copied alike.
 */
#ifndef FACHO_SERVICE_CATALOGUE_INT_H
#define FACHO_SERVICE_CATALOGUE_INT_H

#include "model/text.h"
#include "service/service_int.h"
#include "store/catalogue/brand.h"
#include "store/catalogue/formula.h"
#include "store/catalogue/label.h"
#include "store/catalogue/oid.h"

enum { CATALOGUE_NAME = TEXT_NAME_MAX, CATALOGUE_TEXT = TEXT_CATALOGUE_MAX };

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
	const char *noun; /* of its operations: "oid" in "oid.add" */
	struct find_place place;
	const char *key; /* the field in which a copy differs */
	/* What is exported of it, of its list; "brand_name=brand" is called brand then. */
	const char *fields;
	/* By which of those an imported row is the same as one that is here. */
	const char *same_by;
	const struct entity *entity;

	/* A new one, as it is when nothing is said. */
	struct catalogue_row (*fresh)(void);
	enum rc (*load)(struct db *db, int64_t id, struct arena *arena,
	    struct catalogue_row *ret_row, struct err *err);
	/* Take what was given; the rest stays. What is wrong is kept by field. */
	void (*take)(struct ask *a, struct catalogue_row *row);
	/* As store_oid_put and its like; *id is 0 for a new one, and filled in. */
	enum rc (*put)(struct db *db, struct catalogue_row *row, int64_t *id,
	    int64_t now_ms, struct err *err);
	enum rc (*remove)(struct db *db, int64_t id, int64_t now_ms, struct err *err);
	enum rc (*copy)(struct db *db, int64_t id, const char *name, int64_t now_ms,
	    int64_t *ret_id, struct err *err);
};

extern const struct kind KIND_BRAND, KIND_MODEL, KIND_OID, KIND_FORMULA, KIND_STATE;

/* In an order in which each finds those it refers to; NULL behind the last. */
const struct kind *kind_at(size_t i);

/* The arguments brand and model, for a row of either. */
void take_brand_and_model(
    struct ask *a, struct brand_id *brand, struct model_id *ret_model);
void take_purpose(struct ask *a, const char **purpose);

#endif
