/* SPDX-License-Identifier: Apache-2.0
 *
 * store/olt_int.h - OLTs, for the files of store/.
 */
#ifndef FACHO_STORE_OLT_INT_H
#define FACHO_STORE_OLT_INT_H

#include "store/olt.h"

/* RC_NOT_FOUND and its sentence. */
enum rc olt_missing(struct olt_id id, struct err *err);

/* All three, sealed; empty ones become NULL. */
enum rc olt_write_secrets(struct db *db, const struct vault *vault, struct olt_id id,
    const struct olt_secrets *secrets, struct err *err) MUST_CHECK;

#endif
