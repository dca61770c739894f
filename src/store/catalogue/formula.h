/* SPDX-License-Identifier: Apache-2.0
 *
 * store/catalogue/formula.h - index formulas of the catalogue as people see and change them: how a
 * raw SNMP index becomes frame/slot/port/ONU and back.
 *
 * What is said in store/catalogue/oid.h about rows that shipped holds here too. Of a definition
 * only the JSON is looked at; what it means is known in vendor/.
 *
 * All functions may be called inside a transaction of the caller's or without one.
 * Owner of the connection only.
 */
#ifndef FACHO_STORE_CATALOGUE_FORMULA_H
#define FACHO_STORE_CATALOGUE_FORMULA_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "model/ids.h"

struct db;

struct formula_id {
	int64_t v;
};

struct stored_formula {
	struct formula_id id; /* 0: not stored yet */
	struct brand_id brand; /* 0: generic */
	struct model_id model; /* 0: any model of the brand */
	const char *name; /* OIDs refer to it by this */
	const char *definition; /* a JSON object, as in a profile */

	/* Read only. */
	const char *profile; /* of those that shipped; "" otherwise */
	bool is_builtin, is_edited;
};

/* A zero id inserts and is filled in; otherwise the row is changed (RC_NOT_FOUND when it
 * is gone or deleted). RC_INVALID: no good name or definition, or the model is another
 * brand's; RC_CONFLICT: the name is taken for this brand and model, one of them is gone,
 * or an OID uses it under the name that it would lose. */
enum rc store_formula_put(struct db *db, struct stored_formula *formula, int64_t now_ms,
    struct err *err) MUST_CHECK;

/* Texts are in the arena. RC_NOT_FOUND: gone or deleted. */
enum rc store_formula_get(struct db *db, struct formula_id id, struct arena *arena,
    struct stored_formula *ret_formula, struct err *err) MUST_CHECK;

/* RC_NOT_FOUND. RC_CONFLICT names an OID that uses it. */
enum rc store_formula_delete(
    struct db *db, struct formula_id id, int64_t now_ms, struct err *err) MUST_CHECK;

/* One's own copy under another name, for the same brand and model. */
enum rc store_formula_duplicate(struct db *db, struct formula_id id, const char *name,
    int64_t now_ms, struct formula_id *ret_id, struct err *err) MUST_CHECK;

/* Which one is meant by a name on a device: the one for brand and model, else for any
 * model of the brand, else the generic one; people's own before those that shipped, and
 * of these only the profile's ("": any). RC_NOT_FOUND: none. */
struct formula_wanted {
	struct brand_id brand;
	struct model_id model;
	const char *profile;
	const char *name;
};

enum rc store_formula_find(struct db *db, const struct formula_wanted *wanted,
    struct arena *arena, struct stored_formula *ret_formula, struct err *err) MUST_CHECK;

#endif
