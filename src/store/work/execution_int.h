/* SPDX-License-Identifier: Apache-2.0
 *
 * store/work/execution_int.h - executions, for the files of store/.
 */
#ifndef FACHO_STORE_WORK_EXECUTION_INT_H
#define FACHO_STORE_WORK_EXECUTION_INT_H

#include <stdbool.h>

#include "base/err.h"
#include "model/execution.h"

struct db;
struct db_stmt;

/* Has it ended already, in exactly this way? RC_CONFLICT: in another way. A commit
 * whose outcome was unknown is recognised by this. *ret_stored, which may be NULL: as it
 * stands. */
enum rc execution_was_done(struct db *db, const struct execution *e,
    struct execution *ret_stored, bool *ret_was_done, struct err *err) MUST_CHECK;

/* Write where it stands now. *ret_was_done: it had ended in exactly this way
 * already, and nothing was written. RC_CONFLICT: in another way. */
enum rc execution_write(struct db *db, const struct execution *e, bool *ret_was_done,
    struct err *err) MUST_CHECK;

#endif
