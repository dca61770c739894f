/* SPDX-License-Identifier: Apache-2.0
 *
 * service/program.h - the settings of the program, as the service needs them.
 *
 * Their table, their values and who is told of a change are in daemon/ (which alone knows
 * conf/); here is what operations ask of it. A setting has one value at a time: what an
 * option, the environment or the file says, or else what is stored, or else its default.
 *
 * All functions: any thread. read and describe do not wait; look and reload may, for a
 * change that is being taken over.
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

/* What does not change. Texts live as long as the program. */
struct program_setting {
	const char *key; /* "poll.pollers" */
	const char *help; /* whole sentences */
	const char *type; /* number, truth, time, size, text, choice, list or secret */
	const char *const *choices; /* of a choice, ending with NULL; else NULL */
	bool has_range;
	int64_t min, max; /* of numbers; milliseconds, bytes */
	const char *fallback;
	bool acts_at_once; /* else after a restart */
	bool may_be_stored; /* else only file, environment or option say it */
};

/* How it is now; texts are in the arena. A secret is "***". */
struct program_value {
	const char *said; /* by option, environment or file; NULL: by none of them */
	const char *origin; /* which: "FACHO_POLL_POLLERS", "facho.conf:3", "--listen" */
	const char
	    *stored; /* as it would be used; NULL: nothing, or nothing that is right */
	const char *in_use;
};

struct program {
	size_t n; /* settings, from 0 on; 0: there are none, and nothing is called */
	void (*describe)(void *ctx, size_t i, struct program_setting *ret);
	/* RC_NOMEM. */
	enum rc (*look)(
	    void *ctx, size_t i, struct arena *arena, struct program_value *ret);
	/* Is text right? *kept has it as it is to be stored. RC_INVALID says what would be. */
	enum rc (*read)(
	    void *ctx, size_t i, const char *text, struct buf *kept, struct err *err);
	/* What db has stored is others now: those that act at once do when this returns. */
	enum rc (*reload)(void *ctx, struct db *db, struct err *err);
	void *ctx;
};

#endif
