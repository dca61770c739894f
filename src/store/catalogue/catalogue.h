/* SPDX-License-Identifier: Apache-2.0
 *
 * store/catalogue/catalogue.h - the catalogue that ships, brought up to date in the database.
 *
 * What people made, edited or deleted is left alone: rows of theirs have no built-in
 * key, and is_edited or deleted_ms protect those that shipped. A row that a later
 * version no longer ships stays.
 *
 * Owner of the connection only.
 */
#ifndef FACHO_STORE_CATALOGUE_CATALOGUE_H
#define FACHO_STORE_CATALOGUE_CATALOGUE_H

#include <stdint.h>

#include "base/err.h"
#include "model/catalogue.h"

struct db;

struct catalogue_result {
	int64_t added;
	int64_t updated; /* shipped before, and different now */
	int64_t kept; /* edited or deleted by people, and therefore left alone */
};

/* All of it in one transaction. The same catalogue again changes nothing. */
enum rc store_catalogue_load(struct db *db, const struct catalogue *catalogue,
    int64_t now_ms, struct catalogue_result *ret, struct err *err) MUST_CHECK;

#endif
