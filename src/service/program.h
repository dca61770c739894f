/* SPDX-License-Identifier: Apache-2.0
 *
 * service/program.h - the interface of the service to the settings of the program.
 *
 * The table, the values and the notification of changes are in daemon/ (only daemon/ uses
 * conf/); this is the interface for operations. The value of a setting comes from an
 * option, the environment or the file, otherwise it is the stored value, otherwise the
 * default.
 *
 * All functions: any thread. read and describe do not wait; look and reload may wait for
 * a change that is being applied.
 */
#ifndef FACHO_SERVICE_PROGRAM_H
#define FACHO_SERVICE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"

struct db;

/* The constant part. Texts exist as long as the program. */
struct program_setting {
	const char *key; /* "poll.pollers" */
	const char *help; /* complete sentences */
	const char *type; /* number, truth, time, size, text, choice, list or secret */
	const char *const *choices; /* of a choice, ending with NULL; else NULL */
	bool has_range;
	int64_t min, max; /* of numbers; milliseconds, bytes */
	const char *fallback;
	bool acts_at_once; /* else after a restart */
	bool may_be_stored; /* else only by file, environment or option */
};

/* The current values; texts are in the arena. A secret is "***". */
struct program_value {
	const char *said; /* from option, environment or file; NULL: not set there */
	const char *origin; /* which: "FACHO_POLL_POLLERS", "facho.conf:3", "--listen" */
	const char *stored; /* normalised; NULL: none, or not valid */
	const char *in_use;
};

struct program {
	size_t n; /* number of settings; 0: none, and no function is called */
	void (*describe)(void *ctx, size_t i, struct program_setting *ret);
	/* RC_NOMEM. */
	enum rc (*look)(
	    void *ctx, size_t i, struct arena *arena, struct program_value *ret);
	/* Is text valid? *kept gets the value to store. RC_INVALID: err has the expected
	 * values. */
	enum rc (*read)(
	    void *ctx, size_t i, const char *text, struct buf *kept, struct err *err);
	/* The stored values in db have changed: settings that act at once are in effect
	 * when this returns. */
	enum rc (*reload)(void *ctx, struct db *db, struct err *err);
	void *ctx;
};

#endif
