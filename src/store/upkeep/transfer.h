/* SPDX-License-Identifier: Apache-2.0
 *
 * store/upkeep/transfer.h - the configuration of an installation, row by row, out of one
 * database and into another of either kind.
 *
 * Configuration is what people set up: settings, the catalogue with their changes,
 * OLTs, jobs, workflows, and who is told of incidents. Not in it: secrets of channels, which
 * are entered again, users and tokens (each installation has its
 * own), ONUs, history, logs, and what was learnt or counted. Secrets travel apart
 * (store_olt_secrets, store_import_secrets): they are sealed with a key that does
 * not leave.
 *
 * Owner of the connection only.
 */
#ifndef FACHO_STORE_UPKEEP_TRANSFER_H
#define FACHO_STORE_UPKEEP_TRANSFER_H

#include <stddef.h>

#include "base/err.h"
#include "model/olt.h"
#include "store/db/db.h"

struct vault;

enum { TRANSFER_COLUMNS_MAX = 40, TRANSFER_NAME_MAX = 32 };

struct transfer_cell {
	char column[TRANSFER_NAME_MAX];
	struct db_value value; /* its bytes are borrowed */
};

/* One row of a table. It stops at the first outcome that is not RC_OK. */
typedef enum rc (*transfer_row)(
    void *ctx, const char *table, const struct transfer_cell *cells, size_t n);

/* All of it, tables in the order in which they can be put in again. */
enum rc store_export(struct db *db, transfer_row row, void *ctx, struct err *err)
    MUST_CHECK;

/* Begin: RC_CONFLICT when there are OLTs or jobs already, deleted ones included. The
 * catalogue that shipped goes; what is imported takes its place. */
enum rc store_import_begin(struct db *db, struct err *err) MUST_CHECK;

/* RC_INVALID: no such table or column, or a value that it cannot take. RC_CONFLICT: it
 * is there already, or what it refers to is not. */
enum rc store_import_row(struct db *db, const char *table,
    const struct transfer_cell *cells, size_t n, struct err *err) MUST_CHECK;

/* The three secrets of an OLT that has just been imported, sealed anew. */
enum rc store_import_secrets(struct db *db, const struct vault *vault, struct olt_id olt,
    const struct olt_secrets *secrets, struct err *err) MUST_CHECK;

/* Everything is in when rc is RC_OK, otherwise nothing. The outcome of the whole. */
enum rc store_import_end(struct db *db, enum rc rc, struct err *err) MUST_CHECK;

#endif
