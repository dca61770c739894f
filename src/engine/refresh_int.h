/* SPDX-License-Identifier: Apache-2.0
 *
 * engine/refresh_int.h - live reads: of one ONU for a user (refresh.c), and of several for
 * the incident watcher (look.c). Both are executions without a node.
 *
 * Engine thread only. For the files of engine/ only.
 */
#ifndef FACHO_ENGINE_REFRESH_INT_H
#define FACHO_ENGINE_REFRESH_INT_H

#include "engine/engine_int.h"

enum {
	LIVE_TASK_MAX = 96,
	LIVE_COLUMNS_MAX = 32,
};

struct live_order {
	struct olt_id olt;
	const char *asked_by;
	int64_t wait_ms; /* for the OLT's lock */
	struct position position; /* of a live read of one ONU; else all zero */
	char task[LIVE_TASK_MAX]; /* "the live read of 0/1/3:5" */
	struct known *known; /* the ONUs to read; owned by the live read on success */
	/* The columns to read; n_columns 0: the usual ones of the OLT's profile. The
	 * columns belong to the overlay, which is owned by the live read on success. */
	const struct overlay *overlay;
	size_t n_columns;
	const struct column *columns[LIVE_COLUMNS_MAX];
	/* A look: one small request at a time, and its requests are counted. */
	bool is_look;
};

/* Can the OLT be read now? RC_NOT_FOUND, RC_CONFLICT with a reason. */
enum rc live_check(const struct device *device, struct err *err) MUST_CHECK;

/* The execution exists afterwards, and waits for the OLT's lock. The device was
 * checked. RC_BUSY: too many wait. RC_NOMEM. */
enum rc live_add(struct engine *e, const struct device *device, struct live_order *order,
    struct execution_id *ret_execution, struct err *err) MUST_CHECK;

#endif
