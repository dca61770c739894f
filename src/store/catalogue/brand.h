/* SPDX-License-Identifier: Apache-2.0
 *
 * store/catalogue/brand.h - brands and their models, as people see and change them.
 *
 * What is said in store/catalogue/oid.h about rows that shipped holds here too: changed they are
 * left alone by later versions, deleted they stay deleted. A brand or a model that an
 * OLT or a job uses cannot be deleted.
 *
 * All functions may be called inside a transaction of the caller's or without one.
 * Owner of the connection only.
 */
#ifndef FACHO_STORE_CATALOGUE_BRAND_H
#define FACHO_STORE_CATALOGUE_BRAND_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "model/ids.h"

struct db;

/* ---- brands ------------------------------------------------------------------ */

struct stored_brand {
	struct brand_id id; /* 0: not stored yet */
	const char *name;
	const char *description; /* NULL is "" */

	bool is_builtin, is_edited; /* read only */
};

/* A zero id inserts and is filled in; otherwise the row is changed (RC_NOT_FOUND when it
 * is gone or deleted). RC_INVALID: no good name; RC_CONFLICT: the name is taken. */
enum rc store_brand_put(struct db *db, struct stored_brand *brand, int64_t now_ms,
    struct err *err) MUST_CHECK;

/* Texts are in the arena. RC_NOT_FOUND: gone or deleted. */
enum rc store_brand_get(struct db *db, struct brand_id id, struct arena *arena,
    struct stored_brand *ret_brand, struct err *err) MUST_CHECK;

/* With its models, OIDs, formulas and labels. RC_NOT_FOUND; RC_INVALID: Generic stays;
 * RC_CONFLICT names an OLT or a job that uses the brand or one of its OIDs. */
enum rc store_brand_delete(
    struct db *db, struct brand_id id, int64_t now_ms, struct err *err) MUST_CHECK;

/* A copy under another name, with its models, OIDs, formulas and labels, all of them
 * one's own. RC_NOT_FOUND, RC_INVALID, RC_CONFLICT: as put. */
enum rc store_brand_duplicate(struct db *db, struct brand_id id, const char *name,
    int64_t now_ms, struct brand_id *ret_id, struct err *err) MUST_CHECK;

/* ---- models ------------------------------------------------------------------ */

struct stored_model {
	struct model_id id; /* 0: not stored yet */
	struct brand_id brand; /* for good: a model does not go to another */
	const char *name;
	const char *profile; /* how it is read; NULL is "", here and below */
	const char *technology; /* "gpon,epon" */
	int64_t slots, ports, onus_per_port; /* 0: not known */
	const char *notes;

	bool is_builtin, is_edited; /* read only */
};

/* As store_brand_put. RC_NOT_FOUND also when it is not a model of this brand;
 * RC_CONFLICT also when the brand is gone. */
enum rc store_model_put(struct db *db, struct stored_model *model, int64_t now_ms,
    struct err *err) MUST_CHECK;

enum rc store_model_get(struct db *db, struct model_id id, struct arena *arena,
    struct stored_model *ret_model, struct err *err) MUST_CHECK;

/* With the OIDs and formulas that are for it alone. RC_NOT_FOUND; RC_CONFLICT names an
 * OLT or a job that uses it or one of these OIDs. */
enum rc store_model_delete(
    struct db *db, struct model_id id, int64_t now_ms, struct err *err) MUST_CHECK;

/* A copy of the same brand, with the OIDs and formulas that are for it alone. */
enum rc store_model_duplicate(struct db *db, struct model_id id, const char *name,
    int64_t now_ms, struct model_id *ret_id, struct err *err) MUST_CHECK;

#endif
