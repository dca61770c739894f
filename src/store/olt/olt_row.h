/* SPDX-License-Identifier: Apache-2.0
 *
 * store/olt/olt_row.h - OLTs, for the files of store/.
 */
#ifndef FACHO_STORE_OLT_OLT_ROW_H
#define FACHO_STORE_OLT_OLT_ROW_H

#include "store/core/entity.h"
#include "store/db/db.h"
#include "store/olt/olt.h"

/* The row that a statement of entity_select(&OLT_ENTITY) stands on. Texts are in the
 * arena; NULL: those of the statement. */
enum rc olt_from_row(const struct db_stmt *q, struct arena *arena, struct olt *ret,
    struct err *err) MUST_CHECK;

/* RC_NOT_FOUND and its sentence. */
enum rc olt_missing(struct olt_id id, struct err *err);

/* All three, sealed; empty ones become NULL. */
enum rc olt_write_secrets(struct db *db, const struct vault *vault, struct olt_id id,
    const struct olt_secrets *secrets, struct err *err) MUST_CHECK;

#define OLT_SECRET_COLUMNS "community, v3_auth_key, v3_priv_key"

/* Open those of a row, whose OLT_SECRET_COLUMNS begin at `first`. The caller wipes *ret,
 * after a failure too. */
enum rc olt_unseal_row(const struct db_stmt *q, unsigned first, const struct vault *vault,
    struct olt_id id, struct olt_secrets *ret, struct err *err) MUST_CHECK;

#define OLT_LEARNT_COLUMNS                                           \
	"governor_in_flight, governor_bytes, governor_repetitions, " \
	"governor_rtt_us"

/* The one reader of OLT_LEARNT_COLUMNS, which begin at `first`. */
struct olt_learnt olt_learnt_from_row(const struct db_stmt *q, unsigned first);

#endif
