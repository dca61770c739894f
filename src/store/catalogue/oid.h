/* SPDX-License-Identifier: Apache-2.0
 *
 * store/catalogue/oid.h - which OID of the catalogue reads something on a device. How people
 * change them is in store/catalogue/change.h.
 */
#ifndef FACHO_STORE_CATALOGUE_OID_H
#define FACHO_STORE_CATALOGUE_OID_H

#include "base/arena.h"
#include "base/err.h"
#include "model/catalogue_entity.h"

struct db;

/* What reads this purpose on a device: of those that are enabled, the one for brand and
 * model, else for any model of the brand, else the generic one; people's own before
 * those that shipped, and of these only the profile's ("": any). RC_NOT_FOUND: nobody
 * knows. Texts are in the arena. Owner of the connection only. */
struct oid_wanted {
	struct brand_id brand;
	struct model_id model;
	const char *profile;
	const char *purpose;
};

enum rc store_oid_find(struct db *db, const struct oid_wanted *wanted,
    struct arena *arena, struct stored_oid *ret_oid, struct err *err) MUST_CHECK;

#endif
