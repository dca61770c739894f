/* SPDX-License-Identifier: Apache-2.0
 *
 * store/catalogue/oid.h - OIDs of the catalogue as people see and change them.
 *
 * A row that shipped and is changed here is marked as edited, and later versions leave
 * it alone (store/catalogue/catalogue.h); one that is deleted stays, marked, and does not come
 * back. Rows that people made are theirs alone.
 *
 * All functions may be called inside a transaction of the caller's or without one.
 * Owner of the connection only.
 */
#ifndef FACHO_STORE_CATALOGUE_OID_H
#define FACHO_STORE_CATALOGUE_OID_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "model/ids.h"

struct db;

struct oid_id {
	int64_t v;
};

struct stored_oid {
	struct oid_id id; /* 0: not stored yet */
	struct brand_id brand; /* 0: generic */
	struct model_id model; /* 0: any model of the brand */
	const char *name;
	const char *oid; /* numeric */
	const char *purpose; /* model/purpose.h, or "custom:name" */
	const char *
	    formula; /* the name of one (store/catalogue/formula.h); NULL is "", as below */
	const char *transform; /* a JSON object, as in a profile */
	const char *unit;
	const char *invalid; /* a JSON list of raw values that are no reading */
	bool keep_previous;
	bool is_slow;
	bool enabled;
	bool in_metrics; /* its values are part of /metrics */

	/* Read only. */
	const char *profile, *table; /* of those that shipped; "" otherwise */
	bool is_builtin, is_edited;
};

/* A zero id inserts and is filled in; otherwise the row is changed (RC_NOT_FOUND when it
 * is gone or deleted). RC_INVALID: not an OID, no such purpose, transform or invalid are
 * not JSON, or the model is another brand's; RC_CONFLICT: the name is taken for this brand
 * and model, or one of them or the formula is gone. */
enum rc store_oid_put(
    struct db *db, struct stored_oid *oid, int64_t now_ms, struct err *err) MUST_CHECK;

/* Texts are in the arena. RC_NOT_FOUND: gone or deleted. */
enum rc store_oid_get(struct db *db, struct oid_id id, struct arena *arena,
    struct stored_oid *ret_oid, struct err *err) MUST_CHECK;

/* RC_NOT_FOUND. RC_CONFLICT: a job uses it. */
enum rc store_oid_delete(struct db *db, struct oid_id id, int64_t now_ms, struct err *err)
    MUST_CHECK;

/* One's own copy under another name, for the same brand and model; no longer a part of
 * its profile. RC_NOT_FOUND, RC_INVALID, RC_CONFLICT: as put. */
enum rc store_oid_duplicate(struct db *db, struct oid_id id, const char *name,
    int64_t now_ms, struct oid_id *ret_id, struct err *err) MUST_CHECK;

/* What reads this purpose on a device: of those that are enabled, the one for brand and
 * model, else for any model of the brand, else the generic one; people's own before
 * those that shipped, and of these only the profile's ("": any). RC_NOT_FOUND: nobody
 * knows. */
struct oid_wanted {
	struct brand_id brand;
	struct model_id model;
	const char *profile;
	const char *purpose;
};

enum rc store_oid_find(struct db *db, const struct oid_wanted *wanted,
    struct arena *arena, struct stored_oid *ret_oid, struct err *err) MUST_CHECK;

#endif
