/* SPDX-License-Identifier: Apache-2.0
 *
 * store/upkeep/serving.h - the row that says which program writes to this database.
 *
 * One program at a time takes the row, tells every ten seconds that it lives (a beat), and
 * gives the row back at its end. Every transaction of its that writes looks at the row first
 * (store_serving_check, set as the connection's db_guard): a program that was replaced while
 * it was stopped writes nothing when it goes on. On PostgreSQL the look locks the row until
 * the transaction ends, so that nobody is replaced between the look and the commit; on SQLite
 * a write transaction is alone by nature.
 *
 * Moments are of one clock for all, that of store_serving_now().
 *
 * Owner of the connection only. No function but _check may be called in a transaction.
 */
#ifndef FACHO_STORE_UPKEEP_SERVING_H
#define FACHO_STORE_UPKEEP_SERVING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct db;

enum {
	SERVING_BEAT_MS = 10000,
	SERVING_LATE_MS = 15000, /* an older beat is a reason to look twice */
	SERVING_DEAD_MS = 50000, /* one that is so old is the last */
	/* As long must a beat be seen not to change: clocks may have been set. */
	SERVING_WATCH_MS = 12000,
};

struct serving {
	char run[33]; /* random, new at each start */
	char what[32]; /* the command: "serve" */
	char machine[65];
	char place[97]; /* where pid and born mean something; "": nobody can tell */
	int64_t pid, born;
	int64_t since_ms, beat, beat_ms; /* the store's */
};

/* Is the table there? Databases of earlier versions have none. */
enum rc store_serving_is_known(struct db *db, bool *ret_is_known, struct err *err)
    MUST_CHECK;

/* The database's own clock; SQLite has none but that of this machine. */
enum rc store_serving_now(struct db *db, int64_t *ret_ms, struct err *err) MUST_CHECK;

/* RC_NOT_FOUND: nobody has it. */
enum rc store_serving_get(struct db *db, struct serving *ret, struct err *err) MUST_CHECK;

/* The row is ours: it was nobody's (other is NULL), or it was other's, and other has not
 * told a beat since it was read. RC_CONFLICT, without a sentence: somebody was faster.
 * A transaction that other has left open on PostgreSQL is ended. */
enum rc store_serving_take(struct db *db, const struct serving *me,
    const struct serving *other, int64_t now_ms, struct err *err) MUST_CHECK;

/* RC_CANCELLED, with a sentence that names the other: the row is not ours any more. */
enum rc store_serving_beat(
    struct db *db, const char *run, int64_t now_ms, struct err *err) MUST_CHECK;
enum rc store_serving_check(struct db *db, const char *run, struct err *err) MUST_CHECK;

/* Nobody's, if it was ours. */
enum rc store_serving_give(struct db *db, const char *run, struct err *err) MUST_CHECK;

/* "facho serve on nodo1 (process 77) since 2026-11-16 12:00:00 UTC, last heard 3 s ago" */
enum { SERVING_TEXT_MAX = 224 };
const char *serving_text(
    const struct serving *s, int64_t now_ms, char text[SERVING_TEXT_MAX]);

#endif
