/* SPDX-License-Identifier: Apache-2.0
 *
 * store/notify/told.h - the ledger: what each target was last told of each incident, and the
 * storms of targets. notify/notify.h says what the columns mean; the watcher writes them in
 * the transaction of its decision. Owner of the connection only.
 */
#ifndef FACHO_STORE_NOTIFY_TOLD_H
#define FACHO_STORE_NOTIFY_TOLD_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/incident.h"
#include "model/notify.h"

struct db;

enum { TOLD_STAMPS_MAX = 64 };

/* Texts are words of notify/; borrowed. */
struct told_row {
	int64_t incident; /* 0: the rolling message of a storm */
	struct target_id target;
	int64_t version;
	enum incident_state state;
	enum incident_severity severity, peak;
	enum incident_class cause_class;
	int64_t affected, reopened, flags;
	const char *act, *reason;
	int64_t round;
	int64_t first_ms, sound_ms, at_ms, sent_ms;
	int64_t message_of; /* a new row takes the references of this incident's row; 0 */
};

/* Insert or replace. The references to messages stay, which are the courier's. A target that
 * was deleted meanwhile has no ledger: nothing is written. */
enum rc store_told_put(struct db *db, const struct told_row *row, struct err *err)
    MUST_CHECK;

/* Every row of a target that exists. It stops at the first outcome that is not RC_OK. */
typedef enum rc (*told_row_fn)(void *ctx, const struct told_row *row);
enum rc store_told_each(struct db *db, told_row_fn row, void *ctx, struct err *err)
    MUST_CHECK;

struct storm_row {
	struct target_id target;
	int64_t began_ms, edited_ms;
	size_t n_recent; /* at most TOLD_STAMPS_MAX */
	int64_t recent[TOLD_STAMPS_MAX];
};

/* As the two above. */
enum rc store_storm_put(struct db *db, const struct storm_row *row, struct err *err)
    MUST_CHECK;
typedef enum rc (*storm_row_fn)(void *ctx, const struct storm_row *row);
enum rc store_storm_each(struct db *db, storm_row_fn row, void *ctx, struct err *err)
    MUST_CHECK;

#endif
