/* SPDX-License-Identifier: Apache-2.0
 *
 * store/db/pgsql_tool_int.h - pg_dump and pg_restore, on the server of a connection.
 *
 * They are told where that is, and the password, in their environment: arguments are for
 * everybody on the machine to read.
 */
#ifndef FACHO_STORE_DB_PGSQL_TOOL_INT_H
#define FACHO_STORE_DB_PGSQL_TOOL_INT_H

#include <libpq-fe.h>

#include "base/err.h"

/* Run argv[0] of the PATH to its end; argv ends with NULL. RC_NOT_FOUND: it is not
 * installed; RC_IO: it failed, with the first line that it said. */
enum rc pgsql_tool(PGconn *conn, const char *const *argv, struct err *err) MUST_CHECK;

#endif
