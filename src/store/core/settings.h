/* SPDX-License-Identifier: Apache-2.0
 *
 * store/core/settings.h - settings that people change while the program runs, by name.
 * What they mean and which values are right is for service/ to say.
 *
 * Owner of the connection only.
 */
#ifndef FACHO_STORE_CORE_SETTINGS_H
#define FACHO_STORE_CORE_SETTINGS_H

#include <stdint.h>

#include "base/err.h"

struct db;

/* *ret_value is the caller's to free. RC_NOT_FOUND: nobody has set it. */
enum rc store_setting_get(
    struct db *db, const char *key, char **ret_value, struct err *err) MUST_CHECK;

struct setting {
	const char *key;
	const char *value;
	int64_t updated_ms;
	const char *updated_by; /* "" is the program itself */
};

enum rc store_setting_put(struct db *db, const struct setting *setting, struct err *err)
    MUST_CHECK;

/* Back to its default. RC_NOT_FOUND: it was not set. */
enum rc store_setting_delete(struct db *db, const char *key, struct err *err) MUST_CHECK;

/* All of them by key; what row is given is borrowed. It stops at, and returns, the
 * first outcome of row that is not RC_OK. */
typedef enum rc (*store_setting_row)(void *ctx, const struct setting *setting);
enum rc store_setting_list(
    struct db *db, store_setting_row row, void *ctx, struct err *err) MUST_CHECK;

#endif
