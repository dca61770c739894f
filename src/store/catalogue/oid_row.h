/* SPDX-License-Identifier: Apache-2.0
 *
 * store/catalogue/oid_row.h - OIDs of the catalogue as rows, for the files of store/.
 */
#ifndef FACHO_STORE_CATALOGUE_OID_ROW_H
#define FACHO_STORE_CATALOGUE_OID_ROW_H

#include "store/db/db.h"
#include "store/catalogue/oid.h"

#define OID_COLUMNS                                                              \
	"id, brand_id, model_id, name, oid, purpose, formula, transform, unit, " \
	"invalid, "                                                              \
	"keep_previous, is_slow, enabled, profile, table_name, "                 \
	"builtin_key IS NOT NULL, is_edited, in_metrics"

enum { OID_COLUMN_COUNT = 18 };

/* The one reader of OID_COLUMNS, which come first in the row. Texts are those of the
 * statement. */
struct stored_oid oid_from_row(const struct db_stmt *q);
/* Copy the texts of *o to the arena; false: no memory. */
bool oid_keep_texts(struct arena *arena, struct stored_oid *o);

#endif
