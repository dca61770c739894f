/* SPDX-License-Identifier: Apache-2.0
 *
 * engine/columns_int.h - converts the OIDs of a job to the columns of a collection on one
 * OLT, with the changes of users to the profile (vendor/overlay.h).
 *
 * Owner of the overlays only.
 */
#ifndef FACHO_ENGINE_COLUMNS_INT_H
#define FACHO_ENGINE_COLUMNS_INT_H

#include "store/load/load.h"
#include "vendor/overlay.h"

/* node belongs to site. Disabled OIDs are left out; formulas and labels that users
 * changed for this OLT's brand and model, or for its profile, are included. base is the
 * OLT's profile. Profile and columns of the result are for struct collect_options; give
 * it back after the collection's values are freed. No column in it: the job has nothing
 * for this profile, or nothing valid (overlay.problem). RC_NOMEM. */
enum rc columns_take(struct overlays *overlays, const struct profile *base,
    const struct loaded_olt *site, const struct loaded_node *node,
    const struct overlay **ret_overlay, struct err *err) MUST_CHECK;

/* The same for some OIDs, which may be of several jobs. */
enum rc columns_take_some(struct overlays *overlays, const struct profile *base,
    const struct loaded_olt *site, const struct stored_oid *const *oids, size_t n,
    const struct overlay **ret_overlay, struct err *err) MUST_CHECK;

/* The same for one OID that is in no job, enabled or not. */
enum rc columns_take_one(struct overlays *overlays, const struct profile *base,
    const struct loaded_olt *site, const struct stored_oid *oid,
    const struct overlay **ret_overlay, struct err *err) MUST_CHECK;

#endif
