/* SPDX-License-Identifier: Apache-2.0
 *
 * store/db/pgsql_wire_int.h - values in PostgreSQL's binary format, and its error
 * codes in ours. Pure. Part of the pgsql driver.
 */
#ifndef FACHO_STORE_DB_PGSQL_WIRE_INT_H
#define FACHO_STORE_DB_PGSQL_WIRE_INT_H

#include "store/db/db.h"

/* Is it one of the types that our schema and our CASTs use? */
bool pgsql_knows_type(unsigned type);

/* How v is sent as a parameter of this type: *ret_bytes is NULL for a NULL, lies
 * in scratch for numbers and is v's own for text and blobs. RC_INVALID when the
 * type cannot hold it. */
enum rc pgsql_encode(unsigned type, const struct db_value *v, char scratch[8],
    const char **ret_bytes, int *ret_len) MUST_CHECK;

/* What came back for a column of this type; not for NULLs. */
void pgsql_decode(
    unsigned type, const char *bytes, size_t len, struct db_value *ret_value);

/* From a SQLSTATE ("23505"). */
enum rc pgsql_rc_of(const char *state);

#endif
