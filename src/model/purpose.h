/* SPDX-License-Identifier: Apache-2.0
 *
 * model/purpose.h - the purpose of a column: determines where its value is stored.
 *
 * One table: the name used in profiles and `--columns`, the key of JSON and CSV output
 * (with its unit), the heading of a table, and the range outside which a reading is
 * physically impossible (OLT-FACTS 2.2).
 */
#ifndef FACHO_MODEL_PURPOSE_H
#define FACHO_MODEL_PURPOSE_H

#include <stdbool.h>
#include <stddef.h>

#include "model/value.h"

enum purpose {
	PURPOSE_CUSTOM, /* custom:<name>; stored and shown under its own name */
	PURPOSE_DISCOVERY, /* its rows are the ONUs, its value is not used */
	PURPOSE_SERIAL,
	PURPOSE_MAC,
	PURPOSE_DESCRIPTION,
	PURPOSE_NAME,
	PURPOSE_SUBSCRIBER,
	PURPOSE_ADMIN_STATE,
	PURPOSE_RUN_STATE,
	PURPOSE_LAST_DOWN_CAUSE,
	PURPOSE_LAST_UP,
	PURPOSE_LAST_DOWN,
	PURPOSE_DISTANCE,
	PURPOSE_ONU_RX,
	PURPOSE_ONU_TX,
	PURPOSE_OLT_RX,
	PURPOSE_TEMPERATURE,
	PURPOSE_VOLTAGE,
	PURPOSE_BIAS,
	PURPOSE_MODEL,
	PURPOSE_HARDWARE,
	PURPOSE_SOFTWARE,
	PURPOSE_LINE_PROFILE,
	PURPOSE_SERVICE_PROFILE,
	PURPOSE_UPTIME,
	PURPOSE_IP,
	PURPOSE_TRAFFIC_IN,
	PURPOSE_TRAFFIC_OUT,
	PURPOSE_PORT_NAME,
	PURPOSE_PORT_STATE,
	PURPOSE_PORT_CAUSE,
	PURPOSE_PORT_DESCRIPTION,
	PURPOSE_PORT_ONUS,
	PURPOSE_PORT_TX,
	PURPOSE_CPU,
	PURPOSE_MEMORY,
	PURPOSE_CHASSIS_TEMPERATURE,
	PURPOSE_CHASSIS_UPTIME,
	PURPOSE_BOARD_STATE,
	PURPOSES,
};

struct purpose_info {
	const char *name; /* "onu_rx" in profiles and --columns */
	const char *key; /* "onu_rx_dbm" in JSON and CSV */
	const char *heading; /* "ONU Rx" in tables */
	/* "level that the ONU receives": the description for users (model/words.h) */
	const char *words;
	enum value_kind kind; /* kind of a valid value */
	bool has_window;
	double low, high; /* plausible readings, inclusive */
};

const struct purpose_info *purpose_info(enum purpose purpose);

/* By name or by key ("onu_rx", "onu_rx_dbm"). */
bool purpose_from_name(const char *name, enum purpose *ret_purpose);

/* Is a decoded number physically possible for this purpose? True if no range is known,
 * and for nulls. */
bool purpose_is_plausible(enum purpose purpose, const struct value *v);

#endif
