/* SPDX-License-Identifier: Apache-2.0
 *
 * store/catalogue/catalogue_row.h - what rows of the catalogue have in common when people change
 * them, for the files of store/.
 */
#ifndef FACHO_STORE_CATALOGUE_CATALOGUE_ROW_H
#define FACHO_STORE_CATALOGUE_CATALOGUE_ROW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "model/entity.h"
#include "model/ids.h"
#include "store/db/db.h"

enum { CATALOGUE_GENERIC = ENTITY_GENERIC };

static inline int64_t
catalogue_brand(struct brand_id brand)
{
	return brand.v ? brand.v : CATALOGUE_GENERIC;
}

/* RC_INVALID: no such purpose (model/purpose.h), nor "custom:name". */
enum rc catalogue_check_purpose(const char *name, struct err *err) MUST_CHECK;

enum catalogue_json {
	CATALOGUE_OBJECT,
	CATALOGUE_ARRAY,
};

/* RC_INVALID: not the JSON it should be, with the place. Empty is fine. What is in it is
 * for whoever knows vendors. */
enum rc catalogue_check_json(const char *field, const char *text,
    enum catalogue_json kind, struct err *err) MUST_CHECK;

/* Something that is for a brand, and perhaps for one of its models (0: any). RC_CONFLICT:
 * one of them is gone; RC_INVALID: the model is another brand's. */
enum rc catalogue_check_place(struct db *db, struct brand_id brand, struct model_id model,
    struct err *err) MUST_CHECK;

/* sql answers with the kind and the name of those that use row $1: RC_CONFLICT names the
 * first. */
enum rc catalogue_check_unused(
    struct db *db, const char *sql, int64_t id, struct err *err) MUST_CHECK;

/* Run a statement about row $1 at the moment $2. */
enum rc catalogue_run(struct db *db, const char *sql, int64_t id, int64_t now_ms,
    struct err *err) MUST_CHECK;

#endif
