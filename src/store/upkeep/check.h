/* SPDX-License-Identifier: Apache-2.0
 *
 * store/upkeep/check.h - does the database agree with itself? Behind
 * `facho doctor --database`, and behind the tests that kill the program.
 *
 * Reads only, all of it at one moment. What the database itself enforces (foreign
 * keys, unique numbers) is asked for too: a damaged file may break it.
 */
#ifndef FACHO_STORE_UPKEEP_CHECK_H
#define FACHO_STORE_UPKEEP_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct db;

struct check_result {
	const char *name; /* "attempts" */
	const char *promise; /* what should hold, for a person */
	int64_t n_broken; /* rows that break it; 0: all is well */
	char example[ERR_MAX]; /* one of them, or "" */
};

struct check_options {
	bool is_idle; /* no program runs on it: then no execution may be open */
	bool skip_history; /* do not open every block */
};

/* Calls found for every check, the good ones too. RC_OK when all could be made,
 * whatever they found. */
enum rc store_check(struct db *db, const struct check_options *options,
    void (*found)(void *ctx, const struct check_result *result), void *ctx,
    struct err *err) MUST_CHECK;

#endif
