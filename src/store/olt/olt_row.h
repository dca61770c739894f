/* SPDX-License-Identifier: Apache-2.0
 *
 * store/olt/olt_row.h - OLTs, for the files of store/.
 */
#ifndef FACHO_STORE_OLT_OLT_ROW_H
#define FACHO_STORE_OLT_OLT_ROW_H

#include "store/db/db.h"
#include "store/olt/olt.h"

#define OLT_COLUMNS                                                                     \
	"id, name, brand_id, model_id, profile, address, port, snmp_version, v3_user, " \
	"v3_context, v3_auth, v3_priv, description, site, latitude, longitude, "        \
	"enabled, timeout_ms, retries, repetitions, in_flight, batch, "                 \
	"community IS NOT NULL, v3_auth_key IS NOT NULL, v3_priv_key IS NOT NULL, "     \
	"created_ms, updated_ms, deleted_ms, deleted_by, deleted_why, failures, "       \
	"suspended_ms, suspended_why, last_walk_ms, last_answer_ms, not_answering_ms, " \
	"up_since_ms"

enum { OLT_COLUMN_COUNT = 37 };

/* The one reader of OLT_COLUMNS, which come first in the row. Texts are those of the
 * statement. */
enum rc olt_from_row(const struct db_stmt *q, struct olt *ret, struct err *err)
    MUST_CHECK;
/* Copy the texts of *o to the arena; false: no memory. */
bool olt_keep_texts(struct arena *arena, struct olt *o);

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
