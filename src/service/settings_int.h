/* SPDX-License-Identifier: Apache-2.0
 *
 * service/settings_int.h - settings that people change while the program runs: one table
 * with their ranges, defaults and help (settings.c). What needs a restart is in conf/.
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
	TUNABLES,
};

/* All of them as they are now, in the arena of nobody: plain numbers. On failure the call
 * has failed, and they are the defaults. */
struct tunables {
	double at[TUNABLES];
};
struct tunables tunables_load(struct ask *a);

#endif
