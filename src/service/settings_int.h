/* SPDX-License-Identifier: Apache-2.0
 *
 * service/settings_int.h - the two kinds of settings: limits for display, in a table here
 * (settings.c), and those of the program, whose table is in conf/ (service/program.h,
 * settings_program.c).
 */
#ifndef FACHO_SERVICE_SETTINGS_INT_H
#define FACHO_SERVICE_SETTINGS_INT_H

#include "service/service_int.h"

enum tunable {
	TUNABLE_ONU_RX_HIGH,
	TUNABLE_ONU_RX_WARN,
	TUNABLE_ONU_RX_BAD,
	TUNABLE_OLT_RX_HIGH,
	TUNABLE_OLT_RX_WARN,
	TUNABLE_OLT_RX_BAD,
	TUNABLE_ONU_TEMPERATURE_WARN,
	TUNABLE_ONU_TEMPERATURE_BAD,
	TUNABLE_REFRESH_WAIT,
	TUNABLE_LIGHT_WORSE,
	TUNABLES,
};

/* All of them as they are now, in the arena of nobody: plain numbers. On failure the call
 * has failed, and they are the defaults. */
struct tunables {
	double at[TUNABLES];
};
struct tunables tunables_load(struct ask *a);

/* ---- those of the program: numbers of entities from PROGRAM_FIRST on ------------- */

enum { PROGRAM_FIRST = 1000 };

/* Both families in the audit log. */
extern const struct entity ENTITY_SETTING;

/* 0: there is none of this key. */
int64_t program_find(const struct ask *a, const char *key);
/* NULL, and the call has failed, when it cannot be shown. */
json_t *program_show(struct ask *a, int64_t id);
void program_change(struct ask *a, int64_t id);
void program_reset(struct ask *a, int64_t id);

#endif
