/* SPDX-License-Identifier: Apache-2.0
 *
 * store/catalogue/snmp_settings.h - how devices are asked, per operation. What an operation does
 * not say, "general" says; what that does not say, the program's own settings do; and
 * an OLT may override any of it (model/olt.h).
 *
 * Owner of the connection only.
 */
#ifndef FACHO_STORE_CATALOGUE_SNMP_SETTINGS_H
#define FACHO_STORE_CATALOGUE_SNMP_SETTINGS_H

#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "model/execution.h"
#include "model/olt.h"
#include "model/snmp_settings.h"

struct db;

/* What is said for this operation itself. RC_INVALID: there is no such operation; they
 * are general, discovery, get, walk, table, bulk. batch is in the arena. */
enum rc store_snmp_settings_get(struct db *db, const char *operation, struct arena *arena,
    struct snmp_settings *ret_settings, struct err *err) MUST_CHECK;

/* What holds for it, "general" included. */
enum rc store_snmp_settings_effective(struct db *db, const char *operation,
    struct arena *arena, struct snmp_settings *ret_settings, struct err *err) MUST_CHECK;

/* What holds for each of them, by type. */
enum rc store_snmp_settings_all(struct db *db, struct arena *arena,
    struct snmp_settings ret_settings[TASK_TYPES], struct err *err) MUST_CHECK;

enum rc store_snmp_settings_put(struct db *db, const char *operation,
    const struct snmp_settings *settings, int64_t now_ms, struct err *err) MUST_CHECK;

#endif
