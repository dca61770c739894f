/* SPDX-License-Identifier: Apache-2.0
 *
 * store/secret/key.h - the key and the database that belongs to it.
 *
 * The database has a check value that only its own key opens, so that a wrong key
 * is refused at start and not met later as a damaged secret.
 *
 * Owner of the connection only.
 */
#ifndef FACHO_STORE_SECRET_KEY_H
#define FACHO_STORE_SECRET_KEY_H

#include <stdint.h>

#include "base/err.h"

struct db;
struct vault;

/* The key for this database: of key_file, which is made when the database has none
 * yet. RC_REFUSED: it is another key, or the database has one and the file is missing;
 * the sentence says what to do. A rotation that was stopped in the middle is
 * brought to its end. */
enum rc store_key_open(struct db *db, const char *key_file, int64_t now_ms,
    struct vault **ret_vault, struct err *err) MUST_CHECK;

/* Does key_file, or what a rotation has left beside it, open the secrets of this database?
 * One that has no secrets fits any. RC_REFUSED as above. Changes nothing. */
enum rc store_key_fits(struct db *db, const char *key_file, struct err *err) MUST_CHECK;

/* A new key in key_file, and every secret sealed with it, in one transaction.
 * *ret_n (may be NULL): how many secrets there were. On failure the old key
 * is in force. */
enum rc store_key_rotate(struct db *db, const char *key_file, int64_t now_ms,
    int64_t *ret_n, struct err *err) MUST_CHECK;

#endif
